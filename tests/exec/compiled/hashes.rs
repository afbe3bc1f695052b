//! Identity hash codes: a result that depends on them, or on an order that they give, ends the run by name; others stand, and
//! kill mutants. So it is with what static initialisers make of the time and of the host.

use std::sync::Arc;

use jatpg::exec::initializers::settled;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::mutant_set::MutantSet;
use jatpg::exec::vm::{End, KillKind, Vm, kill};
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use crate::exec::compiled::{compare, jdks};
use crate::exec::{driver, method, version};
use crate::support::jdk::Jdk;

/// Each shows something of the codes of two objects.
const SHOWN: [&str; 12] = [
    "new HashSet<Object>(List.of(a, b)).iterator().next() == a",
    "\"\" + new HashMap<Object, Integer>(Map.of(Side.LEFT, 1)).entrySet().iterator().next().hashCode()",
    "a.hashCode()",
    "a.hashCode() % 2",
    "a.hashCode() < b.hashCode()",
    "a.hashCode() >>> 20 == 0",
    "a.hashCode() == 1",
    "a.toString()",
    "Objects.hash(a, b) % 3",
    "sides().keySet().toString()",
    "sides().values().stream().map(String::valueOf).reduce(\"\", String::concat)",
    "new ArrayList<>(new HashSet<>(List.of(String.class, Integer.class, Long.class))).indexOf(Long.class)",
];

/// These are the same whatever the codes are.
const HIDDEN: [&str; 8] = [
    "new HashSet<Object>(List.of(a, b)).contains(b)",
    "new HashSet<Object>(List.of(a, b, a)).size()",
    "sides().get(Side.LEFT)",
    "new TreeMap<>(sides())",
    "a.hashCode() == a.hashCode()",
    "sides().values().stream().mapToInt(n -> n).sum()",
    "new HashMap<>(Map.of(String.class, 1)).get(\"x\".getClass())",
    "new LinkedHashSet<>(List.of(a, b)).iterator().next() == a",
];

fn class(name: &str, expressions: &[&str]) -> (String, String) {
    let cases: String =
        expressions.iter().enumerate().map(|(k, e)| format!("case {k}: return \"\" + ({e});\n")).collect();
    let text = format!(
        "import java.util.*;\npublic class {name} {{
            enum Side {{ LEFT, RIGHT }}
            static Map<Side, Integer> sides() {{
                Map<Side, Integer> m = new HashMap<>();
                m.put(Side.LEFT, 3);
                m.put(Side.RIGHT, 4);
                return m;
            }}
            public static Object run(int k) {{
                Object a = new Object(), b = new Object();
                switch (k) {{ {cases} default: return null; }}
            }}
        }}"
    );
    (name.to_owned(), text)
}

#[test]
fn what_depends_on_identity_hash_codes_is_not_followed() {
    for jdk in jdks("what_depends_on_identity_hash_codes_is_not_followed") {
        let hidden = compare(&jdk, &[class("Hidden", &HIDDEN)], HIDDEN.len());
        assert_eq!((hidden.same, hidden.ended), (HIDDEN.len(), Vec::new()));
        // What the JVM gave this time is one of many.
        let shown = compare_nothing(&jdk);
        assert_eq!(shown.len(), SHOWN.len(), "{shown:?}");
        for why in shown {
            assert!(why.contains("an identity hash code, or an order that depends on some"), "{why}");
        }
    }
}

/// What the runs of `SHOWN` ended with.
fn compare_nothing(jdk: &Jdk) -> Vec<String> {
    compare(jdk, &[class("Shown", &SHOWN)], SHOWN.len()).ended
}

fn program(jdk: &Jdk, text: &str) -> Arc<Program> {
    let file = SourceFile::new("Unit.java".into(), text.to_owned());
    Arc::new(settled(Program::load(vec![file], &jdk.load_options()).expect("a program")))
}

const NODES: &str = r#"
import java.util.*;

class Nodes {
    static class Node { final List<Node> next = new ArrayList<>(); }

    static int reachable(boolean turn) {
        Node a = new Node(), b = new Node(), c = new Node();
        a.next.add(b);
        if (turn) b.next.add(c);
        Set<Node> seen = new HashSet<>();
        Deque<Node> open = new ArrayDeque<>();
        open.add(a);
        while (!open.isEmpty()) {
            Node n = open.remove();
            if (seen.add(n)) open.addAll(n.next);
        }
        return seen.size();
    }
}
"#;

