//! Random graphs that can be run: the judge of the analyses and of the transformations.
//!
//! All values are ints from 0 to 3, so that a run that does not end repeats a state. The shapes are anything that
//! a graph may be: loops with several heads, ways that never end, both exits or one.

use std::collections::BTreeSet;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::analysis::bits::BitSet;
use crate::analysis::effects::{Effects, MethodEffects};
use crate::cfg::graph::{Call, EdgeKind, Effect, Graph, Node, NodeId, NodeKey, Place};
use crate::index::{Id as _, IndexVec};
use crate::jvm::fold;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{FieldId, MethodId};
use crate::sema::typed_tree::LocalOrigin;
use crate::syntax::tree::StmtId;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{FrameId, VarId, Variable, VariableInfo};
use crate::term::{TermId, TermKind, Terms};

pub type State = IndexVec<VarId, i32>;

#[derive(Debug)]
pub struct Sketch {
    pub terms: Terms,
    pub graph: Graph,
    pub effects: Effects,
    /// What the methods do, each in a frame that stands for all calls; empty: what `effects` says.
    bodies: Vec<Graph>,
    seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The exit, and what counts there.
    Exit(Place, Vec<(VarId, i32)>),
    /// The run came to the same state twice, or into a call that does not end.
    Endless,
    /// Nobody knows.
    OutOfFuel,
}

/// A run in the making.
#[derive(Default)]
struct Run {
    /// The calls that are not over: methods, with all that they can see.
    stack: Vec<(usize, Vec<i32>)>,
    steps: usize,
}

const FUEL: usize = 20_000;

/// Where a run is before its end.
pub type Step = (NodeId, State);

impl Sketch {
    /// A graph of at most `size` nodes beside the entry and the exits.
    pub fn random(seed: u64, size: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut terms = Terms::new();
        let vars = Vars::new(&mut terms, Terms::root_frame());
        let ways = ways(&mut random, size);
        let graph = build(&mut terms, &vars, &mut random, &ways, size);
        Self { terms, graph, effects: vars.effects(), bodies: Vec::new(), seed }
    }

    /// The graph of a method that [`Self::random`] calls, in a frame.
    pub fn body(terms: &mut Terms, seed: u64, method: MethodId, frame: FrameId) -> Graph {
        let mut random = ChaCha8Rng::seed_from_u64(seed * 3 + method.index() as u64);
        let vars = Vars::new(terms, frame);
        let ways = ways(&mut random, 4);
        let mut graph = build(terms, &vars, &mut random, &ways, 4);
        // What a call does depends on its argument and the globals alone.
        let (argument, no) = (terms.var(vars.plain[0]), terms.boolean(false));
        let locals = vars.plain[1..].iter().filter(|&&var| !terms.info(var).variable.is_global());
        let first = graph.outgoing(graph.entry).next().expect("the entry leads on").to;
        let assigned = locals.map(|&var| (var, argument)).chain([(vars.threw, no)]).collect();
        graph.nodes[first].effect = Effect::Assign(assigned);
        graph.method = method;
        graph
    }

    /// The same with methods that have graphs.
    pub fn with_bodies(self, bodies: Vec<Graph>) -> Self {
        Self { bodies, ..self }
    }

    /// The same methods and variables, another graph.
    pub fn with_graph(&self, graph: Graph) -> Self {
        let terms = self.terms.clone();
        Self { terms, graph, effects: self.effects.clone(), bodies: self.bodies.clone(), seed: self.seed }
    }

    pub fn random_source(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(!self.seed)
    }

    pub fn random_state(&self, random: &mut ChaCha8Rng) -> State {
        let upper = |var| if self.terms.info(var).sort == Sort::Value(ValueSort::Boolean) { 2 } else { 4 };
        self.terms.variables().map(|var| random.random_range(0..upper(var))).collect()
    }

    pub fn run(&self, from: NodeId, state: State) -> Outcome {
        self.trace(from, state).1
    }

    /// Also where the run was at the beginning of each node.
    pub fn trace(&self, from: NodeId, mut state: State) -> (Vec<Step>, Outcome) {
        let mut steps = Vec::new();
        let end = self.walk(&self.graph, from, &mut state, &mut Run::default(), &mut steps);
        let outcome = match end {
            Ok(exit) => self.outcome(exit, &state),
            Err(outcome) => outcome,
        };
        (steps, outcome)
    }

