//! From methods to their goals: mutants first, then labels.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::goal::asked::Asked;
use crate::goal::criterion::{self, CriterionSet, USER};
use crate::goal::jacoco::Jacoco;
use crate::goal::plant::{Plan, Planted, meaningless};
use crate::goal::wishes;
use crate::mutate::candidate::{Candidate, Edit};
use crate::mutate::context::Context;
use crate::mutate::generate::{mutants_of, with_context};
use crate::mutate::mutant::{Label, Mutant};
use crate::mutate::operator::OperatorSet;
use crate::mutate::roundtrip::faithful_replacement;
use crate::mutate::text::{Replacement, least_replacement};
use crate::sema::program::{MethodId, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::digest::Digest;

/// What a run is to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// `None` where mutants are no goal.
    operators: Option<OperatorSet>,
    criteria: CriterionSet,
    /// Of the labels, only those on lines where this report has missed branches.
    missed: Option<Arc<Jacoco>>,
    /// Labels that a file asks for: the criterion `user` has them beside those of comments.
    asked: Option<Arc<Asked>>,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum GoalsError {
    #[error("no criterion is called `{name}`; criteria: {MUTATION}, {}", criterion::names())]
    Unknown { name: String },
    #[error("the list of criteria `{list}` names none")]
    Empty { list: String },
}

/// The criterion whose goals are mutants.
pub const MUTATION: &str = "mutation";
/// The criterion whose labels are what JaCoCo counts as branches.
const BRANCHES: &str = "cc";
/// What `generate` aims at unless it is told otherwise: so no branch is red in a coverage tool but for those that are proven
/// impossible, or told as open.
pub const USUAL: &str = "mutation,cc";

impl From<&OperatorSet> for Goals {
    fn from(operators: &OperatorSet) -> Self {
        Self { operators: Some(operators.clone()), ..Self::nothing() }
    }
}

impl Goals {
    fn nothing() -> Self {
        Self { operators: None, criteria: CriterionSet::default(), missed: None, asked: None }
    }

    /// The branches that a report of JaCoCo shows as missed: all that are counted on a line where some are, since it does not
    /// say which.
    pub fn missed(jacoco: Arc<Jacoco>) -> Self {
        let mut criteria = CriterionSet::default();
        criteria.add(BRANCHES);
        Self { criteria, missed: Some(jacoco), ..Self::nothing() }
    }

    /// Reads a list such as `mutation,cc`; the operators are those of the mutants, where these are among the goals.
    pub fn parse(list: &str, operators: &OperatorSet) -> Result<Self, GoalsError> {
        let mut goals = Self::nothing();
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if name.eq_ignore_ascii_case(MUTATION) {
                goals.operators = Some(operators.clone());
            } else if !goals.criteria.add(name) {
                return Err(GoalsError::Unknown { name: name.to_owned() });
            }
        }
        if goals.operators.is_none() && goals.criteria.is_empty() {
            return Err(GoalsError::Empty { list: list.to_owned() });
        }
        Ok(goals)
    }

    /// What is wrong with the labels that comments and a file ask for, in the given files and of these of their methods,
    /// where they are goals.
    pub fn errors(&self, program: &Program, methods: &[MethodId]) -> Vec<Diagnostic> {
        if !self.criteria.has(USER) {
            return Vec::new();
        }
        let of_file = self.asked.iter().flat_map(|asked| asked.errors(program, methods));
        wishes::errors(program, methods).into_iter().chain(of_file).collect()
    }

    /// These goals, and the labels that a file asks for.
    pub fn asking(mut self, asked: Asked) -> Self {
        self.criteria.add(USER);
        self.asked = Some(Arc::new(asked));
        self
    }

    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_deref()
    }

    /// All labels that there are, and no mutants.
    pub fn every_label() -> Self {
        Self { criteria: CriterionSet::all(), ..Self::nothing() }
    }

    /// The labels of the criterion that a label is of.
    pub fn of_criterion_of(&self, label: &Mutant) -> Self {
        let mut criteria = CriterionSet::default();
        criteria.add(label.operator);
        Self { criteria, asked: self.asked.clone(), ..Self::nothing() }
    }

    /// The goals of the methods, in source order.
    pub fn of(&self, program: &Program, methods: &[MethodId]) -> Vec<Mutant> {
        methods.par_iter().flat_map_iter(|&method| self.of_method(program, method)).collect()
    }

    pub fn of_method(&self, program: &Program, method: MethodId) -> Vec<Mutant> {
        let operators = self.operators.as_ref();
        let mut goals = operators.map(|set| mutants_of(program, method, set)).unwrap_or_default();
        if !self.criteria.is_empty() {
            let labels =
                with_context(program, method, |context| labels(context, &self.criteria, self.asked()));
            let labels = labels.unwrap_or_default();
            goals.extend(labels.into_iter().filter(|label| self.is_wanted(program, label)));
        }
        goals
    }

    fn is_wanted(&self, program: &Program, label: &Mutant) -> bool {
        let (Some(missed), Some(Label { span, .. })) = (&self.missed, &label.label) else { return true };
        let class = program.methods[label.method].class;
        let source = &program.unit_of(class).tree.source;
        let lines = missed.lines(program.package_name(class), &source.path);
        let line = lines.and_then(|lines| Jacoco::line_of(lines, source.position(span.start).line));
        line.is_some_and(|(_, branches)| branches.missed > 0)
    }
}

