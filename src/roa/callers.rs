//! Proofs through callers: a mutant of a private method that differs only on inputs which no caller passes
//! (DESIGN §5, §7).
//!
//! A test is code of another class of the package, so it cannot call a private method. What it can call is compared
//! instead: every *root*, with the private method inlined in both versions, in a region around each place where it
//! calls, or over the whole root.
//!
//! **The cone** is the method and all private methods that call it, directly or not. **The roots** are all other
//! methods with a call of one in the cone: methods that are not private, constructors (private ones, too) and
//! instance initialisers. A private name is visible in its outermost class alone (JLS 6.6.1) and is never called by
//! the class of the receiver. Lambdas and method references are methods of classes inside of that class (`sema::lambda`), a method
//! reference with the call that it stands for in its body: so the calls that the typed
//! bodies of that class, and of the classes in it, name are all there are. A lambda's method is a root like any other, since class files'
//! code may call it whenever it has its object. A body outside the subset, and a field's initialiser that is left out (of
//! these some hold lambdas), calls nothing in the cone only if its text does not hold the name. What the program may look up by reflection
//! gives no proof. A method without any root is never run.
//!
//! **Why equal roots prove an equivalent mutant.** Claim: from every state that a root is entered in, both versions
//! end by the same exit in states that agree on all that can be observed, or neither ends. Each run of a program
//! enters the cone through a root, so then every run is the same run. By induction over the nesting of the
//! roots' calls in the version that ends: in a root's graph all calls of the cone are followed; those that are not
//! (unknown functions, which stand for the same function in both versions, see [`crate::roa::bounded`]) are of
//! methods outside of the cone, and these run the cone only through a root that is nested more deeply. That is why **a
//! call in the cone that is left unfollowed is no unknown function**: the method itself may well differ for the
//! arguments that it gets there. It is followed up to the bound and cut behind it, or nothing is shown.
//!
//! **Regions in a root** ([`crate::roa::check`] says why an equal region is enough): each call of the cone lies in one
//! of them, in each all such calls are of the mutant's version, and no two have a node in common. So all that the
//! versions do differently they do between a region's head and its exits. Facts at the heads are the original root's,
//! and what matters behind a region is what either version's callees may read.
//!
//! - *State*: a root is compared from every state of the heap and of the statics, and all that it leaves there is
//!   compared, as for every whole method: so what the method keeps for a later call is seen.
//! - *Ending and exceptions*: both are outputs. A mutant that does not end where the original does is not taken for
//!   it, since the obligations cover every exit of the original; one that ends where the original does not is, by the
//!   same induction from the mutant's side, excluded by complete proofs.
//! - *Effects*: what unknown calls may read, write and leave undone is taken from both versions of the program.
//! - *Class initialisation*: a static initialiser with a call in the cone gives no proof: no test chooses what it
//!   starts from. One that calls a root is a caller like any other. Initialisers that call nothing are not
//!   touched.
//! - *A root that is itself unsupported, or too many roots*: no proof.
//!
//! All roots complete: a proof for all inputs. All complete or up to a bound: up to the least of the bounds. A
//! difference in a root is an input for a test that calls it.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::analysis::relevance::Relevance;
use crate::budget::Budget;
use crate::cfg::cache::Callee;
use crate::cfg::graph::NodeId;
use crate::cfg::region::Region;
use crate::roa::align::{Keys, Projection, Versions};
use crate::roa::at_bound::{Pair, calls_one_of};
use crate::roa::bounded::{self, look_at};
use crate::roa::mroa::Depth;
use crate::roa::original::KnownOriginals;
use crate::roa::proof::{
    Attempt, AttemptResult, BoundOn, Bounded, BoundedProof, Checked, Difference, Proof, ProofKind,
};
use crate::roa::workbench::{Candidate, Workbench};
use crate::sema::program::{BodyState, ClassId, MethodId, MethodKind, MethodSource, Program};
use crate::sema::queries::may_name;
use crate::sema::typed_tree::{Body, ExprKind, StmtKind};
use crate::symbolic::question::Counts;
use crate::symbolic::solver::SolverError;
use crate::syntax::tree::{Modifiers, Span};
use crate::term::Terms;

/// More roots are not looked at.
const MAX_ROOTS: usize = 16;
/// What the roots may cost for one mutant, and for all mutants of a method.
const EFFORT: u64 = bounded::EFFORT;
const METHOD_EFFORT: u64 = 200_000_000;
/// How far the regions around a root's calls are expanded, and what all of them may cost for one mutant.
const MAX_DEPTH: u32 = 2;
const EFFORT_AT_CALLS: u64 = bounded::EFFORT_INSIDE;

