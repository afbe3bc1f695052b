//! Where the fields of objects and classes lie, and which class is a subtype of which.

use std::sync::OnceLock;

use crate::exec::grown::Grown;
use crate::exec::slot::RuntimeType;
use crate::index::{Id, IndexVec};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// The fields of an object of a class: those of its superclasses first.
#[derive(Clone, Debug, Default)]
pub struct ClassLayout {
    pub slots: Vec<FieldSlot>,
    /// All supertypes and the class itself, sorted.
    pub(super) ancestors: Vec<ClassId>,
}

#[derive(Clone, Copy, Debug)]
pub struct FieldSlot {
    /// None of a field that only its class file knows.
    pub field: Option<FieldId>,
    pub is_reference: bool,
}

#[derive(Debug)]
pub struct Layouts {
    classes: IndexVec<ClassId, OnceLock<ClassLayout>>,
    /// Those of classes that runs have loaded, behind the program's.
    later: Grown<ClassLayout>,
    /// The place of an instance field in its object, of a static one among the finals, the variables, or the statics of
    /// compiled classes.
    slots: IndexVec<FieldId, OnceLock<u32>>,
    /// The statics that are final.
    pub finals: Vec<FieldId>,
    /// The statics that are not.
    pub variables: Vec<FieldId>,
    pub throwable: ThrowableSlots,
    pub string: RuntimeType,
    /// In the order of `PrimitiveType::ALL`.
    pub wrappers: [RuntimeType; 8],
    /// `java.lang.Class`
    pub mirror: RuntimeType,
    object: ClassId,
    cloneable: ClassId,
    serializable: Option<ClassId>,
}

/// The places of `java.lang.Throwable`'s fields.
#[derive(Clone, Copy, Debug)]
pub struct ThrowableSlots {
    pub message: Option<usize>,
    pub cause: Option<usize>,
    pub origin: Option<usize>,
    pub suppressing: Option<usize>,
}

impl Layouts {
    /// Lays out what needs no class file: compiled classes, and classes below them, are laid out by
    /// [`Compiled`](crate::exec::compiled::Compiled).
    pub fn new(program: &Program) -> Layouts {
        let slots: IndexVec<FieldId, OnceLock<u32>> = program.fields.ids().map(|_| OnceLock::new()).collect();
        let (mut finals, mut variables) = (Vec::new(), Vec::new());
        let is_ours = |class: ClassId| !program.role(class).is_compiled();
        let statics = program.fields.iter_enumerated().filter(|(_, f)| f.is_static());
        for (id, field) in statics.filter(|(_, f)| is_ours(f.class)) {
            let statics = if field.is_final() { &mut finals } else { &mut variables };
            _ = slots[id].set(statics.len() as u32);
            statics.push(id);
        }
        let classes: IndexVec<ClassId, OnceLock<ClassLayout>> =
            program.classes.ids().map(|_| OnceLock::new()).collect();
        let known = &program.well_known;
        let class_named = |name: &str| {
            program.classes.iter_enumerated().find(|(_, c)| &*c.qualified_name == name).map(|(id, _)| id)
        };
        let none = ThrowableSlots { message: None, cause: None, origin: None, suppressing: None };
        let mut layouts = Layouts {
            classes,
            later: Grown::default(),
            slots,
            finals,
            variables,
            throwable: none,
            string: RuntimeType::class(known.string),
            wrappers: known.wrappers.map(RuntimeType::class),
            mirror: class_named("java.lang.Class").map_or(RuntimeType::VOID, RuntimeType::class),
            object: known.object,
            cloneable: known.cloneable,
            serializable: class_named("java.io.Serializable"),
        };
        for class in program.classes.ids() {
            layouts.lay_out(program, class);
        }
        let slot_named = |name: &str| layouts.slot_named(program, known.throwable, name);
        layouts.throwable = ThrowableSlots {
            message: slot_named("message"),
            cause: slot_named("cause"),
            origin: slot_named("origin"),
            suppressing: slot_named("suppressing"),
        };
        layouts
    }

    /// The place of a field of this name in objects of a class.
    pub fn slot_named(&self, program: &Program, class: ClassId, name: &str) -> Option<usize> {
        let is_named = |slot: &FieldSlot| slot.field.is_some_and(|f| &*program.fields[f].name == name);
        self.class(class).slots.iter().position(is_named)
    }

    #[inline]
    pub fn class(&self, class: ClassId) -> &ClassLayout {
        static NONE: ClassLayout = ClassLayout { slots: Vec::new(), ancestors: Vec::new() };
        self.known(class).unwrap_or(&NONE)
    }

