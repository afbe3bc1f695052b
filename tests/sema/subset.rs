//! How far what lies outside the subset reaches: a field or an overload that nobody can support costs the
//! methods that use it, not their neighbours.

use std::path::PathBuf;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodId, Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// Methods whose names begin with `in` lie in the subset, those with `out` do not. All initialisers of classes
/// `In…` do, one of each class `Out…` does not.
const FILES: [(&str, &str); 11] = [
    (
        "InInert.java",
        "import java.util.ArrayList;
        import java.util.List;
        import java.util.function.Supplier;
        import java.util.regex.Pattern;
        class InInert {
            static final String WORD = \"[a-z]+\";
            static final Pattern NAMES = Pattern.compile(WORD + \"(\" + WORD + \")*\", Pattern.DOTALL);
            static final Supplier<Object> CALLED_LATER = () -> new Counter();
            private final List<String> names = new ArrayList<>(16);
            private final java.util.Map<String, Integer> map = java.util.Collections.emptyMap();
            final int n;
            InInert(int n) { this.n = n; }
            int inNext() { return n + 1; }
            boolean outMatch(String s) { return NAMES.matcher(s).matches(); }
        }
        class Counter { static int made; Counter() { made++; } public int hashCode() { return made++; } }",
    ),
    (
        "OutRuns.java",
        "class OutRuns {
            static final java.util.List<Object> MADE = java.util.List.of(new Counter());
        }",
    ),
    (
        "OutCounts.java",
        "class OutCounts {
            static int k = 1;
            static final java.util.List<Integer> NEXT = java.util.List.of(k++);
        }",
    ),
    (
        "OutProperties.java",
        "class OutProperties {
            static final java.util.Properties OLD = System.getProperties();
        }",
    ),
    ("OutPrints.java", "class OutPrints { static final Object OUT = new java.io.PrintWriter(System.out.append(\"x\")); }"),
    (
        "OutOwn.java",
        "import java.util.function.Supplier;
        class OutOwn {
            static Supplier<String> named(Object key) { key.hashCode(); return null; }
            static final Supplier<String> NAMED = named(new Counter());
        }",
    ),
    (
        "Overloads.java",
        "import java.util.*;
        class Overloads {
            static int sum(int[] values) { return values.length; }
            static int sum(List<Integer> values) { return values.size(); }
            static int sum(Iterable<Integer>... values) { return values.length; }
            static int size(Object o) { return 1; }
            static int size(Comparable<?> o) { return 2; }
            static int size(java.lang.constant.Constable o) { return 3; }
            static int inArray(int[] values) { return sum(values); }
            static int inObject(Object o) { return size(o); }
            static int inBuffer(StringBuffer b) { return inObject(b) + (size(new int[1]) > 1 ? 1 : 0); }
            static int outNull() { return sum((List<Integer>) null); }
        }",
    ),
    (
        "Boxes.java",
        "import java.lang.constant.Constable;
        class Boxes {
            static int f(Object o) { return 1; }
            static int f(Constable o) { return 2; }
            static int outBox(int i) { return f(i); }
            static int outText(String s) { return f(s); }
            static int inArray(int[] a) { return f(a); }
            static int inObject(Object o) { return f(o); }
        }",
    ),
    (
        "InCounted.java",
        "public class InCounted implements java.util.zip.Checksum {
            private int sum = 1;
            private static int inMix(int a, int b) { return a * 31 + (b ^ 7); }
            static int inTwice(int a) { return inMix(a, 2) * 2; }
            public void update(int b) { sum = inMix(sum, b); System.out.println(b); }
            public void update(byte[] b, int from, int len) { for (int i = from; i < from + len; i++) update(b[i]); }
            void inOne(byte b) { update(b); }
            void outAll(byte[] b) { update(b); }
            void inNamedOtherwise(Number n) { consume(null); }
            void consume(Object o) { }
            public long getValue() { return sum & 0xffffffffL; }
            public void reset() { sum = 1; }
        }",
    ),
    (
        "OfUnknown.java",
        "abstract class OfUnknown implements javax.swing.Action {
            private static int inExact(int a, String s) { return a + s.length(); }
            static int inCalls(int a) { return inExact(a, String.valueOf(a)) + Math.abs(a); }
            private static int inWide(long a) { return (int) a; }
            static int outCalls(int a) { return inWide(a); }
        }
        ",
    ),
    (
        "Local.java",
        "class Local {
            static int inPlain(int x) { return x + 1; }
            static int inLocal(int x) {
                class Adder { int f(int y) { return y + 1; } }
                return new Adder().f(x);
            }
            static int inHiding(int x) {
                record InCounted(int a, int b) { }
                return new InCounted(x, 1).a();
            }
            static int inEnum(int x) {
                enum Side { LEFT, RIGHT }
                return Side.values()[x].ordinal();
            }
            static int inInterface(int x) {
                interface Rule { int f(int y); }
                Rule r = y -> y + 1;
                return r.f(x);
            }
        }",
    ),
];

