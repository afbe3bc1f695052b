//! Where the fields of objects and classes lie, and which class is a subtype of which.

use crate::exec::slot::RuntimeType;
use crate::index::{Id, IndexVec};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// The fields of an object of a class: those of its superclasses first.
#[derive(Clone, Debug, Default)]
pub struct ClassLayout {
    pub fields: Vec<FieldId>,
    /// All supertypes and the class itself, sorted.
    ancestors: Vec<ClassId>,
}

#[derive(Debug)]
pub struct Layouts {
    classes: IndexVec<ClassId, ClassLayout>,
    /// The place of an instance field in its object, of a static one among the finals or the variables.
    slots: IndexVec<FieldId, u32>,
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
    pub fn new(program: &Program) -> Layouts {
        let mut slots = IndexVec::from_elem(0, program.fields.len());
        let (mut finals, mut variables) = (Vec::new(), Vec::new());
        for (id, field) in program.fields.iter_enumerated().filter(|(_, f)| f.is_static()) {
            let statics = if field.is_final() { &mut finals } else { &mut variables };
            slots[id] = statics.len() as u32;
            statics.push(id);
        }
        let mut classes: IndexVec<ClassId, Option<ClassLayout>> =
            IndexVec::from_elem(None, program.classes.len());
        for class in program.classes.ids() {
            lay_out(program, class, &mut classes, &mut slots);
        }
        let classes: IndexVec<ClassId, ClassLayout> =
            classes.iter_mut().map(|layout| layout.take().unwrap_or_default()).collect();
        let known = &program.well_known;
        let slot_named = |name: &str| {
            let fields = &classes[known.throwable].fields;
            fields.iter().position(|&f| &*program.fields[f].name == name)
        };
        let throwable = ThrowableSlots {
            message: slot_named("message"),
            cause: slot_named("cause"),
            origin: slot_named("origin"),
            suppressing: slot_named("suppressing"),
        };
        let class_named = |name: &str| {
            program.classes.iter_enumerated().find(|(_, c)| &*c.qualified_name == name).map(|(id, _)| id)
        };
        Layouts {
            classes,
            slots,
            finals,
            variables,
            throwable,
            string: RuntimeType::class(known.string),
            wrappers: known.wrappers.map(RuntimeType::class),
            mirror: class_named("java.lang.Class").map_or(RuntimeType::VOID, RuntimeType::class),
            object: known.object,
            cloneable: known.cloneable,
            serializable: class_named("java.io.Serializable"),
        }
    }

    pub fn class(&self, class: ClassId) -> &ClassLayout {
        &self.classes[class]
    }

    pub fn slot(&self, field: FieldId) -> u32 {
        self.slots[field]
    }

    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor || self.classes[class].ancestors.binary_search(&ancestor).is_ok()
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

fn lay_out(
    program: &Program,
    class: ClassId,
    classes: &mut IndexVec<ClassId, Option<ClassLayout>>,
    slots: &mut IndexVec<FieldId, u32>,
) {
    // From the highest superclass that is not laid out yet down to this class.
    let mut chain = Vec::new();
    let mut next = Some(class);
    while let Some(id) = next.filter(|&id| classes[id].is_none() && chain.len() <= classes.len()) {
        chain.push(id);
        next = program.classes[id].superclass;
    }
    for id in chain.into_iter().rev() {
        let superclass = program.classes[id].superclass;
        let mut fields =
            superclass.and_then(|s| classes[s].as_ref()).map_or(Vec::new(), |l| l.fields.clone());
        for &field in program.classes[id].fields.iter().filter(|&&f| !program.fields[f].is_static()) {
            slots[field] = fields.len() as u32;
            fields.push(field);
        }
        classes[id] = Some(ClassLayout { fields, ancestors: ancestors(program, id) });
    }
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
