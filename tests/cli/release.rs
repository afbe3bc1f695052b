//! `--release N`: what of the JDK's classes the files may name. The judge is javac with the same option.

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

/// What some release of Java brought, and what an earlier one is the better for.
const SOURCES: &[(&str, &str)] = &[
    ("a method of the library", "static boolean f(String s) { return s.isBlank(); }"),
    (
        "a method by its name",
        "static boolean f(String s) { java.util.function.Predicate<String> p = String::isBlank; return p.test(s); }",
    ),
    (
        "a method of a class file",
        "static int f(int n) { return java.util.stream.Stream.of(n).toList().size(); }",
    ),
    ("a class", "static String f(byte[] b) { return java.util.HexFormat.of().formatHex(b); }"),
    ("a class that two packages have", "static int f() { return new HexFormat().size(); }"),
    ("a constant", "static boolean f() { return Character.UnicodeBlock.NUSHU == null; }"),
    (
        "a method that comes to be overridden",
        "static class In extends java.io.InputStream {
        public int read() { return -1; } public long skipNBytes(long n) { return n; } }",
    ),
    (
        "a method that overrides nothing yet",
        "static class In extends java.io.InputStream {
        public int read() { return -1; } @Override public byte[] readNBytes(int n) { return null; } }",
    ),
    ("what all have", "static int f(java.util.List<Integer> l) { return java.util.List.copyOf(l).size(); }"),
];

#[test]
fn what_a_release_lacks_is_refused_as_javac_refuses_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("what_a_release_lacks_is_refused_as_javac_refuses_it", "JDK");
    };
    let own =
        ("own/HexFormat.java", "package own; public class HexFormat { public int size() { return 3; } }");
    let name = |n: usize| format!("shop/A{n}.java");
    let text = |(n, (_, members)): (usize, &(&str, &str))| {
        (name(n), format!("package shop; import java.util.*; import own.*; class A{n} {{ {members} }}"))
    };
    let texts: Vec<(String, String)> = SOURCES.iter().enumerate().map(text).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&**name, &**text)).chain([own]).collect();
    let folder = folder_with(&files);
    for release in ["9", "11", "16", "17"] {
        let mut javac = jdk.javac();
        javac.current_dir(&folder).args(["--release", release, "-d", "out"]);
        let of_javac = errors(&javac.args(texts.iter().map(|(name, _)| name)).output().unwrap());
        for (n, (what, _)) in SOURCES.iter().enumerate() {
            let theirs = !of_javac.contains(&format!("{}:", name(n)));
            let ours = jatpg(folder.path(), &["mutants", &name(n), "--release", release]);
            let is_processed = ours.status.success() && !errors(&ours).contains("not processed");
            assert_eq!(is_processed, theirs, "{what}, {release}: {}\n{of_javac}", errors(&ours));
        }
    }
}

#[test]
fn a_release_that_no_jdk_tells_of_is_an_error() {
    let folder = folder_with(&[("A.java", "class A { int f() { return 1; } }")]);
    let without = jatpg(folder.path(), &["mutants", "A.java", "--release", "11", "--jdk", "none"]);
    assert!(errors(&without).contains("--release: no JDK is read"), "{}", errors(&without));
    if Jdk::standard().is_none() {
        return jdk::skipped("a_release_that_no_jdk_tells_of_is_an_error", "JDK");
    }
    for release in ["8", "99"] {
        let output = jatpg(folder.path(), &["mutants", "A.java", "--release", release]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains("to compile for releases 9 to"), "{}", errors(&output));
    }
}

#[test]
fn tests_for_a_release_are_confirmed_for_it() {
    if Jdk::standard().is_none() {
        return jdk::skipped("tests_for_a_release_are_confirmed_for_it", "JDK");
    }
    // To the JDK's own release the name is ambiguous.
    let text = "package shop; import java.util.*; import own.*;
        public class A { public static int f(List<Integer> l, int n) { return l.size() + new HexFormat().size() * n; } }";
    let own =
        ("own/HexFormat.java", "package own; public class HexFormat { public int size() { return 3; } }");
    let folder = folder_with(&[("shop/A.java", text), own]);
    let arguments = ["generate", "shop/A.java", "--release", "11", "--engine", "random", "--out", "out"];
    let output = jatpg(folder.path(), &arguments);
    assert!(output.status.success(), "{}", errors(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("--release 11"), "{said}");
    let confirmed = jatpg(folder.path(), &["confirm", "shop/A.java", "--report", "out/report.json"]);
    assert!(
        confirmed.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&confirmed.stdout),
        errors(&confirmed)
    );
}
