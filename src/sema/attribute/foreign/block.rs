//! Static blocks that may be left out: `static { MAP.put("a", 1); }`.
//!
//! **Which.** Every statement only makes values, gives them to fields of the class itself, or hands them to collections that
//! no supported code looks into, or has others' code fill arrays that final fields of the class hold, with no method of the
//! program called on the way. What the block writes is then: the fields it assigns, or whose arrays it gives away, which have no value that is known from then on (a run that reads one of them cannot be followed, before
//! the block, too), and objects outside our world.
//!
//! **Constants of enums and code of the program** may be put into a collection: it calls only methods of constants that are
//! final, and none of a map's values. From then on, others' code could call theirs, so nothing more is called on a
//! variable that holds such ([`Names::tainted`]); where any block of the class holds some, on none of its fields.
//!
//! **What may fail, or not end.** No method of the program has a part in it. If such a block fails or does not end, then
//! in every version and every test, as with an initialiser: the class cannot be used at all. A `throw` stands
//! in a handler alone, which others' code has to fail for.

use super::{Check, Names};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::refused;
use crate::sema::types::Ty;
use crate::syntax::tree::{Code, ExprId, ExprKind, Member, Name, Root, StmtId, StmtKind, TryStmt};

/// The fields that a static block of `class` assigns, if it may be left out.
pub(in crate::sema::attribute) fn foreign_block(
    program: &Program,
    class: ClassId,
    code: &Code,
) -> Option<Vec<FieldId>> {
    let Root::Block(root) = code.root else { return None };
    let mut block = Block { check: Check::new(program, class, code, 0), written: Vec::new(), handlers: 0 };
    block.is_quiet(root).then_some(block.written)
}

impl Names {
    pub(super) fn has_local(&self, name: &str) -> bool {
        self.locals.iter().chain(&self.constants).any(|local| &**local == name)
    }
}

struct Block<'a> {
    check: Check<'a>,
    written: Vec<FieldId>,
    /// How many handlers the statement stands in.
    handlers: usize,
}

