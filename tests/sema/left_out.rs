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
    ("Pattern", "Pattern.compile(\"[a-z]+(x|y)?\")"),
    ("Function<String, Integer>", "s -> s.length()"),
    ("BigInteger", "BigInteger.TEN"),
    ("Logger", "Logger.getLogger(\"x\")"),
    ("Logger", "Logger.getLogger(A.class.getName())"),
    ("IntStream", "IntStream.iterate(1, i -> i * 2)"),
];

/// These run code of the program, write, or fail.
const NOT_HARMLESS: &[(&str, &str)] = &[
    ("Map<String, Integer>", "new HashMap<String, Integer>() {{ put(\"a\", count()); }}"),
    ("List<Integer>", "List.of(count())"),
    ("Optional<Integer>", "Stream.of(1).map(x -> count()).findFirst()"),
    ("IntStream", "IntStream.generate(() -> count())"),
    ("Stream<E>", "Stream.iterate(E.A, e -> e)"),
    ("Integer", "ThreadLocal.withInitial(() -> count()).get()"),
    ("Map<String, Integer>", "Map.of(\"a\", 1, \"a\", 2)"),
    ("Map<Integer, Integer>", "Map.of(10, 1, 0xA, 2)"),
    ("List<String>", "List.of(\"a\", null)"),
    ("List<String>", "new ArrayList<>(-1)"),
    ("Pattern", "Pattern.compile(\"(\")"),
    ("BigInteger", "new BigInteger(\"x\")"),
];

/// These are read whole, so that nothing is left out.
const READ: &[(&str, &str)] = &[("Object", "new Object() { int n = count(); }"), ("Base", "new Base() { }")];

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
    is_typed_with(source, &LoadOptions::default())
}

