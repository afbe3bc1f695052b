//! Whether the cases of a `switch` cover all values, and which case another one leaves nothing (JLS 14.11.1).
//!
//! Values are told apart as far as sealed types, enums and records say: a sealed type that is abstract has the values of what it
//! permits, and a record those of its components. Erased types decide.

use super::Attributor;
use super::patterns::Shape;
use crate::sema::names::{Loaded, class_in};
use crate::sema::program::{ClassId, Program};
use crate::sema::types::Ty;
use crate::syntax::tree::{BaseType, Modifiers, TypeKind};

/// So many types are taken apart for one `switch`.
const MAX_STEPS: usize = 20_000;

/// The patterns of a case, one for each value that is looked at.
type Row = Vec<Shape>;

pub(super) enum Coverage {
    All,
    NotAll,
    /// Not found out.
    Unknown,
}

impl Attributor<'_> {
    /// Whether each value of a type, but for `null`, is matched by one of these.
    pub(super) fn coverage(&self, ty: Ty, shapes: &[Shape]) -> Coverage {
        let rows: Vec<Row> = shapes.iter().map(|shape| vec![shape.clone()]).collect();
        let mut steps = Steps { program: self.program, left: MAX_STEPS };
        match steps.cover(&[ty], &rows) {
            Some(true) => Coverage::All,
            Some(false) if shapes.iter().any(|shape| !shape.is_known()) => Coverage::Unknown,
            Some(false) => Coverage::NotAll,
            None => Coverage::Unknown,
        }
    }

    /// Whether what the second matches the first has matched before.
    pub(super) fn dominates(&self, first: &Shape, second: &Shape) -> bool {
        match (first, second) {
            (Shape::Type(Ty::Unknown), _) => false,
            (Shape::Type(ty), _) => match second.ty() {
                own @ Ty::Primitive(_) => own == *ty,
                own => own != Ty::Unknown && self.program.is_subtype(own, *ty),
            },
            (Shape::Record(a, parts), Shape::Record(b, others)) => {
                let mut pairs = parts.iter().zip(others);
                a == b && pairs.all(|((_, part), (_, other))| self.dominates(part, other))
            }
            (Shape::Record(..), Shape::Type(_)) => false,
        }
    }
}

struct Steps<'p> {
    program: &'p Program,
    left: usize,
}

impl Steps<'_> {
    /// Whether each list of values of these types is matched by a row.
    fn cover(&mut self, types: &[Ty], rows: &[Row]) -> Option<bool> {
        self.left = self.left.checked_sub(1 + rows.len())?;
        let Some((&first, rest)) = types.split_first() else { return Some(!rows.is_empty()) };
        let whole: Vec<Row> = rows.iter().filter(|row| self.is_whole(row, first)).map(tail).collect();
        if !whole.is_empty() && self.cover(rest, &whole)? {
            return Some(true);
        }
        let Ty::Class(class) = first else { return Some(false) };
        let c = &self.program.classes[class];
        if c.kind == TypeKind::Record {
            return self.cover_record(class, rest, rows);
        }
        if !c.modifiers.has(Modifiers::SEALED) || !(c.is_abstract() || c.is_interface()) {
            return Some(false);
        }
        for below in permitted(self.program, class)? {
            let mut types = vec![Ty::Class(below)];
            types.extend_from_slice(rest);
            if !self.cover(&types, rows)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn cover_record(&mut self, class: ClassId, rest: &[Ty], rows: &[Row]) -> Option<bool> {
        let apart = rows.iter().find_map(|row| match row.first() {
            Some(Shape::Record(of, parts)) if *of == class => Some(parts),
            _ => None,
        });
        let Some(apart) = apart else { return Some(false) };
        let parts: Vec<Ty> = apart.iter().map(|&(ty, _)| ty).collect();
        let mut inner: Vec<Row> = Vec::new();
        for row in rows {
            let mut new: Row = match row.first()? {
                Shape::Record(of, shapes) if *of == class => {
                    shapes.iter().map(|(_, shape)| shape.clone()).collect()
                }
                _ if self.is_whole(row, Ty::Class(class)) => {
                    parts.iter().map(|&ty| Shape::Type(ty)).collect()
                }
                _ => continue,
            };
            new.extend(tail(row));
            inner.push(new);
        }
        let mut types = parts;
        types.extend_from_slice(rest);
        self.cover(&types, &inner)
    }

    fn is_whole(&self, row: &Row, ty: Ty) -> bool {
        match row.first() {
            Some(Shape::Type(own)) => *own == ty || ty.is_reference() && self.program.is_subtype(ty, *own),
            _ => false,
        }
    }
}

fn tail(row: &Row) -> Row {
    row.get(1..).unwrap_or_default().to_vec()
}

/// The direct subtypes of a sealed type; none where one of them is not known.
fn permitted(program: &Program, class: ClassId) -> Option<Vec<ClassId>> {
    let decl = program.decl(class);
    if decl.permits.is_empty() {
        let unit = program.classes[class].unit;
        let is_below = |&other: &ClassId| {
            program.classes[other].unit == unit && program.classes[other].supertypes().any(|s| s == class)
        };
        let below: Vec<ClassId> = program.classes.ids().filter(is_below).collect();
        return (!below.is_empty()).then_some(below);
    }
    let named = decl.permits.iter().map(|written| match &written.base {
        BaseType::Named(segments) => class_in(&mut Loaded(program, &[]), class, segments).ok(),
        _ => None,
    });
    named.collect()
}
