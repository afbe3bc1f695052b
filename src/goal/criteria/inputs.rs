//! IDC, input domain coverage: each class of values of each parameter. USER: the labels that comments and files ask for.

use crate::goal::plant::{Plan, first_statement};
use crate::goal::wishes::{self, wishes};
use crate::jvm::value::PrimitiveType as P;
use crate::mutate::context::Context;
use crate::sema::types::Ty;
use crate::syntax::tree::{Root, Span};

pub(in crate::goal) fn idc(plan: &mut Plan<'_, '_>) {
    let context = *plan.context;
    let Some(first) = first_statement(&context) else { return };
    let start = context.code.stmts[first].span.start;
    let parameters: Vec<(String, Ty)> = context
        .body
        .locals
        .iter()
        .take(context.body.parameter_count)
        .map(|local| (local.name.to_string(), local.ty))
        .collect();
    for (n, (name, ty)) in parameters.iter().enumerate() {
        for condition in classes(&context, name, *ty) {
            plan.before_if(first, &condition, Span::new(start, start));
        }
        for (other, of) in &parameters[n + 1..] {
            let may_be_one = of == ty && ty.is_reference() && *ty != context.program.string();
            if may_be_one {
                plan.before_if(
                    first,
                    &format!("{name} != null && {name} == {other}"),
                    Span::new(start, start),
                );
            }
        }
    }
}

/// The conditions that part the values of a type.
fn classes(context: &Context<'_>, p: &str, ty: Ty) -> Vec<String> {
    let of = |conditions: &[&str]| conditions.iter().map(|c| c.replace('p', p)).collect::<Vec<_>>();
    let with_ends = |least: &str, most: &str| {
        let signs = if least == "0" { vec![] } else { vec![format!("{p} < 0")] };
        let rest = [format!("{p} == 0"), format!("{p} > 0")];
        let ends = [format!("{p} == {least}"), format!("{p} == {most}")];
        // The least `char` is 0.
        let skipped = usize::from(least == "0");
        signs.into_iter().chain(rest).chain(ends.into_iter().skip(skipped)).collect::<Vec<_>>()
    };
    match ty {
        Ty::Primitive(P::Boolean) => of(&["p", "!p"]),
        Ty::Primitive(P::Byte) => with_ends("-128", "127"),
        Ty::Primitive(P::Short) => with_ends("-32768", "32767"),
        Ty::Primitive(P::Char) => with_ends("0", "65535"),
        Ty::Primitive(P::Int) => with_ends("-2147483648", "2147483647"),
        Ty::Primitive(P::Long) => with_ends("-9223372036854775808L", "9223372036854775807L"),
        Ty::Primitive(P::Float | P::Double) => {
            of(&["p != p", "p < 0", "p == 0", "p > 0", "p == 1.0 / 0.0", "p == -1.0 / 0.0"])
        }
        _ if ty.array().is_some() => length_classes(p, "length"),
        _ if ty == context.program.string() => length_classes(p, "length()"),
        _ if ty.is_reference() => of(&["p == null", "p != null"]),
        _ => Vec::new(),
    }
}

fn length_classes(p: &str, length: &str) -> Vec<String> {
    let mut classes = vec![format!("{p} == null")];
    classes.extend(["== 0", "== 1", "> 1"].map(|case| format!("{p} != null && {p}.{length} {case}")));
    classes
}

pub(in crate::goal) fn user(plan: &mut Plan<'_, '_>) {
    let context = *plan.context;
    let Root::Block(root) = context.code.root else { return };
    let whole = context.code.stmts[root].span;
    let source = &context.program.unit_of(context.program.methods[context.method].class).tree.source;
    let is_own = |wish: &Span| {
        wishes::method_at(context.program, source, wish.start).is_some_and(|(_, span)| span == whole)
    };
    for wish in wishes(context.source.slice(whole), whole.start).into_iter().filter(is_own) {
        let condition = context.source.slice(wish);
        match (wishes::effect(condition), wishes::next_statement(context.code, wish.end)) {
            (Some((_, why)), _) => plan.leave_out(wish, condition.to_owned(), why),
            (None, Some(stmt)) => plan.before_if(stmt, condition, wish),
            (None, None) => plan.leave_out(wish, condition.to_owned(), wishes::NO_STATEMENT),
        }
    }
}

/// Of a label that a file asks for: the condition holds where the method begins.
pub(in crate::goal) fn at_entry(plan: &mut Plan<'_, '_>, condition: &str) {
    let context = *plan.context;
    let Root::Block(root) = context.code.root else { return };
    match first_statement(&context) {
        Some(first) => {
            let start = context.code.stmts[first].span.start;
            plan.before_if(first, condition, Span::new(start, start));
        }
        None => plan.leave_out(context.code.stmts[root].span, condition.to_owned(), NO_BODY),
    }
}

const NO_BODY: &str = "the body has no statement";
