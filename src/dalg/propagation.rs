//! Propagation (§3.4.3, §4.2): the next step of an effect, a subtask for each place of the D-frontier.

use crate::dalg::d_frontier::{Differ, Site, Spread};
use crate::dalg::question::Opened;
use crate::dalg::search::{Blocked, End, Search, Subtask, Then, Versions};
use crate::dalg::story::Event;
use crate::dalg::switches::Switch;
use crate::term::TermId;

impl Search<'_> {
    /// The next step of an effect that was excited: to an output, and then to the inputs.
    pub(super) fn propagate(&mut self) -> End {
        let spread = Spread::new(self.effects, self.terms, self.network, self.state);
        let at_output = spread.at_output();
        match at_output {
            Differ::Yes => {
                self.story.add(Event::AtOutput);
                return self.justify_all();
            }
            Differ::No if self.switches.has(Switch::XPath) => {
                let blocked = spread.blocked().map(|conflict| Blocked { conflict, hidden: spread.hidden() });
                self.blocked = blocked;
                self.story.add(Event::NoPath);
                return End::Refuted;
            }
            Differ::No | Differ::Maybe => {}
        }
        let frontier = spread.frontier(self.switches.has(Switch::Pme));
        // Where nothing is left to be justified a run shows more than any question.
        let is_excited = self.passed.is_empty();
        if is_excited && at_output == Differ::Maybe && self.unjustified(Versions::Original).is_none() {
            let found = self.test();
            if found == End::Killed || self.is_over(found) {
                return found;
            }
        }
        let mut end = End::Refuted;
        for site in frontier.into_iter().filter(|site| !self.passed.contains(site)).collect::<Vec<_>>() {
            let subtask = self.propagation(site);
            self.passed.insert(site);
            let found = self.attempt(subtask, Then::Propagate);
            self.passed.remove(&site);
            if found == End::Killed || self.is_over(found) {
                return found;
            }
            end = end.max(found);
        }
        if at_output == Differ::Maybe {
            // What is open may turn out well: the test says. Where nothing can be justified, no way was left to go.
            let found = self.justify_all();
            let decides = found == End::Killed || found == End::Refuted || self.is_over(found);
            return if decides { found } else { end.max(found) };
        }
        end
    }

    /// The MEP subtask of a site of the D-frontier.
    fn propagation(&mut self, site: Site) -> Subtask {
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
        Subtask { name, wanted, executed, opened, is_excitation: false }
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
