//! Texts that the regular expressions of the code match, and some that they nearly match: nobody comes by `AB-1234` by drawing letters.
//!
//! Candidates are only inputs that are run, so nothing here is exact: what Java has and the crate has not is translated where that is
//! little, left out where it only says what stands around (lookaround, back references), and else gives no texts.

use std::collections::BTreeSet;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use crate::jvm::value::JavaString;
use crate::sema::program::Program;
use crate::sema::typed_tree::{Body, Constant, ExprId, ExprKind};

/// Longer texts are not read any more, and a run over one tells nothing that one over a shorter does not.
const LONGEST: usize = 64;
/// A longer constant that nothing visibly takes as a pattern is prose or a program.
const LONGEST_LOOKING: usize = 256;
/// A pattern of a longer list of alternatives has words, and its first ones do for all.
const MOST_ALTERNATIVES: usize = 8;
/// More levels of groups than code has; the walk calls itself for each.
const DEEPEST: u32 = 50;
/// Parts of a pattern that one text may go through: a text is written at once, and what repeats the empty text in itself again and
/// again never gets too long.
const STEPS: usize = 4_096;
/// How often something is repeated for which a pattern has no upper bound, or a high one.
const REPEATED: u32 = 3;
/// What a class of characters stands for, if it has one of them: words first, then numbers that do not begin with zero.
const ORDINARY: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890";

/// What a call takes as a pattern.
pub(super) enum Taken {
    /// `text.matches("[a-z]+")`, `Pattern.compile(MASK)`.
    Constant(JavaString),
    /// `Pattern.compile(mask)`: which constant comes here is not looked for.
    Other,
}

/// `None` for a call that takes no pattern, and for what is no call.
pub(super) fn taken(program: &Program, body: &Body, kind: &ExprKind) -> Option<Taken> {
    let ExprKind::Call(call) = kind else { return None };
    let method = &program.methods[call.method];
    let takes_pattern = match &*program.classes[method.class].qualified_name {
        "java.lang.String" => ["matches", "replaceAll", "replaceFirst", "split"].contains(&&*method.name),
        "java.util.regex.Pattern" => ["compile", "matches"].contains(&&*method.name),
        _ => false,
    };
    let first = call.arguments.first().filter(|_| takes_pattern)?;
    Some(constant_text(body, *first).map_or(Taken::Other, Taken::Constant))
}

/// Whether a constant may be a pattern that the code puts into a list, an array or an object before something takes it. Where nothing
/// is seen to take such a one, it has to repeat a class of characters: marks of patterns stand in prose, too.
pub(super) fn looks_like_pattern(text: &JavaString, is_awaited: bool) -> bool {
    let is_mark = |unit: &u16| u8::try_from(*unit).is_ok_and(|byte| b"[\\+*(|{?".contains(&byte));
    if text.units().len() > LONGEST_LOOKING || !text.units().iter().any(is_mark) {
        return false;
    }
    let hir = String::from_utf16(text.units()).ok().and_then(|text| parsed(&text));
    hir.is_some_and(|hir| is_awaited || repeats_class(&hir, false))
}

fn repeats_class(hir: &Hir, is_repeated: bool) -> bool {
    match hir.kind() {
        HirKind::Class(_) => is_repeated,
        // `[y/n]?` ends a question.
        HirKind::Repetition(repetition) => {
            repeats_class(&repetition.sub, is_repeated || repetition.max != Some(1))
        }
        HirKind::Capture(group) => repeats_class(&group.sub, is_repeated),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().any(|part| repeats_class(part, is_repeated))
        }
        HirKind::Empty | HirKind::Literal(_) | HirKind::Look(_) => false,
    }
}

pub(super) fn constant_text(body: &Body, expr: ExprId) -> Option<JavaString> {
    let node = &body.exprs[expr];
    match (&node.constant, &node.kind) {
        (Some(Constant::String(text)), _) => Some(text.clone()),
        (_, ExprKind::Convert { operand, .. }) => constant_text(body, *operand),
        _ => None,
    }
}

