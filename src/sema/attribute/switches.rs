//! `switch` as statement and as expression (JLS 14.11, 15.28): selectors, labels, groups, exhaustiveness.

use rustc_hash::FxHashSet;

use super::Attributor;
use super::pattern_switch::Leaves;
use super::scope::JumpKind;
use crate::jvm::convert::cast;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{ClassId, FieldId};
use crate::sema::typed_tree::{
    Constant, ExprId, ExprKind, LocalOrigin, StmtId, StmtKind, Switch, SwitchGroup, SwitchKey,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, GroupBody, SwitchBody, SwitchLabel};

/// What a switch runs over.
#[derive(Clone, Copy, Debug)]
enum Selector {
    /// The type as it is written: labels must be assignable to it.
    Int(Ty),
    String,
    Enum(ClassId),
    Unknown,
}

/// The labels seen so far.
struct Labels {
    keys: FxHashSet<SwitchKey>,
    has_default: bool,
}

impl<'a> Attributor<'a> {
    pub(super) fn switch_statement(
        &mut self,
        id: syntax::StmtId,
        selector: syntax::ExprId,
        body: &'a SwitchBody,
    ) -> StmtId {
        let stmt = self.reserve_stmt(id);
        let value = self.exact_operand(selector);
        if self.is_over_patterns(value, body) {
            self.push_jump(JumpKind::Switch(stmt));
            let (list, falls_out) = self.pattern_switch(value, selector, body, Leaves::Statement(stmt));
            self.alive = self.pop_jump().left || falls_out;
            let body = self.synthetic(StmtKind::Block(list));
            return self.fill_stmt(stmt, StmtKind::Labeled { label: "$switch".into(), body });
        }
        let (selector, kind) = self.selector(value, self.span(selector));
        self.push_jump(JumpKind::Switch(stmt));
        let (switch, labels, falls_out) = self.switch_body(selector, kind, body);
        let left = self.pop_jump().left;
        self.alive = left || falls_out || !labels.has_default;
        self.fill_stmt(stmt, StmtKind::Switch(switch))
    }

    pub(super) fn switch_expression(
        &mut self,
        id: syntax::ExprId,
        selector: syntax::ExprId,
        body: &'a SwitchBody,
    ) -> ExprId {
        // Its number must be known to the `yield`s inside.
        let value = self.push(ExprKind::Null, Ty::Unknown, id);
        let alive = self.alive;
        let operand = self.exact_operand(selector);
        let over_patterns = self.is_over_patterns(operand, body);
        let (switch, is_exhaustive) = if over_patterns {
            self.push_jump(JumpKind::SwitchExpr(value));
            let (list, _) = self.pattern_switch(operand, selector, body, Leaves::Expression);
            (self.one_group(list), true)
        } else {
            let (selector, kind) = self.selector(operand, self.span(selector));
            self.push_jump(JumpKind::SwitchExpr(value));
            let (switch, labels, _) = self.switch_body(selector, kind, body);
            (switch, self.is_exhaustive(kind, &labels))
        };
        let yields = self.pop_jump().left;
        self.alive = alive;
        self.bindings = Default::default();
        let span = self.span(id);
        if body.groups.is_empty() {
            self.error(span, "switch expression does not have any case clauses");
        } else if !yields {
            self.error(span, "switch expression does not have any result expressions");
        }
        if !is_exhaustive {
            self.error(span, "the switch expression does not cover all possible input values");
        }
        let branches: Vec<ExprId> = self.yielded(value);
        if branches.iter().any(|&branch| self.waits_for_function(branch)) {
            self.body.exprs[value].kind = ExprKind::Switch(switch);
            self.body.exprs[value].ty = Ty::Null;
            self.defer(value, false);
            return value;
        }
        let joined = self.join(&branches);
        self.body.exprs[value].kind = ExprKind::Switch(switch);
        self.body.exprs[value].ty = joined.ty;
        if let Some(exact) = joined.whole {
            self.note_static(value, exact);
        }
        self.defer(value, joined.exact);
        value
    }

    fn yielded(&self, target: ExprId) -> Vec<ExprId> {
        let own = self.yields.iter().filter(|(t, _)| *t == target);
        own.filter_map(|&(_, stmt)| match self.body.stmts[stmt].kind {
            StmtKind::Yield { value, .. } => Some(value),
            _ => None,
        })
        .collect()
    }

