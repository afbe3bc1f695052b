//! Which constructs of Java the generated programs consist of, and how often. One that Java has and no program shows
//! fails the test; `JATPG_COVERAGE=1000` prints the table over so many programs.

mod expected;
mod typed;
mod written;

use std::collections::BTreeMap;

use jatpg::sema::program::{BodyState, MethodSource, Program};
use jatpg::syntax::stack::with_stack;
use rayon::prelude::*;

use super::{generator, here_program, setting};

const PROGRAMS: u64 = 90;

/// How often each kind of node occurs.
type Table = BTreeMap<String, u64>;

fn sum(mut all: Table, table: Table) -> Table {
    table.into_iter().for_each(|(kind, times)| *all.entry(kind).or_default() += times);
    all
}

fn counted(program: &Program) -> Table {
    let mut table = Table::new();
    for class in program.given_classes() {
        let class = &program.classes[class];
        let source = &program.units[class.unit].tree.source;
        let initializers = class.static_initializer.iter().chain(&class.instance_initializer);
        for &method in class.methods.iter().chain(initializers) {
            if let BodyState::Typed(body) = program.body(method) {
                typed::Counter { program, body, table: &mut table }.count();
            }
            if let MethodSource::Code(code) = &program.methods[method].source {
                written::count(code, source, &mut table);
            }
        }
    }
    table
}

#[test]
fn random_programs_show_every_construct() {
    let asked = setting("JATPG_COVERAGE");
    let program = |n| with_stack(|| counted(&here_program(n).expect("a program without errors")));
    let table = (0..asked.unwrap_or(PROGRAMS)).into_par_iter().map(program).reduce(Table::new, sum);
    if asked.is_some() {
        table.iter().for_each(|(kind, times)| println!("{times:8} {kind}"));
    }
    let missing: Vec<String> =
        expected::kinds().into_iter().filter(|kind| !table.contains_key(kind)).collect();
    assert!(missing.is_empty(), "no program has: {missing:#?}");
    assert!(generator::program(super::SEED, 0) != generator::program(super::SEED, 1));
}
