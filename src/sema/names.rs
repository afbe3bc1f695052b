//! What a name of a type means (JLS 6.4, 6.5): nested types with the inherited ones, single imports, the
//! package, imports on demand, `java.lang`.
//!
//! The rules are written once over a [`World`], since they run twice: on the finished [`Program`], and while
//! it is loaded, where looking for a class may read another file.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::sema::error::TypeNameError;
use crate::sema::platform;
use crate::sema::program::{ClassId, Program, Role, UnitId};
use crate::sema::tables::{Imported, OnDemand, PackageId};
use crate::sema::types::Ty;
use crate::syntax::tree::{BaseType, Modifiers, Name, TypeParameter, TypeRef, TypeSegment};

/// Bounds of type variables that are variables themselves are followed so far.
const MAX_BOUNDS: usize = 32;

/// The erasure of the type that `ty` means inside `from`, in code for which a method declares `variables`.
pub fn resolve_type(
    program: &Program,
    local: LocalTypes<'_>,
    from: ClassId,
    variables: &[TypeParameter],
    ty: &TypeRef,
) -> Result<Ty, TypeNameError> {
    type_in(&mut Loaded(program, local), from, variables, ty)
}

/// The class that the names `parts` mean together inside `from`, for names in an expression, where no
/// variable has the name of the first. `Ok(None)` where they are at most the beginning of a package's name.
pub fn resolve_class_name(
    program: &Program,
    local: LocalTypes<'_>,
    from: ClassId,
    parts: &[&str],
) -> Result<Option<ClassId>, TypeNameError> {
    class_name_in(&mut Loaded(program, local), from, parts)
}

/// The class or interface that `class` has under this name, its own or inherited.
pub fn member_type(
    program: &Program,
    class: ClassId,
    name: &str,
    from: ClassId,
) -> Result<Option<ClassId>, TypeNameError> {
    let found = member_class(&mut Loaded(program, &[]), class, name)?;
    if found.is_none() {
        missing_type(program, class, name)?;
    }
    found.map(|c| accessible(program, c, from)).transpose()
}

/// Where classes come from.
pub(super) trait World {
    fn program(&self) -> &Program;
    /// The top-level class of a package.
    fn top_level(&mut self, package: PackageId, name: &str) -> Option<ClassId>;
    /// The package of this name, if it is in our world.
    fn package(&mut self, path: &str) -> Option<PackageId>;
    /// Makes the supertypes of a class known.
    fn headers(&mut self, class: ClassId);
    /// The type nested in a class that the library lacks and the JDK has, where it can be read.
    fn lacked_type(&mut self, class: ClassId, name: &str) -> Option<ClassId>;
    /// What `import a.b.name;` of the file names.
    fn single_import(&mut self, unit: UnitId, name: &str) -> Option<Imported>;
    /// What the n-th `import a.b.*;` of the file names.
    fn on_demand(&mut self, unit: UnitId, n: usize) -> OnDemand;
    /// The classes of which `import static a.b.C.name;` takes a member.
    fn static_imports(&mut self, unit: UnitId, name: &str) -> SmallVec<[Imported; 1]>;
    /// The class of the n-th `import static a.b.C.*;`.
    fn static_on_demand(&mut self, unit: UnitId, n: usize) -> Imported;
    /// The local classes in scope, the innermost last.
    fn local_types(&self) -> LocalTypes<'_> {
        &[]
    }
}

/// The local classes in scope at a place in code, the innermost last.
pub type LocalTypes<'a> = &'a [(Name, ClassId)];

/// A program that is whole, at a place in code: nothing more is read.
pub(super) struct Loaded<'p>(pub &'p Program, pub LocalTypes<'p>);

