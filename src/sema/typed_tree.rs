//! The typed tree of one body: what a piece of code means after names, types, overloads, conversions and
//! constants are resolved. The interpreter, the CFG and every analysis start from here.
//!
//! Invariants
//! - Every implicit step of Java is explicit: numeric promotion, boxing and unboxing, widening of references,
//!   string conversion, packing of variable arguments, `this` of a bare field or call.
//! - Each node knows the syntax node it came from ([`Expr::origin`], [`Stmt::origin`]). A patch keeps the ids
//!   of what it does not touch, so the same origin in two bodies is the same place: this is the
//!   correspondence `f` of the dissertation (§2.3.3), by identity and not by text.
//! - A constant expression keeps its structure and carries its value in [`Expr::constant`]; whoever runs the
//!   tree uses the value and does not enter.
//! - The tree has passed the flow rules (definite assignment, reachability, checked exceptions).

use std::sync::Arc;

use crate::define_id;
use crate::index::IndexVec;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::types::{ArrayTy, Ty};
use crate::syntax::tree::{self as syntax, IncDec, Name};

define_id!(/// A typed expression of one [`Body`].
    ExprId, "x");
define_id!(/// A typed statement of one [`Body`].
    StmtId, "n");
define_id!(/// A local variable, parameter or temporary of one [`Body`].
    LocalId, "v");

/// The typed tree of a method, constructor or initialiser.
#[derive(Clone, Debug)]
pub struct Body {
    pub method: MethodId,
    /// The parameters come first, in order. (`this` is not a local.) A constructor of an enum has two more
    /// than it declares, behind the others, as javac makes them: the name and the ordinal of the constant.
    /// Every [`ExprKind::New`] and [`StmtKind::ConstructorCall`] of one passes them.
    pub locals: IndexVec<LocalId, Local>,
    pub parameter_count: usize,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    /// A [`StmtKind::Block`].
    pub root: StmtId,
    /// The typed node of each syntax expression *before* conversions to what its context wants: the static
    /// type that the mutation operators ask for. `None` for what is no value (a package, a class name).
    pub typed_exprs: Vec<Option<ExprId>>,
    /// Whether static types other than these erasures had a say: a part of it cannot be attributed without the whole.
    pub is_generic: bool,
    /// Lambdas and method references whose bodies are in these arenas still; none in a finished body.
    pub open_lambdas: Vec<OpenLambda>,
    /// The bodies of the lambdas and method references in this one, each a method of a class of its own
    /// ([`lambda`](crate::sema::lambda)).
    pub lambdas: Vec<SharedBody>,
    /// What calls of methods that throw what a type variable says throw.
    pub thrown: Vec<(ExprId, Vec<ClassId>)>,
}

/// A lambda, or a method reference as the lambda that it stands for, in the arenas of the code around it.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenLambda {
    /// Its place in the tree: a [`ExprKind::Null`] of its type.
    pub expr: ExprId,
    pub key: LambdaKey,
    pub interface: ClassId,
    /// The method of the interface that it implements.
    pub function: MethodId,
    /// What else it is, of a cast to several types.
    pub markers: Vec<ClassId>,
    pub parameters: Vec<LocalId>,
    /// What a method reference evaluates where it stands, and the local that stands for the value in its body.
    pub receiver: Option<(LocalId, ExprId)>,
    pub root: StmtId,
    /// What it gives.
    pub result: Ty,
}

/// Where a lambda stands in the code of a method; stable under patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LambdaKey {
    /// Which piece of code, of initialisers; 0 elsewhere.
    pub piece: u32,
    pub expr: syntax::ExprId,
}

impl OpenLambda {
    pub const fn returns_value(&self) -> bool {
        !matches!(self.result, Ty::Void)
    }
}

impl Body {
    /// The variable of a pattern that an assignment to `target` gives its first value: no code stands for that.
    pub fn bound_by(&self, assignment: ExprId, target: ExprId) -> Option<LocalId> {
        match self.exprs[target].kind {
            ExprKind::Local(local) if self.exprs[assignment].origin.is_none() => {
                matches!(self.locals[local].origin, LocalOrigin::Pattern(_)).then_some(local)
            }
            _ => None,
        }
    }

    /// The lambda whose place a node is.
    pub fn open_lambda(&self, expr: ExprId) -> Option<&OpenLambda> {
        self.open_lambdas.iter().find(|lambda| lambda.expr == expr)
    }
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: Name,
    pub ty: Ty,
    pub is_final: bool,
    pub origin: LocalOrigin,
}

