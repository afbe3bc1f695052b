//! What an outcome holds, kind by kind: tests that `generate` makes for a class, on the JVM. What the simulator calls
//! killed the test shows, and *what it does not call killed the test does not show*: the two compare alike.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use jatpg::confirm::java_home::JavaHome;
use jatpg::confirm::{Confirmation, Given, Judgement, Shown, run_with};
use jatpg::report::json::{KillKind, Report, VerdictKind};

use crate::support::jdk::{self, Jdk};

/// What became of a class.
struct Result {
    report: Report,
    claimed: Confirmation,
    /// The kills by output that the simulator does not claim, tried as if it did.
    unclaimed: Confirmation,
    /// The emitted classes.
    text: String,
}

impl Result {
    /// What the tests show beside the claims.
    fn missed(&self) -> Vec<String> {
        let failed = self.unclaimed.claims.iter().filter(|claim| claim.shown == Some(Shown::Failed));
        failed.map(ToString::to_string).collect()
    }
}

/// Generates tests for the classes, each in a file of its own, the first of which is under test.
fn generate(jdk: &Jdk, files: &[(&str, &str)]) -> Result {
    let folder = tempfile::tempdir().unwrap();
    for (path, source) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, source).unwrap();
    }
    let file = folder.path().join(files[0].0);
    let out = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.arg("generate").arg(&file).arg("--source-path").arg(folder.path());
    let output = command
        .arg("--out")
        .arg(&out)
        .args(["--engine", "random", "--random-tests", "300"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = out.join("report.json");
    let report: Report = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let try_claims = |file: &Path, path: &Path| {
        let source_path = [folder.path().to_owned()];
        let files = [file.to_owned()];
        run_with(JavaHome::at(jdk.home()).unwrap(), &Given::new(&files, path, &source_path), &|_, _| ())
            .unwrap_or_else(|error| panic!("{error}\n{}", emitted(&out)))
    };
    let claimed = try_claims(&file, &path);
    let complement = out.join("complement.json");
    std::fs::write(&complement, serde_json::to_string(&complement_of(&report)).unwrap()).unwrap();
    let unclaimed = try_claims(&file, &complement);
    let mut result = Result { report, claimed, unclaimed, text: String::new() };
    assert!(result.claimed.holds(), "{}\n{}", result.claimed, emitted(&out));
    result.text = emitted(&out);
    result
}

/// The report with every claim that it does not make, and no other.
fn complement_of(report: &Report) -> Report {
    let mut complement = report.clone();
    let all: BTreeSet<&str> = report.mutants.iter().map(|m| m.id.as_str()).collect();
    for test in &mut complement.tests {
        let killed: BTreeSet<&str> = test.kills.iter().chain(&test.hangs).map(|id| &**id).collect();
        let others = all.difference(&killed).map(|&id| id.into()).collect();
        test.kills = others;
        test.hangs.clear();
        test.passes_limit.clear();
    }
    for verdict in complement.mutants.iter_mut().filter_map(|m| m.verdict.as_mut()) {
        verdict.verdict = VerdictKind::Killed;
        verdict.kill = Some(KillKind::Output);
        verdict.tests.clear();
    }
    complement
}

fn emitted(out: &Path) -> String {
    let mut files = Vec::new();
    crate::support::corpus::java_files(out, &mut files);
    let text = |file: PathBuf| std::fs::read_to_string(file).unwrap_or_default();
    files.into_iter().map(text).collect()
}

/// Tests of one class; at least `kills` claims must hold.
fn confirmed(test: &str, source: &str, kills: usize) -> Option<Result> {
    let name =
        source.split("class ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a class");
    confirmed_files(test, &[(&format!("{name}.java"), source)], kills)
}

fn confirmed_files(test: &str, files: &[(&str, &str)], kills: usize) -> Option<Result> {
    let Some(jdk) = Jdk::standard() else {
        jdk::skipped(test, "JDK");
        return None;
    };
    let result = generate(&jdk, files);
    let held = result.claimed.count(Judgement::Held);
    assert!(held >= kills, "only {held} kills:\n{}", result.claimed);
    Some(result)
}

/// The same, and what is not claimed is not shown.
fn compares_alike(test: &str, source: &str, kills: usize) {
    if let Some(result) = confirmed(test, source, kills) {
        let missed = result.missed();
        assert!(missed.is_empty(), "shown and not claimed:\n{}\n{}", missed.join("\n"), result.text);
    }
}

#[test]
fn values_of_calls_that_arrange_show_nothing() {
    let source = "class A {
        private int x;
        int g(int a) { if (a > 5) throw new RuntimeException(); x += a; return x; }
        int h(int a) { x -= a; return a * 2; }
    }";
    compares_alike("values_of_calls_that_arrange_show_nothing", source, 20);
}

