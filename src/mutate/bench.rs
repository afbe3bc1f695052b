//! A method's original, in which mutants are put in place and taken out again: what a mutant costs is what it changes, and
//! not its whole method, of which a long one has thousands.
//!
//! A change of one expression (of a statement, a condition, an initialiser, a returned value) is attributed alone. It may
//! stand for the whole mutant if nothing around can tell the two expressions apart but by running them:
//!
//! - it has the type that its place asks for, and is, as a condition or as the value of a final variable, the same
//!   constant or none;
//! - every local that either names has a value from its declaration on, so that definite assignment (JLS 16) is
//!   the same behind it; neither assigns what is final, so definite unassignment is, too;
//! - both may throw the same classes (JLS 11.2);
//! - neither has statements or pattern variables in it.
//!
//! So may a part of such an expression, if it is primitive and of the same constant: what is around sees its type, its
//! constant and its value, and a long expression has thousands of parts.
//!
//! A group of a `switch` may be deleted in the typed body (`groups`).
//!
//! A lambda's body has a bench of its own: a mutant is put into the code of the method around, and shown where it changes the
//! lambda and nothing else.
//!
//! What is not shown so is judged as a whole, by [`checked_body`](super::validity::checked_body): there is no mutant that
//! the bench rejects.

use std::collections::HashSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::correspondence::{Difference, difference_at, differs_only_in};
use super::groups;
use super::patch::{Patch, Patched};
use crate::index::{Id, IndexVec};
use crate::sema::attribute::fragment::{Surroundings, Wanted, moved};
use crate::sema::flow;
use crate::sema::program::{BodyState, MethodId, MethodKind, MethodSource, Program};
use crate::sema::typed_tree::{
    self as typed, Body, Constant, ExprId, LocalId, LocalOrigin, SharedBody, StmtId,
};
use crate::sema::types::Ty;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::parts::Nodes;
use crate::syntax::tree::{self as syntax, BaseType, Code, ExprKind, Name, StmtKind};

/// One method of a program on the bench.
pub struct Bench<'p> {
    program: &'p Program,
    original: SharedBody,
    /// That of the method whose code it is: of a lambda's body the one around.
    whole: SharedBody,
    /// The original's, but while a mutant is looked at.
    code: Code,
    /// The same; made when a whole body is first asked for.
    body: Option<Body>,
    expr_parents: IndexVec<syntax::ExprId, Parent>,
    /// By syntax statement: the typed one, where there is just one.
    statements: Vec<Option<StmtId>>,
    /// By local: whether it has a value from its declaration on.
    has_value: IndexVec<LocalId, bool>,
    /// By typed expression: whether it stands for its place alone.
    is_part: IndexVec<ExprId, bool>,
    surroundings: Surroundings,
    /// Whether expressions are attributed alone at all.
    is_open: bool,
    /// Whether groups of a `switch` are deleted alone.
    has_plain_switches: bool,
}

/// The expression in which a patch lies, as the typed statement around holds it.
#[derive(Clone, Copy, Debug)]
struct Place {
    root: syntax::ExprId,
    statement: StmtId,
    slot: Slot,
    wanted: Wanted,
    original: ExprId,
    /// Whether the code around depends on the constant that it is.
    is_constant_known: bool,
}

/// Which expression of a statement.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Only,
    Declarator(usize),
    /// A part of one of these.
    Operand,
}

impl<'p> Bench<'p> {
    /// `None` for a method without code in the subset.
    pub fn new(program: &'p Program, method: MethodId) -> Option<Self> {
        let owner = match program.methods[method].source {
            MethodSource::Lambda { owner, .. } => owner,
            _ => method,
        };
        let MethodSource::Code(code) = &program.methods[owner].source else { return None };
        let BodyState::Typed(original) = program.body(method) else { return None };
        let BodyState::Typed(whole) = program.body(owner) else { return None };
        let mut expr_parents = IndexVec::from_elem(Parent::Root, code.exprs.len());
        let mut hold = |parent: Parent, child: Child| {
            if let Child::Expr(id) = child {
                expr_parents[id] = parent;
            }
        };
        code.exprs.iter_enumerated().for_each(|(id, expr)| {
            expr.kind.for_each_child(&mut |child| hold(Parent::Expr(id), child));
        });
        code.stmts.iter_enumerated().for_each(|(id, stmt)| {
            stmt.kind.children().into_iter().for_each(|child| hold(Parent::Stmt(id), child));
        });
        let declared = Declared::of(program, original);
        let is_plain = |local: &typed::Local| !matches!(local.origin, LocalOrigin::Binding(_));
        Some(Self {
            program,
            original: Arc::clone(original),
            whole: Arc::clone(whole),
            code: (**code).clone(),
            body: None,
            expr_parents,
            statements: statements(code, original),
            has_value: declared.has_value,
            is_part: parts(code, original),
            surroundings: Surroundings::new(method, original.locals.clone(), declared.constants),
            // Constructors assign blank finals, which is a matter of the whole.
            is_open: program.methods[method].kind == MethodKind::Method
                && !original.is_generic
                && original.locals.iter().all(is_plain),
            has_plain_switches: groups::are_statements(original),
        })
    }

