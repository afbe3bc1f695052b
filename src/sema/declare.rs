//! From the declarations of a file to classes, fields and methods with ids: what a file says by itself,
//! before any name in it is looked up. Implicit modifiers and members are made explicit here (JLS 8.1, 8.5,
//! 8.8.9, 8.9, 9.1 to 9.4).

use std::sync::Arc;

use crate::index::{Id as _, IndexVec};
use crate::sema::load::{Loader, MemberState};
use crate::sema::program::{
    Class, ClassId, Field, FieldId, Method, MethodId, MethodKind, MethodSource, Parameter, Role, Unit,
    UnitId, Unsupported,
};
use crate::sema::queries::written_type;
use crate::sema::tables::{ClassTable, Imported, OnDemand, PackageId, UnitScope};
use crate::sema::types::Ty;
use crate::sema::{inner, records};
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{
    BaseType, CompilationUnit, FieldDecl, Ident, Member, MethodDecl, Modifiers, Name, Span, TypeDecl,
    TypeDeclId, TypeKind, TypeParameter,
};

/// A name at the end of a qualified one.
pub(super) fn qualify(prefix: &str, name: &str) -> Name {
    if prefix.is_empty() { name.into() } else { format!("{prefix}.{name}").into() }
}

pub(super) fn dotted(path: &[Ident]) -> String {
    path.iter().map(|ident| &*ident.name).collect::<Vec<_>>().join(".")
}

fn member_span(member: &Member) -> Span {
    match member {
        Member::Field(field) => field.name.span,
        Member::Method(method) => method.name.span,
        Member::Initializer(block) => block.span,
        Member::Type(_) => Span::default(),
    }
}

impl Loader {
    /// Enters all that the file declares.
    pub(super) fn declare(&mut self, tree: CompilationUnit, role: Role) -> UnitId {
        self.declare_in(tree, role, None)
    }

    /// The same where the outermost classes of the file are nested in a class of another.
    pub(super) fn declare_in(
        &mut self,
        mut tree: CompilationUnit,
        role: Role,
        around: Option<ClassId>,
    ) -> UnitId {
        let mut lifted = inner::lift::Lifted::default();
        // The library has neither.
        if !role.is_foreign() {
            let types = self.inferred_types.get(&tree.source.path);
            lifted = inner::lift::lift(&mut tree, types);
            records::complete(&mut tree);
        }
        let package_name = dotted(&tree.package);
        let package = self.intern_package(&package_name);
        let unit = self.program.units.next_id();
        let scope = self.unit_scope(&tree, package, role);
        self.program.tables.units.push(scope);
        if role == Role::Given && (package_name == "java" || package_name.starts_with("java.")) {
            let span = tree.package.first().map_or(Span::default(), |p| p.span);
            self.report_at(&tree.source, span, "package exists in another module: java.base");
        }
        if let Some(member) = tree.compact.iter().find(|member| !matches!(member, Member::Type(_))) {
            let message = "methods and fields outside a class make a class that no test can name: \
                           put a class around them";
            self.report_at(&tree.source, member_span(member), message);
        }
        if role == Role::Given {
            tree.types.iter().for_each(|decl| self.refuse_cyclic_variables(&tree.source, decl));
        }
        let mut classes: IndexVec<TypeDeclId, Option<ClassId>> = IndexVec::new();
        for (id, decl) in tree.types.iter_enumerated() {
            let outer = decl.outer.map(|o| classes[o]).or(around.map(Some));
            let class = match outer {
                Some(None) => None,
                outer => self.declare_class(&tree, unit, package, id, decl, outer.flatten(), role),
            };
            classes.push(class);
        }
        self.program.units.push(Unit { tree, role });
        if lifted.is_wanting && role == Role::Given {
            self.program.tables.wanting_types.push(unit);
        }
        for inner::lift::LiftedClass { key, decl, visible, hidden, constants } in lifted.classes {
            let Some(class) = classes[decl] else { continue };
            self.program.tables.classes_in_code.insert(key, class);
            let visible = visible.into_iter().filter_map(|(name, decl)| Some((name, classes[decl]?)));
            let table = &mut self.program.tables.classes[class];
            table.local_types = visible.collect();
            table.hidden_parameters = hidden;
            table.captured_constants = constants;
        }
        for class in classes.iter().flatten() {
            self.schedule_class(*class);
        }
        unit
    }

