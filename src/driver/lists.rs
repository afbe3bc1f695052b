//! Lists of arguments that come again: what `put(a, b, value)` has put away, `get(a, b)` finds by the same two, and drawing each
//! for itself seldom comes by both. Of the calls of a driver that another grows from, and of those that it has made itself, a list is
//! taken over as far as the types agree, mostly whole, else but for one of its arguments.

use crate::driver::cube::Cube;
use crate::driver::recipes::Arrangement;
use crate::driver::{Driver, literals};
use crate::sema::calls::calls;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{Body, Constant, ExprId, ExprKind};

/// What a method was given, as it is written.
pub(super) type List = (MethodId, Vec<String>);

/// Those of a driver's calls of methods that are not of others, where they are no more than constants and variables.
pub(super) fn of_driver(program: &Program, cube: &Cube) -> Vec<List> {
    let body = cube.body();
    let own = calls(body).filter(|call| !program.role(program.methods[call.method].class).is_foreign());
    let lists = own.filter_map(|call| {
        let written =
            call.arguments.iter().map(|&argument| written(body, argument)).collect::<Option<_>>()?;
        Some((call.method, written))
    });
    lists.filter(|(_, arguments): &List| !arguments.is_empty()).collect()
}

fn written(body: &Body, argument: ExprId) -> Option<String> {
    let node = &body.exprs[argument];
    match (&node.constant, &node.kind) {
        (Some(Constant::Primitive(value)), _) => Some(literals::typed(*value)),
        (Some(Constant::String(text)), _) => Some(literals::string(text.units())),
        (None, ExprKind::Convert { operand, .. }) => written(body, *operand),
        (None, ExprKind::Local(local)) => {
            let name = &*body.locals[*local].name;
            (name != Driver::RESULT).then(|| name.to_owned())
        }
        _ => None,
    }
}

impl Arrangement<'_, '_> {
    /// By parameter, what an earlier list of the class's methods had in its place; nothing where values are drawn that never were.
    pub(super) fn list_again(&mut self, method: MethodId) -> Vec<Option<String>> {
        if !self.values.recalls {
            return Vec::new();
        }
        let program = self.access.program;
        let m = &program.methods[method];
        let shared = |(other, arguments): &'_ List| {
            let o = &program.methods[*other];
            let types = m.parameters.iter().zip(&o.parameters);
            let agree = types.take_while(|(own, other)| o.class == m.class && own.ty == other.ty).count();
            arguments.iter().take(agree).cloned().map(Some).collect::<Vec<_>>()
        };
        let mut shared: Vec<_> = self.lists.iter().map(shared).filter(|list| !list.is_empty()).collect();
        if shared.is_empty() || !self.values.one_in(2) {
            return Vec::new();
        }
        let mut list = shared.swap_remove(self.values.below(shared.len()));
        if self.values.one_in(3) {
            let other = self.values.below(list.len());
            list[other] = None;
        }
        list
    }
}
