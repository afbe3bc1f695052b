//! Terms: typed expressions over variables, hash-consed, and simplified as they are built (DESIGN §6).
//!
//! The same language serves as the nodes' code in a CFG (a variable is its value when the node begins) and as
//! region summaries (a variable is its value at the region's head).
//!
//! Invariants
//! - Equal terms have equal ids in one [`Terms`]; children have smaller ids than their parents.
//! - Terms are total: what can throw is guarded by a node before (`a / 0` is some number here, the same on both
//!   sides, and is never looked at). A shift's count is masked.
//! - Only [`simplify`] makes nodes; each of its rules holds for all values of the variables.
//! - Maps are read through: no [`TermKind::Select`] stands over a store or a choice; it stands over a variable or
//!   an [`TermKind::Apply`] alone.
//!
//! | looking for | file |
//! | --- | --- |
//! | what terms are built by | `simplify`, `identities`, `booleans` |
//! | ids, sorts, variables | `id`, `sort`, `variable` |
//! | values: of leaves, of variables, of terms | `domain`, `assignment`, `evaluate` |
//! | parts of terms, variables replaced | `closure`, `substitute` |
//! | strings and wrapper objects | `text` |
//! | terms for a reader | `print` |

pub mod assignment;
mod booleans;
mod closure;
pub mod domain;
pub mod evaluate;
mod id;
mod identities;
pub mod print;
pub mod simplify;
pub mod sort;
pub mod substitute;
mod text;
pub mod variable;

pub use id::TermId;

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::index::{Id as _, IndexVec};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{FieldId, MethodId};
use crate::syntax::tree::{ExprId, StmtId};
use crate::term::id::Times;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{FrameId, VarId, Variable, VariableInfo};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// Boolean, Int, Long, Float or Double; every NaN is the canonical one.
    Constant(Primitive),
    Null,
    /// The interned string.
    Text(JavaString),
    Var(VarId),
    /// On the sort's own type: `-`, `~`, `!`.
    Unary {
        op: UnaryOperator,
        operand: TermId,
    },
    /// Both operands have one sort; of a shift, each its own. `ty` is the operands' (a shift: the left one's)
    /// type: Boolean, Int, Long, Float, Double.
    Binary {
        op: BinaryOperator,
        ty: PrimitiveType,
        left: TermId,
        right: TermId,
    },
    /// Between primitive types; the operand has the sort of `from`, the result that of `to`.
    Convert {
        from: PrimitiveType,
        to: PrimitiveType,
        operand: TermId,
    },
    /// Whether two floating-point values are the same value: every NaN one value, -0.0 not 0.0 (`Double.equals`).
    /// Other sorts say it with `==`.
    SameFloat {
        left: TermId,
        right: TermId,
    },
    /// Whether two references are the same.
    SameReference {
        left: TermId,
        right: TermId,
    },
    /// The branches have one sort, which may be a map.
    Choose {
        condition: TermId,
        then: TermId,
        otherwise: TermId,
    },
    /// The reference that allocation number `operand` (an int) makes.
    Fresh(TermId),
    Select {
        map: TermId,
        object: TermId,
    },
    Store {
        map: TermId,
        object: TermId,
        value: TermId,
    },
    SelectCell {
        map: TermId,
        array: TermId,
        index: TermId,
    },
    StoreCell {
        map: TermId,
        array: TermId,
        index: TermId,
        value: TermId,
    },
    /// The map in which all cells of one array hold a value: what allocation makes.
    Fill {
        map: TermId,
        array: TermId,
        value: TermId,
    },
    /// A function of its arguments that is not looked into, or only by some: equal arguments, equal values.
    Apply {
        function: Function,
        arguments: SmallVec<[TermId; 4]>,
    },
}

/// How a place of the code comes by a string or a wrapper object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Maker {
    Concat,
    New,
    Box,
    /// A method of the library, which may return one that there was before.
    Call(MethodId),
}

/// A place of the code that makes objects, none of them twice in one run of an acyclic graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Making {
    pub frame: FrameId,
    pub origin: Option<ExprId>,
    /// How often its code stands in the graph of its method before.
    pub again: u32,
    /// In which copy of its loops' code it stands, see [`Terms::time_frame`].
    pub copy: u32,
}

