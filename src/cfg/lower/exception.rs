//! Exceptions: their making, handlers, and `finally`.
//!
//! A `finally` part stands once for each way that leads into it. The way by which code ends on its own keeps the keys
//! of the code around; the others are copies with numbers of their own.

use smallvec::smallvec;

use crate::cfg::graph::{EdgeKind, Effect, Node, NodeId, NodeKey, Place};
use crate::cfg::lower::emit::LabelId;
use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Context, Origin};
use crate::index::Id as _;
use crate::jvm::value::{JavaString, Primitive};
use crate::sema::program::{ClassId, FieldId};
use crate::sema::typed_tree::{Catch, ExprId, StmtId, Try};
use crate::sema::types::Ty;
use crate::syntax::tree as syntax;
use crate::term::{Copied, TermId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct HandlerId(usize);

/// What is in force in a part of a `try` statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handler {
    statement: Option<syntax::StmtId>,
    /// 0 in the body, 1 in the `catch` parts; of the next `try` at the statement 2 and 3, and so on.
    phase: u32,
    copy: u32,
    entry: LabelId,
}

impl Handler {
    /// Tells what it handles from what no handler is in force for, and from what others of its statement handle.
    const fn part(self) -> u32 {
        self.phase + self.statement.is_none() as u32
    }
}

/// How code leaves a `try` statement with a `finally` part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Return,
    Break(StmtId),
    Continue(StmtId),
    Yield(ExprId),
}

/// The origin of an exception's message: see `library/java/lang/Throwable.java`.
const LIBRARY: i8 = 1;
const UNSPECIFIED: i8 = 2;

// The parts of a `try` statement's own steps.
const DISPATCH: u32 = 0;
const KEEP: u32 = 1;
const RESTORE: u32 = 2;
const CATCH: u32 = 3;

/// So many parts has each of the `try` statements that stand at one place, since the language adds some.
const PARTS: u32 = 1 << 16;
/// So far apart are the ways through their `finally` parts.
const WAYS: u64 = 1 << 40;

