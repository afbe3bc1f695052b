//! Definite assignment and definite unassignment (JLS 16): no local is read before it has a value, no blank
//! final gets a value twice.
//!
//! A state is a pair of sets, the variables definitely assigned and those definitely unassigned; a condition
//! has two, for true and for false. Code that cannot be reached has all variables in both sets. Definite
//! unassignment before a loop depends on its own body: the body is walked until the set at the head is stable.

mod expressions;

use crate::index::Id;
use crate::sema::flow::bits::Bits;
use crate::sema::flow::{FlowError, is_initializer};
use crate::sema::program::{ClassId, FieldId, Method, MethodKind, Program};
use crate::sema::typed_tree::{
    Body, Catch, ExprId, ExprKind, LocalId, OpenLambda, StmtId, StmtKind, Switch, Try,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{Member, Modifiers};

pub(super) fn check(program: &Program, method: &Method, body: &Body) -> Vec<FlowError> {
    let mut walk = Walk::new(program, method, body);
    walk.start(method);
    walk.statement(body.root);
    walk.finish(method);
    walk.errors
}

#[derive(Clone, Debug, PartialEq)]
struct State {
    assigned: Bits,
    unassigned: Bits,
}

impl State {
    /// Behind a jump: everything holds.
    fn dead() -> Self {
        Self { assigned: Bits::all(), unassigned: Bits::all() }
    }

    fn join(&mut self, other: &State) {
        self.assigned.intersect(&other.assigned);
        self.unassigned.intersect(&other.unassigned);
    }
}

/// The states behind a condition.
struct Branches {
    when_true: State,
    when_false: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Break(StmtId),
    Continue(StmtId),
    Yield(ExprId),
    Return,
}

struct Walk<'a> {
    program: &'a Program,
    body: &'a Body,
    /// The blank final fields that this body has to assign; numbered behind the locals.
    fields: Vec<FieldId>,
    state: State,
    /// Jumps that have not arrived, with the state they carry.
    jumps: Vec<(Target, State)>,
    /// The least set of variables unassigned at any point of each enclosing `try` body so far.
    tries: Vec<Bits>,
    /// Of each lambda around, the innermost last: the locals that it declares.
    inside: Vec<Bits>,
    /// Locals that are assigned where they may have a value already: not effectively final (JLS 4.12.4).
    changed: Bits,
    /// Locals that a lambda names and does not declare, and where it does.
    captured: Vec<(LocalId, ExprId)>,
    /// Set while a loop is walked again only to find the state at its head.
    silent: bool,
    errors: Vec<FlowError>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, method: &Method, body: &'a Body) -> Self {
        let statics = method.kind == MethodKind::StaticInitializer;
        let fields = match method.kind {
            MethodKind::Method => Vec::new(),
            _ => blank_finals(program, method, statics),
        };
        Self {
            program,
            body,
            fields,
            state: State { assigned: Bits::none(), unassigned: Bits::all() },
            jumps: Vec::new(),
            tries: Vec::new(),
            inside: Vec::new(),
            changed: Bits::none(),
            captured: Vec::new(),
            silent: false,
            errors: Vec::new(),
        }
    }

    fn start(&mut self, method: &Method) {
        (0..self.body.parameter_count).for_each(|i| {
            self.state.assigned.insert(i);
            self.state.unassigned.remove(i);
        });
        self.assume_left_out();
        // What the instance initialiser assigned is assigned behind `super(…)`: see `constructor_call`.
        debug_assert!(method.kind != MethodKind::Method || self.fields.is_empty());
    }

    /// What an initialiser that is left out assigns: the field has a value all the same.
    fn assume_left_out(&mut self) {
        let body = self.body;
        if !is_initializer(&self.program.methods[body.method]) {
            return;
        }
        let assigned = |field: FieldId| {
            body.exprs.iter().any(|expr| match expr.kind {
                ExprKind::Assign { target, .. } => own_field(body, target) == Some(field),
                _ => false,
            })
        };
        for (n, &field) in self.fields.iter().enumerate() {
            if self.program.field_decl(field).is_some_and(|d| d.init.is_some()) && !assigned(field) {
                self.state.assigned.insert(body.locals.len() + n);
                self.state.unassigned.remove(body.locals.len() + n);
            }
        }
    }

    /// What a lambda captures is final or effectively final (JLS 15.27.2).
    fn check_captured(&mut self) {
        for (local, at) in std::mem::take(&mut self.captured) {
            if !self.body.locals[local].is_final && self.changed.contains(local.index()) {
                let message =
                    "local variables referenced from a lambda expression must be final or effectively final";
                self.error(at, message.to_owned());
            }
        }
    }

    fn finish(&mut self, method: &Method) {
        self.check_captured();
        let must_assign = method.kind == MethodKind::Constructor
            || (method.kind == MethodKind::StaticInitializer && is_initializer(method));
        if !must_assign {
            return;
        }
        let mut end = self.state.clone();
        for (target, state) in std::mem::take(&mut self.jumps) {
            if target == Target::Return {
                end.join(&state);
            }
        }
        for (i, &field) in self.fields.iter().enumerate() {
            if !end.assigned.contains(self.body.locals.len() + i) {
                let name = &self.program.fields[field].name;
                self.errors.push(FlowError::end(format!("variable {name} might not have been initialized")));
            }
        }
    }

    fn declared_inside(&mut self, local: LocalId) {
        if let Some(inside) = self.inside.last_mut() {
            inside.insert(local.index());
        }
    }

    /// A lambda: its body is walked in the state in which it stands, and changes none (JLS 16.1.10).
    fn lambda(&mut self, lambda: &'a OpenLambda) {
        let before = self.state.clone();
        let (jumps, tries) = (std::mem::take(&mut self.jumps), std::mem::take(&mut self.tries));
        self.inside.push(Bits::none());
        let bound = lambda.receiver.iter().map(|(local, _)| local);
        for &local in lambda.parameters.iter().chain(bound) {
            self.fresh(local);
            self.state.assigned.insert(local.index());
            self.state.unassigned.remove(local.index());
        }
        self.statement(lambda.root);
        self.inside.pop();
        (self.state, self.jumps, self.tries) = (before, jumps, tries);
    }

    fn field_bit(&self, field: FieldId) -> Option<usize> {
        let position = self.fields.iter().position(|&f| f == field)?;
        Some(self.body.locals.len() + position)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of statement")]
    fn statement(&mut self, id: StmtId) {
        let body = self.body;
        match &body.stmts[id].kind {
            StmtKind::Block(list) => list.iter().for_each(|&s| self.statement(s)),
            StmtKind::Locals(list) => list.iter().for_each(|&(local, init)| self.declare(local, init)),
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.expr(*e),
            StmtKind::If { condition, then, otherwise } => {
                let branches = self.condition(*condition);
                self.state = branches.when_true;
                self.statement(*then);
                let after = std::mem::replace(&mut self.state, branches.when_false);
                otherwise.iter().for_each(|&s| self.statement(s));
                self.state.join(&after);
            }
            StmtKind::While { condition, body } => self.loop_until_stable(
                |walk| {
                    let branches = walk.condition(*condition);
                    walk.state = branches.when_true;
                    walk.statement(*body);
                    walk.land(Target::Continue(id));
                    branches.when_false
                },
                id,
            ),
            StmtKind::Do { body, condition } => self.loop_until_stable(
                |walk| {
                    walk.statement(*body);
                    walk.land(Target::Continue(id));
                    let branches = walk.condition(*condition);
                    walk.state = branches.when_true;
                    branches.when_false
                },
                id,
            ),
            StmtKind::For { init, condition, update, body } => {
                init.iter().for_each(|&s| self.statement(s));
                self.loop_until_stable(
                    |walk| {
                        let mut exit = State::dead();
                        if let Some(condition) = condition {
                            let branches = walk.condition(*condition);
                            walk.state = branches.when_true;
                            exit = branches.when_false;
                        }
                        walk.statement(*body);
                        walk.land(Target::Continue(id));
                        update.iter().for_each(|&s| walk.statement(s));
                        exit
                    },
                    id,
                );
            }
            StmtKind::ForEach { array, element, value, variable, body } => {
                self.expr(*array);
                self.loop_until_stable(
                    |walk| {
                        let exit = walk.state.clone();
                        walk.fresh(*element);
                        walk.fresh(*variable);
                        walk.state.assigned.insert(element.index());
                        walk.expr(*value);
                        walk.assign_local(*variable, *value);
                        walk.statement(*body);
                        walk.land(Target::Continue(id));
                        exit
                    },
                    id,
                );
            }
            StmtKind::Labeled { body, .. } => {
                self.statement(*body);
                self.land(Target::Break(id));
            }
            StmtKind::Switch(switch) => {
                self.switch(switch, false);
                self.land(Target::Break(id));
            }
            StmtKind::Break { target } => self.jump(Target::Break(*target)),
            StmtKind::Continue { target } => self.jump(Target::Continue(*target)),
            StmtKind::Yield { target, value } => {
                self.expr(*value);
                self.jump(Target::Yield(*target));
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|&e| self.expr(e));
                self.jump(Target::Return);
            }
            StmtKind::Throw(e) => {
                self.expr(*e);
                self.state = State::dead();
            }
            StmtKind::Try(try_) => self.try_statement(try_),
            StmtKind::Assert { condition, message } => {
                let before = self.state.clone();
                let branches = self.condition(*condition);
                self.state = branches.when_false;
                message.iter().for_each(|&e| self.expr(e));
                let mut after = branches.when_true.unassigned;
                after.intersect(&before.unassigned);
                self.state = State { assigned: before.assigned, unassigned: after };
            }
            StmtKind::ConstructorCall { is_super, arguments, .. } => {
                arguments.iter().for_each(|&e| self.expr(e));
                self.constructor_call(*is_super);
            }
        }
    }

    /// `this(…)` assigns every blank final; behind `super(…)` those hold that the initialiser assigned.
    fn constructor_call(&mut self, is_super: bool) {
        let method = &self.program.methods[self.body.method];
        let assigned = match is_super {
            true => initialized_fields(self.program, method.class).unwrap_or_else(|| {
                // An initialiser outside the subset: what it assigns is not known, so neither is missed.
                self.assume_assigned();
                declared_with_value(self.program, method.class)
            }),
            false => self.fields.clone(),
        };
        for field in assigned {
            if let Some(bit) = self.field_bit(field) {
                self.state.assigned.insert(bit);
                self.state.unassigned.remove(bit);
            }
        }
    }

    /// Lets every blank final pass both as assigned and as unassigned.
    fn assume_assigned(&mut self) {
        for position in 0..self.fields.len() {
            self.state.assigned.insert(self.body.locals.len() + position);
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<ExprId>) {
        self.fresh(local);
        if let Some(init) = init {
            self.expr(init);
            self.assign_local(local, init);
        }
    }

    /// A local that comes into scope, in each iteration anew.
    fn fresh(&mut self, local: LocalId) {
        self.declared_inside(local);
        self.state.assigned.remove(local.index());
        self.state.unassigned.insert(local.index());
    }

    fn jump(&mut self, target: Target) {
        let state = std::mem::replace(&mut self.state, State::dead());
        self.jumps.push((target, state));
    }

    /// Joins the state with those of the jumps that arrive here.
    fn land(&mut self, target: Target) {
        let state = &mut self.state;
        self.jumps.retain(|(t, carried)| {
            if *t == target {
                state.join(carried);
            }
            *t != target
        });
    }

    /// Walks a loop until the variables unassigned at its head are stable, then once more with reports. Where there are
    /// none the stable walk is the last: with one more at each level, nested loops would take a power of two.
    /// `iteration` leaves the state at the back edge and returns the one at the exit.
    fn loop_until_stable(&mut self, iteration: impl Fn(&mut Self) -> State, id: StmtId) {
        let mut head = self.state.clone();
        let was_silent = std::mem::replace(&mut self.silent, true);
        let (jumps, tries) = (self.jumps.len(), self.tries.clone());
        loop {
            self.state = head.clone();
            let exit = iteration(self);
            let mut next = head.unassigned.clone();
            next.intersect(&self.state.unassigned);
            let is_stable = next == head.unassigned;
            if is_stable && was_silent {
                self.state = exit;
                self.land(Target::Break(id));
                return;
            }
            self.jumps.truncate(jumps);
            self.tries.clone_from(&tries);
            if is_stable {
                break;
            }
            head.unassigned = next;
        }
        self.silent = was_silent;
        self.state = head;
        self.state = iteration(self);
        self.land(Target::Break(id));
    }

    /// Leaves the state behind the last group, joined with the entry where no group may match.
    fn switch(&mut self, switch: &'a Switch, is_exhaustive: bool) {
        self.expr(switch.selector);
        let entry = self.state.clone();
        let mut after = State::dead();
        if !is_exhaustive && !switch.groups.iter().any(|g| g.has_default) {
            after = entry.clone();
        }
        self.state = State::dead();
        for group in &switch.groups {
            // Assigned: as at the entry, and what falls through has at least that but for its own locals.
            self.state.join(&entry);
            group.body.iter().for_each(|&s| self.statement(s));
            if switch.arrows {
                after.join(&self.state);
                self.state = State::dead();
            }
        }
        self.state.join(&after);
    }

    fn try_statement(&mut self, Try { body, catches, finally }: &'a Try) {
        let entry = self.state.clone();
        let outer_jumps = std::mem::take(&mut self.jumps);
        self.tries.push(entry.unassigned.clone());
        self.statement(*body);
        let mut end = self.state.clone();
        // Pushed above, and nothing else pops what it did not push.
        let mut unassigned_in_try = self.tries.pop().unwrap_or_else(Bits::all);
        unassigned_in_try.intersect(&self.state.unassigned);
        let mut unassigned_before_finally = unassigned_in_try.clone();
        for Catch { variable, body, .. } in catches {
            self.state = State { assigned: entry.assigned.clone(), unassigned: unassigned_in_try.clone() };
            self.fresh(*variable);
            self.state.assigned.insert(variable.index());
            self.state.unassigned.remove(variable.index());
            self.tries.push(self.state.unassigned.clone());
            self.statement(*body);
            end.join(&self.state);
            if let Some(unassigned) = self.tries.pop() {
                unassigned_before_finally.intersect(&unassigned);
            }
            unassigned_before_finally.intersect(&self.state.unassigned);
        }
        for bits in self.tries.iter_mut().rev().take(1) {
            bits.intersect(&unassigned_before_finally);
        }
        let inner_jumps = std::mem::replace(&mut self.jumps, outer_jumps);
        let Some(finally) = finally else {
            self.jumps.extend(inner_jumps);
            self.state = end;
            return;
        };
        self.state = State { assigned: entry.assigned, unassigned: unassigned_before_finally };
        self.statement(*finally);
        let after_finally = self.state.clone();
        // What `finally` assigned is assigned behind every way through it.
        let through = |mut state: State| {
            state.assigned.union(&after_finally.assigned);
            state.unassigned.intersect(&after_finally.unassigned);
            state
        };
        self.jumps.extend(inner_jumps.into_iter().map(|(target, state)| (target, through(state))));
        self.state = through(end);
    }

    fn error(&mut self, at: ExprId, message: String) {
        let error = FlowError::expr(at, message);
        if !self.silent && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
}

/// The final fields of the class without a constant value that a declaration leaves open: all that some
/// initialiser or constructor must assign.
fn blank_finals(program: &Program, method: &Method, statics: bool) -> Vec<FieldId> {
    let class = &program.classes[method.class];
    let is_static_block = |member: &Member| matches!(member, Member::Initializer(block) if block.is_static);
    let has_static_block = statics && program.decl(method.class).members.iter().any(is_static_block);
    let is_blank = |&field: &FieldId| {
        let field_ = &program.fields[field];
        field_.is_final()
            && field_.is_static() == statics
            && field_.constant.is_none()
            && !field_.modifiers.has(Modifiers::SYNTHETIC | Modifiers::COMPILED)
            // An initialiser of another type may have been left out, or the block that assigns the field.
            && (field_.ty != Ty::Unknown
                || !has_static_block && program.field_decl(field).is_none_or(|d| d.init.is_none()))
            && !class.constants.contains(&field)
    };
    class.fields.iter().copied().filter(is_blank).collect()
}

/// The final instance fields that are definitely assigned behind the instance initialiser of a class; `None`
/// where that lies outside the subset.
fn initialized_fields(program: &Program, class: ClassId) -> Option<Vec<FieldId>> {
    let Some(initializer) = program.classes[class].instance_initializer else { return Some(Vec::new()) };
    let body = super::typed_initializer(program, initializer)?;
    let method = &program.methods[initializer];
    let mut walk = Walk::new(program, method, &body);
    walk.assume_left_out();
    walk.statement(body.root);
    let is_assigned =
        |&field: &FieldId| walk.field_bit(field).is_some_and(|bit| walk.state.assigned.contains(bit));
    Some(walk.fields.iter().copied().filter(is_assigned).collect())
}

/// The fields of a class that are declared with a value.
fn declared_with_value(program: &Program, class: ClassId) -> Vec<FieldId> {
    let has_value = |&field: &FieldId| program.field_decl(field).is_some_and(|d| d.init.is_some());
    program.classes[class].fields.iter().copied().filter(has_value).collect()
}

/// The blank final field that `this.f` (or bare `f`) or a static `f` names.
fn own_field(body: &Body, target: ExprId) -> Option<FieldId> {
    match body.exprs[target].kind {
        ExprKind::StaticField(field) => Some(field),
        ExprKind::Field { object, field } if body.exprs[object].kind == ExprKind::This => Some(field),
        _ => None,
    }
}