#[test]
fn numbers_are_compared_by_their_bits_and_nan_is_one_value() {
    let source = "class A {
        static double d(double a, double b) { return a == 0 ? -a : a / b; }
        static float f(float a, int n) { return n > 3 ? a * n : a - n; }
        static byte b(byte x) { return (byte) (x + 100); }
        static short s(short x, char c) { return (short) (x * c); }
        static char c(char x, int by) { return (char) (x + by); }
        static long l(long x) { return x >>> 3; }
        static Double box(double x) { return x > 0 ? x + 0.0 : null; }
        static Character letter(int n) { return (char) ('a' + n); }
        static Byte small(int n) { return (byte) (n ^ 3); }
        static double[] all(double a) { return new double[] {a, -a, a * 0, 1 / a}; }
        static float[] some(float a) { return new float[] {a, -a}; }
    }";
    compares_alike("numbers_are_compared_by_their_bits_and_nan_is_one_value", source, 60);
}

#[test]
fn copied_signs_of_nan_show_nothing() {
    let source = "class A {
        static double sign(double a, double b) { return Math.copySign(a, b - b); }
        static float sign(float a, float b) { return Math.copySign(a, b / b); }
        static long bits(double a) { return Double.doubleToRawLongBits(a / a); }
        static double sine(double a) { return Math.sin(a) + Math.pow(a, 1.5); }
        static String text(double a) { return \"\" + a * 1.1; }
    }";
    // Other values of the flagged kinds are shown where the test's own is fixed; only claims must hold.
    confirmed("copied_signs_of_nan_show_nothing", source, 5);
}

