//! Inference (JLS 18): bounds of inference variables, reduction of constraints to bounds, incorporation, resolution.
//!
//! The bounds live in the arena of types. A question about a candidate is asked between [`Types::mark`] and
//! [`Types::reset`], and leaves nothing behind.
//!
//! What is not here: capture in a result that holds inference variables (18.5.2.1). Where an answer
//! would need more, [`Types::beyond`] names it, and nobody may use the types.

use smallvec::SmallVec;

use crate::sema::program::MethodId;
use crate::sema::types::Ty;

use super::signature::{Owner, Variable};
use super::types::{Argument, Captured, InferenceId, Kind, Substitution, TypeId, Types};

/// A constraint inside so many others is given up.
const MAX_REDUCTION: usize = 60;

/// What is known of an inference variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    instance: Option<TypeId>,
    equal: SmallVec<[TypeId; 2]>,
    lower: SmallVec<[TypeId; 2]>,
    upper: SmallVec<[TypeId; 2]>,
}

/// The bounds at some time.
pub struct BoundsMark(Vec<Bounds>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Equal,
    Lower,
    Upper,
}

impl Types<'_> {
    pub fn mark(&self) -> BoundsMark {
        BoundsMark(self.inference.clone())
    }

    pub fn reset(&mut self, mark: BoundsMark) {
        self.inference = mark.0;
    }

    /// Fresh inference variables for type variables, with the bounds that these declare (18.1.3); `around` stands for other
    /// variables in them.
    pub fn fresh(&mut self, variables: &[Variable], around: &Substitution) -> Substitution {
        let mut with = around.clone();
        let mut fresh = Vec::new();
        for &variable in variables {
            let id = InferenceId::of(self.inference.len());
            self.inference.push(Bounds::default());
            let ty = self.intern(Kind::Inference(id));
            with.insert(variable, ty);
            fresh.push((id, variable));
        }
        for (id, variable) in fresh {
            let bound = self.bound(variable);
            let bound = self.substitute(bound, &with);
            let parts: Vec<TypeId> = match self.kind(bound) {
                Kind::Intersection(parts) => parts.to_vec(),
                _ => vec![bound],
            };
            for part in parts {
                self.add(id, Side::Upper, part, 0);
            }
        }
        with
    }

    /// The type with the instances of the inference variables that have one.
    pub fn instantiated(&mut self, id: TypeId) -> TypeId {
        if !self.has_inference(id) {
            return id;
        }
        match self.kind(id).clone() {
            Kind::Inference(variable) => match self.inference[variable.position()].instance {
                Some(instance) => self.instantiated(instance),
                None => id,
            },
            Kind::Class(class, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|&argument| match argument {
                        Argument::Exact(ty) => Argument::Exact(self.instantiated(ty)),
                        Argument::Unbounded => Argument::Unbounded,
                        Argument::Extends(ty) => Argument::Extends(self.instantiated(ty)),
                        Argument::Super(ty) => Argument::Super(self.instantiated(ty)),
                    })
                    .collect();
                self.parameterized(class, arguments)
            }
            Kind::Array(cell) => {
                let cell = self.instantiated(cell);
                self.intern(Kind::Array(cell))
            }
            Kind::Intersection(parts) => {
                let parts: Vec<TypeId> = parts.iter().map(|&part| self.instantiated(part)).collect();
                self.intersection(&parts)
            }
            _ => id,
        }
    }

    /// Whether an inference variable stands in the type.
    pub fn has_inference(&self, id: TypeId) -> bool {
        match self.kind(id) {
            Kind::Inference(_) => true,
            Kind::Class(_, arguments) => arguments.iter().any(|argument| match argument {
                Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) => self.has_inference(*ty),
                Argument::Unbounded => false,
            }),
            Kind::Array(cell) => self.has_inference(*cell),
            Kind::Intersection(parts) => parts.iter().any(|&part| self.has_inference(part)),
            _ => false,
        }
    }

    pub(in crate::sema) fn mentioned(&self, id: TypeId, found: &mut Vec<InferenceId>) {
        match self.kind(id) {
            Kind::Inference(variable) if !found.contains(variable) => found.push(*variable),
            Kind::Class(_, arguments) => {
                for argument in arguments {
                    if let Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) = argument {
                        self.mentioned(*ty, found);
                    }
                }
            }
            Kind::Array(cell) => self.mentioned(*cell, found),
            Kind::Intersection(parts) => parts.iter().for_each(|&part| self.mentioned(part, found)),
            _ => {}
        }
    }

    /// ‹from → to› for a value of a type that is known (18.2.2); with boxing where `loose`, and unchecked conversion.
    pub fn reduce_compatible(&mut self, from: TypeId, to: TypeId, loose: bool) -> bool {
        let (from, to) = (self.instantiated(from), self.instantiated(to));
        match (self.kind(from).clone(), self.kind(to).clone()) {
            (Kind::Primitive(a), Kind::Primitive(b)) => {
                self.program.is_subtype(Ty::Primitive(a), Ty::Primitive(b))
            }
            (Kind::Primitive(p), _) => {
                let boxed = self.class(self.program.wrapper(p));
                loose && self.reduce_subtype(boxed, to, 0)
            }
            (Kind::Inference(id), Kind::Primitive(p)) => {
                let boxed = self.class(self.program.wrapper(p));
                loose && self.add(id, Side::Equal, boxed, 0)
            }
            (_, Kind::Primitive(p)) => loose && self.unboxes_to(from, p),
            (Kind::Void, _) | (_, Kind::Void) => false,
            _ => {
                let mark = self.mark();
                if self.reduce_subtype(from, to, 0) {
                    return true;
                }
                self.reset(mark);
                self.is_unchecked(from, to)
            }
        }
    }

    fn unboxes_to(&mut self, from: TypeId, to: crate::jvm::value::PrimitiveType) -> bool {
        let wrappers = self.program.well_known.wrappers;
        let own = wrappers.into_iter().find(|&wrapper| self.as_super(from, wrapper).is_some());
        own.and_then(|class| self.program.unwrapped(class))
            .is_some_and(|own| self.program.is_subtype(Ty::Primitive(own), Ty::Primitive(to)))
    }

    /// Unchecked conversion (5.1.9): from a raw type.
    fn is_unchecked(&mut self, from: TypeId, to: TypeId) -> bool {
        match (self.kind(from).clone(), self.kind(to).clone()) {
            (Kind::Array(from), Kind::Array(to)) => self.is_unchecked(from, to),
            (_, Kind::Class(class, arguments)) if !arguments.is_empty() => {
                let Some(found) = self.as_super(from, class) else { return false };
                let is_raw = matches!(self.kind(found), Kind::Class(_, own) if own.is_empty());
                // From `G` to `G<?>` nothing is unchecked.
                self.unchecked |= is_raw && arguments.iter().any(|&a| a != Argument::Unbounded);
                is_raw
            }
            _ => false,
        }
    }

    /// ‹sub <: sup› (18.2.3).
    pub fn reduce_subtype(&mut self, sub: TypeId, sup: TypeId, depth: usize) -> bool {
        let (sub, sup) = (self.instantiated(sub), self.instantiated(sup));
        if sub == sup {
            return true;
        }
        if !self.has_inference(sub) && !self.has_inference(sup) {
            return self.is_subtype(sub, sup);
        }
        if depth > MAX_REDUCTION {
            return self.give_up("inference without an end");
        }
        match (self.kind(sub).clone(), self.kind(sup).clone()) {
            (Kind::Null, kind) => !matches!(kind, Kind::Primitive(_) | Kind::Void),
            (Kind::Inference(a), Kind::Inference(b)) => {
                self.add(a, Side::Upper, sup, depth) && self.add(b, Side::Lower, sub, depth)
            }
            (Kind::Inference(a), _) => self.add(a, Side::Upper, sup, depth),
            // The type of an expression is captured (6.5.6.1, 15.12.3).
            (_, Kind::Inference(b)) => {
                let sub = if depth == 0 { self.capture(sub) } else { sub };
                self.add(b, Side::Lower, sub, depth)
            }
            (_, Kind::Intersection(parts)) => {
                parts.iter().all(|&part| self.reduce_subtype(sub, part, depth + 1))
            }
            (Kind::Array(a), Kind::Array(b)) => match (self.kind(a), self.kind(b)) {
                (Kind::Primitive(p), Kind::Primitive(q)) => p == q,
                (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => false,
                _ => self.reduce_subtype(a, b, depth + 1),
            },
            (_, Kind::Class(class, wanted)) => {
                let is_open_wildcard = |types: &Self, argument: &Argument| match argument {
                    Argument::Extends(ty) | Argument::Super(ty) => types.has_inference(*ty),
                    Argument::Exact(_) | Argument::Unbounded => false,
                };
                let is_open = match self.kind(sub) {
                    Kind::Class(_, own) => own.iter().any(|argument| is_open_wildcard(self, argument)),
                    _ => false,
                };
                let own = match self.kind(sub).clone() {
                    // What is wanted of a wildcard's bound is wanted of what is in it.
                    Kind::Class(own_class, own) if is_open && own_class == class => own,
                    _ if is_open => return self.give_up("inference through a wildcard"),
                    _ => {
                        let sub = self.capture(sub);
                        let Some(found) = self.as_super(sub, class) else { return false };
                        let Kind::Class(_, own) = self.kind(found).clone() else { return false };
                        own
                    }
                };
                if wanted.is_empty() {
                    return true;
                }
                own.len() == wanted.len()
                    && own
                        .iter()
                        .zip(&wanted)
                        .all(|(&own, &wanted)| self.reduce_contained(own, wanted, depth + 1))
            }
            (_, Kind::Captured(captured)) => match self.captured[captured].lower {
                Some(lower) => self.reduce_subtype(sub, lower, depth + 1),
                None => false,
            },
            // Among its supertypes is an array type (18.2.3).
            (Kind::Captured(captured), Kind::Array(_)) => {
                self.reduce_subtype(self.captured[captured].upper, sup, depth + 1)
            }
            (Kind::Intersection(parts), Kind::Array(_)) => {
                let array = parts.iter().find(|&&part| matches!(self.kind(part), Kind::Array(_)));
                array.is_some_and(|&array| self.reduce_subtype(array, sup, depth + 1))
            }
            _ => false,
        }
    }

    fn reduce_contained(&mut self, own: Argument, wanted: Argument, depth: usize) -> bool {
        let object = self.object();
        match (wanted, own) {
            (Argument::Unbounded, _) => true,
            (Argument::Exact(t), Argument::Exact(s)) => self.reduce_equal(s, t, depth),
            (Argument::Exact(_), _) => false,
            (Argument::Extends(t), Argument::Exact(s) | Argument::Extends(s)) => {
                self.reduce_subtype(s, t, depth)
            }
            (Argument::Extends(t), Argument::Unbounded) => self.reduce_subtype(object, t, depth),
            (Argument::Extends(t), Argument::Super(_)) => self.reduce_equal(object, t, depth),
            (Argument::Super(t), Argument::Exact(s) | Argument::Super(s)) => self.reduce_subtype(t, s, depth),
            (Argument::Super(_), _) => false,
        }
    }

    /// ‹a = b› (18.2.4).
    pub fn reduce_equal(&mut self, a: TypeId, b: TypeId, depth: usize) -> bool {
        let (a, b) = (self.instantiated(a), self.instantiated(b));
        if a == b {
            return true;
        }
        if depth > MAX_REDUCTION {
            return self.give_up("inference without an end");
        }
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => false,
            (Kind::Inference(x), Kind::Inference(y)) => {
                self.add(x, Side::Equal, b, depth) && self.add(y, Side::Equal, a, depth)
            }
            (Kind::Inference(x), _) => self.add(x, Side::Equal, b, depth),
            (_, Kind::Inference(y)) => self.add(y, Side::Equal, a, depth),
            (Kind::Array(x), Kind::Array(y)) => self.reduce_equal(x, y, depth + 1),
            (Kind::Class(x, ours), Kind::Class(y, theirs)) => {
                x == y
                    && ours.len() == theirs.len()
                    && ours.iter().zip(&theirs).all(|(&o, &t)| match (o, t) {
                        (Argument::Exact(o), Argument::Exact(t))
                        | (Argument::Extends(o), Argument::Extends(t))
                        | (Argument::Super(o), Argument::Super(t)) => self.reduce_equal(o, t, depth + 1),
                        (o, t) => o == t,
                    })
            }
            _ => false,
        }
    }

    fn give_up(&mut self, what: &str) -> bool {
        self.beyond.get_or_insert_with(|| what.to_owned());
        false
    }

    /// ‹sub <: sup› of two bounds. As javac does it, and the letter of the language does not, also by unchecked conversion:
    /// what is bounded by a raw `Comparable` fits `Comparable<?>`.
    fn incorporate(&mut self, sub: TypeId, sup: TypeId, depth: usize) -> bool {
        let (sub, sup) = (self.instantiated(sub), self.instantiated(sup));
        self.is_unchecked(sub, sup) || self.reduce_subtype(sub, sup, depth)
    }

    /// Adds a bound, and incorporates it (18.3).
    fn add(&mut self, id: InferenceId, side: Side, ty: TypeId, depth: usize) -> bool {
        let ty = self.instantiated(ty);
        let own = self.intern(Kind::Inference(id));
        if ty == own {
            return true;
        }
        let position = id.position();
        if let Some(instance) = self.inference[position].instance {
            return match side {
                Side::Equal => self.reduce_equal(instance, ty, depth + 1),
                Side::Lower => self.incorporate(ty, instance, depth + 1),
                Side::Upper => self.incorporate(instance, ty, depth + 1),
            };
        }
        if matches!(self.kind(ty), Kind::Primitive(_) | Kind::Void) {
            return false;
        }
        let bounds = &mut self.inference[position];
        let list = match side {
            Side::Equal => &mut bounds.equal,
            Side::Lower => &mut bounds.lower,
            Side::Upper => &mut bounds.upper,
        };
        if list.contains(&ty) {
            return true;
        }
        list.push(ty);
        let bounds = self.inference[position].clone();
        if side == Side::Equal && !self.has_inference(ty) {
            self.inference[position].instance = Some(ty);
        }
        // Of variables among themselves both sides are told.
        if let &Kind::Inference(other) = self.kind(ty) {
            let told = match side {
                Side::Equal => self.add(other, Side::Equal, own, depth + 1),
                Side::Lower => self.add(other, Side::Upper, own, depth + 1),
                Side::Upper => self.add(other, Side::Lower, own, depth + 1),
            };
            if !told {
                return false;
            }
        }
        match side {
            Side::Equal => {
                bounds.equal.iter().all(|&other| other == ty || self.reduce_equal(other, ty, depth + 1))
                    && bounds.lower.iter().all(|&lower| self.incorporate(lower, ty, depth + 1))
                    && bounds.upper.iter().all(|&upper| self.incorporate(ty, upper, depth + 1))
            }
            Side::Lower => {
                bounds.equal.iter().all(|&equal| self.incorporate(ty, equal, depth + 1))
                    && bounds.upper.iter().all(|&upper| self.incorporate(ty, upper, depth + 1))
            }
            Side::Upper => {
                bounds.equal.iter().all(|&equal| self.incorporate(equal, ty, depth + 1))
                    && bounds.lower.iter().all(|&lower| self.incorporate(lower, ty, depth + 1))
                    && bounds.upper.iter().all(|&other| other == ty || self.agree(other, ty, depth + 1))
            }
        }
    }

    /// Two upper bounds that are types of one generic class have equal arguments, where these are no wildcards.
    fn agree(&mut self, a: TypeId, b: TypeId, depth: usize) -> bool {
        let (Kind::Class(x, _), Kind::Class(y, _)) = (self.kind(a).clone(), self.kind(b).clone()) else {
            return true;
        };
        let (sub, sup) = match (self.program.is_subclass(x, y), self.program.is_subclass(y, x)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => return true,
        };
        let Kind::Class(class, theirs) = self.kind(sup).clone() else { return true };
        let Some(found) = self.as_super(sub, class) else { return true };
        let Kind::Class(_, ours) = self.kind(found).clone() else { return true };
        ours.iter().zip(&theirs).all(|(&o, &t)| match (o, t) {
            (Argument::Exact(o), Argument::Exact(t)) => self.reduce_equal(o, t, depth),
            _ => true,
        })
    }

    /// Gives each inference variable in `ty`, and those that they depend on, an instance (18.4).
    pub fn resolve(&mut self, ty: TypeId) -> bool {
        let mut wanted = Vec::new();
        self.mentioned(ty, &mut wanted);
        self.resolve_all(wanted)
    }

    /// A variable that a `throws` clause names is an unchecked exception where nothing speaks against it (18.4).
    pub fn prefer_unchecked(&mut self, ty: TypeId) {
        let ty = self.instantiated(ty);
        let &Kind::Inference(id) = self.kind(ty) else { return };
        let is_bound = [Side::Equal, Side::Lower].into_iter().any(|side| !self.proper(id, side).is_empty());
        let unchecked = self.class(self.program.well_known.runtime_exception);
        let upper = self.proper(id, Side::Upper);
        if !is_bound && upper.into_iter().all(|upper| self.is_subtype(unchecked, upper)) {
            self.add(id, Side::Equal, unchecked, 0);
        }
    }

    /// As [`Types::resolve`], of all variables.
    pub fn resolve_substitution(&mut self, with: &Substitution) -> bool {
        let mut wanted = Vec::new();
        let mut types: Vec<TypeId> = with.values().copied().collect();
        types.sort_unstable();
        types.into_iter().for_each(|ty| self.mentioned(ty, &mut wanted));
        wanted.sort_unstable();
        self.resolve_all(wanted)
    }

    fn resolve_all(&mut self, mut wanted: Vec<InferenceId>) -> bool {
        // What they depend on comes along.
        let mut next = 0;
        while let Some(&id) = wanted.get(next) {
            next += 1;
            self.dependencies(id).into_iter().for_each(|other| {
                if !wanted.contains(&other) {
                    wanted.push(other);
                }
            });
        }
        loop {
            wanted.retain(|id| self.inference[id.position()].instance.is_none());
            let Some(&first) = wanted.first() else { return true };
            let free =
                wanted.iter().copied().find(|&id| self.dependencies(id).iter().all(|&other| other == id));
            let with_lower = || wanted.iter().copied().find(|&id| !self.proper(id, Side::Lower).is_empty());
            let with_upper = || wanted.iter().copied().find(|&id| !self.proper(id, Side::Upper).is_empty());
            let chosen = free.or_else(with_lower).or_else(with_upper).unwrap_or(first);
            if !self.choose_instance(chosen) {
                return false;
            }
        }
    }

    /// The variables without an instance that a variable's bounds mention.
    pub(in crate::sema) fn dependencies(&mut self, id: InferenceId) -> Vec<InferenceId> {
        let bounds = self.inference[id.position()].clone();
        let mut found = Vec::new();
        if bounds.instance.is_some() {
            return found;
        }
        for ty in bounds.equal.into_iter().chain(bounds.lower).chain(bounds.upper) {
            let ty = self.instantiated(ty);
            self.mentioned(ty, &mut found);
        }
        found
    }

    /// The bounds without inference variables.
    fn proper(&self, id: InferenceId, side: Side) -> Vec<TypeId> {
        let bounds = &self.inference[id.position()];
        let list = match side {
            Side::Equal => &bounds.equal,
            Side::Lower => &bounds.lower,
            Side::Upper => &bounds.upper,
        };
        let mut found = Vec::new();
        for &ty in list {
            if !self.has_open_inference(ty) {
                found.push(ty);
            }
        }
        found
    }

    fn has_open_inference(&self, id: TypeId) -> bool {
        let mut mentioned = Vec::new();
        self.mentioned(id, &mut mentioned);
        mentioned.iter().any(|other| match self.inference[other.position()].instance {
            Some(instance) => self.has_open_inference(instance),
            None => true,
        })
    }

    fn choose_instance(&mut self, id: InferenceId) -> bool {
        for side in [Side::Equal, Side::Lower, Side::Upper] {
            let found: Vec<TypeId> =
                self.proper(id, side).into_iter().map(|ty| self.instantiated(ty)).collect();
            let instance = match (&found[..], side) {
                ([], _) => continue,
                (&[first, ..], Side::Equal) => first,
                (all, Side::Lower) => match self.least_upper(all, 0) {
                    Some(bound) => bound,
                    None => return self.give_up("least upper bound"),
                },
                (all, Side::Upper) => {
                    // Of `T extends Comparable<T>` alone nothing is known but its bound.
                    if self.dependencies(id).contains(&id) {
                        return self.fresh_instance(id);
                    }
                    let mut bound = all[0];
                    for &other in &all[1..] {
                        bound = self.greatest_lower(bound, other);
                    }
                    bound
                }
            };
            return self.add(id, Side::Equal, instance, 0);
        }
        if self.dependencies(id).contains(&id) {
            return self.fresh_instance(id);
        }
        let object = self.object();
        self.add(id, Side::Equal, object, 0)
    }

    /// A fresh type variable for one that only its own bound limits, with that bound (18.4).
    fn fresh_instance(&mut self, id: InferenceId) -> bool {
        if self.dependencies(id).iter().any(|&other| other != id) {
            return self.give_up("inference of types that only their own bounds limit");
        }
        let object = self.object();
        let captured = self.captured.push(Captured { upper: object, lower: None });
        let fresh = self.intern(Kind::Captured(captured));
        let position = id.position();
        self.inference[position].instance = Some(fresh);
        let mut bound = object;
        for upper in self.inference[position].upper.clone() {
            let upper = self.instantiated(upper);
            bound = self.greatest_lower(bound, upper);
        }
        self.captured[captured].upper = bound;
        true
    }

    /// The type variables that a method declares.
    pub fn method_variables(&mut self, method: MethodId) -> Vec<Variable> {
        let count = self.method_signature(method).map_or(0, |signature| signature.variables.len());
        (0..count as u32).map(|index| Variable { owner: Owner::Method(method), index }).collect()
    }
}
