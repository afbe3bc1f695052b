//! Implication against runs and against itself.

use jatpg::dalg::implication::Implication;
use jatpg::dalg::original::{Bounds, Given, Unit, version};
use jatpg::dalg::state::Exs;
use jatpg::dalg::value::Value;
use jatpg::driver::cube::Cube;
use jatpg::driver::skeleton::Skeleton;
use jatpg::driver::{Driver, Generator};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::reader::Reader;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PROGRAMS: [&str; 4] = [
    include_str!("../../programs/papers/Reconverge.java"),
    include_str!("../../programs/papers/TriTyp.java"),
    include_str!("../../programs/papers/Bubble.java"),
    include_str!("../../programs/textbook/CountPositive.java"),
];

/// Some drivers of the program's first method.
fn drivers(program: &Program) -> Vec<Driver> {
    let generator = Generator::new(program, 1, |_| jatpg::driver::Setting::Steady);
    let method = generator.methods_under_test()[0];
    (0..6).filter_map(|n| generator.candidate(method, n)).collect()
}

pub(super) fn each_unit(
    mut check: impl FnMut(&mut Skeleton<'_>, &mut Unit, &mut ChaCha8Rng) + Send,
) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut units = 0;
    with_stack(|| {
        for text in PROGRAMS {
            let source = SourceFile::new("Unit.java".into(), text.into());
            let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
            for driver in drivers(&program) {
                let cube = Cube::new(&program, driver, &mut Reader::default()).expect("a cube");
                let mut skeleton = Skeleton::new(&program, cube);
                let bounds = Bounds { iterations: 4, depth: 4, nodes: 2_000 };
                let graph = skeleton.graph.clone();
                let Ok(original) = version(&mut skeleton, None, &graph, bounds) else { continue };
                let inputs = skeleton.inputs().iter().copied().collect();
                let given = Given { inputs, ..Given::default() };
                let mut unit = Unit::new(&mut skeleton.terms, original, given, 8).expect("a unit");
                check(&mut skeleton, &mut unit, &mut random);
                units += 1;
            }
        }
    });
    units
}

/// Values for all inputs, many of them alike.
fn inputs(
    unit: &Unit,
    skeleton: &Skeleton<'_>,
    random: &mut ChaCha8Rng,
) -> Vec<(jatpg::dalg::network::DefId, Value)> {
    let defs = skeleton.inputs().iter().filter_map(|&var| unit.input(var));
    defs.map(|def| (def, Value::Known(random.random_range(-2i64..6) as u64))).collect()
}

#[test]
fn with_all_inputs_known_one_way_through_the_frames_is_executed_and_all_others_are_not() {
    let mut ended = 0;
    let units = each_unit(|skeleton, unit, random| {
        for _ in 0..8 {
            let chosen = inputs(unit, skeleton, random);
            let (network, Some(mut state)) = unit.network_and_state(&mut skeleton.terms) else { continue };
            let mut implication = Implication::new(network, &mut skeleton.terms, &mut state, true);
            for (def, value) in chosen {
                implication.choose_value(def, value, 1).expect("an input may have any value");
            }
            // Runs that leave the frames contradict the assumption that they do not.
            if implication.run().is_err() {
                continue;
            }
            let open = network.statuses.ids().filter(|&s| state.exs(s) == Exs::Unknown).count();
            assert_eq!(open, 0, "statuses are open in {}", skeleton.cube().driver().text());
            ended += 1;
        }
    });
    assert!(units > 15 && ended > 60, "{units} units, {ended} runs");
}

#[test]
fn the_order_of_the_task_list_does_not_change_what_is_implied() {
    let mut compared = 0;
    each_unit(|skeleton, unit, random| {
        for _ in 0..4 {
            let chosen = inputs(unit, skeleton, random);
            let some = chosen.len() / 2;
            let mut results = Vec::new();
            for order in 0..3 {
                let (network, Some(mut state)) = unit.network_and_state(&mut skeleton.terms) else { return };
                let mut implication = Implication::new(network, &mut skeleton.terms, &mut state, true);
                for &(def, value) in &chosen[..some] {
                    implication.choose_value(def, value, 1).expect("an input may have any value");
                }
                if order > 0 {
                    implication.state.shuffle(|n| random.random_range(0..n));
                }
                let implied = implication.run().is_ok();
                results.push(implied.then(|| state.snapshot()));
            }
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "another order, another result");
            compared += 1;
        }
    });
    assert!(compared > 60, "{compared}");
}
