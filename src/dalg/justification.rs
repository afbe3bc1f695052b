//! Justification (§3.4.4, §4.3.3): what was assumed and does not follow from the inputs yet.
//!
//! - a definition at an executed place of which more is known than its term gives yet, be it a value or a range;
//! - an edge that is executed and whose condition is open (EC);
//! - a join definition with a value and more than one edge left: one of its definitions is chosen;
//! - a node that is executed and more than one edge into it left, unless every way leads to it.
//!
//! The latest come first, so that requirements move towards the inputs.

use crate::dalg::implication::Implication;
use crate::dalg::network::{DefId, DefKind, Rule, RuleId, StatusId};
use crate::dalg::question::Opened;
use crate::dalg::search::{Search, Subtask, Versions};
use crate::dalg::state::Exs;
use crate::dalg::switches::Switch;
use crate::dalg::value::Value;
use crate::index::Id as _;
use crate::term::sort::Sort;

/// An element of the UEL, as what is to be done about it.
#[derive(Clone, Debug)]
pub(super) enum Unjustified {
    Question(Subtask),
    /// Alternatives: the edges of each.
    Ways(String, Vec<Vec<StatusId>>),
    /// It has a value that nothing can give it.
    Impossible,
}

impl Search<'_> {
    /// The next element to be justified.
    ///
    /// One that was dealt with on the way here, and is open still, rests on what no term says exactly: the test shows
    /// what it is.
    pub(super) fn unjustified(&mut self, versions: Versions) -> Option<(RuleId, Unjustified)> {
        let rules = match versions {
            Versions::Original => self.mark.rules(),
            Versions::Both => self.network.rules.len(),
        };
        (0..rules).rev().map(RuleId::new).find_map(|rule| {
            let is_new = !self.justified.contains(&rule);
            is_new.then(|| self.unjustified_rule(rule)).flatten().map(|element| (rule, element))
        })
    }

    fn unjustified_rule(&mut self, rule: RuleId) -> Option<Unjustified> {
        let network = self.network;
        match &network.rules[rule] {
            Rule::Define(def) => self.unjustified_definition(*def),
            Rule::Branch { node, ways } => {
                let &(_, condition) = ways.iter().find(|w| self.state.exs(w.0) == Exs::Executed)?;
                let is_open = !self.eval(condition).is_true();
                is_open.then(|| {
                    Unjustified::Question(Subtask {
                        name: format!("JUST edge condition {}", self.terms.show(condition)),
                        wanted: condition,
                        executed: vec![*node],
                        opened: Opened::default(),
                        is_excitation: false,
                    })
                })
            }
            Rule::Join { node, ways, always: false } => {
                if self.state.exs(*node) != Exs::Executed {
                    return None;
                }
                let open: Vec<StatusId> =
                    ways.iter().copied().filter(|&w| self.state.exs(w) != Exs::NotExecuted).collect();
                let is_open = open.len() > 1 && open.iter().all(|&w| self.state.exs(w) == Exs::Unknown);
                is_open.then(|| {
                    let ways = open.into_iter().map(|way| vec![way]).collect();
                    Unjustified::Ways("JUST node".to_owned(), ways)
                })
            }
            Rule::Join { .. } | Rule::Implies { .. } | Rule::Cut(_) => None,
        }
    }

    fn eval(&mut self, term: crate::term::TermId) -> Value {
        let indirect = self.switches.has(Switch::IndirectExs);
        Implication::new(self.network, self.terms, self.state, indirect).eval(term, 0)
    }

    fn unjustified_definition(&mut self, def: DefId) -> Option<Unjustified> {
        let network = self.network;
        let info = &network.defs[def];
        let value = self.state.value(def);
        let symbol = self.terms.info(info.symbol);
        if !matches!(symbol.sort, Sort::Value(_))
            || info.initial.is_within(value)
            || self.state.exs(info.status) != Exs::Executed
        {
            return None;
        }
        let name = format!("JUST {}", symbol.name);
        match &info.kind {
            DefKind::Entry => None,
            DefKind::Unknown => Some(Unjustified::Impossible),
            DefKind::Assign(term) => (!self.eval(*term).is_within(value)).then(|| {
                let opened = Opened { defs: [def].into(), ..Opened::default() };
                let wanted = self.terms.boolean(true);
                Unjustified::Question(Subtask {
                    name,
                    wanted,
                    executed: Vec::new(),
                    opened,
                    is_excitation: false,
                })
            }),
            DefKind::Join(ways) => {
                let live: Vec<(StatusId, DefId)> =
                    ways.iter().copied().filter(|w| self.state.exs(w.0) != Exs::NotExecuted).collect();
                let is_given = live.iter().all(|w| self.state.value(w.1).is_within(value));
                let is_decided = live.iter().any(|w| self.state.exs(w.0) == Exs::Executed);
                (!is_given && !is_decided).then(|| {
                    let ways = if self.switches.has(Switch::DuJust) {
                        self.definition_paths(&live, value)
                    } else {
                        live.iter().map(|w| vec![w.0]).collect()
                    };
                    Unjustified::Ways(name, ways)
                })
            }
        }
    }

    /// The paths from each compatible definition to a use through joins, the closest definitions first (§4.3.3.4).
    fn definition_paths(&self, live: &[(StatusId, DefId)], value: Value) -> Vec<Vec<StatusId>> {
        /// Farther definitions are left to the next round.
        const MAX_PATHS: usize = 24;
        let mut paths = Vec::new();
        let mut pending: std::collections::VecDeque<(Vec<StatusId>, DefId)> =
            live.iter().map(|&(way, def)| (vec![way], def)).collect();
        while let Some((path, def)) = pending.pop_front() {
            if self.state.value(def).meet(value).is_none() {
                continue;
            }
            match &self.network.defs[def].kind {
                DefKind::Join(ways) if pending.len() + paths.len() < MAX_PATHS => {
                    for &(way, operand) in ways {
                        if self.state.exs(way) != Exs::NotExecuted {
                            let longer = path.iter().copied().chain([way]).collect();
                            pending.push_back((longer, operand));
                        }
                    }
                }
                _ => paths.push(path),
            }
        }
        paths
    }
}
