//! Methods of the user's that are not processed, from the class files of their sources (DESIGN §14).
//!
//! The classes stay the sources': their objects, fields, statics and initialisers, and all methods that are processed, with
//! the mutants in them. From the class file comes what the source lacks: the method itself, and what only javac makes for it
//! (`lambda$total$0`). Its names are looked up in the program first, so the two meet as the library and the JDK do.
//! Only code of the class file sees what javac made: to others there is no such member, whatever ran before.
//!
//! **Numbers.** A class in code is known by its number (`Cart$1`), and javac numbers those in lambdas in an order of its own. So
//! where one of a file's classes in code stands in other lines than its namesake among the class files, none of the file's
//! methods runs from these ([`Compiled::is_numbered_alike`]).
//!
//! **Constants** of locals stand in javac's code by their values. No mutant changes one that a class in code has captured
//! ([`attribute`](crate::sema::attribute)), and fields that are constants have no mutants.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::class_files::code::Member;
use crate::class_files::{ClassFiles, FoundClass};
use crate::exec::compiled::{Compiled, RunClass, RunMethod};
use crate::exec::layout::Layouts;
use crate::sema::program::{BodyState, ClassId, MethodId, Program, Role};

impl Compiled {
    /// A class that no other place has.
    pub(super) fn find_of_sources(&self, name: &str) -> Option<Arc<FoundClass>> {
        self.program.class_files_of_sources()?.ok()?.find(name).ok().flatten()
    }

    /// The places that a class file was found in.
    pub(super) fn places_of(&self, file: &FoundClass) -> &ClassFiles {
        let of_sources = || self.program.class_files_of_sources()?.ok().filter(|places| places.has(file));
        if self.files.has(file) { &self.files } else { of_sources().unwrap_or(&self.files) }
    }

    /// What runs in the place of a method whose body is not processed, or why nothing does; `None` where there is nothing to say.
    pub(in crate::exec) fn unprocessed(
        &self,
        layouts: &Layouts,
        method: MethodId,
    ) -> Option<Result<&RunMethod, String>> {
        let m = &self.program.methods[method];
        if !self.is_of_user(m.class) {
            return None;
        }
        let found = match self.program.class_files_of_sources()? {
            Err(why) => Err(why.to_owned()),
            // The class file's constructor has the initialisers in it, whose mutants it would not know.
            Ok(_) if m.is_constructor() && has_processed_initializer(&self.program, m.class) => {
                Err("its class has initialisers that are processed".to_owned())
            }
            Ok(files) if !self.is_numbered_alike(files, self.program.outermost(m.class)) => {
                Err("javac numbers the classes in the code of its file otherwise".to_owned())
            }
            Ok(_) => {
                self.method_of_file(layouts, method).ok_or_else(|| "it is not in the class file".to_owned())
            }
        };
        Some(found)
    }

    fn method_of_file(&self, layouts: &Layouts, method: MethodId) -> Option<&RunMethod> {
        let m = &self.program.methods[method];
        let file = self.file_of_source(layouts, m.class)?;
        let key = (m.name.clone(), self.program_descriptor(method).into());
        self.method(*file.methods.get(&key)?)
    }

    /// Whether each class in the code of a top-level class stands where the class file of its name does. (Of two that stand in one
    /// line, and not in each other, nobody could tell.)
    fn is_numbered_alike(&self, files: &ClassFiles, outermost: ClassId) -> bool {
        // The bodies of enum constants come first, in order.
        let is_in_code =
            |class: ClassId| self.program.is_local_class(class) && !self.program.is_constant_body(class);
        let is_inside = |&class: &ClassId| is_in_code(class) && self.program.outermost(class) == outermost;
        let classes: Vec<ClassId> = self.program.classes.ids().filter(is_inside).collect();
        let lines: Vec<RangeInclusive<u32>> = classes.iter().map(|&class| self.lines_of(class)).collect();
        let is_there = |(&class, lines): (&ClassId, &RangeInclusive<u32>)| {
            let found = files.find(&self.name_of(class)).ok().flatten();
            found.and_then(|found| files.first_line(&found)).is_some_and(|line| lines.contains(&line))
        };
        let is_apart = |(n, own): (usize, &RangeInclusive<u32>)| {
            lines[..n].iter().all(|other| {
                let is_within = |a: &RangeInclusive<u32>, b: &RangeInclusive<u32>| {
                    b.start() < a.start() && a.end() <= b.end() || b.start() <= a.start() && a.end() < b.end()
                };
                own.end() < other.start()
                    || other.end() < own.start()
                    || is_within(own, other)
                    || is_within(other, own)
            })
        };
        classes.iter().zip(&lines).all(is_there) && lines.iter().enumerate().all(is_apart)
    }

    fn lines_of(&self, class: ClassId) -> RangeInclusive<u32> {
        let source = &self.program.units[self.program.classes[class].unit].tree.source;
        let span = self.program.decl(class).span;
        source.position(span.start).line..=source.position(span.end.saturating_sub(1)).line
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
                self.program
                    .class_files_of_sources()
                    .is_some_and(|made| made.is_ok_and(|places| places.has(file)))
            })
        };
        self.is_of_user(class) || in_code()
    }
}

fn has_processed_initializer(program: &Program, class: ClassId) -> bool {
    let initializer = program.classes[class].instance_initializer;
    initializer.is_some_and(|initializer| matches!(program.body(initializer), BodyState::Typed(_)))
}
