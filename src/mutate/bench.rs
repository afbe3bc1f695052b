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
//! What is not shown so is judged as a whole, by [`checked_body`](super::validity::checked_body): there is no mutant that
//! the bench rejects.

use std::collections::HashSet;
use std::sync::Arc;

use smallvec::SmallVec;

use super::correspondence::{Difference, difference_at};
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
    /// The original's, but while a mutant is looked at.
    code: Code,
    /// The same; made when a whole body is first asked for.
    body: Option<Body>,
    expr_parents: IndexVec<syntax::ExprId, Parent>,
    /// By syntax statement: the typed one, where there is just one.
    statements: Vec<Option<StmtId>>,
    /// By local: whether it has a value from its declaration on.
    has_value: IndexVec<LocalId, bool>,
    surroundings: Surroundings,
    /// Whether expressions are attributed alone at all.
    is_open: bool,
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
}

impl<'p> Bench<'p> {
    /// `None` for a method without code in the subset.
    pub fn new(program: &'p Program, method: MethodId) -> Option<Self> {
        let MethodSource::Code(code) = &program.methods[method].source else { return None };
        let BodyState::Typed(original) = program.body(method) else { return None };
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
            code: (**code).clone(),
            body: None,
            expr_parents,
            statements: statements(code, original),
            has_value: declared.has_value,
            surroundings: Surroundings::new(method, original.locals.clone(), declared.constants),
            // Constructors assign blank finals, which is a matter of the whole.
            is_open: program.methods[method].kind == MethodKind::Method
                && original.locals.iter().all(is_plain),
        })
    }

    /// Whether the mutant is certainly one that javac accepts, and all of it within the subset.
    pub fn accepts(&mut self, patch: &Patch) -> bool {
        self.with_fragment(patch, |_, _, _| ()).is_some()
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
                body.exprs.truncate(len);
                put(&mut body, place, before);
                looked
            }
            None => {
                let code = patch.apply(&self.code);
                self.program.typed_body(self.original.method, &code).ok().map(|whole| look(&whole))
            }
        };
        self.body = Some(body);
        looked
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

    fn with_fragment<R>(&mut self, patch: &Patch, look: impl FnOnce(Place, &Body, ExprId) -> R) -> Option<R> {
        if !self.is_open || patch.has_statements() {
            return None;
        }
        let place = self.place(patch)?;
        let names = self.names(patch, place)?;
        let before = patch.put_into(&mut self.code);
        let (program, original, has_value) = (self.program, &*self.original, &self.has_value);
        let wanted = (place.root, place.wanted);
        let shown = self.surroundings.attribute(program, &self.code, &names, wanted, |fragment, root| {
            let sides = [(original, place.original), (fragment, root)];
            let are_plain = sides.iter().all(|&(body, at)| is_plain(program, body, at, has_value));
            (are_plain && is_alike(program, place, sides)).then(|| look(place, fragment, root))
        });
        before.take_out(&mut self.code);
        shown.flatten()
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
        let mut known: SmallVec<[(Name, Option<LocalId>); 4]> = SmallVec::new();
        let of = |id: syntax::ExprId| {
            let typed = self.original.typed_exprs.get(id.index()).copied().flatten()?;
            match self.original.exprs[typed].kind {
                typed::ExprKind::Local(local) => Some(local),
                _ => None,
            }
        };
        each_name(&self.code, place.root, &mut |id, name| {
            if !known.iter().any(|(other, _)| other == name) {
                known.push((name.clone(), of(id)));
            }
        });
        let mut is_known = true;
        each_name(&Patched { code: &self.code, patch }, place.root, &mut |_, name| {
            is_known &= known.iter().any(|(other, _)| other == name);
        });
        is_known.then(|| known.into_iter().filter_map(|(name, local)| Some((name, local?))).collect())
    }
}

/// Visits the simple names in an expression that holds no statements.
fn each_name(tree: &impl Nodes, root: syntax::ExprId, visit: &mut impl FnMut(syntax::ExprId, &Name)) {
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

/// Puts an expression in its place; gives the one that was there.
fn put(body: &mut Body, place: Place, expr: ExprId) -> ExprId {
    let slot = held_mut(&mut body.stmts[place.statement].kind, place.slot);
    // The place was found in this very body.
    slot.map_or(expr, |slot| std::mem::replace(slot, expr))
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
