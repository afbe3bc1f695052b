//! The table of limits (`docs/src/builder/limits.md`): read from the sources, so that each number stands there once, with the reason that is
//! written beside it. A limit that the table lacks, or that says nothing of itself, fails here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::corpus::files_under;

const PAGE: &str = "docs/src/builder/limits.md";
/// What comes behind it is made by this test.
const MADE: &str = "<!-- From here on the page is made of the sources: see `tests/docs/limits.rs`. -->\n";

/// Where numbers are no limits: Java's own, those of file formats and encodings, places of fields, sizes in pictures.
const NO_LIMITS: [&str; 21] = [
    "src/analysis/sketch.rs",
    "src/cfg/lower/exception.rs",
    "src/class_files/header.rs",
    "src/class_files/image.rs",
    "src/class_files/java_home.rs",
    "src/class_files/version.rs",
    "src/driver/literals.rs",
    "src/exec/compiled/mod.rs: CURRENT_THREAD",
    "src/exec/grown.rs",
    "src/exec/lower/driver.rs",
    "src/exec/native.rs",
    "src/exec/natives",
    "src/exec/observe/containers.rs: BASE",
    "src/exec/slot.rs",
    "src/jvm",
    "src/report/json.rs",
    "src/report/svg.rs",
    "src/sema/class_checks.rs",
    "src/symbolic/bounds.rs: INFINITE",
    "src/syntax/tree.rs",
    "src/versions/world.rs",
];

/// Limits that share what is said of them: one comment, then constants on lines of their own.
struct Group {
    constants: Vec<(String, String)>,
    said: String,
}

/// The name, the type and the value of a constant that one line declares.
fn constant(line: &str) -> Option<(&str, &str, &str)> {
    let line = line.trim();
    let line = line
        .strip_prefix("pub ")
        .or_else(|| line.strip_prefix("pub(").and_then(|l| l.split_once(") ").map(|l| l.1)))
        .unwrap_or(line);
    let (name, rest) = line.strip_prefix("const ")?.split_once(": ")?;
    let (kind, value) = rest.split_once(" = ")?;
    let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let of = kind.trim_start_matches('[').split([';', ']']).next().unwrap_or(kind);
    let counts = ["u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "f64", "SizeLimits", "Patience"]
        .contains(&of);
    (is_name && counts).then_some((name, kind, value.strip_suffix(';')?))
}

/// The limits of one file, but of its own tests.
fn groups(path: &str, text: &str) -> Vec<Group> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let mut groups: Vec<Group> = Vec::new();
    let (mut said, mut is_open) = (String::new(), false);
    for line in code.lines() {
        if let Some(comment) = line.trim().strip_prefix("///") {
            said = if is_open { String::new() } else { said } + " " + comment.trim();
            is_open = false;
        } else if let Some((name, _, value)) = constant(line) {
            let is_none = |place: &&str| match place.split_once(": ") {
                Some((file, constant)) => (file, constant) == (path, name),
                None => path.starts_with(*place),
            };
            if NO_LIMITS.iter().any(is_none) {
                said.clear();
                continue;
            }
            match groups.last_mut().filter(|_| is_open) {
                Some(group) => group.constants.push((name.to_owned(), value.to_owned())),
                None => {
                    let constants = vec![(name.to_owned(), value.to_owned())];
                    groups.push(Group { constants, said: said.trim().to_owned() });
                }
            }
            said.clear();
            is_open = true;
        } else if !line.trim().starts_with("#[") {
            said.clear();
            is_open = false;
        }
    }
    groups
}

fn table() -> String {
    let mut table = String::new();
    let mut stage = String::new();
    let mut silent = Vec::new();
    for path in files_under("src", "rs") {
        let path = path.to_string_lossy().replace('\\', "/");
        for group in groups(&path, &fs::read_to_string(&path).expect("a text")) {
            let inside = path.trim_start_matches("src/");
            let own = inside.split('/').next().unwrap_or_default().trim_end_matches(".rs");
            if stage != own {
                own.clone_into(&mut stage);
                let _ = write!(
                    table,
                    "\n## {own}\n\n| limit | value | what it bounds, and why |\n| --- | --- | --- |\n"
                );
            }
            if group.said.is_empty() {
                silent.push(format!("{path}: {}", group.constants[0].0));
            }
            let names: Vec<String> = group.constants.iter().map(|(name, _)| format!("`{name}`")).collect();
            let values: Vec<&str> = group.constants.iter().map(|(_, value)| &**value).collect();
            let said = group.said.replace('|', "\\|").replace("[`", "`").replace("`]", "`");
            let _ = writeln!(table, "| `{inside}` {} | {} | {said} |", names.join(", "), values.join("; "));
        }
    }
    assert!(silent.is_empty(), "they say nothing of themselves:\n{}", silent.join("\n"));
    table
}

/// `INSTA_UPDATE=always` writes the page, as it accepts snapshots.
#[test]
fn the_table_of_limits_is_that_of_the_sources() {
    let page = fs::read_to_string(PAGE).expect("the page");
    let (own, made) = page.split_once(MADE).expect("the line before the table");
    let table = table();
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        fs::write(PAGE, format!("{own}{MADE}{table}")).expect("the page can be written");
        return;
    }
    let differs = made.lines().zip(table.lines()).find(|(a, b)| a != b);
    assert!(made == table, "{PAGE} is not that of the sources (INSTA_UPDATE=always writes it): {differs:?}");
}

#[test]
fn what_is_no_limit_is_there() {
    for place in NO_LIMITS {
        let (file, name) = place.split_once(": ").unwrap_or((place, ""));
        assert!(Path::new(file).exists(), "{file}");
        assert!(
            name.is_empty() || fs::read_to_string(file).expect(file).contains(&format!("const {name}: ")),
            "{place}"
        );
    }
}
