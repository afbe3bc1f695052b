//! Which classes and members a piece of code may name. It looks at the nodes of the arenas one by one, not
//! at their order or scope: what is no class after all costs one lookup, and once.

use smallvec::SmallVec;

use crate::sema::error::TypeNameError;
use crate::sema::load::{Loader, MemberKind};
use crate::sema::names::{World as _, class_in, class_name_in, erased_class};
use crate::sema::program::{ClassId, MethodId, MethodSource};
use crate::sema::reach::bound_of;
use crate::sema::refused::Visible;
use crate::sema::tables::Imported;
use crate::syntax::tree::{
    BaseType, Code, Creation, ExprId, ExprKind, LambdaParameters, LocalTypes, Member, Name, Pattern,
    ReferenceTarget, Resource, StmtKind, SwitchBody, SwitchLabel, TypeRef,
};

/// Longer chains of names are no qualified names of classes.
const MAX_NAME_PARTS: usize = 16;

impl Loader {
    pub(super) fn scan_method(&mut self, method: MethodId) {
        let m = &self.program.methods[method];
        if let MethodSource::Code(code) = m.source.clone() {
            self.scan(m.class, &code);
        } else if matches!(m.source, MethodSource::OfRecord) {
            self.scan_record_member();
        }
    }

    /// What the members of a record call that nobody wrote.
    fn scan_record_member(&mut self) {
        for name in ["compare", "equals", "hashCode"] {
            self.demand(MemberKind::Method, name);
        }
        let package = self.intern_package("java.util");
        if let Some(objects) = self.top_level(package, "Objects") {
            self.touch(objects);
        }
    }

    /// The initialisers of fields, blocks, and the arguments of enum constants.
    pub(super) fn scan_initializers(&mut self, class: ClassId) {
        let decl = self.program.decl(class);
        let mut codes: Vec<std::sync::Arc<Code>> =
            decl.constants.iter().map(|c| c.arguments.clone()).collect();
        codes.extend(decl.members.iter().filter_map(|member| match member {
            Member::Field(field) => field.init.clone(),
            Member::Initializer(block) => Some(block.body.clone()),
            Member::Method(_) | Member::Type(_) => None,
        }));
        for code in codes {
            self.scan(class, &code);
        }
        // A driver makes an object of it by `outer.new Inner()`.
        if self.program.outer_instance(class).is_some() && !self.program.is_local_class(class) {
            self.scan_null_check();
        }
        self.complete_initializers(class);
    }

    pub(super) fn scan(&mut self, class: ClassId, code: &Code) {
        let visible = Visible::of(code);
        for (_, expr) in visible.exprs() {
            self.scan_expr(class, code, &expr.kind);
        }
        for (_, stmt) in visible.stmts() {
            match &stmt.kind {
                StmtKind::Local(local) => self.scan_type(class, &local.ty),
                StmtKind::ForEach { variable, .. } => {
                    self.scan_type(class, &variable.ty);
                    self.scan_iteration();
                }
                StmtKind::Try(statement) => {
                    self.scan_resources(class, &statement.resources);
                    for ty in statement.catches.iter().flat_map(|c| &c.types) {
                        self.scan_type(class, ty);
                    }
                }
                StmtKind::Switch { body, .. } => self.scan_switch(class, body),
                StmtKind::LocalType(types) => self.scan_class_in_code(types),
                StmtKind::Synchronized { .. } => self.demand(MemberKind::Method, "getClass"),
                // A failing one makes an object of this class.
                StmtKind::Assert { .. } => self.touch(self.program.well_known.assertion_error),
                _ => {}
            }
        }
    }

    /// What an enhanced `for` calls without a name in the code.
    fn scan_iteration(&mut self) {
        for name in ["iterator", "hasNext", "next"] {
            self.demand(MemberKind::Method, name);
        }
    }

    /// What a `try` calls to close its resources.
    fn scan_resources(&mut self, class: ClassId, resources: &[Resource]) {
        if resources.is_empty() {
            return;
        }
        self.demand(MemberKind::Method, "close");
        self.demand(MemberKind::Method, "addSuppressed");
        self.touch(self.program.well_known.throwable);
        let package = self.intern_package("java.lang");
        if let Some(closeable) = self.top_level(package, "AutoCloseable") {
            self.touch(closeable);
        }
        for resource in resources {
            if let Resource::Declared(variable) = resource {
                self.scan_type(class, &variable.ty);
            }
        }
    }

    fn scan_expr(&mut self, class: ClassId, code: &Code, kind: &ExprKind) {
        match kind {
            ExprKind::Name(name) => {
                self.demand(MemberKind::Field, name);
                self.scan_static_import(class, name);
            }
            ExprKind::Field { target, name } => {
                self.demand(MemberKind::Field, &name.name);
                self.scan_target(class, code, *target);
            }
            ExprKind::Call { target, name, .. } => {
                self.demand(MemberKind::Method, &name.name);
                match target {
                    Some(target) => self.scan_target(class, code, *target),
                    None => self.scan_static_import(class, &name.name),
                }
            }
            ExprKind::GenericCall(call) => {
                self.demand(MemberKind::Method, &call.name.name);
                self.scan_target(class, code, call.target);
                for argument in call.type_arguments.iter().filter_map(bound_of) {
                    self.scan_type(class, argument);
                }
            }
            ExprKind::Lambda(lambda) => {
                self.may_have_functions();
                if let LambdaParameters::Declared(list) = &lambda.parameters {
                    list.iter().for_each(|parameter| self.scan_type(class, &parameter.ty));
                }
            }
            ExprKind::MethodReference(reference) => {
                self.may_have_functions();
                self.demand(MemberKind::Method, reference.name.as_ref().map_or("<init>", |name| &name.name));
                match &reference.target {
                    ReferenceTarget::Expr(target) => self.scan_target(class, code, *target),
                    ReferenceTarget::Type(ty) => self.scan_type(class, ty),
                }
            }
            ExprKind::Matches { pattern, .. } => self.scan_pattern(class, pattern),
            ExprKind::Switch { body, .. } => self.scan_switch(class, body),
            ExprKind::New { class: ty, .. }
            | ExprKind::NewArray { ty, .. }
            | ExprKind::NewArrayOf { ty, .. }
            | ExprKind::Cast { ty, .. }
            | ExprKind::InstanceOf { ty, .. }
            | ExprKind::ClassLiteral(ty)
            | ExprKind::OuterThis(ty)
            | ExprKind::Super { qualifier: Some(ty) } => self.scan_type(class, ty),
            ExprKind::Creation(creation) => self.scan_creation(class, creation),
            _ => {}
        }
    }

