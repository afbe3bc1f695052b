//! What code asks of the objects that it takes: the types of its `instanceof`s, casts and class literals, and of those of
//! what it calls. Such objects are made for parameters that take any.

use std::collections::VecDeque;

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
        let mut types: IndexVec<MethodId, Vec<Ty>> = IndexVec::from_elem(Vec::new(), program.methods.len());
        for &method in methods {
            if let BodyState::Typed(body) = program.body(method) {
                add(&mut types[method], own(body));
            }
        }
        let mut is_waiting: IndexVec<MethodId, bool> = IndexVec::from_elem(false, program.methods.len());
        let mut work: VecDeque<MethodId> = methods.iter().copied().collect();
        methods.iter().for_each(|&method| is_waiting[method] = true);
        while let Some(callee) = work.pop_front() {
            is_waiting[callee] = false;
            let of_callee = std::mem::take(&mut types[callee]);
            for &caller in callers[callee].iter().filter(|&&caller| caller != callee) {
                if add(&mut types[caller], of_callee.iter().copied()) && !is_waiting[caller] {
                    is_waiting[caller] = true;
                    work.push_back(caller);
                }
            }
            types[callee] = of_callee;
        }
        let object = Ty::Class(program.well_known.object);
        let few = |types: &Vec<Ty>| types.iter().copied().filter(|&ty| ty != object).take(MOST).collect();
        Self { types: types.iter().map(few).collect() }
    }

    pub(super) fn of(&self, method: MethodId) -> &[Ty] {
        &self.types[method]
    }
}

/// Adds types to some in their order, as far as these are among the first; whether there were any. `Object` is not counted in the
/// end, so there is one more than asked for.
fn add(types: &mut Vec<Ty>, others: impl IntoIterator<Item = Ty>) -> bool {
    let mut is_new = false;
    for ty in others {
        if let Err(at @ 0..=MOST) = types.binary_search(&ty) {
            types.insert(at, ty);
            types.truncate(MOST + 1);
            is_new = true;
        }
    }
    is_new
}

fn own(body: &Body) -> impl Iterator<Item = Ty> + '_ {
    let asked = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::InstanceOf { ty, .. } | ExprKind::ClassLiteral(ty) => Some(ty),
        ExprKind::Convert { conversion: Conversion::CheckedCast, .. } => Some(expr.ty),
        _ => None,
    });
    asked.filter(|ty| matches!(ty, Ty::Class(_) | Ty::Array(_)))
}
