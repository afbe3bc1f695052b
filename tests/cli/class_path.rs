//! `--class-path` and `--jdk`: what the files name is read from class files, and no verdict rests on code that is not read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

/// With the classes at hand that were compiled before.
fn compile(jdk: &Jdk, folder: &Path, file: &str, text: &str) {
    let source = folder.join("lib").join(file);
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, text).unwrap();
    let classes = folder.join("classes");
    let javac = jdk.javac().arg("-cp").arg(&classes).arg("-d").arg(&classes).arg(&source).status();
    assert!(javac.unwrap().success());
}

fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let output = jatpg(folder, arguments);
    assert!(output.status.success(), "{}", errors(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Behind the call, or beside it, nothing is known: only what stands before it, or is the same text, can be equal.
const UNIT: &str = "import lib.Box;
class Unit {
    static int seen;
    static int behind(Box b, int n) { b.put(n + 1); seen = seen + n * 1; return seen; }
    static int before(Box b, int n) { n = n - 1 + 1; if (n > 9) { b.put(n); } return n; }
    static int field(Box b) { int s = b.size; return s * 1; }
    static boolean same(String s) { String t = \"x\" + s; String u = t + \"\"; return Box.same(t, u); }
    static int held() { return Box.START + Box.LIMIT; }
}";

const BOX: &str = "package lib;
public class Box {
    public static final int LIMIT = 7;
    public static int START = 3;
    public int size;
    public void put(int n) { size += n; }
    public static boolean same(Object a, Object b) { return a == b; }
}";

#[test]
fn a_compiled_class_is_known_and_no_proof_goes_through_its_code() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_compiled_class_is_known_and_no_proof_goes_through_its_code", "JDK");
    };
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let unknown = jatpg(folder.path(), &["mutants", "Unit.java", "--jdk", "none"]);
    assert!(
        errors(&unknown).contains("behind(Box,int) is not processed: type lib.Box"),
        "{}",
        errors(&unknown)
    );
    compile(&jdk, folder.path(), "lib/Box.java", BOX);
    let proven = |changed: &str| -> Vec<(String, String)> {
        fs::write(folder.path().join("Unit.java"), changed).unwrap();
        let arguments = ["equivalent", "Unit.java", "--json", "-cp", "classes", "--jdk", "none"];
        let report = json(folder.path(), &arguments);
        assert!(report["methods"].as_array().unwrap().iter().all(|m| m["supported"] == true), "{report}");
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let mutants = report["mutants"].as_array().unwrap().iter();
        let proven = mutants.filter(|m| m["verdict"] == "equivalent");
        proven.map(|m| (text(&m["original"]), text(&m["replacement"]))).collect()
    };
    for (original, replacement) in proven(UNIT) {
        // `n * 1` and `s * 1` stand behind what is not known, and are proven where they stand; so is `seen++` in an assignment to
        // `seen`. No put is ever missed.
        let is_local = original.contains("* 1") || original.contains("- 1") || "n s seen".contains(&original);
        assert!(is_local && !replacement.contains("put"), "{original} -> {replacement}");
    }
    // `return seen++` is none.
    assert_eq!(proven(UNIT).iter().filter(|(original, _)| original == "seen").count(), 2);
    // It is run, and what differs is killed.
    let arguments = ["generate", "Unit.java", "--json", "-cp", "classes", "--jdk", "none", "-m", "held"];
    let report = json(folder.path(), &arguments);
    let mutants = report["mutants"].as_array().unwrap();
    assert!(!mutants.is_empty());
    assert!(mutants.iter().any(|m| m["verdict"] == "killed"), "{report}");
    for mutant in mutants {
        // One that assigns the static is followed no further: later tests would see it.
        let is_assigned = mutant["replacement"].as_str().unwrap().contains("Box.START");
        assert!(mutant["verdict"] == "killed" || is_assigned, "{mutant}");
        assert_ne!(mutant["verdict"], "equivalent", "{mutant}");
    }
}

#[test]
fn a_jar_that_is_none_and_a_class_file_that_is_none_are_named() {
    let folder = folder_with(&[("Unit.java", UNIT), ("lib.jar", "no zip")]);
    fs::create_dir_all(folder.path().join("classes/lib")).unwrap();
    fs::write(folder.path().join("classes/lib/Box.class"), "no class").unwrap();
    let refused = |arguments: &[&str]| {
        let output = jatpg(folder.path(), &[&["mutants", "Unit.java"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        errors(&output)
    };
    let told = refused(&["--class-path", "lib.jar", "--jdk", "none"]);
    assert!(told.contains("error: --class-path: lib.jar cannot be read"), "{told}");
    let told = refused(&["--classpath", "classes", "--jdk", "none"]);
    assert!(told.contains("classes: lib/Box.class is no class file that can be read"), "{told}");
    let told = refused(&["-cp", "classes:missing.jar"]);
    assert!(told.contains("missing.jar is neither a folder nor a jar that is there"), "{told}");
    // What a variable that is there for others names is passed over where it is missing.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder.path()).args(["mutants", "Unit.java", "--jdk", "none"]);
    let output = command.env("CLASSPATH", "missing.jar:missing/*").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let told = refused(&["--jdk", "classes"]);
    assert!(told.contains("--jdk: classes is not the home folder of a JDK"), "{told}");
}

/// What names it is an error; what only comes to it ends there, whatever the JVM makes of it.
#[test]
fn a_class_file_that_the_jdk_does_not_run_gives_no_tests() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_class_file_that_the_jdk_does_not_run_gives_no_tests", "JDK");
    };
    let folder = folder_with(&[(
        "Unit.java",
        "class Unit {
            static int through(int n) { return n > 5 ? lib.Old.of(n) : n + 1; }
            static int asked(int n) {
                try { return Class.forName(\"lib.New\").getModifiers() + n; } catch (ClassNotFoundException e) { return n * 2; }
            }
        }",
    )]);
    let new = "package lib; public class New { public static int of(int n) { return n * 3; } }";
    compile(&jdk, folder.path(), "lib/New.java", new);
    let old = "package lib; public class Old { public static int of(int n) { return New.of(n); } }";
    compile(&jdk, folder.path(), "lib/Old.java", old);
    let path = folder.path().join("classes/lib/New.class");
    let mut bytes = fs::read(&path).unwrap();
    bytes[7] += 1;
    fs::write(&path, bytes).unwrap();
    let generate = |options: &[&str]| {
        let home = jdk.home().to_str().unwrap();
        let common =
            ["generate", "Unit.java", "-cp", "classes", "--engine", "random", "--jdk", home, "--force"];
        jatpg(folder.path(), &[&common[..], options].concat())
    };
    let output = generate(&["-m", "through"]);
    assert!(output.status.success(), "{}", errors(&output));
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("jatpg-out/report.json")).unwrap()).unwrap();
    let later = jdk.feature() + 1;
    let why = format!("lib/New.class is made for Java {later}, and JDK {}", jdk.feature());
    assert!(report.to_string().contains(&why), "{report}");
    let confirm = ["confirm", "Unit.java", "-cp", "classes", "--report", "jatpg-out/report.json", "--jdk"];
    let confirmed = jatpg(folder.path(), &[&confirm[..], &[jdk.home().to_str().unwrap()]].concat());
    assert!(confirmed.status.success(), "{}", String::from_utf8_lossy(&confirmed.stdout));
    let output = generate(&["-m", "asked", "--json"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("\"verdict\": \"killed\""), "{text}");
    fs::write(
        folder.path().join("Unit.java"),
        "class Unit { static int f(int n) { return lib.New.of(n) + 1; } }",
    )
    .unwrap();
    let output = generate(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert!(errors(&output).contains(&why), "{}", errors(&output));
}

/// A JDK whose image is broken, and a jar that is none: the message names what the user has to put right.
#[test]
fn of_options_and_variables_the_one_at_fault_is_named() {
    let executable = |name: &str| format!("jdk/bin/{name}{}", std::env::consts::EXE_SUFFIX);
    let (java, javac) = (executable("java"), executable("javac"));
    let folder = folder_with(&[
        ("Unit.java", "class Unit { }"),
        ("lib.jar", "no zip"),
        ("jdk/release", "JAVA_VERSION=\"17.0.1\"\n"),
        ("jdk/lib/modules", "no image"),
        (&java, ""),
        (&javac, ""),
    ]);
    let told = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_jatpg"));
        command.current_dir(folder.path()).args(["mutants", "Unit.java"]).args(arguments);
        command.env_remove("JATPG_JDK").env_remove("JAVA_HOME").env_remove("CLASSPATH");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        errors(&output)
    };
    let none = ["--jdk", "none"];
    for (arguments, variables, names) in [
        (&["-cp", "lib.jar", "--jdk", "none"][..], &[][..], "--class-path"),
        (&none, &[("CLASSPATH", "lib.jar")], "CLASSPATH"),
        (&["--jdk", "jdk"], &[], "--jdk"),
        (&[], &[("JATPG_JDK", "jdk")], "JATPG_JDK"),
        (&[], &[("JAVA_HOME", "jdk")], "JAVA_HOME"),
    ] {
        let told = told(arguments, variables);
        assert!(told.starts_with(&format!("error: {names}: ")) && told.contains("cannot be read"), "{told}");
    }
}

#[test]
fn a_file_that_names_nothing_of_the_jdk_has_the_same_report_with_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_file_that_names_nothing_of_the_jdk_has_the_same_report_with_it", "JDK");
    };
    let text = "import java.util.*;
    class Plain {
        int n;
        Plain(int n) { this.n = n; }
        static int half(int n) { return n / 2; }
        String text(Object o) { return o + \"-\" + Math.abs(n); }
    }";
    let folder = folder_with(&[("Plain.java", text)]);
    let report = |jdk: &str| {
        let arguments = ["generate", "Plain.java", "--json", "--jdk", jdk, "--out", "out", "--force"];
        let mut report = json(folder.path(), &arguments);
        report["times"] = serde_json::Value::Null;
        // Which JDK is there is told, since its code may run.
        report["options"]["jdk"] = serde_json::Value::Null;
        report
    };
    assert_eq!(report("none"), report(jdk.home().to_str().unwrap()));
}

#[test]
fn the_report_says_what_of_others_there_was() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("the_report_says_what_of_others_there_was", "JDK");
    };
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let options = |text: &str| {
        compile(&jdk, folder.path(), "lib/Box.java", text);
        let arguments =
            ["generate", "Unit.java", "--engine", "random", "--json", "-cp", "classes", "--out", "out"];
        let home = jdk.home().to_str().unwrap();
        json(folder.path(), &[&arguments[..], &["--force", "--jdk", home]].concat())["options"].clone()
    };
    let (before, changed) = (options(BOX), options(&BOX.replace("size += n", "size -= n")));
    assert!(before["jdk"].as_str().unwrap().starts_with(&jdk.feature().to_string()), "{before}");
    assert_eq!(before["class_path"][0]["path"], "classes");
    assert_ne!(before["class_path"], changed["class_path"]);
    assert_eq!(before["class_path"], options(BOX)["class_path"]);
}

