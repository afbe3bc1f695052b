//! Inputs that real code wants: for each kind a small class with mutants that nothing else kills.

use std::path::Path;

use jatpg::atg::plan::{self, Compaction};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::pass::PassKind;
use jatpg::engine::random::{DEFAULT_EFFORT, Random};
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::assemble;
use jatpg::report::json::{Report, VerdictKind};
use jatpg::report::junit::{self, JUnitVersion, Options};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::{Jdk, skipped};

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

fn program(path: &Path, text: &str, source_path: Option<&Path>) -> Program {
    let source = SourceFile::new(path.to_owned(), text.to_owned());
    let options = LoadOptions { source_path: source_path.map(Path::to_owned), ..LoadOptions::default() };
    Program::load_with_implementers(vec![source], &options).expect("a valid program")
}

/// What the random pass makes of a program, with the mutants of these operators.
pub(super) fn tested(program: Program, operators: &str) -> Report {
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    let subject = Subject::new(program, &methods, &OperatorSet::parse(operators).expect("operators"));
    let mut session = Session::new(&subject, &Unwatched);
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut engines: Vec<Box<dyn Engine + '_>> =
        vec![Box::new(Random::new(generator, 1_000, DEFAULT_EFFORT))];
    let passes = plan::run(&mut session, &mut engines, Compaction::Off).expect("no failure");
    assemble::generated(&session, passes, 1)
}

fn random(text: &str, operators: &str) -> Report {
    tested(program(Path::new("Unit.java"), text, None), operators)
}

/// The mutants that are not killed: `original -> replacement`.
pub(super) fn survivors(report: &Report) -> Vec<String> {
    let is_killed = |kind: &VerdictKind| *kind == VerdictKind::Killed;
    let alive = report.mutants.iter().filter(|m| !m.verdict.as_ref().is_some_and(|v| is_killed(&v.verdict)));
    alive.map(|m| format!("{} -> {}", m.original, m.replacement)).collect()
}

/// That all mutants are killed but these.
#[track_caller]
fn assert_killed(text: &str, operators: &str, but: &[&str]) {
    assert_eq!(survivors(&random(text, operators)), but);
}

/// That all mutants are killed where the code may use the JDK's classes.
#[track_caller]
fn assert_killed_with_jdk(test: &str, text: &str, operators: &str) {
    let Some(jdk) = Jdk::standard() else { return skipped(test, "JDK") };
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &jdk.load_options()).expect("valid");
    let report = tested(program, operators);
    let reasons: Vec<_> = report.mutants.iter().filter_map(|m| m.verdict.as_ref()?.reason.as_ref()).collect();
    assert_eq!(survivors(&report), Vec::<String>::new(), "{reasons:?}");
}

#[test]
fn an_argument_is_cast_or_boxed_to_reach_the_overload() {
    let text = "class Unit {
        static int over(Integer v) { return v == null ? 7 : v + 1; }
        static int over(int v) { return v * 3; }
        static int size(Object o) { return o instanceof String ? ((String) o).length() + 1 : 0; }
        static int size(String s) { return 5; }
    }";
    assert_killed(text, "AORB,SDL,ODL", &[]);
}

#[test]
fn objects_are_of_the_classes_that_the_code_asks_for() {
    let text = "class Unit {
        static int rank(Object o) {
            if (o instanceof Integer) { return (Integer) o * 2; }
            return o instanceof int[] ? length(o) : -1;
        }
        private static int length(Object o) { return ((int[]) o).length + 3; }
    }";
    assert_killed(text, "AORB,SDL,ODL,COI", &[]);
}

