//! What the initialisers of class files make, which runs find made.

use std::sync::Arc;

use jatpg::exec::linked::ProgramCode;
use jatpg::exec::outcome::{Segment, Value};
use jatpg::exec::vm::{End, Run};
use jatpg::jvm::value::Primitive;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::stack::with_stack;

use crate::exec::compiled::{compare, compile, jdks, run_statement};
use crate::support::jdk::Jdk;

const SQUARES: &str = "public class Squares {
    static final int[] OF = new int[10_000];
    static { for (int i = 0; i < OF.length; i++) OF[i] = i * i; }
    public static int of(int n) { return OF[n]; }
    public static void put(int n) { OF[n] = -1; }
}";

/// A number is taken from a static, or from an object that it holds.
const COUNTED: [(&str, &str); 5] = [
    (
        "Ids",
        "public class Ids { static int last; static final int[] MADE = new int[1];
        public static int next() { return ++last; }
        public static int made() { return ++MADE[0]; } }",
    ),
    ("Early", "public class Early { public static final int ID = Ids.next(); }"),
    ("Late", "public class Late { public static final int ID = Ids.next(); }"),
    ("First", "public class First { public static final int ID = Ids.made(); }"),
    ("Second", "public class Second { public static final int ID = Ids.made(); }"),
];

/// Runs a statement of a program that names classes of the class path.
fn run(jdk: &Jdk, statement: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = [("Squares", SQUARES)].into_iter().chain(COUNTED);
    let sources: Vec<_> = sources.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    compile(jdk, folder.path(), &sources);
    with_stack(|| {
        let options = jdk.load_options_with(&folder.path().display().to_string());
        let text = "class User { static int of(int n) { return Squares.of(n); } \
            static int put(int n) { Squares.put(n); return Squares.of(n); } \
            static int early() { return Early.ID; } static int late() { return Late.ID; } \
            static int first() { return First.ID; } static int second() { return Second.ID; } \
            static int tell() { java.net.CookieHandler.setDefault(null); return 1; } \
            static Object local() { return new ThreadLocal<String>(); } } \
            class Setter { static { Ids.last = 5; } static int one() { return 1; } }";
        let file = SourceFile::new("User.java".into(), text.to_owned());
        let program = Arc::new(Program::load(vec![file], &options).expect("a program"));
        run_statement(&program, &ProgramCode::build(&program, &[]), statement)
    })
}

#[test]
fn no_run_pays_for_the_initialiser_of_a_class_that_the_program_names() {
    for jdk in jdks("no_run_pays_for_the_initialiser_of_a_class_that_the_program_names") {
        let run = run(&jdk, "int r = User.of(7);");
        assert!(run.is_test(), "{:?}", run.end);
        assert!(run.steps < 100, "{} steps on JDK {}", run.steps, jdk.feature());
    }
}

/// What a class of the class path has made the next test finds as this one has left it; what the JDK has made is its own.
#[test]
fn tests_share_what_the_class_path_has_made_and_not_what_the_jdk_has() {
    for jdk in jdks("tests_share_what_the_class_path_has_made_and_not_what_the_jdk_has") {
        let writes = run(&jdk, "int r = User.put(7);");
        assert!(writes.is_test() && writes.shared, "{:?}", writes.end);
        // Each takes a number from a counter of its class.
        let counts = run(&jdk, "Object r = User.local();");
        assert!(matches!(counts.end, End::Completed(_)) && !counts.shared, "{:?}", counts.end);
        // But what it is told to take from now on it gives to the next test, too.
        let tells = run(&jdk, "int r = User.tell();");
        assert!(tells.is_test() && tells.shared, "{:?}", tells.end);
    }
}

/// Whichever of two classes takes a number first has the first one.
#[test]
fn what_one_class_of_the_class_path_leaves_in_another_a_third_does_not_find() {
    for jdk in jdks("what_one_class_of_the_class_path_leaves_in_another_a_third_does_not_find") {
        for method in ["early", "late", "first", "second"] {
            let run = run(&jdk, &format!("int r = User.{method}();"));
            let outcome = run.outcome().unwrap_or_else(|| panic!("{method}: {:?}", run.end));
            let one = Segment::Value(Value::Primitive(Primitive::Int(1)));
            assert_eq!(outcome.segments[0], one, "{method} on JDK {}", jdk.feature());
        }
    }
}

#[test]
fn a_class_of_the_program_that_sets_a_static_of_the_class_path_is_not_followed() {
    for jdk in jdks("a_class_of_the_program_that_sets_a_static_of_the_class_path_is_not_followed") {
        let end = run(&jdk, "int r = Setter.one();").end;
        assert!(
            matches!(&end, End::Unsupported(what) if what.starts_with("a static of a class of the class path")),
            "{end:?}"
        );
    }
}

/// What an initialiser prints is printed by the run that comes to it, and no class of the program is made before its time.
#[test]
fn an_initialiser_of_which_more_shows_runs_in_its_turn() {
    let loud = "public class Loud { static final int N; static { System.out.print(\"loud \"); N = 3; }
        public static Object run(int k) { System.out.print(\"before \"); return \"\" + Loud.N; } }";
    for jdk in jdks("an_initialiser_of_which_more_shows_runs_in_its_turn") {
        let compared = compare(&jdk, &[("Loud".to_owned(), loud.to_owned())], 1);
        assert!(compared.same == 1 && compared.ended.is_empty(), "{:?}", compared.ended);
    }
}
