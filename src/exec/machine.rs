//! The machine: runs register code on a [`State`] until it stands still.

mod calls;
mod objects;

use std::sync::Arc;

use smallvec::SmallVec;

use crate::exec::code::{CallKind, CallSite, Instruction, MethodCode, Pc, SiteId};
use crate::exec::comparands::Comparands;
use crate::exec::image::{Image, Initialization};
use crate::exec::limits::Limits;
use crate::exec::linked::{Callee, ProgramCode};
use crate::exec::native::{self, Construction, Effect};
use crate::exec::operate::{self, Trap};
use crate::exec::slot::{Reference, Slot};
use crate::exec::state::{Code, Frame, State, Stop};
use crate::sema::program::{ClassId, MethodId};
use crate::sema::types::Ty;
use calls::DispatchCache;
pub(super) use calls::arguments;
pub(super) use objects::{load, non_null};

/// No site: the number of the active one in a run of the original.
pub(super) const NO_SITE: SiteId = SiteId::MAX;

pub(super) struct Machine<'c> {
    pub code: &'c ProgramCode,
    pub image: Arc<Image>,
    pub limits: Limits,
    pub asserting: bool,
    /// Whether functions of `Math` give what those of `StrictMath` do.
    pub is_lenient: bool,
    /// The run stops with [`Stop::Alarm`] at a loop head or call at or behind this step.
    pub alarm: u64,
    /// Where the active mutant differs, and its section.
    pub active_site: SiteId,
    pub active_section: Pc,
    /// Whether the run stops at sites where mutants wait to be looked at.
    pub observing: bool,
    /// How many wait at each site.
    pub waiting: Vec<u32>,
    /// While classes are being initialised.
    pub initialization: Option<Initialization>,
    /// What comparisons are noted in, while they are.
    pub comparands: Option<Comparands>,
    dispatch: DispatchCache,
}

/// Either goes on, or stands still.
pub(super) type Going<T> = Result<T, Halt>;

/// What keeps an instruction from going on.
#[derive(Debug)]
pub(super) enum Halt {
    Trap(Trap),
    Throw(Reference),
    /// A class is used whose initialiser throws.
    Uninitialized,
    /// A compiled class must be initialised before the instruction, which is then run again.
    Initialize(ClassId),
    /// The call goes on with another method, a static one.
    Call(MethodId, Vec<Slot>),
    /// The call goes on with a constructor.
    Construct(Construction),
    Stop(Stop),
}