    fn is_exhaustive(&self, selector: Selector, labels: &Labels) -> bool {
        match selector {
            _ if labels.has_default => true,
            Selector::Unknown => true,
            Selector::Enum(class) => self.program.classes[class]
                .constants
                .iter()
                .all(|&c| labels.keys.contains(&SwitchKey::Enum(c))),
            Selector::Int(_) | Selector::String => false,
        }
    }

    fn selector(&mut self, value: ExprId, span: syntax::Span) -> (ExprId, Selector) {
        let ty = self.ty(value);
        let promoted = self.program.unboxed(ty);
        match ty {
            Ty::Unknown => (value, Selector::Unknown),
            _ if promoted.is_some_and(is_switch_int) => {
                (self.promote(value, PrimitiveType::Int), Selector::Int(ty))
            }
            Ty::Class(class) if class == self.program.well_known.string => (value, Selector::String),
            Ty::Class(class) if self.program.classes[class].is_enum() => (value, Selector::Enum(class)),
            _ => {
                let found = self.program.type_name(ty);
                self.error(span, format!("a switch cannot run over {found}"));
                (value, Selector::Unknown)
            }
        }
    }

    /// The groups in order; with the labels, and whether the end of the last group (of any, with arrows)
    /// can be reached.
    fn switch_body(
        &mut self,
        selector: ExprId,
        kind: Selector,
        body: &'a SwitchBody,
    ) -> (Box<Switch>, Labels, bool) {
        let mut labels = Labels { keys: FxHashSet::default(), has_default: false };
        let mut groups = Vec::with_capacity(body.groups.len());
        let mark = self.scope.mark();
        let mut falls_out = body.groups.is_empty();
        for group in &body.groups {
            let (keys, has_default) = self.labels(kind, &group.labels, &mut labels);
            self.alive = true;
            let inner = self.scope.mark();
            let stmts = match &group.body {
                GroupBody::Colon(list) => self.stmts(list),
                GroupBody::Arrow(stmt) => vec![self.arrow(*stmt)],
                GroupBody::ArrowExpr(value) => vec![self.arrow_value(*value)],
            };
            if body.arrows {
                self.scope.leave(inner);
                falls_out |= self.alive;
            } else {
                // Locals are in scope in the groups behind, pattern variables are not.
                let locals = &self.body.locals;
                let is_binding = |origin| matches!(origin, LocalOrigin::Binding(_) | LocalOrigin::Pattern(_));
                self.scope.leave_bindings(inner, |l| is_binding(locals[l].origin));
                falls_out = self.alive;
            }
            groups.push(SwitchGroup { keys, has_default, body: stmts });
        }
        self.scope.leave(mark);
        (Box::new(Switch { selector, groups, arrows: body.arrows }), labels, falls_out)
    }

    pub(super) fn arrow(&mut self, stmt: syntax::StmtId) -> StmtId {
        use syntax::StmtKind as Kind;
        let node = &self.code.stmts[stmt];
        if !matches!(
            node.kind,
            Kind::Block(_) | Kind::Expr(_) | Kind::Throw(_) | Kind::Unsupported(_) | Kind::Empty
        ) {
            self.error(
                node.span,
                "unexpected statement in case, expected is an expression, a block or a throw",
            );
        }
        self.part(stmt)
    }

    /// `-> value` of a switch expression: a `yield` without a statement of its own.
    pub(super) fn arrow_value(&mut self, value: syntax::ExprId) -> StmtId {
        let value = self.expr(value);
        self.bindings = Default::default();
        self.alive = false;
        let position = self.jumps.iter().rposition(|j| matches!(j.kind, JumpKind::SwitchExpr(_)));
        let target = position.and_then(|p| match self.jumps[p].kind {
            JumpKind::SwitchExpr(target) => {
                self.jumps[p].left = true;
                Some(target)
            }
            _ => None,
        });
        let kind = match target {
            Some(target) => StmtKind::Yield { target, value },
            None => StmtKind::Expr(value),
        };
        let stmt = self.body.stmts.push(crate::sema::typed_tree::Stmt { kind, origin: None });
        if let Some(target) = target {
            self.yields.push((target, stmt));
        }
        stmt
    }

