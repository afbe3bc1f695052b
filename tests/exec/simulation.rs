//! Simulation: what a split stream finds is what a whole run of each mutant finds.

use jatpg::exec::limits::Limits;
use jatpg::exec::linked::{MutantVersion, ProgramCode};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::exec::vm::{End, KillKind, Vm, kill};

use super::{driver, method, program, version};

/// How each version of the method `f` fares in each test: simulated, and checked against a whole run.
fn matrix(source: &str, versions: &[&str], tests: &[(&str, usize)]) -> Vec<Vec<Option<KillKind>>> {
    let program = program(source);
    let f = method(&program, "f");
    let versions: Vec<MutantVersion> = versions.iter().map(|body| version(&program, f, body)).collect();
    let code = ProgramCode::build(&program, &versions);
    let live = MutantSet::all(versions.len());
    let mut vm = Vm::new(&code, Limits::default());
    let mut rows = Vec::new();
    for &(statements, arranging) in tests {
        let driver = driver(&code, statements, arranging);
        let original = vm.run_original(&driver);
        let simulation = vm.simulate(&driver, &live);
        assert_eq!(simulation.is_test, original.is_test(), "{statements}: {original:?}");
        let mut row = vec![None; versions.len()];
        for &(mutant, kind) in &simulation.kills {
            row[mutant as usize] = Some(kind);
        }
        for mutant in live.iter() {
            let whole = vm.run_mutant(&driver, mutant, &original);
            assert!(
                agree(row[mutant as usize], kill(&original, &whole)),
                "mutant {mutant} under {statements}: {:?}, whole {:?}",
                row[mutant as usize],
                whole.end
            );
        }
        assert_eq!(vm.run_original(&driver), original, "the original is as it was");
        rows.push(row);
    }
    rows
}

/// A guess that a mutant has gone astray may turn out otherwise.
pub(super) fn agree(simulated: Option<KillKind>, whole: Option<KillKind>) -> bool {
    simulated == whole || simulated == Some(KillKind::StepLimit)
}

const OUTPUT: Option<KillKind> = Some(KillKind::Output);
const DIVERGES: Option<KillKind> = Some(KillKind::Diverges);

#[test]
fn a_mutant_that_is_infected_late_in_a_loop_is_killed_from_there() {
    let source = "class A { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 7) s += 2; else s += i; } return s; } }";
    let versions = [
        "int s = 0; for (int i = 0; i <= n; i++) { if (i == 7) s += 2; else s += i; } return s;",
        "int s = 0; for (int i = 0; i != n; i++) { if (i == 7) s += 2; else s += i; } return s;",
        "int s = 0; for (int i = 0; i < n; i++) { if (i >= 7) s += 2; else s += i; } return s;",
        "int s = 0; for (int i = 0; i < n; i++) { if (i == 7) s += 2; else s += i++; } return s;",
        "int s = 0; for (int i = 0; i < n; i++) { if (i == 7) s += 2; else s += i; } return s + 0 * n;",
    ];
    let rows = matrix(source, &versions, &[("A.f(8);", 0), ("A.f(9);", 0), ("A.f(-1);", 0)]);
    assert_eq!(rows[0], [OUTPUT, None, None, OUTPUT, None]);
    assert_eq!(rows[1], [OUTPUT, None, OUTPUT, OUTPUT, None]);
    assert_eq!(rows[2][0], None);
    assert_eq!(rows[2][1], Some(KillKind::StepLimit), "it counts up to where int wraps around");
}

#[test]
fn operands_that_a_mutant_changes_keep_the_values_they_had() {
    let source = "class A { static int f(int a, int b) { return a + a * b - (a + b); } }";
    let versions = [
        "return a + a++ * b - (a + b);",
        "return a + a * b - (--a + b);",
        "return a++ + a * b - (a + b);",
        "return a + a * b++ - (a + b);",
    ];
    let rows = matrix(source, &versions, &[("A.f(3, 0);", 0), ("A.f(3, 5);", 0), ("A.f(0, 1);", 0)]);
    assert_eq!(rows[0], [OUTPUT, OUTPUT, OUTPUT, OUTPUT]);
}

