//! Functions that drivers write as lambdas, and objects of generic classes.

use std::path::Path;

use jatpg::driver::Generator;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{MethodId, Program};
use jatpg::syntax::reader::Reader;
use jatpg::syntax::source::SourceFile;

use super::values::{survivors, tested};

fn program(text: &str) -> Program {
    let source = SourceFile::new(Path::new("Unit.java").to_owned(), text.to_owned());
    Program::load_with_implementers(vec![source], &LoadOptions::default()).expect("a valid program")
}

fn assert_killed(text: &str, operators: &str) {
    assert_eq!(survivors(&tested(program(text), operators)), Vec::<String>::new());
}

/// The candidates of a method, and how many of them are no code.
fn candidates(program: &Program, name: &str) -> (Vec<String>, usize) {
    let generator = Generator::new(program, 1, |_| jatpg::driver::Setting::Steady);
    let is_it = |&m: &MethodId| &*program.methods[m].name == name;
    let method = generator.methods_under_test().into_iter().find(is_it).expect("a method");
    let mut reader = Reader::default();
    let drivers: Vec<_> = (0..100).filter_map(|number| generator.candidate(method, number)).collect();
    let wrong = drivers.iter().filter_map(|driver| driver.attribute(program, &mut reader).err());
    let wrong = wrong.inspect(|why| eprintln!("{why}")).count();
    (drivers.iter().map(jatpg::driver::Driver::text).collect(), wrong)
}

#[test]
fn a_function_may_depend_on_what_it_is_given() {
    assert_killed(
        "class Unit {
            interface Rule { boolean holds(int n); }
            interface ToInt<T> { int of(T t); }
            record Item(String name, int price) { }
            static boolean differs(Rule rule, int a, int b) { return rule.holds(a) != rule.holds(b); }
            static <T> boolean tells(ToInt<T> f, T a, T b) { return f.of(a) != f.of(b); }
            static boolean isDearer(ToInt<Item> f, Item a, Item b) { return f.of(a) > f.of(b); }
        }",
        "ROR",
    );
}

#[test]
fn what_a_function_throws_is_met() {
    assert_killed(
        "class Unit {
            interface Action { void run(); }
            static int attempts(Action action) {
                int n = 0;
                while (n < 3) {
                    n++;
                    try { action.run(); return n; } catch (IllegalStateException e) { n += 0; }
                }
                return -n;
            }
        }",
        "COI,AOIU",
    );
}

#[test]
fn a_generic_class_is_used_with_types_that_fit_each_other() {
    let text = "class Unit<K extends Comparable<K>, V> {
        interface Loader<A, B> { B load(A a); }
        private final Loader<? super K, ? extends V> loader;
        private K key;
        private V value;
        Unit(Loader<? super K, ? extends V> loader) { this.loader = loader; }
        V get(K wanted) {
            if (key == null || key.compareTo(wanted) != 0) { key = wanted; value = loader.load(wanted); }
            return value;
        }
        Unit<K, V> copied(Unit<K, V> other) { value = other.value; return this; }
        static <T> T second(T[] all, T otherwise) { return all.length > 1 ? all[1] : otherwise; }
    }";
    let program = program(text);
    for name in ["get", "copied", "second"] {
        let (drivers, wrong) = candidates(&program, name);
        assert!(wrong <= 5, "{name}: {wrong} of {} do not compile", drivers.len());
        let raw = drivers.iter().filter(|driver| driver.contains("Unit unit =")).count();
        assert_eq!(raw, 0, "{name}");
    }
    let (drivers, _) = candidates(&program, "get");
    assert!(drivers.iter().any(|driver| driver.contains("String result = unit.get(")), "{drivers:#?}");
    assert!(drivers.iter().any(|driver| driver.contains("x -> x")), "{drivers:#?}");
    assert_killed(text, "ROR,SDL,COR");
}

#[test]
fn what_stands_for_a_wildcard_is_within_the_bounds_of_its_variable() {
    let text = "class Unit {
        interface Reader<T, E extends Throwable> { T read(String s) throws E; }
        interface Counter<E extends Number> { E count(String s); }
        static int size(Reader<?, ?> reader, Counter<?> counter, String s, int n) {
            try {
                return String.valueOf(reader.read(s)).length() + counter.count(s).intValue() * n;
            } catch (Throwable thrown) {
                return -n;
            }
        }
    }";
    let (drivers, wrong) = candidates(&program(text), "size");
    assert!(wrong <= 10, "{wrong} of {} do not compile", drivers.len());
    let has = |wanted: &str| drivers.iter().any(|driver| driver.contains(wanted));
    assert!(has("Reader<String, Throwable>") && has("Counter<Integer>"), "{drivers:#?}");
    assert!(!has("Reader<String, String>") && !has("Counter<String>"), "{drivers:#?}");
}

#[test]
fn an_object_has_the_type_arguments_that_are_written() {
    let text = "class Unit {
        static class Box<T> {
            final T held;
            Box(T held) { this.held = held; }
            static <A> Box<A> of(A held) { return new Box<>(held); }
            <R> Box<R> with(R other) { return new Box<>(other); }
            T held() { return held; }
        }
        static final class Named extends Box<String> { Named(String held) { super(held); } }
        static int size(Box<String> box, Box<Integer> count) { return box.held().length() * count.held(); }
    }";
    let program = program(text);
    for name in ["size", "with", "held"] {
        let (drivers, wrong) = candidates(&program, name);
        assert!(wrong <= 10, "{name}: {wrong} of {} do not compile", drivers.len());
    }
    assert_killed(text, "AORB");
}

#[test]
fn a_lambda_that_is_not_on_the_list_is_no_driver() {
    let program = program(
        "class Unit { interface Rule { boolean holds(int n); }
        static boolean holds(Rule rule) { return rule.holds(3); } }",
    );
    let method = program.methods.ids().find(|&m| &*program.methods[m].name == "holds").expect("a method");
    let mut driver = jatpg::driver::Driver {
        method,
        arrange: vec!["Unit.Rule rule = x -> x % 2 == 0;".to_owned()],
        act: "boolean result = Unit.holds(rule);".to_owned(),
        then: Vec::new(),
    };
    assert!(driver.attribute(&program, &mut Reader::default()).is_ok());
    driver.arrange[0] = "Unit.Rule rule = x -> x % 7 == 5;".to_owned();
    assert!(driver.attribute(&program, &mut Reader::default()).is_err());
}