impl World for Loaded<'_> {
    fn program(&self) -> &Program {
        self.0
    }

    fn top_level(&mut self, package: PackageId, name: &str) -> Option<ClassId> {
        self.0.tables.packages[package].classes.get(name).copied()
    }

    fn package(&mut self, path: &str) -> Option<PackageId> {
        self.0.tables.package_ids.get(path).copied()
    }

    fn headers(&mut self, _: ClassId) {}

    fn lacked_type(&mut self, _: ClassId, _: &str) -> Option<ClassId> {
        None
    }

    fn single_import(&mut self, unit: UnitId, name: &str) -> Option<Imported> {
        self.0.tables.units[unit].single.get(name).cloned()
    }

    fn on_demand(&mut self, unit: UnitId, n: usize) -> OnDemand {
        self.0.tables.units[unit].on_demand[n].clone()
    }

    fn static_imports(&mut self, unit: UnitId, name: &str) -> SmallVec<[Imported; 1]> {
        self.0.tables.units[unit].static_single.get(name).cloned().unwrap_or_default()
    }

    fn static_on_demand(&mut self, unit: UnitId, n: usize) -> Imported {
        self.0.tables.units[unit].static_on_demand[n].clone()
    }

    fn local_types(&self) -> LocalTypes<'_> {
        self.1
    }
}

/// The erasure of a type (JLS 4.6).
pub(super) fn type_in(
    world: &mut impl World,
    from: ClassId,
    variables: &[TypeParameter],
    ty: &TypeRef,
) -> Result<Ty, TypeNameError> {
    let base = match &ty.base {
        BaseType::Void if ty.dims > 0 => return Err(TypeNameError::NotAllowed("an array of void")),
        BaseType::Void => Ty::Void,
        BaseType::Var => return Err(TypeNameError::NotAllowed("'var'")),
        BaseType::Primitive(p) => Ty::Primitive(*p),
        BaseType::Named(segments) => Ty::Class(supported_class(world, from, variables, segments)?),
    };
    let mut result = base;
    for _ in 0..ty.dims {
        result =
            result.array_of().map(Ty::Array).ok_or(TypeNameError::NotAllowed("an array of this type"))?;
    }
    Ok(result)
}

/// A class as the type of a value, that of a variable's first bound for a variable: what lies outside the subset is an error.
fn supported_class(
    world: &mut impl World,
    from: ClassId,
    variables: &[TypeParameter],
    segments: &[TypeSegment],
) -> Result<ClassId, TypeNameError> {
    let class = erased_class(world, from, variables, segments)?;
    match &world.program().classes[class] {
        c if c.unsupported.is_none() => Ok(class),
        c => {
            let what = c.unsupported.as_ref().map_or("", |u| &u.what);
            Err(TypeNameError::Unsupported(format!("type {} ({what})", c.qualified_name)))
        }
    }
}

/// The class that a type names, or the erasure of the type variable that it names.
pub(super) fn erased_class(
    world: &mut impl World,
    from: ClassId,
    variables: &[TypeParameter],
    segments: &[TypeSegment],
) -> Result<ClassId, TypeNameError> {
    let (mut scope, mut of_method) = (from, variables);
    let mut segments = Cow::Borrowed(segments);
    for _ in 0..MAX_BOUNDS {
        let of_method_here = match &segments[..] {
            [only] => of_method.iter().find(|own| own.name.name == only.name.name),
            _ => None,
        };
        let bound = match of_method_here {
            Some(parameter) => parameter.bounds.first().cloned(),
            None => match class_in(world, scope, &segments) {
                Err(TypeNameError::Variable { class, index, .. }) => {
                    scope = class;
                    of_method = &[];
                    world.program().decl(class).type_parameters[index].bounds.first().cloned()
                }
                found => return found,
            },
        };
        match bound {
            Some(TypeRef { base: BaseType::Named(bound), dims: 0, .. }) => segments = Cow::Owned(bound),
            Some(_) => return Err(TypeNameError::NotAllowed("this bound")),
            None => return Ok(world.program().well_known.object),
        }
    }
    Err(TypeNameError::Unsupported("type variable with a long chain of bounds".to_owned()))
}

/// The class that a type names, whether values of it are supported or not.
pub(super) fn class_in(
    world: &mut impl World,
    from: ClassId,
    segments: &[TypeSegment],
) -> Result<ClassId, TypeNameError> {
    let parts: SmallVec<[&str; 6]> = segments.iter().map(|s| &*s.name.name).collect();
    match class_name_in(world, from, &parts)? {
        Some(class) => Ok(class),
        None => Err(outside(world.program(), &parts)),
    }
}

