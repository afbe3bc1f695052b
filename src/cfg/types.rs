//! Types as numbers in terms: `instanceof`, `catch`, casts and the check of array stores are tests of ranges on `Variable::Class`
//! (DESIGN §6).

use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::type_numbers::TypeNumbers;
use crate::sema::types::Ty;
use crate::term::{TermId, Terms};

impl TypeNumbers {
    /// Whether an object of a type (`number`, an int) is an instance of a reference type.
    pub fn is_instance(&self, terms: &mut Terms, number: TermId, ty: Ty) -> TermId {
        let mut any = terms.boolean(false);
        for (lo, hi) in self.instances(ty) {
            let within = is_within(terms, number, lo, hi);
            any = terms.or(any, within);
        }
        any
    }
}

/// `lo <= number && number <= hi`
pub(super) fn is_within(terms: &mut Terms, number: TermId, lo: i32, hi: i32) -> TermId {
    let low = terms.int(lo);
    if lo == hi {
        return terms.binary(BinaryOperator::Eq, PrimitiveType::Int, number, low);
    }
    let above = terms.binary(BinaryOperator::Ge, PrimitiveType::Int, number, low);
    if hi == i32::MAX {
        return above;
    }
    let high = terms.int(hi);
    let below = terms.binary(BinaryOperator::Le, PrimitiveType::Int, number, high);
    terms.and(above, below)
}
