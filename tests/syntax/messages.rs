//! What a person reads who gave a file that is no Java.

use std::fmt::Write;

use jatpg::syntax::parser;
use jatpg::syntax::source::{Position, SourceError, SourceFile};

/// Broken files, each with the name of what is wrong.
const BROKEN: &[(&str, &str)] = &[
    ("no semicolon", "class A {\n    int f() {\n        int x = 5\n        return x;\n    }\n}\n"),
    ("no closing parenthesis", "class A {\n    int f() {\n        return g(1, (2 + 3);\n    }\n}\n"),
    ("no operator", "class A {\n    int x = a b;\n}\n"),
    ("no argument", "class A {\n    int x = f(1, );\n}\n"),
    ("no initial value", "class A {\n    int x = ;\n}\n"),
    ("no condition", "class A {\n    void f() { if () { } }\n}\n"),
    ("else without if", "class A {\n    void f() {\n        if (a) b(); c(); else d();\n    }\n}\n"),
    ("catch without try", "class A {\n    void f() { catch (Error e) { } }\n}\n"),
    ("try alone", "class A {\n    void f() { try { } }\n}\n"),
    ("half a class", "class A {\n    int f(int x) {\n        if (x > 0) {\n            return 1;\n"),
    ("a brace too many", "class A {\n    void f() { } }\n}\n"),
    ("a wrong bracket", "class A {\n    int f() { return x[1); }\n}\n"),
    ("an empty statement list", "class A {\n    void f() { case 1: }\n}\n"),
    ("a keyword as a name", "class A {\n    int class = 1;\n}\n"),
    ("no name", "class {\n}\n"),
    ("no type", "class A {\n    f() { }\n}\n"),
    ("an expression as a statement", "class A {\n    void f() { a + b; }\n}\n"),
    ("a declaration as a branch", "class A {\n    void f() { if (a) int x = 1; }\n}\n"),
    ("an assignment to a sum", "class A {\n    void f() { a + b = c; }\n}\n"),
    ("a stray character", "class A {\n    int x = 1 # 2;\n}\n"),
    ("binary data", "PK\u{3}\u{4}\u{0}\u{0}"),
    ("an unclosed string", "class A {\n    String s = \"abc;\n}\n"),
    ("an unclosed comment", "class A {\n    /* int x;\n}\n"),
    ("an unclosed text block", "class A {\n    String s = \"\"\"\n        abc;\n}\n"),
    ("an unknown escape", "class A {\n    String s = \"a\\qb\";\n}\n"),
    ("a bad unicode escape", "class A {\n    char c = '\\u00g1';\n}\n"),
    ("a digit too large", "class A {\n    int x = 019;\n}\n"),
    ("prose", "This is not Java at all.\n"),
    ("two modifiers", "class A {\n    public public int x;\n}\n"),
    ("mixed cases", "class A {\n    void f() { switch (x) { case 1: break; case 2 -> { } } }\n}\n"),
    ("a byte order mark", "\u{feff}class A { }\n"),
    ("var without a value", "class A {\n    void f() { var x; }\n}\n"),
    ("a tab and a wide character", "class A {\n\tString s = \"é😀\" 1;\n}\n"),
];

#[test]
fn broken_files_are_explained() {
    let mut shown = String::new();
    for (what, text) in BROKEN {
        let source = SourceFile::new("A.java".into(), (*text).to_owned());
        let error = parser::parse(source).expect_err(what);
        let _ = write!(shown, "=== {what}\n{}", error.diagnostic().render());
    }
    insta::with_settings!({ snapshot_path => "../../snapshots/syntax", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("broken_files", shown);
    });
}

#[test]
fn an_empty_file_is_a_unit_without_types() {
    for text in ["", "\n", "// nothing\n", ";", "\u{1a}"] {
        let unit = parser::parse(SourceFile::new("A.java".into(), text.to_owned())).expect("an empty unit");
        assert!(unit.types.is_empty());
    }
}

#[test]
fn of_a_file_that_is_not_utf_8_the_first_byte_that_is_wrong_is_known() {
    let bytes = b"class A {\n// caf\xe9 \xe8\n}".to_vec();
    let error = SourceFile::from_bytes("A.java".into(), bytes).expect_err("Latin-1");
    let SourceError::NotUtf8 { readable, span, byte } = error else { panic!("{error}") };
    let Position { line, column, offset } = readable.position(span.start);
    assert_eq!((line, column, offset, byte), (2, 7, 16, 0xe9));
    assert_eq!(readable.slice(span), "\u{fffd}");
}
