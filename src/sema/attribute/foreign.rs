//! Initialisers of fields that may be left out: `Pattern P = Pattern.compile("a*")`, `Map<String, Integer> M = new HashMap<>()`.
//!
//! A field whose type lies outside our world is looked into by no supported code; where only its initialiser does, a run
//! that reads it cannot be followed ([`Program::is_unread`](crate::sema::program::Program::is_unread)). So where the
//! initialiser does nothing to the program but give the field its value, it may be left out, and one unsupported field
//! does not cost a class all its methods.
//!
//! The same goes for a type or an initialiser of which only class files tell.
//!
//! **Which do nothing else.** An expression is a *value* if it only makes one from others' code and hands that code
//! nothing of the program that it could call: literals, strings, constants, enum constants for collections, and further
//! such values; or what a method of the class that is outside the subset itself makes so. A *holder* holds code of the
//! program (a lambda, a method reference, an object of an anonymous class) that nobody runs while it is made: such
//! code alone, or given to what only keeps it ([`keeps_code`]). Nothing is ever called on a holder here.
//!
//! A static block may be left out, too, where its statements do no more than that ([`block`]).
//!
//! **What may fail.** Others' code that is made to fail by the constants in the text fails in every version and every test:
//! the class cannot be used at all. No such program is expected; where it shows (`Map.of("a", 1, "a", 2)`,
//! `Pattern.compile("(")`), nothing is left out ([`outside::may_fail`]).

mod block;

use std::cell::RefCell;

use smallvec::SmallVec;

use super::outside;
use crate::sema::error::TypeNameError;
use crate::sema::names::resolve_class_name;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program, Role};
use crate::sema::refused;
use crate::sema::tables::OnDemand;
use crate::sema::types::Ty;
use crate::syntax::children::Child;
use crate::syntax::tree::{
    BaseType, Code, Creation, ExprId, ExprKind, LambdaBody, LambdaParameters, Literal, LocalDecl, Member,
    Name, Root, StmtId, StmtKind, TypeRef,
};

pub(super) use self::block::foreign_block;

/// Methods of the class that a value is made by call no more methods than this below them.
const MAX_CALLS: usize = 4;

/// Whether the initialiser of a field of `class` only makes a value, with which the program's own code has
/// nothing to do.
pub(super) fn is_foreign(program: &Program, class: ClassId, code: &Code) -> bool {
    let Root::Expr(root) = code.root else { return false };
    let check = Check::new(program, class, code, 0);
    check.is_value(root) || check.is_holder(root)
}

struct Check<'a> {
    program: &'a Program,
    class: ClassId,
    code: &'a Code,
    /// How many methods of the class lead here.
    depth: usize,
    names: RefCell<Names>,
}

/// What is known of names besides the declarations of fields.
#[derive(Clone, Default)]
struct Names {
    /// The parameters and locals of a method or block: values, but for those in `tainted`.
    locals: Vec<Name>,
    /// Locals that hold constants of an enum of the program.
    constants: Vec<Name>,
    /// Locals of types of `java.util`.
    tables: Vec<Name>,
    /// Blank fields that the block has given a value.
    set: Vec<Name>,
    /// Variables that have come to hold the program's code or constants.
    tainted: Vec<Name>,
}

type Path<'a> = SmallVec<[&'a str; 6]>;

/// What a name before a dot, or behind `new`, means.
enum Meaning {
    Class(ClassId),
    /// A class outside our world, or one whose code is not read, by its whole name.
    Outside(Name),
}

impl<'a> Check<'a> {
    fn new(program: &'a Program, class: ClassId, code: &'a Code, depth: usize) -> Self {
        Self { program, class, code, depth, names: RefCell::default() }
    }

