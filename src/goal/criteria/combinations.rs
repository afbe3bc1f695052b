//! MC/DC, modified condition/decision coverage: for each atom two ways that differ in it and in the outcome, and in no other atom
//! that both evaluate. A label is a way; that an atom is shown to decide alone takes both labels of some pair (`report/mcdc.rs`).
//! MCC, multiple condition coverage: each way on which a decision is evaluated. GACC, general active clause coverage: each
//! atom with both values where it decides. GICC, general inactive clause coverage: with both where it does not, and both outcomes of the
//! decision (Ammann and Offutt). SCC and SMCC, condition and multiple condition coverage as Bardin et al. have them: what
//! counts are the values of all atoms at the decision, also of those that a short circuit leaves out. LIMIT: both sides of each border between integers, and the border.

use crate::goal::criteria::pure::{binds, is_pure, is_still};
use crate::goal::criteria::walk::{self, Visit};
use crate::goal::decision::{self, Tree};
use crate::goal::plant::Plan;
use crate::mutate::context::Context;
use crate::mutate::mutant::Way;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

/// A decision of more atoms has no labels: it is named as left out, never cut short.
const MAX_ATOMS: usize = 6;
/// The same for MC/DC, which asks for few ways of a long chain.
const MAX_ATOMS_OF_PAIRS: usize = 10;

pub(in crate::goal) fn mcc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Ways);
}

pub(in crate::goal) fn mcdc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Pairs);
}

pub(in crate::goal) fn gacc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Active);
}

pub(in crate::goal) fn gicc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Inactive);
}

pub(in crate::goal) fn scc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Static { is_multiple: false });
}

pub(in crate::goal) fn smcc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Static { is_multiple: true });
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
fn refused(
    plan: &mut Plan<'_, '_>,
    decision: ExprId,
    atoms: &[ExprId],
    most: usize,
    is_read_twice: bool,
) -> bool {
    let context = *plan.context;
    let why = if atoms.len() > most {
        format!("a decision of {} conditions; up to {most} are combined", atoms.len())
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
        } else if !refused(plan, decision, &atoms, MAX_ATOMS, false) {
            for (way, _) in tree.ways() {
                plan.way(decision, &tree, &way);
            }
        }
    }
}

struct Pairs;

impl Visit for Pairs {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        let tree = Tree::of(plan.context, decision);
        let atoms = atoms(&tree);
        if atoms.is_empty() || refused(plan, decision, &atoms, MAX_ATOMS_OF_PAIRS, false) {
            return;
        }
        let code = plan.context.code;
        let ways = tree.ways();
        let named = |(way, outcome): &(decision::Way, bool)| Way {
            decision: code.exprs[decision].span,
            atoms: atoms
                .iter()
                .map(|&atom| {
                    let value = way.iter().find(|(own, _)| *own == atom).map(|&(_, value)| value);
                    (code.exprs[atom].span, value)
                })
                .collect(),
            outcome: *outcome,
        };
        let all: Vec<Way> = ways.iter().map(named).collect();
        for ((way, _), own) in ways.iter().zip(&all) {
            // What is in no pair shows nothing.
            if !all.iter().any(|other| own.shows(other).is_some()) {
                continue;
            }
            match atoms[..] {
                [only] => plan.on(only, own.atoms.first().is_some_and(|(_, value)| *value == Some(true))),
                _ => plan.way(decision, &tree, way),
            }
            plan.is_way(own.clone());
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
        if refused(plan, decision, &atoms, MAX_ATOMS, true) {
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

/// Each atom with both values where it does not decide, and the decision with both outcomes. An atom that is the whole decision always decides.
struct Inactive;

impl Visit for Inactive {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        let tree = Tree::of(plan.context, decision);
        let atoms = atoms(&tree);
        if atoms.len() < 2 || refused(plan, decision, &atoms, MAX_ATOMS, true) {
            return;
        }
        for &atom in &atoms {
            let own = text(plan.context, &Tree::Atom(atom));
            let [with, without] = [true, false].map(|value| text(plan.context, &tree.given(atom, value)));
            for own in [own.clone(), format!("!{own}")] {
                plan.seen(decision, &format!("{own} && ({with}) && ({without})"));
                plan.seen(decision, &format!("{own} && !({with}) && !({without})"));
            }
        }
    }
}

/// What holds of all atoms at a decision: each is asked for behind it, which none of them changes.
struct Static {
    /// Each combination, and not each atom.
    is_multiple: bool,
}

impl Visit for Static {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        let context = *plan.context;
        let atoms = atoms(&Tree::of(plan.context, decision));
        let is_still = atoms.iter().all(|&atom| is_pure(&context, atom) && !binds(&context, atom));
        if atoms.len() < 2 || !self.is_multiple && !is_still {
            for &atom in &atoms {
                plan.on(atom, true);
                plan.on(atom, false);
            }
            return;
        }
        let parts: Vec<String> = atoms.iter().map(|&atom| text(&context, &Tree::Atom(atom))).collect();
        if !self.is_multiple {
            for part in &parts {
                plan.seen(decision, part);
                plan.seen(decision, &format!("!{part}"));
            }
        } else if !refused(plan, decision, &atoms, MAX_ATOMS, true) {
            for values in (0..1_usize << parts.len()).rev() {
                let is_held = |at: usize| values >> (parts.len() - 1 - at) & 1 == 1;
                let part = |(at, part): (usize, &String)| {
                    if is_held(at) { part.clone() } else { format!("!{part}") }
                };
                let all: Vec<String> = parts.iter().enumerate().map(part).collect();
                plan.seen(decision, &all.join(" && "));
            }
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
            // What throws has done so in the comparison itself, and the trap is not reached.
            if is_still(&context, left) && is_still(&context, right) {
                plan.seen(atom, &condition);
            } else {
                let why = "an operand of the comparison may have an effect";
                plan.leave_out(context.code.exprs[atom].span, condition, why);
            }
        }
    }
}
