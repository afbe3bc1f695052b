//! `switch`, as statement and as expression: one decision with an edge for each group.

use smallvec::smallvec;

use crate::cfg::graph::EdgeKind;
use crate::cfg::lower::emit::LabelId;
use crate::cfg::lower::exception::Way;
use crate::cfg::lower::{Builder, Context};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::FieldId;
use crate::sema::typed_tree::{ExprId, StmtId, Switch, SwitchKey};
use crate::sema::types::Ty;
use crate::term::{Function, TermId};

impl Builder<'_> {
    pub(super) fn switch_statement(&mut self, stmt: StmtId, switch: &Switch) {
        let end = self.label();
        let context = Context::Breakable { target: stmt, end, next: None };
        self.switch(switch, context, end, false);
    }

    pub(super) fn switch_value(&mut self, expr: ExprId, switch: &Switch) -> TermId {
        let end = self.label();
        let origin = self.origin(expr);
        let result = self.temporary(origin, self.ty(expr));
        let context = Context::Yieldable { target: expr, end, result };
        self.switch(switch, context, end, true);
        self.terms.var(result)
    }

    fn switch(&mut self, switch: &Switch, context: Context, end: LabelId, is_value: bool) {
        let origin = self.origin(switch.selector);
        let selector = self.value(switch.selector);
        let ty = self.ty(switch.selector);
        if ty.primitive().is_none() {
            self.null_check(origin, selector);
        }
        // Each condition excludes those of the groups before it.
        let mut open = self.true_term();
        let mut conditions = Vec::new();
        let last = switch.groups.len().saturating_sub(1);
        // A switch expression names all values: behind the others, the last group is left.
        let has_default = switch.groups.iter().any(|group| group.has_default);
        let rest = |i: usize| is_value && !has_default && i == last;
        for (i, group) in switch.groups.iter().enumerate() {
            let mut chosen = self.terms.boolean(false);
            for key in &group.keys {
                let is = self.is_key(selector, ty, key);
                chosen = self.terms.or(chosen, is);
            }
            if group.has_default || rest(i) {
                conditions.push(None);
                continue;
            }
            let first = if ty.primitive().is_some() { chosen } else { self.terms.and(open, chosen) };
            conditions.push(Some(first));
            let other = self.terms.not(chosen);
            open = self.terms.and(open, other);
        }
        let has_rest = conditions.contains(&None);
        let mut conditions: Vec<TermId> = conditions.into_iter().map(|c| c.unwrap_or(open)).collect();
        if !has_rest {
            conditions.push(open);
        }
        let mut edges = self.decide_among(origin, &conditions, EdgeKind::Normal).into_iter();
        self.contexts.push(context);
        for group in &switch.groups {
            // Also those that fall through from the group before.
            self.here.extend(edges.next().unwrap_or_default());
            group.body.iter().for_each(|&stmt| self.statement(stmt));
            if switch.arrows {
                self.jump(end);
            }
        }
        self.contexts.pop();
        self.here.extend(edges.next().unwrap_or_default());
        self.jump(end);
        self.place(end);
    }

    fn is_key(&mut self, selector: TermId, ty: Ty, key: &SwitchKey) -> TermId {
        match key {
            SwitchKey::Int(value) => self.is_int(selector, *value),
            SwitchKey::String(text) => {
                let text = self.terms.text(text.clone());
                self.terms.apply(Function::SameText, smallvec![selector, text])
            }
            SwitchKey::Enum(constant) => {
                debug_assert!(ty.is_reference());
                match self.ordinal_field() {
                    Some(field) => {
                        let ordinal = self.read_field(field, selector);
                        self.is_int(ordinal, self.number_of_constant(*constant))
                    }
                    None => self.terms.boolean(false),
                }
            }
        }
    }

    pub(super) fn is_int(&mut self, selector: TermId, value: i32) -> TermId {
        let value = self.terms.int(value);
        self.terms.binary(BinaryOperator::Eq, PrimitiveType::Int, selector, value)
    }

    fn ordinal_field(&self) -> Option<FieldId> {
        let fields = &self.program.classes[self.program.well_known.enumeration].fields;
        fields.iter().copied().find(|&f| &*self.program.fields[f].name == "ordinal")
    }

    fn number_of_constant(&self, constant: FieldId) -> i32 {
        let constants = &self.program.classes[self.program.fields[constant].class].constants;
        constants.iter().position(|&c| c == constant).map_or(-1, |number| number as i32)
    }

    pub(super) fn yield_value(&mut self, target: ExprId, value: ExprId) {
        let result = self.contexts.iter().rev().find_map(|context| match context {
            Context::Yieldable { target: t, result, .. } if *t == target => Some(*result),
            _ => None,
        });
        match result {
            Some(result) => {
                self.value_into(value, result);
                self.leave(Way::Yield(target));
            }
            None => self.unsupported("a yield outside its switch"),
        }
    }
}
