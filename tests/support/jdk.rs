//! Finding a JDK. Tests that ask a real JVM are skipped *by name* where there is none.
//!
//! The standard JDK is the one that `JATPG_JDK` or `JAVA_HOME` names (a home folder), or whose
//! `java` is on the `PATH`; the newer one is named by `JATPG_JDK_NEW` or lies in `/usr/lib/jvm`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::sema::load::LoadOptions;

/// A JDK with its compiler.
#[derive(Clone, Debug)]
pub(crate) struct Jdk {
    home: PathBuf,
    feature: u32,
}

impl Jdk {
    /// The JDK that everything is compared with; at least 17.
    pub(crate) fn standard() -> Option<Self> {
        candidates(&["JATPG_JDK", "JAVA_HOME"])
            .chain(home_on_path())
            .filter_map(|home| Self::at(&home))
            .find(|jdk| jdk.feature >= 17)
    }

    /// A JDK of version 19 or later, with today's text of floating-point numbers.
    pub(crate) fn newer() -> Option<Self> {
        let installed = candidates(&["JATPG_JDK_NEW"]).chain(installed_homes());
        installed
            .filter_map(|home| Self::at(&home))
            .chain(Self::standard())
            .find(|jdk| jdk.feature >= 25)
            .or_else(|| installed_homes().filter_map(|home| Self::at(&home)).find(|jdk| jdk.feature >= 21))
    }

    fn at(home: &Path) -> Option<Self> {
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
        let feature = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        home.join("bin/javac").exists().then(|| Self { home: home.to_owned(), feature })
    }

    /// The version: 17, 25.
    pub(crate) fn feature(&self) -> u32 {
        self.feature
    }

    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// The options by which a program sees its classes.
    pub(crate) fn load_options(&self) -> LoadOptions {
        self.load_options_with("")
    }

    /// The same with those of a class path.
    pub(crate) fn load_options_with(&self, class_path: &str) -> LoadOptions {
        let home = JavaHome::at(&self.home).expect("a JDK");
        let class_path = ClassPath::parse(class_path).expect("a class path");
        let files = ClassFiles::open(&class_path, Some(&home)).expect("class files");
        LoadOptions { class_files: Some(Arc::new(files)), ..LoadOptions::default() }
    }

    /// The same with the classes of a source, which are compiled into the folder.
    pub(crate) fn load_options_of(&self, folder: &Path, (name, text): (&str, &str)) -> LoadOptions {
        let source = folder.join(name);
        std::fs::write(&source, text).expect("a file");
        let compiled = self.javac().arg("-d").arg(folder).arg(&source).status();
        assert!(compiled.expect("javac").success(), "{text}");
        self.load_options_with(&folder.display().to_string())
    }

    pub(crate) fn javac(&self) -> Command {
        Command::new(self.home.join("bin/javac"))
    }

    pub(crate) fn java(&self) -> Command {
        Command::new(self.home.join("bin/java"))
    }
}

/// Writes a jar of entries.
pub(crate) fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut jar = zip::ZipWriter::new(std::fs::File::create(path).expect("a file"));
    for (name, content) in entries {
        jar.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        jar.write_all(content).expect("an entry");
    }
    jar.finish().expect("a jar");
}

/// Says on standard error that a test did not run, and why: a skipped test must not look passed.
pub(crate) fn skipped(test: &str, missing: &str) {
    eprintln!("SKIPPED {test}: no {missing} was found (set JATPG_JDK, JATPG_JDK_NEW or JAVA_HOME)");
}

fn candidates(variables: &[&str]) -> impl Iterator<Item = PathBuf> {
    variables.iter().filter_map(std::env::var_os).map(PathBuf::from).collect::<Vec<_>>().into_iter()
}

fn home_on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join("java"))
        .filter_map(|java| java.canonicalize().ok())
        .find_map(|java| Some(java.parent()?.parent()?.to_owned()))
}

fn installed_homes() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let mut homes: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    homes.sort();
    homes.into_iter()
}
