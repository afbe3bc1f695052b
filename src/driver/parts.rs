//! The parts of a driver as text: what a statement declares, which variables a part names, and the driver without a part.

use std::ops::Range;

use crate::driver::Driver;

impl Driver {
    /// The driver without a statement or a following call, and without all that rests on the variable that it declares. The call
    /// under test takes `null` in its place; `None` where it is the call itself, or has the variable's object for its receiver.
    pub fn without(&self, at: usize) -> Option<Self> {
        let mut rest = self.clone();
        if let Some(following) = at.checked_sub(self.arrange.len()) {
            rest.then.remove(following.checked_sub(1).filter(|&n| n < self.then.len())?);
            return Some(rest);
        }
        rest.arrange.truncate(at);
        let mut gone: Vec<(&str, &str)> = declared(&self.arrange[at]).into_iter().collect();
        for statement in &self.arrange[at + 1..] {
            if gone.iter().any(|(_, name)| mentions(statement, name)) {
                gone.extend(declared(statement));
            } else {
                rest.arrange.push(statement.clone());
            }
        }
        for (ty, name) in &gone {
            rest.then.retain(|call| !mentions(call, name));
            if mentions(&rest.act, name) {
                rest.act = with_null(&rest.act, ty, name)?;
            }
        }
        Some(rest)
    }

    /// The driver with a call alone where a variable is declared for what it gives; `None` where something is made of that.
    pub fn without_name(&self, at: usize) -> Option<Self> {
        let (_, call) = self.arrange[at].split_once(" = ")?;
        let (_, name) = declared(&self.arrange[at])?;
        let mut behind = self.arrange[at + 1..].iter().chain(&self.then).chain([&self.act]);
        let is_call = call.ends_with(");") && !call.starts_with(['(', '"', '{']);
        (is_call && !behind.any(|code| mentions(code, name))).then(|| {
            let mut unnamed = self.clone();
            unnamed.arrange[at] = call.to_owned();
            unnamed
        })
    }

    /// The driver without the variables of which nothing is made.
    pub fn without_unused(&self) -> Self {
        let mut used = self.clone();
        let mut behind: Vec<String> = self.then.iter().chain([&self.act]).cloned().collect();
        used.arrange.clear();
        for statement in self.arrange.iter().rev() {
            let is_used = |(_, name): (&str, &str)| behind.iter().any(|code| mentions(code, name));
            if declared(statement).is_none_or(is_used) {
                behind.push(statement.clone());
                used.arrange.push(statement.clone());
            }
        }
        used.arrange.reverse();
        used
    }
}

/// The type and the name of the variable that a statement declares, as they are written.
pub fn declared(statement: &str) -> Option<(&str, &str)> {
    let (declaration, _) = statement.split_once(" = ")?;
    let (ty, name) = declaration.rsplit_once(' ')?;
    (!declaration.contains(['(', '"', '/'])).then_some((ty, name))
}

/// Where a variable of this name stands in code. What follows a dot is a member.
fn places<'t>(code: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_it =
        move |range: &Range<usize>| &code[range.clone()] == name && !code[..range.start].ends_with('.');
    words(code).filter(is_it).map(|range| range.start)
}

/// The words of a part of a driver, outside of strings and characters.
pub fn words(part: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut words, mut begun) = (Vec::new(), None);
    for (at, c) in outside_of_quotes(part).chain([(part.len(), ' ')]) {
        match (is_word(c), begun) {
            (true, None) => begun = Some(at),
            (false, Some(start)) => {
                words.push(start..at);
                begun = None;
            }
            _ => {}
        }
    }
    words.into_iter()
}

/// The calls of a row, each with the dot before it: of `Day day = Day.FIRST.plus(1).next();` there are `.plus(1)` and `.next()`.
pub fn row(part: &str) -> Vec<Range<usize>> {
    let (mut calls, mut begun, mut depth) = (Vec::new(), None, 0_usize);
    for (at, c) in outside_of_quotes(part) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some(start) = begun.take()
                {
                    calls.push(start..at + 1);
                }
            }
            '.' if depth == 0 => begun = Some(at),
            ' ' if depth == 0 => begun = None,
            _ => {}
        }
    }
    calls
}

