//! Class initialisation, once per version of the program: what the statics hold and the heap they reach, shared
//! by all runs.
//!
//! All classes are initialised before any run, each at its first use by another's initialiser or else in the
//! order of their ids. That equals the JVM's order, by need, as long as no initialiser can tell. One that can (it
//! prints, uses what another class keeps variable, or is asked for while it runs) is *in trouble*: a run
//! that needs its class cannot be followed.
//!
//! An initialiser that throws, and depends on nothing but its own class, throws whoever comes first: the JVM throws an
//! `ExceptionInInitializerError` (or the error that the initialiser threw) at the first use of the class, and a
//! `NoClassDefFoundError` at each later one, in the same test or in the next. What a mutant does to its class so is a kill
//! by every test that uses the class, for each of these errors ends it ([`Trouble::Throws`]); where the program has
//! a handler for one of them, nobody knows how the run goes on.
//!
//! An initialiser that asks for identity hash codes, the time, the host or its country leaves something else in each setting ([`Images`]): a run
//! that uses its class has asked, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::exec::code::{Instruction, MethodCode};
use crate::exec::compiled::Statics;
use crate::exec::hashes::{Hashes, Setting};
use crate::exec::heap::{Base, Heap};
use crate::exec::layout::Layouts;
use crate::exec::limits::{self, Limits};
use crate::exec::linked::{Callee, Home, ProgramCode};
use crate::exec::machine::{Halt, Machine};
use crate::exec::native::Flags;
use crate::exec::sharing::Sharing;
use crate::exec::slot::{Reference, Slot};
use crate::exec::state::{Code, State, Stop};
use crate::index::IndexVec;
use crate::sema::program::{ClassId, FieldId, MethodId, Program, Role};
use crate::syntax::with_stack;

/// The steps and cells that all initialisers together may take: they run once, so more than a test.
const INITIALIZATION_STEPS: u64 = 10_000_000;
const INITIALIZATION_CELLS: usize = 16_000_000;
/// So many images of mutants in other settings than the first are kept, of some hundred kilobytes each; the next ones are made whenever
/// a run needs them.
const MAX_KEPT: usize = 500;

#[derive(Debug, Default)]
pub(super) struct Image {
    pub base: Arc<Base>,
    pub finals: Vec<Slot>,
    pub variables: Vec<Slot>,
    /// The same when the initialiser of their own class had ended: those of others may have changed them since.
    pub starts: Vec<Slot>,
    /// What compiled classes keep that initialisers used.
    pub statics: Statics,
    /// Which field an initialiser that was stopped would have set next.
    pub stopped_before: BTreeMap<ClassId, FieldId>,
    /// By class: why it cannot be used.
    pub trouble: IndexVec<ClassId, Option<Trouble>>,
    /// By class: what its initialiser asked for, or one that this came to.
    pub asked: IndexVec<ClassId, Flags>,
    /// The identity hash codes that initialisers were given.
    pub hashes: Hashes,
    pub awaited: Awaited,
    /// By variable: whether it is a memory that the initialiser of another class uses.
    pub remembered: Vec<bool>,
    /// By variable: whether the initialiser of another class has set it by a method.
    pub set_elsewhere: Vec<bool>,
    /// What the initialisers took together.
    steps: u64,
}

/// What class initialisation makes in each setting.
#[derive(Debug)]
pub(super) struct Images {
    pub first: Arc<Image>,
    /// Of those settings in which another image may be made; none where no initialiser asks. Most mutants that are reached need
    /// few of them, for they show in the first, or differ from it in the second.
    others: Vec<(Setting, OnceLock<Arc<Image>>)>,
    active: Option<Home>,
}

/// What keeps a class from being used.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// A run that uses it cannot be followed.
    Unknown(String),
    /// Its initialiser throws.
    Throws,
    /// Its initialiser goes far past what the original's takes, to this limit of steps, stack or memory.
    Limit(Stop),
}

impl Trouble {
    /// What a use of the class comes to.
    pub(super) fn halt(&self) -> Halt {
        match self {
            Self::Unknown(what) => Stop::Unsupported(what.clone()).into(),
            Self::Throws => Halt::Uninitialized,
            Self::Limit(stop) => stop.clone().into(),
        }
    }
}

