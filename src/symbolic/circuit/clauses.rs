//! Gates as clauses (Tseitin), and whether they can hold together.
//!
//! Effort is counted in literals that are propagated and, twice, in clauses that are given: ten million take about a
//! second.

use std::borrow::Cow;

use batsat::{Callbacks, Lit, SolverInterface as _, SolverOpts, Var, clause, lbool};
use rustc_hash::FxHashSet;

use crate::symbolic::circuit::gates::{Circuit, Gate, Wire};
use crate::symbolic::circuit::reader::{ReadError, read};
use crate::symbolic::circuit::words::Word;
use crate::symbolic::encode::{Script, Shape};
use crate::symbolic::solver::{Answered, Satisfiable, SolverError};

/// Why a question whose circuit would take more than the effort is not answered.
const TOO_LARGE: &str = "the circuit is too large";

/// What a clause costs beside what is propagated through it.
const EFFORT_OF_CLAUSE: u64 = 2;
/// A gate is about three clauses.
const EFFORT_OF_GATE: u64 = 3 * EFFORT_OF_CLAUSE;
/// Conflicts before the first look at what is spent, and between two looks at the least.
const FIRST_CONFLICTS: u64 = 100;
const LEAST_CONFLICTS: u64 = 20;

/// Whether all assertions of a script without floats can hold together, for about so much effort at most.
///
/// # Errors
///
/// [`SolverError::Rejected`]: the script says what is no circuit.
pub(crate) fn solve(script: &Script, resources: u32) -> Result<Answered, SolverError> {
    let most_gates = u64::from(resources) / EFFORT_OF_GATE;
    let question = match read(script, most_gates) {
        Ok(question) => question,
        Err(ReadError::TooLarge) => {
            let satisfiable = Satisfiable::Unknown(TOO_LARGE.to_owned());
            return Ok(Answered { satisfiable, resources: most_gates });
        }
        Err(ReadError::Malformed) => return Err(SolverError::Rejected),
    };
    let mut clauses = Clauses::of(Cow::Borrowed(&question.circuit));
    for &wire in &question.asserted {
        clauses.assert(wire);
    }
    let satisfiable = match clauses.solve(resources.into()) {
        None => Satisfiable::Unknown("the resources are spent".to_owned()),
        Some(false) => Satisfiable::No,
        Some(true) => {
            clauses.prefer_no_signs(&question.constants);
            let values = question.constants.iter().zip(&script.constants);
            Satisfiable::Yes(values.map(|(word, (_, shape))| clauses.value(word, *shape)).collect())
        }
    };
    Ok(Answered { satisfiable, resources: clauses.spent() })
}

/// Whether some inputs make all of them hold.
#[cfg(test)]
pub(super) fn satisfies(circuit: &Circuit, asserted: &[Wire]) -> bool {
    let mut clauses = Clauses::of(Cow::Borrowed(circuit));
    asserted.iter().for_each(|&wire| clauses.assert(wire));
    clauses.solve(u64::MAX) == Some(true)
}

/// The gates that the assertions hang on, as clauses.
pub(super) struct Clauses<'c> {
    circuit: Cow<'c, Circuit>,
    /// By gate.
    variables: Vec<Option<Var>>,
    solver: batsat::Solver<Interrupt>,
    /// The clause that is given: the solver takes its literals out.
    buffer: Vec<Lit>,
    given: u64,
    /// By variable, once there is one.
    model: Vec<lbool>,
}

/// Ends the search after some conflicts.
#[derive(Default)]
struct Interrupt {
    conflicts: u64,
    most: u64,
}

impl Callbacks for Interrupt {
    fn on_new_clause(&mut self, _: &[Lit], kind: clause::Kind) {
        self.conflicts += u64::from(kind == clause::Kind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.most
    }
}

impl<'c> Clauses<'c> {
    pub(super) fn of(circuit: Cow<'c, Circuit>) -> Self {
        let solver = batsat::Solver::new(SolverOpts::default(), Interrupt::default());
        let variables = vec![None; circuit.len()];
        Self { circuit, variables, solver, buffer: Vec::new(), given: 0, model: Vec::new() }
    }

