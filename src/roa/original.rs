//! The original as every analysis of it begins: its cyclic graph, what its calls may do, and what holds at its nodes
//! (DESIGN §7). Found once, whoever asks: the check of its own mutants, that of the private methods it calls, and the
//! D-algorithm. Each goes on with terms of its own, a copy of these.
//!
//! Invariant: what is found depends on nothing but the method, and so not on who asked first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::analysis::effects::{Effects, OwnEffects};
use crate::budget::Budget;
use crate::cfg::cache::Graphs;
use crate::cfg::graph::Graph;
use crate::cfg::lower::build;
use crate::roa::facts::Facts;
use crate::roa::unread::unread_fields;
use crate::sema::program::{BodyState, FieldId, MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Asker, Limits};
use crate::symbolic::solver::{SecondEngine, SolverError};
use crate::term::Terms;

/// The seed of the concrete search.
const SEED: u64 = 1;
/// What the facts of a method may cost.
const EFFORT: u64 = 80_000_000;
/// What a unit of the solver's resources counts for.
const EFFORT_OF_RESOURCE: u64 = 10;
/// What the solver may spend on an atom, for its circuit alone. An atom that holds is mostly shown with far less, and one
/// that is not shown is no fact; a question about a mutant, which decides its verdict, has the full resources, and Z3.
const RESOURCES_OF_FACT: u32 = 50_000;

/// With so many terms together, what is known is found anew when it is asked for again: some hundred MB.
const MOST_TERMS: usize = 2_000_000;

#[derive(Debug)]
pub struct Original {
    pub body: Arc<Body>,
    pub terms: Terms,
    pub graph: Arc<Graph>,
    pub effects: Effects,
    pub own_effects: OwnEffects,
    pub facts: Facts,
    /// Which has found the facts: what worked there is tried on the questions about mutants, too.
    asker: Asker,
}

impl Original {
    fn of(
        program: &Program,
        body: &Arc<Body>,
        unread: Arc<BTreeSet<FieldId>>,
        own_effects: &OwnEffects,
    ) -> Result<Self, SolverError> {
        let mut terms = Terms::new();
        terms.tells_objects_apart = program.compares_identity();
        terms.orders_floats = program.holds_two_versions();
        terms.unread = unread;
        let limits = Limits {
            effort_of_resource: EFFORT_OF_RESOURCE,
            equalities: true,
            second_engine: SecondEngine::Briefly,
            ..Limits::default()
        };
        let of_facts = Limits { resources: RESOURCES_OF_FACT, second_engine: SecondEngine::Off, ..limits };
        let mut asker = Asker::new(of_facts, SEED);
        let graph = build(program, body, &mut terms);
        let effects =
            Effects::of_callees(&mut terms, &mut Graphs::of_program(program), own_effects, None, &graph);
        let facts = Facts::of(&graph, &effects, &mut terms, &mut asker, &mut Budget::new(EFFORT))?;
        // Its answers are about atoms and edges: no mutant asks such questions again.
        let asker = asker.branch().with_limits(limits);
        let (body, graph, own_effects) = (body.clone(), Arc::new(graph), own_effects.clone());
        Ok(Self { body, terms, graph, effects, own_effects, facts, asker })
    }

    /// For the questions about one method's mutants.
    pub fn asker(&self) -> Asker {
        self.asker.branch()
    }
}

/// The methods of one program that somebody asked for.
#[derive(Clone, Debug, Default)]
pub struct KnownOriginals(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    originals: Mutex<BTreeMap<MethodId, Arc<Original>>>,
    unread: OnceLock<Arc<BTreeSet<FieldId>>>,
    own_effects: OwnEffects,
    own_effects_in_drivers: OwnEffects,
}

impl KnownOriginals {
    /// Every field is an output: of a version whose class is another one.
    pub fn with_all_fields() -> Self {
        let known = Known { unread: OnceLock::from(Arc::default()), ..Known::default() };
        Self(Arc::new(known))
    }

    /// For the graphs of drivers, whose terms have other settings.
    pub fn own_effects_in_drivers(&self) -> &OwnEffects {
        &self.0.own_effects_in_drivers
    }

    /// `None` for a method without a body in the subset.
    pub fn get(&self, program: &Program, method: MethodId) -> Result<Option<Arc<Original>>, SolverError> {
        let known = || self.0.originals.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&method) {
            return Ok(Some(known.clone()));
        }
        let BodyState::Typed(body) = program.body(method) else { return Ok(None) };
        let unread = self.0.unread.get_or_init(|| Arc::new(unread_fields(program)));
        // Whoever asks meanwhile finds the same.
        let original = Arc::new(Original::of(program, body, unread.clone(), &self.0.own_effects)?);
        let mut known = known();
        if known.values().map(|original| original.terms.len()).sum::<usize>() > MOST_TERMS {
            known.clear();
        }
        known.insert(method, original.clone());
        Ok(Some(original))
    }
}
