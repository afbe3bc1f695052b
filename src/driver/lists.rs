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
        let program = self.access.program;
        let m = &program.methods[method];
        let common = |(other, arguments): &List| {
            let types = program.methods[*other].parameters.iter().map(|parameter| parameter.ty);
            let agree = m.parameters.iter().zip(types).take_while(|(own, other)| own.ty == *other);
            let is_sibling = program.methods[*other].class == m.class;
            if is_sibling { agree.count().min(arguments.len()) } else { 0 }
        };
        let shared = self.lists.iter().map(|list| (common(list), list)).filter(|(common, _)| *common > 0);
        let shared: Vec<Vec<Option<String>>> =
            shared.map(|(common, list)| list.1[..common].iter().cloned().map(Some).collect()).collect();
        if !self.values.recalls || shared.is_empty() || !self.values.one_in(2) {
            return Vec::new();
        }
        let mut list = shared[self.values.below(shared.len())].clone();
        if self.values.one_in(3) {
            let other = self.values.below(list.len());
            list[other] = None;
        }
        list
    }
}