#[test]
fn fields_that_only_users_of_an_object_write_to_are_written_to() {
    let text = "class Unit {
        static class Node { int value; Node next; String name = \"a\"; }
        static boolean loops(Node n) { return n.next == n; }
        static int second(Node n) { return n.next.value > 100 ? n.value : 0; }
        static boolean named(Node n) { return n.name.equals(\"start\") && n.value == -3; }
    }";
    assert_killed(text, "ROR,SDL,ODL,COI", &[]);
}

#[test]
fn what_an_object_writes_to_itself_is_left_to_it() {
    let text = "class Unit {
        int count;
        void add(int n) { if (n > 0) { count = n; } }
        boolean isBroken() { return count < 0; }
    }";
    assert_eq!(survivors(&random(text, "ROR")), ["count < 0 -> false"]);
}

#[test]
fn two_objects_may_be_equal_and_not_the_same() {
    let text = "class Unit { static boolean same(Object a, Object b) {
        if (a == b) { return true; }
        return a != null && a.equals(b);
    } }";
    assert_killed(text, "SDL,COR,COI", &[]);
}

#[test]
fn two_objects_may_differ_in_one_part() {
    let text = "class Unit {
        private final int top, bottom;
        Unit(int top, int bottom) { this.top = top; this.bottom = bottom; }
        boolean isLike(Unit other) { return top == other.top && bottom != other.bottom; }
    }";
    assert_killed(text, "COR,COI,ODL", &[]);
}

#[test]
fn a_string_is_what_another_one_lacks() {
    let text = "class Unit { static boolean isFull(String s) {
        String line = \"the answer is \" + s;
        return line.equals(\"the answer is fortytwo\");
    } }";
    assert_killed(text, "SDL,COI,ODL", &[]);
}

#[test]
fn a_string_is_a_number_in_each_form() {
    let text = "class Unit { static int exponent(String s) {
        int at = s.length() - 1;
        while (at >= 0 && Character.isDigit(s.charAt(at))) { at--; }
        return at > 1 && s.charAt(at) == '-' && s.charAt(at - 1) == (char) (at + 'e' - at) ? 1 : 0;
    } }";
    assert_killed(text, "COI,SDL", &[]);
}

#[test]
fn a_char_is_one_of_the_string_beside_it() {
    let text = "class Unit { static int last(String s, int c, int from) {
        for (int i = from; i >= 0; i--) { if (s.charAt(i) == c) { return i; } }
        return -1;
    } }";
    assert_killed(text, "SDL,AORB", &[]);
}

#[test]
fn a_string_holds_characters_of_two_units() {
    let text = "class Unit { static int wide(String s) {
        int n = 0;
        for (int i = 0; i + 1 < s.length(); i++) {
            if (Character.isSurrogatePair(s.charAt(i), s.charAt(i + 1))) { n++; }
        }
        return n;
    } }";
    assert_killed(text, "SDL,COI", &[]);
}

#[test]
fn numbers_are_where_floats_absorb_and_integers_end() {
    let text = "class Unit {
        static boolean grows(float x) { float y = x + 1.0f; return y > x; }
        static int step(int n) { return n >> 17 == 16382 ? 1 : 0; }
    }";
    assert_killed(text, "COI", &[]);
    let report = random(text, "ROR");
    assert!(!survivors(&report).contains(&"y > x -> y >= x".to_owned()), "{:?}", survivors(&report));
}

#[test]
fn objects_of_the_library_are_more_than_null() {
    let text = "import java.util.Locale;
    class Unit { static int is(Locale locale) { return locale == Locale.ROOT ? 1 : 2; } }";
    assert_killed(text, "SDL,COI", &[]);
}

const ABSTRACT: &str = "class Unit {
        interface Rule { int weigh(int n); }
        abstract static class Step {
            private final int from;
            Step(int from) { this.from = from; }
            protected abstract int size();
            int steps(int n) { return from + n / size(); }
        }
        interface Sink { void take(Object o); }
        static int apply(Rule rule, int n) { return rule == null ? n : rule.weigh(n) + 1; }
        static int run(Step step, int n) { return step.steps(n) - 1; }
        static void pour(Sink sink, int n) { for (int i = 0; i < n % 3; i++) { sink.take(n); } }
    }";

