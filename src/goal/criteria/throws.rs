//! Where the evaluation of an expression without an effect ends with an exception, as a condition in Java that itself throws none. It is
//! that of the original or, seen through a patch, that of a mutant.
//!
//! Each place at which an exception may arise has a number, the same in both versions. A *code* is an `int` that says at which place the
//! evaluation ends, as Java orders them (JLS 15.7); 0: it ends at none, and gives a value. Both evaluations are the same if their
//! codes are, and either they give the same value or what the exception tells is the same: of an index, that and the length.

use rustc_hash::FxHashSet;

use crate::index::Id as _;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::Primitive;
use crate::mutate::context::Context;
use crate::mutate::mutant::Mutant;
use crate::sema::typed_tree::Constant;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, Span};

/// A condition that is longer is not asked for: it grows with the square of the expression.
const LONGEST: usize = 4096;

/// One of the two versions of an expression.
pub(super) struct Version<'a> {
    context: Context<'a>,
    mutant: Option<&'a Mutant>,
    /// The nodes that the mutant changes, or which have such a one inside.
    changed: FxHashSet<ExprId>,
}

/// How an evaluation ends, as far as it may throw. `None` of both: it certainly gives a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ending {
    /// Where it gives a value.
    safe: Option<String>,
    code: Option<String>,
}

impl Ending {
    pub(super) const fn is_certain(&self) -> bool {
        self.code.is_none()
    }

    pub(super) fn safe(&self) -> &str {
        self.safe.as_deref().unwrap_or("true")
    }

    pub(super) fn code(&self) -> &str {
        self.code.as_deref().unwrap_or("0")
    }

    fn fault(condition: &str, number: usize) -> Self {
        Self { safe: Some(format!("!({condition})")), code: Some(format!("({condition} ? {number} : 0)")) }
    }

    /// One evaluation behind another, which is made where the first gives a value. `None`: it is too long.
    fn then(self, next: Self) -> Option<Self> {
        let (Some(first), Some(second)) = (&self.safe, &next.safe) else {
            return Some(if self.is_certain() { next } else { self });
        };
        let (safe, code) =
            (format!("{first} && {second}"), format!("({first} ? {} : {})", next.code(), self.code()));
        (code.len() <= LONGEST).then_some(Self { safe: Some(safe), code: Some(code) })
    }

    /// The one or the other, by a condition that throws nothing.
    fn either(condition: &str, then: &Self, otherwise: &Self) -> Option<Self> {
        let of = |then: &str, otherwise: &str| format!("({condition} ? {then} : {otherwise})");
        let (safe, code) = (of(then.safe(), otherwise.safe()), of(then.code(), otherwise.code()));
        (code.len() <= LONGEST).then_some(Self { safe: Some(safe), code: Some(code) })
    }
}

impl<'a> Version<'a> {
    pub(super) fn original(context: &Context<'a>) -> Self {
        Self { context: *context, mutant: None, changed: FxHashSet::default() }
    }

    /// Of a mutant that changes these nodes: from its place up to the whole expression.
    pub(super) fn of(context: &Context<'a>, mutant: &'a Mutant, changed: &[ExprId]) -> Self {
        Self { context: *context, mutant: Some(mutant), changed: changed.iter().copied().collect() }
    }

    /// The expression's text; `None` where the change of the text reaches beyond it.
    pub(super) fn text(&self, id: ExprId) -> Option<String> {
        let context = &self.context;
        // A copy is inside of the change and none of it.
        let (node, is_changed) = (self.node(id)?, self.changed.contains(&id));
        let (source, expr) = (context.source, &context.code.exprs[node]);
        let Some(mutant) = self.mutant.filter(|_| is_changed) else {
            return Some(source.slice(expr.span).to_owned());
        };
        let is_around = |span: &Span| span.start <= mutant.span.start && mutant.span.end <= span.end;
        let span = [expr.span, expr.outer].into_iter().find(is_around)?;
        let before = source.slice(Span::new(span.start, mutant.span.start));
        let after = source.slice(Span::new(mutant.span.end, span.end));
        Some(format!("{before}{}{after}", mutant.replacement))
    }

