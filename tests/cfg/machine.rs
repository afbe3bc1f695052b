//! A graph walked with concrete values: each node's terms are evaluated on the state, one edge's condition holds, the
//! run goes on there. It knows nothing of Java but what the terms say, and how strings are stored.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jatpg::cfg::cache::{Callee, Graphs};
use jatpg::cfg::graph::{Call, Effect, Graph, NodeId};
use jatpg::jvm::value::{JavaString, Primitive, PrimitiveType};
use jatpg::jvm::{convert, fold, text};
use jatpg::sema::program::{ClassId, MethodId, Program};
use jatpg::sema::type_numbers::TypeNumbers;
use jatpg::sema::typed_tree::LocalOrigin;
use jatpg::sema::types::Ty;
use jatpg::term::assignment::{Base, Point};
use jatpg::term::domain::FIRST_TEXT;
use jatpg::term::evaluate::{self, Source, canonical};
use jatpg::term::sort::{Sort, ValueSort};
use jatpg::term::variable::{FrameId, VarId, Variable};
use jatpg::term::{Function, TermId, TermKind, Terms};

/// Nodes that a run may pass.
const FUEL: usize = 400_000;
/// Calls that may be open.
const DEPTH: usize = 200;
/// References of strings and wrapper objects; interned strings have those below ([`FIRST_TEXT`]).
const FIRST_VALUE: u32 = 0xc000_0000;
/// See `cfg::lower`: whether an array of one type refuses an object of another.
const REFUSES: u32 = 0x4152_5253;

/// Why a run has no end that says something.
#[derive(Debug)]
pub(super) enum Stop {
    /// What the graph, or this walker, does not follow.
    Unsupported(String),
    Fuel,
    /// The graph is wrong.
    Broken(String),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "not followed: {what}"),
            Self::Fuel => f.write_str("out of fuel"),
            Self::Broken(what) => write!(f, "a graph that is wrong: {what}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Return,
    Throw,
    Cut,
}

/// All that a value of a variable, or of a term, may be.
#[derive(Clone, Debug)]
enum Value {
    Bits(u64),
    /// A map, as what is written to the one that a variable holds.
    Map(VarId, Vec<Write>),
    Text(JavaString),
}

#[derive(Clone, Debug)]
enum Write {
    Cell(Vec<u64>, u64),
    /// All cells of an array.
    Fill(u64, u64),
}

#[derive(Default)]
struct Map {
    cells: HashMap<Vec<u64>, u64>,
    fills: HashMap<u64, u64>,
}

impl Map {
    fn read(&self, at: &[u64]) -> Option<u64> {
        self.cells.get(at).or_else(|| self.fills.get(&at[0])).copied()
    }

    fn write(&mut self, write: Write) {
        match write {
            Write::Cell(at, value) => {
                self.cells.insert(at, value);
            }
            Write::Fill(array, value) => {
                self.cells.retain(|at, _| at[0] != array);
                self.fills.insert(array, value);
            }
        }
    }
}

/// A string or a wrapper object.
enum Immutable {
    Text(JavaString),
    Box(PrimitiveType, u64),
}

pub(super) struct Machine<'p, 'g> {
    program: &'p Program,
    pub terms: &'g mut Terms,
    graphs: &'g mut Graphs<'p>,
    types: &'p TypeNumbers,
    locals: HashMap<VarId, u64>,
    globals: HashMap<VarId, u64>,
    maps: HashMap<VarId, Map>,
    written: HashMap<VarId, JavaString>,
    immutable: HashMap<u32, Immutable>,
    initialized: BTreeSet<ClassId>,
    compiled: HashMap<TermId, evaluate::Program>,
    fuel: usize,
    depth: usize,
    /// How often a value was compared with the evaluator's.
    pub compared: usize,
}

type Run<T> = Result<T, Stop>;

fn unsupported<T>(what: impl Into<String>) -> Run<T> {
    Err(Stop::Unsupported(what.into()))
}

fn broken<T>(what: impl Into<String>) -> Run<T> {
    Err(Stop::Broken(what.into()))
}

impl<'p, 'g> Machine<'p, 'g> {
    pub(super) fn new(program: &'p Program, terms: &'g mut Terms, graphs: &'g mut Graphs<'p>) -> Self {
        Self {
            program,
            terms,
            graphs,
            types: program.type_numbers(),
            locals: HashMap::new(),
            globals: HashMap::new(),
            maps: HashMap::new(),
            written: HashMap::new(),
            immutable: HashMap::new(),
            initialized: BTreeSet::new(),
            compiled: HashMap::new(),
            fuel: FUEL,
            depth: 0,
            compared: 0,
        }
    }

