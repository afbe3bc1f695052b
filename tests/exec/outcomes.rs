//! Outcomes of runs: order of evaluation, exceptions, `finally`, statics, identity.

use super::{run, shown};
use jatpg::exec::vm::End;

fn outcome(source: &str, statements: &str) -> String {
    let (program, run) = run(source, statements);
    shown(&program, &run)
}

#[test]
fn arithmetic_and_control_flow_give_what_java_gives() {
    let source = "class A {
        static int gcd(int m, int n) { while (n != 0) { int r = m % n; m = n; n = r; } return m; }
        static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        static String text(int n) {
            StringBuilder b = new StringBuilder();
            for (int i = 0; i < n; i++) b.append(i).append(',');
            return b + \"!\" + 1.5 + 'c' + true + null;
        }
        static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
        static int name(String s) {
            return switch (s) { case \"one\", \"eins\" -> 1; case \"two\" -> 2; default -> { if (s.isEmpty()) yield -1; yield s.length(); } };
        }
    }";
    let statements = "A.gcd(12, 18); A.fib(15); A.text(3); A.sum(); A.sum(1, 2, 3); A.name(\"eins\"); A.name(\"\"); A.name(\"abcd\"); A.gcd(5, 0);";
    assert_eq!(outcome(source, statements), "6, 610, \"0,1,2,!1.5ctruenull\", 0, 6, 1, -1, 4, 5");
}

#[test]
fn operands_are_evaluated_from_left_to_right_and_keep_their_values() {
    let source = "class A {
        static int trace;
        static int f(int digit) { trace = trace * 10 + digit; return digit; }
        static int locals(int x) { return x + (x = 5) * x + x++ - --x; }
        static int array() {
            int[] a = {0, 0, 0};
            int i = 0;
            a[i] = i = 2;
            a[f(1)] += f(2);
            return a[0] * 100 + a[1] * 10 + i;
        }
        static int late() {
            trace = 0;
            int[] none = null;
            try { none[f(1)] = f(2); } catch (NullPointerException e) { trace = trace * 10 + 9; }
            try { none[f(3)] += f(4); } catch (NullPointerException e) { trace = trace * 10 + 8; }
            return trace;
        }
    }";
    assert_eq!(outcome(source, "A.locals(3); A.trace = 0; A.array(); A.late();"), "28, 0, 222, 12938");
}

#[test]
fn finally_parts_run_however_the_try_is_left() {
    let source = "class A {
        static String log;
        static int leave(int how) {
            log = \"\";
            for (int i = 0; ; i++) {
                try {
                    try {
                        if (how == 0) return 10;
                        if (how == 1) break;
                        if (how == 2 && i == 0) continue;
                        if (how == 3) throw new IllegalStateException(\"s\");
                        if (how == 4) return 1 / (how - 4);
                        log += \"e\";
                    } catch (IllegalStateException e) {
                        log += e.getMessage();
                        return 20;
                    } finally {
                        log += \"f\";
                    }
                    return 30;
                } finally {
                    log += \"g\" + i;
                    if (how == 5) return 99;
                }
            }
            return 40;
        }
    }";
    let statements =
        "A.leave(0); String a = A.log; A.leave(1); String b = A.log; A.leave(2); String c = A.log;
        A.leave(3); String d = A.log; A.leave(4); String e = A.log; A.leave(5);";
    assert_eq!(
        outcome(source, statements),
        "10, \"fg0\", 40, \"fg0\", 30, \"fg0efg1\", 20, \"sfg0\", throws ArithmeticException, \"fg0\", 99"
    );
}

