//! Random arguments of calls, by which conditions over them are told from one another before a solver is asked (DESIGN §17).
//!
//! Values come from the constants of the conditions and their neighbours, from near zero, from all of the type, and from what another
//! argument has: conditions of code mostly compare with one of these.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::driver::cube::InputType;
use crate::engine::whole::Whole;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::facts::conjuncts;
use crate::term::assignment::{Assignment, Point};
use crate::term::domain::Domain;
use crate::term::evaluate::{Program, Source, mix};
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// Calls that are evaluated at once.
const LANES: usize = 64;
/// Calls that are drawn, and what evaluating them may cost, in terms.
const MOST_ROUNDS: usize = 128;
const LEAST_ROUNDS: usize = 4;
const STEPS: usize = 40_000_000;
/// Values that are drawn from.
const POOL: usize = 200;

/// Assignments by lane.
struct Lanes<'a>(&'a [Assignment]);

impl Source for Lanes<'_> {
    fn variable(&mut self, terms: &Terms, lane: usize, var: VarId) -> u64 {
        self.0[lane].variable(terms, var)
    }

    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64 {
        let mut own = &self.0[lane];
        own.read(terms, lane, term, point)
    }
}

/// By condition: on which of the calls that are drawn it holds. All have the same calls.
pub(super) fn held(whole: &Whole<'_>, conditions: &[TermId], seed: u64) -> Vec<FixedBitSet> {
    let terms = &whole.skeleton.terms;
    let assumed: Vec<TermId> = whole.assumptions().iter().flat_map(|&a| conjuncts(terms, a)).collect();
    let roots: Vec<TermId> = conditions.iter().chain(&assumed).copied().collect();
    let program = Program::new(terms, &roots);
    let rounds = (STEPS / (program.len().max(1) * LANES)).clamp(LEAST_ROUNDS, MOST_ROUNDS);
    let mut held = vec![FixedBitSet::with_capacity(rounds * LANES); conditions.len()];
    let pool = constants(terms, &roots);
    for round in 0..rounds {
        let drawn: Vec<Assignment> =
            (0..LANES).map(|lane| draw(whole, &pool, mix(seed, (round * LANES + lane) as u64))).collect();
        let values = program.run(terms, LANES, &mut Lanes(&drawn));
        for lane in 0..LANES {
            if !values.is_well_formed(lane) || !assumed.iter().all(|&a| values.is_true(a, lane)) {
                continue;
            }
            for (held, &condition) in held.iter_mut().zip(conditions) {
                held.set(round * LANES + lane, values.is_true(condition, lane));
            }
        }
    }
    held
}

/// The integers that the terms name, with their neighbours, in the order of the terms.
fn constants(terms: &Terms, roots: &[TermId]) -> Vec<i64> {
    let mut known = FxHashSet::default();
    let mut pool = Vec::new();
    for term in terms.closure(roots) {
        let value = match *terms.kind(term) {
            TermKind::Constant(Primitive::Int(value)) => value.into(),
            TermKind::Constant(Primitive::Long(value)) => value,
            TermKind::Constant(Primitive::Float(value)) => value as i64,
            TermKind::Constant(Primitive::Double(value)) => value as i64,
            _ => continue,
        };
        let near = [value, value.wrapping_add(1), value.wrapping_sub(1), value.wrapping_neg()];
        pool.extend(near.into_iter().filter(|&value| known.insert(value)));
        if pool.len() >= POOL {
            break;
        }
    }
    pool
}

fn draw(whole: &Whole<'_>, pool: &[i64], seed: u64) -> Assignment {
    let skeleton = &whole.skeleton;
    let mut assignment = Assignment::default();
    let mut drawn: Vec<i64> = Vec::new();
    // Of one call all arguments are near one another, or none is.
    let is_near = mix(seed, 1).is_multiple_of(4);
    for (id, &var) in skeleton.inputs().iter_enumerated() {
        let InputType::Primitive(ty) = skeleton.cube().inputs()[id].ty else { continue };
        let chance = mix(seed, 2 + drawn.len() as u64);
        let pick = |from: &[i64], by: u64| from.get((by % from.len().max(1) as u64) as usize).copied();
        let (kind, by) = (chance % 8, mix(chance, 3));
        let value = match kind {
            _ if is_near => (by % 7) as i64 - 3,
            0 | 1 => pick(pool, by).unwrap_or_default(),
            2 | 3 => pick(&drawn, by).unwrap_or_default(),
            4 => pick(&drawn, by).unwrap_or_default().wrapping_add((by >> 32) as i64 % 3 - 1),
            5 => (by % 25) as i64 - 12,
            6 => (by as i64) >> (by % 64),
            _ => by as i64,
        };
        drawn.push(value);
        let bits = bits(ty, value, by);
        assignment.set_variable(&skeleton.terms, var, bits);
    }
    assignment
}

/// A number as a value of a type.
fn bits(ty: PrimitiveType, value: i64, by: u64) -> u64 {
    match Domain::of_type(ty) {
        Domain::Boolean => u64::from(value & 1 != 0),
        Domain::Integer { low, high } if value < low || value > high => {
            let span = (high - low).wrapping_add(1);
            if span > 0 { low.wrapping_add(value.rem_euclid(span)) as u64 } else { value as u64 }
        }
        Domain::Float => f32_bits(value, by),
        Domain::Double => {
            let near = value as f64 / if by & 1 == 0 { 1.0 } else { 4.0 };
            near.to_bits()
        }
        _ => value as u64,
    }
}

fn f32_bits(value: i64, by: u64) -> u64 {
    let near = value as f32 / if by & 1 == 0 { 1.0 } else { 4.0 };
    near.to_bits().into()
}
