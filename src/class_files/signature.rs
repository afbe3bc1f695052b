//! Descriptors and signatures (JVMS 4.3, 4.7.9.1): types as class files write them, as small trees.
//!
//! A descriptor is a signature without variables and arguments, so both are one tree.

use std::fmt::{self, Write as _};

use crate::class_files::header::Name;
use crate::jvm::value::PrimitiveType;

/// Deeper types are given up: no compiler writes them.
const MAX_DEPTH: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeSignature {
    Void,
    Primitive(PrimitiveType),
    Class(ClassTypeSignature),
    /// A type variable.
    Variable(Name),
    Array(Box<TypeSignature>),
}

/// `Ljava/util/Map<TK;TV;>.Entry<TK;>;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTypeSignature {
    /// The outermost class that is written apart: `java/util/Map`, `java/util/Map$Entry`.
    pub name: Name,
    pub arguments: Vec<TypeArgument>,
    /// What is nested in it, from the outside in.
    pub inner: Vec<InnerSegment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerSegment {
    pub name: Name,
    pub arguments: Vec<TypeArgument>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeArgument {
    /// `?`
    Any,
    Exact(TypeSignature),
    /// `? extends T`
    Extends(TypeSignature),
    /// `? super T`
    Super(TypeSignature),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    pub name: Name,
    pub class_bound: Option<TypeSignature>,
    pub interface_bounds: Vec<TypeSignature>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSignature {
    pub type_parameters: Vec<TypeParameter>,
    pub superclass: ClassTypeSignature,
    pub interfaces: Vec<ClassTypeSignature>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSignature {
    pub type_parameters: Vec<TypeParameter>,
    pub parameters: Vec<TypeSignature>,
    pub result: TypeSignature,
    pub throws: Vec<TypeSignature>,
}

/// The letter of a primitive type.
pub const fn letter(ty: PrimitiveType) -> char {
    match ty {
        PrimitiveType::Boolean => 'Z',
        PrimitiveType::Byte => 'B',
        PrimitiveType::Short => 'S',
        PrimitiveType::Char => 'C',
        PrimitiveType::Int => 'I',
        PrimitiveType::Long => 'J',
        PrimitiveType::Float => 'F',
        PrimitiveType::Double => 'D',
    }
}

/// The types of a method's parameters, of its descriptor.
pub fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or_default();
    std::iter::from_fn(move || {
        let element = rest.trim_start_matches('[');
        let dims = rest.len() - element.len();
        let length = match element.chars().next()? {
            ')' => return None,
            'L' => element.find(';')? + 1,
            _ => 1,
        };
        let (one, behind) = rest.split_at(dims + length);
        rest = behind;
        Some(one)
    })
}

impl fmt::Display for TypeSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("V"),
            Self::Primitive(ty) => f.write_char(letter(*ty)),
            Self::Class(class) => class.fmt(f),
            Self::Variable(name) => write!(f, "T{name};"),
            Self::Array(cell) => write!(f, "[{cell}"),
        }
    }
}

impl fmt::Display for ClassTypeSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.name)?;
        write_arguments(f, &self.arguments)?;
        for segment in &self.inner {
            write!(f, ".{}", segment.name)?;
            write_arguments(f, &segment.arguments)?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for TypeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("*"),
            Self::Exact(ty) => ty.fmt(f),
            Self::Extends(ty) => write!(f, "+{ty}"),
            Self::Super(ty) => write!(f, "-{ty}"),
        }
    }
}

impl fmt::Display for TypeParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        write_all(f, &self.class_bound)?;
        self.interface_bounds.iter().try_for_each(|bound| write!(f, ":{bound}"))
    }
}

impl fmt::Display for ClassSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parameters(f, &self.type_parameters)?;
        self.superclass.fmt(f)?;
        write_all(f, &self.interfaces)
    }
}

impl fmt::Display for MethodSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_parameters(f, &self.type_parameters)?;
        f.write_str("(")?;
        write_all(f, &self.parameters)?;
        write!(f, "){}", self.result)?;
        self.throws.iter().try_for_each(|thrown| write!(f, "^{thrown}"))
    }
}