    fn text(&self, id: ExprId) -> &'a str {
        let unit = self.program.classes[self.class].unit;
        let text = &self.program.units[unit].tree.source.text;
        let span = self.code.exprs[id].span;
        text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Code of the program that nobody runs while it is made, alone or in what only keeps it.
    fn is_holder(&self, id: ExprId) -> bool {
        let either = |&part: &ExprId| self.is_value(part) || self.is_holder(part);
        match &self.code.exprs[id].kind {
            ExprKind::Name(name) => self.names.borrow().tainted.contains(name),
            ExprKind::Lambda(_) => true,
            // `C::f` evaluates nothing, `c()::f` does.
            ExprKind::MethodReference(_) => !self.text(id).contains(['(', '[']),
            ExprKind::Creation(creation) => self.is_quiet_object(creation),
            ExprKind::Cast { operand, .. } => self.is_holder(*operand),
            ExprKind::NewArrayOf { init, .. } => self.is_holder(*init),
            ExprKind::ArrayInitializer(elements) => elements.iter().all(either),
            ExprKind::New { class, arguments } => {
                let Some(name) = self.outside_type(class) else { return false };
                outside::keeps_code(&name, "<init>")
                    && arguments.iter().all(either)
                    && !outside::may_fail(self.code, &name, "<init>", arguments)
            }
            ExprKind::Call { target: Some(target), name, arguments } => {
                let class = self.class_path(*target).and_then(|path| self.meaning(&path));
                let Some(Meaning::Outside(class)) = class else { return false };
                outside::keeps_code(&class, &name.name)
                    && arguments.iter().all(either)
                    && !outside::may_fail(self.code, &class, &name.name, arguments)
            }
            _ => false,
        }
    }

    /// Whether making this object of an anonymous class runs nothing of the class's own code.
    fn is_quiet_object(&self, creation: &Creation) -> bool {
        let Creation { outer: None, type_arguments, class, arguments, body: Some(body) } = creation else {
            return false;
        };
        let BaseType::Named(segments) = &class.base else { return false };
        let path: Path = segments.iter().map(|segment| &*segment.name.name).collect();
        let calls_nothing = match self.meaning(&path) {
            Some(Meaning::Class(class)) => self.program.classes[class].is_interface(),
            Some(Meaning::Outside(name)) => outside::is_quiet_above(&name),
            None => false,
        };
        let takes_nothing = type_arguments.is_empty() && arguments.is_empty();
        calls_nothing
            && takes_nothing
            && body.types.iter().all(|class| {
                class.members.iter().all(|member| match member {
                    Member::Field(field) => field.init.as_ref().is_none_or(|init| is_literal(init)),
                    Member::Initializer(block) => block.is_static,
                    Member::Method(_) | Member::Type(_) => true,
                })
            })
    }

    /// Whether code that gets these arguments runs no code of the program: values, or lambdas that give values beside numbers,
    /// strings and new arrays, which are all that they can be called with.
    fn are_quiet(&self, arguments: &[ExprId], is_other: impl Fn(&ExprId) -> bool) -> bool {
        if arguments.iter().any(|&a| self.is_lambda_of_values(a)) {
            arguments.iter().all(|&a| self.is_lambda_of_values(a) || self.is_plain_value(a))
        } else {
            arguments.iter().all(is_other)
        }
    }

    /// A value that is made of literals alone.
    fn is_plain_value(&self, id: ExprId) -> bool {
        match &self.code.exprs[id].kind {
            ExprKind::Literal(_) => true,
            kind @ (ExprKind::NewArray { .. }
            | ExprKind::NewArrayOf { .. }
            | ExprKind::ArrayInitializer(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }) => kind
                .children()
                .iter()
                .all(|&child| matches!(child, Child::Expr(child) if self.is_plain_value(child))),
            _ => false,
        }
    }

    fn is_lambda_of_values(&self, id: ExprId) -> bool {
        let ExprKind::Lambda(lambda) = &self.code.exprs[id].kind else { return false };
        let LambdaBody::Expr(value) = lambda.body else { return false };
        let parameters: Vec<Name> = match &lambda.parameters {
            LambdaParameters::Inferred(names) => names.iter().map(|name| name.name.clone()).collect(),
            LambdaParameters::Declared(list) => list.iter().map(|p| p.name.name.clone()).collect(),
        };
        let before = self.names.borrow().clone();
        self.names.borrow_mut().locals.extend(parameters);
        let is_value = self.is_value(value);
        self.names.replace(before);
        is_value
    }

