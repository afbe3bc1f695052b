//! Methods of the user's that are not processed, from the class files of their sources (DESIGN §14).
//!
//! The classes stay the sources': their objects, fields, statics and initialisers, and all methods that are processed, with
//! the mutants in them. From the class file comes what the source lacks: the method itself, and what only javac makes for it
//! (`lambda$total$0`). Its names are looked up in the program first, so the two meet as the library and the JDK do.
//! Only code of the class file sees what javac made: to others there is no such member, whatever ran before.

use std::sync::Arc;

use crate::class_files::code::Member;
use crate::class_files::{ClassFiles, FoundClass};
use crate::exec::compiled::{Compiled, RunClass, RunMethod};
use crate::exec::layout::Layouts;
use crate::sema::program::{BodyState, ClassId, MethodId, Program, Role};

impl Compiled {
    /// A class that no other place has.
    pub(super) fn find_of_sources(&self, name: &str) -> Option<Arc<FoundClass>> {
        self.program.class_files_of_sources()?.find(name).ok().flatten()
    }

    /// The places that a class file was found in.
    pub(super) fn places_of(&self, file: &FoundClass) -> &ClassFiles {
        let of_sources = || self.program.class_files_of_sources().filter(|places| places.has(file));
        if self.files.has(file) { &self.files } else { of_sources().unwrap_or(&self.files) }
    }

    /// What runs in the place of a method whose body is not processed.
    pub(in crate::exec) fn unprocessed(&self, layouts: &Layouts, method: MethodId) -> Option<&RunMethod> {
        let class = self.program.methods[method].class;
        // The class file's constructor has the initialisers in it, whose mutants it would not know.
        if self.program.methods[method].is_constructor() && has_processed_initializer(&self.program, class) {
            return None;
        }
        let file = self.file_of_source(layouts, class)?;
        let key = (self.program.methods[method].name.clone(), self.program_descriptor(method).into());
        self.method(*file.methods.get(&key)?)
    }

    /// What a member means to the code that names it, which may be code of a class file beside its source.
    pub(super) fn resolve_for(
        &self,
        layouts: &Layouts,
        asking: &RunMethod,
        member: &Member,
    ) -> Result<MethodId, String> {
        self.resolve_method(layouts, member)
            .or_else(|why| self.made_by_javac(layouts, asking, member).ok_or(why))
    }

    fn made_by_javac(&self, layouts: &Layouts, asking: &RunMethod, member: &Member) -> Option<MethodId> {
        if !self.is_beside_sources(asking.class) {
            return None;
        }
        let class = self.class(layouts, &member.class)?;
        let file = self.file_of_source(layouts, class)?;
        file.methods.get(&(member.name.clone(), member.descriptor.clone())).copied()
    }

    /// The class file of a class that has a source.
    pub(super) fn file_of_source(&self, layouts: &Layouts, class: ClassId) -> Option<&RunClass> {
        let place = self.of_sources.get(class).filter(|_| self.is_of_user(class))?;
        if place.get().is_none() {
            // One that lies on the class path may be of an older source.
            let file = self.find_of_sources(&self.name_of(class));
            let mut growing = self.lock();
            if place.get().is_none() {
                let linked = file.and_then(|file| self.link_file(&mut growing, layouts, class, file, 0));
                _ = place.set(linked.map(Box::new));
            }
        }
        place.get()?.as_deref()
    }

    pub(super) fn is_of_user(&self, class: ClassId) -> bool {
        self.is_of_program(class) && matches!(self.program.role(class), Role::Given | Role::SourcePath)
    }

    /// Whether a class has a source, or is one in the code of such a class.
    fn is_beside_sources(&self, class: ClassId) -> bool {
        let in_code = || {
            self.run_class(class).and_then(|run| run.file.as_ref()).is_some_and(|file| {
                self.program.class_files_of_sources().is_some_and(|places| places.has(file))
            })
        };
        self.is_of_user(class) || in_code()
    }
}

fn has_processed_initializer(program: &Program, class: ClassId) -> bool {
    let initializer = program.classes[class].instance_initializer;
    initializer.is_some_and(|initializer| matches!(program.body(initializer), BodyState::Typed(_)))
}
