//! Programs with a class path: what `generate` claims of them holds on the JVM, which finds the same classes.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::jdk::{self, Jdk};

const REPORT: &str = "jatpg-out/report.json";

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Compiles sources of `lib` into `classes`, with those of `src` at hand and not compiled.
fn compile(jdk: &Jdk, folder: &Path, sources: &[&str]) {
    let mut javac = jdk.javac();
    javac.current_dir(folder).args(["-d", "classes", "-sourcepath", "lib:src", "-implicit:none"]);
    assert!(javac.args(sources).status().unwrap().success());
}

/// The text of what is said, where the exit code is 0: no claim is refuted, then.
fn jatpg(jdk: &Jdk, folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder).args(arguments).env("JATPG_JDK", jdk.home()).env_remove("CLASSPATH");
    let output = command.output().unwrap();
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    said
}

/// The report of a file, all of whose claims hold.
fn confirmed(jdk: &Jdk, folder: &Path, file: &str, class_path: &str) -> serde_json::Value {
    jatpg(jdk, folder, &["generate", file, "-cp", class_path, "--engine", "random", "--force"]);
    jatpg(jdk, folder, &["confirm", file, "-cp", class_path, "--report", REPORT]);
    serde_json::from_slice(&fs::read(folder.join(REPORT)).unwrap()).unwrap()
}

fn killed(report: &serde_json::Value) -> usize {
    report["mutants"].as_array().unwrap().iter().filter(|mutant| mutant["verdict"] == "killed").count()
}

#[test]
fn a_package_half_of_which_is_on_the_class_path_is_one_package() {
    let test = "a_package_half_of_which_is_on_the_class_path_is_one_package";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let folder = folder_with(&[
        ("lib/shop/Rate.java", "package shop; class Rate { static int of(int n) { return n * 3; } }"),
        (
            "src/shop/Price.java",
            "package shop; class Price { static int of(int n) { return Rate.of(n) + 1; } }",
        ),
    ]);
    compile(&jdk, folder.path(), &["lib/shop/Rate.java"]);
    assert!(killed(&confirmed(&jdk, folder.path(), "src/shop/Price.java", "classes")) > 0);
}

/// What the library sees of the program is the mutant.
#[test]
fn a_class_of_the_class_path_finds_the_programs_classes() {
    let test = "a_class_of_the_class_path_finds_the_programs_classes";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let thing = "package app;
        public class Thing {
            private final int n;
            public Thing(int n) { this.n = n; }
            public int twice() { return n * 2; }
            public static int through(int n) { return lib.Uses.of(n) + 1; }
        }";
    let uses =
        "package lib; public class Uses { public static int of(int n) { return new app.Thing(n).twice(); } }";
    let folder = folder_with(&[("src/app/Thing.java", thing), ("lib/lib/Uses.java", uses)]);
    compile(&jdk, folder.path(), &["lib/lib/Uses.java"]);
    assert!(!folder.path().join("classes/app").exists());
    let report = confirmed(&jdk, folder.path(), "src/app/Thing.java", "classes");
    let is_of_both = |test: &serde_json::Value| {
        let kills = test["kills"].to_string();
        kills.contains("through(int)/") && kills.contains("twice()/")
    };
    assert!(report["tests"].as_array().unwrap().iter().any(is_of_both), "{report}");
}

#[test]
fn what_a_jars_manifest_names_is_there_for_the_tests() {
    let test = "what_a_jars_manifest_names_is_there_for_the_tests";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let folder = folder_with(&[
        (
            "lib/lib/Rate.java",
            "package lib; public class Rate { public static int of(int n) { return n * 3; } }",
        ),
        (
            "lib/lib/Tax.java",
            "package lib; public class Tax { public static int of(int n) { return Rate.of(n) + 7; } }",
        ),
        (
            "src/shop/Price.java",
            "package shop; class Price { static int of(int n) { return lib.Tax.of(n) + lib.Rate.of(1); } }",
        ),
    ]);
    compile(&jdk, folder.path(), &["lib/lib/Rate.java", "lib/lib/Tax.java"]);
    let class = |name: &str| fs::read(folder.path().join("classes").join(name)).unwrap();
    fs::create_dir(folder.path().join("jars")).unwrap();
    let jar = |name: &str, entries: &[(&str, &[u8])]| jdk::jar(&folder.path().join(name), entries);
    let manifest = b"Manifest-Version: 1.0\nClass-Path: jars/rate.jar\n";
    jar("tax.jar", &[("META-INF/MANIFEST.MF", manifest), ("lib/Tax.class", &class("lib/Tax.class"))]);
    jar("jars/rate.jar", &[("lib/Rate.class", &class("lib/Rate.class"))]);
    let places = |class_path: &str| {
        let report = confirmed(&jdk, folder.path(), "src/shop/Price.java", class_path);
        assert!(killed(&report) > 0, "{report}");
        let entries = report["options"]["class_path"].as_array().unwrap().iter();
        entries.map(|entry| entry["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(places("tax.jar"), ["tax.jar", "jars/rate.jar"]);
    // Behind a link it stands where the file is.
    #[cfg(unix)]
    {
        fs::create_dir(folder.path().join("links")).unwrap();
        std::os::unix::fs::symlink("../tax.jar", folder.path().join("links/link.jar")).unwrap();
        let found = places("links/link.jar");
        assert!(found.len() == 2 && found[1].ends_with("jars/rate.jar"), "{found:?}");
    }
}