/// Classes on which the initialiser of another class, the *first*, works. One below it that its initialiser uses: where a program comes
/// to that one first, it is not yet initialised when the class above it looks at it, and so all is another. And one whose
/// objects it writes to: before that they are others. Runs come to the first one first, or are not followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Awaited(BTreeMap<ClassId, SmallVec<[First; 1]>>);

#[derive(Clone, Copy, Debug)]
struct First {
    class: ClassId,
    does: Does,
}

/// What the initialiser of the first class does to the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Use,
    Write,
}

/// A class is used before the one that has to come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooEarly {
    class: ClassId,
    first: First,
}

impl Awaited {
    /// A run comes to a class; `begun`: those that come before others that it has come to.
    #[inline]
    pub(super) fn come_to(&self, class: ClassId, begun: &mut SmallVec<[ClassId; 2]>) -> Result<(), TooEarly> {
        if self.0.is_empty() { Ok(()) } else { self.order(class, begun) }
    }

    #[cold]
    fn order(&self, class: ClassId, begun: &mut SmallVec<[ClassId; 2]>) -> Result<(), TooEarly> {
        let mut awaited = self.0.get(&class).into_iter().flatten();
        if let Some(&first) = awaited.find(|first| !begun.contains(&first.class)) {
            return Err(TooEarly { class, first });
        }
        if !begun.contains(&class) && self.0.values().flatten().any(|first| first.class == class) {
            begun.push(class);
        }
        Ok(())
    }

    /// Whoever comes to the class or to one below it has come to the writer first.
    fn await_writer(&mut self, program: &Program, class: ClassId, writer: ClassId) {
        let below = program.classes.ids().filter(|&c| c != writer && program.is_subclass(c, class));
        for class in below {
            self.0.entry(class).or_default().push(First { class: writer, does: Does::Write });
        }
    }
}

impl TooEarly {
    pub(super) fn tell(self, program: &Program) -> String {
        let (class, first) = (program.nested_name(self.class), program.nested_name(self.first.class));
        match self.first.does {
            Does::Use => format!(
                "{class} used before {first}, whose static initialiser uses {class}: there it is not initialised as yet"
            ),
            Does::Write => format!(
                "{class} used before {first}, whose static initialiser writes to an object that {class} has made: \
                 before that it is another"
            ),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Untouched,
    Running,
    Done,
}

/// An initialiser has written to an object that another has made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Write {
    writer: ClassId,
    maker: Maker,
    object: Reference,
}

/// The writes of initialisers that tell which class came first.
#[derive(Clone, Default, PartialEq, Debug)]
struct Telling {
    /// Those to objects that the statics of several classes show, by writer and maker: who writes so cannot be used.
    anywhere: BTreeSet<(ClassId, Maker)>,
    /// Those to objects that nothing but the statics of their maker shows, by maker and writer.
    in_maker: BTreeSet<(ClassId, ClassId)>,
}

/// Who has made an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Maker {
    Class(ClassId),
    ClassPath,
}

/// Initialisation under way.
#[derive(Clone, Debug)]
pub(super) struct Initialization {
    pub finals: Vec<Slot>,
    starts: Vec<Slot>,
    status: IndexVec<ClassId, Status>,
    trouble: IndexVec<ClassId, Option<Trouble>>,
    /// The steps from which on a limit is far past what the original takes; nothing where it is the original that runs, or
    /// a limit was passed before.
    astray: Option<u64>,
    /// The classes whose initialisers run, the innermost last.
    running: Vec<ClassId>,
    /// Whose initialiser makes the objects from one on, up to the next entry's.
    makers: Vec<(Reference, Option<ClassId>)>,
    /// Those whose initialisers have ended, in that order.
    ended: Vec<ClassId>,
    /// The writes of initialisers to objects that others have made, each once; and those that are known to tell who came
    /// first, by writer and maker.
    writes: FxHashSet<Write>,
    awaited: Awaited,
    /// By variable: whether it is a memory that the initialiser of another class uses.
    remembered: Vec<bool>,
    /// By variable: whether the initialiser of another class has set it by a method.
    set_elsewhere: Vec<bool>,
    telling: Telling,
    stopped_before: BTreeMap<ClassId, FieldId>,
    asked: IndexVec<ClassId, Flags>,
    /// Whether the initialiser of a compiled class was stopped on the way of the one that runs.
    is_cut: bool,
}

