//! What an outcome holds, kind by kind: tests that `generate` makes for a class, on the JVM. What the simulator calls
//! killed the test shows, and *what it does not call killed the test does not show*: the two compare alike.
//!
//! The classes of all kinds are generated and tried together, each in a package of its own: one warm JVM takes a tenth
//! of the time of one for each.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use jatpg::class_files::java_home::JavaHome;
use jatpg::confirm::{ClaimReport, Given, Judgement, Shown, run};
use jatpg::report::json::{KillKind, MutantReport, Report, TestReport, VerdictKind};

use crate::support::corpus::java_files;
use crate::support::jdk::{self, Jdk};
use crate::support::soak;

/// Classes in files of their own, the first of which is under test. Those of the default package are put into one that
/// bears the case's name.
struct Case {
    /// That of its test.
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// So many claims there must be.
    kills: usize,
}

/// What became of a case.
struct Tried {
    mutants: Vec<MutantReport>,
    /// The statements of each test.
    inputs: Vec<Vec<String>>,
    /// How many claims the report makes.
    kills: usize,
    /// Those that were tried.
    claimed: Vec<ClaimReport>,
    /// The kills by output that the simulator does not claim, tried as if it did.
    unclaimed: Vec<ClaimReport>,
    /// The emitted classes.
    text: String,
}

impl Tried {
    fn held(&self) -> usize {
        self.claimed.iter().filter(|claim| claim.judgement == Judgement::Held).count()
    }

    /// What the tests show beside the claims.
    fn missed(&self) -> Vec<String> {
        let failed = self.unclaimed.iter().filter(|claim| claim.shown == Some(Shown::Failed));
        failed.map(ToString::to_string).collect()
    }
}

impl Case {
    /// The file's place in the source folder, and its text.
    fn placed(&self, &(path, source): &(&str, &str)) -> (PathBuf, String) {
        if source.starts_with("package ") {
            return (path.into(), source.into());
        }
        (Path::new(self.name).join(path), format!("package {};\n{source}", self.name))
    }

    fn package(&self) -> PathBuf {
        let (path, _) = self.placed(&self.files[0]);
        path.parent().expect("a package").to_owned()
    }
}

