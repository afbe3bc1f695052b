//! The end of loading: what follows from all classes together.

use std::collections::HashSet;

use crate::index::Id as _;
use crate::sema::class_checks;
use crate::sema::declare::position;
use crate::sema::field_constants;
use crate::sema::load::{Loader, MemberState};
use crate::sema::program::{ClassId, MethodId, MethodSource, Role, Unsupported};
use crate::sema::tables::Opaque;

impl Loader {
    pub(super) fn finish(&mut self) {
        self.scan_what_is_called_back();
        for class in self.supertypes_first() {
            self.gather_from_supertypes(class);
        }
        self.add_forwarding_constructors();
        self.add_bridges();
        self.disable_unloaded();
        for (field, constant) in field_constants::evaluate(&self.program) {
            self.program.fields[field].constant = Some(constant);
        }
        let errors = class_checks::check(&self.program);
        self.errors.extend(errors);
        if self.errors.is_empty() {
            self.add_lambdas();
            self.program.tables.supertypes_of_unread = self.program.supertypes_of_unread_classes();
        }
    }

    /// What nothing was seen to name is of no use: its types are not known, or what it calls is not loaded.
    fn disable_unloaded(&mut self) {
        for method in self.program.methods.ids() {
            let is_native = matches!(self.program.methods[method].source, MethodSource::Native(_));
            let wanted = match self.program.role(self.program.methods[method].class) {
                Role::Library if !is_native => MemberState::Scanned,
                _ => MemberState::Complete,
            };
            let m = &self.program.methods[method];
            let has_code = matches!(m.source, MethodSource::Code(_))
                || self.method_states[method] == MemberState::Declared;
            if self.method_states[method] < MemberState::Scanned {
                self.program.tables.unreached.grow_and_insert(method.index());
            }
            if self.method_states[method] < wanted && has_code && m.unsupported.is_none() {
                let what = format!("method {}, which is not loaded", self.program.method_name(method));
                let span = self.program.methods[method].span;
                self.program.methods[method].unsupported = Some(Unsupported { what, span });
            }
        }
        for field in self.program.fields.ids() {
            if self.field_states[field] == MemberState::Declared {
                let f = &mut self.program.fields[field];
                let what = format!("field {}, which is not loaded", f.name);
                f.unsupported.get_or_insert(Unsupported { what, span: f.span });
            }
        }
    }

    /// Reads what code of others may call by what it overrides, though nothing that is read names it: where there are objects of
    /// its class.
    fn scan_what_is_called_back(&mut self) {
        loop {
            let program = &self.program;
            let is_called_back = |&method: &MethodId| {
                let class = program.methods[method].class;
                self.method_states[method] < MemberState::Scanned
                    && self.touched[position(class)]
                    && !program.role(class).is_foreign()
                    && program.overrides_foreign(method)
            };
            let called_back: Vec<MethodId> = program.methods.ids().filter(is_called_back).collect();
            if called_back.is_empty() {
                return;
            }
            called_back.into_iter().for_each(|method| self.schedule_scan(method));
            self.run_tasks();
        }
    }

    /// All classes, each behind its supertypes. Headers know no cycles.
    fn supertypes_first(&self) -> Vec<ClassId> {
        let mut order = Vec::with_capacity(self.program.classes.len());
        let mut done = vec![false; self.program.classes.len()];
        let mut pending: Vec<ClassId> = Vec::new();
        for root in self.program.classes.ids() {
            pending.push(root);
            while let Some(&class) = pending.last() {
                let waiting = self.program.classes[class].supertypes().find(|&s| !done[position(s)]);
                match waiting {
                    Some(supertype) if !done[position(class)] => pending.push(supertype),
                    _ => {
                        pending.pop();
                        if !std::mem::replace(&mut done[position(class)], true) {
                            order.push(class);
                        }
                    }
                }
            }
        }
        order
    }

    fn gather_from_supertypes(&mut self, class: ClassId) {
        let supertypes: Vec<ClassId> = self.program.classes[class].supertypes().collect();
        let mut ancestors = vec![class];
        let mut opaque: Vec<Opaque> = std::mem::take(&mut self.program.tables.classes[class].opaque);
        let is_concrete = self.is_concrete(class);
        let mut seen: HashSet<String> = opaque.iter().map(|o| o.reason.what.clone()).collect();
        for &supertype in &supertypes {
            let table = &mut self.program.tables.classes[supertype];
            table.subclasses.push(class);
            ancestors.extend(&table.ancestors);
            opaque.extend(
                table
                    .opaque
                    .iter()
                    .filter(|o| seen.insert(o.reason.what.clone()))
                    .map(|o| o.inherited(is_concrete)),
            );
        }
        ancestors.sort_unstable();
        ancestors.dedup();
        let table = &mut self.program.tables.classes[class];
        table.ancestors = ancestors;
        table.opaque = opaque;
    }
}