    pub(super) fn add(&mut self, literals: &[Lit]) {
        self.given += 1;
        // That nothing satisfies them any more is what the solver then says.
        self.buffer.clear();
        self.buffer.extend_from_slice(literals);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Its conjuncts are clauses of their own.
    pub(super) fn assert(&mut self, wire: Wire) {
        for conjunct in self.parts(wire) {
            let disjuncts = self.parts(!conjunct);
            let mut waiting = Vec::new();
            let literals: Vec<Lit> =
                disjuncts.iter().map(|&part| self.literal(!part, &mut waiting)).collect();
            self.add(&literals);
            while let Some(gate) = waiting.pop() {
                self.define(gate, &mut waiting);
            }
        }
    }

    /// What a conjunction is one of, each once.
    fn parts(&self, wire: Wire) -> Vec<Wire> {
        let mut parts = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![wire];
        while let Some(wire) = open.pop() {
            match self.circuit.gate(wire) {
                _ if !seen.insert(wire) => {}
                Gate::And(a, b) if !wire.is_negated() => open.extend([b, a]),
                _ => parts.push(wire),
            }
        }
        parts
    }

    /// Of a gate that has none yet: it waits to be defined.
    fn literal(&mut self, wire: Wire, waiting: &mut Vec<usize>) -> Lit {
        let gate = wire.gate();
        let variable = *self.variables[gate].get_or_insert_with(|| {
            waiting.push(gate);
            self.solver.new_var_default()
        });
        Lit::new(variable, !wire.is_negated())
    }

    /// A literal that holds where the wire does, with all that it hangs on.
    pub(super) fn part(&mut self, wire: Wire) -> Lit {
        let mut waiting = Vec::new();
        let literal = self.literal(wire, &mut waiting);
        while let Some(gate) = waiting.pop() {
            self.define(gate, &mut waiting);
        }
        literal
    }

    fn define(&mut self, gate: usize, waiting: &mut Vec<usize>) {
        let out = self.literal(Wire::of(gate), waiting);
        match self.circuit.gate(Wire::of(gate)) {
            Gate::False => self.add(&[!out]),
            Gate::Input => {}
            Gate::And(a, b) => {
                let [a, b] = [a, b].map(|wire| self.literal(wire, waiting));
                self.add(&[!out, a]);
                self.add(&[!out, b]);
                self.add(&[out, !a, !b]);
            }
            Gate::Xor(a, b) => {
                let [a, b] = [a, b].map(|wire| self.literal(wire, waiting));
                self.add(&[!out, a, b]);
                self.add(&[!out, !a, !b]);
                self.add(&[out, !a, b]);
                self.add(&[out, a, !b]);
            }
            Gate::Choice(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|wire| self.literal(wire, waiting));
                self.add(&[!c, !out, a]);
                self.add(&[!c, out, !a]);
                self.add(&[c, !out, b]);
                self.add(&[c, out, !b]);
                // What both are is known before the condition.
                self.add(&[!a, !b, out]);
                self.add(&[a, b, !out]);
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|wire| self.literal(wire, waiting));
                for [x, y] in [[a, b], [a, c], [b, c]] {
                    self.add(&[!out, x, y]);
                    self.add(&[out, !x, !y]);
                }
            }
        }
    }

    pub(super) fn spent(&self) -> u64 {
        self.solver.num_propagations() + self.given * EFFORT_OF_CLAUSE
    }

    /// `None`: the effort is spent. The solver counts in conflicts, of which the later ones take the longer: it is
    /// stopped when twice as many may be too many.
    pub(super) fn solve(&mut self, effort: u64) -> Option<bool> {
        self.solve_assuming(effort, &[])
    }

    /// The same with some literals assumed. `effort`: with all that was spent before.
    pub(super) fn solve_assuming(&mut self, effort: u64, assumed: &[Lit]) -> Option<bool> {
        let (mut conflicts, mut rate) = (FIRST_CONFLICTS, 0);
        loop {
            let before = self.spent();
            let left = effort.checked_sub(before).filter(|&left| left > 0)?;
            conflicts =
                left.checked_div(rate).map_or(conflicts, |most| most.clamp(LEAST_CONFLICTS, conflicts));
            if let Some(answer) = self.solve_within(conflicts, assumed) {
                return Some(answer);
            }
            rate = ((self.spent() - before) / conflicts).max(1);
            conflicts *= 2;
        }
    }

    /// With some literals assumed.
    fn solve_within(&mut self, conflicts: u64, assumed: &[Lit]) -> Option<bool> {
        let interrupt = self.solver.cb_mut();
        interrupt.most = interrupt.conflicts + conflicts;
        let answer = self.solver.solve_limited(assumed);
        if answer == lbool::TRUE {
            self.model = self.solver.get_model().to_vec();
        }
        (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
    }

    /// Looks for a model in which as many numbers as may be are not negative and as many references no texts: it is the
    /// likelier to be a test that can be written.
    fn prefer_no_signs(&mut self, constants: &[Word]) {
        let signs = constants.iter().filter(|word| word.len() > 1).filter_map(|word| word.last());
        let mut assumed: Vec<Lit> =
            signs.filter_map(|sign| Some(Lit::new(self.variables[sign.gate()]?, false))).collect();
        while self.solve_within(LEAST_CONFLICTS, &assumed) == Some(false) {
            let before = assumed.len();
            assumed.retain(|literal| !self.solver.unsat_core_contains_var(literal.var()));
            if assumed.len() == before {
                break;
            }
        }
    }

    /// A constant in the model; what the model leaves open is 0.
    pub(super) fn value(&self, word: &[Wire], shape: Shape) -> u64 {
        let is_set = |wire: &Wire| {
            let variable = self.variables[wire.gate()];
            variable.is_some_and(|variable| self.model.get(variable.idx() as usize) == Some(&lbool::TRUE))
        };
        let bits = word.iter().enumerate().map(|(bit, wire)| u64::from(is_set(wire)) << bit);
        let value = bits.fold(0, |value, bit| value | bit);
        if shape == Shape::Bits(32) { value as u32 as i32 as i64 as u64 } else { value }
    }
}