impl Initialization {
    pub(super) fn new(code: &ProgramCode) -> Self {
        let classes = code.program().classes.len();
        Initialization {
            finals: vec![Slot::ZERO; code.layouts.finals.len()],
            starts: vec![Slot::ZERO; code.layouts.variables.len()],
            status: IndexVec::from_elem(Status::Untouched, classes),
            trouble: IndexVec::from_elem(None, classes),
            astray: None,
            running: Vec::new(),
            makers: Vec::new(),
            ended: Vec::new(),
            writes: FxHashSet::default(),
            awaited: Awaited::default(),
            remembered: vec![false; code.layouts.variables.len()],
            set_elsewhere: vec![false; code.layouts.variables.len()],
            telling: Telling::default(),
            stopped_before: BTreeMap::new(),
            asked: IndexVec::from_elem(Flags::default(), classes),
            is_cut: false,
        }
    }

    /// Whoever comes to one of these classes cannot be followed.
    pub(super) fn close(&mut self, classes: impl Iterator<Item = ClassId>) {
        for class in classes {
            self.status[class] = Status::Done;
            self.trouble[class] = Some(Trouble::Unknown("a class of the program".to_owned()));
        }
    }

    /// These classes are to be initialised.
    pub(super) fn open(&mut self, classes: impl Iterator<Item = ClassId>) {
        for class in classes {
            self.status[class] = Status::Untouched;
            self.trouble[class] = None;
        }
    }

    fn blame(&mut self, class: ClassId, what: &str) {
        self.trouble[class].get_or_insert_with(|| Trouble::Unknown(what.to_owned()));
    }

    fn blame_running(&mut self, what: &str) {
        if let Some(&class) = self.running.last() {
            self.blame(class, what);
        }
    }

    /// The initialiser that runs, unless it is in trouble already: another reason for that is not told.
    fn unblamed(&self) -> Option<ClassId> {
        self.running.last().copied().filter(|&running| self.trouble[running].is_none())
    }

    /// An initialiser comes to a class. One that it comes to on the way to a class above it, which runs, depends on who came first;
    /// within that one's initialiser all is as it will be.
    fn come_to(&mut self, program: &Program, class: ClassId, begun: &mut SmallVec<[ClassId; 2]>) {
        let running = |&&above: &&ClassId| above != class && self.running.contains(&above);
        let with = program.initialized_with(class);
        let keeps_some =
            |&field: &FieldId| program.fields[field].is_static() && program.fields[field].constant.is_none();
        if let Some(&above) = with.iter().find(running) {
            let below = with.iter().filter(|&&class| self.status[class] == Status::Untouched);
            if below.flat_map(|&class| &program.classes[class].fields).any(keeps_some) {
                let awaited = self.awaited.0.entry(class).or_default();
                if !awaited.iter().any(|first| first.class == above) {
                    awaited.push(First { class: above, does: Does::Use });
                }
            }
        } else if self.is_written_now(class) {
            // Its writer has come to it first.
        } else if let Err(why) = self.awaited.come_to(class, begun) {
            self.blame_running(&why.tell(program));
        }
    }

    /// Whether the initialiser that runs is the one that writes to what the class has made, and not another one on its way: that one
    /// another program comes to first.
    fn is_written_now(&self, class: ClassId) -> bool {
        let mut awaited = self.awaited.0.get(&class).into_iter().flatten().peekable();
        awaited.peek().is_some()
            && awaited.all(|first| first.does == Does::Write && self.running.last() == Some(&first.class))
    }

    /// An initialiser reads or writes a variable that belongs to a class.
    pub(super) fn use_variable(&mut self, program: &Program, class: ClassId) {
        if let Some(running) = self.unblamed().filter(|&running| running != class) {
            let (user, owner) = (program.nested_name(running), program.nested_name(class));
            self.blame(
                running,
                &format!("the static initialiser of {user}, which uses a variable of {owner}"),
            );
        }
    }

    /// An initialiser sets a variable by a method, which others call, too: no run reads it before it has set it. If it belongs to a class
    /// that is initialised, only those who read it later can tell who came first.
    pub(super) fn set_variable(&mut self, program: &Program, slot: u32, class: ClassId) {
        let is_elsewhere = self.running.last().is_some_and(|&running| running != class);
        if is_elsewhere && self.status[class] == Status::Done {
            self.set_elsewhere[slot as usize] = true;
        } else {
            self.use_variable(program, class);
        }
    }

