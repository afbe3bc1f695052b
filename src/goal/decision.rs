//! A decision as a tree of atoms, and the ways on which it is evaluated.

use crate::jvm::operator::UnaryOperator;
use crate::mutate::context::Context;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

/// A boolean expression over atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    Constant(bool),
    Atom(ExprId),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Choose(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// What each atom that is evaluated comes to, in order.
pub(super) type Way = Vec<(ExprId, bool)>;

impl Tree {
    pub(super) fn of(context: &Context<'_>, id: ExprId) -> Self {
        if let Some(value) = context.typed(id).and_then(|typed| typed.constant_boolean()) {
            return Self::Constant(value);
        }
        let part = |id: ExprId| Box::new(Self::of(context, id));
        match *context.kind(id) {
            ExprKind::Binary { op: BinaryOp::AndAnd, left, right } => Self::And(part(left), part(right)),
            ExprKind::Binary { op: BinaryOp::OrOr, left, right } => Self::Or(part(left), part(right)),
            ExprKind::Unary { op: UnaryOperator::Not, operand } => Self::Not(part(operand)),
            ExprKind::Conditional { condition, then, otherwise } => {
                Self::Choose(part(condition), part(then), part(otherwise))
            }
            _ => Self::Atom(id),
        }
    }

    /// Each atom once, in the order of the source.
    pub(super) fn atoms(&self, into: &mut Vec<ExprId>) {
        match self {
            Self::Constant(_) => {}
            Self::Atom(id) => into.push(*id),
            Self::Not(a) => a.atoms(into),
            Self::And(a, b) | Self::Or(a, b) => [a, b].into_iter().for_each(|part| part.atoms(into)),
            Self::Choose(a, b, c) => [a, b, c].into_iter().for_each(|part| part.atoms(into)),
        }
    }

    /// The atom that is evaluated first.
    pub(super) fn first(&self) -> Option<ExprId> {
        match self {
            Self::Constant(_) => None,
            Self::Atom(id) => Some(*id),
            Self::Not(a) => a.first(),
            Self::And(a, b) | Self::Or(a, b) => a.first().or_else(|| b.first()),
            Self::Choose(a, b, c) => a.first().or_else(|| b.first()).or_else(|| c.first()),
        }
    }

    /// What is left where an atom has this value.
    pub(super) fn given(&self, atom: ExprId, value: bool) -> Self {
        match self {
            Self::Atom(id) if *id == atom => Self::Constant(value),
            Self::Constant(_) | Self::Atom(_) => self.clone(),
            Self::Not(a) => match a.given(atom, value) {
                Self::Constant(value) => Self::Constant(!value),
                rest => Self::Not(Box::new(rest)),
            },
            Self::And(a, b) => match (a.given(atom, value), b.given(atom, value)) {
                (Self::Constant(false), _) => Self::Constant(false),
                (Self::Constant(true), rest) | (rest, Self::Constant(true)) => rest,
                (a, b) => Self::And(Box::new(a), Box::new(b)),
            },
            Self::Or(a, b) => match (a.given(atom, value), b.given(atom, value)) {
                (Self::Constant(true), _) => Self::Constant(true),
                (Self::Constant(false), rest) | (rest, Self::Constant(false)) => rest,
                (a, b) => Self::Or(Box::new(a), Box::new(b)),
            },
            Self::Choose(a, b, c) => match (a.given(atom, value), b.given(atom, value), c.given(atom, value))
            {
                (Self::Constant(true), rest, _) | (Self::Constant(false), _, rest) => rest,
                (a, b, c) => Self::Choose(Box::new(a), Box::new(b), Box::new(c)),
            },
        }
    }

    /// All ways on which it is evaluated, with what it comes to: those on which the first atom is true first.
    pub(super) fn ways(&self) -> Vec<(Way, bool)> {
        let Some(first) = self.first() else {
            return match self {
                Self::Constant(value) => vec![(Vec::new(), *value)],
                _ => Vec::new(),
            };
        };
        let mut ways = Vec::new();
        for value in [true, false] {
            for (mut way, outcome) in self.given(first, value).ways() {
                way.insert(0, (first, value));
                ways.push((way, outcome));
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Id as _;

    #[test]
    fn the_ways_are_those_of_short_circuits() {
        let atom = |n: usize| Box::new(Tree::Atom(ExprId::new(n)));
        let of = |tree: &Tree| -> Vec<String> {
            let letter = |&(atom, value): &(ExprId, bool)| {
                let letter = char::from(b'a' + atom.index() as u8);
                if value { letter.to_ascii_uppercase() } else { letter }
            };
            let word = |(way, outcome): &(Way, bool)| {
                format!("{}{}", way.iter().map(letter).collect::<String>(), u8::from(*outcome))
            };
            tree.ways().iter().map(word).collect()
        };
        assert_eq!(
            of(&Tree::And(atom(0), Box::new(Tree::And(atom(1), atom(2))))),
            ["ABC1", "ABc0", "Ab0", "a0"]
        );
        let or = Box::new(Tree::Or(atom(0), atom(1)));
        assert_eq!(of(&Tree::And(or.clone(), atom(2))), ["AC1", "Ac0", "aBC1", "aBc0", "ab0"]);
        assert_eq!(of(&Tree::Not(or)), ["A0", "aB0", "ab1"]);
        assert_eq!(of(&Tree::Choose(atom(0), atom(1), atom(2))), ["AB1", "Ab0", "aC1", "ac0"]);
    }
}
