//! Compiled classes: from the headers of class files to trees, as if each were a source without bodies. So what a class file
//! declares is entered, looked up and checked by the rules for sources, and what the subset lacks of it (inner classes) is
//! left out by the same rules; its generic types stand in the tree as they would in source.
//!
//! No body is read here: a method that has one is [`MethodSource::ClassFile`](crate::sema::program::MethodSource), and
//! its body [`Unsupported`](crate::sema::program::BodyState). So no proof goes through it; runs do, by its bytecode.
//!
//! **What is left out** are members that no source can name: synthetic ones and bridges, local and anonymous classes; and
//! private ones, which code outside of the file may not name.

use std::collections::BTreeSet;
use std::collections::HashSet;
use std::sync::Arc;

use crate::class_files::header::{
    Access, ConstantValue, FieldHeader, MethodHeader, NestedClass, RecordComponent,
};
use crate::class_files::header::{ClassFile, ClassKind};
use crate::class_files::signature::{ClassTypeSignature, TypeArgument, TypeParameter, TypeSignature};
use crate::class_files::{ClassFileError, ClassFiles, Earlier, FoundClass};
use crate::index::IndexVec;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::library;
use crate::sema::typed_tree::Constant;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{
    self as syntax, BaseType, Code, CompilationUnit, EnumConstant, FieldDecl, Ident, Initializer, Member,
    MethodDecl, Modifiers, Name, Parameter, Root, Span, TypeDecl, TypeDeclId, TypeKind, TypeRef, TypeSegment,
};

/// Nested classes of a class, all levels together; no compiler's output has more.
const MAX_NESTED: usize = 2_000;

/// A class and those nested in it, as a file.
pub(super) struct CompiledUnit {
    pub tree: CompilationUnit,
    /// The values of constant fields, which no initialiser in the tree gives.
    pub constants: Vec<(TypeDeclId, Name, Constant)>,
    /// The descriptors of methods, by their place among the members.
    pub descriptors: Vec<(TypeDeclId, usize, Name)>,
    pub is_of_jdk: bool,
}

/// The class of this package and name, with those nested in it; none where there is none, or where it is no top-level one.
pub(super) fn read(
    files: &ClassFiles,
    package: &str,
    name: &str,
) -> Result<Option<CompiledUnit>, ClassFileError> {
    let path = package.replace('.', "/");
    let binary = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
    let Some(found) = files.find(&binary)? else { return Ok(None) };
    let is_nested = found.class.nested.iter().any(|row| row.class == found.class.name);
    if is_nested || found.class.enclosing.is_some() {
        return Ok(None);
    }
    unit(files, &found, package, name).map(Some)
}

/// The class of this name that the JDK has nested in a class, this one, with those nested in it; none where there is none.
pub(super) fn read_nested(
    files: &ClassFiles,
    outer: &str,
    name: &str,
) -> Result<Option<CompiledUnit>, ClassFileError> {
    let (package, _) = outer.rsplit_once('.').unwrap_or_default();
    let around = outer.replace('.', "/");
    let found = files.find(&format!("{around}${name}"))?;
    let is_member = |found: &FoundClass| {
        let row = found.class.nested.iter().find(|row| row.class == found.class.name);
        row.is_some_and(|row| row.outer.as_deref() == Some(&*around) && is_nameable(row.access))
    };
    let Some(found) = found.filter(|found| found.is_of_jdk && is_member(found)) else { return Ok(None) };
    unit(files, &found, package, name).map(Some)
}

fn unit(
    files: &ClassFiles,
    found: &FoundClass,
    package: &str,
    name: &str,
) -> Result<CompiledUnit, ClassFileError> {
    let binary = &found.class.name;
    let source = SourceFile::new(found.place.join(format!("{binary}.class")), String::new());
    let mut writer = Writer { files, types: IndexVec::new(), constants: Vec::new(), descriptors: Vec::new() };
    writer.class(found, name, None)?;
    let package = package.split('.').filter(|part| !part.is_empty()).map(ident).collect();
    let tree = CompilationUnit {
        source: Arc::new(source),
        package,
        annotations: Vec::new(),
        imports: Vec::new(),
        types: std::mem::take(&mut writer.types),
        compact: Vec::new(),
        module: None,
        is_module: false,
    };
    let Writer { constants, descriptors, .. } = writer;
    Ok(CompiledUnit { tree, constants, descriptors, is_of_jdk: found.is_of_jdk })
}

