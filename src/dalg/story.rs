//! The search as it happened, for `jatpg explain` (Fig. 3.10): a tree of subtasks, with what became of each solution.

use crate::cfg::graph::NodeKey;
use crate::dalg::outcome::End;

/// What is known of a value or of the execution of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub is: Known,
    pub place: NodeKey,
    /// It is the mutant's alone.
    pub is_mutant: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// `x = 3`
    Value(String),
    Executed,
    NotExecuted,
    /// An edge from the place is executed, or not: that with this condition.
    Taken(String),
    NotTaken(String),
}

/// A subtask with all that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub name: String,
    /// The places of its largest question.
    pub region: Vec<NodeKey>,
    pub events: Vec<Event>,
    pub end: End,
}

/// What happened inside a subtask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Subtask(Told),
    /// A solution of the question, what follows from it that is not shown by it, and how much more than is listed.
    Solution {
        chosen: Vec<Fact>,
        implied: Vec<Fact>,
        more: usize,
    },
    /// What cannot be, and what speaks against it.
    Conflict {
        at: Option<Fact>,
        because: Vec<Fact>,
    },
    Assist {
        what: String,
        /// The places of the question that it came to.
        places: usize,
    },
    NoSolution,
    /// The original does not end within the frames, whatever the inputs.
    NoRun,
    /// The solver gave no answer.
    Undecided,
    /// The backtrack limit of the subtask.
    Limit,
    /// The effort for the mutant is used up.
    Effort,
    AtOutput,
    NoPath,
    Test {
        kills: bool,
    },
}

impl Event {
    /// The search could not go on here, and another limit might have let it.
    pub const fn is_stuck(&self) -> bool {
        matches!(self, Self::Undecided | Self::Limit | Self::Effort)
    }
}

impl Told {
    /// It came to a limit of its own.
    pub fn is_stuck(&self) -> bool {
        self.end != End::Killed && self.events.iter().any(Event::is_stuck)
    }
}

/// Told only when somebody listens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    is_told: bool,
    open: Vec<Told>,
    pub events: Vec<Event>,
}

impl Story {
    pub fn told() -> Self {
        Self { is_told: true, ..Self::default() }
    }

    pub const fn is_told(&self) -> bool {
        self.is_told
    }

    pub fn open(&mut self, name: &str) {
        if self.is_told {
            let (region, events) = (Vec::new(), Vec::new());
            self.open.push(Told { name: name.to_owned(), region, events, end: End::Refuted });
        }
    }

    /// The places of the question that is asked.
    pub fn region(&mut self, places: impl IntoIterator<Item = NodeKey>) {
        if let Some(subtask) = self.open.last_mut() {
            let places: Vec<NodeKey> = places.into_iter().collect();
            if let Some(Event::Assist { places: count, .. }) = subtask.events.last_mut() {
                *count = places.len();
            }
            if places.len() >= subtask.region.len() {
                subtask.region = places;
            }
        }
    }

    pub fn add(&mut self, event: Event) {
        if self.is_told {
            match self.open.last_mut() {
                Some(subtask) => subtask.events.push(event),
                None => self.events.push(event),
            }
        }
    }

    pub fn close(&mut self, end: End) {
        if let Some(subtask) = self.open.pop() {
            self.add(Event::Subtask(Told { end, ..subtask }));
        }
    }

    pub fn close_all(&mut self, end: End) {
        while !self.open.is_empty() {
            self.close(end);
        }
    }

    /// All places that it names.
    pub fn places(&self) -> Vec<NodeKey> {
        let mut places = Vec::new();
        collect(&self.events, &mut places);
        places.sort_unstable();
        places.dedup();
        places
    }
}

fn collect(events: &[Event], places: &mut Vec<NodeKey>) {
    for event in events {
        match event {
            Event::Subtask(told) => {
                places.extend(&told.region);
                collect(&told.events, places);
            }
            Event::Solution { chosen, implied, .. } => {
                places.extend(chosen.iter().chain(implied).map(|fact| fact.place));
            }
            Event::Conflict { at, because } => places.extend(at.iter().chain(because).map(|f| f.place)),
            _ => {}
        }
    }
}
