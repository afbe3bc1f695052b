//! The variables of a graph, each with what is known of it.

use crate::cfg::lower::{Builder, Origin};
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::typed_tree::LocalId;
use crate::sema::types::Ty;
use crate::term::Terms;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{CellType, VarId, Variable, VariableInfo};
use crate::term::{Function, TermId};

/// Temporaries of steps without an expression of their own: how many one statement may have.
const TEMPORARIES: u32 = 1 << 10;

fn global(terms: &mut Terms, variable: Variable, sort: Sort, ty: Option<Ty>, name: &str) -> VarId {
    terms.variable(VariableInfo { variable, sort, ty, name: name.to_owned() })
}

/// The map of a field.
pub(crate) fn field(program: &Program, terms: &mut Terms, field: FieldId) -> VarId {
    let variable = Variable::Field(field);
    if let Some(var) = terms.find_variable(variable) {
        return var;
    }
    let declared = &program.fields[field];
    let name = format!("{}.{}", program.classes[declared.class].name, declared.name);
    global(terms, variable, Sort::Field(ValueSort::of(declared.ty)), Some(declared.ty), &name)
}

pub(crate) fn static_field(program: &Program, terms: &mut Terms, field: FieldId) -> VarId {
    let variable = Variable::Static(field);
    if let Some(var) = terms.find_variable(variable) {
        return var;
    }
    let declared = &program.fields[field];
    let name = format!("{}.{}", program.classes[declared.class].name, declared.name);
    global(terms, variable, Sort::Value(ValueSort::of(declared.ty)), Some(declared.ty), &name)
}

/// The cells of arrays whose cells have this type.
pub(crate) fn cells(terms: &mut Terms, cell: Ty) -> VarId {
    let (ty, name, info) = match cell {
        Ty::Primitive(p) => (CellType::Primitive(p), format!("{p}[]"), Some(cell)),
        _ => (CellType::Reference, "Object[]".to_owned(), None),
    };
    global(terms, Variable::Cells(ty), Sort::Cells(ValueSort::of(cell)), info, &name)
}

pub(crate) fn length(terms: &mut Terms) -> VarId {
    global(terms, Variable::Length, Sort::Field(ValueSort::Int), Some(Ty::INT), "length")
}

pub(crate) fn class(terms: &mut Terms) -> VarId {
    global(terms, Variable::Class, Sort::Field(ValueSort::Int), None, "class")
}

pub(crate) fn allocated(terms: &mut Terms) -> VarId {
    global(terms, Variable::Allocated, Sort::Value(ValueSort::Int), None, "allocated")
}

pub(crate) fn exception(program: &Program, terms: &mut Terms) -> VarId {
    let ty = Ty::Class(program.well_known.throwable);
    global(terms, Variable::Exception, Sort::Value(ValueSort::Reference), Some(ty), "exception")
}

pub(crate) fn initialized(program: &Program, terms: &mut Terms, class: ClassId) -> VarId {
    let name = format!("initialized({})", program.classes[class].name);
    let sort = Sort::Value(ValueSort::Boolean);
    global(terms, Variable::Initialized(class), sort, Some(Ty::BOOLEAN), &name)
}

/// Whether its initialiser has thrown.
pub(crate) fn failed(program: &Program, terms: &mut Terms, class: ClassId) -> VarId {
    let name = format!("failed({})", program.classes[class].name);
    let sort = Sort::Value(ValueSort::Boolean);
    global(terms, Variable::Failed(class), sort, Some(Ty::BOOLEAN), &name)
}

pub(crate) fn asserting(terms: &mut Terms) -> VarId {
    let sort = Sort::Value(ValueSort::Boolean);
    global(terms, Variable::Asserting, sort, Some(Ty::BOOLEAN), "assertions on")
}

/// `System.out`'s text, or `System.err`'s.
pub(crate) fn written(terms: &mut Terms, error: bool) -> VarId {
    let (variable, name) = if error { (Variable::Err, "err") } else { (Variable::Out, "out") };
    global(terms, variable, Sort::Opaque, None, name)
}

/// Whether a label's trap has sprung.
pub(crate) fn trap(terms: &mut Terms) -> VarId {
    let sort = Sort::Value(ValueSort::Boolean);
    global(terms, Variable::Trap, sort, Some(Ty::BOOLEAN), "trap")
}

/// The calls that are not looked into and may not end.
pub(crate) fn history(terms: &mut Terms) -> VarId {
    global(terms, Variable::History, Sort::Opaque, None, "calls")
}

