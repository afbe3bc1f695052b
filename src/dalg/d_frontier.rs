//! How far the mutation effect has come, in one state (§3.3.3, §3.4.3). The D-frontier is where an effect is read and what
//! comes of it is open; an effect stands at an output when the outcome differs; the X-path check asks whether any output
//! can still differ, and where none can, what speaks against it and which sites have hidden the effect.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::dalg::effects::{BranchPair, DefPair, Effects};
use crate::dalg::network::{DefId, DefKind, Network, StatusId};
use crate::dalg::state::{Cell, Conflict, Exs, State};
use crate::term::Terms;
use crate::term::sort::Sort;

/// Whether two things differ in the two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Differ {
    No,
    Maybe,
    Yes,
}

/// A place of the D-frontier, by its number among the effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    Definition(usize),
    Decision(usize),
}

/// Whether an effect gets to a definition.
enum Reach {
    None,
    /// Along one of several ways, which is open.
    Potential,
    Justified,
}

/// The effects in one state.
pub struct Spread<'a> {
    effects: &'a Effects,
    terms: &'a Terms,
    network: &'a Network,
    state: &'a State,
    /// By pair. What it says of a value holds if its places are executed.
    pairs: Vec<Differ>,
}

impl<'a> Spread<'a> {
    pub fn new(effects: &'a Effects, terms: &'a Terms, network: &'a Network, state: &'a State) -> Self {
        let mut spread = Self { effects, terms, network, state, pairs: Vec::new() };
        // A pair reads such as stand before it.
        for pair in &effects.defs {
            let differ = spread.pair(pair);
            spread.pairs.push(differ);
        }
        spread
    }

    fn is_value(&self, def: DefId) -> bool {
        matches!(self.terms.info(self.network.defs[def].symbol).sort, Sort::Value(_))
    }

    /// By the values that are known.
    fn by_value(&self, o: DefId, m: DefId) -> Differ {
        if !self.is_value(o) {
            return Differ::Maybe;
        }
        match (self.state.value(o), self.state.value(m)) {
            (a, b) if a.meet(b).is_none() => Differ::Yes,
            (a, b) if a == b && a.known().is_some() => Differ::No,
            _ => Differ::Maybe,
        }
    }

    /// Whether two definitions hold different values.
    fn differ(&self, o: DefId, m: DefId) -> Differ {
        if o == m {
            return Differ::No;
        }
        let by_value = self.by_value(o, m);
        if by_value != Differ::Maybe {
            return by_value;
        }
        let (o, m) = (self.through_joins(o, |_| {}), self.through_joins(m, |_| {}));
        if o == m {
            return Differ::No;
        }
        let pair = self.effects.by_defs.get(&(o, m)).and_then(|&at| self.pairs.get(at));
        pair.copied().unwrap_or_else(|| self.made_otherwise(o))
    }

    /// Of maps and texts it is not known what they hold: how they are made decides.
    fn made_otherwise(&self, def: DefId) -> Differ {
        if self.is_value(def) { Differ::Maybe } else { Differ::Yes }
    }

    /// By what the two are made from, where values do not tell.
    fn pair(&self, pair: &DefPair) -> Differ {
        let by_value = self.by_value(pair.original, pair.mutant);
        if by_value != Differ::Maybe {
            return by_value;
        }
        let is_value = self.is_value(pair.original);
        // Of values that are not known nothing says that they differ.
        let most = if is_value { Differ::Maybe } else { Differ::Yes };
        let (original, mutant) =
            (&self.network.defs[pair.original].kind, &self.network.defs[pair.mutant].kind);
        if let (DefKind::Join(a), DefKind::Join(b)) = (original, mutant)
            && a.len() == b.len()
        {
            let live = a.iter().zip(b).filter(|(way, other)| !self.is_dead(way.0) || !self.is_dead(other.0));
            let differ = live.map(|(way, other)| {
                let by_way = if way.0 == other.0 { Differ::No } else { Differ::Maybe };
                by_way.max(self.differ(way.1, other.1).min(most))
            });
            return differ.max().unwrap_or(Differ::No);
        }
        if !pair.is_same_code || matches!(mutant, DefKind::Join(_)) {
            return most;
        }
        let reads = pair.reads.iter().map(|&(d, e)| self.differ(d, e).min(most));
        reads.max().unwrap_or(Differ::No)
    }

    fn is_dead(&self, way: StatusId) -> bool {
        self.state.exs(way) == Exs::NotExecuted
    }