    /// An initialiser reads or writes a memory that belongs to a class. What it finds or leaves there is the same whoever comes
    /// first, as long as no test forgets it in between.
    pub(super) fn use_memory(&mut self, slot: u32, class: ClassId) {
        if self.running.last().is_some_and(|&running| running != class) {
            self.remembered[slot as usize] = true;
        }
    }

    /// The class whose initialiser has made an object and has ended.
    fn maker(&self, object: Reference) -> Option<ClassId> {
        let above = self.makers.partition_point(|&(from, _)| from <= object);
        let (_, maker) = self.makers.get(above.checked_sub(1)?)?;
        maker.filter(|maker| !self.running.contains(maker))
    }

    /// An initialiser writes to an object of the heap.
    pub(super) fn write_object(&mut self, program: &Program, heap: &Heap, object: Reference) {
        let Some(running) = self.unblamed() else { return };
        let maker = match self.maker(object) {
            Some(maker) => Maker::Class(maker),
            None if heap.is_shared(object) => Maker::ClassPath,
            None => return,
        };
        self.writes.insert(Write { writer: running, maker, object });
        if self.telling.anywhere.contains(&(running, maker)) {
            let writer = program.nested_name(running);
            let owner = match maker {
                Maker::Class(owner) => program.nested_name(owner),
                Maker::ClassPath => "a class of the class path".to_owned(),
            };
            self.blame(
                running,
                &format!(
                    "the static initialiser of {writer}, which writes to an object that {owner} has made"
                ),
            );
        }
    }
}

impl Images {
    /// Initialises all classes, with the mutant that lives at `active`. Of the original also says which sites were reached in any setting.
    pub(super) fn new(code: &ProgramCode, active: Option<Home>) -> (Images, Vec<bool>) {
        let (mut first, mut reached) = Image::in_world(code, active, World::default());
        if active.is_none() && code.program().has_both_worlds() {
            let world = World { asserting: true, ..World::default() };
            first.blame_differences(code, &Image::in_world(code, None, world).0);
        }
        let mut asked = Flags::default();
        first.asked.iter().for_each(|&of_class| asked.add(of_class));
        let mut others = Vec::new();
        if asked != Flags::default() {
            others.extend(Setting::others(asked).map(|setting| (setting, OnceLock::new())));
        }
        if active.is_none() {
            for (setting, other) in &mut others {
                let (image, too) =
                    Image::in_world(code, None, World { setting: *setting, ..World::default() });
                reached.iter_mut().zip(too).for_each(|(reached, too)| *reached |= too);
                *other = OnceLock::from(Arc::new(image));
            }
        }
        (Images { first: Arc::new(first), others, active }, reached)
    }

    /// What is there at the start of a run.
    pub(super) fn of(&self, code: &ProgramCode, setting: Setting) -> Arc<Image> {
        let other = self.others.iter().find(|(of, _)| *of == setting).map(|(_, other)| other);
        let Some(other) = other else { return Arc::clone(&self.first) };
        if let Some(image) = other.get() {
            return Arc::clone(image);
        }
        let world = World { setting, ..World::default() };
        let make = || Arc::new(with_stack(|| Image::in_world(code, self.active, world).0));
        if code.keeps_one_image_more(MAX_KEPT) { Arc::clone(other.get_or_init(make)) } else { make() }
    }
}

/// What initialisers cannot know.
#[derive(Clone, Copy, Default, Debug)]
struct World {
    asserting: bool,
    setting: Setting,
}

impl Image {
    /// Classes that begin otherwise with assertions on are in trouble.
    fn blame_differences(&mut self, code: &ProgramCode, asserting: &Image) {
        const WHAT: &str = "a static initialiser that does something else with assertions on";
        let layouts = &code.layouts;
        let statics = [
            (&layouts.finals, &self.finals, &asserting.finals),
            (&layouts.variables, &self.variables, &asserting.variables),
        ];
        let mut blamed: Vec<ClassId> = Vec::new();
        for (fields, off, on) in statics {
            let differing = fields.iter().zip(off.iter().zip(on)).filter(|(_, (a, b))| a != b);
            blamed.extend(differing.map(|(&field, _)| code.program().fields[field].class));
        }
        for (class, trouble) in self.trouble.iter_enumerated() {
            if trouble.is_none() && (asserting.trouble[class].is_some() || blamed.contains(&class)) {
                blamed.push(class);
            }
        }
        for class in blamed {
            self.trouble[class].get_or_insert_with(|| Trouble::Unknown(WHAT.to_owned()));
        }
    }

