//! Digests of code that the graph does not hold: equal only for code that is equal in all its parts. They count every
//! part, since equal values may come from different code that a part without a model can tell apart (`s + ""` is
//! another object than `s`, an argument of a native method is nowhere else in the graph).

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::cfg::build::Origin;
use crate::sema::digest::{Digests, Locals};
use crate::sema::typed_tree::Body;
use crate::syntax::tree as syntax;

/// Of one body; made when first asked for.
#[derive(Debug, Default)]
pub(super) struct Codes {
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    whole: u64,
    by_origin: FxHashMap<syntax::ExprId, u64>,
}

impl Codes {
    /// The code with this origin, or all of it.
    pub fn of(&mut self, body: &Body, origin: Origin) -> u64 {
        let known = self.known.get_or_insert_with(|| Known::of(body));
        origin.and_then(|origin| known.by_origin.get(&origin).copied()).unwrap_or(known.whole)
    }
}

impl Known {
    fn of(body: &Body) -> Self {
        let Digests { whole, exprs, .. } = Digests::of(body, Locals::ByOrigin);
        // Several nodes with one origin are conversions around one another.
        let mut by_origin: FxHashMap<syntax::ExprId, Vec<u64>> = FxHashMap::default();
        for (id, expr) in body.exprs.iter_enumerated() {
            if let (Some(origin), Some(&digest)) = (expr.origin, exprs.get(&id)) {
                by_origin.entry(origin).or_default().push(digest);
            }
        }
        let joined = by_origin.into_iter().map(|(origin, mut all)| {
            all.sort_unstable();
            let mut hasher = DefaultHasher::new();
            all.hash(&mut hasher);
            (origin, hasher.finish())
        });
        Self { whole, by_origin: joined.collect() }
    }
}
