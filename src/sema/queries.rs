//! Small questions to a program that every stage asks: access, packages, names for people.

use smallvec::SmallVec;

use crate::jvm::operator::unary_numeric_promotion;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{Class, ClassId, MethodId, MethodKind, Parameter, Program, Role, Unit};
use crate::sema::types::{ArrayTy, ElementTy, Ty};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{BaseType, Modifiers, Name, Span, TypeDecl, TypeKind, TypeRef};

impl Class {
    /// Its superclass and superinterfaces.
    pub fn supertypes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.superclass.into_iter().chain(self.interfaces.iter().copied())
    }

    pub const fn is_interface(&self) -> bool {
        matches!(self.kind, TypeKind::Interface | TypeKind::Annotation)
    }

    pub const fn is_enum(&self) -> bool {
        matches!(self.kind, TypeKind::Enum)
    }

    pub const fn is_final(&self) -> bool {
        self.modifiers.has(Modifiers::FINAL)
    }

    pub const fn is_abstract(&self) -> bool {
        self.modifiers.has(Modifiers::ABSTRACT)
    }
}

impl Program {
    pub fn unit_of(&self, class: ClassId) -> &Unit {
        &self.units[self.classes[class].unit]
    }

    /// The file and line where a method stands; of initialisers, where their class does.
    pub fn place_of(&self, method: MethodId) -> String {
        let source = self.source_of(method);
        format!("{}:{}", source.path.display(), source.position(self.methods[method].span.start).line)
    }

    /// The text that the spans of a method's code are in.
    pub fn source_of(&self, method: MethodId) -> &SourceFile {
        &self.unit_of(self.methods[method].class).tree.source
    }

    /// Whether the class is an error by which the JVM says that its stack or its heap is too small, and no class above these: no
    /// run here can tell when that comes (SEMANTICS §2).
    pub fn is_of_resources(&self, class: ClassId) -> bool {
        let name = &*self.classes[class].qualified_name;
        ["java.lang.StackOverflowError", "java.lang.OutOfMemoryError", "java.lang.VirtualMachineError"]
            .contains(&name)
    }

    pub fn role(&self, class: ClassId) -> Role {
        self.unit_of(class).role
    }

    /// Whether values of this type are nothing that supported code looks into: it lies outside our world, or only its
    /// class file is there.
    pub fn is_of_others(&self, ty: Ty) -> bool {
        match ty {
            Ty::Unknown => true,
            Ty::Class(class) | Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => {
                self.role(class).is_compiled()
            }
            _ => false,
        }
    }

    /// Whether code of class files may run.
    pub fn runs_class_files(&self) -> bool {
        self.tables.runs_class_files
    }

    /// The descriptor of a compiled method, as its class file has it.
    pub fn compiled_descriptor(&self, method: MethodId) -> Option<&Name> {
        self.tables.descriptors.get(&method)
    }

    pub fn decl(&self, class: ClassId) -> &TypeDecl {
        &self.unit_of(class).tree.types[self.classes[class].decl]
    }

    /// The name of the package of a class; empty for the unnamed one.
    pub fn package_name(&self, class: ClassId) -> &str {
        &self.tables.packages[self.tables.classes[class].package].name
    }