impl From<Trap> for Halt {
    fn from(trap: Trap) -> Halt {
        Halt::Trap(trap)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

impl<'c> Machine<'c> {
    pub(super) fn new(code: &'c ProgramCode, image: Arc<Image>, limits: Limits) -> Self {
        Machine {
            code,
            image,
            limits,
            asserting: false,
            is_lenient: false,
            alarm: limits.steps,
            active_site: NO_SITE,
            active_section: 0,
            observing: false,
            waiting: Vec::new(),
            initialization: None,
            comparands: None,
            dispatch: DispatchCache::default(),
        }
    }

    /// Runs on from where the state stands. The driver's code, if the bottom frame is its, is `driver`.
    pub(super) fn run(&mut self, state: &mut State, driver: &MethodCode) -> Stop {
        if self.comparands.is_some() {
            self.go::<true>(state, driver)
        } else {
            self.go::<false>(state, driver)
        }
    }

    /// `NOTING`: comparisons are noted.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each instruction, in one function for the sake of its speed"
    )]
    fn go<const NOTING: bool>(&mut self, state: &mut State, driver: &MethodCode) -> Stop {
        let program = self.code;
        let code_of = |code: Code| match code {
            Code::Driver => driver,
            Code::Method(method) => program.code_of(method),
        };
        let Some(frame) = state.frames.last() else { return Stop::Returned };
        let mut code = code_of(frame.code);
        let mut instructions = code.instructions.as_slice();
        let mut pc = frame.pc as usize;
        let mut base = frame.base as usize;

        macro_rules! register {
            ($register:expr) => {
                state.registers[base + $register as usize]
            };
        }
        // Takes up the top frame again.
        macro_rules! resume {
            () => {
                match state.frames.last() {
                    Some(frame) => {
                        code = code_of(frame.code);
                        instructions = &code.instructions;
                        pc = frame.pc as usize;
                        base = frame.base as usize;
                    }
                    None => return Stop::Returned,
                }
            };
        }
        macro_rules! halt {
            ($halt:expr) => {{
                let halt: Halt = $halt.into();
                save!();
                match self.handle(state, driver, halt) {
                    Ok(()) => resume!(),
                    Err(stop) => return stop,
                }
                continue;
            }};
        }
        macro_rules! save {
            () => {
                if let Some(frame) = state.frames.last_mut() {
                    frame.pc = pc as u32;
                }
            };
        }
        macro_rules! going {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(halt) => halt!(halt),
                }
            };
        }
        let (active_site, active_section) = (self.active_site, self.active_section as usize);
        // While observed, the run looks at each site as if a mutant were active there.
        let looks = if self.observing { 0 } else { SiteId::MAX };
        // At the first of a row of sites: goes on in the active section, or stops for those that wait.
        macro_rules! meet {
            ($site:expr, $row:expr) => {
                if active_site.wrapping_sub($site) & looks < SiteId::from($row) {
                    if !self.observing {
                        pc = active_section;
                        continue;
                    }
                    if self.waiting[$site as usize] > 0 {
                        save!();
                        return Stop::Site($site);
                    }
                    if $row > 1 {
                        continue;
                    }
                }
            };
        }
        macro_rules! note {
            ($kind:ident, $a:expr, $b:expr) => {
                if NOTING && let Some(comparands) = &mut self.comparands {
                    comparands.$kind($a.into(), $b.into());
                }
            };
        }
        macro_rules! jump_if {
            ($condition:expr, $target:expr) => {
                let is_taken = $condition;
                if NOTING {
                    self.note_way(state, pc, is_taken);
                }
                if is_taken {
                    pc = $target as usize;
                }
            };
        }

        loop {
            let instruction = &instructions[pc];
            pc += 1;
            state.instructions += 1;
            // Each arm reads what it needs, which is faster than a copy of the whole.
            match *instruction {
                Instruction::Move { dst, src } => register!(dst) = register!(src),
                Instruction::Load { dst, value } => register!(dst) = value.into(),
                Instruction::LoadConstant { dst, index } => {
                    register!(dst) = Slot(code.constants[index as usize]);
                }
                Instruction::Int { op, dst, a, b } => {
                    if NOTING && op.is_comparison() {
                        note!(integers, register!(a).int(), register!(b).int());
                    }
                    register!(dst) = going!(operate::int(op, register!(a).int(), register!(b).int()));
                }
                Instruction::IntImmediate { op, dst, a, value } => {
                    if NOTING && op.is_comparison() {
                        note!(integers, register!(a).int(), value);
                    }
                    register!(dst) = going!(operate::int(op, register!(a).int(), value));
                }
                Instruction::Long { op, dst, a, b } => {
                    if NOTING && op.is_comparison() {
                        note!(integers, register!(a).long(), register!(b).long());
                    }
                    register!(dst) = going!(operate::long(op, register!(a).long(), register!(b).long()));
                }
                Instruction::Float { op, dst, a, b } => {
                    if NOTING && op.is_comparison() {
                        note!(doubles, register!(a).float(), register!(b).float());
                    }
                    register!(dst) = operate::float(op, register!(a).float(), register!(b).float());
                }
                Instruction::Double { op, dst, a, b } => {
                    if NOTING && op.is_comparison() {
                        note!(doubles, register!(a).double(), register!(b).double());
                    }
                    register!(dst) = operate::double(op, register!(a).double(), register!(b).double());
                }
                Instruction::Unary { op, dst, a } => register!(dst) = operate::unary(op, register!(a)),
                Instruction::Convert { from, to, dst, a } => {
                    register!(dst) = operate::convert(from, to, register!(a));
                }
                Instruction::SameReference { dst, a, b } => {
                    let same = self.same_reference(state, register!(a).reference(), register!(b).reference());
                    register!(dst) = going!(same).into();
                }

                Instruction::Jump { target } => pc = target as usize,
                Instruction::JumpIf { condition, wanted, target } => {
                    jump_if!(register!(condition).boolean() == wanted, target);
                }
                Instruction::JumpInt { op, a, b, target } => {
                    note!(integers, register!(a).int(), register!(b).int());
                    jump_if!(operate::compare_int(op, register!(a).int(), register!(b).int()), target);
                }
                Instruction::JumpIntImmediate { op, a, value, target } => {
                    note!(integers, register!(a).int(), value);
                    jump_if!(operate::compare_int(op, register!(a).int(), i32::from(value)), target);
                }
                Instruction::JumpNull { a, wanted, target } => {
                    jump_if!(register!(a).reference().is_null() == wanted, target);
                }
                Instruction::JumpUnlessAsserting { target } => {
                    jump_if!(!self.asserting, target);
                }
                Instruction::LoadPc { dst, target } => register!(dst) = Slot(u64::from(target)),
                Instruction::JumpRegister { a } => pc = register!(a).0 as usize,
                Instruction::Switch { a, index } => {
                    if NOTING && let Some(comparands) = &mut self.comparands {
                        let cases = &code.switches[index as usize].cases;
                        let value = register!(a).int().into();
                        cases.iter().for_each(|&(case, _)| comparands.integers(value, case.into()));
                    }
                    pc = code.switches[index as usize].target(&register!(a).int()) as usize;
                    if NOTING {
                        self.note_way(state, pc, true);
                    }
                }
                Instruction::StringSwitch { a, index } => {
                    let text = native::text_of(&program.pool, &state.heap, register!(a).reference());
                    if NOTING && let Some(comparands) = &mut self.comparands {
                        let cases = &code.string_switches[index as usize].cases;
                        cases.iter().for_each(|(case, _)| comparands.texts(text, case));
                    }
                    pc = code.string_switches[index as usize].target(text) as usize;
                    if NOTING {
                        self.note_way(state, pc, true);
                    }
                }

                Instruction::NullCheck { a } => {
                    if register!(a).reference().is_null() {
                        halt!(Trap::Null);
                    }
                }
                Instruction::ArrayLength { dst, array } => {
                    let array = going!(non_null(register!(array)));
                    register!(dst) = (state.heap.cells(array).len() as i32).into();
                }
                Instruction::ArrayLoad { dst, array, index } => {
                    register!(dst) = going!(load(state, register!(array), register!(index)));
                }
                Instruction::ArrayStore { array, index, value } => {
                    let (array, index, value) = (register!(array), register!(index), register!(value));
                    going!(self.store(state, array, index, value));
                }
                Instruction::ArrayStoreReference { array, index, value } => {
                    let (array, index, value) = (register!(array), register!(index), register!(value));
                    going!(self.check_store(state, array, index, value));
                    going!(self.store(state, array, index, value));
                }
                Instruction::GetField { dst, object, slot } => {
                    let object = going!(non_null(register!(object)));
                    register!(dst) = state.heap.cells(object)[slot as usize];
                }
                Instruction::PutField { object, slot, value } => {
                    let value = register!(value);
                    let object = going!(non_null(register!(object)));
                    going!(self.put(state, object, slot as usize, value));
                }
                Instruction::GetFinal { dst, slot } => register!(dst) = self.get_final(slot),
                Instruction::PutFinal { src, slot } => {
                    let value = register!(src);
                    self.put_final(slot, value);
                }
                Instruction::GetVariable { dst, slot } => {
                    if !state.assigned[slot as usize] {
                        going!(self.read_unassigned(state, slot));
                    }
                    register!(dst) = state.variables[slot as usize];
                }
                Instruction::PutVariable { src, slot } => {
                    going!(self.write_variable(slot));
                    state.variables[slot as usize] = register!(src);
                    // What an initialiser assigns is where tests start, not what a test has set; and it may do so later.
                    let slot = slot as usize;
                    let is_set_elsewhere = self.code.is_set_by_others[slot]
                        || self.image.set_elsewhere.get(slot).is_some_and(|&is_set| is_set);
                    state.assigned[slot] = self.initialization.is_none() && !is_set_elsewhere;
                }
                Instruction::Initialize { class } => going!(self.initialize(state, class)),
                Instruction::GetStatic { dst, place } => register!(dst) = state.statics.get(place),
                Instruction::PutStatic { src, place } => {
                    let value = register!(src);
                    going!(self.put_static(state, place, value));
                }
                Instruction::InitializeCompiled { class, number } => {
                    if !state.statics.has_begun(number) {
                        save!();
                        going!(self.begin_compiled(state, class));
                        resume!();
                    }
                }
                Instruction::EndInitializer => {
                    if let Some(since) = state.statics.end_initializer() {
                        state.heap.keep(since);
                    }
                }
                Instruction::SameObject { dst, a, b } => {
                    register!(dst) = (register!(a).reference() == register!(b).reference()).into();
                }

                Instruction::New { dst, class } => {
                    register!(dst) = going!(self.new_object(state, class)).into();
                }
                Instruction::NewArray { dst, length, ty } => {
                    let length = register!(length).int();
                    register!(dst) = going!(self.new_array(state, ty, length)).into();
                }
                Instruction::NewArrays { dst, index } => {
                    let arrays = &code.new_arrays[index as usize];
                    let lengths: SmallVec<[i32; 4]> =
                        arrays.lengths.iter().map(|&length| register!(length).int()).collect();
                    register!(dst) = going!(self.new_arrays(state, arrays.ty, &lengths)).into();
                }
                Instruction::Box { ty, dst, a } => {
                    going!(self.reserve(state, 3));
                    let value = register!(a).primitive(ty);
                    register!(dst) = native::box_value(program.program(), &mut state.heap, value).into();
                }
                Instruction::Unbox { dst, a } => {
                    let object = going!(non_null(register!(a)));
                    register!(dst) = state.heap.cells(object)[0];
                }
                Instruction::CheckCast { a, ty } => {
                    let object = register!(a).reference();
                    if !object.is_null() && !self.is_instance(state, object, ty) {
                        halt!(Trap::ClassCast);
                    }
                }
                Instruction::InstanceOf { dst, a, ty } => {
                    let object = register!(a).reference();
                    register!(dst) = (!object.is_null() && self.is_instance(state, object, ty)).into();
                }
                Instruction::Concat { dst, index } => {
                    let text = going!(self.concat(state, base, &code.concats[index as usize]));
                    register!(dst) = text.into();
                }
                Instruction::MarkUnportable => state.flags.unportable_text = true,

                Instruction::Call { dst, index } => {
                    let site = &code.calls[index as usize];
                    if NOTING {
                        self.note_way(state, pc, true);
                        self.note_texts(state, base, site);
                    }
                    if let Some(native) = site.native {
                        let arguments = arguments(&state.registers[base..], site);
                        if site.kind != CallKind::Direct {
                            going!(non_null(arguments[0]));
                        }
                        register!(dst) = going!(self.call_native(state, native, &arguments));
                        continue;
                    }
                    let method = going!(self.target(state, base, site));
                    match program.callee(method) {
                        Callee::Code(callee) => {
                            if state.frames.len() >= self.limits.frames {
                                return Stop::Frames;
                            }
                            state.steps += 1;
                            save!();
                            let new_base = base + code.registers as usize;
                            state.registers.resize(new_base + callee.registers as usize, Slot::ZERO);
                            for (i, &argument) in site.arguments.iter().enumerate() {
                                state.registers[new_base + i] = register!(argument);
                            }
                            let since = state.steps;
                            let base_index = new_base as u32;
                            let code_here = Code::Method(method);
                            state.frames.push(Frame { code: code_here, pc: 0, base: base_index, dst, since });
                            code = callee;
                            instructions = &callee.instructions;
                            pc = 0;
                            base = new_base;
                            if state.steps >= self.alarm {
                                save!();
                                return self.sound_alarm(state);
                            }
                        }
                        Callee::Native(native) => {
                            if native.effect == Effect::Platform && !self.is_called_by_jdk(state) {
                                return Stop::Unsupported(native.depends());
                            }
                            let arguments = arguments(&state.registers[base..], site);
                            register!(dst) = going!(self.call_native(state, native, &arguments));
                        }
                        Callee::Missing(why) => return Stop::Unsupported(why.clone()),
                    }
                }
                Instruction::Return { src } => {
                    let value = register!(src);
                    if state.frames.len() <= 1 {
                        return Stop::Returned;
                    }
                    let dst = state.frames.pop().map_or(0, |frame| frame.dst);
                    state.registers.truncate(base);
                    resume!();
                    register!(dst) = value;
                }
                Instruction::ReturnVoid => {
                    if state.frames.len() <= 1 {
                        return Stop::Returned;
                    }
                    state.frames.pop();
                    state.registers.truncate(base);
                    resume!();
                }
                Instruction::Throw { a } => {
                    let exception = going!(non_null(register!(a)));
                    halt!(Halt::Throw(exception));
                }

                Instruction::LoopHead => {
                    state.steps += 1;
                    if state.steps >= self.alarm {
                        save!();
                        return self.sound_alarm(state);
                    }
                }
                Instruction::Site { site, row } => {
                    meet!(site, row);
                    pc += usize::from(row) - 1;
                }
                Instruction::SiteMove { site, row, dst, src } => {
                    meet!(site, row);
                    register!(dst) = register!(src);
                    pc += usize::from(row);
                }
                Instruction::SiteLoad { site, row, dst, value } => {
                    meet!(site, row);
                    register!(dst) = value.into();
                    pc += usize::from(row);
                }
                Instruction::Unsupported { index } => {
                    return Stop::Unsupported(code.messages[index as usize].clone());
                }
            }
        }
    }

    /// Starts a call of a method without arguments, at the bottom of the stack.
    pub(super) fn start(state: &mut State, code: Code, registers: usize) {
        state.frames.clear();
        state.registers.clear();
        state.registers.resize(registers, Slot::ZERO);
        state.frames.push(Frame { code, pc: 0, base: 0, dst: 0, since: 0 });
    }

    #[cold]
    fn sound_alarm(&mut self, state: &State) -> Stop {
        if state.steps >= self.limits.steps { Stop::Steps } else { Stop::Alarm }
    }

    /// Notes where the program's own code goes on behind a jump or with a call.
    #[cold]
    fn note_way(&mut self, state: &State, pc: usize, is_taken: bool) {
        let Some(Frame { code: Code::Method(method), .. }) = state.frames.last() else { return };
        let program = self.code.program();
        let is_own = program.methods.get(*method).is_some_and(|m| !program.role(m.class).is_foreign());
        if let Some(comparands) = self.comparands.as_mut().filter(|_| is_own) {
            comparands.way((*method, pc as Pc, is_taken));
        }
    }

    /// Notes a string and what one of its methods, or of those of `Object`, is to compare with it; and a string of which a class of
    /// numbers is to make one.
    #[cold]
    fn note_texts(&mut self, state: &State, base: usize, site: &CallSite) {
        let program = self.code.program();
        let (Some(method), Some(comparands)) = (program.methods.get(site.method), &mut self.comparands)
        else {
            return;
        };
        let slot = |register: u16| state.registers[base + register as usize].reference();
        let text = |object: Reference| {
            let is_text = !object.is_null()
                && native::type_of(&self.code.layouts, &state.heap, object) == self.code.layouts.string;
            is_text.then(|| native::text_of(&self.code.pool, &state.heap, object))
        };
        let Some(Ty::Class(first)) = method.parameters.first().map(|first| first.ty) else { return };
        let known = &program.well_known;
        let is_maker = method.is_static() || method.is_constructor();
        let is_of_numbers = program.classes[method.class].superclass == Some(known.number);
        if is_maker && is_of_numbers && first == known.string {
            let read = site.arguments.get(usize::from(method.is_constructor())).and_then(|&a| text(slot(a)));
            read.into_iter().for_each(|read| comparands.read_as_number(read));
            return;
        }
        let (false, [receiver, argument, ..]) = (method.is_static(), &site.arguments[..]) else { return };
        if let (Some(a), Some(b)) = (text(slot(*receiver)), text(slot(*argument))) {
            comparands.texts(a, b);
        }
    }

    /// The method that a call site leads to.
    #[inline]
    fn target(&mut self, state: &State, base: usize, site: &CallSite) -> Going<MethodId> {
        if site.kind == CallKind::Direct {
            return Ok(site.method);
        }
        let receiver = non_null(state.registers[base + site.arguments[0] as usize])?;
        if site.kind == CallKind::Special {
            return Ok(site.method);
        }
        let ty = native::type_of(&self.code.layouts, &state.heap, receiver);
        self.dispatch.find(self.code, ty, site.method).ok_or_else(|| {
            let name = self.code.method_name(site.method);
            Stop::Unsupported(format!("call of {name} on an object that has no such method")).into()
        })
    }
}
