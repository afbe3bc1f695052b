//! What may hold between the two versions' states at a pair of cut points: guessed from the samples that runs gave.

use super::{Induction, Pair, Relation, Sample, is_value, roots};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::roa::lockstep::in_mutant;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};
use std::collections::BTreeSet;

/// The most runs that are looked at for one guess, and the most terms of a segment that may be one.
const LOOKED_AT: usize = 12;
const MAX_GUESSES: usize = 160;
/// The most variables of a sort that are put together, and the most that is added to what comes out.
const MAX_OF_SORT: usize = 7;
const MAX_OFFSET: i64 = 8;

impl Induction<'_> {
    /// Says of a variable of the new version what agrees with all samples and is not refuted.
    pub(super) fn guess(&mut self, terms: &mut Terms, to: Pair, var: VarId) {
        let guessed = self.guessed(terms, to, var);
        let free = guessed.is_none().then(|| in_mutant(terms, var));
        let relation = &mut self.relations[&to];
        match (guessed, free) {
            (Some(term), _) => {
                relation.free.remove(&var);
                relation.state.insert(var, term);
            }
            (None, Some(any)) => {
                relation.free.insert(var);
                relation.state.insert(var, any);
            }
            (None, None) => {}
        }
    }

    pub(super) fn guessed(&mut self, terms: &mut Terms, to: Pair, var: VarId) -> Option<TermId> {
        let own = terms.var(var);
        let is_refuted = |relation: &Relation, term: TermId| relation.refuted.contains(&(var, term));
        let sort = terms.info(var).sort;
        let relation = &self.relations[&to];
        let samples: Vec<Sample> = relation.samples.iter().take(LOOKED_AT).cloned().collect();
        if !is_value(sort) || samples.is_empty() {
            return (!is_refuted(relation, own)).then_some(own);
        }
        let mut guesses = vec![own];
        guesses.extend(self.terms_of(terms, to).into_iter().filter(|&term| terms.sort(term) == sort));
        let relation = &self.relations[&to];
        guesses.retain(|&term| !is_refuted(relation, term));
        let wanted: Vec<u64> =
            samples.iter().map(|s| s.values(terms, true, &[own]).map(|v| v[0])).collect::<Option<_>>()?;
        let agrees = |terms: &Terms, guess: TermId| {
            samples.iter().zip(&wanted).all(|(sample, &wanted)| {
                sample.values(terms, false, &[guess]).is_some_and(|values| values[0] == wanted)
            })
        };
        if let Some(&guess) = guesses.iter().find(|&&guess| agrees(terms, guess)) {
            return Some(guess);
        }
        let ty = match sort {
            Sort::Value(ValueSort::Int) => PrimitiveType::Int,
            Sort::Value(ValueSort::Long) => PrimitiveType::Long,
            _ => return None,
        };
        let made = self.arithmetic(terms, to, ty, &samples, &wanted);
        let relation = &self.relations[&to];
        made.into_iter().find(|&guess| !is_refuted(relation, guess) && agrees(terms, guess))
    }

    /// The integers of the old version at a pair.
    pub(super) fn integers(&mut self, terms: &mut Terms, to: Pair, ty: PrimitiveType) -> Vec<TermId> {
        let sort = if ty == PrimitiveType::Long { ValueSort::Long } else { ValueSort::Int };
        self.variables(terms, to, sort)
    }

    /// The first of the old version's variables of a sort at a pair.
    fn variables(&mut self, terms: &mut Terms, to: Pair, sort: ValueSort) -> Vec<TermId> {
        let mut found: BTreeSet<VarId> =
            self.relations[&to].samples.iter().take(LOOKED_AT).flat_map(|s| s.old.keys()).copied().collect();
        // What the new version reads may be what the old one has kept.
        for of_new in [false, true] {
            if let Some(summary) = self.summary(terms, of_new, to) {
                let roots = roots(&summary);
                found.extend(terms.variables_of(&roots));
            }
        }
        let vars = found.into_iter().filter(|&var| terms.info(var).sort == Sort::Value(sort));
        let vars: Vec<VarId> = vars.take(MAX_OF_SORT).collect();
        vars.into_iter().map(|var| terms.var(var)).collect()
    }

    /// That two variables of the old version hold the same.
    fn equalities(&mut self, terms: &mut Terms, to: Pair) -> Vec<TermId> {
        let mut made = Vec::new();
        for sort in [ValueSort::Int, ValueSort::Long, ValueSort::Float, ValueSort::Double] {
            let vars = self.variables(terms, to, sort);
            for (number, &a) in vars.iter().enumerate() {
                made.extend(vars[..number].iter().map(|&b| terms.same_value(a, b)));
            }
        }
        made
    }

    /// `u + c`, `u * k + c`, `u - w + c`, `u + w + c`, `u * w + c` with numbers that the first samples give.
    fn arithmetic(
        &mut self,
        terms: &mut Terms,
        to: Pair,
        ty: PrimitiveType,
        samples: &[Sample],
        wanted: &[u64],
    ) -> Vec<TermId> {
        let integers = self.integers(terms, to, ty);
        let mut forms = integers.clone();
        for &a in &integers {
            let zero = terms.primitive(Primitive::from_bits(ty, 0));
            forms.push(terms.binary(BinaryOperator::Sub, ty, zero, a));
            for &b in &integers {
                if a != b {
                    forms.push(terms.binary(BinaryOperator::Sub, ty, a, b));
                }
                if a <= b {
                    forms.push(terms.binary(BinaryOperator::Add, ty, a, b));
                    forms.push(terms.binary(BinaryOperator::Mul, ty, a, b));
                }
            }
            for factor in [2, 3, 4] {
                let factor = terms.primitive(Primitive::from_bits(ty, factor));
                forms.push(terms.binary(BinaryOperator::Mul, ty, a, factor));
            }
        }
        let mut made = Vec::new();
        for form in forms {
            let is_single = terms.variables_of(&[form]).len() <= 1;
            let Some(first) = samples[0].values(terms, false, &[form]) else { continue };
            let offset = match ty {
                PrimitiveType::Long => (wanted[0] as i64).wrapping_sub(first[0] as i64),
                _ => i64::from((wanted[0] as i32).wrapping_sub(first[0] as i32)),
            };
            if !is_single && offset.abs() > MAX_OFFSET {
                continue;
            }
            let offset = terms.primitive(Primitive::from_bits(ty, offset as u64));
            made.push(terms.binary(BinaryOperator::Add, ty, form, offset));
        }
        made.push(terms.primitive(Primitive::from_bits(ty, wanted[0])));
        made
    }

    /// The variables and terms of the old version's segment at a pair, small ones first.
    fn terms_of(&mut self, terms: &mut Terms, to: Pair) -> Vec<TermId> {
        let vars: BTreeSet<VarId> =
            self.relations[&to].samples.iter().take(LOOKED_AT).flat_map(|s| s.old.keys()).copied().collect();
        let mut found: Vec<TermId> = vars.into_iter().map(|var| terms.var(var)).collect();
        if let Some(summary) = self.summary(terms, false, to) {
            let roots = roots(&summary);
            let vars: Vec<VarId> = terms.variables_of(&roots).into_iter().collect();
            found.extend(vars.into_iter().map(|var| terms.var(var)));
            found.extend(terms.closure(&roots).into_iter().take(MAX_GUESSES));
        }
        let mut seen = BTreeSet::new();
        found.retain(|&term| is_value(terms.sort(term)) && seen.insert(term));
        found
    }

    /// What holds of the old version's variables in all samples: its conditions, the order of its integers, which are
    /// even, which are the same, constants.
    pub(super) fn guess_facts(&mut self, terms: &mut Terms, to: Pair) -> Vec<TermId> {
        let samples: Vec<Sample> = self.relations[&to].samples.iter().take(LOOKED_AT).cloned().collect();
        if samples.len() < 2 {
            return Vec::new();
        }
        let mut guesses = Vec::new();
        for term in self.terms_of(terms, to) {
            if terms.sort(term) == Sort::Value(ValueSort::Boolean) && terms.constant(term).is_none() {
                guesses.push(term);
                guesses.push(terms.not(term));
            }
        }
        for ty in [PrimitiveType::Int, PrimitiveType::Long] {
            let integers = self.integers(terms, to, ty);
            let [zero, one] = [0, 1].map(|n| terms.primitive(Primitive::from_bits(ty, n)));
            for &a in &integers {
                let last_bit = terms.binary(BinaryOperator::And, ty, a, one);
                guesses.push(terms.same_value(last_bit, zero));
                guesses.push(terms.binary(BinaryOperator::Le, ty, zero, a));
                guesses.push(terms.binary(BinaryOperator::Lt, ty, zero, a));
                for &b in &integers {
                    if a != b {
                        guesses.push(terms.binary(BinaryOperator::Le, ty, a, b));
                        guesses.push(terms.binary(BinaryOperator::Lt, ty, a, b));
                    }
                }
            }
        }
        guesses.extend(self.equalities(terms, to));
        let vars: BTreeSet<VarId> = samples.iter().flat_map(|sample| sample.old.keys()).copied().collect();
        for var in vars {
            let Sort::Value(sort) = terms.info(var).sort else { continue };
            let (Some(ty), Some(&value)) = (sort.primitive(), samples[0].old.get(&var)) else { continue };
            let (own, value) = (terms.var(var), terms.primitive(Primitive::from_bits(ty, value)));
            guesses.push(terms.same_value(own, value));
        }
        let mut seen = BTreeSet::new();
        guesses.retain(|&guess| terms.constant(guess).is_none() && seen.insert(guess));
        for sample in &samples {
            guesses.retain(|&guess| sample.values(terms, false, &[guess]).is_some_and(|v| v[0] == 1));
        }
        guesses
    }
}