/// How a private method is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routes {
    /// The method and all private methods that lead to it.
    pub cone: BTreeSet<MethodId>,
    /// What leads into the cone from outside, in the order of the source.
    pub roots: Vec<MethodId>,
}

/// Whether a test cannot call a method by its name.
pub fn is_hidden(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    m.kind == MethodKind::Method && m.modifiers.has(Modifiers::PRIVATE)
}

impl Routes {
    /// Of a method for which [`is_hidden`] holds; or why they are not known.
    pub fn of(program: &Program, method: MethodId) -> Result<Self, String> {
        let bodies = Bodies::around(program, program.methods[method].class)?;
        let mut cone = BTreeSet::from([method]);
        let mut roots = BTreeSet::new();
        let mut pending = vec![method];
        while let Some(called) = pending.pop() {
            bodies.are_known_for(program, called)?;
            for body in bodies.typed.iter().filter(|body| has_call(body, called)) {
                let caller = body.method;
                if is_hidden(program, caller) {
                    if cone.insert(caller) {
                        pending.push(caller);
                    }
                } else if program.methods[caller].kind == MethodKind::StaticInitializer {
                    return Err(format!("{} calls it", program.method_name(caller)));
                } else {
                    roots.insert(caller);
                }
            }
        }
        if roots.len() > MAX_ROOTS {
            return Err(format!("{} methods lead to it", roots.len()));
        }
        Ok(Self { cone, roots: roots.into_iter().collect() })
    }
}

/// All code that may name the private members of a class.
pub(super) struct Bodies<'p> {
    typed: Vec<&'p Body>,
    /// The text of what has no typed body.
    texts: Vec<&'p str>,
}

impl<'p> Bodies<'p> {
    pub(super) fn around(program: &'p Program, class: ClassId) -> Result<Self, String> {
        let outermost = program.outermost(class);
        let unit = program.classes[outermost].unit;
        let tree = &program.units[unit].tree;
        let text = |span: Span| tree.source.text.get(span.start as usize..span.end as usize);
        let no_text = || "the text of some code is not known".to_owned();
        let mut bodies = Self { typed: Vec::new(), texts: Vec::new() };
        let is_around = |c: &ClassId| program.outermost(*c) == outermost;
        let classes: Vec<ClassId> = program.classes.ids().filter(is_around).collect();
        // Declarations that became no class of the program.
        let whole = tree.types[program.classes[outermost].decl].span;
        for (id, decl) in tree.types.iter_enumerated() {
            let is_inside = whole.start <= decl.span.start && decl.span.end <= whole.end;
            let is_it = |&c: &ClassId| program.classes[c].unit == unit && program.classes[c].decl == id;
            if is_inside && !classes.iter().any(is_it) {
                bodies.texts.push(text(decl.span).ok_or_else(no_text)?);
            }
        }
        for class in classes {
            let class = &program.classes[class];
            if class.unsupported.is_some() {
                bodies.texts.push(text(tree.types[class.decl].span).ok_or_else(no_text)?);
            }
            let own =
                class.methods.iter().chain(&class.static_initializer).chain(&class.instance_initializer);
            for &method in own {
                let m = &program.methods[method];
                match (program.body(method), &m.source) {
                    (BodyState::Typed(body), _) => {
                        bodies.typed.push(body);
                        for &field in program.left_out(method) {
                            bodies.texts.push(text(program.fields[field].span).ok_or_else(no_text)?);
                        }
                        for block in program.left_out_blocks(method) {
                            bodies.texts.push(text(block).ok_or_else(no_text)?);
                        }
                    }
                    (BodyState::None, _) => {}
                    (BodyState::Unsupported(_), MethodSource::Code(_)) => {
                        bodies.texts.push(text(m.span).ok_or_else(no_text)?);
                    }
                    // Its text is part of the method around.
                    (BodyState::Unsupported(_), MethodSource::Lambda { .. }) => {}
                    (BodyState::Unsupported(_), _) => {
                        return Err(format!("{} is not supported", program.method_name(method)));
                    }
                }
            }
        }
        Ok(bodies)
    }

    pub(super) fn typed(&self) -> &[&'p Body] {
        &self.typed
    }

    /// Whether some code is not supported.
    pub(super) const fn has_unprocessed(&self) -> bool {
        !self.texts.is_empty()
    }

    /// Whether code that is not supported may name a member.
    pub(super) fn may_name(&self, name: &str) -> bool {
        self.texts.iter().any(|text| may_name(text, name))
    }

