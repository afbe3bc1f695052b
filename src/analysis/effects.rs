//! What a call may do to its caller, bottom-up over the call graph: which globals the method may read and write,
//! whether it may end by an exception, whether it may not end at all.
//!
//! Everything here errs on one side: a set may be too large, a `may` too true. A method without a graph (native,
//! outside the subset) may do everything, unless its bytecode says what it does ([`compiled`]); a loop or a recursion
//! may not end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::analysis::bits::BitSet;
use crate::analysis::compiled;
use crate::analysis::loops::Loops;
use crate::cfg::cache::{Callee, Graphs};
use crate::cfg::graph::{Call, Effect, Graph, Node, NodeId};
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, Terms};

/// The effects of one method on what its callers see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodEffects {
    /// May read and write each global, those included that no term names yet; then the sets say nothing.
    pub everything: bool,
    pub reads: BitSet<VarId>,
    /// A write of some runs only, or of a part of a map, counts.
    pub writes: BitSet<VarId>,
    pub may_throw: bool,
    pub may_not_end: bool,
    /// Whether this is so because no further class overrides what is called.
    pub(super) rests_on_classes: bool,
}

/// Of a method of which nothing is known.
static UNKNOWN: MethodEffects = MethodEffects::UNKNOWN;

impl MethodEffects {
    const UNKNOWN: Self = Self {
        everything: true,
        reads: BitSet::new(),
        writes: BitSet::new(),
        may_throw: true,
        may_not_end: true,
        rests_on_classes: false,
    };

    pub(super) const NONE: Self = Self {
        everything: false,
        reads: BitSet::new(),
        writes: BitSet::new(),
        may_throw: false,
        may_not_end: false,
        rests_on_classes: false,
    };

    /// Whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let flags = |own: &Self| (own.everything, own.may_throw, own.may_not_end, own.rests_on_classes);
        let before = flags(self);
        self.everything |= other.everything;
        self.may_throw |= other.may_throw;
        self.may_not_end |= other.may_not_end;
        self.rests_on_classes |= other.rests_on_classes;
        let reads = self.reads.union(&other.reads);
        let writes = self.writes.union(&other.writes);
        reads || writes || before != flags(self)
    }

    pub fn may_write(&self, terms: &Terms, var: VarId) -> bool {
        match terms.info(var).variable {
            Variable::Exception if self.may_throw => true,
            variable => variable.is_global() && (self.everything || self.writes.contains(var)),
        }
    }

    pub fn may_read(&self, terms: &Terms, var: VarId) -> bool {
        terms.info(var).variable.is_global() && (self.everything || self.reads.contains(var))
    }
}

/// What each method calls; nothing twice.
type Calls = BTreeMap<MethodId, Vec<MethodId>>;

/// The effects of the methods that a program's calls lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    methods: BTreeMap<MethodId, MethodEffects>,
}

impl Effects {
    /// Nothing is known: every call may do everything.
    pub const fn unknown() -> Self {
        Self { methods: BTreeMap::new() }
    }

    /// Of all methods that the calls of a graph lead to, directly or not; in the version that `patched` makes of
    /// the program.
    pub fn of_callees(
        terms: &mut Terms,
        graphs: &mut Graphs<'_>,
        known: &OwnEffects,
        patched: Option<&Body>,
        graph: &Graph,
    ) -> Self {
        let mut effects = Self::unknown();
        let mut calls = Calls::new();
        let mut pending = callees(graph);
        while let Some(method) = pending.pop() {
            if calls.contains_key(&method) {
                continue;
            }
            let (own, called) = match patched.filter(|body| body.method == method) {
                Some(body) => {
                    let callee = graphs.any_call(terms, Some(body), method);
                    of_callee(terms, &callee)
                }
                None => {
                    let own = known.of(terms, graphs, method);
                    own.among(terms)
                }
            };
            effects.methods.insert(method, own);
            pending.extend(&called);
            calls.insert(method, called);
        }
        let recursive = effects.settle(&calls);
        for method in recursive.keys() {
            effects.methods.entry(*method).or_insert(MethodEffects::NONE).may_not_end = true;
        }
        effects.close(&recursive);
        effects
    }

