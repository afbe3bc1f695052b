//! Broken and hostile text: the parser ends with a tree or an error, and accepts what javac's parser accepts.

use std::path::{Path, PathBuf};

use jatpg::syntax::source::SourceFile;
use jatpg::syntax::{dump, parser, with_stack};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use crate::support::corpus::java_files;
use crate::support::jdk::skipped;

use super::javac::{ask_javac, difference, of_this_language};

/// What a random file is made of, beside the tokens of real ones.
const VOCABULARY: &[&str] = &[
    "class",
    "interface",
    "enum",
    "record",
    "@interface",
    "void",
    "int",
    "var",
    "yield",
    "sealed",
    "non-sealed",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "try",
    "catch",
    "finally",
    "return",
    "new",
    "this",
    "super",
    "instanceof",
    "assert",
    "throw",
    "break",
    "static",
    "final",
    "abstract",
    "extends",
    "import",
    "package",
    "synchronized",
    "null",
    "true",
    "a",
    "B",
    "x",
    "0",
    "1.5f",
    "'c'",
    "\"s\"",
    "\"\"\"\n\"\"\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ";",
    ",",
    ".",
    "...",
    "::",
    "->",
    "=",
    "==",
    "+",
    "++",
    "--",
    "-",
    "!",
    "?",
    ":",
    "&",
    "&&",
    "|",
    "<<",
    ">>",
    ">>=",
    "@",
    "@A",
    "/*",
    "*/",
    "//",
    "\n",
    "\\u0041",
    "\\",
    "\"",
    "'",
    "é",
    "😀",
    "\0",
    "#",
];

/// The words, texts and single characters of a file; white space and comments are parts of their own.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

/// A change of a list of tokens: what, where, and with what.
type Edit = (u8, prop::sample::Index, prop::sample::Index);

fn edit(tokens: &mut Vec<&str>, (kind, place, with): &Edit) {
    if tokens.is_empty() {
        return;
    }
    let at = place.index(tokens.len());
    let other = with.index(tokens.len());
    match kind {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[other]),
        2 => tokens.insert(at, VOCABULARY[with.index(VOCABULARY.len())]),
        3 => tokens[at] = VOCABULARY[with.index(VOCABULARY.len())],
        4 => tokens.swap(at, other),
        _ => tokens.truncate(at),
    }
}

fn edits(kinds: std::ops::RangeInclusive<u8>, count: usize) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((kinds, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..=count)
}

fn originals() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    java_files(&root.join("programs"), &mut paths);
    java_files(&root.join("tests/syntax/fixtures"), &mut paths);
    let text = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a source");
        (path, text)
    };
    paths.into_iter().map(text).collect()
}

/// Parses, and asks of an error that it can be shown.
fn survives(text: String) {
    if let Err(error) = parser::parse(SourceFile::new("A.java".into(), text)) {
        let shown = error.diagnostic().render();
        assert!(!error.message.is_empty() && shown.contains("A.java:"), "{shown}");
        assert!(error.span.start <= error.span.end && error.span.end as usize <= error.file.text.len());
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(300) })]

    #[test]
    fn a_soup_of_tokens_ends_in_a_tree_or_an_error(
        words in prop::collection::vec(prop::sample::select(VOCABULARY), 0..60),
        separator in prop::sample::select(&["", " "][..]),
    ) {
        let text = words.join(separator);
        survives(text.clone());
        survives(format!("class A {{ void f() {{ {text} }} }}"));
        let _ = parser::parse_block_statements(&text);
        let _ = parser::parse_expression(&text);
    }

    #[test]
    fn any_text_ends_in_a_tree_or_an_error(text in any::<String>()) {
        survives(text.clone());
        survives(format!("class A {{ String s = \"{text}\"; char c = '{text}'; /*{text}*/ }}"));
    }
}

#[test]
fn edited_programs_end_in_a_tree_or_an_error() {
    let originals = originals();
    let strategy = (any::<prop::sample::Index>(), edits(0..=5, 6));
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(600) });
    runner
        .run(&strategy, |(file, edits)| {
            let (_, text) = &originals[file.index(originals.len())];
            let mut tokens = tokens(text);
            edits.iter().for_each(|each| edit(&mut tokens, each));
            survives(tokens.concat());
            Ok(())
        })
        .expect("no edit makes the parser fail");
}

/// What one parser finds and the other leaves to a later phase; and what javac takes though Java does not.
fn differs_on_purpose(complaint: &str) -> bool {
    const DIFFERENCES: &[&str] = &[
        "must be a variable, a field or an array element",
        "'void' is the result of a method",
        "'var' needs an initial value",
        "cannot be a type's name here",
        // Ranges of numbers are checked with their signs, after parsing.
        "error: integer number too large",
        // javac takes control characters as invisible parts of names, and the half of a character as a char.
        "the character U+0000 has no place",
        "a char holds one UTF-16 unit",
    ];
    DIFFERENCES.iter().any(|message| complaint.contains(message))
}

/// Small edits of programs: javac's parser and ours accept the same ones, with the same trees.
/// `JATPG_SYNTAX_EDITS` sets how many.
#[test]
fn edited_programs_are_accepted_where_javac_accepts_them() {
    let Some(jdk) = of_this_language() else { return skipped("syntax::noise", "JDK 25") };
    let count = std::env::var("JATPG_SYNTAX_EDITS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    // javac loses count of backslashes behind an escaped surrogate.
    let originals: Vec<_> =
        originals().into_iter().filter(|(path, _)| !path.ends_with("Unicode.java")).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut runner = TestRunner::deterministic();
    let mut paths = Vec::new();
    for i in 0..count {
        let (path, text) = &originals[i % originals.len()];
        let mut tokens = tokens(text);
        let chosen = edits(0..=4, 1).new_tree(&mut runner).expect("edits").current();
        chosen.iter().for_each(|each| edit(&mut tokens, each));
        let name = path.file_name().expect("a file");
        let target = folder.path().join(i.to_string()).join(name);
        std::fs::create_dir(target.parent().expect("a folder")).expect("a folder");
        std::fs::write(&target, tokens.concat()).expect("a file");
        paths.push(target);
    }
    let judged = ask_javac(&jdk, &paths);
    let mut wrong = Vec::new();
    with_stack(|| {
        for (path, judged) in paths.iter().zip(&judged) {
            let result = parser::parse(SourceFile::read(path).expect("a file"));
            let is_accepted_by_javac = !judged.tree.starts_with("ERROR");
            let complaint = match &result {
                Ok(unit) if is_accepted_by_javac => {
                    let ours = dump::unit(unit);
                    (ours != judged.tree)
                        .then(|| format!("another tree\n{}", difference(&ours, &judged.tree)))
                }
                Ok(_) => Some(format!("accepted; javac: {}", judged.tree)),
                Err(error) => {
                    is_accepted_by_javac.then(|| format!("rejected: {}", error.diagnostic().render()))
                }
            };
            wrong.extend(complaint.filter(|text| !differs_on_purpose(text)));
        }
    });
    let shown = wrong.iter().take(40).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{shown}", wrong.len());
}
