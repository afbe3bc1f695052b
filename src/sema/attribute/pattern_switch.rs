//! `switch` over patterns and `null` (JLS 14.11): the tests of its cases one after the other, in plain code.
//!
//! ```text
//! $s = selector;
//! if ($s == null) throw new NullPointerException();        without `case null`
//! if (test of the first case && its guard) { body; break; }
//! …
//! body of `default`, or throw new MatchException(null, null);
//! ```
//!
//! A statement is a labelled block, which `break` leaves; an expression is a `switch` with one group that holds these
//! statements, which `yield` leaves. So bodies, jumps and variables are those of the code, and a guard is a condition like others.
//! A case whose end is reached and that is not the last falls into the next one: it notes that in a variable of its own, which the next
//! one's test asks first (`$fell || test`). Where that is, or falls into, a `default` that is not the last, it is refused by name.

use std::collections::HashSet;

use super::exhaustive::Coverage;
use super::patterns::{FoundBindings, Looked, Shape};
use super::{Attributor, Context};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::typed_tree::{
    Call, Constant, Conversion, Dispatch, ExprId, ExprKind, LocalId, LocalOrigin, StmtId, StmtKind, Switch,
    SwitchGroup,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, GroupBody, Literal, Pattern, Span, SwitchBody, SwitchLabel};

/// What leaves the cases.
#[derive(Clone, Copy)]
pub(super) enum Leaves {
    /// `break` out of this statement, where the end of a case is reached.
    Statement(StmtId),
    /// `yield` alone.
    Expression,
}

/// The selector's value, and what is known of the cases so far.
struct Cases {
    selector: LocalId,
    at: syntax::ExprId,
    ty: Ty,
    span: Span,
    /// What is matched without a guard.
    shapes: Vec<Shape>,
    constants: HashSet<Constant>,
    enum_constants: HashSet<FieldId>,
    has_null: bool,
    has_default: bool,
    has_total: bool,
}

/// A case's condition.
struct Condition<'a> {
    /// None for one that takes all that is left.
    test: Option<ExprId>,
    /// The variable of a pattern that matches all, which is the selector.
    all: Option<(LocalId, ExprId)>,
    is_default: bool,
    bindings: FoundBindings<'a>,
}

impl<'a> Attributor<'a> {
    /// Whether the labels of a `switch` are more than constants of the types that it has always run over.
    pub(super) fn is_over_patterns(&self, selector: ExprId, body: &SwitchBody) -> bool {
        let is_new = |label: &SwitchLabel| match label {
            SwitchLabel::Pattern(_) | SwitchLabel::When(_) => true,
            SwitchLabel::Case(label) => self.is_null(*label),
            SwitchLabel::Default => false,
        };
        body.groups.iter().flat_map(|group| &group.labels).any(is_new) || {
            let ty = self.ty(selector);
            let known = &self.program.well_known;
            match ty {
                Ty::Class(class) => {
                    let is_old = class == known.string
                        || self.program.classes[class].is_enum()
                        || self.program.unboxed(ty).is_some();
                    !is_old
                }
                Ty::Array(_) => true,
                _ => false,
            }
        }
    }

    fn is_null(&self, label: syntax::ExprId) -> bool {
        matches!(self.code.exprs[label].kind, syntax::ExprKind::Literal(Literal::Null))
    }

    /// The statements of such a switch, and whether their end can be reached without a jump.
    pub(super) fn pattern_switch(
        &mut self,
        value: ExprId,
        at: syntax::ExprId,
        body: &'a SwitchBody,
        leaves: Leaves,
    ) -> (Vec<StmtId>, bool) {
        let ty = self.ty(value);
        let span = self.span(at);
        if ty != Ty::Unknown && !ty.is_reference() {
            let found = self.program.type_name(ty);
            self.error(span, format!("a pattern switch cannot run over {found}"));
        }
        let exact = self.statics.get(&value).copied().map(|exact| self.types.upward(exact));
        let selector = self.push_local(&"$selector".into(), ty, true, LocalOrigin::Binding(at));
        self.set_local_static(selector, exact);
        let mut list = vec![self.synthetic(StmtKind::Locals(vec![(selector, Some(value))]))];
        let labels = || body.groups.iter().flat_map(|group| &group.labels);
        let mut cases = Cases {
            selector,
            at,
            ty,
            span,
            shapes: Vec::new(),
            constants: HashSet::new(),
            enum_constants: HashSet::new(),
            has_null: labels().any(|label| matches!(label, SwitchLabel::Case(e) if self.is_null(*e))),
            has_default: labels().any(|label| matches!(label, SwitchLabel::Default)),
            has_total: false,
        };
        if !cases.has_null && ty != Ty::Unknown {
            list.push(self.no_null(&cases));
        }
        let (last, falls_out) = self.cases(&mut cases, body, leaves, &mut list);
        self.check_coverage(&mut cases);
        match last {
            Some(mut last) => list.append(&mut last),
            None => list.extend(self.no_match(span)),
        }
        (list, falls_out)
    }

