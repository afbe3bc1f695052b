//! What the code of one method of a class file does by itself, and what it names: read off its instructions one by one,
//! whatever way leads to them.
//!
//! Everything errs on one side, as in [`effects`](super::effects). What an instruction does counts even where no run comes to
//! it, and what it throws even where it is caught.

use std::collections::BTreeSet;

use crate::class_files::code::{Bootstrap, ClassCode, Member, MethodBody, PoolItem};
use crate::class_files::header::Name;
use crate::class_files::instructions::Reader;
use crate::jvm::value::PrimitiveType as P;
use crate::term::variable::CellType;

/// What some code may do to what its caller sees.
///
/// **Hidden state** is what class files keep where no variable of a graph is: the fields of their objects, their statics. It is one
/// thing here, however much there is of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Footprint {
    /// May do anything; then the rest says nothing.
    pub(super) everything: bool,
    pub(super) reads_hidden: bool,
    pub(super) writes_hidden: bool,
    pub(super) cells_read: BTreeSet<CellType>,
    pub(super) cells_written: BTreeSet<CellType>,
    pub(super) reads_lengths: bool,
    /// Asks for the class of an object.
    pub(super) reads_classes: bool,
    pub(super) makes_objects: bool,
    pub(super) makes_arrays: bool,
    pub(super) may_throw: bool,
    pub(super) may_not_end: bool,
}

impl Footprint {
    pub(super) fn of_everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.everything |= other.everything;
        self.reads_hidden |= other.reads_hidden;
        self.writes_hidden |= other.writes_hidden;
        self.cells_read.extend(&other.cells_read);
        self.cells_written.extend(&other.cells_written);
        self.reads_lengths |= other.reads_lengths;
        self.reads_classes |= other.reads_classes;
        self.makes_objects |= other.makes_objects;
        self.makes_arrays |= other.makes_arrays;
        self.may_throw |= other.may_throw;
        self.may_not_end |= other.may_not_end;
    }

    /// A new array of any type, with its cells.
    fn make_arrays(&mut self) {
        self.makes_arrays = true;
        self.cells_written.extend(all_cells());
        self.may_throw = true;
    }
}

/// What some code does, and what it names, which may do more.
#[derive(Clone, Debug, Default)]
pub(super) struct Instructions {
    pub(super) own: Footprint,
    pub(super) calls: Vec<(Invocation, Member)>,
    pub(super) fields: Vec<(Access, Member)>,
    /// The classes of which it makes objects.
    pub(super) made: Vec<Name>,
}

/// How a call finds its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invocation {
    Static,
    /// The very method that is named.
    Special,
    /// By the class of the receiver.
    Virtual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    GetStatic,
    PutStatic,
    GetField,
    PutField,
}

/// Of all types that arrays may have.
pub(super) fn all_cells() -> impl Iterator<Item = CellType> {
    P::ALL.into_iter().map(CellType::Primitive).chain([CellType::Reference])
}

/// What a method's code does; `Err` where it cannot be read.
pub(super) fn instructions(code: &ClassCode, body: &MethodBody) -> Result<Instructions, String> {
    let mut found = Instructions::default();
    let mut reader = Reader::new(&body.bytes, 0);
    let mut jumped_to: BTreeSet<u32> = body.handlers.iter().map(|row| row.handler).collect();
    // Divisions by what the instruction before them gives, and that is not 0.
    let mut plain: Vec<u32> = Vec::new();
    let mut gives_divisor = false;
    while let Some(at) = reader.next_place() {
        let (op, targets) = reader.skip()?;
        jumped_to.extend(&targets);
        found.own.may_not_end |= targets.iter().any(|&target| target <= at);
        let behind = body.bytes.get(at as usize + 1..).unwrap_or_default();
        // `ldc` has an index of one byte.
        let index = match (op, behind) {
            (18, &[low, ..]) => Some(u16::from(low)),
            (_, &[high, low, ..]) => Some(u16::from_be_bytes([high, low])),
            _ => None,
        };
        let named = index.and_then(|index| code.constant(index));
        if is_division(op) {
            if gives_divisor { plain.push(at) } else { found.own.may_throw = true }
        }
        gives_divisor = is_divisor(op, behind, named);
        found.instruction(code, op, named);
    }
    // What jumps there brings a divisor of its own.
    found.own.may_throw |= plain.iter().any(|at| jumped_to.contains(at));
    // From the end of what it covers to the handler is a jump like any other.
    found.own.may_not_end |= body.handlers.iter().any(|row| row.handler < row.end);
    Ok(found)
}

