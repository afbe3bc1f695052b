//! The conditions of a path, as a list that grows at its end: paths that begin alike share their beginning.

use std::sync::Arc;

use crate::term::TermId;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Path {
    last: Option<Arc<Link>>,
}

#[derive(Debug)]
struct Link {
    condition: TermId,
    before: Option<Arc<Link>>,
    /// With this one.
    length: usize,
}

impl Path {
    /// The path with one condition more.
    #[must_use]
    pub fn and(&self, condition: TermId) -> Self {
        let link = Link { condition, before: self.last.clone(), length: self.len() + 1 };
        Self { last: Some(Arc::new(link)) }
    }

    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |last| last.length)
    }

    pub const fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// All conditions, the last first.
    pub fn conditions(&self) -> impl Iterator<Item = TermId> + '_ {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| link.condition)
    }
}

/// A long list is taken apart link by link, not by calls inside one another.
impl Drop for Link {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut link) = before.and_then(Arc::into_inner) {
            before = link.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Id as _;

    #[test]
    fn paths_share_their_beginning_and_a_long_one_ends_without_deep_calls() {
        let condition = TermId::new;
        let begin = Path::default().and(condition(1));
        let (left, right) = (begin.and(condition(2)), begin.and(condition(3)));
        assert_eq!(left.conditions().collect::<Vec<_>>(), [condition(2), condition(1)]);
        assert_eq!((right.len(), begin.len(), Path::default().is_empty()), (2, 1, true));
        let long = (0..200_000).fold(Path::default(), |path, number| path.and(condition(number)));
        assert_eq!(long.len(), 200_000);
    }
}