/// The shortest text that the pattern matches, an ordinary one, a long one and one for each alternative, and texts beside these; none
/// for what is no pattern.
pub(super) fn texts(pattern: &JavaString) -> BTreeSet<JavaString> {
    let Some(hir) = String::from_utf16(pattern.units()).ok().and_then(|pattern| parsed(&pattern)) else {
        return BTreeSet::new();
    };
    let ordinary = (0..alternatives(&hir)).filter_map(|at| Sample::new(Repeat::Ordinary, at).text(&hir));
    let mut matching: Vec<String> = ordinary.collect();
    matching.extend(Sample::new(Repeat::Least, 0).text(&hir));
    matching.extend(Sample::new(Repeat::Most, 0).text(&hir));
    let beside: Vec<String> = matching.first().map_or(Vec::new(), |text| beside(text));
    matching.iter().chain(&beside).map(|text| JavaString::from(text.as_str())).collect()
}

/// A character too few at either end, another class of character at either end, and the text with something around it.
fn beside(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let around = format!("x{text}y");
    let ([first, behind @ ..], [before @ .., last]) = (&letters[..], &letters[..]) else {
        return vec![around];
    };
    let other = |letter: &char| if letter.is_alphabetic() { '7' } else { 'x' };
    vec![
        before.iter().collect(),
        behind.iter().collect(),
        before.iter().copied().chain([other(last)]).collect(),
        [other(first)].into_iter().chain(behind.iter().copied()).collect(),
        around,
    ]
}

fn parsed(pattern: &str) -> Option<Hir> {
    ParserBuilder::new().nest_limit(DEEPEST).build().parse(&translated(pattern)).ok()
}

/// In the crate's syntax, without what only says what stands around.
fn translated(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if let Some(lookaround) = ["(?=", "(?!", "(?<=", "(?<!"].iter().find(|open| rest.starts_with(**open))
        {
            rest = behind_group(&rest[lookaround.len()..]);
        } else if let Some(behind) = rest.strip_prefix("(?>") {
            text.push_str("(?:");
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix('\\') {
            rest = escape(behind, &mut text);
        } else {
            text.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    text
}

/// What stands behind the parenthesis that closes an open group.
fn behind_group(inside: &str) -> &str {
    let (mut open, mut is_escaped) = (1, false);
    for (at, letter) in inside.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &inside[at + 1..];
        }
    }
    ""
}

/// Writes the escape of which the backslash was read, and gives what stands behind it.
fn escape<'t>(behind: &'t str, text: &mut String) -> &'t str {
    let Some(letter) = behind.chars().next() else {
        text.push('\\');
        return behind;
    };
    let rest = &behind[letter.len_utf8()..];
    match letter {
        'Q' => {
            let (quoted, rest) = rest.split_once("\\E").unwrap_or((rest, ""));
            text.push_str(&regex_syntax::escape(quoted));
            return rest;
        }
        'p' | 'P' => return property(letter == 'P', rest, text),
        'k' => return rest.split_once('>').map_or("", |(_, rest)| rest),
        // A back reference.
        '1'..='9' => {}
        'Z' => text.push_str("\\z"),
        'h' => text.push_str("[ \\t]"),
        'R' => text.push_str("\\n"),
        'e' => text.push_str("\\x1B"),
        '<' | '>' => text.push(letter),
        'G' => {}
        _ => {
            text.push('\\');
            text.push(letter);
        }
    }
    rest
}

/// `{Alpha}` is of ASCII, as in `[[:alpha:]]`; other properties have the names that Unicode gives them.
fn property<'t>(is_negated: bool, behind: &'t str, text: &mut String) -> &'t str {
    const POSIX: [&str; 11] =
        ["Alnum", "Alpha", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space", "Upper"];
    let braced = behind.strip_prefix('{').and_then(|behind| behind.split_once('}'));
    let not = if is_negated { "^" } else { "" };
    match braced {
        Some((name, rest)) if POSIX.contains(&name) || name == "XDigit" || name == "ASCII" => {
            text.push_str(&format!("[[:{not}{}:]]", name.to_lowercase()));
            rest
        }
        _ => {
            text.push_str(if is_negated { "\\P" } else { "\\p" });
            behind
        }
    }
}

/// The most alternatives that stand beside one another.
fn alternatives(hir: &Hir) -> usize {
    let inside = match hir.kind() {
        HirKind::Alternation(parts) => parts.iter().map(alternatives).max().unwrap_or(1).max(parts.len()),
        HirKind::Concat(parts) => parts.iter().map(alternatives).max().unwrap_or(1),
        HirKind::Capture(group) => alternatives(&group.sub),
        HirKind::Repetition(repetition) => alternatives(&repetition.sub),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => 1,
    };
    inside.min(MOST_ALTERNATIVES)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    Least,
    Ordinary,
    Most,
}

