//! Nesting, chains and sizes: 1,000 levels of each kind parse, far more are refused with a place, and both
//! take bounded time and stack (these tests run on the 2 MB of a test thread).

use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{CompilationUnit, Member, StmtKind};
use jatpg::syntax::{SyntaxError, dump, parser, with_stack};

fn parse(text: String) -> Result<CompilationUnit, SyntaxError> {
    parser::parse(SourceFile::new("A.java".into(), text))
}

/// A method around statements.
fn method(statements: &str) -> String {
    format!("class A {{ int f(int a, int b) {{ {statements} }} }}")
}

/// `open` and `close` around `inner`, `levels` times.
fn nest(levels: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

type Nested = fn(usize) -> String;

/// Each kind of nesting, as a file with so many levels of it (the class and the method around it are among the
/// levels of braces).
const KINDS: &[(&str, Nested)] = &[
    ("parentheses", |n| method(&format!("return {};", nest(n, "(", "a", ")")))),
    ("indices", |n| method(&format!("return {};", nest(n, "a[", "a", "]")))),
    ("calls", |n| method(&format!("return {};", nest(n, "f(", "a", ")")))),
    ("minus", |n| method(&format!("return {};", nest(n, "- ", "a", "")))),
    ("not", |n| method(&format!("return {};", nest(n, "!", "a", "")))),
    ("casts", |n| method(&format!("return {};", nest(n, "(int) ", "a", "")))),
    ("casts to classes", |n| method(&format!("return {};", nest(n, "(A) ", "a", "")))),
    ("casts in parentheses", |n| method(&format!("return {};", nest(n - 1, "((int) ", "a", ")")))),
    ("conditionals", |n| method(&format!("return {};", nest(n, "a ? b : ", "a", "")))),
    ("conditionals in the middle", |n| method(&format!("return {};", nest(n, "a ? ", "a", " : b")))),
    ("assignments", |n| method(&nest(n, "a = ", "a;", ""))),
    ("else if", |n| method(&nest(n, "if (a) f(); else ", ";", ""))),
    ("if", |n| method(&nest(n, "if (a) ", ";", ""))),
    ("if with else", |n| method(&nest(n, "if (a) ", ";", " else ;"))),
    ("while", |n| method(&nest(n, "while (a) ", ";", ""))),
    ("for", |n| method(&nest(n, "for (;;) ", ";", ""))),
    ("for each", |n| method(&nest(n, "for (var x : y) ", ";", ""))),
    ("do", |n| method(&nest(n, "do ", ";", " while (a);"))),
    ("labels", |n| method(&nest(n, "l: ", ";", ""))),
    ("blocks", |n| method(&nest(n - 2, "{", "", "}"))),
    ("try", |n| method(&nest(n - 2, "try { ", "", "} finally { }"))),
    ("lambdas", |n| method(&format!("f({});", nest(n, "x -> ", "a", "")))),
    ("lambdas with parentheses", |n| method(&format!("f({});", nest(n, "(x) -> ", "a", "")))),
    ("lambdas with blocks", |n| method(&nest(n - 2, "f(x -> { ", "", " });"))),
    ("type arguments", |n| method(&format!("L{} x;", nest(n, "<L", "", ">")))),
    ("type arguments of new", |n| method(&format!("x = new L{}();", nest(n, "<L", "", ">")))),
    ("less than", |n| method(&format!("return {};", nest(n, "a < ", "a", "")))),
    ("arrays", |n| method(&format!("int[] x = {};", nest(n - 2, "{", "", "}")))),
    ("annotations", |n| format!("{} class A {{ }}", nest(n, "@A(", "@B", ")"))),
    ("annotations with lambdas", |n| {
        format!("class A {{ {} int x; }}", nest(n - 1, "@A(x = () -> { ", "", " int y; })"))
    }),
    ("switches", |n| method(&nest(n - 2, "switch (a) { case 1: ", "", "}"))),
    ("switch expressions", |n| {
        method(&format!("f({});", nest(n - 2, "switch (a) { default -> ", "1", "; }")))
    }),
    ("classes", |n| nest(n, "class A { ", "", "}")),
    ("anonymous classes", |n| method(&nest((n - 2) / 2, "new A() { int f() { return ", "1;", "}}; "))),
];

#[test]
fn a_thousand_levels_of_each_kind_parse() {
    for (kind, nested) in KINDS {
        let kind = *kind;
        // The anonymous classes are no statements inside `return`, but an expression.
        let text = if kind == "anonymous classes" {
            method(&format!("return {};", nest(499, "new A() { int f() { return ", "1", "; } }")))
        } else {
            nested(1_000)
        };
        if let Err(error) = parse(text) {
            panic!("{kind}: {error}");
        }
    }
}

#[test]
fn many_more_levels_are_refused_at_their_place() {
    for (kind, nested) in KINDS {
        let error = parse(nested(100_000)).expect_err(kind);
        assert!(error.message.starts_with("more than 1000"), "{kind}: {error}");
        assert!(error.span.start > 1_000, "{kind}: {:?}", error.span);
    }
}

#[test]
fn long_chains_are_no_nesting() {
    let sum = format!("return a{};", " + b".repeat(3_000));
    let unit = parse(method(&sum)).expect("a long sum");
    assert!(with_stack(|| dump::unit(&unit)).contains("(+ (+ (+ a b) b) b)"));
    for statements in [
        "a = b; ".repeat(50_000),
        format!("f(a{});", ", a".repeat(50_000)),
        format!("int[] x = {{ {} }};", "-1, ".repeat(50_000)),
        format!("f({});", "a < b, ".repeat(900) + "a"),
        "if (a) f(); else if (b) g(); else f(); ".repeat(5_000),
        "a = x -> b ? c : d; ".repeat(5_000),
    ] {
        parse(method(&statements)).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_body_deeper_than_the_limit_is_one_unsupported_statement() {
    for chain in [" + b", ".f()", "[0]"] {
        let unit = parse(method(&format!("return a{};", chain.repeat(5_000)))).expect("it parses");
        let Some(Member::Method(method)) = unit.types.iter().next().and_then(|ty| ty.members.first()) else {
            panic!("a method");
        };
        let code = method.body.as_deref().expect("a body");
        assert!(code.stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::Unsupported(_))), "{chain}");
        assert!(code.stmts.len() + code.exprs.len() <= 2, "{chain}");
    }
}

#[test]
fn huge_tokens_and_lines_parse_or_are_refused_shortly() {
    let megabytes = "x".repeat(10 << 20);
    parse(format!("class A {{ String s = \"{megabytes}\"; }}")).expect("a literal of 10 MB");
    parse(format!("class A {{ /* {megabytes} */ int {megabytes}; }}")).expect("a name of 10 MB");
    parse(format!("class A {{ int x = {}; }}", "1".repeat(10 << 20))).expect("a number of 10 MB");
    let error = parse(format!("class A {{ String s = \"{megabytes}; }}")).expect_err("no closing quote");
    assert!(error.message.contains("string literal is not closed"), "{}", error.message);
    let error = parse(format!("class A {{ int x = 1 {megabytes}; }}")).expect_err("no operator");
    assert!(error.diagnostic().render().len() < 2_000);
    let error = parse(format!("class A {{ {} }}", ";".repeat(2_000_001))).expect_err("too many tokens");
    assert!(error.message.contains("more than 2000000 tokens"), "{}", error.message);
}