/// All cases by name; `None` without a JDK.
static TRIED: LazyLock<Option<BTreeMap<&str, Tried>>> = LazyLock::new(|| {
    let jdk = Jdk::standard()?;
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("src");
    let mut under_test = Vec::new();
    for case in CASES {
        for (at, file) in case.files.iter().enumerate() {
            let (path, text) = case.placed(file);
            let path = sources.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            under_test.extend((at == 0).then_some(path));
        }
    }
    let out = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.arg("generate").args(&under_test).arg("--source-path").arg(&sources).arg("--out").arg(&out);
    // Of mutants alone: a test for a branch may show a mutant that reads what earlier tests have left, which nobody claims.
    command.args(["--criterion", "mutation", "--engine", "random", "--random-tests", "300"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = std::fs::read_to_string(out.join("report.json")).unwrap();
    let report: Report = serde_json::from_str(&report).unwrap();
    let all_pairs = out.join("all-pairs.json");
    std::fs::write(&all_pairs, serde_json::to_string(&with_all_pairs(&report)).unwrap()).unwrap();
    let source_path = [sources];
    let given = Given::new(&under_test, &all_pairs, &source_path);
    let confirmation = run(JavaHome::at(jdk.home()).unwrap(), &given, &|_, _| ()).unwrap();
    assert!(confirmation.original_failures.is_empty(), "{confirmation}");
    let told: BTreeSet<(&str, &str)> = report.tests.iter().flat_map(killed_pairs).collect();
    let tried = CASES.iter().map(|case| {
        let package = format!("{}.", case.package().display());
        let mutants = report.mutants.iter().filter(|mutant| mutant.id.starts_with(&package)).cloned();
        let tests = report.tests.iter().filter(|test| test.method.starts_with(&package));
        let claims = confirmation.claims.iter().filter(|claim| claim.mutant.starts_with(&package)).cloned();
        let (claimed, unclaimed) = claims.partition(|claim| told.contains(&(&*claim.mutant, &*claim.test)));
        let tried = Tried {
            mutants: mutants.collect(),
            inputs: tests.map(|test| test.inputs.clone()).collect(),
            kills: told.iter().filter(|(mutant, _)| mutant.starts_with(&package)).count(),
            claimed,
            unclaimed,
            text: emitted(&out.join(case.package())),
        };
        (case.name, tried)
    });
    Some(tried.collect())
});

/// What the report says that the test kills.
fn killed_pairs(test: &TestReport) -> impl Iterator<Item = (&str, &str)> {
    let killed = test.kills.iter().chain(&test.hangs).chain(&test.passes_limit);
    killed.map(|mutant| (&**mutant, &*test.id))
}

/// Of the mutants of another method than the test's own, one in so many is tried: most of them it does not even reach.
const ELSEWHERE: usize = 24;
/// Of all mutants a plain run tries one in so many: each is compiled.
const PLAIN: usize = 5;

/// The report that claims moreover that each test kills every mutant of its own method, and some others of its package; of the
/// mutants that are tried.
fn with_all_pairs(report: &Report) -> Report {
    let mut all = report.clone();
    let package = |name: &str| name.split('.').next().map(str::to_owned);
    let tried: BTreeSet<&str> =
        report.mutants.iter().step_by(soak::one_in(PLAIN)).map(|mutant| &*mutant.id).collect();
    for (at, test) in all.tests.iter_mut().enumerate() {
        let claimed: BTreeSet<String> = killed_pairs(test).map(|(mutant, _)| mutant.to_owned()).collect();
        let own = report.mutants.iter().enumerate().filter(|(index, mutant)| {
            let is_beside = package(&mutant.id) == package(&test.method) && (index + at) % ELSEWHERE == 0;
            mutant.method == test.method || is_beside
        });
        let unclaimed = own.map(|(_, mutant)| &*mutant.id).filter(|&id| !claimed.contains(id));
        test.kills.extend(unclaimed.map(Into::into));
        for pairs in [&mut test.kills, &mut test.hangs, &mut test.passes_limit] {
            pairs.retain(|mutant| tried.contains(&**mutant));
        }
    }
    for verdict in all.mutants.iter_mut().filter_map(|mutant| mutant.verdict.as_mut()) {
        verdict.verdict = VerdictKind::Killed;
        verdict.kill = Some(verdict.kill.unwrap_or(KillKind::Output));
    }
    all
}

fn emitted(folder: &Path) -> String {
    let mut files = Vec::new();
    java_files(folder, &mut files);
    files.into_iter().map(|file| std::fs::read_to_string(file).unwrap_or_default()).collect()
}

/// The claims of the test's case hold on the JVM, and there are enough of them.
fn confirmed(test: &'static str) -> Option<&'static Tried> {
    let Some(tried) = TRIED.as_ref() else {
        jdk::skipped(test, "JDK");
        return None;
    };
    let case = CASES.iter().find(|case| case.name == test).expect("a case of the test's name");
    let tried = &tried[test];
    let refuted: Vec<String> =
        tried.claimed.iter().filter(|c| c.judgement == Judgement::Refuted).map(ToString::to_string).collect();
    assert!(refuted.is_empty(), "{}\n{}", refuted.join("\n"), tried.text);
    // What hangs or passes a limit is shown in another way. A sample may have less than its share.
    let least = match soak::one_in(PLAIN) {
        1 => case.kills,
        step => case.kills.div_ceil(2 * step),
    };
    let held = tried.held();
    assert!(
        tried.kills >= case.kills && held >= least,
        "{held} of {} kills hold:\n{}",
        tried.kills,
        tried.text
    );
    Some(tried)
}

/// The same, and what is not claimed is not shown.
fn compares_alike(test: &'static str) {
    if let Some(tried) = confirmed(test) {
        let missed = tried.missed();
        assert!(missed.is_empty(), "shown and not claimed:\n{}\n{}", missed.join("\n"), tried.text);
    }
}

const CASES: &[Case] = &[
    Case {
        name: "private_statics_are_given_what_they_held_at_first",
        kills: 24,
        files: &[
            ("shop/A.java", "package shop;
                public class A {
                    private static int next = 10;
                    private static boolean open;
                    private static byte step = 2;
                    private static long total = 1L << 40;
                    static int ticket(int n) { next += n * step; step++; return next; }
                    static int toggled() { open = !open; return open ? 1 : 0; }
                    public static long sum(int by) { total += by; return total - price.Rates.of(by).rate(); }
                }"),
            ("price/Rates.java", "package price;
                public class Rates {
                    private static Rates first;
                    private final int rate;
                    private Rates(int rate) { this.rate = rate; }
                    public static Rates of(int wish) {
                        if (first == null) first = new Rates(wish);
                        return first;
                    }
                    public int rate() { return rate; }
                }"),
        ],
    },
    Case {
        name: "what_tests_share_shows_in_none_of_them",
        kills: 60,
        files: &[("A.java", "class A {
                private static A standard;
                private static final int[][] POWERS = new int[4][];
                private static final int[] LAST = { 3 };
                private static final StringBuilder LOG = new StringBuilder();
                private final int base;
                private A(int base) { this.base = base; }
                static A standard() {
                    A made = standard;
                    if (made == null) { made = new A(7); standard = made; }
                    return made;
                }
                int of(int n) { return base * n + 1; }
                static int power(int exponent) {
                    int at = exponent & 3;
                    if (POWERS[at] == null) POWERS[at] = new int[] { 1 << at };
                    return POWERS[at][0] + 2;
                }
                static int set(int n) { LAST[0] = n + 1; return n * 2; }
                static int last() { return LAST[0] - 1; }
                static int logged(String s) { LOG.append(s); return LOG.length() + 1; }
            }")],
    },
    Case {
        name: "values_of_calls_that_arrange_show_nothing",
        kills: 20,
        files: &[("A.java", "class A {
                private int x;
                int g(int a) { if (a > 5) throw new RuntimeException(); x += a; return x; }
                int h(int a) { x -= a; return a * 2; }
            }")],
    },
    Case {
        name: "functions_and_generic_objects_are_what_is_printed",
        kills: 30,
        files: &[("A.java", "class A<K extends Comparable<K>, V> {
                interface Rule { boolean holds(int n); }
                interface Loader<X, Y> { Y load(X x); }
                interface Action { void run(); }
                private final Loader<? super K, ? extends V> loader;
                private K key;
                private V value;
                int loads;
                A(Loader<? super K, ? extends V> loader) { this.loader = loader; }
                V get(K wanted) {
                    if (key == null || key.compareTo(wanted) != 0) { key = wanted; value = loader.load(wanted); loads++; }
                    return value;
                }
                boolean holds(Object other) { return other != null && other.equals(value); }
                static int count(int[] all, Rule rule) { int n = 0; for (int one : all) { if (rule.holds(one)) n += one; } return n; }
                static <T> int changes(T[] all, Loader<T, Integer> f) { int n = 0; for (int i = 1; i < all.length; i++) { if (f.load(all[i]) > f.load(all[i - 1])) n++; } return n; }
                static int attempts(Action action) { int n = 0; while (n < 3) { n++; try { action.run(); return n; } catch (IllegalStateException e) { if (n == 2) throw e; } } return -n; }
                static <T> T pick(Loader<T, T> f, T a, boolean twice) { T b = f.load(a); return twice ? f.load(b) : b; }
                static <T extends java.lang.reflect.AccessibleObject> T open(T a, int n) { return n > 3 && a != null ? a : null; }
            }")],
    },
    Case {
        name: "numbers_are_compared_by_their_bits_and_nan_is_one_value",
        kills: 60,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "copied_signs_of_nan_show_nothing",
        kills: 5,
        files: &[("A.java", "class A {
                static double sign(double a, double b) { return Math.copySign(a, b - b); }
                static float sign(float a, float b) { return Math.copySign(a, b / b); }
                static long bits(double a) { return Double.doubleToRawLongBits(a / a); }
                static double sine(double a) { return Math.sin(a) + Math.pow(a, 1.5); }
                static String text(double a) { return \"\" + a * 1.1; }
            }")],
    },
    Case {
        name: "functions_of_math_are_read_without_their_last_digits",
        kills: 60,
        files: &[("A.java", "class A {
                private static final double LOG_10 = Math.log(10);
                final double rate;
                A(double rate) { this.rate = rate; }
                static int digits(long n) { return n <= 0 ? 1 : (int) (Math.log(n) / LOG_10) + 1; }
                static double hypotenuse(double a, double b) { return Math.sqrt(Math.pow(a, 2.5) + Math.exp(b)); }
                double after(int years) { return 100 * Math.pow(1 + rate, years); }
                double[] both(double x) { return new double[] {Math.sin(x), Math.cos(x)}; }
            }")],
    },
    Case {
        name: "strings_hold_any_units",
        kills: 25,
        files: &[("A.java", "class A {
                static String half(char c, int n) { return n > 2 ? \"\\ud800\" + c : c + \"\\udc00\"; }
                static CharSequence sequence(String s, boolean b) { return b ? s : new StringBuilder(s); }
                static StringBuilder build(StringBuilder s, int n) { return n > 1 ? s.append(n) : new StringBuilder().append(s); }
                static String[] parts(String s, int n) { return new String[] {s, n > 0 ? null : \"\", s + n}; }
                static void fail(int n) { throw new IllegalStateException(n > 1 ? \"\\ud800\" : \"lone \\udc00\" + n); }
                static void maybe(String s) { if (s.length() > 2) throw new IllegalArgumentException((String) null); throw new IllegalArgumentException(s); }
            }")],
    },
    Case {
        name: "printed_halves_of_characters_show_what_the_stream_writes",
        kills: 10,
        files: &[("A.java", "class A {
                static void print(int n) {
                    System.out.print('\\ud83d');
                    if (n > 2) System.out.print('\\ude00');
                    System.out.print(n);
                    System.err.print(\"\\udc00\" + n);
                    System.out.print((char) (0xd800 + n));
                }
                static void quiet(int n) { if (n == 77) System.out.println(n); }
            }")],
    },
    Case {
        name: "identity_counts_towards_inputs_results_and_statics",
        kills: 40,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "what_a_thread_and_the_properties_hold_is_state",
        kills: 10,
        files: &[("A.java", "class A {
                private static final ThreadLocal<Integer> N = ThreadLocal.withInitial(() -> 0);
                static int fill(int from) { N.set(20_000 - (from & 7)); while (!isFull()) { } return N.get(); }
                private static boolean isFull() { N.set(N.get() + 1); return N.get() >= 20_000; }
                static String pad(int from) { System.setProperty(\"own.a\", \"x\".repeat(3000 - (from & 3))); while (!isLong()) { } return \"done\"; }
                private static boolean isLong() { System.setProperty(\"own.a\", System.getProperty(\"own.a\") + \"x\"); return System.getProperty(\"own.a\").length() >= 3000; }
            }")],
    },
    Case {
        name: "dates_are_values_in_the_time_zone_of_the_tests",
        kills: 25,
        files: &[("A.java", "import java.util.*;
            class A {
                static Date later(Date from, int n) { return new Date(from.getTime() + n * 1000L); }
                static int half(Calendar day) { return day.get(Calendar.DAY_OF_MONTH) > 15 ? 2 : 1; }
                static Calendar next(Calendar day, int n) { day.add(Calendar.MONTH, n % 12); return day; }
                static boolean isOver(Date day) { return day.before(new Date()) && day.getTime() > 5; }
                static String text(Date day) { return new java.text.SimpleDateFormat(\"yyyy-MM-dd\").format(day) + day.getHours(); }
                static String told(Object when) { return \"at \" + when; }
            }")],
    },
    Case {
        name: "exceptions_show_class_message_cause_and_fields",
        kills: 40,
        files: &[("A.java", "class A {
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
                static void checked(int n) throws Exception { throw n > 1 ? new Exception(\"c\") : new CloneNotSupportedException(\"c\"); }
                static Exception given(int n) { return n > 2 ? new Secret(\"a\") : new Coded(null, n, null); }
            }")],
    },
    Case {
        name: "following_calls_show_what_one_assertion_sees",
        kills: 60,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "hidden_classes_are_told_apart_by_their_names",
        kills: 30,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "fields_are_read_where_another_hides_them",
        kills: 25,
        files: &[("A.java", "class A {
                static class Base { int x; String name = \"b\"; }
                static class Sub extends Base { int x; Object[] data = {1}; }
                static Base make(int n) { Sub s = new Sub(); s.x = n; ((Base) s).x = n * 2; s.data = new Object[] {n, \"s\"}; return n > 4 ? new Base() : s; }
                static Sub change(Sub s, int n) { s.x += n; ((Base) s).x -= n; s.name = n > 2 ? null : s.name + n; return s; }
                static Object any(Object o, int n) { return n > 2 ? o : n > 1 ? new int[] {n} : new int[][] {{n}, null}; }
            }")],
    },
    Case {
        name: "statics_are_set_before_they_are_read",
        kills: 20,
        files: &[("A.java", "class A {
                static int limit = 10;
                static String[] names = {\"a\", \"b\"};
                static final int FIXED = 3;
                private static int hidden = 4;
                static int clip(int n) { return n > limit ? limit : n + hidden + FIXED; }
                static String name(int n) { return n < names.length ? names[n] : names[0] + limit; }
                int own = limit + 1;
                int twice(int n) { return own * n; }
            }")],
    },
    Case {
        name: "classes_of_other_packages_are_written_with_their_names",
        kills: 15,
        files: &[
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
        ],
    },
    Case {
        name: "exceptions_of_one_type_from_two_sources_show_what_the_program_says_of_its_own",
        kills: 60,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "a_guard_with_a_message_of_its_own_is_told_from_what_the_jvm_throws_behind_it",
        kills: 40,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "a_mutant_whose_class_cannot_be_initialised_fails_every_test_that_uses_the_class",
        kills: 60,
        files: &[("A.java", "class A {
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
            }")],
    },
    Case {
        name: "what_runs_from_the_class_file_of_its_source_shows_what_it_does",
        kills: 40,
        files: &[("A.java", "import java.util.*;
            import java.util.function.*;
            class A {
                static class Base { class Cell { int value; Cell(int value) { this.value = value; } int get() { return value; } } }
                interface F { int get(int x); }
                static class Shop {
                    private static int sold = 2;
                    private static List<Integer> seen;
                    private int left = 5;
                    int sell(int n) { Base.Cell cell = new Base().new Cell(n = n); sold += cell.get(); left -= priced(cell.get()); return left; }
                    int priced(int n) { return n > 3 ? n * 2 : n + 1; }
                    static int sold(int bonus) { return sold + bonus * 3; }
                    List<Integer> keep(int n) { Base.Cell cell = new Base().new Cell(n = n); if (seen == null) seen = new ArrayList<>(); seen.add(cell.get()); return null; }
                    static int size(int n) { return seen == null ? n : seen.size() + n; }
                    int constant(int x) {
                        final int k = 3 + 1;
                        F f = new F() { public int get(int y) { Integer made = new Shop().made(y); return made + k; } };
                        return f.get(x) - 1;
                    }
                    Integer made(int y) { return new Base().new Cell(y = y + 1).get(); }
                }
                static class Numbered {
                    int first(int x) { Supplier<F> s = () -> new F() { public int get(int y) { return y + 1; } }; return s.get().get(x); }
                    int second(int x) { F f = new F() { public int get(int y) { return y * 2; } }; return f.get(x) + made(x); }
                    int made(int y) { Base.Cell cell = new Base().new Cell(y = y); F f = new F() { public int get(int z) { return z - 1; } }; return f.get(cell.get()); }
                }
            }")],
    },
    Case {
        name: "what_javac_numbers_otherwise_does_not_run_from_its_class_file",
        kills: 4,
        files: &[("A.java", "import java.util.function.*;
            class A {
                static class Base { class Cell { int value; Cell(int value) { this.value = value; } int get() { return value; } } }
                interface F { int get(int x); }
                static class Numbered {
                    static int two(F a, Supplier<F> s, F b, int x) { return a.get(x) + s.get().get(x) * 10 + b.get(x) * 100; }
                    int mixed(int x) {
                        int kept = 0;
                        Base.Cell cell = new Base().new Cell(kept = x);
                        return two(
                            new F() { public int get(int y) { return y + 1; } },
                            () -> new F() { public int get(int y) { return y * 3; } },
                            new F() { public int get(int y) { return y - 7; } },
                            cell.get());
                    }
                    int twice(int x) { return mixed(x) * 2; }
                    static int plain(int n) { return n + 1; }
                }
            }")],
    },
    Case {
        name: "containers_are_compared_by_what_they_hold",
        kills: 60,
        files: &[("A.java", "import java.util.*;
            class A {
                int v;
                A(int v) { this.v = v; }
                private final List<String> names = new ArrayList<>();
                void keep(String s) { if (s.length() > 1) names.add(s); }
                List<String> names() { return Collections.unmodifiableList(names); }
                static List<Integer> doubled(int[] xs) { List<Integer> r = new ArrayList<>(); for (int x : xs) r.add(x * 2); return r; }
                static Map<String, Integer> lengths(String a, String b) { Map<String, Integer> m = new HashMap<>(); m.put(a, a.length()); m.put(b, 7); return m; }
                static Set<Character> letters(String s) { Set<Character> r = new TreeSet<>(); for (char c : s.toCharArray()) if (c > 'b') r.add(c); return r; }
                static Optional<String> first(String s) { return s.isEmpty() ? Optional.empty() : Optional.of(s.substring(0, 1)); }
                static List<Object> mixed(int n) { List<Object> r = new LinkedList<>(); r.add(null); r.add(\"x\" + n); r.add(new A(n)); r.add(List.of(n, n + 1)); return r; }
                static Map<Integer, List<A>> group(int n) { Map<Integer, List<A>> r = new TreeMap<>(); r.put(n, new ArrayList<>(List.of(new A(n + 1)))); return r; }
                static Deque<Integer> deque(int n) { Deque<Integer> r = new ArrayDeque<>(); r.addFirst(n); r.addLast(n + 1); return r; }
                static java.math.BigDecimal price(int n) { return java.math.BigDecimal.valueOf(n).multiply(new java.math.BigDecimal(\"1.50\")); }
            }")],
    },
    Case {
        name: "collections_have_elements_of_their_types_and_say_whether_they_change",
        kills: 60,
        files: &[("A.java", "import java.util.*;
            class A {
                int v;
                A(int v) { this.v = v; }
                static int total(List<Integer> xs) { int s = 0; for (int x : xs) if (x > 3) s += x; return s; }
                static List<String> longer(Collection<String> xs, int n) { List<String> r = new ArrayList<>(); for (String x : xs) if (x.length() > n) r.add(x); return r; }
                static Map<String, Integer> count(List<String> xs) { Map<String, Integer> m = new HashMap<>(); for (String x : xs) m.put(x, m.getOrDefault(x, 0) + 1); return m; }
                static void addTwice(List<Integer> xs, int k) { xs.add(k); xs.add(k + 1); }
                static A largest(List<A> all) { A best = null; for (A a : all) if (best == null || a.v > best.v) best = a; return best; }
                static int price(Map<String, Integer> prices, String name) { Integer p = prices.get(name); return p == null ? -1 : p * 2; }
                static <T extends Comparable<T>> T max(List<T> xs) { T best = xs.get(0); for (T x : xs) if (x.compareTo(best) > 0) best = x; return best; }
                static String or(Optional<String> s) { return s.isPresent() ? s.get() + 1 : null; }
            }")],
    },
    Case {
        name: "what_a_call_gives_and_a_later_one_changes_shows_what_it_was",
        kills: 20,
        files: &[("A.java", "import java.util.*;
            class A {
                private final int[] hist = new int[3];
                private final Map<Integer, Integer> seen = new HashMap<>();
                private int n;
                int put(int x) { hist[n % 3] = x * 2; seen.put(x % 4, n); n++; if (x > 9) n++; return x - n; }
                int[] hist() { return hist; }
                Map<Integer, Integer> seen() { return Collections.unmodifiableMap(seen); }
            }")],
    },
    Case {
        name: "what_a_logger_is_given_shows_nothing",
        kills: 20,
        files: &[("A.java", "import java.util.logging.Level;
            import java.util.logging.Logger;
            class A {
                private static final Logger LOG = Logger.getLogger(A.class.getName());
                private int stock;
                int add(int n) {
                    if (n <= 0) { LOG.fine(\"nothing\"); return stock; }
                    LOG.log(Level.INFO, \"adding {0}\", n);
                    stock += n;
                    return stock;
                }
                int take(int n) {
                    if (n > stock) { LOG.warning(\"too many\"); return 0; }
                    stock -= n;
                    return n;
                }
            }")],
    },
    Case {
        name: "collaborators_of_generic_types_say_what_they_are_told",
        kills: 40,
        files: &[("A.java", "import java.util.*;
            import java.util.function.*;
            class A {
                interface Store<K, V> { V find(K key); void keep(K key, V value); }
                interface Gateway { Paid charge(String who, long cents) throws Refused; }
                static class Refused extends Exception { Refused(String why) { super(why); } }
                record Paid(String code, boolean good) { }
                private final Store<String, Integer> store;
                private final Gateway gateway;
                A(Store<String, Integer> store, Gateway gateway) { this.store = store; this.gateway = gateway; }
                long pay(String who, int count) {
                    Integer price = store.find(who);
                    if (price == null) return -1;
                    try {
                        Paid paid = gateway.charge(who, (long) price * count);
                        if (paid == null || !paid.good()) return -2;
                        store.keep(who + paid.code(), price + count);
                    } catch (Refused e) { return -3; }
                    return (long) price * count;
                }
                static int twice(Function<Integer, Integer> f, int x) { return f.apply(x) * 2 + x; }
                static int count(List<String> words, Predicate<String> p) {
                    int n = 0;
                    for (String word : words) if (p.test(word)) n++;
                    return n;
                }
                static String or(Supplier<String> s, String given) { return given == null ? s.get() + 1 : given; }
                static int join(BiFunction<String, Integer, Integer> f, String s) { return f.apply(s + 1, s.length()) - 1; }
            }")],
    },
    Case {
        name: "builders_and_iterators_give_objects_that_nothing_else_makes",
        kills: 40,
        files: &[("A.java", "import java.util.Iterator;
            import java.util.NoSuchElementException;
            class A implements Iterable<Integer> {
                private final int[] cells;
                private int size;
                private A(Builder builder) { cells = new int[builder.room]; }
                static Builder builder() { return new Builder(); }
                boolean add(int value) {
                    if (size == cells.length) return false;
                    cells[size++] = value;
                    return true;
                }
                @Override public Iterator<Integer> iterator() { return new Cursor(); }
                static final class Builder {
                    private int room = 2;
                    private Builder() { }
                    Builder room(int room) { if (room < 1 || room > 9) throw new IllegalArgumentException(\"room\"); this.room = room; return this; }
                    A build() { return new A(this); }
                }
                private final class Cursor implements Iterator<Integer> {
                    private int seen;
                    @Override public boolean hasNext() { return seen < size; }
                    @Override public Integer next() {
                        if (seen >= size) throw new NoSuchElementException();
                        return cells[seen++];
                    }
                }
            }")],
    },
    Case {
        name: "errors_that_a_program_makes_are_its_own",
        kills: 10,
        files: &[("A.java", "class A {
                static int grow(int n) { if (n < 0) throw new OutOfMemoryError(\"no room for \" + n); return n * 2; }
                static int copy(int n) { if (n == 3) throw new InternalError(\"no copy\"); return n + 1; }
                static int deep(int n) { if (n > 3) throw new StackOverflowError(\"deep\"); return n * 3; }
                static class Full extends OutOfMemoryError { }
                static int fill(int n) { if (n > 3) throw new Full(); return n * 5; }
            }")],
    },
    Case {
        name: "errors_without_a_message_may_be_the_jvms",
        kills: 20,
        files: &[("A.java", "class A {
                static int grow(int have, int want) {
                    if (want < 0) throw new OutOfMemoryError();
                    return want > have ? want : have;
                }
                static int deep(int depth) { if (depth > 99) throw new StackOverflowError(); return depth * 2; }
            }")],
    },
    Case {
        name: "what_a_raw_generic_method_throws_is_declared",
        kills: 1,
        files: &[("A.java", "interface A<T, E extends Throwable> {
                A YES = t -> true;
                static <T, E extends Throwable> A<T, E> yes() { return YES; }
                default A<T, E> negate() { return t -> !test(t); }
                boolean test(T t) throws E;
            }")],
    },
    Case {
        name: "streams_show_what_was_written_and_declare_what_they_throw",
        kills: 40,
        files: &[("A.java", "import java.io.*;
            import java.util.concurrent.Callable;
            class A {
                static InputStream of(int z) { return new In(z); }
                private static final class In extends InputStream {
                    private int z;
                    In(int z) { this.z = z; }
                    @Override public int read() { return z > 0 ? z-- : -1; }
                }
                static Callable<Integer> twice(int n) { return new Twice(n); }
                private static final class Twice implements Callable<Integer> {
                    private final int n;
                    Twice(int n) { this.n = n; }
                    @Override public Integer call() { return n * 2; }
                }
                static void write(OutputStream out, int n) throws IOException { out.write(n >> 8); out.write(n); }
                static void print(PrintStream out, int n) { out.println(\"n \" + n * 2); }
                static void say(PrintWriter out, int n) { out.println(\"n \" + n * 2); }
                static void put(DataOutput out, short n) throws IOException { out.writeShort(n + 1); }
            }")],
    },
    Case {
        name: "constants_with_bodies_are_constants_and_inner_objects_have_no_half_of_a_type",
        kills: 4,
        files: &[("A.java", "class A<T> {
                enum Op {
                    PLUS { int apply(int a, int b) { return a + b; } },
                    LESS { int apply(int a, int b) { return a - b * 2; } };
                    abstract int apply(int a, int b);
                    static Op of(boolean adds) { return adds ? PLUS : LESS; }
                }
                class In<U extends T> {
                    U u;
                    T t;
                    int n;
                    boolean same() { return u == t && n < 3; }
                    int next() { return ++n * 2; }
                }
            }")],
    },
    Case {
        name: "objects_that_no_driver_can_make_are_asked_for",
        kills: 60,
        files: &[("A.java", "import java.util.*;
            class A {
                enum Op {
                    PLUS { int apply(int a, int b) { return a + b; } },
                    LESS { int apply(int a, int b) { return a - b * 2; } };
                    abstract int apply(int a, int b);
                }
                interface Shape { double area(); default double twice() { return area() * 2; } }
                static final Comparator<String> BY_LENGTH = new Comparator<>() {
                    @Override public int compare(String a, String b) { return a.length() - b.length(); }
                };
                private final int[] cells = {3, 4, 5};
                private int size = 3;
                int size() { return size; }
                Iterator<Integer> iterator() {
                    return new Iterator<>() {
                        private int at;
                        private boolean gone = true;
                        @Override public boolean hasNext() { return at < size; }
                        @Override public Integer next() {
                            if (at >= size) throw new NoSuchElementException();
                            gone = false;
                            return cells[at++];
                        }
                        @Override public void remove() {
                            if (gone) throw new IllegalStateException();
                            for (int i = at; i < size; i++) cells[i - 1] = cells[i];
                            size--;
                            at--;
                            gone = true;
                        }
                    };
                }
                static Shape square(int side) {
                    class Square implements Shape {
                        @Override public double area() { return side * side + 1; }
                    }
                    return new Square();
                }
                private static final class Pair implements Shape {
                    private final int a;
                    private Pair(int a) { this.a = a; }
                    @Override public double area() { return a / 2; }
                }
                static Shape pair(int a) { return made(a + 1); }
                private static Shape made(int a) { return new Pair(a); }
            }")],
    },
    Case {
        name: "classes_in_code_get_the_type_arguments_that_are_left_out",
        kills: 8,
        files: &[("A.java", "import java.util.*;
            class A<K> {
                private static final Map<String, Integer> NUMBERS = new HashMap<>() {{ put(\"one\", 1); put(\"two\", 2); }};
                private final Map<K, Integer> counts;
                A(int most) {
                    counts = new LinkedHashMap<>(16, 0.75f, true) {
                        @Override protected boolean removeEldestEntry(Map.Entry<K, Integer> eldest) {
                            return size() > most;
                        }
                    };
                }
                void count(K key) { counts.merge(key, 1, Integer::sum); }
                int size() { return counts.size(); }
                static int number(String name) { return NUMBERS.getOrDefault(name, -1); }
                static <T> List<T> limited(T first, int most) {
                    List<T> list = new ArrayList<>(List.of(first)) {
                        @Override public boolean add(T more) { return size() < most && super.add(more); }
                    };
                    list.add(first);
                    return list;
                }
            }")],
    },
];

#[test]
fn objects_that_no_driver_can_make_are_asked_for() {
    let test = "objects_that_no_driver_can_make_are_asked_for";
    compares_alike(test);
    let Some(tried) = confirmed(test) else { return };
    for call in [".remove();", ".apply(", "comparator.compare("] {
        assert!(tried.inputs.iter().flatten().any(|s| s.contains(call)), "no {call}: {}", tried.text);
    }
}

#[test]
fn classes_in_code_get_the_type_arguments_that_are_left_out() {
    let Some(tried) = confirmed("classes_in_code_get_the_type_arguments_that_are_left_out") else { return };
    assert!(tried.text.contains("A.limited(") && tried.text.contains(".count("), "{}", tried.text);
}

#[test]
fn streams_show_what_was_written_and_declare_what_they_throw() {
    let Some(tried) = confirmed("streams_show_what_was_written_and_declare_what_they_throw") else { return };
    for text in [".toByteArray()", "A.print(System.out, ", "System.lineSeparator()", ".read()", ".call()"] {
        assert!(tried.text.contains(text), "no {text}: {}", tried.text);
    }
}

#[test]
fn constants_with_bodies_are_constants_and_inner_objects_have_no_half_of_a_type() {
    let test = "constants_with_bodies_are_constants_and_inner_objects_have_no_half_of_a_type";
    let Some(tried) = confirmed(test) else { return };
    assert!(!tried.text.contains("getClass().getName()"), "{}", tried.text);
    for text in ["A.Op.PLUS", ".new In()"] {
        assert!(tried.text.contains(text), "no {text}: {}", tried.text);
    }
}

#[test]
fn errors_that_a_program_makes_are_its_own() {
    compares_alike("errors_that_a_program_makes_are_its_own");
}

/// `confirm` tells them from no end of memory or stack, so they are no kills by output.
#[test]
fn errors_without_a_message_may_be_the_jvms() {
    let Some(tried) = confirmed("errors_without_a_message_may_be_the_jvms") else { return };
    // Where a mutant throws them under each test there is nothing else.
    let kills = |condition: &str| -> Vec<_> {
        let always = tried.mutants.iter().filter(|m| m.original == condition && m.replacement == "true");
        always.filter_map(|m| m.verdict.as_ref()?.kill).collect()
    };
    assert_eq!([kills("want < 0"), kills("depth > 99")], [[KillKind::Resource], [KillKind::Resource]]);
}

#[test]
fn what_a_raw_generic_method_throws_is_declared() {
    let Some(tried) = confirmed("what_a_raw_generic_method_throws_is_declared") else { return };
    assert!(tried.text.contains("throws Throwable"), "{}", tried.text);
}

#[test]
fn private_statics_are_given_what_they_held_at_first() {
    let Some(tried) = confirmed("private_statics_are_given_what_they_held_at_first") else { return };
    assert!(tried.text.contains("reset(A.class, \"next\", 10);"), "{}", tried.text);
    assert!(tried.text.contains("reset(Rates.class, \"first\", null);"), "{}", tried.text);
}

#[test]
fn collaborators_of_generic_types_say_what_they_are_told() {
    compares_alike("collaborators_of_generic_types_say_what_they_are_told");
}

#[test]
fn builders_and_iterators_give_objects_that_nothing_else_makes() {
    compares_alike("builders_and_iterators_give_objects_that_nothing_else_makes");
}

#[test]
fn containers_are_compared_by_what_they_hold() {
    compares_alike("containers_are_compared_by_what_they_hold");
}

#[test]
fn collections_have_elements_of_their_types_and_say_whether_they_change() {
    let test = "collections_have_elements_of_their_types_and_say_whether_they_change";
    compares_alike(test);
    let Some(tried) = confirmed(test) else { return };
    let makes = |text: &str| tried.inputs.iter().flatten().any(|s| s.contains(text));
    assert!(makes("A.total(List.of(") && makes("List<Integer> xs = new ArrayList<>("), "{}", tried.text);
}

#[test]
fn values_of_calls_that_arrange_show_nothing() {
    compares_alike("values_of_calls_that_arrange_show_nothing");
}

#[test]
fn functions_and_generic_objects_are_what_is_printed() {
    compares_alike("functions_and_generic_objects_are_what_is_printed");
}

#[test]
fn numbers_are_compared_by_their_bits_and_nan_is_one_value() {
    compares_alike("numbers_are_compared_by_their_bits_and_nan_is_one_value");
}

#[test]
fn copied_signs_of_nan_show_nothing() {
    // Other values of the flagged kinds are shown where the test's own is fixed; only claims must hold.
    confirmed("copied_signs_of_nan_show_nothing");
}

#[test]
fn strings_hold_any_units() {
    compares_alike("strings_hold_any_units");
}

#[test]
fn printed_halves_of_characters_show_what_the_stream_writes() {
    compares_alike("printed_halves_of_characters_show_what_the_stream_writes");
}

#[test]
fn identity_counts_towards_inputs_results_and_statics() {
    compares_alike("identity_counts_towards_inputs_results_and_statics");
}

#[test]
fn what_a_thread_and_the_properties_hold_is_state() {
    confirmed("what_a_thread_and_the_properties_hold_is_state");
}

#[test]
fn dates_are_values_in_the_time_zone_of_the_tests() {
    confirmed("dates_are_values_in_the_time_zone_of_the_tests");
}

#[test]
fn what_tests_share_shows_in_none_of_them() {
    confirmed("what_tests_share_shows_in_none_of_them");
}

#[test]
fn exceptions_show_class_message_cause_and_fields() {
    compares_alike("exceptions_show_class_message_cause_and_fields");
}

#[test]
fn following_calls_show_what_one_assertion_sees() {
    compares_alike("following_calls_show_what_one_assertion_sees");
}

#[test]
fn hidden_classes_are_told_apart_by_their_names() {
    compares_alike("hidden_classes_are_told_apart_by_their_names");
}

#[test]
fn fields_are_read_where_another_hides_them() {
    compares_alike("fields_are_read_where_another_hides_them");
}

#[test]
fn statics_are_set_before_they_are_read() {
    let result = confirmed("statics_are_set_before_they_are_read");
    let sets = |tried: &Tried| tried.inputs.iter().flatten().any(|s| s.starts_with("A.limit = "));
    assert!(result.is_none_or(sets));
}

#[test]
fn classes_of_other_packages_are_written_with_their_names() {
    confirmed("classes_of_other_packages_are_written_with_their_names");
}

#[test]
fn what_a_call_gives_and_a_later_one_changes_shows_what_it_was() {
    confirmed("what_a_call_gives_and_a_later_one_changes_shows_what_it_was");
}

#[test]
fn what_a_logger_is_given_shows_nothing() {
    let Some(result) = confirmed("what_a_logger_is_given_shows_nothing") else { return };
    let logs = result.mutants.iter().filter(|m| m.operator == "SDL" && m.original.starts_with("LOG."));
    let decided: Vec<&str> = logs
        .clone()
        .filter(|m| m.verdict.as_ref().is_none_or(|v| v.verdict != VerdictKind::Undecided))
        .map(|m| &*m.id)
        .collect();
    assert!(logs.count() == 3 && decided.is_empty(), "{decided:?}");
}

#[test]
fn exceptions_of_one_type_from_two_sources_show_what_the_program_says_of_its_own() {
    compares_alike("exceptions_of_one_type_from_two_sources_show_what_the_program_says_of_its_own");
}

#[test]
fn a_guard_with_a_message_of_its_own_is_told_from_what_the_jvm_throws_behind_it() {
    let test = "a_guard_with_a_message_of_its_own_is_told_from_what_the_jvm_throws_behind_it";
    let Some(result) = confirmed(test) else { return };
    let guards = result.mutants.iter().filter(|m| m.operator == "SDL" && m.original.starts_with("if"));
    let open: Vec<&str> =
        guards.filter(|m| m.verdict.as_ref().is_none_or(|v| v.tests.is_empty())).map(|m| &*m.id).collect();
    assert!(open.is_empty(), "{open:?}\n{}", result.text);
    assert!(result.missed().is_empty(), "{:?}", result.missed());
}

#[test]
fn what_runs_from_the_class_file_of_its_source_shows_what_it_does() {
    let test = "what_runs_from_the_class_file_of_its_source_shows_what_it_does";
    let Some(result) = confirmed(test) else { return };
    // Mutants of a constant that a class has captured are not made, whatever tests would show of them.
    let missed: Vec<String> = result.missed().into_iter().filter(|m| !m.contains("constant(int)/")).collect();
    assert!(missed.is_empty(), "{missed:?}\n{}", result.text);
    let of_made = result.mutants.iter().filter(|m| m.method.contains("made") || m.method.contains("sell"));
    assert_eq!(of_made.count(), 0, "they are processed: another construct is to be found that is not");
    let killed = |name: &str| {
        let mut of_method = result.mutants.iter().filter(|m| m.method.contains(name));
        of_method.any(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Killed))
    };
    // Nothing but code that runs from a class file calls it, or is called by it.
    assert!(killed("priced") && killed("constant"), "{}", result.text);
}

/// Where a lambda stands among arguments, javac numbers the classes in it last.
#[test]
fn what_javac_numbers_otherwise_does_not_run_from_its_class_file() {
    let test = "what_javac_numbers_otherwise_does_not_run_from_its_class_file";
    let Some(result) = confirmed(test) else { return };
    let of_twice = result.mutants.iter().filter(|m| m.method.contains("twice"));
    let reasons: Vec<_> = of_twice.filter_map(|m| m.verdict.as_ref()?.reason.as_deref()).collect();
    assert!(reasons.iter().any(|why| why.contains("javac numbers the classes")), "{reasons:?}");
}

#[test]
fn a_mutant_whose_class_cannot_be_initialised_fails_every_test_that_uses_the_class() {
    let test = "a_mutant_whose_class_cannot_be_initialised_fails_every_test_that_uses_the_class";
    let Some(result) = confirmed(test) else { return };
    assert!(result.missed().is_empty(), "{:?}\n{}", result.missed(), result.text);
    let of_helpers =
        result.mutants.iter().filter(|m| m.method.contains("fill") || m.method.contains("limit"));
    let killed = of_helpers.filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Killed));
    assert!(killed.count() > 20, "{}", result.text);
}
