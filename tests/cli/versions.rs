//! Two versions of one method: each verdict with its exit code, and what must not be called equivalent.

use serde_json::Value;

use super::{errors, folder_with, jatpg};

/// The answer as JSON, and the exit code.
fn compare(old: &str, new: &str, method: &str) -> (Value, i32) {
    let folder = folder_with(&[("Old.java", old), ("New.java", new)]);
    let output = jatpg(folder.path(), &["equivalent", "Old.java", "New.java", "-m", method, "--json"]);
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| {
        panic!("{method}: {e}: {}{}", errors(&output), String::from_utf8_lossy(&output.stdout))
    });
    (answer, output.status.code().expect("it ends"))
}

fn verdict(old: &str, new: &str, method: &str) -> (String, i32, String) {
    let (answer, code) = compare(old, new, method);
    let reason = answer["reason"].as_str().unwrap_or_default().to_owned();
    (answer["verdict"].as_str().expect("a verdict").to_owned(), code, reason)
}

/// Old members, new members, of classes with other names in other packages: equivalent for all inputs.
const EQUIVALENT: &[(&str, &str, &str)] = &[
    (
        "a loop written otherwise",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }",
        "static int f(int[] a) { int s = 0; int i = 0; while (i != a.length) { s = s + a[i]; ++i; } return s; }",
    ),
    (
        "rows and cells for each",
        "static int f(int[][] m, int k) { int s = 0; for (int i = 0; i < m.length; i++) \
         for (int j = 0; j < m[i].length; j++) { if (m[i][j] == k) { return s; } s += m[i][j]; } return s; }",
        "static int f(int[][] m, int k) { int s = 0; for (int[] row : m) for (int x : row) { if (x == k) { return s; } s += x; } return s; }",
    ),
    (
        "each element of a field, summed up in another",
        "final int[] data = new int[3]; int total; void f() { total = 0; for (int i = 0; i < data.length; i++) { total += data[i]; } }",
        "final int[] data = new int[3]; int total; void f() { total = 0; for (int x : data) { total += x; } }",
    ),
    (
        "calls with each element, which fail alike",
        "static int f(String[] a, String k) { int c = 0; for (int i = 0; i < a.length; i++) { if (k.equals(a[i])) { c++; } } return c; }",
        "static int f(String[] a, String k) { int c = 0; for (String x : a) { if (k.equals(x)) { c++; } } return c; }",
    ),
    (
        "a helper and a constant extracted",
        "static int f(int x) { if (x > 100) { return 100; } else if (x < 0) { return 0; } return x; }",
        "private static final int MOST = 100; static int f(int x) { return x < 0 ? 0 : least(x, MOST); } \
         private static int least(int a, int b) { return a < b ? a : b; }",
    ),
    (
        "a change beside a loop that stays",
        "static int f(int[] a, int k) { int n = 0; for (int x : a) { if (x % k == 0) { n++; } } if (n > 3 == true) { return 3; } return n; }",
        "static int f(int[] a, int k) { int n = 0; for (int x : a) { if (x % k == 0) { n++; } } return n > 3 ? 3 : n; }",
    ),
    (
        "a field that is written otherwise",
        "int total; void f(int x) { total += x; }",
        "int total; void f(int x) { if (x != 0) { this.total = x + total; } }",
    ),
    (
        "recursion",
        "static int f(int n) { if (n <= 1) { return 1; } return n * f(n - 1); }",
        "static int f(int n) { return n <= 1 ? 1 : f(n - 1) * n; }",
    ),
    (
        "a helper that is the same in both, and calls back",
        "static int f(int n) { if (n < 1) { return 0; } return g(n) + 1; } static int g(int n) { return f(n - 1); }",
        "static int f(int n) { return n < 1 ? 0 : 1 + g(n); } static int g(int n) { return f(n - 1); }",
    ),
    (
        "a constructor that is written otherwise, of objects that only the method makes",
        "static class Box { int v; Box(int v) { this.v = v; } } static int f(int x) { return new Box(x).v; }",
        "static class Box { int v; Box(int w) { v = 0; v += w; } } static int f(int x) { return new Box(x).v; }",
    ),
    (
        "a class and a field beside it that the method has nothing to do with",
        "static class Beside { int n; } static int f(int x) { return x * 2; }",
        "static int[] sizes = {1, 2}; static int f(int x) { return x + x; }",
    ),
    (
        "a hierarchy that is the same under other names",
        "interface I { } static class Q extends A implements I { } static boolean f(Object o) { return o instanceof I; }",
        "interface I { } static class Q extends B implements I { } static boolean f(Object o) { boolean b = o instanceof I; return b; }",
    ),
];