#[test]
fn what_nothing_implements_has_stubs_and_a_test_class_holds_them() {
    let report = random(ABSTRACT, "SDL,AORB,ODL,COI");
    assert_eq!(survivors(&report), Vec::<String>::new());
    let names: Vec<&str> = report.stubs.iter().map(|stub| &*stub.name).collect();
    // A rule is a function, as long as nobody looks at what it was given.
    assert_eq!(names, ["StepStub", "SinkStub"]);
    let files = junit::emit(&report, &Options::new(JUnitVersion::JUnit5));
    insta::assert_snapshot!(
        report.stubs.iter().map(|stub| stub.source.as_str()).collect::<Vec<_>>().join("\n")
    );
    assert!(
        report
            .stubs
            .iter()
            .all(|stub| { files[0].text.matches(&format!("    static class {} ", stub.name)).count() == 1 })
    );
}

#[test]
fn a_class_that_implements_by_way_of_a_second_generic_interface_is_called() {
    let text = "class Unit {
        interface First<R> { R apply(int a); }
        interface Second<R> extends First<R> { R apply(int a); }
        static class Impl implements Second<Integer> { public Integer apply(int a) { return a > 3 ? a * 2 : a - 1; } }
    }";
    assert_killed(text, "AORB,SDL,COI", &[]);
}

#[test]
fn implementers_are_found_beside_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("p");
    std::fs::create_dir(&package).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(package.join(name), text).expect("a file");
    write("I.java", "package p; interface I { int get(); }");
    write(
        "J.java",
        "package p; class J implements I { final int n; J(int n) { this.n = n; } public int get() { return n; } }",
    );
    write("Middle.java", "package p; abstract class Middle extends Shape { }");
    write("Square.java", "package p; class Square extends Middle { int sides() { return 4; } }");
    let text = "package p;
        class Unit { static int sum(I a, I b) { return a == null ? -1 : a.get() * 2 + b.get(); } }
        abstract class Shape { abstract int sides(); int twice() { return sides() + sides(); } }";
    let report = tested(program(&package.join("Unit.java"), text, Some(folder.path())), "AORB,SDL,ODL");
    assert_eq!(survivors(&report), Vec::<String>::new());
    assert!(report.stubs.is_empty());
    let inputs: Vec<&String> = report.tests.iter().flat_map(|test| &test.inputs).collect();
    assert!(
        inputs.iter().any(|line| line.contains("new J(")) && inputs.iter().any(|l| l.contains("new Square("))
    );
}

const SERVICE: &str = "class Unit {
        interface Repository<K, V> { V find(K key); void save(K key, V value); }
        interface Gateway { Payment charge(String customer, int cents) throws Refused; }
        static class Refused extends Exception { Refused(String why) { super(why); } }
        static class Product { final int price; Product(int price) { this.price = price; } }
        static class Payment { final boolean accepted; Payment(boolean accepted) { this.accepted = accepted; } }
        private final Repository<String, Product> products;
        private final Gateway gateway;
        Unit(Repository<String, Product> products, Gateway gateway) { this.products = products; this.gateway = gateway; }
        int place(String sku, int quantity) {
            Product product = products.find(sku);
            if (product == null) { return -1; }
            try {
                Payment payment = gateway.charge(sku + 1, product.price * quantity);
                if (payment == null || !payment.accepted) { return -2; }
            } catch (Refused e) { return -3; }
            products.save(sku, new Product(product.price + 1));
            return product.price;
        }
    }";

#[test]
fn a_collaborator_answers_objects_of_the_program_and_throws_what_it_declares() {
    let report = random(SERVICE, "SDL,AORB,ODL,COI,COR");
    assert_eq!(survivors(&report), Vec::<String>::new());
    let source = |name: &str| {
        let stub = report.stubs.iter().find(|stub| stub.name == name).expect("a test uses it");
        stub.source.clone()
    };
    assert!(source("RepositoryStub").starts_with(
        "static class RepositoryStub<K, V> implements Unit.Repository<K, V> {\n    final V find;\n"
    ));
    assert!(
        source("GatewayStub").contains("            throw this.chargeThrows;"),
        "{}",
        source("GatewayStub")
    );
    let text: String =
        junit::emit(&report, &Options::new(JUnitVersion::JUnit5)).into_iter().map(|f| f.text).collect();
    assert!(text.contains("RepositoryStub<String, Unit.Product> products = new RepositoryStub<>("), "{text}");
}

