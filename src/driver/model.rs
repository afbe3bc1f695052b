//! A driver out of a state in which two versions of a method differ, as a solver or a search found it: the arguments are
//! literals, arrays and objects that are the same are one variable. It is a guess: what no code can set is left as it is.

use std::collections::BTreeMap;

use crate::driver::access::Access;
use crate::driver::generate::variable_name;
use crate::driver::{Driver, literals};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::term::Terms;
use crate::term::assignment::Assignment;
use crate::term::variable::{CellType, Variable};

/// Longer arrays are not written out.
const LONGEST: i32 = 64;
/// The most objects of a driver.
const MOST_OBJECTS: usize = 8;

/// `None` for what is not static, or takes anything but primitives and arrays of them.
pub fn driver(program: &Program, method: MethodId, terms: &Terms, assignment: &Assignment) -> Option<Driver> {
    let parameters = &program.methods[method].parameters;
    let is_plain = |ty: Ty| match ty {
        Ty::Primitive(_) => true,
        Ty::Array(array) => array.cell().primitive().is_some(),
        _ => false,
    };
    let is_simple = program.methods[method].is_static() && parameters.iter().all(|p| is_plain(p.ty));
    is_simple.then(|| call_in(program, method, terms, assignment, false)).flatten()
}

/// The same of any method: its receiver and its arguments are made by constructors, fields and statics are assigned where the
/// driver's package may, or else by what does nothing but that.
pub fn with_objects(
    program: &Program,
    method: MethodId,
    terms: &Terms,
    assignment: &Assignment,
) -> Option<Driver> {
    call_in(program, method, terms, assignment, true)
}

fn call_in(
    program: &Program,
    method: MethodId,
    terms: &Terms,
    assignment: &Assignment,
    sets_statics: bool,
) -> Option<Driver> {
    let m = &program.methods[method];
    let host = program.methods[program.driver_method(program.package_name(m.class))?].class;
    if m.modifiers.has(Modifiers::PRIVATE) || m.is_constructor() {
        return None;
    }
    let access = Access::new(program, host);
    let mut model = Model {
        access: &access,
        terms,
        assignment,
        arrays: BTreeMap::new(),
        objects: BTreeMap::new(),
        arrange: Vec::new(),
    };
    if sets_statics {
        model.set_statics();
    }
    let bits = |variable| terms.find_variable(variable).map_or(0, |var| assignment.variable(terms, var));
    let target = if m.is_static() {
        access.type_name(Ty::Class(m.class))
    } else {
        let this = u32::try_from(bits(Variable::This(Terms::root_frame()))).ok()?;
        model.object(m.class, this)?
    };
    let mut arguments = Vec::new();
    for (position, parameter) in m.parameters.iter().enumerate() {
        let local = Variable::Local(Terms::root_frame(), LocalOrigin::Parameter(position as u32));
        arguments.push(match parameter.ty {
            Ty::Primitive(ty) => literals::typed(Primitive::from_bits(ty, bits(local))),
            ty => model.reference(ty, bits(local))?,
        });
    }
    let call = format!("{target}.{}({})", m.name, arguments.join(", "));
    let act = match m.return_type {
        Ty::Void => format!("{call};"),
        ty @ Ty::Primitive(_) => format!("{} {} = {call};", access.type_name(ty), Driver::RESULT),
        _ => format!("var {} = {call};", Driver::RESULT),
    };
    Some(Driver { method, arrange: model.arrange, act, then: Vec::new() })
}

struct Model<'m> {
    access: &'m Access<'m>,
    terms: &'m Terms,
    assignment: &'m Assignment,
    /// By reference: the variable that holds it.
    arrays: BTreeMap<u32, (Ty, String)>,
    objects: BTreeMap<u32, (ClassId, String)>,
    arrange: Vec<String>,
}

