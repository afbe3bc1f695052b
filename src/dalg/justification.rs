//! Justification (§3.4.4): an effect stands at an output, or may, and what was assumed on the way is to follow from the
//! inputs. Where nothing is left to be justified, the inputs are a test, and it is run.

use crate::dalg::network::DefId;
use crate::dalg::outcome::{End, Outcome};
use crate::dalg::search::Search;
use crate::dalg::story::Event;
use crate::dalg::subtask::{Follow, JustifiedIn};
use crate::dalg::switches::Switch;
use crate::dalg::uel::Unjustified;
use crate::dalg::value::Value;
use crate::term::variable::VarId;

/// A run costs about as much as so many terms.
const EFFORT_OF_TEST: u64 = 5_000;

impl Search<'_> {
    /// What is justified first: the original, and both only if the test does not kill (§4.3.5.3); or both at once.
    pub(super) const fn first_versions(&self) -> JustifiedIn {
        if self.problem.switches.has(Switch::MultiJust) { JustifiedIn::Original } else { JustifiedIn::Both }
    }

    /// The JUST subtask of the next element of the UEL; the test when it is empty.
    pub(super) fn justify(&mut self, mut versions: JustifiedIn) -> Result<Follow, Outcome> {
        loop {
            self.pay()?;
            match self.problem.unjustified(versions, self.stack.justified()) {
                Some(Unjustified::Open(subtask)) => return Ok(Follow::one(subtask)),
                Some(Unjustified::Impossible) => {
                    // What makes it might give it any value.
                    self.ledger.abandons = true;
                    return Err(Outcome::InVain(End::Refuted));
                }
                None => match self.test() {
                    Outcome::InVain(_) if versions == JustifiedIn::Original => versions = JustifiedIn::Both,
                    outcome => return Err(outcome),
                },
            }
        }
    }

    /// Runs the test that the inputs are.
    pub(super) fn test(&mut self) -> Outcome {
        let problem = &mut self.problem;
        let value = |&def: &DefId| (problem.network.defs[def].var, problem.state.value(def));
        let values: Vec<(VarId, Value)> = problem.inputs.iter().map(value).collect();
        let paid = problem.budget.spend(EFFORT_OF_TEST);
        self.ledger.stats.tests += 1;
        // A test that was run before did not kill.
        let kills = self.ledger.tested.insert(values.clone()) && (problem.run_test)(&values);
        self.ledger.story.add(Event::Test { kills });
        match paid {
            _ if kills => Outcome::Killed,
            Err(_) => Outcome::Over(End::Effort),
            _ if self.ledger.stats.tests >= problem.limits.tests => Outcome::Over(End::Tests),
            // What the model says is not what the run does: no proof of anything.
            Ok(()) => Outcome::InVain(End::Backtracks),
        }
    }
}