#[test]
fn objects_are_dispatched_initialised_and_observed() {
    let source = "class A {
        int x = 3;
        private int hidden = 4;
        { x += hidden; }
        A(int y) { x += y; }
        String name() { return \"A\" + x; }
        public String toString() { return name() + \"!\"; }
        static class B extends A {
            B() { super(10); x = -x; }
            String name() { return \"B\" + super.name(); }
        }
        enum Color { RED, GREEN { }; Color next() { return values()[(ordinal() + 1) % values().length]; } }
    }";
    let source = source.replace(" { };", ";");
    let statements = "A a = new A(1); A b = new A.B(); (\"\" + a + b); A.Color.RED.next(); A.Color.valueOf(\"GREEN\").name(); b instanceof A.B; ((A.B) a).x;";
    let (program, run) = run(
        &source,
        statements
            .replace("(\"\" + a + b)", "String s = \"\" + a + b")
            .replace("b instanceof A.B", "boolean i = b instanceof A.B")
            .replace("((A.B) a).x", "int x = ((A.B) a).x")
            .as_str(),
    );
    let text = shown(&program, &run);
    assert!(text.contains("\"A8!BA-17!\""), "{text}");
    assert!(text.contains("Enum("), "{text}");
    assert!(text.ends_with("\"GREEN\", true, throws ClassCastException"), "{text}");
}

#[test]
fn statics_that_methods_change_must_be_set_by_the_test() {
    let source = "class A {
        static int count;
        private static final int[] CELLS = new int[4];
        static final int LIMIT = Integer.parseInt(\"7\");
        static int next() { return ++count; }
        static int limit() { return LIMIT; }
        static void store() { CELLS[1] = 2; }
        static int tick() { return ++CELLS[2]; }
    }";
    let state = |statements: &str| run(source, statements).1.end;
    let told = state("A.next();");
    assert!(matches!(&told, End::StaticState(what) if what.starts_with("A.count holds")), "{told:?}");
    assert!(matches!(state("A.store();"), End::Completed(_)));
    assert!(
        matches!(state("A.tick();"), End::StaticState(what) if what.ends_with("shows when it is run again"))
    );
    assert_eq!(outcome(source, "A.count = 4; A.next(); A.limit();"), "4, 5, 7");
}

#[test]
fn a_memory_may_hold_what_earlier_tests_have_left_there() {
    let source = "class A {
        private static A kept, first, given;
        private static int made;
        private static int[] rows;
        private final int n;
        private A(int n) { this.n = n; }
        static A kept() { A it = kept; if (it == null) { it = new A(7); kept = it; } return it; }
        static A first(int n) { if (first == null) { A it = new A(n); first = it; } return first; }
        static void give(A a) { given = a; }
        static A given() { return given; }
        static int counted() { return ++made; }
        static int row(int i) { if (rows == null) rows = new int[4]; return rows[i] += i; }
        int n() { return n; }
    }";
    let end = |statements: &str| run(source, statements).1.end;
    assert_eq!(outcome(source, "A.kept().n();"), "7");
    for sets in ["A.first(3);", "A.given();", "A.counted();"] {
        assert!(matches!(end(sets), End::StaticState(what) if what.contains("earlier tests left")), "{sets}");
    }
    assert_eq!(outcome(source, "A.row(0);"), "0");
    assert!(matches!(end("A.row(1);"), End::StaticState(what) if what.ends_with("run again")));
}

/// Whether it is forgotten before that class is initialised or after it depends on what was used before.
#[test]
fn a_memory_that_another_initializer_uses_is_not_forgotten() {
    let source = "class Pool {
        private static Object kept;
        static Object get() { if (kept == null) kept = new int[1]; return kept; }
        static void forget() { kept = null; }
    }
    class User {
        static final Object BASE = Pool.get();
        static boolean same() { return Pool.get() == BASE; }
    }";
    assert_eq!(outcome(source, "User.same();"), "true");
    let told = run(source, "Pool.forget(); User.same();").1.end;
    assert!(matches!(&told, End::StaticState(what) if what.starts_with("Pool.kept, which")), "{told:?}");
}