    /// The exit that is reached.
    fn walk(
        &self,
        graph: &Graph,
        from: NodeId,
        state: &mut State,
        run: &mut Run,
        steps: &mut Vec<Step>,
    ) -> Result<NodeId, Outcome> {
        let (mut node, mut seen) = (from, FxHashSet::default());
        loop {
            steps.push((node, state.clone()));
            run.steps += 1;
            if run.steps > FUEL {
                return Err(Outcome::OutOfFuel);
            }
            if !seen.insert((node, state.iter().copied().collect::<Vec<i32>>())) {
                return Err(Outcome::Endless);
            }
            self.effect(graph, node, state, run)?;
            if graph.is_exit(node) {
                return Ok(node);
            }
            let mut taken = graph.outgoing(node).filter(|e| self.value(e.condition, state) != 0);
            let next = taken.next().expect("the conditions cover all cases").to;
            assert!(taken.next().is_none(), "the conditions exclude each other");
            node = next;
        }
    }

    fn outcome(&self, exit: NodeId, state: &State) -> Outcome {
        let counts = |&var: &VarId| match self.terms.info(var).variable {
            Variable::Result(frame) => frame == Terms::root_frame() && self.graph.returns == Some(exit),
            Variable::Exception => self.graph.throws == Some(exit),
            variable => variable.is_global(),
        };
        let values = self.terms.variables().filter(counts).map(|var| (var, state[var])).collect();
        Outcome::Exit(self.graph.nodes[exit].key.place, values)
    }

    fn effect(&self, graph: &Graph, node: NodeId, state: &mut State, run: &mut Run) -> Result<(), Outcome> {
        match &graph.nodes[node].effect {
            Effect::None => Ok(()),
            Effect::Unsupported(_) => unreachable!("sketches have no unsupported code"),
            Effect::Assign(assignments) => {
                let values: Vec<i32> = assignments.iter().map(|&(_, t)| self.value(t, state)).collect();
                for (&(var, _), value) in assignments.iter().zip(values) {
                    state[var] = value;
                }
                Ok(())
            }
            Effect::Call(call) if self.bodies.is_empty() => self.call(call, state),
            Effect::Call(call) => self.run_body(call, state, run),
        }
    }

    fn run_body(&self, call: &Call, state: &mut State, run: &mut Run) -> Result<(), Outcome> {
        let target = call.targets.iter().find(|&&(_, condition)| self.value(condition, state) != 0);
        let body = &self.bodies[target.expect("the targets cover all cases").0.index()];
        let frame = body.nodes[body.entry].key.frame;
        let variable = |variable| self.terms.find_variable(variable).expect("the body names it");
        let mut inner = state.clone();
        inner[variable(Variable::Local(frame, LocalOrigin::Parameter(0)))] =
            self.value(call.arguments[0], state);
        let globals = |state: &State| -> Vec<i32> {
            let seen = self.terms.variables().filter(|&v| self.terms.info(v).variable.is_global());
            seen.map(|v| state[v]).chain([self.value(call.arguments[0], state)]).collect()
        };
        let entered = (body.method.index(), globals(state));
        if run.stack.contains(&entered) {
            return Err(Outcome::Endless);
        }
        run.stack.push(entered);
        let exit = self.walk(body, body.entry, &mut inner, run, &mut Vec::new())?;
        run.stack.pop();
        for var in self.terms.variables().filter(|&v| self.terms.info(v).variable.is_global()) {
            state[var] = inner[var];
        }
        state[call.threw] = i32::from(body.throws == Some(exit));
        if let Some(result) = call.result
            && body.returns == Some(exit)
        {
            state[result] = inner[variable(Variable::Result(frame))];
        }
        Ok(())
    }

    /// A function of what the call may read, which writes what it may write on some runs.
    fn call(&self, call: &Call, state: &mut State) -> Result<(), Outcome> {
        let effects = self.effects.of_call(call);
        let mut number = call.method.index() as i32;
        for &argument in &call.arguments {
            number = number * 5 + self.value(argument, state);
        }
        for var in self.terms.variables().filter(|&v| effects.may_read(&self.terms, v)) {
            number = number * 5 + state[var];
        }
        let number = number.unsigned_abs() % 7;
        if effects.may_not_end && number < 3 {
            return Err(Outcome::Endless);
        }
        state[call.threw] = i32::from(effects.may_throw && number == 3);
        if let Some(result) = call.result
            && state[call.threw] == 0
        {
            state[result] = (number % 4) as i32;
        }
        if number.is_multiple_of(2) {
            for var in self.terms.variables().filter(|&v| effects.writes.contains(v)) {
                state[var] = (number / 2) as i32;
            }
        }
        if state[call.threw] == 1
            && let Some(exception) = self.terms.find_variable(Variable::Exception)
        {
            state[exception] = (number % 4) as i32;
        }
        Ok(())
    }

