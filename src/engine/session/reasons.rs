//! Why each mutant is left that is left.

use super::Session;
use super::kills::SLOW_RUNS;
use crate::engine::missing;
use crate::engine::reason::{Reason, Survives};
use crate::engine::subject::MutantIndex;
use crate::engine::verdict::Verdict;
use crate::sema::program::{Assertions, MethodId, MethodSource};
use crate::syntax::tree::{Stmt, StmtKind};

impl<'s> Session<'s> {
    /// Says of each mutant that is left why it is left.
    pub fn give_reasons(&mut self) {
        for mutant in self.subject.indices() {
            if self.verdicts[mutant as usize] == Verdict::Undecided(Reason::NotTried) {
                self.verdicts[mutant as usize] = Verdict::Undecided(self.reason(mutant));
            }
        }
    }

    pub(super) fn reason(&self, mutant: MutantIndex) -> Reason {
        if self.lost.contains(mutant) || self.weak_runs[mutant as usize] >= SLOW_RUNS {
            return Reason::RunsToLimit;
        }
        let method = self.subject.mutant(mutant).method;
        let own = &self.tried[method];
        if own.valid > 0 {
            return self.survives(mutant, own.valid);
        }
        if let Some(what) = &own.unusable {
            return Reason::Unusable(what.clone());
        }
        if let Some(what) = &own.static_state {
            return Reason::StaticState(what.clone());
        }
        if own.ran_out > 0 {
            return Reason::Limit { inputs: own.ran_out };
        }
        if let Some(what) = &own.unsupported {
            return Reason::Unsupported(what.clone());
        }
        // A private method is under test through its callers.
        let program = self.subject.program();
        let siblings = &program.classes[program.methods[method].class].methods;
        let through: u64 = siblings.iter().map(|&m| self.inputs_of(m)).sum();
        if through > 0 {
            self.survives(mutant, through)
        } else {
            Reason::NoDriver(missing::for_call(program, method))
        }
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