/// The labels of one method; those that are one version are one label with aliases.
fn labels(context: &Context<'_>, criteria: &CriterionSet, asked: Option<&Asked>) -> Vec<Mutant> {
    let method = context.program.method_name(context.method);
    let mut labels: Vec<Mutant> = Vec::new();
    let mut first: HashMap<Digest, usize> = HashMap::new();
    for criterion in criteria.criteria() {
        let mut plan = Plan::new(context);
        (criterion.find)(&mut plan);
        if let Some(asked) = asked.filter(|_| criterion.name == USER) {
            asked.plant(&mut plan);
        }
        for (number, planted) in plan.planted.into_iter().enumerate() {
            let id = format!("{method}/{}_{}", criterion.name, number + 1);
            let Planted { candidate, span, predicate, mut left_out, is_text, way, same_as_last } = planted;
            if same_as_last && let Some(last) = labels.last_mut() {
                last.aliases.push(id);
                continue;
            }
            if left_out.is_none() {
                let digest = candidate.patch.digest(context.code, context.digests);
                if let Some(&same) = first.get(&digest) {
                    labels[same].aliases.push(id);
                    if let Some(known) = &mut labels[same].label {
                        known.way = known.way.take().or(way);
                    }
                    continue;
                }
                first.insert(digest, labels.len());
            }
            if left_out.is_none() && (is_text || number == 0) {
                left_out = meaningless(context, &candidate);
            }
            let text = left_out.is_none().then(|| text(context, &candidate)).flatten();
            if text.is_none() {
                left_out.get_or_insert_with(|| "no text plants its trap".to_owned());
            }
            let unchanged = Replacement { span, text: context.source.slice(span).to_owned() };
            let Replacement { span: changed, text } = text.unwrap_or(unchanged);
            labels.push(Mutant {
                id,
                aliases: Vec::new(),
                operator: criterion.name,
                method: context.method,
                home: context.home_of(&candidate.patch),
                patch: candidate.patch,
                span: changed,
                original: context.source.slice(changed).to_owned(),
                replacement: text,
                unsupported: left_out,
                label: Some(Label { span, predicate, way }),
            });
        }
    }
    labels
}

/// A statement of its own stands between two others, and is read there as it is alone.
fn text(context: &Context<'_>, candidate: &Candidate) -> Option<Replacement> {
    match candidate.edit {
        Edit::Text { .. } => Some(least_replacement(context, candidate)),
        Edit::Expr(_) => faithful_replacement(context, candidate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_choose_and_wrong_ones_are_errors() {
        let operators = OperatorSet::default();
        let parse = |list| Goals::parse(list, &operators);
        assert_eq!(parse("mutation"), Ok(Goals::from(&operators)));
        let both = parse("cc, mutation").expect("names of criteria");
        assert!(both.operators.is_some() && both.criteria.criteria().map(|c| c.name).eq(["CC"]));
        assert!(parse("DC,ic").expect("names of criteria").operators.is_none());
        assert!(matches!(parse("cc,branch"), Err(GoalsError::Unknown { name }) if name == "branch"));
        assert!(matches!(parse(" ,"), Err(GoalsError::Empty { .. })));
    }
}
