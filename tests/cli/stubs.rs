//! What stands in for the classes of others settles nothing of them.

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

/// A stub of `Comparator` has an `equals` of its own.
const UNIT: &str = "import java.util.Comparator;
class Unit {
    static int sorted(Comparator<String> by) { return by.compare(\"a\", \"b\"); }
    static boolean same(Object o, Object p) { return o.equals(p) || o == p; }
}";

#[test]
fn which_code_runs_is_not_known_where_a_stub_has_code_of_its_own() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &["equivalent", "Unit.java", "-m", "same", "--jdk", "none"]);
    assert!(output.status.success(), "{}", errors(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Two strings of the same text.
    let dropped = text.lines().find(|line| line.starts_with("ODL_2")).expect("the mutant `o == p`");
    assert!(dropped.contains("undecided"), "{text}");
}

#[test]
fn a_stub_notes_what_checks_read_and_nothing_else() {
    let unit = "class Unit {
        interface Store { void save(int n); int found(int id); }
        static int run(Store s, int n) { s.save(n + 1); return s.found(n) + 1; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--jdk", "none"]);
    assert!(output.status.success(), "{}", errors(&output));
    let tests = std::fs::read_to_string(folder.path().join("jatpg-out/UnitJatpgTest.java")).unwrap();
    let notes = ["saveCalls", "saveN", "foundCalls", "foundId"];
    let is_checked = |note: &&str| tests.lines().any(|line| line.contains("assert") && line.contains(*note));
    let (checked, others): (Vec<&str>, Vec<&str>) = notes.into_iter().partition(is_checked);
    assert!(!checked.is_empty() && !others.is_empty(), "{tests}");
    assert!(others.iter().all(|note| !tests.contains(note)), "{others:?} in {tests}");
    assert!(checked.iter().all(|note| tests.contains(&format!("this.{note}"))), "{tests}");
}

/// A private class is no test's to make, and a field of reflection is found by its name alone; a method that gives an object is called, but
/// not that of an object which is made of such objects.
#[test]
fn what_no_test_can_make_has_a_stub_and_what_a_method_gives_has_none() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("what_no_test_can_make_has_a_stub_and_what_a_method_gives_has_none", "JDK");
    };
    let unit = "class Unit {
        interface Source { int next(int n); boolean isOpen(); }
        private static class Own implements Source {
            public int next(int n) { return n; }
            public boolean isOpen() { return true; }
        }
        interface Gate { int open(int n); int left(); }
        static class OfField implements Gate {
            final java.lang.reflect.Field field;
            OfField(java.lang.reflect.Field field) { this.field = field; }
            public int open(int n) { return field.getModifiers() + n; }
            public int left() { return 0; }
        }
        interface Shape { int area(); int width(); }
        private static class Square implements Shape {
            final int side;
            Square(int side) { this.side = side; }
            public int area() { return side * side; }
            public int width() { return side; }
        }
        static Shape square(int side) { return new Square(side); }
        interface Part { int weight(); int count(); }
        static class Parts {
            private final Part[] parts;
            Parts(Part[] parts) { this.parts = parts; }
            Part first() { return parts[0]; }
        }
        static int weighed(Part part) { return part.weight() * part.count(); }
        static int taken(Source source, int n) { return source.next(n) + 1; }
        static int passed(Gate gate, int n) { return gate.open(n) - 1; }
        static int doubled(Shape shape) { return shape.area() * 2; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let home = jdk.home().display().to_string();
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--jdk", &home]);
    assert!(output.status.success(), "{}", errors(&output));
    let tests = std::fs::read_to_string(folder.path().join("jatpg-out/UnitJatpgTest.java")).unwrap();
    for (text, is_there) in
        [("new SourceStub(", true), ("new GateStub(", true), ("new PartStub(", true), ("ShapeStub", false)]
    {
        assert_eq!(tests.contains(text), is_there, "{text}: {tests}");
    }
}

/// What a `default` method answers is known, whatever is abstract further up; and only what is left abstract is for a lambda to give.
#[test]
fn what_stands_in_for_an_interface_overrides_no_default_method() {
    let unit = "class Unit {
        interface Top<T> { int next(T t); int rest(int n); }
        interface Whole extends Top<String> {
            default int next(String t) { return t.length() + 1; }
            default int rest(int n) { return n - 1; }
        }
        interface One extends Top<String> {
            default int rest(int n) { return n - 1; }
        }
        interface Open extends Whole {
            int rest(int n);
            int more(int n);
        }
        static int whole(Whole w, int n) { return w.rest(n) + w.next(\"ab\") > n ? 7 : n; }
        static int one(One o, int n) { return o.rest(n) < o.next(\"ab\") ? 7 : n; }
        static int open(Open o, int n) { return o.rest(n) + o.more(n) < o.next(\"ab\") ? 7 : n; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--jdk", "none"]);
    assert!(output.status.success(), "{}", errors(&output));
    let tests = std::fs::read_to_string(folder.path().join("jatpg-out/UnitJatpgTest.java")).unwrap();
    assert!(!tests.contains("Unit.Whole w = x ->"), "{tests}");
    assert!(["class OneStub", "Unit.One o = x ->"].iter().any(|text| tests.contains(text)), "{tests}");
    for stub in tests.split("static class ").skip(1) {
        let has = |method: &str| stub.contains(&format!("public int {method}("));
        let expected = match stub.split(' ').next() {
            Some("WholeStub") => [false, false, false],
            Some("OneStub") => [true, false, false],
            Some("OpenStub") => [false, true, true],
            other => panic!("{other:?}"),
        };
        assert_eq!([has("next"), has("rest"), has("more")], expected, "{stub}");
    }
}
