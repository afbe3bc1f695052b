//! Statements and calls that no kill needs, and which call a test is of.

use std::ops::Range;

use super::{Current, Pruning};
use crate::driver::parts::{declared, row, words};
use crate::driver::{Driver, names, variable_name, without_readings, written_result};
use crate::sema::program::{ClassId, MethodId, MethodKind, Role};
use crate::sema::typed_tree::{Body, ExprKind, StmtKind};
use crate::sema::types::Ty;

/// The calls of a row that is longer than what makes an object.
fn calls_to_drop(statement: &str) -> Vec<Range<usize>> {
    let calls = row(statement);
    let is_of_constant = calls.first().is_some_and(|call| {
        let object = statement[..call.start].rsplit(['.', ' ']).next();
        object.is_some_and(|name| {
            name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        })
    });
    if is_of_constant || calls.len() > 1 { calls } else { Vec::new() }
}

/// What a statement of a driver does by itself.
struct Call {
    method: MethodId,
    ty: Ty,
}

impl Pruning<'_> {
    /// From the last to the first, as long as any can go: what nothing uses any more goes with its last use.
    pub(super) fn drop_statements(&mut self, current: &mut Current) {
        loop {
            let before = current.driver.clone();
            // One trial for what would be many.
            self.try_driver(current, before.without_unused());
            for at in (0..current.driver.then.len()).rev() {
                let mut trial = current.driver.clone();
                // A trial that takes the test's place may lose calls of a result that is no more.
                if at < trial.then.len() {
                    trial.then.remove(at);
                    self.try_driver(current, trial);
                }
            }
            self.drop_call_under_test(current);
            for at in (0..current.driver.arrange.len()).rev() {
                let mut trial = current.driver.clone();
                if at < trial.arrange.len() {
                    trial.arrange.remove(at);
                    self.try_driver(current, trial);
                }
            }
            self.drop_calls_of_rows(current);
            self.drop_references(current);
            if current.driver == before {
                return;
            }
        }
    }

    /// Calls of a row (`.withTrim()`) that the others do without.
    fn drop_calls_of_rows(&mut self, current: &mut Current) {
        for at in (0..current.driver.arrange.len()).rev() {
            for call in calls_to_drop(&current.driver.arrange[at]).into_iter().rev() {
                let mut trial = current.driver.clone();
                trial.arrange[at].replace_range(call, "");
                self.try_driver(current, trial);
            }
        }
    }

    /// What reads the lines of a text that has none, or of `null`, and the first digits of a number whose last ones are the same everywhere.
    pub(super) fn drop_readings(&mut self, current: &mut Current) {
        for at in 0..=current.driver.then.len() {
            let mut trial = current.driver.clone();
            let part = if at == 0 { &mut trial.act } else { &mut trial.then[at - 1] };
            *part = without_readings(part);
            self.try_driver(current, trial);
        }
    }

    /// Objects that calls are given where `null` does as well: what makes them may go then.
    fn drop_references(&mut self, current: &mut Current) {
        for at in (0..=current.driver.arrange.len()).rev() {
            let mut from = 0;
            while let Some(range) = next_reference(&current.driver, at, from) {
                from = range.end;
                let mut trial = current.driver.clone();
                let part = if at < trial.arrange.len() { &mut trial.arrange[at] } else { &mut trial.act };
                part.replace_range(range.clone(), "null");
                if self.try_driver(current, trial) {
                    from = range.start + "null".len();
                }
            }
        }
    }

    /// Without the call under test, the next call is, or else the one before.
    fn drop_call_under_test(&mut self, current: &mut Current) {
        let at = current.driver.arrange.len();
        let others = [(!current.driver.then.is_empty()).then_some(at + 1), at.checked_sub(1)];
        for other in others.into_iter().flatten() {
            let Some(trial) = self.with_call_under_test(&current.driver, other, Some(at)) else { continue };
            if self.try_driver(current, trial) {
                return;
            }
        }
        if let Some(trial) = self.with_last_object_under_test(&current.driver) {
            self.try_driver(current, trial);
        }
    }

    /// Without the call under test, which becomes the call before it that gives an object to what follows.
    fn with_last_object_under_test(&mut self, driver: &Driver) -> Option<Driver> {
        let (last, arrange) = driver.arrange.split_last()?;
        let (_, name) = declared(last)?;
        let (_, call) = last.trim_end_matches(';').split_once(" = ")?;
        let cube = self.cube(driver)?;
        let body = cube.body();
        let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return None };
        let StmtKind::Locals(locals) = &body.stmts[*statements.get(arrange.len())?].kind else { return None };
        let [(_, Some(value))] = locals[..] else { return None };
        let Call { method, ty } = self.call(body, value)?;
        let act = self.act(call, method, ty, self.subject.program().methods[method].class);
        let then = driver.then.clone();
        let uses_result = then.iter().any(|part| part.contains(Driver::RESULT));
        let mut changed = Driver { method, arrange: arrange.to_vec(), act, then };
        rename(&mut changed, name, Driver::RESULT);
        (!uses_result).then_some(changed)
    }

    /// Variables for what calls give, where the calls alone do.
    pub(super) fn drop_names(&mut self, current: &mut Current) {
        for at in (0..current.driver.arrange.len()).rev() {
            if let Some(trial) = current.driver.without_name(at) {
                self.try_driver(current, trial);
            }
        }
    }

    /// Variables that were the second of their name and are the only one now are called so.
    pub(super) fn number_variables(&mut self, current: &mut Current) {
        let renamed = numbered_anew(&current.driver);
        self.try_driver(current, renamed);
    }

    /// A test is named for the call under test: where it kills nothing that only it can kill, the call becomes one that
    /// does.
    pub(super) fn name_what_kills(&mut self, current: &mut Current) {
        let of = |method: MethodId| {
            let is_of = |&mutant: &u32| self.subject.mutant(mutant).method == method;
            let shown = current.shown.iter().map(|&(mutant, _)| mutant);
            current.need.iter().chain(shown).filter(is_of).count()
        };
        if of(current.driver.method) > 0 {
            return;
        }
        let Some(calls) = self.calls(&current.driver) else { return };
        let counted = calls.iter().enumerate().filter_map(|(at, call)| Some((at, of(call.as_ref()?.method))));
        let Some(most) = counted.clone().map(|(_, kills)| kills).max().filter(|&most| most > 0) else {
            return;
        };
        let Some((at, _)) = counted.into_iter().find(|&(_, kills)| kills == most) else { return };
        if let Some(trial) = self.with_call_under_test(&current.driver, at, None) {
            self.try_driver(current, trial);
        }
    }

    /// The call, if it is one, that each part of the driver is.
    fn calls(&mut self, driver: &Driver) -> Option<Vec<Option<Call>>> {
        let cube = self.cube(driver)?;
        let body = cube.body();
        let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return None };
        let call = |kind: &StmtKind| match kind {
            StmtKind::Expr(expr) => self.call(body, *expr),
            StmtKind::Locals(declared) => match declared[..] {
                [(local, Some(value))] if &*body.locals[local].name == Driver::RESULT => {
                    self.call(body, value)
                }
                _ => None,
            },
            _ => None,
        };
        Some(statements.iter().map(|&statement| call(&body.stmts[statement].kind)).collect())
    }

    /// A call of a method of the given files.
    fn call(&self, body: &Body, expr: crate::sema::typed_tree::ExprId) -> Option<Call> {
        let program = self.subject.program();
        let ExprKind::Call(call) = &body.exprs[expr].kind else { return None };
        let method = &program.methods[call.method];
        let is_given = method.kind == MethodKind::Method && program.role(method.class) == Role::Given;
        is_given.then(|| Call { method: call.method, ty: body.exprs[expr].ty })
    }

    /// The same statements with another call under test, by its place among all, and perhaps without one of the others;
    /// `None` where what comes behind it cannot follow a call.
    fn with_call_under_test(&mut self, driver: &Driver, at: usize, without: Option<usize>) -> Option<Driver> {
        let calls = self.calls(driver)?;
        let Call { method, ty } = calls.get(at)?.as_ref()?;
        let from = self.subject.program().methods[*method].class;
        let parts: Vec<&str> = driver.parts().map(expression).collect();
        let kept = |(other, _): &(usize, &&str)| Some(*other) != without;
        let (before, behind) = (parts.get(..at)?, parts.get(at + 1..)?);
        let arrange = before.iter().enumerate().filter(kept).map(|(_, part)| format!("{part};")).collect();
        let behind = behind.iter().enumerate().map(|(other, part)| (at + 1 + other, part)).filter(kept);
        let follows = behind.clone().all(|(other, _)| calls.get(other).is_some_and(Option::is_some));
        let then: Vec<String> = behind.map(|(_, part)| (*part).to_owned()).collect();
        let uses_result = then.iter().any(|part| part.contains(Driver::RESULT));
        let act = self.act(parts.get(at)?, *method, *ty, from);
        let mut changed = Driver { method: *method, arrange, act, then };
        let name = variable_name(&self.subject.program().classes[from].name);
        name_receiver(&mut changed, parts.get(at)?, &name);
        (follows && !uses_result).then_some(changed)
    }

    /// The call under test as a statement, which keeps what it returns.
    fn act(&self, call: &str, method: MethodId, ty: Ty, from: ClassId) -> String {
        if ty == Ty::Void {
            return format!("{call};");
        }
        let program = self.subject.program();
        let written = written_result(program, from, method);
        let ty = written.unwrap_or_else(|| names::type_name(program, from, ty));
        format!("{ty} {} = {call};", Driver::RESULT)
    }
}

