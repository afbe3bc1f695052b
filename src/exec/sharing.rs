//! Which of the objects that class initialisation has made can be seen through statics of other classes than one.
//!
//! An initialiser that writes to an object that another has made tells who comes first, if what it writes can be seen without it:
//! from a static of a third class, or of the one that made it. What hangs only on its own statics is seen by nobody who has not
//! initialised it; what hangs on memories ([`memories`](crate::exec::memories)) is made alike by whoever comes first, and what hangs on
//! statics of compiled classes is theirs.

use rustc_hash::FxHashMap;

use crate::exec::heap::Heap;
use crate::exec::layout::Layouts;
use crate::exec::linked::ProgramCode;
use crate::exec::native;
use crate::exec::slot::{Reference, Slot};
use crate::sema::program::{ClassId, FieldId};

/// From whose statics an object can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    From(ClassId),
    FromSeveral,
}

/// By object: from whose statics it can be reached, where it can at all.
pub(super) struct Sharing(FxHashMap<Reference, Seen>);

impl Sharing {
    /// `finals`, `variables`: what statics hold once all classes are initialised.
    pub(super) fn new(code: &ProgramCode, heap: &Heap, finals: &[Slot], variables: &[Slot]) -> Self {
        let (program, layouts) = (code.program(), &code.layouts);
        let is_own = |field: FieldId| !program.role(program.fields[field].class).is_compiled();
        let finals = layouts.finals.iter().zip(finals).map(|(&field, &value)| (field, value));
        let variables = layouts.variables.iter().zip(variables).zip(&code.is_memory);
        let variables = variables.filter(|(_, is_memory)| !**is_memory).map(|((&f, &value), _)| (f, value));
        let roots = finals
            .chain(variables)
            .filter(|&(field, _)| is_own(field) && program.fields[field].ty.is_reference())
            .map(|(field, value)| (value.reference(), Seen::From(program.fields[field].class)));
        let mut work: Vec<(Reference, Seen)> = roots.collect();
        let mut seen = FxHashMap::default();
        while let Some((object, from)) = work.pop() {
            if object.is_null() || !object.in_heap() {
                continue;
            }
            let known = seen.get(&object).copied();
            let now = match known {
                None => from,
                Some(known) if known == from => known,
                Some(_) => Seen::FromSeveral,
            };
            if known != Some(now) {
                seen.insert(object, now);
                work.extend(references(layouts, heap, object).map(|to| (to, now)));
            }
        }
        Self(seen)
    }

    /// Whether an object can be reached from a static of another class than this.
    pub(super) fn is_seen_without(&self, class: ClassId, object: Reference) -> bool {
        self.0.get(&object).is_some_and(|&seen| seen != Seen::From(class))
    }
}

/// The objects that an object refers to.
fn references<'h>(
    layouts: &'h Layouts,
    heap: &'h Heap,
    object: Reference,
) -> Box<dyn Iterator<Item = Reference> + 'h> {
    let ty = native::type_of(layouts, heap, object);
    let cells = heap.cells(object).iter();
    if let Some(array) = ty.as_array() {
        let holds_objects = array.cell().is_reference();
        return Box::new(cells.filter(move |_| holds_objects).map(|cell| cell.reference()));
    }
    let slots = ty.as_class().map(|class| &layouts.class(class).slots[..]).unwrap_or_default();
    Box::new(slots.iter().zip(cells).filter(|(slot, _)| slot.is_reference).map(|(_, cell)| cell.reference()))
}
