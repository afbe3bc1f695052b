//! Why each mutant is left that is left.

use super::kills::SLOW_RUNS;
use super::{Session, Tried};
use crate::driver::Generator;
use crate::engine::missing;
use crate::engine::reason::{Missing, Reason, Survives};
use crate::engine::subject::MutantIndex;
use crate::engine::verdict::Verdict;
use crate::sema::program::{Assertions, MethodId, MethodSource};
use crate::syntax::tree::{Stmt, StmtKind};

impl Session<'_> {
    /// Says of each mutant that is left why it is left.
    pub fn give_reasons(&mut self) {
        let not_tried = Verdict::Undecided(Reason::NotTried);
        let open = |&mutant: &MutantIndex| self.verdicts[mutant as usize] == not_tried;
        let open: Vec<MutantIndex> = self.subject.indices().filter(open).collect();
        if open.is_empty() {
            return;
        }
        let generator = Generator::new(self.subject.program(), 0, |field| self.subject.setting(field));
        for mutant in open {
            self.verdicts[mutant as usize] = Verdict::Undecided(self.reason(mutant, &generator));
        }
    }

    fn reason(&self, mutant: MutantIndex, generator: &Generator<'_>) -> Reason {
        if self.lost.contains(mutant) || self.weak_runs[mutant as usize] >= SLOW_RUNS {
            return Reason::RunsToLimit;
        }
        let method = self.subject.mutant(mutant).method;
        let own = &self.tried[method];
        if own.valid > 0 {
            return self.survives(mutant, own.valid);
        }
        if let Some(reason) = ending(own) {
            return reason;
        }
        // A private method is under test through its callers.
        let program = self.subject.program();
        let siblings = &program.classes[program.methods[method].class].methods;
        let through: u64 = siblings.iter().map(|&m| self.inputs_of(m)).sum();
        if through > 0 {
            return self.survives(mutant, through);
        }
        let missing = missing::for_call(program, method);
        match missing {
            None if self.is_untried(method, generator) => Reason::NoEffort,
            // Whoever leads to it may have a way to an object that drivers have not.
            None | Some(Missing::Constructor { .. }) => {
                let of_callers = self.reason_of_callers(mutant, generator);
                of_callers.or_else(|| self.reason_of_runs(mutant)).unwrap_or(Reason::NoDriver(missing))
            }
            Some(_) => Reason::NoDriver(missing),
        }
    }

    /// Whether there are drivers that run a method, and none of them has had its turn as others have.
    fn is_untried(&self, method: MethodId, generator: &Generator<'_>) -> bool {
        let is_tried = |method: MethodId| self.tried[method].candidates > 0;
        let entries = generator.entries_to(method);
        !entries.is_empty() && !entries.into_iter().any(is_tried) && self.tried.ids().any(is_tried)
    }

    /// What came of the tests of other classes' methods that lead to the mutant's: those of a private class, say, run
    /// through the methods of the class around it.
    fn reason_of_callers(&self, mutant: MutantIndex, generator: &Generator<'_>) -> Option<Reason> {
        let leading = generator.leading_to(self.subject.mutant(mutant).method);
        let through: u64 = leading.iter().map(|&m| self.inputs_of(m)).sum();
        if through > 0 {
            return Some(self.survives(mutant, through));
        }
        leading.iter().find_map(|&m| ending(&self.tried[m]))
    }

    /// Tests that kill other mutants of a method run it, whoever calls it: an object of a class without a name is asked through
    /// an interface of the JDK. The inputs are those of the class around it.
    fn reason_of_runs(&self, mutant: MutantIndex) -> Option<Reason> {
        let (subject, program) = (self.subject, self.subject.program());
        let method = subject.mutant(mutant).method;
        let is_killed = |&other: &MutantIndex| matches!(self.verdicts[other as usize], Verdict::Killed(_));
        subject.indices().filter(|&m| subject.mutant(m).method == method).find(is_killed)?;
        let outer = program.outermost(program.methods[method].class);
        let around = program.methods.ids().filter(|&m| program.outermost(program.methods[m].class) == outer);
        Some(self.survives(mutant, around.map(|m| self.inputs_of(m)).sum()))
    }

    fn survives(&self, mutant: MutantIndex, tests: u64) -> Reason {
        if self.messages.contains(mutant) {
            return Reason::OnlyMessage { tests };
        }
        if self.deletes_assertion(mutant) {
            return Reason::Assertion { tests };
        }
        let known = self.stops.get(&mutant).cloned().unwrap_or_default();
        let missing = missing::for_arguments(self.subject.program(), self.subject.mutant(mutant).method);
        Reason::Survives(Box::new(Survives { tests, missing, ..known }))
    }

    /// Whether the mutant lacks an assertion and nothing else, where tests hold with assertions on and off.
    fn deletes_assertion(&self, mutant: MutantIndex) -> bool {
        let (program, mutant) = (self.subject.program(), self.subject.mutant(mutant));
        let MethodSource::Code(code) = &program.methods[mutant.method].source else { return false };
        let is_it = |stmt: &Stmt| stmt.span == mutant.span && matches!(stmt.kind, StmtKind::Assert { .. });
        program.assertions == Assertions::OnOrOff && code.stmts.iter().any(is_it)
    }

    /// Whether no test reached into any class: there was nothing to measure.
    pub fn has_no_test(&self) -> bool {
        self.tests.is_empty() && self.tried.ids().all(|method| self.inputs_of(method) == 0)
    }

    /// The inputs that code of a method was run on. A constructor that the language adds has none: it calls nothing of
    /// the class.
    fn inputs_of(&self, method: MethodId) -> u64 {
        match self.subject.program().methods[method].source {
            MethodSource::DefaultConstructor => 0,
            _ => self.tried[method].valid,
        }
    }
}

/// Why no candidate of a method was a test, where some were tried.
fn ending(tried: &Tried) -> Option<Reason> {
    if let Some(what) = &tried.unusable {
        return Some(Reason::Unusable(what.clone()));
    }
    if let Some(what) = &tried.static_state {
        return Some(Reason::StaticState(what.clone()));
    }
    if tried.ran_out > 0 {
        return Some(Reason::Limit { inputs: tried.ran_out });
    }
    let unsupported = tried.unsupported.clone().map(Reason::Unsupported);
    unsupported.or((tried.threw > 0).then_some(Reason::Throws { inputs: tried.threw }))
}