    /// Adds the cases' tests; gives the statements of the one that takes the rest, and whether any case's end is reached.
    fn cases(
        &mut self,
        cases: &mut Cases,
        body: &'a SwitchBody,
        leaves: Leaves,
        list: &mut Vec<StmtId>,
    ) -> (Option<Vec<StmtId>>, bool) {
        let mark = self.scope.mark();
        let mut rest = None;
        let mut falls_out = false;
        // Where the group before falls into this one: the variable that says whether it did.
        let mut fell: Option<LocalId> = None;
        let mut behind_default = false;
        for (n, group) in body.groups.iter().enumerate() {
            let condition = self.case_condition(cases, &group.labels);
            let has_pattern = group.labels.iter().any(|label| matches!(label, SwitchLabel::Pattern(_)));
            if behind_default && has_pattern {
                self.error(cases.span, "this case label is dominated by a preceding case label");
            }
            behind_default |= condition.is_default;
            let is_last = n + 1 == body.groups.len();
            // The labels of a group stand one behind the other, and all but the last before nothing.
            let falls = has_no_statements(group) || has_pattern && condition.is_default;
            if falls
                && !condition.bindings.is_empty()
                && !body.groups[n..].iter().all(|g| has_no_statements(g))
            {
                self.error(cases.span, "illegal fall-through from a pattern");
            }
            if fell.is_some() && !condition.bindings.is_empty() {
                self.error(cases.span, "illegal fall-through to a pattern");
            } else if fell.is_some() && condition.is_default && !is_last {
                self.unsupported(cases.span, "fall through to a default in a switch over patterns");
            }
            self.alive = true;
            let inner = self.scope.mark();
            self.enter_bindings(&condition.bindings);
            let mut stmts = match &group.body {
                GroupBody::Colon(list) => self.stmts(list),
                GroupBody::Arrow(stmt) => vec![self.arrow(*stmt)],
                GroupBody::ArrowExpr(value) => vec![self.arrow_value(*value)],
            };
            let is_binding = |origin| matches!(origin, LocalOrigin::Binding(_) | LocalOrigin::Pattern(_));
            match body.arrows {
                true => self.scope.leave(inner),
                false => {
                    let locals = &self.body.locals;
                    self.scope.leave_bindings(inner, |l| is_binding(locals[l].origin));
                }
            }
            let fell_before = fell.take();
            if self.alive && !body.arrows && !is_last {
                if condition.is_default {
                    self.unsupported(cases.span, "fall through from a default in a switch over patterns");
                }
                let local = match fell_before {
                    Some(local) => local,
                    None => self.fell_variable(cases, list),
                };
                fell = Some(local);
                stmts.push(self.note_fell(local));
            } else if self.alive {
                falls_out = true;
                match leaves {
                    Leaves::Statement(target) => stmts.push(self.synthetic(StmtKind::Break { target })),
                    Leaves::Expression => {
                        self.error(cases.span, "switch rule completes without providing a value");
                    }
                }
            }
            let stmts = self.synthetic(StmtKind::Block(stmts));
            match (condition.test, condition.all) {
                (Some(condition), _) => {
                    let condition = match fell_before {
                        Some(local) => {
                            let left = self.synthetic_expr(ExprKind::Local(local), Ty::BOOLEAN);
                            self.either(left, condition)
                        }
                        None => condition,
                    };
                    let kind = StmtKind::If { condition, then: stmts, otherwise: None };
                    list.push(self.synthetic(kind));
                }
                (None, Some((local, value))) => {
                    let bound = self.synthetic(StmtKind::Locals(vec![(local, Some(value))]));
                    rest = Some(vec![bound, stmts]);
                }
                (None, None) => rest = Some(vec![stmts]),
            }
        }
        self.scope.leave(mark);
        (rest, falls_out)
    }

