//! How test classes and their methods are called. These are options of the report, so that whoever reads one finds its tests
//! again (`confirm`, and the next run in the same folder).

use indexmap::IndexMap;
use serde_json::Value;

/// What stands in a pattern for the simple name of the class under test.
const CLASS: &str = "{class}";

/// How the words of a method's name are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Case {
    /// `classifyOf3And4And5Returns1`: no underscores, no two capitals in a row.
    #[default]
    Camel,
    /// `classify_of_3_4_5_returns_1`
    Snake,
}

impl Case {
    /// The key among the options of a report.
    pub const OPTION: &'static str = "names";
    /// Between two numbers.
    const AND: &'static str = "And";

    pub const fn name(self) -> &'static str {
        match self {
            Self::Camel => "camel",
            Self::Snake => "snake",
        }
    }

    /// How the methods of a report's tests are called.
    pub fn of(options: &IndexMap<String, Value>) -> Self {
        let is_snake = options.get(Self::OPTION).and_then(Value::as_str) == Some(Self::Snake.name());
        if is_snake { Self::Snake } else { Self::Camel }
    }

    /// A name whose words stand between underscores.
    pub fn join(self, words: &str) -> String {
        match self {
            Self::Snake => words.to_owned(),
            Self::Camel => camel(words),
        }
    }
}

/// The first word begins with two letters of which the second is small, as style guides want it.
fn camel(words: &str) -> String {
    let mut name = String::new();
    for word in words.split('_').filter(|word| !word.is_empty()) {
        let word = without_runs(word);
        let mut letters = word.chars();
        let Some(first) = letters.next() else { continue };
        if name.ends_with(|c: char| c.is_ascii_digit()) && first.is_ascii_digit() {
            name.push_str(Case::AND);
        }
        if name.is_empty() {
            let is_short =
                !letters.clone().next().is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
            name.push_str(if is_short { "test" } else { "" });
        }
        // Two capitals in a row would look like an abbreviation.
        let is_small = name.is_empty() || name.ends_with(|c: char| c.is_ascii_uppercase());
        name.push(if is_small { first.to_ascii_lowercase() } else { first.to_ascii_uppercase() });
        for letter in letters {
            let follows_capital = name.ends_with(|c: char| c.is_ascii_uppercase());
            name.push(if follows_capital { letter.to_ascii_lowercase() } else { letter });
        }
    }
    name
}

/// `IoException` of `IOException`, `Earth` of `EARTH`.
fn without_runs(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let is_capital = |at: usize| letters.get(at).is_some_and(char::is_ascii_uppercase);
    let is_small = |at: usize| letters.get(at).is_some_and(char::is_ascii_lowercase);
    let mut text = String::with_capacity(word.len());
    for (at, &letter) in letters.iter().enumerate() {
        let begins_word = is_small(at + 1) && !text.ends_with(|c: char| c.is_ascii_uppercase());
        let is_within = at > 0 && is_capital(at - 1) && is_capital(at) && !begins_word;
        text.push(if is_within { letter.to_ascii_lowercase() } else { letter });
    }
    text
}

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
    fn camels_have_no_two_capitals_in_a_row_and_numbers_stay_apart() {
        let named = |words: &str| Case::Camel.join(words);
        assert_eq!(named("classify_of_3_minus_4_5_returns_minus_1"), "classifyOf3Minus4And5ReturnsMinus1");
        assert_eq!(named("f_of_1_throws_IOException"), "testFof1ThrowsIoException");
        assert_eq!(named("isInner_on_EARTH_returns_NaN"), "isInnerOnEarthReturnsNaN");
        assert_eq!(named("next_of_a_returns_b"), "nextOfAreturnsB");
        assert_eq!(named("new_S_of_0"), "newSof0");
        for name in ["toURL_of_x", "xOffset_of_A", "NaN_of_BCd_E_F"].map(named) {
            let capitals = name.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_uppercase));
            assert!(!capitals && name.as_bytes()[1].is_ascii_lowercase(), "{name}");
        }
    }

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
