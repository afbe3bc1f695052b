//! Signatures of a source's declarations as javac writes them into class files (JVMS 4.7.9.1), where it writes any: of a class that
//! has type variables, or a supertype with type arguments; of a field or method whose types are not their erasures.
//!
//! What a name leaves open here is an error by name: a class in code in a generic method, an inner class of a generic class.

use crate::class_files::signature::letter;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::syntax::tree::{Modifiers, TypeKind};

use super::signature::{Owner, Signature, SignatureArgument, Variable, VariableSignature};
use super::source;

/// What cannot be told, for people.
type Text = Result<Option<String>, String>;

/// Names of classes as class files write them, `java/util/Map$Entry`.
pub type NameOf<'a> = &'a dyn Fn(ClassId) -> String;

/// The signature of a class of a source.
pub fn of_class(program: &Program, class: ClassId, name_of: NameOf<'_>) -> Text {
    let writer = Writer { program, name_of };
    let decl = program.decl(class);
    let c = &program.classes[class];
    writer.has_own_variables(class)?;
    let mut found = source::class_signature(program, class).map_err(|error| error.to_string())?;
    // A supertype that is outside the subset is left out there.
    let written = decl.implements.len() + usize::from(decl.extends.is_some());
    let is_short = found.supertypes.len() < written || c.interfaces.len() < decl.implements.len();
    if is_short {
        return Err(format!("the supertypes of {}", c.qualified_name));
    }
    // The language gives an enum its supertype, whatever ours of that name has.
    if c.is_enum() {
        let own = SignatureArgument::Exact(Signature::Class(class, Vec::new()));
        let above = Signature::Class(program.well_known.enumeration, vec![own]);
        match found.supertypes.first_mut() {
            Some(first) => *first = above,
            None => return Err("an enum without a superclass".to_owned()),
        }
    }
    let has_arguments =
        |ty: &Signature| matches!(ty, Signature::Class(_, arguments) if !arguments.is_empty());
    if found.variables.is_empty() && !found.supertypes.iter().any(has_arguments) {
        return Ok(None);
    }
    let mut text = writer.variables(&found.variables)?;
    if c.is_interface() {
        text += "Ljava/lang/Object;";
    }
    for above in &found.supertypes {
        text += &writer.ty(above)?;
    }
    Ok(Some(text))
}

pub fn of_field(program: &Program, field: FieldId, name_of: NameOf<'_>) -> Text {
    let found = source::field_signature(program, field).map_err(|error| error.to_string())?;
    let writer = Writer { program, name_of };
    if is_erased(&found) { Ok(None) } else { writer.ty(&found).map(Some) }
}

pub fn of_method(program: &Program, method: MethodId, name_of: NameOf<'_>) -> Text {
    let found = source::method_signature(program, method).map_err(|error| error.to_string())?;
    let writer = Writer { program, name_of };
    let throws_variable = found.throws.iter().any(|ty| matches!(ty, Signature::Variable(_)));
    let is_plain = found.variables.is_empty()
        && found.parameters.iter().all(is_erased)
        && is_erased(&found.result)
        && !throws_variable;
    if is_plain {
        return Ok(None);
    }
    let mut text = writer.variables(&found.variables)? + "(";
    for parameter in &found.parameters {
        text += &writer.ty(parameter)?;
    }
    text += ")";
    text += &writer.ty(&found.result)?;
    if throws_variable {
        for thrown in &found.throws {
            text += "^";
            text += &writer.ty(thrown)?;
        }
    }
    Ok(Some(text))
}

fn is_erased(ty: &Signature) -> bool {
    match ty {
        Signature::Void | Signature::Primitive(_) => true,
        Signature::Class(_, arguments) => arguments.is_empty(),
        Signature::Variable(_) => false,
        Signature::Array(cell) => is_erased(cell),
    }
}

struct Writer<'a> {
    program: &'a Program,
    name_of: NameOf<'a>,
}

impl Writer<'_> {
    /// Fails for a class that is written with the type arguments of a class around it.
    fn is_plain(&self, class: ClassId) -> Result<(), String> {
        let program = self.program;
        self.has_own_variables(class)?;
        let around = std::iter::successors(Some(class), |&inner| {
            let c = &program.classes[inner];
            let is_inner = c.kind == TypeKind::Class && !c.modifiers.has(Modifiers::STATIC);
            c.outer.filter(|_| is_inner)
        });
        let mut generic = around.skip(1).filter(|&outer| !program.decl(outer).type_parameters.is_empty());
        match generic.next() {
            Some(_) => Err(self.of_generic(class)),
            None => Ok(()),
        }
    }

    /// Fails for a class in code that has the type variables of a method around it.
    fn has_own_variables(&self, class: ClassId) -> Result<(), String> {
        match self.program.tables.classes[class].hidden_parameters {
            0 => Ok(()),
            _ => Err(self.of_generic(class)),
        }
    }

    fn of_generic(&self, class: ClassId) -> String {
        format!("the signature of {}, in what is generic", self.program.classes[class].qualified_name)
    }

    fn variables(&self, variables: &[VariableSignature]) -> Result<String, String> {
        if variables.is_empty() {
            return Ok(String::new());
        }
        let mut text = "<".to_owned();
        for variable in variables {
            text += &variable.name;
            let is_interface = |bound: &Signature| matches!(bound, Signature::Class(class, _) if self.program.classes[*class].is_interface());
            if variable.bounds.first().is_some_and(is_interface) {
                text += ":";
            }
            for bound in &variable.bounds {
                text += ":";
                text += &self.ty(bound)?;
            }
        }
        Ok(text + ">")
    }

    fn ty(&self, ty: &Signature) -> Result<String, String> {
        Ok(match ty {
            Signature::Void => "V".to_owned(),
            Signature::Primitive(p) => letter(*p).to_string(),
            Signature::Variable(variable) => format!("T{};", self.name_of_variable(*variable)?),
            Signature::Array(cell) => "[".to_owned() + &self.ty(cell)?,
            Signature::Class(class, arguments) => {
                self.is_plain(*class)?;
                let mut text = format!("L{}", (self.name_of)(*class));
                if !arguments.is_empty() {
                    text += "<";
                    for argument in arguments {
                        text += &self.argument(argument)?;
                    }
                    text += ">";
                }
                text + ";"
            }
        })
    }

    fn argument(&self, argument: &SignatureArgument) -> Result<String, String> {
        Ok(match argument {
            SignatureArgument::Exact(ty) => self.ty(ty)?,
            SignatureArgument::Unbounded => "*".to_owned(),
            SignatureArgument::Extends(ty) => "+".to_owned() + &self.ty(ty)?,
            SignatureArgument::Super(ty) => "-".to_owned() + &self.ty(ty)?,
        })
    }

    fn name_of_variable(&self, variable: Variable) -> Result<String, String> {
        let declared = match variable.owner {
            Owner::Class(class) => &self.program.decl(class).type_parameters[..],
            Owner::Method(method) => {
                self.program.method_decl(method).map_or(&[][..], |decl| &decl.type_parameters)
            }
        };
        let found = declared.get(variable.index as usize).map(|parameter| parameter.name.name.to_string());
        found.ok_or_else(|| "a type variable that nobody declares".to_owned())
    }
}