    /// The definition that one comes from, along the edges that are left; tells the joins that it came through.
    fn through_joins(&self, mut def: DefId, mut passed: impl FnMut(DefId)) -> DefId {
        while let DefKind::Join(ways) = &self.network.defs[def].kind {
            let mut live = ways.iter().filter(|way| !self.is_dead(way.0));
            match (live.next(), live.next()) {
                (Some(&(_, only)), None) => {
                    passed(def);
                    def = only;
                }
                _ => break,
            }
        }
        def
    }

    /// Whether the outcome differs.
    pub fn at_output(&self) -> Differ {
        let mut most = Differ::No;
        for &exit in &self.effects.own_exits {
            most = most.max(match self.state.exs(exit) {
                Exs::Executed => Differ::Yes,
                Exs::Unknown => Differ::Maybe,
                Exs::NotExecuted => Differ::No,
            });
        }
        for output in &self.effects.outputs {
            let (o, m) = (self.state.exs(output.exit.0), self.state.exs(output.exit.1));
            match (o, m) {
                (Exs::Executed, Exs::NotExecuted) | (Exs::NotExecuted, Exs::Executed) => return Differ::Yes,
                (Exs::NotExecuted, Exs::NotExecuted) => {}
                _ => {
                    if output.exit.0 != output.exit.1 && (o == Exs::Unknown || m == Exs::Unknown) {
                        most = most.max(Differ::Maybe);
                    }
                    let is_certain = o == Exs::Executed && m == Exs::Executed;
                    for &(d, e) in &output.vars {
                        let differ = self.differ(d, e);
                        most = most.max(if is_certain { differ } else { differ.min(Differ::Maybe) });
                    }
                }
            }
        }
        most
    }

    /// Why no output differs, as a conflict without a rule of its own; `None`: it rests on more than values.
    pub fn blocked(&self) -> Option<Conflict> {
        let mut cells: Vec<Cell> = self.effects.own_exits.iter().map(|&exit| Cell::Status(exit)).collect();
        let mut defs: BTreeSet<DefId> = BTreeSet::new();
        let mut pending: Vec<(DefId, DefId)> = Vec::new();
        for output in &self.effects.outputs {
            let (o, m) = output.exit;
            cells.extend([Cell::Status(o), Cell::Status(m)]);
            if self.state.exs(o) != Exs::NotExecuted || self.state.exs(m) != Exs::NotExecuted {
                pending.extend(&output.vars);
            }
        }
        if pending.iter().any(|&(o, _)| !self.is_value(o)) {
            return None;
        }
        let mut seen: BTreeSet<(DefId, DefId)> = pending.iter().copied().collect();
        while let Some((o, m)) = pending.pop() {
            let from = self.why_same(o, m, &mut cells, &mut defs);
            pending.extend(from.into_iter().filter(|&pair| seen.insert(pair)));
        }
        let antecedents = cells.into_iter().filter_map(|cell| self.state.last(cell)).collect();
        Some(Conflict { rule: None, defs, antecedents })
    }

    /// What two definitions that hold the same rest on; the pairs that are left to look at.
    fn why_same(
        &self,
        o: DefId,
        m: DefId,
        cells: &mut Vec<Cell>,
        defs: &mut BTreeSet<DefId>,
    ) -> Vec<(DefId, DefId)> {
        if o == m {
            return Vec::new();
        }
        if self.by_value(o, m) == Differ::No {
            cells.extend([Cell::Value(o), Cell::Value(m)]);
            return Vec::new();
        }
        let mut joins = Vec::new();
        let [o, m] = [o, m].map(|def| self.through_joins(def, |join| joins.push(join)));
        let is_known = o != m && self.by_value(o, m) == Differ::No;
        if is_known {
            cells.extend([Cell::Value(o), Cell::Value(m)]);
        }
        let pair = self.effects.by_defs.get(&(o, m)).map(|&at| &self.effects.defs[at]);
        let pair = pair.filter(|_| o != m && !is_known);
        joins.extend(pair.into_iter().flat_map(|_| [o, m]));
        let mut from = Vec::new();
        for &def in &joins {
            if let DefKind::Join(ways) = &self.network.defs[def].kind {
                cells.extend(ways.iter().filter(|way| self.is_dead(way.0)).map(|way| Cell::Status(way.0)));
            }
        }
        if let Some(pair) = pair {
            match (&self.network.defs[o].kind, &self.network.defs[m].kind) {
                (DefKind::Join(a), DefKind::Join(b)) => {
                    let live = a.iter().zip(b).filter(|(way, _)| !self.is_dead(way.0));
                    from.extend(live.map(|(way, other)| (way.1, other.1)));
                }
                _ => from.extend(pair.reads.iter().copied()),
            }
        }
        defs.extend(joins);
        from
    }