    fn is_value(&self, id: ExprId) -> bool {
        let all = |arguments: &[ExprId]| arguments.iter().all(|&a| self.is_value(a));
        match &self.code.exprs[id].kind {
            ExprKind::Literal(_) | ExprKind::ClassLiteral(_) => true,
            ExprKind::Name(name) => self.is_readable(name),
            ExprKind::Field { target, name } => match self.class_path(*target) {
                Some(path) => self.has_value(&path, &name.name),
                None => {
                    self.is_value(*target)
                        || self.is_plain_of_constant(*target, &name.name)
                        || &*name.name == "length" && self.is_plain_array(*target)
                }
            },
            ExprKind::Index { array, index } => self.is_plain_array(*array) && self.is_value(*index),
            ExprKind::Call { target: Some(target), name, arguments } => match self.class_path(*target) {
                Some(path) => self.is_static_call(&path, name.name.as_ref(), arguments),
                None if self.is_constant_local(*target) => {
                    ["name", "ordinal"].contains(&&*name.name) && arguments.is_empty()
                }
                None => self.is_value(*target) && all(arguments),
            },
            ExprKind::Call { target: None, name, arguments } => {
                all(arguments) && self.is_own_call(&name.name, arguments)
            }
            ExprKind::New { class, arguments } => self.is_new_value(class, arguments),
            kind @ (ExprKind::NewArray { .. }
            | ExprKind::NewArrayOf { .. }
            | ExprKind::ArrayInitializer(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Cast { .. }) => kind.children().iter().all(|&child| match child {
                Child::Expr(child) => self.is_value(child),
                Child::Stmt(_) => false,
            }),
            _ => false,
        }
    }

    fn is_static_call(&self, path: &[&str], method: &str, arguments: &[ExprId]) -> bool {
        match self.meaning(path) {
            Some(Meaning::Class(class)) if self.is_library(class) => {
                let name = &self.program.classes[class].qualified_name;
                let is_plain = &**name != "java.lang.System" || outside::is_plain_of_system(method);
                is_plain && self.are_quiet(arguments, |&a| self.is_value(a))
            }
            Some(Meaning::Outside(name)) if self.is_others(&name) => {
                let keeps_enums = outside::is_collection(&name);
                let is_part = |&a: &ExprId| self.is_value(a) || keeps_enums && self.is_enum_constant(a);
                self.are_quiet(arguments, is_part) && !outside::may_fail(self.code, &name, method, arguments)
            }
            _ => false,
        }
    }

    fn is_new_value(&self, class: &TypeRef, arguments: &[ExprId]) -> bool {
        let BaseType::Named(segments) = &class.base else { return false };
        let path: Path = segments.iter().map(|s| &*s.name.name).collect();
        match self.meaning(&path) {
            Some(Meaning::Class(class)) => {
                self.is_library(class) && arguments.iter().all(|&a| self.is_value(a))
            }
            Some(Meaning::Outside(name)) => {
                let reads = outside::is_stream(&name);
                let is_part = |&a: &ExprId| self.is_value(a) || reads && self.is_system_stream(a);
                self.is_others(&name)
                    && arguments.iter().all(is_part)
                    && !outside::may_fail(self.code, &name, "<init>", arguments)
            }
            None => false,
        }
    }

    /// `System.in`, which a reader is made of without reading.
    fn is_system_stream(&self, id: ExprId) -> bool {
        let ExprKind::Field { target, name } = &self.code.exprs[id].kind else { return false };
        let class = self.class_path(*target).and_then(|path| self.meaning(&path));
        let is_system = match class {
            Some(Meaning::Class(class)) => &*self.program.classes[class].qualified_name == "java.lang.System",
            _ => false,
        };
        is_system && &*name.name == "in"
    }

    /// `E.A`, whose methods that collections call are final; but for `toString`, which none of them calls.
    fn is_enum_constant(&self, id: ExprId) -> bool {
        let ExprKind::Field { target, name } = &self.code.exprs[id].kind else { return false };
        let Some(Meaning::Class(class)) = self.class_path(*target).and_then(|path| self.meaning(&path))
        else {
            return false;
        };
        let c = &self.program.classes[class];
        c.is_enum() && c.constants.iter().any(|&f| self.program.fields[f].name == name.name)
    }

    /// A call of methods of the class itself, all static and outside the subset, so that no mutant is in them, that
    /// only make a value of their arguments.
    fn is_own_call(&self, name: &str, arguments: &[ExprId]) -> bool {
        let mut methods = self.program.tables.classes[self.class].methods.get(name).into_iter().flatten();
        let is_null = |&a: &ExprId| matches!(self.code.exprs[a].kind, ExprKind::Literal(Literal::Null));
        let is_declared = self.program.tables.classes[self.class].methods.contains_key(name);
        is_declared
            && self.depth < MAX_CALLS
            && !arguments.iter().any(is_null)
            && methods.all(|&method| self.makes_a_value(method))
    }

    fn makes_a_value(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        let is_outside = matches!(self.program.body(method), BodyState::Unsupported(_));
        let Some(code) = self.program.method_decl(method).and_then(|d| d.body.as_ref()) else { return false };
        let Root::Block(root) = code.root else { return false };
        let StmtKind::Block(statements) = &code.stmts[root].kind else { return false };
        let check = Check::new(self.program, self.class, code, self.depth + 1);
        check.names.borrow_mut().locals.extend(m.parameters.iter().map(|p| p.name.clone()));
        is_outside && m.is_static() && statements.iter().all(|&stmt| check.is_plain_statement(stmt))
    }

    fn is_plain_statement(&self, id: StmtId) -> bool {
        match &self.code.stmts[id].kind {
            StmtKind::Return(Some(value)) => self.is_value(*value) || self.is_holder(*value),
            StmtKind::Local(declared) => self.declares_values(declared),
            StmtKind::Empty => true,
            _ => false,
        }
    }

    fn declares_values(&self, declared: &LocalDecl) -> bool {
        let is_table = self.outside_type(&declared.ty).is_some_and(|ty| ty.starts_with("java.util."));
        declared.declarators.iter().all(|declarator| {
            let is_value = declarator.init.is_none_or(|init| self.is_value(init));
            let mut names = self.names.borrow_mut();
            names.locals.push(declarator.name.name.clone());
            if is_table {
                names.tables.push(declarator.name.name.clone());
            }
            is_value
        })
    }

    /// A field of the class itself that holds no code of the program.
    fn is_readable(&self, name: &Name) -> bool {
        {
            let names = self.names.borrow();
            if names.tainted.contains(name) || names.constants.contains(name) {
                return false;
            }
            if names.locals.contains(name) || names.set.contains(name) {
                return true;
            }
        }
        let Ok(found) = self.program.find_variable(self.class, name) else { return false };
        let field = &self.program.fields[found.field];
        field.constant.is_some() || (field.class == self.class && self.holds_no_code(found.field))
    }

    fn holds_no_code(&self, field: FieldId) -> bool {
        let without_code = |code: &Code| {
            let is_code = |kind: &ExprKind| {
                refused::holds_code(kind) || matches!(kind, ExprKind::Call { target: None, .. })
            };
            !code.exprs.iter().any(|expr| is_code(&expr.kind))
        };
        match self.program.fields[field].ty {
            Ty::Primitive(_) => true,
            ty if self.program.is_of_others(ty) => {
                let init = self.program.field_decl(field).and_then(|d| d.init.as_ref());
                init.is_some_and(|code| without_code(code)) && !self.blocks_hold_code()
            }
            Ty::Class(c) => c == self.program.well_known.string || self.program.unwrapped(c).is_some(),
            _ => false,
        }
    }

    /// The names before a dot, where they can only mean a class.
    fn class_path(&self, id: ExprId) -> Option<Path<'a>> {
        let mut path = Path::new();
        let mut next = id;
        loop {
            match &self.code.exprs[next].kind {
                ExprKind::Name(name) => {
                    path.push(name);
                    break;
                }
                ExprKind::Field { target, name } => {
                    path.push(&name.name);
                    next = *target;
                }
                _ => return None,
            }
        }
        path.reverse();
        let is_variable =
            self.program.find_variable(self.class, path[0]).is_ok() || self.names.borrow().has_local(path[0]);
        (!is_variable && self.meaning(&path).is_some()).then_some(path)
    }

