//! What is known of functions on strings and wrapper objects: part of [`super::simplify`].

use smallvec::{SmallVec, smallvec};

use crate::jvm::operator::BinaryOperator;
use crate::jvm::text::primitive_to_text;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::term::{Function, TermId, TermKind, Terms};

/// Two strings that are longer in a row are not joined: each of a chain may be twice as long as the one before.
pub(super) const MAX_JOINED: usize = 1 << 16;
/// A string of more parts is not looked into: parts that it shares count each time, as they would be visited.
const MAX_PARTS: usize = 512;

impl Terms {
    /// A simpler term with the value of a function for these arguments.
    pub(super) fn applied(&mut self, function: Function, arguments: &[TermId]) -> Option<TermId> {
        if function.looks_at_values()
            && let Some(values) = self.values_of_objects(arguments)
        {
            return Some(self.apply(function, values));
        }
        match (function, arguments) {
            (Function::Unbox(ty), &[object]) => match self.application(object) {
                Some((Function::Box(boxed), [value])) if boxed == ty => Some(*value),
                _ => None,
            },
            // Of what is no box nothing is looked at.
            (Function::Box(ty), &[value]) if !self.tells_objects_apart && !self.asks_for_identity => {
                match self.application(value) {
                    Some((Function::Unbox(held), [object])) if held == ty => Some(*object),
                    _ => None,
                }
            }
            (Function::StringLength, &[string]) => self.length_of_text(string),
            (Function::StringUnit, &[string, index]) => self.unit_of_text(string, index),
            (Function::Concat, &[left, right]) => self.joined_text(left, right),
            (Function::TextOf(ty), &[value]) => {
                // The text of a floating-point number is not the same on every JDK.
                let value = self.constant(value).filter(|_| !ty.is_floating())?;
                let text = primitive_to_text(crate::jvm::convert::cast(value, ty));
                Some(self.text(text))
            }
            (Function::SameText, &[left, right]) if left == right => Some(self.boolean(true)),
            (Function::SameText, &[left, right]) => match (self.kind(left), self.kind(right)) {
                // Constants are one term where they are one text.
                (TermKind::Text(_), TermKind::Text(_)) => Some(self.boolean(false)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The arguments with values in place of the objects that were made of them; `None`: there is none.
    fn values_of_objects(&self, arguments: &[TermId]) -> Option<SmallVec<[TermId; 4]>> {
        let value = |&object: &TermId| match self.application(object) {
            Some((Function::Made(..), [value])) => Some(*value),
            _ => None,
        };
        arguments
            .iter()
            .any(|argument| value(argument).is_some())
            .then(|| arguments.iter().map(|argument| value(argument).unwrap_or(*argument)).collect())
    }

    fn application(&self, term: TermId) -> Option<(Function, &[TermId])> {
        match self.kind(term) {
            TermKind::Apply { function, arguments } => Some((*function, arguments)),
            _ => None,
        }
    }

    fn text_constant(&self, term: TermId) -> Option<&JavaString> {
        match self.kind(term) {
            TermKind::Text(text) => Some(text),
            _ => None,
        }
    }

    fn length_of_text(&mut self, string: TermId) -> Option<TermId> {
        if let Some(text) = self.text_constant(string) {
            let length = i32::try_from(text.len()).ok()?;
            return Some(self.int(length));
        }
        match self.application(string)? {
            (Function::TextOf(PrimitiveType::Char), _) => Some(self.int(1)),
            (Function::Concat, &[left, right]) if self.has_few_parts(string) => {
                let left = self.apply(Function::StringLength, smallvec![left]);
                let right = self.apply(Function::StringLength, smallvec![right]);
                Some(self.binary(BinaryOperator::Add, PrimitiveType::Int, left, right))
            }
            _ => None,
        }
    }

    fn unit_of_text(&mut self, string: TermId, index: TermId) -> Option<TermId> {
        let at = match self.constant(index) {
            Some(Primitive::Int(at)) => Some(at),
            _ => None,
        };
        if let Some(text) = self.text_constant(string) {
            let unit = *text.units().get(usize::try_from(at?).ok()?)?;
            return Some(self.int(unit.into()));
        }
        match self.application(string)? {
            (Function::TextOf(PrimitiveType::Char), &[unit]) if at == Some(0) => Some(unit),
            (Function::Concat, &[left, right]) if self.has_few_parts(string) => {
                let length = self.apply(Function::StringLength, smallvec![left]);
                let is_left = self.binary(BinaryOperator::Lt, PrimitiveType::Int, index, length);
                let rest = self.binary(BinaryOperator::Sub, PrimitiveType::Int, index, length);
                let left = self.apply(Function::StringUnit, smallvec![left, index]);
                let right = self.apply(Function::StringUnit, smallvec![right, rest]);
                Some(self.choose(is_left, left, right))
            }
            _ => None,
        }
    }

    /// Of a concatenation.
    fn has_few_parts(&self, string: TermId) -> bool {
        let mut pending = vec![string];
        let mut visited = 0;
        while let Some(part) = pending.pop() {
            visited += 1;
            if visited > MAX_PARTS {
                return false;
            }
            if let Some((Function::Concat, parts)) = self.application(part) {
                pending.extend(parts);
            }
        }
        true
    }

    fn joined_text(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        let is_empty = |text: Option<&JavaString>| text.is_some_and(JavaString::is_empty);
        if is_empty(self.text_constant(left)) {
            return Some(right);
        }
        if is_empty(self.text_constant(right)) {
            return Some(left);
        }
        let (left, right) = (self.text_constant(left)?.units(), self.text_constant(right)?.units());
        let units = (left.len() + right.len() <= MAX_JOINED).then(|| [left, right].concat())?;
        Some(self.text(JavaString::from(units)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    /// Of 2⁴⁰ parts, all of them one and the same.
    #[test]
    fn a_string_of_more_parts_than_can_be_visited_is_left_alone() {
        let mut terms = Terms::new();
        let (sort, name) = (Sort::Value(ValueSort::Reference), "text".to_owned());
        let var = terms.variable(VariableInfo { variable: Variable::Input(0), sort, ty: None, name });
        let mut text = terms.var(var);
        let length = terms.apply(Function::StringLength, smallvec![text]);
        for doubled in 1..=40 {
            text = terms.apply(Function::Concat, smallvec![text, text]);
            let whole = terms.apply(Function::StringLength, smallvec![text]);
            let zero = terms.int(0);
            terms.apply(Function::StringUnit, smallvec![text, zero]);
            let of_parts = terms.binary(BinaryOperator::Add, PrimitiveType::Int, length, length);
            assert!(doubled != 1 || whole == of_parts);
        }
    }
}
