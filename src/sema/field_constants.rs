//! The values of constant variables among the fields (JLS 4.12.4, 15.29): each on demand of another, without
//! recursion, so that a chain of constants is as long as it likes. A cycle has no value.

use smallvec::SmallVec;

use crate::index::IndexVec;
use crate::jvm::convert::{cast, fits, widens};
use crate::jvm::literal::{parse_double_literal, parse_float_literal, parse_int_literal, parse_long_literal};
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::constant::{fold_binary, fold_cast, fold_conditional, fold_unary};
use crate::sema::names::{resolve_class_name, resolve_type};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::typed_tree::Constant;
use crate::sema::types::Ty;
use crate::syntax::tree::{BinaryOp, Code, ExprId, ExprKind, Literal, Modifiers, Root};

/// The constants of all fields that have one.
pub(super) fn evaluate(program: &Program) -> Vec<(FieldId, Constant)> {
    let states = program.fields.ids().map(|_| State::Unvisited).collect();
    let mut evaluator = Evaluator { program, states };
    program.fields.ids().for_each(|field| evaluator.run(field));
    let states = evaluator.states;
    let constant = |field: FieldId| match &states[field] {
        State::Done(Some(constant)) => Some((field, constant.clone())),
        _ => None,
    };
    program.fields.ids().filter_map(constant).collect()
}

enum State {
    Unvisited,
    /// On the stack.
    Running,
    Done(Option<Constant>),
}

/// Another field's value is needed first.
struct Needs(FieldId);

struct Evaluator<'p> {
    program: &'p Program,
    states: IndexVec<FieldId, State>,
}