/// What [`TermKind::Apply`] applies. `sort` is part of the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The length of a string.
    StringLength,
    /// The unit of a string at an index inside it.
    StringUnit,
    /// Two strings in a row, as a string.
    Concat,
    /// The text of a value of this type, as a string.
    TextOf(PrimitiveType),
    /// The content of two strings that are not null is the same: a boolean.
    SameText,
    /// Two references, neither of them null, that may be strings or wrapper objects are one object: a boolean. Java
    /// leaves that open, so no proof may rest on it (`sema::identity`).
    SameObject,
    /// The object that a place of the code makes of its only argument, a string or a wrapper object: how, and the number of that
    /// place ([`Terms::making`]). It is known by these, so that what another place makes is another object, whatever its
    /// value; and it is never null. Graphs have it where [`Terms::tells_objects_apart`].
    Made(Maker, u32),
    /// A wrapper object that holds a value of this type. Never null; whether two of them are one object is not
    /// asked (a graph that would ask says that it does not know).
    Box(PrimitiveType),
    /// The value that a wrapper object holds, which never changes.
    Unbox(PrimitiveType),
    /// What a method that neither reads nor writes the heap returns for these arguments.
    Value(MethodId, Sort),
    /// Whether it throws for them: a boolean.
    Throws(MethodId),
    /// A call that is not looked into, and which variables it may read ([`Terms::read_set`]). Its arguments and their
    /// values are those of the application, and what the call does is a function of that.
    Call(MethodId, u32),
    /// What one variable holds behind such a call, by its position among those that the call writes. The arguments are
    /// the call, and what the variable held before where it may be left.
    Effect(MethodId, u32, Sort),
    /// Text written: the text so far, and what is added.
    Append,
    /// Anything else that has a name: a number that its maker gives out.
    Opaque(u32, Sort),
}

impl Function {
    /// Whether it looks at what strings and wrapper objects hold, and at nothing else of them.
    pub const fn looks_at_values(self) -> bool {
        match self {
            Self::StringLength
            | Self::StringUnit
            | Self::SameText
            | Self::Unbox(_)
            | Self::Throws(_)
            | Self::Append => true,
            Self::Value(_, sort) => !matches!(sort, Sort::Value(ValueSort::Reference)),
            _ => false,
        }
    }

    pub const fn sort(self) -> Sort {
        match self {
            Self::StringLength | Self::StringUnit => Sort::Value(ValueSort::Int),
            Self::Concat | Self::TextOf(_) | Self::Box(_) | Self::Made(..) => {
                Sort::Value(ValueSort::Reference)
            }
            Self::Unbox(ty) => Sort::Value(ValueSort::of_primitive(ty)),
            Self::SameText | Self::SameObject | Self::Throws(_) => Sort::Value(ValueSort::Boolean),
            Self::Value(_, sort) | Self::Effect(_, _, sort) | Self::Opaque(_, sort) => sort,
            Self::Append | Self::Call(..) => Sort::Opaque,
        }
    }
}

/// A call frame of an inlined method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub parent: FrameId,
    /// The number of the call among the parent's, by its key in the CFG.
    pub site: u32,
    pub method: MethodId,
}

/// The arena of terms and variables of one analysis.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Whether graphs over these terms may ask which strings and wrapper objects are one ([`Function::SameObject`]):
    /// where tests are sought. Where it is not set, such code is outside the subset.
    pub asks_for_identity: bool,
    /// Whether each part of a condition is a decision of its own in graphs over these terms, be it without any effect: where paths are
    /// counted.
    pub splits_conditions: bool,
    /// Whether a reference to a string or a wrapper object stands for the object and not for its value
    /// ([`Function::Made`], `roa::objects`): where proofs are sought in a program that asks which objects are one.
    pub tells_objects_apart: bool,
    /// Whether sums and products of floating-point numbers have their operands in one order. Where two versions are compared,
    /// one may have turned them round; a mutant keeps them.
    pub orders_floats: bool,
    /// Fields that are no outputs, and whose values no code but their own updates reads (`roa::unread`).
    pub unread: Arc<BTreeSet<FieldId>>,
    kinds: IndexVec<TermId, TermKind>,
    sorts: IndexVec<TermId, Sort>,
    times: Times,
    ids: FxHashMap<TermKind, TermId>,
    /// What reads of choices between maps are: without it, a read of maps that share parts would visit each part once
    /// for each way to it.
    reads: FxHashMap<(TermId, TermId, Option<TermId>), TermId>,
    variables: IndexVec<VarId, VariableInfo>,
    variable_ids: FxHashMap<Variable, VarId>,
    /// Frame 0, the method analysed, is not in the list.
    frames: Vec<Frame>,
    frame_ids: FxHashMap<Frame, FrameId>,
    /// The copies of code, see [`Terms::copy`] and [`Terms::time_frame`].
    copy_ids: FxHashMap<CopyOf, u32>,
    read_sets: IndexSet<Vec<VarId>>,
    makings: IndexSet<Making>,
    /// How many symbols of definitions there are.
    versions: u32,
    weight: usize,
    /// How often a term was asked for, which may have been there.
    asked: u64,
}

fn weight_of(kind: &TermKind) -> usize {
    match kind {
        TermKind::Apply { arguments, .. } => 1 + arguments.len() / 4,
        _ => 1,
    }
}