    fn reads_effect(&self, reads: &[(DefId, DefId)]) -> bool {
        reads.iter().any(|&(o, m)| self.differ(o, m) == Differ::Yes)
    }

    /// Definitions that read an effect and through which it has not gone yet: their value is open, or whether they are
    /// executed. The closest to the outputs first, then in the order of the program. `potential`: then those too that
    /// only may read it, through a join (PME). Behind them the decisions that read an effect and are open.
    pub fn frontier(&self, potential: bool) -> Vec<Site> {
        let mut justified = Vec::new();
        let mut open = Vec::new();
        for (at, pair) in self.effects.defs.iter().enumerate() {
            match self.reach(pair) {
                Reach::Justified => justified.push(at),
                Reach::Potential => open.push(at),
                Reach::None => {}
            }
        }
        for sites in [&mut justified, &mut open] {
            self.sort(sites);
        }
        if potential {
            justified.append(&mut open);
        }
        let decisions = self.decisions(|pair| {
            pair.ways.iter().any(|w| [w.0, w.1].iter().any(|&way| self.state.exs(way) == Exs::Unknown))
        });
        justified.into_iter().map(Site::Definition).chain(decisions).collect()
    }

    /// The sites that read an effect, and of which nothing comes that differs: it may go through them by other values.
    /// The closest to the outputs first.
    pub fn hidden(&self) -> Vec<Site> {
        let hides = |pair: &DefPair| {
            let status = |def: DefId| self.state.exs(self.network.defs[def].status);
            pair.ways.is_empty()
                && self.is_value(pair.original)
                && self.by_value(pair.original, pair.mutant) == Differ::No
                && status(pair.original) != Exs::NotExecuted
                && status(pair.mutant) != Exs::NotExecuted
                && self.reads_effect(&pair.reads)
        };
        let pairs = self.effects.defs.iter().enumerate();
        let mut defs: Vec<usize> = pairs.filter(|(_, pair)| hides(pair)).map(|(at, _)| at).collect();
        self.sort(&mut defs);
        let decisions =
            self.decisions(|pair| pair.ways.iter().all(|w| self.state.exs(w.0) == self.state.exs(w.1)));
        defs.into_iter().map(Site::Definition).chain(decisions).collect()
    }

    /// Of ways that fork, the first stands behind the others.
    fn sort(&self, sites: &mut [usize]) {
        sites.sort_by_key(|&at| (self.effects.defs[at].distance, Reverse(at)));
    }

    /// Decisions that read an effect, the closest to the outputs first.
    fn decisions(&self, is_wanted: impl Fn(&BranchPair) -> bool) -> Vec<Site> {
        let reads = |pair: &BranchPair| {
            self.state.exs(pair.nodes.0) != Exs::NotExecuted
                && self.state.exs(pair.nodes.1) != Exs::NotExecuted
                && is_wanted(pair)
                && self.reads_effect(&pair.reads)
        };
        let wanted = self.effects.branches.iter().enumerate().rev().filter(|(_, pair)| reads(pair));
        wanted.map(|(at, _)| Site::Decision(at)).collect()
    }

    fn reach(&self, pair: &DefPair) -> Reach {
        let status = |def: DefId| self.state.exs(self.network.defs[def].status);
        let statuses = (status(pair.original), status(pair.mutant));
        let values = (self.state.value(pair.original).known(), self.state.value(pair.mutant).known());
        if !self.is_value(pair.original) || statuses.0 == Exs::NotExecuted || statuses.1 == Exs::NotExecuted {
            return Reach::None;
        }
        if let (Some(o), Some(m)) = values {
            // What it is made is known: that it is executed is left.
            let is_left = o != m
                && pair.ways.is_empty()
                && (statuses.0 == Exs::Unknown || statuses.1 == Exs::Unknown)
                && self.reads_effect(&pair.reads);
            return if is_left { Reach::Justified } else { Reach::None };
        }
        let is_way = |&(o, m): &(StatusId, StatusId), wanted: [(Exs, Exs); 2]| {
            wanted.contains(&(self.state.exs(o), self.state.exs(m)))
        };
        let apart = [(Exs::Executed, Exs::NotExecuted), (Exs::NotExecuted, Exs::Executed)];
        if pair.ways.iter().any(|way| is_way(way, apart)) {
            return Reach::Justified;
        }
        let together = [(Exs::Executed, Exs::Executed); 2];
        let is_settled = pair.ways.is_empty() || pair.ways.iter().any(|way| is_way(way, together));
        match self.reads_effect(&pair.reads) {
            true if is_settled => Reach::Justified,
            true => Reach::Potential,
            false => Reach::None,
        }
    }
}