/// The JVM initialises the class above first, which then looks at one that is not yet initialised.
#[test]
fn a_class_on_which_the_initializer_above_it_depends_is_not_used_before_that() {
    let source = "class Zone {
        static final Zone UTC = Utc.INSTANCE;
        int id() { return UTC == null ? 0 : 1; }
    }
    class Utc extends Zone {
        static final Utc INSTANCE = new Utc();
    }
    class Plain {
        static final Plain ONE = new Below();
        int id() { return 4; }
    }
    class Below extends Plain {
        static final int ID = 5;
    }
    class Early { static final int ID = new Utc().id(); static int id() { return ID; } }";
    let is_too_early =
        |end: End| matches!(end, End::Unsupported(what) if what.starts_with("Utc used before Zone"));
    assert!(is_too_early(run(source, "int n = new Utc().id();").1.end));
    assert!(matches!(run(source, "Early.id();").1.end, End::Unsupported(_)));
    assert_eq!(outcome(source, "int m = Zone.UTC.id(); int n = new Utc().id();"), "1, 1");
    assert_eq!(outcome(source, "int n = new Below().id();"), "4");
}

/// Whichever of them a JVM comes to first, in this test or in one before it, finds the other as far as it is made.
#[test]
fn classes_whose_initializers_need_each_other_are_not_followed() {
    let source = "class Table {
        static final int[] ROW = { 3 };
        static final int SUM = Cell.with(2);
        static int sum() { return SUM; }
    }
    class Cell {
        static final int FIRST = Table.ROW[0] + 1;
        static int with(int n) { return FIRST + n; }
    }";
    for statements in ["Cell.with(1);", "Table.sum();", "Table.sum(); Cell.with(1);"] {
        let end = run(source, statements).1.end;
        let why = "static initialisers that need each other";
        assert!(matches!(&end, End::Unsupported(what) if what == why), "{statements} {end:?}");
    }
}

/// Before that class was used the objects that it writes to are others.
#[test]
fn a_class_whose_objects_another_initializer_writes_to_is_not_used_before_that() {
    let source = "class Names {
        private static final int[] COUNTS = new int[2];
        static void count(int n) { COUNTS[n]++; }
        static int at(int n) { return COUNTS[n]; }
    }
    class Below extends Names { static int zero() { return at(0); } }
    class Mode {
        static final Mode BASE = new Mode(1);
        private Mode(int n) { Names.count(n); }
        static int on() { return 5; }
    }
    class Early { static final int N = Names.at(1); static int n() { return N; } }
    class Late { static final int N = Mode.on() + Names.at(1); static int n() { return N; } }
    class Owner { static final int[] ROW = new int[1]; }
    class Keeper { static final int[] ROW = Owner.ROW; }
    class Writer { static final int N = Owner.ROW[0]++; static int n() { return N; } }";
    let refused = |statements: &str| match run(source, statements).1.end {
        End::Unsupported(what) => what,
        other => format!("{statements} {other:?}"),
    };
    for (statements, why) in [
        ("Names.at(1);", "Names used before Mode, "),
        ("Below.zero();", "Below used before Mode, "),
        ("Early.n();", "Names used before Mode, "),
        ("Writer.n();", "the static initialiser of Writer, which writes to an object that Owner has made"),
    ] {
        assert!(refused(statements).starts_with(why), "{}", refused(statements));
    }
    assert_eq!(outcome(source, "Mode.on(); Names.at(1); Below.zero();"), "5, 1, 0");
    assert_eq!(outcome(source, "Late.n();"), "6");
}

/// Whoever that initialiser comes to on its way another program comes to first.
#[test]
fn what_is_initialised_while_another_class_s_objects_are_written_to_is_not_followed() {
    let source = "class Words {
        private static final int[] COUNTS = new int[1];
        static void count() { COUNTS[0]++; }
        static int all() { return COUNTS[0]; }
    }
    class Kind {
        static { Words.count(); Inner.n(); }
        static int on() { return 5; }
    }
    class Inner { static final int N = Words.all(); static int n() { return N; } }";
    let end = run(source, "Inner.n();").1.end;
    assert!(
        matches!(&end, End::Unsupported(what) if what.starts_with("Words used before Kind, ")),
        "{end:?}"
    );
}

