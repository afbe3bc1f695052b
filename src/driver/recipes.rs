//! How code of the same package comes by a value of a type: literals, arrays, objects ([`made`](super::made)), enum constants; `null`
//! and aliases of what is there already; and the arguments of calls.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::driver::access::Access;
use crate::driver::asked::Asked;
use crate::driver::constants::{Constants, ConstantsOfFiles};
use crate::driver::containers::{self, Changing, Chosen};
use crate::driver::generate::variable_name;
use crate::driver::lists::List;
use crate::driver::literals;
use crate::driver::overloads::{self, Overloads};
use crate::driver::read_texts::read_by;
use crate::driver::streams::WRITER;
use crate::driver::values::Values;
use crate::driver::yields::Way;
use crate::jvm::value::PrimitiveType;
use crate::sema::functions::PARAMETERS;
use crate::sema::generic::signature::Signature;
use crate::sema::generic::source;
use crate::sema::load::DRIVEN_LEVELS;
use crate::sema::program::{ClassId, FieldId, MethodId, Role};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// How deep objects hold objects that are built for them.
pub(super) const DEPTH: usize = DRIVEN_LEVELS - 1;
/// How many objects a test may have before those that are next to the call hold `null` in place of further ones; half as
/// many for each level below. A stub of an interface with forty methods, whose answers are such stubs again, has thousands
/// of parts otherwise, and nobody would read a test of more than these.
const CROWD: usize = 64;
/// How many objects may be in the making around another: the cells of an array begin at the first level again, and an object that takes an array of
/// what takes such an array has no end otherwise. Three times as deep as objects are without arrays.
const AROUND: usize = 3 * (DEPTH + 1);
/// The most calls of a round, or of a builder's row, that changes all of an object's state.
pub(super) const SETTERS: usize = 8;
/// How many calls bring a new object into another state, or stand in a row that is drawn.
pub(super) const CALLS: usize = 4;
/// The same for what an object is made of: each call adds to every driver that has one.
pub(super) const CALLS_ON_PART: usize = 2;

/// What a `Number` may be.
const NUMBERS: [PrimitiveType; 6] = [
    PrimitiveType::Int,
    PrimitiveType::Long,
    PrimitiveType::Double,
    PrimitiveType::Float,
    PrimitiveType::Short,
    PrimitiveType::Byte,
];

/// Variables of every test: what the call under test gave.
const RESERVED: [&str; 2] = [super::Driver::RESULT, "thrown"];

/// A variable of the driver.
pub(super) struct Variable {
    pub name: String,
    pub ty: Ty,
    /// The class that was instantiated, where that is known.
    pub class: Option<ClassId>,
    /// Its type as it is written, where that has type arguments.
    pub written: Option<String>,
    /// What the type variables of its class stand for.
    pub arguments: Vec<Signature>,
    /// The constructor or factory that made it, and its arguments.
    pub maker: Option<(MethodId, Vec<String>)>,
}

/// Writes one driver's arrangement.
pub(super) struct Arrangement<'g, 'p> {
    pub access: &'g Access<'p>,
    pub values: Values<'g>,
    pub statements: Vec<String>,
    pub variables: Vec<Variable>,
    /// How many objects are in the making.
    pub making: usize,
    /// The class whose code is under test: what an `Object` is likely to be.
    pub subject: ClassId,
    /// What each method asks of the objects that it takes.
    pub asked: &'g Asked,
    pub overloads: &'g Overloads,
    pub constants: &'g ConstantsOfFiles<'p>,
    /// Who may change collections that they are given.
    pub changing: &'g Changing,
    /// The methods that may change an object.
    pub changers: &'g BTreeSet<MethodId>,
    /// The fields that users of an object write to.
    pub open_fields: &'g BTreeSet<FieldId>,
    /// What type variables stand for.
    pub chosen: Chosen,
    /// The method for which arguments are made.
    pub callee: Option<MethodId>,
    /// The declaration by which the method under test is called, where its receiver is known by a supertype alone.
    pub declared: Option<MethodId>,
    /// The methods that the driver calls.
    pub called: Vec<MethodId>,
    /// What stubs keep of the objects that they were given: `store.saveValue`, and the class it is of.
    pub recorded: Vec<(String, ClassId)>,
    /// What shows what was written to the streams at hand.
    pub written: Vec<String>,
    /// What methods were given so far.
    pub lists: Vec<List>,
    /// Names of variables that are declared further down.
    pub taken: Vec<String>,
    /// Whether there are lambdas, whose parameters have names, too.
    pub has_lambdas: bool,
    /// New objects get, in place of calls that are drawn, every call that can change them: so many rounds of it, with
    /// the method under test in between.
    pub rounds: Option<(usize, MethodId)>,
}