#[test]
fn a_stub_has_the_types_that_its_interface_gives_a_generic_one() {
    let text = "class Unit {
        interface Repository<K, V> { V find(K key); }
        interface Named extends Repository<String, Integer> { }
        static int priced(Named named, String key) { return named.find(key + 1) + 2; }
    }";
    let report = random(text, "SDL,AORB,ODL");
    assert_eq!(survivors(&report), Vec::<String>::new());
    let sources: Vec<&str> = report.stubs.iter().map(|stub| &*stub.source).collect();
    assert!(sources.concat().contains("public Integer find(String key) {"), "{sources:?}");
}

#[test]
fn a_builder_is_called_in_a_row() {
    let text = "class Unit {
        private final int to, weight;
        private Unit(Builder builder) { to = builder.to; weight = builder.weight + 1; }
        static Builder builder() { return new Builder(); }
        int cost() { return weight * 3 - to; }
        Unit withWeight(int weight) { return builder().to(to).weight(weight).build(); }
        static final class Builder {
            private int to, weight = 2;
            private Builder() { }
            Builder to(int to) { this.to = to; return this; }
            Builder weight(int weight) {
                if (weight < 0) { throw new IllegalArgumentException(\"weight\"); }
                this.weight = weight;
                return this;
            }
            Unit build() {
                if (to == 0) { throw new IllegalStateException(\"to\"); }
                return new Unit(this);
            }
        }
    }";
    let report = random(text, "SDL,AORB,ODL,COI,ROR");
    assert_eq!(survivors(&report), Vec::<String>::new());
    let rows = report.tests.iter().flat_map(|test| &test.inputs);
    assert!(rows.into_iter().any(|line| line.contains("Unit.builder().to(") && line.ends_with(".build();")));
}

/// Neither constructor can be called.
#[test]
fn an_object_is_a_constant_of_its_class_or_what_that_gives() {
    let text = "class Unit {
        static int pad(Format format) { return format.width > 17 ? format.width * 2 : format == Format.WIDE ? 1 : 0; }
        static final class Format {
            static final Format PLAIN = new Format(0), WIDE = new Format(4);
            final int width;
            private Format(int width) { this.width = width; }
            Format withWidth(int width) { return new Format(width); }
        }
    }";
    assert_killed(text, "SDL,AORB,COI,ROR", &[]);
}

/// A name of the enum is what nothing of `Unit`'s own file has.
#[test]
fn a_maker_of_another_file_is_given_what_its_code_compares_with() {
    let folder = tempfile::tempdir().unwrap();
    let level = "class Level { final Rank rank; Level(String name) { rank = Rank.valueOf(name); } }
        enum Rank { HIGHEST, MODERATE, LOWEST }";
    std::fs::write(folder.path().join("Level.java"), level).unwrap();
    let text = "class Unit { static int of(Level level) { return level.rank.ordinal() == 1 ? 2 : 3; } }";
    let program = program(Path::new("Unit.java"), text, Some(folder.path()));
    assert_eq!(survivors(&tested(program, "ROR,COI")), Vec::<String>::new());
}

/// The initialiser of `Period` has filled the private static by the time all classes are initialised; tests of `Unit` begin with what
/// its own class gave it.
#[test]
fn a_private_static_begins_as_its_own_class_leaves_it() {
    let text = "class Kind {
        private static Kind standard;
        static Kind standard() {
            Kind known = standard;
            if (known == null) { known = new Kind(); standard = known; }
            return known;
        }
    }
    class Period { static final Period ZERO = new Period(Kind.standard()); final Kind kind; Period(Kind kind) { this.kind = kind; } }
    class Unit { static int twice(int x) { return Kind.standard() == null ? 0 : x * 2; } }";
    assert_killed(text, "AORB", &[]);
}

#[test]
fn what_is_appended_shows_in_a_builder() {
    let text = "class Unit {
        private final Appendable to;
        Unit(Appendable to) { if (to == null) throw new NullPointerException(); this.to = to; }
        int twice(int x) { return x * 2; }
        void put(char c) throws java.io.IOException { to.append(c); to.append('.'); }
    }";
    assert_killed(text, "AORB,SDL", &[]);
}

