//! Propagation (§3.4.3, §4.2): the next step of an effect, a subtask for each place of the D-frontier.

use crate::dalg::d_frontier::Differ;
use crate::dalg::question::Opened;
use crate::dalg::search::{End, Search, Site, Subtask, Then};
use crate::dalg::story::Event;
use crate::dalg::switches::Switch;

impl Search<'_> {
    /// The next step of an effect that was excited: to an output, and then to the inputs.
    pub(super) fn propagate(&mut self) -> End {
        let at_output = self.effects.at_output(self.terms, self.network, self.state);
        match at_output {
            Differ::Yes => {
                self.story.add(Event::AtOutput);
                return self.justify_all();
            }
            Differ::No if self.switches.has(Switch::XPath) => {
                self.story.add(Event::NoPath);
                self.blocked = self.effects.blocked(self.terms, self.network, self.state);
                return End::Refuted;
            }
            Differ::No | Differ::Maybe => {}
        }
        let subtasks = self.propagations();
        let mut end = End::Refuted;
        for subtask in subtasks {
            let site = subtask.site;
            self.passed.extend(site);
            let found = self.attempt(subtask, Then::Propagate);
            if let Some(site) = site {
                self.passed.remove(&site);
            }
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

    /// The MEP subtasks of the D-frontier.
    fn propagations(&mut self) -> Vec<Subtask> {
        let potential = self.switches.has(Switch::Pme);
        let (terms, network) = (&*self.terms, self.network);
        let defs = self.effects.frontier(terms, network, self.state, potential);
        let branches = self.effects.open_branches(terms, network, self.state);
        let mut subtasks = Vec::new();
        let is_new = |site: Site| !self.passed.contains(&site);
        let defs: Vec<usize> = defs.into_iter().filter(|&at| is_new(Site::Definition(at))).collect();
        let branches: Vec<usize> = branches.into_iter().filter(|&at| is_new(Site::Decision(at))).collect();
        for at in defs {
            let pair = &self.effects.defs[at];
            let (o, m) = (&network.defs[pair.original], &network.defs[pair.mutant]);
            let (left, right) = (self.terms.var(o.symbol), self.terms.var(m.symbol));
            let same = self.terms.same_value(left, right);
            let opened = Opened { defs: [pair.original, pair.mutant].into(), ..Opened::default() };
            subtasks.push(Subtask {
                name: format!("MEP {}", self.terms.info(o.symbol).name),
                wanted: self.terms.not(same),
                executed: vec![o.status, m.status],
                opened,
                site: Some(Site::Definition(at)),
                is_excitation: false,
            });
        }
        for at in branches {
            let pair = &self.effects.branches[at];
            let same = self.terms.same_value(pair.conditions.0, pair.conditions.1);
            subtasks.push(Subtask {
                name: format!("MEP decision {}", self.terms.show(pair.conditions.0)),
                wanted: self.terms.not(same),
                executed: vec![pair.nodes.0, pair.nodes.1],
                opened: Opened::default(),
                site: Some(Site::Decision(at)),
                is_excitation: false,
            });
        }
        subtasks
    }
}
