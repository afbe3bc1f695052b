//! The classes of lambdas in the tables of a program: made when all else is loaded, from the originals' bodies.

use std::sync::{Arc, OnceLock};

use super::free::captured;
use super::{Captured, LambdaClass};
use crate::index::Id as _;
use crate::sema::attribute;
use crate::sema::declare::{implied_method, qualify};
use crate::sema::load::{Loader, MemberState};
use crate::sema::program::{
    Class, ClassId, Field, FieldId, LeftOut, Method, MethodId, MethodKind, MethodSource, Parameter, Program,
    Role, Unit, UnitId,
};
use crate::sema::tables::{ClassTable, UnitScope};
use crate::sema::typed_tree::{Body, LambdaKey, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::{
    Code, CompilationUnit, Expr, ExprKind, Ident, Member, Modifiers, Name, Span, TypeDecl, TypeKind,
};

/// What the original's body says of one of its lambdas.
struct FoundLambda {
    owner: MethodId,
    key: LambdaKey,
    interface: ClassId,
    function: MethodId,
    markers: Vec<ClassId>,
    captured: Vec<Captured>,
    result: Ty,
    span: Span,
}

impl Loader {
    /// Makes a class for each lambda and method reference in the sources of the program.
    pub(in crate::sema) fn add_lambdas(&mut self) {
        let owners: Vec<MethodId> =
            self.program.methods.ids().filter(|&m| has_lambdas(&self.program, m)).collect();
        if owners.is_empty() {
            self.program.tables.has_unknown_lambdas = self.has_unknown_lambdas();
            return;
        }
        // Bodies that are looked at on the way are looked at again when the classes are there.
        self.program.bodies = self.program.methods.ids().map(|_| OnceLock::new()).collect();
        let found: Vec<FoundLambda> =
            owners.into_iter().flat_map(|owner| found_in(&self.program, owner)).collect();
        let mut units: Vec<(UnitId, UnitId)> = Vec::new();
        for lambda in found {
            let of_owner = self.program.classes[self.program.methods[lambda.owner].class].unit;
            let unit = match units.iter().find(|(known, _)| *known == of_owner) {
                Some(&(_, unit)) => unit,
                None => {
                    let unit = self.add_lambda_unit(of_owner);
                    units.push((of_owner, unit));
                    unit
                }
            };
            self.add_lambda(unit, lambda);
        }
        for table in self.program.tables.classes.iter_mut() {
            (table.members, table.initialized, table.dispatch) = Default::default();
        }
        self.program.tables.compared_by_identity = OnceLock::new();
        self.program.tables.makers = OnceLock::new();
        self.program.tables.looked_up = OnceLock::new();
        self.program.tables.has_unknown_lambdas = self.has_unknown_lambdas();
    }

    /// Whether there is code with more lambdas than classes were made for.
    fn has_unknown_lambdas(&self) -> bool {
        let program = &self.program;
        program.methods.iter_enumerated().any(|(id, m)| {
            let is_source = matches!(program.role(m.class), Role::Given | Role::SourcePath);
            let made = || program.tables.lambdas.keys().filter(|(owner, _)| *owner == id).count();
            is_source && lambdas_in(program, id) > made()
        })
    }

    /// A file of classes that no source declares, with the text that its spans are in.
    fn add_lambda_unit(&mut self, of: UnitId) -> UnitId {
        let (source, package) = (&self.program.units[of].tree.source, &self.program.units[of].tree.package);
        let tree = CompilationUnit {
            source: Arc::clone(source),
            package: package.clone(),
            annotations: Vec::new(),
            imports: Vec::new(),
            types: Default::default(),
            compact: Vec::new(),
            module: None,
            is_module: false,
        };
        let scope = UnitScope {
            package: self.program.tables.units[of].package,
            single: Default::default(),
            on_demand: Vec::new(),
            static_single: Default::default(),
            static_on_demand: Vec::new(),
        };
        self.program.tables.units.push(scope);
        self.program.units.push(Unit { tree, role: Role::Lambda })
    }

    fn add_lambda(&mut self, unit: UnitId, found: FoundLambda) {
        let outer = self.program.methods[found.owner].class;
        let class = self.add_lambda_class(unit, outer, &found);
        let captured: Vec<(Captured, FieldId)> = found
            .captured
            .iter()
            .enumerate()
            .map(|(n, &captured)| (captured, self.add_captured(class, n, captured, found.span)))
            .collect();
        let method = self.add_lambda_method(class, &found);
        let constructor = self.add_lambda_constructor(class, &found, &captured);
        let FoundLambda { owner, key, interface, function, markers, .. } = found;
        let made = LambdaClass { class, constructor, method, interface, function, markers, captured };
        self.program.tables.lambdas.insert((owner, key), made);
    }

    fn add_lambda_class(&mut self, unit: UnitId, outer: ClassId, found: &FoundLambda) -> ClassId {
        let class = self.program.classes.next_id();
        let number = self.program.units[unit].tree.types.len() + 1;
        let name = Name::from(format!("$Lambda{number}").as_str());
        let bits = Modifiers::PRIVATE | Modifiers::STATIC | Modifiers::FINAL;
        let modifiers = Modifiers { bits, span: found.span };
        let ident = Ident { name: name.clone(), span: found.span };
        let decl = self.program.units[unit].tree.types.push(TypeDecl::empty(
            TypeKind::Class,
            ident,
            modifiers,
            found.span,
        ));
        let object = self.program.well_known.object;
        let package = self.program.tables.classes[outer].package;
        let mut table = ClassTable::new(package);
        let interfaces: Vec<ClassId> =
            std::iter::once(found.interface).chain(found.markers.iter().copied()).collect();
        let above = interfaces.iter().flat_map(|&own| &self.program.tables.classes[own].ancestors);
        table.ancestors = above.copied().chain([class, object]).collect();
        table.ancestors.sort_unstable();
        table.ancestors.dedup();
        self.program.tables.classes.push(table);
        for &supertype in std::iter::once(&object).chain(&interfaces) {
            self.program.tables.classes[supertype].subclasses.push(class);
        }
        self.program.classes.push(Class {
            unit,
            decl,
            qualified_name: qualify(&self.program.classes[outer].qualified_name, &name),
            name,
            kind: TypeKind::Class,
            modifiers,
            outer: Some(outer),
            superclass: Some(object),
            interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            constants: Vec::new(),
            static_initializer: None,
            instance_initializer: None,
            unsupported: None,
        });
        self.class_added();
        class
    }

    fn add_captured(&mut self, class: ClassId, n: usize, captured: Captured, span: Span) -> FieldId {
        let name = Name::from(format!("captured{}", n + 1).as_str());
        let bits = Modifiers::PRIVATE | Modifiers::FINAL;
        let field = self.program.fields.push(Field {
            class,
            name: name.clone(),
            ty: captured.ty(),
            modifiers: Modifiers { bits, span },
            constant: None,
            span,
            unsupported: None,
            is_generic: false,
        });
        self.field_states.push(MemberState::Complete);
        self.program.tables.field_members.push(None);
        self.program.classes[class].fields.push(field);
        self.program.tables.classes[class].fields.insert(name, field);
        field
    }

    fn add_lambda_method(&mut self, class: ClassId, found: &FoundLambda) -> MethodId {
        let function = &self.program.methods[found.function];
        let method = Method {
            name: function.name.clone(),
            kind: MethodKind::Method,
            modifiers: Modifiers { bits: Modifiers::PUBLIC, span: found.span },
            parameters: function.parameters.clone(),
            return_type: function.return_type,
            throws: function.throws.clone(),
            source: MethodSource::Lambda { owner: found.owner, result: found.result },
            ..implied_method(class, found.span)
        };
        self.add_synthetic(method)
    }

    /// It sets the fields; and what a method reference is bound to must not be null.
    fn add_lambda_constructor(
        &mut self,
        class: ClassId,
        found: &FoundLambda,
        captured: &[(Captured, FieldId)],
    ) -> MethodId {
        let parameters = captured.iter().enumerate().map(|(n, (captured, _))| Parameter {
            name: format!("captured{}", n + 1).as_str().into(),
            ty: captured.ty(),
            is_final: true,
        });
        let receiver = captured
            .iter()
            .find(|(captured, _)| matches!(captured, Captured::Local(LocalOrigin::Receiver(_), _)));
        let method = Method {
            name: "<init>".into(),
            kind: MethodKind::Constructor,
            modifiers: Modifiers { bits: Modifiers::PRIVATE, span: found.span },
            parameters: parameters.collect(),
            source: MethodSource::LambdaObject { bound: receiver.map(|&(_, field)| field) },
            ..implied_method(class, found.span)
        };
        self.add_synthetic(method)
    }

    fn add_synthetic(&mut self, method: Method) -> MethodId {
        let (class, name, kind) = (method.class, method.name.clone(), method.kind);
        let id = self.program.methods.push(method);
        self.program.tables.method_members.push(None);
        self.method_states.push(MemberState::Scanned);
        let table = &mut self.program.tables.classes[class];
        match kind {
            MethodKind::Constructor => table.constructors.push(id),
            _ => table.methods.entry(name).or_default().push(id),
        }
        self.program.classes[class].methods.push(id);
        id
    }
}

/// Whether a method of a source has a lambda or method reference in its code.
fn has_lambdas(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    let is_source = matches!(program.role(m.class), Role::Given | Role::SourcePath);
    is_source && m.unsupported.is_none() && lambdas_in(program, method) > 0
}

/// How many lambdas and method references the code of a method has.
fn lambdas_in(program: &Program, method: MethodId) -> usize {
    let m = &program.methods[method];
    match &m.source {
        MethodSource::Code(code) => count(code),
        MethodSource::Initializers => {
            let is_static = m.kind == MethodKind::StaticInitializer;
            let decl = program.decl(m.class);
            let in_interface = program.classes[m.class].is_interface();
            let constants = decl.constants.iter().filter(|_| is_static).map(|c| count(&c.arguments));
            let members = decl.members.iter().map(|member| match member {
                Member::Field(field)
                    if (in_interface || field.modifiers.has(Modifiers::STATIC)) == is_static =>
                {
                    field.init.as_deref().map_or(0, count)
                }
                Member::Initializer(block) if block.is_static == is_static => count(&block.body),
                _ => 0,
            });
            constants.chain(members).sum()
        }
        _ => 0,
    }
}

fn count(code: &Code) -> usize {
    let is_one = |expr: &&Expr| matches!(expr.kind, ExprKind::Lambda(_) | ExprKind::MethodReference(_));
    code.exprs.iter().filter(is_one).count()
}

/// The lambdas of a method's original body, in the order of their places.
fn found_in(program: &Program, owner: MethodId) -> Vec<FoundLambda> {
    let Ok(Some(body)) = attribute::method(program, owner, &mut LeftOut::default()) else {
        return Vec::new();
    };
    let mut found: Vec<FoundLambda> =
        body.open_lambdas.iter().map(|lambda| described(program, &body, lambda)).collect();
    found.sort_by_key(|found| found.key);
    found
}

fn described(program: &Program, body: &Body, lambda: &crate::sema::typed_tree::OpenLambda) -> FoundLambda {
    let m = &program.methods[body.method];
    let span = match &m.source {
        MethodSource::Code(code) if lambda.key.expr.index() < code.exprs.len() => {
            code.exprs[lambda.key.expr].span
        }
        _ => m.span,
    };
    FoundLambda {
        owner: body.method,
        key: lambda.key,
        interface: lambda.interface,
        function: lambda.function,
        markers: lambda.markers.clone(),
        captured: captured(body, m.class, lambda),
        result: lambda.result,
        span,
    }
}
