//! What `jatpg mutants` shows: ids, aliases, positions, diffs.

use jatpg::mutate::generate::mutants;
use jatpg::mutate::mutant::Mutant;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::list::{diff, record, source_of, table};
use jatpg::syntax::source::SourceFile;

use super::load;

const TEXT: &str = "class Sums {\n\tstatic int f(int n) {\n\t\tint s = 0;\n\t\twhile (s < n) { s = s + n; }\n\t\treturn s;\n\t}\n}\n";

/// The mutant of this id or alias.
fn named<'a>(all: &'a [Mutant], name: &str) -> &'a Mutant {
    all.iter().find(|mutant| mutant.names().any(|own| own == name)).expect("a mutant of this name")
}

/// The mutant's whole source.
fn mutated_source(source: &SourceFile, mutant: &Mutant) -> String {
    let (start, end) = (mutant.span.start as usize, mutant.span.end as usize);
    [&source.text[..start], &mutant.replacement, &source.text[end..]].concat()
}

#[test]
fn a_mutant_that_two_operators_make_bears_the_name_of_the_first_and_the_others_as_aliases() {
    let program = load("Sums.java", TEXT);
    let all = mutants(&program, &OperatorSet::default());
    let mutant = named(&all, "Sums.f(int)/ODL_1");
    assert_eq!(mutant.operator, "VDL");
    assert_eq!(mutant.aliases, ["Sums.f(int)/ODL_1"]);
    // Numbers are the same whatever operators are chosen.
    let alone = mutants(&program, &OperatorSet::parse("ODL").unwrap());
    assert_eq!(
        alone.iter().map(|mutant| &*mutant.id).collect::<Vec<_>>(),
        ["Sums.f(int)/ODL_1", "Sums.f(int)/ODL_2"]
    );
}

#[test]
fn records_name_lines_and_columns_in_utf_16_units_and_offsets_in_bytes() {
    let program = load("U.java", "class U { static String f(String s) { return \"𝄞é\" + s + 1; } }");
    let all = mutants(&program, &OperatorSet::parse("CDL").unwrap());
    let json = serde_json::to_value(record(&program, &all[0])).unwrap();
    assert_eq!(json["id"], "U.f(String)/CDL_1");
    assert_eq!(json["original"], "\"𝄞é\" + s");
    assert_eq!(json["replacement"], "s");
    assert_eq!(json["span"]["start"], serde_json::json!({"line": 1, "column": 46, "offset": 45}));
    assert_eq!(json["span"]["end"], serde_json::json!({"line": 1, "column": 55, "offset": 57}));
    assert_eq!(json.get("verdict"), None);
}

#[test]
fn a_diff_is_against_the_raw_file_and_makes_the_mutant_s_source() {
    let program = load("Sums.java", TEXT);
    let all = mutants(&program, &OperatorSet::default());
    let mutant = named(&all, "Sums.f(int)/AORB_4");
    assert_eq!(
        diff(&program, mutant),
        "--- Sums.java\n+++ Sums.java\tSums.f(int)/AORB_4\n@@ -1,7 +1,7 @@\n class Sums {\n \tstatic int f(int n) {\n \t\tint s = 0;\n\
         -\t\twhile (s < n) { s = s + n; }\n+\t\twhile (s < n) { s = s - n; }\n \t\treturn s;\n \t}\n }\n"
    );
    for mutant in &all {
        let source = source_of(&program, mutant);
        let whole = similar::TextDiff::from_lines(&*source.text, &*mutated_source(source, mutant))
            .unified_diff()
            .context_radius(3)
            .to_string();
        let ours = diff(&program, mutant);
        let hunks = ours.split_once("@@").map(|(_, hunks)| format!("@@{hunks}"));
        assert_eq!(hunks.unwrap_or_default(), whole, "{}", mutant.id);
    }
}

#[test]
fn the_table_has_a_line_for_each_mutant_and_the_counts_with_and_without_aliases() {
    let program = load("Sums.java", TEXT);
    let all = mutants(&program, &OperatorSet::parse("VDL,ODL").unwrap());
    assert_eq!(
        table(&program, &all),
        "Sums.f(int)/VDL_1  Sums.java:4:23  s + n → n  (also ODL_2)\n\
         Sums.f(int)/VDL_2  Sums.java:4:23  s + n → s  (also ODL_1)\n\
         2 mutants (4 with aliases)\n\
         What stands behind \"also\" are aliases: ids that other operators give to the same change.\n\
         Every command takes them; reports call a mutant by the id at the beginning of its line.\n"
    );
}

#[test]
fn comments_formatting_and_unicode_escapes_around_a_mutant_survive() {
    let program = load(
        "E.java",
        "class E { static int f(int a, int b) { return a /* + */ + // why\n (b) \\u002b a\\u002db; } static int g(int a, int b) { return a+b-a; } }",
    );
    let all = mutants(&program, &OperatorSet::parse("AORB,AOIS,AOIU,LOI").unwrap());
    let of = |id: &str| named(&all, id).replacement.clone();
    assert_eq!(of("E.f(int,int)/AORB_4"), "a /* + */ - // why\n (b)");
    assert_eq!(of("E.g(int,int)/AORB_8"), "a+b+a");
    // a+b with ++b is no a+++b.
    let spaced =
        all.iter().find(|mutant| mutant.original == "b" && mutant.replacement.contains("++b")).unwrap();
    assert!(spaced.replacement == "++b" || spaced.replacement == " ++b");
    for mutant in &all {
        let text = mutated_source(source_of(&program, mutant), mutant);
        load("E.java", &text);
    }
}
