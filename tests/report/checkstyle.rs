//! Emitted classes as a reviewer's tools see them: Checkstyle's own Google checks find no name and no long line to report.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jatpg::report::junit::{JUnitVersion, Options, emit};

use super::bench;
use crate::support::jdk::{self, Jdk};

const POM: &str = r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId>
  <artifactId>style</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.puppycrawl.tools</groupId><artifactId>checkstyle</artifactId><version>10.18.2</version>
    </dependency>
  </dependencies>
</project>
"#;

/// What is asked of the checks: names, the length of lines, one statement a line.
const CHECKS: [&str; 11] = [
    "[AbbreviationAsWordInName]",
    "[CatchParameterName]",
    "[LambdaParameterName]",
    "[LineLength]",
    "[LocalVariableName]",
    "[MemberName]",
    "[MethodName]",
    "[OneStatementPerLine]",
    "[PackageName]",
    "[ParameterName]",
    "[TypeName]",
];

/// Programs whose tests hold what is hard to name and to fit in: texts, arrays, objects, exceptions, capitals.
const PROGRAMS: [&str; 8] = [
    "papers/TriTyp.java",
    "papers/Tcas.java",
    "textbook/BoundedStack.java",
    "textbook/CaesarCipher.java",
    "textbook/Matrix.java",
    "textbook/Money.java",
    "features/Banner.java",
    "features/Words.java",
];

/// Checkstyle's class path, from Maven's own cache where it was asked before.
fn class_path(folder: &Path, jdk: &Jdk) -> String {
    std::fs::write(folder.join("pom.xml"), POM).unwrap();
    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath"])
        .arg("-Dmdep.outputFile=class-path.txt")
        .current_dir(folder)
        .env("JAVA_HOME", jdk.home())
        .stdin(Stdio::null());
    let output = maven.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    std::fs::read_to_string(folder.join("class-path.txt")).unwrap()
}

fn generate(program: &Path, out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("generate").arg(program).arg("--out").arg(out);
    command.args(["--source-path", "programs/features", "--engine", "random", "--random-tests", "16"]);
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn checkstyle_finds_no_name_and_no_long_line() {
    const NAME: &str = "checkstyle_finds_no_name_and_no_long_line";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(NAME, "JDK") };
    let version = Command::new("mvn").arg("-v").stdin(Stdio::null()).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return jdk::skipped(NAME, "Maven (`mvn`)");
    }
    let folder = tempfile::tempdir().unwrap();
    let class_path = class_path(folder.path(), &jdk);
    let tests = folder.path().join("tests");
    for program in PROGRAMS.map(|name| PathBuf::from("programs").join(name)) {
        generate(&program, &tests.join(program.file_stem().unwrap()));
    }
    for (name, version) in [("five", JUnitVersion::JUnit5), ("four", JUnitVersion::JUnit4)] {
        for file in emit(&bench::report(), &Options::new(version)) {
            let path = tests.join(name).join(file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, file.text).unwrap();
        }
    }
    let mut checkstyle = jdk.java();
    checkstyle.args([
        "-cp",
        class_path.trim(),
        "com.puppycrawl.tools.checkstyle.Main",
        "-c",
        "/google_checks.xml",
    ]);
    let output = checkstyle.arg(&tests).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("Audit done"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let found: Vec<&str> =
        said.lines().filter(|line| CHECKS.iter().any(|check| line.ends_with(check))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
