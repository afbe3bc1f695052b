//! Random sequences of calls on classes of the JDK, as Java: a class holds many, and `run(k)` gives what the k-th one saw.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::subjects::{CHAINS, Chain, SUBJECTS, Subject};

/// How many sequences a class holds: one of each subject.
pub(super) const IN_A_CLASS: usize = SUBJECTS.len() + CHAINS.len();

/// The source of the class with this number. Its sequences go through the subjects in turn.
pub(super) fn class(seed: u64, number: usize) -> String {
    let mut methods = String::new();
    let mut cases = String::new();
    for k in 0..IN_A_CLASS {
        let place = (number * IN_A_CLASS + k) as u64;
        let mut maker =
            Maker { rng: ChaCha8Rng::seed_from_u64(seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)) };
        let body = maker.body(place as usize);
        methods += &format!(
            "    static String run{k}() {{\n        StringBuilder b = new StringBuilder();\n{body}        return b.toString();\n    }}\n"
        );
        cases += &format!("            case {k}: return run{k}();\n");
    }
    include_str!("Sequences.java")
        .replace("NAME", &name(number))
        .replace("/*CASES*/", &cases)
        .replace("/*METHODS*/", &methods)
}

pub(super) fn name(number: usize) -> String {
    format!("Sequences{number}")
}

/// What the sequences with this number in their classes are about, for a ranking.
pub(super) fn subject(place: usize) -> &'static str {
    let at = place % IN_A_CLASS;
    SUBJECTS.get(at).map_or_else(|| CHAINS[at - SUBJECTS.len()].name, |subject| subject.name)
}

struct Maker {
    rng: ChaCha8Rng,
}

impl Maker {
    fn body(&mut self, place: usize) -> String {
        let at = place % IN_A_CLASS;
        match SUBJECTS.get(at) {
            Some(subject) => self.calls(subject),
            None => self.chains(&CHAINS[at - SUBJECTS.len()]),
        }
    }

    fn calls(&mut self, subject: &Subject) -> String {
        let start = self.pick(subject.starts);
        let mut body = format!("        {} x = {start};\n", subject.ty);
        for _ in 0..self.rng.random_range(3..12) {
            let call = self.pick(subject.calls);
            body += &match call.strip_prefix('!') {
                Some(statement) => guarded(&format!("{statement}; b.append(\"done;\");")),
                None => guarded(&format!("put(b, {call});")),
            };
        }
        body + &guarded(&format!("put(b, {});", subject.shows))
    }

    /// Expressions that go from type to type by calls.
    fn chains(&mut self, chain: &Chain) -> String {
        let mut body = String::new();
        for _ in 0..4 {
            let (mut ty, text) = *chain.starts.choose(&mut self.rng).expect("a start");
            let mut text = self.filled(text);
            for left in (0..self.rng.random_range(1..6)).rev() {
                let fits = |step: &&(&str, &str, &str)| step.0 == ty && (left == 0) == step.1.is_empty();
                let steps: Vec<_> = chain.steps.iter().filter(fits).collect();
                let Some(&&(_, next, step)) = steps.choose(&mut self.rng) else { break };
                text += &self.filled(step);
                if next.is_empty() {
                    ty = next;
                    break;
                }
                ty = next;
            }
            if !ty.is_empty() {
                let ends: Vec<_> =
                    chain.steps.iter().filter(|step| step.0 == ty && step.1.is_empty()).collect();
                let end = ends.choose(&mut self.rng).expect("an end").2;
                text += &self.filled(end);
            }
            body += &guarded(&format!("put(b, {text});"));
        }
        body
    }

    fn pick(&mut self, templates: &[&str]) -> String {
        let template = *templates.choose(&mut self.rng).expect("a template");
        self.filled(template)
    }

