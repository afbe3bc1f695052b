//! Test cubes and their graphs, on the candidates that the generator makes for the corpus.

mod business;
mod forms;
mod functions;
mod values;

use std::collections::BTreeMap;

use jatpg::analysis::effects::Effects;
use jatpg::cfg::region::Region;
use jatpg::driver::cube::InputType;
use jatpg::driver::skeleton::Skeleton;
use jatpg::driver::{Driver, Generator};
use jatpg::engine::subject::{Judged, NoTest, Subject};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::exec::outcome::{Segment, Value};
use jatpg::frames::Bounds;
use jatpg::jvm::convert;
use jatpg::jvm::value::{JavaString, Primitive, PrimitiveType};
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::sema::typed_tree::Constant;
use jatpg::symbolic::summary::{KeepAll, NoSummary, TermBudget, summarize};
use jatpg::syntax::source::SourceFile;
use jatpg::term::assignment::{Assignment, Base, Point};
use jatpg::term::{Function, evaluate};
use smallvec::smallvec;

/// The programs, each file on its own with its folder to read from.
fn subjects() -> Vec<(String, Subject)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut subjects = Vec::new();
    for name in crate::support::corpus::programs() {
        let path = root.join(&name);
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = name.display().to_string();
        let source_path = match name.contains("/org/") {
            true => root.join("programs/features"),
            false => path.parent().expect("a folder").to_path_buf(),
        };
        let options = LoadOptions { source_path: Some(source_path), ..LoadOptions::default() };
        let program = Program::load(vec![SourceFile::new(path, text)], &options).expect("a program");
        let operators = OperatorSet::parse("mujava").expect("a group");
        subjects.push((name, Subject::new(program, &[], &operators)));
    }
    subjects
}

/// Some candidates of each method.
fn candidates(subject: &Subject, numbers: impl Iterator<Item = u64> + Clone) -> Vec<Driver> {
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let methods = generator.methods_under_test();
    let each = methods
        .iter()
        .flat_map(|&m| numbers.clone().filter_map(|n| generator.candidate(m, n)).collect::<Vec<_>>());
    each.collect()
}

fn judge(subject: &Subject, driver: &Driver) -> Result<Judged, NoTest> {
    subject.runner().judge(driver.clone(), &MutantSet::default())
}

#[test]
fn an_object_that_takes_arrays_of_its_like_has_an_end() {
    let text = "class Node { final Node[] left; final Node[] right; Node(Node[] left, Node[] right) { this.left = left; this.right = right; } \
        int size(Node[] others) { return left.length + right.length - others.length; } }";
    let program =
        Program::load(vec![SourceFile::new("Node.java".into(), text.to_owned())], &LoadOptions::default());
    let operators = OperatorSet::parse("mujava").expect("a group");
    let subject = Subject::new(program.expect("a program"), &[], &operators);
    let most = candidates(&subject, 0..300).iter().map(|driver| driver.arrange.len()).max();
    assert!(most.is_some_and(|most| (10..=200).contains(&most)), "{most:?}");
}

/// A value of the type that is not the usual one.
fn other_value(ty: InputType, number: usize) -> Constant {
    let integers = [0, 1, -1, 77, -128, 65_535, i64::MIN, i64::MAX, 300];
    let texts: [JavaString; 3] = ["".into(), "\"\\\u{1}é\u{2028}".into(), "'".into()];
    match ty {
        InputType::String => Constant::String(texts[number % texts.len()].clone()),
        InputType::Primitive(PrimitiveType::Boolean) => {
            Constant::Primitive(Primitive::Boolean(number.is_multiple_of(2)))
        }
        InputType::Primitive(ty) => {
            let value = Primitive::Long(integers[number % integers.len()]);
            Constant::Primitive(convert::cast(value, ty))
        }
    }
}

#[test]
fn a_cube_filled_with_its_own_values_is_the_same_test_and_with_others_compiles() {
    let (mut same, mut inputs) = (0, 0);
    for (name, subject) in subjects() {
        for driver in candidates(&subject, [0, 1, 50, 51].into_iter()) {
            let Ok(cube) = subject.runner().cube(driver.clone()) else { continue };
            let own = cube.inputs().iter().map(|input| Some(input.value.clone())).collect();
            let again = cube.fill(&own);
            if let (Ok(a), Ok(b)) = (judge(&subject, &driver), judge(&subject, &again)) {
                assert_eq!(
                    a.observed.outcome,
                    b.observed.outcome,
                    "{name}: {} {}",
                    driver.text(),
                    again.text()
                );
                same += 1;
            }
            for round in 0..3 {
                let values = cube.inputs().iter().enumerate();
                let values = values.map(|(i, input)| Some(other_value(input.ty, i + 5 * round))).collect();
                let filled = cube.fill(&values);
                let checked = subject.runner().check(&filled);
                assert_eq!(checked, Ok(()), "{name}: {} as {}", driver.text(), filled.text());
            }
            inputs += cube.inputs().len();
        }
    }
    assert!(same > 500 && inputs > 3000, "{same} {inputs}");
}