/// Different, each with an input that shows it.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        "an element is read before or after it is written",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { a[i] = 0; s += a[i]; } return s; }",
        "static int f(int[] a) { int s = 0; int i = 0; for (int x : a) { a[i++] = 0; s += x; } return s; }",
    ),
    (
        "another array from the second round on",
        "static int f(int[] a, int[] b) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; a = b; } return s; }",
        "static int f(int[] a, int[] b) { int s = 0; for (int x : a) { s += x; a = b; } return s; }",
    ),
    (
        "what is printed before it fails",
        "static void f(int[] a) { System.out.print(1); for (int i = 0; i < a.length; i++) { System.out.print(a[i]); } }",
        "static void f(int[] a) { int n = a.length; System.out.print(1); for (int x : a) { System.out.print(x); } }",
    ),
    (
        "only where a sum overflows",
        "static int f(int a, int b) { return (a + b) / 2; }",
        "static int f(int a, int b) { return (int) (((long) a + b) / 2); }",
    ),
    (
        "in a helper alone",
        "static int f(int x) { return g(x); } private static int g(int x) { return x + 1; }",
        "static int f(int x) { return g(x); } private static int g(int x) { return x == 77 ? x : x + 1; }",
    ),
    (
        "in a constant alone",
        "static final int K = 3; static int f(int x) { return x % K; }",
        "static final int K = 5; static int f(int x) { return x % K; }",
    ),
    (
        "in what is left in an array",
        "static void f(int[] a) { for (int i = 0; i < a.length; i++) { a[i] = i; } }",
        "static void f(int[] a) { for (int i = 1; i < a.length; i++) { a[i] = i; } }",
    ),
    (
        "in the exception",
        "static int f(int[] a) { if (a == null) { throw new IllegalStateException(\"none\"); } return a.length; }",
        "static int f(int[] a) { return a.length; }",
    ),
    (
        "in ending at all",
        "static int f(int n) { int i = n & 7; while (i > 0) { i--; } return 1; }",
        "static int f(int n) { int i = n & 7; while (i > 0) { } return 1; }",
    ),
];

