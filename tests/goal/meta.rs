//! The meta-mutant against each of its mutants: under a fault's number the one graph does on every input what the mutant's
//! own graph does, and what the mutant's run shows; under 0, and under the number of a fault that is not in it, what the
//! original does.

use std::collections::BTreeSet;
use std::sync::Arc;

use jatpg::analysis::effects::Effects;
use jatpg::cfg::graph::{Graph, NodeKey};
use jatpg::cfg::region::Region;
use jatpg::driver::Generator;
use jatpg::engine::bmc::meta::{Fault, merged};
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::engine::whole::Whole;
use jatpg::frames::Frames;
use jatpg::mutate::bench::Bench;
use jatpg::symbolic::summary::{KeepAll, TermBudget, summarize};
use jatpg::syntax::with_stack;
use jatpg::term::assignment::{Assignment, Point};
use jatpg::term::evaluate::{Program, Source};
use jatpg::term::sort::{Sort, ValueSort};
use jatpg::term::variable::{VarId, Variable, VariableInfo};
use jatpg::term::{TermId, Terms};

use super::lower_bound::{METHODS, by_input};
use super::subject;
use crate::support::soak;

/// All inputs side by side, under one fault.
struct Inputs(Vec<Assignment>);

impl Source for Inputs {
    fn variable(&mut self, terms: &Terms, lane: usize, var: VarId) -> u64 {
        self.0[lane].variable(terms, var)
    }

    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64 {
        (&self.0[lane]).read(terms, lane, term, point)
    }
}

/// A way out of a graph: when it is taken, and all that can be told of a run that takes it.
struct Way {
    target: NodeKey,
    is_cut: bool,
    guard: TermId,
    seen: Vec<TermId>,
}

struct Ways(Vec<Way>);

/// Where a run ends, and what is told of it.
#[derive(Debug, PartialEq)]
struct Told {
    target: NodeKey,
    /// It goes on behind the last frame.
    is_cut: bool,
    seen: Vec<u64>,
}

impl Ways {
    fn of(whole: &mut Whole<'_>, graph: &Graph) -> Self {
        let ends = whole.skeleton.ends();
        let terms = &mut whole.skeleton.terms;
        let (region, budget) = (Region::whole(graph), TermBudget::default());
        let summary = summarize(terms, graph, &region, &Effects::unknown(), &KeepAll, budget);
        let [trap, class] = [Variable::Trap, Variable::Class].map(|var| terms.find_variable(var));
        let ways = summary.expect("no loop").exits.into_iter().map(|exit| {
            let of = |terms: &mut Terms, var: VarId| {
                let unchanged = terms.var(var);
                exit.state.get(&var).copied().unwrap_or(unchanged)
            };
            let mut seen: Vec<TermId> = trap.into_iter().map(|trap| of(terms, trap)).collect();
            for end in &ends {
                seen.extend(end.value.map(|(value, _)| of(terms, value)));
                let (thrown, null) = (of(terms, end.thrown), terms.null());
                seen.push(terms.same_reference(thrown, null));
                if let Some(class) = class {
                    let classes = of(terms, class);
                    seen.push(terms.select(classes, thrown));
                }
            }
            Way { target: exit.target, is_cut: exit.is_cut, guard: exit.guard, seen }
        });
        Self(ways.collect())
    }

    /// By input.
    fn taken(&self, terms: &Terms, inputs: &mut Inputs) -> Vec<Told> {
        let roots: Vec<TermId> =
            self.0.iter().flat_map(|way| way.seen.iter().chain([&way.guard])).copied().collect();
        let (program, lanes) = (Program::new(terms, &roots), inputs.0.len());
        assert!(program.is_exact());
        let values = program.run(terms, lanes, inputs);
        let of = |lane: usize| {
            let mut taken = self.0.iter().filter(|way| values.is_true(way.guard, lane));
            let &Way { target, is_cut, ref seen, .. } = taken.next().expect("a way is taken");
            assert!(taken.next().is_none(), "one way alone");
            Told { target, is_cut, seen: seen.iter().map(|&term| values.get(term, lane)).collect() }
        };
        (0..lanes).map(of).collect()
    }
}

