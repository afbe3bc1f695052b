//! Classes of the program in other packages, which drivers name in full: a test class imports them, where no other class of the
//! name is meant in it.

use std::collections::BTreeSet;

use super::code::{self, TokenKind};

/// Shortens the names in the lines of a test class, and gives those that it has to import. `own`: the name of the test class.
pub(super) fn shorten(
    members: &mut [Vec<String>],
    classes: &BTreeSet<String>,
    own: &str,
) -> BTreeSet<String> {
    let simple = |class: &str| class.rsplit('.').next().unwrap_or_default().to_owned();
    let mut imports = BTreeSet::new();
    for class in classes {
        let name = simple(class);
        let is_only = classes.iter().filter(|other| simple(other) == name).count() == 1;
        let written = code::ascii(class);
        let parts: Vec<&str> = written.split('.').collect();
        let means_it = |line: &String| is_comment(line) || others(line, &parts) == 0;
        if name == own || !is_only || !members.iter().flatten().all(means_it) {
            continue;
        }
        for line in members.iter_mut().flatten().filter(|line| !is_comment(line)) {
            *line = shortened(line, &parts);
        }
        imports.insert(class.clone());
    }
    imports
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// How often the last of the parts stands in a line as anything but the name in full.
fn others(line: &str, parts: &[&str]) -> usize {
    let simple = parts.last().copied().unwrap_or_default();
    let named = code::words(line).filter(|word| *word == simple).count();
    named.saturating_sub(places(line, parts).len())
}

fn shortened(line: &str, parts: &[&str]) -> String {
    let mut text = line.to_owned();
    for (start, end) in places(line, parts).into_iter().rev() {
        text.replace_range(start..end, "");
    }
    text
}

/// Where the name in full has what stands before its last part.
fn places(line: &str, parts: &[&str]) -> Vec<(usize, usize)> {
    let tokens = code::tokens(line);
    let text = |at: usize| tokens.get(at).map(|token| &line[token.range.clone()]);
    let len = 2 * parts.len() - 1;
    let is_here = |&at: &usize| {
        let is_part = |n: usize| match n % 2 {
            0 => text(at + n) == Some(parts[n / 2]) && tokens[at + n].kind == TokenKind::Word,
            _ => text(at + n) == Some("."),
        };
        (at == 0 || text(at - 1) != Some(".")) && (0..len).all(is_part)
    };
    let span = |at: usize| (tokens[at].range.start, tokens[at + len - 1].range.start);
    (0..tokens.len()).filter(is_here).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(lines: &[&str], classes: &[&str]) -> Vec<String> {
        let mut members = vec![lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()];
        let classes = classes.iter().map(|class| (*class).to_owned()).collect();
        let imports = shorten(&mut members, &classes, "CartTest");
        imports.into_iter().chain(members.remove(0)).collect()
    }

    #[test]
    fn a_class_of_another_package_is_imported_unless_another_one_has_its_name() {
        let line = "shop.model.Item item = new shop.model.Item(\"shop.model.Item\");";
        let nested = "shop.model.Item.Kind.A.name();";
        assert_eq!(
            short(&[line, nested], &["shop.model.Item"]),
            ["shop.model.Item", "Item item = new Item(\"shop.model.Item\");", "Item.Kind.A.name();"]
        );
        assert_eq!(short(&[line, "Item other = null;"], &["shop.model.Item"]), [line, "Item other = null;"]);
        let both = ["a.Item x = null;", "b.Item y = null;"];
        assert_eq!(short(&both, &["a.Item", "b.Item"]), both);
        assert_eq!(short(&["x.a.Item = 1;"], &["a.Item"]), ["x.a.Item = 1;"]);
        assert_eq!(short(&["a.CartTest.run();"], &["a.CartTest"]), ["a.CartTest.run();"]);
    }
}