impl Block<'_> {
    /// A statement and what it declares. What it may have left in a variable stays there.
    fn in_scope(&mut self, declare: impl FnOnce(&mut Names), id: StmtId) -> bool {
        let before = self.check.names.borrow().clone();
        declare(&mut self.check.names.borrow_mut());
        let is_quiet = self.is_quiet(id);
        let mut names = self.check.names.borrow_mut();
        let tainted = std::mem::take(&mut names.tainted);
        *names = Names { tainted, ..before };
        is_quiet
    }

    fn is_quiet(&mut self, id: StmtId) -> bool {
        match &self.check.code.stmts[id].kind {
            StmtKind::Empty | StmtKind::Break(_) | StmtKind::Continue(_) => true,
            StmtKind::Block(list) => {
                let before = self.check.names.borrow().clone();
                let is_quiet = list.iter().all(|&stmt| self.is_quiet(stmt));
                let mut names = self.check.names.borrow_mut();
                // Fields that were given a value have it behind the block.
                let (set, tainted) = (std::mem::take(&mut names.set), std::mem::take(&mut names.tainted));
                *names = Names { set, tainted, ..before };
                is_quiet
            }
            StmtKind::Local(declared) => self.check.declares_values(declared),
            StmtKind::Expr(expr) => self.is_quiet_expr(*expr),
            StmtKind::If { condition, then, otherwise } => {
                self.check.is_value(*condition)
                    && self.in_scope(|_| {}, *then)
                    && otherwise.is_none_or(|otherwise| self.in_scope(|_| {}, otherwise))
            }
            StmtKind::While { condition, body } | StmtKind::Do { body, condition } => {
                self.check.is_value(*condition) && self.is_quiet_loop(*body, |_| {})
            }
            StmtKind::For { init, condition, update, body } => {
                let before = self.check.names.borrow().clone();
                let is_quiet = init.iter().all(|&stmt| self.is_quiet(stmt))
                    && condition.is_none_or(|condition| self.check.is_value(condition))
                    && self.is_quiet_loop(*body, |_| {})
                    && update.iter().all(|&stmt| self.is_quiet(stmt));
                let mut names = self.check.names.borrow_mut();
                let tainted = std::mem::take(&mut names.tainted);
                *names = Names { tainted, ..before };
                is_quiet
            }
            StmtKind::ForEach { variable, iterable, body } => {
                let name = variable.name.name.clone();
                if self.check.is_value(*iterable) || self.check.is_plain_array(*iterable) {
                    self.is_quiet_loop(*body, |names| names.locals.push(name.clone()))
                } else if self.check.is_own_values(*iterable) {
                    self.is_quiet_loop(*body, |names| names.constants.push(name.clone()))
                } else {
                    false
                }
            }
            StmtKind::Try(stmt) => self.is_quiet_try(stmt),
            StmtKind::Throw(value) => {
                self.handlers > 0
                    && matches!(self.check.code.exprs[*value].kind, ExprKind::New { .. })
                    && self.check.is_value(*value)
            }
            _ => false,
        }
    }

    /// The body of a loop, seen twice: the second time round its variables hold what the first left in them.
    fn is_quiet_loop(&mut self, body: StmtId, declare: impl Fn(&mut Names)) -> bool {
        self.in_scope(&declare, body) && self.in_scope(&declare, body)
    }

    fn is_quiet_try(&mut self, stmt: &TryStmt) -> bool {
        if !stmt.resources.is_empty() || !self.in_scope(|_| {}, stmt.body) {
            return false;
        }
        self.handlers += 1;
        let are_quiet = stmt
            .catches
            .iter()
            .all(|catch| self.in_scope(|names| names.locals.push(catch.name.name.clone()), catch.body));
        self.handlers -= 1;
        are_quiet && stmt.finally.is_none_or(|finally| self.in_scope(|_| {}, finally))
    }

    fn is_quiet_expr(&mut self, id: ExprId) -> bool {
        match &self.check.code.exprs[id].kind {
            ExprKind::Assign { target, op, value } => {
                let ExprKind::Name(name) = &self.check.code.exprs[*target].kind else { return false };
                if self.check.names.borrow().has_local(name) {
                    return self.is_plain_local(name) && self.check.is_value(*value);
                }
                op.is_none() && self.assigns_field(name, *value)
            }
            ExprKind::IncDec { operand, .. } => {
                matches!(&self.check.code.exprs[*operand].kind, ExprKind::Name(name) if self.is_plain_local(name))
            }
            ExprKind::Call { target: Some(target), name, arguments } => {
                self.check.is_value(id)
                    || self.keeps(*target, &name.name, arguments)
                    || self.fills(*target, &name.name, arguments)
            }
            ExprKind::Call { target: None, .. } => self.check.is_value(id),
            _ => false,
        }
    }

    fn is_plain_local(&self, name: &Name) -> bool {
        let names = self.check.names.borrow();
        names.locals.contains(name) && !names.constants.contains(name) && !names.tainted.contains(name)
    }

    /// `F = value`, where nothing is lost with the field's own initialiser.
    fn assigns_field(&mut self, name: &Name, value: ExprId) -> bool {
        let check = &self.check;
        let Ok(found) = check.program.find_variable(check.class, name) else { return false };
        let field = &check.program.fields[found.field];
        let init = check.program.field_decl(found.field).and_then(|d| d.init.as_ref());
        let is_blank = init.is_none_or(|init| super::is_literal(init)) && field.constant.is_none();
        if field.class != check.class || !field.is_static() || !is_blank {
            return false;
        }
        let is_value = check.is_value(value);
        if !is_value && !check.is_holder(value) {
            return false;
        }
        let mut names = check.names.borrow_mut();
        if is_value && !names.tainted.contains(name) {
            names.set.push(name.clone());
        } else {
            names.tainted.push(name.clone());
        }
        if !self.written.contains(&found.field) {
            self.written.push(found.field);
        }
        true
    }

    /// `MAP.put(key, value)`: a collection of `java.util` that is given what it keeps.
    fn keeps(&self, target: ExprId, method: &str, arguments: &[ExprId]) -> bool {
        let check = &self.check;
        let ExprKind::Name(table) = &check.code.exprs[target].kind else { return false };
        let is_constant = |&a: &ExprId| check.is_enum_constant(a) || check.is_constant_local(a);
        let is_part = |a: &ExprId| check.is_value(*a) || is_constant(a);
        let are_kept = match (method, arguments) {
            ("put" | "putIfAbsent", [key, value]) => {
                is_part(key) && (is_part(value) || check.is_holder(*value))
            }
            ("add" | "addLast" | "addFirst" | "offer", [element]) => is_part(element),
            _ => false,
        };
        if !are_kept || !self.is_table(table) {
            return false;
        }
        if !arguments.iter().all(|&a| check.is_value(a)) {
            check.names.borrow_mut().tainted.push(table.clone());
        }
        true
    }

    /// `Arrays.setAll(TABLE, i -> i * i)`: others' code that may write to arrays of the class itself, which nothing else
    /// holds, and that gets nothing of the program beside them.
    fn fills(&mut self, target: ExprId, method: &str, arguments: &[ExprId]) -> bool {
        let check = &self.check;
        let is_others = match check.class_path(target).and_then(|path| check.meaning(&path)) {
            // `Arrays.setAll` is no method of the library, but of the JDK.
            Some(super::Meaning::Class(class)) => {
                let name = &check.program.classes[class].qualified_name;
                check.is_library(class) && &**name != "java.lang.System"
            }
            Some(super::Meaning::Outside(class)) => {
                check.is_others(&class) && !super::outside::may_fail(check.code, &class, method, arguments)
            }
            None => false,
        };
        if !is_others {
            return false;
        }
        let (arrays, others): (Vec<ExprId>, Vec<ExprId>) =
            arguments.iter().partition(|&&a| check.own_array(a).is_some());
        if !check.are_quiet(&others, |&a| check.is_value(a)) {
            return false;
        }
        for field in arrays.iter().filter_map(|&array| self.check.own_array(array)) {
            if !self.written.contains(&field) {
                self.written.push(field);
            }
        }
        true
    }

    /// A local, or a field of the class, of a type of `java.util`.
    fn is_table(&self, name: &Name) -> bool {
        let check = &self.check;
        if check.names.borrow().has_local(name) {
            return check.names.borrow().tables.contains(name);
        }
        let Ok(found) = check.program.find_variable(check.class, name) else { return false };
        let field = &check.program.fields[found.field];
        let Some(declared) = check.program.field_decl(found.field) else { return false };
        let is_of_util = check.outside_type(&declared.ty).is_some_and(|ty| ty.starts_with("java.util."));
        let is_made_here = check.names.borrow().set.contains(name)
            || declared.init.as_ref().is_some_and(|init| super::is_foreign(check.program, check.class, init));
        // A collection of a class of the program (`new HashMap<>() { … }`) is no value.
        let holds_code = declared
            .init
            .as_ref()
            .is_some_and(|init| init.exprs.iter().any(|expr| refused::holds_code(&expr.kind)));
        field.class == check.class
            && check.program.is_of_others(field.ty)
            && is_of_util
            && is_made_here
            && !holds_code
    }
}