    /// A template with its holes, `#` and a letter, filled.
    fn filled(&mut self, template: &str) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once('#') {
            text += before;
            let hole = behind.chars().next().expect("a hole");
            text += &self.value(hole);
            rest = &behind[hole.len_utf8()..];
        }
        text + rest
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of hole")]
    fn value(&mut self, hole: char) -> String {
        const WORDS: [&str; 14] =
            ["", "a", "b", "ab", "abc", "kiwi", "Apple", "zebra", "12", "-3", "x y", "\\u00e9", "BB", "Aa"];
        const NUMBERS: [&str; 14] = [
            "0",
            "1",
            "-1",
            "7",
            "10",
            "-25",
            "100",
            "1024",
            "99999",
            "-123456789",
            "12345678901234567890",
            "-98765432109876543210",
            "340282366920938463463374607431768211456",
            "65537",
        ];
        const DECIMALS: [&str; 12] = [
            "0",
            "1",
            "-1",
            "0.5",
            "2.50",
            "-3.14159",
            "1E+3",
            "1E-7",
            "123456789.987654321",
            "99.995",
            "-0.005",
            "10.000",
        ];
        const DOUBLES: [&str; 10] =
            ["0.0", "-0.0", "1.0", "0.5", "-2.25", "1234567.875", "1e-3", "3.0", "100.0", "-0.125"];
        const PREDICATES: [&str; 4] =
            ["n -> n % 2 == 0", "n -> n > 3", "n -> n == null || n < 5", "n -> true"];
        const PATTERNS: [&str; 12] = [
            "a+",
            "[a-c]*d?",
            "(\\\\w+)\\\\s(\\\\w+)",
            "\\\\d{2,3}",
            "(a|b)+?c",
            "^x.*y$",
            "(?i)AB",
            "\\\\bk\\\\w*",
            "(.)\\\\1",
            "[^0-9]+",
            "(?<n>[a-z])=(\\\\d)",
            "x*+y",
        ];
        const TEXTS: [&str; 8] = [
            "",
            "aab bcd",
            "kiwi 12 345",
            "x=1,y=22,zz=333",
            "Hello, World",
            "abcabcabd",
            "xxxyyy\\nxy",
            "a1b22c333",
        ];
        const DATES: [&str; 6] = [
            "LocalDate.of(2024, 2, 29)",
            "LocalDate.of(1999, 12, 31)",
            "LocalDate.EPOCH",
            "LocalDate.of(2023, 1, 1)",
            "LocalDate.of(-5, 3, 4)",
            "LocalDate.ofYearDay(2000, 366)",
        ];
        const COLORS: [&str; 4] = ["Color.RED", "Color.GREEN", "Color.BLUE", "Color.GREY"];
        const FORMATS: [&str; 8] =
            ["0", "0.00", "#,##0.##", "000.0", "0.###E0", "#%", "'x'0.0;(0.0)", "#.##"];
        let (word, text) = (|w: &str| format!("\"{w}\""), |w: &str| w.to_owned());
        let rng = &mut self.rng;
        match hole {
            'i' => rng.random_range(-3..14).to_string(),
            'n' => rng.random_range(0..9).to_string(),
            'm' => rng.random_range(-1..6).to_string(),
            'k' => rng.random_range(-1000..100_000).to_string(),
            'l' => format!("{}L", rng.random_range(-1_000_000_000_000i64..1_000_000_000_000)),
            's' => word(WORDS.choose(rng).expect("a word")),
            'c' => format!("'{}'", ['a', 'b', 'Z', '1', ' ', '_'].choose(rng).expect("a character")),
            'B' => format!("new BigInteger(\"{}\")", NUMBERS.choose(rng).expect("a number")),
            'D' => format!("new BigDecimal(\"{}\")", DECIMALS.choose(rng).expect("a number")),
            'd' => text(DOUBLES.choose(rng).expect("a number")),
            'p' => text(PREDICATES.choose(rng).expect("a predicate")),
            'r' => word(PATTERNS.choose(rng).expect("a pattern")),
            't' => word(TEXTS.choose(rng).expect("a text")),
            'L' => text(DATES.choose(rng).expect("a date")),
            'e' => text(COLORS.choose(rng).expect("a constant")),
            'f' => word(FORMATS.choose(rng).expect("a format")),
            'R' => format!(
                "RoundingMode.{}",
                ["UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"]
                    .choose(rng)
                    .expect("a mode")
            ),
            'x' => {
                let numbers: Vec<String> =
                    (0..rng.random_range(0..7)).map(|_| rng.random_range(-3..14).to_string()).collect();
                numbers.join(", ")
            }
            'w' => {
                let words: Vec<String> =
                    (0..rng.random_range(1..6)).map(|_| word(WORDS.choose(rng).expect("a word"))).collect();
                words.join(", ")
            }
            _ => panic!("no such hole: {hole}"),
        }
    }
}

fn guarded(statement: &str) -> String {
    format!(
        "        try {{ {statement} }} catch (RuntimeException e) {{ b.append(e.getClass().getName()); }}\n"
    )
}
