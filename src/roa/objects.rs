//! Proofs in a program that somewhere compares strings or wrapper objects by identity (`==`).
//!
//! Elsewhere these are values: two of them with one content are one reference, which is all that an outcome says of them. Where
//! some code asks which objects are one, the graphs tell objects apart ([`Terms::tells_objects_apart`]): a reference stands
//! for the object. A variable, a field, a cell holds the object that was put there; a literal is the one interned object; what
//! a place of the code makes of a value `v` is `made(place, v)` ([`Function::Made`]), of which nothing is known but
//! that equal arguments give equal results, what it holds, and that it is not null; and `a == b` is the comparison of the two
//! references.
//!
//! **Why a proof in a region still holds.** The claim of [`super::check`] is kept by induction over the visits, with states that
//! *correspond* in place of equal ones: there is a one-to-one map between the objects of the two runs under which each variable
//! that matters, and each cell, holds corresponding objects. Let both versions enter an acyclic region in states that correspond. The
//! obligations say that at the same exit all that matters is the same term's value, whatever the variables and functions in it
//! stand for. Let `made(p, v)` stand for what place `p` gives in this visit, in each run its own object. That is a
//! function: no place is visited twice in one visit of an acyclic region, each place of a graph has a number of its own, and how
//! it comes by the object is part of it. (What a
//! method of the library gives may be one of its arguments, such as `s.trim()`; so its arguments there are objects, not values: it
//! gives corresponding objects for corresponding ones.) Then the places that matter at the exit hold objects that correspond:
//! old ones as before, what one place gives with each other. Whether two new ones are one object (as boxes of small numbers are),
//! their places and values decide, in both runs alike. So every later comparison by identity, in this method, its callers, or whatever is called
//! with these objects, gives the same in both runs.
//!
//! **Strings beside boxes.** What is said of objects holds for those of the classes that the program compares
//! ([`Compared`](crate::sema::identity::Compared)). Of another class no comparison has two on its sides, so nothing asks which of two
//! with one content is which: they are values, as in a program without comparisons, and no place makes them apart.
//!
//! **Calls and copies of code.** A call is one function of what it may read, so that two calls in equal states would give one object.
//! That is right for old objects and wrong for those that it makes. So of a call that may make some (`sema::makers`) the references
//! that it gives or stores are functions of its place, too ([`Call::visit`](crate::cfg::graph::Call::visit)): it is like a place that makes
//! objects. And each copy of code is a place of its own: in the frame of a method that is followed, and in a loop's time frame
//! ([`Terms::in_copy`]). So still no place is visited twice in one visit, in either version, and the same frames have the same numbers in
//! both.
//!
//! What that leaves out is not looked at:
//! - *Facts.* They hold over many visits, so none says anything of `made`.
//! - *Idle rounds*, and relations between loops that go at different speeds: visits are taken together there.
//! - A mutant that is the first to compare objects of a class by identity, or of whose method others think that it makes none: the
//!   original's terms stand for values.

use std::collections::BTreeSet;

use crate::cfg::cache::Callee;
use crate::cfg::graph::{Effect, Graph};
use crate::roa::workbench::Workbench;
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::sema::types::Ty;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Whether the code of a version, or what it calls, makes objects that the program tells apart.
pub(super) fn makes_objects(bench: &mut Workbench<'_>, mutant: &Body) -> bool {
    if !bench.terms.tells_objects_apart {
        return false;
    }
    let graph = bench.graph.clone();
    makes(&bench.terms, &graph) || make_objects(bench, vec![graph.method, mutant.method], mutant)
}

/// Whether one of these methods does, or a method that they call, in either version.
fn make_objects(bench: &mut Workbench<'_>, mut pending: Vec<MethodId>, mutant: &Body) -> bool {
    let mut seen = BTreeSet::new();
    while let Some(method) = pending.pop() {
        if !seen.insert(method) {
            continue;
        }
        // What a native method makes is not to be seen in a graph of it.
        if matches!(bench.program().body(method), BodyState::None) && returns_object(bench.program(), method)
        {
            return true;
        }
        let versions: &[Option<&Body>] =
            if method == mutant.method { &[None, Some(mutant)] } else { &[None] };
        for &version in versions {
            match bench.lent.graphs.any_call(&mut bench.terms, version, method) {
                Callee::Graph(graph) if makes(&bench.terms, &graph) => return true,
                Callee::Graph(graph) => pending.extend(called(&graph)),
                Callee::Unknown if may_give_objects(bench, method) => return true,
                Callee::Unknown => {}
            }
        }
    }
    false
}

/// Whether an object that is told apart may come out of a call of a method.
fn may_give_objects(bench: &Workbench<'_>, method: MethodId) -> bool {
    let (program, terms) = (bench.program(), &bench.terms);
    let own = bench.original.effects.of_method(method);
    returns_object(program, method)
        || terms.variables().any(|var| own.may_write(terms, var) && may_hold(program, terms, var))
}

fn called(graph: &Graph) -> Vec<MethodId> {
    let calls = graph.nodes.iter().filter_map(|node| match &node.effect {
        Effect::Call(call) => Some(call.targets.iter().map(|target| target.0)),
        _ => None,
    });
    calls.flatten().collect()
}

/// Whether the code of a graph makes objects that are told apart.
fn makes(terms: &Terms, graph: &Graph) -> bool {
    let mut roots: Vec<TermId> = graph.edges.iter().map(|edge| edge.condition).collect();
    for node in graph.nodes.iter() {
        match &node.effect {
            Effect::Assign(assignments) => roots.extend(assignments.iter().map(|a| a.1)),
            Effect::Call(call) => roots.extend(call.receiver.iter().chain(&call.arguments)),
            Effect::None => {}
            Effect::Unsupported(_) => return true,
        }
    }
    terms.makes_objects(&roots)
}

/// Whether a variable, or a map at some place, may hold an object that is told apart.
fn may_hold(program: &Program, terms: &Terms, var: VarId) -> bool {
    let info = terms.info(var);
    info.sort.holds_references()
        && info.ty.is_none_or(|ty| program.compared_by_identity().of.may_hold(program, ty))
}

fn returns_object(program: &Program, method: MethodId) -> bool {
    let returned = program.methods[method].return_type;
    !matches!(returned, Ty::Class(_)) && returned.is_reference()
        || program.compared_by_identity().of.may_hold(program, returned)
}
