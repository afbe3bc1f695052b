//! A formula on one live solver, of which more than one thing is asked: parts of it are assumed for one question, and clauses
//! over its parts are added for all that follow. What the solver learned from one question it has for the next.

use std::borrow::Cow;

use batsat::Lit;

use crate::symbolic::circuit::clauses::Clauses;
use crate::symbolic::circuit::reader::{ReadError, read};
use crate::symbolic::circuit::words::Word;
use crate::symbolic::encode::Script;
use crate::symbolic::solver::{Satisfiable, SolverError};

/// A formula without floats.
pub(crate) struct Live {
    clauses: Clauses<'static>,
    constants: Vec<Word>,
    script: Script,
    parts: Vec<Lit>,
}

impl Live {
    /// `parts`: how many of the script's assertions, the last ones, are parts that may be assumed; the others hold always. `None`: it
    /// has floats, or more gates than that.
    ///
    /// # Errors
    ///
    /// [`SolverError::Rejected`]: the script says what is no circuit.
    pub(crate) fn open(script: Script, parts: usize, most_gates: u64) -> Result<Option<Self>, SolverError> {
        if script.has_floats {
            return Ok(None);
        }
        let read = match read(&script, most_gates) {
            Ok(read) => read,
            Err(ReadError::TooLarge) => return Ok(None),
            Err(ReadError::Malformed) => return Err(SolverError::Rejected),
        };
        let own = script.assertions.len();
        let asserted = read.asserted;
        let mut clauses = Clauses::of(Cow::Owned(read.circuit));
        let of_parts = own.saturating_sub(parts)..own;
        for (at, &wire) in asserted.iter().enumerate() {
            if !of_parts.contains(&at) {
                clauses.assert(wire);
            }
        }
        let parts = asserted[of_parts].iter().map(|&wire| clauses.part(wire)).collect();
        Ok(Some(Self { clauses, constants: read.constants, script, parts }))
    }

    pub(crate) const fn script(&self) -> &Script {
        &self.script
    }

    /// Whether the formula can hold with these parts, for about so much effort at most: the values of the script's constants.
    pub(crate) fn ask(&mut self, assumed: impl IntoIterator<Item = usize>, effort: u64) -> Satisfiable {
        let assumed: Vec<Lit> = assumed.into_iter().map(|part| self.parts[part]).collect();
        let most = self.clauses.spent().saturating_add(effort);
        match self.clauses.solve_assuming(most, &assumed) {
            None => Satisfiable::Unknown("the resources are spent".to_owned()),
            Some(false) => Satisfiable::No,
            Some(true) => {
                let values = self.constants.iter().zip(&self.script.constants);
                Satisfiable::Yes(values.map(|(word, (_, shape))| self.clauses.value(word, *shape)).collect())
            }
        }
    }

    /// From now on not all of these parts hold together.
    pub(crate) fn block(&mut self, parts: impl IntoIterator<Item = usize>) {
        let clause: Vec<Lit> = parts.into_iter().map(|part| !self.parts[part]).collect();
        self.clauses.add(&clause);
    }

    /// In all so far.
    pub(crate) fn spent(&self) -> u64 {
        self.clauses.spent()
    }
}
