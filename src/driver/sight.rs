//! What a test sees of two versions of a driver at its end, as terms: that they look the same (DESIGN §3, POD).
//!
//! The comparison follows what `exec::checks` asserts: the value or the exception of the call under test and of the
//! following calls, the driver's objects and what can be read of them, readable statics, the text written. It goes a
//! few objects deep, and it takes two texts for different where their parts are, so it serves to *find* tests and
//! proves nothing: each find is run.

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::cfg::lower::variables as heap;
use crate::driver::skeleton::Skeleton;
use crate::exec::linked::readable;
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType as P;
use crate::sema::program::{ClassId, FieldId, Program, Role};
use crate::sema::type_numbers::TypeNumbers;
use crate::sema::types::Ty;
use crate::symbolic::summary::Exit;
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::State;
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{Function, TermId, TermKind, Terms};

/// How many objects deep two states are compared.
const DEPTH: usize = 5;
/// The most pairs of references that are compared.
const MAX_PAIRS: usize = 400;

/// Compares the states in which two versions of a driver return.
pub struct Sight<'a> {
    program: &'a Program,
    numbers: &'a TypeNumbers,
    terms: &'a mut Terms,
    /// In which class the driver stands.
    host: ClassId,
    original: &'a State,
    mutant: &'a State,
    pairs: FxHashMap<(TermId, TermId, Ty), TermId>,
    texts: FxHashMap<(TermId, TermId), TermId>,
}

/// Conditions which hold together where the two versions look the same at the end of a driver: the plain ones first.
pub fn same(
    program: &Program,
    numbers: &TypeNumbers,
    skeleton: &mut Skeleton<'_>,
    original: &Exit,
    mutant: &Exit,
) -> Vec<TermId> {
    let (ends, objects) = (skeleton.ends(), skeleton.objects());
    let host = program.methods[skeleton.graph.method].class;
    let mut sight = Sight {
        program,
        numbers,
        terms: &mut skeleton.terms,
        host,
        original: &original.state,
        mutant: &mutant.state,
        pairs: FxHashMap::default(),
        texts: FxHashMap::default(),
    };
    let mut all = Vec::new();
    let throwable = Ty::Class(program.well_known.throwable);
    let mut references = Vec::new();
    for end in ends {
        all.push(sight.variable(end.thrown, throwable));
        if let Some((value, ty)) = end.value {
            all.push(sight.variable(value, ty));
            references.extend(ty.is_reference().then_some(value));
        }
    }
    for (object, ty) in objects {
        all.push(sight.variable(object, ty));
        references.push(object);
    }
    for var in sight.terms.variables().collect::<Vec<_>>() {
        match sight.terms.info(var).variable {
            Variable::Static(field) if sight.is_seen_static(field) => {
                all.push(sight.variable(var, program.fields[field].ty));
            }
            Variable::Trap => all.push(sight.variable(var, Ty::BOOLEAN)),
            Variable::Out | Variable::Err => {
                let (a, b) = sight.values(var);
                all.push(sight.written(a, b));
            }
            _ => {}
        }
    }
    all.extend(sight.aliases(&references));
    all.retain(|&term| !sight.terms.is_true(term));
    all
}

