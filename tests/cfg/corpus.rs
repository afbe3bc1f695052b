//! All graphs of the corpus, mutants included.

use std::collections::BTreeMap;

use jatpg::cfg::graph::{Effect, Graph, Node, NodeKey, Place};
use jatpg::cfg::lower::build;
use jatpg::cfg::verify::verify;
use jatpg::mutate::generate::{given_methods, mutants_of};
use jatpg::mutate::operator::{GROUPS, MOTHRA_GROUP, OperatorSet};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodSource, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::term::Terms;
use rayon::prelude::*;

/// What leads out of a node: the condition, and the key of the target.
fn exits(graph: &Graph, node: &Node) -> Vec<(jatpg::term::TermId, NodeKey)> {
    node.outgoing.iter().map(|&e| (graph.edges[e].condition, graph.nodes[graph.edges[e].to].key)).collect()
}

#[test]
fn every_graph_is_well_formed_and_mutants_change_their_statement_alone() {
    let programs = super::corpus();
    // Mothra's put traps, jumps and other statements in the place of some.
    let groups: Vec<&str> = GROUPS.into_iter().filter(|&group| group != MOTHRA_GROUP).collect();
    let operators = OperatorSet::parse(&groups.join(",")).expect("groups");
    assert!(programs.len() > 60);
    let counts: Vec<[usize; 4]> = programs
        .par_iter()
        .map(|(name, program)| {
            let mut count = [0; 4];
            for method in given_methods(program) {
                let BodyState::Typed(body) = program.body(method) else { continue };
                let MethodSource::Code(code) = &program.methods[method].source else { continue };
                let mut terms = Terms::new();
                let original = build(program, body, &mut terms);
                verify(&original, &terms).unwrap_or_else(|e| panic!("{name}: {e}"));
                count[0] += 1;
                let by_key: BTreeMap<NodeKey, &Node> = original.nodes.iter().map(|n| (n.key, n)).collect();
                for mutant in mutants_of(program, method, &operators) {
                    let Ok(changed) = program.typed_body(method, &mutant.patch.apply(code)) else { continue };
                    let graph = build(program, &changed, &mut terms);
                    verify(&graph, &terms).unwrap_or_else(|e| panic!("{name} {}: {e}", mutant.id));
                    count[1] += 1;
                    count[2] +=
                        graph.nodes.iter().filter(|n| matches!(n.effect, Effect::Unsupported(_))).count();
                    let is_changed = |node: &&Node| match by_key.get(&node.key) {
                        Some(old) => {
                            old.effect != node.effect || exits(&original, old) != exits(&graph, node)
                        }
                        None => true,
                    };
                    let changed: Vec<&Node> = graph.nodes.iter().filter(is_changed).collect();
                    let mut statements: Vec<_> = changed
                        .iter()
                        .filter(|n| !matches!(n.key.place, Place::Raise(..) | Place::Dispatch(_)))
                        .map(|n| n.statement)
                        .collect();
                    statements.sort();
                    statements.dedup();
                    count[3] += usize::from(statements.len() > 1);
                }
            }
            count
        })
        .collect();
    let total = counts.iter().fold([0; 4], |sum, c| std::array::from_fn(|i| sum[i] + c[i]));
    let [methods, mutants, unsupported, elsewhere] = total;
    assert!(methods > 400 && mutants > 20_000, "{total:?}");
    // What deletion makes unreachable, and what shares the change's exceptions or variables, changes with it.
    assert!(elsewhere * 100 < mutants && unsupported * 20 < mutants, "{total:?}");
}

#[test]
fn cases_of_a_sum_are_known_to_exclude_each_other() {
    for selector in ["x - i", "i - x", "x ^ i", "x + i", "-x - i"] {
        let text = format!(
            "class A {{ static int f(int x, int i) {{ switch ({selector}) {{ case 7: return 4; case 0: return x; default: return 1; }} }} }}"
        );
        let file = SourceFile::new("A.java".into(), text);
        let program = Program::load(vec![file], &LoadOptions::default()).expect("it loads");
        let method = given_methods(&program).next().expect("a method");
        let BodyState::Typed(body) = program.body(method) else { panic!("{selector} is supported") };
        let mut terms = Terms::new();
        let graph = build(&program, body, &mut terms);
        verify(&graph, &terms).unwrap_or_else(|e| panic!("{selector}: {e}"));
    }
}

/// In an initialiser of several pieces no statement has a place of its own.
#[test]
fn what_is_raised_before_a_try_of_an_initialiser_and_within_are_two_places() {
    let text = "class A {
        static final int[] T = {3, 4};
        static int a = T[1] / T[0];
        static int b;
        static { try { b = T[0] / T[1]; } catch (ArithmeticException e) { b = 1; } }
    }";
    let file = SourceFile::new("A.java".into(), text.to_owned());
    let program = Program::load(vec![file], &LoadOptions::default()).expect("it loads");
    let class = program.given_classes().next().expect("a class");
    let initializer = program.classes[class].static_initializer.expect("an initialiser");
    let BodyState::Typed(body) = program.body(initializer) else { panic!("it is supported") };
    let mut terms = Terms::new();
    let graph = build(&program, body, &mut terms);
    verify(&graph, &terms).unwrap_or_else(|error| panic!("{error}"));
}
