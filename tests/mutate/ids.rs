//! Ids tell mutants apart, whatever the files of a call declare (DESIGN §12).

use std::collections::BTreeSet;

use jatpg::mutate::generate::mutants;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use proptest::prelude::*;

const PACKAGES: [&str; 4] = ["", "a", "a.b", "b"];
const CLASSES: [&str; 3] = ["X", "Y", "Inner"];

/// A class that has a nested one of a name that others have, too, and overloads that differ in a package alone.
fn source(package: &str, class: &str, overloads: &[String]) -> SourceFile {
    let header = if package.is_empty() { String::new() } else { format!("package {package};\n") };
    let more: String =
        overloads.iter().map(|ty| format!("  static int f({ty} o) {{ return 2 + 3; }}\n")).collect();
    let text = format!(
        "{header}public class {class} {{\n  static int f(int n) {{ return n + 1; }}\n{more}  public static class \
         Inner{class} {{ static int f(int n) {{ return n - 1; }} }}\n}}\n"
    );
    SourceFile::new(format!("{package}/{class}.java").into(), text)
}

fn load(files: Vec<SourceFile>) -> Program {
    let program = Program::load(files, &LoadOptions::default());
    program.unwrap_or_else(|errors| panic!("{}", errors[0].render()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_two_mutants_of_a_program_have_the_same_id(chosen in prop::collection::btree_set((0..4usize, 0..3usize), 1..8)) {
        let named = |&(package, class): &(usize, usize)| match PACKAGES[package] {
            "" => None,
            package => Some(format!("{package}.{}", CLASSES[class])),
        };
        let overloads: Vec<String> = chosen.iter().filter_map(named).collect();
        let files = chosen.iter().map(|&(p, c)| source(PACKAGES[p], CLASSES[c], &overloads)).collect();
        let program = load(files);
        let all = mutants(&program, &OperatorSet::default());
        let names: Vec<&str> = all.iter().flat_map(|mutant| mutant.names()).collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        prop_assert_eq!(names.len(), distinct.len());
        prop_assert!(all.len() >= chosen.len() * 2);
    }
}

#[test]
fn an_id_has_the_package_and_simple_types_where_these_tell_overloads_apart() {
    let text = "package p; class X { static int f(java.util.List<String> l) { return 1 + 1; } \
                static int f(String s) { return 1 + 1; } static int g(a.X o) { return 1 + 1; } \
                static int g(X o) { return 1 + 1; } }";
    let program = load(vec![
        SourceFile::new("X.java".into(), text.to_owned()),
        SourceFile::new("a/X.java".into(), "package a; public class X { }".to_owned()),
    ]);
    let methods: BTreeSet<String> = program
        .given_classes()
        .flat_map(|c| program.classes[c].methods.clone())
        .map(|m| program.method_name(m))
        .collect();
    let expected = ["p.X.f(String)", "p.X.f(List)", "p.X.g(a.X)", "p.X.g(p.X)"];
    assert!(expected.iter().all(|name| methods.contains(*name)), "{methods:?}");
}