/// Nothing is said, for a reason that names this.
const UNDECIDED: &[(&str, &str, &str)] = &[
    (
        "may read the name of a class",
        "static int f() { return A.class.getName().length(); }",
        "static int f() { return B.class.getName().length(); }",
    ),
    (
        "may read the name of a class",
        "static String f() { return \"\" + new Object[0].getClass(); }",
        "static String f() { return \"\" + new Object[0].getClass(); }",
    ),
    (
        "may read the name of a class",
        "static class Box { } static String f() { return \"\" + new Box(); }",
        "static class Box { } static String f() { return \"\" + new Box(); }",
    ),
    (
        "may read the name of a class",
        "static class Bad extends RuntimeException { } static String f() { return new Bad().toString(); }",
        "static class Bad extends RuntimeException { } static String f() { return new Bad().toString(); }",
    ),
    (
        "may read the name of a class",
        "static class Bad extends RuntimeException { } static RuntimeException f() { return new RuntimeException(new Bad()); }",
        "static class Bad extends RuntimeException { } static RuntimeException f() { return new RuntimeException(new Bad()); }",
    ),
    (
        "may read the name of a class",
        "enum E { X } static int f(String s) { return E.valueOf(s).ordinal(); }",
        "enum E { X } static int f(String s) { return E.valueOf(s).ordinal(); }",
    ),
    (
        "may read the name of a class",
        "static int f(Object o) { try { return ((A) o).hashCode(); } catch (ClassCastException e) { return e.getMessage().length(); } }",
        "static int f(Object o) { try { return ((B) o).hashCode(); } catch (ClassCastException e) { return e.getMessage().length(); } }",
    ),
    (
        "differ",
        "static int start = 1; static int f(int x) { return x + start; }",
        "static int start = 2; static int f(int x) { return x + start; }",
    ),
    (
        "initialisers of the fields",
        "int start = 1; int f(int x) { return x + start; }",
        "int start = 2; int f(int x) { return x + start; }",
    ),
    (
        "only in the new version",
        "static int f(int x) { return x; }",
        "static class Box { int v; Box(int v) { this.v = v; } } static int f(int x) { return new Box(x).v; }",
    ),
    (
        "toString",
        "int n; static String f(Object o) { return \"\" + o; } public String toString() { return \"a\" + n; }",
        "int n; static String f(Object o) { return \"\" + o; } public String toString() { return \"b\" + n; }",
    ),
    (
        "overrides",
        "int g() { return 1; } static class Sub extends A { int g() { return 2; } } static int f(A a) { return a.g(); }",
        "int g() { return 1; } static class Sub extends B { int g() { return 3; } } static int f(B a) { return a.g(); }",
    ),
    (
        "supertypes",
        "static class C { } static class Q extends C { } static boolean f(Object q) { return q instanceof C; }",
        "static class C { } static class Q { } static boolean f(Object q) { return q instanceof C; }",
    ),
    (
        "supertypes",
        "interface I { } static class Q implements I { } static boolean f(Object o) { return o instanceof I; }",
        "interface I { } static class Q { } static boolean f(Object o) { return o instanceof I; }",
    ),
    (
        "supertypes",
        "static class C extends RuntimeException { } static class D extends C { } \
         static int f(RuntimeException e) { try { throw e; } catch (C x) { return 1; } catch (RuntimeException x) { return 2; } }",
        "static class C extends RuntimeException { } static class D extends RuntimeException { } \
         static int f(RuntimeException e) { try { throw e; } catch (C x) { return 1; } catch (RuntimeException x) { return 2; } }",
    ),
    (
        "supertypes",
        "static class C { } static class Q extends C { } static int f(Object o) { C c = (C) o; return 1; }",
        "static class C { } static class Q { } static int f(Object o) { C c = (C) o; return 1; }",
    ),
    (
        "supertypes",
        "static class C { } static class Q extends C { } static boolean f(Object[] a) { return a instanceof C[]; }",
        "static class C { } static class Q { } static boolean f(Object[] a) { return a instanceof C[]; }",
    ),
    (
        "supertypes",
        "static class Q implements Runnable { public void run() { } } static boolean f(Object o) { return o == null; }",
        "static class Q { public void run() { } } static boolean f(Object o) { return o == null; }",
    ),
    (
        "Q exists only in the old version",
        "static class C { } static class Q extends C { } static boolean f(Object o) { return o instanceof C; }",
        "static class C { } static boolean f(Object o) { return o instanceof C; }",
    ),
    (
        "Q exists only in the new version",
        "static class C { } static boolean f(Object o) { return o instanceof C; }",
        "static class C { } static class Q extends C { } static boolean f(Object o) { return o instanceof C; }",
    ),
    (
        "constructors",
        "private int k; A() { k = 5; } int f() { return k; }",
        "private int k; B() { k = 6; } int f() { return k; }",
    ),
    (
        "constructors",
        "final int k; A(int x) { k = x < 0 ? 0 : x; } int f() { return k < 0 ? 1 : 0; }",
        "final int k; B(int x) { k = x; } int f() { return k < 0 ? 1 : 0; }",
    ),
    (
        "constructors",
        "static class C { int k; } static class Q extends C { Q() { k = 1; } } static int f(C c) { return c.k; }",
        "static class C { int k; } static class Q extends C { Q() { k = 2; } } static int f(C c) { return c.k; }",
    ),
    (
        "constructors",
        "static class C { int k; } static class Q extends C { { k = 1; } } static int f(C c) { return c.k; }",
        "static class C { int k; } static class Q extends C { { k = 2; } } static int f(C c) { return c.k; }",
    ),
    (
        "other constants",
        "enum E { X, Y } static int f(Object o) { return ((Enum) o).ordinal(); }",
        "enum E { Y, X } static int f(Object o) { return ((Enum) o).ordinal(); }",
    ),
    (
        "static initialisers",
        "static { System.out.println(1); } static int f(int x) { return x; }",
        "static { System.out.println(2); } static int f(int x) { return x; }",
    ),
    (
        "static initialisers",
        "static int k; static class Q { static int q = 1; static { k = 1; } } static int f(int x) { return k; }",
        "static int k; static class Q { static int q = 1; static { k = 2; } } static int f(int x) { return k; }",
    ),
    (
        "static initialisers",
        "static int f(int x) { return x; }",
        "static int k = Integer.parseInt(\"none\"); static int f(int x) { return x; }",
    ),
    (
        "overrides",
        "interface I { default int g() { return 1; } } static class Q implements I { } static int f(I i) { return i.g(); }",
        "interface I { default int g() { return 1; } } static class Q implements I { public int g() { return 2; } } static int f(I i) { return i.g(); }",
    ),
];

fn files(old: &str, new: &str) -> (String, String) {
    (format!("package p; class A {{ {old} }}"), format!("package q.r; class B {{ {new} }}"))
}

#[test]
fn versions_that_do_the_same_are_equivalent_whatever_their_classes_are_called() {
    for (name, old, new) in EQUIVALENT {
        let (old, new) = files(old, new);
        let (verdict, code, reason) = verdict(&old, &new, "f");
        assert_eq!((verdict.as_str(), code), ("equivalent", 0), "{name}: {reason}");
    }
}