/// The class that stands behind `extends` or `implements` of `class`: looked up around it, not inside.
pub(super) fn supertype_in(
    world: &mut impl World,
    class: ClassId,
    segments: &[TypeSegment],
) -> Result<ClassId, TypeNameError> {
    let parts: SmallVec<[&str; 6]> = segments.iter().map(|s| &*s.name.name).collect();
    let around = world.program().classes[class].outer;
    match qualified(world, around, class, &parts)? {
        Some(found) => Ok(found),
        None => Err(outside(world.program(), &parts)),
    }
}

/// A qualified name that leads nowhere in our world, though it may in the user's.
fn outside(program: &Program, parts: &[&str]) -> TypeNameError {
    let (last, package) = parts.split_last().map_or(("", &[][..]), |(l, p)| (*l, p));
    let package = package.join(".");
    match program.tables.package_ids.get(&*package) {
        Some(&id) if program.tables.packages[id].complete => TypeNameError::Unknown(parts.join(".")),
        _ if package.is_empty() => TypeNameError::Unknown(last.to_owned()),
        _ => TypeNameError::Outside(format!("{package}.{last}").into()),
    }
}

pub(super) fn class_name_in(
    world: &mut impl World,
    from: ClassId,
    parts: &[&str],
) -> Result<Option<ClassId>, TypeNameError> {
    qualified(world, Some(from), from, parts)
}

/// `parts` from the scope of `scope` outwards, in code of `from`.
fn qualified(
    world: &mut impl World,
    scope: Option<ClassId>,
    from: ClassId,
    parts: &[&str],
) -> Result<Option<ClassId>, TypeNameError> {
    let Some((head, rest)) = parts.split_first() else { return Ok(None) };
    // Class files write names in full.
    if !rest.is_empty()
        && world.program().role(from).is_compiled()
        && let Some(class) = package_path(world, parts, from)?
    {
        return Ok(Some(class));
    }
    match simple(world, scope, from, head) {
        Ok(class) => nested_path(world, class, rest, from).map(Some),
        Err(error) if rest.is_empty() => Err(error),
        Err(error @ (TypeNameError::Inaccessible(_) | TypeNameError::Ambiguous(_))) => Err(error),
        Err(error) => match (package_path(world, parts, from)?, error) {
            (Some(class), _) => Ok(Some(class)),
            // The head is the name of a class that we know to be outside, or of a package.
            (None, error) if error.is_unsupported() && !may_be_package(head) => Err(error),
            (None, _) => Ok(None),
        },
    }
}

/// Packages begin in lower case; only the wording of a message hangs on it.
fn may_be_package(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_lowercase)
}

/// `a.b.C.D` where `a` is a package: the longest package that has such a class.
fn package_path(
    world: &mut impl World,
    parts: &[&str],
    from: ClassId,
) -> Result<Option<ClassId>, TypeNameError> {
    let mut path = parts.join(".");
    for n in (1..parts.len()).rev() {
        path.truncate(path.len() - parts[n].len() - 1);
        let Some(package) = world.package(&path) else { continue };
        if let Some(class) = world.top_level(package, parts[n]) {
            let class = accessible(world.program(), class, from)?;
            return nested_path(world, class, &parts[n + 1..], from).map(Some);
        }
    }
    Ok(None)
}

/// `rest` as types nested in `class`.
fn nested_path(
    world: &mut impl World,
    class: ClassId,
    rest: &[&str],
    from: ClassId,
) -> Result<ClassId, TypeNameError> {
    let mut class = class;
    for name in rest {
        class = match member_class(world, class, name)? {
            Some(member) => accessible(world.program(), member, from)?,
            None => {
                missing_type(world.program(), class, name)?;
                return Err(TypeNameError::Unknown((*name).to_owned()));
            }
        };
    }
    Ok(class)
}