    /// Runs the graph from its entry to an exit.
    pub(super) fn run(&mut self, graph: &Graph) -> Run<Exit> {
        let mut node = graph.entry;
        loop {
            self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
            self.effect(graph, node)?;
            if graph.returns == Some(node) {
                return Ok(Exit::Return);
            }
            if graph.throws == Some(node) {
                return Ok(Exit::Throw);
            }
            if graph.cut == Some(node) {
                return Ok(Exit::Cut);
            }
            node = self.next(graph, node)?;
        }
    }

    /// Where the only edge leads whose condition holds.
    fn next(&mut self, graph: &Graph, node: NodeId) -> Run<NodeId> {
        let mut next = None;
        for &edge in &graph.nodes[node].outgoing {
            let edge = &graph.edges[edge];
            if self.bits(edge.condition)? != 0 && next.replace(edge.to).is_some() {
                return broken(format!("{node}: two conditions hold"));
            }
        }
        next.map_or_else(|| broken(format!("{node}: no condition holds")), Ok)
    }

    fn effect(&mut self, graph: &Graph, node: NodeId) -> Run<()> {
        match &graph.nodes[node].effect {
            Effect::None => Ok(()),
            Effect::Unsupported(code) => unsupported(&*code.what),
            Effect::Assign(assignments) => {
                let mut values = Vec::new();
                for &(var, term) in assignments {
                    values.push((var, self.value(term, &mut HashMap::new())?));
                }
                values.into_iter().try_for_each(|(var, value)| self.write(var, value))
            }
            Effect::Call(call) => self.call(call),
        }
    }

    fn write(&mut self, var: VarId, value: Value) -> Run<()> {
        match value {
            Value::Bits(bits) => {
                let info = self.terms.info(var);
                let values = if info.variable.is_global() { &mut self.globals } else { &mut self.locals };
                values.insert(var, bits);
            }
            Value::Map(base, writes) if base == var => {
                let map = self.maps.entry(var).or_default();
                writes.into_iter().for_each(|write| map.write(write));
            }
            Value::Map(..) => return broken("a map moves to another variable"),
            Value::Text(text) => {
                self.written.insert(var, text);
            }
        }
        Ok(())
    }

    fn call(&mut self, call: &Call) -> Run<()> {
        let mut target = None;
        for &(method, condition) in &call.targets {
            if self.bits(condition)? != 0 && target.replace(method).is_some() {
                return broken("two targets of a call");
            }
        }
        let Some(method) = target else { return broken("a call without a target") };
        let receiver = call.receiver.map(|r| self.bits(r)).transpose()?;
        let arguments = call.arguments.iter().map(|&a| self.bits(a)).collect::<Run<Vec<u64>>>()?;
        let (exit, result) = self.invoke(method, receiver, &arguments)?;
        let threw = match exit {
            Exit::Return => 0,
            Exit::Throw => 1,
            Exit::Cut => return broken("a method that is cut"),
        };
        if let (Some(var), 0) = (call.result, threw) {
            self.locals.insert(var, result);
        }
        self.locals.insert(call.threw, threw);
        Ok(())
    }

    fn invoke(&mut self, method: MethodId, receiver: Option<u64>, arguments: &[u64]) -> Run<(Exit, u64)> {
        let Callee::Graph(graph) = self.graphs.any_call(self.terms, None, method) else {
            return unsupported(self.program.method_name(method));
        };
        if self.depth == DEPTH {
            return Err(Stop::Fuel);
        }
        self.depth += 1;
        let frame = graph.nodes[graph.entry].key.frame;
        let saved = std::mem::take(&mut self.locals);
        if let (Some(this), Some(receiver)) = (self.terms.find_variable(Variable::This(frame)), receiver) {
            self.locals.insert(this, receiver);
        }
        for (position, &argument) in arguments.iter().enumerate() {
            let parameter = Variable::Local(frame, LocalOrigin::Parameter(position as u32));
            if let Some(var) = self.terms.find_variable(parameter) {
                self.locals.insert(var, argument);
            }
        }
        let exit = self.run(&graph)?;
        let result = self.result(frame);
        self.locals = saved;
        self.depth -= 1;
        Ok((exit, result))
    }

    fn result(&self, frame: FrameId) -> u64 {
        let result = self.terms.find_variable(Variable::Result(frame));
        result.and_then(|var| self.locals.get(&var)).copied().unwrap_or(0)
    }