    /// Whether the mutant is certainly one that javac accepts, and all of it within the subset.
    pub fn accepts(&mut self, patch: &Patch) -> bool {
        if !patch.has_statements() {
            return self.with_fragment(patch, |_, _, _| ()).is_some();
        }
        let mut body = self.body.take().unwrap_or_else(|| (*self.original).clone());
        let shown = self.without_group(patch, &mut body, &mut Some(|_: &Body| ()));
        self.body = Some(body);
        shown.is_some()
    }

    /// Shows `body`, the original's, without the group of a `switch` that the patch deletes, if it deletes one and javac
    /// accepts that for certain.
    fn without_group<R>(
        &self,
        patch: &Patch,
        body: &mut Body,
        look: &mut Option<impl FnOnce(&Body) -> R>,
    ) -> Option<R> {
        if !self.is_open || !self.has_plain_switches {
            return None;
        }
        let at = groups::deleted(&self.code, &self.original, &self.statements, patch)?;
        let group = groups::take_out(body, at)?;
        let shown = match flow::check(self.program, body).is_empty() {
            true => look.take().map(|look| look(body)),
            false => None,
        };
        groups::put_back(body, at, group);
        shown
    }

    /// Shows the mutant as a whole body; `None` if javac rejects it, or it is outside the subset.
    ///
    /// The body may hold nodes that nothing leads to: it is to be read from its root.
    pub fn with_body<R>(&mut self, patch: &Patch, look: impl FnOnce(&Body) -> R) -> Option<R> {
        let mut body = self.body.take().unwrap_or_else(|| (*self.original).clone());
        let len = body.exprs.len();
        let placed = self.with_fragment(patch, |place, fragment, root| {
            moved(fragment, len).for_each(|expr| _ = body.exprs.push(expr));
            let root = Id::new(root.index() + len);
            (place, put(&mut body, place, root))
        });
        let looked = match placed {
            Some((place, before)) => {
                let looked = Some(look(&body));
                before.take_out(&mut body, place);
                body.exprs.truncate(len);
                looked
            }
            None => {
                let mut look = Some(look);
                self.without_group(patch, &mut body, &mut look)
                    .or_else(|| look.take().and_then(|look| self.with_fresh_body(patch, look)))
            }
        };
        self.body = Some(body);
        looked
    }

    /// The same, attributed anew: it holds no other nodes.
    pub fn with_fresh_body<R>(&mut self, patch: &Patch, look: impl FnOnce(&Body) -> R) -> Option<R> {
        let (program, owner, home) = (self.program, self.whole.method, self.original.method);
        let whole = self.with_code(patch, |code| match patch.plants_trap() {
            true => program.attributed_body(owner, code),
            false => program.typed_body(owner, code),
        });
        let whole = whole.ok()?;
        // What changes another body as well is no version of this one alone.
        let has_lambdas = !self.whole.lambdas.is_empty() || !whole.lambdas.is_empty();
        if has_lambdas && !differs_only_in(&self.whole, &whole, home) {
            return None;
        }
        match home == owner {
            true => Some(look(&whole)),
            false => whole.lambdas.iter().find(|lambda| lambda.method == home).map(|own| look(own)),
        }
    }

    /// Shows the mutant with the place where it differs: as in [`Bench::with_body`], and of an expression that changes
    /// into one of the same type, that expression alone.
    pub fn with_difference<R>(
        &mut self,
        patch: &Patch,
        look: impl FnOnce(&Body, Difference) -> R,
    ) -> Option<R> {
        let original = Arc::clone(&self.original);
        let mut look = Some(look);
        let shown = self.with_fragment(patch, |place, fragment, root| {
            let difference = difference_at(&original, place.original, fragment, root)?;
            look.take().map(|look| look(fragment, difference))
        });
        if let Some(Some(shown)) = shown {
            return Some(shown);
        }
        let look = look?;
        self.with_body(patch, |body| look(body, super::correspondence::least_difference(&original, body)))
    }

