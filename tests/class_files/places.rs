//! Folders, jars and the image of a JDK as places of classes.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::{ClassFile, ClassFileError, ClassFiles};

use crate::support::jdk::{self, Jdk};

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

/// A jar of entries.
fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut jar = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in entries {
        jar.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        jar.write_all(content).unwrap();
    }
    jar.finish().unwrap();
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
