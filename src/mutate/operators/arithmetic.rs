//! Arithmetic operators: AORB AORS AODU AODS AOIU AOIS, and UOI, which joins AOIU, AOIS, LOI and COI.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::{Walk, children_first};
use super::{conditional, logical, replace_operator};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, IncDec};

pub(super) const ARITHMETIC: [BinaryOp; 5] = [
    BinaryOp::Strict(BinaryOperator::Mul),
    BinaryOp::Strict(BinaryOperator::Div),
    BinaryOp::Strict(BinaryOperator::Rem),
    BinaryOp::Strict(BinaryOperator::Add),
    BinaryOp::Strict(BinaryOperator::Sub),
];

/// Binary arithmetic operators by each other.
pub fn aorb(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        if let ExprKind::Binary { op: BinaryOp::Strict(op), .. } = context.kind(id)
            && op.is_arithmetic()
            && context.is_arithmetic(id)
        {
            replace_operator(context, id, &ARITHMETIC, out);
        }
    });
}

/// `++` and `--` by each other.
pub fn aors(context: &Context, out: &mut Vec<Candidate>) {
    use IncDec::{PostDecrement, PostIncrement, PreDecrement, PreIncrement};
    FlagWalk::method(context, |id, flag| {
        let ExprKind::IncDec { op, operand } = *context.kind(id) else { return };
        let others = match (flag, op.is_increment()) {
            (true, true) => &[PostDecrement][..],
            (true, false) => &[PostIncrement],
            (false, _) => &[PostDecrement, PostIncrement, PreDecrement, PreIncrement],
        };
        for &other in others.iter().filter(|other| **other != op) {
            out.push(Candidate::replacing(context, id, ExprKind::IncDec { op: other, operand }));
        }
    });
}

/// Inserts `++` and `--`.
pub fn aois(context: &Context, out: &mut Vec<Candidate>) {
    use IncDec::{PostDecrement, PostIncrement, PreDecrement, PreIncrement};
    FlagWalk::method(context, |id, flag| {
        if context.is_variable_or_field(id) && context.is_arithmetic(id) && !context.is_final(id) {
            let inserted = if flag {
                &[PostIncrement, PostDecrement][..]
            } else {
                &[PreIncrement, PreDecrement, PostIncrement, PostDecrement]
            };
            out.extend(inserted.iter().map(|&op| Candidate::inc_dec(context, id, op)));
        }
    });
}

/// Flag F of AORS and AOIS: true at the start of a statement, false from the start of a binary expression or of
/// an assignment's right side to its end, and then *true*, also where an outer one still goes on: in `a * b + c`
/// the uses of `a` and `b` see false and `c` sees true. An accident of the original tool that its published
/// counts contain.
struct FlagWalk<'c, 'a, F> {
    context: &'c Context<'a>,
    flag: bool,
    visit: F,
}

impl<'c, 'a, F: FnMut(ExprId, bool)> FlagWalk<'c, 'a, F> {
    fn method(context: &'c Context<'a>, visit: F) {
        Walk::method(&mut Self { context, flag: true, visit });
    }
}

impl<'a, F: FnMut(ExprId, bool)> Walk<'a> for FlagWalk<'_, 'a, F> {
    fn context(&self) -> &Context<'a> {
        self.context
    }

    fn statement_starts(&mut self) {
        self.flag = true;
    }

    fn expr(&mut self, id: ExprId) {
        (self.visit)(id, self.flag);
        match *self.context.kind(id) {
            ExprKind::Unary { .. } | ExprKind::IncDec { .. } => {}
            ExprKind::Binary { .. } => {
                self.flag = false;
                self.children(id);
                self.flag = true;
            }
            ExprKind::Assign { value, .. } => {
                self.flag = false;
                self.expr(value);
                self.flag = true;
            }
            _ => self.children(id),
        }
    }
}

