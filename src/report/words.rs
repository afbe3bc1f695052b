//! Terms as Java that a reader of the program knows again: `a[i]` and not a read of a map, the source text of what an
//! expression left in a temporary.

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::Program;
use crate::sema::type_numbers::TypeNumbers;
use crate::sema::types::Ty;
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// Deeper terms are cut short.
const MAX_DEPTH: usize = 12;

/// How strongly an operator binds; 0 stands alone.
type Strength = u8;

pub(super) struct Words<'a> {
    pub program: &'a Program,
    pub types: &'a TypeNumbers,
    pub terms: &'a Terms,
    /// What a variable is called; `None` for its own name.
    pub name: &'a dyn Fn(VarId) -> Option<String>,
}

impl Words<'_> {
    pub(super) fn of(&self, term: TermId) -> String {
        self.within(term, 0, 0)
    }

    fn within(&self, term: TermId, around: Strength, depth: usize) -> String {
        if depth > MAX_DEPTH {
            return "…".to_owned();
        }
        if let Some((object, test, class)) = self.test_of_class(term) {
            let text = format!("{} {test} {class}", self.within(object, 4, depth + 1));
            return if around > 3 { format!("({text})") } else { text };
        }
        let part = |t: TermId| self.within(t, 9, depth + 1);
        let (text, strength) = match self.terms.kind(term) {
            TermKind::Unary { op: UnaryOperator::Not, operand } => match self.terms.kind(*operand) {
                TermKind::SameReference { left, right } => {
                    (format!("{} != {}", part(*left), part(*right)), 3)
                }
                _ => (format!("!{}", part(*operand)), 8),
            },
            TermKind::Unary { op, operand } => (format!("{}{}", op.symbol(), part(*operand)), 8),
            TermKind::Binary { op, ty, left, right } => {
                let own = strength(*op);
                // `(a < b) == c` reads better than what Java would allow; so does `(a && b) || c`.
                let stands_apart = is_comparison(*op) || self.mixes(*op, *left);
                let left = self.within(*left, own + Strength::from(stands_apart), depth + 1);
                (format!("{left} {} {}", sign(*op, *ty), self.within(*right, own + 1, depth + 1)), own)
            }
            TermKind::SameReference { left, right } => (format!("{} == {}", part(*left), part(*right)), 3),
            TermKind::Choose { condition, then, otherwise } => {
                (format!("{} ? {} : {}", part(*condition), part(*then), part(*otherwise)), 1)
            }
            TermKind::Convert { to, operand, .. } => (format!("({to}) {}", part(*operand)), 8),
            _ => (self.primary(term, depth), 9),
        };
        if strength < around { format!("({text})") } else { text }
    }

    /// Whether `&`, `^` and `|`, or `&&` and `||`, meet: few know which binds more.
    fn mixes(&self, op: BinaryOperator, operand: TermId) -> bool {
        let is_logical = |op| matches!(op, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor);
        match *self.terms.kind(operand) {
            TermKind::Binary { op: inner, .. } => inner != op && is_logical(inner) && is_logical(op),
            _ => false,
        }
    }

    /// A test of an object's class: the object, what is asked, the class.
    fn test_of_class(&self, term: TermId) -> Option<(TermId, &'static str, String)> {
        let TermKind::Binary { op, left, right, .. } = *self.terms.kind(term) else { return None };
        if matches!(op, BinaryOperator::And | BinaryOperator::Or) {
            return self.test_of_subclass(op, left, right);
        }
        let (object, number) = (self.object_of_class(left)?, self.int(right)?);
        let class = self.program.nested_name(self.types.class_of(number)?);
        match op {
            BinaryOperator::Eq => Some((object, "is", class)),
            BinaryOperator::Ne => Some((object, "is not", class)),
            _ => None,
        }
    }

    /// A class's subclasses are a range of numbers, which begins with its own.
    fn test_of_subclass(
        &self,
        op: BinaryOperator,
        left: TermId,
        right: TermId,
    ) -> Option<(TermId, &'static str, String)> {
        let bound = |term: TermId, wanted: BinaryOperator| match *self.terms.kind(term) {
            TermKind::Binary { op, left, right, .. } if op == wanted => {
                Some((self.object_of_class(left)?, self.int(right)?))
            }
            _ => None,
        };
        let (low, high, test) = match op {
            BinaryOperator::And => (BinaryOperator::Ge, BinaryOperator::Le, "instanceof"),
            _ => (BinaryOperator::Lt, BinaryOperator::Gt, "not instanceof"),
        };
        let ((object, low), (other, high)) = (bound(left, low)?, bound(right, high)?);
        let class = self.types.class_of(low)?;
        let is_range = self.types.instances(Ty::Class(class)).contains(&(low, high));
        (object == other && is_range).then(|| (object, test, self.program.nested_name(class)))
    }

    fn object_of_class(&self, term: TermId) -> Option<TermId> {
        match *self.terms.kind(term) {
            TermKind::Select { map, object } => match *self.terms.kind(map) {
                TermKind::Var(var) if self.terms.info(var).variable == Variable::Class => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    fn int(&self, term: TermId) -> Option<i32> {
        match self.terms.constant(term) {
            Some(Primitive::Int(value)) => Some(value),
            _ => None,
        }
    }

    fn primary(&self, term: TermId, depth: usize) -> String {
        let part = |t: TermId| self.within(t, 9, depth + 1);
        let alone = |t: TermId| self.within(t, 0, depth + 1);
        match self.terms.kind(term) {
            TermKind::Var(var) => (self.name)(*var).unwrap_or_else(|| self.terms.info(*var).name.clone()),
            TermKind::Text(text) => format!("{:?}", text.to_string_lossy()),
            TermKind::Select { map, object } => match *self.terms.kind(*map) {
                TermKind::Var(var) => self.member(var, &part(*object)),
                _ => format!("{}.…", part(*object)),
            },
            TermKind::SelectCell { array, index, .. } => format!("{}[{}]", part(*array), alone(*index)),
            TermKind::SameFloat { left, right } => format!("{} is {}", part(*left), part(*right)),
            TermKind::Apply { function, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|&a| alone(a)).collect();
                self.function(*function, &arguments)
            }
            _ => self.terms.show(term),
        }
    }

    fn member(&self, map: VarId, object: &str) -> String {
        let info = self.terms.info(map);
        let name = info.name.rsplit('.').next().unwrap_or_default();
        match info.variable {
            Variable::Class => format!("class of {object}"),
            _ => format!("{object}.{name}"),
        }
    }

    fn function(&self, function: Function, arguments: &[String]) -> String {
        match (function, arguments) {
            (Function::StringLength, [text]) => format!("{text}.length()"),
            (Function::StringUnit, [text, index]) => format!("{text}.charAt({index})"),
            (Function::SameObject, [left, right]) => format!("{left} == {right}"),
            (Function::SameText, [left, right]) => format!("{left}.equals({right})"),
            (Function::Concat, [left, right]) => format!("{left} + {right}"),
            (Function::TextOf(_) | Function::Box(_) | Function::Unbox(_) | Function::Made(..), [value]) => {
                value.clone()
            }
            (Function::Throws(_), _) => format!("throws for {}", arguments.join(", ")),
            _ => format!("f({})", arguments.join(", ")),
        }
    }
}

const fn sign(op: BinaryOperator, ty: PrimitiveType) -> &'static str {
    match (op, ty) {
        (BinaryOperator::And, PrimitiveType::Boolean) => "&&",
        (BinaryOperator::Or, PrimitiveType::Boolean) => "||",
        (op, _) => op.symbol(),
    }
}

const fn is_comparison(op: BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge)
}

const fn strength(op: BinaryOperator) -> Strength {
    use BinaryOperator as Op;
    match op {
        Op::And | Op::Or | Op::Xor => 2,
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => 3,
        Op::Shl | Op::Shr | Op::Ushr => 4,
        Op::Add | Op::Sub => 5,
        Op::Mul | Op::Div | Op::Rem => 6,
    }
}