    fn labels(&mut self, kind: Selector, list: &[SwitchLabel], seen: &mut Labels) -> (Vec<SwitchKey>, bool) {
        let mut keys = Vec::with_capacity(list.len());
        let mut has_default = false;
        for label in list {
            match label {
                SwitchLabel::Default => {
                    if seen.has_default {
                        let span = self.switch_label_span(list);
                        self.error(span, "duplicate default label");
                    }
                    seen.has_default = true;
                    has_default = true;
                }
                SwitchLabel::Case(label) => {
                    let Some(key) = self.key(kind, *label) else { continue };
                    if !seen.keys.insert(key.clone()) {
                        self.error(self.span(*label), "duplicate case label");
                    }
                    keys.push(key);
                }
                SwitchLabel::Pattern(_) | SwitchLabel::When(_) => unreachable!("not over patterns"),
            }
        }
        (keys, has_default)
    }

    /// A place for what is wrong with a `default`, which has none of its own.
    fn switch_label_span(&self, list: &[SwitchLabel]) -> syntax::Span {
        let case = list.iter().find_map(|l| match l {
            SwitchLabel::Case(label) => Some(self.span(*label)),
            SwitchLabel::Default | SwitchLabel::Pattern(_) | SwitchLabel::When(_) => None,
        });
        case.unwrap_or_default()
    }

    fn key(&mut self, kind: Selector, label: syntax::ExprId) -> Option<SwitchKey> {
        match kind {
            Selector::Enum(class) => self.enum_key(class, label),
            Selector::Unknown => {
                // The names of an unknown enum's constants mean nothing here.
                if !matches!(self.code.exprs[label].kind, syntax::ExprKind::Name(_)) {
                    self.operand(label);
                }
                None
            }
            Selector::Int(ty) => {
                let value = self.label_value(label, ty)?;
                match self.constant(value) {
                    Some(Constant::Primitive(v)) => match cast(*v, PrimitiveType::Int) {
                        Primitive::Int(v) => Some(SwitchKey::Int(v)),
                        _ => None,
                    },
                    _ => self.no_constant(label, "constant expression required"),
                }
            }
            Selector::String => {
                let value = self.label_value(label, self.program.string())?;
                match self.constant(value) {
                    Some(Constant::String(text)) => Some(SwitchKey::String(text.clone())),
                    _ => self.no_constant(label, "constant string expression required"),
                }
            }
        }
    }

    fn no_constant(&mut self, label: syntax::ExprId, message: &str) -> Option<SwitchKey> {
        self.error(self.span(label), message);
        None
    }

    /// A label as a value that is assignable to the selector's type.
    pub(super) fn label_value(&mut self, label: syntax::ExprId, ty: Ty) -> Option<ExprId> {
        let value = self.operand(label);
        self.bindings = Default::default();
        let from = self.ty(value);
        if from == Ty::Unknown {
            return None;
        }
        if !self.program.assignable(from, ty, self.constant(value)) {
            let message = format!("constant label: {}", self.mismatch(from, ty));
            self.error(self.span(label), message);
            return None;
        }
        Some(value)
    }

    fn enum_key(&mut self, class: ClassId, label: syntax::ExprId) -> Option<SwitchKey> {
        self.enum_label(class, label).map(SwitchKey::Enum)
    }

    /// An enum label is the bare name of a constant, or a qualified one.
    pub(super) fn enum_label(&mut self, class: ClassId, label: syntax::ExprId) -> Option<FieldId> {
        let code = self.code;
        let node = &code.exprs[label];
        let constants = &self.program.classes[class].constants;
        let named = match &node.kind {
            syntax::ExprKind::Name(name) if !node.is_parenthesized() => {
                constants.iter().copied().find(|&c| self.program.fields[c].name == *name)
            }
            syntax::ExprKind::Field { .. } if !node.is_parenthesized() => {
                let value = self.operand(label);
                match self.body.exprs[value].kind {
                    ExprKind::StaticField(field) if constants.contains(&field) => Some(field),
                    _ => None,
                }
            }
            _ => None,
        };
        if named.is_none() {
            let message = "an enum switch case label must be the unqualified name of an enumeration constant";
            self.error(node.span, message);
        }
        named
    }
}

/// The types over which a `switch` runs as ints.
const fn is_switch_int(ty: PrimitiveType) -> bool {
    matches!(ty, PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char | PrimitiveType::Int)
}
