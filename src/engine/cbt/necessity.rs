//! The table of necessity constraints (DeMillo and Offutt, Tables 1 and 2): by operator, what a test has to bring about at the
//! mutated place. One row is read in two ways: as a constraint over the terms of the place, and as words for a person.
//!
//! A constraint is necessary and not sufficient: a state that differs may meet again with the original's.

use crate::mutate::mutant::Mutant;

/// What has to hold where the mutated code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// The least part that the mutant changes has another value: `X ≠ Y`, `e1 ρ e2 ≠ e1 φ e2`.
    Differs,
    /// Of an absolute value that is put in: e < 0, e > 0, e = 0, by what is put in.
    Sign,
    /// That it runs is enough, or the paper has no template.
    Reached,
}

/// The rows that say something else than that the place is reached.
const TABLE: [(&str, Template); 39] = [
    ("AORB", Template::Differs),
    ("AORS", Template::Differs),
    ("AODU", Template::Differs),
    ("AODS", Template::Differs),
    ("AOIU", Template::Differs),
    ("AOIS", Template::Differs),
    ("ROR", Template::Differs),
    ("COR", Template::Differs),
    ("COD", Template::Differs),
    ("COI", Template::Differs),
    ("SOR", Template::Differs),
    ("LOR", Template::Differs),
    ("LOI", Template::Differs),
    ("LOD", Template::Differs),
    ("ASRS", Template::Differs),
    ("VDL", Template::Differs),
    ("ODL", Template::Differs),
    ("CDL", Template::Differs),
    ("ABS", Template::Sign),
    ("UOI", Template::Differs),
    ("AAR", Template::Differs),
    ("MABS", Template::Sign),
    ("ACR", Template::Differs),
    ("AOR", Template::Differs),
    ("ASR", Template::Differs),
    ("CAR", Template::Differs),
    ("CNR", Template::Differs),
    ("CSR", Template::Differs),
    ("LCR", Template::Differs),
    ("MROR", Template::Differs),
    ("SAR", Template::Differs),
    ("SCR", Template::Differs),
    ("SVR", Template::Differs),
    // The paper's Table 2: the values differ always. In Java -0 is 0, so that -e needs e ≠ 0.
    ("MUOI", Template::Differs),
    ("CRP", Template::Differs),
    ("SRC", Template::Differs),
    ("IAOR", Template::Differs),
    ("BOR", Template::Differs),
    ("IVI", Template::Differs),
];

/// The row of an operator.
pub fn template(operator: &str) -> Template {
    TABLE.iter().find(|(name, _)| *name == operator).map_or(Template::Reached, |(_, template)| *template)
}

/// The sign of a value that its absolute value, the negative of that, and a trap at zero ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Negative,
    Positive,
    Zero,
}

/// Which of the three an absolute value that was put in is.
pub fn sign(mutant: &Mutant) -> Sign {
    let text: String = mutant.replacement.split_whitespace().collect();
    match () {
        () if text.contains("Trap.equal(") => Sign::Zero,
        () if text.contains("-Math.abs(") => Sign::Positive,
        () => Sign::Negative,
    }
}

/// What a test has to do at the place, in words and Java: `` `a + b` and `a - b` differ ``.
pub fn in_words(mutant: &Mutant) -> Option<String> {
    let text = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (original, replacement) = (text(&mutant.original), text(&mutant.replacement));
    if original.is_empty() || replacement.is_empty() {
        return None;
    }
    Some(match template(mutant.operator) {
        Template::Reached => return None,
        Template::Sign => {
            let wanted = match sign(mutant) {
                Sign::Negative => "< 0",
                Sign::Positive => "> 0",
                Sign::Zero => "== 0",
            };
            format!("`{original}` {wanted}")
        }
        Template::Differs => match (&*original, &*replacement) {
            // A statement has no value.
            (_, text) if text.ends_with(';') => return None,
            (_, "true") => format!("`{original}` is false"),
            (_, "false") => format!("`{original}` is true"),
            _ => format!("`{original}` and `{replacement}` have different values"),
        },
    })
}