/// An error where the JDK's class has a nested type of this name that the library lacks.
fn missing_type(program: &Program, class: ClassId, name: &str) -> Result<(), TypeNameError> {
    if lacks_type(program, class, name) {
        let owner = &program.classes[class].qualified_name;
        return Err(TypeNameError::Unsupported(format!("type {owner}.{name}")));
    }
    Ok(())
}

/// Whether the JDK's class has a nested type of this name, and the library's, this one, has not.
pub(super) fn lacks_type(program: &Program, class: ClassId, name: &str) -> bool {
    program.role(class) == Role::Library && platform::lacks_type(&program.classes[class].qualified_name, name)
}

/// A simple name of a type, from the class `scope` outwards.
fn simple(
    world: &mut impl World,
    scope: Option<ClassId>,
    from: ClassId,
    name: &str,
) -> Result<ClassId, TypeNameError> {
    let local =
        |all: LocalTypes<'_>| all.iter().rev().find(|(own, _)| **own == *name).map(|&(_, class)| class);
    if let Some(class) = local(world.local_types()) {
        return Ok(class);
    }
    // In the header of a class in code, what has a name around it.
    if scope != Some(from)
        && let Some(class) = local(&world.program().tables.classes[from].local_types)
    {
        return Ok(class);
    }
    let mut scope = scope;
    while let Some(class) = scope {
        let table = &world.program().tables.classes[class];
        if let Some(index) = table.type_parameters.iter().position(|t| &**t == name) {
            return Err(TypeNameError::Variable { class, index, name: name.to_owned() });
        }
        if let Some(found) = member_class(world, class, name)? {
            return accessible(world.program(), found, from);
        }
        if let Some(found) = local(&world.program().tables.classes[class].local_types) {
            return Ok(found);
        }
        scope = world.program().classes[class].outer;
    }
    unit_scope(world, from, name)
}

/// A simple name outside all classes of the file.
fn unit_scope(world: &mut impl World, from: ClassId, name: &str) -> Result<ClassId, TypeNameError> {
    let unit = world.program().classes[from].unit;
    let package = world.program().tables.units[unit].package;
    if let Some(class) = world.top_level(package, name)
        && world.program().classes[class].unit == unit
    {
        return Ok(class);
    }
    match world.single_import(unit, name) {
        Some(Imported::Class(class)) => return accessible(world.program(), class, from),
        Some(Imported::Outside(whole)) => return Err(TypeNameError::Outside(whole)),
        Some(Imported::Path(_)) => return Err(TypeNameError::Unsupported(format!("type {name}"))),
        None => {}
    }
    for import in world.static_imports(unit, name) {
        if let Imported::Class(class) = import
            && let Some(member) = member_class(world, class, name)?
        {
            return accessible(world.program(), member, from);
        }
    }
    if let Some(class) = world.top_level(package, name) {
        return Ok(class);
    }
    imported_on_demand(world, from, name)
}

fn imported_on_demand(world: &mut impl World, from: ClassId, name: &str) -> Result<ClassId, TypeNameError> {
    let unit = world.program().classes[from].unit;
    let mut found: SmallVec<[ClassId; 2]> = SmallVec::new();
    let mut blind = false;
    for n in 0..world.program().tables.units[unit].on_demand.len() {
        let class = match world.on_demand(unit, n) {
            OnDemand::Package(package) => {
                blind |= !world.program().tables.packages[package].complete;
                world.top_level(package, name)
            }
            OnDemand::Class(class) => member_class(world, class, name)?,
            OnDemand::Path(_) => {
                blind = true;
                None
            }
            OnDemand::Outside(package) => {
                blind = true;
                let whole = format!("{package}.{name}");
                if platform::known_interface(&whole).is_some() {
                    return Err(TypeNameError::Outside(whole.into()));
                }
                None
            }
        };
        found.extend(class.filter(|&c| accessible(world.program(), c, from).is_ok()));
    }
    for n in 0..world.program().tables.units[unit].static_on_demand.len() {
        match world.static_on_demand(unit, n) {
            Imported::Class(class) => found.extend(member_class(world, class, name)?),
            Imported::Path(_) | Imported::Outside(_) => blind = true,
        }
    }
    if let Some(java_lang) = world.package("java.lang") {
        let class = world.top_level(java_lang, name);
        found.extend(class.filter(|&c| accessible(world.program(), c, from).is_ok()));
    }
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [class] => Ok(class),
        [] => Err(nowhere(world.program(), unit, name, blind)),
        _ => Err(TypeNameError::Ambiguous(name.to_owned())),
    }
}

