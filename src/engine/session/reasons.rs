//! Why each goal is left that is left.

use super::Session;
use crate::driver::Generator;
use crate::engine::missing;
use crate::engine::reason::{Ended, Missing, Reached, Reason, Survives};
use crate::engine::subject::GoalIndex;
use crate::sema::program::{Assertions, MethodId, MethodSource};
use crate::syntax::tree::{Stmt, StmtKind};

impl Session<'_> {
    /// Says of each goal that is left why it is left.
    pub fn give_reasons(&mut self) {
        let open = self.decided.without_reason();
        if open.is_empty() {
            return;
        }
        let generator = Generator::new(self.subject.program(), 0, |field| self.subject.setting(field));
        for goal in open {
            let why = self.reason(goal, &generator);
            self.decided.give_reason(goal, why);
        }
    }

    fn reason(&self, goal: GoalIndex, generator: &Generator<'_>) -> Reason {
        if self.decided.at_limits.are_all_of(goal) {
            return Reason::RunsToLimit;
        }
        let method = self.subject.mutant(goal).method;
        let own = self.notes.tried(method);
        if own.valid > 0 {
            return self.survives(goal, own.valid, generator);
        }
        if let Some(reason) = own.ending() {
            return reason;
        }
        // A private method is under test through its callers.
        let program = self.subject.program();
        let siblings = &program.classes[program.methods[method].class].methods;
        let through: u64 = siblings.iter().map(|&m| self.inputs_of(m)).sum();
        if through > 0 {
            return self.survives(goal, through, generator);
        }
        let missing = missing::for_call(program, method);
        match missing {
            None if self.is_untried(method, generator) => Reason::NoEffort,
            // Whoever leads to it may have a way to an object that drivers have not.
            None | Some(Missing::Constructor { .. }) => {
                let of_callers = self.reason_of_callers(goal, generator);
                of_callers
                    .or_else(|| self.reason_of_runs(goal, generator))
                    .unwrap_or(Reason::NoDriver(missing))
            }
            Some(_) => Reason::NoDriver(missing),
        }
    }

    /// Whether there are drivers that run a method, and none of them has had its turn as others have.
    fn is_untried(&self, method: MethodId, generator: &Generator<'_>) -> bool {
        let entries = generator.entries_to(method);
        !entries.is_empty()
            && !entries.into_iter().any(|entry| self.notes.is_tried(entry))
            && self.notes.is_any_tried()
    }

    /// What came of the tests of other classes' methods that lead to the mutant's: those of a private class, say, run
    /// through the methods of the class around it.
    fn reason_of_callers(&self, goal: GoalIndex, generator: &Generator<'_>) -> Option<Reason> {
        let leading = generator.leading_to(self.subject.mutant(goal).method);
        let through: u64 = leading.iter().map(|&m| self.inputs_of(m)).sum();
        if through > 0 {
            return Some(self.survives(goal, through, generator));
        }
        leading.iter().find_map(|&m| self.notes.tried(m).ending())
    }

    /// Tests that kill other mutants of a method run it, whoever calls it: an object of a class without a name is asked through
    /// an interface of the JDK. The inputs are those of the class around it.
    fn reason_of_runs(&self, goal: GoalIndex, generator: &Generator<'_>) -> Option<Reason> {
        let (subject, program) = (self.subject, self.subject.program());
        let method = subject.mutant(goal).method;
        subject
            .indices()
            .filter(|&m| subject.mutant(m).method == method)
            .find(|&m| self.decided.is_killed(m))?;
        let outer = program.outermost(program.methods[method].class);
        let around = program.methods.ids().filter(|&m| program.outermost(program.methods[m].class) == outer);
        Some(self.survives(goal, around.map(|m| self.inputs_of(m)).sum(), generator))
    }

    fn survives(&self, goal: GoalIndex, tests: u64, generator: &Generator<'_>) -> Reason {
        if self.decided.only_messages_differ(goal) {
            return Reason::OnlyMessage { tests };
        }
        if self.deletes_assertion(goal) {
            return Reason::Assertion { tests };
        }
        let known = self.notes.stopped(goal);
        let method = self.subject.mutant(goal).method;
        let missing = missing::for_arguments(self.subject.program(), method);
        let reached = self.reach.of(goal, &self.runner);
        let ended = if reached == Some(Reached::Nowhere) { self.ended(method, generator) } else { None };
        Reason::Survives(Box::new(Survives { tests, reached, ended, missing, ..known }))
    }

    /// What ends runs of the methods that lead to this one, itself first.
    fn ended(&self, method: MethodId, generator: &Generator<'_>) -> Option<Ended> {
        let leading = generator.leading_to(method);
        let is_all = leading.iter().all(|&m| self.inputs_of(m) == 0);
        let mut methods = std::iter::once(method).chain(leading);
        let (m, why) = methods.find_map(|m| self.notes.tried(m).ending().map(|why| (m, why)))?;
        Some(Ended { method: self.subject.program().method_name(m), why, is_all })
    }

    /// Whether the mutant lacks an assertion and nothing else, where tests hold with assertions on and off.
    fn deletes_assertion(&self, goal: GoalIndex) -> bool {
        let (program, mutant) = (self.subject.program(), self.subject.mutant(goal));
        let MethodSource::Code(code) = &program.methods[mutant.method].source else { return false };
        let is_it = |stmt: &Stmt| stmt.span == mutant.span && matches!(stmt.kind, StmtKind::Assert { .. });
        program.assertions == Assertions::OnOrOff && code.stmts.iter().any(is_it)
    }

    /// Whether no test reached into any class: there was nothing to measure.
    pub fn has_no_test(&self) -> bool {
        self.kept.tests.is_empty()
            && self.subject.program().methods.ids().all(|method| self.inputs_of(method) == 0)
    }

    /// The inputs that code of a method was run on. A constructor that the language adds has none: it calls nothing of
    /// the class.
    fn inputs_of(&self, method: MethodId) -> u64 {
        match self.subject.program().methods[method].source {
            MethodSource::DefaultConstructor => 0,
            _ => self.notes.tried(method).valid,
        }
    }
}
