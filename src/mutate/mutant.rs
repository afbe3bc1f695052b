//! A mutant: id, patch and text (DESIGN §§4, 12).

use super::patch::Patch;
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::syntax::tree::{Code, Span};

/// One small mistake in one method.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// `a.b.Class.method(int,int)/OP_n`; n counts what javac accepts, per method and operator.
    pub id: String,
    /// The ids under which other operators, or the same one again, made the same tree.
    pub aliases: Vec<String>,
    pub operator: &'static str,
    pub method: MethodId,
    /// The method whose body it changes: `method`, or that of a lambda in it.
    pub home: MethodId,
    pub patch: Patch,
    /// Putting `replacement` in the place of `span` in the raw file gives the mutant's source.
    pub span: Span,
    pub original: String,
    pub replacement: String,
    /// What the mutant uses that the subset lacks: it stays undecided.
    pub unsupported: Option<String>,
    /// What a version that plants a trap is a label of; `None` of a mutant.
    pub label: Option<Label>,
}

/// A place and a condition: whoever comes there with it true covers the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place, which the text of the version need not change.
    pub span: Span,
    /// The condition, as a person reads it.
    pub predicate: String,
    /// Of a label of MC/DC.
    pub way: Option<Way>,
}

/// One way on which a decision is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub decision: Span,
    /// The decision's atoms, in the order of the source, with what each comes to; `None` where it is not evaluated.
    pub atoms: Vec<(Span, Option<bool>)>,
    pub outcome: bool,
}

impl Way {
    /// The atom that two ways of one decision show to decide alone: they differ in it and in the outcome, and in no other atom
    /// that both evaluate.
    pub fn shows(&self, other: &Self) -> Option<usize> {
        if self.outcome == other.outcome {
            return None;
        }
        let differs = |n: &usize| matches!((self.atoms[*n].1, other.atoms.get(*n).and_then(|atom| atom.1)), (Some(a), Some(b)) if a != b);
        let mut different = (0..self.atoms.len()).filter(differs);
        let only = different.next()?;
        different.next().is_none().then_some(only)
    }
}

impl Mutant {
    /// The mutant's code, from the original's.
    pub fn code(&self, program: &Program) -> Option<Code> {
        match &program.methods[self.method].source {
            MethodSource::Code(code) => Some(self.patch.apply(code)),
            _ => None,
        }
    }

    /// All names of the mutant, its id first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.id).chain(&self.aliases).map(String::as_str)
    }
}