/// What a class of the library got from the JDK's.
pub(super) struct Completed {
    /// The descriptors of methods, by their place among the members.
    pub descriptors: Vec<(usize, Name)>,
    pub constants: Vec<(Name, Constant)>,
}

/// Adds to a class of the library the methods and static fields that the JDK's class has and it lacks, if there is a JDK that has
/// the class.
pub(super) fn complete(
    files: &ClassFiles,
    package: &str,
    name: &str,
    tree: &mut CompilationUnit,
) -> Result<Option<Completed>, ClassFileError> {
    let binary = format!("{}/{name}", package.replace('.', "/"));
    let Some(found) = files.find(&binary)?.filter(|found| found.is_of_jdk) else { return Ok(None) };
    let Some(own) = tree.types.iter_mut().find(|decl| decl.outer.is_none() && &*decl.name.name == name)
    else {
        return Ok(None);
    };
    let class = &found.class;
    let declared = |decl: &TypeDecl| -> Vec<Signature> {
        decl.members.iter().filter_map(|member| declared_signature(member, &decl.type_parameters)).collect()
    };
    let mut known: HashSet<Signature> = declared(own).into_iter().collect();
    let mut fields = declared_fields(own);
    // What the library's classes above it declare, it has: they may be divided in another way than the JDK's.
    let mut above = superclass_name(own);
    while let Some(tree) = above.and_then(|above| library_tree(package, &above)) {
        let Some(decl) = tree.types.iter().find(|decl| decl.outer.is_none()) else { break };
        known.extend(declared(decl));
        fields.extend(declared_fields(decl));
        above = superclass_name(decl);
    }
    let released = Released(files.earlier(&found)?);
    let lacked = nameable_methods(class)
        .filter(|m| released.has_method(m) && !known.contains(&erased_signature(class, m, name)));
    let mut descriptors = Vec::new();
    for method in lacked {
        descriptors.push((own.members.len(), method.descriptor.clone()));
        own.members.push(Member::Method(method_decl(class, method, name)));
    }
    let is_lacked = |f: &&FieldHeader| {
        f.access.has(Access::PUBLIC | Access::PROTECTED)
            && f.access.has(Access::STATIC)
            && !fields.contains(&f.name)
            && released.has_field(f)
    };
    let mut constants = Vec::new();
    for field in class.fields.iter().filter(is_lacked) {
        let value = field.constant.as_ref().and_then(|value| constant(value, &field.ty));
        constants.extend(value.map(|value| (field.name.clone(), value)));
        own.members.push(Member::Field(field_decl(class, field)));
    }
    released.mark(own, class, name);
    Ok(Some(Completed { descriptors, constants }))
}

/// What the release that is compiled for has of a class. What is not public it does not tell.
struct Released(Earlier);

impl Released {
    /// The modifiers of a class by it.
    const fn bits(&self) -> u32 {
        match self.0 {
            Earlier::Nothing => Modifiers::LATER,
            Earlier::All | Earlier::Header(_) => 0,
        }
    }

    fn has_method(&self, method: &MethodHeader) -> bool {
        let is_same = |m: &MethodHeader| m.name == method.name && m.descriptor == method.descriptor;
        self.has(method.access, |header| header.methods.iter().any(is_same))
    }

    fn has_field(&self, field: &FieldHeader) -> bool {
        self.has(field.access, |header| header.fields.iter().any(|f| f.name == field.name))
    }

    fn has(&self, access: Access, stands_in: impl Fn(&ClassFile) -> bool) -> bool {
        match &self.0 {
            Earlier::All => true,
            Earlier::Nothing => false,
            Earlier::Header(header) => !access.has(Access::PUBLIC | Access::PROTECTED) || stands_in(header),
        }
    }

    /// Marks what a class of the library has that the release lacks: the library's own code may name it.
    fn mark(&self, own: &mut TypeDecl, class: &ClassFile, name: &str) {
        own.modifiers.bits |= self.bits();
        let later = nameable_methods(class).filter(|m| !self.has_method(m));
        let later: HashSet<Signature> = later.map(|m| erased_signature(class, m, name)).collect();
        let is_later_field =
            |name: &Name| class.fields.iter().any(|field| field.name == *name && !self.has_field(field));
        for member in &mut own.members {
            let is_later =
                declared_signature(member, &own.type_parameters).is_some_and(|m| later.contains(&m));
            match member {
                Member::Method(method) if is_later => method.modifiers.bits |= Modifiers::LATER,
                Member::Field(field) if is_later_field(&field.name.name) => {
                    field.modifiers.bits |= Modifiers::LATER;
                }
                _ => {}
            }
        }
    }
}

