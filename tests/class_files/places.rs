//! Folders, jars and the image of a JDK as places of classes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::class_files::{ClassFile, ClassFileError, ClassFiles};

use crate::support::jdk::{self, Jdk, jar};

/// Compiles files of one folder into another one.
fn compile(jdk: &Jdk, folder: &Path, files: &[(&str, &str)], classes: &Path) {
    for (name, text) in files {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    let mut javac = jdk.javac();
    javac.arg("-d").arg(classes).args(files.iter().map(|(name, _)| folder.join(name)));
    assert!(javac.status().unwrap().success());
}

fn open(entries: &[&Path]) -> ClassFiles {
    let text = std::env::join_paths(entries).unwrap();
    ClassFiles::open(&ClassPath::parse(text.to_str().unwrap()).unwrap(), None).unwrap()
}

fn class(files: &ClassFiles, name: &str) -> ClassFile {
    files.find(name).unwrap().unwrap_or_else(|| panic!("{name} is not found")).class.clone()
}

#[test]
fn the_first_place_that_has_a_class_gives_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("the_first_place_that_has_a_class_gives_it", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    compile(
        &jdk,
        folder.path(),
        &[("a/A.java", "package a; public class A { int one; static class In {} }")],
        &one,
    );
    compile(&jdk, folder.path(), &[("a/A.java", "package a; public class A { int two; }")], &two);
    let packed = folder.path().join("two.jar");
    jar(&packed, &[("a/A.class", &fs::read(two.join("a/A.class")).unwrap())]);
    assert_eq!(&*class(&open(&[&one, &packed]), "a/A").fields[0].name, "one");
    let both = open(&[&packed, &one]);
    assert_eq!(&*class(&both, "a/A").fields[0].name, "two");
    // What the first lacks comes from the next one.
    assert!(class(&both, "a/A$In").nested.iter().any(|row| row.outer.as_deref() == Some("a/A")));
    assert!(both.has_package("a").unwrap() && !both.has_package("b").unwrap());
    assert!(both.find("a/../a/A").unwrap().is_none());
    assert!(both.find("a/B").unwrap().is_none());
}

#[test]
fn a_jar_for_several_versions_gives_that_of_the_jdk() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_jar_for_several_versions_gives_that_of_the_jdk", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let bytes = |field: &str| {
        let out = folder.path().join(field);
        compile(&jdk, folder.path(), &[("A.java", &format!("public class A {{ int {field}; }}"))], &out);
        fs::read(out.join("A.class")).unwrap()
    };
    let (base, eleven, late) = (bytes("base"), bytes("eleven"), bytes("late"));
    let packed = folder.path().join("a.jar");
    let versions =
        [("META-INF/versions/11/A.class", &eleven[..]), ("META-INF/versions/99/A.class", &late[..])];
    let manifest = ("META-INF/MANIFEST.MF", &b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n"[..]);
    jar(&packed, &[versions[0], ("A.class", &base), versions[1], manifest]);
    assert_eq!(&*class(&open(&[&packed]), "A").fields[0].name, "eleven");
    // Without the line in its manifest it is a jar like any other.
    jar(&packed, &[versions[0], ("A.class", &base)]);
    assert_eq!(&*class(&open(&[&packed]), "A").fields[0].name, "base");
}

/// A jar whose manifest names these, in lines of 72 bytes.
fn jar_naming(path: &Path, urls: &str) {
    let line = format!("Class-Path: {urls}");
    let parts: Vec<_> = line.as_bytes().chunks(70).map(|part| std::str::from_utf8(part).unwrap()).collect();
    let of_entry = "Name: a/\r\nClass-Path: of-entry.jar\r\n";
    let manifest = format!("Manifest-Version: 1.0\r\n{}\r\n\r\n{of_entry}", parts.join("\r\n "));
    jar(path, &[("META-INF/MANIFEST.MF", manifest.as_bytes()), ("mark", b"")]);
}

/// Prints each place that has a resource.
const SHOW: &str = r#"public class Show { public static void main(String[] arguments) throws Exception {
    for (java.net.URL url : java.util.Collections.list(Show.class.getClassLoader().getResources("mark"))) {
        String place = url.toString().replace("jar:", "").replaceFirst("!?/mark$", "");
        System.out.println(new java.net.URI(place).getPath());
    }
} }"#;

/// The judge is the JVM: each place has a resource of one name.
#[test]
fn what_a_jars_manifest_names_stands_behind_it_as_the_jvm_has_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("what_a_jars_manifest_names_stands_behind_it_as_the_jvm_has_it", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    compile(&jdk, folder.path(), &[("Show.java", SHOW)], &at("shown"));
    for name in ["lib/own", "lib/bare", "lib/example.org"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    for name in ["shown", "lib", "lib/own", "lib/bare"] {
        fs::write(at(name).join("mark"), "").unwrap();
    }
    for name in ["of-entry", "lib/a b", "lib/three", "four", "five", "other", "lib/example.org/host"] {
        jar(&at(&format!("{name}.jar")), &[("mark", b"")]);
    }
    fs::write(at("lib/broken.jar"), "no zip").unwrap();
    let [here, four, five] = ["", "four.jar", "five.jar"].map(|name| at(name).display().to_string());
    let urls = [
        "lib/one.jar gone.jar lib/a%20b.jar lib/broken.jar  lib/three.jar lib/own/ lib/bare other.jar/",
        &format!("file:{four} file://{five} {here}lib/../four.jar"),
    ];
    jar_naming(&at("app.jar"), &urls.join(" "));
    jar_naming(
        &at("lib/one.jar"),
        "../app.jar two.jar ./one.jar FILE:../lib/three.jar //example.org/host.jar",
    );
    jar_naming(&at("lib/two.jar"), "one.jar .");
    jar_naming(&at("web.jar"), "http://localhost:1/other.jar");
    // What is in another folder is told from the file that a link leads to.
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("lib/linked.jar"), at("link.jar")).unwrap();
    jar_naming(&at("lib/linked.jar"), "last.jar");
    jar(&at("lib/last.jar"), &[("mark", b"")]);
    let link = if cfg!(unix) { at("link.jar") } else { at("lib/linked.jar") };
    let entries = [at("shown"), link, at("app.jar"), at("lib/three.jar"), at("web.jar")];
    let mut java = jdk.java();
    java.arg("-cp").arg(std::env::join_paths(&entries).unwrap()).arg("Show");
    let said = String::from_utf8(java.output().unwrap().stdout).unwrap();
    let real = |path: &Path| path.canonicalize().unwrap();
    // What the JVM finds again under another name changes nothing.
    let mut known = HashSet::new();
    let places = said.lines().map(|place| real(Path::new(place)));
    let of_jvm: Vec<_> = places.filter(|place| known.insert(place.clone())).collect();
    let files = open(&entries.each_ref().map(|entry| &**entry));
    let found: Vec<_> = files.class_path().map(|(path, _)| real(path)).collect();
    assert_eq!(found, of_jvm, "{said}");
    assert!(found.ends_with(&["four.jar", "five.jar", "web.jar"].map(|name| real(&at(name)))), "{said}");
}

