//! Propagation (§3.4.3, §4.2): the next step of an effect, a subtask for each place of the D-frontier.

use crate::dalg::d_frontier::{Differ, Site, Spread};
use crate::dalg::outcome::{Blocked, Outcome};
use crate::dalg::problem::Problem;
use crate::dalg::question::Opened;
use crate::dalg::search::Search;
use crate::dalg::story::Event;
use crate::dalg::subtask::{Follow, Goal, JustifiedIn, Kind, LocalGoal, Subtask, Waiting};
use crate::dalg::switches::Switch;
use crate::term::TermId;

impl Search<'_> {
    /// Where the effect stands, and the next step from there: to an output, and then to the inputs.
    pub(super) fn propagate(&mut self) -> Result<Follow, Outcome> {
        let problem = &self.problem;
        let spread = Spread::new(problem.effects, problem.terms, problem.network, problem.state);
        let at_output = spread.at_output();
        match at_output {
            Differ::Yes => {
                self.ledger.story.add(Event::AtOutput);
                return self.justify(self.first_versions());
            }
            Differ::No if problem.switches.has(Switch::XPath) => {
                self.ledger.story.add(Event::NoPath);
                return match spread.blocked() {
                    Some(conflict) => Err(Outcome::Blocked(Blocked { conflict, hidden: spread.hidden() })),
                    None => Ok(Follow::default()),
                };
            }
            Differ::No | Differ::Maybe => {}
        }
        let frontier = spread.frontier(problem.switches.has(Switch::Pme));
        let may_differ = at_output == Differ::Maybe;
        if may_differ && self.is_justified_as_excited() {
            match self.test() {
                Outcome::InVain(_) => {}
                outcome => return Err(outcome),
            }
        }
        let is_new = |site: &Site| !self.stack.passed().contains(site);
        let subtasks = frontier.into_iter().filter(is_new).map(Waiting::Site).collect();
        // What is open may turn out well: the test says.
        let then = may_differ.then(|| self.first_versions());
        Ok(Follow { subtasks, then })
    }

    /// The effect was excited and nothing is left to be justified: then a run shows more than any question.
    fn is_justified_as_excited(&mut self) -> bool {
        let (passed, justified) = (self.stack.passed(), self.stack.justified());
        passed.is_empty() && self.problem.unjustified(JustifiedIn::Original, justified).is_none()
    }
}

impl Problem<'_> {
    /// The MEP subtask of a site of the D-frontier.
    pub(super) fn propagation(&mut self, site: Site) -> Subtask {
        let wanted = self.passage(site);
        let (name, executed, opened) = match site {
            Site::Definition(at) => {
                let pair = &self.effects.defs[at];
                let [o, m] = [pair.original, pair.mutant].map(|def| &self.network.defs[def]);
                let opened = Opened { defs: [pair.original, pair.mutant].into(), ..Opened::default() };
                (format!("MEP {}", self.terms.info(o.symbol).name), vec![o.status, m.status], opened)
            }
            Site::Decision(at) => {
                let pair = &self.effects.branches[at];
                let name = format!("MEP decision {}", self.terms.show(pair.conditions.0));
                (name, vec![pair.nodes.0, pair.nodes.1], Opened::default())
            }
        };
        let goal = Goal::Local(LocalGoal { wanted, executed, opened });
        Subtask { name, kind: Kind::Propagation(site), goal }
    }

    /// That the effect passes a site.
    pub(super) fn passage(&mut self, site: Site) -> TermId {
        let (o, m) = match site {
            Site::Definition(at) => {
                let pair = &self.effects.defs[at];
                let [o, m] = [pair.original, pair.mutant].map(|def| self.network.defs[def].symbol);
                (self.terms.var(o), self.terms.var(m))
            }
            Site::Decision(at) => self.effects.branches[at].conditions,
        };
        let same = self.terms.same_value(o, m);
        self.terms.not(same)
    }
}