impl Builder<'_> {
    /// The place that makes an exception of a class and throws it: one for each handler in force.
    pub(super) fn raise(&mut self, class: ClassId) -> NodeId {
        let key = (class, self.handler);
        if let Some(&node) = self.raises.get(&key) {
            return node;
        }
        let in_force = self.handler.map(|HandlerId(n)| self.handlers[n]);
        let place = NodeKey {
            frame: self.frame,
            place: Place::Raise(class, in_force.and_then(|h| h.statement)),
            part: in_force.map_or(0, Handler::part),
            copy: in_force.map_or(0, |h| h.copy),
        };
        let by_zero = class == self.program.well_known.arithmetic_exception;
        let message = by_zero.then(|| self.terms.text(JavaString::from("/ by zero")));
        let origin = if by_zero { LIBRARY } else { UNSPECIFIED };
        let (object, mut assignments) = self.throwable(class, message, origin, None);
        assignments.push((variables::exception(self.program, self.terms), object));
        let effect = Effect::Assign(assignments);
        let node = self.graph.add(Node::new(place, None, effect));
        self.raises.insert(key, node);
        let condition = self.true_term();
        let edge = super::emit::Dangling { from: node, condition, kind: EdgeKind::Normal };
        let (saved, labels) = (self.go_on_with(vec![edge]), std::mem::take(&mut self.labels_here));
        self.jump_to_handler();
        self.here = saved;
        self.labels_here = labels;
        node
    }

    /// A new throwable as its constructors leave it.
    fn throwable(
        &mut self,
        class: ClassId,
        message: Option<TermId>,
        origin: i8,
        cause: Option<TermId>,
    ) -> (TermId, super::new::Assignments) {
        let allocated = variables::allocated(self.terms);
        let count = self.terms.var(allocated);
        let object = self.terms.fresh(count);
        let origin = self.terms.primitive(Primitive::Byte(origin));
        let yes = self.true_term();
        let mut set: Vec<(FieldId, TermId)> = Vec::new();
        let mut put = |field: Option<FieldId>, value| set.extend(field.map(|f| (f, value)));
        // A throwable is its own cause where it has none yet.
        put(self.throwable_field("cause"), cause.unwrap_or(object));
        put(self.throwable_field("origin"), origin);
        put(self.throwable_field("suppressing"), yes);
        if let Some(message) = message {
            put(self.throwable_field("message"), message);
        }
        self.allocation(class, &set)
    }

    /// Throws what an initialiser threw, in an error of its own.
    pub(super) fn wrap_exception(&mut self, origin: Origin, thrown: TermId) {
        let Some(class) = self.program.class_named("java.lang.ExceptionInInitializerError") else {
            return self.unsupported_at(origin, "an exception of a class that is not loaded");
        };
        let (object, mut assignments) = self.throwable(class, None, LIBRARY, Some(thrown));
        assignments.push((variables::exception(self.program, self.terms), object));
        self.assign_variables(origin, assignments);
        self.rethrow();
    }

    /// A field of `java.lang.Throwable`.
    pub(super) fn throwable_field(&self, name: &str) -> Option<FieldId> {
        let fields = &self.program.classes[self.program.well_known.throwable].fields;
        fields.iter().copied().find(|&f| &*self.program.fields[f].name == name)
    }

    /// `Variable::Exception` goes to what is in force.
    pub(super) fn jump_to_handler(&mut self) {
        let label = match self.handler {
            Some(HandlerId(n)) => self.handlers[n].entry,
            None => self.throw_label,
        };
        self.jump(label);
    }

    /// As [`Builder::jump_to_handler`], behind a step of code.
    pub(super) fn rethrow(&mut self) {
        for edge in &mut self.here {
            edge.kind = EdgeKind::Exceptional;
        }
        self.jump_to_handler();
    }

    pub(super) fn throw(&mut self, exception: ExprId) {
        let value = self.value(exception);
        let origin = self.origin(exception);
        self.null_check(origin, value);
        let var = variables::exception(self.program, self.terms);
        self.assign_variable(origin, var, value);
        self.rethrow();
    }

    fn handler(&mut self, statement: Option<syntax::StmtId>, phase: u32) -> (HandlerId, LabelId) {
        let entry = self.label();
        self.handlers.push(Handler { statement, phase, copy: self.copy, entry });
        (HandlerId(self.handlers.len() - 1), entry)
    }

    pub(super) fn try_statement(&mut self, statement: &Try) {
        let end = self.label();
        let before = self.tries.entry((self.statement, self.copy)).or_insert(0);
        let number = *before;
        *before += 1;
        match statement.finally {
            Some(finally) => self.try_finally(statement, finally, end, number),
            None => self.try_catch(statement, end, number),
        }
        self.place(end);
    }

    /// The body and the `catch` parts; each goes on at `end`.
    fn try_catch(&mut self, statement: &Try, end: LabelId, number: u32) {
        let outer = self.handler;
        let origin = self.statement;
        if statement.catches.is_empty() {
            self.statement(statement.body);
            return self.jump(end);
        }
        let (handler, entry) = self.handler(origin, 2 * number);
        self.handler = Some(handler);
        let mut caught = statement.catches.iter().flat_map(|catch| &catch.classes);
        if let Some(&class) = caught.find(|&&class| self.program.is_of_resources(class)) {
            // It may come anywhere in the body, whatever that does.
            self.unsupported(format!("catch of {}", self.program.classes[class].name));
        }
        self.statement(statement.body);
        self.handler = outer;
        self.jump(end);
        self.place(entry);
        if self.is_reachable() {
            self.dispatch(origin, &statement.catches, end, number);
        }
    }

    fn dispatch(&mut self, origin: Option<syntax::StmtId>, catches: &[Catch], end: LabelId, number: u32) {
        let first = number * PARTS;
        let exception = variables::exception(self.program, self.terms);
        let exception = self.terms.var(exception);
        let number = self.class_of(exception);
        let mut open = self.true_term();
        let mut conditions = Vec::new();
        for catch in catches {
            let mut caught = self.terms.boolean(false);
            for &class in &catch.classes {
                let is = if class == self.program.well_known.throwable {
                    self.true_term()
                } else {
                    self.types.is_instance(self.terms, number, Ty::Class(class))
                };
                caught = self.terms.or(caught, is);
            }
            conditions.push(self.terms.and(open, caught));
            let other = self.terms.not(caught);
            open = self.terms.and(open, other);
        }
        conditions.push(open);
        let node = self.node_at(Place::Dispatch(origin), first + DISPATCH, Effect::None);
        let mut edges = self.edges_among(node, &conditions, EdgeKind::Normal);
        let uncaught = edges.pop().unwrap_or_default();
        for (i, (catch, edges)) in catches.iter().zip(edges).enumerate() {
            self.go_on_with(edges);
            let variable = self.local_variable(catch.variable);
            let effect = Effect::Assign(smallvec![(variable, exception)]);
            self.emit_at(Place::Dispatch(origin), first + CATCH + i as u32, effect);
            self.statement(catch.body);
            self.jump(end);
        }
        self.go_on_with(uncaught);
        self.rethrow();
    }

    fn try_finally(&mut self, statement: &Try, finally: StmtId, end: LabelId, number: u32) {
        let first = number * PARTS;
        let other_ways = u64::from(number) * WAYS;
        let outer = self.handler;
        let origin = self.statement;
        let (handler, on_exception) = self.handler(origin, 2 * number + 1);
        self.handler = Some(handler);
        self.contexts.push(Context::Finally { ways: Vec::new() });
        let behind = self.label();
        self.try_catch(statement, behind, number);
        self.handler = outer;
        let ways = match self.contexts.pop() {
            Some(Context::Finally { ways }) => ways,
            _ => Vec::new(),
        };

        self.place(behind);
        self.statement(finally);
        self.jump(end);

        self.place(on_exception);
        if self.is_reachable() {
            let exception = variables::exception(self.program, self.terms);
            let current = self.terms.var(exception);
            let ty = Ty::Class(self.program.well_known.throwable);
            let kept = self.temporary(None, ty);
            let keep = Effect::Assign(smallvec![(kept, current)]);
            self.emit_at(Place::Dispatch(origin), first + KEEP, keep);
            self.copied(origin, other_ways, finally);
            let kept = self.terms.var(kept);
            let restore = Effect::Assign(smallvec![(exception, kept)]);
            self.emit_at(Place::Dispatch(origin), first + RESTORE, restore);
            self.rethrow();
        }
        for (way, label) in ways {
            self.place(label);
            let number = other_ways + self.number_of(way);
            self.copied(origin, number, finally);
            self.leave(way);
        }
    }

    /// `finally` code once more.
    fn copied(&mut self, statement: Option<syntax::StmtId>, way: u64, finally: StmtId) {
        let outer = self.copy;
        if self.is_reachable() && self.graph.nodes.len() <= super::MAX_NODES {
            self.copy = self.terms.copy(Copied { inside: outer, statement, way });
            self.statement(finally);
        }
        self.copy = outer;
    }

    /// The same in all versions of a method: where it leads, by the place in the source.
    fn number_of(&self, way: Way) -> u64 {
        let statement = |s: StmtId| self.body.stmts[s].origin.map_or(0, |o| o.index() as u64 + 1);
        let expression = |e: ExprId| self.body.exprs[e].origin.map_or(0, |o| o.index() as u64 + 1);
        match way {
            Way::Return => 1,
            Way::Break(target) => 4 * statement(target) + 4,
            Way::Continue(target) => 4 * statement(target) + 5,
            Way::Yield(target) => 4 * expression(target) + 6,
        }
    }

    /// Goes to where a jump leads, through the `finally` parts on the way.
    pub(super) fn leave(&mut self, way: Way) {
        let mut label = None;
        for context in self.contexts.iter().rev() {
            label = match (context, way) {
                (Context::Finally { .. }, _) => return self.leave_through_finally(way),
                (Context::Breakable { target, end, .. }, Way::Break(wanted)) if *target == wanted => {
                    Some(*end)
                }
                (Context::Breakable { target, end, next }, Way::Continue(wanted)) if *target == wanted => {
                    Some(next.unwrap_or(*end))
                }
                (Context::Yieldable { target, end, .. }, Way::Yield(wanted)) if *target == wanted => {
                    Some(*end)
                }
                _ => None,
            };
            if label.is_some() {
                break;
            }
        }
        match (label, way) {
            (Some(label), _) => self.jump(label),
            (None, Way::Return) => self.jump(self.return_label),
            (None, _) => self.unsupported("a jump out of what does not enclose it"),
        }
    }

    fn leave_through_finally(&mut self, way: Way) {
        let new = self.label();
        let innermost = self.contexts.iter_mut().rev().find_map(|context| match context {
            Context::Finally { ways } => Some(ways),
            _ => None,
        });
        let Some(ways) = innermost else { return };
        let label = match ways.iter().find(|(w, _)| *w == way) {
            Some(&(_, label)) => label,
            None => {
                ways.push((way, new));
                new
            }
        };
        self.jump(label);
    }
}