    /// A type variable must not be above itself (JLS 8.1.2, 8.4.4).
    fn refuse_cyclic_variables(&mut self, source: &Arc<SourceFile>, decl: &TypeDecl) {
        let of_methods = decl.members.iter().filter_map(|member| match member {
            Member::Method(method) => Some(&method.type_parameters),
            _ => None,
        });
        for variables in of_methods.chain([&decl.type_parameters]) {
            if let Some(cyclic) = variables.iter().find(|variable| is_above_itself(variable, variables)) {
                let message = format!("cyclic inheritance involving {}", cyclic.name.name);
                self.report_at(source, cyclic.name.span, message);
            }
        }
    }

    fn unit_scope(&mut self, tree: &CompilationUnit, package: PackageId, role: Role) -> UnitScope {
        let mut scope = UnitScope {
            package,
            single: Default::default(),
            on_demand: Vec::new(),
            static_single: Default::default(),
            static_on_demand: Vec::new(),
        };
        for import in &tree.imports {
            let path: Arc<[Name]> = import.path.iter().map(|i| i.name.clone()).collect();
            if import.is_module {
                // Its packages are not known; a name that is found nowhere may be of one of them.
                scope.on_demand.push(OnDemand::Path(path));
                continue;
            }
            match (import.is_static, import.on_demand, path.split_last()) {
                (false, false, Some((last, _))) => {
                    if let Some(Imported::Path(other)) = scope.single.get(last)
                        && *other != path
                        && role == Role::Given
                    {
                        let message = format!("a type with the same simple name {last} is already imported");
                        self.report_at(&tree.source, import.span, message);
                    }
                    scope.single.insert(last.clone(), Imported::Path(path));
                }
                (true, false, Some((last, class))) => {
                    scope.static_single.entry(last.clone()).or_default().push(Imported::Path(class.into()));
                }
                (false, true, _) => scope.on_demand.push(OnDemand::Path(path)),
                (true, true, _) => scope.static_on_demand.push(Imported::Path(path)),
                (_, false, None) => {}
            }
        }
        scope
    }

    #[expect(clippy::too_many_arguments, reason = "the context of one declaration, used once")]
    fn declare_class(
        &mut self,
        tree: &CompilationUnit,
        unit: UnitId,
        package: PackageId,
        id: TypeDeclId,
        decl: &TypeDecl,
        outer: Option<ClassId>,
        role: Role,
    ) -> Option<ClassId> {
        let class = self.program.classes.next_id();
        let is_named = !inner::is_local(&decl.name.name);
        if is_named {
            let message = match outer {
                Some(outer) => self.nested_name_clash(outer, &decl.name.name),
                None => self.register_top_level(package, class, decl, role),
            };
            if let Some(message) = message {
                if role == Role::Given {
                    self.report_at(&tree.source, decl.name.span, message);
                }
                return None;
            }
        }
        let prefix = match outer {
            Some(outer) => self.program.classes[outer].qualified_name.clone(),
            None => self.program.tables.packages[package].name.clone(),
        };
        let mut modifiers = self.class_modifiers(decl, outer);
        if role.is_compiled() && decl.kind == TypeKind::Enum && !decl.modifiers.has(Modifiers::FINAL) {
            // It has constants with bodies.
            modifiers.bits &= !Modifiers::FINAL;
        }
        if let (Some(outer), true) = (outer, is_named) {
            self.program.tables.classes[outer].types.insert(decl.name.name.clone(), class);
        }
        let mut table = ClassTable::new(package);
        table.type_parameters = decl.type_parameters.iter().map(|t| t.name.name.clone()).collect();
        self.program.tables.classes.push(table);
        self.program.classes.push(Class {
            unit,
            decl: id,
            name: decl.name.name.clone(),
            qualified_name: qualify(&prefix, &decl.name.name),
            kind: decl.kind,
            modifiers,
            outer,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            constants: Vec::new(),
            static_initializer: None,
            instance_initializer: None,
            unsupported: unsupported_kind(decl, modifiers, outer.is_some(), role),
        });
        self.class_added();
        self.declare_fields(tree, class, decl, role);
        if !role.is_compiled() {
            self.declare_outer_instance(class, decl);
            self.note_captured(class);
        }
        self.declare_methods(class, decl, role);
        self.declare_initializers(class, decl, role);
        Some(class)
    }

    fn register_top_level(
        &mut self,
        package: PackageId,
        class: ClassId,
        decl: &TypeDecl,
        role: Role,
    ) -> Option<String> {
        if role == Role::Driver {
            return None;
        }
        let package = &mut self.program.tables.packages[package];
        if package.classes.contains_key(&decl.name.name) {
            return Some(format!("duplicate class: {}", qualify(&package.name, &decl.name.name)));
        }
        package.classes.insert(decl.name.name.clone(), class);
        None
    }

