//! Class initialisation, once per version of the program: what the statics hold and the heap they reach, shared
//! by all runs.
//!
//! All classes are initialised before any run, each at its first use by another's initialiser or else in the
//! order of their ids. That equals the JVM's order, by need, as long as no initialiser can tell. One that can (it
//! throws, prints, uses what another class keeps variable, or is asked for while it runs) is *in trouble*: a run
//! that needs its class cannot be followed.

use std::sync::Arc;

use crate::exec::code::MethodCode;
use crate::exec::heap::{Base, Heap};
use crate::exec::limits::Limits;
use crate::exec::linked::{Callee, Home, ProgramCode};
use crate::exec::machine::Machine;
use crate::exec::slot::{Reference, Slot};
use crate::exec::state::{Code, State, Stop};
use crate::index::IndexVec;
use crate::sema::program::{ClassId, MethodId};

/// The steps and cells that all initialisers together may take: they run once, so more than a test.
const INITIALIZATION_STEPS: u64 = 10_000_000;
const INITIALIZATION_CELLS: usize = 16_000_000;

#[derive(Debug)]
pub(super) struct Image {
    pub base: Arc<Base>,
    pub finals: Vec<Slot>,
    pub variables: Vec<Slot>,
    /// By class: why a run that uses it cannot be followed.
    pub trouble: IndexVec<ClassId, Option<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Untouched,
    Running,
    Done,
}

/// Initialisation under way.
#[derive(Debug)]
pub(super) struct Initialization {
    pub finals: Vec<Slot>,
    status: IndexVec<ClassId, Status>,
    trouble: IndexVec<ClassId, Option<String>>,
    /// The classes whose initialisers run, the innermost last.
    running: Vec<ClassId>,
    /// Whose objects they are: from which one on, and up to which.
    owned: Vec<(Reference, Reference, ClassId)>,
}

impl Initialization {
    fn blame(&mut self, class: ClassId, what: &str) {
        self.trouble[class].get_or_insert_with(|| what.to_owned());
    }

    fn blame_running(&mut self, what: &str) {
        if let Some(&class) = self.running.last() {
            self.blame(class, what);
        }
    }

    /// An initialiser reads or writes a variable that belongs to a class.
    pub fn use_variable(&mut self, class: ClassId) {
        if self.running.last().is_some_and(|&running| running != class) {
            self.blame_running("a static initialiser that uses a variable of another class");
        }
    }

    /// An initialiser writes to an object.
    pub fn write_object(&mut self, object: Reference) {
        let of_other = self.owned.iter().any(|&(from, to, _)| from <= object && object < to);
        if of_other {
            self.blame_running("a static initialiser that writes to an object of another class");
        }
    }
}

impl Image {
    /// Initialises all classes, with the mutant that lives at `active`. Also says which sites were reached.
    pub fn new(code: &ProgramCode, active: Option<Home>) -> (Image, Vec<bool>) {
        let program = code.program();
        let empty = Image {
            base: Arc::default(),
            finals: Vec::new(),
            variables: Vec::new(),
            trouble: IndexVec::new(),
        };
        let limits = Limits { steps: INITIALIZATION_STEPS, cells: INITIALIZATION_CELLS, ..Limits::default() };
        let mut machine = Machine::new(code, &empty, limits);
        match active {
            Some(home) => machine.activate(home),
            None => {
                machine.waiting = vec![1; code.site_count()];
                machine.observing = true;
            }
        }
        machine.initialization = Some(Initialization {
            finals: vec![Slot::ZERO; code.layouts.finals.len()],
            status: IndexVec::from_elem(Status::Untouched, program.classes.len()),
            trouble: IndexVec::from_elem(None, program.classes.len()),
            running: Vec::new(),
            owned: Vec::new(),
        });
        let mut state = State {
            heap: Heap::new(Arc::default()),
            variables: vec![Slot::ZERO; code.layouts.variables.len()],
            assigned: vec![false; code.layouts.variables.len()],
            ..State::default()
        };
        for class in program.classes.ids() {
            // What stops an initialiser is told with its class.
            let _ = machine.initialize_class(&mut state, class);
        }
        let reached = machine.waiting.iter().map(|&waiting| waiting == 0).collect();
        let initialization = machine.initialization.take();
        let (finals, trouble) = initialization.map(|i| (i.finals, i.trouble)).unwrap_or_default();
        let base = Arc::new(state.heap.freeze());
        (Image { base, finals, variables: state.variables, trouble }, reached)
    }
}