/// One text of a pattern, while it is written.
struct Sample {
    repeat: Repeat,
    alternative: usize,
    text: String,
    steps: usize,
}

impl Sample {
    const fn new(repeat: Repeat, alternative: usize) -> Self {
        Self { repeat, alternative, text: String::new(), steps: STEPS }
    }

    fn text(mut self, hir: &Hir) -> Option<String> {
        self.write(hir)?;
        Some(self.text)
    }

    /// `None` where it gets too long or takes too long, or nothing matches.
    fn write(&mut self, hir: &Hir) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text.push_str(std::str::from_utf8(&literal.0).ok()?),
            HirKind::Class(class) => {
                let letter = self.letter(class)?;
                self.text.push(letter);
            }
            HirKind::Repetition(repetition) => {
                for _ in 0..self.times(repetition) {
                    self.write(&repetition.sub)?;
                }
            }
            HirKind::Capture(group) => self.write(&group.sub)?,
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.write(part))?,
            HirKind::Alternation(parts) => self.write(parts.get(self.alternative % parts.len().max(1))?)?,
        }
        (self.text.len() <= LONGEST).then_some(())
    }

    fn times(&self, repetition: &Repetition) -> u32 {
        let (least, most) = (repetition.min, repetition.max.unwrap_or(u32::MAX));
        match self.repeat {
            Repeat::Least => least,
            Repeat::Ordinary => least.max(most.min(2)),
            Repeat::Most => least.max(most.min(least.saturating_add(REPEATED))),
        }
    }

    /// In the shortest text the first that the class has: `1111-11-11` is a date. In others one after the other.
    fn letter(&self, class: &Class) -> Option<char> {
        let Class::Unicode(class) = class else { return None };
        let has = |letter: &char| class.iter().any(|range| (range.start()..=range.end()).contains(letter));
        let ordinary: Vec<char> = ORDINARY.chars().filter(has).collect();
        let turn = if self.repeat == Repeat::Least { 0 } else { self.text.len() + self.alternative };
        let known = (!ordinary.is_empty()).then(|| ordinary[turn % ordinary.len()]);
        known.or_else(|| class.iter().next().map(|range| range.start()))
    }
}

#[cfg(test)]
mod tests {
    use super::{looks_like_pattern, texts};
    use crate::jvm::value::JavaString;

    fn has(pattern: &str, text: &str) -> bool {
        texts(&JavaString::from(pattern)).contains(&JavaString::from(text))
    }

    #[test]
    fn a_pattern_has_texts_that_it_matches_and_near_misses() {
        assert!(has("[A-Z]{3}-\\d{4}", "AAA-1111"));
        for text in ["ABC-5678", "ABC-567", "7BC-5678"] {
            assert!(has("[A-Z]{3}-\\d{4}", text), "{text}");
        }
        assert!(
            has("yes|no|perhaps", "yes") && has("yes|no|perhaps", "no") && has("yes|no|perhaps", "perhaps")
        );
        assert!(has("(?=a)\\p{Alpha}\\Q.*\\E\\Z", "a.*"));
        assert!(has("(?>x)++", "x"));
    }

    #[test]
    fn what_is_no_pattern_and_what_matches_endless_texts_gives_none() {
        assert!(texts(&JavaString::from("(")).is_empty());
        assert!(texts(&JavaString::from("a{1000}")).is_empty());
        assert!(texts(&JavaString::from("((((a?){60}){60}){60}){60}")).is_empty());
    }

    #[test]
    fn constants_look_like_patterns_by_classes_that_are_repeated() {
        let looks = |text: &str, is_awaited| looks_like_pattern(&JavaString::from(text), is_awaited);
        for text in ["[A-Z]{3}-x", "(a|b)*", "\\w+@x", "(key|\\d)+="] {
            assert!(looks(text, false), "{text}");
        }
        for text in ["yes|no", "Is it (or not)?", "a+b", "Go on [y/n]?"] {
            assert!(!looks(text, false) && looks(text, true), "{text}");
        }
        for text in ["a.b", "plain", "", "[A-Z", "*.java"] {
            assert!(!looks(text, true), "{text}");
        }
        assert!(!looks(&"[a-z]+ ".repeat(40), true));
    }
}
