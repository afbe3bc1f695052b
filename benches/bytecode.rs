//! How fast bytecode runs here: the same loop in our interpreter and in the JVM's own (`-Xint`), in one run.
//! `cargo bench --bench bytecode`, with a JDK in `JAVA_HOME`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::vm::{End, Vm};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;

/// Arithmetic, an array, a branch and a call in each iteration.
const LOOP: &str = r#"
public class Loop {
    static int next(int x) { return x * 31 + 7; }

    static long run(int n) {
        long sum = 0;
        int[] cells = new int[64];
        for (int i = 0; i < n; i++) {
            int x = cells[i & 63];
            if (i % 3 == 0) x += i; else x ^= sum > 0 ? 1 : 2;
            cells[i * 7 & 63] = x;
            sum += next(x);
        }
        return sum;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        run(n / 10);
        long start = System.nanoTime();
        long sum = run(n);
        System.out.println(sum + " " + (System.nanoTime() - start));
    }
}
"#;

const ITERATIONS: u64 = 5_000_000;

fn main() {
    let Some(home) = std::env::var_os("JAVA_HOME").map(PathBuf::from) else {
        return eprintln!("SKIPPED bytecode: JAVA_HOME names no JDK");
    };
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Loop.java");
    std::fs::write(&source, LOOP).expect("a file");
    let done = Command::new(home.join("bin/javac")).arg("-d").arg(folder.path()).arg(&source).status();
    assert!(done.is_ok_and(|status| status.success()), "javac");
    let theirs = on_the_jvm(&home, folder.path());
    let (steps, ours) = here(&home, folder.path());
    let each = |seconds: f64| seconds * 1e9 / ITERATIONS as f64;
    println!(
        "{ITERATIONS} iterations: here {:.1} ns each ({:.1} million steps/s), -Xint {:.1} ns each; ratio {:.2}",
        each(ours),
        steps as f64 / ours / 1e6,
        each(theirs),
        ours / theirs
    );
}

/// Seconds.
fn on_the_jvm(home: &Path, folder: &Path) -> f64 {
    let mut java = Command::new(home.join("bin/java"));
    let output = java.args(["-Xint", "-cp"]).arg(folder).args(["Loop", &ITERATIONS.to_string()]).output();
    let text = String::from_utf8(output.expect("java").stdout).expect("text");
    let nanos: f64 = text.split_whitespace().nth(1).and_then(|nanos| nanos.parse().ok()).expect("a time");
    nanos / 1e9
}

/// Steps and seconds.
fn here(home: &Path, folder: &Path) -> (u64, f64) {
    let class_path = ClassPath::parse(&folder.display().to_string()).expect("a class path");
    let home = JavaHome::at(home).expect("a JDK");
    let files = ClassFiles::open(&class_path, Some(&home)).expect("class files");
    let options = LoadOptions { class_files: Some(Arc::new(files)), ..LoadOptions::default() };
    let caller = "class Caller { static long call(int n) { return Loop.run(n); } }";
    let file = SourceFile::new("Caller.java".into(), caller.to_owned());
    let program = Arc::new(Program::load(vec![file], &options).expect("a program"));
    let code = ProgramCode::build(&program, &[]);
    let host = program.driver_method("").expect("the driver of the unnamed package");
    let mut measured = (0, 0.0);
    // The first run lowers the code.
    for n in [1000, ITERATIONS] {
        let parsed = parse_block_statements(&format!("long r = Caller.call({n});")).expect("a statement");
        let body = program.typed_body(host, &parsed).expect("a body");
        let driver = code.driver(&body, 0);
        let limits = Limits { steps: u64::MAX, ..Limits::default() };
        let start = Instant::now();
        let run = Vm::new(&code, limits).run_original(&driver);
        assert!(matches!(run.end, End::Completed(_)), "{:?}", run.end);
        measured = (run.steps, start.elapsed().as_secs_f64());
    }
    measured
}
