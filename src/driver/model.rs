//! A driver out of a state in which two versions of a static method differ, as a solver or a search found it: the
//! arguments are literals, arrays that are the same are one variable.

use std::collections::BTreeMap;

use crate::driver::names::type_name;
use crate::driver::{Driver, literals};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{ClassId, MethodId, Program};
use crate::sema::typed_tree::LocalOrigin;
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::term::Terms;
use crate::term::assignment::Assignment;
use crate::term::variable::{CellType, Variable};

/// Longer arrays are not written out.
const LONGEST: i32 = 64;

/// `None` for what is not static, or takes anything but primitives and arrays of them.
pub fn driver(program: &Program, method: MethodId, terms: &Terms, assignment: &Assignment) -> Option<Driver> {
    let m = &program.methods[method];
    let host = program.methods[program.driver_method(program.package_name(m.class))?].class;
    if !m.is_static() || m.modifiers.has(Modifiers::PRIVATE) {
        return None;
    }
    let mut model = Model { program, host, terms, assignment, arrays: BTreeMap::new(), arrange: Vec::new() };
    let mut arguments = Vec::new();
    for (position, parameter) in m.parameters.iter().enumerate() {
        let local = Variable::Local(Terms::root_frame(), LocalOrigin::Parameter(position as u32));
        let bits = terms.find_variable(local).map_or(0, |var| assignment.variable(terms, var));
        arguments.push(match parameter.ty {
            Ty::Primitive(ty) => literals::typed(Primitive::from_bits(ty, bits)),
            Ty::Array(array) => match array.cell() {
                Ty::Primitive(cell) => model.array(parameter.ty, cell, u32::try_from(bits).ok()?)?,
                _ => return None,
            },
            _ => return None,
        });
    }
    let call =
        format!("{}.{}({})", type_name(program, host, Ty::Class(m.class)), m.name, arguments.join(", "));
    let act = match m.return_type {
        Ty::Void => format!("{call};"),
        ty @ Ty::Primitive(_) => format!("{} {} = {call};", type_name(program, host, ty), Driver::RESULT),
        _ => format!("var {} = {call};", Driver::RESULT),
    };
    Some(Driver { method, arrange: model.arrange, act, then: Vec::new() })
}

struct Model<'m> {
    program: &'m Program,
    host: ClassId,
    terms: &'m Terms,
    assignment: &'m Assignment,
    /// By reference: the variable that holds it.
    arrays: BTreeMap<u32, (Ty, String)>,
    arrange: Vec<String>,
}

impl Model<'_> {
    fn array(&mut self, ty: Ty, cell: PrimitiveType, reference: u32) -> Option<String> {
        let type_text = type_name(self.program, self.host, ty);
        if reference == 0 {
            return Some(format!("({type_text}) null"));
        }
        if let Some((known, name)) = self.arrays.get(&reference) {
            return (*known == ty).then(|| name.clone());
        }
        let length = self.terms.find_variable(Variable::Length);
        let length = length.and_then(|var| self.assignment.field(var, reference)).unwrap_or(0) as i32;
        if !(0..=LONGEST).contains(&length) {
            return None;
        }
        let cells = self.terms.find_variable(Variable::Cells(CellType::Primitive(cell)));
        let value = |index| {
            let bits = cells.and_then(|var| self.assignment.cell(var, reference, index)).unwrap_or(0);
            literals::plain(Primitive::from_bits(cell, bits))
        };
        let values: Vec<String> = (0..length).map(value).collect();
        let name = format!("a{}", self.arrays.len() + 1);
        self.arrange.push(format!("{type_text} {name} = {{{}}};", values.join(", ")));
        self.arrays.insert(reference, (ty, name.clone()));
        Some(name)
    }
}
