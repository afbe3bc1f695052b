//! A search as it went, for whoever wants to hear of it (`jatpg explain`).

use std::collections::BTreeMap;

use crate::cfg::graph::{NodeKey, Place as At};
use crate::dalg::attack::Attack;
use crate::dalg::refutation::{Gaps, Refuted};
use crate::driver::Driver;
use crate::sema::program::{MethodSource, Program, Role};
use crate::syntax::tree::Name;
use crate::term::Terms;

/// One search, as it went.
#[derive(Clone, Debug)]
pub struct Told {
    pub skeleton: String,
    pub frames: u32,
    pub attack: Attack,
    pub driver: Option<Driver>,
    /// What keeps it from being a proof, where it found no test.
    pub gaps: Gaps,
    /// What it proves.
    pub proven: Option<Refuted>,
    /// Where the places are that the story names.
    pub spots: BTreeMap<NodeKey, Spot>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// None in the driver.
    pub line: Option<u32>,
    /// In whose file it is, where that is the library's.
    pub library: Option<Name>,
    /// Among the copies that frames and `finally` make.
    pub copy: u32,
}

/// Where places are in the source.
pub(super) fn spots(program: &Program, terms: &Terms, places: &[NodeKey]) -> BTreeMap<NodeKey, Spot> {
    let spot = |&key: &NodeKey| {
        let copy = key.copy;
        let mut library = None;
        let line = terms.frame_info(key.frame).map(|frame| {
            let method = &program.methods[frame.method];
            let source = program.source_of(frame.method);
            library = (program.role(method.class) == Role::Library)
                .then(|| program.classes[method.class].name.clone());
            let span = match (&method.source, key.place) {
                (MethodSource::Code(code), At::Statement(s)) => code.stmts.get(s).map(|s| s.span),
                (MethodSource::Code(code), At::Expression(e)) => code.exprs.get(e).map(|e| e.span),
                (MethodSource::Code(code), At::Raise(_, Some(s)) | At::Dispatch(Some(s))) => {
                    code.stmts.get(s).map(|s| s.span)
                }
                _ => None,
            };
            source.position(span.unwrap_or(method.span).start).line
        });
        (key, Spot { line, library, copy })
    };
    places.iter().map(spot).collect()
}