    /// Once more for each kind of write that tells which initialiser came first, until there is no other.
    fn in_world(code: &ProgramCode, active: Option<Home>, world: World) -> (Image, Vec<bool>) {
        let mut telling = Telling::default();
        loop {
            let (image, reached, found) = Self::initialized(code, active, world, telling.clone());
            if found == telling {
                return (image, reached);
            }
            telling = found;
        }
    }

    /// Gives the writes, too, that tell which initialiser came first, those included that are known.
    fn initialized(
        code: &ProgramCode,
        active: Option<Home>,
        world: World,
        telling: Telling,
    ) -> (Image, Vec<bool>, Telling) {
        let program = code.program();
        let ground = code.ground();
        let steps = match active {
            None => INITIALIZATION_STEPS,
            Some(_) => limits::whole_steps(code.image().steps, INITIALIZATION_STEPS),
        };
        let limits = Limits { steps, cells: INITIALIZATION_CELLS, ..Limits::default() };
        let mut machine = Machine::new(code, Arc::default(), limits);
        machine.asserting = world.asserting;
        match active {
            Some(home) => machine.activate(home),
            None => {
                machine.waiting = vec![1; code.site_count()];
                machine.observing = true;
            }
        }
        let astray = active.map(|_| limits::astray_steps(code.image().steps));
        let mut awaited = Awaited::default();
        for &(maker, writer) in &telling.in_maker {
            awaited.await_writer(program, maker, writer);
        }
        machine.initialization =
            Some(Initialization { astray, awaited, telling, ..ground.initialization.clone() });
        let mut state = State {
            heap: Heap::new(Arc::clone(&ground.base)),
            statics: ground.statics.clone(),
            variables: ground.variables.clone(),
            hashes: Hashes::of(world.setting),
            assigned: vec![false; code.layouts.variables.len()],
            ..State::default()
        };
        machine.initialize_all(&mut state, program.classes.ids().filter(|&c| !program.role(c).is_compiled()));
        let reached = machine.waiting.iter().map(|&waiting| waiting == 0).collect();
        let Some(initialization) = machine.initialization.take() else { unreachable!("it was set above") };
        let found = initialization.found_telling(code, &state);
        let Initialization {
            finals,
            starts,
            trouble,
            stopped_before,
            asked,
            awaited,
            remembered,
            set_elsewhere,
            ..
        } = initialization;
        let base = Arc::new(state.heap.freeze());
        let State { variables, statics, hashes, .. } = state;
        let steps = state.steps;
        let image = Image {
            base,
            finals,
            variables,
            starts,
            statics,
            stopped_before,
            trouble,
            asked,
            hashes,
            awaited,
            remembered,
            set_elsewhere,
            steps,
        };
        (image, reached, found)
    }
}