fn declared_fields(decl: &TypeDecl) -> HashSet<Name> {
    let field = |member: &Member| match member {
        Member::Field(field) => Some(field.name.name.clone()),
        _ => None,
    };
    decl.members.iter().filter_map(field).collect()
}

/// A class of the library that a class of this package names as its superclass.
fn library_tree(package: &str, name: &str) -> Option<CompilationUnit> {
    library::class_tree(package, name).or_else(|| library::class_tree("java.lang", name))
}

/// The simple name of the class that a class extends.
fn superclass_name(decl: &TypeDecl) -> Option<Name> {
    match &decl.extends.as_ref()?.base {
        BaseType::Named(segments) => segments.last().map(|segment| segment.name.name.clone()),
        _ => None,
    }
}

/// A method's name and the simple names of its parameters' erased types, with their dimensions: in the library's sources no two
/// classes of one name stand in methods of one name, and no method has type variables of its own.
type Signature = (Name, Vec<(String, u8)>);

fn declared_signature(member: &Member, variables: &[syntax::TypeParameter]) -> Option<Signature> {
    let Member::Method(method) = member else { return None };
    Some((
        method.name.name.clone(),
        method
            .parameters
            .iter()
            .map(|p| {
                let (name, dims) = erased_type(&p.ty);
                let mut variables = method.type_parameters.iter().chain(variables);
                match variables.find(|variable| *variable.name.name == *name) {
                    Some(variable) => {
                        let bound = variable.bounds.first().map(|bound| erased_type(bound).0);
                        (bound.unwrap_or_else(|| "Object".to_owned()), dims)
                    }
                    None => (name, dims),
                }
            })
            .collect(),
    ))
}

fn erased_signature(class: &ClassFile, method: &MethodHeader, class_name: &str) -> Signature {
    let name = if &*method.name == "<init>" { Name::from(class_name) } else { method.name.clone() };
    let types = Types { class };
    (name, method.erased.parameters.iter().map(|ty| erased_type(&types.ty(ty))).collect())
}

fn erased_type(ty: &TypeRef) -> (String, u8) {
    let name = match &ty.base {
        BaseType::Named(segments) => segments.last().map_or_else(String::new, |s| s.name.name.to_string()),
        other => format!("{other:?}"),
    };
    (name, ty.dims)
}

struct Writer<'f> {
    files: &'f ClassFiles,
    types: IndexVec<TypeDeclId, TypeDecl>,
    constants: Vec<(TypeDeclId, Name, Constant)>,
    descriptors: Vec<(TypeDeclId, usize, Name)>,
}