    /// A variable for whether a case has fallen into the next one: it has not yet.
    fn fell_variable(&mut self, cases: &Cases, list: &mut Vec<StmtId>) -> LocalId {
        let origin = LocalOrigin::Pattern(cases.span.start);
        let local = self.push_local(&"$fell".into(), Ty::BOOLEAN, false, origin);
        let not_yet = self.boolean(false);
        list.push(self.synthetic(StmtKind::Locals(vec![(local, Some(not_yet))])));
        local
    }

    fn note_fell(&mut self, local: LocalId) -> StmtId {
        let target = self.synthetic_expr(ExprKind::Local(local), Ty::BOOLEAN);
        let value = self.boolean(true);
        let assign = self.synthetic_expr(ExprKind::Assign { target, value }, Ty::BOOLEAN);
        self.synthetic(StmtKind::Expr(assign))
    }

    fn selected(&mut self, cases: &Cases) -> ExprId {
        let read = self.synthetic_expr(ExprKind::Local(cases.selector), cases.ty);
        if let Some(&exact) = self.local_statics.get(&cases.selector) {
            self.note_static(read, exact);
        }
        read
    }

    fn case_condition(&mut self, cases: &mut Cases, labels: &'a [SwitchLabel]) -> Condition<'a> {
        let mut condition =
            Condition { test: None, all: None, is_default: false, bindings: FoundBindings::new() };
        let guard = labels.iter().find_map(|label| match label {
            SwitchLabel::When(guard) => Some(*guard),
            _ => None,
        });
        let patterns = labels.iter().filter(|label| matches!(label, SwitchLabel::Pattern(_))).count();
        condition.is_default = labels.iter().any(|label| matches!(label, SwitchLabel::Default));
        let mut shapes = Vec::new();
        let mut tests: Vec<ExprId> = Vec::new();
        for label in labels {
            match label {
                SwitchLabel::Case(label) => tests.extend(self.constant_test(cases, *label)),
                SwitchLabel::Pattern(pattern) => {
                    let (test, shape) =
                        self.pattern_test(cases, pattern, guard.is_none(), patterns, &mut condition);
                    tests.extend(test);
                    shapes.push(shape);
                }
                SwitchLabel::Default | SwitchLabel::When(_) => {}
            }
        }
        if condition.is_default && patterns > 0 && guard.is_some() {
            self.unsupported(cases.span, "pattern and default in one case");
        }
        if patterns > 1 && !condition.bindings.is_empty() {
            self.error(cases.span, "illegal fall-through from a pattern");
        }
        let mut is_guarded = false;
        let test = tests.into_iter().reduce(|left, right| self.either(left, right));
        let test = match guard {
            Some(guard) => {
                let (value, constant) = self.guard(guard, &mut condition);
                is_guarded = constant != Some(true);
                match test {
                    Some(left) if self.ty(left) != Ty::Unknown && self.ty(value) != Ty::Unknown => {
                        Some(self.synthetic_expr(ExprKind::And { left, right: value }, Ty::BOOLEAN))
                    }
                    test => test.or(Some(value)),
                }
            }
            None => test,
        };
        if !is_guarded {
            let total = shapes.iter().any(|shape| self.is_all_of(cases, shape));
            if total && (cases.has_default || cases.has_total) {
                self.error(cases.span, "switch has both an unconditional pattern and a default label");
            }
            cases.has_total |= total;
            cases.shapes.append(&mut shapes);
        }
        if !condition.is_default && condition.all.is_none() {
            condition.test = Some(test.unwrap_or_else(|| self.unknown(cases.at)));
        }
        condition
    }

    fn either(&mut self, left: ExprId, right: ExprId) -> ExprId {
        match self.ty(left) == Ty::Unknown {
            true => left,
            false => self.synthetic_expr(ExprKind::Or { left, right }, Ty::BOOLEAN),
        }
    }

    /// Whether a pattern of this shape matches all that the selector may be.
    fn is_all_of(&self, cases: &Cases, shape: &Shape) -> bool {
        match shape {
            Shape::Type(ty) if *ty != Ty::Unknown && cases.ty != Ty::Unknown => {
                self.program.is_subtype(cases.ty, *ty)
            }
            _ => false,
        }
    }

    /// The test of a pattern, none for one that takes all that is left.
    fn pattern_test(
        &mut self,
        cases: &Cases,
        pattern: &'a Pattern,
        is_plain: bool,
        patterns: usize,
        condition: &mut Condition<'a>,
    ) -> (Option<ExprId>, Shape) {
        let value = self.selected(cases);
        let looked = Looked { value, at: cases.at, has_null_case: cases.has_null };
        if let Pattern::Type(written) = pattern
            && is_plain
            && patterns == 1
        {
            let ty = self.resolve(&written.ty);
            let exact = self.written_static(&written.ty, ty);
            if ty != Ty::Unknown && cases.ty != Ty::Unknown && self.is_total(value, ty, exact) {
                let all = self.whole(written, value, (ty, exact), condition);
                condition.all = Some(all);
                self.check_dominated(cases, &Shape::Type(ty));
                return (None, Shape::Type(ty));
            }
        }
        let matched = self.matched(looked, pattern, &mut condition.bindings);
        self.check_dominated(cases, &matched.shape);
        (matched.test, matched.shape)
    }

    fn check_dominated(&mut self, cases: &Cases, shape: &Shape) {
        if cases.shapes.iter().any(|before| self.dominates(before, shape)) {
            self.error(cases.span, "this case label is dominated by a preceding case label");
        }
    }

    /// A guard, with its value where it is a constant (JLS 14.11.1, 6.3.4).
    fn guard(&mut self, guard: syntax::ExprId, condition: &mut Condition<'a>) -> (ExprId, Option<bool>) {
        let mark = self.scope.mark();
        self.enter_bindings(&condition.bindings);
        let inside = self.body.locals.len();
        let first = self.body.exprs.len();
        let value = self.condition(guard);
        let own = self.take_bindings();
        self.scope.leave(mark);
        condition.bindings.extend(own.when_true);
        self.check_guard((value, first), inside, self.span(guard));
        let constant = self.constant(value).and_then(Constant::boolean);
        if constant == Some(false) {
            self.error(
                self.span(guard),
                "this case label has a constant expression that evaluates to false as a guard",
            );
        }
        (value, constant)
    }

    /// What a guard names and does not declare is effectively final, and it assigns none of these.
    fn check_guard(&mut self, (value, first): (ExprId, usize), inside: usize, span: Span) {
        use crate::index::Id as _;
        let mut named = Vec::new();
        let mut assigns = false;
        for expr in self.body.exprs.iter().skip(first) {
            let target = match expr.kind {
                ExprKind::Local(local) if expr.constant.is_none() => {
                    named.push(local);
                    continue;
                }
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => target,
                _ => continue,
            };
            if let ExprKind::Local(local) = self.body.exprs[target].kind {
                assigns |= local.index() < inside;
            }
        }
        if assigns || self.assigns_a_field(value) {
            self.error(span, "cannot assign to a variable that is not declared in the guard");
        }
        named.retain(|local| local.index() < inside && !self.is_compiler_made(*local));
        self.captured.append(&mut named);
    }

    /// Whether an expression itself assigns a field, and not a lambda in it. The language lets a guard do that; javac does not.
    fn assigns_a_field(&self, value: ExprId) -> bool {
        let mut pending = vec![value];
        while let Some(expr) = pending.pop() {
            let node = &self.body.exprs[expr];
            if let ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::ConcatAssign { target, .. }
            | ExprKind::IncDec { target, .. } = node.kind
                && matches!(self.body.exprs[target].kind, ExprKind::Field { .. } | ExprKind::StaticField(_))
            {
                return true;
            }
            node.each_operand(|operand| pending.push(operand));
        }
        false
    }

    fn is_compiler_made(&self, local: LocalId) -> bool {
        self.body.locals[local].name.starts_with('$')
    }

    /// Whether the cases cover all values, which those of such a switch must.
    fn check_coverage(&mut self, cases: &mut Cases) {
        if cases.has_default || cases.has_total || cases.ty == Ty::Unknown {
            return;
        }
        let mut enums: Vec<ClassId> =
            cases.enum_constants.iter().map(|&constant| self.program.fields[constant].class).collect();
        enums.sort_unstable();
        enums.dedup();
        for class in enums {
            let all = &self.program.classes[class].constants;
            if all.iter().all(|constant| cases.enum_constants.contains(constant)) {
                cases.shapes.push(Shape::Type(Ty::Class(class)));
            }
        }
        match self.coverage(cases.ty, &cases.shapes) {
            Coverage::All => {}
            Coverage::NotAll => {
                self.error(cases.span, "the switch does not cover all possible input values");
            }
            Coverage::Unknown => self.unsupported(cases.span, "switch over types that are not known"),
        }
    }

    /// What a selector that is null throws, where no case takes it.
    fn no_null(&mut self, cases: &Cases) -> StmtId {
        let (read, null) = (self.selected(cases), self.synthetic_expr(ExprKind::Null, Ty::Null));
        let condition = self.combine(BinaryOperator::Eq, read, null, Ty::BOOLEAN);
        let then = match self.thrown(cases.span, "java.lang.NullPointerException", 0) {
            Some(thrown) => thrown,
            None => self.synthetic(StmtKind::Empty),
        };
        self.synthetic(StmtKind::If { condition, then, otherwise: None })
    }

    /// `throw new MatchException(null, null);`
    fn no_match(&mut self, span: Span) -> Option<StmtId> {
        self.thrown(span, "java.lang.MatchException", 2)
    }

    /// Throws a new exception, made of so many `null`s.
    fn thrown(&mut self, span: Span, name: &str, count: usize) -> Option<StmtId> {
        let program = self.program;
        let class = program.class_named(name);
        let constructor = class.and_then(|class| {
            let all = &program.tables.classes[class].constructors;
            let is_it = |&m: &MethodId| {
                program.methods[m].parameters.len() == count && program.methods[m].unsupported.is_none()
            };
            Some((class, all.iter().copied().find(is_it)?))
        });
        let Some((class, constructor)) = constructor else {
            self.unsupported(span, format!("switch over patterns without {name}"));
            return None;
        };
        let types: Vec<Ty> = program.methods[constructor].parameters.iter().map(|p| p.ty).collect();
        let mut arguments = Vec::with_capacity(count);
        for ty in types {
            let null = self.synthetic_expr(ExprKind::Null, Ty::Null);
            arguments.push(self.convert(null, ty));
        }
        let new = ExprKind::New { class, constructor, arguments };
        let thrown = self.synthetic_expr(new, Ty::Class(class));
        Some(self.synthetic(StmtKind::Throw(thrown)))
    }

    /// The statements of a switch expression as the one group of a plain one.
    pub(super) fn one_group(&mut self, list: Vec<StmtId>) -> Box<Switch> {
        let zero = Constant::Primitive(Primitive::Int(0));
        let selector = self.synthetic_constant(zero, Ty::INT);
        let group = SwitchGroup { keys: Vec::new(), has_default: true, body: list };
        Box::new(Switch { selector, groups: vec![group], arrows: false })
    }

    /// The test of a constant, `null` or an enum's.
    fn constant_test(&mut self, cases: &mut Cases, label: syntax::ExprId) -> Option<ExprId> {
        if cases.ty == Ty::Unknown {
            if !matches!(self.code.exprs[label].kind, syntax::ExprKind::Name(_)) {
                self.operand(label);
            }
            return None;
        }
        if self.is_null(label) {
            self.operand(label);
            let (read, null) = (self.selected(cases), self.synthetic_expr(ExprKind::Null, Ty::Null));
            return Some(self.combine(BinaryOperator::Eq, read, null, Ty::BOOLEAN));
        }
        let Ty::Class(class) = cases.ty else { return None };
        let has_constants =
            class == self.program.well_known.string || self.program.unboxed(cases.ty).is_some();
        if !has_constants {
            return self.enum_test(cases, class, label);
        }
        let value = self.label_value(label, cases.ty)?;
        let Some(constant) = self.constant(value).cloned() else {
            self.error(self.span(label), "constant expression required");
            return None;
        };
        if !cases.constants.insert(constant.clone()) {
            self.error(self.span(label), "duplicate case label");
        }
        self.check_dominated(cases, &Shape::Type(cases.ty));
        match constant {
            Constant::String(_) => self.string_test(cases, constant),
            Constant::Primitive(constant) => Some(self.boxed_test(cases, constant)),
        }
    }

    fn string_test(&mut self, cases: &Cases, text: Constant) -> Option<ExprId> {
        let (string, object) = (self.program.well_known.string, self.program.object());
        let methods = self.program.member_methods(string, "equals");
        let method = methods.iter().copied().find(|&m| {
            let m = &self.program.methods[m];
            m.parameters.len() == 1 && m.parameters[0].ty == object && m.class == string
        });
        let Some(method) = method else {
            self.unsupported(cases.span, "switch over patterns without String.equals");
            return None;
        };
        let receiver = self.synthetic_constant(text, self.program.string());
        let read = self.selected(cases);
        let argument = self.convert(read, object);
        let call =
            Call { method, dispatch: Dispatch::Virtual, receiver: Some(receiver), arguments: vec![argument] };
        Some(self.synthetic_expr(ExprKind::Call(Box::new(call)), Ty::BOOLEAN))
    }

    /// `$s != null && $s == 1`
    fn boxed_test(&mut self, cases: &Cases, constant: Primitive) -> ExprId {
        let (read, null) = (self.selected(cases), self.synthetic_expr(ExprKind::Null, Ty::Null));
        let left = self.combine(BinaryOperator::Ne, read, null, Ty::BOOLEAN);
        let read = self.selected(cases);
        let own = self.promote(read, PrimitiveType::Int);
        let constant = crate::jvm::convert::cast(constant, PrimitiveType::Int);
        let constant = self.synthetic_constant(Constant::Primitive(constant), Ty::INT);
        let right = self.combine(BinaryOperator::Eq, own, constant, Ty::BOOLEAN);
        self.synthetic_expr(ExprKind::And { left, right }, Ty::BOOLEAN)
    }

    /// `E.A` of a supertype is one where it is of that enum: its class is not initialised for the question.
    fn enum_test(&mut self, cases: &mut Cases, class: ClassId, label: syntax::ExprId) -> Option<ExprId> {
        let constant = match &self.code.exprs[label].kind {
            syntax::ExprKind::Field { .. } => {
                let value = self.operand(label);
                self.bindings = Default::default();
                match self.body.exprs[value].kind {
                    ExprKind::StaticField(field) => Some(field),
                    _ => None,
                }
            }
            _ => self.enum_label(class, label),
        };
        let constant = constant.filter(|&field| {
            let owner = self.program.fields[field].class;
            self.program.classes[owner].constants.contains(&field) && self.program.is_subclass(owner, class)
        });
        let Some(constant) = constant else {
            self.unsupported(self.span(label), "constant of a switch over patterns");
            return None;
        };
        if !cases.enum_constants.insert(constant) {
            self.error(self.span(label), "duplicate case label");
        }
        let owner = self.program.fields[constant].class;
        let own = Ty::Class(owner);
        self.check_dominated(cases, &Shape::Type(own));
        let value = self.synthetic_expr(ExprKind::StaticField(constant), own);
        if owner == class {
            let read = self.selected(cases);
            return Some(self.combine(BinaryOperator::Eq, read, value, Ty::BOOLEAN));
        }
        let operand = self.selected(cases);
        let left = ExprKind::InstanceOf { operand, ty: own, binding: None };
        let left = self.synthetic_expr(left, Ty::BOOLEAN);
        let read = self.selected(cases);
        let cast = self.conversion(read, Conversion::CheckedCast, own, None);
        let right = self.combine(BinaryOperator::Eq, cast, value, Ty::BOOLEAN);
        Some(self.synthetic_expr(ExprKind::And { left, right }, Ty::BOOLEAN))
    }

    /// The variable of a pattern that takes all that is left, with its value.
    fn whole(
        &mut self,
        written: &'a syntax::TypePattern,
        value: ExprId,
        (ty, exact): (Ty, Option<crate::sema::generic::types::TypeId>),
        condition: &mut Condition<'a>,
    ) -> (LocalId, ExprId) {
        let local = self.push_local(&written.name.name, ty, false, LocalOrigin::Pattern(written.span.start));
        self.set_local_static(local, exact);
        if written.is_final {
            self.seal(local);
        }
        self.add_binding(&written.name, local, &mut condition.bindings);
        let target = self.target(ty, exact);
        let value = self.coerce_to(value, target, Context::Assignment, written.span);
        (local, value)
    }
}

/// Whether the labels stand before nothing.
fn has_no_statements(group: &syntax::SwitchGroup) -> bool {
    matches!(&group.body, GroupBody::Colon(list) if list.is_empty())
}
