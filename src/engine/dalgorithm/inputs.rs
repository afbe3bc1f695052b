//! The inputs of a unit of the D-algorithm: what each is in the cube of its driver, and back; and whether they are all
//! inputs that there are, which a proof asks for.

use std::collections::{BTreeMap, BTreeSet};

use crate::dalg::original::Given;
use crate::dalg::refutation::{Gap, Gaps};
use crate::dalg::texts::{OpenText, Texts};
use crate::dalg::value::Value;
use crate::driver::cube::{Cube, Input as CubeInput, InputId, InputType, Values};
use crate::driver::skeleton::Skeleton;
use crate::exec::linked::readable;
use crate::index::Id as _;
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::Constant;
use crate::sema::types::{ElementTy, Ty};
use crate::term::Terms;
use crate::term::domain::FIRST_TEXT;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable, VariableInfo};

/// What an input of a unit is in the cube.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Whole(InputId),
    /// A unit of a string.
    Unit(InputId, usize),
}

/// Longer strings keep their text.
pub(super) const MAX_UNITS: usize = 16;

/// The inputs, and what they are in the cube.
pub(super) fn given(skeleton: &mut Skeleton<'_>, opens_texts: bool) -> (Given, BTreeMap<VarId, Place>) {
    let program = skeleton.program();
    let class = program.type_numbers().of_class(program.well_known.string);
    let mut given = Given { texts: Texts { class, ..Texts::default() }, ..Given::default() };
    let mut places = BTreeMap::new();
    let inputs: Vec<(InputId, VarId)> = skeleton.inputs().iter_enumerated().map(|(id, &v)| (id, v)).collect();
    let mut number = inputs.len() as u32;
    for (id, var) in inputs {
        let input = skeleton.cube().inputs()[id].clone();
        given.texts.inputs.extend(text_of(&input).map(|_| var));
        match text_of(&input) {
            text if opens_texts && is_opened(text) => {
                let mut units = Vec::new();
                for at in 0..text.map_or(0, |text| text.units().len()) {
                    let unit = unit_variable(&mut skeleton.terms, number, at);
                    number += 1;
                    places.insert(unit, Place::Unit(id, at));
                    units.push(unit);
                }
                given.texts.open.push(OpenText { var, units });
            }
            Some(text) => {
                let term = skeleton.terms.text(text.clone());
                given.known.push((var, Value::Known(u64::from(FIRST_TEXT) + term.index() as u64)));
            }
            None if input.ty == InputType::String => {}
            None => {
                places.insert(var, Place::Whole(id));
                given.inputs.push(var);
            }
        }
    }
    (given, places)
}

fn unit_variable(terms: &mut Terms, number: u32, at: usize) -> VarId {
    terms.variable(VariableInfo {
        variable: Variable::Input(number),
        sort: Sort::Value(ValueSort::Int),
        ty: Some(Ty::Primitive(PrimitiveType::Char)),
        name: format!("charAt({at})"),
    })
}

/// What is known of the inputs as values of the cube; X where nothing is.
pub(super) fn fill(cube: &Cube, places: &BTreeMap<VarId, Place>, values: &[(VarId, Value)]) -> Values {
    let mut filled = cube.unknown();
    let mut texts: BTreeMap<InputId, Vec<u16>> = BTreeMap::new();
    for &(var, value) in values {
        match places.get(&var) {
            Some(&Place::Whole(id)) => filled[id] = filled_value(&cube.inputs()[id], value),
            Some(&Place::Unit(id, at)) => {
                let Some(own) = text_of(&cube.inputs()[id]) else { continue };
                let units = texts.entry(id).or_insert_with(|| own.units().to_vec());
                units[at] = chosen(value, i64::from(units[at])).map_or(units[at], |bits| bits as u16);
            }
            None => {}
        }
    }
    for (id, units) in texts {
        filled[id] = Some(Constant::String(units.into()));
    }
    filled
}

fn filled_value(input: &CubeInput, value: Value) -> Option<Constant> {
    let InputType::Primitive(ty) = input.ty else { return None };
    let held = ValueSort::of_primitive(ty).primitive()?;
    let own = match &input.value {
        Constant::Primitive(own) => own.to_bits() as i64,
        _ => 0,
    };
    let bits = chosen(value, own)?;
    Some(Constant::Primitive(convert::cast(Primitive::from_bits(held, bits), ty)))
}

/// A value within what is known; `None`: the literal's own stays, since it may.
fn chosen(value: Value, own: i64) -> Option<u64> {
    match value {
        Value::Known(bits) => Some(bits),
        Value::Range { low, high } if !(low..=high).contains(&own) => Some(0i64.clamp(low, high) as u64),
        Value::Range { .. } | Value::Any => None,
    }
}

pub(super) fn text_of(input: &CubeInput) -> Option<&JavaString> {
    match (input.ty, &input.value) {
        (InputType::String, Constant::String(text)) => Some(text),
        _ => None,
    }
}

/// Whether a string's units are made inputs.
pub(super) fn is_opened(text: Option<&JavaString>) -> bool {
    text.is_some_and(|text| (1..=MAX_UNITS).contains(&text.units().len()))
}

/// The fields that no test may read, where objects that have them may outlive a call of the method: what it returns may be or
/// hold an object, or an exception may, that is thrown. (Static state, and objects that are handed in, are gaps of their own.)
pub(super) fn hidden_fields(program: &Program, method: MethodId) -> BTreeSet<FieldId> {
    let is_value = |class: ClassId| class == program.well_known.string || program.unwrapped(class).is_some();
    let returns_object = match program.methods[method].return_type {
        Ty::Class(class) => !is_value(class),
        Ty::Array(array) => matches!(array.element, ElementTy::Class(class) if !is_value(class)),
        Ty::Primitive(_) | Ty::Void | Ty::Null | Ty::Unknown => false,
    };
    let is_own_field = |field: FieldId| {
        let declared = &program.fields[field];
        !declared.is_static() && program.role(declared.class) != Role::Library
    };
    let is_of_exception =
        |field: FieldId| program.is_subclass(program.fields[field].class, program.well_known.throwable);
    let own = || program.fields.ids().filter(|&field| is_own_field(field));
    if !returns_object && !own().any(is_of_exception) {
        return BTreeSet::new();
    }
    let host = program.methods[method].class;
    own().filter(|&field| !readable(program, field, host)).collect()
}

/// What keeps a refutation in this driver from being one for all inputs of the method. All of them are there where a static
/// method is called with nothing but literals, of which each is an input: how long an array is, what a string holds and how
/// an object was made is the driver's choice.
pub(in crate::engine) fn gaps(program: &Program, method: MethodId, cube: &Cube) -> Gaps {
    let driver = cube.driver();
    let called = &program.methods[driver.method];
    let parameters = called.parameters.iter().map(|parameter| parameter.ty);
    let inputs = cube.inputs().iter().map(|input| match input.ty {
        InputType::Primitive(ty) => Some(Ty::Primitive(ty)),
        InputType::String => None,
    });
    let is_call_alone = called.is_static() && driver.arrange.is_empty() && driver.then.is_empty();
    let mut gaps = Gaps::new();
    if !is_call_alone || !inputs.eq(parameters.map(Some)) {
        gaps.insert(Gap::Inputs);
    }
    if driver.method != method {
        gaps.insert(Gap::Caller);
    }
    if program.compares_identity() {
        gaps.insert(Gap::Identity);
    }
    gaps
}