#[test]
fn packages_that_a_module_keeps_to_itself_are_told_apart() {
    for jdk in super::jdks("packages_that_a_module_keeps_to_itself_are_told_apart") {
        let files = super::image(&jdk);
        let exported = |name: &str| files.find(name).unwrap().map(|found| found.is_exported);
        assert_eq!(exported("java/math/BigDecimal"), Some(true));
        assert_eq!(exported("java/sql/Date"), Some(true));
        assert_eq!(exported("jdk/internal/misc/Unsafe"), Some(false));
        assert_eq!(exported("java/math/BigDecimals"), None);
        assert_eq!(exported("no/such/Thing"), None);
        assert!(
            files.has_package("java.util.regex").unwrap() && !files.has_package("java.util.regexes").unwrap()
        );
    }
}

#[test]
fn what_is_no_jar_or_no_class_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.jar");
    fs::write(&path, "this is no zip file at all").unwrap();
    let text = path.to_str().unwrap();
    let error = ClassFiles::open(&ClassPath::parse(text).unwrap(), None).unwrap_err();
    assert!(matches!(error, ClassFileError::Place { .. }) && error.to_string().starts_with(text), "{error}");
    jar(&path, &[("a/B.class", b"\xCA\xFE\xBA\xBE\0\0\0")]);
    let error = open(&[&path]).find("a/B").unwrap_err();
    let expected = format!("{text}: a/B.class is no class file that can be read: ");
    assert!(error.to_string().starts_with(&expected), "{error}");
}

/// The judge is the JVM, which loads each.
#[test]
fn a_class_that_the_jdk_does_not_run_is_none_that_is_read() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_class_that_the_jdk_does_not_run_is_none_that_is_read", "JDK");
    };
    let folder = tempfile::tempdir().unwrap();
    let classes = folder.path().join("classes");
    let main = "public static void main(String[] a) { }";
    compile(&jdk, folder.path(), &[("A.java", &format!("public class A {{ int base; {main} }}"))], &classes);
    let bytes = fs::read(classes.join("A.class")).unwrap();
    let own = u16::from_be_bytes([bytes[6], bytes[7]]);
    let made_for = |major: u16, minor: u16| {
        let mut bytes = bytes.clone();
        bytes[4..6].copy_from_slice(&minor.to_be_bytes());
        bytes[6..8].copy_from_slice(&major.to_be_bytes());
        bytes
    };
    let home = JavaHome::at(jdk.home()).unwrap();
    let find = |path: &Path| {
        let class_path = ClassPath::parse(path.to_str().unwrap()).unwrap();
        ClassFiles::open(&class_path, Some(&home)).unwrap().find("A").map(|found| found.is_some())
    };
    let runs = |path: &Path| jdk.java().arg("-cp").arg(path).arg("A").output().unwrap().status.success();
    let later = own + 1;
    for (major, minor) in [(own, 0), (later, 0), (own, u16::MAX), (later, u16::MAX), (own - 1, 0), (47, 3)] {
        fs::write(classes.join("A.class"), made_for(major, minor)).unwrap();
        assert_eq!(find(&classes).is_ok(), runs(&classes), "{major}.{minor}");
    }
    fs::write(classes.join("A.class"), made_for(later, 0)).unwrap();
    let told = find(&classes).unwrap_err().to_string();
    let (feature, version) = (jdk.feature(), &home.version);
    let expected =
        format!("{}: A.class is made for Java {}, and JDK {version} runs", classes.display(), feature + 1);
    assert!(told.starts_with(&expected), "{told}");
    // Of a jar for several versions only the class that the JDK takes counts.
    let packed = folder.path().join("a.jar");
    let manifest = ("META-INF/MANIFEST.MF", &b"Manifest-Version: 1.0\nMulti-Release: true\n"[..]);
    let (newer, older) = (made_for(later, 0), made_for(own, 0));
    let late = format!("META-INF/versions/{}/A.class", feature + 1);
    for (entries, is_run) in [
        ([manifest, ("A.class", &older[..]), (&*late, &newer[..])], true),
        ([manifest, ("A.class", &newer), ("META-INF/versions/11/A.class", &older)], true),
        ([manifest, ("A.class", &older), ("META-INF/versions/11/A.class", &newer)], false),
    ] {
        jar(&packed, &entries);
        assert_eq!((find(&packed).is_ok(), runs(&packed)), (is_run, is_run));
    }
}