fn is_typed_with(source: &str, options: &LoadOptions) -> bool {
    let file = SourceFile::new("A.java".into(), source.to_owned());
    let program = Program::load(vec![file], options).expect("valid declarations");
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
fn an_initializer_that_is_read_gives_its_field_a_value() {
    for &(ty, init) in READ {
        for modifier in ["static", ""] {
            let source = source(ty, init, modifier);
            assert!(is_typed(&source), "{modifier} {ty} f = {init}");
            let file = SourceFile::new("A.java".into(), source);
            let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
            let class = program.class_named("A").expect("class A");
            let field = *program.classes[class].fields.last().expect("it is the last");
            assert!(!program.is_unread(field), "{modifier} {ty} f = {init}");
        }
    }
}

/// The types are known then; what is static and asks for more than values and collections is left out.
#[test]
fn it_is_left_out_too_where_the_types_are_known_from_class_files() {
    let name = "it_is_left_out_too_where_the_types_are_known_from_class_files";
    let Some(options) = super::compiled::options(name) else { return };
    for &(ty, init) in HARMLESS {
        for modifier in ["static", ""] {
            let source = source(ty, init, modifier);
            assert!(is_typed_with(&source, &options), "{modifier} {ty} f = {init}");
            let file = SourceFile::new("A.java".into(), source);
            let program = Program::load(vec![file], &options).expect("valid declarations");
            let class = program.class_named("A").expect("class A");
            let field = *program.classes[class].fields.last().expect("it is the last");
            let asks_the_machine = init.starts_with("System.");
            if asks_the_machine && modifier == "static" {
                assert!(program.is_unread(field), "{modifier} {ty} f = {init}");
            }
        }
    }
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

/// What stands in an enum with the constants `P` and `Q`: fields and a static block that only make what nobody looks into.
const QUIET_BLOCKS: &[&str] = &[
    "static final Map<String, Integer> M = new HashMap<>(); static { M.put(\"a\", 1); M.put(\"b\", 2); }",
    "static final Map<String, E> M = new HashMap<>(); static { for (E e : values()) { M.put(e.name, e); } }",
    "static final Map<String, E> M; static { Map<String, E> m = new HashMap<>(); \
     for (E e : E.values()) m.put(e.name(), e); M = Collections.unmodifiableMap(m); }",
    "static final Map<String, IntUnaryOperator> M = new HashMap<>(); static { M.put(\"+\", x -> x + 1); }",
    "static final BitSet B = new BitSet(256); static { for (int i = 'a'; i <= 'z'; i++) { B.set(i); } B.set('-'); }",
    "static final String[] A = {\"a\", \"b\"}; static final Map<String, Integer> M = new TreeMap<>(); \
     static { for (int i = 0; i < A.length; i++) M.put(A[i], i); for (String s : A) { M.put(s + s, 1); } }",
    "static final MessageDigest D; static { try { D = MessageDigest.getInstance(\"MD5\"); } \
     catch (NoSuchAlgorithmException e) { throw new IllegalStateException(e); } }",
    "static final long START; static final String HOME; \
     static { START = System.nanoTime(); HOME = System.getProperty(\"user.home\"); }",
    "static Runnable R; static { R = () -> count(); }",
    "static final String[] T = new String[128]; static { Arrays.setAll(T, i -> String.valueOf((char) i)); }",
];

/// These run code of the program, write, touch other classes, or may throw.
const LOUD_BLOCKS: &[&str] = &[
    "static final Map<String, Integer> M = new HashMap<>(); static { M.put(\"a\", count()); }",
    "static final Map<String, Integer> M = new HashMap<>(); static { M.put(\"a\", 1); System.out.println(1); }",
    "static final Map<Object, Integer> M = new HashMap<>(); static { M.put(new Key(), 1); }",
    "static final List<E> L = new ArrayList<>(); static { for (E e : values()) L.add(e); L.get(0).touch(); }",
    "static final List<E> L = new ArrayList<>(); static { for (E e : values()) { e.touch(); L.add(e); } }",
    "static final Map<String, E> M = new HashMap<>(); static { for (E e : values()) M.put(e.get(), e); }",
    "static final Map<String, IntUnaryOperator> M = new HashMap<>(); \
     static { M.put(\"+\", x -> count()); } static final int N = M.get(\"+\").applyAsInt(1);",
    "static final Runnable R; static { R = () -> count(); R.run(); }",
    "static final int[] T = new int[4]; static { Arrays.setAll(T, i -> count()); }",
    "static final String[] S = new String[4]; static final String[] T = S; static { Arrays.setAll(T, i -> \"\"); }",
    "static final E[] T = new E[4]; static { Arrays.setAll(T, i -> P); }",
    "static final Map<String, Integer> M = new HashMap<>(); static { M.put(\"a\", 1); Key.made = 1; }",
    "static final Map<String, Integer> M = new HashMap<>(); static { M.computeIfAbsent(\"a\", k -> count()); }",
    "static final Map<String, Integer> M = new HashMap<>(); \
     static { M.put(\"a\", 1); if (M.isEmpty()) throw new IllegalStateException(); }",
    "static final Map<String, Integer> M = new HashMap<>(); static int n = count(); static { M.put(\"a\", 1); n = M.size(); }",
    "static final int[] A = {1}; static final int[] B = A; \
     static final Map<String, Integer> M = new HashMap<>(); static { A[0] = M.size(); }",
    "static final List<E> L = new ArrayList<>(); static { for (E e : values()) L.add(e); \
     for (E e : L) { e.touch(); } }",
    "static final Comparator<String> C = new Comparator<>() { public int compare(String a, String b) { return count(); } }; \
     static { C.compare(\"a\", \"b\"); }",
    "static final StringBuilder S = new StringBuilder(); \
     static { List<E> l = new ArrayList<>(); l.add(P); S.append(l); }",
];

fn with_block(members: &str) -> String {
    format!(
        "import java.security.*;
        import java.util.*;
        import java.util.function.*;
        class Key {{ static int made; public int hashCode() {{ return E.count(); }} }}
        enum E {{
            P(\"p\"), Q(\"q\");
            static int calls;
            static int count() {{ return calls++; }}
            final String name;
            E(String name) {{ this.name = name; }}
            void touch() {{ count(); }}
            String get() {{ count(); return name; }}
            {members}
            int next(int n) {{ return n + 1; }}
        }}
        class A {{ }}
        "
    )
}

#[test]
fn a_static_block_that_only_makes_what_nobody_looks_into_is_left_out() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::left_out", "JDK") };
    let (mut programs, mut wrong) = (Vec::new(), Vec::new());
    for (list, expected) in [(QUIET_BLOCKS, true), (LOUD_BLOCKS, false)] {
        for &members in list {
            let source = with_block(members);
            let file = SourceFile::new("A.java".into(), source.clone());
            let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
            let errors = program.check();
            assert!(errors.is_empty(), "{members}: {errors:?}");
            let class = &program.classes[program.class_named("E").expect("enum E")];
            let initializer = class.static_initializer.expect("constants");
            let is_typed = matches!(program.body(initializer), BodyState::Typed(_));
            if is_typed != expected {
                wrong.push(members);
            }
            programs.push(vec![("A.java".to_owned(), source)]);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let rejected: Vec<_> = compile(&jdk, &programs).into_iter().filter_map(Result::err).collect();
    assert!(rejected.is_empty(), "{rejected:?}");
}

#[test]
fn what_a_block_that_is_left_out_assigns_has_no_value() {
    let file = |text: &str| SourceFile::new("A.java".into(), text.to_owned());
    let text = "class A {
        static final long START;
        static int count;
        static final int PLAIN = 3 * 4;
        static { START = System.nanoTime(); count = 0; }
        static final long LATER = START + 1;
        static long f() { return LATER; }
    }";
    let program = Program::load(vec![file(text)], &LoadOptions::default()).expect("valid declarations");
    assert!(program.check().is_empty());
    let class = &program.classes[program.class_named("A").expect("class A")];
    let unread = class.fields.iter().filter(|&&f| program.is_unread(f));
    let names: Vec<&str> = unread.map(|&f| &*program.fields[f].name).collect();
    assert_eq!(names, ["START", "count", "LATER"]);
}
