//! Which method a call on an object runs (JVMS 5.4.6), where class files have a part in it.

use crate::exec::compiled::Compiled;
use crate::exec::layout::Layouts;
use crate::sema::program::{ClassId, MethodId};

impl Compiled {
    /// The method that runs on an object of exactly this class when `method` is called.
    pub(crate) fn implementation(
        &self,
        layouts: &Layouts,
        class: ClassId,
        method: MethodId,
    ) -> Option<MethodId> {
        if self.is_static(method) || self.is_private(method) {
            return Some(method);
        }
        let (name, descriptor) = match self.method(method) {
            Some(run) => (run.name.clone(), run.descriptor.to_string()),
            None => (self.program.methods.get(method)?.name.clone(), self.program_descriptor(method)),
        };
        // What sources say of it is known there, types of parameters that differ included.
        if self.is_of_source(class)
            && let Some(found) = self.in_sources(layouts, class, method)
        {
            return Some(found);
        }
        let found = self.in_chain(layouts, class, &name, &descriptor);
        if let Some(found) = found.filter(|&m| !self.is_static(m) && self.is_visible(m, method)) {
            return (!self.is_abstract(found)).then_some(found);
        }
        let of_sources = self.chain(class).filter(|&owner| self.is_of_source(owner));
        if let Some(found) = of_sources.into_iter().find_map(|owner| self.in_sources(layouts, owner, method))
        {
            return Some(found);
        }
        let found = self.find_method(layouts, class, &name, &descriptor)?;
        (!self.is_abstract(found) && !self.is_static(found)).then_some(found)
    }

    /// A private method is no other's replacement.
    fn is_visible(&self, found: MethodId, method: MethodId) -> bool {
        found == method || !self.is_private(found)
    }

    /// What the sources alone say, where the method that is called stands in one, or in the header of a class file.
    fn in_sources(&self, layouts: &Layouts, class: ClassId, method: MethodId) -> Option<MethodId> {
        let called = match self.method(method) {
            Some(run) => self.program_method(run.class, method)?,
            None => method,
        };
        let found = self.program.implementation(class, called)?;
        // In a class file a replacement has the same parameters. Types that nobody has loaded all look alike to the program.
        let parameters = |method| self.program.compiled_descriptor(method).map(|d| d.split(')').next());
        if let (Some(found), Some(called)) = (parameters(found), parameters(called))
            && found != called
        {
            return None;
        }
        let found = self.run_method(layouts, found);
        (!self.is_abstract(found)).then_some(found)
    }

    /// The method of the program that a method of a class file is, if the program knows it.
    fn program_method(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let declared = self.program.classes.get(class)?;
        let run = self.method(method)?;
        let is_same = |&id: &MethodId| {
            let m = &self.program.methods[id];
            m.name == run.name && self.program.compiled_descriptor(id) == Some(&run.descriptor)
        };
        declared.methods.iter().copied().find(is_same)
    }
}