impl Evaluator<'_> {
    fn run(&mut self, root: FieldId) {
        let mut stack = vec![root];
        while let Some(&field) = stack.last() {
            if matches!(self.states[field], State::Done(_)) {
                stack.pop();
                continue;
            }
            self.states[field] = State::Running;
            match self.attempt(field) {
                Ok(constant) => {
                    self.states[field] = State::Done(constant);
                    stack.pop();
                }
                Err(Needs(other)) => stack.push(other),
            }
        }
    }

    fn attempt(&self, field: FieldId) -> Result<Option<Constant>, Needs> {
        let f = &self.program.fields[field];
        if f.constant.is_some() {
            return Ok(f.constant.clone());
        }
        let may_be_constant = f.modifiers.has(Modifiers::FINAL)
            && (matches!(f.ty, Ty::Primitive(_)) || f.ty == self.program.string());
        if !may_be_constant {
            return Ok(None);
        }
        // What a captured local is made of stands in the class around.
        let around = self.program.classes[f.class].outer;
        let code = match (self.program.initializer_of_captured(field), around) {
            (Some(code), Some(around)) => Some((around, code)),
            _ => self.program.field_decl(field).and_then(|d| Some((f.class, &**d.init.as_ref()?))),
        };
        let Some((class, code)) = code else { return Ok(None) };
        let value = self.value(class, code)?;
        Ok(value.and_then(|v| assigned(v, f.ty)))
    }

    /// The value of the whole code, its expressions in order: children have smaller ids than parents.
    fn value(&self, class: ClassId, code: &Code) -> Result<Option<Constant>, Needs> {
        let Root::Expr(root) = code.root else { return Ok(None) };
        let mut values: IndexVec<ExprId, Option<Constant>> = IndexVec::new();
        for expr in code.exprs.iter() {
            let value = self.expr(class, code, &values, &expr.kind)?;
            values.push(value);
        }
        Ok(values[root].take())
    }

    fn expr(
        &self,
        class: ClassId,
        code: &Code,
        values: &IndexVec<ExprId, Option<Constant>>,
        kind: &ExprKind,
    ) -> Result<Option<Constant>, Needs> {
        let value = |id: ExprId| values.get(id).and_then(Option::as_ref);
        Ok(match kind {
            ExprKind::Literal(literal) => literal_value(literal, false),
            ExprKind::Name(name) => match self.variable(class, name) {
                Some(field) => self.constant_of(field)?,
                None => None,
            },
            ExprKind::Field { .. } => match self.qualified_field(class, code, kind) {
                Some(field) => self.constant_of(field)?,
                None => None,
            },
            ExprKind::Unary { op: UnaryOperator::Minus, operand } if is_literal(code, *operand) => {
                match &code.exprs[*operand].kind {
                    ExprKind::Literal(literal) => literal_value(literal, true),
                    _ => None,
                }
            }
            ExprKind::Unary { op, operand } => value(*operand).and_then(|v| fold_unary(*op, v)),
            ExprKind::Binary { op, left, right } => match (value(*left), value(*right)) {
                (Some(a), Some(b)) => match op {
                    BinaryOp::Strict(op) => fold_binary(*op, a, b),
                    BinaryOp::AndAnd => boolean(a.boolean().zip(b.boolean()).map(|(a, b)| a && b)),
                    BinaryOp::OrOr => boolean(a.boolean().zip(b.boolean()).map(|(a, b)| a || b)),
                },
                _ => None,
            },
            ExprKind::Conditional { condition, then, otherwise } => {
                match (value(*condition), value(*then), value(*otherwise)) {
                    (Some(c), Some(a), Some(b)) => fold_conditional(c, a, b),
                    _ => None,
                }
            }
            ExprKind::Cast { ty, operand } => {
                match (resolve_type(self.program, &[], class, &[], ty), value(*operand)) {
                    (Ok(Ty::Primitive(target)), Some(v)) => fold_cast(v, target),
                    (Ok(target), Some(v @ Constant::String(_))) if target == self.program.string() => {
                        Some(v.clone())
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn variable(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let found = self.program.find_variable(class, name).ok();
        let until = found.as_ref().and_then(|found| found.scope);
        match self.program.captured_around(class, name, until) {
            // Where it is not known whether one is constant, nothing else is for it.
            Some((_, captured)) => {
                Some(captured).filter(|&field| !self.program.may_be_other_than_constant(field))
            }
            None => found.map(|found| found.field),
        }
    }

    /// `A.B.FIELD`, where what stands before the last dot names a class.
    fn qualified_field(&self, class: ClassId, code: &Code, kind: &ExprKind) -> Option<FieldId> {
        let ExprKind::Field { target, name } = kind else { return None };
        let mut parts: SmallVec<[&str; 8]> = SmallVec::new();
        let mut current = *target;
        loop {
            match &code.exprs[current].kind {
                ExprKind::Field { target, name } if parts.len() < 16 => {
                    parts.push(&name.name);
                    current = *target;
                }
                ExprKind::Name(head) => {
                    parts.push(head);
                    break;
                }
                _ => return None,
            }
        }
        parts.reverse();
        if self.variable(class, parts[0]).is_some() {
            return None;
        }
        let owner = resolve_class_name(self.program, &[], class, &parts).ok()??;
        self.program.find_field(owner, &name.name, class).ok()
    }

    fn constant_of(&self, field: FieldId) -> Result<Option<Constant>, Needs> {
        match &self.states[field] {
            State::Unvisited => Err(Needs(field)),
            State::Running => Ok(None),
            State::Done(constant) => Ok(constant.clone()),
        }
    }
}

fn is_literal(code: &Code, expr: ExprId) -> bool {
    matches!(code.exprs[expr].kind, ExprKind::Literal(_))
}

const fn boolean(value: Option<bool>) -> Option<Constant> {
    match value {
        Some(b) => Some(Constant::Primitive(Primitive::Boolean(b))),
        None => None,
    }
}

/// The value of a literal, with the minus before it where there is one.
fn literal_value(literal: &Literal, minus: bool) -> Option<Constant> {
    let value = match literal {
        Literal::Int(text) => Primitive::Int(parse_int_literal(text, minus).ok()?),
        Literal::Long(text) => Primitive::Long(parse_long_literal(&format!("{text}L"), minus).ok()?),
        Literal::Float(text) => Primitive::Float(parse_float_literal(&format!("{text}f")).ok()?),
        Literal::Double(text) => Primitive::Double(parse_double_literal(text).ok()?),
        Literal::Char(unit) => Primitive::Char(*unit),
        Literal::Boolean(b) => Primitive::Boolean(*b),
        Literal::String(text) => return Some(Constant::String(text.clone())),
        Literal::Null => return None,
    };
    let value = Constant::Primitive(value);
    if minus { fold_unary(UnaryOperator::Minus, &value) } else { Some(value) }
}

/// A constant on its way into a variable (JLS 5.2); `None` where it does not fit, which is an error elsewhere.
fn assigned(value: Constant, ty: Ty) -> Option<Constant> {
    match (value, ty) {
        (Constant::Primitive(p), Ty::Primitive(target)) => {
            let narrows = matches!(target, PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char)
                && matches!(
                    p.ty(),
                    PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char | PrimitiveType::Int
                )
                && fits(p, target);
            (p.ty() == target || widens(p.ty(), target) || narrows)
                .then(|| Constant::Primitive(cast(p, target)))
        }
        (value @ Constant::String(_), Ty::Class(_)) => Some(value),
        _ => None,
    }
}
