//! The graphs of the methods that are called, each built once for each call frame of one [`Terms`].

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::cfg::graph::{Graph, NodeKey};
use crate::cfg::lower::{build_in, build_native};
use crate::index::Id as _;
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::term::variable::FrameId;
use crate::term::{Frame, Terms};

/// What is known of a method that is called.
#[derive(Clone, Debug)]
pub enum Callee {
    Graph(Arc<Graph>),
    /// Native, outside the subset, or in a class file.
    Unknown,
}

/// Makes what is known of a method, in a frame; the body is that of a version in which one method is another.
type Build<'p> = Box<dyn FnMut(&mut Terms, Option<&Body>, MethodId, FrameId) -> Callee + Send + 'p>;

/// All graphs of one analysis; its [`Terms`] have to be the same in every call.
pub struct Graphs<'p> {
    build: Build<'p>,
    /// Whose methods they are of, where they are of some.
    program: Option<&'p Program>,
    callees: BTreeMap<(MethodId, FrameId), Callee>,
    /// The nodes of a method's graph, once it has been built for some frame.
    sizes: BTreeMap<MethodId, usize>,
    sites: BTreeMap<NodeKey, u32>,
}

/// The site of the frames in which a method stands for all its calls.
const NO_SITE: u32 = u32::MAX;

impl<'p> Graphs<'p> {
    /// `build` is asked once for each method and frame, and each time for the method whose body it gets.
    pub fn new(
        build: impl FnMut(&mut Terms, Option<&Body>, MethodId, FrameId) -> Callee + Send + 'p,
    ) -> Self {
        Self {
            build: Box::new(build),
            program: None,
            callees: BTreeMap::new(),
            sizes: BTreeMap::new(),
            sites: BTreeMap::new(),
        }
    }

    /// The methods of a program.
    pub fn of_program(program: &'p Program) -> Self {
        let graphs = Self::new(move |terms, patched, method, frame| {
            let body = match (patched, program.body(method)) {
                (Some(body), _) => body,
                (None, BodyState::Typed(body)) => body,
                (None, BodyState::None) => {
                    let model = build_native(program, method, terms, frame);
                    return model.map_or(Callee::Unknown, |graph| Callee::Graph(Arc::new(graph)));
                }
                (None, BodyState::Unsupported(_)) => return Callee::Unknown,
            };
            Callee::Graph(Arc::new(build_in(program, body, terms, frame)))
        });
        Self { program: Some(program), ..graphs }
    }

    pub const fn program(&self) -> Option<&'p Program> {
        self.program
    }

    /// A method in a frame of its own, in the version that `patched` makes of the program.
    pub fn callee(
        &mut self,
        terms: &mut Terms,
        patched: Option<&Body>,
        method: MethodId,
        frame: FrameId,
    ) -> Callee {
        if patched.is_some_and(|body| body.method == method) {
            return (self.build)(terms, patched, method, frame);
        }
        let sizes = &mut self.sizes;
        let build = || {
            let built = (self.build)(terms, None, method, frame);
            if let Callee::Graph(graph) = &built {
                sizes.insert(method, graph.nodes.len());
            }
            built
        };
        self.callees.entry((method, frame)).or_insert_with(build).clone()
    }

    /// About how many nodes a method's graph has in any frame; 0 as long as that is not known.
    pub fn size(&self, method: MethodId) -> usize {
        self.sizes.get(&method).copied().unwrap_or(0)
    }

    /// A method in a frame that stands for all its calls.
    pub fn any_call(&mut self, terms: &mut Terms, patched: Option<&Body>, method: MethodId) -> Callee {
        let frame = terms.frame(Frame { parent: Terms::root_frame(), site: NO_SITE, method });
        self.callee(terms, patched, method, frame)
    }

    /// A method over terms of its own.
    pub fn apart(&mut self, terms: &mut Terms, method: MethodId) -> Callee {
        let frame = terms.frame(Frame { parent: Terms::root_frame(), site: NO_SITE, method });
        (self.build)(terms, None, method, frame)
    }

    /// The frame of a method that is called at a place; the same in all versions.
    pub fn frame_of_call(&mut self, terms: &mut Terms, call: NodeKey, method: MethodId) -> FrameId {
        let next = self.sites.len() as u32;
        let site = *self.sites.entry(call).or_insert(next);
        terms.frame(Frame { parent: call.frame, site, method })
    }
}

impl fmt::Debug for Graphs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.callees.keys().map(|&(method, frame)| (method.index(), frame.index()));
        f.debug_struct("Graphs").field("callees", &names.collect::<Vec<_>>()).finish_non_exhaustive()
    }
}
