//! Runs of summaries on some values, from which relations are guessed: nothing rests on them.

use std::collections::BTreeMap;

use super::is_value;
use crate::cfg::graph::NodeKey;
use crate::jvm::value::Primitive;
use crate::symbolic::summary::Summary;
use crate::term::assignment::{Assignment, Point};
use crate::term::domain::Domain;
use crate::term::evaluate::{Program, Source, canonical, mix};
use crate::term::sort::Sort;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Values that a run has at a pair: what was assigned in each version, and whatever else was there in both.
#[derive(Clone)]
pub(super) struct Sample {
    pub seed: u64,
    pub base: Option<Assignment>,
    pub old: BTreeMap<VarId, u64>,
    pub new: BTreeMap<VarId, u64>,
}

/// What one version's variables hold in a sample.
struct View<'s> {
    sample: &'s Sample,
    own: &'s BTreeMap<VarId, u64>,
}

impl View<'_> {
    fn any(&self, domain: Domain, hash: u64) -> u64 {
        let hash = mix(self.sample.seed, hash);
        match domain {
            Domain::Boolean => hash & 1,
            Domain::Integer { low, high } => (((hash >> 8) % 14) as i64 - 3).clamp(low, high) as u64,
            Domain::Float => Primitive::Float(((hash >> 8) % 97) as f32 / 8.0 - 4.0).to_bits(),
            Domain::Double => Primitive::Double(((hash >> 8) % 97) as f64 / 8.0 - 4.0).to_bits(),
            Domain::OldReference | Domain::Reference => (hash >> 8) % 5,
            _ => hash,
        }
    }
}

impl Source for View<'_> {
    fn variable(&mut self, terms: &Terms, lane: usize, var: VarId) -> u64 {
        if let Some(&own) = self.own.get(&var) {
            return own;
        }
        match &self.sample.base {
            Some(base) => Source::variable(&mut &*base, terms, lane, var),
            None => match terms.domain_of_variable(var) {
                Domain::Allocated | Domain::NewText => Assignment::default().variable(terms, var),
                domain => match terms.info(var).sort {
                    Sort::Value(sort) => canonical(sort, self.any(domain, u64::from(var_number(var)))),
                    _ => self.any(domain, u64::from(var_number(var))),
                },
            },
        }
    }

    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64 {
        match &self.sample.base {
            Some(base) => Source::read(&mut &*base, terms, lane, term, point),
            None => match terms.domain_at(term, point.base) {
                Domain::NewText => Source::read(&mut &Assignment::default(), terms, lane, term, point),
                domain => match terms.sort(term) {
                    Sort::Value(sort) => canonical(sort, self.any(domain, point.hash())),
                    _ => self.any(domain, point.hash()),
                },
            },
        }
    }
}

fn var_number(var: VarId) -> u32 {
    use crate::index::Id as _;
    var.index() as u32
}

impl Sample {
    /// The values of terms over one version's variables; `None` where they have none.
    pub(super) fn values(&self, terms: &Terms, of_new: bool, roots: &[TermId]) -> Option<Vec<u64>> {
        let own = if of_new { &self.new } else { &self.old };
        let program = Program::new(terms, roots);
        let values = program.run(terms, 1, &mut View { sample: self, own });
        values.is_well_formed(0).then(|| roots.iter().map(|&root| values.get(root, 0)).collect())
    }
}

/// Which exit a summary takes in a sample, and what its variables hold there; `None` where it cannot be followed.
/// Samples hold no memory: what is written is read as it was before, in both versions alike, and a relation that is
/// guessed from that is asked like any other.
pub(super) fn taken(
    terms: &Terms,
    sample: &Sample,
    of_new: bool,
    summary: &Summary,
) -> Option<(NodeKey, BTreeMap<VarId, u64>)> {
    let guards: Vec<TermId> = summary.exits.iter().map(|exit| exit.guard).collect();
    let values = sample.values(terms, of_new, &guards)?;
    let at = values.iter().position(|&value| value == 1)?;
    let exit = &summary.exits[at];
    let kept: Vec<(VarId, TermId)> =
        exit.state.iter().filter(|&(_, &t)| is_value(terms.sort(t))).map(|(&v, &t)| (v, t)).collect();
    let roots: Vec<TermId> = kept.iter().map(|&(_, term)| term).collect();
    let values = sample.values(terms, of_new, &roots)?;
    Some((exit.target, kept.iter().map(|&(var, _)| var).zip(values).collect()))
}
