//! The command line: what it says to input that it cannot use, and how it ends then.

mod class_path;
mod compare;
mod constraints;
mod explain;
mod files;
mod instrument;
mod labels;
mod next;
mod ordinary;
mod reasons;
mod release;
mod source_root;
mod stubborn;
mod stubs;
mod tables;
mod together;
mod versions;

use std::path::Path;
use std::process::{Command, Output};

use crate::support::jdk::Jdk;
use jatpg::report::json::{MutantReport, Report, VerdictKind};

fn jatpg(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder).args(arguments).output().expect("it starts")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// Two classes of the same name in two packages.
fn two_packages() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (package, operator) in [("a", "<"), ("b", ">")] {
        let text = format!(
            "package {package};\npublic class X {{\n    static int f(int n, int m) {{ return n {operator} m ? n + m : n * 2; }}\n}}\n"
        );
        std::fs::create_dir(folder.path().join(package)).expect("a folder");
        std::fs::write(folder.path().join(package).join("X.java"), text).expect("a file");
    }
    folder
}

#[test]
fn classes_of_the_same_name_in_two_packages_are_told_apart_in_every_command() {
    let folder = two_packages();
    let output = jatpg(folder.path(), &["generate", "a/X.java", "b/X.java", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    let ids: std::collections::BTreeSet<&str> = report.mutants.iter().map(|m| &*m.id).collect();
    assert_eq!(ids.len(), report.mutants.len());
    assert!(ids.contains("a.X.f(int,int)/ROR_1") && ids.contains("b.X.f(int,int)/ROR_1"), "{ids:?}");
    let arguments = ["simulate", "a/X.java", "b/X.java", "--tests", "jatpg-out/report.json", "--json"];
    let output = jatpg(folder.path(), &arguments);
    let simulated: Report = serde_json::from_slice(&output.stdout).expect("a report");
    let kills = |report: &Report| -> Vec<Vec<String>> {
        report.tests.iter().map(|test| test.kills.iter().map(|id| id.to_string()).collect()).collect()
    };
    assert_eq!(kills(&simulated), kills(&report));
    for (method, count) in [("X.f", 2), ("a.X.f(int,int)", 1), ("f", 2)] {
        let output = jatpg(folder.path(), &["mutants", "a/X.java", "b/X.java", "-m", method, "--json"]);
        let listed: Report = serde_json::from_slice(&output.stdout).expect("a report");
        let packages: std::collections::BTreeSet<&str> =
            listed.mutants.iter().filter_map(|m| m.id.split('.').next()).collect();
        assert_eq!(packages.len(), count, "{method}");
    }
    let endings = ["ROR_1", "X.f(int,int)/ROR_1", "a.X.f(int,int)/ROR_1"];
    for ending in endings {
        let output = jatpg(folder.path(), &["explain", "a/X.java", ending]);
        assert_eq!(output.status.code(), Some(0), "{ending}: {}", errors(&output));
    }
}

#[test]
fn tests_import_classes_of_other_packages_unless_two_have_one_name() {
    let folder = folder_with(&[
        (
            "shop/model/Item.java",
            "package shop.model;\npublic class Item { public int price; public Item(int price) { this.price = price; } }\n",
        ),
        ("shop/old/Item.java", "package shop.old;\npublic class Item { public int price; }\n"),
        (
            "shop/Cart.java",
            "package shop;\nimport shop.model.Item;\npublic class Cart { public int twice(Item item) { return item.price * 2; } }\n",
        ),
        (
            "shop/Both.java",
            "package shop;\npublic class Both { public int sum(shop.model.Item a, shop.old.Item b) { return a.price * 3 + b.price; } }\n",
        ),
    ]);
    let text = |class: &str| {
        let output = jatpg(folder.path(), &["generate", &format!("shop/{class}.java"), "--out", class]);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        let path = folder.path().join(class).join(format!("shop/{class}JatpgTest.java"));
        std::fs::read_to_string(path).expect("a test class")
    };
    let cart = text("Cart");
    assert!(cart.contains("import shop.model.Item;\n") && cart.contains("Item item = new Item("), "{cart}");
    assert!(!cart.contains(" shop.model.Item item"), "{cart}");
    let both = text("Both");
    assert!(both.contains("shop.model.Item ") && !both.contains("import shop."), "{both}");
    if Jdk::standard().is_some() {
        for class in ["Cart", "Both"] {
            let report = format!("{class}/report.json");
            let output =
                jatpg(folder.path(), &["confirm", &format!("shop/{class}.java"), "--report", &report]);
            assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        }
    }
}

const UNIT: &str = "class Unit { static int half(int n) { return n / 2; } }";

#[test]
fn a_file_in_another_encoding_is_refused_with_the_line_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Unit.java"), b"class Unit {\n    // caf\xe9\n}\n").expect("a file");
    let output = jatpg(folder.path(), &["mutants", "Unit.java"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(errors(&output), @r"
    error: the byte 0xE9 is not UTF-8
      --> Unit.java:2:11
      |
    2 |     // caf�
      |           ^
      |
      = help: is it a Java file? If it has another encoding, change that: iconv -f latin1 -t utf-8
    ");
}

#[test]
fn a_file_in_the_place_of_the_output_folder_is_refused_before_any_work() {
    let folder = folder_with(&[("Unit.java", UNIT), ("out", "")]);
    for out in ["out", "out/below"] {
        let output = jatpg(folder.path(), &["generate", "Unit.java", "--out", out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains("out is a file"), "{}", errors(&output));
    }
}

#[test]
fn a_report_of_another_version_is_named_as_such() {
    let folder = folder_with(&[("Unit.java", UNIT), ("report.json", r#"{"version": 7, "other": []}"#)]);
    let output = jatpg(folder.path(), &["simulate", "Unit.java", "--tests", "report.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("report of version 7"), "{}", errors(&output));
}

#[test]
fn a_file_that_holds_no_object_is_no_report_in_words_of_json() {
    let folder = folder_with(&[("Unit.java", UNIT), ("report.json", "[]")]);
    let output = jatpg(folder.path(), &["simulate", "Unit.java", "--tests", "report.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("and this is an array"), "{}", errors(&output));
}

/// The process ends from the thread that did the work: all that it prints has to be out by then.
#[cfg(target_os = "linux")]
#[test]
fn what_finds_no_room_where_standard_output_goes_is_a_failure_and_a_reader_that_has_gone_away_is_none() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder.path()).args(["mutants", "Unit.java"]);
    let output = command.stdout(full).output().expect("it starts");
    assert_eq!(output.status.code(), Some(4));
    assert!(errors(&output).contains("cannot write to standard output"), "{}", errors(&output));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command.stdout(writer).output().expect("it starts");
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_nobody_can_make_is_refused_before_any_work_and_one_that_is_tried_is_not_left_behind() {
    let folder = folder_with(&[("Bad.java", "class Bad {")]);
    let output = jatpg(folder.path(), &["generate", "Bad.java", "--out", "/proc/none/below"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("nothing can be written there"), "{}", errors(&output));
    let output = jatpg(folder.path(), &["generate", "Bad.java", "--out", "a/b"]);
    assert!(errors(&output).contains("Bad.java:1:"), "{}", errors(&output));
    assert!(!folder.path().join("a").exists());
}

#[test]
fn a_negative_number_is_refused_with_what_the_option_takes() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    for (arguments, reason) in [
        (
            &["equivalent", "Unit.java", "--depth", "-1"][..],
            "'-1' for '--depth <N>': it is to be a whole number from 0",
        ),
        (
            &["generate", "Unit.java", "--random-tests", "-5"],
            "'-5' for '--random-tests <N>': it is to be a whole number from 0",
        ),
        (&["generate", "Unit.java", "--effort", "0"], "from 1 to 1000000"),
    ] {
        let output = jatpg(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains(reason), "{}", errors(&output));
    }
}

#[test]
fn text_that_names_no_method_is_refused_with_what_names_one() {
    let text = "class Unit { Unit(int n) { } static int half(int n) { return n / 2; } \
                static int first(String s, int... all) { return all[0]; } static class In { int one() { return 1; } } }";
    let folder = folder_with(&[("Unit.java", text)]);
    for wrong in [
        "half(int",
        "half(int))",
        "half(",
        "half)",
        "half(int,)",
        "half(int n)",
        "int half",
        "Unit#half",
        "*",
        "",
    ] {
        for command in ["mutants", "graph"] {
            let output = jatpg(folder.path(), &[command, "Unit.java", &format!("--method={wrong}")]);
            assert_eq!(output.status.code(), Some(2), "{wrong}");
            let said = errors(&output);
            assert!(said.contains("'--method <METHOD>': a method is `name` or"), "{wrong}: {said}");
        }
    }
    for right in [
        "half",
        " Unit . half ( int ) ",
        "<init>",
        "Unit.<init>(int)",
        "first(String,int...)",
        "first(java.lang.String, int [ ])",
        "Unit.In.one()",
    ] {
        let output = jatpg(folder.path(), &["mutants", "Unit.java", "-m", right]);
        assert_eq!(output.status.code(), Some(0), "{right}: {}", errors(&output));
    }
}

#[test]
fn a_public_class_stands_in_a_file_of_its_name_but_for_versions_and_streams() {
    let half = |class: &str, by: &str| {
        format!("public class {class} {{ static int half(int n) {{ return n {by}; }} }}\n")
    };
    let folder = folder_with(&[
        ("Unit.java", &format!("class Other {{ }}\n{}interface More {{ }}", half("Unit", "/ 2"))),
        ("New.java", &half("Unit", "/ 2 + 0")),
        ("Unit.txt", &half("Unit", "/ 2")),
    ]);
    for command in
        [&["generate", "New.java"][..], &["mutants", "New.java"], &["graph", "New.java", "-m", "half"]]
    {
        let output = jatpg(folder.path(), command);
        assert_eq!(output.status.code(), Some(2));
        insta::allow_duplicates! {
            insta::assert_snapshot!(errors(&output), @r"
            error: class Unit is public, and so must stand in a file of the name Unit.java
              --> New.java:1:14
              |
            1 | public class Unit { static int half(int n) { return n / 2 + 0; } }
              |              ^^^^
              |
              = help: javac compiles no public class from another file: rename New.java, or the class
            ");
        }
    }
    for right in [
        &["mutants", "Unit.java"][..],
        &["mutants", "Unit.txt"],
        &["equivalent", "Unit.java", "New.java", "-m", "half"],
    ] {
        let output = jatpg(folder.path(), right);
        assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{right:?}");
    }
}

#[test]
fn a_method_outside_the_subset_that_is_asked_for_is_named_with_what_it_uses_and_where() {
    let text = "class Unit {
    static int f(int x) { Runnable r = () -> {}; return x; }
    static <T> T other(T x) { return x; }
    static int half(int n) { return n / 2; }
}";
    let folder = folder_with(&[("Unit.java", text)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "-m", "f", "--jdk", "none"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(errors(&output), @r#"
    Unit.java:2:27: note: Unit.f(int) is not processed: type java.lang.Runnable
    note: no JDK is read here; with one more of its types, methods and fields are known: set JATPG_JDK or JAVA_HOME, or put its `java` on the PATH
    note: there is nothing to mutate: what -m names uses Java outside the subset that jatpg processes (see "What it reads" in README.md)
    "#);
}

#[test]
fn what_given_tests_do_not_kill_is_not_said_to_be_more_than_that() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    jatpg(folder.path(), &["generate", "Unit.java", "--out", "out"]);
    let output = jatpg(folder.path(), &["simulate", "Unit.java", "--tests", "out/report.json"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        text.contains("not killed: ") && text.contains("simulate runs tests and proves nothing"),
        "{text}"
    );
    assert!(text.contains("of them as equivalent") && !text.contains("undecided"), "{text}");
}

#[test]
fn a_jdk_that_is_named_and_is_none_is_refused_by_name() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    jatpg(folder.path(), &["generate", "Unit.java", "--out", "out"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder.path()).env("JATPG_JDK", "/no/such/jdk");
    let output =
        command.args(["confirm", "Unit.java", "--report", "out/report.json"]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("JATPG_JDK is /no/such/jdk"), "{}", errors(&output));
}

#[test]
fn a_test_class_of_the_run_before_that_no_report_speaks_of_any_more_is_named_with_what_to_do() {
    let other = "class Other { static int twice(int n) { return n * 2; } }";
    let folder = folder_with(&[("Unit.java", UNIT), ("Other.java", other)]);
    let first = jatpg(folder.path(), &["generate", "Unit.java", "--out", "out"]);
    assert_eq!((first.status.code(), errors(&first)), (Some(0), String::new()));
    let second = jatpg(folder.path(), &["generate", "Other.java", "--out", "out"]);
    insta::assert_snapshot!(errors(&second), @r"
    note: out/UnitJatpgTest.java is a test class of the run before; no report speaks of it now, and a build would still run it
    note: remove it (rm out/UnitJatpgTest.java), or give each program an --out of its own
    ");
    assert_eq!(second.status.code(), Some(0));
}

#[test]
fn files_without_anything_to_do_say_so() {
    let folder = folder_with(&[("Empty.java", ""), ("Field.java", "class Field { int x; }")]);
    for (file, said) in [("Empty.java", "declare no class"), ("Field.java", "nothing to mutate")] {
        let output = jatpg(folder.path(), &["generate", file, "--out", "out"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(errors(&output).contains(said), "{}", errors(&output));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("{file}: 0 mutants")));
    }
}

const LOOPS: &str = "class Loops {
    static int few(int x) { int s = x; for (int i = 0; i < 3; i++) { s += i; if (i == 0) { s = x; } } return s; }
    static int many(int n) { int i = 0; while (i < n) { if (i > 9) { return 1; } i++; } return 0; }
    static int plus(int x) { return x + 1; }
}";

#[test]
fn the_local_check_says_in_json_what_is_proven_how_far_and_where() {
    let folder = folder_with(&[("Loops.java", LOOPS)]);
    let output = jatpg(folder.path(), &["equivalent", "Loops.java", "--json"]);
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report.get("seed").is_none());
    let mutants = report["mutants"].as_array().expect("mutants");
    let with = |method: &str, original: &str, replacement: &str| {
        let found = mutants.iter().find(|m| {
            m["method"].as_str().is_some_and(|name| name.contains(method))
                && (&m["original"], &m["replacement"]) == (&original.into(), &replacement.into())
        });
        found.unwrap_or_else(|| panic!("no {original} → {replacement} in {method}"))
    };
    let unrolled = with("few", "i == 0", "i <= 0");
    assert_eq!(unrolled["verdict"], "equivalent");
    assert!(unrolled["bound"].is_null() && unrolled["region"]["statements"].as_u64() > Some(0));
    let bounded = with("many", "i > 9", "i >= 9");
    assert_eq!((&bounded["verdict"], &bounded["bound"]), (&"equivalent_up_to".into(), &8.into()));
    assert!(bounded["reason"].as_str().is_some_and(|why| why.contains("iterations")));
    let open = with("plus", "x + 1", "x - 1");
    assert_eq!(open["verdict"], "undecided");
    assert!(open["reason"].is_string());
    let duplicates: Vec<_> = mutants.iter().filter_map(|m| m["same_as"].as_str()).collect();
    assert!(duplicates.iter().all(|first| mutants.iter().any(|m| m["id"] == *first)), "{duplicates:?}");
    let first = with("plus", "x + 1", "x * 1")["id"].clone();
    assert_eq!(with("plus", "x + 1", "x")["same_as"], first);
    let depths = report["depths"].as_array().expect("the table by depth");
    assert!(depths.iter().any(|row| row["depth"] == "node" && row["roa_size"].as_f64() >= Some(1.0)));
    let text = jatpg(folder.path(), &["equivalent", "Loops.java"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    let widest = text.lines().map(|l| l.chars().count()).max();
    assert!(widest <= Some(110), "{widest:?}");
    let reason = open["reason"].as_str().expect("a reason");
    assert!(text.contains(reason) && text.contains("\nequivalent up to k: "), "{reason}: {text}");
}

#[test]
fn a_list_of_mutants_has_no_seed() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &["mutants", "Unit.java", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report.get("seed").is_none() && report["mutants"].as_array().is_some_and(|m| !m.is_empty()));
}

#[cfg(unix)]
#[test]
fn an_address_space_of_four_gigabytes_is_enough() {
    let folder = folder_with(&[("A.java", "class A { static int f(int a, int b) { return a / b; } }")]);
    for arguments in [&["equivalent", "A.java"][..], &["generate", "A.java", "--jobs", "4"]] {
        let limited = ["-c", "ulimit -v 4000000 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_jatpg")];
        let mut command = Command::new("sh");
        let output = command.current_dir(folder.path()).args(limited).args(arguments).output();
        let output = output.expect("a shell runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    }
}

/// What drivers do to the objects that they make no code need name: `set` is called by nothing, and only a constructor
/// names `C`.
#[test]
fn objects_of_the_source_path_are_tested_as_if_their_files_were_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("p");
    std::fs::create_dir(&package).expect("a folder");
    let files = [
        ("A", "class A { static int f(B b, int x) { return b.get() > x ? 1 : 2; } }"),
        ("B", "class B { private C c; B(C c) { this.c = c; } int get() { return c.get(); } }"),
        ("C", "class C { private int k; void set(int k) { this.k = k; } int get() { return k; } }"),
    ];
    for (class, text) in files {
        std::fs::write(package.join(format!("{class}.java")), format!("package p;\n{text}\n"))
            .expect("a file");
    }
    let of_f = |arguments: &[&str]| {
        let output =
            jatpg(folder.path(), &[&["generate", "-m", "f", "--json", "p/A.java"], arguments].concat());
        let report = Report::parse(&String::from_utf8(output.stdout).expect("UTF-8")).expect("a report");
        (report.score, report.tests.into_iter().map(|test| test.inputs).collect::<Vec<_>>())
    };
    let given = of_f(&["p/B.java", "p/C.java"]);
    assert_eq!(given.0, Some(1.0));
    assert_eq!(of_f(&["--source-path", "."]), given);
}

#[test]
fn a_class_of_ones_own_that_is_not_found_leads_to_the_source_path() {
    let text = |uses: &str| format!("class Unit {{ static int f(int x) {{ {uses} return x; }} }}");
    let hints = |uses: &str| {
        let folder = folder_with(&[("Unit.java", &text(uses))]);
        let output = jatpg(folder.path(), &["generate", "Unit.java"]);
        errors(&output).contains("--source-path DIR")
    };
    assert!(hints("shop.Prices.reset();"));
    assert!(!hints("java.util.List<String> l = null;"));
}

#[test]
fn static_methods_of_a_generic_class_are_tested_and_texts_are_as_long_as_the_code_asks() {
    let text = "class Unit<T> { static boolean isCode(String s) {
        if (s.length() != 10) { return false; }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            if (s.charAt(i) < '0' || s.charAt(i) > '9') { return false; }
            sum += s.charAt(i) - '0';
        }
        return sum % 3 == 0; } }";
    let folder = folder_with(&[("Unit.java", text)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--engine", "random", "--json"]);
    let report = Report::parse(&String::from_utf8(output.stdout).expect("UTF-8")).expect("a report");
    let killed = |replacement: &str| {
        let is_killed =
            |m: &MutantReport| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Killed);
        report.mutants.iter().any(|m| m.replacement == replacement && is_killed(m))
    };
    assert!(killed("sum - 3"), "what stands behind both guards");
}

/// Each text is twice as long as the one before, and none of them is run.
#[cfg(target_os = "linux")]
#[test]
fn texts_that_double_do_not_take_all_memory() {
    let text = "class Unit { static String f(int n) { String s = \"ab\"; for (int i = 0; i < 40; i++) { s += s; } return s; } }";
    let folder = folder_with(&[("Unit.java", text)]);
    let command = format!("ulimit -v 4000000; {} generate Unit.java --jobs 1", env!("CARGO_BIN_EXE_jatpg"));
    let mut shell = Command::new("sh");
    let output = shell.current_dir(folder.path()).args(["-c", &command]).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
}
