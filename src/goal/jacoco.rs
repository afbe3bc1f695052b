//! A coverage report of JaCoCo as XML: by source file and line, how many branches were covered and missed.

use std::collections::BTreeMap;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// What JaCoCo counted on one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    pub missed: u32,
    pub covered: u32,
}

/// Those that have branches, by number.
pub type Lines = BTreeMap<u32, Branches>;

/// A report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Jacoco {
    /// By package, with slashes, and file name: the lines that have branches.
    files: BTreeMap<(String, String), Lines>,
}

/// Why a text is none.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum JacocoError {
    #[error("it is no XML: {0}")]
    Xml(String),
    #[error(
        "it is XML, and no report of JaCoCo: that is a <report> with <sourcefile> elements in its <package> elements"
    )]
    Other,
    #[error("<line> needs `{0}`, a number")]
    Number(&'static str),
}

impl Jacoco {
    pub fn parse(text: &str) -> Result<Self, JacocoError> {
        let xml = |error: &dyn std::fmt::Display| JacocoError::Xml(error.to_string());
        let mut reader = Reader::from_str(text);
        let (mut jacoco, mut is_report, mut depth) = (Self::default(), false, 0_usize);
        let (mut package, mut file) = (String::new(), None);
        loop {
            let event = reader.read_event().map_err(|error| xml(&error))?;
            let (element, is_open) = match &event {
                Event::Start(element) => (element, true),
                Event::Empty(element) => (element, false),
                Event::End(element) => {
                    depth = depth.saturating_sub(1);
                    if element.name().as_ref() == "sourcefile" {
                        file = None;
                    }
                    continue;
                }
                Event::Eof if is_report && depth == 0 => return Ok(jacoco),
                Event::Eof if is_report => {
                    return Err(JacocoError::Xml("it ends within an element".to_owned()));
                }
                Event::Eof => return Err(JacocoError::Other),
                _ => continue,
            };
            match element.name().as_ref() {
                "report" if depth == 0 => is_report = true,
                _ if depth == 0 => return Err(JacocoError::Other),
                "package" => package = attribute(element, "name")?.unwrap_or_default(),
                "sourcefile" if is_open => {
                    file = Some((package.clone(), attribute(element, "name")?.unwrap_or_default()));
                }
                "line" => {
                    if let Some(file) = &file {
                        jacoco.add(file, element)?;
                    }
                }
                _ => {}
            }
            depth += usize::from(is_open);
        }
    }

    /// Of a file that several groups name, what any of them covers is covered.
    fn add(&mut self, file: &(String, String), line: &BytesStart<'_>) -> Result<(), JacocoError> {
        let number = |name: &'static str| {
            let text = attribute(line, name)?.ok_or(JacocoError::Number(name))?;
            text.parse::<u32>().map_err(|_| JacocoError::Number(name))
        };
        let branches = Branches { missed: number("mb")?, covered: number("cb")? };
        let lines = self.files.entry(file.clone()).or_default();
        if branches != Branches::default() {
            let known = lines.entry(number("nr")?).or_insert(branches);
            if branches.covered > known.covered {
                *known = branches;
            }
        }
        Ok(())
    }

    /// The lines of a source file; `None` where the report does not know it.
    pub fn lines(&self, package: &str, path: &Path) -> Option<&Lines> {
        let name = path.file_name()?.to_string_lossy().into_owned();
        self.files.get(&(package.replace('.', "/"), name))
    }

    /// The line whose branches those of a condition are counted with: javac puts all jumps of an expression of several lines on that on
    /// which its statement begins.
    pub fn line_of(lines: &Lines, line: u32) -> Option<(u32, Branches)> {
        lines.range(..=line).next_back().map(|(&line, &branches)| (line, branches))
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, JacocoError> {
    let found = element.try_get_attribute(name).map_err(|error| JacocoError::Xml(error.to_string()))?;
    let text = |value: quick_xml::events::attributes::Attribute<'_>| {
        value.normalized_value(quick_xml::XmlVersion::Implicit1_0).map(std::borrow::Cow::into_owned)
    };
    found.map(text).transpose().map_err(|error| JacocoError::Xml(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="all"><sessioninfo id="a" start="1" dump="2"/><group name="core"><package name="shop/cart">
<class name="shop/cart/Cart" sourcefilename="Cart.java"><method name="total" desc="()I" line="3"/></class>
<sourcefile name="Cart.java"><line nr="3" mi="0" ci="3" mb="0" cb="0"/><line nr="4" mi="1" ci="3" mb="1" cb="3"/>
<counter type="BRANCH" missed="1" covered="3"/></sourcefile></package></group></report>"#;

    #[test]
    fn branches_are_read_by_file_and_line() {
        let jacoco = Jacoco::parse(REPORT).expect("a report");
        let lines = jacoco.lines("shop.cart", Path::new("src/shop/cart/Cart.java")).expect("a file");
        assert_eq!(lines.iter().collect::<Vec<_>>(), [(&4, &Branches { missed: 1, covered: 3 })]);
        assert_eq!(Jacoco::line_of(lines, 6), Some((4, Branches { missed: 1, covered: 3 })));
        assert_eq!(Jacoco::line_of(lines, 3), None);
        assert_eq!(jacoco.lines("", Path::new("Cart.java")), None);
    }

    #[test]
    fn what_is_no_report_is_told() {
        for (text, expected) in [
            ("", JacocoError::Other),
            ("<html></html>", JacocoError::Other),
            ("{}", JacocoError::Other),
            (
                "<report><package name='p'><sourcefile name='A.java'><line nr='1' mb='x' cb='0'/></sourcefile></package></report>",
                JacocoError::Number("mb"),
            ),
        ] {
            assert_eq!(Jacoco::parse(text), Err(expected), "{text}");
        }
        for text in ["<report><package>", "<report></package>", "<report", "<report><package name=></report>"]
        {
            assert!(matches!(Jacoco::parse(text), Err(JacocoError::Xml(_))), "{text}");
        }
    }
}