    /// What was printed.
    pub(super) fn text_written(&self, variable: Variable) -> JavaString {
        let var = self.terms.find_variable(variable);
        var.and_then(|var| self.written.get(&var)).cloned().unwrap_or_else(|| JavaString::from(""))
    }

    /// The class of the exception that left.
    pub(super) fn exception_class(&self) -> Run<ClassId> {
        let exception = self.terms.find_variable(Variable::Exception);
        let object = exception.and_then(|var| self.globals.get(&var)).copied().unwrap_or(0);
        let number = self.class_number(object)?;
        self.types.class_of(number as i32).map_or_else(|| broken("an exception of no class"), Ok)
    }

    fn class_number(&self, object: u64) -> Run<u64> {
        let number = match self.immutable(object) {
            // Terms are total: a null has some class, too.
            None if object == 0 => 0,
            Some(Immutable::Text(_)) => self.types.of_class(self.program.well_known.string),
            Some(&Immutable::Box(ty, _)) => self.types.of_class(self.program.wrapper(ty)),
            None => {
                let map = self.terms.find_variable(Variable::Class);
                let map = map.and_then(|var| self.maps.get(&var));
                let Some(number) = map.and_then(|map| map.read(&[object])) else {
                    return broken(format!("the class of @{object}"));
                };
                return Ok(number);
            }
        };
        Ok(canonical(ValueSort::Int, number as u64))
    }

    fn immutable(&self, reference: u64) -> Option<&Immutable> {
        self.immutable.get(&(reference as u32))
    }

    fn text(&self, reference: u64) -> Run<&JavaString> {
        match self.immutable(reference) {
            Some(Immutable::Text(text)) => Ok(text),
            _ => broken(format!("@{reference} is no string")),
        }
    }

    fn make(&mut self, value: Immutable) -> Value {
        let reference = FIRST_VALUE + self.immutable.len() as u32;
        self.immutable.insert(reference, value);
        Value::Bits(reference.into())
    }

    fn variable(&mut self, var: VarId) -> Run<Value> {
        let info = self.terms.info(var);
        let (variable, sort) = (info.variable, info.sort);
        match sort {
            Sort::Field(_) | Sort::Cells(_) => return Ok(Value::Map(var, Vec::new())),
            Sort::Opaque => {
                let text = self.written.get(&var).cloned().unwrap_or_else(|| JavaString::from(""));
                return Ok(Value::Text(text));
            }
            Sort::Value(_) => {}
        }
        let values = if variable.is_global() { &self.globals } else { &self.locals };
        if let Some(&bits) = values.get(&var) {
            return Ok(Value::Bits(bits));
        }
        match variable {
            Variable::Allocated => Ok(Value::Bits(1)),
            // The interpreter beside it runs with assertions off.
            Variable::Asserting | Variable::Initialized(_) | Variable::Failed(_) => Ok(Value::Bits(0)),
            // `v instanceof T x && x > 0` may be one term, which reads `x` where nothing matched.
            Variable::Local(_, LocalOrigin::Binding(_)) => Ok(Value::Bits(0)),
            Variable::Static(field) => {
                let class = self.program.fields[field].class;
                self.initialize_quietly(class)?;
                Ok(Value::Bits(self.globals.get(&var).copied().unwrap_or(0)))
            }
            _ => broken(format!("{} is read before it is written", self.terms.info(var).name)),
        }
    }

    /// Runs the initialiser of a class of which no graph says when it runs.
    fn initialize_quietly(&mut self, class: ClassId) -> Run<()> {
        let flag = self.terms.find_variable(Variable::Initialized(class));
        let is_said = flag.is_some_and(|var| self.globals.contains_key(&var));
        if let Some(initializer) = self.program.classes[class].static_initializer
            && !is_said
            && self.initialized.insert(class)
        {
            self.invoke(initializer, None, &[])?;
        }
        Ok(())
    }

    fn bits(&mut self, term: TermId) -> Run<u64> {
        match self.value(term, &mut HashMap::new())? {
            Value::Bits(bits) => {
                self.compare(term, bits);
                Ok(bits)
            }
            _ => broken("a map or a text as a value"),
        }
    }

    /// `term::evaluate` has the same opinion.
    fn compare(&mut self, term: TermId, bits: u64) {
        let compile = || evaluate::Program::new(self.terms, &[term]);
        let program = self.compiled.remove(&term).unwrap_or_else(compile);
        let is_function = |&t: &TermId| matches!(self.terms.kind(t), TermKind::Apply { .. });
        if program.is_exact() && !self.terms.closure(&[term]).iter().any(is_function) {
            let value = program.run(self.terms, 1, &mut StateSource(self)).get(term, 0);
            assert_eq!(value, bits, "{}", self.terms.show(term));
            self.compared += 1;
        }
        self.compiled.insert(term, program);
    }

