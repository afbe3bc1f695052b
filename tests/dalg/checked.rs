//! The judge of implication complains of each rule that says too much: of a state narrowed on purpose in its name,
//! and of a contradiction that there is not.

use jatpg::dalg::implication::Implication;
use jatpg::dalg::network::{DefKind, Network, Rule, RuleId, StatusId};
use jatpg::dalg::state::{Cell, Exs, State};
use jatpg::dalg::value::Value;
use jatpg::term::sort::{Sort, ValueSort};

use super::implication::each_unit;

/// What a rule is made to say.
type Wrong = (Cell, Claim);

#[derive(Clone, Copy)]
enum Claim {
    Status(Exs),
    Value(Value),
}

/// What somebody may have got wrong about a rule, where nothing is known.
fn wrongs(
    network: &Network,
    rule: &Rule,
    is_int: impl Fn(jatpg::dalg::network::DefId) -> bool,
) -> Vec<Wrong> {
    let both = |status: StatusId| {
        [Exs::Executed, Exs::NotExecuted].map(|exs| (Cell::Status(status), Claim::Status(exs)))
    };
    match rule {
        Rule::Define(def) => {
            let reads = network.defs[*def].reads.iter().copied().filter(|&read| is_int(read));
            let zero = |def| (Cell::Value(def), Claim::Value(Value::Known(0)));
            reads.map(zero).chain(both(network.defs[*def].status)).collect()
        }
        Rule::Branch { node, ways } => ways.iter().map(|way| way.0).chain([*node]).flat_map(both).collect(),
        Rule::Join { node, ways, .. } => ways.iter().copied().chain([*node]).flat_map(both).collect(),
        Rule::Implies { one, other } => [*one, *other].into_iter().flat_map(both).collect(),
        Rule::Cut(status) => vec![(Cell::Status(*status), Claim::Status(Exs::Executed))],
    }
}

fn kind(network: &Network, rule: RuleId) -> &'static str {
    match &network.rules[rule] {
        Rule::Define(def) => match network.defs[*def].kind {
            DefKind::Join(_) => "join definition",
            _ => "definition",
        },
        Rule::Branch { .. } => "branch",
        Rule::Join { .. } => "join",
        Rule::Implies { .. } => "implies",
        Rule::Cut(_) => "cut",
    }
}

const KINDS: [&str; 6] = ["definition", "join definition", "branch", "join", "implies", "cut"];

#[test]
fn each_rule_that_narrows_too_far_is_complained_of() {
    let (mut made, mut seen) = ([0; KINDS.len()], [0; KINDS.len()]);
    let mut first: [Option<String>; KINDS.len()] = Default::default();
    each_unit(|skeleton, unit, _| {
        let (network, _) = unit.network_and_state(&mut skeleton.terms);
        for rule in network.rules.ids() {
            let terms = &skeleton.terms;
            let is_int = |def| terms.info(network.defs[def].symbol).sort == Sort::Value(ValueSort::Int);
            let number = KINDS.iter().position(|&k| k == kind(network, rule)).expect("a kind");
            for (cell, claim) in wrongs(network, &network.rules[rule], is_int) {
                let mut state = State::new(network);
                let mut implication = Implication::new(network, &mut skeleton.terms, &mut state, true);
                let claimed = match (cell, claim) {
                    (Cell::Status(status), Claim::Status(exs)) => implication.choose_status(status, exs, 0),
                    (Cell::Value(def), Claim::Value(value)) => implication.choose_value(def, value, 0),
                    _ => unreachable!("a claim is of its cell"),
                };
                claimed.expect("nothing was known");
                let complaint = implication.application(rule, 0, false).complaint();
                made[number] += 1;
                seen[number] += usize::from(complaint.is_some());
                first[number] = first[number].take().or(complaint);
            }
        }
    });
    for (number, kind) in KINDS.iter().enumerate() {
        println!("{kind}: {} of {}; {:?}", seen[number], made[number], first[number]);
        // Where nothing is known a rule says nothing of any of its cells, but for values that come from constants.
        assert!(seen[number] > 0, "{kind}: no complaint");
        assert!(seen[number] * 10 >= made[number] * 9, "{kind}: {} of {}", seen[number], made[number]);
    }
}

#[test]
fn a_contradiction_that_there_is_not_is_complained_of() {
    let (mut made, mut seen) = ([0; KINDS.len()], [0; KINDS.len()]);
    each_unit(|skeleton, unit, _| {
        let (network, _) = unit.network_and_state(&mut skeleton.terms);
        let mut state = State::new(network);
        let implication = Implication::new(network, &mut skeleton.terms, &mut state, true);
        for rule in network.rules.ids() {
            let number = KINDS.iter().position(|&k| k == kind(network, rule)).expect("a kind");
            made[number] += 1;
            seen[number] += usize::from(implication.application(rule, 0, true).complaint().is_some());
        }
    });
    assert!(made.iter().all(|&made| made > 0), "{made:?}");
    assert_eq!(seen, made, "of {KINDS:?}");
}

#[test]
fn a_range_that_lost_its_end_is_complained_of() {
    let mut seen = 0;
    each_unit(|skeleton, unit, _| {
        let (network, _) = unit.network_and_state(&mut skeleton.terms);
        for rule in network.rules.ids() {
            let Rule::Branch { node, ways } = &network.rules[rule] else { continue };
            let reads = skeleton.terms.variables_of(&[ways[0].1]);
            let defs: Vec<_> = reads.into_iter().filter_map(|symbol| network.def_of(symbol)).collect();
            let is_int = |def| {
                let symbol = network.defs[def].symbol;
                skeleton.terms.info(symbol).sort == Sort::Value(ValueSort::Int)
            };
            let [left, right] = defs[..] else { continue };
            if !is_int(left) || !is_int(right) {
                continue;
            }
            // left and right are both 0 to 9 and stand in some relation; that left is not 9 does not follow.
            let mut state = State::new(network);
            let mut implication = Implication::new(network, &mut skeleton.terms, &mut state, true);
            let digits = Value::range(0, 9).expect("ten of them");
            let _ = implication.choose_status(*node, Exs::Executed, 0);
            let _ = implication.choose_value(left, digits, 0);
            let _ = implication.choose_value(right, digits, 0);
            let position = implication.state.position();
            let _ = implication.choose_value(left, Value::range(0, 8).expect("nine of them"), 0);
            let complaint = implication.application(rule, position, false).complaint();
            let complaint = complaint.expect("9 is lost without reason");
            assert!(complaint.contains("narrows") && complaint.contains("branch"), "{complaint}");
            seen += 1;
        }
    });
    assert!(seen > 10, "{seen}");
}
