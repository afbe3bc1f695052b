//! The corpus, each mutant of each method, on small inputs: a split stream finds what whole runs find.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jatpg::exec::limits::Limits;
use jatpg::exec::linked::{MutantVersion, ProgramCode};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::exec::vm::{End, KillKind, Vm, kill};
use jatpg::mutate::generate::mutants_of;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{ClassId, Method, MethodId, Program};
use jatpg::sema::types::Ty;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::Modifiers;

use super::simulation::agree;
use crate::support::corpus::{field, programs};
use crate::support::soak;

/// Tests of a method, at most.
const TESTS: usize = 6;

/// A few expressions of a type.
fn values(program: &Program, ty: Ty) -> Option<Vec<&'static str>> {
    Some(match program.type_name(ty).as_str() {
        "int" => vec!["3", "0", "-1", "7", "12", "1"],
        "long" => vec!["3L", "0L", "-1L", "1000L"],
        "short" => vec!["(short) 3", "(short) -1"],
        "byte" => vec!["(byte) 3", "(byte) -128"],
        "char" => vec!["'a'", "'0'", "' '"],
        "boolean" => vec!["true", "false"],
        "double" => vec!["2.5", "0.0", "-1.0", "4.0"],
        "float" => vec!["2.5f", "0.0f"],
        "java.lang.String" => vec!["\"abcab\"", "\"\"", "\"12\"", "\"(a)\"", "null"],
        "int[]" => vec!["new int[] {3, 1, 2}", "new int[0]", "new int[] {5, 5, 1, 7}"],
        "byte[]" => vec!["new byte[] {65, -61, -87}", "new byte[0]"],
        "char[]" => vec!["new char[] {'<', 'a', '>'}", "new char[0]"],
        "double[]" => vec!["new double[] {1.5, 2.5}", "new double[0]"],
        "java.lang.String[]" => vec!["new String[] {\"b\", \"a\"}", "new String[0]"],
        "int[][]" => vec!["new int[][] {{1, 2}, {3, 4}}", "new int[0][]"],
        _ => return None,
    })
}

/// Lists of arguments: the n-th value of each parameter together, shifted against each other.
fn arguments(program: &Program, method: &Method) -> Option<Vec<String>> {
    let pools: Vec<Vec<&str>> =
        method.parameters.iter().map(|p| values(program, p.ty)).collect::<Option<_>>()?;
    let list = |n: usize| {
        let chosen = pools.iter().enumerate().map(|(i, pool)| pool[(n * (i + 1) + i * (n / 3)) % pool.len()]);
        chosen.collect::<Vec<_>>().join(", ")
    };
    let mut lists: Vec<String> = (0..TESTS).map(list).collect();
    lists.dedup();
    Some(lists)
}

/// Drivers of a method, with how many statements arrange.
fn tests(program: &Program, class: ClassId, id: MethodId) -> Option<Vec<(String, usize)>> {
    let method = &program.methods[id];
    let hidden = Modifiers::PRIVATE | Modifiers::ABSTRACT;
    if method.modifiers.has(hidden) || program.classes[class].modifiers.has(hidden) {
        return None;
    }
    let owner = program.nested_name(class);
    let lists = arguments(program, method)?.into_iter();
    if method.is_constructor() {
        return Some(lists.map(|list| (format!("{owner} o = new {owner}({list});"), 0)).collect());
    }
    if method.is_static() {
        return Some(lists.map(|list| (format!("{owner}.{}({list});", method.name), 0)).collect());
    }
    let constructors = program.classes[class].methods.iter().map(|&m| &program.methods[m]);
    let constructor = constructors.filter(|m| m.is_constructor() && !m.modifiers.has(Modifiers::PRIVATE));
    let made: Vec<String> = constructor.filter_map(|c| arguments(program, c)).next()?;
    let observed: String = observers(program, class).map(|name| format!(" o.{name}();")).collect();
    let test = |(list, made): (String, &String)| {
        (format!("{owner} o = new {owner}({made}); o.{}({list});{observed}", method.name), 1)
    };
    Some(lists.zip(made.iter().cycle()).map(test).collect())
}