    /// Whether no other code can name the method.
    fn are_known_for(&self, program: &Program, method: MethodId) -> Result<(), String> {
        let name = &*program.methods[method].name;
        if program.may_look_up(method) {
            return Err(format!("code may look up {name} by reflection"));
        }
        match self.texts.iter().find(|text| may_name(text, name)) {
            Some(_) => Err(format!("code that is not supported names {name}")),
            None => Ok(()),
        }
    }
}

fn has_call(body: &Body, method: MethodId) -> bool {
    body.exprs.iter().any(|expr| match &expr.kind {
        ExprKind::Call(call) => call.method == method,
        ExprKind::New { constructor, .. } => *constructor == method,
        _ => false,
    }) || body.stmts.iter().any(
        |stmt| matches!(stmt.kind, StmtKind::ConstructorCall { constructor, .. } if constructor == method),
    )
}

/// An input of a root on which the versions differ.
#[derive(Clone, Debug, PartialEq)]
pub struct InRoot {
    pub root: MethodId,
    pub difference: Difference,
}

/// The roots of one private method, as all its mutants share them.
pub struct Callers<'p> {
    program: &'p Program,
    known: KnownOriginals,
    routes: Result<Routes, String>,
    /// One for each root; made when first needed.
    benches: Vec<Workbench<'p>>,
    budget: Budget,
}

impl<'p> Callers<'p> {
    /// `None` for a method that tests can call.
    pub fn new(program: &'p Program, known: &KnownOriginals, method: MethodId) -> Option<Self> {
        let budget = Budget::new(METHOD_EFFORT);
        is_hidden(program, method).then(|| {
            let routes = Routes::of(program, method);
            Self { program, known: known.clone(), routes, benches: Vec::new(), budget }
        })
    }

    /// In which the obligations of a root's proof are; the terms of a difference, until the next mutant is checked.
    pub fn bench(&mut self, root: MethodId) -> Option<&mut Workbench<'p>> {
        self.benches.iter_mut().find(|bench| bench.graph.method == root)
    }

    pub fn terms(&self, root: MethodId) -> Option<&Terms> {
        self.benches.iter().find(|bench| bench.graph.method == root).map(|bench| &bench.terms)
    }

    /// How the roots' questions were answered.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.benches.iter().for_each(|bench| counts.add(bench.asker.counts()));
        counts
    }

    /// Adds what the roots show of a mutant, the whole body, to what the method itself shows of it.
    pub fn add_to(&mut self, checked: &mut Checked, mutant: &Body) -> Result<(), SolverError> {
        if checked.proof.is_some() || checked.is_barred || self.budget.is_exhausted() {
            return Ok(());
        }
        let start = Instant::now();
        let mut found = FoundInRoots::default();
        match self.routes.clone() {
            Ok(routes) => self.look(&routes, mutant, &mut found)?,
            Err(why) => found.open = Some(format!("its callers are not known: {why}")),
        }
        let (mut measured, mut statements) = (None, None);
        if found.open.is_none() {
            if found.bound.is_none() {
                let proof = found.proof(self.is_closed_world(mutant));
                measured = Some(self.question_size(&proof));
                statements = proof.callers.iter().flatten().map(|part| part.statements).reduce(|a, b| a + b);
                checked.proof = Some(proof);
                checked.bounded.proof = None;
            } else if let Some(proof) = found.bounded_proof(self.is_closed_world(mutant)) {
                let known = checked.bounded.proof.as_ref().map_or(0, |known| known.bound);
                if known < proof.bound {
                    checked.bounded.proof = Some(proof);
                }
            }
        }
        if let Some(global) = checked.attempts.iter().find(|a| a.depth == Depth::Global) {
            let question = measured.unwrap_or_default();
            let result = match &found.open {
                Some(why) => AttemptResult::Undecided(why.clone()),
                None if measured.is_some() => AttemptResult::Proven,
                None => AttemptResult::Undecided("equal up to a bound".to_owned()),
            };
            let statements = statements.unwrap_or(global.statements);
            let (depth, time) = (Depth::Callers, start.elapsed());
            let own = Attempt { depth, statements, question, result, time, ..global.clone() };
            checked.attempts.push(own);
        }
        if let Some(why) = found.open {
            checked.bounded.reason = Some(why);
        }
        checked.in_root = found.difference;
        Ok(())
    }

    /// Root by root: all of them for a proof; behind one that is open, only for an input that tells the versions apart.
    fn look(&mut self, routes: &Routes, mutant: &Body, found: &mut FoundInRoots) -> Result<(), SolverError> {
        if let Err(why) = self.make_benches(routes)? {
            found.open = Some(why);
            return Ok(());
        }
        let mut budget = Budget::new(EFFORT);
        for bench in &mut self.benches {
            let root = bench.graph.method;
            match at_calls(bench, mutant, &routes.cone, &mut budget)? {
                Some(parts) => found.add(parts),
                None => {
                    let bounded = with_callee(bench, mutant, &routes.cone, &mut budget)?;
                    let statements = bench.statements(&Region::whole(&bench.graph));
                    found.take(root, self.program, bounded, statements);
                }
            }
            if found.open.is_some() && found.difference.is_some() || budget.is_exhausted() {
                break;
            }
        }
        if found.equal_roots < routes.roots.len() && found.open.is_none() {
            found.open = Some("the effort allowed is used up".to_owned());
        }
        // What is over is seen before the next mutant.
        let _ = self.budget.spend(budget.spent());
        Ok(())
    }

    /// Or which root has none.
    fn make_benches(&mut self, routes: &Routes) -> Result<Result<(), String>, SolverError> {
        for &root in routes.roots.iter().skip(self.benches.len()) {
            match Workbench::new(self.program, &self.known, root, MAX_DEPTH)? {
                Some(bench) => self.benches.push(bench),
                None => return Ok(Err(format!("{} is not supported", self.program.method_name(root)))),
            }
        }
        Ok(Ok(()))
    }

    /// Different terms in all questions of a proof.
    fn question_size(&self, proof: &Proof) -> usize {
        let size = |part: &InCaller| {
            let goals: Vec<_> = part.proof.obligations.iter().map(|o| o.holds).collect();
            self.terms(part.root).map_or(0, |terms| terms.closure(&goals).len())
        };
        proof.callers.iter().flatten().map(size).sum()
    }

    /// Whether the mutant's own calls rest on which classes there are: those of the roots and the original are looked at
    /// with the roots.
    fn is_closed_world(&mut self, mutant: &Body) -> bool {
        let method = mutant.method;
        self.benches.first_mut().is_some_and(|bench| {
            match bench.lent.graphs.any_call(&mut bench.terms, Some(mutant), method) {
                Callee::Graph(graph) => bench.rests_on_classes(&graph, &Region::whole(&graph)),
                Callee::Unknown => false,
            }
        })
    }
}