/// The next place behind `from` in a part of the driver where a variable of the driver is an argument or an element.
fn next_reference(driver: &Driver, at: usize, from: usize) -> Option<Range<usize>> {
    let part = driver.parts().nth(at)?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut at = from;
    loop {
        let rest = part.get(at..)?;
        let start = at + rest.find(is_word)?;
        let len = part[start..].find(|c| !is_word(c)).unwrap_or(part.len() - start);
        let (word, before) = (&part[start..start + len], part[..start].trim_end());
        at = start + len;
        let is_argument =
            before.ends_with(['(', ',', '{']) && part[at..].trim_start().starts_with([')', ',', '}']);
        let declares = |statement: &String| statement.contains(&format!(" {word} = "));
        if is_argument && driver.arrange.iter().any(declares) {
            return Some(start..at);
        }
    }
}

/// The variable on which the call under test is made bears the name of its class; it may have had that of a parameter.
fn name_receiver(driver: &mut Driver, call: &str, name: &str) {
    let Some((receiver, method)) = call.split_once('(').and_then(|(target, _)| target.split_once('.')) else {
        return;
    };
    let declares = |statement: &String| statement.contains(&format!(" {receiver} = "));
    if receiver != name
        && !method.contains('.')
        && driver.arrange.iter().any(declares)
        && is_free(driver, name)
    {
        rename(driver, receiver, name);
    }
}