impl Machine<'_> {
    pub(super) fn activate(&mut self, home: Home) {
        self.active_site = home.site;
        self.active_section = home.section;
    }

    /// Initialises a class that is used, its superclasses first.
    pub(super) fn initialize_class(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        let mut stopped = Ok(());
        for &class in self.code.program().initialized_with(class) {
            let one = self.initialize_one(state, class);
            stopped = stopped.and(one);
        }
        stopped
    }

    fn initialize_one(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        let Some(initialization) = &mut self.initialization else { return Ok(()) };
        match initialization.status[class] {
            Status::Done => {
                // Who needs a class in trouble is in trouble.
                let trouble = initialization.trouble[class].clone();
                return match trouble {
                    Some(what) => {
                        initialization.blame_running(&what);
                        Err(Stop::Unsupported(what))
                    }
                    None => Ok(()),
                };
            }
            Status::Running => {
                initialization.meet_running(class);
                return Ok(());
            }
            Status::Untouched => initialization.status[class] = Status::Running,
        }
        let with = self.code.program().initialized_with(class);
        let inherited = with.iter().find_map(|&c| initialization.trouble[c].clone());
        initialization.running.push(class);
        let first = state.heap.next_reference();
        let initializer = self.code.program().classes[class].static_initializer;
        let mut stop = None;
        if let Some(what) = inherited {
            stop = Some(Stop::Unsupported(what));
        } else if let Some(initializer) = initializer {
            stop = self.run_initializer(state, initializer);
        }
        let last = state.heap.next_reference();
        let written = !state.output.out.is_empty() || !state.output.err.is_empty();
        state.output.clear();
        let Some(initialization) = &mut self.initialization else { return Ok(()) };
        initialization.running.pop();
        initialization.status[class] = Status::Done;
        initialization.owned.push((first, last, class));
        if written {
            initialization.blame(class, "a static initialiser that prints");
        }
        if std::mem::take(&mut state.flags) != Default::default() {
            initialization.blame(class, "a static initialiser whose numbers are not the same on every JDK");
        }
        if let Some(stop) = stop {
            initialization.blame(class, &reason(stop));
        }
        match initialization.trouble[class].clone() {
            Some(what) => {
                initialization.blame_running(&what);
                Err(Stop::Unsupported(what))
            }
            None => Ok(()),
        }
    }

    /// Runs an initialiser on a stack of its own; gives what kept it from ending.
    fn run_initializer(&mut self, state: &mut State, initializer: MethodId) -> Option<Stop> {
        let code = match self.code.callee(initializer) {
            Callee::Code(code) => code,
            Callee::Native(_) => return None,
            Callee::Missing(why) => return Some(Stop::Unsupported(why.clone())),
        };
        let frames = std::mem::take(&mut state.frames);
        let registers = std::mem::take(&mut state.registers);
        Machine::start(state, Code::Method(initializer), code.registers as usize);
        let stop = loop {
            match self.run(state, &MethodCode::EMPTY) {
                Stop::Site(site) => self.waiting[site as usize] = 0,
                stop => break stop,
            }
        };
        state.frames = frames;
        state.registers = registers;
        (stop != Stop::Returned).then_some(stop)
    }
}

impl Initialization {
    /// A class is asked for while its initialiser runs. Below initialisers of other classes, what it then sees
    /// depends on who came first.
    fn meet_running(&mut self, class: ClassId) {
        let Some(depth) = self.running.iter().position(|&running| running == class) else { return };
        if depth + 1 < self.running.len() {
            for index in depth..self.running.len() {
                self.blame(self.running[index], "static initialisers that need each other");
            }
        }
    }
}

fn reason(stop: Stop) -> String {
    match stop {
        Stop::Unsupported(what) => what,
        Stop::Uncaught(_) => "a static initialiser that throws".to_owned(),
        _ => "a static initialiser that does not end within its limits".to_owned(),
    }
}
