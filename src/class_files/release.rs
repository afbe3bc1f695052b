//! What an earlier release had of the JDK's classes (`--release N`): the JDK's `lib/ct.sym`, a zip of headers, of which an entry
//! `9AB/java.base/java/util/Map.sig` is the one of releases 9, 10 and 11 (JEP 247). Of what was not public nothing stands there.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use crate::class_files::header::{ClassFile, Name};
use crate::class_files::{jar, read};
use crate::reading;

/// What a release had of a class of the JDK.
#[derive(Clone, Debug)]
pub enum Earlier {
    /// No release is asked for, or the JDK's own: all that it has.
    All,
    /// The class is younger.
    Nothing,
    /// What its header was then.
    Header(Arc<ClassFile>),
}

/// The headers of one release.
#[derive(Debug)]
pub(super) struct Release {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The entry of each class: `java/util/Map` by number.
    entries: FxHashMap<Box<str>, usize>,
    /// What was asked for.
    read: Mutex<FxHashMap<Name, Earlier>>,
}

impl Release {
    /// Reads the index.
    pub(super) fn open(symbols: &Path, release: u32) -> Result<Self, String> {
        let file = reading::open(symbols).map_err(|e| e.to_string())?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
        let letter = char::from_digit(release, 36).map(|digit| digit.to_ascii_uppercase());
        let letter = letter.ok_or_else(|| format!("it has no release {release}"))?;
        let mut entries = FxHashMap::default();
        for name in archive.file_names().filter_map(Result::ok) {
            let Some((releases, path)) = name.strip_suffix(".sig").and_then(|name| name.split_once('/'))
            else {
                continue;
            };
            let Some((_module, class)) = path.split_once('/') else { continue };
            if releases.contains(letter)
                && let Some(index) = archive.index_for_name(&name)
            {
                entries.insert(class.into(), index);
            }
        }
        if entries.is_empty() {
            return Err(format!("it has no release {release}"));
        }
        Ok(Self { archive: Mutex::new(archive), entries, read: Mutex::default() })
    }

    pub(super) fn class(&self, name: &Name) -> Result<Earlier, String> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(name) {
            return Ok(known.clone());
        }
        let found = match self.entries.get(&**name) {
            None => Earlier::Nothing,
            Some(&index) => {
                let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
                let header = read::class_file(&jar::entry(&mut archive, index)?)?;
                Earlier::Header(Arc::new(header))
            }
        };
        read.insert(name.clone(), found.clone());
        Ok(found)
    }
}