#[test]
fn versions_run_inside_handlers_finally_parts_and_switches() {
    let source = "class A { static int f(int[] a, int i) {
        int r = 0;
        try {
            try {
                r = a[i];
                if (r > 3) { return r; }
                r = switch (r) { case 1 -> a[i + 1]; default -> { yield r / (r - 2); } };
            } catch (ArithmeticException e) { r = -1; } finally { r += 10; }
        } catch (ArrayIndexOutOfBoundsException e) { r += 100; }
        return r;
    } }";
    let change = |from: &str, to: &str| {
        let body =
            &source[source.find("int r = 0").expect("the body")..source.rfind("} }").expect("its end")];
        assert!(body.contains(from));
        body.replacen(from, to, 1)
    };
    let versions = [
        change("r = a[i];", "r = a[i - 1];"),
        change("r > 3", "r >= 3"),
        change("{ return r; }", "{ }"),
        change("a[i + 1]", "a[i + 2]"),
        change("r - 2", "r - 3"),
        change("r = -1;", ""),
        change("r += 10;", "r -= 10;"),
        change("r += 100;", ""),
        change("yield r / (r - 2);", "yield r;"),
    ];
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let tests = [
        ("int[] a = {1, 2, 3, 4}; A.f(a, 0);", 1),
        ("int[] a = {1, 2, 3, 4}; A.f(a, 1);", 1),
        ("int[] a = {1, 2, 3, 4}; A.f(a, 2);", 1),
        ("int[] a = {1, 2, 3, 4}; A.f(a, 3);", 1),
        ("int[] a = {1, 2, 3, 1}; A.f(a, 3);", 1),
        ("int[] a = null; A.f(a, 3);", 1),
    ];
    let rows = matrix(source, &versions, &tests);
    for mutant in 0..versions.len() {
        assert!(rows.iter().any(|row| row[mutant].is_some()), "mutant {mutant} is killed");
    }
}

#[test]
fn heaps_statics_and_text_of_a_mutant_are_its_own() {
    let source = "class A { int n; A next; static int made; static A f(int k) {
        A first = null;
        for (int i = 0; i < k; i++) { A a = new A(); a.n = i; a.next = first; first = a; made++; System.out.print(i); }
        return first;
    } }";
    let body = "A first = null;
        for (int i = 0; i < k; i++) { A a = new A(); a.n = i; a.next = first; first = a; made++; System.out.print(i); }
        return first;";
    let versions = [
        body.replace("a.n = i", "a.n = i + 0 * made"),
        body.replace("a.n = i", "a.n = i & 1"),
        body.replace("a.next = first;", "a.next = a;"),
        body.replace("made++", "made += 2"),
        body.replace("print(i)", "print(i / 2)"),
        body.replace("return first;", "return first == null ? null : first.next;"),
        body.replace("System.out.print(i);", ""),
    ];
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let rows = matrix(source, &versions, &[("A.made = 0; A a = A.f(3);", 1), ("A.f(2);", 0)]);
    assert_eq!(rows[0], [None, OUTPUT, OUTPUT, OUTPUT, OUTPUT, OUTPUT, OUTPUT]);
    assert_eq!(rows[1], [None; 7], "a test must set a static that it reads");
}

#[test]
fn a_loop_whose_state_comes_again_diverges() {
    let source = "class A { int[] cells; static int f(int n) {
        int[] last = null;
        while (n > 0) { int[] next = new int[n]; next[0] = n; last = next; n = n - 1; }
        return last == null ? 0 : last[0];
    } static int g(int n) { return n <= 0 ? 0 : 1 + g(n - 1); } }";
    let body = "int[] last = null;
        while (n > 0) { int[] next = new int[n]; next[0] = n; last = next; n = n - 1; }
        return last == null ? 0 : last[0];";
    let versions = [
        body.replace("n = n - 1;", ""),
        body.replace("n = n - 1", "n = 3 - n"),
        body.replace("n = n - 1", "n = n - 0"),
        body.replace("n = n - 1;", "n = n % 7 + 1;"),
    ];
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let rows = matrix(source, &versions, &[("A.f(2);", 0), ("A.f(0);", 0)]);
    assert_eq!(rows[0], [DIVERGES; 4]);
    assert_eq!(rows[1], [None; 4]);
}

