//! The ladder against trying everything out.

use jatpg::budget::Budget;
use jatpg::symbolic::encode::{Script, Shape};
use jatpg::symbolic::question::{Answer, Asker, Limits, Question, Step, Undecided};
use jatpg::symbolic::solver::{Satisfiable, SecondEngine, Solver};
use jatpg::symbolic::{encode, question};
use jatpg::term::assignment::Assignment;
use jatpg::term::evaluate::Program;
use jatpg::term::sort::{Sort, ValueSort};
use jatpg::term::{TermId, Terms};
use proptest::prelude::*;

use crate::support::terms::{Builder, Inputs, all_small};

fn holds(terms: &Terms, question: &Question, assignment: &Assignment) -> bool {
    let program = Program::new(terms, &question.roots());
    let mut source = assignment;
    let values = program.run(terms, 1, &mut source);
    question.assumptions.iter().any(|&a| !values.is_true(a, 0)) || values.is_true(question.goal, 0)
}

/// The last booleans that were made: the goal and up to two assumptions.
fn a_question(builder: &Builder) -> Option<Question> {
    let mut booleans: Vec<TermId> = Vec::new();
    for node in builder.nodes.iter().rev() {
        let is_open = builder.terms.constant(node.term).is_none();
        if node.sort == Sort::Value(ValueSort::Boolean) && is_open && !booleans.contains(&node.term) {
            booleans.push(node.term);
        }
    }
    let goal = *booleans.first()?;
    Some(Question { assumptions: booleans.into_iter().skip(1).take(2).collect(), goal })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_ladder_says_of_small_inputs_what_exhaustion_says(
        seed in any::<u64>(),
        codes in prop::collection::vec(any::<u32>(), 8..40),
    ) {
        let mut builder = Builder::new(Inputs::Small, seed, 1);
        for code in codes {
            builder.step(code);
        }
        if let Some(question) = a_question(&builder) {
            let mut terms = builder.terms;
            let all = all_small(&terms);
            let expected = all.iter().all(|assignment| holds(&terms, &question, assignment));
            // Without the search the steps behind it see what it would have refuted.
            let limits = Limits { search: seed.is_multiple_of(2), ..Limits::default() };
            let mut asker = Asker::new(limits, seed);
            let answer = asker.ask(&mut terms, &question, &mut Budget::unlimited()).unwrap();
            match answer {
                Answer::Valid { .. } => prop_assert!(expected, "{}", terms.show(question.goal)),
                Answer::Refuted { assignment, exact, .. } => {
                    prop_assert!(exact && !expected);
                    prop_assert!(!holds(&terms, &question, &assignment));
                }
                Answer::Undecided { reason } => {
                    prop_assert!(matches!(reason, Undecided::Resources | Undecided::Inexact | Undecided::TooLarge(_)));
                }
            }
        }
    }

    #[test]
    fn the_solver_z3_and_the_evaluator_agree_on_all_types(
        seed in any::<u64>(),
        codes in prop::collection::vec(any::<u32>(), 8..30),
    ) {
        let mut builder = Builder::new(Inputs::All, seed, 6);
        for code in codes {
            builder.step(code);
        }
        // The assignments of the builder are models of "each boolean is what it is".
        let booleans: Vec<_> =
            builder.nodes.iter().filter(|n| n.sort == Sort::Value(ValueSort::Boolean)).cloned().collect();
        if let Some(last) = booleans.last() {
            let mut terms = builder.terms;
            let mut solver = Solver::default();
            for goal in [last.term, terms.not(last.term)] {
                let script = question::script(&mut terms, &Question { assumptions: vec![], goal }, &Default::default());
                if let Ok(script) = script
                    && script.size.gates < 60_000
                {
                    let answer = solver.check(&script, RESOURCES, SecondEngine::Fully).unwrap().satisfiable;
                    let value = |i: usize| (last.bits()[i] != 0) == (goal == last.term);
                    let all = (0..6).all(value);
                    if answer == Satisfiable::No {
                        prop_assert!(all, "{}", terms.show(goal));
                    }
                    prop_assert!(z3_agrees(&mut solver, script, &answer), "{answer:?}: {}", terms.show(goal));
                }
            }
        }
    }
}

const RESOURCES: u32 = 300_000;

/// Whether Z3 finds no model where there is none, and the one that there is.
fn z3_agrees(solver: &mut Solver, mut script: Script, answer: &Satisfiable) -> bool {
    match answer {
        Satisfiable::Unknown(_) => return true,
        Satisfiable::No => {}
        Satisfiable::Yes(values) => {
            let constants = script.constants.iter().zip(values);
            script.assertions.extend(constants.map(|((name, shape), value)| match shape {
                Shape::Bool => format!("(= {name} {})", *value != 0),
                Shape::Bits(32) => format!("(= {name} #x{:08x})", *value as u32),
                _ => format!("(= {name} #x{value:016x})"),
            }));
        }
    }
    let second = solver.ask_z3(&script, RESOURCES).unwrap().satisfiable;
    matches!(
        (answer, second),
        (_, Satisfiable::Unknown(_))
            | (Satisfiable::No, Satisfiable::No)
            | (Satisfiable::Yes(_), Satisfiable::Yes(_))
    )
}

/// The variables and constants that are ints.
fn ints(builder: &Builder) -> Vec<TermId> {
    builder.nodes.iter().filter(|n| n.sort == Sort::Value(ValueSort::Int)).map(|n| n.term).collect()
}

