//! Exceptions: their making and the search for a handler. And what references and texts need beyond a few
//! instructions.

use crate::exec::code::{ConcatPart, Instruction, MethodCode, Register};
use crate::exec::heap::Identity;
use crate::exec::linked::Callee;
use crate::exec::machine::{Going, Halt, Machine};
use crate::exec::native::{self, Construction, Message};
use crate::exec::operate::Trap;
use crate::exec::slot::{Place, Reference, Slot};
use crate::exec::state::{Code, Frame, State, Stop};
use crate::jvm::text;
use crate::jvm::value::JavaString;
use crate::sema::program::{ClassId, MethodId};

impl Machine<'_> {
    /// Goes on behind an instruction that did not end: in the handler of its exception, if there is one.
    #[cold]
    pub(super) fn handle(&mut self, state: &mut State, driver: &MethodCode, halt: Halt) -> Result<(), Stop> {
        let exception = match halt {
            Halt::Stop(stop) => return Err(stop),
            Halt::Throw(exception) => exception,
            Halt::Trap(trap) => self.make(state, trap)?,
            Halt::Uninitialized => self.make_uninitialized(state)?,
            Halt::Call(method, arguments) => {
                return self.call_instead(state, driver, method, &arguments).map(|_| ());
            }
            Halt::Construct(Construction { constructor, arguments, result }) => {
                let result_at = self.call_instead(state, driver, constructor, &arguments)?;
                // A constructor returns nothing that would take its place.
                state.registers[result_at] = result;
                return Ok(());
            }
            Halt::Initialize(class) => {
                if let Some(frame) = state.frames.last_mut() {
                    frame.pc = frame.pc.saturating_sub(1);
                }
                return match self.begin_compiled(state, class) {
                    Err(Halt::Stop(stop)) => Err(stop),
                    _ => Ok(()),
                };
            }
        };
        self.unwind(state, driver, exception)
    }

    /// The call that was just made goes on as one of this method, which needs no dispatch; gives the register of its result.
    fn call_instead(
        &mut self,
        state: &mut State,
        driver: &MethodCode,
        method: MethodId,
        arguments: &[Slot],
    ) -> Result<usize, Stop> {
        let unsupported =
            || Stop::Unsupported(format!("a call of {} by the JDK", self.code.method_name(method)));
        let Callee::Code(callee) = self.code.callee(method) else { return Err(unsupported()) };
        let caller = state.frames.last().ok_or_else(unsupported)?;
        let code = match caller.code {
            Code::Driver => driver,
            Code::Method(method) => self.code.code_of(method),
        };
        let call = (caller.pc as usize).checked_sub(1).and_then(|at| code.instructions.get(at));
        let Some(&Instruction::Call { dst, .. }) = call else { return Err(unsupported()) };
        let result_at = caller.base as usize + dst as usize;
        if state.frames.len() >= self.limits.frames {
            return Err(Stop::Frames);
        }
        state.steps += 1;
        let base = state.registers.len();
        state.registers.resize(base + callee.registers as usize, Slot::ZERO);
        for (register, &argument) in state.registers[base..].iter_mut().zip(arguments) {
            *register = argument;
        }
        let since = state.steps;
        state.frames.push(Frame { code: Code::Method(method), pc: 0, base: base as u32, dst, since });
        Ok(result_at)
    }

    /// The object of an exception that the JVM throws. The messages given here are the same in JDK 17 and 25.
    fn make(&mut self, state: &mut State, trap: Trap) -> Result<Reference, Stop> {
        if state.heap.size() > self.limits.cells {
            return Err(Stop::Memory);
        }
        let program = self.code.program();
        let known = &program.well_known;
        let library = |text: String| Message::Library(JavaString::from(text.as_str()));
        // What the library's own code does on another JDK nobody knows.
        let in_program = state.frames.last().is_some_and(|frame| match frame.code {
            Code::Driver => true,
            Code::Method(method) => !self.code.is_of_platform(method),
        });
        let own = if in_program { Message::Instruction } else { Message::Unspecified };
        let (class, message) = match trap {
            Trap::DivisionByZero => (known.arithmetic_exception, library("/ by zero".to_owned())),
            Trap::Null => (known.null_pointer_exception, own),
            Trap::Index { index, length } => {
                let text = format!("Index {index} out of bounds for length {length}");
                (known.array_index_exception, library(text))
            }
            Trap::NegativeSize(size) => (known.negative_array_size_exception, library(size.to_string())),
            Trap::ArrayStore => (known.array_store_exception, own),
            Trap::ClassCast => (known.class_cast_exception, own),
        };
        Ok(native::make_exception(program, &self.code.layouts, &mut state.heap, class, message))
    }

    /// Stands for whichever error the JVM throws where a class is used whose initialiser throws ([`crate::exec::image`]): no
    /// handler sees it but those of `finally`, which see every exception alike.
    fn make_uninitialized(&self, state: &mut State) -> Result<Reference, Stop> {
        let program = self.code.program();
        let known = &program.well_known;
        let sees = |class: Option<ClassId>| {
            let is_error = |class| self.code.layouts.is_subclass(class, known.error);
            class.is_some_and(|class| class == known.throwable || is_error(class))
        };
        if self.has_handler(state, sees) {
            return Err(Stop::Caught);
        }
        let class = program.class_named("java.lang.NoClassDefFoundError").unwrap_or(known.error);
        let layouts = &self.code.layouts;
        Ok(native::make_exception(program, layouts, &mut state.heap, class, Message::Uninitialized))
    }

    fn unwind(&mut self, state: &mut State, driver: &MethodCode, exception: Reference) -> Result<(), Stop> {
        let ty = native::type_of(&self.code.layouts, &state.heap, exception);
        let class = ty.as_class();
        loop {
            let is_bottom = state.frames.len() <= 1;
            let Some(frame) = state.frames.last_mut() else { break };
            let code = match frame.code {
                Code::Driver => driver,
                Code::Method(method) => self.code.code_of(method),
            };
            // The instruction that threw, or the call that is under way, stands before the next one.
            let mut scope = code.handler_at(frame.pc.saturating_sub(1));
            while let Some(index) = scope {
                let handler = &code.handlers[index as usize];
                let catches = |wanted: Option<_>| match (wanted, class) {
                    (Some(wanted), Some(class)) => self.code.layouts.is_subclass(class, wanted),
                    (wanted, _) => wanted.is_none(),
                };
                if let Some(&(_, target)) = handler.clauses.iter().find(|(wanted, _)| catches(*wanted)) {
                    frame.pc = target;
                    state.registers[frame.base as usize + handler.register as usize] = exception.into();
                    return Ok(());
                }
                scope = handler.parent;
            }
            if is_bottom {
                break;
            }
            if let Code::Method(method) = frame.code
                && let Some(what) = self.failed_initializer(method, class)
            {
                return Err(Stop::Unsupported(what));
            }
            let base = frame.base as usize;
            state.frames.pop();
            state.registers.truncate(base);
        }
        Err(Stop::Uncaught(exception))
    }

    /// An exception leaves the initialiser of a compiled class, so that no later use of it is what it should be.
    fn failed_initializer(&self, method: MethodId, thrown: Option<ClassId>) -> Option<String> {
        self.code.compiled.as_ref()?.method(method)?.is_initializer().then(|| {
            // Of a class that only runs know, the program has no name.
            let known = thrown.and_then(|class| self.code.program().classes.get(class));
            let thrown = known.map_or("an exception", |class| &*class.qualified_name);
            format!("{}: {thrown} leaves this static initialiser", self.code.method_name(method))
        })
    }

    /// Whether a frame of the program stands in a handler that an error of the JVM itself would reach.
    pub(super) fn catches_everything(&self, state: &State) -> bool {
        let program = self.code.program();
        let error = program.well_known.error;
        let reaches = |class: Option<ClassId>| match class {
            None => true,
            // Of a class that only runs know, the program has no name.
            Some(class) => {
                self.code.layouts.is_subclass(error, class)
                    || program.classes.get(class).is_some() && program.is_of_resources(class)
            }
        };
        self.has_handler(state, reaches)
    }

    /// Whether a frame of the program stands in a handler of which this holds.
    fn has_handler(&self, state: &State, reaches: impl Fn(Option<ClassId>) -> bool) -> bool {
        state.frames.iter().any(|frame| {
            let Code::Method(method) = frame.code else { return false };
            let code = self.code.code_of(method);
            let innermost = code.handler_at(frame.pc.saturating_sub(1));
            let mut handlers =
                std::iter::successors(innermost, |&index| code.handlers[index as usize].parent);
            handlers
                .any(|index| code.handlers[index as usize].clauses.iter().any(|&(class, _)| reaches(class)))
        })
    }

    /// `==` on references.
    #[inline]
    pub(super) fn same_reference(&self, state: &State, a: Reference, b: Reference) -> Going<bool> {
        if a == b || a.is_null() || b.is_null() {
            return Ok(a == b);
        }
        self.same_value_object(state, a, b)
    }

    /// Two references that differ may yet be the same string or box on the JVM, or the same on one and not on
    /// another.
    fn same_value_object(&self, state: &State, a: Reference, b: Reference) -> Going<bool> {
        let layouts = &self.code.layouts;
        let ty = native::type_of(layouts, &state.heap, a);
        let other = native::type_of(layouts, &state.heap, b);
        if self.code.is_of_lambda(ty) && self.code.is_of_lambda(other) {
            // The JDK's own code knows its virtual machine: there, lambdas of two places are two objects, and one place gives a new
            // object each time if it captures something, else the same one.
            if self.is_called_by_jdk(state) {
                return Ok(ty == other && state.heap.cells(a).is_empty());
            }
            // Java leaves open whether evaluating a lambda gives a new object (JLS 15.27.4).
            return Err(Stop::Unsupported("the identity of the objects of lambdas".to_owned()).into());
        }
        if ty != other {
            return Ok(false);
        }
        let equal = if ty == layouts.string {
            native::text_of(&self.code.pool, &state.heap, a)
                == native::text_of(&self.code.pool, &state.heap, b)
        } else if layouts.wrappers.contains(&ty) {
            state.heap.cells(a).first() == state.heap.cells(b).first()
        } else {
            false
        };
        if equal && (is_vague(state, a) || is_vague(state, b)) {
            let what = "the identity of a string or a box where Java does not promise one";
            return Err(Stop::Unsupported(what.to_owned()).into());
        }
        Ok(false)
    }

    pub(super) fn concat(
        &mut self,
        state: &mut State,
        base: usize,
        parts: &[(Register, ConcatPart)],
    ) -> Going<Reference> {
        let mut joined: Vec<u16> = Vec::new();
        for &(register, part) in parts {
            let slot = state.registers[base + register as usize];
            match part {
                ConcatPart::Text if slot == Slot::ZERO => joined.extend("null".encode_utf16()),
                ConcatPart::Text => {
                    let text = native::text_of(&self.code.pool, &state.heap, slot.reference());
                    joined.extend_from_slice(text.units());
                }
                ConcatPart::Primitive(ty) => {
                    let value = slot.primitive(ty);
                    state.flags.unportable_text |= !text::primitive_text_is_portable(value);
                    joined.extend_from_slice(text::primitive_to_text(value).units());
                }
            }
        }
        self.reserve(state, 2 + joined.len() / 4)?;
        state.steps += joined.len() as u64 / 16;
        Ok(state.heap.allocate_text(self.code.layouts.string, joined.into(), Identity::Fresh))
    }
}

fn is_vague(state: &State, object: Reference) -> bool {
    matches!(object.place(), Place::Heap(_)) && state.heap.identity(object) == Identity::Unknown
}