/// Where a local is declared; stable under patches, so that both versions of a method agree on its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LocalOrigin {
    Parameter(u32),
    /// The n-th declarator of a declaration.
    Declarator(syntax::StmtId, u32),
    ForEach(syntax::StmtId),
    /// The element of a `for (T v : array)` before its conversion to the type of `v`.
    ForEachElement(syntax::StmtId),
    /// The parameter of the n-th `catch` of a `try`.
    Catch(syntax::StmtId, u32),
    /// The variable of an `instanceof` pattern.
    Binding(syntax::ExprId),
    /// The variable of another pattern, by the place of the pattern in the file.
    Pattern(u32),
    /// The n-th parameter of a lambda or method reference.
    Lambda(syntax::ExprId, u32),
    /// What a method reference is bound to.
    Receiver(syntax::ExprId),
}

/// A compile-time constant (JLS 15.29).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    Primitive(Primitive),
    String(JavaString),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    /// Implicit conversions bear the origin of what they convert.
    pub origin: Option<syntax::ExprId>,
    pub constant: Option<Constant>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal: its value is in [`Expr::constant`].
    Literal,
    Null,
    Local(LocalId),
    This,
    StaticField(FieldId),
    Field {
        object: ExprId,
        field: FieldId,
    },
    ArrayLength(ExprId),
    Index {
        array: ExprId,
        index: ExprId,
    },
    /// The operand has the promoted type.
    Unary {
        op: UnaryOperator,
        operand: ExprId,
    },
    /// Both operands have the promoted type; of a shift, each its own. `==` and `!=` also on references.
    Binary {
        op: BinaryOperator,
        left: ExprId,
        right: ExprId,
    },
    And {
        left: ExprId,
        right: ExprId,
    },
    Or {
        left: ExprId,
        right: ExprId,
    },
    /// String concatenation; operands of any type but void.
    Concat {
        left: ExprId,
        right: ExprId,
    },
    Convert {
        conversion: Conversion,
        operand: ExprId,
    },
    InstanceOf {
        operand: ExprId,
        ty: Ty,
        binding: Option<LocalId>,
    },
    /// `target` is a [`ExprKind::Local`], `StaticField`, `Field` or `Index`.
    Assign {
        target: ExprId,
        value: ExprId,
    },
    /// `target = (T) ((P) target op value)`, the target's parts evaluated once. `operation` is P; `value` is
    /// already of type P (a shift: promoted on its own). A boxed target is unboxed and boxed again.
    CompoundAssign {
        target: ExprId,
        op: BinaryOperator,
        operation: PrimitiveType,
        value: ExprId,
    },
    /// `target += value` on a `String`, or on a supertype of it with a `String` as `value`.
    ConcatAssign {
        target: ExprId,
        value: ExprId,
    },
    /// On any numeric type, boxed ones included.
    IncDec {
        op: IncDec,
        target: ExprId,
    },
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Call(Box<Call>),
    /// A new object of `class`; `constructor` then runs on it.
    New {
        class: ClassId,
        constructor: MethodId,
        arguments: Vec<ExprId>,
    },
    /// `new T[a][b][]`: `lengths` may be fewer than the dimensions.
    NewArray {
        ty: ArrayTy,
        lengths: Vec<ExprId>,
    },
    ArrayLiteral {
        ty: ArrayTy,
        elements: Vec<ExprId>,
    },
    Switch(Box<Switch>),
    /// `T.class`, where its use is supported.
    ClassLiteral(Ty),
}

