//! The arena of static types.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::define_id;
use crate::index::IndexVec;
use crate::jvm::value::PrimitiveType;
use crate::sema::error::TypeNameError;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};

use super::inference::Bounds;
use super::remembered::Known;
use super::signature::{
    ClassSignature, MethodSignature, Owner, Signature, SignatureArgument, Variable, VariableSignature,
};
use super::source;

define_id!(/// A static type of one [`Types`]; the same type is the same id.
    TypeId, "t");
define_id!(/// A variable that capture made.
    CapturedId, "capture");

/// An inference variable, by its place among those of one [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InferenceId(u32);

impl InferenceId {
    pub(super) fn of(position: usize) -> Self {
        Self(position as u32)
    }

    pub(super) fn position(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Void,
    Primitive(PrimitiveType),
    /// The type of `null`.
    Null,
    /// Without arguments a class that has no type variables, or a raw type.
    Class(ClassId, Box<[Argument]>),
    Variable(Variable),
    Captured(CapturedId),
    /// What a type variable of a call stands for, while that is not known (JLS 18.1.1).
    Inference(InferenceId),
    /// At least two, in the order written: the first gives the erasure.
    Intersection(Box<[TypeId]>),
    Array(TypeId),
}

/// A type argument. `? extends Object` is [`Argument::Unbounded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    Exact(TypeId),
    Unbounded,
    Extends(TypeId),
    Super(TypeId),
}

/// The bounds of a captured variable (JLS 5.1.10).
#[derive(Clone, Copy, Debug)]
pub struct Captured {
    pub upper: TypeId,
    pub lower: Option<TypeId>,
}

/// A method's types, its variables in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodType {
    pub parameters: Vec<TypeId>,
    pub result: TypeId,
}

/// What a type variable stands for.
pub type Substitution = FxHashMap<Variable, TypeId>;

/// The types that one attribution meets.
pub struct Types<'p> {
    pub(super) program: &'p Program,
    kinds: IndexVec<TypeId, Kind>,
    ids: FxHashMap<Kind, TypeId>,
    pub(super) captured: IndexVec<CapturedId, Captured>,
    /// Those that the program does not remember.
    classes: FxHashMap<ClassId, Result<Rc<ClassSignature>, TypeNameError>>,
    methods: FxHashMap<MethodId, Result<Rc<MethodSignature>, TypeNameError>>,
    pub(super) inference: Vec<Bounds>,
    /// What of the JLS's rules would be needed and is not here; then nothing may rest on these types.
    pub beyond: Option<String>,
    /// Whether an unchecked conversion was needed since this was last set (5.1.9).
    pub unchecked: bool,
    /// How many questions about subtypes are open inside one another.
    pub(super) depth: usize,
}