    /// Shows the mutant's whole code.
    pub fn with_code<R>(&mut self, patch: &Patch, look: impl FnOnce(&Code) -> R) -> R {
        let before = patch.put_into(&mut self.code);
        let looked = look(&self.code);
        before.take_out(&mut self.code);
        looked
    }

    /// Shows the least expression that may stand for the mutant: the one that it changes, or the whole one around.
    fn with_fragment<R>(&mut self, patch: &Patch, look: impl FnOnce(Place, &Body, ExprId) -> R) -> Option<R> {
        if !self.is_open || patch.has_statements() {
            return None;
        }
        let whole = self.place(patch)?;
        let mut look = Some(look);
        let shown = self.operand(patch, whole).and_then(|place| self.with_place(patch, place, &mut look));
        shown.or_else(|| self.with_place(patch, whole, &mut look))
    }

    fn with_place<R>(
        &mut self,
        patch: &Patch,
        place: Place,
        look: &mut Option<impl FnOnce(Place, &Body, ExprId) -> R>,
    ) -> Option<R> {
        let names = self.names(patch, place)?;
        let before = patch.put_into(&mut self.code);
        let (program, original, has_value) = (self.program, &*self.original, &self.has_value);
        let wanted = (place.root, place.wanted);
        let shown = self.surroundings.attribute(program, &self.code, &names, wanted, |fragment, root| {
            let sides = [(original, place.original), (fragment, root)];
            let are_plain = sides.iter().all(|&(body, at)| is_plain(program, body, at, has_value));
            if !are_plain || !is_alike(program, place, sides) {
                return None;
            }
            look.take().map(|look| look(place, fragment, root))
        });
        before.take_out(&mut self.code);
        shown.flatten()
    }

    /// The one expression that a patch changes, if it is part of a larger one, to which it is its value alone: a primitive
    /// one, whose type does not depend on what is around (JLS 15.2), and nothing that is assigned.
    fn operand(&self, patch: &Patch, whole: Place) -> Option<Place> {
        let mut changed = patch.changed(&self.code);
        let (Some(Child::Expr(root)), None) = (changed.next(), changed.next()) else { return None };
        let Parent::Expr(parent) = self.expr_parents[root] else { return None };
        let is_target = match self.code.exprs[parent].kind {
            ExprKind::Assign { target, .. } => target == root,
            ExprKind::IncDec { .. } => true,
            _ => false,
        };
        let original = self.original.typed_exprs.get(root.index()).copied().flatten()?;
        let is_value = self.original.exprs[original].ty.primitive().is_some() && self.is_part[original];
        (!is_target && is_value).then_some(Place {
            root,
            slot: Slot::Operand,
            wanted: Wanted::Type,
            original,
            is_constant_known: true,
            ..whole
        })
    }

    /// The one expression of a statement in which the patch lies.
    fn place(&self, patch: &Patch) -> Option<Place> {
        let mut found: Option<(syntax::ExprId, syntax::StmtId)> = None;
        for changed in patch.changed(&self.code) {
            let Child::Expr(mut root) = changed else { return None };
            let statement = loop {
                match self.expr_parents[root] {
                    Parent::Expr(parent) => root = parent,
                    Parent::Stmt(statement) => break statement,
                    Parent::Root => return None,
                }
            };
            if *found.get_or_insert((root, statement)) != (root, statement) {
                return None;
            }
        }
        let (root, statement) = found?;
        let typed = self.statements[statement.index()]?;
        let (slot, wanted, is_constant_known) =
            match (&self.code.stmts[statement].kind, &self.original.stmts[typed].kind) {
                (StmtKind::Expr(_), typed::StmtKind::Expr(_)) => (Slot::Only, Wanted::Statement, false),
                (StmtKind::Return(_), typed::StmtKind::Return(Some(_))) => {
                    let ty = self.program.methods[self.original.method].return_type;
                    (Slot::Only, Wanted::Value(ty), false)
                }
                (StmtKind::Local(declaration), typed::StmtKind::Locals(locals)) => {
                    let n = declaration.declarators.iter().position(|d| d.init == Some(root))?;
                    let is_var = declaration.ty.base == BaseType::Var;
                    let ty = self.original.locals[locals.get(n)?.0].ty;
                    let wanted = if is_var { Wanted::Type } else { Wanted::Value(ty) };
                    (Slot::Declarator(n), wanted, declaration.is_final)
                }
                (StmtKind::If { .. }, typed::StmtKind::If { .. })
                | (StmtKind::While { .. }, typed::StmtKind::While { .. })
                | (StmtKind::Do { .. }, typed::StmtKind::Do { .. })
                | (StmtKind::For { .. }, typed::StmtKind::For { .. }) => {
                    (Slot::Only, Wanted::Condition, true)
                }
                _ => return None,
            };
        let original = *held(&self.original.stmts[typed].kind, slot)?;
        (wanted != Wanted::Value(Ty::Unknown)).then_some(Place {
            root,
            statement: typed,
            slot,
            wanted,
            original,
            is_constant_known,
        })
    }

