//! The graphs of the methods that are called, each built once for one [`Terms`].

use std::collections::BTreeMap;
use std::fmt;

use crate::cfg::graph::Graph;
use crate::sema::program::MethodId;
use crate::term::Terms;

/// What is known of a method that is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// Built with the root frame as its own; inlining gives it another.
    Graph(Box<Graph>),
    /// Native code that looks at its arguments alone, returns a primitive value, and ends.
    Pure,
    /// Native otherwise, or outside the subset.
    Unknown,
}

type Build<'p> = Box<dyn FnMut(&mut Terms, MethodId) -> Callee + 'p>;

/// All graphs of one analysis; its [`Terms`] have to be the same in every call.
pub struct Graphs<'p> {
    build: Build<'p>,
    callees: BTreeMap<MethodId, Callee>,
}

impl<'p> Graphs<'p> {
    pub fn new(build: impl FnMut(&mut Terms, MethodId) -> Callee + 'p) -> Self {
        Self { build: Box::new(build), callees: BTreeMap::new() }
    }

    pub fn get(&mut self, terms: &mut Terms, method: MethodId) -> &Callee {
        self.callees.entry(method).or_insert_with(|| (self.build)(terms, method))
    }
}

impl fmt::Debug for Graphs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphs").field("callees", &self.callees).finish_non_exhaustive()
    }
}
