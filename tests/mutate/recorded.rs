//! The sets that the original tool made of six programs (`tests/fixtures/mujava`, one mutant a line): operator,
//! place and replacement of all that compiled must be ours, and ours must be theirs, the deviations that
//! OPERATORS.md numbers aside. Each deviation that occurs is listed here with its reason; one that does not
//! occur any more fails the test, too.

use std::collections::BTreeSet;
use std::path::Path;

use jatpg::mutate::candidate::{Candidate, Edit};
use jatpg::mutate::context::Context;
use jatpg::mutate::generate::{judge_all, with_context};
use jatpg::mutate::operator::OperatorSet;
use jatpg::mutate::patch::Patched;
use jatpg::mutate::text::least_replacement;
use jatpg::syntax::Child;
use jatpg::syntax::digest::{Digest, Parent, digest_of};
use jatpg::syntax::parser::parse_expression;
use jatpg::syntax::parts::Nodes as _;
use jatpg::syntax::tree::{Root, StmtId, StmtKind};
use serde::Deserialize;

use super::{is_accepted, load, method};

#[derive(Deserialize)]
struct Record {
    op: String,
    compiled: bool,
    line: u32,
    col: u32,
    change: String,
    orig: String,
    mutant: String,
    same_as_original: bool,
}

/// What a mutant changes, in words that do not depend on how either tool prints trees.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    /// An expression becomes this tree.
    Expression(Digest),
    DeleteStatement,
    DeleteGroup,
    DropCondition,
    DropUpdate,
    Return(String),
}

/// Operator, line, column, change, and a text for people.
type Key = (String, u32, u32, Change);

/// Mutants of ours that the tool does not have, or not as something that compiles: program, operator, line,
/// replacement, reason.
const ONLY_OURS: &[(&str, &str, u32, &str, &str)] = &[
    ("BitsShl", "ASRS", 11, "d >>>= 1", "4: `>>=` is made twice there"),
    ("BitsShl", "ASRS", 12, "e >>>= y", "4: the original is made again there"),
    ("Sampler", "SDL", 14, "", "2: `do` bodies are lists"),
    ("Sampler", "SDL", 15, "", "2: `do` bodies are lists"),
    ("Sampler", "SDL", 35, "", "2: labelled statements are entered: condition, updates"),
    ("Sampler", "SDL", 35, ";", "2: a labelled body is a list"),
    ("Sampler", "SDL", 36, "", "2: labelled statements are entered"),
    ("Sampler", "SDL", 37, "", "2: labelled statements are entered"),
    ("Sampler", "SDL", 37, "true", "2: labelled statements are entered"),
    ("Sampler", "SDL", 38, "", "2: labelled statements are entered"),
    ("Sampler", "SDL", 40, "", "2: labelled statements are entered"),
    ("Sampler", "VDL", 35, "", "7: one of several updates goes with its comma, there its text is blanked"),
];

#[test]
fn the_mutants_are_those_of_the_original_tool_but_for_the_listed_deviations() {
    let mut unused: BTreeSet<usize> = (0..ONLY_OURS.len()).collect();
    for (name, function) in [
        ("BitsShl", "bits"),
        ("BubbleSort", "sort"),
        ("Gcd", "gcd"),
        ("Pred", "pred"),
        ("Sampler", "sample"),
        ("TriTyp", "classify"),
    ] {
        let theirs = recorded(name);
        let ours = produced(name, function);
        let missing: Vec<_> = theirs.iter().filter(|key| !ours.iter().any(|(own, _)| own == *key)).collect();
        assert!(missing.is_empty(), "{name} lacks {missing:#?}");
        for (key, text) in ours.iter().filter(|(key, _)| !theirs.contains(key)) {
            let deviation = ONLY_OURS.iter().position(|(program, operator, line, replacement, _)| {
                *program == name && *operator == key.0 && *line == key.1 && replacement == text
            });
            let deviation = deviation.unwrap_or_else(|| panic!("{name} has {key:?} `{text}` more"));
            unused.remove(&deviation);
        }
    }
    let unused: Vec<_> = unused.iter().map(|n| ONLY_OURS[*n]).collect();
    assert!(unused.is_empty(), "deviations that do not occur: {unused:#?}");
}

fn fixture(name: &str, extension: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mujava");
    std::fs::read_to_string(folder.join(name).with_extension(extension)).expect("a fixture")
}