fn write_all<'a, T: fmt::Display + 'a>(
    f: &mut fmt::Formatter<'_>,
    all: impl IntoIterator<Item = &'a T>,
) -> fmt::Result {
    all.into_iter().try_for_each(|one| one.fmt(f))
}

fn write_arguments(f: &mut fmt::Formatter<'_>, arguments: &[TypeArgument]) -> fmt::Result {
    if arguments.is_empty() {
        return Ok(());
    }
    f.write_str("<")?;
    write_all(f, arguments)?;
    f.write_str(">")
}

fn write_parameters(f: &mut fmt::Formatter<'_>, parameters: &[TypeParameter]) -> fmt::Result {
    if parameters.is_empty() {
        return Ok(());
    }
    f.write_str("<")?;
    write_all(f, parameters)?;
    f.write_str(">")
}

/// The type of a field, from its descriptor or signature.
pub fn field_type(text: &str) -> Option<TypeSignature> {
    whole(text, |reader| reader.ty(0)).filter(|ty| *ty != TypeSignature::Void)
}

/// A method's types, from its descriptor or signature.
pub fn method(text: &str) -> Option<MethodSignature> {
    whole(text, Reader::method)
}

/// A class's parameters and supertypes.
pub fn class(text: &str) -> Option<ClassSignature> {
    whole(text, Reader::class)
}

fn whole<'t, T>(text: &'t str, read: impl FnOnce(&mut Reader<'t>) -> Option<T>) -> Option<T> {
    let mut reader = Reader { rest: text };
    let found = read(&mut reader)?;
    reader.rest.is_empty().then_some(found)
}