    /// Gives each method that leads to no recursion the effects of what it calls, callees first; what is left are the
    /// others, with what they call.
    fn settle(&mut self, calls: &Calls) -> Calls {
        let mut callers: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
        let mut open: BTreeMap<MethodId, usize> = BTreeMap::new();
        for (&method, called) in calls {
            let new = called.iter().filter(|other| calls.contains_key(*other));
            open.insert(method, new.clone().count());
            new.for_each(|&other| callers.entry(other).or_default().push(method));
        }
        let mut ready: Vec<MethodId> = open.iter().filter(|&(_, &open)| open == 0).map(|(&m, _)| m).collect();
        while let Some(method) = ready.pop() {
            open.remove(&method);
            self.join_called(method, &calls[&method]);
            for caller in callers.get(&method).into_iter().flatten() {
                if let Some(left) = open.get_mut(caller) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push(*caller);
                    }
                }
            }
        }
        calls.iter().filter(|(method, _)| open.contains_key(*method)).map(|(&m, c)| (m, c.clone())).collect()
    }

    /// Adds the effects of what each calls to its own, until nothing changes.
    fn close(&mut self, calls: &Calls) {
        let mut changed = true;
        while changed {
            changed = false;
            for (&method, called) in calls {
                changed |= self.join_called(method, called);
            }
        }
    }

    /// Whether anything changed.
    fn join_called(&mut self, method: MethodId, called: &[MethodId]) -> bool {
        let mut own = self.of_method(method).clone();
        let mut grown = false;
        for &other in called {
            let mut others = self.of_method(other).clone();
            // What a call throws may be caught; the graph's own exit says whether it leaves.
            others.may_throw = own.may_throw;
            grown |= own.join(&others);
        }
        if grown {
            self.methods.insert(method, own);
        }
        grown
    }

    /// Adds what another version's calls may do: a method's effects are then those of both its versions.
    pub fn join(&mut self, other: &Self) {
        for (&method, theirs) in &other.methods {
            self.methods.entry(method).or_insert(MethodEffects::NONE).join(theirs);
        }
    }

    #[cfg(test)]
    pub fn of(methods: impl IntoIterator<Item = (MethodId, MethodEffects)>) -> Self {
        Self { methods: methods.into_iter().collect() }
    }

    pub fn of_method(&self, method: MethodId) -> &MethodEffects {
        self.methods.get(&method).unwrap_or(&UNKNOWN)
    }

    /// The calls of a graph of which it is known what they may do because no further class overrides what is called, there or in
    /// what they lead to.
    pub fn calls_that_rest_on_classes(&self, graph: &Graph) -> Vec<NodeId> {
        let rests = |node: &Node| match &node.effect {
            Effect::Call(call) => call.closed_world || self.of_call(call).rests_on_classes,
            _ => false,
        };
        graph.nodes.iter_enumerated().filter(|(_, node)| rests(node)).map(|(id, _)| id).collect()
    }

    /// Of whatever method a call may run.
    pub fn of_call(&self, call: &Call) -> MethodEffects {
        let mut joined = MethodEffects::NONE;
        for &(target, _) in &call.targets {
            joined.join(self.of_method(target));
        }
        if call.targets.is_empty() { MethodEffects::UNKNOWN } else { joined }
    }
}

/// What the methods of one program do by their own code, found once for all who ask: each in terms of its own, so that nothing depends on
/// who asked first. The [`Terms`] of all who ask have the same settings.
#[derive(Clone, Debug, Default)]
pub struct OwnEffects {
    known: Arc<Mutex<BTreeMap<MethodId, Arc<Own>>>>,
    codes: Arc<compiled::Codes>,
}

/// The effects of a method's own code, over variables that any [`Terms`] may have.
#[derive(Debug)]
struct Own {
    /// Without its sets.
    effects: MethodEffects,
    reads: Vec<VariableInfo>,
    writes: Vec<VariableInfo>,
    called: Vec<MethodId>,
}

impl OwnEffects {
    fn of(&self, terms: &Terms, graphs: &mut Graphs<'_>, method: MethodId) -> Arc<Own> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = known().get(&method) {
            return own.clone();
        }
        let mut apart = terms.with_settings();
        let callee = graphs.apart(&mut apart, method);
        let in_bytecode = match (&callee, graphs.program()) {
            (Callee::Unknown, Some(program)) => self.in_bytecode(program, &mut apart, graphs, method),
            _ => None,
        };
        let (effects, called) = in_bytecode.unwrap_or_else(|| of_callee(&apart, &callee));
        let infos = |vars: &BitSet<VarId>| vars.iter().map(|var| apart.info(var).clone()).collect();
        let (reads, writes) = (infos(&effects.reads), infos(&effects.writes));
        let effects = MethodEffects { reads: BitSet::new(), writes: BitSet::new(), ..effects };
        let own = Arc::new(Own { effects, reads, writes, called });
        known().entry(method).or_insert(own).clone()
    }

    /// What the bytecode of a method of a class file tells, if it tells anything.
    fn in_bytecode(
        &self,
        program: &Program,
        terms: &mut Terms,
        graphs: &mut Graphs<'_>,
        method: MethodId,
    ) -> Option<(MethodEffects, Vec<MethodId>)> {
        let found = compiled::footprint(program, &self.codes, method)?;
        let footprint = &found.footprint;
        if footprint.everything || may_meet_unknown_classes(terms, graphs, &found.called) {
            return None;
        }
        let (reads, writes) = found.variables(program, terms);
        let effects = MethodEffects {
            reads: reads.into_iter().collect(),
            writes: writes.into_iter().collect(),
            may_throw: footprint.may_throw,
            may_not_end: footprint.may_not_end,
            ..MethodEffects::NONE
        };
        Some((effects, found.called))
    }
}