/// A copy of the `finally` part of a `try` statement: for one way that leads into it, inside another copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copied {
    pub inside: u32,
    pub statement: Option<StmtId>,
    /// A number for the way; the same way has the same number in all versions of a method.
    pub way: u64,
}

/// The code of a loop once more: in its `frame`th time frame, counted from 0, inside another copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeFrame {
    pub inside: u32,
    /// The statement of the loop's head.
    pub head: Option<StmtId>,
    /// How many loops are around that one, itself included: heads of one statement are told apart by it.
    pub depth: u32,
    pub frame: u32,
}

/// Why code is there more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CopyOf {
    Finally(Copied),
    Frame(TimeFrame),
}

impl Terms {
    pub fn new() -> Self {
        Self::default()
    }

    /// None yet, under the same settings.
    pub fn with_settings(&self) -> Self {
        Self {
            asks_for_identity: self.asks_for_identity,
            splits_conditions: self.splits_conditions,
            tells_objects_apart: self.tells_objects_apart,
            orders_floats: self.orders_floats,
            unread: self.unread.clone(),
            ..Self::default()
        }
    }

    /// A number for the variables that a call may read: calls of one method that may run other code read other ones.
    pub fn read_set(&mut self, vars: &[VarId]) -> u32 {
        let known = self.read_sets.get_index_of(vars);
        let index = known.unwrap_or_else(|| self.read_sets.insert_full(vars.to_vec()).0);
        // An index of at most as many as there are calls in some graphs.
        index as u32
    }

    /// The number of a place that makes objects.
    pub fn making(&mut self, place: Making) -> u32 {
        // An index of at most as many as there are such places in some graphs.
        self.makings.insert_full(place).0 as u32
    }

