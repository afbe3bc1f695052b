//! Inputs of the JDK's own types: collections, maps, numbers without bounds, dates, streams. Their elements follow from the type
//! arguments of the parameter; a type variable stands for one type in all of a call.
//!
//! What the code does not change is written in place, as `List.of(1, 2)`; the rest is a variable, `new
//! ArrayList<>(List.of(1, 2))`, so that it can be looked at behind the call. No input depends on the order of a hash that
//! Java leaves open.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::access::Access;
use crate::driver::recipes::Arrangement;
use crate::driver::{names, values};
use crate::index::IndexVec;
use crate::jvm::value::PrimitiveType;
use crate::sema::functions::{bound, in_place_of_wildcard, parameters, stand_ins};
use crate::sema::generic::signature::{Signature, SignatureArgument, Variable};
use crate::sema::generic::source;
use crate::sema::program::{BodyState, ClassId, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, LocalId, StmtKind};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// The most elements of a collection.
const MOST: usize = 5;

/// What the type variables of a call stand for.
pub(super) type Chosen = BTreeMap<Variable, Signature>;

/// The methods of collections and maps that change them.
const CHANGES: [&str; 31] = [
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "clear",
    "compute",
    "computeIfAbsent",
    "computeIfPresent",
    "merge",
    "offer",
    "offerFirst",
    "offerLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "push",
    "put",
    "putAll",
    "putIfAbsent",
    "remove",
    "removeAll",
    "removeFirst",
    "removeIf",
    "removeLast",
    "replace",
    "replaceAll",
    "retainAll",
    "reverse",
    "set",
    "sort",
];

/// The methods of which some code that they run may change a collection that they were given.
pub(super) struct Changing {
    methods: BTreeSet<MethodId>,
}

impl Changing {
    /// `methods`: those whose bodies take part; `callers`: of each method.
    pub(super) fn compute(
        program: &Program,
        methods: &[MethodId],
        callers: &IndexVec<MethodId, Vec<MethodId>>,
    ) -> Self {
        let mut changing = BTreeSet::new();
        if !program.runs_class_files() {
            return Self { methods: changing };
        }
        let mut keeping: BTreeSet<ClassId> = BTreeSet::new();
        for &method in methods {
            let BodyState::Typed(body) = program.body(method) else { continue };
            for target in changed(program, body) {
                match body.exprs[target].kind {
                    // What is in a field may have come by a constructor.
                    ExprKind::Field { .. } | ExprKind::StaticField(_) => {
                        keeping.insert(program.methods[method].class);
                    }
                    ExprKind::Local(local) if is_made_here(body, local) => {}
                    _ => _ = changing.insert(method),
                }
            }
        }
        changing.extend(methods.iter().filter(|&&m| keeping.contains(&program.methods[m].class)));
        let mut work: Vec<MethodId> = changing.iter().copied().collect();
        while let Some(callee) = work.pop() {
            work.extend(callers[callee].iter().copied().filter(|&caller| changing.insert(caller)));
        }
        Self { methods: changing }
    }

    fn contains(&self, method: MethodId) -> bool {
        self.methods.contains(&method)
    }
}

/// The collections on which a body calls what changes them.
fn changed<'b>(program: &'b Program, body: &'b Body) -> impl Iterator<Item = ExprId> + 'b {
    body.exprs.iter().filter_map(|expr| {
        let ExprKind::Call(call) = &expr.kind else { return None };
        let method = &program.methods[call.method];
        let is_changing = CHANGES.contains(&&*method.name) && program.role(method.class) == Role::Jdk;
        let target = call.receiver.or_else(|| call.arguments.first().copied());
        target.filter(|_| is_changing).map(|target| without_conversions(body, target))
    })
}

fn without_conversions(body: &Body, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert { operand, .. } = body.exprs[expr].kind {
        expr = operand;
    }
    expr
}