/// Whether a text is an argument list and the end of its statement: what is created so is no row of calls.
pub fn is_one_call(text: &str) -> bool {
    let mut depth = 0_usize;
    let end = outside_of_quotes(text).find(|&(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    text.starts_with('(') && end.is_some_and(|(at, _)| &text[at..] == ");")
}

/// What is code in a part of a driver; of its strings and characters there are the quotes.
fn outside_of_quotes(part: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut quote, mut escaped) = (None, false);
    part.char_indices().filter(move |&(_, c)| {
        let Some(end) = quote else {
            quote = matches!(c, '"' | '\'').then_some(c);
            return true;
        };
        (quote, escaped) = ((escaped || c != end).then_some(end), !escaped && c == '\\');
        quote.is_none()
    })
}

fn mentions(code: &str, name: &str) -> bool {
    places(code, name).next().is_some()
}

/// A call with `null` in the place of a variable; `None` where that is more than an argument.
fn with_null(call: &str, ty: &str, name: &str) -> Option<String> {
    let mut text = String::with_capacity(call.len());
    let mut end = 0;
    for at in places(call, name) {
        let is_argument = call[..at].ends_with(['(', ' ']) && call[at + name.len()..].starts_with([',', ')']);
        if !is_argument {
            return None;
        }
        text.push_str(&call[end..at]);
        text.push_str(&format!("({ty}) null"));
        end = at + name.len();
    }
    text.push_str(&call[end..]);
    Some(text)
}

#[cfg(test)]
mod tests {
    use crate::driver::Driver;
    use crate::index::Id as _;
    use crate::sema::program::MethodId;

    #[test]
    fn what_rests_on_a_statement_goes_with_it_and_an_argument_is_null_instead() {
        let texts = |all: &[&str]| all.iter().map(|&s| s.to_owned()).collect();
        let driver = Driver {
            method: MethodId::new(0),
            arrange: texts(&["Box b = new Box();", "Key<A, B> k = new Key<>(b);", "k.add(1);", "b.set(1);"]),
            act: "int result = b.put(k, \"k\", 2);".to_owned(),
            then: texts(&["k.size()", "b.size()"]),
        };
        let rest = driver.without(1).map(|rest| (rest.arrange, rest.act, rest.then));
        let expected =
            (texts(&["Box b = new Box();", "b.set(1);"]), "int result = b.put((Key<A, B>) null, \"k\", 2);");
        assert_eq!(rest, Some((expected.0, expected.1.to_owned(), texts(&["b.size()"]))));
        assert_eq!(driver.without(0), None, "the receiver is gone");
        assert_eq!(driver.without(4), None, "the call under test");
        assert_eq!(driver.without_unused().arrange, driver.arrange);
        let alone = Driver { then: Vec::new(), act: "b.put(1);".to_owned(), ..driver.clone() };
        assert_eq!(alone.without(2).map(|rest| rest.without_unused().arrange.len()), Some(2));
        assert_eq!(driver.without(6).map(|rest| rest.then), Some(texts(&["k.size()"])));
    }

    #[test]
    fn the_calls_of_a_row_are_those_outside_of_arguments_and_texts() {
        let calls =
            |part: &'static str| super::row(part).into_iter().map(|range| &part[range]).collect::<Vec<_>>();
        let day = "Day day = Day.FIRST.plus(a.b(), \".c()\").at('(').next();";
        assert_eq!(calls(day), [".plus(a.b(), \".c()\")", ".at('(')", ".next()"]);
        assert_eq!(calls("int[] cells = {x.y(), 1};"), [""; 0]);
        assert!(super::is_one_call("(a.b(')'), 1);") && !super::is_one_call("(1).c();"));
    }
}
