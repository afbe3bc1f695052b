//! Which initialisers outside the subset are left out, so that a class keeps its methods: those that only give their field
//! a value. Each is tried as that of a static and of an instance field.

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::syntax::source::SourceFile;

use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// Type and initial value of a field.
const HARMLESS: &[(&str, &str)] = &[
    ("Map<String, Integer>", "new HashMap<>()"),
    ("List<String>", "new ArrayList<>(16)"),
    ("List<String>", "List.of(\"a\", \"b\")"),
    ("Map<String, Integer>", "Map.of(\"a\", 1, \"b\", 2)"),
    ("Set<Long>", "Set.of(1L, 2L)"),
    ("Map<E, String>", "new EnumMap<>(E.class)"),
    ("Map<E, Integer>", "Map.of(E.A, 1, E.B, 2)"),
    ("ThreadLocal<StringBuilder>", "ThreadLocal.withInitial(StringBuilder::new)"),
    (
        "Comparator<String>",
        "new Comparator<String>() { public int compare(String a, String b) { return 0; } }",
    ),
    (
        "ThreadLocal<Integer>",
        "new ThreadLocal<Integer>() { @Override protected Integer initialValue() { return 1; } }",
    ),
    ("Comparator<String>", "Comparator.comparing(String::length)"),
    ("Map<String, Function<Integer, Integer>>", "Map.of(\"+\", x -> x + 1)"),
    ("Random", "new Random(42)"),
    ("Scanner", "new Scanner(System.in)"),
    ("long", "System.currentTimeMillis()"),
    ("String", "System.getProperty(\"user.dir\")"),
    ("int[]", "IntStream.range(0, 9).toArray()"),
    ("double", "Math.random()"),
    ("String", "same(\"x\")"),
    ("Pattern", "Pattern.compile(\"[a-z]+(x|y)?\")"),
    ("Function<String, Integer>", "s -> s.length()"),
    ("BigInteger", "BigInteger.TEN"),
    ("Logger", "Logger.getLogger(\"x\")"),
    ("Logger", "Logger.getLogger(A.class.getName())"),
];

/// These run code of the program, write, or fail.
const NOT_HARMLESS: &[(&str, &str)] = &[
    ("Map<String, Integer>", "new HashMap<String, Integer>() {{ put(\"a\", count()); }}"),
    ("Object", "new Object() { int n = count(); }"),
    ("Base", "new Base() { }"),
    ("List<Integer>", "List.of(count())"),
    ("String", "loud(\"x\")"),
    ("Optional<Integer>", "Stream.of(1).map(x -> count()).findFirst()"),
    ("Integer", "ThreadLocal.withInitial(() -> count()).get()"),
    ("Map<String, Integer>", "Map.of(\"a\", 1, \"a\", 2)"),
    ("Map<Integer, Integer>", "Map.of(10, 1, 0xA, 2)"),
    ("List<String>", "List.of(\"a\", null)"),
    ("List<String>", "new ArrayList<>(-1)"),
    ("Pattern", "Pattern.compile(\"(\")"),
    ("BigInteger", "new BigInteger(\"x\")"),
];

fn source(ty: &str, init: &str, modifier: &str) -> String {
    format!(
        "import java.math.BigInteger;
        import java.util.*;
        import java.util.function.*;
        import java.util.logging.Logger;
        import java.util.regex.Pattern;
        import java.util.stream.*;
        class A {{
            enum E {{ A, B }}
            static class Base {{ Base() {{ count(); }} }}
            static int calls;
            static int count() {{ return calls++; }}
            static <T> T same(T t) {{ return t; }}
            static <T> T loud(T t) {{ System.out.println(t); return t; }}
            private {modifier} final {ty} f = {init};
            int next(int n) {{ return n + 1; }}
        }}
        "
    )
}

/// Whether all initialisers of `A` have a body.
fn is_typed(source: &str) -> bool {
    let file = SourceFile::new("A.java".into(), source.to_owned());
    let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
    assert!(program.check().is_empty(), "{source}");
    let class = &program.classes[program.class_named("A").expect("class A")];
    let initializers = [class.static_initializer, class.instance_initializer];
    initializers.into_iter().flatten().all(|i| matches!(program.body(i), BodyState::Typed(_)))
}

#[test]
fn an_initializer_that_only_gives_a_value_is_left_out() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::left_out", "JDK") };
    let (mut programs, mut wrong) = (Vec::new(), Vec::new());
    for (list, expected) in [(HARMLESS, true), (NOT_HARMLESS, false)] {
        for &(ty, init) in list {
            for modifier in ["static", ""] {
                let source = source(ty, init, modifier);
                if is_typed(&source) != expected {
                    wrong.push(format!("{modifier} {ty} f = {init}"));
                }
                programs.push(vec![("A.java".to_owned(), source)]);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compile(&jdk, &programs).iter().all(Result::is_ok));
}

#[test]
fn a_field_that_is_computed_from_one_without_a_value_has_none() {
    let file = |text: &str| SourceFile::new("A.java".into(), text.to_owned());
    let text = "class A {
        static final long START = System.nanoTime();
        static final long LATER = START + 1;
        static final int PLAIN = 3 * 4;
        final long born = LATER;
        static long f() { return LATER; }
    }";
    let program = Program::load(vec![file(text)], &LoadOptions::default()).expect("valid declarations");
    let class = &program.classes[program.class_named("A").expect("class A")];
    let unread = class.fields.iter().filter(|&&f| program.is_unread(f));
    let names: Vec<&str> = unread.map(|&f| &*program.fields[f].name).collect();
    assert_eq!(names, ["START", "LATER", "born"]);
}
