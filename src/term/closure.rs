//! The parts of terms. Nearly every question walks them, so a walk takes no set of its own: each thread remembers by term
//! which of its walks has seen it last.

use std::cell::Cell;

use crate::index::Id as _;
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// By term, the last walk that has seen it. Walks over other arenas have numbers of their own.
#[derive(Debug, Default)]
struct Marks {
    walks: u32,
    last: Vec<u32>,
}

thread_local! {
    static MARKS: Cell<Marks> = Cell::default();
}

impl Terms {
    /// Visits all terms that some roots are made of, each once, in no order that means anything.
    fn each_part(&self, roots: &[TermId], mut visit: impl FnMut(TermId)) {
        let mut marks = MARKS.take();
        marks.walks = marks.walks.wrapping_add(1);
        if marks.walks == 0 {
            // Numbers begin anew; 0 is that of no walk.
            marks = Marks { walks: 1, last: Vec::new() };
        }
        if marks.last.len() < self.len() {
            marks.last.resize(self.len(), 0);
        }
        let mut pending: Vec<TermId> = roots.to_vec();
        while let Some(term) = pending.pop() {
            if std::mem::replace(&mut marks.last[term.index()], marks.walks) != marks.walks {
                visit(term);
                self.each_child(term, |child| pending.push(child));
            }
        }
        MARKS.set(marks);
    }

    /// All terms that some roots are made of, each once, children before parents.
    pub fn closure(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut parts = Vec::new();
        self.each_part(roots, |term| parts.push(term));
        parts.sort_unstable();
        parts
    }

    /// The variables that some terms read, sorted.
    pub fn variables_of(&self, roots: &[TermId]) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.each_part(roots, |term| {
            if let TermKind::Var(var) = self.kinds[term] {
                vars.push(var);
            }
        });
        vars.sort_unstable();
        vars
    }
}