/// With a JDK a class of the library has all that the JDK's has; without one, what it lacks is told.
#[test]
fn what_the_library_lacks_of_a_class_the_jdk_has() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("what_the_library_lacks_of_a_class_the_jdk_has", "JDK");
    };
    let text = "class Texts {
        static String plain(String s) { return s.replaceAll(\"[,;]\", \".\"); }
        static String again(String s) { String t = s + \"\"; return t.replaceFirst(\"x\", \"y\"); }
        static int told(String s) { String t = s + \"\"; return System.identityHashCode(t); }
        static int length(byte[] b) throws java.io.UnsupportedEncodingException { return new String(b, \"UTF-8\").length(); }
    }";
    let folder = folder_with(&[("Texts.java", text)]);
    let home = jdk.home().to_str().unwrap();
    for (jdk, processed) in [(home, true), ("none", false)] {
        let report = json(folder.path(), &["mutants", "Texts.java", "--json", "--jdk", jdk]);
        let told = errors(&jatpg(folder.path(), &["mutants", "Texts.java", "--jdk", jdk]));
        assert_eq!(
            told.contains("is not processed: method java.lang.String.replaceAll"),
            !processed,
            "{told}"
        );
        assert_eq!(told.is_empty(), processed, "{told}\\n{report}");
        assert_eq!(told.contains("note: no JDK is read here"), !processed, "{told}");
    }
}

/// What a class of the class path keeps, other tests have changed: a run that changes it is no test.
#[test]
fn what_a_compiled_class_keeps_is_read_by_tests_and_not_written() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("what_a_compiled_class_keeps_is_read_by_tests_and_not_written", "JDK");
    };
    let counter = "package lib;
    import java.util.*;
    public class Counter {
        private static final int[] SEEN = new int[1];
        private static final int[] TABLE = {3, 1, 4};
        private static final List<Object> ALL = new ArrayList<>();
        public static int next() { return ++SEEN[0]; }
        public static int add(Object o) { ALL.add(o); return ALL.size(); }
        public static int at(int i) { int[] copy = TABLE.clone(); copy[0]++; return copy[i]; }
    }";
    let unit = "import lib.Counter;
    class Unit {
        static int count(int n) { return Counter.next() + n; }
        static int list(int n) { return Counter.add(\"x\") + n; }
        static int table(int n) { return Counter.at(1) + n; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    compile(&jdk, folder.path(), "lib/Counter.java", counter);
    let report =
        json(folder.path(), &["generate", "Unit.java", "--json", "-cp", "classes", "--engine", "random"]);
    for mutant in report["mutants"].as_array().unwrap() {
        let (method, verdict) = (mutant["id"].as_str().unwrap(), mutant["verdict"].as_str().unwrap());
        let may_be_killed = method.starts_with("Unit.table");
        assert!(may_be_killed || verdict != "killed", "{mutant}");
    }
    assert!(report["mutants"].as_array().unwrap().iter().any(|m| m["verdict"] == "killed"), "{report}");
}

/// In the shape of slf4j: loggers by a factory that asks the machine what is set up.
const LOGGER: &str = "package org.slf4j;
public interface Logger { void info(String text); boolean isDebugEnabled(); }";
const FACTORY: &str = "package org.slf4j;
public class LoggerFactory {
    static final long START = System.nanoTime();
    public static Logger getLogger(Class<?> of) { throw new IllegalStateException(\"no provider\" + START); }
}";
const NO_LOGGER: &str = "package org.slf4j.helpers;
public class NOPLogger implements org.slf4j.Logger {
    public void info(String text) { }
    public boolean isDebugEnabled() { return false; }
}";

#[test]
fn a_logger_of_the_class_path_takes_what_it_is_given_and_does_not_tell_its_settings() {
    let name = "a_logger_of_the_class_path_takes_what_it_is_given_and_does_not_tell_its_settings";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(name, "JDK") };
    let unit = "import org.slf4j.*;
        class Unit {
            private static final Logger LOG = LoggerFactory.getLogger(Unit.class);
            static int logged(int n) { if (n < 0) { LOG.info(\"below\"); return 0; } LOG.info(\"n \" + n); return n + 1; }
            static int asked(int n) { return LOG.isDebugEnabled() ? n + 1 : n; }
        }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let sources =
        [("Logger.java", LOGGER), ("LoggerFactory.java", FACTORY), ("helpers/NOPLogger.java", NO_LOGGER)];
    let mut javac = jdk.javac();
    javac.arg("-d").arg(folder.path().join("classes"));
    for (file, text) in sources {
        let path = folder.path().join("lib/org/slf4j").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        javac.arg(path);
    }
    assert!(javac.status().unwrap().success());
    let generate = ["generate", "Unit.java", "-cp", "classes", "--engine", "random", "--out", "out"];
    let output = jatpg(folder.path(), &[&generate[..], &["--jdk", jdk.home().to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", errors(&output));
    let report = fs::read_to_string(folder.path().join("out/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let killed = |method: &str| {
        let mutants = report["mutants"].as_array().unwrap().iter();
        mutants.filter(|m| m["method"].as_str().unwrap().contains(method) && m["verdict"] == "killed").count()
    };
    assert!(killed("logged") > 15, "{report:#}");
    assert_eq!(killed("asked"), 0, "{report:#}");
}

/// A project's libraries are those that Maven names for it; a file of a project that is none is told with Maven's own words.
#[test]
fn maven_says_what_a_project_needs() {
    const NAME: &str = "maven_says_what_a_project_needs";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(NAME, "JDK") };
    let version = std::process::Command::new("mvn").arg("-v").stdin(std::process::Stdio::null()).output();
    if !version.is_ok_and(|output| output.status.success()) {
        return jdk::skipped(NAME, "Maven (`mvn`)");
    }
    let pom = "<project><modelVersion>4.0.0</modelVersion><groupId>demo</groupId><artifactId>app</artifactId>
        <version>1</version><dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>
        <version>4.13.2</version></dependency></dependencies></project>";
    let text = "class Unit { static int twice(junit.framework.Test t) { return t.countTestCases() * 2; } }";
    let folder =
        folder_with(&[("app/pom.xml", pom), ("app/src/Unit.java", text), ("bad/pom.xml", "<project/>")]);
    let home = jdk.home().to_str().unwrap();
    let told = |at: &str, arguments: &[&str]| {
        let arguments = [&["mutants", "--jdk", home], arguments].concat();
        errors(&jatpg(&folder.path().join(at), &arguments))
    };
    let unread = told("app/src", &["Unit.java"]);
    assert!(unread.contains("twice(Test) is not processed: type junit.framework.Test"), "{unread}");
    assert!(!told("app/src", &["Unit.java", "--maven"]).contains("not processed"));
    assert!(!told(".", &["app/src/Unit.java", "--maven=app/pom.xml"]).contains("not processed"));
    let bad = told(".", &["app/src/Unit.java", "--maven=bad/pom.xml"]);
    assert!(
        bad.contains("--maven: `mvn -f bad/pom.xml dependency:build-classpath` fails")
            && bad.contains("[ERROR]"),
        "{bad}"
    );
    assert!(
        told(".", &["app/src/Unit.java", "--maven=none.xml"]).contains("none.xml is no file that is there")
    );
}

const STRICT: &str = "package lib;
public class Strict {
    public static int half(int n) {
        if (n % 2 != 0) { throw new Odd(); }
        return n / 2;
    }
}
class Odd extends RuntimeException {}";

/// The kills of the one test class, its text, and what `confirm` says of them.
fn generated(folder: &Path, file: &str, options: &[&str]) -> (Vec<String>, String) {
    let output = jatpg(folder, &[&["generate", file], options].concat());
    assert!(output.status.success(), "{}", errors(&output));
    let read = |name: &str| fs::read_to_string(folder.join("jatpg-out").join(name)).unwrap();
    let report: serde_json::Value = serde_json::from_str(&read("report.json")).unwrap();
    let kills = report["tests"].as_array().unwrap().iter().flat_map(|test| test["kills"].as_array().unwrap());
    let kills = kills.map(|kill| kill.as_str().unwrap().to_owned()).collect();
    let confirmed =
        jatpg(folder, &[&["confirm", file, "--report", "jatpg-out/report.json"], options].concat());
    assert!(confirmed.status.success(), "{}", errors(&confirmed));
    (kills, read(&file.replace(".java", "JatpgTest.java")))
}

#[test]
fn a_mutant_that_throws_what_no_test_can_name_is_killed_by_what_the_original_does() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped(
            "a_mutant_that_throws_what_no_test_can_name_is_killed_by_what_the_original_does",
            "JDK",
        );
    };
    let unit = "class Unit { static int f(int n) { return lib.Strict.half(n * 2); } }";
    let folder = folder_with(&[("Unit.java", unit)]);
    compile(&jdk, folder.path(), "lib/Strict.java", STRICT);
    let home = jdk.home().display().to_string();
    let (kills, _) = generated(folder.path(), "Unit.java", &["-cp", "classes", "--jdk", &home]);
    // `n + 2` and `n` are odd where `n` is.
    for odd in ["AORB_3", "ODL_1"] {
        assert!(kills.iter().any(|kill| kill.ends_with(odd)), "{odd}: {kills:?}");
    }
}

#[test]
fn tests_name_the_exceptions_that_dates_throw_and_do_not_declare() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("tests_name_the_exceptions_that_dates_throw_and_do_not_declare", "JDK");
    };
    let unit = "import java.time.LocalDate;
        class Unit { static int f(int month) { LocalDate.of(2020, month, 3); return 7; } }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let home = jdk.home().display().to_string();
    let (kills, text) = generated(folder.path(), "Unit.java", &["--jdk", &home]);
    assert!(kills.iter().any(|kill| kill.ends_with("SDL_1")), "{kills:?}");
    assert!(text.contains("assertThrowsExactly(java.time.DateTimeException.class"), "{text}");
}

/// What a factory of the JDK gives no class of the user's has to implement; of what nothing gives it is told.
#[test]
fn only_what_nothing_gives_is_said_to_lack_a_class() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("only_what_nothing_gives_is_said_to_lack_a_class", "JDK");
    };
    let text = "import java.security.MessageDigest;
        class Unit {
            static int given(MessageDigest d, int n) { return d.getDigestLength() + n - 0; }
            static int many(MessageDigest[] d, int n) { return d[0].getDigestLength() + n; }
            static int lacking(Process p, int n) { return p.exitValue() + n; }
            static int own(Own o, int n) { return o.k() + n; }
        }
        abstract class Own { private Own() { } abstract int k(); static Own same(Own o) { return o; } }";
    let folder = folder_with(&[("Unit.java", text)]);
    let home = jdk.home().to_str().unwrap();
    let report =
        json(folder.path(), &["generate", "Unit.java", "--json", "--engine", "random", "--jdk", home]);
    let reasons = |method: &str| -> Vec<String> {
        let mutants = report["mutants"].as_array().unwrap().iter();
        let of_method = mutants.filter(|m| m["method"].as_str().unwrap().starts_with(method));
        of_method.filter_map(|m| m["reason"].as_str()).map(str::to_owned).collect()
    };
    for (method, lacks) in [
        ("Unit.given", None),
        ("Unit.many", None),
        ("Unit.lacking", Some("no class of the files implements Process")),
        ("Unit.own", Some("no class of the files implements Own")),
    ] {
        let reasons = reasons(method);
        assert!(!reasons.is_empty(), "{method}: {report:#}");
        let is_right = |reason: &String| match lacks {
            Some(what) => reason.contains(what),
            None => !reason.contains("no class of the files"),
        };
        assert!(reasons.iter().all(is_right), "{method}: {reasons:?}");
    }
}

/// The methods of the emitted tests of `Unit`: whether each declares that it throws, and its text.
fn emitted(folder: &Path) -> Vec<(bool, String)> {
    let text = fs::read_to_string(folder.join("out/UnitJatpgTest.java")).unwrap();
    let tests = text.split("@Test").skip(1);
    tests
        .map(|test| (test.lines().any(|line| line.contains(") throws Exception {")), test.to_owned()))
        .collect()
}

/// A test declares what the calls declare that it shows, by the types that it shows: not what is run in the end, nor what another
/// method of the same name declares.
#[test]
fn tests_declare_what_the_types_of_their_text_throw() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("tests_declare_what_the_types_of_their_text_throw", "JDK");
    };
    let unit = "import java.io.*;
    class Unit {
        static Unit unit() { return new Unit(); }
        static InputStream bytes(int n) { return new Bytes(n); }
        static lib.Source source(int n) { return new Doubled(n); }
        static int weight(lib.Key key) { return key.size() > 2 ? 10 : key.size(); }
        static int kind(java.security.MessageDigest digest) { return digest.getDigestLength() > 16 ? 1 : 2; }
        int read() { return 7; }
        private static final class Bytes extends InputStream {
            private int n;
            Bytes(int n) { this.n = n; }
            @Override public int read() { return n > 0 ? n-- : -1; }
        }
        private static final class Doubled implements lib.Source {
            private final int n;
            Doubled(int n) { this.n = n; }
            @Override public int next() { return n * 2; }
        }
    }";
    let source = "package lib; public interface Source { int next() throws Exception; }";
    let key = "package lib;
    public final class Key {
        private final int size;
        private Key(int size) { this.size = size; }
        public static Key of(int size) throws java.io.IOException { return new Key(size); }
        public int size() { return size; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    compile(&jdk, folder.path(), "lib/Source.java", source);
    compile(&jdk, folder.path(), "lib/Key.java", key);
    let home = jdk.home().to_str().unwrap();
    json(
        folder.path(),
        &["generate", "Unit.java", "--json", "-cp", "classes", "--jdk", home, "--out", "out"],
    );
    let throwing = [".next()", "Key.of(", "MessageDigest.getInstance(", "inputStream.read()"];
    let tests = emitted(folder.path());
    for call in throwing {
        assert!(tests.iter().any(|(_, test)| test.contains(call)), "no test has {call}: {tests:?}");
    }
    for (declares, test) in &tests {
        assert_eq!(throwing.iter().any(|call| test.contains(call)), *declares, "{test}");
    }
}

const SHAPES: &str = "package lib;
public class L {
    public sealed interface Shape permits Circle, Square, Odd { }
    public record Circle(int r) implements Shape { }
    public record Square(int a, String n) implements Shape { }
    public enum Odd implements Shape { LINE, POINT }
    public record Named<T>(T value, int n) { }
    public record Doubled(int half) { public int half() { return half * 2; } }
    public abstract static class Base {
        protected int q;
        public Base(int q) { this.q = q; }
        public abstract int f(int x);
        public int g() { return q + f(2); }
    }
}";

/// Of a sealed type there are the classes that it permits, of an abstract one a stub; and records are taken apart.
const SHAPES_UNIT: &str = "import lib.L;
class Unit {
    static int area(L.Shape s) { return s instanceof L.Circle c ? c.r() * 3 : s instanceof L.Square q ? q.a() + 9 : 0; }
    static int odd(L.Shape s) { return s == L.Odd.LINE ? 1 : 2; }
    static int base(L.Base b, int k) { return b.g() + b.f(k) * 2; }
    static int apart(L.Shape s) {
        return switch (s) { case L.Circle(int r) -> r * 3; case L.Square(int a, String n) -> a + n.length(); case L.Odd o -> 7; };
    }
    static int typed(L.Named<String> named) { return named instanceof L.Named<String>(var s, int n) && s != null ? s.length() - n : -1; }
    static int doubled(Object o) { return o instanceof L.Doubled(int half) ? half : 0; }
}";

#[test]
fn objects_of_abstract_and_sealed_types_of_the_class_path_are_made_and_its_records_taken_apart() {
    let test = "objects_of_abstract_and_sealed_types_of_the_class_path_are_made_and_its_records_taken_apart";
    let Some(jdk) = Jdk::newer().filter(|jdk| jdk.feature() >= 21) else {
        return jdk::skipped(test, "JDK 21 or later");
    };
    let folder = folder_with(&[("Unit.java", SHAPES_UNIT)]);
    compile(&jdk, folder.path(), "lib/L.java", SHAPES);
    let home = jdk.home().to_str().unwrap();
    let report = json(
        folder.path(),
        &["generate", "Unit.java", "--json", "--out", "out", "-cp", "classes", "--jdk", home],
    );
    for method in ["area", "odd", "base", "apart"] {
        let mutants = report["mutants"].as_array().unwrap().iter();
        let of_method =
            mutants.filter(|m| m["method"].as_str().unwrap().starts_with(&format!("Unit.{method}(")));
        let (killed, other): (Vec<_>, Vec<_>) = of_method.partition(|m| m["verdict"] == "killed");
        assert!(killed.len() > other.len(), "{method}: {other:#?}");
    }
    let methods = report["methods"].as_array().unwrap().iter();
    let refused: Vec<_> = methods.filter(|m| m["supported"] == false).map(|m| m["reason"].as_str()).collect();
    assert!(matches!(refused[..], [Some(why)] if why.contains("accessor that is written")), "{refused:?}");
    let arguments = ["confirm", "Unit.java", "--report", "out/report.json", "-cp", "classes", "--jdk", home];
    let confirmed = jatpg(folder.path(), &arguments);
    assert!(
        confirmed.status.success(),
        "{}{}",
        errors(&confirmed),
        String::from_utf8_lossy(&confirmed.stdout)
    );
}

#[test]
fn a_class_is_absent_where_all_of_its_package_or_of_the_class_path_is_seen() {
    let text = "package shop;
public class Cart {
    static int found(String name, boolean often) {
        try { return Class.forName(name).getSimpleName().length() + (often ? 1 : 2); }
        catch (ClassNotFoundException e) { return often ? -1 : -2; }
    }
    static int own(boolean often) { return found(\"shop.Basket\", often); }
    static int beside(boolean often) { return found(\"shop.Hidden\", often); }
    static int other(boolean often) { return found(\"of.others.Thing\", often); }
    static int served(boolean often) {
        return Cart.class.getResourceAsStream(\"/META-INF/services/shop.Rates\") == null ? (often ? 1 : 2) : 3;
    }
    static int ofTests(boolean often) { return found(\"org.junit.Test\", often); }
    static int ofJdk(boolean often) { return found(\"java.util.concurrent.Later\", often); }
}
";
    let rest = "package shop; class Rest { } class Hidden { }";
    let folder = folder_with(&[("shop/Cart.java", text), ("shop/Rest.java", rest), ("classes/none.txt", "")]);
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped(
            "a_class_is_absent_where_all_of_its_package_or_of_the_class_path_is_seen",
            "JDK",
        );
    };
    let home = jdk.home().display().to_string();
    // The methods of which a mutant is killed, but for the one that all others call.
    let followed = |options: &[&str]| -> BTreeSet<String> {
        let (kills, _) = generated(folder.path(), "shop/Cart.java", &[options, &["--jdk", &home]].concat());
        let method =
            |kill: &String| kill.trim_start_matches("shop.Cart.").split('(').next().map(str::to_owned);
        kills.iter().filter_map(method).filter(|method| method != "found").collect()
    };
    let named = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(followed(&["--source-path", "."]), named(&["own"]));
    assert_eq!(
        followed(&["--source-path", ".", "--class-path", "classes"]),
        named(&["other", "own", "served"])
    );
    assert_eq!(followed(&["--class-path", "classes"]), named(&["other", "served"]));
    assert_eq!(followed(&[]), named(&[]));
}

#[test]
fn arrays_of_a_type_variable_are_read_as_what_they_are() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("arrays_of_a_type_variable_are_read_as_what_they_are", "JDK");
    };
    let text = "public class Row<T extends Comparable<T>> {
    T[] cells;
    T[][] more;
    @SuppressWarnings(\"unchecked\")
    public Row(int n) {
        cells = (T[]) new Comparable[n + 1];
        more = (T[][]) new Comparable[n][2];
    }
    public void put(int at, T value) { cells[at] = value; }
}";
    let folder = folder_with(&[("Row.java", text)]);
    let home = jdk.home().display().to_string();
    let (kills, tests) = generated(folder.path(), "Row.java", &["--jdk", &home]);
    assert!(kills.iter().any(|kill| kill.contains("<init>")), "{kills:?}");
    assert!(tests.contains("((Row) "), "{tests}");
}

#[test]
fn sets_of_truth_values_are_outcomes_like_others() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("sets_of_truth_values_are_outcomes_like_others", "JDK");
    };
    let text = "import java.util.*;
class Both { static Set<Boolean> of(boolean x, int n) { return new HashSet<>(List.of(x, n > 3)); } }";
    let folder = folder_with(&[("Both.java", text)]);
    let home = jdk.home().display().to_string();
    let (kills, _) = generated(folder.path(), "Both.java", &["--jdk", &home]);
    assert!(!kills.is_empty());
}
