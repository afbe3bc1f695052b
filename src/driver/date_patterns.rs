//! Texts of the form that a pattern of dates and times says: `29.02.2024` for `dd.MM.yyyy`. Nobody comes by one by drawing letters; what
//! the code then asks of day and month a run tells, and others come of it.

use crate::jvm::value::JavaString;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{Body, ExprKind};

use super::matching::constant_text;

/// A longer pattern is prose.
const LONGEST: usize = 64;

/// A point in time, by the parts that patterns have letters for.
struct Moment {
    year: u32,
    month: u32,
    day: u32,
    hour: u32,
    minute: u32,
    second: u32,
    month_name: &'static str,
    weekday: &'static str,
}

/// A day that few years have, after noon, and the last second of a year.
const MOMENTS: [Moment; 2] = [
    Moment {
        year: 2024,
        month: 2,
        day: 29,
        hour: 12,
        minute: 30,
        second: 5,
        month_name: "February",
        weekday: "Thursday",
    },
    Moment {
        year: 1999,
        month: 12,
        day: 31,
        hour: 23,
        minute: 59,
        second: 59,
        month_name: "December",
        weekday: "Friday",
    },
];

/// The constant that a call or a creation takes as a pattern of dates.
pub(super) fn taken(program: &Program, body: &Body, kind: &ExprKind) -> Option<JavaString> {
    let (method, first) = match kind {
        ExprKind::Call(call) => (call.method, call.arguments.first()),
        ExprKind::New { constructor, arguments, .. } => (*constructor, arguments.first()),
        _ => return None,
    };
    constant_text(body, *first.filter(|_| takes_pattern(program, method))?)
}

fn takes_pattern(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    match &*program.classes[m.class].qualified_name {
        "java.time.format.DateTimeFormatter" => &*m.name == "ofPattern",
        "java.text.SimpleDateFormat" => m.is_constructor(),
        _ => false,
    }
}

/// A text for each moment; none for what is no pattern, or has other letters than those of dates and times.
pub(super) fn texts(pattern: &JavaString) -> Vec<JavaString> {
    let Some(pattern) = String::from_utf16(pattern.units()).ok().filter(|text| text.len() <= LONGEST) else {
        return Vec::new();
    };
    let texts = MOMENTS.iter().filter_map(|moment| moment.written(&pattern));
    texts.map(|text| text.as_str().into()).collect()
}

impl Moment {
    fn written(&self, pattern: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            if first == '\'' {
                let (quoted, behind) = rest[1..].split_once('\'')?;
                text.push_str(if quoted.is_empty() { "'" } else { quoted });
                rest = behind;
                continue;
            }
            let behind = rest.trim_start_matches(first);
            let run = &rest[..rest.len() - behind.len()];
            match first.is_ascii_alphabetic() {
                true => text.push_str(&self.field(first, run.len())?),
                // What stands in brackets may be left out; it is there.
                false => text.extend(run.chars().filter(|c| !"[]".contains(*c))),
            }
            rest = behind;
        }
        Some(text)
    }

    /// What so many letters stand for.
    fn field(&self, letter: char, width: usize) -> Option<String> {
        let number = |value: u32| format!("{value:0>width$}");
        let name = |name: &str| if width > 3 { name.to_owned() } else { name[..3].to_owned() };
        Some(match letter {
            'y' | 'u' | 'Y' if width == 2 => number(self.year % 100),
            'y' | 'u' | 'Y' => number(self.year),
            'M' | 'L' if width > 2 => name(self.month_name),
            'M' | 'L' => number(self.month),
            'd' => number(self.day),
            'E' => name(self.weekday),
            'H' => number(self.hour),
            'h' => number((self.hour + 11) % 12 + 1),
            'm' => number(self.minute),
            's' => number(self.second),
            'S' => number(0),
            'a' => "PM".to_owned(),
            'Z' => "+0000".to_owned(),
            'z' => "UTC".to_owned(),
            'X' => "Z".to_owned(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::texts;

    #[test]
    fn letters_become_what_they_stand_for() {
        let texts = |pattern: &str| -> Vec<String> {
            let texts = texts(&pattern.into());
            texts.iter().map(|text| text.to_string_lossy().to_string()).collect()
        };
        assert_eq!(texts("dd.MM.yyyy"), ["29.02.2024", "31.12.1999"]);
        assert_eq!(texts("EEE, d MMM yy"), ["Thu, 29 Feb 24", "Fri, 31 Dec 99"]);
        assert_eq!(texts("yyyy-MM-dd'T'hh:mm[:ss] a"), ["2024-02-29T12:30:05 PM", "1999-12-31T11:59:59 PM"]);
        assert_eq!(texts("#,##0.0Q"), [""; 0]);
    }
}