/// The input values that stand in a cube, for its skeleton's variables.
fn own_values(skeleton: &mut Skeleton<'_>) -> Option<Assignment> {
    let mut assignment = Assignment::default();
    // Equal literals are one string.
    let mut texts: Vec<JavaString> = Vec::new();
    for (id, input) in skeleton.cube().inputs().clone().iter_enumerated() {
        let var = skeleton.inputs()[id];
        let bits = match &input.value {
            Constant::Primitive(value) => {
                let term = skeleton.terms.primitive(*value);
                skeleton.terms.constant(term)?.to_bits()
            }
            Constant::String(text) => {
                let at = texts.iter().position(|known| known == text).unwrap_or(texts.len());
                let reference = at as u64 + 1;
                if at == texts.len() {
                    texts.push(text.clone());
                    describe(&mut assignment, reference, text);
                }
                reference
            }
        };
        assignment.set_variable(&skeleton.terms, var, bits);
    }
    Some(assignment)
}

fn describe(assignment: &mut Assignment, reference: u64, text: &JavaString) {
    let mut set = |function, arguments, value| {
        assignment.points.insert(Point { base: Base::Function(function), arguments }, value);
    };
    set(Function::StringLength, smallvec![reference], text.units().len() as u64);
    for (index, &unit) in text.units().iter().enumerate() {
        set(Function::StringUnit, smallvec![reference, index as u64], unit.into());
    }
}

/// What became of the comparisons.
#[derive(Debug, Default)]
struct Tally {
    agree: usize,
    values: usize,
    thrown: usize,
    cut: usize,
    inexact: usize,
    none: BTreeMap<String, usize>,
}

fn compare(name: &str, subject: &Subject, driver: &Driver, tally: &mut Tally) {
    let Ok(judged) = judge(subject, driver) else { return };
    let Ok(cube) = subject.runner().cube(judged.driver.clone()) else { return };
    let mut skeleton = Skeleton::new(subject.program(), cube);
    let mut none = |why: String| *tally.none.entry(why).or_insert(0) += 1;
    let frames = match skeleton.frames(None, Bounds::of_iterations(8)) {
        Ok(frames) => frames,
        Err(error) => return none(error.to_string()),
    };
    let region = Region::whole(&frames.graph);
    let (graph, budget) = (&frames.graph, TermBudget::default());
    let summary = match summarize(&mut skeleton.terms, graph, &region, &Effects::unknown(), &KeepAll, budget)
    {
        Ok(summary) => summary,
        Err(NoSummary::Unsupported(what)) => return none(what.to_string()),
        Err(error) => return none(error.to_string()),
    };
    let ends = skeleton.ends();
    let Some(assignment) = own_values(&mut skeleton) else { return };
    let returns = graph.returns.map(|n| graph.nodes[n].key);
    let mut roots: Vec<_> = summary.exits.iter().map(|e| e.guard).collect();
    let end = summary.exits.iter().find(|e| Some(e.target) == returns && !e.is_cut);
    let read = |var| end.and_then(|e| e.state.get(&var).copied());
    roots.extend(ends.iter().filter_map(|e| read(e.thrown)));
    roots.extend(ends.iter().filter_map(|e| read(e.value?.0)));
    let program = evaluate::Program::new(&skeleton.terms, &roots);
    let mut source = &assignment;
    let values = program.run(&skeleton.terms, 1, &mut source);
    if !program.is_exact() {
        tally.inexact += 1;
        return;
    }
    let taken: Vec<_> = summary.exits.iter().filter(|e| values.is_true(e.guard, 0)).collect();
    let where_ = || format!("{name}:\n{}", driver.text());
    assert_eq!(taken.len(), 1, "{}", where_());
    if taken[0].is_cut {
        tally.cut += 1;
        for cut in &frames.cuts {
            *tally.none.entry(format!("cut: {cut}")).or_insert(0) += 1;
        }
        return;
    }
    assert_eq!(Some(taken[0].target), returns, "{}", where_());
    let behind = &judged.observed.outcome.segments[judged.driver.arrange.len()..];
    for (segment, end) in behind.iter().zip(&ends) {
        let thrown = read(end.thrown).map_or(0, |term| values.get(term, 0));
        let is_thrown = matches!(segment, Segment::Exception(_) | Segment::Thrown { .. });
        assert_eq!(thrown != 0, is_thrown, "{segment:?} {}", where_());
        tally.thrown += usize::from(is_thrown);
        if let (Segment::Value(Value::Primitive(value)), Some((var, _))) = (segment, end.value) {
            let expected = skeleton.terms.primitive(*value);
            let expected = skeleton.terms.constant(expected).expect("a constant").to_bits();
            let got = read(var).map_or(0, |term| values.get(term, 0));
            assert_eq!(got, expected, "{}", where_());
            tally.values += 1;
        }
    }
    tally.agree += 1;
}

#[test]
fn the_summary_of_a_drivers_frames_says_what_its_run_gives() {
    let mut tally = Tally::default();
    for (name, subject) in subjects() {
        jatpg::syntax::with_stack(|| {
            for driver in candidates(&subject, [0, 3, 60].into_iter()) {
                compare(&name, &subject, &driver, &mut tally);
            }
        });
    }
    assert!(tally.agree > 800 && tally.values > 600 && tally.thrown > 40, "{tally:?}");
}
