//! Small functions for parameters of functional interfaces: what drivers write as a lambda, `x -> x % 2 == 0`.
//!
//! A driver's lambda is no code of its own. It is one of a closed list, which is made while loading, for each functional type
//! that the code at hand takes, its type variables replaced by what they may stand for. Each of the list is a small class of
//! [`Role::Stub`] whose one method has the lambda's body; so it is checked by the front end, and to proofs it is what any stub
//! is. A driver's lambda is known by its text and by the type of the variable that it is given to, and what runs is `new` of that
//! class ([`put_in_place`]). Any other lambda makes the driver one that is not read.
//!
//! A lambda that always gives the same, `x -> 6`, is an object of one more class for each interface, which keeps the answer.
//! What it gives is evaluated where the lambda is, once; so it has to be what evaluates to the same object each time: a
//! literal, unless boxing it makes new objects, or a variable of the driver. (Naming a constant of a class may initialise the class.)

mod placed;

pub use placed::put_in_place;

use crate::jvm::value::PrimitiveType;
use crate::sema::generic::signature::{Owner, Signature, SignatureArgument, Variable};
use crate::sema::generic::source;
use crate::sema::implementers::StubWriter;
use crate::sema::load::Loader;
use crate::sema::program::{ClassId, MethodId, MethodKind, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::{Modifiers, Name};

/// The most functional types that functions are made of, for one package.
const MOST_TYPES: usize = 32;
/// The most functions of a type.
const MOST_FUNCTIONS: usize = 6;
/// The most ways in which the variables of a type are replaced.
const MOST_WAYS: usize = 4;
/// The names of a lambda's parameters. No variable of a driver has one of them.
pub const PARAMETERS: [&str; 3] = ["x", "y", "z"];
/// The exception of a function that fails.
const FAILS: &str = "{ throw new IllegalStateException(\"failed\"); }";

/// What a driver may write as a lambda.
#[derive(Clone, Debug)]
pub struct Function {
    pub class: ClassId,
    /// Its package.
    pub package: Name,
    pub kind: FunctionKind,
}

#[derive(Clone, Debug)]
pub enum FunctionKind {
    /// A lambda, as it is written, for a variable of this type.
    Computed { ty: Signature, written: String, lambda: String },
    /// Whatever always gives the same.
    Constant { interface: ClassId, written: String, parameters: usize, result: Signature },
}

impl Program {
    /// Whether objects of the class are written as lambdas.
    pub fn is_function(&self, class: ClassId) -> bool {
        self.functions().binary_search_by_key(&class, |function| function.class).is_ok()
    }
}

impl Loader {
    /// Functions for all that methods of the program take.
    pub(super) fn add_functions(&mut self) {
        let types = self.function_types();
        for ty in &types {
            if let Signature::Class(interface, _) = ty {
                self.inherit(*interface);
            }
        }
        self.run_tasks();
        for (package, host) in self.hosts() {
            let mut constants: Vec<ClassId> = Vec::new();
            for ty in &types {
                let Signature::Class(interface, _) = *ty else { continue };
                if !constants.contains(&interface) {
                    constants.push(interface);
                    self.add_constant(&package, host, interface);
                }
                self.add_computed(&package, host, ty);
            }
        }
        self.run_tasks();
    }

    /// The functional types of parameters, without variables.
    fn function_types(&self) -> Vec<Signature> {
        let program = &self.program;
        let mut found: Vec<Signature> = Vec::new();
        let is_read = |class: ClassId| matches!(program.role(class), Role::Given | Role::SourcePath);
        for class in program.classes.ids().filter(|&class| is_read(class)) {
            for &method in &program.classes[class].methods {
                let m = &program.methods[method];
                let is_called = matches!(m.kind, MethodKind::Method | MethodKind::Constructor)
                    && !m.modifiers.has(Modifiers::PRIVATE)
                    && m.parameters.iter().any(|p| p.ty.class().is_some_and(|c| self.is_functional(c)));
                let Some(parameters) = is_called.then(|| parameters(program, method)).flatten() else {
                    continue;
                };
                for ty in parameters {
                    let Signature::Class(interface, _) = ty else { continue };
                    if !self.is_functional(interface) {
                        continue;
                    }
                    for ty in ways(program, &ty) {
                        if !found.contains(&ty) && found.len() < MOST_TYPES {
                            found.push(ty);
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether an interface declares, or inherits, just one method that is abstract, as far as its header says. Proofs rest on it that
    /// all classes are known which implement an interface of the program: it gets functions where it gets stubs.
    fn is_functional(&self, class: ClassId) -> bool {
        let program = &self.program;
        let stubs = program.tables.stubs.iter();
        let mut stubbed = stubs.flat_map(|stub| &program.classes[stub.class].interfaces);
        if !program.role(class).is_compiled() && !stubbed.any(|&interface| interface == class) {
            return false;
        }
        let is_open = |&&method: &&MethodId| {
            let m = &program.methods[method];
            m.kind == MethodKind::Method && m.is_abstract() && !m.is_static()
        };
        let interfaces = self.all_supertypes(class);
        let methods = interfaces.iter().filter(|&&c| c != program.well_known.object);
        let open = methods.flat_map(|&c| program.classes[c].methods.iter().filter(is_open)).take(4).count();
        program.classes[class].is_interface() && (1..4).contains(&open)
    }

    fn add_constant(&mut self, package: &Name, host: ClassId, interface: ClassId) -> Option<()> {
        let name = self.free_name(host, &format!("{}Constant", self.program.classes[interface].name));
        let writer = StubWriter { loader: self, host, class: interface, name: &name };
        let function = writer.function()?;
        if function.result == Signature::Void {
            return None;
        }
        let (declared, passed) = writer.variables()?;
        let (written, result) = (writer.class_text(interface)?, writer.written(&function.result)?);
        let mut lines = vec![
            format!("class {name}{declared} implements {written}{passed} {{"),
            format!("private final {result} answer;"),
            format!("{name}({result} answer) {{ this.answer = answer; }}"),
        ];
        lines.push(writer.written_method(&function, "{ return this.answer; }")?);
        lines.push("}".to_owned());
        let parameters = function.parameters.len();
        let result = function.result;
        let class = self.declare_stub(package, &lines)?;
        let kind = FunctionKind::Constant { interface, written, parameters, result };
        self.program.tables.functions.push(Function { class, package: package.clone(), kind });
        Some(())
    }

    fn add_computed(&mut self, package: &Name, host: ClassId, ty: &Signature) -> Option<()> {
        let Signature::Class(interface, _) = *ty else { return None };
        let writer = StubWriter { loader: self, host, class: interface, name: "" };
        let function = writer.function_of(ty)?;
        let (written, bodies) = (writer.written(ty)?, writer.bodies(&function));
        for (lambda, body) in bodies {
            let name = self.free_name(host, &format!("{}Function", self.program.classes[interface].name));
            let writer = StubWriter { loader: self, host, class: interface, name: &name };
            let method = writer.written_method(&function, &body)?;
            let lines = [format!("class {name} implements {written} {{"), method, "}".to_owned()];
            let class = self.declare_stub(package, &lines)?;
            let kind = FunctionKind::Computed { ty: ty.clone(), written: written.clone(), lambda };
            self.program.tables.functions.push(Function { class, package: package.clone(), kind });
        }
        Some(())
    }
}

/// The parameters of a method as they are written; of the constructor that a record has without one being written, its
/// components.
pub fn parameters(program: &Program, method: MethodId) -> Option<Vec<Signature>> {
    let m = &program.methods[method];
    let found = source::method_signature(program, method).ok()?.parameters;
    if program.method_decl(method).is_none() && m.kind == MethodKind::Constructor {
        let fields = program.classes[m.class].fields.iter();
        let own = fields.filter(|&&field| !program.fields[field].is_static());
        let own: Vec<Signature> =
            own.map(|&field| source::field_signature(program, field).ok()).collect::<Option<_>>()?;
        return Some(if own.len() == m.parameters.len() { own } else { found });
    }
    (found.len() == m.parameters.len()).then_some(found)
}

/// What a type variable may stand for: what is within its bounds and stands for nothing else.
pub fn stand_ins(program: &Program, variable: Variable) -> Vec<Signature> {
    let mut above: Vec<ClassId> = Vec::new();
    for bound in bounds(program, variable) {
        match bound {
            Signature::Class(class, _) => above.push(class),
            Signature::Variable(other) if other != variable => return stand_ins(program, other),
            _ => return Vec::new(),
        }
    }
    let is_within = |&class: &ClassId| above.iter().all(|&bound| program.is_subclass(class, bound));
    let plain = |class: ClassId| Signature::Class(class, Vec::new());
    let usual = [program.wrapper(PrimitiveType::Int), program.well_known.string];
    let found: Vec<Signature> = usual.into_iter().filter(is_within).map(plain).collect();
    if !found.is_empty() {
        return found;
    }
    let is_plain = |class: ClassId| program.decl(class).type_parameters.is_empty();
    let is_own = |class: ClassId| matches!(program.role(class), Role::Given | Role::SourcePath);
    if let [bound] = above[..]
        && is_own(bound)
    {
        return if is_plain(bound) { vec![plain(bound)] } else { Vec::new() };
    }
    let own = program.classes.ids().filter(|&class| is_own(class) && is_plain(class)).filter(is_within);
    own.take(2).map(plain).collect()
}

/// The type that a variable is known to be within, for one that nothing can stand for ([`stand_ins`]); `None`: any type will do.
pub fn bound(program: &Program, variable: Variable) -> Option<Signature> {
    match bounds(program, variable).into_iter().next()? {
        Signature::Variable(other) if other != variable => bound(program, other),
        Signature::Class(class, _) => Some(Signature::Class(class, Vec::new())),
        _ => None,
    }
}

/// What stands in the place of a wildcard: a type, if it is within the bounds of the class's variable with this number.
pub fn in_place_of_wildcard(program: &Program, (class, index): (ClassId, usize), ty: Signature) -> Signature {
    let variable = Variable { owner: Owner::Class(class), index: index as u32 };
    let is_within = |bound: Signature| match (&ty, bound) {
        (Signature::Class(class, _), Signature::Class(bound, _)) => program.is_subclass(*class, bound),
        _ => true,
    };
    if bounds(program, variable).into_iter().all(is_within) {
        return ty;
    }
    let other = stand_ins(program, variable).into_iter().next();
    other.or_else(|| bound(program, variable)).unwrap_or(ty)
}

fn bounds(program: &Program, variable: Variable) -> Vec<Signature> {
    let variables = match variable.owner {
        Owner::Class(class) => source::class_signature(program, class).map(|s| s.variables),
        Owner::Method(method) => source::method_signature(program, method).map(|s| s.variables),
    };
    let of_variable = variables.unwrap_or_default().into_iter().nth(variable.index as usize);
    of_variable.map(|v| v.bounds).unwrap_or_default()
}

/// The type with its variables replaced, and no wildcards left.
fn ways(program: &Program, ty: &Signature) -> Vec<Signature> {
    match ty {
        Signature::Variable(variable) => stand_ins(program, *variable),
        Signature::Class(class, arguments) => {
            let mut found: Vec<Vec<SignatureArgument>> = vec![Vec::new()];
            for (index, argument) in arguments.iter().enumerate() {
                let of_argument = match argument {
                    SignatureArgument::Exact(ty) | SignatureArgument::Super(ty) => ways(program, ty),
                    SignatureArgument::Extends(ty) => ways(program, ty)
                        .into_iter()
                        .map(|ty| in_place_of_wildcard(program, (*class, index), ty))
                        .collect(),
                    SignatureArgument::Unbounded => {
                        let any = Signature::Class(program.well_known.string, Vec::new());
                        vec![in_place_of_wildcard(program, (*class, index), any)]
                    }
                };
                let longer = found.iter().flat_map(|start| {
                    let with =
                        |ty: &Signature| [&start[..], &[SignatureArgument::Exact(ty.clone())]].concat();
                    of_argument.iter().map(with).collect::<Vec<_>>()
                });
                found = longer.take(MOST_WAYS).collect();
            }
            found.into_iter().map(|arguments| Signature::Class(*class, arguments)).collect()
        }
        other => vec![other.clone()],
    }
}

/// The one method of a functional interface.
struct Shape {
    method: MethodId,
    parameters: Vec<Signature>,
    result: Signature,
}

/// An expression over a lambda's parameters.
struct Value {
    text: String,
    ty: Signature,
    /// The same as a method reference.
    reference: Option<String>,
}

impl StubWriter<'_> {
    /// In terms of the interface's own variables.
    fn function(&self) -> Option<Shape> {
        let supertypes = self.loader.all_supertypes(self.class);
        if !supertypes.iter().all(|&class| self.is_known(class)) {
            return None;
        }
        let [method] = self.to_implement(&supertypes)?[..] else { return None };
        let signature = self.signature(method)?;
        let is_plain = signature.parameters.len() <= PARAMETERS.len();
        is_plain.then_some(Shape { method, parameters: signature.parameters, result: signature.result })
    }

    /// Of a type without variables.
    fn function_of(&self, ty: &Signature) -> Option<Shape> {
        let Signature::Class(class, arguments) = ty else { return None };
        let arguments: Vec<Signature> = arguments
            .iter()
            .map(|argument| match argument {
                SignatureArgument::Exact(ty) => Some(ty.clone()),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let own = self.function()?;
        let seen = |ty: &Signature| ty.seen_with(*class, &arguments);
        let parameters = own.parameters.iter().map(seen).collect::<Option<_>>()?;
        Some(Shape { parameters, result: seen(&own.result)?, ..own })
    }

    fn written_method(&self, function: &Shape, body: &str) -> Option<String> {
        let mut parameters = Vec::new();
        for (ty, name) in function.parameters.iter().zip(PARAMETERS) {
            parameters.push(format!("{} {name}", self.written(ty)?));
        }
        let result = match &function.result {
            Signature::Void => "void".to_owned(),
            result => self.written(result)?,
        };
        let name = &self.loader.program.methods[function.method].name;
        Some(format!("public {result} {name}({}) {body}", parameters.join(", ")))
    }

    /// Lambdas, each with the body of its method.
    fn bodies(&self, function: &Shape) -> Vec<(String, String)> {
        let names = &PARAMETERS[..function.parameters.len()];
        let head = match names {
            [one] => (*one).to_owned(),
            all => format!("({})", all.join(", ")),
        };
        let mut bodies: Vec<(String, String)> = Vec::new();
        if function.result != Signature::Void {
            for value in self.values(function) {
                let lambda = match value.reference.filter(|_| names.len() == 1) {
                    Some(reference) => reference,
                    None => format!("{head} -> {}", value.text),
                };
                let body = format!("{{ return {}; }}", value.text);
                if bodies.len() < MOST_FUNCTIONS && bodies.iter().all(|(known, _)| *known != lambda) {
                    bodies.push((lambda, body));
                }
            }
        }
        if function.result == Signature::Void {
            bodies.push((format!("{head} -> {{ }}"), "{ }".to_owned()));
        }
        bodies.push((format!("{head} -> {FAILS}"), FAILS.to_owned()));
        bodies
    }

    /// What functions give, the most telling first.
    fn values(&self, function: &Shape) -> Vec<Value> {
        let given: Vec<(&Signature, &str)> = function.parameters.iter().zip(PARAMETERS).collect();
        let mut values = match given[..] {
            [(a, x), (b, y)] if a == b => self.of_two(a, x, y),
            [(a, x), (b, y)] => self.of_different((a, x), (b, y)),
            _ => Vec::new(),
        };
        for &(ty, name) in &given {
            values.extend(self.of_one(ty, name));
        }
        values.retain(|value| self.gives(&value.ty, &function.result));
        values
    }

    /// Whether what has one type is returned where the other one is wanted.
    fn gives(&self, from: &Signature, to: &Signature) -> bool {
        let program = &self.loader.program;
        match (from, to) {
            (Signature::Primitive(from), Signature::Primitive(to)) => {
                program.is_subtype(Ty::Primitive(*from), Ty::Primitive(*to))
            }
            (Signature::Primitive(from), Signature::Class(to, _)) => program.unwrapped(*to) == Some(*from),
            (Signature::Class(from, _), Signature::Primitive(to)) => program.unwrapped(*from) == Some(*to),
            (from, to) => from == to,
        }
    }

    fn primitive(&self, ty: &Signature) -> Option<PrimitiveType> {
        match ty {
            Signature::Primitive(primitive) => Some(*primitive),
            Signature::Class(class, _) => self.loader.program.unwrapped(*class),
            _ => None,
        }
    }

    /// The type of an operation on a number.
    fn number(&self, ty: &Signature) -> Option<PrimitiveType> {
        use PrimitiveType::{Byte, Char, Double, Float, Int, Long, Short};
        match self.primitive(ty)? {
            Byte | Short | Char | Int => Some(Int),
            wide @ (Long | Float | Double) => Some(wide),
            PrimitiveType::Boolean => None,
        }
    }

    fn string(&self) -> Signature {
        Signature::Class(self.loader.program.well_known.string, Vec::new())
    }

    fn of_one(&self, ty: &Signature, x: &str) -> Vec<Value> {
        const TRUTH: Signature = Signature::Primitive(PrimitiveType::Boolean);
        const INT: Signature = Signature::Primitive(PrimitiveType::Int);
        let value = |text: String, ty: Signature| Value { text, ty, reference: None };
        let mut values = Vec::new();
        if let Some(number) = self.number(ty) {
            let number_type = Signature::Primitive(number);
            if !number.is_floating() {
                values.push(value(format!("{x} % 2 == 0"), TRUTH));
            }
            values.push(value(format!("{x} > 0"), TRUTH));
            values.push(value(format!("{x} * 2"), number_type.clone()));
            values.push(value(format!("-{x}"), number_type));
            values.push(value(format!("\"v\" + {x}"), self.string()));
        } else if *ty == self.string() {
            let called = |method: &str, ty: Signature| Value {
                text: format!("{x}.{method}()"),
                ty,
                reference: Some(format!("String::{method}")),
            };
            values.push(called("length", INT));
            values.push(called("isEmpty", TRUTH));
            values.push(value(format!("{x} + \"!\""), self.string()));
            values.push(value(format!("{x}.length() > 1"), TRUTH));
        } else if self.primitive(ty) == Some(PrimitiveType::Boolean) {
            values.push(value(format!("!{x}"), TRUTH));
        }
        values.extend(self.accessors(ty, x));
        values.push(value(x.to_owned(), ty.clone()));
        values
    }

    /// What an object of the program tells without being asked for more.
    fn accessors(&self, ty: &Signature, x: &str) -> Vec<Value> {
        let program = &self.loader.program;
        let Signature::Class(class, arguments) = ty else { return Vec::new() };
        let is_own = matches!(program.role(*class), Role::Given | Role::SourcePath);
        let Some(name) = self.class_text(*class).filter(|_| is_own && arguments.is_empty()) else {
            return Vec::new();
        };
        let mut values = Vec::new();
        for &method in &program.classes[*class].methods {
            let m = &program.methods[method];
            let is_accessor = m.kind == MethodKind::Method
                && !m.is_static()
                && m.parameters.is_empty()
                && m.return_type != Ty::Void
                && m.unsupported.is_none()
                && m.throws.is_empty()
                && program.may_access(m.modifiers, m.class, self.host)
                && !matches!(&*m.name, "toString" | "hashCode" | "clone");
            let result = source::method_signature(program, method).map(|signature| signature.result);
            let Some(result) = result.ok().filter(|_| is_accessor) else { continue };
            let result = self.component(method).unwrap_or(result);
            let text = format!("{x}.{}()", m.name);
            if self.number(&result).is_some() {
                let ty = Signature::Primitive(PrimitiveType::Boolean);
                values.push(Value { text: format!("{text} > 0"), ty, reference: None });
            }
            let reference = Some(format!("{name}::{}", m.name));
            values.push(Value { text, ty: result, reference });
        }
        values
    }

    /// The type of the record component that a method tells, where the method itself is not written.
    fn component(&self, method: MethodId) -> Option<Signature> {
        let program = &self.loader.program;
        let m = &program.methods[method];
        if program.method_decl(method).is_some() {
            return None;
        }
        let mut fields = program.classes[m.class].fields.iter();
        let field = fields.find(|&&field| program.fields[field].name == m.name)?;
        source::field_signature(program, *field).ok()
    }

    fn of_two(&self, ty: &Signature, x: &str, y: &str) -> Vec<Value> {
        const TRUTH: Signature = Signature::Primitive(PrimitiveType::Boolean);
        const INT: Signature = Signature::Primitive(PrimitiveType::Int);
        let value = |text: String, ty: Signature| Value { text, ty, reference: None };
        let mut values = Vec::new();
        if self.is_comparable(ty) {
            values.push(value(format!("{x}.compareTo({y})"), INT));
            values.push(value(format!("{y}.compareTo({x})"), INT));
        }
        if let Some(number) = self.number(ty) {
            let number = Signature::Primitive(number);
            values.push(value(format!("{x} + {y}"), number.clone()));
            values.push(value(format!("{x} - {y}"), number));
            values.push(value(format!("{x} > {y}"), TRUTH));
        } else if *ty == self.string() {
            values.push(value(format!("{x} + {y}"), self.string()));
            values.push(value(format!("{x}.length() - {y}.length()"), INT));
        }
        if !matches!(ty, Signature::Primitive(_)) {
            values.push(value(format!("{x}.equals({y})"), TRUTH));
        }
        let (left, right) = (self.accessors(ty, x), self.accessors(ty, y));
        for (left, right) in left.into_iter().zip(right) {
            if self.gives(&left.ty, &INT) {
                values.push(value(format!("{} - {}", left.text, right.text), INT));
            } else if self.is_comparable(&left.ty) {
                values.push(value(format!("{}.compareTo({})", left.text, right.text), INT));
            }
        }
        values
    }

    fn of_different(&self, (a, x): (&Signature, &str), (b, y): (&Signature, &str)) -> Vec<Value> {
        let value = |text: String, ty: Signature| Value { text, ty, reference: None };
        let is_text = |ty: &Signature| *ty == self.string();
        match (self.number(a), self.number(b)) {
            (Some(a), Some(b)) => {
                let wider =
                    if self.gives(&Signature::Primitive(a), &Signature::Primitive(b)) { b } else { a };
                vec![value(format!("{x} + {y}"), Signature::Primitive(wider))]
            }
            (Some(_), None) if is_text(b) => vec![value(format!("{y} + {x}"), self.string())],
            (None, Some(_)) if is_text(a) => vec![value(format!("{x} + {y}"), self.string())],
            _ => Vec::new(),
        }
    }

    fn is_comparable(&self, ty: &Signature) -> bool {
        let program = &self.loader.program;
        let Signature::Class(class, _) = ty else { return false };
        let known = &program.well_known;
        let is_usual = *class == known.string || known.wrappers.contains(class);
        let is_enum = !program.classes[*class].constants.is_empty();
        let says_so = || {
            let compares = |&m: &MethodId| {
                let m = &program.methods[m];
                &*m.name == "compareTo"
                    && matches!(&m.parameters[..], [parameter] if parameter.ty == Ty::Class(*class))
            };
            program.classes[*class].methods.iter().any(compares)
        };
        is_usual || is_enum || says_so()
    }
}
