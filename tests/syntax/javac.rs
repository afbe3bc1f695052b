//! javac's own trees as the judge: the same shape, and the same place of every expression and statement, for the
//! corpus, for the files of `fixtures/`, and for each folder that `JATPG_SYNTAX_SOURCES` names.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use jatpg::syntax::parts::{self, Parts};
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{Code, CompilationUnit, ExprId, ExprKind, Span, StmtId, StmtKind};
use jatpg::syntax::{dump, parser, with_stack};

use crate::support::corpus::java_files;
use crate::support::jdk::{Jdk, skipped};

/// What javac says of one file.
pub(super) struct Judged {
    /// The tree in our notation, or `ERROR …`.
    pub tree: String,
    pub places: String,
}

/// A JDK whose Java is the grammar's.
pub(super) fn of_this_language() -> Option<Jdk> {
    Jdk::newer().filter(|jdk| jdk.feature() >= 25)
}

pub(super) fn ask_javac(jdk: &Jdk, paths: &[PathBuf]) -> Vec<Judged> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syntax/Trees.java");
    let mut child = jdk
        .java()
        .args(["-XX:+UseSerialGC", "-Xss64m"])
        .args(["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"])
        .args(["--add-exports", "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED"])
        .arg(source)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the JVM starts");
    let mut input = child.stdin.take().expect("a piped input");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            for path in paths {
                writeln!(input, "{}", path.display()).expect("the JVM reads all paths");
            }
        });
        child.wait_with_output().expect("the JVM ends")
    });
    assert!(output.status.success(), "the judge failed");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines = text.lines();
    let mut line = || lines.next().expect("two lines for each file").to_owned();
    paths.iter().map(|_| Judged { tree: line(), places: line() }).collect()
}

/// All nodes of a file's code, that of annotations and of classes in code included.
#[derive(Default)]
struct Places(Vec<Span>);

impl Parts for Places {
    fn expr(&mut self, _: ExprId) {}

    fn stmt(&mut self, _: StmtId) {}

    fn code(&mut self, code: &Code) {
        for expr in code.exprs.iter() {
            if !matches!(expr.kind, ExprKind::ArrayInitializer(_)) {
                self.0.push(expr.span);
            }
            parts::expr_parts(&expr.kind, self);
        }
        for stmt in code.stmts.iter() {
            if !matches!(stmt.kind, StmtKind::Local(_)) {
                self.0.push(stmt.span);
            }
            parts::stmt_parts(&stmt.kind, self);
        }
    }
}

fn places(unit: &CompilationUnit) -> String {
    let mut places = Places::default();
    parts::unit_parts(unit, &mut places);
    places.0.sort();
    let shown = places.0.iter().map(|span| format!("{:09}-{:09}", span.start, span.end));
    shown.collect::<Vec<_>>().join(" ")
}

/// The first place where two texts differ, with what is around it.
pub(super) fn difference(ours: &str, theirs: &str) -> String {
    let same = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let start = (same.saturating_sub(80)..=same).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text[start..].chars().take(160).collect::<String>()
    };
    format!("  jatpg: {}\n  javac: {}", around(ours), around(theirs))
}

fn compare(path: &Path, judged: &Judged) -> Result<(), String> {
    let source = SourceFile::read(path).map_err(|error| error.to_string())?;
    let has_offsets_of_javac = source.text.is_ascii();
    let unit = match parser::parse(source) {
        Ok(unit) => unit,
        Err(_) if judged.tree.starts_with("ERROR") => return Ok(()),
        Err(error) => return Err(format!("{error}\n  javac accepts it")),
    };
    if let Some(error) = judged.tree.strip_prefix("ERROR") {
        return Err(format!("{}: accepted, but javac says{error}", path.display()));
    }
    let ours = dump::unit(&unit);
    if ours != judged.tree {
        return Err(format!("{}: another tree\n{}", path.display(), difference(&ours, &judged.tree)));
    }
    let ours = places(&unit);
    if has_offsets_of_javac && ours != judged.places {
        return Err(format!("{}: other places\n{}", path.display(), difference(&ours, &judged.places)));
    }
    Ok(())
}

#[test]
fn trees_and_places_are_those_of_javac() {
    let Some(jdk) = of_this_language() else { return skipped("syntax::javac", "JDK 25") };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    java_files(&root.join("programs"), &mut paths);
    java_files(&root.join("tests/syntax/fixtures"), &mut paths);
    if let Some(folders) = std::env::var_os("JATPG_SYNTAX_SOURCES") {
        std::env::split_paths(&folders).for_each(|folder| java_files(&folder, &mut paths));
    }
    let judged = ask_javac(&jdk, &paths);
    let wrong = with_stack(|| {
        let results = paths.iter().zip(&judged).map(|(path, judged)| compare(path, judged));
        results.filter_map(Result::err).collect::<Vec<_>>()
    });
    let shown = wrong.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} files:\n{shown}", wrong.len(), paths.len());
}