    /// The locals that the expression names. `None` if the mutant names what the original does not.
    fn names(&self, patch: &Patch, place: Place) -> Option<SmallVec<[(Name, LocalId); 4]>> {
        let of = |id: syntax::ExprId| {
            let typed = self.original.typed_exprs.get(id.index()).copied().flatten()?;
            match self.original.exprs[typed].kind {
                typed::ExprKind::Local(local) => Some(local),
                _ => None,
            }
        };
        let mut known: FxHashSet<&Name> = FxHashSet::default();
        let mut names = SmallVec::new();
        each_name(&self.code, place.root, &mut |id, name| {
            if known.insert(name) {
                names.extend(of(id).map(|local| (name.clone(), local)));
            }
        });
        let mut is_known = true;
        let patched = Patched { code: &self.code, patch };
        each_name(&patched, place.root, &mut |_, name| is_known &= known.contains(name));
        is_known.then_some(names)
    }
}

/// Visits the simple names in an expression that holds no statements.
fn each_name<'t>(
    tree: &'t impl Nodes,
    root: syntax::ExprId,
    visit: &mut impl FnMut(syntax::ExprId, &'t Name),
) {
    let mut pending: SmallVec<[syntax::ExprId; 16]> = SmallVec::from_slice(&[root]);
    while let Some(id) = pending.pop() {
        let kind = &tree.expr(id).kind;
        if let ExprKind::Name(name) = kind {
            visit(id, name);
        }
        kind.for_each_child(&mut |child| {
            if let Child::Expr(id) = child {
                pending.push(id);
            }
        });
    }
}

/// Puts an expression in its place.
fn put(body: &mut Body, place: Place, expr: ExprId) -> Displaced {
    if let Slot::Operand = place.slot {
        let node = body.exprs[expr].clone();
        return Displaced::Node(std::mem::replace(&mut body.exprs[place.original], node));
    }
    let slot = held_mut(&mut body.stmts[place.statement].kind, place.slot);
    // The place was found in this very body.
    Displaced::Root(slot.map_or(expr, |slot| std::mem::replace(slot, expr)))
}

/// What was in a place.
#[derive(Debug)]
enum Displaced {
    Root(ExprId),
    Node(typed::Expr),
}

impl Displaced {
    fn take_out(self, body: &mut Body, place: Place) {
        match self {
            Self::Root(root) => {
                if let Some(slot) = held_mut(&mut body.stmts[place.statement].kind, place.slot) {
                    *slot = root;
                }
            }
            Self::Node(node) => body.exprs[place.original] = node,
        }
    }
}

macro_rules! held {
    ($kind:expr, $slot:expr, $get:ident) => {
        match ($kind, $slot) {
            (
                typed::StmtKind::Expr(expr)
                | typed::StmtKind::Return(Some(expr))
                | typed::StmtKind::If { condition: expr, .. }
                | typed::StmtKind::While { condition: expr, .. }
                | typed::StmtKind::Do { condition: expr, .. }
                | typed::StmtKind::For { condition: Some(expr), .. },
                Slot::Only,
            ) => Some(expr),
            (typed::StmtKind::Locals(locals), Slot::Declarator(n)) => {
                locals.$get(n).and_then(|(_, init)| init.into())
            }
            _ => None,
        }
    };
}

fn held(kind: &typed::StmtKind, slot: Slot) -> Option<&ExprId> {
    held!(kind, slot, get)
}

fn held_mut(kind: &mut typed::StmtKind, slot: Slot) -> Option<&mut ExprId> {
    held!(kind, slot, get_mut)
}

/// The typed statements by their origins, where one stands for another.
fn statements(code: &Code, original: &Body) -> Vec<Option<StmtId>> {
    let mut found = vec![None; code.stmts.len()];
    let mut twice = HashSet::new();
    for (id, stmt) in original.stmts.iter_enumerated() {
        if let Some(origin) = stmt.origin
            && found[origin.index()].replace(id).is_some()
        {
            twice.insert(origin);
        }
    }
    twice.into_iter().for_each(|origin| found[origin.index()] = None);
    found
}