    fn value(&mut self, term: TermId, known: &mut HashMap<TermId, Value>) -> Run<Value> {
        if let Some(value) = known.get(&term) {
            return Ok(value.clone());
        }
        let value = self.compute(term, known)?;
        known.insert(term, value.clone());
        Ok(value)
    }

    fn part(&mut self, term: TermId, known: &mut HashMap<TermId, Value>) -> Run<u64> {
        match self.value(term, known)? {
            Value::Bits(bits) => Ok(bits),
            _ => broken("a map or a text as an operand"),
        }
    }

    fn primitive(&mut self, term: TermId, known: &mut HashMap<TermId, Value>) -> Run<Primitive> {
        let Sort::Value(sort) = self.terms.sort(term) else { return broken("an operand that is no value") };
        let ty = sort.primitive().unwrap_or(PrimitiveType::Int);
        Ok(Primitive::from_bits(ty, self.part(term, known)?))
    }

    fn compute(&mut self, term: TermId, known: &mut HashMap<TermId, Value>) -> Run<Value> {
        let of = |value: Primitive| {
            Ok(Value::Bits(canonical(ValueSort::of_primitive(value.ty()), value.to_bits())))
        };
        match self.terms.kind(term).clone() {
            TermKind::Constant(value) => of(value),
            TermKind::Null => Ok(Value::Bits(0)),
            TermKind::Text(text) => {
                let reference = Terms::text_reference(term);
                assert!(reference >= FIRST_TEXT);
                self.immutable.entry(reference).or_insert(Immutable::Text(text));
                Ok(Value::Bits(reference.into()))
            }
            TermKind::Var(var) => self.variable(var),
            TermKind::Unary { op, operand } => of(fold::unary(op, self.primitive(operand, known)?)),
            TermKind::Binary { op, left, right, .. } => {
                let (left, right) = (self.primitive(left, known)?, self.primitive(right, known)?);
                match fold::binary(op, left, right) {
                    Ok(value) => of(value),
                    Err(_) => Ok(Value::Bits(0)),
                }
            }
            TermKind::Convert { to, operand, from } => {
                let operand = Primitive::from_bits(from, self.part(operand, known)?);
                of(convert::cast(operand, to))
            }
            TermKind::SameFloat { left, right } => {
                Ok(Value::Bits(u64::from(self.part(left, known)? == self.part(right, known)?)))
            }
            TermKind::SameReference { left, right } => self.same(left, right, known),
            TermKind::Choose { condition, then, otherwise } => {
                let branch = if self.part(condition, known)? == 0 { otherwise } else { then };
                self.value(branch, known)
            }
            TermKind::Fresh(number) => self.value(number, known),
            TermKind::Select { map, object } => self.read(map, &[object], known),
            TermKind::SelectCell { map, array, index } => self.read(map, &[array, index], known),
            TermKind::Store { map, object, value } => {
                let at = vec![self.part(object, known)?];
                let write = Write::Cell(at, self.part(value, known)?);
                self.written_to(map, write, known)
            }
            TermKind::StoreCell { map, array, index, value } => {
                let at = vec![self.part(array, known)?, self.part(index, known)?];
                let write = Write::Cell(at, self.part(value, known)?);
                self.written_to(map, write, known)
            }
            TermKind::Fill { map, array, value } => {
                let write = Write::Fill(self.part(array, known)?, self.part(value, known)?);
                self.written_to(map, write, known)
            }
            TermKind::Apply { function, arguments } => self.apply(function, &arguments, known),
        }
    }

    fn same(&mut self, left: TermId, right: TermId, known: &mut HashMap<TermId, Value>) -> Run<Value> {
        let (left, right) = (self.part(left, known)?, self.part(right, known)?);
        if left != right
            && let (Some(Immutable::Text(a)), Some(Immutable::Text(b))) =
                (self.immutable(left), self.immutable(right))
            && a == b
        {
            return unsupported("whether two equal strings are one");
        }
        Ok(Value::Bits(u64::from(left == right)))
    }

    fn written_to(&mut self, map: TermId, write: Write, known: &mut HashMap<TermId, Value>) -> Run<Value> {
        match self.value(map, known)? {
            Value::Map(base, mut writes) => {
                writes.push(write);
                Ok(Value::Map(base, writes))
            }
            _ => broken("a store to what is no map"),
        }
    }