    fn nested_name_clash(&self, outer: ClassId, name: &str) -> Option<String> {
        let program = &self.program;
        if program.tables.classes[outer].types.contains_key(name) {
            let outer = &program.classes[outer].qualified_name;
            return Some(format!("class {outer}.{name} is already defined in class {outer}"));
        }
        let mut scope = Some(outer);
        while let Some(class) = scope {
            if &*program.classes[class].name == name {
                return Some(format!("class {name} is already defined around here"));
            }
            scope = program.classes[class].outer;
        }
        None
    }

    fn class_modifiers(&self, decl: &TypeDecl, outer: Option<ClassId>) -> Modifiers {
        let mut modifiers = decl.modifiers;
        let is_member = !inner::is_local(&decl.name.name);
        if is_member && outer.is_some_and(|o| self.program.classes[o].is_interface()) {
            modifiers.bits |= Modifiers::PUBLIC | Modifiers::STATIC;
        }
        match decl.kind {
            TypeKind::Interface | TypeKind::Annotation => modifiers.bits |= Modifiers::ABSTRACT,
            TypeKind::Enum if decl.constants.iter().all(|c| c.body.is_none()) => {
                modifiers.bits |= Modifiers::FINAL;
            }
            // No object is of the enum itself: what it leaves open, the bodies fill in.
            TypeKind::Enum if decl.constants.iter().all(|c| c.body.is_some()) => {
                modifiers.bits |= Modifiers::ABSTRACT;
            }
            TypeKind::Record => modifiers.bits |= Modifiers::FINAL,
            TypeKind::Class | TypeKind::Enum => {}
        }
        if outer.is_some() && decl.kind != TypeKind::Class {
            modifiers.bits |= Modifiers::STATIC;
        }
        modifiers
    }