impl Builder<'_> {
    pub(super) fn local_variable(&mut self, local: LocalId) -> VarId {
        let declared = &self.body.locals[local];
        self.terms.variable(VariableInfo {
            variable: Variable::Local(self.frame, declared.origin),
            sort: Sort::Value(ValueSort::of(declared.ty)),
            ty: Some(declared.ty),
            name: declared.name.to_string(),
        })
    }

    pub(super) fn this(&mut self) -> TermId {
        let var = self.terms.variable(VariableInfo {
            variable: Variable::This(self.frame),
            sort: Sort::Value(ValueSort::Reference),
            ty: Some(Ty::Class(self.class)),
            name: "this".to_owned(),
        });
        self.terms.var(var)
    }

    pub(super) fn result_variable(&mut self) -> VarId {
        let ty = self.program.methods[self.body.method].return_type;
        self.terms.variable(VariableInfo {
            variable: Variable::Result(self.frame),
            sort: Sort::Value(ValueSort::of(ty)),
            ty: Some(ty),
            name: "result".to_owned(),
        })
    }

    /// A new temporary of a step, numbered among those of its expression, or of its statement.
    pub(super) fn temporary(&mut self, origin: Origin, ty: Ty) -> VarId {
        use crate::index::Id as _;
        let statement = self.statement.filter(|_| origin.is_none());
        let next = self.temporaries.entry((origin, statement, self.copy)).or_insert(0);
        let count = *next;
        *next += 1;
        let number = match (origin, statement) {
            (Some(_), _) => count,
            (None, Some(statement)) => (statement.index() as u32 + 1) * TEMPORARIES + count % TEMPORARIES,
            (None, None) => count % TEMPORARIES,
        };
        let sort = Sort::Value(ValueSort::of(ty));
        // A number of their own for each type: a mutant's step may have another type.
        let number = number * 16 + ty.primitive().map_or(15, |p| p as u32);
        let info = ty.primitive().map(Ty::Primitive);
        let variable = Variable::Temporary(self.frame, origin, number);
        let name = match origin {
            Some(expr) => format!("t{}_{count}", expr.index()),
            None => format!("t_{number}"),
        };
        self.terms.variable(VariableInfo { variable, sort, ty: info, name })
    }

    pub(super) fn temporary_boolean(&mut self, origin: Origin) -> VarId {
        self.temporary(origin, Ty::BOOLEAN)
    }

    /// Keeps a value while others are evaluated.
    pub(super) fn save(&mut self, origin: Origin, value: TermId, ty: Ty) -> TermId {
        let temporary = self.temporary(origin, ty);
        self.assign_variable(origin, temporary, value);
        self.terms.var(temporary)
    }

    pub(super) fn field_map(&mut self, of: FieldId) -> TermId {
        let var = field(self.program, self.terms, of);
        self.terms.var(var)
    }

    pub(super) fn length_of(&mut self, array: TermId) -> TermId {
        let var = length(self.terms);
        let map = self.terms.var(var);
        self.terms.select(map, array)
    }

    /// The number of the dynamic type of an object that is not null.
    pub(super) fn class_of(&mut self, object: TermId) -> TermId {
        use crate::term::TermKind as K;
        let known = &self.program.well_known;
        let value = match self.terms.kind(object) {
            K::Apply { function: Function::Made(..), arguments } => arguments[0],
            _ => object,
        };
        let class = match self.terms.kind(value) {
            K::Text(_) => Some(known.string),
            K::Apply { function: Function::Concat | Function::TextOf(_), .. } => Some(known.string),
            K::Apply { function: Function::Box(ty), .. } => Some(self.program.wrapper(*ty)),
            _ => None,
        };
        if let Some(class) = class {
            let number = self.types.of_class(class);
            return self.terms.int(number);
        }
        let var = class_map(self.terms);
        self.terms.select(var, object)
    }

    /// The value that fields and cells of a type begin with.
    pub(super) fn default_value(&mut self, ty: Ty) -> TermId {
        match ty {
            Ty::Primitive(p) => self.terms.primitive(crate::jvm::value::Primitive::from_bits(p, 0)),
            _ => self.terms.null(),
        }
    }
}

fn class_map(terms: &mut Terms) -> TermId {
    let var = class(terms);
    terms.var(var)
}

/// The type in which a wrapper's class holds its value.
pub(super) fn boxed_type(program: &Program, ty: Ty) -> Option<PrimitiveType> {
    ty.class().and_then(|class| program.unwrapped(class))
}