impl Check<'_> {
    /// A local that holds a constant of an enum of the program.
    pub(super) fn is_constant_local(&self, id: ExprId) -> bool {
        matches!(&self.code.exprs[id].kind, ExprKind::Name(name) if self.names.borrow().constants.contains(name))
    }

    /// A field of such a constant, a primitive or a string.
    pub(super) fn is_plain_of_constant(&self, target: ExprId, field: &str) -> bool {
        self.is_constant_local(target)
            && self
                .program
                .find_field(self.class, field, self.class)
                .is_ok_and(|field| self.is_plain(self.program.fields[field].ty))
    }

    fn is_plain(&self, ty: Ty) -> bool {
        match ty {
            Ty::Primitive(_) => true,
            Ty::Class(class) => class == self.program.well_known.string,
            _ => false,
        }
    }

    /// A static array of the class itself, of primitives or strings.
    pub(super) fn is_plain_array(&self, id: ExprId) -> bool {
        let ExprKind::Name(name) = &self.code.exprs[id].kind else { return false };
        if self.names.borrow().has_local(name) {
            return false;
        }
        let Ok(found) = self.program.find_variable(self.class, name) else { return false };
        let field = &self.program.fields[found.field];
        let element = field.ty.array().map(|array| array.cell());
        field.class == self.class
            && field.is_static()
            && element.is_some_and(|element| self.is_plain(element))
    }

    /// Such an array that its field's initialiser makes anew, of constants.
    fn own_array(&self, id: ExprId) -> Option<FieldId> {
        let ExprKind::Name(name) = &self.code.exprs[id].kind else { return None };
        if !self.is_plain_array(id) {
            return None;
        }
        let field = self.program.find_variable(self.class, name).ok()?.field;
        let init = self.program.field_decl(field)?.init.as_ref()?;
        let Root::Expr(root) = init.root else { return None };
        let is_new = matches!(
            init.exprs[root].kind,
            ExprKind::NewArray { .. } | ExprKind::NewArrayOf { .. } | ExprKind::ArrayInitializer(_)
        );
        let is_final = self.program.fields[field].is_final();
        (is_new && is_final && super::is_foreign(self.program, self.class, init)).then_some(field)
    }

    /// `values()` of the enum itself.
    fn is_own_values(&self, id: ExprId) -> bool {
        let ExprKind::Call { target, name, arguments } = &self.code.exprs[id].kind else { return false };
        let is_own = match target {
            None => true,
            Some(target) => self
                .class_path(*target)
                .and_then(|path| self.meaning(&path))
                .is_some_and(|class| matches!(class, super::Meaning::Class(class) if class == self.class)),
        };
        is_own
            && self.program.classes[self.class].is_enum()
            && &*name.name == "values"
            && arguments.is_empty()
    }

    /// Whether static blocks of the class may put code or constants of the program anywhere.
    pub(super) fn blocks_hold_code(&self) -> bool {
        self.program.decl(self.class).members.iter().any(|member| match member {
            Member::Initializer(block) if block.is_static => {
                let check = Check::new(self.program, self.class, &block.body, 0);
                block.body.exprs.iter_enumerated().any(|(id, expr)| match &expr.kind {
                    kind if refused::holds_code(kind) => true,
                    ExprKind::Call { name, .. } => &*name.name == "values",
                    _ => check.is_enum_constant(id),
                })
            }
            _ => false,
        })
    }
}
