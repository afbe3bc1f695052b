//! Classes that code comes to: entered, touched, driven (see the stage's module).

use super::{DRIVEN_LEVELS, Loader, MemberKind, MemberState, Task, class_in};
use crate::sema::declare::position;
use crate::sema::names::World;
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::TypeKind;

impl Loader {
    pub(super) fn enter(&mut self, class: ClassId) {
        self.headers(class);
        self.complete_function(class);
        let role = self.program.role(class);
        if role.is_compiled() {
            return;
        }
        self.enter_members(class);
        let methods = self.program.classes[class].methods.clone();
        if matches!(role, Role::Given | Role::Driver | Role::Stub) {
            self.want(class);
            self.touch(class);
            for method in methods {
                self.tasks.push_back(Task::Method(method, MemberState::Scanned));
                self.tasks.push_back(Task::Signature(method, 0));
            }
            let supertypes: Vec<ClassId> = self.program.classes[class].supertypes().collect();
            for supertype in supertypes {
                self.inherit(supertype);
            }
        }
    }

    /// Those of its members that are wanted get their types; the others when they are.
    pub(in crate::sema) fn enter_members(&mut self, class: ClassId) {
        let role = self.program.role(class);
        let is_lazy = role == Role::SourcePath || role.is_compiled();
        let c = &self.program.classes[class];
        for &field in &c.fields {
            let key = (MemberKind::Field, self.program.fields[field].name.clone());
            if !is_lazy || self.demanded.contains(&key) {
                self.tasks.push_back(Task::Field(field));
            }
            self.declarers.entry(key).or_default().push(class);
        }
        for &method in &c.methods {
            let key = (MemberKind::Method, self.program.methods[method].name.clone());
            if self.demanded.contains(&key) {
                self.tasks.push_back(Task::Method(method, MemberState::Complete));
            }
            self.declarers.entry(key).or_default().push(class);
        }
    }

    /// Code may use this class.
    pub(in crate::sema) fn touch(&mut self, class: ClassId) {
        let mut touched = vec![class];
        while let Some(class) = touched.pop() {
            if std::mem::replace(&mut self.touched[position(class)], true) {
                continue;
            }
            self.headers(class);
            self.reach(class);
            self.tasks.push_back(Task::Touch(class));
            let c = &self.program.classes[class];
            touched.extend(c.supertypes().chain(c.outer));
        }
    }

    pub(super) fn touch_members(&mut self, class: ClassId) {
        if self.program.role(class).is_compiled() {
            return;
        }
        for method in self.program.classes[class].methods.clone() {
            let key = (MemberKind::Method, self.program.methods[method].name.clone());
            if self.demanded.contains(&key) {
                self.tasks.push_back(Task::Method(method, MemberState::Scanned));
            }
        }
        for field in self.program.classes[class].fields.clone() {
            self.tasks.push_back(Task::Field(field));
        }
        self.scan_initializers(class);
    }

    /// A method whose types are known.
    pub(super) fn drive_signature(&mut self, method: MethodId, level: usize) {
        let m = &self.program.methods[method];
        // What a given method returns is looked at with the methods of its class.
        let returned = (level == 0).then_some(m.return_type);
        let types: Vec<Ty> = m.parameters.iter().map(|p| p.ty).chain(returned).collect();
        for class in types.into_iter().filter_map(class_in) {
            self.drive(class, level + 1);
        }
        for class in self.written_beside_compiled(method) {
            self.load_forms(class);
            self.drive(class, level + 1);
        }
    }

    /// Drivers make objects of this class, or of another one of its file, and call their methods.
    pub(in crate::sema) fn drive(&mut self, class: ClassId, level: usize) {
        if level <= DRIVEN_LEVELS {
            self.want(class);
        }
        let unit = self.program.classes[class].unit;
        let is_known = self.driven.get(&unit).is_some_and(|&known| known <= level);
        if self.program.role(class) != Role::SourcePath || level > DRIVEN_LEVELS || is_known {
            return;
        }
        self.driven.insert(unit, level);
        let of_unit = self.program.classes.ids().filter(|&c| self.program.classes[c].unit == unit);
        for class in of_unit.collect::<Vec<_>>() {
            self.touch(class);
            for &method in &self.program.classes[class].methods {
                self.tasks.push_back(Task::Method(method, MemberState::Scanned));
                self.tasks.push_back(Task::Signature(method, level));
            }
        }
    }

    pub(in crate::sema) fn want(&mut self, class: ClassId) {
        let c = &self.program.classes[class];
        let is_abstract = c.kind == TypeKind::Interface || c.kind == TypeKind::Class && c.is_abstract();
        // Of an abstract class of the JDK drivers have objects of their own, or none.
        let may_have_objects = c.kind == TypeKind::Interface || self.program.role(class) != Role::Jdk;
        if is_abstract && self.program.role(class) == Role::Library {
            self.taken_of_library.insert(class);
        } else if is_abstract && may_have_objects {
            self.wanted.insert(class);
        }
    }

    pub(in crate::sema) fn inherit(&mut self, class: ClassId) {
        if !std::mem::replace(&mut self.inherited[position(class)], true) {
            self.tasks.push_back(Task::Inherit(class));
        }
    }

    pub(super) fn complete_signatures(&mut self, class: ClassId) {
        self.headers(class);
        for method in self.program.classes[class].methods.clone() {
            self.tasks.push_back(Task::Method(method, MemberState::Complete));
        }
        let supertypes: Vec<ClassId> = self.program.classes[class].supertypes().collect();
        for supertype in supertypes {
            self.inherit(supertype);
        }
    }
}
