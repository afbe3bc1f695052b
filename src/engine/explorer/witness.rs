//! Assignments that say of every input what the test has: what no question asked about is the literal of the driver.

use smallvec::smallvec;

use crate::cfg::lower::variables as heap;
use crate::driver::skeleton::Skeleton;
use crate::index::Id as _;
use crate::jvm::convert;
use crate::jvm::value::JavaString;
use crate::sema::typed_tree::Constant;
use crate::term::Function;
use crate::term::assignment::{Assignment, Base, Point};
use crate::term::domain::FIRST_NEW_TEXT;
use crate::term::sort::ValueSort;
use crate::term::variable::VarId;

/// References for the texts of inputs that no question asked about: one for each input, from here on.
const FIRST: u32 = FIRST_NEW_TEXT + 0x1000_0000;

/// Gives each input a value. `known`: the variables of what the assignment is an answer to; those of them that it leaves out do not matter
/// there and count as zero.
pub(super) fn complete(skeleton: &mut Skeleton<'_>, known: &[VarId], assignment: &mut Assignment) {
    let own = skeleton.cube().inputs().iter().map(|input| input.value.clone()).collect();
    complete_with(skeleton, known, assignment, own);
}

/// The inputs of another driver of the same skeleton.
pub(super) fn of_literals(skeleton: &mut Skeleton<'_>, literals: Vec<Constant>) -> Assignment {
    let mut assignment = Assignment::default();
    complete_with(skeleton, &[], &mut assignment, literals);
    assignment
}

fn complete_with(
    skeleton: &mut Skeleton<'_>,
    known: &[VarId],
    assignment: &mut Assignment,
    literals: Vec<Constant>,
) {
    let inputs: Vec<(VarId, Constant)> = skeleton.inputs().iter().copied().zip(literals).collect();
    for (number, (var, _)) in inputs.iter().enumerate() {
        let is_text = matches!(inputs[number].1, Constant::String(_));
        if known.contains(var) && !is_text {
            let bits = assignment.variable(&skeleton.terms, *var);
            assignment.variables.insert(*var, bits);
        }
    }
    let values = skeleton.values(assignment);
    let of_string = skeleton.program().type_numbers().of_class(skeleton.program().well_known.string);
    let class = heap::class(&mut skeleton.terms);
    for ((id, value), (var, own)) in values.iter_enumerated().zip(inputs) {
        match (value, own) {
            (Some(Constant::String(text)), _) => {
                if let Some(&reference) = assignment.variables.get(&var) {
                    write(assignment, reference, text);
                }
            }
            (Some(Constant::Primitive(_)), _) => {}
            (None, Constant::Primitive(own)) => {
                let sort = ValueSort::of_primitive(own.ty());
                let bits = sort.primitive().map_or(0, |held| convert::cast(own, held).to_bits());
                assignment.set_variable(&skeleton.terms, var, bits);
            }
            (None, Constant::String(own)) => {
                let reference = u64::from(FIRST) + id.index() as u64;
                assignment.variables.insert(var, reference);
                let point = Point { base: Base::Map(class), arguments: smallvec![reference] };
                assignment.points.insert(point, i64::from(of_string) as u64);
                write(assignment, reference, &own);
            }
        }
    }
}

/// What a text holds.
fn write(assignment: &mut Assignment, reference: u64, text: &JavaString) {
    let mut set = |function, arguments, value| {
        assignment.points.insert(Point { base: Base::Function(function), arguments }, value);
    };
    set(Function::StringLength, smallvec![reference], text.units().len() as u64);
    for (index, &unit) in (0..).zip(text.units()) {
        set(Function::StringUnit, smallvec![reference, index], unit.into());
    }
}