/// A simple name that no scope has.
fn nowhere(program: &Program, unit: UnitId, name: &str, blind: bool) -> TypeNameError {
    if platform::is_java_lang_class(name) {
        return TypeNameError::Outside(format!("java.lang.{name}").into());
    }
    let package = &program.tables.packages[program.tables.units[unit].package];
    match (blind, package.complete) {
        (true, _) => TypeNameError::Unsupported(format!("type {name}")),
        (false, true) => TypeNameError::Unknown(name.to_owned()),
        (false, false) => {
            let whole = format!("type {}.{name}, which is not among the files", package.name);
            TypeNameError::Unsupported(whole)
        }
    }
}

/// The member type of this name, without a look at access. Each supertype is visited once.
pub(super) fn member_class(
    world: &mut impl World,
    class: ClassId,
    name: &str,
) -> Result<Option<ClassId>, TypeNameError> {
    if let Some(own) = own_member_class(world, class, name) {
        return Ok(Some(own));
    }
    let mut visited: SmallVec<[ClassId; 8]> = SmallVec::new();
    let mut found: SmallVec<[ClassId; 2]> = SmallVec::new();
    let mut hidden = None;
    visited.push(class);
    let mut next = 0;
    while let Some(&current) = visited.get(next) {
        next += 1;
        world.headers(current);
        let inherited = if current == class { None } else { own_member_class(world, current, name) };
        let program = world.program();
        if let Some(inherited) = inherited {
            if !program.classes[inherited].modifiers.has(Modifiers::PRIVATE) && !found.contains(&inherited) {
                found.push(inherited);
            }
            continue;
        }
        hidden = hidden.or_else(|| program.tables.hidden_name(current, name).map(|u| u.what.clone()));
        for supertype in program.classes[current].supertypes() {
            if !visited.contains(&supertype) {
                visited.push(supertype);
            }
        }
    }
    match (&found[..], hidden) {
        ([], Some(what)) => Err(TypeNameError::Unsupported(format!("{name}, perhaps inherited from {what}"))),
        ([], None) => Ok(None),
        ([only], _) => Ok(Some(*only)),
        _ => Err(TypeNameError::Ambiguous(name.to_owned())),
    }
}

/// The member type of this name that the class itself declares.
fn own_member_class(world: &mut impl World, class: ClassId, name: &str) -> Option<ClassId> {
    let known = world.program().tables.classes[class].types.get(name).copied();
    known.or_else(|| world.lacked_type(class, name))
}

/// Whether code of `from` may name the class (JLS 6.6).
pub(super) fn accessible(program: &Program, class: ClassId, from: ClassId) -> Result<ClassId, TypeNameError> {
    let declared = &program.classes[class];
    // What one class file says of another was checked when it was made.
    if program.role(from).is_compiled() {
        return Ok(class);
    }
    // `Raise$` and the like are the library's own.
    if declared.name.contains('$')
        && program.role(class) == Role::Library
        && program.role(from) != Role::Library
    {
        return Err(TypeNameError::Unknown(declared.name.to_string()));
    }
    if !program.is_in_release(declared.modifiers, from) {
        return Err(TypeNameError::Unknown(declared.qualified_name.to_string()));
    }
    let visible = match declared.outer {
        None => declared.modifiers.has(Modifiers::PUBLIC) || program.same_package(class, from),
        Some(outer) => program.may_access(declared.modifiers, outer, from),
    };
    match visible {
        true => Ok(class),
        // The compiler may be told to export it.
        false if program.role(class).is_compiled() => {
            Err(TypeNameError::Outside(declared.qualified_name.clone()))
        }
        false => Err(TypeNameError::Inaccessible(declared.qualified_name.to_string())),
    }
}