impl<'g> Arrangement<'g, '_> {
    /// A name that no variable has yet.
    pub(super) fn fresh_name(&self, wish: &str) -> String {
        let taken = |name: &str| {
            RESERVED.contains(&name)
                || self.has_lambdas && PARAMETERS.contains(&name)
                || self.taken.iter().chain(self.variables.iter().map(|v| &v.name)).any(|n| n == name)
        };
        let mut name = wish.to_owned();
        let mut n = 2;
        while taken(&name) {
            name = format!("{wish}{n}");
            n += 1;
        }
        name
    }

    /// An argument for a parameter: primitives and strings in place, the rest as a variable of that name, so that
    /// it can be looked at behind the call.
    pub(super) fn argument(&mut self, ty: Ty, name: &str) -> Option<String> {
        match ty {
            Ty::Primitive(p) => Some(self.primitive_argument(p)),
            Ty::Class(class) => self.object(class, name, 0),
            Ty::Array(array) => Some(self.array(array, name)),
            Ty::Void | Ty::Null | Ty::Unknown => None,
        }
    }

    /// Method arguments get no implicit narrowing: `(byte) 3`.
    pub(super) fn primitive_argument(&mut self, ty: PrimitiveType) -> String {
        literals::typed(self.values.primitive(ty))
    }

    /// Of a type that drivers cannot name it is plain.
    pub(super) fn typed_null(&self, ty: Ty) -> String {
        match is_expressible(self.access, ty) {
            true => format!("({}) null", self.access.type_name(ty)),
            false => "null".to_owned(),
        }
    }

    /// A variable of the same type that is there already, now and then: the same object twice.
    pub(super) fn alias(&mut self, ty: Ty) -> Option<String> {
        let same: Vec<usize> = (0..self.variables.len())
            .filter(|&i| self.variables[i].written.is_none() || self.is_aliased_as(i, ty))
            .filter(|&i| self.access.program.is_subtype(self.variables[i].ty, ty))
            .collect();
        let one_in = if self.values.recalls { 2 } else { 5 };
        if same.is_empty() || !self.values.one_in(one_in) {
            return None;
        }
        let at = same[self.values.below(same.len())];
        Some(self.variables[at].name.clone())
    }

    /// An object of the program with type arguments, where a type without any is wanted.
    fn is_aliased_as(&self, at: usize, ty: Ty) -> bool {
        let program = self.access.program;
        let is_generic = |class: ClassId| !program.decl(class).type_parameters.is_empty();
        self.variables[at].class.is_some() && !ty.class().is_some_and(is_generic)
    }

    pub(super) fn declare(&mut self, ty: Ty, class: Option<ClassId>, wish: &str, made_by: String) -> String {
        let name = self.fresh_name(wish);
        let type_name = self.access.type_name(ty);
        self.statements.push(format!("{type_name} {name} = {made_by};"));
        let (written, arguments, maker) = (None, Vec::new(), None);
        self.variables.push(Variable { name: name.clone(), ty, class, written, arguments, maker });
        name
    }

    /// The same of a type with type arguments.
    pub(super) fn declare_written(&mut self, ty: Ty, written: String, wish: &str, made_by: &str) -> String {
        let name = self.fresh_name(wish);
        self.statements.push(format!("{written} {name} = {made_by};"));
        let (written, arguments, maker) = (Some(written), Vec::new(), None);
        self.variables.push(Variable { name: name.clone(), ty, class: None, written, arguments, maker });
        name
    }

    fn array(&mut self, ty: ArrayTy, name: &str) -> String {
        if self.values.one_in(20) {
            return self.typed_null(Ty::Array(ty));
        }
        if let Some(alias) = self.alias(Ty::Array(ty)) {
            return alias;
        }
        let cells = self.array_cells(ty);
        self.declare(Ty::Array(ty), None, name, cells)
    }

    /// `{1, 2, 3}`, nested for more dimensions.
    pub(super) fn array_cells(&mut self, ty: ArrayTy) -> String {
        let cells: Vec<String> = match ty.cell() {
            Ty::Primitive(p) => self.values.cells(p).into_iter().map(literals::plain).collect(),
            Ty::Array(inner) => {
                // The cells of many dimensions would be too many to be written down.
                let most = match ty.dims {
                    ..=3 => 5,
                    4..=6 => 2,
                    _ => 1,
                };
                let rows = self.values.length().min(most);
                // Most matrices are rectangular: rows as long as the first, drawn anew.
                let like_first = !self.values.one_in(5);
                let mut first: Option<usize> = None;
                (0..rows)
                    .map(|_| {
                        if self.values.one_in(40) {
                            return "null".to_owned();
                        }
                        let mut row = self.array_cells(inner);
                        if like_first && inner.dims == 1 {
                            row = self.cut_to(row, inner, &mut first);
                        }
                        row
                    })
                    .collect()
            }
            Ty::Class(class) => {
                let len = self.values.length().min(6);
                (0..len).map(|_| self.cell_object(class)).collect()
            }
            Ty::Void | Ty::Null | Ty::Unknown => Vec::new(),
        };
        format!("{{{}}}", cells.join(", "))
    }

    /// Draws the row again until it has the first one's length; a few tries are enough mostly, and a ragged
    /// matrix is an input too.
    fn cut_to(&mut self, row: String, ty: ArrayTy, first: &mut Option<usize>) -> String {
        let count = |row: &str| if row == "{}" { 0 } else { row.matches(", ").count() + 1 };
        let Some(wanted) = *first else {
            *first = Some(count(&row));
            return row;
        };
        let mut row = row;
        for _ in 0..12 {
            if count(&row) == wanted {
                break;
            }
            row = self.array_cells(ty);
        }
        row
    }

    fn cell_object(&mut self, class: ClassId) -> String {
        if self.values.one_in(16) {
            return "null".to_owned();
        }
        if let Some(simple) = self.simple_object(class) {
            return simple;
        }
        let object = self.object(class, "element", 1);
        object.filter(|object| !is_typed_null(object)).unwrap_or_else(|| "null".to_owned())
    }

    /// Strings, wrappers and builders: expressions that need no variable.
    pub(super) fn simple_object(&mut self, class: ClassId) -> Option<String> {
        let program = self.access.program;
        let known = &program.well_known;
        if class == known.string || class == known.char_sequence {
            return Some(self.string_object());
        }
        if let Some(primitive) = program.unwrapped(class) {
            return Some(self.primitive_argument(primitive));
        }
        if class == known.number {
            let ty = if self.values.is_rich {
                NUMBERS[self.values.below(NUMBERS.len())]
            } else {
                PrimitiveType::Int
            };
            return Some(self.primitive_argument(ty));
        }
        None
    }

    /// An expression for an object of (a subclass of) `class`; `None` where the package has no way to one.
    pub(super) fn object(&mut self, class: ClassId, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        let ty = Ty::Class(class);
        // Two that must both be null are else hardly met.
        if self.values.one_in(if self.values.is_rich { 6 } else { 16 }) {
            return Some(self.typed_null(ty));
        }
        if let Some(alias) = self.alias(ty) {
            return Some(alias);
        }
        let known = &program.well_known;
        if class == known.char_sequence && self.values.one_in(4) {
            let text = self.values.string_literal();
            return Some(self.declare(ty, None, name, format!("new StringBuilder({text})")));
        }
        if let Some(simple) = self.simple_object(class) {
            return Some(simple);
        }
        if class == known.appendable && self.reads_lines() {
            return self.stream(class, WRITER, name);
        }
        // What is written to an `Appendable` shows in a builder, so that is the variable's type.
        let builder = if class == known.appendable { known.string_builder } else { class };
        if builder == known.string_builder || builder == known.string_buffer {
            let (ty, text) = (Ty::Class(builder), self.values.string_literal());
            let made_by = format!("new {}({text})", self.access.type_name(ty));
            return Some(self.declare(ty, None, name, made_by));
        }
        if class == known.object {
            return self.any_object(name, depth);
        }
        if let Some(made) = self.jdk_object(&Signature::Class(class, Vec::new()), name, depth) {
            return Some(made);
        }
        if program.is_subclass(class, known.throwable) && program.role(class) == Role::Library {
            let text = self.values.string_literal();
            return Some(self.declare(ty, None, name, format!("new {}({text})", self.access.type_name(ty))));
        }
        self.program_object(class, name, depth)
    }

    /// For a parameter of type `Object`: likely an object of a class that the method asks for, or of the class under test.
    fn any_object(&mut self, name: &str, depth: usize) -> Option<String> {
        if let Some(ty) = self.asked_type() {
            return match ty {
                Ty::Class(class) => self.object(class, name, depth),
                ty => self.argument(ty, name),
            };
        }
        match self.values.below(6) {
            0 => Some(self.string_object()),
            // Two strings may be equal and not the same.
            1 if self.values.is_rich && self.values.compares_identity() => Some(self.string_object()),
            1 => Some(self.primitive_argument(PrimitiveType::Int)),
            2 => {
                let object = self.access.program.well_known.object;
                Some(self.declare(Ty::Class(object), None, name, "new Object()".into()))
            }
            _ => self.program_object(self.subject, name, depth).or_else(|| Some(self.string_object())),
        }
    }

    /// Of the types that the method asks for, where there are others than the class under test, half of the time.
    fn asked_type(&mut self) -> Option<Ty> {
        let asked = self.asked.of(self.callee?).iter().copied();
        let asked: Vec<Ty> = asked.filter(|&ty| is_expressible(self.access, ty)).collect();
        let is_new = asked.iter().any(|&ty| ty != Ty::Class(self.subject)) && self.values.one_in(2);
        is_new.then(|| asked[self.values.below(asked.len())])
    }

    /// A literal; or where somebody may ask which, another string that is equal to one.
    fn string_object(&mut self) -> String {
        let is_other = self.values.is_rich && self.values.compares_identity() && self.values.one_in(2);
        let text = if is_other { self.values.string_again() } else { self.values.string_literal() };
        if is_other { format!("new String({text})") } else { text }
    }

    /// An object to call a method on: never `null`, which would test nothing of the method.
    pub(super) fn receiver(&mut self, class: ClassId, name: &str) -> Option<String> {
        if self.access.candidates(class).is_empty() {
            return None;
        }
        self.program_object(class, name, 0)
    }

    /// An object that the package is only given, to call this method on.
    pub(super) fn given_receiver(&mut self, method: MethodId) -> Option<String> {
        let yields = Arc::clone(&self.access.yields);
        let classes = yields.with(method);
        let class = *classes.get(self.values.below(classes.len().max(1)))?;
        let seen = yields.of(class)?.methods.iter().find(|seen| seen.method == method)?;
        self.declared = Some(seen.declared);
        self.given_object(class, 0)
    }

    fn given_object(&mut self, class: ClassId, depth: usize) -> Option<String> {
        let program = self.access.program;
        let yields = Arc::clone(&self.access.yields);
        let yielded = yields.of(class).filter(|_| !self.is_too_far(depth))?;
        let way = yielded.ways[self.values.below(yielded.ways.len())];
        let made_by = match way {
            Way::Static(field) => {
                let declared = &program.fields[field];
                format!("{}.{}", self.access.type_name(Ty::Class(declared.class)), declared.name)
            }
            Way::Call(giver) => {
                let m = &program.methods[giver.method];
                let from = if m.is_static() {
                    self.access.type_name(Ty::Class(m.class))
                } else {
                    let receiver = self.receiver(giver.on, &variable_name(&program.classes[giver.on].name));
                    receiver
                        .or_else(|| self.given_object(giver.on, depth + 1))
                        .filter(|object| !is_null(object))?
                };
                format!("{from}.{}({})", m.name, self.arguments(giver.method, depth + 1)?)
            }
        };
        let name = variable_name(&program.classes[yielded.seen_as].name);
        let ty = Ty::Class(yielded.seen_as);
        let is_generic =
            |ty: &Signature| matches!(ty, Signature::Class(_, arguments) if !arguments.is_empty());
        let given = match way {
            Way::Call(giver) => self.result(giver.declared),
            Way::Static(field) => source::field_signature(program, field).ok().filter(is_generic),
        };
        let variable = match given.and_then(|given| containers::written_type(self.access, &given)) {
            Some(written) => self.declare_written(ty, written, &name, &made_by),
            None => self.declare(ty, None, &name, made_by),
        };
        if !self.values.one_in(3) {
            for _ in 0..=self.values.below(CALLS) {
                let seen = yielded.methods[self.values.below(yielded.methods.len())];
                self.call_on(&variable, seen.method, depth);
            }
        }
        Some(variable)
    }

    /// Whether an object of that depth is one too many.
    pub(super) fn is_too_far(&self, depth: usize) -> bool {
        depth > DEPTH || self.making >= AROUND || depth > 0 && self.variables.len() >= CROWD >> depth
    }

    pub(super) fn program_object(&mut self, class: ClassId, name: &str, depth: usize) -> Option<String> {
        if depth <= DEPTH
            && let Some(function) = self.function(&Signature::Class(class, Vec::new()), name, depth)
        {
            return Some(function);
        }
        if let Some(literal) = self.class_literal_for(class) {
            return Some(literal);
        }
        let candidates = self.access.candidates(class);
        let is_too_far = self.is_too_far(depth);
        if candidates.is_empty() || is_too_far {
            let foreign = if is_too_far { None } else { self.library_object(class, name, depth) };
            return foreign.or_else(|| Some(self.typed_null(Ty::Class(class))));
        }
        let chosen = candidates[self.values.below(candidates.len())];
        if let Some(constant) = self.enum_constant(chosen) {
            return Some(constant);
        }
        self.making += 1;
        let made = match self.access.program.role(chosen) {
            Role::Stub => self.stub(chosen, &[], name, depth),
            _ => self.made_object(chosen, name, depth),
        };
        self.making -= 1;
        made
    }

    /// The arguments of a call, joined.
    pub(super) fn arguments(&mut self, method: MethodId, depth: usize) -> Option<String> {
        Some(self.argument_list(method, depth)?.join(", "))
    }

    pub(super) fn argument_list(&mut self, method: MethodId, depth: usize) -> Option<Vec<String>> {
        self.called.push(method);
        let caller = self.callee.replace(method);
        let before = self.look_up_constants(method);
        let read = std::mem::replace(&mut self.values.read, read_by(self.access.program, method));
        let arguments = self.drawn_arguments(method, depth);
        if self.values.recalls {
            self.lists.extend(arguments.iter().map(|arguments| (method, arguments.clone())));
        }
        (self.callee, self.values.constants, self.values.read) = (caller, before, read);
        let mut arguments = arguments?;
        self.resolve(method, &mut arguments);
        Some(arguments)
    }

    fn drawn_arguments(&mut self, method: MethodId, depth: usize) -> Option<Vec<String>> {
        let program = self.access.program;
        let written = containers::written(program, method);
        let mut arguments = Vec::new();
        let again = self.list_again(method);
        for (at, parameter) in program.methods[method].parameters.iter().enumerate() {
            if let Some(Some(again)) = again.get(at) {
                arguments.push(again.clone());
                continue;
            }
            let ty = written.as_ref().map(|written| &written[at]);
            if let Some(made) = ty.and_then(|ty| self.written_object(ty, &parameter.name, depth)) {
                arguments.push(made);
                continue;
            }
            arguments.push(match parameter.ty {
                Ty::Class(class) => self.object(class, &parameter.name, depth)?,
                ty => self.argument(ty, &parameter.name)?,
            });
        }
        Some(arguments)
    }

    /// What another file's method is given is made of that file's constants now and then; gives those that were in use.
    fn look_up_constants(&mut self, method: MethodId) -> &'g Constants {
        let program = self.access.program;
        let (class, before) = (program.methods[method].class, self.values.constants);
        let is_other = program.classes[class].unit != program.classes[self.subject].unit;
        let is_read = matches!(program.role(class), Role::Given | Role::SourcePath);
        if is_other && is_read && self.values.one_in(6) {
            self.values.constants = self.constants.of(class);
        }
        before
    }

    /// An object of a type of the JDK, or of a type variable beside one.
    pub(super) fn written_object(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let ty = match ty {
            Signature::Variable(_) => &self.concrete(ty),
            ty => ty,
        };
        match ty {
            Signature::Class(class, arguments) if arguments.is_empty() && !self.is_compiled(*class) => {
                return self.object(*class, name, depth);
            }
            Signature::Array(_) => {
                let cell = match self.concrete(ty) {
                    Signature::Array(cell) => containers::erased_array(&cell)?,
                    _ => return None,
                };
                return Some(self.array(cell, name));
            }
            _ => {}
        }
        self.function(ty, name, depth)
            .or_else(|| self.class_literal(ty))
            .or_else(|| self.jdk_object(ty, name, depth))
            .or_else(|| self.generic_stub(ty, name, depth))
            .or_else(|| self.generic_object(ty, name, depth))
    }

    pub(super) fn is_compiled(&self, class: ClassId) -> bool {
        self.access.program.role(class).is_compiled()
    }

    /// Sees to it that a call with these arguments means the method.
    pub(super) fn resolve(&self, method: MethodId, arguments: &mut [String]) {
        let program = self.access.program;
        if arguments.iter().any(|argument| is_typed_null(argument)) {
            let is_plain = self.is_only_candidate(method);
            for (argument, parameter) in arguments.iter_mut().zip(&program.methods[method].parameters) {
                if is_typed_null(argument) {
                    // Where an `Object` is wanted it may be of another type so far, and mean another method.
                    *argument = if is_plain { "null".to_owned() } else { self.typed_null(parameter.ty) };
                }
            }
        }
        let types: Vec<Option<Ty>> = arguments.iter().map(|argument| self.type_of(argument)).collect();
        self.overloads.resolve(program, method, arguments, &types, |ty| self.access.type_name(ty));
    }

    /// The type of an argument, where it is not that of its parameter by the way it is written.
    fn type_of(&self, argument: &str) -> Option<Ty> {
        let known = &self.access.program.well_known;
        if argument.starts_with('"') || argument.starts_with("new String(") {
            return Some(Ty::Class(known.string));
        }
        if argument.ends_with(".class") && !argument.contains(' ') {
            return self.access.program.class_named("java.lang.Class").map(Ty::Class);
        }
        let variable = self.variables.iter().find(|v| v.name == argument).map(|v| v.ty);
        variable.or_else(|| overloads::literal_type(argument).map(Ty::Primitive))
    }

    /// Whether a call of this name and number of arguments means the method, or one that overrides it, whatever the
    /// types of the arguments are.
    fn is_only_candidate(&self, method: MethodId) -> bool {
        let program = self.access.program;
        !program.methods[method].varargs && self.overloads.others(program, method).next().is_none()
    }

    /// `Class.field = value;` for a static that the method under test depends on. `initial`: what the program itself
    /// gives it, once for all.
    pub(super) fn set_static(&mut self, ty: Ty, place: &str, initial: Option<String>) {
        let initial = initial.filter(|_| self.values.one_in(2));
        let value = match (initial, ty) {
            (Some(initial), Ty::Array(_)) => Some(self.declare(ty, None, "values", initial)),
            (Some(initial), _) => Some(initial),
            (None, Ty::Primitive(p)) => Some(literals::plain(self.values.primitive(p))),
            (None, Ty::Array(array)) => Some(self.array(array, "values")),
            (None, Ty::Class(class)) => self.object(class, "value", 1),
            (None, Ty::Void | Ty::Null | Ty::Unknown) => None,
        };
        if let Some(value) = value {
            self.statements.push(format!("{place} = {value};"));
        }
    }
}

/// Whether the cells of an array are of a type that drivers can write down.
pub(super) fn is_expressible(access: &Access<'_>, ty: Ty) -> bool {
    match ty {
        Ty::Primitive(_) => true,
        Ty::Class(class) => access.may_name(class),
        Ty::Array(ArrayTy { element: ElementTy::Primitive(_), .. }) => true,
        Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => access.may_name(class),
        Ty::Void | Ty::Null | Ty::Unknown => false,
    }
}

/// Of any type, or of none.
pub(super) fn is_null(argument: &str) -> bool {
    argument == "null" || is_typed_null(argument)
}

/// `(String) null`
fn is_typed_null(argument: &str) -> bool {
    argument.starts_with('(') && argument.ends_with(") null")
}