    fn declare_fields(&mut self, tree: &CompilationUnit, class: ClassId, decl: &TypeDecl, role: Role) {
        for constant in &decl.constants {
            let bits = Modifiers::PUBLIC | Modifiers::STATIC | Modifiers::FINAL;
            let modifiers = Modifiers { bits, span: constant.name.span };
            let field = self.add_field(class, &constant.name, modifiers, constant.span, None, role, tree);
            self.field_states[field] = MemberState::Complete;
            self.program.fields[field].ty = Ty::Class(class);
            self.program.classes[class].constants.push(field);
        }
        let in_interface = self.program.classes[class].is_interface();
        for (n, member) in decl.members.iter().enumerate() {
            let Member::Field(declared) = member else { continue };
            let mut modifiers = declared.modifiers;
            if in_interface {
                modifiers.bits |= Modifiers::PUBLIC | Modifiers::STATIC | Modifiers::FINAL;
            }
            let FieldDecl { name, span, .. } = declared;
            self.add_field(class, name, modifiers, *span, Some(n as u32), role, tree);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the context of one declaration")]
    fn add_field(
        &mut self,
        class: ClassId,
        name: &Ident,
        modifiers: Modifiers,
        span: Span,
        member: Option<u32>,
        role: Role,
        tree: &CompilationUnit,
    ) -> FieldId {
        let field = self.program.fields.push(Field {
            class,
            name: name.name.clone(),
            ty: Ty::Unknown,
            modifiers,
            constant: None,
            span,
            unsupported: None,
            is_generic: false,
        });
        self.field_states.push(MemberState::Declared);
        self.program.tables.field_members.push(member);
        self.program.classes[class].fields.push(field);
        let by_name = &mut self.program.tables.classes[class].fields;
        if by_name.contains_key(&name.name) {
            if role == Role::Given {
                let class = &self.program.classes[class].qualified_name;
                let message = format!("variable {} is already defined in class {class}", name.name);
                self.report_at(&tree.source, name.span, message);
            }
        } else {
            by_name.insert(name.name.clone(), field);
        }
        field
    }

    fn declare_methods(&mut self, class: ClassId, decl: &TypeDecl, role: Role) {
        for (n, member) in decl.members.iter().enumerate() {
            let Member::Method(declared) = member else { continue };
            let method = self.method(class, declared, role);
            self.add_method(method, Some(n as u32), MemberState::Declared);
        }
        let constructible =
            matches!(decl.kind, TypeKind::Class | TypeKind::Enum) && !inner::is_anonymous(&decl.name.name);
        // What the language adds is in a class file like the rest.
        if role.is_compiled() {
            return;
        }
        if constructible && self.program.tables.classes[class].constructors.is_empty() {
            self.add_default_constructor(class, decl);
        }
        if decl.kind == TypeKind::Enum {
            self.add_enum_methods(class, decl);
        }
    }

    fn add_method(&mut self, method: Method, member: Option<u32>, state: MemberState) -> MethodId {
        let (class, name, kind) = (method.class, method.name.clone(), method.kind);
        let id = self.program.methods.push(method);
        self.program.tables.method_members.push(member);
        self.method_states.push(state);
        let table = &mut self.program.tables.classes[class];
        match kind {
            MethodKind::Method => table.methods.entry(name).or_default().push(id),
            MethodKind::Constructor => table.constructors.push(id),
            MethodKind::StaticInitializer | MethodKind::InstanceInitializer => return id,
        }
        self.program.classes[class].methods.push(id);
        id
    }

    fn method(&self, class: ClassId, decl: &MethodDecl, role: Role) -> Method {
        let declaring = &self.program.classes[class];
        // A "method" without a type whose name is another's is one without its return type.
        let is_constructor = decl.return_type.is_none();
        let mut modifiers = decl.modifiers;
        let concrete = Modifiers::STATIC | Modifiers::DEFAULT | Modifiers::PRIVATE;
        if declaring.is_interface() {
            if !modifiers.has(Modifiers::PRIVATE) {
                modifiers.bits |= Modifiers::PUBLIC;
            }
            if !modifiers.has(concrete) {
                modifiers.bits |= Modifiers::ABSTRACT;
            }
        } else if declaring.is_enum() && is_constructor {
            modifiers.bits |= Modifiers::PRIVATE;
        }
        let source = match &decl.body {
            Some(code) => MethodSource::Code(code.clone()),
            None if modifiers.has(Modifiers::NATIVE) && role == Role::Library => {
                MethodSource::Native(native_key(&declaring.qualified_name, decl))
            }
            None if modifiers.has(Modifiers::COMPILED) && !modifiers.has(Modifiers::ABSTRACT) => {
                MethodSource::ClassFile
            }
            None if modifiers.has(Modifiers::IMPLIED) => MethodSource::OfRecord,
            None => MethodSource::Abstract,
        };
        Method {
            class,
            name: if is_constructor { "<init>".into() } else { decl.name.name.clone() },
            kind: if is_constructor { MethodKind::Constructor } else { MethodKind::Method },
            modifiers,
            parameters: decl.parameters.iter().map(unresolved_parameter).collect(),
            return_type: if is_constructor { Ty::Void } else { Ty::Unknown },
            varargs: decl.parameters.last().is_some_and(|p| p.varargs),
            throws: Vec::new(),
            source,
            span: decl.span,
            unsupported: None,
            is_generic: false,
            throws_variable: false,
        }
    }

    fn add_default_constructor(&mut self, class: ClassId, decl: &TypeDecl) {
        let access = Modifiers::PUBLIC | Modifiers::PROTECTED | Modifiers::PRIVATE;
        let bits = match decl.kind {
            TypeKind::Enum => Modifiers::PRIVATE,
            _ => self.program.classes[class].modifiers.bits & access,
        };
        let method = Method {
            class,
            name: "<init>".into(),
            kind: MethodKind::Constructor,
            modifiers: Modifiers { bits, span: decl.name.span },
            source: MethodSource::DefaultConstructor,
            ..implied_method(class, decl.span)
        };
        self.add_method(method, None, MemberState::Declared);
    }

    /// `values()` and `valueOf(String)`; their types are filled in when the library is there.
    fn add_enum_methods(&mut self, class: ClassId, decl: &TypeDecl) {
        let bits = Modifiers::PUBLIC | Modifiers::STATIC;
        let modifiers = Modifiers { bits, span: decl.name.span };
        let values = Method {
            name: "values".into(),
            modifiers,
            return_type: Ty::Class(class).array_of().map_or(Ty::Unknown, Ty::Array),
            source: MethodSource::EnumValues,
            ..implied_method(class, decl.span)
        };
        self.add_method(values, None, MemberState::Complete);
        let parameter = Parameter { name: "name".into(), ty: Ty::Unknown, is_final: false };
        let value_of = Method {
            name: "valueOf".into(),
            modifiers,
            parameters: vec![parameter],
            return_type: Ty::Class(class),
            source: MethodSource::EnumValueOf,
            ..implied_method(class, decl.span)
        };
        self.add_method(value_of, None, MemberState::Declared);
    }

    fn declare_initializers(&mut self, class: ClassId, decl: &TypeDecl, role: Role) {
        let in_interface = self.program.classes[class].is_interface();
        let is_compiled = role.is_compiled();
        let (mut on_class, mut on_object) = (!decl.constants.is_empty(), false);
        for member in &decl.members {
            match member {
                // A blank constant is an error that the initialiser's end shows.
                Member::Field(field) if is_blank_constant(field) => on_class |= !is_compiled,
                Member::Field(field) if field.init.is_some() => {
                    if in_interface || field.modifiers.has(Modifiers::STATIC) {
                        on_class = true;
                    } else {
                        on_object = true;
                    }
                }
                Member::Initializer(block) if block.is_static => on_class = true,
                Member::Initializer(_) => on_object = true,
                Member::Field(_) | Member::Method(_) | Member::Type(_) => {}
            }
        }
        if on_class {
            let bits = Modifiers::STATIC;
            let method = self.initializer(class, decl, MethodKind::StaticInitializer, "<clinit>", bits);
            if is_compiled {
                self.program.methods[method].source = MethodSource::ClassFile;
            }
            self.program.classes[class].static_initializer = Some(method);
        }
        if on_object {
            let method = self.initializer(class, decl, MethodKind::InstanceInitializer, "<instance>", 0);
            self.program.classes[class].instance_initializer = Some(method);
        }
    }

    fn initializer(
        &mut self,
        class: ClassId,
        decl: &TypeDecl,
        kind: MethodKind,
        name: &str,
        bits: u32,
    ) -> MethodId {
        let method = Method {
            name: name.into(),
            kind,
            modifiers: Modifiers { bits, span: decl.name.span },
            source: MethodSource::Initializers,
            ..implied_method(class, decl.span)
        };
        self.add_method(method, None, MemberState::Complete)
    }
}

fn is_blank_constant(field: &FieldDecl) -> bool {
    field.init.is_none() && field.modifiers.has(Modifiers::STATIC) && field.modifiers.has(Modifiers::FINAL)
}

/// A method that nobody wrote, to be completed.
pub(super) fn implied_method(class: ClassId, span: Span) -> Method {
    Method {
        class,
        name: "".into(),
        kind: MethodKind::Method,
        modifiers: Modifiers::default(),
        parameters: Vec::new(),
        return_type: Ty::Void,
        varargs: false,
        throws: Vec::new(),
        source: MethodSource::Abstract,
        span,
        unsupported: None,
        is_generic: false,
        throws_variable: false,
    }
}

fn unresolved_parameter(parameter: &crate::syntax::tree::Parameter) -> Parameter {
    Parameter {
        name: parameter.name.name.clone(),
        ty: Ty::Unknown,
        is_final: parameter.modifiers.has(Modifiers::FINAL),
    }
}

/// `java.lang.String.charAt(int)`: under this key the interpreter has a native method.
fn native_key(class: &str, decl: &MethodDecl) -> Name {
    let parameters: Vec<String> = decl.parameters.iter().map(|p| written_type(&p.ty)).collect();
    format!("{class}.{}({})", decl.name.name, parameters.join(",")).into()
}

/// What of the kind of class lies outside the subset.
fn unsupported_kind(
    decl: &TypeDecl,
    modifiers: Modifiers,
    is_nested: bool,
    role: Role,
) -> Option<Unsupported> {
    let is_inner = is_nested && !modifiers.has(Modifiers::STATIC);
    // What its constructors get besides their arguments is not made for it.
    let what = "inner class".to_owned();
    (is_inner && role.is_compiled()).then_some(Unsupported { what, span: decl.name.span })
}

/// The index of a class in tables that grow while loading.
pub(super) fn position(class: ClassId) -> usize {
    class.index()
}

fn is_above_itself(variable: &TypeParameter, all: &[TypeParameter]) -> bool {
    let bound = |of: &TypeParameter| match of.bounds.first().filter(|bound| bound.dims == 0).map(|b| &b.base)
    {
        Some(BaseType::Named(segments)) => match &segments[..] {
            [only] => all.iter().find(|other| other.name.name == only.name.name),
            _ => None,
        },
        _ => None,
    };
    // Longer than all of them no row is that does not come back.
    let mut above = std::iter::successors(bound(variable), |&next| bound(next)).take(all.len());
    above.any(|other| other.name.name == variable.name.name)
}