    pub fn value(&self, term: TermId, state: &State) -> i32 {
        match *self.terms.kind(term) {
            TermKind::Constant(Primitive::Int(value)) => value,
            TermKind::Constant(Primitive::Boolean(value)) => i32::from(value),
            TermKind::Var(var) => state[var],
            TermKind::Binary { op, ty, left, right } => {
                let operand = |term| match ty {
                    PrimitiveType::Boolean => Primitive::Boolean(self.value(term, state) != 0),
                    _ => Primitive::Int(self.value(term, state)),
                };
                match fold::binary(op, operand(left), operand(right)) {
                    Ok(Primitive::Int(value)) => value,
                    Ok(Primitive::Boolean(value)) => i32::from(value),
                    other => unreachable!("sketches compute with ints: {other:?}"),
                }
            }
            TermKind::Unary { operand, .. } => i32::from(self.value(operand, state) == 0),
            TermKind::Choose { condition, then, otherwise } => {
                let branch = if self.value(condition, state) != 0 { then } else { otherwise };
                self.value(branch, state)
            }
            ref other => unreachable!("sketches have no {other:?}"),
        }
    }

    /// For messages.
    pub fn show(&self) -> String {
        let mut text = String::new();
        for (id, node) in self.graph.nodes.iter_enumerated() {
            let effect = match &node.effect {
                Effect::Assign(assignments) => (assignments.iter())
                    .map(|&(var, term)| format!("{} := {}", self.terms.info(var).name, self.terms.show(term)))
                    .collect::<Vec<_>>()
                    .join(", "),
                Effect::Call(call) => format!("call {}", call.method),
                _ => String::new(),
            };
            let edges: Vec<_> = (self.graph.outgoing(id))
                .map(|e| format!("{} if {}", e.to, self.terms.show(e.condition)))
                .collect();
            text += &format!("\n{id} {:?}: {effect} -> {}", node.key.place, edges.join(", "));
        }
        text
    }
}

/// The edges of a random shape: sources and targets from 0 (the entry) to `size`, then the two exits. Everything
/// is reached.
fn ways(random: &mut ChaCha8Rng, size: usize) -> Vec<Vec<usize>> {
    let mut ways: Vec<Vec<usize>> = Vec::new();
    for at in 0..=size {
        let anywhere = random.random_range(1..size + 3);
        ways.push(match random.random_range(0..10) {
            _ if at == 0 => vec![1],
            0 => vec![anywhere],
            1..=5 => vec![at + 1, anywhere],
            _ => vec![at + 1],
        });
    }
    ways
}

fn build(terms: &mut Terms, vars: &Vars, random: &mut ChaCha8Rng, ways: &[Vec<usize>], size: usize) -> Graph {
    let mut reached = BTreeSet::new();
    let mut pending = vec![0];
    while let Some(at) = pending.pop() {
        if reached.insert(at) {
            pending.extend(ways.get(at).into_iter().flatten());
        }
    }
    let key = |place| NodeKey { frame: vars.frame, place, part: 0, copy: 0 };
    let mut graph = Graph::new(MethodId::new(9), key(Place::Entry));
    let mut ids = vec![graph.entry; size + 3];
    for &at in reached.iter().filter(|&&at| at > 0) {
        let (place, effect) = match at {
            at if at == size + 1 => (Place::Return, Effect::None),
            at if at == size + 2 => (Place::Throw, Effect::None),
            at => (Place::Statement(StmtId::new(at)), vars.effect(terms, random)),
        };
        ids[at] = graph.add(Node::new(key(place), None, effect));
    }
    graph.returns = reached.contains(&(size + 1)).then(|| ids[size + 1]);
    graph.throws = reached.contains(&(size + 2)).then(|| ids[size + 2]);
    for (from, targets) in ways.iter().enumerate().filter(|(from, _)| reached.contains(from)) {
        let kind = |to| if to == size + 2 { EdgeKind::Exceptional } else { EdgeKind::Normal };
        match targets[..] {
            [to] => {
                let always = terms.boolean(true);
                graph.connect(ids[from], ids[to], always, kind(to));
            }
            [first, second] => {
                let condition = vars.condition(terms, random, &graph.nodes[ids[from]].effect);
                let otherwise = terms.not(condition);
                graph.connect(ids[from], ids[first], condition, kind(first));
                graph.connect(ids[from], ids[second], otherwise, kind(second));
            }
            _ => unreachable!("one way or two"),
        }
    }
    graph
}