    /// How the evaluation of an expression that is still ends; `None` where this cannot be said in a short condition.
    pub(super) fn ending(&self, id: ExprId) -> Option<Ending> {
        let context = &self.context;
        let node = self.node(id)?;
        if !self.changed.contains(&node) && context.typed(node).is_some_and(|typed| typed.constant.is_some())
        {
            return Some(Ending::default());
        }
        let in_parentheses = |id: ExprId| self.text(id).map(|text| format!("({text})"));
        let null = |target: ExprId| {
            let is_this = matches!(self.kind(target), ExprKind::This);
            Some(if is_this {
                Ending::default()
            } else {
                Ending::fault(&format!("{} == null", in_parentheses(target)?), number(node))
            })
        };
        match self.kind(id) {
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => self.ending(*operand),
            ExprKind::Binary { op: op @ (BinaryOp::AndAnd | BinaryOp::OrOr), left, right } => {
                let (right, none) = (self.ending(*right)?, Ending::default());
                if right.is_certain() {
                    return self.ending(*left);
                }
                let (then, otherwise) = if *op == BinaryOp::AndAnd { (right, none) } else { (none, right) };
                let right = Ending::either(&in_parentheses(*left)?, &then, &otherwise)?;
                self.ending(*left)?.then(right)
            }
            ExprKind::Binary { op, left, right } => {
                let operands = self.ending(*left)?.then(self.ending(*right)?)?;
                if self.may_divide_by_zero(*op, *left, *right) {
                    let is_zero = format!("{} == 0", in_parentheses(*right)?);
                    return operands.then(Ending::fault(&is_zero, number(node)));
                }
                Some(operands)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (then, otherwise) = (self.ending(*then)?, self.ending(*otherwise)?);
                if then.is_certain() && otherwise.is_certain() {
                    return self.ending(*condition);
                }
                let chosen = Ending::either(&in_parentheses(*condition)?, &then, &otherwise)?;
                self.ending(*condition)?.then(chosen)
            }
            ExprKind::Index { array, index } => {
                let operands = self.ending(*array)?.then(self.ending(*index)?)?;
                operands.then(null(*array)?)?.then(self.outside(id, node)?)
            }
            // A field of a class.
            ExprKind::Field { target, .. } if self.is_no_value(*target) => Some(Ending::default()),
            ExprKind::Field { target, .. } => self.ending(*target)?.then(null(*target)?),
            ExprKind::Call { target: Some(target), arguments, .. } => {
                let mut ending = self.ending(*target)?;
                for &argument in arguments {
                    ending = ending.then(self.ending(argument)?)?;
                }
                ending = ending.then(null(*target)?)?;
                if arguments.is_empty() { Some(ending) } else { ending.then(self.outside(id, node)?) }
            }
            _ => Some(Ending::default()),
        }
    }

    /// Of an index, its text and that of the length that it is to be below.
    pub(super) fn index(&self, id: ExprId) -> Option<(String, String)> {
        let (of, index, length) = match self.kind(id) {
            ExprKind::Index { array, index } => (*array, *index, "length"),
            ExprKind::Call { target: Some(target), arguments, .. } => {
                (*target, *arguments.first()?, "length()")
            }
            _ => return None,
        };
        Some((format!("({})", self.text(index)?), format!("({}).{length}", self.text(of)?)))
    }

    fn outside(&self, id: ExprId, node: ExprId) -> Option<Ending> {
        let (index, length) = self.index(id)?;
        Some(Ending::fault(&format!("{index} < 0 || {index} >= {length}"), number_of_index(node)))
    }

    fn kind(&self, id: ExprId) -> &ExprKind {
        match self.mutant.and_then(|mutant| mutant.patch.expr(id)) {
            Some(expr) => &expr.kind,
            None => self.context.kind(id),
        }
    }

    /// The node of the original that stands at the same place, or of which it is a copy.
    fn node(&self, id: ExprId) -> Option<ExprId> {
        if id.index() < self.context.code.exprs.len() {
            return Some(id);
        }
        self.mutant?.patch.copied_from(id)
    }

    fn is_no_value(&self, id: ExprId) -> bool {
        self.node(id).is_some_and(|id| self.context.typed(id).is_none())
    }

    fn may_divide_by_zero(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let integral = |id: ExprId| self.node(id).is_some_and(|id| self.context.is_integral(id));
        let constant = |id: ExprId| self.context.typed(id)?.constant.as_ref();
        let divides = matches!(op, BinaryOp::Strict(BinaryOperator::Div | BinaryOperator::Rem));
        let is_known = !self.changed.contains(&right) && constant(right).is_some_and(|value| !is_zero(value));
        divides && integral(left) && integral(right) && !is_known
    }
}

fn is_zero(constant: &Constant) -> bool {
    use Primitive::{Byte, Char, Int, Long, Short};
    matches!(constant, Constant::Primitive(Byte(0) | Short(0) | Char(0) | Int(0) | Long(0)))
}

/// Of the exception at a node that is none of an index.
fn number(node: ExprId) -> usize {
    2 * node.index() + 1
}

pub(super) fn number_of_index(node: ExprId) -> usize {
    number(node) + 1
}