    fn read(&mut self, map: TermId, at: &[TermId], known: &mut HashMap<TermId, Value>) -> Run<Value> {
        let at = at.iter().map(|&t| self.part(t, known)).collect::<Run<Vec<u64>>>()?;
        let TermKind::Var(var) = *self.terms.kind(map) else { return broken("a read of no variable's map") };
        if self.terms.info(var).variable == Variable::Class {
            return self.class_number(at[0]).map(Value::Bits);
        }
        // Terms are total: what stands behind a test that fails is some value.
        let value = self.maps.get(&var).and_then(|map| map.read(&at));
        match value {
            Some(bits) => Ok(Value::Bits(bits)),
            None => Ok(Value::Bits(0)),
        }
    }

    fn apply(
        &mut self,
        function: Function,
        arguments: &[TermId],
        known: &mut HashMap<TermId, Value>,
    ) -> Run<Value> {
        if function == Function::Append {
            let Value::Text(before) = self.value(arguments[0], known)? else {
                return broken("text is appended to what is none");
            };
            let added = self.part(arguments[1], known)?;
            let all = [before.units(), self.text(added)?.units()].concat();
            return Ok(Value::Text(all.into()));
        }
        let values = arguments.iter().map(|&a| self.part(a, known)).collect::<Run<Vec<u64>>>()?;
        let int = |n: usize| Ok(Value::Bits(n as u64));
        match (function, &values[..]) {
            // Terms are total: of null, too.
            (Function::StringLength | Function::StringUnit | Function::Unbox(_), [0, ..]) => int(0),
            (Function::StringLength, &[text]) => int(self.text(text)?.units().len()),
            (Function::StringUnit, &[text, index]) => {
                int(self.text(text)?.units().get(index as usize).copied().unwrap_or(0).into())
            }
            (Function::Concat, &[left, right]) => {
                let none = JavaString::from("null");
                let side =
                    |this: &Self, r: u64| if r == 0 { Ok(none.clone()) } else { this.text(r).cloned() };
                let all = [side(self, left)?.units(), side(self, right)?.units()].concat();
                Ok(self.make(Immutable::Text(all.into())))
            }
            (Function::TextOf(ty), &[value]) => {
                let text = text::primitive_to_text(Primitive::from_bits(ty, value));
                Ok(self.make(Immutable::Text(text)))
            }
            (Function::SameText, &[0, _] | &[_, 0]) => int(0),
            (Function::SameText, &[left, right]) => int(usize::from(self.text(left)? == self.text(right)?)),
            (Function::Box(ty), &[value]) => Ok(self.make(Immutable::Box(ty, value))),
            (Function::Unbox(_), &[object]) => match self.immutable(object) {
                Some(&Immutable::Box(_, value)) => Ok(Value::Bits(value)),
                _ => broken(format!("@{object} is no wrapper object")),
            },
            (Function::Opaque(REFUSES, _), &[array, value]) => {
                let accepts = self.types.accepts(array as i32 - self.types.stride(), value as i32);
                int(usize::from(!accepts))
            }
            (Function::Value(method, _) | Function::Throws(method), _) => {
                unsupported(self.program.method_name(method))
            }
            _ => unsupported(format!("{function:?}")),
        }
    }
}

/// The state, for `term::evaluate`.
struct StateSource<'a, 'p, 'g>(&'a Machine<'p, 'g>);

impl Source for StateSource<'_, '_, '_> {
    fn variable(&mut self, terms: &Terms, _lane: usize, var: VarId) -> u64 {
        let info = terms.info(var);
        let values = if info.variable.is_global() { &self.0.globals } else { &self.0.locals };
        let unset = u64::from(info.variable == Variable::Allocated);
        values.get(&var).copied().unwrap_or(unset)
    }

    fn read(&mut self, terms: &Terms, _lane: usize, _term: TermId, point: &Point) -> u64 {
        let Base::Map(var) = point.base else { return 0 };
        if terms.info(var).variable == Variable::Class {
            return self.0.class_number(point.arguments[0]).unwrap_or(0);
        }
        self.0.maps.get(&var).and_then(|map| map.read(&point.arguments)).unwrap_or(0)
    }
}

/// Whether a type's values can be printed by what graphs follow.
pub(super) fn is_printable(program: &Program, ty: Ty) -> bool {
    ty.primitive().is_some() || ty == program.string()
}

/// Counts, sorted, for messages.
pub(super) fn tally(items: &BTreeMap<String, usize>) -> String {
    items.iter().map(|(what, count)| format!("{count} × {what}")).collect::<Vec<_>>().join("\n")
}