/// The arguments of `f(byte, boolean)`, in the order in which [`by_input`] has them.
fn inputs(whole: &Whole<'_>, fault: (VarId, Fault)) -> Inputs {
    let vars: Vec<VarId> = whole.skeleton.inputs().iter().copied().collect();
    let [a, b] = vars[..] else { panic!("two inputs: {vars:?}") };
    let all = (i8::MIN..=i8::MAX).flat_map(|a| [(a, true), (a, false)]);
    let of = |(of_a, of_b): (i8, bool)| {
        let mut assignment = Assignment::default();
        let values = [(a, i64::from(of_a)), (b, i64::from(of_b)), (fault.0, i64::from(fault.1))];
        for (var, value) in values {
            assignment.set_variable(&whole.skeleton.terms, var, value as u64);
        }
        assignment
    };
    Inputs(all.map(of).collect())
}

/// Compares all faults of a method; how many are in the graph, and how many beside it.
fn compare(method: &str, subject: &Subject) -> (usize, usize) {
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let program = subject.program();
    let entry = program.methods.ids().find(|&m| program.method_name(m).starts_with("A.f(")).expect("f");
    let mut whole = Whole::new(subject, &generator, entry).expect("a formula says all");
    let goals: Vec<GoalIndex> = subject.indices().collect();
    let frames: Vec<Arc<Frames>> = goals
        .iter()
        .map(|&goal| {
            let mutant = subject.mutant(goal);
            let mut bench = Bench::new(program, mutant.method).expect("a body");
            let frames = bench.with_body(&mutant.patch, |body| whole.frames(body));
            frames.expect("a body").expect("frames")
        })
        .collect();
    let info = VariableInfo {
        variable: Variable::Any(0),
        sort: Sort::Value(ValueSort::Int),
        ty: None,
        name: "fault".to_owned(),
    };
    let var = whole.skeleton.terms.variable(info);
    let fault = whole.skeleton.terms.var(var);
    let numbered: Vec<(Fault, &Graph)> = (1..).zip(frames.iter().map(|frames| &frames.graph)).collect();
    let original = whole.original_frames().clone();
    let meta = merged(&mut whole.skeleton.terms, fault, &original.graph, &numbered);
    assert_eq!(meta.graph.nodes.len(), original.graph.nodes.len(), "a choice is a term");
    let (together, alone) = (Ways::of(&mut whole, &meta.graph), Ways::of(&mut whole, &original.graph));
    let under = |whole: &Whole<'_>, ways: &Ways, number: Fault| {
        ways.taken(&whole.skeleton.terms, &mut inputs(whole, (var, number)))
    };
    let of_original = under(&whole, &alone, 0);
    assert_eq!(under(&whole, &together, 0), of_original, "{method}: fault 0");
    let killed: Vec<BTreeSet<GoalIndex>> =
        by_input(subject).into_iter().map(|goals| goals.into_iter().collect()).collect();
    for (&(number, graph), &goal) in numbered.iter().zip(&goals) {
        let id = &subject.mutant(goal).id;
        let found = under(&whole, &together, number);
        if meta.beside.contains(&number) {
            assert_eq!(found, of_original, "{method}: {id} is not in the graph");
            continue;
        }
        let own = Ways::of(&mut whole, graph);
        assert_eq!(found, under(&whole, &own, number), "{method}: {id}");
        // Of a run that goes on the graph says nothing.
        let of_inputs = found.iter().zip(&of_original).enumerate();
        for (input, (found, original)) in of_inputs.filter(|(_, (found, _))| !found.is_cut) {
            assert_eq!(found != original, killed[input].contains(&goal), "{method}: {id}, input {input}");
        }
    }
    (goals.len() - meta.beside.len(), meta.beside.len())
}

#[test]
fn under_each_number_the_meta_mutant_is_that_mutant_and_under_0_the_original() {
    let (mut within, mut beside) = (0, 0);
    for method in METHODS.into_iter().step_by(soak::one_in(2)) {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let (own, others) = with_stack(|| compare(method, &subject));
        (within, beside) = (within + own, beside + others);
    }
    println!("{within} faults in the graphs, {beside} beside them");
    assert!(within >= 60 && beside >= 60, "{within}, {beside}");
}
