//! Static initialisers that run class files: those that end give their fields their values, and one that cannot be followed
//! costs its own field alone.

use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::exec::initializers::settled;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::exec::compiled::{compare, jdks};
use crate::support::jdk::{self, Jdk};

const TEXT: &str = "import java.time.*; import java.util.*; import java.util.regex.*;
class Words {
    static final long START = System.currentTimeMillis();
    static final Pattern WORD = Pattern.compile(\"[a-z]+\");
    static final Locale LOCALE = Locale.getDefault(Locale.Category.FORMAT);
    static final java.nio.charset.Charset CODE = java.nio.charset.Charset.defaultCharset();
    static final Locale HOME = new Locale(\"en\", \"US\");
    static final ResourceBundle TEXTS = ResourceBundle.getBundle(\"texts\", Locale.ROOT);
    static final Duration LIMIT = Duration.ofHours(2);
    static final Duration TWICE = LIMIT.plus(LIMIT);
    static final long SINCE = START + LIMIT.toMillis();
}
class Other { static final Pattern NUMBER; static { NUMBER = Pattern.compile(\"[0-9]+\"); } }";

#[test]
fn initial_values_are_those_that_a_run_can_give() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("initial_values_are_those_that_a_run_can_give", "JDK");
    };
    let home = JavaHome::at(jdk.home()).unwrap();
    let class_files = ClassFiles::open(&ClassPath::default(), Some(&home)).unwrap();
    let options = LoadOptions { class_files: Some(Arc::new(class_files)), ..LoadOptions::default() };
    let program =
        Program::load(vec![SourceFile::new("Words.java".into(), TEXT.to_owned())], &options).unwrap();
    let unread = |program: &Program| -> Vec<String> {
        let own = program.fields.ids().filter(|&f| program.role(program.fields[f].class) == Role::Given);
        let unread = own.filter(|&field| program.is_unread(field));
        unread.map(|field| program.fields[field].name.to_string()).collect()
    };
    assert_eq!(
        unread(&program),
        ["START", "WORD", "LOCALE", "CODE", "HOME", "TEXTS", "LIMIT", "TWICE", "SINCE", "NUMBER"]
    );
    let program = settled(program);
    assert_eq!(unread(&program), ["HOME", "TEXTS"]);
    let mut told = program.fields.ids().map(|field| program.unread_field(field));
    assert!(told.any(|told| told.contains("(where it is made: it depends on")));
}

/// Each is what a case of `run` gives.
pub(super) fn ended(name: &str, members: &str, expressions: &[&str]) -> Vec<String> {
    let cases: String =
        expressions.iter().enumerate().map(|(k, e)| format!("case {k}: return \"\" + ({e});\n")).collect();
    let text = format!(
        "public class {name} {{ {members} public static Object run(int k) {{ switch (k) {{ {cases} default: return null; }} }} }}"
    );
    let tried = jdks(name)
        .into_iter()
        .map(|jdk| compare(&jdk, &[(name.to_owned(), text.clone())], expressions.len()).ended);
    tried.flatten().collect()
}

/// What the JVM makes as it starts, before any program runs.
#[test]
fn what_only_a_started_jvm_has_ends_the_run() {
    let expressions = [
        "System.getProperties().size()",
        "ModuleLayer.boot() == null",
        "Runtime.version().feature()",
        "System.clearProperty(\"a\")",
    ];
    let ended = ended("Booted", "", &expressions);
    assert_eq!(ended.len() % expressions.len(), 0, "{ended:?}");
    assert!(ended.iter().all(|why| why.contains("depends on the environment")), "{ended:?}");
}

/// Whichever class the exception is of.
#[test]
fn an_exception_that_leaves_an_initialiser_ends_the_run() {
    let members = "static class Own extends RuntimeException {}
        static class Bad { static final int N = fail(); }
        static int fail() { throw new Own(); }";
    for why in ended("Leaves", members, &["Bad.N"]) {
        assert!(why.contains("leaves this static initialiser"), "{why}");
    }
}