#[test]
fn mutants_of_code_that_hashes_objects_are_killed_and_proven_by_no_run() {
    for jdk in jdks("mutants_of_code_that_hashes_objects_are_killed_and_proven_by_no_run") {
        let program = program(&jdk, NODES);
        let body = |count: &str| {
            let text = NODES.split_once("reachable(boolean turn) {").expect("the method").1;
            let text = text.split_once("return").expect("its end").0;
            format!("{text} return {count};")
        };
        let of = method(&program, "reachable");
        // The last two show in some settings only: one of them in the first.
        let counts = [
            "seen.size() - 1",
            "+seen.size()",
            "seen.size() + (a.hashCode() < b.hashCode() ? 1 : 0)",
            "seen.size() + (a.hashCode() > b.hashCode() ? 1 : 0)",
        ];
        let versions = counts.map(|count| version(&program, of, &body(count)));
        let code = ProgramCode::build(&program, &versions);
        let driver = driver(&code, "int r = Nodes.reachable(true);", 0);
        let mut vm = Vm::new(&code, Limits::default());
        let original = vm.run_original(&driver);
        assert!(original.is_test() && original.asked.identity_hash, "{original:?}");
        let runs = [0, 1, 2, 3].map(|mutant| vm.run_mutant(&driver, mutant, &original));
        assert_eq!(
            runs.each_ref().map(|run| kill(&original, run)),
            [Some(KillKind::Output), None, None, None]
        );
        assert!(matches!(runs[1].end, End::Completed(_)) && runs[1].asked.identity_hash);
        let simulated = vm.simulate(&driver, &MutantSet::all(4));
        assert_eq!(simulated.kills, [(0, KillKind::Output)]);
    }
}

const TABLES: &str = r#"
import java.util.*;

class Tables {
    static final Map<Class<?>, Integer> SIZES = new HashMap<>();
    static final List<Class<?>> ORDER;
    static {
        SIZES.put(Byte.class, 1);
        SIZES.put(Long.class, 8);
        ORDER = new ArrayList<>(SIZES.keySet());
    }
    static int size(Class<?> of) { return SIZES.get(of); }
}

class Wider extends Tables {
    static int size() { return 2; }
    static int first() { return Chosen.SIZE; }
}

class Chosen { static final int SIZE = Tables.SIZES.get(Tables.ORDER.get(0)); }

class Clock {
    static final long START = System.currentTimeMillis();
    static boolean isLater() { return System.currentTimeMillis() >= START; }
}

class Host {
    static final String VERSION = System.getProperty("java.version");
    static final boolean IS_OLD = isOld(VERSION);
    static boolean isOld(String version) { return version.startsWith("1."); }
}

class Land {
    static final Locale HERE = Locale.getDefault();
    static final java.text.DecimalFormat SUM = new java.text.DecimalFormat(",##0.0");
    static final String FIRST_LINE = new Scanner("a\nb").nextLine();
    static final String TITLE = "title".toUpperCase();
    static final String ROOT_TITLE = "title".toUpperCase(Locale.ROOT);
    static final String COUNT = String.format("%d of %s", 7, "x");
    static final String NAME = String.format("<%s>", 7);
    static String upper(String text) { return text.toUpperCase(HERE); }
    static int thousands(String text) { return SUM.isGroupingUsed() ? Integer.parseInt(text) * 1000 : 0; }
}

class Day {
    static final java.text.SimpleDateFormat NAME = new java.text.SimpleDateFormat("EEE d");
    static int year() { return at(50_000_000_000L, Calendar.YEAR); }
    static int hour() { return at(0, Calendar.HOUR); }
    static int at(long millis, int field) {
        Calendar calendar = (Calendar) NAME.getCalendar().clone();
        calendar.setTimeInMillis(millis);
        return calendar.get(field);
    }
}

class Plain { static int two() { return 2; } }
"#;

const SHOWS_COUNTRY: &str =
    "the locale or the time zone in which a class is initialised shows in the outcome";

const SHOWS_HOST: &str =
    "it depends on the environment: a system property or an environment variable shows in the outcome";

