//! How a test begins: classes are initialised, each at its first use. What an initialiser does is taken to be done when the test begins,
//! as long as it finds then what it would find at any other time: what belongs to its own class, which nobody uses before that, and
//! constants. One that reads a variable of another class, or what hangs on another class's object, may find anything (`6 / Config.n`).

use std::collections::{BTreeMap, BTreeSet};

use crate::sema::program::{ClassId, FieldId, MethodId, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::TypeKind;

#[derive(Clone, Debug, Default)]
pub struct Starts {
    initializers: BTreeMap<MethodId, ClassId>,
    /// The class of each static field.
    classes: BTreeMap<FieldId, ClassId>,
    /// Those that hold a value which nothing changes.
    constants: BTreeSet<FieldId>,
}

impl Starts {
    pub fn of(program: &Program) -> Self {
        // Of an object whose fields are all final, and the library's, there is nothing to change.
        let is_fixed = |class: ClassId| {
            let mut fields = program.classes[class].fields.iter().map(|&field| &program.fields[field]);
            program.classes[class].kind == TypeKind::Enum && fields.all(|f| f.is_static() || f.is_final())
        };
        let is_value = |of: ClassId, ty: Ty| match ty {
            Ty::Primitive(_) => true,
            Ty::Class(class) => {
                class == program.well_known.string || program.role(of) == Role::Library || is_fixed(class)
            }
            _ => false,
        };
        let mut starts = Self::default();
        for (id, field) in program.fields.iter_enumerated().filter(|(_, field)| field.is_static()) {
            starts.classes.insert(id, field.class);
            if field.is_final() && is_value(field.class, field.ty) {
                starts.constants.insert(id);
            }
        }
        let initializer = |class: ClassId| Some((program.classes[class].static_initializer?, class));
        starts.initializers = program.classes.ids().filter_map(initializer).collect();
        starts
    }

    /// The class that a method initialises.
    pub fn initialized_by(&self, method: MethodId) -> Option<ClassId> {
        self.initializers.get(&method).copied()
    }

    /// Whether a static field is the same whenever the class is initialised.
    pub fn is_settled(&self, class: ClassId, field: FieldId) -> bool {
        self.classes.get(&field) == Some(&class) || self.constants.contains(&field)
    }
}
