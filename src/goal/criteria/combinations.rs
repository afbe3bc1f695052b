//! MCC, multiple condition coverage: each way on which a decision is evaluated. GACC, general active clause coverage: each
//! atom with both values where it decides. LIMIT: both sides of each border between integers, and the border.

use crate::goal::criteria::pure::{binds, is_pure};
use crate::goal::criteria::walk::{self, Visit};
use crate::goal::decision::Tree;
use crate::goal::plant::Plan;
use crate::mutate::context::Context;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

/// A decision of more atoms has no labels: it is named as left out, never cut short.
const MAX_ATOMS: usize = 6;

pub(in crate::goal) fn mcc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Ways);
}

pub(in crate::goal) fn gacc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Active);
}

pub(in crate::goal) fn limit(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Borders);
}

fn atoms(tree: &Tree) -> Vec<ExprId> {
    let mut atoms = Vec::new();
    tree.atoms(&mut atoms);
    atoms
}

/// Says of a decision what keeps it from having labels.
fn refused(plan: &mut Plan<'_, '_>, decision: ExprId, atoms: &[ExprId], is_read_twice: bool) -> bool {
    let context = *plan.context;
    let why = if atoms.len() > MAX_ATOMS {
        format!("a decision of {} conditions; up to {MAX_ATOMS} are combined", atoms.len())
    } else if atoms.iter().any(|&atom| binds(&context, atom)) {
        "a decision that introduces a pattern variable".to_owned()
    } else if is_read_twice && !atoms.iter().all(|&atom| is_pure(&context, atom)) {
        "a decision with a part that may throw or have an effect".to_owned()
    } else {
        return false;
    };
    let span = context.code.exprs[decision].span;
    let text = plan.text(span);
    plan.leave_out(span, text, &why);
    true
}

struct Ways;

impl Visit for Ways {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        let tree = Tree::of(plan.context, decision);
        let atoms = atoms(&tree);
        if let [only] = atoms[..] {
            plan.on(only, true);
            plan.on(only, false);
        } else if !refused(plan, decision, &atoms, false) {
            for (way, _) in tree.ways() {
                plan.way(decision, &tree, &way);
            }
        }
    }
}

struct Active;

impl Visit for Active {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        let tree = Tree::of(plan.context, decision);
        let atoms = atoms(&tree);
        if let [only] = atoms[..] {
            plan.on(only, true);
            plan.on(only, false);
            return;
        }
        if refused(plan, decision, &atoms, true) {
            return;
        }
        for &atom in &atoms {
            let own = text(plan.context, &Tree::Atom(atom));
            let [with, without] = [true, false].map(|value| text(plan.context, &tree.given(atom, value)));
            plan.seen(decision, &format!("{own} && ({with}) != ({without})"));
            plan.seen(decision, &format!("!{own} && ({with}) != ({without})"));
        }
    }
}

/// A tree as Java.
fn text(context: &Context<'_>, tree: &Tree) -> String {
    let part = |tree: &Tree| text(context, tree);
    match tree {
        Tree::Constant(value) => value.to_string(),
        Tree::Atom(atom) => format!("({})", context.source.slice(context.code.exprs[*atom].span)),
        Tree::Not(a) => format!("!{}", in_parentheses(&part(a))),
        Tree::And(a, b) => format!("({} && {})", part(a), part(b)),
        Tree::Or(a, b) => format!("({} || {})", part(a), part(b)),
        Tree::Choose(a, b, c) => format!("({} ? {} : {})", part(a), part(b), part(c)),
    }
}

fn in_parentheses(text: &str) -> String {
    format!("({text})")
}

struct Borders;

impl Visit for Borders {
    fn atom(&mut self, plan: &mut Plan<'_, '_>, atom: ExprId) {
        let context = *plan.context;
        let ExprKind::Binary { op: BinaryOp::Strict(op), left, right } = *context.kind(atom) else { return };
        let is_border = op.is_comparison() && context.is_integral(left) && context.is_integral(right);
        if !is_border {
            return;
        }
        let slice = |id: ExprId| format!("({})", context.source.slice(context.code.exprs[id].span));
        let (l, r) = (slice(left), slice(right));
        // Differences wrap around where the operands are far apart; which is larger says that they are not.
        let below = format!("{l} < {r} && {r} - {l} == 1");
        let above = format!("{l} > {r} && {l} - {r} == 1");
        for condition in [below, format!("{l} == {r}"), above] {
            if is_pure(&context, left) && is_pure(&context, right) {
                plan.seen(atom, &condition);
            } else {
                let why = "an operand of the comparison may throw or have an effect";
                plan.leave_out(context.code.exprs[atom].span, condition, why);
            }
        }
    }
}
