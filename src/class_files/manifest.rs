//! A jar's manifest: what it says of the whole jar, and the jars and folders that it names beside it.

use std::path::{Path, PathBuf};

/// The attributes of its first section; those of the others are of single entries.
#[derive(Debug, Default)]
pub(super) struct Manifest(Vec<(String, String)>);

impl Manifest {
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let lines = whole_lines(bytes).into_iter().take_while(|line| !line.is_empty());
        let attribute = |line: Vec<u8>| {
            let line = String::from_utf8_lossy(&line).into_owned();
            line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        };
        Self(lines.filter_map(attribute).collect())
    }

    /// Whether it has classes for several versions of Java.
    pub(super) fn is_multi_release(&self) -> bool {
        self.value("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// What it adds to a class path behind its own jar, in its order: what is there, and is what its name says.
    pub(super) fn class_path(&self, jar: &Path) -> Vec<PathBuf> {
        // Places are told from the file itself, not from a link to it.
        let real = if jar.is_symlink() { jar.canonicalize().ok() } else { None };
        let folder = real.as_deref().unwrap_or(jar).parent().unwrap_or(Path::new(""));
        let named = self.value("Class-Path").unwrap_or_default().split_ascii_whitespace();
        named.filter_map(|url| place(url, folder)).collect()
    }

    /// Of an attribute that stands there twice the JVM takes the later one.
    fn value(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| &**value)
    }
}

/// A line has 72 bytes at most; what is longer goes on in the next one, behind a space. This may split a character.
fn whole_lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let text = bytes.split_inclusive(|&byte| byte == b'\n').flat_map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line).split(|&byte| byte == b'\r')
    });
    for line in text {
        match (line.strip_prefix(b" "), lines.last_mut()) {
            (Some(more), Some(last)) => last.extend(more),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Where a URL leads from the folder of a jar, as the JVM has it: one that ends with `/` to a folder, another one to a jar, and
/// one of another protocol than `file:`, or of another host, nowhere.
fn place(url: &str, folder: &Path) -> Option<PathBuf> {
    let path = match url.split_once(':') {
        Some((protocol, path)) => Some(path).filter(|_| protocol.eq_ignore_ascii_case("file"))?,
        None => url,
    };
    let of_this_host = match path.strip_prefix("//") {
        Some(host) => host.strip_prefix("localhost").or(Some(host)).filter(|path| path.starts_with('/'))?,
        None => path,
    };
    let path = decoded(of_this_host).filter(|path| !path.is_empty())?;
    let is_folder = matches!(path.rsplit('/').next(), Some("" | "." | ".."));
    // `/C:/lib/a.jar` is `C:/lib/a.jar`.
    let is_on_drive = cfg!(windows) && path.starts_with('/') && path.get(2..3) == Some(":");
    let found = folder.join(if is_on_drive { &path[1..] } else { &path });
    let is_there = if is_folder { found.is_dir() } else { found.is_file() };
    is_there.then(|| found.components().collect())
}

/// With `%20` for a space; `None` where an escape is none.
fn decoded(url: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = url.split('%');
    bytes.extend(parts.next()?.bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).ok()
}