impl<'p> Types<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            kinds: IndexVec::new(),
            ids: FxHashMap::default(),
            captured: IndexVec::new(),
            classes: FxHashMap::default(),
            methods: FxHashMap::default(),
            inference: Vec::new(),
            beyond: None,
            unchecked: false,
            depth: 0,
        }
    }

    pub fn kind(&self, id: TypeId) -> &Kind {
        &self.kinds[id]
    }

    pub fn intern(&mut self, kind: Kind) -> TypeId {
        if let Some(&known) = self.ids.get(&kind) {
            return known;
        }
        let id = self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// A class without arguments.
    pub fn class(&mut self, class: ClassId) -> TypeId {
        self.intern(Kind::Class(class, Box::default()))
    }

    pub fn object(&mut self) -> TypeId {
        self.class(self.program.well_known.object)
    }

    /// Of an inner class of a generic one the arguments of the class around it may stand behind its own: where these are that
    /// class's own variables, they are left out.
    pub fn parameterized(&mut self, class: ClassId, mut arguments: Vec<Argument>) -> TypeId {
        let object = self.object();
        if self.program.outer_instance(class).is_some() {
            self.leave_out_own(class, &mut arguments);
        }
        let plain = |argument| match argument {
            Argument::Extends(bound) if bound == object => Argument::Unbounded,
            other => other,
        };
        self.intern(Kind::Class(class, arguments.into_iter().map(plain).collect()))
    }

    /// The intersection of `parts`, which is the type itself where there is one only.
    pub fn intersection(&mut self, parts: &[TypeId]) -> TypeId {
        let mut flat = Vec::with_capacity(parts.len());
        for &part in parts {
            match self.kind(part) {
                Kind::Intersection(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(part),
            }
        }
        match flat[..] {
            [only] => only,
            _ => self.intern(Kind::Intersection(flat.into())),
        }
    }

    pub fn class_signature(&mut self, class: ClassId) -> Result<Known<'p, ClassSignature>, TypeNameError> {
        let program = self.program;
        if let Some(known) = program.remembered_class(class) {
            return known.map(Known::Remembered);
        }
        let read = || source::read_class(program, class).map(Rc::new);
        self.classes.entry(class).or_insert_with(read).clone().map(Known::Read)
    }

    pub fn method_signature(
        &mut self,
        method: MethodId,
    ) -> Result<Known<'p, MethodSignature>, TypeNameError> {
        let program = self.program;
        if let Some(known) = program.remembered_method(method) {
            return known.map(Known::Remembered);
        }
        let read = || source::read_method(program, method).map(Rc::new);
        self.methods.entry(method).or_insert_with(read).clone().map(Known::Read)
    }

    /// The type that a signature says.
    pub fn of(&mut self, signature: &Signature) -> TypeId {
        match signature {
            Signature::Void => self.intern(Kind::Void),
            Signature::Primitive(p) => self.intern(Kind::Primitive(*p)),
            Signature::Class(class, arguments) => {
                let arguments = arguments.iter().map(|argument| self.argument(argument)).collect();
                self.parameterized(*class, arguments)
            }
            Signature::Variable(variable) => self.intern(Kind::Variable(*variable)),
            Signature::Array(element) => {
                let element = self.of(element);
                self.intern(Kind::Array(element))
            }
        }
    }

    fn argument(&mut self, argument: &SignatureArgument) -> Argument {
        match argument {
            SignatureArgument::Exact(ty) => Argument::Exact(self.of(ty)),
            SignatureArgument::Unbounded => Argument::Unbounded,
            SignatureArgument::Extends(ty) => Argument::Extends(self.of(ty)),
            SignatureArgument::Super(ty) => Argument::Super(self.of(ty)),
        }
    }

    /// As a field is declared.
    pub fn of_field(&mut self, field: FieldId) -> Result<TypeId, TypeNameError> {
        match self.program.remembered_field(field) {
            Some(signature) => Ok(self.of(signature?)),
            None => Ok(self.of(&source::read_field(self.program, field)?)),
        }
    }

    /// As a method is declared.
    pub fn of_method(&mut self, method: MethodId) -> Result<MethodType, TypeNameError> {
        let signature = self.method_signature(method)?;
        let parameters = signature.parameters.iter().map(|parameter| self.of(parameter)).collect();
        Ok(MethodType { parameters, result: self.of(&signature.result) })
    }

    /// The declared type variables of a class or a method, with their bounds.
    fn variables(&mut self, owner: Owner) -> Result<VariablesOf<'p>, TypeNameError> {
        Ok(match owner {
            Owner::Class(class) => VariablesOf::Class(self.class_signature(class)?),
            Owner::Method(method) => VariablesOf::Method(self.method_signature(method)?),
        })
    }

    /// The bound of a variable; `Object` where it cannot be read.
    pub fn bound(&mut self, variable: Variable) -> TypeId {
        let Ok(variables) = self.variables(variable.owner) else { return self.object() };
        let Some(declared) = variables.list().get(variable.index as usize) else { return self.object() };
        let bounds: Vec<TypeId> = declared.bounds.iter().map(|bound| self.of(bound)).collect();
        self.intersection(&bounds)
    }

    /// The variables of a class in order; none where its declaration cannot be read.
    pub fn variables_of(&mut self, class: ClassId) -> Vec<Variable> {
        let count = self.class_signature(class).map_or(0, |signature| signature.variables.len());
        (0..count as u32).map(|index| Variable { owner: Owner::Class(class), index }).collect()
    }

    /// The variables that so many arguments of a class stand for: its own, or those of the classes around an inner class, too.
    pub(super) fn variables_for(&mut self, class: ClassId, count: usize) -> Vec<Variable> {
        let mut variables = self.variables_of(class);
        if count > variables.len() {
            variables.extend(source::variables_around(self.program, class));
        }
        variables
    }

    fn leave_out_own(&mut self, class: ClassId, arguments: &mut Vec<Argument>) {
        let own = self.variables_of(class).len();
        let Some(around) = arguments.get(own..) else { return };
        let variables = source::variables_around(self.program, class);
        let is_itself = |(argument, variable): (&Argument, &Variable)| match *argument {
            Argument::Exact(ty) => self.kinds[ty] == Kind::Variable(*variable),
            _ => false,
        };
        if around.iter().zip(&variables).all(is_itself) {
            arguments.truncate(own);
        }
    }

    /// A type as Java writes it, with simple names.
    pub fn show(&mut self, id: TypeId) -> String {
        match self.kind(id).clone() {
            Kind::Void => "void".to_owned(),
            Kind::Primitive(p) => p.name().to_owned(),
            Kind::Null => "null".to_owned(),
            Kind::Class(class, arguments) => {
                let name = self.program.classes[class].name.to_string();
                if arguments.is_empty() {
                    return name;
                }
                let shown: Vec<String> =
                    arguments.iter().map(|&argument| self.show_argument(argument)).collect();
                format!("{name}<{}>", shown.join(","))
            }
            Kind::Variable(variable) => match self.variables(variable.owner) {
                Ok(variables) => variables
                    .list()
                    .get(variable.index as usize)
                    .map_or_else(|| "?".to_owned(), |own| own.name.to_string()),
                Err(_) => "?".to_owned(),
            },
            Kind::Captured(id) => id.to_string(),
            Kind::Inference(id) => format!("inferred{}", id.position()),
            Kind::Intersection(parts) => {
                let shown: Vec<String> = parts.iter().map(|&part| self.show(part)).collect();
                shown.join("&")
            }
            Kind::Array(element) => self.show(element) + "[]",
        }
    }

    fn show_argument(&mut self, argument: Argument) -> String {
        match argument {
            Argument::Exact(ty) => self.show(ty),
            Argument::Unbounded => "?".to_owned(),
            Argument::Extends(ty) => format!("? extends {}", self.show(ty)),
            Argument::Super(ty) => format!("? super {}", self.show(ty)),
        }
    }
}

enum VariablesOf<'p> {
    Class(Known<'p, ClassSignature>),
    Method(Known<'p, MethodSignature>),
}

impl VariablesOf<'_> {
    fn list(&self) -> &[VariableSignature] {
        match self {
            Self::Class(signature) => &signature.variables,
            Self::Method(signature) => &signature.variables,
        }
    }
}