#[test]
fn what_initialisers_make_of_hash_codes_time_and_host_is_another_in_each_setting() {
    for jdk in jdks("what_initialisers_make_of_hash_codes_time_and_host_is_another_in_each_setting") {
        let program = program(&jdk, TABLES);
        let code = ProgramCode::build(&program, &[]);
        let end_of = |call: &str| {
            let run = Vm::new(&code, Limits::default()).run_original(&driver(&code, call, 0));
            match &run.end {
                End::Unsupported(why) => why.split(',').next().unwrap_or_default().to_owned(),
                _ => format!("{}, {}", run.is_test(), run.asked.identity_hash),
            }
        };
        let ends = [
            ("int r = Tables.size(Long.class);", "true, true"),
            ("int r = Wider.size();", "true, true"),
            ("boolean r = Clock.isLater();", "true, true"),
            ("boolean r = Host.isOld(\"1.4\");", "true, true"),
            ("boolean r = Host.VERSION.isEmpty();", "true, true"),
            ("int r = Plain.two();", "true, false"),
            ("int r = Tables.ORDER.indexOf(Long.class);", "an identity hash code"),
            ("int r = Wider.first();", "an identity hash code"),
            ("long r = Clock.START;", "the time at which it runs shows in the outcome"),
            ("boolean r = Host.IS_OLD;", SHOWS_HOST),
            ("int r = Land.FIRST_LINE.length();", "true, true"),
            ("int r = Land.thousands(\"5\");", "true, true"),
            ("int r = Land.HERE.toString().length();", SHOWS_COUNTRY),
            ("String r = Land.TITLE;", SHOWS_COUNTRY),
            ("String r = Land.ROOT_TITLE + Land.NAME;", "true, true"),
            ("String r = Land.COUNT;", SHOWS_COUNTRY),
            ("String r = Land.SUM.format(Double.NaN);", SHOWS_COUNTRY),
            ("String r = Land.upper(\"a\");", SHOWS_COUNTRY),
            ("String r = Land.SUM.format(5);", SHOWS_COUNTRY),
            ("int r = Day.year();", "true, true"),
            ("int r = Day.hour();", "the time at which it runs"),
            ("boolean r = Host.IS_OLD | Clock.START % 2 == 0;", "the time at which it runs"),
        ];
        for (call, end) in ends {
            assert_eq!(end_of(call), end, "{call}");
        }
    }
}

const VERSIONS: &str = r#"
class Versions {
    static final int OWN = major(System.getProperty("java.version"));
    static int major(String version) {
        String[] parts = version.split("[._-]");
        return Integer.parseInt(parts[parts[0].equals("1") ? 1 : 0]);
    }
}
"#;

#[test]
fn a_mutant_that_runs_while_a_class_asks_for_a_property_is_killed_where_that_holds_on_every_host() {
    let name =
        "a_mutant_that_runs_while_a_class_asks_for_a_property_is_killed_where_that_holds_on_every_host";
    for jdk in jdks(name) {
        let program = program(&jdk, VERSIONS);
        let of = method(&program, "major");
        let (_, text) = VERSIONS.split_once("major(String version) {").expect("the method");
        let (text, _) = text.split_once("return").expect("its end");
        let index = "parts[0].equals(\"1\") ? 1 : 0";
        // One's initialiser throws on a host, which is no kill; one shows on all; one shows in no call of this test.
        let results = [
            format!(
                "Integer.parseInt(parts[{index}]) + (version.equals(\"25\") ? 1 / (version.length() - 2) : 0)"
            ),
            format!("Integer.parseInt(parts[{index}]) + 1"),
            format!("Integer.parseInt(parts[{index}]) + (version.equals(OWN + \"\") ? 1 : 0)"),
        ];
        let versions = results.map(|result| version(&program, of, &format!("{text} return {result};")));
        let code = ProgramCode::build(&program, &versions);
        let driver = driver(&code, "int r = Versions.major(\"11.0.2\");", 0);
        let mut vm = Vm::new(&code, Limits::default());
        let original = vm.run_original(&driver);
        assert!(original.is_test() && original.asked.identity_hash, "{original:?}");
        let kills = [0, 1, 2].map(|mutant| kill(&original, &vm.run_mutant(&driver, mutant, &original)));
        assert_eq!(kills, [None, Some(KillKind::Output), None]);
        assert_eq!(vm.simulate(&driver, &MutantSet::all(3)).kills, [(1, KillKind::Output)]);
    }
}

