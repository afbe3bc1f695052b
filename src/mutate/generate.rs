//! From a method to its mutants: candidates, duplicates, validity, ids, text.

use std::collections::HashMap;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::bench::Bench;
use super::candidate::Candidate;
use super::context::Context;
use super::mutant::Mutant;
use super::operator::{Operator, OperatorSet};
use super::roundtrip::faithful_replacement;
use super::text::Replacement;
use super::validity::{Judgement, judge};
use crate::sema::program::{BodyState, MethodId, MethodKind, MethodSource, Program, Role};
use crate::syntax::digest::{Digest, Digests};
use crate::syntax::tree::Code;
use crate::syntax::with_stack;

/// What became of a candidate.
#[derive(Debug)]
pub enum Fate {
    /// A mutant of its own; `Some` reason where it lies outside the subset.
    Mutant { unsupported: Option<String> },
    /// The same tree as the mutant that stands at this place in the list of fates.
    Duplicate(usize),
    /// The same tree as the original.
    Original,
    /// javac rejects it.
    Rejected(String),
}

/// A candidate with what became of it, for whoever wants to see those that are no mutants, too.
#[derive(Debug)]
pub struct Judged {
    pub operator: &'static Operator,
    pub candidate: Candidate,
    pub fate: Fate,
}

/// The mutants of all given files in the order of the source.
pub fn mutants(program: &Program, operators: &OperatorSet) -> Vec<Mutant> {
    let methods: Vec<_> = given_methods(program).collect();
    methods.par_iter().flat_map_iter(|method| mutants_of(program, *method, operators)).collect()
}

/// The methods of given files that can be mutated, in order: methods and constructors with a body.
pub fn given_methods(program: &Program) -> impl Iterator<Item = MethodId> + '_ {
    program.methods.ids().filter(|&id| {
        let method = &program.methods[id];
        let unit = program.classes[method.class].unit;
        matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
            && matches!(method.source, MethodSource::Code(_))
            && program.units[unit].role == Role::Given
    })
}

/// The mutants of one method; none where it lies outside the subset.
pub fn mutants_of(program: &Program, method: MethodId, operators: &OperatorSet) -> Vec<Mutant> {
    with_context(program, method, |context| {
        let judged = judge_all(context, operators);
        assemble(context, judged)
    })
    .unwrap_or_default()
}

/// Runs `work` with the context of a supported method, on a stack for the deepest trees.
pub fn with_context<R: Send>(
    program: &Program,
    method: MethodId,
    work: impl FnOnce(&Context) -> R + Send,
) -> Option<R> {
    let code = method_code(program, method)?;
    let BodyState::Typed(body) = program.body(method) else { return None };
    let unit = program.classes[program.methods[method].class].unit;
    let source = &program.units[unit].tree.source;
    Some(with_stack(|| {
        let digests = Digests::new(code);
        work(&Context { program, method, source, code, body, digests: &digests })
    }))
}

fn method_code(program: &Program, method: MethodId) -> Option<&Code> {
    match &program.methods[method].source {
        MethodSource::Code(code) => Some(code),
        _ => None,
    }
}

/// All candidates of the chosen operators, in order, with what becomes of each.
pub fn judge_all(context: &Context, operators: &OperatorSet) -> Vec<Judged> {
    let mut judged: Vec<Judged> = Vec::new();
    let mut first: HashMap<Digest, usize> = HashMap::new();
    let mut bench = Bench::new(context.program, context.method);
    for operator in operators.operators() {
        let mut candidates = Vec::new();
        (operator.find)(context, &mut candidates);
        for candidate in candidates {
            let digest = candidate.patch.digest(context.code, context.digests);
            let fate = if digest == context.digests.root() {
                Fate::Original
            } else if let Some(&earlier) = first.get(&digest) {
                match &judged[earlier].fate {
                    Fate::Rejected(reason) => Fate::Rejected(reason.clone()),
                    _ => Fate::Duplicate(earlier),
                }
            } else {
                first.insert(digest, judged.len());
                new_fate(context, &candidate, bench.as_mut())
            };
            judged.push(Judged { operator, candidate, fate });
        }
    }
    judged
}

fn new_fate(context: &Context, candidate: &Candidate, bench: Option<&mut Bench<'_>>) -> Fate {
    match judge(context, candidate, bench) {
        Judgement::Valid => Fate::Mutant { unsupported: None },
        Judgement::Unsupported(reasons) => {
            let what = reasons.first().map_or_else(|| "unsupported".to_owned(), |first| first.what.clone());
            Fate::Mutant { unsupported: Some(what) }
        }
        Judgement::Rejected(reason) => Fate::Rejected(reason),
    }
}

/// Numbers what javac accepts, and joins duplicates to the first of their tree.
fn assemble(context: &Context, judged: Vec<Judged>) -> Vec<Mutant> {
    let method = context.program.method_name(context.method);
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut by_candidate: Vec<Option<usize>> = Vec::with_capacity(judged.len());
    let mut operator = "";
    let mut number = 0;
    for Judged { operator: own, candidate, fate } in judged {
        if own.name != operator {
            (operator, number) = (own.name, 0);
        }
        let place = match fate {
            Fate::Original | Fate::Rejected(_) => None,
            Fate::Duplicate(earlier) => {
                let place = by_candidate[earlier];
                if let Some(place) = place {
                    number += 1;
                    mutants[place].aliases.push(format!("{method}/{operator}_{number}"));
                }
                place
            }
            // A tree that no text gives is no program.
            Fate::Mutant { unsupported } => faithful_replacement(context, &candidate).map(|replacement| {
                number += 1;
                let id = format!("{method}/{operator}_{number}");
                mutants.push(new_mutant(context, id, operator, candidate, replacement, unsupported));
                mutants.len() - 1
            }),
        };
        by_candidate.push(place);
    }
    mutants
}

fn new_mutant(
    context: &Context,
    id: String,
    operator: &'static str,
    candidate: Candidate,
    Replacement { span, text }: Replacement,
    unsupported: Option<String>,
) -> Mutant {
    Mutant {
        id,
        aliases: Vec::new(),
        operator,
        method: context.method,
        home: context.home_of(&candidate.patch),
        patch: candidate.patch,
        span,
        original: context.source.slice(span).to_owned(),
        replacement: text,
        unsupported,
        label: None,
    }
}