#[test]
fn strings_hold_any_units() {
    let source = "class A {
        static String half(char c, int n) { return n > 2 ? \"\\ud800\" + c : c + \"\\udc00\"; }
        static CharSequence sequence(String s, boolean b) { return b ? s : new StringBuilder(s); }
        static StringBuilder build(StringBuilder s, int n) { return n > 1 ? s.append(n) : new StringBuilder().append(s); }
        static String[] parts(String s, int n) { return new String[] {s, n > 0 ? null : \"\", s + n}; }
        static void fail(int n) { throw new IllegalStateException(n > 1 ? \"\\ud800\" : \"lone \\udc00\" + n); }
        static void maybe(String s) { if (s.length() > 2) throw new IllegalArgumentException((String) null); throw new IllegalArgumentException(s); }
    }";
    compares_alike("strings_hold_any_units", source, 25);
}

#[test]
fn printed_halves_of_characters_show_what_the_stream_writes() {
    let source = "class A {
        static void print(int n) {
            System.out.print('\\ud83d');
            if (n > 2) System.out.print('\\ude00');
            System.out.print(n);
            System.err.print(\"\\udc00\" + n);
            System.out.print((char) (0xd800 + n));
        }
        static void quiet(int n) { if (n == 77) System.out.println(n); }
    }";
    compares_alike("printed_halves_of_characters_show_what_the_stream_writes", source, 10);
}

#[test]
fn identity_counts_towards_inputs_results_and_statics() {
    let source = "class A {
        static int[] last = {1};
        int[] cells = {1, 2};
        A next;
        static int[] copy(int[] a, boolean b) { last = b ? a : a.clone(); return b ? last : a; }
        static int[] pick(int[] a, int[] b, int n) { return n > 3 ? a : b; }
        A link(A other, int n) { next = n > 2 ? other : this; return next; }
        static A[] pair(int n) { A a = new A(); return new A[] {a, n > 2 ? a : new A()}; }
        static A ring(int n) { A a = new A(); A b = new A(); a.next = n > 1 ? a : b; b.next = n > 0 ? b : a; return a; }
        int[] own(int n) { return n > 1 ? cells : new int[] {1, 2}; }
        static Object[] mixed(Object o, int n) { return new Object[] {n, o, n > 3 ? \"x\" : 'x', (long) n, new int[] {n}, new String[n & 1]}; }
        static Object[][] rows(Object[] o, int n) { return new Object[][] {o, n > 1 ? o : new Object[0], new String[0]}; }
    }";
    compares_alike("identity_counts_towards_inputs_results_and_statics", source, 40);
}

#[test]
fn exceptions_show_class_message_cause_and_fields() {
    let source = "class A {
        static class Coded extends RuntimeException {
            final int code;
            private final int hidden;
            Coded(String message, int code, Throwable cause) { super(message, cause); this.code = code; hidden = code * 2; }
            int hidden() { return hidden; }
        }
        private static class Secret extends IllegalStateException { Secret(String s) { super(s); } }
        static class Loud extends RuntimeException { final int n; Loud(int n) { this.n = n; } public String getMessage() { return \"loud \" + n; } public Throwable getCause() { return null; } }
        static int coded(int n) { throw new Coded(\"n \" + n, n + 1, n > 3 ? new RuntimeException(\"x\" + n) : null); }
        static int secret(int n) { if (n > 2) throw new Secret(\"s\" + n); throw new IllegalStateException(\"s\" + n); }
        static int loud(int n) { throw new Loud(n - 1); }
        static int jvm(int n, int[] a) { if (n == 0) throw new ArithmeticException(\"mine\"); return a[n] / (n - 1); }
        static int sub(int n) { if (n > 1) throw new ArrayIndexOutOfBoundsException(n); throw new IndexOutOfBoundsException(\"i\"); }
        static void again(RuntimeException e, int n) { if (n > 1) throw e; throw new RuntimeException(e.getMessage()); }
        static void checked(int n) throws Exception { throw n > 1 ? new Exception(\"c\") : new java.io.IOException(\"c\"); }
        static Exception given(int n) { return n > 2 ? new Secret(\"a\") : new Coded(null, n, null); }
    }"
    .replace(": new java.io.IOException(\"c\")", ": new CloneNotSupportedException(\"c\")");
    compares_alike("exceptions_show_class_message_cause_and_fields", &source, 40);
}

#[test]
fn following_calls_show_what_one_assertion_sees() {
    let source = "class A {
        enum Level { LOW, HIGH }
        private enum Mood { GOOD, BAD }
        private int n;
        private int[] cells = new int[3];
        void set(int i, int v) { n = i; cells[i] = v; }
        int size() { return n > 0 ? n : -n; }
        Integer boxed() { return n == 0 ? null : n; }
        String text() { if (n > 4) throw new IllegalStateException(\"big \" + n); return \"n\" + n; }
        int[] cells() { return cells.clone(); }
        int[] same() { return cells; }
        Level level() { return n > 1 ? Level.HIGH : Level.LOW; }
        Level[] levels() { return new Level[] {level(), null}; }
        Long[] longs() { return new Long[] {(long) n, null}; }
        double[] doubles() { return new double[] {n / 0.0, -n}; }
        Object object() { return n > 1 ? \"x\" : this; }
        private Mood mood() { return n > 1 ? Mood.GOOD : Mood.BAD; }
        Object feeling() { return mood(); }
        Class<?> type() { return n > 1 ? null : null; }
    }"
    .replace("        Class<?> type() { return n > 1 ? null : null; }\n", "");
    compares_alike("following_calls_show_what_one_assertion_sees", &source, 60);
}

#[test]
fn hidden_classes_are_told_apart_by_their_names() {
    let source = "class A {
        interface Shape { int area(); }
        private static class Square implements Shape { int side; Square(int side) { this.side = side; } public int area() { return side * side; } }
        private static class Line implements Shape { int length; Line(int n) { length = n; } public int area() { return 0; } }
        private enum Mood { GOOD, BAD }
        Object inner = new Line(1);
        private Square own = new Square(2);
        Square open = new Square(2);
        static Shape make(int n) { return n > 2 ? new Square(n) : new Line(n); }
        static Object mood(int n) { return n > 2 ? Mood.GOOD : Mood.BAD; }
        static Shape[] row(int n) { return n > 2 ? new Square[] {new Square(n)} : new Shape[] {new Line(n), null}; }
        static Object rows(int n) { return n > 2 ? new Square[1][1] : new Line[1][1]; }
        void grow(int n) { inner = n > 1 ? new Square(n) : null; open.side += n; own.side -= n; }
        private Square square() { return own; }
        static Square square(int n) { return n > 1 ? new Square(n) : null; }
        Object hidden(int n) { return n > 3 ? square() : open; }
    }";
    compares_alike("hidden_classes_are_told_apart_by_their_names", source, 30);
}

#[test]
fn fields_are_read_where_another_hides_them() {
    let source = "class A {
        static class Base { int x; String name = \"b\"; }
        static class Sub extends Base { int x; Object[] data = {1}; }
        static Base make(int n) { Sub s = new Sub(); s.x = n; ((Base) s).x = n * 2; s.data = new Object[] {n, \"s\"}; return n > 4 ? new Base() : s; }
        static Sub change(Sub s, int n) { s.x += n; ((Base) s).x -= n; s.name = n > 2 ? null : s.name + n; return s; }
        static Object any(Object o, int n) { return n > 2 ? o : n > 1 ? new int[] {n} : new int[][] {{n}, null}; }
    }";
    compares_alike("fields_are_read_where_another_hides_them", source, 25);
}

#[test]
fn statics_are_set_before_they_are_read() {
    let source = "class A {
        static int limit = 10;
        static String[] names = {\"a\", \"b\"};
        static final int FIXED = 3;
        private static int hidden = 4;
        static int clip(int n) { return n > limit ? limit : n + hidden + FIXED; }
        static String name(int n) { return n < names.length ? names[n] : names[0] + limit; }
        int own = limit + 1;
        int twice(int n) { return own * n; }
    }";
    let result = confirmed("statics_are_set_before_they_are_read", source, 20);
    let sets =
        |report: &Report| report.tests.iter().any(|t| t.inputs.iter().any(|s| s.starts_with("A.limit = ")));
    assert!(result.is_none_or(|result| sets(&result.report)));
}

#[test]
fn classes_of_other_packages_are_written_with_their_names() {
    let files = [
        (
            "shop/Cart.java",
            "package shop;
            import money.Amount;
            public class Cart {
                Amount total = new Amount(0);
                public static int rate = 2;
                public static class Empty extends RuntimeException { public Empty() { super(\"empty\"); } }
                public Amount add(Amount a, int n) { if (n < 0) throw new Empty(); total = total.plus(a, n * Amount.factor); return total; }
                public static Amount[] split(Amount a) { return new Amount[] {a, new Amount(a.cents / 2)}; }
            }",
        ),
        (
            "money/Amount.java",
            "package money;
            public class Amount {
                public int cents;
                public static int factor = 1;
                public Amount(int cents) { if (cents < -1000) throw new Negative(cents); this.cents = cents; }
                public Amount plus(Amount other, int times) { return new Amount(cents + other.cents * times); }
                public static class Negative extends RuntimeException { public final int by; Negative(int by) { this.by = by; } }
            }",
        ),
    ];
    confirmed_files("classes_of_other_packages_are_written_with_their_names", &files, 15);
}

#[test]
fn exceptions_of_one_type_from_two_sources_show_what_the_program_says_of_its_own() {
    let source = "class A {
        static int share(int total, int people) {
            if (people == 0 && total > 50) throw new ArithmeticException(\"none for \" + total);
            return total / people;
        }
        static int parse(String s) {
            try { return s.length(); } catch (NullPointerException e) { throw new IllegalStateException(\"no text\", e); }
        }
        static int read(int[] a, int i) {
            if (i > 9) throw (RuntimeException) new ArrayIndexOutOfBoundsException(\"far\").initCause(new RuntimeException(\"i\" + i));
            return a[i];
        }
        static Exception caught(int a, int b) {
            if (b == 0 && a > 3) return new ArithmeticException();
            try { return new Exception(\"r\" + a / b); } catch (ArithmeticException e) { return a < -5 ? new ArithmeticException(\"low\") : e; }
        }
        static String name(Object o) {
            if (o instanceof Integer) throw new ClassCastException(\"a number\");
            return (String) o;
        }
    }";
    let test = "exceptions_of_one_type_from_two_sources_show_what_the_program_says_of_its_own";
    compares_alike(test, source, 60);
}

#[test]
fn a_guard_with_a_message_of_its_own_is_told_from_what_the_jvm_throws_behind_it() {
    let source = "class A {
        static int length(String s) { if (s == null) throw new NullPointerException(\"s must be given\"); return s.length(); }
        static int share(int total, int people) { if (people == 0) throw new ArithmeticException(\"nobody\"); return total / people; }
        static int at(int[] a, int i) {
            if (a == null) throw new NullPointerException(\"no array\");
            if (i < 0 || i >= a.length) throw new ArrayIndexOutOfBoundsException(\"no cell \" + i);
            return a[i];
        }
        static int[] make(int n) { if (n < 0) throw new NegativeArraySizeException(\"too few\"); return new int[n]; }
        static int unbox(Integer n) { if (n == null) throw new NullPointerException(\"nothing in the box\"); return n; }
        static char letter(String s, int i) {
            if (i < 0 || i >= s.length()) throw new StringIndexOutOfBoundsException(\"no such letter\");
            return s.charAt(i);
        }
        static String rest(StringBuilder s, int i) {
            if (i > s.length()) throw new StringIndexOutOfBoundsException(\"behind the end\");
            return s.substring(i);
        }
        int kept;
        void put(Integer n) { if (n == null) throw new NullPointerException(\"no number\"); kept = n; }
    }";
    let test = "a_guard_with_a_message_of_its_own_is_told_from_what_the_jvm_throws_behind_it";
    let Some(result) = confirmed(test, source, 40) else { return };
    let guards = result.report.mutants.iter().filter(|m| m.operator == "SDL" && m.original.starts_with("if"));
    let open: Vec<&str> =
        guards.filter(|m| m.verdict.as_ref().is_none_or(|v| v.tests.is_empty())).map(|m| &*m.id).collect();
    assert!(open.is_empty(), "{open:?}\n{}", result.text);
    assert!(result.missed().is_empty(), "{:?}", result.missed());
}

#[test]
fn a_mutant_whose_class_cannot_be_initialised_fails_every_test_that_uses_the_class() {
    let source = "class A {
        static class Table { static final int[] CELLS = fill(3); static int first() { return CELLS[0]; } }
        static class Larger extends Table { static int second() { return CELLS[1] + 1; } }
        private static final int LIMIT = limit(4);
        private static int limit(int n) { return 8 / (n - 3); }
        private static int[] fill(int n) { int[] cells = new int[n]; cells[n - 1] = n * 2; cells[1] = cells.length; return cells; }
        static int below(int n) { return n < LIMIT ? n : LIMIT; }
        static int cell(int i) { return Table.CELLS[i & 1] + i; }
        static int both(int i) { return i > 2 ? Table.first() : Larger.second(); }
        static int tidied(int i) { int[] seen = {0}; try { seen[0] = Table.first(); } finally { seen[0]++; } return seen[0] + i; }
        static int guarded(int i) { try { return Table.first() + i; } catch (RuntimeException e) { return -1; } }
    }";
    let test = "a_mutant_whose_class_cannot_be_initialised_fails_every_test_that_uses_the_class";
    let Some(result) = confirmed(test, source, 60) else { return };
    assert!(result.missed().is_empty(), "{:?}\n{}", result.missed(), result.text);
    let of_helpers =
        result.report.mutants.iter().filter(|m| m.method.contains("fill") || m.method.contains("limit"));
    let killed = of_helpers.filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Killed));
    assert!(killed.count() > 20, "{}", result.text);
}
