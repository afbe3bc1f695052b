//! The local equivalence checker as a pass (DESIGN §7, §9): proofs only, no tests.

use rayon::prelude::*;

use crate::engine::session::Session;
use crate::engine::subject::MutantIndex;
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::roa::local::{Checker, Extent, Proof};
use crate::sema::program::MethodId;
use crate::syntax::with_stack;

/// How often a region is expanded before the whole method is looked at.
pub const DEFAULT_DEPTH: u32 = 3;

pub struct Local {
    pub max_depth: u32,
}

impl Engine for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let open = |&m: &MutantIndex| {
            let is_open = match &session.verdicts()[m as usize] {
                Verdict::Undecided(_) => true,
                Verdict::Killed(killed) => killed.is_weak(),
                Verdict::Equivalent(_) => false,
            };
            is_open && subject.mutant(m).unsupported.is_none()
        };
        let mut by_method: Vec<(MethodId, Vec<MutantIndex>)> = Vec::new();
        for mutant in subject.indices().filter(open) {
            let method = subject.mutant(mutant).method;
            match by_method.last_mut() {
                Some((last, list)) if *last == method => list.push(mutant),
                _ => by_method.push((method, vec![mutant])),
            }
        }
        let depth = self.max_depth;
        let proofs: Result<Vec<Vec<(MutantIndex, Proof)>>, EngineError> = by_method
            .into_par_iter()
            .map(|(method, mutants)| with_stack(|| prove(subject, method, &mutants, depth)))
            .collect();
        for (mutant, proof) in proofs?.into_iter().flatten() {
            session.prove(mutant, &proof);
        }
        Ok(())
    }
}

fn prove(
    subject: &crate::engine::subject::Subject,
    method: MethodId,
    mutants: &[MutantIndex],
    max_depth: u32,
) -> Result<Vec<(MutantIndex, Proof)>, EngineError> {
    let program = subject.program();
    let Some(mut checker) = Checker::new(program, method, max_depth)? else { return Ok(Vec::new()) };
    let mut proofs = Vec::new();
    for &index in mutants {
        let body =
            subject.mutant(index).code(program).and_then(|code| program.typed_body(method, &code).ok());
        let Some(body) = body else { continue };
        proofs.extend(checker.check(&body, Extent::UntilProven)?.proof.map(|proof| (index, proof)));
    }
    Ok(proofs)
}
