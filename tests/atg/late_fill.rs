//! What a search leaves open of a test is filled so that the test kills more, and never at the cost of its target.

use jatpg::driver::cube::Values;
use jatpg::driver::{Driver, Generator};
use jatpg::engine::late_fill::OpenTest;
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::jvm::value::Primitive;
use jatpg::sema::typed_tree::Constant;

use super::subject;

/// With `b` = 0 fewer mutants of the first branch show than with others; the second branch has most mutants.
const GATE: &str = "class Unit { static int f(int a, int b) {
    if (a == 77777) { return b + 1; }
    return a * 3 - b / 5 + (a ^ b) * 7;
} }";

/// The test `f(77777, 0)` for a mutant, filled: its text, and how many it kills. `needed`: what the search needed of
/// the two inputs.
fn filled(subject: &Subject, needed: [Option<i32>; 2], target: GoalIndex) -> (String, Vec<GoalIndex>) {
    let program = subject.program();
    let generator = Generator::new(program, 1, |field| subject.setting(field));
    let method = generator.methods_under_test()[0];
    let act = "int result = Unit.f(77777, 0);".to_owned();
    let driver = Driver { method, arrange: Vec::new(), act, then: Vec::new() };
    let cube = subject.runner().cube(driver.clone()).expect("a driver");
    let values: Values =
        needed.into_iter().map(|v| v.map(|v| Constant::Primitive(Primitive::Int(v)))).collect();
    let live: MutantSet = subject.indices().collect();
    let test = OpenTest { values, driver };
    let (driver, killed) = test.fill_late(&cube, &generator, &mut subject.runner(), target, &live);
    (driver.act, killed)
}

fn mutant(subject: &Subject, replacement: &str) -> GoalIndex {
    let is_meant = |&m: &GoalIndex| subject.mutant(m).replacement == replacement;
    subject.indices().find(is_meant).expect("the mutant is there")
}

#[test]
fn an_open_input_is_filled_so_that_the_test_kills_more_and_a_needed_one_stays() {
    let subject = subject(GATE);
    let target = mutant(&subject, "b - 1");
    let (as_it_is, killed_as_it_is) = filled(&subject, [Some(77777), Some(0)], target);
    assert_eq!(as_it_is, "int result = Unit.f(77777, 0);");
    let (act, killed) = filled(&subject, [Some(77777), None], target);
    assert!(act.contains("f(77777, ") && act != as_it_is, "{act}");
    assert!(killed.contains(&target) && killed.len() > killed_as_it_is.len(), "{act}: {killed:?}");
}

#[test]
fn a_filling_that_does_not_kill_the_target_is_none_however_much_it_kills() {
    let subject = subject(GATE);
    let target = mutant(&subject, "b - 1");
    let (act, killed) = filled(&subject, [None, None], target);
    assert!(act.contains("f(77777, ") && killed.contains(&target), "{act}: {killed:?}");
}
