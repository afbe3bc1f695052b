//! What classes make of themselves when they are initialised that are not the program's own, once for all versions of it and all
//! their runs.
//!
//! The JVM initialises a class at its first use; which test has it nobody knows, and for most classes nobody can tell. So the
//! library's classes are initialised before the program's, and then the compiled ones that the program names, in the order of their
//! ids, each with those that it comes to on its way. A compiled one whose initialiser does not end, prints, asks for what is
//! not the same on every JVM, writes to what another class of the class path holds or comes to a class of the program is left
//! alone: the runs that use it meet what it does, each anew.

use std::sync::Arc;

use crate::exec::compiled::Statics;
use crate::exec::heap::Base;
use crate::exec::image::Initialization;
use crate::exec::limits::Limits;
use crate::exec::linked::ProgramCode;
use crate::exec::machine::Machine;
use crate::exec::native::Flags;
use crate::exec::slot::{Reference, Slot};
use crate::exec::state::State;
use crate::sema::program::{ClassId, Role};

/// The steps that a compiled class may take, those included that it comes to, and all together: some hundredths of a second. What takes
/// more is seldom used.
const STEPS_OF_CLASS: u64 = 500_000;
const STEPS: u64 = 5_000_000;
/// The cells of all together: some ten megabytes.
const CELLS: usize = 2_000_000;

/// Where the initialisation of the program's own classes starts.
#[derive(Debug)]
pub(super) struct Ground {
    pub base: Arc<Base>,
    pub statics: Statics,
    pub variables: Vec<Slot>,
    pub initialization: Initialization,
}

impl Ground {
    pub(super) fn new(code: &ProgramCode) -> Ground {
        let mut initialization = Initialization::new(code);
        let mut state =
            State { variables: vec![Slot::ZERO; code.layouts.variables.len()], ..State::default() };
        if code.compiled.is_some() {
            initialization = Self::initialize(code, &mut state, initialization);
        }
        let State { heap, statics, variables, .. } = state;
        Ground { base: Arc::new(heap.freeze_kept()), statics, variables, initialization }
    }

    fn initialize(
        code: &ProgramCode,
        state: &mut State,
        mut initialization: Initialization,
    ) -> Initialization {
        let program = code.program();
        let of_role = |is_wanted: fn(Role) -> bool| {
            program.classes.ids().filter(move |&class| is_wanted(program.role(class)))
        };
        let own = || {
            let is_own = |role: Role| role != Role::Library && !role.is_compiled();
            of_role(is_own).filter(|&class| code.is_initialized(class))
        };
        initialization.close(own());
        let limits = Limits { cells: CELLS, ..Limits::default() };
        let mut machine = Machine::new(code, Arc::default(), limits);
        machine.initialization = Some(initialization);
        // Code of the program that runs without an initialiser stops at its first site, so that no mutant is missed.
        machine.waiting = vec![1; code.site_count()];
        machine.observing = true;
        machine.initialize_all(state, of_role(|role| role == Role::Library));
        // Tests share what is made so far.
        state.heap.keep(Reference(1));
        let (mut trial, mut left) = (State::default(), STEPS);
        for class in of_role(Role::is_compiled) {
            trial.copy_from(state);
            let is_initialized = machine.try_compiled(&mut trial, class, STEPS_OF_CLASS.min(left));
            left = left.saturating_sub(trial.steps);
            if is_initialized {
                std::mem::swap(state, &mut trial);
            }
        }
        let Some(mut initialization) = machine.initialization.take() else {
            unreachable!("it was set above")
        };
        initialization.open(own());
        initialization
    }
}

impl Machine<'_> {
    /// Initialises a compiled class; whether that comes to an end of which nothing shows but what the class holds.
    fn try_compiled(&mut self, state: &mut State, class: ClassId, steps: u64) -> bool {
        state.steps = 0;
        self.limits.steps = steps;
        self.alarm = steps;
        self.initialize_class(state, class).is_ok()
            && state.flags() == Flags::default()
            && state.output.out.is_empty()
            && state.output.err.is_empty()
    }
}
