//! All inputs of a method, where these are few: running both versions on each is the proof.
//!
//! That holds where the inputs are the whole of what a run depends on, and the outcome the whole of what it does: a
//! method without state of its own, over primitives of few values, whose code (what it calls included) reads no static
//! but constants, writes none, and gives back a primitive or a text. A method without any input has one run.

use std::collections::BTreeSet;

use crate::driver::names::type_name;
use crate::driver::{Driver, literals};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{BodyState, MethodId, MethodKind, Program, Role};
use crate::sema::typed_tree::{Body, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::versions::translate::called;

/// The most inputs that are all run.
pub const MOST: u64 = 65_536;

/// A driver for each input; `None` where there are more, or where they are not all that matters.
pub fn drivers(program: &Program, method: MethodId, new: &Body) -> Option<impl Iterator<Item = Driver>> {
    let m = &program.methods[method];
    let is_plain = m.kind == MethodKind::Method && !m.modifiers.has(Modifiers::PRIVATE);
    if !is_plain || !gives_a_value(program, m.return_type) || !is_stateless(program, method, new) {
        return None;
    }
    let host = program.methods[program.driver_method(program.package_name(m.class))?].class;
    let class = type_name(program, host, Ty::Class(m.class));
    let target = if m.is_static() { class } else { fresh_receiver(program, method, &class)? };
    let mut domains: Vec<Vec<String>> = Vec::new();
    let mut inputs: u64 = 1;
    for parameter in &m.parameters {
        let Ty::Primitive(ty) = parameter.ty else { return None };
        let values = values(ty)?;
        inputs = inputs.saturating_mul(values.len() as u64);
        domains.push(values);
    }
    if inputs > MOST {
        return None;
    }
    let result = match m.return_type {
        Ty::Void => String::new(),
        ty @ Ty::Primitive(_) => format!("{} {} = ", type_name(program, host, ty), Driver::RESULT),
        _ => format!("var {} = ", Driver::RESULT),
    };
    let name = m.name.to_string();
    Some((0..inputs).map(move |mut number| {
        let mut arguments = Vec::new();
        for domain in &domains {
            let size = domain.len() as u64;
            arguments.push(domain[(number % size) as usize].clone());
            number /= size;
        }
        let act = format!("{result}{target}.{name}({});", arguments.join(", "));
        Driver { method, arrange: Vec::new(), act, then: Vec::new() }
    }))
}

fn values(ty: PrimitiveType) -> Option<Vec<String>> {
    let range = match ty {
        PrimitiveType::Boolean => 0..=1,
        PrimitiveType::Byte => -128..=127,
        PrimitiveType::Short => -32_768..=32_767,
        PrimitiveType::Char => 0..=65_535,
        _ => return None,
    };
    Some(range.map(|v: i64| literals::typed(Primitive::from_bits(ty, v as u64))).collect())
}

fn gives_a_value(program: &Program, ty: Ty) -> bool {
    match ty {
        Ty::Void | Ty::Primitive(_) => true,
        Ty::Class(class) => class == program.well_known.string,
        _ => false,
    }
}

/// An object without state, where all objects of the class are.
fn fresh_receiver(program: &Program, method: MethodId, class: &str) -> Option<String> {
    let id = program.methods[method].class;
    let c = &program.classes[id];
    let is_plain = c.superclass == Some(program.well_known.object)
        && !c.modifiers.has(Modifiers::ABSTRACT)
        && c.constants.is_empty()
        && c.unsupported.is_none()
        && (c.outer.is_none() || c.modifiers.has(Modifiers::STATIC));
    let has_state = c.fields.iter().any(|&f| !program.fields[f].is_static());
    let has_subclass = program.classes.iter().any(|other| other.superclass == Some(id));
    let is_made = c.methods.iter().any(|&m| {
        let m = &program.methods[m];
        m.is_constructor() && m.parameters.is_empty() && !m.modifiers.has(Modifiers::PRIVATE)
    });
    (is_plain && !has_state && !has_subclass && is_made).then(|| format!("new {class}()"))
}

/// Whether neither version's code, nor what it may call, touches a static that is no constant.
fn is_stateless(program: &Program, method: MethodId, new: &Body) -> bool {
    let mut seen = BTreeSet::from([method]);
    let mut pending = called(new);
    if !touches_constants_only(program, new) {
        return false;
    }
    pending.push(method);
    let mut is_first = true;
    while let Some(next) = pending.pop() {
        if !std::mem::take(&mut is_first) && !seen.insert(next) {
            continue;
        }
        let m = &program.methods[next];
        if program.role(m.class) == Role::Library {
            // Its texts and numbers have no state; what has, as a clock, is not run.
            continue;
        }
        if m.is_abstract() || program.methods.ids().any(|other| program.overrides(other, next)) {
            return false;
        }
        let BodyState::Typed(body) = program.body(next) else { return false };
        if !touches_constants_only(program, body) {
            return false;
        }
        pending.extend(called(body));
    }
    true
}

fn touches_constants_only(program: &Program, body: &Body) -> bool {
    body.exprs.iter().all(|expr| match &expr.kind {
        ExprKind::StaticField(field) => {
            let f = &program.fields[*field];
            let is_value = match f.ty {
                Ty::Primitive(_) => true,
                Ty::Class(class) => class == program.well_known.string,
                _ => false,
            };
            program.role(f.class) == Role::Library
                || f.constant.is_some()
                || f.is_final() && is_value && program.classes[f.class].constants.is_empty()
        }
        ExprKind::New { class, .. } => {
            // Exceptions and objects of the program may keep what an outcome does not show.
            program.role(*class) == Role::Library
        }
        ExprKind::ClassLiteral(_) => false,
        _ => true,
    })
}