impl Writer<'_> {
    fn class(
        &mut self,
        found: &FoundClass,
        name: &str,
        outer: Option<TypeDeclId>,
    ) -> Result<TypeDeclId, ClassFileError> {
        let class = &found.class;
        let released = Released(self.files.earlier(found)?);
        let mut declared = declaration(found, name, outer);
        declared.modifiers.bits |= released.bits();
        let id = self.types.push(declared);
        let mut members = Vec::new();
        for field in class.fields.iter().filter(|f| is_nameable(f.access) && released.has_field(f)) {
            if let Some(constant) = field.constant.as_ref().and_then(|value| constant(value, &field.ty)) {
                self.constants.push((id, field.name.clone(), constant));
            }
            // Constants of an enum stand apart.
            if !field.access.has(Access::ENUM) {
                members.push(Member::Field(field_decl(class, field)));
            }
        }
        let accessors = self.plain_accessors(found);
        for method in nameable_methods(class).filter(|m| released.has_method(m)) {
            self.descriptors.push((id, members.len(), method.descriptor.clone()));
            let mut decl = method_decl(class, method, name);
            if method.erased.parameters.is_empty() && accessors.contains(&method.name) {
                decl.modifiers.bits |= Modifiers::IMPLIED;
            }
            members.push(Member::Method(decl));
        }
        if class.methods.iter().any(|m| &*m.name == "<clinit>") {
            let body = Arc::new(empty_code());
            members.push(Member::Initializer(Initializer { is_static: true, body, span: Span::default() }));
        }
        self.types[id].members = members;
        for row in class.nested.iter().filter(|row| is_member(row, class)) {
            let Some(nested) = self.files.find(&row.class)?.filter(|_| self.types.len() < MAX_NESTED) else {
                continue;
            };
            // One that stands in itself would have no end.
            let is_above = row.class == class.name || self.is_around(id, row);
            if let (Some(name), false) = (&row.name, is_above) {
                let member = self.class(&nested, name, Some(id))?;
                self.types[id].members.push(Member::Type(member));
            }
        }
        Ok(id)
    }

    /// The accessors of a record that do what the language makes them do: they read their field.
    fn plain_accessors(&self, found: &FoundClass) -> BTreeSet<Name> {
        let class = &found.class;
        if class.kind != ClassKind::Record {
            return BTreeSet::new();
        }
        // What cannot be read is not known to be plain.
        let Ok(code) = self.files.code(found) else { return BTreeSet::new() };
        let is_plain = |component: &&RecordComponent| {
            let accessor =
                class.methods.iter().position(|m| m.name == component.name && m.erased.parameters.is_empty());
            let read = accessor.and_then(|number| code.field_read(number));
            read.is_some_and(|field| field.class == class.name && field.name == component.name)
        };
        class.components.iter().filter(is_plain).map(|component| component.name.clone()).collect()
    }

    /// Whether a class around this one has the simple name of a nested class, which Java does not allow.
    fn is_around(&self, id: TypeDeclId, row: &NestedClass) -> bool {
        let mut scope = Some(id);
        while let Some(id) = scope {
            if row.name.as_deref() == Some(&*self.types[id].name.name) {
                return true;
            }
            scope = self.types[id].outer;
        }
        false
    }
}

/// The methods and constructors that a source may name.
fn nameable_methods(class: &ClassFile) -> impl Iterator<Item = &MethodHeader> {
    let may_be_named =
        |m: &&MethodHeader| is_nameable(m.access) && !m.access.has(Access::BRIDGE) && &*m.name != "<clinit>";
    class.methods.iter().filter(may_be_named)
}

fn is_member(row: &NestedClass, class: &ClassFile) -> bool {
    row.outer.as_ref() == Some(&class.name) && is_nameable(row.access)
}

fn is_nameable(access: Access) -> bool {
    !access.has(Access::PRIVATE | Access::SYNTHETIC)
}

fn declaration(found: &FoundClass, name: &str, outer: Option<TypeDeclId>) -> TypeDecl {
    let class = &found.class;
    let kind = match class.kind {
        ClassKind::Class => TypeKind::Class,
        ClassKind::Interface => TypeKind::Interface,
        ClassKind::Enum => TypeKind::Enum,
        ClassKind::Record => TypeKind::Record,
        ClassKind::Annotation => TypeKind::Annotation,
    };
    let mut bits = modifier_bits(class.access);
    // A package that its module keeps to itself is as if its classes were not public.
    if !found.is_exported && outer.is_none() {
        bits &= !Modifiers::PUBLIC;
    }
    if class.permitted.is_some() {
        bits |= Modifiers::SEALED;
    }
    let types = Types { class };
    let named = |name: &Name| types.named(name, &[]);
    let (superclass, interfaces) = match &class.signature {
        Some(signature) => (
            Some(types.class_type(&signature.superclass)),
            signature.interfaces.iter().map(|interface| types.class_type(interface)).collect(),
        ),
        None => {
            (class.superclass.as_ref().map(named), class.interfaces.iter().map(named).collect::<Vec<_>>())
        }
    };
    let is_plain = matches!(class.kind, ClassKind::Class) && class.superclass.is_some();
    let constants = class.fields.iter().filter(|f| f.access.has(Access::ENUM)).map(|field| EnumConstant {
        annotations: Vec::new(),
        name: ident(&field.name),
        arguments: Arc::new(empty_code()),
        body: None,
        span: Span::default(),
    });
    TypeDecl {
        kind,
        name: ident(name),
        modifiers: Modifiers { bits, span: Span::default() },
        annotations: Vec::new(),
        type_parameters: types
            .parameters(class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters)),
        extends: superclass.filter(|_| is_plain),
        implements: interfaces,
        permits: class.permitted.iter().flatten().map(named).collect(),
        components: class
            .components
            .iter()
            .map(|c| parameter(types.ty(c.signature.as_ref().unwrap_or(&c.ty)), &c.name, false))
            .collect(),
        constants: if class.kind == ClassKind::Enum { constants.collect() } else { Vec::new() },
        members: Vec::new(),
        outer,
        span: Span::default(),
    }
}

