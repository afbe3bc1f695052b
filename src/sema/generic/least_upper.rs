//! Least upper bounds of reference types (JLS 4.10.4), of which resolution makes instances.

use super::types::{Argument, Kind, TypeId, Types};
use crate::sema::program::ClassId;

/// Arguments of arguments of a least upper bound, from which on it is a wildcard.
const MAX_BOUND_DEPTH: usize = 2;

impl Types<'_> {
    /// The least upper bound of types.
    pub fn least_upper(&mut self, types: &[TypeId], depth: usize) -> Option<TypeId> {
        let mut distinct: Vec<TypeId> = Vec::new();
        for &ty in types {
            if *self.kind(ty) != Kind::Null && !distinct.contains(&ty) {
                distinct.push(ty);
            }
        }
        let Some(&first) = distinct.first() else { return types.first().copied() };
        if distinct.iter().any(|&ty| matches!(self.kind(ty), Kind::Primitive(_) | Kind::Void)) {
            return None;
        }
        if let Some(&above) =
            distinct.iter().find(|&&sup| distinct.iter().all(|&sub| self.is_subtype(sub, sup)))
        {
            return Some(above);
        }
        let cells: Option<Vec<TypeId>> = distinct
            .iter()
            .map(|&ty| match self.kind(ty) {
                Kind::Array(cell) if !matches!(self.kind(*cell), Kind::Primitive(_)) => Some(*cell),
                _ => None,
            })
            .collect();
        if let Some(cells) = cells {
            let cell = self.least_upper(&cells, depth)?;
            return Some(self.intern(Kind::Array(cell)));
        }
        let mut common: Vec<ClassId> = self.classes_above(first);
        for &ty in &distinct[1..] {
            let above = self.classes_above(ty);
            common.retain(|class| above.contains(class));
        }
        let program = self.program;
        let variable = self.common_variable(&distinct);
        if let Some(variable) = variable {
            let above = self.classes_above(variable);
            common.retain(|class| !above.contains(class));
        }
        let minimal: Vec<ClassId> = common
            .iter()
            .copied()
            .filter(|&c| !common.iter().any(|&other| other != c && program.is_subclass(other, c)))
            .collect();
        let mut parts: Vec<TypeId> = variable.into_iter().collect();
        let (classes, interfaces): (Vec<_>, Vec<_>) =
            minimal.into_iter().partition(|&c| !program.classes[c].is_interface());
        for class in classes.into_iter().chain(interfaces) {
            let seen: Option<Vec<TypeId>> = distinct
                .iter()
                .map(|&ty| {
                    let ty = self.capture(ty);
                    self.as_super(ty, class)
                })
                .collect();
            parts.push(self.common_parameterization(class, &seen?, depth)?);
        }
        match &parts[..] {
            [] => Some(self.object()),
            parts => Some(self.intersection(parts)),
        }
    }

    /// The least type variable that all the types are or have above them. The text of 4.10.4 knows erased candidates alone, and
    /// javac takes variables as they are.
    fn common_variable(&mut self, types: &[TypeId]) -> Option<TypeId> {
        let (first, others) = types.split_first()?;
        let mut common = self.variables_above(*first);
        for &ty in others {
            let above = self.variables_above(ty);
            common.retain(|variable| above.contains(variable));
        }
        common.first().copied()
    }

    /// The type variables that a type is or has as a bound, nearest first.
    fn variables_above(&mut self, mut ty: TypeId) -> Vec<TypeId> {
        let mut found = Vec::new();
        loop {
            let bound = match self.kind(ty).clone() {
                Kind::Variable(variable) => self.bound(variable),
                Kind::Captured(captured) => self.captured[captured].upper,
                _ => return found,
            };
            if found.contains(&ty) {
                return found;
            }
            found.push(ty);
            ty = bound;
        }
    }

    fn classes_above(&mut self, ty: TypeId) -> Vec<ClassId> {
        match self.kind(ty).clone() {
            Kind::Class(class, _) => {
                let mut all = self.program.tables.classes[class].ancestors.clone();
                if !all.contains(&self.program.well_known.object) {
                    all.push(self.program.well_known.object);
                }
                all
            }
            Kind::Variable(variable) => {
                let bound = self.bound(variable);
                self.classes_above(bound)
            }
            Kind::Captured(captured) => self.classes_above(self.captured[captured].upper),
            Kind::Intersection(parts) => {
                let mut all: Vec<ClassId> = parts.iter().flat_map(|&part| self.classes_above(part)).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
            Kind::Array(_) => {
                let mut above = vec![self.program.well_known.object, self.program.well_known.cloneable];
                above.extend(self.program.class_named("java.io.Serializable"));
                above
            }
            _ => Vec::new(),
        }
    }

    fn common_parameterization(&mut self, class: ClassId, seen: &[TypeId], depth: usize) -> Option<TypeId> {
        if seen.windows(2).all(|pair| pair[0] == pair[1]) {
            return seen.first().copied();
        }
        let mut arguments: Option<Vec<Argument>> = None;
        for &ty in seen {
            let Kind::Class(_, own) = self.kind(ty).clone() else { return None };
            if own.is_empty() {
                return Some(self.class(class));
            }
            arguments = Some(match arguments {
                None => own.to_vec(),
                Some(so_far) => {
                    let pairs: Vec<(Argument, Argument)> = so_far.into_iter().zip(own).collect();
                    let mut joined = Vec::with_capacity(pairs.len());
                    for (a, b) in pairs {
                        joined.push(self.common_argument(a, b, depth)?);
                    }
                    joined
                }
            });
        }
        Some(self.parameterized(class, arguments?))
    }

    /// lcta (4.10.4).
    fn common_argument(&mut self, a: Argument, b: Argument, depth: usize) -> Option<Argument> {
        if a == b {
            return Some(a);
        }
        Some(match (a, b) {
            (Argument::Unbounded, _) | (_, Argument::Unbounded) => Argument::Unbounded,
            (Argument::Exact(u) | Argument::Extends(u), Argument::Exact(v) | Argument::Extends(v)) => {
                if depth >= MAX_BOUND_DEPTH {
                    Argument::Unbounded
                } else {
                    Argument::Extends(self.least_upper(&[u, v], depth + 1)?)
                }
            }
            (Argument::Super(u), Argument::Super(v)) => Argument::Super(self.greatest_lower(u, v)),
            (Argument::Exact(_) | Argument::Extends(_), Argument::Super(_))
            | (Argument::Super(_), Argument::Exact(_) | Argument::Extends(_)) => Argument::Unbounded,
        })
    }
}
