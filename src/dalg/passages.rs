//! Observability (§4.3.1.5): what blocked the effect is asked about together with the output that is to differ, and with that
//! it passes one of the sites that have hidden it.

use std::collections::{BTreeSet, VecDeque};

use crate::dalg::assist::Added;
use crate::dalg::d_frontier::Site;
use crate::dalg::question::Opened;

/// Sites that the effect is asked to pass, one at a time: where it can pass one of them alone, that is what a
/// conflict calls for; where it can pass several, others are left, so that it is never more than a wish.
#[derive(Debug, Default)]
pub(super) struct Passages {
    wished: VecDeque<Site>,
    known: BTreeSet<Site>,
}

impl Passages {
    /// The site that it is asked to pass next.
    pub(super) fn next(&self) -> Option<Site> {
        self.wished.front().copied()
    }

    /// It cannot pass there.
    pub(super) fn drop_next(&mut self) {
        self.wished.pop_front();
    }

    pub(super) fn drop_all(&mut self) {
        self.wished.clear();
    }

    /// Asks for the output, and for passages through sites that were not known, of which it takes so many in all; what of
    /// this is new.
    pub(super) fn observe(&mut self, opened: &mut Opened, hidden: Vec<Site>, most: usize) -> Option<Added> {
        let asks_for_output = !std::mem::replace(&mut opened.observed, true);
        let known = self.known.len();
        for site in hidden {
            if self.known.len() < most && self.known.insert(site) {
                self.wished.push_back(site);
            }
        }
        let added = if self.known.len() > known { Added::Passage } else { Added::Lesson };
        (asks_for_output || added == Added::Passage).then_some(added)
    }
}
