//! How test classes are called. It is one of the report's options, so that whoever reads a report finds its test classes
//! again (`confirm`, and the next run in the same folder).

use indexmap::IndexMap;
use serde_json::Value;

/// What stands in a pattern for the simple name of the class under test.
const CLASS: &str = "{class}";

/// The pattern of the names of test classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    before: String,
    after: String,
}

impl Naming {
    /// The key among the options of a report.
    pub const OPTION: &'static str = "test_name";
    /// Unlike any name that people or other tools give to a test class.
    pub const DEFAULT: &'static str = "{class}JatpgTest";

    /// Reads a pattern such as `{class}GeneratedTest`; says what is wrong with one that makes no name.
    pub fn read(pattern: &str) -> Result<Self, String> {
        let wanted = format!("it is to be a Java name that contains {CLASS}, such as {}", Self::DEFAULT);
        let Some((before, after)) = pattern.split_once(CLASS) else { return Err(wanted) };
        let is_part = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'));
        if !is_part(before) || !is_part(after) || before.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(wanted);
        }
        if before.is_empty() && after.is_empty() {
            return Err(format!("a test class needs another name than its class; {wanted}"));
        }
        Ok(Self { before: before.to_owned(), after: after.to_owned() })
    }

    /// The naming of a report's test classes.
    pub fn of(options: &IndexMap<String, Value>) -> Self {
        let pattern = options.get(Self::OPTION).and_then(Value::as_str);
        pattern.and_then(|pattern| Self::read(pattern).ok()).unwrap_or_default()
    }

    /// The pattern as it is read.
    pub fn pattern(&self) -> String {
        format!("{}{CLASS}{}", self.before, self.after)
    }

    /// The simple name of the test class of a class.
    pub fn test_class(&self, class: &str) -> String {
        format!("{}{class}{}", self.before, self.after)
    }
}

impl Default for Naming {
    fn default() -> Self {
        Self { before: String::new(), after: Self::DEFAULT.replace(CLASS, "") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_makes_a_name_from_the_class() {
        let named = |pattern: &str| Naming::read(pattern).map(|naming| naming.test_class("Cart"));
        assert_eq!(named("{class}GeneratedTest").as_deref(), Ok("CartGeneratedTest"));
        assert_eq!(named("Test{class}").as_deref(), Ok("TestCart"));
        for wrong in ["", "Test", "{class}", "{class}-Test", "1{class}", "a/{class}", "{class}{class}"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
