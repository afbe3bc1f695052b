//! Private fields that nothing reads but their own updates, and fields that only look like some.

use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::Extent;
use jatpg::roa::study::{self, Options};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::{check, versions};

#[track_caller]
fn is_proven(members: &str) -> bool {
    let (original, mutant) = versions(members);
    check(&original, &mutant).proof.is_some()
}

#[test]
fn an_update_of_a_field_that_nothing_reads_is_no_effect() {
    for members in [
        "private int n; int f(int x) { «n++;¦» return x; }",
        "private int n; int f(int x) { n = n «+¦-» x; return x; }",
        "private static int n; static int f(int x) { n += «x¦-x»; return x; }",
        "private int n; void g() { n++; } int f(int x) { «g();¦» return x; }",
        "private int n; int f(int x) { n = «n¦++n» + x; return x; }",
        "private int n; int f(int x) { n = «n¦n--» + x; return x; }",
        "private int n; int g(int x) { n++; return x; } int f(int x) { «n++;¦» return g(x); }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

#[test]
fn a_field_that_some_code_reads_is_an_output() {
    for members in [
        "int n; int f(int x) { «n++;¦» return x; }",
        "private int n; int get() { return n; } int f(int x) { «n++;¦» return x; }",
        "private int n; int next() { return n++; } int f(int x) { «n++;¦» return x; }",
        // Whether it is 0, an exception tells.
        "private int n; void g() { n = 1 / n; } int f(int x) { «n++;¦» return x; }",
        "private int n; int m; void g() { m = n; } int f(int x) { «n++;¦» return x; }",
        "private int[] n; void g() { n = new int[1]; n[0]++; } void f() { «n = null;¦» }",
        "private Integer n; void g() { n++; } void f() { «n = null;¦» }",
        "private int n; static class B { int get(A a) { return a.n; } } int f(int x) { «n++;¦» return x; }",
        // In code that is not supported.
        "private int n; java.util.concurrent.Callable<Integer> g() { return () -> n; } int f(int x) { «n++;¦» return x; }",
        // Only the mutant reads it.
        "private int n; int f(int x) { n = 5 / «n¦++n»; return x; }",
        "private int n; int f(int x) { n = x «+¦/» n; return x; }",
        "static class B implements java.io.Serializable { private int n; int f(int x) { «n++;¦» return x; } }",
    ] {
        assert!(!is_proven(members), "{members}");
    }
}

/// One after another, as a method's mutants are checked: what one has of the last is not what it reads.
#[test]
fn each_mutant_of_a_counter_is_proven() {
    let text = "class A { private int locks; private int calls; int half(int n) { locks++; calls = calls + n; locks--; return n; } }";
    let source = SourceFile::new("A.java".into(), text.to_owned());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("the program loads");
    let methods: Vec<_> = given_methods(&program).collect();
    let operators = OperatorSet::parse("mujava").expect("the operators are known");
    let options = Options { max_depth: 3, extent: Extent::UntilProven };
    let studied = study::run(&program, &methods, &operators, options).expect("the solver works");
    let of_counters = studied.iter().flat_map(|method| &method.studies).filter(|study| {
        let original = &text[study.mutant.span.start as usize..study.mutant.span.end as usize];
        original.contains("locks") || original.contains("calls")
    });
    let mut counted = 0;
    for study in of_counters {
        counted += 1;
        let proof = study.checked.as_ref().and_then(|checked| checked.proof.as_ref());
        // These change `n`, or divide by it.
        let is_other =
            ["++n", "--n", "n++", "n--", "/ n", "% n"].iter().any(|it| study.mutant.replacement.contains(it));
        assert!(proof.is_some() || is_other, "{}: {}", study.mutant.id, study.mutant.replacement);
    }
    assert!(counted > 8, "{counted}");
}

/// A class in code that is not read may be that of any object of its supertypes.
#[test]
fn a_call_on_what_a_refused_class_may_be_proves_nothing() {
    let members = |local: &str| {
        format!(
            "interface Rule {{ int f(int x); }} static class One implements Rule {{ public int f(int x) {{ return 1; }} }}
            {local} static int f(Rule r, int n) {{ return r.f(«n¦-n»); }}"
        )
    };
    assert!(is_proven(&members("")));
    let local = "static Rule other() { class L implements Rule { public int f(int x) { return x; } } return new L(); }";
    assert!(!is_proven(&members(local)));
    let anonymous =
        "static <T> Rule other(T t) { return new Rule() { T kept = t; public int f(int x) { return x; } }; }";
    assert!(!is_proven(&members(anonymous)));
}

/// What is not processed reads a captured local by the local's own name.
#[test]
fn a_local_that_a_class_in_code_captures_is_read_by_what_is_not_processed_there() {
    let captured = "interface Rule { int f(int x); } static class Base { class Cell { Cell(int n) { } } }
        static int f(int a) { final int k = «a + 1¦a * 1»;
        Rule r = new Rule() { public int f(int x) { Base.Cell c = new Base().new Cell(x + 1); return c == null ? x : x + k; } };
        return r.f(a); }";
    assert!(!is_proven(captured));
}