/// Deletes unary `+` and `-`.
pub fn aodu(context: &Context, out: &mut Vec<Candidate>) {
    NarrowWalk::method(context, |context, id| {
        match *context.kind(id) {
            ExprKind::Unary { op: UnaryOperator::Plus | UnaryOperator::Minus, operand }
                if context.is_arithmetic(id) =>
            {
                out.push(Candidate::keeping(context, id, operand));
            }
            ExprKind::Binary { op, left, .. } => {
                return if is_add_sub_or_rem(op) { Enter::Only(left) } else { Enter::Nothing };
            }
            _ => {}
        }
        Enter::All
    });
}

/// Inserts unary `-`.
pub fn aoiu(context: &Context, out: &mut Vec<Candidate>) {
    NarrowWalk::method(context, |context, id| {
        if context.is_variable_or_field(id) && context.is_arithmetic(id) {
            out.push(Candidate::unary(context, id, UnaryOperator::Minus));
        }
        let ExprKind::Binary { op, left, right } = *context.kind(id) else { return Enter::All };
        let plain = context.is_variable_or_field(left) && context.is_variable_or_field(right);
        match op {
            op if is_add_sub_or_rem(op) => Enter::Only(left),
            BinaryOp::Strict(BinaryOperator::Mul | BinaryOperator::Div) if plain => Enter::Only(left),
            BinaryOp::Strict(BinaryOperator::Mul | BinaryOperator::Div) => Enter::All,
            BinaryOp::Strict(op) if op.is_comparison() => Enter::All,
            _ => Enter::Nothing,
        }
    });
}

const fn is_add_sub_or_rem(op: BinaryOp) -> bool {
    use BinaryOperator::{Add, Rem, Sub};
    matches!(op, BinaryOp::Strict(Add | Sub | Rem))
}

enum Enter {
    Nothing,
    Only(ExprId),
    All,
}

/// The walk of AODU and AOIU: of assignments the right side, of unaries nothing, of the rest what `visit` says.
struct NarrowWalk<'c, 'a, F> {
    context: &'c Context<'a>,
    visit: F,
}

impl<'c, 'a, F: FnMut(&'c Context<'a>, ExprId) -> Enter> NarrowWalk<'c, 'a, F> {
    fn method(context: &'c Context<'a>, visit: F) {
        Walk::method(&mut Self { context, visit });
    }
}

impl<'c, 'a, F: FnMut(&'c Context<'a>, ExprId) -> Enter> Walk<'a> for NarrowWalk<'c, 'a, F> {
    fn context(&self) -> &Context<'a> {
        self.context
    }

    fn expr(&mut self, id: ExprId) {
        let enter = (self.visit)(self.context, id);
        match *self.context.kind(id) {
            ExprKind::Unary { .. } | ExprKind::IncDec { .. } => {}
            ExprKind::Assign { value, .. } => self.expr(value),
            _ => match enter {
                Enter::Nothing => {}
                Enter::Only(child) => self.expr(child),
                Enter::All => self.children(id),
            },
        }
    }
}

/// Deletes `++` and `--`.
pub fn aods(context: &Context, out: &mut Vec<Candidate>) {
    struct Aods<'c, 'a, 'o> {
        context: &'c Context<'a>,
        out: &'o mut Vec<Candidate>,
    }
    impl<'a> Walk<'a> for Aods<'_, 'a, '_> {
        fn context(&self) -> &Context<'a> {
            self.context
        }
        fn enters_for_headers(&self) -> bool {
            false
        }
        fn expr(&mut self, id: ExprId) {
            match *self.context.kind(id) {
                ExprKind::IncDec { operand, .. } => {
                    self.out.push(Candidate::keeping(self.context, id, operand));
                }
                ExprKind::Unary { .. } => {}
                _ => self.children(id),
            }
        }
    }
    Aods { context, out }.method();
}

/// Inserts unary operators of all kinds: Offutt's UOI as AOIU, AOIS, LOI and COI together.
pub fn uoi(context: &Context, out: &mut Vec<Candidate>) {
    aoiu(context, out);
    aois(context, out);
    logical::loi(context, out);
    conditional::coi(context, out);
}