#[test]
fn what_is_unsupported_costs_no_method_that_does_not_use_it() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::subset", "JDK") };
    let files = FILES.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    assert_eq!(compile(&jdk, &[files]), [Ok(())]);

    let sources = FILES.map(|(name, text)| SourceFile::new(PathBuf::from(name), text.to_owned()));
    let program = Program::load(sources.into(), &LoadOptions::default()).expect("valid declarations");
    let supported = |id: MethodId| !matches!(program.body(id), BodyState::Unsupported(_));
    let mut verdicts = Vec::new();
    for (id, class) in program.classes.iter_enumerated().filter(|&(id, _)| program.role(id) == Role::Given) {
        let initializers = [class.static_initializer, class.instance_initializer];
        verdicts.push((class.name.to_lowercase(), initializers.into_iter().flatten().all(supported)));
        let methods = program.methods.iter_enumerated().filter(|(_, method)| method.class == id);
        verdicts.extend(methods.map(|(m, method)| (method.name.to_string(), supported(m))));
    }
    verdicts.retain(|(name, supported)| match supported {
        true => name.starts_with("out"),
        false => name.starts_with("in"),
    });
    assert_eq!(verdicts, []);
}

/// What JDKs after 17 have, as far as the classes are there; and what none has.
#[test]
fn a_member_of_another_jdk_costs_its_method_and_a_misspelt_one_of_the_program_is_an_error() {
    let text = "class A {
        static int plain(int a) { return a + 1; }
        static int clamp(long a) { return Math.clamp(a, 1, 5); }
        static int find(String s) { return s.indexOf('a', 0, 2); }
        static int field() { return Integer.SOME_LIMIT; }
        static void print(int a) { IO.println(a); }
    }";
    let load = |text: &str| {
        let file = SourceFile::new(PathBuf::from("A.java"), text.to_owned());
        Program::load(vec![file], &LoadOptions::default()).expect("valid declarations")
    };
    let program = load(text);
    assert!(
        program.check().is_empty(),
        "{:?}",
        program.check().iter().map(ToString::to_string).collect::<Vec<_>>()
    );
    let unsupported = program.methods.iter_enumerated().filter_map(|(id, m)| {
        let BodyState::Unsupported(reasons) = program.body(id) else { return None };
        let is_given = program.role(m.class) == Role::Given;
        is_given.then(|| format!("{}: {}", m.name, reasons[0].what))
    });
    assert_eq!(
        unsupported.collect::<Vec<_>>(),
        [
            "clamp: method clamp(long,int,int) of java.lang.Math, which is not in the library",
            "find: method indexOf(char,int,int) of java.lang.String, which is not in the library",
            "field: field SOME_LIMIT of java.lang.Integer, which is not in the library",
            "print: type java.lang.IO",
        ]
    );
    let wrong = ["plian(1)", "new A().x", "Math.abs(\"a\")", "this.none()"];
    for call in wrong {
        let program = load(&format!(
            "class A {{ static int plain(int a) {{ return a; }} Object f() {{ return {call}; }} }}"
        ));
        assert_eq!(program.check().len(), 1, "{call}");
    }
}