fn field_decl(class: &ClassFile, field: &FieldHeader) -> FieldDecl {
    FieldDecl {
        modifiers: Modifiers {
            bits: modifier_bits(field.access) | Modifiers::COMPILED,
            span: Span::default(),
        },
        annotations: Vec::new(),
        ty: Types { class }.ty(field.signature.as_ref().unwrap_or(&field.ty)),
        name: ident(&field.name),
        init: None,
        span: Span::default(),
    }
}

fn method_decl(class: &ClassFile, method: &MethodHeader, class_name: &str) -> MethodDecl {
    let types = Types { class };
    let is_constructor = &*method.name == "<init>";
    let generic = method.signature.as_ref().unwrap_or(&method.erased);
    // A signature leaves out parameters that the compiler added.
    let is_whole = generic.parameters.len() == method.erased.parameters.len();
    let written = if is_whole { &generic.parameters } else { &method.erased.parameters };
    let last = written.len().checked_sub(1).filter(|_| method.access.has(Access::VARARGS));
    let parameters = written
        .iter()
        .enumerate()
        .map(|(n, ty)| parameter(types.ty(ty), &format!("p{n}"), last == Some(n)))
        .collect();
    let throws = match &generic.throws[..] {
        [] => method.exceptions.iter().map(|name| types.named(name, &[])).collect(),
        thrown => thrown.iter().map(|ty| types.ty(ty)).collect(),
    };
    let mut bits = modifier_bits(method.access) | Modifiers::COMPILED;
    let in_interface = class.access.has(Access::INTERFACE);
    if in_interface && !method.access.has(Access::ABSTRACT | Access::STATIC) {
        bits |= Modifiers::DEFAULT;
    }
    if is_signature_polymorphic(class, method) {
        bits |= Modifiers::POLYMORPHIC;
    }
    MethodDecl {
        modifiers: Modifiers { bits, span: Span::default() },
        annotations: Vec::new(),
        receiver: None,
        default: None,
        type_parameters: types.parameters(&generic.type_parameters),
        return_type: (!is_constructor).then(|| types.ty(&generic.result)),
        name: ident(if is_constructor { class_name } else { &method.name }),
        parameters,
        throws,
        body: None,
        is_compact: false,
        span: Span::default(),
    }
}

/// JLS 15.12.3: of one of two classes, native, and of one parameter, for any number of objects.
fn is_signature_polymorphic(class: &ClassFile, method: &MethodHeader) -> bool {
    matches!(&*class.name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
        && method.access.has(Access::NATIVE)
        && method.access.has(Access::VARARGS)
        && method.descriptor.starts_with("([Ljava/lang/Object;)")
}

/// Flags that mean the same in a source. That a method is native is no matter: no code of it is read anyway.
fn modifier_bits(access: Access) -> u32 {
    const BITS: [(u16, u32); 6] = [
        (Access::PUBLIC, Modifiers::PUBLIC),
        (Access::PROTECTED, Modifiers::PROTECTED),
        (Access::PRIVATE, Modifiers::PRIVATE),
        (Access::STATIC, Modifiers::STATIC),
        (Access::FINAL, Modifiers::FINAL),
        (Access::ABSTRACT, Modifiers::ABSTRACT),
    ];
    BITS.iter().filter(|(flag, _)| access.has(*flag)).fold(0, |bits, (_, bit)| bits | bit)
}

fn constant(value: &ConstantValue, ty: &TypeSignature) -> Option<Constant> {
    let TypeSignature::Primitive(ty) = ty else {
        return match value {
            ConstantValue::String(text) => Some(Constant::String(text.clone())),
            _ => None,
        };
    };
    let primitive = match (value, ty) {
        (ConstantValue::Int(n), PrimitiveType::Boolean) => Primitive::Boolean(*n != 0),
        (ConstantValue::Int(n), PrimitiveType::Byte) => Primitive::Byte(*n as i8),
        (ConstantValue::Int(n), PrimitiveType::Short) => Primitive::Short(*n as i16),
        (ConstantValue::Int(n), PrimitiveType::Char) => Primitive::Char(*n as u16),
        (ConstantValue::Int(n), PrimitiveType::Int) => Primitive::Int(*n),
        (ConstantValue::Long(n), PrimitiveType::Long) => Primitive::Long(*n),
        (ConstantValue::Float(x), PrimitiveType::Float) => Primitive::Float(*x),
        (ConstantValue::Double(x), PrimitiveType::Double) => Primitive::Double(*x),
        _ => return None,
    };
    Some(Constant::Primitive(primitive))
}

/// Types of one class file as a source would write them, all names in full.
struct Types<'c> {
    class: &'c ClassFile,
}

