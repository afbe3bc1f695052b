//! Which classes and services are certainly nowhere where a JVM looks for them: code may ask for one by its name that is there at times,
//! and do without. What the sources, the class path and the JDK have says nothing of a class that whoever runs the tests adds. So a class
//! is absent only where the package's folder of the named source path lacks it, or where the class path is named, and
//! the package is neither the JDK's nor that of something that runs tests.

use std::path::{Path, PathBuf};

use crate::reading;
use crate::sema::program::{ClassId, Program};

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
        // Others are those of arrays, and of nothing.
        let is_plain = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        };
        // Tests stand beside what they test, and there may be more of them.
        if !name.split('.').all(is_plain) || is_of_others(name) || name.contains("Test") {
            return false;
        }
        let known = self.tables.package_ids.get(package).map(|&id| &self.tables.packages[id]);
        let is_of_user = |&class: &ClassId| !self.role(class).is_foreign();
        let is_seen = match known.filter(|known| known.classes.values().any(is_of_user)) {
            // Others of it may be generated, into another folder.
            Some(own) => own.complete,
            None => self.has_class_path(),
        };
        is_seen
            && !self.is_unreadable(name)
            && !self.may_declare(package, simple.split('$').next().unwrap_or(simple))
    }

    /// Whether nobody provides a service: there was no resource of this name, which would list who does.
    pub fn lacks_service(&self, resource: &str) -> bool {
        let service = resource.strip_prefix("META-INF/services/");
        self.has_class_path() && service.is_some_and(|service| !is_of_others(service))
    }

    /// Whether there is a class file, and what the JVM makes of it is another thing than that there is none.
    fn is_unreadable(&self, name: &str) -> bool {
        self.class_files.as_ref().is_some_and(|files| files.find(&name.replace('.', "/")).is_err())
    }

    fn has_class_path(&self) -> bool {
        self.class_files.as_ref().is_some_and(|files| files.has_class_path())
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
        let folder = |root: &Path| package.split('.').fold(root.to_owned(), |folder, part| folder.join(part));
        let entries = self.source_root().and_then(|root| std::fs::read_dir(folder(root)).ok());
        let paths = entries.into_iter().flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "java"))
    }
}

fn is_of_others(name: &str) -> bool {
    OF_JDKS.iter().chain(&OF_TESTS).any(|prefix| name.starts_with(prefix))
}