/// The tool's mutants as a set: what did not compile and copies of the original (deviation 4) are left out.
fn recorded(name: &str) -> BTreeSet<Key> {
    let lines = fixture(name, "jsonl");
    let records = lines.lines().map(|line| serde_json::from_str::<Record>(line).expect("a record"));
    records
        .filter(|record| record.compiled && !record.same_as_original)
        .filter_map(|record| key_of(&record))
        .collect()
}

fn key_of(record: &Record) -> Option<Key> {
    let change = match &*record.change {
        "expression" if record.mutant.trim().is_empty() => Change::DeleteStatement,
        "expression" | "if condition -> true" => Change::Expression(digest(&record.mutant)),
        "delete statement" => Change::DeleteStatement,
        "delete case group" => Change::DeleteGroup,
        "drop for condition" => Change::DropCondition,
        "drop for increment" => Change::DropUpdate,
        // Deviation 3: there the init is lost as well. Without a condition nothing is left to drop.
        "drop for condition (expression init is lost too)" if record.orig.contains("; ;") => return None,
        "drop for condition (expression init is lost too)" => Change::DropCondition,
        "drop for increment (expression init is lost too)" => Change::DropUpdate,
        "return -> constant" => {
            Change::Return(record.mutant.trim_start_matches("return").trim_end_matches(';').trim().to_owned())
        }
        other => panic!("an unknown kind of change: {other}"),
    };
    Some((record.op.clone(), record.line, record.col, change))
}

fn digest(expression: &str) -> Digest {
    let code = parse_expression(expression).expect("an expression");
    match code.root {
        Root::Expr(root) => digest_of(&code, Child::Expr(root)),
        _ => unreachable!("an expression"),
    }
}

/// What we make of the program, aliases under their own names, each with its replacement.
fn produced(name: &str, function: &str) -> Vec<(Key, String)> {
    let program = load(name, &fixture(name, "java"));
    with_context(&program, method(&program, function), |context| {
        let judged = judge_all(context, &OperatorSet::default());
        let accepted = judged.iter().filter(|judged| is_accepted(judged));
        accepted
            .map(|judged| {
                let (start, change) = change_of(context, judged.operator.name, &judged.candidate);
                let place = context.source.position(start);
                let key = (judged.operator.name.to_owned(), place.line, place.column, change);
                (key, least_replacement(context, &judged.candidate).text)
            })
            .collect()
    })
    .expect("a supported method")
}

fn change_of(context: &Context, operator: &str, candidate: &Candidate) -> (u32, Change) {
    let tree = Patched { code: context.code, patch: &candidate.patch };
    match candidate.edit {
        Edit::Expr(place) => {
            if let (Parent::Stmt(statement), "SDL") = (context.digests.expr_parent(place), operator)
                && matches!(context.code.stmts[statement].kind, StmtKind::Return(_))
            {
                let value = least_replacement(context, candidate).text;
                return (context.code.stmts[statement].span.start, Change::Return(value.trim().to_owned()));
            }
            let start = context.code.exprs[place].span.start as usize;
            // The tool names the first token that is no parenthesis.
            let parentheses = context.source.text[start..].find(|c| c != '(').unwrap_or(0);
            ((start + parentheses) as u32, Change::Expression(digest_of(&tree, Child::Expr(place))))
        }
        Edit::Text { span, .. } => {
            let changed = candidate.patch.changed(context.code).next().expect("a place");
            let Child::Stmt(id) = changed else { return (span.start, Change::DeleteStatement) };
            match (&context.code.stmts[id].kind, &tree.stmt(id).kind) {
                (StmtKind::For { condition: Some(_), .. }, StmtKind::For { condition: None, .. }) => {
                    (start_of(context, id), Change::DropCondition)
                }
                (StmtKind::For { update, .. }, StmtKind::For { update: rest, .. }) => {
                    // SDL drops all of them, VDL one: there an expression that is blanked.
                    if operator == "SDL" && rest.is_empty() {
                        return (start_of(context, id), Change::DropUpdate);
                    }
                    let gone = update.iter().find(|id| !rest.contains(id)).expect("an update");
                    (start_of(context, *gone), Change::DeleteStatement)
                }
                (StmtKind::Switch { body, .. }, StmtKind::Switch { body: rest, .. })
                    if body.groups.iter().any(|group| group.span.start == span.start)
                        && rest.groups.len() < body.groups.len() =>
                {
                    (span.start, Change::DeleteGroup)
                }
                _ => (span.start, Change::DeleteStatement),
            }
        }
    }
}

fn start_of(context: &Context, id: StmtId) -> u32 {
    context.code.stmts[id].span.start
}