    /// `None` where the names mean no class.
    fn meaning(&self, path: &[&str]) -> Option<Meaning> {
        match resolve_class_name(self.program, &[], self.class, path) {
            Ok(Some(class)) if self.program.role(class).is_compiled() => {
                Some(Meaning::Outside(self.program.classes[class].qualified_name.clone()))
            }
            Ok(Some(class)) => Some(Meaning::Class(class)),
            Err(TypeNameError::Outside(name)) => Some(Meaning::Outside(name)),
            Err(TypeNameError::Unsupported(_)) => self.on_demand(path).map(Meaning::Outside),
            // `java.util.Collections` without an import, or what stands in it: nothing of the program's.
            Ok(None) if path.len() > 1 && is_of_platform(path[0]) => {
                Some(Meaning::Outside(path.join(".").into()))
            }
            _ => None,
        }
    }

    /// A class that can only come from `import java.util.*` and the like: of the first such package that is known
    /// to have it, else of the only one.
    fn on_demand(&self, path: &[&str]) -> Option<Name> {
        let unit = self.program.classes[self.class].unit;
        let scope = &self.program.tables.units[unit];
        let is_hidden = !self.program.tables.packages[scope.package].complete
            || self.program.tables.hidden_member(self.class, path[0]).is_some()
            || !scope.static_on_demand.is_empty();
        let mut packages: SmallVec<[&str; 4]> = SmallVec::new();
        for import in &scope.on_demand {
            match import {
                OnDemand::Outside(package) => packages.push(package),
                OnDemand::Path(package) if package.first().is_some_and(|head| is_of_platform(head)) => {
                    return None;
                }
                OnDemand::Path(_) => return None,
                OnDemand::Package(package) => packages.push(&self.program.tables.packages[*package].name),
                OnDemand::Class(_) => {}
            }
        }
        let whole = |package: &str| -> Name { format!("{package}.{}", path.join(".")).into() };
        let known = packages.iter().map(|package| whole(package)).find(|name| outside::is_known(name));
        match (&packages[..], known) {
            _ if is_hidden => None,
            (_, Some(name)) => Some(name),
            ([only], None) => Some(whole(only)),
            _ => None,
        }
    }