/// What the roots have shown so far.
#[derive(Default)]
struct FoundInRoots {
    complete: Vec<InCaller>,
    /// How many roots are shown to be equal, for all inputs or up to a bound.
    equal_roots: usize,
    up_to: Vec<(MethodId, BoundedProof)>,
    /// The least bound of those that have one.
    bound: Option<u32>,
    /// Why there is no proof.
    open: Option<String>,
    difference: Option<InRoot>,
}

/// The part of a proof that is about one root, or about one region of it.
#[derive(Clone, Debug, PartialEq)]
pub struct InCaller {
    pub root: MethodId,
    pub proof: Proof,
    /// The region's size.
    pub statements: usize,
}

impl FoundInRoots {
    /// What is shown of a root whose calls are equal, region by region.
    fn add(&mut self, parts: Vec<InCaller>) {
        self.complete.extend(parts);
        self.equal_roots += 1;
    }

    fn take(&mut self, root: MethodId, program: &Program, bounded: Bounded, statements: usize) {
        let Bounded { complete, proof, difference, reason } = bounded;
        if let Some(proof) = complete {
            self.add(vec![InCaller { root, proof, statements }]);
            return;
        }
        let differs = difference.as_ref().is_some_and(|d| d.exact && !d.leaves_bound);
        match proof.filter(|_| !differs) {
            Some(proof) => {
                self.equal_roots += 1;
                self.bound = Some(self.bound.map_or(proof.bound, |bound| bound.min(proof.bound)));
                self.up_to.push((root, proof));
            }
            None if self.open.is_none() => {
                let why = reason.unwrap_or_else(|| "nothing is shown".to_owned());
                self.open = Some(format!("in {}: {why}", program.methods[root].name));
            }
            None => {}
        }
        let difference = difference.map(|difference| InRoot { root, difference });
        self.difference = self.difference.take().or(difference);
    }

    fn proof(&mut self, closed_world: bool) -> Proof {
        let callers = std::mem::take(&mut self.complete);
        Proof {
            depth: Depth::Callers,
            kind: ProofKind::InCallers,
            assumptions: Vec::new(),
            obligations: Vec::new(),
            closed_world: closed_world || callers.iter().any(|part| part.proof.closed_world),
            callers: Some(callers),
        }
    }

