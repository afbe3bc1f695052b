//! The image of a JDK, `lib/modules`: its classes by module, in one file.
//!
//! The format is the JDK's own (`jdk.internal.jimage`): a header of seven words; a redirect table and a table of offsets,
//! which together are a perfect hash of the names; the locations, each a list of attributes; the strings of which names are
//! made; and the contents. All but the contents is read when an image is opened. The crates that read it panic on images
//! that `jlink` has compressed or that are cut off, or bring a command line of their own; so it is read here.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

const MAGIC: u32 = 0xCAFE_DADA;
/// Major version 1, minor 0.
const VERSION: u32 = 1 << 16;
const HEADER: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;

/// The attributes of a location.
const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const UNCOMPRESSED: usize = 7;
const ATTRIBUTES: usize = 8;

#[derive(Debug)]
pub(super) struct Image {
    file: Mutex<File>,
    length: u64,
    /// Everything before the contents.
    index: Vec<u8>,
    big_endian: bool,
    /// How many entries the two tables have.
    entries: u32,
    /// Where the offsets, the locations and the strings begin in the index.
    offsets: usize,
    locations: usize,
    strings: usize,
}

/// A location's attributes by number.
type Location = [u64; ATTRIBUTES];

impl Image {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let big_endian = u32::from_be_bytes([header[0], header[1], header[2], header[3]]) == MAGIC;
        let word = |n: usize| word_at(&header, 4 * n, big_endian).unwrap_or_default();
        if word(0) != MAGIC || word(1) != VERSION {
            return Err(invalid("it is no image of a JDK, or one of a version that is not known"));
        }
        let (entries, locations_size, strings_size) = (word(4), word(5), word(6));
        let offsets = HEADER as u64 + 4 * u64::from(entries);
        let locations = offsets + 4 * u64::from(entries);
        let strings = locations + u64::from(locations_size);
        let end = strings + u64::from(strings_size);
        if entries == 0 || end > length {
            return Err(invalid("it is cut off"));
        }
        let mut index = vec![0; end as usize];
        index[..HEADER].copy_from_slice(&header);
        file.read_exact(&mut index[HEADER..])?;
        Ok(Self {
            file: Mutex::new(file),
            length,
            index,
            big_endian,
            entries,
            offsets: offsets as usize,
            locations: locations as usize,
            strings: strings as usize,
        })
    }

    /// The module that has the package `java.util`.
    pub(super) fn module_of(&self, package: &str) -> io::Result<Option<String>> {
        let Some(content) = self.content(&format!("/packages/{package}"))? else { return Ok(None) };
        for pair in content.chunks_exact(8) {
            let is_empty = word_at(pair, 0, self.big_endian) != Some(0);
            let name = word_at(pair, 4, self.big_endian).and_then(|at| self.string(u64::from(at)));
            if let (false, Some(name)) = (is_empty, name) {
                return Ok(Some(name.to_owned()));
            }
        }
        Ok(None)
    }

    /// What is stored under a name such as `/java.base/java/util/Map.class`.
    pub(super) fn content(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(location) = self.location(name) else { return Ok(None) };
        if location[COMPRESSED] != 0 {
            return Err(invalid(
                "its classes are compressed (by `jlink --compress`), which is not read: name another JDK by JATPG_JDK",
            ));
        }
        let start = (self.index.len() as u64).checked_add(location[OFFSET]);
        let end = start.and_then(|start| start.checked_add(location[UNCOMPRESSED]));
        let (Some(start), Some(end)) = (start, end) else { return Err(invalid("it is damaged")) };
        if end > self.length {
            return Err(invalid("it is cut off"));
        }
        let mut content = vec![0; (end - start) as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut content)?;
        Ok(Some(content))
    }

    /// All names, in the order of the table.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.entries).filter_map(|n| self.full_name(&self.location_at(n)?))
    }

    fn location(&self, name: &str) -> Option<Location> {
        let slot = hash(name, HASH_MULTIPLIER) % self.entries;
        let redirect = word_at(&self.index, HEADER + 4 * slot as usize, self.big_endian)? as i32;
        let slot = match redirect {
            0 => return None,
            direct if direct < 0 => direct.checked_add(1)?.unsigned_abs(),
            seed => hash(name, seed as u32) % self.entries,
        };
        // The hash is perfect for the names that are there; another name may meet any of them.
        self.location_at(slot).filter(|location| self.full_name(location).as_deref() == Some(name))
    }

    fn location_at(&self, slot: u32) -> Option<Location> {
        if slot >= self.entries {
            return None;
        }
        let offset = word_at(&self.index, self.offsets + 4 * slot as usize, self.big_endian)? as usize;
        let mut at = self.locations.checked_add(offset)?;
        let mut location = Location::default();
        loop {
            let head = *self.index.get(at).filter(|_| at < self.strings)?;
            let (kind, length) = ((head >> 3) as usize, (head & 7) as usize + 1);
            if kind == 0 {
                return Some(location);
            }
            let value = self.index.get(at + 1..at + 1 + length)?;
            *location.get_mut(kind)? = value.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            at += 1 + length;
        }
    }

    fn full_name(&self, location: &Location) -> Option<String> {
        let [module, parent, base, extension] =
            [MODULE, PARENT, BASE, EXTENSION].map(|kind| self.string(location[kind]));
        let (module, parent, base, extension) = (module?, parent?, base?, extension?);
        let mut name = String::with_capacity(module.len() + parent.len() + base.len() + extension.len() + 4);
        if !module.is_empty() {
            name.extend(["/", module, "/"]);
        }
        if !parent.is_empty() {
            name.extend([parent, "/"]);
        }
        name.push_str(base);
        if !extension.is_empty() {
            name.extend([".", extension]);
        }
        Some(name)
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let start = self.strings.checked_add(usize::try_from(offset).ok()?)?;
        let bytes = self.index.get(start..)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        std::str::from_utf8(&bytes[..end]).ok()
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn word_at(bytes: &[u8], at: usize, big_endian: bool) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(if big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
}

fn hash(name: &str, seed: u32) -> u32 {
    let step = |hash: u32, byte: u8| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte);
    name.bytes().fold(seed, step) & 0x7FFF_FFFF
}