    pub fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        self.tables.classes[a].package == self.tables.classes[b].package
    }

    /// The top-level class around a class.
    pub fn outermost(&self, class: ClassId) -> ClassId {
        let mut class = class;
        while let Some(outer) = self.classes[class].outer {
            class = outer;
        }
        class
    }

    /// The classes that are initialised where `class` is, in that order: superclasses, then those superinterfaces that
    /// have methods with a body for objects, then the class itself; of an interface itself alone (JLS 12.4).
    pub fn initialized_with(&self, class: ClassId) -> &[ClassId] {
        self.tables.classes[class].initialized.get_or_init(|| {
            let mut order = Vec::new();
            self.add_initialized(class, &mut order);
            order
        })
    }

    fn add_initialized(&self, class: ClassId, order: &mut Vec<ClassId>) {
        let declared = &self.classes[class];
        if !declared.is_interface() {
            declared.superclass.into_iter().for_each(|above| self.add_initialized(above, order));
            declared.interfaces.iter().for_each(|&above| self.add_interfaces(above, order));
        }
        if !order.contains(&class) {
            order.push(class);
        }
    }

    fn add_interfaces(&self, interface: ClassId, order: &mut Vec<ClassId>) {
        self.classes[interface].interfaces.iter().for_each(|&above| self.add_interfaces(above, order));
        let mut methods = self.classes[interface].methods.iter().map(|&m| &self.methods[m]);
        if !order.contains(&interface) && methods.any(|m| !m.is_abstract() && !m.is_static()) {
            order.push(interface);
        }
    }

    /// The loaded class of this qualified name, nested ones with dots.
    pub fn class_named(&self, qualified_name: &str) -> Option<ClassId> {
        let mut package = qualified_name;
        loop {
            let (shorter, rest) = match package.rfind('.') {
                Some(dot) => (&package[..dot], &qualified_name[dot + 1..]),
                None => ("", qualified_name),
            };
            if let Some(&id) = self.tables.package_ids.get(shorter) {
                let mut parts = rest.split('.');
                let top = parts.next().and_then(|p| self.tables.packages[id].classes.get(p));
                let found =
                    top.and_then(|&t| parts.try_fold(t, |c, p| self.tables.classes[c].types.get(p).copied()));
                if found.is_some() {
                    return found;
                }
            }
            if shorter.is_empty() {
                return None;
            }
            package = shorter;
        }
    }

    /// Whether code of `from` may use a member of `owner` with these modifiers (JLS 6.6), but for what
    /// `protected` asks of the object (6.6.2.1).
    pub fn may_access(&self, modifiers: Modifiers, owner: ClassId, from: ClassId) -> bool {
        if !self.is_in_release(modifiers, from) {
            false
        } else if modifiers.has(Modifiers::PUBLIC) {
            true
        } else if modifiers.has(Modifiers::PRIVATE) {
            self.outermost(owner) == self.outermost(from)
        } else if self.same_package(owner, from) {
            true
        } else {
            modifiers.has(Modifiers::PROTECTED) && self.enclosing_subclass(owner, from).is_some()
        }
    }

    /// Whether the release that `from` is compiled for has what has these modifiers: the JDK's own code has all.
    pub fn is_in_release(&self, modifiers: Modifiers, from: ClassId) -> bool {
        !modifiers.has(Modifiers::LATER) || self.role(from).is_foreign()
    }

    /// `from` or the innermost class around it that is a subclass of `class`.
    pub fn enclosing_subclass(&self, class: ClassId, from: ClassId) -> Option<ClassId> {
        let mut scope = Some(from);
        while let Some(current) = scope {
            if self.is_subclass(current, class) {
                return Some(current);
            }
            scope = self.classes[current].outer;
        }
        None
    }

    /// As [`Program::may_access`], for an instance member through an object of static type `site`.
    pub fn may_access_through(
        &self,
        modifiers: Modifiers,
        owner: ClassId,
        site: ClassId,
        from: ClassId,
    ) -> bool {
        if !self.may_access(modifiers, owner, from) {
            return false;
        }
        let by_subclassing = modifiers.has(Modifiers::PROTECTED)
            && !modifiers.has(Modifiers::STATIC)
            && !self.same_package(owner, from);
        if !by_subclassing {
            return true;
        }
        let mut scope = Some(from);
        while let Some(current) = scope {
            if self.is_subclass(current, owner) && self.is_subclass(site, current) {
                return true;
            }
            scope = self.classes[current].outer;
        }
        false
    }

    /// A type as a person writes it: `int[]`, `java.lang.String`.
    pub fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Primitive(p) => p.name().to_owned(),
            Ty::Void => "void".to_owned(),
            Ty::Null => "<null>".to_owned(),
            Ty::Class(c) => self.classes[c].qualified_name.to_string(),
            Ty::Array(ArrayTy { element, dims }) => {
                let mut name = match element {
                    ElementTy::Primitive(p) => p.name().to_owned(),
                    ElementTy::Class(c) => self.classes[c].qualified_name.to_string(),
                };
                name.extend(std::iter::repeat_n("[]", dims.into()));
                name
            }
            Ty::Unknown => "<unknown>".to_owned(),
        }
    }

    /// A type without packages: `int[]`, `String`, `Outer.Nested`.
    pub fn simple_type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Class(c) => self.nested_name(c),
            Ty::Array(ArrayTy { element: ElementTy::Class(c), dims }) => {
                self.nested_name(c) + &"[]".repeat(dims.into())
            }
            other => self.type_name(other),
        }
    }

    /// The name by which a class loader knows a class (JLS 13.1): `org.example.Outer$Nested`. One that only runs know has none here.
    pub fn binary_name(&self, class: ClassId) -> String {
        let Some(declared) = self.classes.get(class) else { return "?".to_owned() };
        match declared.outer {
            Some(outer) => format!("{}${}", self.binary_name(outer), declared.name),
            None => declared.qualified_name.to_string(),
        }
    }

    /// The same as class files write it: `org/example/Outer$Nested`.
    pub fn internal_name(&self, class: ClassId) -> String {
        self.binary_name(class).replace('.', "/")
    }

    /// What `Class.getName` gives: `org.example.Outer$Nested`, `[I`.
    pub fn loaded_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Class(class) => self.binary_name(class),
            Ty::Array(_) => ty.descriptor(&|class| self.binary_name(class)),
            other => self.type_name(other),
        }
    }

    /// `Outer.Nested`, without the package.
    pub fn nested_name(&self, class: ClassId) -> String {
        let mut names: SmallVec<[&str; 4]> = SmallVec::new();
        let mut scope = Some(class);
        while let Some(current) = scope {
            names.push(&self.classes[current].name);
            scope = self.classes[current].outer;
        }
        names.reverse();
        names.join(".")
    }

    /// The id of a method (DESIGN §12): `a.b.Class.method(int,int[])`, `Outer.Nested.<init>(String)`. No two methods of a
    /// program have the same: types of parameters are simple names, but where an overload would have the same ones.
    pub fn method_name(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        let parameters = self.parameter_names(method, Spelling::Simple);
        let is_same = |&other: &MethodId| {
            let o = &self.methods[other];
            other != method
                && (&o.name, o.parameters.len()) == (&m.name, m.parameters.len())
                && self.parameter_names(other, Spelling::Simple) == parameters
        };
        if self.classes[m.class].methods.iter().any(is_same) {
            return self.method_spelled(method, &self.parameter_names(method, Spelling::Qualified));
        }
        self.method_spelled(method, &parameters)
    }

    /// The same with all types of parameters in full.
    pub fn qualified_method_name(&self, method: MethodId) -> String {
        self.method_spelled(method, &self.parameter_names(method, Spelling::Qualified))
    }

    fn method_spelled(&self, method: MethodId, parameters: &str) -> String {
        let m = &self.methods[method];
        let written = match m.kind {
            MethodKind::Method | MethodKind::Constructor => &*m.name,
            MethodKind::StaticInitializer => "<clinit>",
            MethodKind::InstanceInitializer => "<instance>",
        };
        format!("{}.{written}({parameters})", self.classes[m.class].qualified_name)
    }

    fn parameter_names(&self, method: MethodId, spelling: Spelling) -> String {
        let name = |(index, parameter): (usize, &Parameter)| match (parameter.ty, spelling) {
            // The type as written stands for one that is outside our world.
            (Ty::Unknown, _) => self.written_parameter(method, index, spelling),
            (ty, Spelling::Simple) => self.simple_type_name(ty),
            (ty, Spelling::Qualified) => self.type_name(ty),
        };
        self.methods[method].parameters.iter().enumerate().map(name).collect::<Vec<_>>().join(",")
    }

    /// The text of a parameter's type in the source, without type arguments.
    fn written_parameter(&self, method: MethodId, index: usize, spelling: Spelling) -> String {
        let Some(ty) = self.method_decl(method).and_then(|d| d.parameters.get(index)).map(|p| &p.ty) else {
            return "?".to_owned();
        };
        match spelling {
            Spelling::Simple => written_type(ty),
            Spelling::Qualified => written_in_full(ty),
        }
    }

    /// The wrapper class of a primitive type.
    pub fn wrapper(&self, ty: PrimitiveType) -> ClassId {
        self.well_known.wrappers[ty as usize]
    }

    /// The primitive type of a wrapper class.
    pub fn unwrapped(&self, class: ClassId) -> Option<PrimitiveType> {
        let n = self.well_known.wrappers.iter().position(|&w| w == class)?;
        Some(PrimitiveType::ALL[n])
    }

    /// The primitive type of a primitive or of a wrapper.
    pub fn unboxed(&self, ty: Ty) -> Option<PrimitiveType> {
        match ty {
            Ty::Primitive(p) => Some(p),
            Ty::Class(c) => self.unwrapped(c),
            _ => None,
        }
    }

    pub const fn object(&self) -> Ty {
        Ty::Class(self.well_known.object)
    }

    pub const fn string(&self) -> Ty {
        Ty::Class(self.well_known.string)
    }

    /// The constructor of `AssertionError` that a failing `assert` with a message of this type calls.
    pub fn assertion_constructor(&self, message: Option<Ty>) -> Option<MethodId> {
        let wanted = message.map(|ty| match ty {
            // A char is shown as one.
            Ty::CHAR => ty,
            Ty::Primitive(p) => Ty::Primitive(unary_numeric_promotion(p)),
            _ => self.object(),
        });
        let constructors = self.constructors(self.well_known.assertion_error).iter().copied();
        let fits = |&c: &MethodId| self.methods[c].parameters.iter().map(|p| p.ty).eq(wanted);
        constructors.clone().find(fits)
    }

    /// An error at a place in the file of `class`.
    pub fn error_in(&self, class: ClassId, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.unit_of(class).tree.source, span, message)
    }

    /// The classes of the given files, nested ones included, in order.
    pub fn given_classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.classes.ids().filter(|&c| self.role(c) == Role::Given)
    }

    /// Whether a `throws` clause must announce it (JLS 11.1.1).
    pub fn is_checked_exception(&self, class: ClassId) -> bool {
        self.is_subclass(class, self.well_known.throwable)
            && !self.is_subclass(class, self.well_known.runtime_exception)
            && !self.is_subclass(class, self.well_known.error)
    }
}

/// Whether Java text may hold an identifier: unicode escapes could spell any.
pub fn may_name(text: &str, name: &str) -> bool {
    may_spell_any(text) || words(text).any(|word| word == name)
}

/// Whether Java text has unicode escapes.
pub(super) fn may_spell_any(text: &str) -> bool {
    text.contains("\\u")
}

/// What may be identifiers in a Java text, keywords and numbers too.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
}

/// How the types of parameters are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Simple,
    Qualified,
}

/// A type as it is written, without packages, type arguments and annotations.
pub(super) fn written_type(ty: &TypeRef) -> String {
    let full = written_in_full(ty);
    full.rsplit('.').next().unwrap_or(&full).to_owned()
}

/// The same with its package or outer class, where that is written.
fn written_in_full(ty: &TypeRef) -> String {
    let base = match &ty.base {
        BaseType::Void => "void".to_owned(),
        BaseType::Var => "var".to_owned(),
        BaseType::Primitive(p) => p.name().to_owned(),
        BaseType::Named(segments) => {
            segments.iter().map(|segment| &*segment.name.name).collect::<Vec<_>>().join(".")
        }
    };
    base + &"[]".repeat(ty.dims.into())
}