/// Whether a variable is only ever declared, with a new object.
fn is_made_here(body: &Body, local: LocalId) -> bool {
    let declared = body.stmts.iter().flat_map(|stmt| match &stmt.kind {
        StmtKind::Locals(declared) => &declared[..],
        _ => &[],
    });
    let mut made = declared.filter(|(declared, _)| *declared == local).filter_map(|(_, value)| *value);
    let is_assigned = body.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Assign { target, .. } => {
            matches!(body.exprs[target].kind, ExprKind::Local(l) if l == local)
        }
        _ => false,
    });
    let is_new =
        |value: ExprId| matches!(body.exprs[without_conversions(body, value)].kind, ExprKind::New { .. });
    !is_assigned && made.next().is_some_and(is_new)
}

/// A container, as drivers make it.
#[derive(Clone, Copy)]
enum Form {
    List,
    /// A collection of just this class.
    Collection(&'static str),
    Map(&'static str),
    Optional,
    /// What a list gives that goes through it.
    OfList(&'static str),
}

fn form(class: &str) -> Option<Form> {
    Some(match class {
        "java.util.List" | "java.util.Collection" | "java.lang.Iterable" => Form::List,
        "java.util.ArrayList" => Form::Collection("java.util.ArrayList"),
        "java.util.LinkedList" => Form::Collection("java.util.LinkedList"),
        "java.util.Queue" | "java.util.Deque" | "java.util.ArrayDeque" => {
            Form::Collection("java.util.ArrayDeque")
        }
        "java.util.Set" | "java.util.HashSet" => Form::Collection("java.util.HashSet"),
        "java.util.LinkedHashSet" => Form::Collection("java.util.LinkedHashSet"),
        "java.util.SortedSet" | "java.util.NavigableSet" | "java.util.TreeSet" => {
            Form::Collection("java.util.TreeSet")
        }
        "java.util.Map" | "java.util.HashMap" => Form::Map("java.util.HashMap"),
        "java.util.LinkedHashMap" => Form::Map("java.util.LinkedHashMap"),
        "java.util.SortedMap" | "java.util.NavigableMap" | "java.util.TreeMap" => {
            Form::Map("java.util.TreeMap")
        }
        "java.util.Optional" => Form::Optional,
        "java.util.Iterator" => Form::OfList("iterator"),
        "java.util.ListIterator" => Form::OfList("listIterator"),
        "java.util.stream.Stream" => Form::OfList("stream"),
        _ => return None,
    })
}

/// The class of what is made where this one of `java.util` is wanted.
pub(super) fn made_for(class: &str) -> Option<&'static str> {
    match form(class)? {
        Form::List => Some("java.util.ArrayList"),
        Form::Collection(made) | Form::Map(made) => Some(made),
        Form::Optional | Form::OfList(_) => None,
    }
}

/// The parameters of a method as they are written, where some type in them is of a class file, has type arguments or is a type
/// variable.
pub(super) fn written(program: &Program, method: MethodId) -> Option<Vec<Signature>> {
    let m = &program.methods[method];
    let has_variables = || {
        let declares = program.method_decl(method).is_some_and(|decl| !decl.type_parameters.is_empty());
        declares || !program.decl(m.class).type_parameters.is_empty()
    };
    let is_foreign = |ty: Ty| ty.class().is_some_and(|class| program.role(class).is_compiled());
    let is_generic = |ty: Ty| {
        let signature = ty.class().and_then(|class| source::class_signature(program, class).ok());
        signature.is_some_and(|signature| !signature.variables.is_empty())
    };
    if m.parameters.is_empty()
        || !has_variables() && !m.parameters.iter().any(|p| is_foreign(p.ty) || is_generic(p.ty))
    {
        return None;
    }
    parameters(program, method)
}

impl Arrangement<'_, '_> {
    /// An object of a class of the JDK; `None` where nothing is known of such objects.
    pub(super) fn jdk_object(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let Signature::Class(class, arguments) = ty else { return None };
        let program = self.access.program;
        let qualified = &*program.classes[*class].qualified_name;
        if let Some(stream) = self.stream(*class, qualified, name) {
            return Some(stream);
        }
        if program.role(*class) != Role::Jdk {
            return None;
        }
        if let Some(value) = self.jdk_value(qualified) {
            return Some(value);
        }
        if matches!(qualified, "java.util.Calendar" | "java.util.GregorianCalendar") {
            return Some(self.calendar(*class, name));
        }
        let form = form(qualified)?;
        let arguments = self.argument_types(*class, arguments);
        let any = self.any();
        let of = |at: usize| arguments.get(at).cloned().unwrap_or_else(|| any.clone());
        match form {
            Form::List => self.list(*class, &of(0), name, depth),
            Form::Collection(made) => self.collection(*class, made, &of(0), name, depth),
            Form::Map(made) => self.map(*class, made, &of(0), &of(1), name, depth),
            Form::Optional => {
                let optional = names::imported(program, "java.util.Optional");
                if self.values.one_in(3) {
                    return Some(format!("{optional}.empty()"));
                }
                Some(format!("{optional}.of({})", self.element(&of(0), depth + 1)?))
            }
            Form::OfList(gives) => self.of_list(*class, &of(0), gives, depth),
        }
    }

    /// `new ArrayList<Integer>(List.of(1, 2)).iterator()`
    fn of_list(&mut self, class: ClassId, element: &Signature, gives: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        if depth == 0 && self.values.one_in(24) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let elements = self.elements(element, depth, false).join(", ");
        let [made, of] = ["java.util.ArrayList", "java.util.List"].map(|name| names::imported(program, name));
        let written = self.written_type(element)?;
        Some(format!("new {made}<{written}>({of}.of({elements})).{gives}()"))
    }

    /// What a type without one may be.
    pub(super) fn any(&self) -> Signature {
        Signature::Class(self.access.program.well_known.string, Vec::new())
    }

    /// What stands for the arguments of a class's type.
    pub(super) fn argument_types(
        &mut self,
        class: ClassId,
        arguments: &[SignatureArgument],
    ) -> Vec<Signature> {
        let types = arguments.iter().enumerate().map(|(index, argument)| match argument {
            // No other type will do: its own wildcards stay.
            SignatureArgument::Exact(ty) => self.seen(ty),
            SignatureArgument::Super(ty) => self.concrete(ty),
            SignatureArgument::Extends(ty) => {
                let ty = self.concrete(ty);
                in_place_of_wildcard(self.access.program, (class, index), ty)
            }
            SignatureArgument::Unbounded => {
                in_place_of_wildcard(self.access.program, (class, index), self.any())
            }
        });
        types.collect()
    }

    /// The type with something in the place of its variables.
    pub(super) fn concrete(&mut self, ty: &Signature) -> Signature {
        match ty {
            Signature::Variable(variable) => self.choice(*variable),
            Signature::Class(class, arguments) => {
                let arguments = self.argument_types(*class, arguments).into_iter();
                Signature::Class(*class, arguments.map(SignatureArgument::Exact).collect())
            }
            Signature::Array(cell) => Signature::Array(Box::new(self.concrete(cell))),
            other => other.clone(),
        }
    }

    /// What a type variable stands for in this call.
    pub(super) fn choice(&mut self, variable: Variable) -> Signature {
        if let Some(chosen) = self.chosen.get(&variable) {
            return chosen.clone();
        }
        let options = stand_ins(self.access.program, variable);
        let chosen = options.get(self.values.below(options.len())).cloned();
        let chosen = chosen.or_else(|| bound(self.access.program, variable)).unwrap_or_else(|| self.any());
        self.chosen.insert(variable, chosen.clone());
        chosen
    }

    /// A number without bounds, or a date: an expression.
    fn jdk_value(&mut self, class: &str) -> Option<String> {
        if let Some(known) = self.values.object_again(class) {
            let beside = values::beside(class, self.values.one_in(2)).filter(|_| self.values.one_in(3));
            return Some(known + beside.unwrap_or_default());
        }
        let made = self.new_value(class)?;
        self.values.has_made(class, &made);
        Some(made)
    }

    fn new_value(&mut self, class: &str) -> Option<String> {
        let name = names::imported(self.access.program, class);
        Some(match class {
            "java.math.BigInteger" => format!("{name}.valueOf({})", self.small()),
            "java.math.BigDecimal" => format!("new {name}(\"{}\")", self.decimal()),
            "java.time.LocalDate" => format!("{name}.of({})", self.date()),
            "java.time.LocalDateTime" => format!("{name}.of({}, {})", self.date(), self.time()),
            "java.time.LocalTime" => format!("{name}.of({})", self.time()),
            "java.util.Date" => format!("new {name}({}L)", self.millis()),
            "java.time.Duration" => format!("{name}.ofMinutes({})", self.small()),
            "java.time.Instant" => format!("{name}.ofEpochSecond({})", self.small()),
            "java.util.OptionalInt" | "java.util.OptionalLong" | "java.util.OptionalDouble" => {
                if self.values.one_in(3) {
                    return Some(format!("{name}.empty()"));
                }
                let ty = match class {
                    "java.util.OptionalInt" => PrimitiveType::Int,
                    "java.util.OptionalLong" => PrimitiveType::Long,
                    _ => PrimitiveType::Double,
                };
                format!("{name}.of({})", self.primitive_argument(ty))
            }
            _ => return None,
        })
    }

    /// A variable, for code changes it: a day, mostly with a time.
    fn calendar(&mut self, class: ClassId, name: &str) -> String {
        if self.values.one_in(24) {
            return self.typed_null(Ty::Class(class));
        }
        let made = names::imported(self.access.program, "java.util.GregorianCalendar");
        let (year, month, day) = self.day();
        let time = match self.values.below(3) {
            0 => String::new(),
            _ => format!(", {}, {}", self.time(), self.values.below(60)),
        };
        let made_by = format!("new {made}({year}, {}, {day}{time})", month - 1);
        self.declare(Ty::Class(class), None, name, made_by)
    }

    /// A point in time in milliseconds: midnight of a day, or later.
    fn millis(&mut self) -> i64 {
        let (year, month, day) = self.day();
        let since = days_since_1970(year as i64, month as i64, day as i64) * 86_400_000;
        match self.values.below(3) {
            0 => since,
            1 => since + self.values.below(86_400) as i64 * 1000,
            _ => since + self.values.below(86_400_000) as i64,
        }
    }

    fn small(&mut self) -> String {
        self.primitive_argument(PrimitiveType::Int)
    }

    /// A decimal number as people write amounts.
    fn decimal(&mut self) -> String {
        let known = self.values.decimal_text();
        if let Some(text) = known.filter(|_| self.values.one_in(2)) {
            return if self.values.one_in(3) {
                values::decimal_beside(&text, self.values.one_in(2))
            } else {
                text
            };
        }
        let whole = match self.values.primitive(PrimitiveType::Int) {
            crate::jvm::value::Primitive::Int(whole) => whole,
            _ => 0,
        };
        let fraction = ["", "", ".5", ".00", ".50", ".25", ".01", ".99"];
        format!("{whole}{}", fraction[self.values.below(fraction.len())])
    }

    fn date(&mut self) -> String {
        let (year, month, day) = self.day();
        format!("{year}, {month}, {day}")
    }

    /// Year, month and day.
    fn day(&mut self) -> (usize, usize, usize) {
        let years = [2024, 2023, 2025, 2000, 1999, 1970];
        let year = years[self.values.below(years.len())];
        let month = self.values.below(12) + 1;
        let day = match self.values.below(4) {
            0 => 1,
            1 => 28,
            _ => self.values.below(28) + 1,
        };
        let day = if year % 4 == 0 && month == 2 && self.values.one_in(2) { 29 } else { day };
        (year, month, day)
    }

    fn time(&mut self) -> String {
        let minutes = [0, 1, 15, 30, 59];
        format!("{}, {}", self.values.below(24), minutes[self.values.below(minutes.len())])
    }

    /// An element of a container: an expression, and no null.
    pub(super) fn element(&mut self, ty: &Signature, depth: usize) -> Option<String> {
        let program = self.access.program;
        match ty {
            Signature::Class(class, _) if *class == program.well_known.object => {
                let any = self.any();
                self.element(&any, depth)
            }
            Signature::Class(class, _) => {
                if let Some(simple) = self.again(*class).or_else(|| self.simple_object(*class)) {
                    return Some(simple);
                }
                if program.role(*class) == Role::Jdk {
                    return self.nested(ty, depth);
                }
                if let Some(alias) = self.alias(Ty::Class(*class)) {
                    return Some(alias);
                }
                let own = lower(&program.classes[*class].name);
                let made = match self.generic_object(ty, &own, depth) {
                    Some(made) => made,
                    None => self.program_object(*class, &own, depth)?,
                };
                (!made.ends_with("null")).then_some(made)
            }
            Signature::Array(cell) => {
                let array = erased_array(cell)?;
                let cells = self.array_cells(array);
                Some(format!("new {} {cells}", self.access.type_name(Ty::Array(array))))
            }
            _ => None,
        }
    }

    /// A string that was drawn before, now and then: equal elements.
    fn again(&mut self, class: ClassId) -> Option<String> {
        let is_string = class == self.access.program.well_known.string;
        (is_string && self.values.one_in(4)).then(|| self.values.string_again())
    }

    /// A container in a container: in place, or else a variable.
    fn nested(&mut self, ty: &Signature, depth: usize) -> Option<String> {
        if depth > super::recipes::DEPTH {
            return None;
        }
        let made = self.jdk_object(ty, "inner", depth)?;
        (!made.ends_with("null")).then_some(made)
    }

    fn elements(&mut self, ty: &Signature, depth: usize, distinct: bool) -> Vec<String> {
        let count = self.values.length().min(if depth > 0 { 3 } else { MOST });
        let mut elements: Vec<String> = Vec::new();
        for _ in 0..count {
            // A container of what cannot be made is an empty one.
            let Some(element) = self.element(ty, depth + 1) else { break };
            if !distinct || !elements.contains(&element) {
                elements.push(element);
            }
        }
        elements
    }

    fn is_changed(&self) -> bool {
        self.callee.is_none_or(|callee| self.changing.contains(callee))
    }

    fn list(&mut self, class: ClassId, element: &Signature, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        if depth == 0 && self.values.one_in(if self.values.is_rich { 10 } else { 24 }) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let mut elements = self.elements(element, depth, false);
        let has_null = !elements.is_empty() && self.values.one_in(16);
        if has_null {
            let at = self.values.below(elements.len());
            elements[at] = "null".to_owned();
        }
        let list = match &elements[..] {
            [_] if has_null => {
                format!("{}.singletonList(null)", names::imported(program, "java.util.Collections"))
            }
            _ if has_null => {
                format!("{}.asList({})", names::imported(program, "java.util.Arrays"), elements.join(", "))
            }
            _ => format!("{}.of({})", names::imported(program, "java.util.List"), elements.join(", ")),
        };
        if !self.is_changed() {
            return Some(list);
        }
        self.new_collection(class, "java.util.ArrayList", element, name, &elements, list)
    }

    fn collection(
        &mut self,
        class: ClassId,
        made: &'static str,
        element: &Signature,
        name: &str,
        depth: usize,
    ) -> Option<String> {
        let program = self.access.program;
        if depth == 0 && self.values.one_in(24) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let elements = self.elements(element, depth, made.ends_with("Set"));
        let is_set = &*program.classes[class].qualified_name == "java.util.Set";
        if elements.is_empty() && is_set && !self.is_changed() {
            return Some(format!("{}.of()", names::imported(program, "java.util.Set")));
        }
        let list = format!("{}.of({})", names::imported(program, "java.util.List"), elements.join(", "));
        self.new_collection(class, made, element, name, &elements, list)
    }

    fn new_collection(
        &mut self,
        class: ClassId,
        made: &str,
        element: &Signature,
        name: &str,
        elements: &[String],
        list: String,
    ) -> Option<String> {
        let made = names::imported(self.access.program, made);
        let list = if elements.is_empty() { String::new() } else { list };
        let ty =
            self.written_type(&Signature::Class(class, vec![SignatureArgument::Exact(element.clone())]))?;
        Some(self.declare_written(Ty::Class(class), ty, name, &format!("new {made}<>({list})")))
    }

    fn map(
        &mut self,
        class: ClassId,
        made: &'static str,
        key: &Signature,
        value: &Signature,
        name: &str,
        depth: usize,
    ) -> Option<String> {
        let program = self.access.program;
        if depth == 0 && self.values.one_in(24) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let mut keys = self.elements(key, depth, true);
        let values: Vec<String> = keys.iter().map_while(|_| self.element(value, depth + 1)).collect();
        keys.truncate(values.len());
        let is_map = &*program.classes[class].qualified_name == "java.util.Map";
        if keys.len() <= 1 && is_map && !self.is_changed() {
            let entry: Vec<&str> = keys.iter().chain(&values).map(String::as_str).collect();
            return Some(format!("{}.of({})", names::imported(program, "java.util.Map"), entry.join(", ")));
        }
        let arguments = [key, value].map(|ty| SignatureArgument::Exact(ty.clone())).to_vec();
        let ty = self.written_type(&Signature::Class(class, arguments))?;
        let made = format!("new {}<>()", names::imported(program, made));
        let map = self.declare_written(Ty::Class(class), ty, name, &made);
        for (key, value) in keys.iter().zip(&values) {
            self.statements.push(format!("{map}.put({key}, {value});"));
        }
        Some(map)
    }

    pub(super) fn written_type(&self, ty: &Signature) -> Option<String> {
        written_type(self.access, ty)
    }
}

/// The days from 1970 to a day of the Gregorian calendar.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have their leap day at the end.
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

/// The result of a method as code beside the class writes it, where it has type arguments and no variables.
pub fn written_result(program: &Program, from: ClassId, method: MethodId) -> Option<String> {
    let result = source::method_signature(program, method).ok()?.result;
    let is_generic = matches!(&result, Signature::Class(_, arguments) if !arguments.is_empty());
    is_generic.then(|| written_type(&Access::new(program, from), &result)).flatten()
}

/// A type without variables as driver code writes it.
pub(super) fn written_type(access: &Access<'_>, ty: &Signature) -> Option<String> {
    Some(match ty {
        Signature::Void => return None,
        Signature::Primitive(primitive) => primitive.name().to_owned(),
        Signature::Array(cell) => format!("{}[]", written_type(access, cell)?),
        Signature::Variable(_) => return None,
        Signature::Class(class, arguments) => {
            if !access.may_name(*class) {
                return None;
            }
            let name = access.type_name(Ty::Class(*class));
            let argument = |argument: &SignatureArgument| match argument {
                SignatureArgument::Exact(ty) => written_type(access, ty),
                SignatureArgument::Unbounded => Some("?".to_owned()),
                SignatureArgument::Extends(ty) => Some(format!("? extends {}", written_type(access, ty)?)),
                SignatureArgument::Super(ty) => Some(format!("? super {}", written_type(access, ty)?)),
            };
            let arguments: Option<Vec<String>> = arguments.iter().map(argument).collect();
            match &arguments?[..] {
                [] => name,
                arguments => format!("{name}<{}>", arguments.join(", ")),
            }
        }
    })
}

pub(super) fn erased_array(cell: &Signature) -> Option<ArrayTy> {
    match cell {
        Signature::Primitive(p) => Some(ArrayTy { element: ElementTy::Primitive(*p), dims: 1 }),
        Signature::Class(class, arguments) if arguments.is_empty() => {
            Some(ArrayTy { element: ElementTy::Class(*class), dims: 1 })
        }
        Signature::Array(inner) => {
            let inner = erased_array(inner)?;
            Some(ArrayTy { dims: inner.dims.checked_add(1)?, ..inner })
        }
        _ => None,
    }
}

fn lower(class: &str) -> String {
    super::generate::variable_name(class)
}