impl Sight<'_> {
    fn is_seen_static(&self, field: FieldId) -> bool {
        let declared = &self.program.fields[field];
        !declared.is_final()
            && !self.program.role(declared.class).is_foreign()
            && readable(self.program, field, self.host)
    }

    fn values(&mut self, var: VarId) -> (TermId, TermId) {
        let unchanged = self.terms.var(var);
        let in_state = |state: &State| state.get(&var).copied().unwrap_or(unchanged);
        (in_state(self.original), in_state(self.mutant))
    }

    fn variable(&mut self, var: VarId, ty: Ty) -> TermId {
        let (a, b) = self.values(var);
        self.value(ty, a, b, 0)
    }

    fn value(&mut self, ty: Ty, a: TermId, b: TermId, depth: usize) -> TermId {
        match ty {
            Ty::Primitive(_) => self.terms.same_value(a, b),
            Ty::Void | Ty::Null | Ty::Unknown => self.terms.boolean(true),
            Ty::Class(_) | Ty::Array(_) => self.reference(ty, a, b, depth),
        }
    }

    fn reference(&mut self, ty: Ty, a: TermId, b: TermId, depth: usize) -> TermId {
        if let Some(&known) = self.pairs.get(&(a, b, ty)) {
            return known;
        }
        if depth > DEPTH || self.pairs.len() > MAX_PAIRS {
            return self.terms.boolean(true);
        }
        // What leads back here is the same if all else is.
        let yes = self.terms.boolean(true);
        self.pairs.insert((a, b, ty), yes);
        let null = self.terms.null();
        let (is_null, other_is_null) =
            (self.terms.same_reference(a, null), self.terms.same_reference(b, null));
        let both = self.terms.same_value(is_null, other_is_null);
        let content = self.content(ty, a, b, depth);
        let no_matter = self.terms.or(is_null, content);
        let same = self.terms.and(both, no_matter);
        self.pairs.insert((a, b, ty), same);
        same
    }

    /// Of two objects.
    fn content(&mut self, ty: Ty, a: TermId, b: TermId, depth: usize) -> TermId {
        let known = &self.program.well_known;
        let class = match ty {
            Ty::Class(class) => class,
            _ => return self.array(ty, a, b, depth),
        };
        if class == known.string {
            return self.text(a, b);
        }
        if let Some(primitive) = self.program.unwrapped(class) {
            return self.unboxed(primitive, a, b);
        }
        if !self.program.classes[class].constants.is_empty() {
            return self.terms.same_reference(a, b);
        }
        let (number, other) = (self.number(true, a), self.number(false, b));
        let mut all = self.terms.same_value(number, other);
        for of in self.program.classes.ids() {
            let declared = &self.program.classes[of];
            let is_content = known.string_builder == class || known.string_buffer == class;
            let may_be = self.program.is_subclass(of, class) || self.program.is_subclass(class, of);
            let is_throwable = of == known.throwable;
            if !may_be || self.program.role(of) == Role::Library && !is_throwable && !is_content {
                continue;
            }
            let fields: Vec<FieldId> = declared.fields.clone();
            let is_of = self.numbers.is_instance(self.terms, number, Ty::Class(of));
            if self.terms.is_false(is_of) {
                continue;
            }
            let mut own = self.terms.boolean(true);
            if is_throwable {
                own = self.message(&fields, a, b);
            } else {
                for field in fields {
                    let declared = &self.program.fields[field];
                    let seen = is_content || readable(self.program, field, self.host);
                    if declared.is_static() || !seen {
                        continue;
                    }
                    let ty = if is_content && declared.ty.is_reference() {
                        self.program.string()
                    } else {
                        declared.ty
                    };
                    let Some((x, y)) = self.fields(field, a, b) else { continue };
                    let same = self.value(ty, x, y, depth + 1);
                    own = self.terms.and(own, same);
                }
            }
            let not = self.terms.not(is_of);
            let own = self.terms.or(not, own);
            all = self.terms.and(all, own);
        }
        // What an `Object` may be beside.
        if class == known.object || self.program.classes[class].is_interface() || class == known.number {
            for primitive in P::ALL {
                let wrapper = Ty::Class(self.program.wrapper(primitive));
                if self.program.is_subtype(wrapper, ty) {
                    let same = self.unboxed(primitive, a, b);
                    all = self.where_is(number, wrapper, same, all);
                }
            }
            if self.program.is_subtype(self.program.string(), ty) {
                let same = self.text(a, b);
                all = self.where_is(number, self.program.string(), same, all);
            }
        }
        all
    }

    /// `all`, and `same` for objects of a type.
    fn where_is(&mut self, number: TermId, ty: Ty, same: TermId, all: TermId) -> TermId {
        let is = self.numbers.is_instance(self.terms, number, ty);
        let not = self.terms.not(is);
        let own = self.terms.or(not, same);
        self.terms.and(all, own)
    }

    fn unboxed(&mut self, ty: P, a: TermId, b: TermId) -> TermId {
        let x = self.terms.apply(Function::Unbox(ty), smallvec![a]);
        let y = self.terms.apply(Function::Unbox(ty), smallvec![b]);
        self.terms.same_value(x, y)
    }

    /// The messages of two exceptions, where the program made the original's: what the JVM says instead is another text.
    fn message(&mut self, fields: &[FieldId], a: TermId, b: TermId) -> TermId {
        let named = |name: &str| fields.iter().copied().find(|&f| &*self.program.fields[f].name == name);
        let (Some(message), Some(origin)) = (named("message"), named("origin")) else {
            return self.terms.boolean(true);
        };
        let (Some((x, y)), Some((from, other_from))) =
            (self.fields(message, a, b), self.fields(origin, a, b))
        else {
            return self.terms.boolean(true);
        };
        let program = self.terms.int(0);
        let made = self.terms.same_value(from, program);
        let other_made = self.terms.same_value(other_from, program);
        let not = self.terms.not(made);
        let same = self.reference(self.program.string(), x, y, 0);
        let same = self.terms.and(other_made, same);
        self.terms.or(not, same)
    }

    fn fields(&mut self, field: FieldId, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let var = self.terms.find_variable(Variable::Field(field))?;
        let (x, y) = self.values(var);
        Some((self.terms.select(x, a), self.terms.select(y, b)))
    }

    /// The number of an object's class.
    fn number(&mut self, original: bool, object: TermId) -> TermId {
        let var = heap::class(self.terms);
        let (x, y) = self.values(var);
        self.terms.select(if original { x } else { y }, object)
    }

    fn array(&mut self, ty: Ty, a: TermId, b: TermId, depth: usize) -> TermId {
        let Ty::Array(array) = ty else { return self.terms.boolean(true) };
        let lengths = heap::length(self.terms);
        let (x, y) = self.values(lengths);
        let (x, y) = (self.terms.select(x, a), self.terms.select(y, b));
        let same_length = self.terms.same_value(x, y);
        let index = self.any_index(depth);
        let zero = self.terms.int(0);
        let above = self.terms.binary(Op::Ge, P::Int, index, zero);
        let below = self.terms.binary(Op::Lt, P::Int, index, x);
        let inside = self.terms.and(above, below);
        let cells = heap::cells(self.terms, array.cell());
        let (m, n) = self.values(cells);
        let (m, n) = (self.terms.select_cell(m, a, index), self.terms.select_cell(n, b, index));
        let same = self.value(array.cell(), m, n, depth + 1);
        let outside = self.terms.not(inside);
        let same_cell = self.terms.or(outside, same);
        self.terms.and(same_length, same_cell)
    }

    /// Any index, one for each level: whatever differs, differs at one.
    fn any_index(&mut self, depth: usize) -> TermId {
        let info = VariableInfo {
            variable: Variable::Any(depth as u32),
            sort: Sort::Value(ValueSort::Int),
            ty: None,
            name: format!("any index {depth}"),
        };
        let var = self.terms.variable(info);
        self.terms.var(var)
    }

    /// Whether two strings, none of them null, have the same parts.
    fn text(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.terms.boolean(true);
        }
        if let Some(&known) = self.texts.get(&(a, b)) {
            return known;
        }
        let same = self.text_anew(a, b);
        self.texts.insert((a, b), same);
        same
    }

    fn text_anew(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.terms.kind(a).clone(), self.terms.kind(b).clone()) {
            (TermKind::Choose { condition, then, otherwise }, _) => {
                let (x, y) = (self.text(then, b), self.text(otherwise, b));
                return self.terms.choose(condition, x, y);
            }
            (_, TermKind::Choose { condition, then, otherwise }) => {
                let (x, y) = (self.text(a, then), self.text(a, otherwise));
                return self.terms.choose(condition, x, y);
            }
            (
                TermKind::Apply { function: f, arguments: x },
                TermKind::Apply { function: g, arguments: y },
            ) if f == g => match f {
                Function::TextOf(_) => return self.terms.same_value(x[0], y[0]),
                Function::Concat => {
                    let (left, right) = (self.text(x[0], y[0]), self.text(x[1], y[1]));
                    return self.terms.and(left, right);
                }
                _ => {}
            },
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        self.terms.apply(Function::SameText, smallvec![a, b])
    }

    /// Text that was written, piece by piece.
    fn written(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.terms.boolean(true);
        }
        if let Some(&known) = self.texts.get(&(a, b)) {
            return known;
        }
        let same = match (self.terms.kind(a).clone(), self.terms.kind(b).clone()) {
            (TermKind::Choose { condition, then, otherwise }, _) => {
                let (x, y) = (self.written(then, b), self.written(otherwise, b));
                self.terms.choose(condition, x, y)
            }
            (_, TermKind::Choose { condition, then, otherwise }) => {
                let (x, y) = (self.written(a, then), self.written(a, otherwise));
                self.terms.choose(condition, x, y)
            }
            (
                TermKind::Apply { function: Function::Append, arguments: x },
                TermKind::Apply { function: Function::Append, arguments: y },
            ) => {
                let (before, text) = (self.written(x[0], y[0]), self.text(x[1], y[1]));
                self.terms.and(before, text)
            }
            _ => self.terms.boolean(false),
        };
        self.texts.insert((a, b), same);
        same
    }

    /// Which of the references at the top are the same object.
    fn aliases(&mut self, references: &[VarId]) -> Vec<TermId> {
        let mut all = Vec::new();
        for (i, &first) in references.iter().enumerate().take(8) {
            for &second in references[..i].iter().rev() {
                let ((a, b), (c, d)) = (self.values(first), self.values(second));
                let (in_original, in_mutant) =
                    (self.terms.same_reference(a, c), self.terms.same_reference(b, d));
                all.push(self.terms.same_value(in_original, in_mutant));
            }
        }
        all
    }
}