#[test]
fn a_loop_diverges_whatever_counts_along() {
    let source = "class A {
        static int used(int a) { return Math.max(a, Math.abs(a)) + \"a\".charAt(a); }
        static int f(int x) {
        int count = 0;
        while (x != 0) { x &= x - 1; count++; }
        return count;
    } }";
    let body = "int count = 0;
        while (x != 0) { x &= x - 1; count++; }
        return count;";
    let versions = [
        body.replace("x &= x - 1;", ""),
        body.replace("x &= x - 1;", "x = -x;"),
        // It ends when the sum of what was counted is 0 again; that it is not here is no proof.
        body.replace("x &= x - 1;", "x = count * 2 + 1;"),
        // It goes on for as long as the memory lasts.
        body.replace("x &= x - 1; count++;", "count++; x = new int[count].length;"),
        body.replace("x &= x - 1; count++;", "count += 7 / (x + 1 - x); count /= 3;"),
        // Registers of the condition's and of the body's own are one.
        body.replace(
            "x != 0) { x &= x - 1; count++; }",
            "++x != 0) { int next = count + 3; count = next; x--; }",
        ),
        body.replace("x &= x - 1; count++;", "count++; if (count % 1000 == 0) x = 0;"),
        // A method that always returns asks for nothing; one that may throw does.
        body.replace("x &= x - 1; count++;", "count = Math.max(count + Math.abs(count), 7) + 1;"),
        body.replace("x &= x - 1; count++;", "count += \"aaaaaaaa\".charAt(count) / 97;"),
    ];
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let rows = matrix(source, &versions, &[("A.f(6);", 0)]);
    assert_eq!(rows[0][..2], [DIVERGES; 2]);
    assert!(!rows[0][2..4].contains(&DIVERGES));
    assert_eq!(rows[0][4..], [DIVERGES, DIVERGES, OUTPUT, DIVERGES, OUTPUT]);
}

#[test]
fn a_counter_that_runs_the_wrong_way_overflows_and_the_loop_ends() {
    let source = "class A { static int f(int n) {
        int last = 0;
        for (int i = 0; i < n; i++) { last = n; }
        return last;
    } }";
    let f = "int last = 0;
        for (int i = 0; i < n; i++) { last = n; }
        return last;";
    let versions = [
        f.replace("i++", "i--"),
        f.replace("i < n", "-i < n"),
        f.replace("i++", "i--").replace("return last", "return last + 1"),
        f.replace("last = n;", "last++;").replace("i++", "i -= 3"),
        f.replace("last = n;", "last += i % 5 * 3;").replace("i++", "i -= 5"),
    ];
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    let rows = matrix(source, &versions, &[("A.f(5);", 0), ("A.f(0);", 0)]);
    // Some go round 715,827,883 times.
    assert_eq!(rows, [[None, None, OUTPUT, OUTPUT, OUTPUT], [None, None, OUTPUT, None, None]]);
}

/// Nothing is claimed of a loop that a JVM ends in seconds, though it is not known how.
#[test]
fn a_loop_that_counts_on_past_the_limit_of_steps_is_no_kill() {
    let whole = |ty: &str, exit: &str| {
        let body = |exit: &str| {
            format!("{ty} i = 1; while (i * i * 3 <= n) {{ i++; if ({exit}) return -1; }} return i;")
        };
        let source = format!("class A {{ static {ty} f({ty} n) {{ {} }} }}", body("i > 46340"));
        let program = program(&source);
        let version = version(&program, method(&program, "f"), &body(exit));
        let code = ProgramCode::build(&program, &[version]);
        let driver = driver(&code, &format!("A.f(({ty}) 2147483647);"), 0);
        let mut vm = Vm::new(&code, Limits::default());
        let original = vm.run_original(&driver);
        kill(&original, &vm.run_mutant(&driver, 0, &original))
    };
    assert_eq!(whole("int", "i < -46340"), None);
    // One comes back to where it was, the other counts with a `long`.
    assert_eq!(whole("long", "(i = 1) > 46340"), DIVERGES);
    assert_eq!(whole("long", "(n = i * i * 9 + 9) < 0"), Some(KillKind::StepLimit));
}

#[test]
fn a_recursion_that_calls_itself_alike_diverges_and_one_that_does_not_is_a_resource_kill() {
    let source = "class A { static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); } }";
    let versions = [
        "return n <= 0 ? 0 : 1 + f(n);",
        "return n <= 0 ? 0 : 1 + f(n - -1);",
        "return n <= 0 ? 0 : 1 + f(n % 3 + 1);",
    ];
    let rows = matrix(source, &versions, &[("A.f(4);", 0)]);
    assert_eq!(rows[0], [DIVERGES, Some(KillKind::Resource), DIVERGES]);
    let source = "class A { static int f(int n) { return n <= 1 ? 1 : f(n - 1) + f(n - 2); } }";
    let rows = matrix(source, &["return n <= 1 ? 1 : f(n - 1) + f(2);"], &[("A.f(4);", 0)]);
    assert_eq!(rows[0], [DIVERGES], "between the calls others begin and end");
}

#[test]
fn an_endless_recursion_that_the_program_would_survive_cannot_be_followed() {
    let source = "class A { static int f(int n) {
        try { return n <= 0 ? 0 : 1 + f(n - 1); } catch (Throwable t) { return n; }
    } }";
    let version = "try { return n <= 0 ? 0 : 1 + f(n); } catch (Throwable t) { return n; }";
    assert_eq!(matrix(source, &[version], &[("A.f(4);", 0)]), [[None]]);
}