impl Machine<'_> {
    pub(super) fn activate(&mut self, home: Home) {
        self.active_site = home.site;
        self.active_section = home.section;
    }

    /// Initialises these classes of sources; what stops an initialiser is told with its class.
    pub(super) fn initialize_all(&mut self, state: &mut State, classes: impl Iterator<Item = ClassId>) {
        for class in classes {
            let _ = self.initialize_class(state, class);
            state.flags = Flags::default();
        }
    }

    /// Initialises a class that is used, its superclasses first.
    pub(super) fn initialize_class(&mut self, state: &mut State, class: ClassId) -> Result<(), Halt> {
        let mut stopped = Ok(());
        if let Some(initialization) = &mut self.initialization {
            initialization.come_to(self.code.program(), class, &mut state.begun);
        }
        for &class in self.code.program().initialized_with(class) {
            let one = self.initialize_one(state, class);
            stopped = stopped.and(one);
        }
        stopped
    }

    fn initialize_one(&mut self, state: &mut State, class: ClassId) -> Result<(), Halt> {
        if self.code.program().role(class).is_compiled() {
            return self.initialize_compiled(state, class);
        }
        let Some(initialization) = &mut self.initialization else { return Ok(()) };
        match initialization.status[class] {
            Status::Done => {
                state.flags.add(initialization.asked[class]);
                // Who needs a class in trouble is in trouble.
                return initialization.needed(class);
            }
            Status::Running => {
                initialization.meet_running(class);
                return Ok(());
            }
            Status::Untouched => initialization.status[class] = Status::Running,
        }
        let with = self.code.program().initialized_with(class);
        let inherited = with.iter().find_map(|&c| initialization.trouble[c].clone());
        let mut asked = Flags::default();
        with.iter().for_each(|&c| asked.add(initialization.asked[c]));
        initialization.running.push(class);
        let before = initialization.ended.len();
        initialization.is_cut = false;
        initialization.makers.push((state.heap.next_reference(), Some(class)));
        let flags = std::mem::take(&mut state.flags);
        let statics = state.statics.clone();
        let initializer = self.code.program().classes[class].static_initializer;
        let (steps, mut stop) = (state.steps, None);
        if let Some(initializer) = initializer.filter(|_| inherited.is_none()) {
            stop = self.run_initializer(state, initializer);
        }
        let last = state.heap.next_reference();
        let written = !state.output.out.is_empty() || !state.output.err.is_empty();
        state.output.clear();
        let Some(initialization) = &mut self.initialization else { return Ok(()) };
        initialization.running.pop();
        initialization.status[class] = Status::Done;
        let program = self.code.program();
        let is_variable =
            |field: &FieldId| program.fields[*field].is_static() && !program.fields[*field].is_final();
        for &field in program.classes[class].fields.iter().filter(|field| is_variable(field)) {
            let slot = self.code.layouts.slot(field) as usize;
            initialization.starts[slot] = state.variables[slot];
        }
        if std::mem::take(&mut initialization.is_cut) {
            // Nobody finds a compiled class half initialised. What others here hold of it is of no use.
            state.statics = statics;
            let what = "a static initialiser within which that of a class of the class path was stopped";
            for place in before..initialization.ended.len() {
                initialization.blame(initialization.ended[place], what);
            }
        }
        initialization.ended.push(class);
        initialization.makers.push((last, initialization.running.last().copied()));
        if let Some(inherited) = inherited {
            initialization.trouble[class].get_or_insert(inherited);
        }
        // Where it throws no test comes as far as to look at what was printed.
        if written && !matches!(stop, Some(Stop::Uncaught(_))) {
            let what = prints(self.code.program(), class);
            initialization.blame(class, &what);
        }
        let shown = std::mem::replace(&mut state.flags, flags);
        asked.add(shown.asked());
        initialization.asked[class] = asked;
        state.flags.add(asked);
        if shown.unasked() != Flags::default() {
            let name = self.code.program().nested_name(class);
            let what =
                format!("the static initialiser of {name}, whose numbers are not the same on every JDK");
            initialization.blame(class, &what);
        }
        if let Some(stop) = stop {
            let trouble = initialization.trouble_of(stop);
            if matches!(trouble, Trouble::Limit(_)) {
                // What one initialiser takes too much of is not taken from the others.
                state.steps = steps;
            }
            initialization.trouble[class].get_or_insert(trouble);
        }
        initialization.needed(class)
    }

    /// Initialises a compiled class above the one whose turn it is.
    fn initialize_compiled(&mut self, state: &mut State, class: ClassId) -> Result<(), Halt> {
        let frames = std::mem::take(&mut state.frames);
        let registers = std::mem::take(&mut state.registers);
        let begun = self.begin_compiled(state, class);
        let stop = if begun.is_ok() && !state.frames.is_empty() {
            self.run(state, &MethodCode::EMPTY)
        } else {
            Stop::Returned
        };
        state.frames = frames;
        state.registers = registers;
        begun?;
        match stop {
            Stop::Returned => Ok(()),
            stop => {
                if let Some(initialization) = &mut self.initialization {
                    initialization.is_cut = true;
                }
                let what = match stop {
                    Stop::Unsupported(what) => what,
                    _ => format!("the static initialiser of {}", self.code.program().nested_name(class)),
                };
                Err(Stop::Unsupported(what).into())
            }
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
        let begun = std::mem::take(&mut state.begun);
        Machine::start(state, Code::Method(initializer), code.registers as usize);
        let stop = loop {
            match self.run(state, &MethodCode::EMPTY) {
                Stop::Site(site) => self.waiting[site as usize] = 0,
                stop => break stop,
            }
        };
        if !matches!(stop, Stop::Returned | Stop::Uncaught(_))
            && self.in_compiled_initializer(state)
            && let Some(initialization) = &mut self.initialization
        {
            initialization.is_cut = true;
        }
        if stop != Stop::Returned
            && let (Some(initialization), Some(frame)) = (&mut self.initialization, state.frames.first())
            && let Some(field) = next_static(code, frame.pc, &self.code.layouts)
        {
            initialization.stopped_before.insert(self.code.program().methods[initializer].class, field);
        }
        state.frames = frames;
        state.registers = registers;
        state.begun = begun;
        (stop != Stop::Returned).then_some(stop)
    }
}

