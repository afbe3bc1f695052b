//! Methods with few inputs: what all of them show, and what they must not be taken to show.

use jatpg::engine::exhaust;
use jatpg::engine::session::Session;
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::{Equivalent, Means, Verdict};
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::Unwatched;

/// The verdict of all inputs on the one change in the members of a class, and on nothing else.
fn verdict(members: &str) -> Verdict {
    let (head, rest) = members.split_once('«').expect("a change");
    let (change, tail) = rest.split_once('»').expect("its end");
    let (old, new) = change.split_once('¦').expect("two versions");
    let file = |text: &str| format!("class A {{ {head}{text}{tail} }}");
    let (original, changed) = (file(old), file(new));
    let source = SourceFile::new("A.java".into(), original.clone());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    let operators = OperatorSet::parse("mujava,ABS,UOI").expect("the operators are known");
    let mut mutants = Subject::seed(&program, &methods, &operators);
    mutants.retain(|m| {
        let (start, end) = (m.span.start as usize, m.span.end as usize);
        format!("{}{}{}", &original[..start], m.replacement, &original[end..]) == changed
    });
    mutants.truncate(1);
    assert_eq!(mutants.len(), 1, "no operator makes {changed}");
    let subject = Subject::of_mutants(program, mutants);
    let mut session = Session::new(&subject, &Unwatched);
    exhaust::decide(&mut session);
    session.verdicts()[0].clone()
}

fn proof(members: &str) -> Option<Equivalent> {
    match verdict(members) {
        Verdict::Equivalent(proof) => Some(proof),
        _ => None,
    }
}

const PACE: &str = "enum Pace { SLOW(2), FAST(5), NONE(0); final int steps; Pace(int n) { steps = n; } \
                    boolean isOn() { return steps «>¦!=» 0; } } ";

#[test]
fn what_no_input_shows_is_proven() {
    let pace = PACE.replace("«>¦!=»", ">");
    let of_pace = pace + "static int f(Pace p) { return «p.steps == 0¦p.steps <= 0» ? 9 : 100 / p.steps; }";
    for (members, inputs) in [
        ("static int f(byte b) { float x = b; return (int) («x % 256f¦x»); }", 256),
        (&of_pace, 4),
        (PACE, 3),
        ("static boolean f(Boolean b) { return b != null && (b ? 1 : 0) «>¦!=» 0; }", 3),
        ("static Byte f(boolean a, Byte b) { int n = a ? 1 : 0; return n «>¦!=» 0 ? b : null; }", 514),
        ("int k; boolean f(byte b) { return (b & 3) «>¦!=» 0; }", 256),
        (
            "static final int LIMIT = Integer.parseInt(\"5\"); static boolean f(byte b) { return b «>¦!=» 127 || LIMIT > 4; }",
            256,
        ),
        (
            "static int f(byte b) { if (b < 0) { throw new IllegalStateException(\"n\" + b); } return (b | 1) «>¦!=» 0 ? 1 : 2; }",
            256,
        ),
        (
            "private static int g(byte b) { float x = b; return (int) («x % 256f¦x»); } static int f(byte b) { return g(b); }",
            256,
        ),
        ("static String f(boolean b) { String s = b ? \"x\" : \"y\"; return «s + \"\"¦s»; }", 2),
        (
            "enum S { NEW, PAID, SENT { boolean isOver() { return true; } }; boolean isOver() { return false; } boolean isOpen() { return «this == NEW || this == PAID¦this == NEW ^ this == PAID»; } }",
            3,
        ),
    ] {
        let proof = proof(members).unwrap_or_else(|| panic!("not proven: {members}"));
        assert_eq!(proof.means(), Means::AllInputs(inputs), "{members}");
        assert_eq!(proof.callers().is_some(), members.contains("private static int g"), "{members}");
    }
}

#[test]
fn what_one_input_shows_is_a_kill() {
    let members = "static boolean f(byte b) { return b «>¦>=» 49; }";
    assert!(matches!(verdict(members), Verdict::Killed(killed) if !killed.is_weak()));
}

/// Each with a difference that no run from the first state shows.
#[test]
fn what_depends_on_more_than_inputs_is_not_proven() {
    for members in [
        "static int k; static boolean f(boolean b) { return b && «k > 0¦k != 0»; }",
        "int k; boolean f(boolean b) { return b && «k > 0¦k != 0»; }",
        "private static int k; static int k() { return k; } static boolean f(boolean b) { «k++;¦» return b; }",
        "private int k; int k() { return k; } boolean f(boolean b) { «k++;¦» return b; }",
        "static int[] a = {0}; static boolean f(boolean b) { return b && a[0] «>¦!=» 0; }",
        "static final int[] a = {0}; static boolean f(boolean b) { return b && a[0] «>¦!=» 0; }",
        // Before `LIMIT` is set.
        "static final boolean FIRST = f(true); static final int LIMIT = Integer.parseInt(\"5\"); static boolean f(boolean b) { return b && LIMIT «>¦>=» 0; }",
        "static int k; enum P { X, Y; int n; } static boolean f(P p) { return p != null && p.n «>¦!=» 0; }",
        "static int k; enum P { X; public String toString() { return \"\" + k; } } static boolean f(P p) { return (\"\" + p).length() «>¦>=» 2; }",
        "static int k; enum P { X { public String toString() { return \"\" + k; } } } static boolean f(P p) { return (\"\" + p).length() «>¦>=» 2; }",
        "enum P { X { int n; int next() { return n++; } }; int next() { return 0; } } static boolean f(P p) { return p != null && p.next() «>¦!=» 0; }",
        "static class Box { int v; } static Box last; static boolean f(boolean b) { Box box = new Box(); «box.v = 1;¦» return b; }",
        "int k; public String toString() { return \"\" + k; } boolean f(boolean b) { return b && (\"\" + this).length() «>¦>=» 2; }",
        "boolean f(byte b) { return g(b) «>¦!=» 0; } int g(byte b) { return b & 1; } static class B extends A { int g(byte b) { return -1; } }",
        "private static boolean g(byte b, int n) { return n «>¦!=» 0; } static boolean f(byte b, int n) { return g(b, n); }",
    ] {
        assert_eq!(proof(members), None, "{members}");
    }
}

/// Each has an input on which nothing is known of one of the versions.
#[test]
fn an_input_without_an_answer_proves_nothing() {
    for members in [
        "static boolean f(byte b) { int n = b; if (b == 77) { for (long i = 0; i < 1L << 44; i++) { n = n * 31 + (int) (i ^ n >> 3); } } return b < 77 && «n > 500¦false»; }",
        "static int f(byte b) { if (b «>¦>=» 127) { return new Object().hashCode(); } return 0; }",
        "static double f(byte b) { if (b «>¦>=» 127) { return Math.sin(0.5); } return 0; }",
        "static int f(byte b) { int n = b; «n++;¦» assert n == b + 1; return b; }",
        "static String f(boolean b) { String s = b ? \"x\" : \"y\"; return «s + \"\"¦s»; } static boolean g(String s, String t) { return s == t; }",
        "static int f(byte b) { if (b «>¦>=» 127) { int n = 0; while (n >= 0) { n = n * 31 + 7 & 0xffffff; } } return 0; }",
    ] {
        assert_eq!(proof(members), None, "{members}");
    }
}