#[test]
fn a_solver_that_has_to_be_asked_proves_and_refutes() {
    use jatpg::jvm::operator::BinaryOperator as B;
    use jatpg::jvm::value::PrimitiveType as P;
    let mut builder = Builder::new(Inputs::All, 1, 1);
    let ints = ints(&builder);
    let terms = &mut builder.terms;
    let (x, y) = (ints[3], ints[7]);
    // (x ^ y) + 2 * (x & y) == x + y, which no rule knows.
    let (xor, and) = (terms.binary(B::Xor, P::Int, x, y), terms.binary(B::And, P::Int, x, y));
    let two = terms.int(2);
    let twice = terms.binary(B::Mul, P::Int, and, two);
    let (sum, plain) = (terms.binary(B::Add, P::Int, xor, twice), terms.binary(B::Add, P::Int, x, y));
    let goal = terms.same_value(sum, plain);
    let mut asker = Asker::new(Limits::default(), 1);
    let question = Question { assumptions: vec![], goal };
    let answer = asker.ask(terms, &question, &mut Budget::unlimited()).unwrap();
    assert_eq!(answer, Answer::Valid { step: Step::Solver });
    // x * 7919 == 123456789 has one solution, which no search finds.
    let (factor, product) = (terms.int(7_919), terms.int(123_456_789));
    let left = terms.binary(B::Mul, P::Int, x, factor);
    let goal = terms.binary(B::Ne, P::Int, left, product);
    let question = Question { assumptions: vec![], goal };
    let answer = asker.ask(terms, &question, &mut Budget::unlimited()).unwrap();
    let Answer::Refuted { step: Step::Solver, assignment, exact: true } = answer else {
        panic!("{answer:?}");
    };
    assert!(!holds(terms, &question, &assignment));
    assert_eq!(asker.counts().solver_valid, 1);
    assert_eq!(asker.counts().solver_refuted, 1);
}

#[test]
fn a_question_that_is_too_large_is_not_asked() {
    let mut builder = Builder::new(Inputs::All, 1, 1);
    let (a, b) = (builder.nodes[0].term, builder.nodes[8].term);
    let goal = builder.terms.binary(
        jatpg::jvm::operator::BinaryOperator::Xor,
        jatpg::jvm::value::PrimitiveType::Boolean,
        a,
        b,
    );
    let limits = encode::SizeLimits { terms: 2, ..Default::default() };
    let question = Question { assumptions: vec![], goal };
    assert!(question::script(&mut builder.terms, &question, &limits).is_err());
    assert!(question::script(&mut builder.terms, &question, &Default::default()).is_ok());
}

/// Each pair of texts may be the two that are compared: how many there are is known before they are looked at.
#[test]
fn a_question_of_hundreds_of_texts_is_too_large() {
    use jatpg::jvm::value::JavaString;
    use jatpg::term::Function;
    let ask = |texts: usize| {
        let mut builder = Builder::new(Inputs::All, 1, 1);
        let unknown =
            builder.pick(|sort| sort == Sort::Value(ValueSort::Reference), 0).expect("a reference").term;
        let terms = &mut builder.terms;
        let mut goal = terms.boolean(false);
        for n in 0..texts {
            let text = terms.text(JavaString::from(n.to_string().as_str()));
            let same = terms.apply(Function::SameText, smallvec::smallvec![unknown, text]);
            goal = terms.or(goal, same);
        }
        question::script(terms, &Question { assumptions: vec![], goal }, &Default::default()).is_ok()
    };
    assert!(ask(20));
    assert!(!ask(300));
}

#[test]
fn what_is_the_same_in_each_case_needs_no_solver() {
    use jatpg::jvm::operator::BinaryOperator as B;
    use jatpg::jvm::value::PrimitiveType as P;
    let mut builder = Builder::new(Inputs::All, 1, 1);
    let ints = ints(&builder);
    let terms = &mut builder.terms;
    let (x, y, z) = (ints[3], ints[5], ints[7]);
    let (one, two) = (terms.int(1), terms.int(2));
    // Decremented where x is 1, and read where x is 2: x == 2 && y * (x == 1 ? z - 1 : z) > y.
    let (is_one, is_two) = (terms.binary(B::Eq, P::Int, x, one), terms.binary(B::Eq, P::Int, x, two));
    let less = terms.binary(B::Sub, P::Int, z, one);
    let read = |terms: &mut Terms, value: TermId| {
        let product = terms.binary(B::Mul, P::Int, y, value);
        let greater = terms.binary(B::Gt, P::Int, product, y);
        terms.and(is_two, greater)
    };
    let decremented = terms.choose(is_one, less, z);
    let (original, mutant) = (read(terms, z), read(terms, decremented));
    let goal = terms.same_value(original, mutant);
    let ask = |terms: &mut Terms, goal: TermId| {
        let question = Question { assumptions: vec![], goal };
        let limits = Limits { search: false, ..Limits::default() };
        Asker::new(limits, 1).ask(terms, &question, &mut Budget::unlimited()).unwrap()
    };
    assert_eq!(ask(terms, goal), Answer::Valid { step: Step::Facts });
    // The same where x is 1, and nowhere else.
    let decremented = terms.choose(is_one, z, less);
    let first = terms.binary(B::Mul, P::Int, y, decremented);
    let second = terms.binary(B::Mul, P::Int, y, z);
    let goal = terms.same_value(first, second);
    assert!(matches!(ask(terms, goal), Answer::Refuted { .. }));
}