/// Constructs that the tree holds cost the method that has one, and nothing else; what is inside of them is not looked at.
#[test]
fn a_refused_construct_costs_its_method_alone() {
    let text = "import module java.base;
    class A {
        int x;
        record R(int a, Object b) { }
        static int plain(int a) { return a + 1; }
        static Runnable lambda() { return () -> { Unknown u = nothing(); }; }
        static Object reference() { return Unknown::nothing; }
        static Object anonymous() { return new Unknown() { int f() { return nothing; } }; }
        static Object local() { class L { int f() { return nothing; } } L l = new L(); return l.f(); }
        static Object unknown() { class L extends Unknown { } return new L(); }
        static int record(Object o) { return o instanceof R(int a, _) ? a : 0; }
        static int unnamed(Object o) { int _ = 1, b = 2, _ = b; return o instanceof String _ ? b : 0; }
        static int patterns(Object o) { return switch (o) { case R(int a, var b) when a > 0 -> a; default -> 0; }; }
        static int typed(Object o) { switch (o) { case String s: return s.length(); default: return 0; } }
        int outer() { return A.this.x; }
        static Object both(Object o) { return (Runnable & Comparable) o; }
        static int caught() { try { return 1; } catch (RuntimeException _) { return 0; } }
        static int each(int[] a) { int n = 0; for (int _ : a) n++; return n; }
    }";
    let file = SourceFile::new(PathBuf::from("A.java"), text.to_owned());
    let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
    let errors: Vec<_> = program.check().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let reasons = program.methods.iter_enumerated().filter(|(_, m)| {
        program.role(m.class) == Role::Given && &*program.classes[m.class].name == "A" && !m.is_constructor()
    });
    let reasons: Vec<_> = reasons
        .map(|(id, m)| match program.body(id) {
            BodyState::Unsupported(reasons) => format!("{}: {}", m.name, reasons[0].what),
            _ => m.name.to_string(),
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "plain",
            "lambda: type java.lang.Runnable",
            "reference: type Unknown",
            "anonymous: superclass: type Unknown",
            "local",
            "unknown: type A.2L (superclass: type Unknown)",
            "record",
            "unnamed",
            "patterns",
            "typed",
            "outer",
            "both: type java.lang.Runnable",
            "caught",
            "each",
        ]
    );
}

fn without_errors(text: &str) -> Program {
    let file = SourceFile::new(PathBuf::from("A.java"), text.to_owned());
    let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
    let errors: Vec<_> = program.check().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:?}");
    program
}

#[test]
fn what_is_inherited_from_an_inner_class_of_another_generic_class_is_no_error() {
    let text = "class Base<K> { class Inner { K key; Inner(K key) { this.key = key; } } }
        class A<K> extends Base<K> {
            class Deep extends Inner { Deep(K key) { super(key); } Object use() { return new Use(key); } int plain() { return 1; } }
            class Use { Use(K key) { } }
            static int other(int n) { return n + 1; }
        }";
    without_errors(text);
}

#[test]
fn an_object_of_an_inner_class_of_a_generic_superclass_is_typed_in_the_subclass() {
    let text = "class A {
            static class Base<T> { class Cell { T value; Cell(T value) { this.value = value; } T get() { return value; } } }
            static class Shop extends Base<Integer> { Object own(int x) { return new Cell(x); } }
            static Object other(int x) { return new Shop().new Cell(x).get(); }
            static int plain(int n) { return n + 1; }
        }";
    let program = without_errors(text);
    for class in program.given_classes() {
        for &method in &program.classes[class].methods {
            if let BodyState::Unsupported(reasons) = program.body(method) {
                panic!("{reasons:?}");
            }
        }
    }
}

#[test]
fn a_local_class_may_have_the_name_of_a_constant_with_a_body() {
    let text = "class A {
            enum E { L { int v() { return 1; } }, M; int v() { return 2; } }
            static int f(int x) { class L { int g() { return x; } } class N extends L { } return new N().g(); }
        }";
    let program = without_errors(text);
    for class in program.given_classes() {
        for &method in &program.classes[class].methods {
            let body = program.body(method);
            assert!(!matches!(body, BodyState::Unsupported(_)), "{body:?}");
        }
    }
}

#[test]
fn a_file_with_methods_outside_a_class_is_refused_with_what_to_do() {
    let file = SourceFile::new(PathBuf::from("A.java"), "class B { }\nvoid main() { }".to_owned());
    let error = Program::load(vec![file], &LoadOptions::default()).expect_err("no class to test");
    let shown = format!("{error:?}");
    assert!(shown.contains("put a class around them"), "{shown}");
}