/// `None` from a reading function: the text is not what it is to be.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn take(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, c: char) -> Option<()> {
        self.take(c).then_some(())
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// A name up to one of the characters that end names.
    fn name(&mut self, with_slashes: bool) -> Option<&'t str> {
        let ends = |c: char| matches!(c, '.' | ';' | '[' | '<' | '>' | ':') || (c == '/' && !with_slashes);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    fn ty(&mut self, depth: usize) -> Option<TypeSignature> {
        if depth > MAX_DEPTH {
            return None;
        }
        let primitive = |ty| Some(TypeSignature::Primitive(ty));
        match self.next()? {
            'V' => Some(TypeSignature::Void),
            'Z' => primitive(PrimitiveType::Boolean),
            'B' => primitive(PrimitiveType::Byte),
            'S' => primitive(PrimitiveType::Short),
            'C' => primitive(PrimitiveType::Char),
            'I' => primitive(PrimitiveType::Int),
            'J' => primitive(PrimitiveType::Long),
            'F' => primitive(PrimitiveType::Float),
            'D' => primitive(PrimitiveType::Double),
            '[' => {
                let cell = self.ty(depth + 1)?;
                (cell != TypeSignature::Void).then(|| TypeSignature::Array(Box::new(cell)))
            }
            'T' => {
                let name = self.name(false)?;
                self.expect(';')?;
                Some(TypeSignature::Variable(name.into()))
            }
            'L' => self.class_type(depth).map(TypeSignature::Class),
            _ => None,
        }
    }

    /// Behind its `L`.
    fn class_type(&mut self, depth: usize) -> Option<ClassTypeSignature> {
        let name = self.name(true)?.into();
        let arguments = self.arguments(depth)?;
        let mut inner = Vec::new();
        while self.take('.') {
            let name = self.name(false)?.into();
            inner.push(InnerSegment { name, arguments: self.arguments(depth)? });
        }
        self.expect(';')?;
        Some(ClassTypeSignature { name, arguments, inner })
    }

    fn arguments(&mut self, depth: usize) -> Option<Vec<TypeArgument>> {
        let mut arguments = Vec::new();
        if self.take('<') {
            while !self.take('>') {
                arguments.push(self.argument(depth + 1)?);
            }
        }
        Some(arguments)
    }

    fn argument(&mut self, depth: usize) -> Option<TypeArgument> {
        if self.take('*') {
            return Some(TypeArgument::Any);
        }
        let wrap = match () {
            () if self.take('+') => TypeArgument::Extends,
            () if self.take('-') => TypeArgument::Super,
            () => TypeArgument::Exact,
        };
        self.reference(depth).map(wrap)
    }

    fn reference(&mut self, depth: usize) -> Option<TypeSignature> {
        let ty = self.ty(depth)?;
        (!matches!(ty, TypeSignature::Void | TypeSignature::Primitive(_))).then_some(ty)
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if self.take('<') {
            while !self.take('>') {
                parameters.push(self.type_parameter()?);
            }
        }
        Some(parameters)
    }

    fn type_parameter(&mut self) -> Option<TypeParameter> {
        let name = self.name(false)?.into();
        self.expect(':')?;
        let has_class_bound = !self.rest.starts_with([':', '>']) && !self.starts_parameter();
        let class_bound = if has_class_bound { Some(self.reference(0)?) } else { None };
        let mut interface_bounds = Vec::new();
        while self.take(':') {
            interface_bounds.push(self.reference(0)?);
        }
        Some(TypeParameter { name, class_bound, interface_bounds })
    }

    /// Whether the next parameter begins here: one without any bound has just been read.
    fn starts_parameter(&self) -> bool {
        let mut ahead = Reader { rest: self.rest };
        ahead.name(false).is_some() && ahead.take(':')
    }

    fn class(&mut self) -> Option<ClassSignature> {
        let type_parameters = self.type_parameters()?;
        self.expect('L')?;
        let superclass = self.class_type(0)?;
        let mut interfaces = Vec::new();
        while self.take('L') {
            interfaces.push(self.class_type(0)?);
        }
        Some(ClassSignature { type_parameters, superclass, interfaces })
    }

    fn method(&mut self) -> Option<MethodSignature> {
        let type_parameters = self.type_parameters()?;
        self.expect('(')?;
        let mut parameters = Vec::new();
        while !self.take(')') {
            let ty = self.ty(0)?;
            if ty == TypeSignature::Void {
                return None;
            }
            parameters.push(ty);
        }
        let result = self.ty(0)?;
        let mut throws = Vec::new();
        while self.take('^') {
            throws.push(self.reference(0)?);
        }
        Some(MethodSignature { type_parameters, parameters, result, throws })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_read_whole() {
        let text = "<K::Ljava/lang/Comparable<-TK;>;V:Ljava/lang/Object;>(Ljava/util/Map<TK;TV;>.Entry<[I*>;[[J)TV;^TX;";
        let found = method(text).expect("a signature");
        assert_eq!(found.type_parameters.len(), 2);
        assert!(found.type_parameters[0].class_bound.is_none());
        assert_eq!(found.type_parameters[0].interface_bounds.len(), 1);
        let TypeSignature::Class(entry) = &found.parameters[0] else { panic!("a class") };
        assert_eq!((&*entry.name, &*entry.inner[0].name), ("java/util/Map", "Entry"));
        assert_eq!(entry.arguments.len(), 2);
        assert_eq!(entry.inner[0].arguments[1], TypeArgument::Any);
        assert_eq!(found.result, TypeSignature::Variable("V".into()));
        assert_eq!(found.throws, [TypeSignature::Variable("X".into())]);
        assert_eq!(found.to_string(), text);
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        for text in
            ["", "(", "()", "(V)V", "()VV", "()[V", "(Ljava/lang/String)V", "(L;)V", "<T:>()V^I", "()LA<I>;"]
        {
            assert_eq!(method(text), None, "{text}");
        }
        let deep = "[".repeat(100_000) + "I";
        assert_eq!(field_type(&deep), None);
        let deep = "La<".repeat(100_000);
        assert_eq!(field_type(&deep), None);
    }

    #[test]
    fn a_parameter_may_have_no_bound() {
        let found = class("<T:U:Ljava/lang/Object;>Ljava/lang/Object;LA<TT;>;").expect("a signature");
        assert_eq!(found.type_parameters.len(), 2);
        assert_eq!(found.interfaces.len(), 1);
    }
}