/// What can be asked of an object without arguments.
fn observers(program: &Program, class: ClassId) -> impl Iterator<Item = &str> {
    let methods = program.classes[class].methods.iter().map(|&m| &program.methods[m]);
    let hidden = Modifiers::PRIVATE | Modifiers::ABSTRACT | Modifiers::STATIC;
    methods
        .filter(move |m| !m.is_constructor() && !m.modifiers.has(hidden) && m.parameters.is_empty())
        .map(|m| &*m.name)
        .take(4)
}

fn load(path: &Path) -> Arc<Program> {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let package = text.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
    let depth = package.map_or(0, |p| p.split('.').count());
    let options = LoadOptions {
        source_path: path.ancestors().nth(depth + 1).map(PathBuf::from),
        ..LoadOptions::default()
    };
    match Program::load(vec![SourceFile::new(path.into(), text)], &options) {
        Ok(program) => Arc::new(program),
        Err(errors) => panic!("{}", errors[0]),
    }
}

#[derive(Default)]
struct Tally {
    pairs: usize,
    kills: usize,
    unsupported: Vec<String>,
    differences: Vec<String>,
}

fn check(path: &Path, tally: &mut Tally) {
    let program = load(path);
    let operators = OperatorSet::default();
    for class in program.given_classes().collect::<Vec<_>>() {
        for &id in &program.classes[class].methods {
            let Some(tests) = tests(&program, class, id) else { continue };
            check_method(&program, id, &operators, &tests, tally);
        }
    }
}

fn check_method(
    program: &Arc<Program>,
    id: MethodId,
    operators: &OperatorSet,
    tests: &[(String, usize)],
    tally: &mut Tally,
) {
    let mutants: Vec<_> = mutants_of(program, id, operators)
        .into_iter()
        .filter(|mutant| mutant.unsupported.is_none())
        .filter_map(|mutant| {
            let body = program.typed_body(id, &mutant.code(program)?).ok()?;
            Some((mutant.id, MutantVersion::new(program, id, body)))
        })
        .collect();
    let versions: Vec<MutantVersion> = mutants.iter().map(|(_, version)| version.clone()).collect();
    let code = ProgramCode::build(program, &versions);
    let live = MutantSet::all(versions.len());
    // Enough for inputs as small as these.
    let mut vm = Vm::new(&code, Limits { steps: 20_000, ..Limits::default() });
    let package = program.package_name(program.methods[id].class).to_owned();
    let holder = program.driver_method(&package).expect("the driver of the package");
    for (test, arranging) in tests {
        let statements = parse_block_statements(test).expect("statements");
        let Ok(body) = program.typed_body(holder, &statements) else { continue };
        let driver = code.driver(&body, *arranging);
        let original = vm.run_original(&driver);
        if let End::Unsupported(what) = &original.end {
            tally.unsupported.push(format!("{test} {what}"));
        }
        let simulation = vm.simulate(&driver, &live);
        assert_eq!(simulation.is_test, original.is_test(), "{test}");
        let mut row: Vec<Option<KillKind>> = vec![None; versions.len()];
        simulation.kills.iter().for_each(|&(mutant, kind)| row[mutant as usize] = Some(kind));
        for mutant in live.iter() {
            let whole = vm.run_mutant(&driver, mutant, &original);
            let (one, other) = (row[mutant as usize], kill(&original, &whole));
            if !agree(one, other) {
                tally
                    .differences
                    .push(format!("{} {test}: {one:?}, whole {other:?}", mutants[mutant as usize].0));
            }
        }
        tally.pairs += versions.len();
        tally.kills += simulation.kills.len();
    }
}

#[test]
fn simulation_and_whole_runs_agree_on_every_mutant_of_the_corpus() {
    // All of the field would take as long as the rest.
    let files =
        programs().into_iter().step_by(soak::one_in(2)).chain(field().into_iter().step_by(soak::one_in(8)));
    let mut tally = Tally::default();
    files.for_each(|path| check(&path, &mut tally));
    println!("{} pairs, {} kills; not followed: {:#?}", tally.pairs, tally.kills, tally.unsupported);
    assert!(tally.differences.is_empty(), "{}", tally.differences.join("\n"));
    assert!(tally.pairs > 10_000 && tally.kills * 4 > tally.pairs, "{} of {}", tally.kills, tally.pairs);
}
