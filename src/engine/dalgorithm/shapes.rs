//! The skeletons in which the D-algorithm searches for tests of a method: those of some candidates, from all sizes. What an
//! original does on its candidate says which skeletons are good for something: where matrices have to fit each other, few are.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::cube::{Cube, Input};
use crate::driver::{Driver, Generator};
use crate::engine::dalgorithm::FUEL;
use crate::engine::dalgorithm::inputs::{MAX_UNITS, is_opened, text_of};
use crate::engine::subject::Runner;
use crate::sema::program::MethodId;
use crate::sema::typed_tree::Constant;

/// Skeletons that are tried for one method, and how many of them are such as the original returns on, where it can.
const SKELETONS: usize = 12;
const RETURNING: usize = 8;
/// How often the drivers beside them that change all state do so.
const ROUNDS: usize = 2;
/// How many lengths of strings that the code may ask for are tried beside them: as many as a format has.
const LENGTHS: usize = 4;
/// Candidates from which they are taken; and as long as the original returns on few, and throws on many.
const CANDIDATES: u64 = 96;
const MORE_CANDIDATES: u64 = 480;
const FEW: usize = 4;
const MANY: usize = 12;

/// What the candidates of a method may take, in steps: some hundreds of usual ones.
const EFFORT_OF_CANDIDATES: u64 = 10_000_000;

/// A candidate, and whether the original returns on it.
struct Seen {
    cube: Cube,
    returns: bool,
}

/// The cubes of a method, each with whether the units of its strings are inputs: with them, then again with the strings as
/// they are, since not all that reads a string is said by its units.
pub(super) fn shapes(
    runner: &mut Runner<'_>,
    generator: &Generator<'_>,
    method: MethodId,
) -> Vec<(Cube, bool)> {
    let (mut usual, mut certain) = (Vec::new(), Vec::new());
    runner.set_fuel(FUEL);
    for entry in generator.entries_to(method) {
        let own = candidates(generator, entry, runner);
        let lengths = asked_lengths(&generator.integers(method), &own);
        certain.extend(lengths.into_iter().filter_map(|driver| seen(driver, runner)));
        usual.extend(own);
        let all = (1..=ROUNDS).filter_map(|rounds| generator.thorough(entry, rounds));
        certain.extend(all.filter_map(|driver| seen(driver, runner)));
    }
    let has_text = |cube: &Cube| cube.inputs().iter().any(|input| is_opened(text_of(input)));
    let open = different([&usual, &certain], Cube::skeleton, |_| true);
    let fixed = different([&usual, &certain], Cube::skeleton_with_texts, has_text);
    let open = open.into_iter().map(|cube| (cube.clone(), has_text(cube)));
    open.chain(fixed.into_iter().map(|cube| (cube.clone(), false))).collect()
}

fn candidates(generator: &Generator<'_>, entry: MethodId, runner: &mut Runner<'_>) -> Vec<Seen> {
    let mut all = Vec::new();
    // By skeleton, whether the original returns.
    let mut skeletons: BTreeMap<String, bool> = BTreeMap::new();
    for n in 0..MORE_CANDIDATES {
        let returning = skeletons.values().filter(|returns| **returns).count();
        let is_enough = n >= CANDIDATES && (returning >= FEW || skeletons.len() - returning < MANY);
        if is_enough || runner.effort() > EFFORT_OF_CANDIDATES {
            break;
        }
        let Some(driver) = generator.candidate(entry, n) else { break };
        if let Some(seen) = seen(driver, runner) {
            *skeletons.entry(seen.cube.skeleton()).or_default() |= seen.returns;
            all.push(seen);
        }
    }
    all
}