    fn outside_type(&self, ty: &TypeRef) -> Option<Name> {
        let BaseType::Named(segments) = &ty.base else { return None };
        let path: Path = segments.iter().map(|s| &*s.name.name).collect();
        match self.meaning(&path)? {
            Meaning::Outside(name) => Some(name),
            Meaning::Class(_) => None,
        }
    }

    fn has_value(&self, path: &[&str], field: &str) -> bool {
        match self.meaning(path) {
            Some(Meaning::Class(class)) => {
                let found = self.program.find_field(class, field, self.class);
                let is_constant = |f: FieldId| self.program.fields[f].constant.is_some();
                let is_system = &*self.program.classes[class].qualified_name == "java.lang.System";
                found.is_ok_and(is_constant) || self.is_library(class) && !is_system
            }
            Some(Meaning::Outside(name)) => self.is_others(&name),
            None => false,
        }
    }

    fn is_library(&self, class: ClassId) -> bool {
        self.program.role(class) == Role::Library
    }

    /// A class that is not among the files: not by the same authors either, as far as names of packages tell.
    fn is_others(&self, name: &str) -> bool {
        let own = self.program.package_name(self.class);
        let organisation = |name: &'_ str| name.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
        is_of_platform(name.split('.').next().unwrap_or(name)) || organisation(name) != organisation(own)
    }
}

fn is_literal(code: &Code) -> bool {
    matches!(code.root, Root::Expr(root) if matches!(code.exprs[root].kind, ExprKind::Literal(_)))
}

/// Whether the first part of a package's name is the JDK's.
fn is_of_platform(head: &str) -> bool {
    ["java", "javax", "jdk"].contains(&head)
}