#[test]
fn a_mutant_is_active_from_class_initialisation_on() {
    let source = "class A {
        static final int TABLE = f(3) * 2;
        static int f(int n) { return n + 1; }
        static int table() { return TABLE; }
    }";
    let rows = matrix(
        source,
        &["return n - 1;", "return n + n / 9 + 1;", "return 2 / (n - 3);"],
        &[("A.table();", 0)],
    );
    assert_eq!(rows[0], [OUTPUT, None, OUTPUT], "an initialiser that throws makes an error of each use");
}

#[test]
fn a_handler_of_errors_leaves_open_how_a_class_without_initialisation_goes_on() {
    let source = "class A {
        static class B { static final int X = A.f(3); static int x() { return X; } }
        static int f(int n) { return n + 1; }
        static int all() { try { return B.x(); } catch (Throwable t) { return 0; } }
        static int linkage() { try { return B.x(); } catch (LinkageError e) { return 0; } }
        static int own() { try { return B.x(); } catch (ArithmeticException e) { return 0; } }
        static int last() { try { return B.x(); } finally { return 4; } }
        static int then() { int n = 0; try { n = B.x(); } finally { n++; } return n; }
        static int none() { return 3; }
    }";
    let tests = ["A.all();", "A.linkage();", "A.own();", "A.last();", "A.then();", "A.none();"];
    let rows = matrix(source, &["return 1 / (n - 3);"], &tests.map(|test| (test, 0)));
    assert_eq!(rows.concat(), [None, None, OUTPUT, None, OUTPUT, None]);
}

#[test]
fn what_the_arrangement_throws_ends_the_test() {
    let source = "class A { int n; A(int n) { this.n = f(n); } static int f(int n) { return 10 / n; } }";
    let rows = matrix(
        source,
        &["return 10 / (n - 1);"],
        &[("A a = new A(1); int n = a.n;", 1), ("A a = new A(0); int n = a.n;", 1)],
    );
    assert_eq!(rows, [[OUTPUT], [None]]);
}

#[test]
fn assertions_are_off_unless_asked_for() {
    let program = program("class A { static int f(int n) { assert n > 0 : \"n\" + n; return n; } }");
    let code = ProgramCode::build(&program, &[]);
    let driver = driver(&code, "A.f(-1);", 0);
    let mut vm = Vm::new(&code, Limits::default());
    let off = vm.run_original(&driver);
    vm.set_assertions(true);
    let on = vm.run_original(&driver);
    assert_eq!(super::shown(&program, &off), "-1");
    assert_eq!(super::shown(&program, &on), "throws AssertionError: n-1");
    assert!(matches!(on.end, End::Completed(_)));
}

#[test]
fn the_effort_of_a_run_is_that_of_its_instructions_and_not_that_of_its_steps() {
    let run = |body: &str| {
        let program = program(&format!(
            "class A {{ static int f(int n) {{ int s = 1; for (int i = 0; i < n; i++) {{ {body} }} return s; }} }}"
        ));
        let code = ProgramCode::build(&program, &[]);
        let mut vm = Vm::new(&code, Limits::default());
        let steps = vm.run_original(&driver(&code, "A.f(10000);", 0)).steps;
        (steps, vm.take_effort())
    };
    let (steps, short) = run("s += i;");
    let (same, long) = run(&"s = s * 31 ^ i;".repeat(100));
    assert_eq!(steps, same);
    assert!(long > 20 * short, "{short} and {long}");
}

#[test]
fn no_other_mutant_is_followed_once_the_effort_of_a_simulation_is_spent() {
    let program = program(
        "class A { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }",
    );
    let f = method(&program, "f");
    let bodies = (1..40).map(|k| format!("int s = {k}; for (int i = 0; i < n; i++) s += i; return s;"));
    let versions: Vec<MutantVersion> = bodies.map(|body| version(&program, f, &body)).collect();
    let code = ProgramCode::build(&program, &versions);
    let live = MutantSet::all(versions.len());
    let driver = driver(&code, "A.f(5000);", 0);
    let mut vm = Vm::new(&code, Limits::default());
    let all = vm.simulate(&driver, &live).kills;
    assert_eq!(all.len(), versions.len());
    vm.set_most(50_000);
    vm.take_effort();
    let some = vm.simulate(&driver, &live).kills;
    assert!(vm.take_effort() < 100_000);
    assert!(!some.is_empty() && some.len() < all.len(), "{} of {}", some.len(), all.len());
    assert!(some.iter().all(|kill| all.contains(kill)));
}
