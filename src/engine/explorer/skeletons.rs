//! Test cubes of one method: the skeletons in which whole drivers are looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::driver::Generator;
use crate::driver::cube::Cube;
use crate::engine::subject::Runner;
use crate::sema::program::MethodId;

/// Candidates of the generator that are looked through for skeletons of one method.
const CANDIDATES: u64 = 160;

/// The smallest of a method's skeletons, and some of each size: at most about so many.
pub fn of_method(
    runner: &mut Runner<'_>,
    generator: &Generator<'_>,
    method: MethodId,
    most: usize,
) -> Vec<Cube> {
    let mut known = BTreeSet::new();
    let mut cubes: Vec<Cube> = Vec::new();
    for driver in (0..CANDIDATES).filter_map(|n| generator.candidate(method, n)) {
        if let Ok(cube) = runner.cube(driver)
            && known.insert(cube.skeleton_of_any_text())
        {
            cubes.push(cube);
        }
    }
    cubes.sort_by_key(|cube| (cube.driver().parts().count(), cube.inputs().len()));
    let every = cubes.len().div_ceil(most).max(1);
    let chosen = cubes.into_iter().enumerate().filter(|(i, _)| *i < most / 2 || i % every == 0);
    chosen.map(|(_, cube)| cube).collect()
}

/// The test cubes of methods, made once for all that look at them: a method that many others are reached by is asked for by each.
#[derive(Default)]
pub struct Cubes {
    /// By method, and how many at most.
    made: Mutex<Made>,
}

type Made = BTreeMap<(MethodId, usize), Arc<[Cube]>>;

impl Cubes {
    /// As [`of_method`].
    pub fn of_method(
        &self,
        runner: &mut Runner<'_>,
        generator: &Generator<'_>,
        method: MethodId,
        most: usize,
    ) -> Arc<[Cube]> {
        let known = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cubes) = known().get(&(method, most)) {
            return cubes.clone();
        }
        // Two threads may make the same; each makes what the other does.
        let made: Arc<[Cube]> = of_method(runner, generator, method, most).into();
        known().entry((method, most)).or_insert(made).clone()
    }
}