/// What the initialiser of another class sets depends on when that was used first: only who reads it is stopped.
#[test]
fn a_variable_that_another_initialiser_sets_stops_those_who_read_it_alone() {
    let source = "class A {
        static Object hook;
        static int hooked() { return hook == null ? 0 : 1; }
    }
    class B {
        static { A.hook = \"x\"; }
        static int twice(int n) { return 2 * n; }
    }
    class C {
        static int n = A.hooked();
        static int f() { return 1; }
    }";
    assert_eq!(outcome(source, "B.twice(4);"), "8");
    let by_a_method = "class D {
        static boolean used;
        static D make() { used = true; return new D(); }
        static int isUsed() { return used ? 1 : 0; }
    }
    class E { static final D ALL = D.make(); static int twice(int n) { return 2 * n; } }
    class F { static final int FIRST = D.isUsed(); static int f() { return 1; } }";
    assert_eq!(outcome(by_a_method, "E.twice(4);"), "8");
    for statements in ["D.isUsed();", "D.used = false; E.twice(4); D.isUsed();"] {
        assert!(matches!(run(by_a_method, statements).1.end, End::StaticState(_)), "{statements}");
    }
    assert!(matches!(run(by_a_method, "F.f();").1.end, End::Unsupported(_)));
    for statements in ["A.hooked();", "A.hook = null; A.hooked();", "A.hook = null; B.twice(1); A.hooked();"]
    {
        assert!(matches!(run(source, statements).1.end, End::StaticState(_)), "{statements}");
    }
    assert!(matches!(run(source, "C.f();").1.end, End::Unsupported(_)));
}

