//! What code asks of the objects that it takes: the types of its `instanceof`s, casts and class literals, and of those of
//! what it calls. Such objects are made for parameters that take any.

use std::collections::BTreeSet;

use crate::index::IndexVec;
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::{Body, Conversion, ExprKind};
use crate::sema::types::Ty;

/// More types than these no method is asked about: the first ones.
const MOST: usize = 24;

/// By method.
pub(super) struct Asked {
    types: IndexVec<MethodId, Vec<Ty>>,
}

impl Asked {
    /// `methods`: those whose bodies take part; `callers`: of each method.
    pub(super) fn compute(
        program: &Program,
        methods: &[MethodId],
        callers: &IndexVec<MethodId, Vec<MethodId>>,
    ) -> Self {
        let mut types: IndexVec<MethodId, BTreeSet<Ty>> =
            IndexVec::from_elem(BTreeSet::new(), program.methods.len());
        for &method in methods {
            if let BodyState::Typed(body) = program.body(method) {
                types[method] = own(body).into_iter().take(MOST + 1).collect();
            }
        }
        let mut work: Vec<MethodId> = methods.to_vec();
        while let Some(callee) = work.pop() {
            if types[callee].is_empty() {
                continue;
            }
            let of_callee = types[callee].clone();
            for &caller in callers[callee].iter().filter(|&&caller| caller != callee) {
                let before = types[caller].clone();
                types[caller].extend(&of_callee);
                // The first of all are among the first of each; `Object` is not counted in the end.
                while types[caller].len() > MOST + 1 {
                    types[caller].pop_last();
                }
                if types[caller] != before {
                    work.push(caller);
                }
            }
        }
        let object = Ty::Class(program.well_known.object);
        let few =
            |types: &BTreeSet<Ty>| types.iter().copied().filter(|&ty| ty != object).take(MOST).collect();
        Self { types: types.iter().map(few).collect() }
    }

    pub(super) fn of(&self, method: MethodId) -> &[Ty] {
        &self.types[method]
    }
}

fn own(body: &Body) -> BTreeSet<Ty> {
    let asked = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::InstanceOf { ty, .. } | ExprKind::ClassLiteral(ty) => Some(ty),
        ExprKind::Convert { conversion: Conversion::CheckedCast, .. } => Some(expr.ty),
        _ => None,
    });
    asked.filter(|ty| matches!(ty, Ty::Class(_) | Ty::Array(_))).collect()
}