    /// What a `switch` over patterns calls without a name in the code.
    fn scan_switch(&mut self, class: ClassId, body: &SwitchBody) {
        for label in body.groups.iter().flat_map(|group| &group.labels) {
            if let SwitchLabel::Pattern(pattern) = label {
                self.scan_pattern(class, pattern);
                let package = self.intern_package("java.lang");
                for name in ["MatchException", "NullPointerException"] {
                    if let Some(thrown) = self.top_level(package, name) {
                        self.touch(thrown);
                    }
                }
            }
        }
    }

    fn scan_pattern(&mut self, class: ClassId, pattern: &Pattern) {
        match pattern {
            Pattern::Any(_) => {}
            Pattern::Type(pattern) => self.scan_type(class, &pattern.ty),
            Pattern::Record(pattern) => {
                self.scan_type(class, &pattern.ty);
                if let BaseType::Named(segments) = &pattern.ty.base
                    && let Ok(record) = class_in(self, class, segments)
                {
                    let components = self.program.decl(record).components.clone();
                    let kind = match self.program.role(record).is_compiled() {
                        true => MemberKind::Method,
                        false => MemberKind::Field,
                    };
                    components.iter().for_each(|c| self.demand(kind, &c.name.name));
                }
                pattern.parts.iter().for_each(|part| self.scan_pattern(class, part));
            }
        }
    }

    /// `Objects.requireNonNull`
    fn scan_null_check(&mut self) {
        self.demand(MemberKind::Method, "requireNonNull");
        let package = self.intern_package("java.util");
        if let Some(objects) = self.top_level(package, "Objects") {
            self.touch(objects);
        }
    }

    fn scan_creation(&mut self, class: ClassId, creation: &Creation) {
        self.scan_type(class, &creation.class);
        if creation.outer.is_some() {
            self.scan_null_check();
        }
        creation.body.iter().for_each(|types| self.scan_class_in_code(types));
    }

    fn scan_class_in_code(&mut self, types: &std::sync::Arc<LocalTypes>) {
        if let Some(own) = self.program.class_in_code(types) {
            self.touch(own);
            // Whoever gets the object may call what the code here does not name.
            for method in self.program.classes[own].methods.clone() {
                self.schedule_scan(method);
            }
        }
    }

    /// What stands before a dot may be the name of a class.
    fn scan_target(&mut self, class: ClassId, code: &Code, target: ExprId) {
        let mut parts: SmallVec<[&Name; 8]> = SmallVec::new();
        let mut current = target;
        loop {
            match &code.exprs[current].kind {
                ExprKind::Field { target, name } if parts.len() < MAX_NAME_PARTS => {
                    parts.push(&name.name);
                    current = *target;
                }
                ExprKind::Name(name) => {
                    parts.push(name);
                    break;
                }
                _ => return,
            }
        }
        parts.reverse();
        let whole: Name = match &parts[..] {
            [only] => (*only).clone(),
            parts => parts.iter().map(|p| &***p).collect::<Vec<_>>().join(".").into(),
        };
        if !self.looked_up.insert((class, whole)) {
            return;
        }
        let parts: SmallVec<[&str; 8]> = parts.iter().map(|p| &***p).collect();
        if let Ok(Some(found)) = class_name_in(self, class, &parts) {
            self.touch(found);
        }
    }

    fn scan_type(&mut self, class: ClassId, ty: &TypeRef) {
        let BaseType::Named(segments) = &ty.base else { return };
        for argument in segments.iter().flat_map(|segment| segment.arguments.iter().flatten()) {
            if let Some(argument) = bound_of(argument) {
                self.scan_type(class, argument);
            }
        }
        if let [only] = &segments[..]
            && !self.looked_up.insert((class, only.name.name.clone()))
        {
            return;
        }
        match class_in(self, class, segments) {
            Ok(found) => self.touch(found),
            Err(TypeNameError::Variable { .. }) => {
                if let Ok(found) = erased_class(self, class, &[], segments) {
                    self.touch(found);
                }
            }
            Err(_) => {}
        }
    }

    fn scan_static_import(&mut self, class: ClassId, name: &Name) {
        let unit = self.program.classes[class].unit;
        let scope = &self.program.tables.units[unit];
        let on_demand = scope.static_on_demand.len();
        if on_demand == 0 && scope.static_single.is_empty() {
            return;
        }
        let mut imports = self.static_imports(unit, name);
        for n in 0..on_demand {
            imports.push(self.static_on_demand(unit, n));
        }
        for import in imports {
            if let Imported::Class(imported) = import {
                self.touch(imported);
            }
        }
    }
}
