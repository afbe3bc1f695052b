//! Which classes are certainly nowhere where a JVM looks for them: code may ask for a class by its name that is there at times, and
//! do without. What the sources, the class path and the JDK have says nothing of a class that whoever runs the tests adds. So a class
//! is absent only where the package's folder of the named source path lacks it, or where the class path is named, and
//! the package is neither the JDK's nor that of something that runs tests.

use std::path::PathBuf;

use crate::reading;
use crate::sema::program::Program;

/// How the names of classes begin that a JVM has, of one release or another.
const OF_JDKS: [&str; 11] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "com.oracle.",
    "com.ibm.",
    "netscape.",
    "org.ietf.",
    "org.w3c.",
    "org.xml.",
];

/// How the names of classes begin that are there because tests are run.
const OF_TESTS: [&str; 8] = [
    "org.junit.",
    "junit.",
    "org.hamcrest.",
    "org.opentest4j.",
    "org.apiguardian.",
    "org.jacoco.",
    "org.apache.maven.",
    "worker.org.gradle.",
];

impl Program {
    /// Whether a class of this binary name (`a.b.C$D`), which was not found, is not there when tests run.
    pub fn lacks_class(&self, name: &str) -> bool {
        let Some((package, simple)) = name.rsplit_once('.') else { return false };
        // Others are those of arrays.
        let is_of_class = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        if !is_of_class || begins(&OF_JDKS) || begins(&OF_TESTS) {
            return false;
        }
        let own = self.tables.package_ids.get(package).map(|&id| &self.tables.packages[id]);
        let is_seen =
            match own.filter(|own| own.classes.values().any(|&class| !self.role(class).is_foreign())) {
                // Others of it may be generated, into another folder.
                Some(own) => own.complete,
                None => self.class_files.as_ref().is_some_and(|files| files.has_class_path()),
            };
        is_seen && !self.may_declare(package, simple.split('$').next().unwrap_or(simple))
    }

    /// Whether a file of the package may declare a class that the file need not be named after.
    fn may_declare(&self, package: &str, class: &str) -> bool {
        let words = ["class", "interface", "enum", "record"].map(|word| format!("{word} {class}"));
        self.files_of_package(package).any(|path| {
            reading::text(&path).map_or(true, |text| words.iter().any(|word| text.contains(word)))
        })
    }

    /// The sources in a package's folder, where that is known.
    pub(super) fn files_of_package(&self, package: &str) -> impl Iterator<Item = PathBuf> {
        let folder = |root: &std::path::Path| {
            package.split('.').fold(root.to_owned(), |folder, part| folder.join(part))
        };
        let entries = self.source_root().and_then(|root| std::fs::read_dir(folder(root)).ok());
        let paths = entries.into_iter().flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "java"))
    }
}
