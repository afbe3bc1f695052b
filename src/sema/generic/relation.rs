//! The JLS's relations between static types: subtypes and containment (4.10, 4.5.1), supertypes (4.10.2), capture
//! (5.1.10), erasure (4.6), the types of members (4.5.2, 4.8).

use rustc_hash::FxHashSet;

use crate::sema::error::TypeNameError;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::sema::types::Ty;

use super::source;
use super::types::{Argument, Captured, Kind, MethodType, Substitution, TypeId, Types};

/// Subtyping with wildcards need not end (javac's stack overflows there); deeper questions are answered with no.
const MAX_DEPTH: usize = 100;

impl Types<'_> {
    /// The erasure (JLS 4.6).
    pub fn erasure(&mut self, id: TypeId) -> Ty {
        match self.kind(id).clone() {
            Kind::Void => Ty::Void,
            Kind::Primitive(p) => Ty::Primitive(p),
            Kind::Null => Ty::Null,
            Kind::Class(class, _) => Ty::Class(class),
            Kind::Variable(variable) => {
                let bound = self.bound(variable);
                self.erasure(bound)
            }
            Kind::Captured(captured) => self.erasure(self.captured[captured].upper),
            Kind::Inference(_) => Ty::Unknown,
            Kind::Intersection(parts) => parts.first().map_or(Ty::Unknown, |&first| self.erasure(first)),
            Kind::Array(element) => self.erasure(element).array_of().map_or(Ty::Unknown, Ty::Array),
        }
    }

    /// The erasure as a static type.
    pub fn erased(&mut self, id: TypeId) -> TypeId {
        let ty = self.erasure(id);
        self.of_ty(ty)
    }

    /// A type without arguments.
    pub fn of_ty(&mut self, ty: Ty) -> TypeId {
        match ty {
            Ty::Void => self.intern(Kind::Void),
            Ty::Primitive(p) => self.intern(Kind::Primitive(p)),
            Ty::Null => self.intern(Kind::Null),
            Ty::Class(class) => self.class(class),
            Ty::Array(array) => {
                let cell = self.of_ty(array.cell());
                self.intern(Kind::Array(cell))
            }
            Ty::Unknown => self.object(),
        }
    }

    /// `id` with types in the place of variables.
    pub fn substitute(&mut self, id: TypeId, with: &Substitution) -> TypeId {
        if with.is_empty() {
            return id;
        }
        match self.kind(id).clone() {
            Kind::Variable(variable) => with.get(&variable).copied().unwrap_or(id),
            Kind::Class(class, arguments) if !arguments.is_empty() || self.has_around(class) => {
                let arguments = arguments.iter().map(|&argument| self.substitute_argument(argument, with));
                let mut arguments: Vec<Argument> = arguments.collect();
                self.add_around(class, &mut arguments, with);
                self.parameterized(class, arguments)
            }
            Kind::Intersection(parts) => {
                let parts: Vec<TypeId> = parts.iter().map(|&part| self.substitute(part, with)).collect();
                self.intersection(&parts)
            }
            Kind::Array(element) => {
                let element = self.substitute(element, with);
                self.intern(Kind::Array(element))
            }
            Kind::Void
            | Kind::Primitive(_)
            | Kind::Null
            | Kind::Class(..)
            | Kind::Captured(_)
            | Kind::Inference(_) => id,
        }
    }

    fn has_around(&self, class: ClassId) -> bool {
        self.program.outer_instance(class).is_some()
    }

    /// Adds what stands for the variables of the classes around an inner class, where it is named inside of these: there they stand
    /// for themselves, and are left out. A raw type stays one.
    fn add_around(&mut self, class: ClassId, arguments: &mut Vec<Argument>, with: &Substitution) {
        if !self.has_around(class) || arguments.len() != self.variables_of(class).len() {
            return;
        }
        let around = source::variables_around(self.program, class);
        if around.iter().any(|variable| with.contains_key(variable)) {
            let own = around.into_iter().map(|variable| {
                let itself = self.intern(Kind::Variable(variable));
                Argument::Exact(with.get(&variable).copied().unwrap_or(itself))
            });
            arguments.extend(own);
        }
    }

    fn substitute_argument(&mut self, argument: Argument, with: &Substitution) -> Argument {
        match argument {
            Argument::Exact(ty) => Argument::Exact(self.substitute(ty, with)),
            Argument::Unbounded => Argument::Unbounded,
            Argument::Extends(ty) => Argument::Extends(self.substitute(ty, with)),
            Argument::Super(ty) => Argument::Super(self.substitute(ty, with)),
        }
    }

    /// What the variables of `class` stand for in a type of it without wildcards; `None` where it is raw.
    fn substitution(&mut self, class: ClassId, arguments: &[Argument]) -> Option<Substitution> {
        let variables = self.variables_for(class, arguments.len());
        if variables.len() != arguments.len() {
            return None;
        }
        let exact = variables.into_iter().zip(arguments).map(|(variable, argument)| match argument {
            Argument::Exact(ty) => Some((variable, *ty)),
            _ => None,
        });
        exact.collect()
    }

    /// The direct supertypes of a class type (JLS 4.10.2), after capture.
    pub fn direct_supertypes(&mut self, id: TypeId) -> Vec<TypeId> {
        let id = self.capture(id);
        let Kind::Class(class, arguments) = self.kind(id).clone() else { return Vec::new() };
        let signature = match self.class_signature(class) {
            Ok(signature) => signature,
            Err(error) => {
                let name = &self.program.classes[class].qualified_name;
                self.beyond.get_or_insert_with(|| format!("supertypes of {name}: {error}"));
                return Vec::new();
            }
        };
        let declared: Vec<TypeId> = signature.supertypes.iter().map(|written| self.of(written)).collect();
        let with = self.substitution(class, &arguments);
        let mut above: Vec<TypeId> = declared
            .into_iter()
            .map(|supertype| match &with {
                Some(with) => self.substitute(supertype, with),
                None => self.erased(supertype),
            })
            .collect();
        if above.is_empty() && class != self.program.well_known.object {
            above.push(self.object());
        }
        above
    }

    /// The supertype of `id` that is a type of `class`.
    pub fn as_super(&mut self, id: TypeId, class: ClassId) -> Option<TypeId> {
        match self.kind(id).clone() {
            Kind::Class(own, _) if own == class => Some(id),
            Kind::Class(own, _) => {
                if !self.program.is_subclass(own, class) && !self.is_above_unread(own, class) {
                    return None;
                }
                let above = self.direct_supertypes(id);
                above.into_iter().find_map(|supertype| self.as_super(supertype, class))
            }
            Kind::Variable(variable) => {
                let bound = self.bound(variable);
                self.as_super(bound, class)
            }
            Kind::Captured(captured) => self.as_super(self.captured[captured].upper, class),
            Kind::Intersection(parts) => parts.iter().find_map(|&part| self.as_super(part, class)),
            Kind::Array(_) if self.program.is_array_supertype(class) => Some(self.class(class)),
            Kind::Array(_) | Kind::Void | Kind::Primitive(_) | Kind::Null | Kind::Inference(_) => None,
        }
    }

    /// Generic supertypes are none of those that the program's own table of ancestors holds.
    fn is_above_unread(&mut self, own: ClassId, class: ClassId) -> bool {
        let mut pending = vec![own];
        let mut seen = FxHashSet::from_iter([own]);
        while let Some(current) = pending.pop() {
            if current == class {
                return true;
            }
            let Ok(signature) = self.class_signature(current) else { continue };
            pending.extend(signature.supertypes.iter().filter_map(|supertype| match supertype {
                super::signature::Signature::Class(above, _) if seen.insert(*above) => Some(*above),
                _ => None,
            }));
        }
        false
    }

    /// Capture conversion (JLS 5.1.10): fresh variables in the place of wildcards.
    pub fn capture(&mut self, id: TypeId) -> TypeId {
        let Kind::Class(class, arguments) = self.kind(id).clone() else { return id };
        let variables = self.variables_for(class, arguments.len());
        let has_wildcard = arguments.iter().any(|argument| !matches!(argument, Argument::Exact(_)));
        if !has_wildcard || variables.len() != arguments.len() {
            return id;
        }
        let object = self.object();
        let mut with = Substitution::default();
        let mut fresh = Vec::with_capacity(arguments.len());
        for (&variable, &argument) in variables.iter().zip(&arguments) {
            let ty = match argument {
                Argument::Exact(ty) => ty,
                _ => {
                    let captured = self.captured.push(Captured { upper: object, lower: None });
                    let ty = self.intern(Kind::Captured(captured));
                    fresh.push((captured, variable, argument));
                    ty
                }
            };
            with.insert(variable, ty);
        }
        for (captured, variable, argument) in fresh {
            let bound = self.bound(variable);
            let bound = self.substitute(bound, &with);
            self.captured[captured] = match argument {
                Argument::Extends(upper) => {
                    Captured { upper: self.greatest_lower(upper, bound), lower: None }
                }
                Argument::Super(lower) => Captured { upper: bound, lower: Some(lower) },
                Argument::Exact(_) | Argument::Unbounded => Captured { upper: bound, lower: None },
            };
        }
        let arguments = variables.iter().map(|variable| Argument::Exact(with[variable])).collect();
        self.parameterized(class, arguments)
    }

    /// glb of two types (JLS 5.1.10).
    pub fn greatest_lower(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if self.is_subtype(a, b) {
            a
        } else if self.is_subtype(b, a) {
            b
        } else {
            self.intersection(&[a, b])
        }
    }

    /// `sub <: sup` (JLS 4.10); unchecked conversion is none.
    pub fn is_subtype(&mut self, sub: TypeId, sup: TypeId) -> bool {
        if sub == sup {
            return true;
        }
        if self.depth > MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let answer = self.is_proper_subtype(sub, sup);
        self.depth -= 1;
        answer
    }

    fn is_proper_subtype(&mut self, sub: TypeId, sup: TypeId) -> bool {
        match self.kind(sup).clone() {
            Kind::Intersection(parts) => return parts.iter().all(|&part| self.is_subtype(sub, part)),
            Kind::Captured(captured) => {
                if let Some(lower) = self.captured[captured].lower
                    && self.is_subtype(sub, lower)
                {
                    return true;
                }
            }
            _ => {}
        }
        match self.kind(sub).clone() {
            Kind::Primitive(a) => match *self.kind(sup) {
                Kind::Primitive(b) => self.program.is_subtype(Ty::Primitive(a), Ty::Primitive(b)),
                _ => false,
            },
            Kind::Null => !matches!(self.kind(sup), Kind::Primitive(_) | Kind::Void),
            Kind::Void | Kind::Inference(_) => false,
            Kind::Variable(variable) => {
                let bound = self.bound(variable);
                self.is_subtype(bound, sup)
            }
            Kind::Captured(captured) => self.is_subtype(self.captured[captured].upper, sup),
            Kind::Intersection(parts) => parts.iter().any(|&part| self.is_subtype(part, sup)),
            Kind::Array(own) => match *self.kind(sup) {
                Kind::Array(other) => {
                    let are_references =
                        [own, other].map(|cell| !matches!(self.kind(cell), Kind::Primitive(_)));
                    are_references == [true, true] && self.is_subtype(own, other)
                }
                Kind::Class(class, _) => self.program.is_array_supertype(class),
                _ => false,
            },
            Kind::Class(..) => self.is_class_subtype(sub, sup),
        }
    }

    fn is_class_subtype(&mut self, sub: TypeId, sup: TypeId) -> bool {
        let Kind::Class(class, wanted) = self.kind(sup).clone() else { return false };
        let sub = self.capture(sub);
        let Some(found) = self.as_super(sub, class) else { return false };
        // To its erasure each type is a subtype.
        let Kind::Class(_, arguments) = self.kind(found).clone() else { return false };
        wanted.is_empty()
            || arguments.len() == wanted.len()
                && arguments.iter().zip(&wanted).all(|(&own, &wanted)| self.contains(wanted, own))
    }

    /// `argument <= container` (JLS 4.5.1).
    pub fn contains(&mut self, container: Argument, argument: Argument) -> bool {
        let object = self.object();
        match (container, argument) {
            (Argument::Unbounded, _) => true,
            (Argument::Exact(a), Argument::Exact(b)) => a == b,
            (Argument::Exact(_), _) => false,
            (Argument::Extends(bound), Argument::Exact(ty) | Argument::Extends(ty)) => {
                self.is_subtype(ty, bound)
            }
            (Argument::Extends(bound), Argument::Unbounded | Argument::Super(_)) => bound == object,
            (Argument::Super(bound), Argument::Exact(ty) | Argument::Super(ty)) => self.is_subtype(bound, ty),
            (Argument::Super(_), Argument::Unbounded | Argument::Extends(_)) => false,
        }
    }

    /// What stands for the variables of `owner` in a member of `site`; `None` where the type there is raw, whose members
    /// are erased (JLS 4.8).
    fn site_substitution(&mut self, site: TypeId, owner: ClassId) -> Option<Substitution> {
        let site = self.capture(site);
        let found = self.as_super(site, owner)?;
        match self.kind(found).clone() {
            Kind::Class(class, arguments) => self.substitution(class, &arguments),
            _ => None,
        }
    }

    /// The type of an instance field in objects of type `site`.
    pub fn field_in(&mut self, site: TypeId, field: FieldId) -> Result<TypeId, TypeNameError> {
        let declared = self.of_field(field)?;
        let owner = self.program.fields[field].class;
        Ok(match self.site_substitution(site, owner) {
            Some(with) => self.substitute(declared, &with),
            None => self.erased(declared),
        })
    }

    /// The types of an instance method in objects of type `site`. Its own variables stay, with the bounds that are declared.
    pub fn method_in(&mut self, site: TypeId, method: MethodId) -> Result<MethodType, TypeNameError> {
        let declared = self.of_method(method)?;
        let owner = self.program.methods[method].class;
        let with = self.site_substitution(site, owner);
        let mut member = |ty: TypeId| match &with {
            Some(with) => self.substitute(ty, with),
            None => self.erased(ty),
        };
        Ok(MethodType {
            parameters: declared.parameters.into_iter().map(&mut member).collect(),
            result: member(declared.result),
        })
    }

    /// The type of an array's cells.
    pub fn cell_of(&self, id: TypeId) -> Option<TypeId> {
        match self.kind(id) {
            Kind::Array(cell) => Some(*cell),
            _ => None,
        }
    }

    pub fn array_of(&mut self, id: TypeId, dims: u8) -> TypeId {
        (0..dims).fold(id, |ty, _| self.intern(Kind::Array(ty)))
    }

    /// Without captured variables in the outermost place: their bounds.
    pub fn upward(&mut self, id: TypeId) -> TypeId {
        match *self.kind(id) {
            Kind::Captured(captured) => {
                let upper = self.captured[captured].upper;
                self.upward(upper)
            }
            _ => id,
        }
    }

    /// The bound of a captured variable.
    pub fn upper(&self, id: TypeId) -> TypeId {
        match *self.kind(id) {
            Kind::Captured(captured) => self.captured[captured].upper,
            _ => id,
        }
    }

    pub const fn program(&self) -> &Program {
        self.program
    }

    /// What stands for the variables of `owner` in a type; `None` where it is raw there.
    pub fn substitution_of(&mut self, site: TypeId, owner: ClassId) -> Option<Substitution> {
        self.site_substitution(site, owner)
    }

    /// A class with its own variables as arguments: what `this` is of.
    pub fn this_type(&mut self, class: ClassId) -> TypeId {
        let variables = self.variables_of(class);
        let arguments =
            variables.into_iter().map(|v| Argument::Exact(self.intern(Kind::Variable(v)))).collect();
        self.parameterized(class, arguments)
    }

    /// Whether two methods have the same parameter types as members of `class`, or those of the first are the erasures of the
    /// second's (JLS 8.4.2).
    pub fn have_same_parameters(&mut self, class: ClassId, over: MethodId, under: MethodId) -> bool {
        let this = self.this_type(class);
        let (Ok(m), Ok(n)) = (self.method_in(this, over), self.method_in(this, under)) else { return false };
        let (own, others) = (self.method_variables(over), self.method_variables(under));
        if own.len() == others.len() {
            let with: Substitution = others
                .iter()
                .zip(&own)
                .map(|(&other, &own)| (other, self.intern(Kind::Variable(own))))
                .collect();
            let same = m.parameters.iter().zip(&n.parameters).all(|(&p, &q)| p == self.substitute(q, &with));
            if same {
                return true;
            }
        }
        m.parameters.iter().zip(&n.parameters).all(|(&p, &q)| p == self.erased(q))
    }
}