impl Own {
    fn among(&self, terms: &mut Terms) -> (MethodEffects, Vec<MethodId>) {
        let mut vars =
            |infos: &[VariableInfo]| infos.iter().map(|info| terms.variable(info.clone())).collect();
        let (reads, writes) = (vars(&self.reads), vars(&self.writes));
        (MethodEffects { reads, writes, ..self.effects.clone() }, self.called.clone())
    }
}

/// Whether one of these methods, or one that they lead to, tells what it calls by the classes that the program has: what code of
/// class files hands on may be of others.
fn may_meet_unknown_classes(terms: &Terms, graphs: &mut Graphs<'_>, methods: &[MethodId]) -> bool {
    let mut seen: BTreeSet<MethodId> = BTreeSet::new();
    let mut pending = methods.to_vec();
    while let Some(method) = pending.pop() {
        if !seen.insert(method) {
            continue;
        }
        let Callee::Graph(graph) = graphs.apart(&mut terms.with_settings(), method) else { return true };
        if graph.nodes.iter().any(|node| matches!(&node.effect, Effect::Call(call) if call.closed_world)) {
            return true;
        }
        pending.extend(callees(&graph));
    }
    false
}

/// The effects of what is known of a method, without what it calls; and what that is.
fn of_callee(terms: &Terms, callee: &Callee) -> (MethodEffects, Vec<MethodId>) {
    match callee {
        Callee::Graph(graph) => (own_effects(terms, graph), callees(graph)),
        Callee::Unknown => (MethodEffects::UNKNOWN, Vec::new()),
    }
}

/// Which methods a graph's calls may run.
fn callees(graph: &Graph) -> Vec<MethodId> {
    let mut methods = Vec::new();
    for node in graph.nodes.iter() {
        if let Effect::Call(call) = &node.effect {
            methods.extend(call.targets.iter().map(|&(method, _)| method));
        }
    }
    methods.sort_unstable();
    methods.dedup();
    methods
}

/// Of the method's own code, without what it calls.
fn own_effects(terms: &Terms, graph: &Graph) -> MethodEffects {
    let is_closed = |node: &Node| matches!(&node.effect, Effect::Call(call) if call.closed_world);
    let rests_on_classes = graph.nodes.iter().any(is_closed);
    let mut effects = MethodEffects { rests_on_classes, ..MethodEffects::NONE };
    let mut read = Vec::new();
    for node in graph.nodes.iter() {
        if matches!(node.effect, Effect::Unsupported(_)) {
            return MethodEffects { rests_on_classes, ..MethodEffects::UNKNOWN };
        }
        read.extend(terms_of(node));
        let written = node.definitions().into_iter();
        effects.writes.extend(written.filter(|&var| terms.info(var).variable.is_global()));
    }
    read.extend(graph.edges.iter().map(|edge| edge.condition));
    let read = terms.variables_of(&read).into_iter();
    effects.reads.extend(read.filter(|&var| terms.info(var).variable.is_global()));
    effects.may_throw = graph.throws.is_some();
    effects.may_not_end = !Loops::new(graph).is_acyclic();
    effects
}

/// All terms that a node's effect reads.
pub fn terms_of(node: &Node) -> Vec<TermId> {
    match &node.effect {
        Effect::Assign(assignments) => assignments.iter().map(|&(_, term)| term).collect(),
        Effect::Call(call) => terms_of_call(call),
        Effect::None | Effect::Unsupported(_) => Vec::new(),
    }
}

/// The arguments, the receiver, and what tells the targets apart.
pub fn terms_of_call(call: &Call) -> Vec<TermId> {
    let targets = call.targets.iter().map(|&(_, condition)| condition);
    call.arguments.iter().copied().chain(call.receiver).chain(targets).collect()
}