    /// The layout of a class, if it has been laid out.
    #[inline]
    pub(super) fn known(&self, class: ClassId) -> Option<&ClassLayout> {
        match self.classes.get(class) {
            Some(layout) => layout.get(),
            None => self.later.get(class.index() - self.classes.len()),
        }
    }

    pub(super) fn set(&self, class: ClassId, layout: ClassLayout) {
        match self.classes.get(class) {
            Some(place) => _ = place.set(layout),
            None => _ = self.later.set(class.index() - self.classes.len(), layout),
        }
    }

    pub(super) fn set_slot(&self, field: FieldId, slot: u32) {
        _ = self.slots[field].set(slot);
    }

    #[inline]
    pub fn slot(&self, field: FieldId) -> u32 {
        self.slots[field].get().copied().unwrap_or_default()
    }

    #[inline]
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor || self.class(class).ancestors.binary_search(&ancestor).is_ok()
    }

    /// Whether an object of this type may stand where `ty`, a reference type, is wanted.
    pub fn is_instance(&self, object: RuntimeType, ty: Ty) -> bool {
        match (object.as_class(), object.as_array(), ty) {
            (Some(class), _, Ty::Class(wanted)) => self.is_subclass(class, wanted),
            (_, Some(array), Ty::Array(wanted)) => self.array_is_subtype(array, wanted),
            (_, Some(_), Ty::Class(wanted)) => self.is_array_supertype(wanted),
            _ => false,
        }
    }

    fn is_array_supertype(&self, class: ClassId) -> bool {
        class == self.object || class == self.cloneable || Some(class) == self.serializable
    }

    fn array_is_subtype(&self, array: ArrayTy, wanted: ArrayTy) -> bool {
        if array.dims == wanted.dims {
            return match (array.element, wanted.element) {
                (ElementTy::Class(class), ElementTy::Class(wanted)) => self.is_subclass(class, wanted),
                (element, wanted) => element == wanted,
            };
        }
        match wanted.element {
            ElementTy::Class(class) => array.dims > wanted.dims && self.is_array_supertype(class),
            ElementTy::Primitive(_) => false,
        }
    }
}

impl Layouts {
    /// Lays out a class and its superclasses, unless one of them is compiled.
    fn lay_out(&self, program: &Program, class: ClassId) {
        if !is_of_sources(program, class) {
            return;
        }
        // From the highest superclass that is not laid out yet down to this class.
        let mut chain = Vec::new();
        let mut next = Some(class);
        while let Some(id) = next.filter(|&id| self.known(id).is_none() && chain.len() <= self.classes.len())
        {
            chain.push(id);
            next = program.classes[id].superclass;
        }
        for id in chain.into_iter().rev() {
            let above = program.classes[id].superclass;
            let slots = self.slots_below(program, id, above);
            self.set(id, ClassLayout { slots, ancestors: ancestors(program, id) });
        }
    }

    /// The fields of a class of the program behind those of its superclass, which is laid out.
    pub(super) fn slots_below(
        &self,
        program: &Program,
        class: ClassId,
        superclass: Option<ClassId>,
    ) -> Vec<FieldSlot> {
        let mut slots = superclass.map_or(Vec::new(), |above| self.class(above).slots.clone());
        let own = program.classes[class].fields.iter().filter(|&&f| !program.fields[f].is_static());
        for &field in own {
            self.set_slot(field, slots.len() as u32);
            let is_reference = program.fields[field].ty.is_reference();
            slots.push(FieldSlot { field: Some(field), is_reference });
        }
        slots
    }
}

/// Whether the class and all above it are known by their sources.
fn is_of_sources(program: &Program, class: ClassId) -> bool {
    let mut seen = 0;
    let mut pending = vec![class];
    while let Some(id) = pending.pop() {
        seen += 1;
        if program.role(id).is_compiled() {
            return false;
        }
        if seen <= program.classes.len() {
            pending.extend(program.classes[id].supertypes());
        }
    }
    true
}

fn ancestors(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut seen = vec![class];
    let mut next = 0;
    while let Some(&id) = seen.get(next) {
        next += 1;
        let c = &program.classes[id];
        // An interface has no superclass, and yet its objects are `Object`s.
        let root = (id != program.well_known.object).then_some(program.well_known.object);
        for &supertype in c.superclass.iter().chain(&c.interfaces).chain(&root) {
            if !seen.contains(&supertype) {
                seen.push(supertype);
            }
        }
    }
    seen.sort_unstable_by_key(|id| id.index());
    seen
}