#[test]
fn versions_that_differ_come_with_an_input_that_shows_it() {
    for (name, old, new) in DIFFERENT {
        let (old, new) = files(old, new);
        let (answer, code) = compare(&old, &new, "f");
        assert_eq!((&answer["verdict"], code), (&"different".into(), 1), "{name}: {answer}");
        let example = &answer["counterexample"];
        let call = example["inputs"].as_array().and_then(|inputs| inputs.last()).and_then(Value::as_str);
        assert!(call.is_some_and(|call| call.contains("A.f(")), "{name}: {example}");
        assert_ne!(example["old"], example["new"], "{name}");
    }
}

/// Old file, new file, method, a part of the answer.
fn text(old: &str, new: &str, options: &[&str]) -> (String, i32) {
    let folder = folder_with(&[("Old.java", old), ("New.java", new)]);
    let arguments = [&["equivalent", "Old.java", "New.java"], options].concat();
    let output = jatpg(folder.path(), &arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &errors(&output);
    (text, output.status.code().expect("it ends"))
}

#[test]
fn up_to_a_bound_is_said_with_what_was_run_and_is_no_success_unless_asked_for() {
    // The products of all numbers up to n, from both ends: no solver shows that for all n.
    let (old, new) = files(
        "static int f(int n) { int s = 1; for (int i = 1; i <= n; i++) { s *= i; } return s; }",
        "static int f(int n) { int s = 1; for (int i = n; i >= 1; i--) { s *= i; } return s; }",
    );
    let (answer, code) = compare(&old, &new, "f");
    assert_eq!((&answer["verdict"], code), (&"equivalent_up_to".into(), 3), "{answer}");
    assert!(answer["inputs_run"].as_u64() > Some(0) && answer["longest_run"].as_u64() > Some(0), "{answer}");
    let bound = answer["bound"].as_u64().expect("a bound");
    for (wanted, expected) in [(bound, 0), (bound + 1, 3)] {
        let (said, code) = text(&old, &new, &["-m", "f", "--up-to", &wanted.to_string()]);
        assert_eq!(code, expected, "{said}");
        assert!(said.contains(&format!("    next: --up-to {bound} takes this for a success")), "{said}");
        assert!(said.contains("no relation of the two versions was found that holds beyond it"), "{said}");
    }
}

#[test]
fn loops_that_cannot_be_related_are_what_stops_and_a_state_that_was_run_is_no_state_out_of_reach() {
    let (old, new) = files(
        "static int f(int a, int b) { if (a <= 0 || b <= 0) { return 0; } while (b != 0) { int t = a % b; a = b; b = t; } return a; }",
        "static int f(int a, int b) { if (a <= 0 || b <= 0) { return 0; } while (a != b) { if (a > b) { a -= b; } else { b -= a; } } return a; }",
    );
    let (said, code) = text(&old, &new, &["-m", "f"]);
    assert!(
        code == 3 && said.contains("undecided: no relation of the two versions' loops was found"),
        "{said}"
    );
    // The state is an input of a static method, and was run.
    assert!(said.contains(", on which both were run: no difference)"), "{said}");
    assert!(said.contains("    next: ") && !said.contains("callers"), "{said}");
}

#[test]
fn a_state_that_no_test_brings_about_comes_with_what_to_do_about_it() {
    let class = |test: &str| {
        format!(
            "class A {{ private int n; void up() {{ if (n < 3) {{ n++; }} }} int f(int k) {{ return {test} ? k : n; }} }}"
        )
    };
    let (said, code) = text(&class("n == 1000"), &class("n == 2000"), &["-m", "f"]);
    assert!(code == 3 && said.contains(", which no test was found to bring about)"), "{said}");
    assert!(said.contains("    next: where callers can bring that state about"), "{said}");
}

#[test]
fn what_differs_beyond_the_bound_is_found() {
    let (old, new) = files(
        "static int f(int n) { int s = 1; for (int i = 1; i <= n; i++) { s *= i; } return s; }",
        "static int f(int n) { int s = 1; for (int i = n; i >= 1; i--) { if (i != 19) { s *= i; } } return s; }",
    );
    let (answer, code) = compare(&old, &new, "f");
    assert_eq!((&answer["verdict"], code), (&"different".into(), 1), "{answer}");
}

#[test]
fn a_private_method_is_run_through_those_that_lead_to_it() {
    let old =
        "class A { private static int g(int x) { return x + 1; } static int f(int x) { return g(x) * 2; } }";
    let new = "class A { private static int g(int x) { return x == 77 ? x : x + 1; } static int f(int x) { return g(x) * 2; } }";
    let (said, code) = text(old, new, &["-m", "g"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("A.f(77)"), "{said}");
    let (said, code) = text(
        "class A { private int g(String s) { return s.length() > 3 ? 1 : 2; } }",
        "class A { private int g(String s) { return s.length() >= 3 ? 1 : 2; } }",
        &["-m", "g"],
    );
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("no input was run") && said.contains("not private"), "{said}");
}

#[test]
fn what_differs_is_shown_by_as_little_as_shows_it() {
    let class = |test: &str| {
        format!(
            "class A {{ private int n; void up(int k) {{ n += k; }} int f(int k) {{ return {test} ? k : n; }} int n() {{ return n; }} }}"
        )
    };
    let (answer, _) = compare(&class("n == 12"), &class("n == 13"), "f");
    let example = &answer["counterexample"];
    // The object, a call that changes it, the call that differs.
    let inputs = example["inputs"].as_array().map(Vec::len);
    assert!(inputs == Some(3) && example.get("then").is_none(), "{answer}");
}

#[test]
fn a_state_on_which_no_test_can_tell_the_versions_apart_is_told_so() {
    let f = |same: &str| {
        format!("class A {{ static boolean f(int n) {{ Integer a = n; Integer b = n; return {same}; }} }}")
    };
    let (said, code) = text(&f("a == b"), &f("a.equals(b)"), &["-m", "f"]);
    assert!(
        code == 3 && said.contains("on which a run is no test: the identity of a string or a box "),
        "{said}"
    );
    assert!(!said.contains("    next: "), "{said}");
    let (said, code) = text(
        "class A { static long f(int n) { return System.nanoTime() > 0 ? n : -n; } }",
        "class A { static long f(int n) { return n; } }",
        &["-m", "f"],
    );
    assert!(code == 3 && said.contains("they differ in what tests do not compare"), "{said}");
}

#[test]
fn a_method_that_bears_the_name_of_its_class_stays_that_method() {
    let old = "class A { int A(int x) { return x + 1; } int f(int x) { return A(x) + this.A(3); } A self() { return new A(); } }";
    let new = "class A { int A(int x) { return 1 + x; } int f(int x) { return A(x) + this.A(4); } A self() { return new A(); } }";
    assert_eq!(verdict(old, new, "A(int)").0, "equivalent");
    assert_eq!(verdict(old, new, "f").0, "different");
    // Where the class has another name in the new file, so has the method.
    let renamed = |code: &str| {
        format!(
            "class B {{ static int A; int B(int x) {{ return {code}; }} int f(int x) {{ return new B().B(x) + this.B(3); }} }}"
        )
    };
    let old = old.replace("int A(int x)", "static int A; int A(int x)").replace("A(x) +", "new A().A(x) +");
    assert_eq!(verdict(&old, &renamed("1 + x"), "A(int)").0, "equivalent");
    assert_eq!(verdict(&old, &renamed("1 + x"), "f").0, "equivalent");
    assert_eq!(verdict(&old, &renamed("1 - x"), "A(int)").0, "different");
}

#[test]
fn printing_reads_no_name_of_a_class() {
    let (old, new) = files(
        "static int f(int x) { System.out.println(\"x is \" + x); return x; }",
        "static int f(int x) { System.out.println(\"x is \" + x); return x + 0; }",
    );
    assert_eq!(verdict(&old, &new, "f").0, "equivalent");
    let (old, new) = files(
        "static void f(Object o) { System.out.println(o); }",
        "static void f(Object o) { System.out.println(o); ; }",
    );
    assert_eq!(verdict(&old, &new, "f").0, "undecided");
}

#[test]
fn names_and_library_calls_matter_where_the_method_leads_to_them() {
    let (old, new) = files(
        "static int f(Object o) { return o == null ? 0 : 1; } String g() { return getClass().getName(); }",
        "static int f(Object o) { return o != null ? 1 : 0; } String g() { return getClass().getName(); }",
    );
    assert_eq!(verdict(&old, &new, "f").0, "equivalent");
    let record =
        |name: &str, code: &str| format!("record {name}(int a, int b) {{ int f() {{ return {code}; }} }}");
    assert_eq!(verdict(&record("Old", "a + b"), &record("New", "b + a"), "f").0, "equivalent");
    // Same name, same text; another name, another text.
    let (said, code) = text(&record("A", "a + b"), &record("A", "b + a"), &[]);
    assert_eq!(code, 0, "{said}");
    let (said, _) = text(&record("Old", "a + b"), &record("New", "b + a"), &["-m", "toString"]);
    assert!(said.contains("new: returns \"New[a="), "{said}");
    let shown = |code: &str, body: &str| {
        format!(
            "class A {{ int v; public String toString() {{ return \"{body}\"; }} String f(Object o) {{ return {code}; }} }}"
        )
    };
    assert_eq!(verdict(&shown("\"\" + v", "a"), &shown("v + \"\"", "b"), "f").0, "equivalent");
    assert_ne!(verdict(&shown("\"\" + o", "a"), &shown("o + \"\"", "b"), "f").0, "equivalent");
    // The field holds what other code has put there.
    let kept = |name: &str, code: &str| {
        format!(
            "class {name} {{ static String s; static void g() {{ s = new {name}().toString(); }} static String f() {{ return {code}; }} }}"
        )
    };
    assert_eq!(verdict(&kept("Old", "s + 1"), &kept("New", "s + \"1\""), "f").0, "undecided");
}

#[test]
fn a_cause_that_only_one_version_gives_is_a_difference_whatever_the_classes_are_called() {
    let members = |made: &str| {
        format!(
            "static int f(int x) {{ try {{ return 1 / x; }} catch (ArithmeticException e) {{ throw new IllegalStateException({made}); }} }}"
        )
    };
    let (old, new) = files(&members("\"z\""), &members("\"z\", e"));
    let (said, code) = text(&old, &new, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("leaves thrown.getCause() as an object of ArithmeticException"), "{said}");
}

#[test]
fn types_of_parameters_may_be_qualified_and_variable() {
    let old = "class A { static int f(String s, int... n) { return n.length; } }";
    let new = "class A { static int f(String s, int... n) { return n.length + 0; } }";
    for method in ["f(java.lang.String, int...)", "f(String,int[])", "A.f(java.lang.String,int[])"] {
        assert_eq!(verdict(old, new, method).0, "equivalent", "{method}");
    }
}

#[test]
fn functions_that_the_jvm_leaves_open_are_compared_on_strict_values() {
    let old = "class A { static double f(double x) { return Math.sin(x) * 2; } }";
    let new = "class A { static double f(double x) { return Math.sin(x) * 3; } }";
    let (said, code) = text(old, new, &["-m", "f"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("StrictMath"), "{said}");
}

/// Each differs in one state of objects, which random drivers do not meet.
#[test]
fn a_state_of_objects_that_the_checker_finds_becomes_a_test() {
    let needs = |members: &str, asks: &str| {
        let class = |value: u32| {
            format!(
                "class A {{ {members} int f(int x) {{ if ({asks} && x > 70000) {{ return {value}; }} return 0; }} }}"
            )
        };
        (class(1), class(2))
    };
    for (members, asks) in [
        ("int v; long w;", "v * 3L == w + x"),
        ("private int v; void set(int n) { v = n; }", "v == x + 1"),
        (
            "private final int v; private final int w; A(int a, int b) { w = a; v = b; }",
            "v == x + 1 && w == x - 12345",
        ),
        ("static int s; int v;", "s == x * 3 && v == s - 77"),
    ] {
        let (old, new) = needs(members, asks);
        assert_eq!(verdict(&old, &new, "f").0, "different", "{members}");
    }
}

#[test]
fn loops_with_a_constant_number_of_rounds_are_followed_to_their_end() {
    for (old, new) in [
        (
            "static int f(int x) { int s = x; for (int i = 0; i < 10; i++) { s = s * 2; } return s; }",
            "static int f(int x) { return x << 10; }",
        ),
        (
            "static int f(int x) { int s = 1; for (int i = 0; i < 12; i++) { s = s * 3; } return s + x; }",
            "static int f(int x) { return 531441 + x; }",
        ),
    ] {
        let (old, new) = files(old, new);
        assert_eq!(verdict(&old, &new, "f").0, "equivalent", "{new}");
    }
    let (old, new) = files(
        "static int f(int x) { int s = 0; for (int i = 0; i < 20; i++) { s += x == 123456 ? i : x; } return s; }",
        "static int f(int x) { int s = 0; for (int i = 0; i < 20; i++) { s += x == 123456 && i != 17 ? i : x; } return s; }",
    );
    assert_eq!(verdict(&old, &new, "f").0, "different");
}

#[test]
fn sums_and_products_of_floating_point_numbers_commute_and_do_nothing_more() {
    let f = |body: &str| {
        format!("class A {{ static double f(double x, double y, double z) {{ return {body}; }} }}")
    };
    for (old, new) in [
        ("Math.sqrt(x * x + y * y) * z", "z * Math.sqrt(y * y + x * x)"),
        ("x + x", "2 * x"),
        ("x > y ? x * 1 : y / 1", "y < x ? x : y"),
    ] {
        assert_eq!(verdict(&f(old), &f(new), "f").0, "equivalent", "{old}");
    }
    for (old, new) in [
        ("x + y + z", "x + (y + z)"),
        ("x + 0.0", "x"),
        ("x > y ? 1 : 0", "x <= y ? 0 : 1"),
        ("x - y", "-(y - x)"),
        ("x * 3", "x + x + x + 0.0"),
    ] {
        assert_eq!(verdict(&f(old), &f(new), "f").0, "different", "{old}");
    }
}

#[test]
fn few_inputs_are_all_run() {
    let old = "class A { static int f(byte b) { float x = b; return (int) (x % 256f); } }";
    let (answer, code) = compare(old, "class A { static int f(byte b) { return b; } }", "f");
    assert_eq!((&answer["verdict"], code), (&"equivalent".into(), 0), "{answer}");
    assert!(answer["proof"].as_str().is_some_and(|proof| proof.contains("all 256 inputs")), "{answer}");
    // A static that others change is an input, too.
    let old = "class A { static int k; static double f() { return Math.sqrt(k * k * 1.0) - k; } static void k(int n) { k = n; } }";
    let new = "class A { static int k; static double f() { return 0; } static void k(int n) { k = n; } }";
    assert_ne!(verdict(old, new, "f").0, "equivalent");
}

/// On Windows they are two texts, though a test reads both as lines; of few inputs, too.
#[test]
fn the_systems_end_of_a_line_is_not_the_character() {
    let class = |code: &str| format!("class A {{ static void f(boolean b, int n) {{ {code} }} }}");
    let print = |end: &str| class(&format!("System.out.print(b ? \"yes{end}\" : \"no{end}\");"));
    let println = class("System.out.println(b ? \"yes\" : \"no\");");
    assert_eq!(verdict(&println, &print("\\n"), "f").0, "undecided");
    assert_eq!(
        verdict(&class("System.out.printf(\"%d%n\", n);"), &class("System.out.printf(\"%d\\n\", n);"), "f").0,
        "undecided"
    );
    assert_eq!(
        verdict(&println, &println.replace("b ? \"yes\" : \"no\"", "!b ? \"no\" : \"yes\""), "f").0,
        "equivalent"
    );
    let few = |code: &str| format!("class A {{ static void f(boolean b) {{ {code} }} }}");
    let plain = few("if (b) { System.out.print(\"q\\n\"); } else { System.out.println(\"q\"); }");
    assert_eq!(verdict(&plain, &plain.replace("if (b)", "if (!b)"), "f").0, "undecided");
}

#[test]
fn the_same_text_is_a_proof_whatever_it_holds() {
    let class = |g: &str, h: &str| {
        format!(
            "class A {{ static long f(int x) {{ return System.nanoTime() + g(x); }} \
             static int g(int x) {{ {g} }} static int h(int x) {{ {h} }} }}"
        )
    };
    let old = class("return x;", "return 1;");
    assert_eq!(verdict(&old, &class("/* x */ return x;", "return 2;"), "f").0, "equivalent");
    assert_eq!(verdict(&old, &class("return x + 1;", "return 1;"), "f").0, "undecided");
    let field =
        |value: &str| format!("class A {{ long k = {value}; long f() {{ return System.nanoTime() + k; }} }}");
    assert_eq!(verdict(&field("1"), &field("2"), "f").0, "undecided");
}

#[test]
fn without_a_method_each_that_changed_has_a_verdict() {
    let old = "class A { static int a(int x) { return x; } static int b(int x) { return x * 2; } static int c(int x) { return x; } static int gone() { return 1; } }";
    let new = "class A { static int a(int x) { return x; } static int b(int x) { return x + x; } static int c(int x) { return -x; } static int fresh() { return 1; } }";
    let (said, code) = text(old, new, &[]);
    assert_eq!(code, 1, "{said}");
    for line in [
        "A.b(int): equivalent for all inputs\n",
        "A.c(int): different\n",
        "A.gone(): removed\n",
        "A.fresh(): added\n",
        "2 changed: 1 equivalent, 1 different, 0 up to a bound, 0 undecided; 1 unchanged",
    ] {
        assert!(said.contains(line), "{line} is not in {said}");
    }
    let (said, code) = text(old, new, &["--json"]);
    let answer: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((code, &answer["verdict"]), (1, &"different".into()), "{said}");
    assert_eq!(answer["removed"], serde_json::json!(["A.gone()"]));
    assert_eq!(answer["methods"].as_array().map(Vec::len), Some(2));
    assert_eq!(text(old, old, &[]).1, 0);
    let (old, new) = files("static int f(int x) { return x * 2; }", "static int f(int x) { return x * 3; }");
    let (said, code) = text(&old, &new, &[]);
    assert!(code == 1 && said.contains("A.f(int): different\n"), "{said}");
}

/// Pairs as numeric code changes, each with its label, which was checked on a JVM: `=== name | label`, the old members,
/// `---`, the new ones.
fn numeric() -> Vec<(&'static str, &'static str, String, String)> {
    let all = include_str!("../fixtures/versions/numeric.txt");
    let pair = |block: &'static str| {
        let (head, members) = block.split_once('\n')?;
        let (name, label) = head.split_once(" | ")?;
        let (old, new) = members.split_once("\n---\n")?;
        Some((name, label, format!("class A {{ {old} }}"), format!("class A {{ {new} }}")))
    };
    all.split("=== ").filter_map(pair).collect()
}

/// A part of them; all with `JATPG_VERSIONS=1`.
#[test]
fn numeric_pairs_are_told_apart_and_none_falsely() {
    let is_all = std::env::var_os("JATPG_VERSIONS").is_some();
    let (mut proven, mut told) = (0, 0);
    for (n, (name, label, old, new)) in numeric().into_iter().enumerate() {
        if !is_all && !(n / 2).is_multiple_of(6) {
            continue;
        }
        let (verdict, _, reason) = verdict(&old, &new, "f");
        match (verdict.as_str(), label) {
            ("equivalent", "equivalent") => proven += 1,
            ("different", "different") => told += 1,
            ("equivalent" | "different", _) => panic!("{name}: {verdict}"),
            _ => eprintln!("{name}: {label}, but {verdict}: {reason}"),
        }
    }
    let (least_proven, least_told) = if is_all { FLOOR } else { FLOOR_OF_PART };
    assert!(proven >= least_proven && told >= least_told, "{proven} proven, {told} told apart");
}

/// How many of the equivalent and of the different ones are decided at least.
const FLOOR: (usize, usize) = (28, 32);
const FLOOR_OF_PART: (usize, usize) = (1, 5);

#[test]
fn what_cannot_be_related_is_undecided_and_named() {
    for (named, old, new) in UNDECIDED {
        let (old, new) = files(old, new);
        let (verdict, code, reason) = verdict(&old, &new, "f");
        assert_eq!((verdict.as_str(), code), ("undecided", 3), "{named}: {reason}");
        assert!(reason.contains(named), "{named}: {reason}");
    }
}

#[test]
fn files_of_one_name_and_package_are_compared_as_well() {
    let old = "class A { static int f(int x) { return x * 2; } }";
    let new = "class A { static int f(int x) { return x << 1; } }";
    assert_eq!(verdict(old, new, "f").0, "equivalent");
    let new = "class A { static int f(int x) { return x << 2; } }";
    assert_eq!(verdict(old, new, "A.f(int)").0, "different");
}

#[test]
fn a_method_that_is_missing_or_ambiguous_is_named_with_those_that_there_are() {
    let folder = folder_with(&[
        (
            "Old.java",
            "class A { static int f(int x) { return x; } static int f(long x) { return 1; } static int g() { return 1; } }",
        ),
        ("New.java", "class B { static int f(long x) { return 2 - 1; } static int h() { return 1; } }"),
    ]);
    let run = |method: &str| jatpg(folder.path(), &["equivalent", "Old.java", "New.java", "-m", method]);
    for (method, said) in [
        ("f", "f(int) or A.f(long)"),
        ("f(int)", "New.java has no A.f(int); it has B.f(long), B.h()"),
        ("g", "it has B.f(long), B.h()"),
        ("nope", "A.f(int), A.f(long), A.g()"),
    ] {
        let output = run(method);
        assert_eq!(output.status.code(), Some(2), "{method}");
        assert!(errors(&output).contains(said), "{method}: {}", errors(&output));
    }
    let output = run("f(long)");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "A.f(long): equivalent for all inputs\n");
    let broken =
        folder_with(&[("Old.java", "class A { int f() { return 1 } }"), ("New.java", "class B { }")]);
    let output = jatpg(broken.path(), &["equivalent", "Old.java", "New.java", "-m", "f"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_rests_on_which_classes_there_are_says_so() {
    let members = |body: &str| {
        format!(
            "static abstract class Up {{ abstract void set(int n); }} static int x;
             static class Down extends Up {{ int f; void set(int n) {{ f = n; }} }}
             static int f(Up a) {{ x = 3; a.set(1); {body} }}"
        )
    };
    let old = format!("class Old {{ {} }}", members("return x == 3 ? 1 : 5;"));
    let new = format!("class New {{ {} }}", members("return 1;"));
    let (answer, code) = compare(&old, &new, "f");
    assert_eq!((&answer["verdict"], code), (&Value::from("equivalent"), 0), "{answer}");
    assert_eq!(answer["closed_world"], Value::from(true), "{answer}");
}
