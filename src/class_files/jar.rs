//! A jar: a zip file of classes, perhaps with others for later versions of Java (JEP 238).

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use crate::class_files::manifest::Manifest;
use crate::reading;

/// A larger entry is no class file: the format holds no more than this by far. Nor is it a resource that a run should read.
pub(super) const MAX_ENTRY: u64 = 64 << 20;
const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";

#[derive(Debug)]
pub(super) struct Jar {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The entry of each class: `java/util/Map` by number.
    classes: FxHashMap<Box<str>, usize>,
    packages: HashSet<Box<str>>,
    class_path: Vec<PathBuf>,
}

impl Jar {
    /// Reads the index. Of a class that is there for several versions of Java the one for `version` is taken, as the JVM of
    /// that version does.
    pub(super) fn open(path: &Path, version: u32) -> Result<Self, String> {
        let file = reading::open(path).map_err(|e| e.to_string())?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
        // A name that is no text is no class's.
        let names: Vec<String> = archive.file_names().filter_map(|n| n.ok().map(String::from)).collect();
        let manifest = manifest(&mut archive)?;
        let is_versioned = manifest.is_multi_release();
        let mut found: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
        for name in &names {
            let Some(class) = name.strip_suffix(".class") else { continue };
            let (of_version, class) = match class.strip_prefix(VERSIONS) {
                Some(versioned) => {
                    let Some((number, class)) = versioned.split_once('/') else { continue };
                    let Ok(number) = number.parse::<u32>() else { continue };
                    (number, class)
                }
                None if class.starts_with("META-INF/") => continue,
                None => (0, class),
            };
            let Some(index) = archive.index_for_name(name) else { continue };
            if of_version > 0 && (!is_versioned || of_version > version) {
                continue;
            }
            let entry = found.entry(class).or_insert((of_version, index));
            if of_version >= entry.0 {
                *entry = (of_version, index);
            }
        }
        let package = |class: &&str| class.rsplit_once('/').map_or("", |(package, _)| package).into();
        Ok(Self {
            packages: found.keys().map(package).collect(),
            classes: found.into_iter().map(|(class, (_, index))| (class.into(), index)).collect(),
            archive: Mutex::new(archive),
            class_path: manifest.class_path(path),
        })
    }

    /// What its manifest names to stand behind it on a class path.
    pub(super) fn class_path(&self) -> &[PathBuf] {
        &self.class_path
    }

    /// Whether it has classes in the package `java/util`.
    pub(super) fn has_package(&self, package: &str) -> bool {
        self.packages.contains(package)
    }

    /// The class file of `java/util/Map`.
    pub(super) fn class(&self, name: &str) -> Option<Result<Vec<u8>, String>> {
        let index = *self.classes.get(name)?;
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        Some(entry(&mut archive, index))
    }

    /// The entry of this name; why not, where there is one for some versions of Java alone.
    pub(super) fn resource(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of_version = |entry: &str| {
            entry
                .strip_prefix(VERSIONS)
                .is_some_and(|rest| rest.split_once('/').is_some_and(|(_, n)| n == name))
        };
        if archive.file_names().any(|entry| entry.is_ok_and(|entry| is_of_version(&entry))) {
            return Err("there is one for some versions of Java".to_owned());
        }
        archive.index_for_name(name).map(|index| entry(&mut archive, index)).transpose()
    }

    /// Each class with the checksum of its file, as the index tells it.
    pub(super) fn checksums(&self) -> Vec<(String, u32)> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let checksum =
            |archive: &mut ZipArchive<_>, index| archive.by_index_raw(index).map_or(0, |e| e.crc32());
        self.classes.iter().map(|(name, &index)| (name.to_string(), checksum(&mut archive, index))).collect()
    }

    /// All its classes, sorted.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.classes.keys().map(|name| &**name).collect();
        names.sort_unstable();
        names
    }
}

fn manifest(archive: &mut ZipArchive<BufReader<File>>) -> Result<Manifest, String> {
    let Some(index) = archive.index_for_name(MANIFEST) else { return Ok(Manifest::default()) };
    let text = entry(archive, index).map_err(|error| format!("{MANIFEST}: {error}"))?;
    Ok(Manifest::parse(&text))
}

pub(super) fn entry(archive: &mut ZipArchive<BufReader<File>>, index: usize) -> Result<Vec<u8>, String> {
    let file = archive.by_index(index).map_err(|e| e.to_string())?;
    let mut content = Vec::new();
    // The size that the index tells is not believed.
    file.take(MAX_ENTRY + 1).read_to_end(&mut content).map_err(|e| e.to_string())?;
    if content.len() as u64 > MAX_ENTRY {
        return Err(format!("it has more than {} MB", MAX_ENTRY >> 20));
    }
    Ok(content)
}
