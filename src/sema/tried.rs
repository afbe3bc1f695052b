//! Static initialisers that run the code of class files: `Pattern P = Pattern.compile("a*")`.
//!
//! Whether such a run can be followed to its end nobody knows beforehand, and a class whose initialisers cannot be followed is
//! used by no test. So they are left out at first ([`attribute::foreign`](crate::sema::attribute)), but for those that run
//! only plain values and collections of the JDK; then they are run once
//! ([`exec::initializers`](crate::exec::initializers)), and those that ended are no longer left out. What nobody has run is left
//! out as before: a program that is not tried lacks a field's value and never has a wrong one.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::sema::program::{ClassId, FieldId, MethodId, MethodSource, Program, Tried};

impl Program {
    /// The classes of the program that have left out something of their static initialisers, and that nobody has tried.
    pub fn untried_initializers(&self) -> Vec<ClassId> {
        let leaves_out = |class: &ClassId| {
            let initializer = self.classes[*class].static_initializer;
            let is_ours = !self.role(*class).is_foreign();
            is_ours && initializer.is_some_and(|initializer| !self.left_out(initializer).is_empty())
        };
        let untried = self.classes.ids().filter(|class| !self.tried.contains_key(class));
        untried.filter(leaves_out).collect()
    }

    /// Takes up what these classes left out for running class files.
    pub fn try_initializers(&mut self, classes: &[ClassId]) {
        self.tried.extend(classes.iter().map(|&class| (class, Tried::Runs(BTreeMap::new()))));
        self.forget_bodies(classes);
    }

    /// Leaves the initialiser of one field out again, or, where it is the field's no longer, all that was taken up of the class.
    pub fn leave_out_again(&mut self, class: ClassId, field: Option<FieldId>, what: String) {
        match (self.tried.get_mut(&class), field) {
            (Some(Tried::Runs(stopped)), Some(field)) if !stopped.contains_key(&field) => {
                stopped.insert(field, what);
            }
            _ => {
                self.tried.insert(class, Tried::Stops(what));
            }
        }
        self.forget_bodies(&[class]);
    }

    /// Whether the class's static initialisers may run class files.
    pub fn takes_up_initializers(&self, class: ClassId) -> bool {
        matches!(self.tried.get(&class), Some(Tried::Runs(_)))
    }

    /// Whether a run of the field's initialiser could not be followed.
    pub(super) fn stops_initializing(&self, field: FieldId) -> bool {
        let class = self.fields[field].class;
        matches!(self.tried.get(&class), Some(Tried::Runs(stopped)) if stopped.contains_key(&field))
    }

    /// Why the field's initialiser is left out, where it was tried.
    pub(super) fn why_left_out(&self, field: FieldId) -> Option<&str> {
        match self.tried.get(&self.fields[field].class)? {
            Tried::Runs(stopped) => stopped.get(&field).map(String::as_str),
            Tried::Stops(what) => self.fields[field].is_static().then_some(what),
        }
    }

    /// Forgets the bodies that initialisers are part of: those of the same top-level class, and of its lambdas.
    fn forget_bodies(&mut self, classes: &[ClassId]) {
        let outermost: Vec<ClassId> = classes.iter().map(|&class| self.outermost(class)).collect();
        let is_part = |method: MethodId| outermost.contains(&self.outermost(self.methods[method].class));
        let forgotten: Vec<MethodId> = self
            .methods
            .iter_enumerated()
            .filter(|(id, method)| {
                is_part(*id) || matches!(method.source, MethodSource::Lambda { owner, .. } if is_part(owner))
            })
            .map(|(id, _)| id)
            .collect();
        for method in forgotten {
            self.bodies[method] = OnceLock::new();
        }
    }
}