    /// A term of a copy of its code: what that makes is not what the code itself makes.
    pub fn in_copy(&mut self, root: TermId, copy: u32) -> TermId {
        if !self.tells_objects_apart {
            return root;
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        // Parts come before what is made of them.
        for term in self.closure(&[root]) {
            let rebuilt = self.rebuild(term, |child| done[&child]);
            let copied = match self.kind(rebuilt).clone() {
                TermKind::Apply { function: Function::Made(maker, place), arguments } => {
                    let place = self.making(Making { copy, ..self.makings[place as usize] });
                    self.apply(Function::Made(maker, place), arguments)
                }
                _ => rebuilt,
            };
            done.insert(term, copied);
        }
        done[&root]
    }

    pub fn kind(&self, term: TermId) -> &TermKind {
        self.times.check(term);
        &self.kinds[term]
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.times.check(term);
        self.sorts[term]
    }

    /// How many terms there are: a measure of work, and the bound below which all ids lie.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The term of this kind as it is; `simplify` alone calls it.
    fn intern(&mut self, kind: TermKind, sort: Sort) -> TermId {
        self.asked += 1;
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        self.weight += weight_of(&kind);
        let mut id = self.kinds.push(kind.clone());
        self.times.stamp(&mut id);
        self.sorts.push(sort);
        self.ids.insert(kind, id);
        id
    }

    /// Whether a variable is a field that is unread ([`Self::unread`]).
    pub fn is_unread(&self, var: VarId) -> bool {
        match self.variables[var].variable {
            Variable::Field(field) | Variable::Static(field) => self.unread.contains(&field),
            _ => false,
        }
    }

    /// Whether a part of the terms stands for an object that a place of the code makes.
    pub fn makes_objects(&self, roots: &[TermId]) -> bool {
        let makes =
            |&term: &TermId| matches!(self.kind(term), TermKind::Apply { function: Function::Made(..), .. });
        self.closure(roots).iter().any(makes)
    }

    /// How often a term was asked for, whether it was new or not: a measure of work.
    pub const fn asked(&self) -> u64 {
        self.asked
    }

    /// About how much there is: terms and arguments of functions.
    pub const fn weight(&self) -> usize {
        self.weight
    }

    /// Forgets all terms but the first `len`: their ids mean others from now on, so nothing may hold one of them.
    /// Variables, frames and copies stay.
    pub fn truncate(&mut self, len: usize) {
        while self.kinds.len() > len
            && let Some(kind) = self.kinds.pop()
        {
            self.sorts.pop();
            self.ids.remove(&kind);
            self.weight -= weight_of(&kind);
        }
        self.times.forget(self.kinds.len());
        let is_old = |term: TermId| term.index() < len;
        self.reads.retain(|&(map, object, index), read| {
            is_old(map) && is_old(object) && index.is_none_or(is_old) && is_old(*read)
        });
    }

    /// The variable with this identity; its other properties are those of the first call.
    pub fn variable(&mut self, info: VariableInfo) -> VarId {
        if let Some(&id) = self.variable_ids.get(&info.variable) {
            return id;
        }
        let variable = info.variable;
        let id = self.variables.push(info);
        self.variable_ids.insert(variable, id);
        id
    }

    /// A symbol for one more definition of a variable, with its sort and its type.
    pub fn new_version(&mut self, var: VarId) -> VarId {
        let variable = Variable::Version(self.versions);
        self.versions += 1;
        let info = VariableInfo { variable, ..self.info(var).clone() };
        self.variable(info)
    }

    /// A symbol for whether something is executed.
    pub fn new_condition(&mut self) -> VarId {
        let variable = Variable::Version(self.versions);
        self.versions += 1;
        let ty = Some(crate::sema::types::Ty::Primitive(PrimitiveType::Boolean));
        let sort = Sort::Value(ValueSort::Boolean);
        self.variable(VariableInfo { variable, sort, ty, name: "executed".to_owned() })
    }

    pub fn find_variable(&self, variable: Variable) -> Option<VarId> {
        self.variable_ids.get(&variable).copied()
    }

    pub fn info(&self, var: VarId) -> &VariableInfo {
        &self.variables[var]
    }

    pub fn variables(&self) -> impl DoubleEndedIterator<Item = VarId> + use<> {
        self.variables.ids()
    }

    /// The frame of the method analysed.
    pub fn root_frame() -> FrameId {
        FrameId::new(0)
    }

    pub fn frame(&mut self, frame: Frame) -> FrameId {
        if let Some(&id) = self.frame_ids.get(&frame) {
            return id;
        }
        self.frames.push(frame);
        let id = FrameId::new(self.frames.len());
        self.frame_ids.insert(frame, id);
        id
    }

    /// The number of a copy of code, never 0: the same for the same copy in all graphs over these terms.
    pub fn copy(&mut self, copied: Copied) -> u32 {
        self.number_of_copy(CopyOf::Finally(copied))
    }

    /// The number of what a loop's code is in a time frame, as [`Self::copy`] gives it; in the first frame it is no
    /// copy.
    pub fn time_frame(&mut self, frame: TimeFrame) -> u32 {
        if frame.frame == 0 { frame.inside } else { self.number_of_copy(CopyOf::Frame(frame)) }
    }

    fn number_of_copy(&mut self, copy: CopyOf) -> u32 {
        let next = self.copy_ids.len() as u32 + 1;
        *self.copy_ids.entry(copy).or_insert(next)
    }

    /// `None` for the root.
    pub fn frame_info(&self, frame: FrameId) -> Option<Frame> {
        frame.index().checked_sub(1).map(|i| self.frames[i])
    }

    /// The constant that a term is.
    pub fn constant(&self, term: TermId) -> Option<Primitive> {
        match self.kinds[term] {
            TermKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// A product, quotient or remainder of integers: what takes a large circuit.
    pub fn is_product(&self, term: TermId) -> bool {
        use BinaryOperator::{Div, Mul, Rem};
        matches!(self.kind(term), TermKind::Binary { op: Mul | Div | Rem, ty, .. } if !ty.is_floating())
    }

    pub fn is_true(&self, term: TermId) -> bool {
        self.constant(term) == Some(Primitive::Boolean(true))
    }

    pub fn is_false(&self, term: TermId) -> bool {
        self.constant(term) == Some(Primitive::Boolean(false))
    }

    /// Calls `visit` on each child, in order.
    pub fn each_child(&self, term: TermId, mut visit: impl FnMut(TermId)) {
        match &self.kinds[term] {
            TermKind::Constant(_) | TermKind::Null | TermKind::Text(_) | TermKind::Var(_) => {}
            TermKind::Unary { operand, .. }
            | TermKind::Convert { operand, .. }
            | TermKind::Fresh(operand) => {
                visit(*operand);
            }
            TermKind::Binary { left, right, .. }
            | TermKind::SameFloat { left, right }
            | TermKind::SameReference { left, right } => [*left, *right].into_iter().for_each(visit),
            TermKind::Select { map, object } => [*map, *object].into_iter().for_each(visit),
            TermKind::Choose { condition, then, otherwise } => {
                [*condition, *then, *otherwise].into_iter().for_each(visit);
            }
            TermKind::Store { map, object, value } | TermKind::Fill { map, array: object, value } => {
                [*map, *object, *value].into_iter().for_each(visit);
            }
            TermKind::SelectCell { map, array, index } => [*map, *array, *index].into_iter().for_each(visit),
            TermKind::StoreCell { map, array, index, value } => {
                [*map, *array, *index, *value].into_iter().for_each(visit);
            }
            TermKind::Apply { arguments, .. } => arguments.iter().copied().for_each(visit),
        }
    }
}
