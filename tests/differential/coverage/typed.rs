//! Counts the nodes of a typed body, each by its form, its operator and its types.

use jatpg::sema::program::{MethodId, Program, Role};
use jatpg::sema::typed_tree::{Body, Conversion, Expr, ExprId, ExprKind, Stmt, StmtId, StmtKind, Switch};
use jatpg::sema::types::{ElementTy, Ty};

use super::Table;

pub(super) struct Counter<'a> {
    pub program: &'a Program,
    pub body: &'a Body,
    pub table: &'a mut Table,
}

impl Counter<'_> {
    fn add(&mut self, kind: impl Into<String>) {
        *self.table.entry(kind.into()).or_default() += 1;
    }

    fn name(&self, ty: Ty) -> String {
        match ty {
            Ty::Primitive(ty) => ty.name().to_owned(),
            Ty::Class(_) if self.program.unboxed(ty).is_some() => self.program.type_name(ty),
            Ty::Class(class) if class == self.program.well_known.string => "String".to_owned(),
            Ty::Array(array) => match array.element {
                ElementTy::Primitive(_) => "array of primitives".to_owned(),
                ElementTy::Class(_) => "array of references".to_owned(),
            },
            Ty::Null => "null".to_owned(),
            _ => "reference".to_owned(),
        }
    }

    fn ty(&self, id: ExprId) -> String {
        self.name(self.body.exprs[id].ty)
    }

    fn target(&self, id: ExprId) -> &'static str {
        match self.body.exprs[id].kind {
            ExprKind::Local(_) => "local",
            ExprKind::StaticField(_) => "static field",
            ExprKind::Field { .. } => "field",
            _ => "element",
        }
    }

    pub(super) fn count(&mut self) {
        for expr in self.body.exprs.iter() {
            self.expr(expr);
        }
        for stmt in self.body.stmts.iter() {
            self.stmt(stmt);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            // The written form counts it.
            ExprKind::Literal => {}
            ExprKind::Null => self.add("null"),
            ExprKind::Local(_) => self.add(format!("local {}", self.name(expr.ty))),
            ExprKind::This => self.add("this"),
            ExprKind::StaticField(_) => self.add(format!("static field {}", self.name(expr.ty))),
            ExprKind::Field { .. } => self.add("field"),
            ExprKind::ArrayLength(_) => self.add("array length"),
            ExprKind::Index { .. } => self.add(format!("element {}", self.name(expr.ty))),
            ExprKind::Unary { op, .. } => self.add(format!("unary {} {}", op.symbol(), self.name(expr.ty))),
            ExprKind::Binary { op, left, right } if op.is_shift() => {
                self.add(format!("binary {} {} by {}", self.ty(*left), op.symbol(), self.ty(*right)));
            }
            ExprKind::Binary { op, left, .. } => {
                let ty = match self.body.exprs[*left].ty {
                    Ty::Primitive(ty) => ty.name(),
                    _ => "reference",
                };
                self.add(format!("binary {} {ty}", op.symbol()));
            }
            ExprKind::And { .. } => self.add("&&"),
            ExprKind::Or { .. } => self.add("||"),
            ExprKind::Concat { left, right } => {
                self.add(format!("concatenation with {}", self.ty(*left)));
                self.add(format!("concatenation with {}", self.ty(*right)));
            }
            ExprKind::Convert { conversion, operand } => self.conversion(*conversion, *operand, expr.ty),
            ExprKind::InstanceOf { binding, ty, .. } => {
                let kind = if matches!(ty, Ty::Array(_)) { "array" } else { "class" };
                let pattern = if binding.is_some() { " with a variable" } else { "" };
                self.add(format!("instanceof {kind}{pattern}"));
            }
            ExprKind::Assign { target, .. } => {
                self.add(format!("assign {}", self.target(*target)));
                self.add(format!("assign {}", self.ty(*target)));
            }
            ExprKind::CompoundAssign { target, op, operation, .. } => {
                self.add(format!("compound {} {}", op.symbol(), operation.name()));
                self.add(format!("compound {} to {}", op.symbol(), self.ty(*target)));
                self.add(format!("compound to {}", self.target(*target)));
            }
            ExprKind::ConcatAssign { target, .. } => {
                self.add(format!("concat-assign {}", self.target(*target)));
            }
            ExprKind::IncDec { op, target } => {
                self.add(format!("{op:?} {}", self.ty(*target)));
                self.add(format!("increment of a {}", self.target(*target)));
            }
            ExprKind::Conditional { .. } => self.add(format!("conditional {}", self.name(expr.ty))),
            ExprKind::Call(call) => {
                self.library(call.method);
                let object = if call.receiver.is_some() { " with an object" } else { "" };
                self.add(format!("call {:?}{object}", call.dispatch));
            }
            ExprKind::New { constructor, .. } => {
                self.library(*constructor);
                self.add("new object");
            }
            ExprKind::NewArray { ty, lengths } => {
                let form = if usize::from(ty.dims) > lengths.len() { "some" } else { "all" };
                self.add(format!("new array of {} dimensions, {form} with a length", ty.dims));
            }
            ExprKind::ArrayLiteral { ty, .. } => self.add(format!("array literal of {} dimensions", ty.dims)),
            ExprKind::Switch(switch) => self.switch("switch expression", switch),
            ExprKind::ClassLiteral(_) => self.add("class literal"),
        }
    }

    fn library(&mut self, method: MethodId) {
        let class = self.program.methods[method].class;
        if self.program.units[self.program.classes[class].unit].role == Role::Library {
            self.add(format!("library {}", self.program.method_name(method)));
        }
    }

    fn conversion(&mut self, conversion: Conversion, operand: ExprId, to: Ty) {
        match conversion {
            Conversion::Primitive => self.add(format!("convert {} to {}", self.ty(operand), self.name(to))),
            Conversion::Box => self.add(format!("box {}", self.ty(operand))),
            Conversion::Unbox => self.add(format!("unbox {}", self.name(to))),
            Conversion::Widen => self.add("widen a reference"),
            Conversion::CheckedCast => self.add("cast a reference"),
        }
    }

    fn switch(&mut self, what: &str, switch: &Switch) {
        let form = if switch.arrows { "->" } else { ":" };
        let on = match self.body.exprs[switch.selector].ty {
            Ty::Primitive(_) => "int",
            Ty::Class(class) if class == self.program.well_known.string => "String",
            _ => "enum",
        };
        self.add(format!("{what} {form} on {on}"));
        if switch.groups.iter().any(|group| group.has_default) {
            self.add(format!("{what} with default"));
        } else {
            self.add(format!("{what} without default"));
        }
        if switch.groups.iter().rev().skip(1).any(|group| group.has_default) {
            self.add(format!("{what} with default before other labels"));
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Block(_) => self.add("block"),
            StmtKind::Locals(list) => {
                self.add(if list.len() > 1 { "locals, several" } else { "locals, one" });
                self.add(if list.iter().any(|(_, init)| init.is_none()) {
                    "locals, blank"
                } else {
                    "locals, with a value"
                });
            }
            StmtKind::Empty => self.add("empty statement"),
            StmtKind::Expr(_) => self.add("expression statement"),
            StmtKind::If { otherwise: None, .. } => self.add("if"),
            StmtKind::If { .. } => self.add("if else"),
            StmtKind::While { .. } => self.add("while"),
            StmtKind::Do { .. } => self.add("do"),
            StmtKind::For { condition: None, .. } => self.add("for (;;)"),
            StmtKind::For { update, .. } if update.len() > 1 => self.add("for with several updates"),
            StmtKind::For { .. } => self.add("for"),
            StmtKind::ForEach { value, variable, .. } => {
                let converted = matches!(self.body.exprs[*value].kind, ExprKind::Convert { .. });
                let ty = self.name(self.body.locals[*variable].ty);
                self.add(format!("for each {}{ty}", if converted { "converted to " } else { "" }));
            }
            StmtKind::Labeled { body, .. } => self.add(format!("label of a {}", self.jump_target(*body))),
            StmtKind::Switch(switch) => self.switch("switch statement", switch),
            StmtKind::Break { target } => self.add(format!("break of a {}", self.jump_target(*target))),
            StmtKind::Continue { .. } => self.add("continue"),
            StmtKind::Yield { .. } => self.add("yield"),
            StmtKind::Return(value) => self.add(if value.is_some() { "return a value" } else { "return" }),
            StmtKind::Throw(_) => self.add("throw"),
            StmtKind::Try(tries) => {
                let finally = if tries.finally.is_some() { " and finally" } else { "" };
                let catches = tries.catches.len().min(2);
                self.add(format!("try with {}{finally}", ["no catch", "a catch", "catches"][catches]));
                if tries.catches.iter().any(|catch| catch.classes.len() > 1) {
                    self.add("catch of several classes");
                }
            }
            StmtKind::Assert { message, .. } => {
                self.add(if message.is_some() { "assert with a message" } else { "assert" });
            }
            StmtKind::ConstructorCall { is_super, .. } => {
                self.add(if *is_super { "super(…)" } else { "this(…)" });
            }
        }
    }

    fn jump_target(&self, id: StmtId) -> &'static str {
        match self.body.stmts[id].kind {
            StmtKind::Switch(_) => "switch",
            StmtKind::Labeled { .. } => "labelled statement",
            StmtKind::Block(_) => "block",
            _ => "loop",
        }
    }
}