/// What is certainly one part of one expression that a statement holds, by typed expression: an operand of one other, and
/// the only one that stands for its place.
fn parts(code: &Code, original: &Body) -> IndexVec<ExprId, bool> {
    let mut uses = IndexVec::from_elem(0_u32, original.exprs.len());
    let mut versions = IndexVec::from_elem(0_u32, code.exprs.len());
    let mut pending = Vec::new();
    for stmt in original.stmts.iter() {
        match &stmt.kind {
            typed::StmtKind::Locals(locals) => pending.extend(locals.iter().filter_map(|&(_, init)| init)),
            kind => pending.extend(held(kind, Slot::Only)),
        }
    }
    while let Some(id) = pending.pop() {
        let expr = &original.exprs[id];
        let is_converted = matches!(expr.kind, typed::ExprKind::Convert { .. });
        if let (Some(origin), Some(_), false) = (expr.origin, expr.ty.primitive(), is_converted) {
            versions[origin] += 1;
        }
        expr.each_operand(|operand| {
            uses[operand] += 1;
            if uses[operand] == 1 {
                pending.push(operand);
            }
        });
    }
    let is_part = |(id, &uses): (ExprId, &u32)| {
        uses == 1 && original.exprs[id].origin.is_some_and(|origin| versions[origin] == 1)
    };
    uses.iter_enumerated().map(is_part).collect()
}

/// What the declarations of locals say of them.
struct Declared {
    has_value: IndexVec<LocalId, bool>,
    constants: IndexVec<LocalId, Option<Constant>>,
}

impl Declared {
    fn of(program: &Program, original: &Body) -> Self {
        let locals = &original.locals;
        let is_given = |local: &typed::Local| {
            matches!(
                local.origin,
                LocalOrigin::Parameter(_) | LocalOrigin::ForEach(_) | LocalOrigin::Catch(..)
            )
        };
        let mut has_value: IndexVec<LocalId, bool> = locals.iter().map(is_given).collect();
        let mut constants = IndexVec::from_elem(None, locals.len());
        for stmt in original.stmts.iter() {
            let typed::StmtKind::Locals(declared) = &stmt.kind else { continue };
            for &(local, init) in declared {
                let Some(init) = init else { continue };
                has_value[local] = true;
                let typed::Local { ty, is_final, .. } = locals[local];
                if is_final && (ty.primitive().is_some() || ty == program.string()) {
                    constants[local] = original.exprs[init].constant.clone();
                }
            }
        }
        Self { has_value, constants }
    }
}

/// Whether nothing around an expression depends on more than its value and what it throws.
fn is_plain(program: &Program, body: &Body, root: ExprId, has_value: &IndexVec<LocalId, bool>) -> bool {
    use typed::ExprKind as Kind;
    let may_be_assigned = |target: ExprId| match body.exprs[target].kind {
        Kind::Local(local) => {
            let local = &body.locals[local];
            // Whether the parameter of a `catch` is assigned decides what it rethrows.
            !local.is_final && !matches!(local.origin, LocalOrigin::Catch(..))
        }
        Kind::StaticField(field) | Kind::Field { field, .. } => !program.fields[field].is_final(),
        _ => true,
    };
    let mut pending: SmallVec<[ExprId; 16]> = SmallVec::from_slice(&[root]);
    while let Some(id) = pending.pop() {
        let expr = &body.exprs[id];
        let is_plain = match expr.kind {
            Kind::Local(local) => has_value[local],
            Kind::InstanceOf { binding, .. } => binding.is_none(),
            Kind::Switch(_) => false,
            Kind::Assign { target, .. }
            | Kind::CompoundAssign { target, .. }
            | Kind::ConcatAssign { target, .. }
            | Kind::IncDec { target, .. } => may_be_assigned(target),
            _ => true,
        };
        if !is_plain {
            return false;
        }
        expr.each_operand(|operand| pending.push(operand));
    }
    true
}

/// Whether the code around two expressions cannot tell one from the other but by running them.
fn is_alike(program: &Program, place: Place, sides: [(&Body, ExprId); 2]) -> bool {
    let [original, mutant] = sides.map(|(body, at)| &body.exprs[at]);
    let thrown = sides.map(|(body, at)| {
        let mut thrown = flow::thrown_by(program, body, at);
        thrown.sort_unstable();
        thrown
    });
    (place.wanted != Wanted::Type || original.ty == mutant.ty)
        && (!place.is_constant_known || original.constant == mutant.constant)
        && thrown[0] == thrown[1]
}