/// Whether no word of the driver is this one.
fn is_free(driver: &Driver, name: &str) -> bool {
    driver.parts().all(|part| words(part).all(|range| &part[range] != name))
}

/// The driver with the least numbers that its variables can have: what others were called may have gone.
fn numbered_anew(driver: &Driver) -> Driver {
    let mut renamed = driver.clone();
    for statement in &driver.arrange {
        let Some((_, name)) = declared(statement) else { continue };
        let wish = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let Ok(number) = name[wish.len()..].parse::<usize>() else { continue };
        let less = (1..number).map(|n| if n == 1 { wish.to_owned() } else { format!("{wish}{n}") });
        if let Some(less) = less.into_iter().find(|less| !wish.is_empty() && is_free(&renamed, less)) {
            rename(&mut renamed, name, &less);
        }
    }
    renamed
}

fn rename(driver: &mut Driver, from: &str, to: &str) {
    let Driver { arrange, act, then, .. } = driver;
    for part in arrange.iter_mut().chain(std::iter::once(act)).chain(then) {
        let places: Vec<_> = words(part).filter(|range| &part[range.clone()] == from).collect();
        // What follows a dot is a member.
        let places = places.into_iter().rev().filter(|range| !part[..range.start].ends_with('.'));
        for range in places.collect::<Vec<_>>() {
            part.replace_range(range, to);
        }
    }
}

/// A part of a driver without its end, and the call under test without the variable that it declares.
fn expression(part: &str) -> &str {
    let part = part.trim().trim_end_matches(';');
    let declares_result = format!(" {} = ", Driver::RESULT);
    part.split_once(&declares_result).map_or(part, |(_, call)| call)
}

#[cfg(test)]
mod tests {
    use super::numbered_anew;
    use crate::driver::Driver;
    use crate::index::Id as _;
    use crate::sema::program::MethodId;

    #[test]
    fn variables_have_the_least_numbers_that_are_free() {
        let driver = Driver {
            method: MethodId::new(0),
            arrange: ["Box box3 = new Box(\"box2\");", "Box box7 = new Box(box3);", "int[] x1 = {};"]
                .map(str::to_owned)
                .into(),
            act: "box7.add(x1);".to_owned(),
            then: Vec::new(),
        };
        let renamed = numbered_anew(&driver);
        assert_eq!(renamed.arrange[..2], ["Box box = new Box(\"box2\");", "Box box2 = new Box(box);"]);
        assert_eq!((renamed.arrange[2].as_str(), renamed.act.as_str()), ("int[] x1 = {};", "box2.add(x1);"));
    }

    #[test]
    fn a_call_is_made_without_a_variable_where_nothing_is_made_of_what_it_gives() {
        let driver = Driver {
            method: MethodId::new(0),
            arrange: [
                "Box box = new Box();",
                "Box old = box.put(1);",
                "int[] x = {};",
                "Box last = (Box) box.last();",
            ]
            .map(str::to_owned)
            .into(),
            act: "box.add(2);".to_owned(),
            then: Vec::new(),
        };
        let unnamed: Vec<Option<Driver>> = (0..4).map(|at| driver.without_name(at)).collect();
        assert_eq!(unnamed[1].as_ref().map(|driver| &*driver.arrange[1]), Some("box.put(1);"));
        assert!(unnamed[0].is_none() && unnamed[2].is_none() && unnamed[3].is_none());
    }
}