/// Three locals, a temporary, the result, the exception, two statics.
struct Vars {
    plain: Vec<VarId>,
    threw: VarId,
    statics: [VarId; 2],
    frame: FrameId,
}

impl Vars {
    fn new(terms: &mut Terms, frame: FrameId) -> Self {
        let mut make = |variable, name: &str| {
            let sort = Sort::Value(ValueSort::Int);
            terms.variable(VariableInfo { variable, sort, ty: None, name: name.to_owned() })
        };
        let mut plain: Vec<VarId> = (0..3)
            .map(|i| make(Variable::Local(frame, LocalOrigin::Parameter(i)), &format!("x{i}")))
            .collect();
        plain.push(make(Variable::Temporary(frame, None, 0), "t"));
        plain.push(make(Variable::Result(frame), "result"));
        plain.push(make(Variable::Exception, "exception"));
        let statics = [0, 1].map(|i| make(Variable::Static(FieldId::new(i)), &format!("s{i}")));
        plain.extend(statics);
        let threw = Variable::Temporary(frame, None, 1);
        let sort = Sort::Value(ValueSort::Boolean);
        let threw =
            terms.variable(VariableInfo { variable: threw, sort, ty: None, name: "threw".to_owned() });
        Self { plain, threw, statics, frame }
    }

    /// A method that changes the heap, one that does not, one that may not end.
    fn effects(&self) -> Effects {
        let base = MethodEffects::NONE;
        let reads = BitSet::from_iter([self.statics[0]]);
        let writes = BitSet::from_iter([self.statics[1]]);
        let changing = MethodEffects { reads: reads.clone(), writes, may_throw: true, ..base.clone() };
        let endless = MethodEffects { reads, may_not_end: true, ..base.clone() };
        Effects::of([changing, base, endless].into_iter().enumerate().map(|(i, e)| (MethodId::new(i), e)))
    }

    fn any(&self, random: &mut ChaCha8Rng) -> VarId {
        self.plain[random.random_range(0..self.plain.len())]
    }

    fn effect(&self, terms: &mut Terms, random: &mut ChaCha8Rng) -> Effect {
        match random.random_range(0..8) {
            0..=1 => Effect::None,
            2 => {
                let method = MethodId::new(random.random_range(0..3));
                let argument = self.expression(terms, random);
                let targets = if random.random_bool(0.7) {
                    smallvec![(method, terms.boolean(true))]
                } else {
                    let (global, one) = (terms.var(self.statics[0]), terms.int(1));
                    let small = terms.binary(BinaryOperator::Lt, PrimitiveType::Int, global, one);
                    let other = MethodId::new((method.index() + 1) % 3);
                    smallvec![(method, small), (other, terms.not(small))]
                };
                Effect::Call(Box::new(Call {
                    method,
                    targets,
                    closed_world: false,
                    unread: None,
                    receiver: None,
                    arguments: smallvec![argument],
                    result: Some(self.any(random)),
                    visit: None,
                    threw: self.threw,
                }))
            }
            3 => {
                let (a, b) = (self.any(random), self.any(random));
                let mut pairs: SmallVec<[_; 1]> = smallvec![(a, self.expression(terms, random))];
                if a != b {
                    pairs.push((b, self.expression(terms, random)));
                }
                Effect::Assign(pairs)
            }
            _ => Effect::Assign(smallvec![(self.any(random), self.expression(terms, random))]),
        }
    }

    fn expression(&self, terms: &mut Terms, random: &mut ChaCha8Rng) -> TermId {
        let constant = terms.int(random.random_range(0..4));
        let (a, b) = (self.any(random), self.any(random));
        let (a, b) = (terms.var(a), terms.var(b));
        let sum = match random.random_range(0..4) {
            0 => return constant,
            1 => return a,
            2 => terms.binary(BinaryOperator::Add, PrimitiveType::Int, a, constant),
            _ => terms.binary(BinaryOperator::Xor, PrimitiveType::Int, a, b),
        };
        let mask = terms.int(3);
        terms.binary(BinaryOperator::And, PrimitiveType::Int, sum, mask)
    }

    fn condition(&self, terms: &mut Terms, random: &mut ChaCha8Rng, effect: &Effect) -> TermId {
        if let Effect::Call(call) = effect
            && random.random_bool(0.7)
        {
            let threw = terms.var(call.threw);
            return if random.random_bool(0.5) { threw } else { terms.not(threw) };
        }
        let (var, bound) = (self.any(random), random.random_range(1..4));
        let (value, bound) = (terms.var(var), terms.int(bound));
        terms.binary(BinaryOperator::Lt, PrimitiveType::Int, value, bound)
    }
}
