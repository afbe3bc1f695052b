//! CC, condition coverage: each atom that is evaluated has both values; the groups of `switch`; loops over elements.

use crate::goal::criteria::decisions::{for_each_labels, switch_labels};
use crate::goal::criteria::walk::{self, Visit};
use crate::goal::plant::Plan;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprId, StmtId};

pub(in crate::goal) fn cc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Conditions);
}

/// DCC, both: each decision and each atom once.
pub(in crate::goal) fn dcc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Both { decision: None });
}

struct Both {
    /// The last one: a decision that is an atom is not counted twice.
    decision: Option<ExprId>,
}

impl Visit for Both {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        self.decision = Some(decision);
        plan.on(decision, true);
        plan.on(decision, false);
    }

    fn atom(&mut self, plan: &mut Plan<'_, '_>, atom: ExprId) {
        if self.decision != Some(atom) {
            Conditions.atom(plan, atom);
        }
    }

    fn switch(&mut self, plan: &mut Plan<'_, '_>, holder: Parent, selector: ExprId) {
        switch_labels(plan, holder, selector);
    }

    fn for_each(&mut self, plan: &mut Plan<'_, '_>, stmt: StmtId) {
        for_each_labels(plan, stmt);
    }
}

struct Conditions;

impl Visit for Conditions {
    fn atom(&mut self, plan: &mut Plan<'_, '_>, atom: ExprId) {
        plan.on(atom, true);
        plan.on(atom, false);
    }

    fn switch(&mut self, plan: &mut Plan<'_, '_>, holder: Parent, selector: ExprId) {
        switch_labels(plan, holder, selector);
    }

    fn for_each(&mut self, plan: &mut Plan<'_, '_>, stmt: StmtId) {
        for_each_labels(plan, stmt);
    }
}