#[test]
fn identity_that_java_does_not_promise_ends_the_run() {
    let source = "class A {
        static boolean same(Object a, Object b) { return a == b; }
        static String joined(String a) { return a + \"\"; }
    }";
    let statements = "boolean a = A.same(\"x\", \"x\"); boolean b = A.same(new String(\"x\"), \"x\");
        boolean c = A.same(127, 127); boolean d = A.same(A.joined(\"x\"), \"x\");";
    assert_eq!(outcome(source, statements), "true, false, true, false");
    assert!(matches!(run(source, "A.same(1000, 1000);").1.end, End::Unsupported(_)));
    for (made, literal) in [
        ("text.substring(1)", "\"b\""),
        ("text.repeat(1)", "\"ab\""),
        ("text.replace('a', 'a')", "\"ab\""),
        ("new StringBuilder().toString()", "\"\""),
        ("new StringBuilder(text).toString()", "\"ab\""),
        ("new StringBuilder(text).substring(1)", "\"b\""),
        ("new StringBuffer().toString()", "\"\""),
        ("String.valueOf(new char[0])", "\"\""),
        ("String.copyValueOf(new char[] {'a', 'b'}, 0, 2)", "\"ab\""),
        ("String.valueOf(true)", "\"true\""),
        ("java.util.Arrays.toString((int[]) null)", "\"null\""),
        ("java.util.Locale.US.toString()", "\"en_US\""),
        ("System.lineSeparator()", "\"\\n\""),
        ("A.class.toString()", "\"class A\""),
        ("new RuntimeException().toString()", "\"java.lang.RuntimeException\""),
        ("overflow()", "\"integer overflow\""),
    ] {
        let end = compared(made, literal);
        assert!(matches!(end, End::Unsupported(_)), "{made}: {end:?}");
    }
    for (made, literal) in [
        ("text.trim()", "\"ab\""),
        ("text.concat(\"\")", "\"ab\""),
        ("text.replace('x', 'y')", "\"ab\""),
        ("text.substring(1).intern()", "\"b\""),
        ("String.valueOf((Object) text)", "\"ab\""),
        ("new RuntimeException(text).getMessage()", "\"ab\""),
    ] {
        assert_eq!(outcome(&comparing(made), &format!("A.is({literal});")), "true", "{made}");
    }
}

/// A class that compares by identity what an expression over `text`, which is "ab", gives.
fn comparing(made: &str) -> String {
    format!(
        "class A {{
            static boolean is(String other) {{ return made(\"ab\") == other; }}
            static String made(String text) {{ return {made}; }}
            static String overflow() {{
                try {{ return \"\" + Math.addExact(Integer.MAX_VALUE, 1); }}
                catch (ArithmeticException e) {{ return e.getMessage(); }}
            }}
        }}"
    )
}

fn compared(made: &str, literal: &str) -> End {
    run(&comparing(made), &format!("A.is({literal});")).1.end
}

#[test]
fn sharing_and_readable_fields_are_part_of_the_outcome() {
    let source = "class A {
        int seen;
        private int hidden;
        static int[] copy(int[] a, boolean same) { return same ? a : a.clone(); }
        static A make(int seen, int hidden) { A a = new A(); a.seen = seen; a.hidden = hidden; return a; }
    }";
    let end = |statements: &str| run(source, statements).1.end;
    assert_ne!(
        end("int[] a = {1}; int[] b = A.copy(a, true);"),
        end("int[] a = {1}; int[] b = A.copy(a, false);")
    );
    assert_ne!(end("A.make(1, 2);"), end("A.make(2, 2);"));
    assert_eq!(end("A.make(1, 2);"), end("A.make(1, 3);"));
}

#[test]
fn runs_end_at_their_limits() {
    let source = "class A {
        static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }
        static void spin() { for (;;) { } }
        static void fill() { int[][] all = new int[1000][]; for (int i = 0; ; i++) all[i % 1000] = new int[10000]; }
        static int one(int n) { return new long[n].length + new byte[n / 2000][2000].length; }
    }";
    let end = |statements: &str| run(source, statements).1.end;
    assert_eq!(end("A.down(5000);"), End::StackLimit);
    assert_eq!(end("A.spin();"), End::StepLimit);
    assert_eq!(end("A.fill();"), End::MemoryLimit);
    // A JVM has room for one array of 40 MB, whatever it has for many.
    assert!(matches!(end("A.one(5_000_000);"), End::Unsupported(_)), "{:?}", end("A.one(5_000_000);"));
}

#[test]
fn last_digits_that_java_leaves_open_end_only_the_runs_in_which_they_show() {
    let source = "class A {
        static final double LOG_10 = Math.log(10);
        static int digits(long n) { return (int) (Math.log(n) / LOG_10) + 1; }
        static long cents(long c, double rate, int years) { return Math.round(c * Math.pow(1 + rate, years)); }
        static double log(double d) { return Math.log(d); }
        static boolean isBack(double d) { return Math.exp(Math.log(d)) == d; }
        static int twice(int n) { return 2 * n; }
    }";
    let is_test = |statements: &str| run(source, statements).1.is_test();
    for same in [
        "A.digits(10);",
        "A.digits(123456);",
        "A.cents(12345, 0.07, 10);",
        "A.twice(4);",
        "float f = (float) A.log(3);",
    ] {
        assert!(is_test(same), "{same}");
    }
    for open in ["A.log(3);", "A.isBack(3);", "A.digits(1000);", "double d = A.LOG_10;"] {
        assert!(!is_test(open), "{open}");
    }
    assert!(is_test("A.log(1);"), "what the specification fixes");
}

#[test]
fn a_field_whose_initial_value_is_not_known_stops_only_the_runs_that_read_it() {
    let source = "class A {
        static final long START = System.currentTimeMillis();
        static long last = System.nanoTime();
        final long born = START + 1;
        int n = 3;
        static long age(int a) { return a > 3 ? a : START - a; }
        static long bump(boolean b) { if (b) last++; return 7; }
        long since(boolean b) { n += 2; return b ? born : n; }
    }";
    let stopped = |statements: &str| match run(source, statements).1.end {
        End::Unsupported(what) => what,
        other => format!("{other:?}"),
    };
    assert_eq!(outcome(source, "A.age(9); A.bump(false); new A().since(false);"), "9, 7, 5");
    assert_eq!(stopped("A.age(1);"), "the initial value of A.START");
    assert_eq!(stopped("A.bump(true);"), "the initial value of A.last");
    assert_eq!(stopped("new A().since(true);"), "the initial value of A.born");
}
