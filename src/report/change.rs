//! What a mutant changes, as a person sees it: on one line, not too wide, and with the difference in sight.

use crate::report::junit::code::{self, Token};

/// `original → replacement` on one line, each side of so many characters; what one does not need the other may have.
pub fn change(original: &str, replacement: &str, side: usize) -> String {
    let (original, replacement) = (one_line(original), one_line(replacement));
    let replacement = if replacement.is_empty() { "(deleted)".to_owned() } else { replacement };
    let length = |text: &str| text.chars().count();
    if length(&original) + length(&replacement) <= 2 * side {
        return format!("{original} → {replacement}");
    }
    let (original, replacement) = difference(&original, &replacement, side);
    let room = |other: &str| 2 * side - length(other).min(side);
    format!("{} → {}", shortened(&original, room(&replacement)), shortened(&replacement, room(&original)))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// On one line, and not wider than so many characters.
pub fn shortened(text: &str, widest: usize) -> String {
    let line = one_line(text);
    if line.chars().count() <= widest {
        return line;
    }
    line.chars().take(widest.saturating_sub(1)).chain(['…']).collect()
}

/// Two pieces of code; where both are long, without most of what they share, so that the difference is seen.
pub fn difference(original: &str, replacement: &str, widest: usize) -> (String, String) {
    if original.len().min(replacement.len()) <= widest {
        return (original.to_owned(), replacement.to_owned());
    }
    let (a, b) = (code::tokens(original), code::tokens(replacement));
    let text = |code: &str, token: &Token| code[token.range.clone()].to_owned();
    let same = |(x, y): &(&Token, &Token)| text(original, x) == text(replacement, y);
    let before = a.iter().zip(&b).take_while(same).count();
    let after = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    let after = after.min(a.len() - before).min(b.len() - before);
    // A token on either side says what the difference belongs to.
    let (start, end) = (before.saturating_sub(1), after.saturating_sub(1));
    let middle = |code: &str, tokens: &[Token]| {
        let tokens = &tokens[start..tokens.len() - end];
        let range = tokens.first().map_or(0, |t| t.range.start)..tokens.last().map_or(0, |t| t.range.end);
        let (left, right) = (if start > 0 { "..." } else { "" }, if end > 0 { "..." } else { "" });
        format!("{left}{}{right}", &code[range])
    };
    (middle(original, &a), middle(replacement, &b))
}

/// The beginning of what is too long to be quoted.
pub fn cut(code: &str, widest: usize) -> String {
    if code.chars().count() <= widest {
        return code.to_owned();
    }
    let beginning: String = code.chars().take(widest).collect();
    format!("{}...", beginning.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_long_code_the_difference_is_quoted() {
        let (old, new) = difference(
            "a * b > ((Square) other).a * ((Square) other).b",
            "a * b != ((Square) other).a * ((Square) other).b",
            40,
        );
        assert_eq!((&*old, &*new), ("...b > (...", "...b != (..."));
        let (old, new) = difference("first() + second() + third() + fourth() + 5", "first()", 40);
        assert_eq!((&*cut(&old, 40), &*new), ("first() + second() + third() + fourth() ...", "first()"));
    }

    #[test]
    fn two_long_conditions_that_differ_at_their_end_do_not_look_alike() {
        let (old, new) = (
            "i < n && s.charAt(i) >= '0' && s.charAt(i) <= '9'",
            "i < n && s.charAt(i) >= '0' && s.charAt(i) < '9'",
        );
        assert_eq!(change(old, new, 24), "...<= '9' → ...< '9'");
        assert_eq!(change(old, new, 60), format!("{old} → {new}"));
        assert_eq!(change("if (x) {\n    y();\n}", "", 10), "if (x) { y… → (deleted)");
        assert_eq!(change("a + b == c", "true", 8), "a + b == c → true");
    }
}
