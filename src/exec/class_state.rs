//! What belongs to classes, as a run uses it: static variables, and the initialisation of a class at its first use (JLS 12.4).
//!
//! The program's own classes have been initialised before any run ([`crate::exec::image`]), and so have most compiled ones that it
//! names ([`crate::exec::ground`]); the others are when they are used.

use crate::class_files::header::ConstantValue;
use crate::exec::image::Trouble;
use crate::exec::linked::Callee;
use crate::exec::machine::{Going, Halt, Machine, NO_SITE};
use crate::exec::slot::Slot;
use crate::exec::state::{Code, Frame, State, Stop};
use crate::sema::program::ClassId;

impl Machine<'_> {
    #[inline]
    pub(super) fn get_final(&self, slot: u32) -> Slot {
        match &self.initialization {
            None => self.image.finals[slot as usize],
            Some(initialization) => initialization.finals[slot as usize],
        }
    }

    /// Only initialisers assign finals.
    pub(super) fn put_final(&mut self, slot: u32, value: Slot) {
        if let Some(initialization) = &mut self.initialization {
            initialization.finals[slot as usize] = value;
        }
    }

    /// A variable that the run has not assigned may have any value, if methods assign it; of one that is a memory, runs are
    /// repeated to see whether that shows.
    #[cold]
    pub(super) fn read_unassigned(&mut self, state: &mut State, slot: u32) -> Going<()> {
        if !self.code.is_mutable[slot as usize] {
            return Ok(());
        }
        let field = self.code.layouts.variables[slot as usize];
        let class = self.code.program().fields[field].class;
        match &mut self.initialization {
            Some(initialization) if self.code.is_memory[slot as usize] => {
                initialization.use_memory(slot, class);
            }
            Some(initialization) => initialization.use_variable(self.code.program(), class),
            None if self.code.is_memory[slot as usize] => state.flags.shared_state = true,
            None => {
                let name = self.code.field_name(field);
                let what = format!(
                    "{name} holds what earlier tests left in it, and no call was found that sets it first \
                     (package access to it, or a method that sets it, lets tests begin alike)"
                );
                return Err(Stop::StaticState(what).into());
            }
        }
        Ok(())
    }

    /// A memory that the initialiser of another class uses may be forgotten before that one runs, or after it: a run that
    /// writes to it tells which.
    #[inline]
    pub(super) fn write_variable(&mut self, slot: u32) -> Going<()> {
        let index = slot as usize;
        if self.image.remembered.get(index).is_some_and(|&remembered| remembered) {
            return self.write_remembered(slot);
        }
        let Some(initialization) = &mut self.initialization else { return Ok(()) };
        let class = self.code.program().fields[self.code.layouts.variables[index]].class;
        if self.code.is_memory[index] {
            initialization.use_memory(slot, class);
        } else if self.code.is_mutable[index] && !self.code.is_set_by_others[index] {
            initialization.set_variable(self.code.program(), slot, class);
        } else if !self.code.is_set_by_others[index] {
            initialization.use_variable(self.code.program(), class);
        }
        Ok(())
    }

    #[cold]
    fn write_remembered(&self, slot: u32) -> Going<()> {
        let name = self.code.field_name(self.code.layouts.variables[slot as usize]);
        let what = format!(
            "{name}, which the static initialiser of another class uses too, is written: what is there then depends on \
             whether that class was used before"
        );
        Err(Stop::StaticState(what).into())
    }

    /// Starts the initialisers of a compiled class and of those above it that have not begun: a frame each, the highest
    /// on top. The JVM sees to each as it comes; but whoever asks for one of them meanwhile goes on at once, as here.
    pub(super) fn begin_compiled(&mut self, state: &mut State, class: ClassId) -> Going<()> {
        let Some(compiled) = &self.code.compiled else { return Ok(()) };
        let asked = class;
        let order = compiled.initialized_with(&self.code.layouts, class);
        for &class in order.iter().rev() {
            let known =
                if class == asked { compiled.run_class(class) } else { compiled.initialized_file(class) };
            let Some(known) = known else { continue };
            if state.statics.has_begun(known.number) {
                continue;
            }
            state.statics.begin(known.number);
            for (place, constant) in &known.constants {
                let value = self.constant_of_file(constant)?;
                state.statics.set(*place, value);
            }
            let Some(initializer) = known.initializer else { continue };
            let callee = match self.code.callee(initializer) {
                Callee::Code(callee) => callee,
                Callee::Native(_) => continue,
                Callee::Missing(why) => return Err(Stop::Unsupported(why.clone()).into()),
            };
            if state.frames.len() >= self.limits.frames {
                return Err(Stop::Frames.into());
            }
            state.steps += 1;
            let base = state.registers.len();
            state.registers.resize(base + callee.registers as usize, Slot::ZERO);
            let code = Code::Method(initializer);
            state.frames.push(Frame { code, pc: 0, base: base as u32, dst: 0, since: state.steps });
            if compiled.method(initializer).is_some_and(|method| !method.is_of_jdk) {
                state.statics.start_initializer(state.heap.next_reference());
            }
        }
        Ok(())
    }

    fn constant_of_file(&self, constant: &ConstantValue) -> Going<Slot> {
        Ok(match constant {
            ConstantValue::Int(value) => (*value).into(),
            ConstantValue::Long(value) => (*value).into(),
            ConstantValue::Float(value) => (*value).into(),
            ConstantValue::Double(value) => (*value).into(),
            ConstantValue::String(text) => {
                self.code.pool.intern(text).map(Slot::from).ok_or(Halt::Stop(Stop::Memory))?
            }
        })
    }

    /// A class path's statics are where tests start: what one leaves in them, later ones would see, and what the initialiser of one
    /// class leaves in those of another, that of a third. One that the JDK's methods assign, a default or what they keep at hand,
    /// tests share.
    pub(super) fn put_static(&mut self, state: &mut State, place: u32, value: Slot) -> Going<()> {
        if self.is_called_by_jdk(state) {
            state.flags.shared_state |= self.initialization.is_none() && !self.in_initializer_of_jdk(state);
        } else {
            let initializes = |owner: Option<ClassId>| {
                let is_initializer =
                    |code| self.initializer_of(code).is_some_and(|c| owner.is_none_or(|o| o == c));
                state.frames.iter().any(|frame| is_initializer(frame.code))
            };
            // Where classes are initialised one after the other, each sets what is its own.
            let owner = self.initialization.as_ref().and(self.owner_of_static(place));
            if !initializes(owner) {
                let what =
                    "a static of a class of the class path that methods assign: later tests would see it";
                return Err(Stop::StaticState(what.to_owned()).into());
            }
        }
        state.statics.set(place, value);
        Ok(())
    }

    fn owner_of_static(&self, place: u32) -> Option<ClassId> {
        self.code.compiled.as_ref().and_then(|compiled| compiled.owner_of_static(place))
    }

    /// Whether the initialiser of a compiled class is under way.
    pub(super) fn in_compiled_initializer(&self, state: &State) -> bool {
        state.frames.iter().any(|frame| self.initializer_of(frame.code).is_some())
    }

    /// The compiled class whose initialiser the code is.
    fn initializer_of(&self, code: Code) -> Option<ClassId> {
        let Code::Method(method) = code else { return None };
        let run = self.code.compiled.as_ref().and_then(|compiled| compiled.method(method))?;
        run.is_initializer().then_some(run.class)
    }

    pub(super) fn initialize(&mut self, state: &mut State, class: ClassId) -> Going<()> {
        if self.initialization.is_some() {
            return self.initialize_class(state, class);
        }
        self.image
            .awaited
            .come_to(class, &mut state.begun)
            .map_err(|why| Stop::Unsupported(why.tell(self.code.program())))?;
        match &self.image.trouble[class] {
            None => {
                state.flags.add(self.image.asked[class]);
                Ok(())
            }
            Some(Trouble::Throws) if self.active_site == NO_SITE => {
                let name = &self.code.program().classes[class].qualified_name;
                let what = format!("class {name} cannot be used: its static initialiser throws");
                Err(Stop::Unusable(what).into())
            }
            Some(trouble) => Err(trouble.halt()),
        }
    }
}
