//! Objects that come of what is there: a constant of their class, or an object of it that gives another one
//! (`Period.ZERO.plusDays(3)`), and what builders build. Their calls stand in a row, in place.

use crate::driver::generate::variable_name;
use crate::driver::recipes::{Arrangement, CALLS, DEPTH, SETTERS};
use crate::sema::program::{BodyState, ClassId, MethodId, Program};
use crate::sema::typed_tree::{ExprKind, StmtKind};
use crate::sema::types::Ty;

impl Arrangement<'_, '_> {
    /// One of the class's constants, or what it gives: where there is no other way to an object, and else now and then.
    pub(super) fn constant(&mut self, class: ClassId, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        let constants = self.access.constants(class);
        if constants.is_empty() || !self.access.makers(class).is_empty() && !self.values.one_in(3) {
            return None;
        }
        let constant = &program.fields[constants[self.values.below(constants.len())]].name;
        let constant = format!("{}.{constant}", self.access.type_name(Ty::Class(class)));
        let row = self.row(class, depth)?;
        Some(match row.is_empty() {
            true => constant,
            false => self.declare(Ty::Class(class), Some(class), name, constant + &row),
        })
    }

    /// Calls by which an object gives another one of its class; mostly none.
    pub(super) fn row(&mut self, class: ClassId, depth: usize) -> Option<String> {
        let mut fluent = self.access.fluent(class);
        if depth == 0 {
            // What changes the object itself is called on it, in statements.
            fluent.retain(|&method| !gives_itself(self.access.program, method));
        }
        if fluent.is_empty() || depth >= DEPTH || !self.values.one_in(3) {
            return Some(String::new());
        }
        let calls = 1 + self.values.below(CALLS);
        let drawn = (0..calls).map(|_| fluent[self.values.below(fluent.len())]).collect();
        self.written_row(drawn, depth)
    }

    /// The object that is asked for another one: a builder as a row of calls in place, something else as a variable.
    pub(super) fn giver(&mut self, class: ClassId, depth: usize) -> Option<String> {
        let fluent = self.access.fluent(class);
        if fluent.is_empty() {
            let name = variable_name(&self.access.program.classes[class].name);
            return self.program_object(class, &name, depth + 1);
        }
        let (maker, arguments) = self.made_anew(class, depth)?;
        let method = &self.access.program.methods[maker];
        if !method.is_constructor() && !method.is_static() {
            return None;
        }
        let made = self.written_maker(maker, "", &arguments.join(", "));
        let drawn = self.drawn_row(&fluent);
        Some(made + &self.written_row(drawn, depth)?)
    }

    /// Mostly each of the calls once, for what is to be made may need them all; else some of them.
    fn drawn_row(&mut self, fluent: &[MethodId]) -> Vec<MethodId> {
        if !self.values.one_in(3) {
            return fluent.iter().copied().take(SETTERS).collect();
        }
        (0..self.values.below(CALLS)).map(|_| fluent[self.values.below(fluent.len())]).collect()
    }

    fn written_row(&mut self, calls: Vec<MethodId>, depth: usize) -> Option<String> {
        let mut row = String::new();
        for method in calls {
            let list = self.arguments(method, depth + 1)?;
            row.push_str(&format!(".{}({list})", self.access.program.methods[method].name));
        }
        Some(row)
    }
}

/// Whether all that the method ever gives is its own object.
fn gives_itself(program: &Program, method: MethodId) -> bool {
    let BodyState::Typed(body) = program.body(method) else { return false };
    let mut given = body.stmts.iter().filter_map(|statement| match statement.kind {
        StmtKind::Return(value) => value,
        _ => None,
    });
    given.all(|value| matches!(body.exprs[value].kind, ExprKind::This))
}