/// Each makes something of `x` and of one or two identity hash codes that is the same, for many an `x`, whichever of a few codes
/// an object has.
const CHANCES: [&str; 14] = [
    "(new Object().hashCode() & 1) == 0 ? x + 1 : x - 1",
    "new Object().hashCode() + x > 0 ? 1 : 0",
    "new Object().hashCode() % 7 == 3 ? x + 1 : x - 1",
    "Objects.hash(new Object(), x) > 0 ? x + 1 : x - 1",
    "Objects.hash(new Object(), x) % 2 == 0 ? x + 1 : x - 1",
    "(System.identityHashCode(new Object()) ^ x) >>> 30",
    "Math.abs(Objects.hash(new Object(), new Object(), x)) % 3",
    "(Side.LEFT.hashCode() + x) % 5 == 1 ? 1 : 0",
    "(31 * String.class.hashCode() + x & 15) == 9 ? 1 : 0",
    "(SALT + x) % 11 == 4 ? 1 : 0",
    "(TASK.hashCode() + x) % 13 == 4 ? 1 : 0",
    "new HashSet<Object>(List.of(TASK, Side.LEFT, Side.RIGHT)).iterator().next() == Side.RIGHT ? x : 1",
    "new HashMap<>(Map.of(Side.LEFT, 1, Side.RIGHT, 2)).hashCode() + x > 0 ? 1 : 0",
    "new Object().hashCode() == new Object().hashCode() ? x : 1",
];

/// This asks for hash codes, and is the same whatever they are.
const ALWAYS: &str = "new HashSet<>(List.of(new Object(), x)).size() + x";

fn chances(expressions: &[&str]) -> String {
    let methods: String = expressions
        .iter()
        .enumerate()
        .map(|(k, e)| format!("static int chance{k}(int x) {{ return {e}; }}\n"))
        .collect();
    format!(
        "import java.util.*;\nclass Chances {{
            enum Side {{ LEFT, RIGHT }}
            static final int SALT = new Object().hashCode();
            static final Runnable TASK = () -> {{}};
            {methods}
        }}"
    )
}

/// What a search might try, small and large; but none of which sums with almost all codes overflow, or none.
fn arguments() -> impl Iterator<Item = i32> {
    let spread = (1..60).map(|n: i32| n.wrapping_mul(0x9e37_79b9_u32 as i32) / 2);
    (2..40).chain([100, 1000, 65_536, -2, -7]).chain(spread)
}

#[test]
fn no_run_is_a_test_for_a_chance_agreement_of_a_few_hash_codes() {
    for jdk in jdks("no_run_is_a_test_for_a_chance_agreement_of_a_few_hash_codes") {
        let program = program(&jdk, &chances(&CHANCES));
        let code = ProgramCode::build(&program, &[]);
        for (k, chance) in CHANCES.iter().enumerate() {
            let is_test = |x: &i32| {
                let driver = driver(&code, &format!("int r = Chances.chance{k}({x});"), 0);
                Vm::new(&code, Limits::default()).run_original(&driver).is_test()
            };
            let tests: Vec<i32> = arguments().filter(is_test).collect();
            assert!(tests.is_empty(), "{chance}: {tests:?}");
        }
    }
}

#[test]
fn no_mutant_is_killed_for_a_chance_agreement_of_a_few_hash_codes() {
    for jdk in jdks("no_mutant_is_killed_for_a_chance_agreement_of_a_few_hash_codes") {
        // The others make known the classes and the methods that the mutants name.
        let program = program(&jdk, &chances(&[&CHANCES[..], &[ALWAYS, "x"]].concat()));
        let changed = CHANCES.len() + 1;
        let of = method(&program, &format!("chance{changed}"));
        let depending = CHANCES.map(|chance| version(&program, of, &format!("return {chance};")));
        let always = version(&program, of, &format!("return {ALWAYS};"));
        let versions: Vec<_> = depending.into_iter().chain([always]).collect();
        let code = ProgramCode::build(&program, &versions);
        let last = CHANCES.len() as u32;
        let mut vm = Vm::new(&code, Limits::default());
        for x in arguments() {
            let driver = driver(&code, &format!("int r = Chances.chance{changed}({x});"), 0);
            let simulated = vm.simulate(&driver, &MutantSet::all(versions.len()));
            assert_eq!(simulated.kills, [(last, KillKind::Output)], "{x}");
            let original = vm.run_original(&driver);
            let kills =
                [0, 3, last].map(|mutant| kill(&original, &vm.run_mutant(&driver, mutant, &original)));
            assert_eq!(kills, [None, None, Some(KillKind::Output)], "{x}");
        }
    }
}