impl Instructions {
    /// Enters one instruction with the constant that may stand behind it (JVMS 6.5).
    fn instruction(&mut self, code: &ClassCode, op: u8, named: Option<&PoolItem>) {
        let own = &mut self.own;
        match op {
            // Constants, locals, the stack, arithmetic, comparisons, jumps, `return`.
            0..=17 | 21..=45 | 54..=78 | 87..=107 | 110 | 111 | 114..=167 | 170..=177 | 196 | 198..=200 => {}
            // Some constants are made by code.
            18..=20 => own.everything |= !named.is_some_and(is_plain),
            _ if is_division(op) => {}
            46..=53 | 79..=86 => self.cell(op),
            178..=181 => self.field(op, named),
            182..=185 => self.call(op, named),
            186 => match named {
                Some(PoolItem::InvokeDynamic(bootstrap, _, descriptor)) => {
                    self.dynamic(code.bootstraps.get(*bootstrap), descriptor);
                }
                _ => own.everything = true,
            },
            187 => match named {
                Some(PoolItem::Class(class)) => {
                    own.makes_objects = true;
                    self.made.push(class.clone());
                }
                _ => own.everything = true,
            },
            188 | 189 | 197 => own.make_arrays(),
            190 => {
                own.reads_lengths = true;
                own.may_throw = true;
            }
            // `athrow`, and locks, which are those of one thread.
            191 | 194 | 195 => own.may_throw = true,
            192 => {
                own.reads_classes = true;
                own.may_throw = true;
            }
            193 => own.reads_classes = true,
            _ => own.everything = true,
        }
    }

    /// A load or a store of a cell.
    fn cell(&mut self, op: u8) {
        use CellType::{Primitive, Reference};
        let is_load = op < 79;
        let cells: &[CellType] = match if is_load { op - 46 } else { op - 79 } {
            0 => &[Primitive(P::Int)],
            1 => &[Primitive(P::Long)],
            2 => &[Primitive(P::Float)],
            3 => &[Primitive(P::Double)],
            4 => &[Reference],
            // One instruction for both.
            5 => &[Primitive(P::Byte), Primitive(P::Boolean)],
            6 => &[Primitive(P::Char)],
            _ => &[Primitive(P::Short)],
        };
        let own = &mut self.own;
        if is_load {
            own.cells_read.extend(cells);
        } else {
            own.cells_written.extend(cells);
        }
        own.reads_lengths = true;
        own.reads_classes |= !is_load && cells == [Reference];
        own.may_throw = true;
    }

    fn field(&mut self, op: u8, named: Option<&PoolItem>) {
        let access = match op {
            178 => Access::GetStatic,
            179 => Access::PutStatic,
            180 => Access::GetField,
            _ => Access::PutField,
        };
        // The object may be null.
        self.own.may_throw |= matches!(access, Access::GetField | Access::PutField);
        match named {
            Some(PoolItem::Field(member)) => self.fields.push((access, member.clone())),
            _ => self.own.everything = true,
        }
    }

    fn call(&mut self, op: u8, named: Option<&PoolItem>) {
        let invocation = match op {
            182 | 185 => Invocation::Virtual,
            183 => Invocation::Special,
            _ => Invocation::Static,
        };
        // The receiver may be null.
        self.own.may_throw |= invocation != Invocation::Static;
        match named {
            Some(PoolItem::Method(member)) => self.calls.push((invocation, member.clone())),
            _ => self.own.everything = true,
        }
    }

    /// A lambda's object is made, and its code not run; texts are put together of what is no object with a `toString` of its own.
    fn dynamic(&mut self, bootstrap: Option<&Bootstrap>, descriptor: &str) {
        let own = &mut self.own;
        match bootstrap.map(|bootstrap| &*bootstrap.method.member.class) {
            Some("java/lang/invoke/LambdaMetafactory") => {
                own.makes_objects = true;
                // What it captures lies in it.
                own.reads_hidden = true;
                own.writes_hidden = true;
            }
            Some("java/lang/invoke/StringConcatFactory") if joins_values(descriptor) => {
                own.everything |=
                    !bootstrap.is_some_and(|bootstrap| bootstrap.arguments.iter().all(is_plain));
            }
            _ => own.everything = true,
        }
    }
}

/// Division and remainder of integers.
const fn is_division(op: u8) -> bool {
    matches!(op, 108 | 109 | 112 | 113)
}

/// Whether the instruction gives a constant that is not 0.
fn is_divisor(op: u8, behind: &[u8], named: Option<&PoolItem>) -> bool {
    match op {
        // From -1 to 5, and 1 as a long.
        2 | 4..=8 | 10 => true,
        16 => behind.first().is_some_and(|&byte| byte != 0),
        17 => matches!(*behind, [high, low, ..] if (high, low) != (0, 0)),
        18..=20 => {
            matches!(named, Some(&PoolItem::Int(n)) if n != 0)
                || matches!(named, Some(&PoolItem::Long(n)) if n != 0)
        }
        _ => false,
    }
}

/// Whether a constant is there without any code.
const fn is_plain(item: &PoolItem) -> bool {
    use PoolItem::{Class, Double, Float, Int, Long, String};
    matches!(item, Int(_) | Long(_) | Float(_) | Double(_) | String(_) | Class(_))
}

/// Whether the parameters of a descriptor are primitives and strings.
fn joins_values(descriptor: &str) -> bool {
    let parameters = descriptor.split(')').next().unwrap_or_default();
    let rest = parameters.trim_start_matches('(').replace("Ljava/lang/String;", "");
    !rest.contains(['L', '['])
}