impl Model<'_> {
    /// An array of primitives, or an object.
    fn reference(&mut self, ty: Ty, bits: u64) -> Option<String> {
        let reference = u32::try_from(bits).ok()?;
        match ty {
            Ty::Array(array) => self.array(ty, array.cell().primitive()?, reference),
            Ty::Class(_) if reference == 0 => Some(format!("({}) null", self.access.type_name(ty))),
            Ty::Class(class) => self.object(class, reference),
            _ => None,
        }
    }

    /// The variable that holds an object.
    fn object(&mut self, class: ClassId, reference: u32) -> Option<String> {
        let program = self.access.program;
        if let Some((known, name)) = self.objects.get(&reference) {
            return program.is_subclass(*known, class).then(|| name.clone());
        }
        if self.objects.len() >= MOST_OBJECTS || program.role(class).is_foreign() {
            return None;
        }
        let (constructor, given) = self.constructor(class)?;
        let value = |model: &Self, field: FieldId| model.field(field, reference).unwrap_or(0);
        let parameters = &program.methods[constructor].parameters;
        let mut arguments = Vec::new();
        for (parameter, field) in parameters.iter().zip(&given) {
            let bits = field.map_or(0, |field| value(self, field));
            arguments.push(literals::typed(Primitive::from_bits(parameter.ty.primitive()?, bits)));
        }
        let ty = self.access.type_name(Ty::Class(class));
        let name = self.fresh(&variable_name(&program.classes[class].name));
        self.arrange.push(format!("{ty} {name} = new {ty}({});", arguments.join(", ")));
        self.objects.insert(reference, (class, name.clone()));
        let mut of_class = Some(class);
        while let Some(owner) = of_class {
            for &field in &program.classes[owner].fields {
                if !program.fields[field].is_static() && !given.contains(&Some(field)) {
                    self.set_field(class, &name, field, reference);
                }
            }
            of_class = program.classes[owner].superclass.filter(|&above| !program.role(above).is_foreign());
        }
        Some(name)
    }

    /// The constructor over primitives that gives the most fields their values as they are, and which ones.
    fn constructor(&self, class: ClassId) -> Option<(MethodId, Vec<Option<FieldId>>)> {
        let program = self.access.program;
        let declared = &program.classes[class];
        if declared.is_abstract() || declared.is_interface() || declared.unsupported.is_some() {
            return None;
        }
        let is_possible = |&m: &MethodId| {
            let method = &program.methods[m];
            method.is_constructor()
                && self.access.may_call(m)
                && method.parameters.iter().all(|p| p.ty.primitive().is_some())
        };
        let possible = declared.methods.iter().copied().filter(is_possible);
        possible
            .map(|m| {
                let count = program.methods[m].parameters.len();
                (m, (0..count).map(|at| assigned_from(program, m, at)).collect::<Vec<_>>())
            })
            .min_by_key(|(_, given)| {
                let set = given.iter().flatten().count();
                (std::cmp::Reverse(set), given.len())
            })
    }

    /// What the state says of a field of an object.
    fn field(&self, field: FieldId, reference: u32) -> Option<u64> {
        let var = self.terms.find_variable(Variable::Field(field))?;
        self.assignment.field(var, reference)
    }

    /// Gives a field its value, where a way is found.
    fn set_field(&mut self, class: ClassId, object: &str, field: FieldId, reference: u32) {
        let program = self.access.program;
        let Some(bits) = self.field(field, reference) else { return };
        let f = &program.fields[field];
        let value = match f.ty {
            Ty::Primitive(ty) => Some(literals::plain(Primitive::from_bits(ty, bits))),
            ty => self.reference(ty, bits),
        };
        let Some(value) = value else { return };
        if !f.is_final() && program.may_access(f.modifiers, f.class, self.access.host) {
            self.arrange.push(format!("{object}.{} = {value};", f.name));
            return;
        }
        let setter = program.classes[class].methods.iter().copied().find(|&m| {
            let method = &program.methods[m];
            !method.is_static()
                && !method.is_constructor()
                && method.parameters.len() == 1
                && self.access.may_call(m)
                && assigned_from(program, m, 0) == Some(field)
        });
        if let Some(setter) = setter {
            let value = match f.ty {
                Ty::Primitive(ty) => literals::typed(Primitive::from_bits(ty, bits)),
                _ => value,
            };
            self.arrange.push(format!("{object}.{}({value});", program.methods[setter].name));
        }
    }

    /// The statics that the state names, as far as code of the package may set them.
    fn set_statics(&mut self) {
        let program = self.access.program;
        for (&var, &bits) in &self.assignment.variables {
            let Variable::Static(field) = self.terms.info(var).variable else { continue };
            let f = &program.fields[field];
            let is_settable = !f.is_final()
                && !program.role(f.class).is_foreign()
                && self.access.may_name(f.class)
                && program.may_access(f.modifiers, f.class, self.access.host);
            if let (Ty::Primitive(ty), true) = (f.ty, is_settable) {
                let value = literals::plain(Primitive::from_bits(ty, bits));
                let class = self.access.type_name(Ty::Class(f.class));
                self.arrange.push(format!("{class}.{} = {value};", f.name));
            }
        }
    }

    /// A name that no variable of the driver has.
    fn fresh(&self, name: &str) -> String {
        let is_taken = |name: &str| name == Driver::RESULT || self.objects.values().any(|(_, n)| n == name);
        let mut names = std::iter::once(name.to_owned()).chain((2..).map(|n| format!("{name}_{n}")));
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    fn array(&mut self, ty: Ty, cell: PrimitiveType, reference: u32) -> Option<String> {
        let type_text = self.access.type_name(ty);
        if reference == 0 {
            return Some(format!("({type_text}) null"));
        }
        if let Some((known, name)) = self.arrays.get(&reference) {
            return (*known == ty).then(|| name.clone());
        }
        let length = self.terms.find_variable(Variable::Length);
        let length = length.and_then(|var| self.assignment.field(var, reference)).unwrap_or(0) as i32;
        if !(0..=LONGEST).contains(&length) {
            return None;
        }
        let cells = self.terms.find_variable(Variable::Cells(CellType::Primitive(cell)));
        let value = |index| {
            let bits = cells.and_then(|var| self.assignment.cell(var, reference, index)).unwrap_or(0);
            literals::plain(Primitive::from_bits(cell, bits))
        };
        let values: Vec<String> = (0..length).map(value).collect();
        let name = format!("a{}", self.arrays.len() + 1);
        self.arrange.push(format!("{type_text} {name} = {{{}}};", values.join(", ")));
        self.arrays.insert(reference, (ty, name.clone()));
        Some(name)
    }
}

/// The field of `this` that a method assigns one of its parameters as it is.
fn assigned_from(program: &Program, method: MethodId, position: usize) -> Option<FieldId> {
    let BodyState::Typed(body) = program.body(method) else { return None };
    let is_parameter = |value: ExprId| match bare(body, value) {
        ExprKind::Local(local) => body.locals[*local].origin == LocalOrigin::Parameter(position as u32),
        _ => false,
    };
    body.exprs.iter().find_map(|expr| {
        let ExprKind::Assign { target, value } = expr.kind else { return None };
        let ExprKind::Field { object, field } = body.exprs[target].kind else { return None };
        (matches!(body.exprs[object].kind, ExprKind::This) && is_parameter(value)).then_some(field)
    })
}

/// Below conversions.
fn bare(body: &Body, expr: ExprId) -> &ExprKind {
    match &body.exprs[expr].kind {
        ExprKind::Convert { operand, .. } => bare(body, *operand),
        kind => kind,
    }
}
