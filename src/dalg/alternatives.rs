//! The solutions of a subtask that has its alternatives listed: ways into a join, one after the other (§3.4.4).

use std::vec::IntoIter;

use crate::dalg::network::StatusId;
use crate::dalg::outcome::{End, Failure, Outcome};
use crate::dalg::question::Opened;
use crate::dalg::search::Search;
use crate::dalg::solution::Solution;
use crate::dalg::story::Event;

#[derive(Debug)]
pub(super) struct Alternatives {
    /// Those that are left: the edges of each.
    left: IntoIter<Vec<StatusId>>,
    tried: u32,
    /// What was learnt from the latest that failed behind them.
    lesson: Option<Opened>,
}

impl Alternatives {
    pub(super) fn new(ways: Vec<Vec<StatusId>>) -> Self {
        Self { left: ways.into_iter(), tried: 0, lesson: None }
    }

    pub(super) fn learn(&mut self, lesson: Option<Opened>) {
        self.lesson = lesson.or(self.lesson.take());
    }
}

impl Search<'_> {
    /// The next alternative; `end`: how far those before have come.
    pub(super) fn next_way(&mut self, ways: &mut Alternatives, end: End) -> Result<Solution, Outcome> {
        let Some(way) = ways.left.next() else {
            return Err(Outcome::Spent(Failure { end, lesson: ways.lesson.take() }));
        };
        if ways.tried > self.problem.limits.backtracks {
            self.ledger.story.add(Event::Limit);
            let end = end.max(End::Backtracks);
            return Err(Outcome::Spent(Failure { end, lesson: ways.lesson.take() }));
        }
        ways.tried += 1;
        Ok(Solution::of_way(way, self.ledger.choose()))
    }
}