impl Types<'_> {
    fn ty(&self, ty: &TypeSignature) -> TypeRef {
        match ty {
            TypeSignature::Void => type_ref(BaseType::Void),
            TypeSignature::Primitive(p) => type_ref(BaseType::Primitive(*p)),
            TypeSignature::Variable(name) => {
                type_ref(BaseType::Named(vec![TypeSegment { name: ident(name), arguments: None }]))
            }
            TypeSignature::Array(cell) => {
                let cell = self.ty(cell);
                TypeRef { dims: cell.dims.saturating_add(1), ..cell }
            }
            TypeSignature::Class(class) => self.class_type(class),
        }
    }

    fn class_type(&self, class: &ClassTypeSignature) -> TypeRef {
        let mut ty = self.named(&class.name, &class.arguments);
        if let BaseType::Named(segments) = &mut ty.base {
            segments.extend(class.inner.iter().map(|inner| TypeSegment {
                name: ident(&inner.name),
                arguments: self.arguments(&inner.arguments),
            }));
        }
        ty
    }

    /// `java.util.Map.Entry` for `java/util/Map$Entry`.
    fn named(&self, name: &Name, arguments: &[TypeArgument]) -> TypeRef {
        let mut names: Vec<Name> = Vec::new();
        let mut top = name.clone();
        // Each row leads outwards; a table that goes in circles leads nowhere.
        for _ in 0..self.class.nested.len() {
            let row = self.class.nested.iter().find(|row| row.class == top);
            let Some(NestedClass { outer: Some(outer), name: Some(name), .. }) = row else { break };
            names.push(name.clone());
            top = outer.clone();
        }
        names.reverse();
        let mut segments: Vec<TypeSegment> = top
            .split('/')
            .map(Name::from)
            .chain(names)
            .map(|name| TypeSegment { name: ident(&name), arguments: None })
            .collect();
        if let Some(last) = segments.last_mut() {
            last.arguments = self.arguments(arguments);
        }
        type_ref(BaseType::Named(segments))
    }

    fn arguments(&self, arguments: &[TypeArgument]) -> Option<Vec<syntax::TypeArgument>> {
        let one = |argument: &TypeArgument| match argument {
            TypeArgument::Any => syntax::TypeArgument::Wildcard,
            TypeArgument::Exact(ty) => syntax::TypeArgument::Type(self.ty(ty)),
            TypeArgument::Extends(ty) => syntax::TypeArgument::Extends(self.ty(ty)),
            TypeArgument::Super(ty) => syntax::TypeArgument::Super(self.ty(ty)),
        };
        (!arguments.is_empty()).then(|| arguments.iter().map(one).collect())
    }

    fn parameters(&self, parameters: &[TypeParameter]) -> Vec<syntax::TypeParameter> {
        let one = |parameter: &TypeParameter| syntax::TypeParameter {
            annotations: Vec::new(),
            name: ident(&parameter.name),
            bounds: parameter
                .class_bound
                .iter()
                .chain(&parameter.interface_bounds)
                .map(|b| self.ty(b))
                .collect(),
        };
        parameters.iter().map(one).collect()
    }
}

fn parameter(ty: TypeRef, name: &str, varargs: bool) -> Parameter {
    Parameter { modifiers: Modifiers::default(), annotations: Vec::new(), ty, name: ident(name), varargs }
}

fn type_ref(base: BaseType) -> TypeRef {
    TypeRef { base, dims: 0, span: Span::default(), annotations: None }
}

fn ident(name: &str) -> Ident {
    Ident { name: name.into(), span: Span::default() }
}

fn empty_code() -> Code {
    Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Arguments(Vec::new()) }
}
