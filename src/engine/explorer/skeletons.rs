//! Test cubes of one method: the skeletons in which whole drivers are looked at.

use std::collections::BTreeSet;

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