    fn bounded_proof(&self, closed_world: bool) -> Option<BoundedProof> {
        let mut roots: Vec<MethodId> = self.complete.iter().map(|part| part.root).collect();
        roots.extend(self.up_to.iter().map(|&(root, _)| root));
        roots.sort_unstable();
        roots.dedup();
        Some(BoundedProof {
            depth: Depth::Callers,
            bound: self.bound?,
            on: self.up_to.iter().fold(BoundOn::default(), |on, (_, proof)| on.and(proof.on)),
            assumptions: Vec::new(),
            obligations: Vec::new(),
            closed_world: closed_world
                || self.up_to.iter().any(|(_, proof)| proof.closed_world)
                || self.complete.iter().any(|part| part.proof.closed_world),
            callers: Some(roots),
        })
    }
}

/// Compares the regions around the calls of `cone` in two versions of the program of which one has `patched` for
/// another method: a proof for each, where no two regions share a node. `None`: some call has no such region.
fn at_calls(
    bench: &mut Workbench<'_>,
    patched: &Body,
    cone: &BTreeSet<MethodId>,
    budget: &mut Budget,
) -> Result<Option<Vec<InCaller>>, SolverError> {
    bench.forget_if_large();
    let graph = bench.graph.clone();
    let relevance = bench.relevance_with(patched);
    let is_site = |n: &NodeId| calls_one_of(&graph.nodes[*n], cone);
    let mut own = Budget::new(EFFORT_AT_CALLS.min(budget.left()));
    let mut found: Vec<(Region, Proof)> = Vec::new();
    let mut is_shown = true;
    for site in graph.nodes.ids().filter(is_site) {
        if found.iter().any(|(region, _)| region.contains(site)) {
            continue;
        }
        let Some((region, proof)) = at_call(bench, site, patched, cone, &relevance, &mut own)? else {
            is_shown = false;
            break;
        };
        found.retain(|(smaller, _)| !smaller.nodes().iter().all(|&n| region.contains(n)));
        if found.iter().any(|(other, _)| other.nodes().iter().any(|&n| region.contains(n))) {
            is_shown = false;
            break;
        }
        found.push((region, proof));
    }
    // What is over is seen before the next root.
    _ = budget.spend(own.spent());
    let root = graph.method;
    let part =
        |(region, proof): (Region, Proof)| InCaller { root, proof, statements: bench.statements(&region) };
    Ok(is_shown.then(|| found.into_iter().map(part).collect()))
}

/// The smallest region around one call that is the same in both versions, if any is.
fn at_call(
    bench: &mut Workbench<'_>,
    site: NodeId,
    patched: &Body,
    cone: &BTreeSet<MethodId>,
    relevance: &Relevance,
    budget: &mut Budget,
) -> Result<Option<(Region, Proof)>, SolverError> {
    let graph = bench.graph.clone();
    let shape = bench.shape(&graph);
    let alone = shape.node_region(&[site]).map(|region| (Depth::Node, region));
    for (depth, region) in alone.into_iter().chain(shape.regions_to(&[site], MAX_DEPTH)) {
        if depth == Depth::Global || budget.is_exhausted() {
            break;
        }
        if bench.original.facts.at(region.head).is_none() {
            let proof = Proof::unreachable(depth, bench.original.rests_on_classes());
            return Ok(Some((region, proof)));
        }
        let bounded = in_caller(bench, depth, &region, patched, cone, relevance, budget)?;
        if let Some(proof) = bounded.complete {
            return Ok(Some((region, proof)));
        }
    }
    Ok(None)
}

/// Compares the whole method.
fn with_callee(
    bench: &mut Workbench<'_>,
    patched: &Body,
    cone: &BTreeSet<MethodId>,
    budget: &mut Budget,
) -> Result<Bounded, SolverError> {
    bench.forget_if_large();
    let relevance = bench.relevance_with(patched);
    let region = Region::whole(&bench.graph);
    in_caller(bench, Depth::Global, &region, patched, cone, &relevance, budget)
}

/// Compares a region with calls of `cone`, which are followed, or nothing is shown.
fn in_caller(
    bench: &mut Workbench<'_>,
    depth: Depth,
    region: &Region,
    patched: &Body,
    cone: &BTreeSet<MethodId>,
    relevance: &Relevance,
    budget: &mut Budget,
) -> Result<Bounded, SolverError> {
    let graph = bench.graph.clone();
    let keys = Keys::of(&graph);
    let versions = Versions { original: &graph, mutant: &graph, original_keys: &keys, mutant_keys: &keys };
    let projection = &Projection::Region(region.clone());
    let candidate = Candidate { versions, relevance, body: patched };
    let pair = Pair { followed: cone, ..Pair::new(candidate, depth, region, projection) };
    look_at(bench, &pair, budget)
}