/// An implicit or explicit conversion between types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Between primitive types, to [`Expr::ty`].
    Primitive,
    /// To the wrapper class of the operand's primitive type.
    Box,
    /// To the primitive type; `null` throws.
    Unbox,
    /// To a supertype: no run-time effect.
    Widen,
    /// To a type that the object must have, or ClassCastException.
    CheckedCast,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub method: MethodId,
    pub dispatch: Dispatch,
    /// `None` for static methods whose call names no object. A static method called through an expression
    /// evaluates it and drops it.
    pub receiver: Option<ExprId>,
    /// In the parameters' types; variable arguments are packed.
    pub arguments: Vec<ExprId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    Static,
    /// Just this method: private, constructor, `super.f()`, final.
    Special,
    /// By the class of the receiver.
    Virtual,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub origin: Option<syntax::StmtId>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    Block(Vec<StmtId>),
    /// The declarators of one declaration.
    Locals(Vec<(LocalId, Option<ExprId>)>),
    Empty,
    Expr(ExprId),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    Do {
        body: StmtId,
        condition: ExprId,
    },
    For {
        init: Vec<StmtId>,
        condition: Option<ExprId>,
        update: Vec<StmtId>,
        body: StmtId,
    },
    /// Over an array. `value` converts `element` to the type of `variable`.
    ForEach {
        array: ExprId,
        element: LocalId,
        value: ExprId,
        variable: LocalId,
        body: StmtId,
    },
    Labeled {
        label: Name,
        body: StmtId,
    },
    Switch(Box<Switch>),
    /// Leaves `target`: a loop, switch, or labelled statement.
    Break {
        target: StmtId,
    },
    /// To the next iteration of the loop `target`.
    Continue {
        target: StmtId,
    },
    /// The value of the enclosing switch *expression* (`target`: its typed expression).
    Yield {
        target: ExprId,
        value: ExprId,
    },
    Return(Option<ExprId>),
    Throw(ExprId),
    Try(Box<Try>),
    /// Off by default, as on the JVM.
    Assert {
        condition: ExprId,
        message: Option<ExprId>,
    },
    /// `this(…)` or `super(…)`, explicit or implied. Behind a `super(…)` the instance initialiser of
    /// the class runs.
    ConstructorCall {
        constructor: MethodId,
        is_super: bool,
        arguments: Vec<ExprId>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// Of type int (promoted from char, byte, short, unboxed), String, or an enum.
    pub selector: ExprId,
    pub groups: Vec<SwitchGroup>,
    /// No fall through.
    pub arrows: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SwitchGroup {
    pub keys: Vec<SwitchKey>,
    pub has_default: bool,
    /// Of a group `-> e` in a switch expression: a [`StmtKind::Yield`].
    pub body: Vec<StmtId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SwitchKey {
    Int(i32),
    String(JavaString),
    Enum(FieldId),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    pub body: StmtId,
    pub catches: Vec<Catch>,
    pub finally: Option<StmtId>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    pub classes: Vec<ClassId>,
    pub variable: LocalId,
    pub body: StmtId,
}

/// A body shared between the threads that read it.
pub type SharedBody = Arc<Body>;

impl ExprKind {
    /// Calls `visit` on each operand, in the order of evaluation. The statements of a switch expression are
    /// not operands.
    pub fn each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Literal
            | ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::StaticField(_)
            | ExprKind::ClassLiteral(_) => {}
            ExprKind::Field { object: operand, .. }
            | ExprKind::ArrayLength(operand)
            | ExprKind::Unary { operand, .. }
            | ExprKind::Convert { operand, .. }
            | ExprKind::InstanceOf { operand, .. }
            | ExprKind::IncDec { target: operand, .. } => visit(*operand),
            ExprKind::Index { array: first, index: second }
            | ExprKind::Binary { left: first, right: second, .. }
            | ExprKind::And { left: first, right: second }
            | ExprKind::Or { left: first, right: second }
            | ExprKind::Concat { left: first, right: second }
            | ExprKind::Assign { target: first, value: second }
            | ExprKind::CompoundAssign { target: first, value: second, .. }
            | ExprKind::ConcatAssign { target: first, value: second } => {
                visit(*first);
                visit(*second);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                visit(*condition);
                visit(*then);
                visit(*otherwise);
            }
            ExprKind::Call(call) => call.receiver.iter().chain(&call.arguments).copied().for_each(visit),
            ExprKind::New { arguments: list, .. }
            | ExprKind::NewArray { lengths: list, .. }
            | ExprKind::ArrayLiteral { elements: list, .. } => list.iter().copied().for_each(visit),
            ExprKind::Switch(switch) => visit(switch.selector),
        }
    }
}

impl Expr {
    /// As [`ExprKind::each_operand`].
    pub fn each_operand(&self, visit: impl FnMut(ExprId)) {
        self.kind.each_operand(visit);
    }

    /// As [`ExprKind::each_operand`], to be changed.
    pub fn each_operand_mut(&mut self, mut visit: impl FnMut(&mut ExprId)) {
        match &mut self.kind {
            ExprKind::Literal
            | ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::StaticField(_)
            | ExprKind::ClassLiteral(_) => {}
            ExprKind::Field { object: operand, .. }
            | ExprKind::ArrayLength(operand)
            | ExprKind::Unary { operand, .. }
            | ExprKind::Convert { operand, .. }
            | ExprKind::InstanceOf { operand, .. }
            | ExprKind::IncDec { target: operand, .. } => visit(operand),
            ExprKind::Index { array: first, index: second }
            | ExprKind::Binary { left: first, right: second, .. }
            | ExprKind::And { left: first, right: second }
            | ExprKind::Or { left: first, right: second }
            | ExprKind::Concat { left: first, right: second }
            | ExprKind::Assign { target: first, value: second }
            | ExprKind::CompoundAssign { target: first, value: second, .. }
            | ExprKind::ConcatAssign { target: first, value: second } => {
                visit(first);
                visit(second);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            ExprKind::Call(call) => call.receiver.iter_mut().chain(&mut call.arguments).for_each(visit),
            ExprKind::New { arguments: list, .. }
            | ExprKind::NewArray { lengths: list, .. }
            | ExprKind::ArrayLiteral { elements: list, .. } => list.iter_mut().for_each(visit),
            ExprKind::Switch(switch) => visit(&mut switch.selector),
        }
    }

    /// The value of a constant boolean expression.
    pub fn constant_boolean(&self) -> Option<bool> {
        match self.constant {
            Some(Constant::Primitive(Primitive::Boolean(value))) => Some(value),
            _ => None,
        }
    }
}
