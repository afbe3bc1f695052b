//! What calls of class files may do, as their bytecode says: never less than what the code does.

use jatpg::analysis::effects::{Effects, MethodEffects, OwnEffects};
use jatpg::cfg::cache::Graphs;
use jatpg::cfg::graph::{Call, Effect};
use jatpg::cfg::lower::build;
use jatpg::mutate::generate::given_methods;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::term::Terms;

use crate::support::jdk::{self, Jdk};

/// Classes of which there is no source.
const TOOLS: &str = "package lib;
public class Tools {
    static int calls;
    static final int LIMIT = Integer.parseInt(\"7\");
    int held;
    public static int mix(int a, int b) { return (a ^ b << 3) + twice(b); }
    private static int twice(int n) { return n * 2; }
    public static int divide(int a, int b) { return a / b; }
    public static int halve(int a, int b) { return a / 2 + a % 1000 + a / -100_000; }
    public static int either(int a, int b) { return a / (b > 0 ? b : 2); }
    public static int count(int n) { calls += n; return calls; }
    public static int seen() { return calls; }
    public static int peek(int[] cells) { return cells[0]; }
    public static void fill(int[] cells) { for (int i = 0; i < cells.length; i++) { cells[i] = 1; } }
    public static void clear(Object[] cells) { cells[0] = null; }
    public static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
    public static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
    public static int order(Comparable<Object> a) { return a.compareTo(null); }
    public static String text(Object o) { return \"<\" + o + '>'; }
    public static String number(int n) { return \"<\" + n + '>'; }
    public static Runnable later(int[] cells) { return () -> cells[0] = 1; }
    public static int other(int n) { return Begun.of(n); }
    public static void print() { System.out.println(); }
    public int open() { return 1; }
    public final int closed() { return held; }
    public final int opened() { return open(); }
    public static long time() { return System.nanoTime(); }
}
class Begun {
    static int first = 3;
    static int of(int n) { return n; }
}";

/// `+calls` is read, `=calls` written; of throwables, what all of them have is left out.
fn said(terms: &Terms, effects: &MethodEffects) -> String {
    if effects.everything {
        return "everything".to_owned();
    }
    let named = |sign: char, var| {
        let name = &terms.info(var).name;
        (!name.starts_with("Throwable.")).then(|| format!("{sign}{name}"))
    };
    let mut all: Vec<String> = effects.reads.iter().filter_map(|var| named('+', var)).collect();
    all.extend(effects.writes.iter().filter_map(|var| named('=', var)));
    all.sort();
    all.extend(effects.may_throw.then(|| "throws".to_owned()));
    all.extend(effects.may_not_end.then(|| "may not end".to_owned()));
    all.join(" ")
}

/// The effects of each call, which is the last of a method of its own.
fn effects_of(options: &LoadOptions, calls: &[&str]) -> Vec<String> {
    let methods: String = calls
        .iter()
        .enumerate()
        .map(|(i, call)| {
            format!(
                "static void f{i}(Tools t, int n, long w, int[] cells, Object[] cells2, java.util.List<String> list, Object o, Comparable<Object> k) {{ {call}; }}\n"
            )
        })
        .collect();
    let text = format!("import lib.Tools; class A {{ {methods} }}");
    let program = Program::load(vec![SourceFile::new("A.java".into(), text)], options).expect("it loads");
    let known = OwnEffects::default();
    let of_method = |method| {
        let BodyState::Typed(body) = program.body(method) else { panic!("{}", program.method_name(method)) };
        let mut terms = Terms::new();
        let graph = build(&program, body, &mut terms);
        let effects =
            Effects::of_callees(&mut terms, &mut Graphs::of_program(&program), &known, None, &graph);
        let call = |effect: &Effect| match effect {
            Effect::Call(call) => Some(Call::clone(call)),
            _ => None,
        };
        let called = graph.nodes.iter().filter_map(|node| call(&node.effect)).next_back().expect("a call");
        said(&terms, &effects.of_call(&called))
    };
    given_methods(&program).map(of_method).collect()
}

#[test]
fn a_call_of_a_class_file_does_what_its_bytecode_may_do() {
    let test = "a_call_of_a_class_file_does_what_its_bytecode_may_do";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        ("Tools.mix(n, n)", ""),
        ("Tools.number(n)", ""),
        ("Tools.divide(n, n)", "+allocated +class =allocated =class throws"),
        ("Tools.halve(n, n)", ""),
        ("Tools.either(n, n)", "+allocated +class =allocated =class throws"),
        // What the class keeps for itself: beside the field, which code of a source may name, it is hidden.
        ("Tools.count(n)", "+Tools.calls +calls =Tools.calls =calls"),
        ("Tools.seen()", "+Tools.calls +calls"),
        ("t.closed()", "+Tools.held +allocated +calls +class =allocated =class throws"),
        ("Tools.later(cells)", "+allocated +calls +class =allocated =calls =class"),
        ("Tools.other(n)", "+allocated +calls +class =allocated =calls =class throws"),
        // Arrays are the program's, too.
        ("Tools.peek(cells)", "+allocated +class +int[] +length =allocated =class throws"),
        ("Tools.fill(cells)", "+allocated +class +length =allocated =class =int[] throws may not end"),
        ("Tools.clear(cells2)", "+allocated +class +length =Object[] =allocated =class throws"),
        ("Tools.odd(n)", "may not end"),
        // Code of the program may run, or nobody knows which.
        ("Tools.order(k)", "everything"),
        ("Tools.text(o)", "everything"),
        ("t.open()", "everything"),
        ("t.opened()", "everything"),
        ("Tools.print()", "everything"),
        ("Tools.time()", "everything"),
        // The JDK's own.
        ("java.time.Year.isLeap(w)", ""),
        ("java.util.Collections.emptyList()", ""),
        ("java.util.OptionalInt.of(n)", "+allocated +calls +class =allocated =calls =class throws"),
        ("java.util.List.of(o)", "+allocated +calls +class =allocated =calls =class =exception throws"),
        ("java.util.Collections.sort(list)", "everything"),
        ("java.util.Collections.unmodifiableList(list).size()", "everything"),
    ];
    let calls: Vec<&str> = rows.iter().map(|row| row.0).collect();
    let found = effects_of(&jdk.load_options_of(folder.path(), ("Tools.java", TOOLS)), &calls);
    let found: Vec<(&str, String)> = calls.iter().copied().zip(found).collect();
    let expected: Vec<(&str, String)> = rows.iter().map(|&(call, said)| (call, said.to_owned())).collect();
    assert_eq!(found, expected);
}