/// The driver with the longest string, in the lengths that the method's code may ask for: its integers, and one more than
/// the largest of them; but those that a candidate has.
fn asked_lengths(integers: &[i64], all: &[Seen]) -> Vec<Driver> {
    let returning: Vec<&Seen> = all.iter().filter(|seen| seen.returns).collect();
    let Some(cube) = longest_text(&returning).map(|seen| &seen.cube) else { return Vec::new() };
    let opened = cube.inputs().iter_enumerated().filter(|(_, input)| is_opened(text_of(input)));
    let Some((id, text)) = opened
        .filter_map(|(id, input)| Some((id, text_of(input)?)))
        .max_by_key(|(_, text)| text.units().len())
    else {
        return Vec::new();
    };
    let is_there = |length: usize| {
        returning.iter().any(|seen| seen.cube.inputs().iter().any(|input| units(input) == length))
    };
    let opens = 1..=MAX_UNITS;
    let asked = integers.iter().filter_map(|&n| usize::try_from(n).ok()).filter(|n| opens.contains(n));
    let mut lengths: BTreeSet<usize> = asked.collect();
    lengths.extend(lengths.last().map(|largest| largest + 1).filter(|length| opens.contains(length)));
    let missing = lengths.into_iter().rev().filter(|&length| !is_there(length)).take(LENGTHS);
    let resized = |length: usize| {
        let mut units = text.units().to_vec();
        units.resize(length, u16::from(b'a'));
        let mut values = cube.unknown();
        values[id] = Some(Constant::String(units.into()));
        cube.fill(&values)
    };
    missing.map(resized).collect()
}

fn seen(driver: Driver, runner: &mut Runner<'_>) -> Option<Seen> {
    let cube = runner.cube(driver).ok()?;
    let returns = runner.returns(cube.driver(), cube.body());
    Some(Seen { cube, returns })
}

/// Cubes that differ, the smallest first: of the usual ones some from all sizes, and the certain ones.
fn different(
    [usual, certain]: [&[Seen]; 2],
    skeleton: fn(&Cube) -> String,
    is_wanted: impl Fn(&Cube) -> bool,
) -> Vec<&Cube> {
    let mut first: BTreeMap<String, &Seen> = BTreeMap::new();
    let (mut usual_ones, mut certain_ones) = (Vec::new(), Vec::new());
    for (all, keys) in [(usual, &mut usual_ones), (certain, &mut certain_ones)] {
        for seen in all.iter().filter(|seen| is_wanted(&seen.cube)) {
            let key = skeleton(&seen.cube);
            match first.get_mut(&key) {
                // With values on which the original returns.
                Some(known) if seen.returns && !known.returns => *known = seen,
                Some(_) => {}
                None => {
                    first.insert(key.clone(), seen);
                    keys.push(key);
                }
            }
        }
    }
    let of = |keys: Vec<String>| keys.into_iter().filter_map(|key| first.get(&key).copied());
    let (returning, throwing): (Vec<&Seen>, Vec<&Seen>) = of(usual_ones).partition(|seen| seen.returns);
    let longest = longest_text(&returning);
    let room = SKELETONS - throwing.len().min(SKELETONS - RETURNING);
    let mut chosen = spread(returning, room);
    let throwing = spread(throwing, SKELETONS - chosen.len());
    chosen.extend(throwing);
    // What a program looks for in a string may be as long as that.
    chosen.extend(longest.filter(|seen| !chosen.iter().any(|known| std::ptr::eq(*known, *seen))));
    chosen.extend(of(certain_ones));
    let mut cubes: Vec<&Cube> = chosen.into_iter().map(|seen| &seen.cube).collect();
    cubes.sort_by_key(|cube| size(cube));
    cubes
}

fn units(input: &Input) -> usize {
    text_of(input).map_or(0, |text| text.units().len())
}

/// The smallest with the longest string of which the units can be inputs.
fn longest_text<'s>(all: &[&'s Seen]) -> Option<&'s Seen> {
    let opened =
        |cube: &Cube| cube.inputs().iter().filter(|input| is_opened(text_of(input))).map(units).max();
    let with_text = all.iter().copied().filter(|seen| opened(&seen.cube).is_some());
    with_text.min_by_key(|seen| (std::cmp::Reverse(opened(&seen.cube)), size(&seen.cube)))
}

/// Statements, inputs, and units of strings.
fn size(cube: &Cube) -> (usize, usize, usize) {
    let statements = cube.driver().arrange.len() + cube.driver().then.len();
    (statements, cube.inputs().len(), cube.inputs().iter().map(units).sum())
}

/// Some of them, from all sizes.
fn spread(mut all: Vec<&Seen>, most: usize) -> Vec<&Seen> {
    all.sort_by_key(|seen| size(&seen.cube));
    let len = all.len();
    if len <= most {
        return all;
    }
    let chosen: Vec<usize> = (0..most).map(|i| i * (len - 1) / (most - 1).max(1)).collect();
    all.into_iter().enumerate().filter(|(i, _)| chosen.contains(i)).map(|(_, seen)| seen).collect()
}