/// The static that the code sets next.
fn next_static(code: &MethodCode, pc: u32, layouts: &Layouts) -> Option<FieldId> {
    code.instructions.get(pc as usize..)?.iter().find_map(|instruction| match *instruction {
        Instruction::PutFinal { slot, .. } => layouts.finals.get(slot as usize).copied(),
        Instruction::PutVariable { slot, .. } => layouts.variables.get(slot as usize).copied(),
        _ => None,
    })
}

/// Why a class whose initialiser prints is used by no test.
fn prints(program: &Program, class: ClassId) -> String {
    let initializer = program.classes[class].static_initializer;
    let place = initializer.map(|method| program.place_of(method)).unwrap_or_default();
    format!(
        "the static initialiser of {} prints ({place}): only the first test of a run would see that",
        program.nested_name(class)
    )
}

impl Initialization {
    /// What is known of writes that tell who came first, and what is found of them.
    fn found_telling(&self, code: &ProgramCode, state: &State) -> Telling {
        let mut telling = self.telling.clone();
        if self.writes.is_empty() {
            return telling;
        }
        let sharing = Sharing::new(code, &state.heap, &self.finals, &state.variables);
        // No run says that it comes to what natives read of the library's statics.
        let is_library = |maker| code.program().role(maker) == Role::Library;
        for write in self.writes.iter().filter(|write| sharing.is_seen_without(write.writer, write.object)) {
            match write.maker {
                Maker::Class(maker)
                    if !is_library(maker) && !sharing.is_seen_without(maker, write.object) =>
                {
                    telling.in_maker.insert((maker, write.writer));
                }
                _ => {
                    telling.anywhere.insert((write.writer, write.maker));
                }
            }
        }
        telling
    }

    /// Who needs a class that cannot be followed cannot be followed.
    fn needed(&mut self, class: ClassId) -> Result<(), Halt> {
        let Some(trouble) = self.trouble[class].clone() else { return Ok(()) };
        if let Trouble::Unknown(what) = &trouble {
            self.blame_running(what);
        }
        Err(trouble.halt())
    }

    fn trouble_of(&mut self, stop: Stop) -> Trouble {
        match stop {
            Stop::Uncaught(_) => Trouble::Throws,
            Stop::Unsupported(what) | Stop::StaticState(what) => Trouble::Unknown(what),
            // The next one to pass a limit may do so because of this one.
            Stop::Steps | Stop::Frames | Stop::Memory | Stop::Large
                if self.astray.take().is_some_and(|astray| astray <= INITIALIZATION_STEPS) =>
            {
                Trouble::Limit(stop)
            }
            Stop::Caught => {
                Trouble::Unknown("a static initialiser that may catch an error of the JVM".to_owned())
            }
            _ => Trouble::Unknown("a static initialiser that does not end within its limits".to_owned()),
        }
    }

    /// A class is asked for while its initialiser runs. Below initialisers of other classes, what it then sees
    /// depends on who came first: in this test, or in another one of the same JVM.
    fn meet_running(&mut self, class: ClassId) {
        let Some(depth) = self.running.iter().position(|&running| running == class) else { return };
        if depth + 1 < self.running.len() {
            for index in depth..self.running.len() {
                self.blame(self.running[index], "static initialisers that need each other");
            }
        }
    }
}