#[test]
fn texts_with_the_systems_end_of_a_line_are_read_as_lines() {
    assert_killed_with_jdk(
        "texts_with_the_systems_end_of_a_line_are_read_as_lines",
        "class Unit {
            private final int size;
            Unit(int size) { this.size = size; }
            static String formatted(int value) { return String.format(\"%d%n\", value * 2); }
            static String printed(int a, int b) {
                java.io.StringWriter text = new java.io.StringWriter();
                new java.io.PrintWriter(text).println(a + b);
                return text.toString();
            }
            static void write(java.io.Writer to, int a) throws java.io.IOException {
                to.write(a - 1 + System.lineSeparator());
            }
            static void append(Appendable to, int a) throws java.io.IOException {
                to.append(a * 3 + System.lineSeparator());
            }
            @Override public String toString() { return \"size\" + System.lineSeparator() + size / 2; }
        }",
        "AORB",
    );
}

#[test]
fn rows_of_calls_grow_to_where_one_call_asks_for_what_others_have_put_away() {
    assert_killed(
        "class Doors {
            private final String[] names = new String[4];
            private final String[] keys = new String[4];
            private int count;
            void add(String name, Key key) {
                if (name.isEmpty()) throw new IllegalArgumentException(\"name\");
                names[count] = name;
                keys[count] = key.text;
                count++;
            }
            void remove(String name, Key key) {
                int at = find(name, key);
                if (at >= 0) { count--; names[at] = names[count]; keys[at] = keys[count]; }
            }
            boolean opens(String name, Key key) { return find(name, key) >= 0; }
            private int find(String name, Key key) {
                for (int i = 0; i < count; i++) {
                    if (names[i].equals(name) && keys[i].equals(key.text)) return i;
                }
                return -1;
            }
        }
        final class Key {
            final String text;
            Key(String text) {
                if (text.length() < 2) throw new IllegalArgumentException(\"text\");
                this.text = text;
            }
        }",
        "SDL,COR",
        // It takes two doors with one name, of which the first goes.
        &["keys[at] = keys[count]; -> "],
    );
}

#[test]
fn a_class_that_is_asked_for_is_given_as_a_literal() {
    assert_killed(
        "class Kinds {
            static int of(Class<?> c) {
                if (c == String.class) return 1;
                if (c == int.class) return 2;
                if (c == Kinds.class) return 3;
                return 4;
            }
            static boolean isText(Class<? extends Comparable<?>> c) { return c == String.class; }
        }",
        "SDL,ROR",
        &[],
    );
}

/// No call that gives a `Limited` is near the one that makes it.
#[test]
fn what_an_object_makes_and_keeps_is_given_by_what_reads_the_field() {
    let text = "class Unit {
        private final int most;
        private Field field;
        Unit(int most) { this.most = most; assemble(); }
        private void assemble() { field = new Limited(); }
        Field field() { return field; }
        static abstract class Field { abstract void add(int n); abstract int sum(); }
        private class Limited extends Field {
            private int sum;
            void add(int n) {
                if (n > most) { throw new IllegalArgumentException(\"most\"); }
                sum = n * 2 + most;
            }
            int sum() { return sum; }
        }
    }";
    assert_killed(text, "AORB,COI,SDL,ODL", &[]);
}

#[test]
fn what_is_only_given_gives_what_is_only_given() {
    let text = "class Unit {
        interface Shelf { Box first(); }
        interface Box { void load(int n); int weight(); }
        static Shelf shelf(int n) { return new Wood(n); }
        private static final class Wood implements Shelf {
            private final int n;
            Wood(int n) { this.n = n; }
            public Box first() { return new Case(n * 2); }
        }
        private static final class Case implements Box {
            private int weight;
            Case(int weight) { this.weight = weight; }
            public void load(int n) { weight = n > 4 ? weight - n : weight + 3; }
            public int weight() { return weight; }
        }
    }";
    assert_killed(text, "AORB,COI,ODL", &[]);
}

#[test]
fn what_a_private_class_declares_is_called_on_those_below_it() {
    let text = "class Unit {
        private static abstract class Base {
            private int n;
            public int moved(int by) { n += by * 2; return n; }
            int left() { return n > 3 ? n : -n; }
        }
        static final class Own extends Base { }
    }";
    assert_killed(text, "AORB,COI,ODL,SDL", &[]);
}

#[test]
fn what_only_wraps_another_one_of_its_type_has_a_stub_to_wrap() {
    let text = "class Unit {
        interface Price { int of(int n); }
        static final class Twice implements Price {
            private final Price price;
            Twice(Price price) {
                if (price == null) { throw new NullPointerException(\"price\"); }
                this.price = price;
            }
            public int of(int n) { return price.of(n - 1) * 2; }
        }
    }";
    assert_killed(text, "AORB,COI,ODL,SDL", &[]);
}

#[test]
fn the_object_around_an_inner_one_has_parts() {
    let text = "class Unit {
        private final int n;
        Unit(Box box) { n = box.n; }
        static final class Box {
            final int n;
            Box(int n) { this.n = n; }
        }
        static int use(Inner inner, int by) { return by > 3 ? inner.own() * 2 : by; }
        final class Inner {
            int own() { return n + 1; }
        }
    }";
    assert_killed(text, "AORB,COI,ODL", &[]);
}

#[test]
fn texts_match_the_patterns_of_the_code() {
    let text = "class Unit {
        static int code(String s) { if (!s.matches(\"[A-Z]{3}-\\\\d{4}\")) { return -1; } return 1; }
        static boolean isLine(String s) { return java.util.regex.Pattern.compile(\"(\\\\w+)=(\\\\d{3})\").matcher(s).matches(); }
    }";
    assert_killed_with_jdk("texts_match_the_patterns_of_the_code", text, "COI,SDL");
}

#[test]
fn texts_match_patterns_that_are_passed_on_before_they_are_taken() {
    let text = "class Unit {
        private static final java.util.List<String> MASKS = java.util.List.of(\"[A-Z]{3}-\\\\d{4}\", \"left:|right:\");
        static int plate(String s) { if (!s.matches(MASKS.get(0))) { return -1; } return 1; }
        static int side(String s) { if (!s.matches(MASKS.get(1))) { return -1; } return 1; }
        static int pair(String s) { if (!fits(s, \"[a-f]{2}:[0-9]{2}\")) { return -1; } return 1; }
        private static boolean fits(String s, String mask) { return s.matches(mask); }
    }";
    assert_killed_with_jdk("texts_match_patterns_that_are_passed_on_before_they_are_taken", text, "COI,SDL");
}

#[test]
fn texts_hold_the_numbers_that_the_code_compares_with() {
    let text = "class Unit {
        static int half(String s) {
            double d = Double.parseDouble(s);
            if (d == 0.5) { return 1; }
            return d > 100.0 ? 2 : 3;
        }
        static int hex(String s) { return Integer.parseInt(s, 16) > 255 ? 1 : 0; }
    }";
    assert_killed(text, "AORB,ROR,COI,SDL", &[]);
}

#[test]
fn texts_get_past_one_check_after_the_other() {
    let text = "class Unit {
        static int day(String s) {
            if (s.length() != 10) { return -1; }
            int month = Integer.parseInt(s.substring(0, 2));
            if (month < 1 || month > 12) { return -2; }
            if (s.charAt(2) != '-' || s.charAt(5) != '-') { return -3; }
            int day = Integer.parseInt(s.substring(3, 5));
            if (day < 1 || day > 31) { return -4; }
            return day * 31 + month;
        }
    }";
    assert_killed(text, "AORB,COI,SDL", &[]);
}

#[test]
fn texts_have_the_check_sum_that_the_code_asks_for() {
    let text = "class Unit {
        static boolean isNumber(String s) {
            if (s.length() != 16) { return false; }
            int sum = 0;
            for (int i = 0; i < s.length(); i++) {
                int d = s.charAt(i) - '0';
                if (d < 0 || d > 9) { return false; }
                sum = (sum * 10 + d) % 97;
            }
            return sum == 1;
        }
    }";
    assert_killed(text, "COI,SDL", &[]);
}

#[test]
fn texts_are_dates_in_the_form_that_the_code_asks_for() {
    let text = "class Unit {
        static boolean isLate(String s) {
            var form = java.time.format.DateTimeFormatter.ofPattern(\"dd.MM.yyyy\");
            return java.time.LocalDate.parse(s, form).getDayOfMonth() > 15;
        }
    }";
    assert_killed_with_jdk("texts_are_dates_in_the_form_that_the_code_asks_for", text, "ROR,COI");
}

#[test]
fn arrays_are_as_long_as_the_code_asks_for() {
    let text = "class Unit {
        static int sum(int[] a) {
            if (a.length <= 24) { return 0; }
            int sum = 0;
            for (int i = 0; i < a.length; i++) { sum += a[i] * 3; }
            return sum;
        }
    }";
    assert_killed(text, "AORB", &[]);
}

#[test]
fn what_an_object_is_made_of_is_filled() {
    let text = "class Unit {
        private final Box box;
        Unit(Box box) { if (box == null) throw new IllegalArgumentException(); this.box = box; }
        int twice() { return box.weight() * 2; }
    }
    class Box {
        private final Bag bag;
        Box(Bag bag) { if (bag == null) throw new IllegalArgumentException(); this.bag = bag; }
        int weight() { return bag.weight(); }
    }
    class Bag {
        private int weight;
        void put(int weight) { this.weight = weight; }
        int weight() { return weight; }
    }";
    assert_killed(text, "AORB", &[]);
}

#[test]
fn calls_that_change_an_object_come_before_whatever_they_return() {
    let text = "class Unit {
        private int level;
        Unit up() { if (level < 3) { level++; } return this; }
        int level() { return level; }
    }";
    // `level` is never more than 3.
    assert_killed(text, "ROR", &["level < 3 -> level != 3"]);
}

#[test]
fn a_field_of_threads_files_or_chance_costs_what_reads_it_and_no_more() {
    let test = "a_field_of_threads_files_or_chance_costs_what_reads_it_and_no_more";
    for value in [
        "java.util.concurrent.ExecutorService held = java.util.concurrent.Executors.newFixedThreadPool(4);",
        "java.util.Scanner held = new java.util.Scanner(System.in);",
        "java.util.UUID held = java.util.UUID.randomUUID();",
        "java.io.File held = new java.io.File(\"Notes.txt\");",
        "java.util.Timer held = new java.util.Timer();",
        "java.util.Random held = new java.util.Random();",
        "java.util.Random held = new java.security.SecureRandom();",
    ] {
        let text = format!(
            "class Unit {{
                private final {value}
                private int n;
                int add(int k) {{ n += k * 2; return n; }}
            }}"
        );
        assert_killed_with_jdk(test, &text, "AORB,SDL,ODL");
        let read = text.replace("n += k * 2; return n;", "n += held.hashCode() + k; return n;");
        let Some(jdk) = Jdk::standard() else { return };
        let source = SourceFile::new("Unit.java".into(), read);
        let program = Program::load_with_implementers(vec![source], &jdk.load_options()).expect("valid");
        let report = tested(program, "AORB");
        assert!(report.tests.is_empty(), "{value}");
    }
}
