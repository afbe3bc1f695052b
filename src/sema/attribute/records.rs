//! The bodies of the members that the language gives a record (JLS 8.10.3, 8.10.4). What the specification leaves open they
//! compute as `java.lang.runtime.ObjectMethods` does in every JDK so far: the hash is `31 * h + hash(c)` from 0 on over the
//! components in order, floating-point components are equal where `compare` is 0, the text is `R[a=1, b=2]`. An emitted test
//! that asserts a hash is a test of just that.

use super::{Attributor, BodyError, bodies::empty_code};
use crate::index::Id;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::sema::typed_tree::{
    Body, Call, Constant, Conversion, Dispatch, ExprId, ExprKind, LocalId, LocalOrigin, StmtId, StmtKind,
};
use crate::sema::types::Ty;

/// The body of a member that is implied.
pub(super) fn member(program: &Program, method: MethodId) -> Result<Body, BodyError> {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    attributor.declare_parameters();
    let m = &program.methods[method];
    let list = match (&*m.name, m.parameters.len()) {
        ("<init>", _) => {
            let mut list: Vec<StmtId> = attributor.implied_super().into_iter().collect();
            list.extend(attributor.component_assignments());
            list
        }
        ("equals", 1) => attributor.record_equals(),
        ("hashCode", 0) => attributor.record_hash().into_iter().collect(),
        ("toString", 0) => vec![attributor.record_text()],
        _ => attributor.accessor(method).into_iter().collect(),
    };
    attributor.body.root = attributor.synthetic(StmtKind::Block(list));
    attributor.finish()
}

impl Attributor<'_> {
    /// The fields of the components, in order.
    fn components(&self) -> Vec<FieldId> {
        let count = self.program.decl(self.class).components.len();
        let own = &self.program.classes[self.class].fields;
        own.iter().copied().take(count).collect()
    }

    fn component(&mut self, object: ExprId, field: FieldId) -> ExprId {
        let ty = self.program.fields[field].ty;
        if ty == Ty::Unknown {
            let f = &self.program.fields[field];
            self.unsupported(f.span, format!("type of component {}", f.name));
        }
        self.synthetic_expr(ExprKind::Field { object, field }, ty)
    }

    fn own_component(&mut self, field: FieldId) -> ExprId {
        let this = self.synthetic_expr(ExprKind::This, Ty::Class(self.class));
        self.component(this, field)
    }

    /// `this.a = a;` for each component: the end of a compact constructor, and all of one that is implied.
    pub(super) fn component_assignments(&mut self) -> Vec<StmtId> {
        let assign = |this: &mut Self, (n, field): (usize, FieldId)| {
            let target = this.own_component(field);
            let ty = this.ty(target);
            let value = this.synthetic_expr(ExprKind::Local(LocalId::new(n)), ty);
            let assign = this.synthetic_expr(ExprKind::Assign { target, value }, ty);
            this.synthetic(StmtKind::Expr(assign))
        };
        self.components().into_iter().enumerate().map(|component| assign(self, component)).collect()
    }

    fn accessor(&mut self, method: MethodId) -> Option<StmtId> {
        let name = &self.program.methods[method].name;
        let field = self.components().into_iter().find(|&f| self.program.fields[f].name == *name)?;
        let value = self.own_component(field);
        Some(self.synthetic(StmtKind::Return(Some(value))))
    }

    fn int(&mut self, value: i32) -> ExprId {
        self.synthetic_constant(Constant::Primitive(Primitive::Int(value)), Ty::INT)
    }

    pub(super) fn combine(&mut self, op: BinaryOperator, left: ExprId, right: ExprId, ty: Ty) -> ExprId {
        self.synthetic_expr(ExprKind::Binary { op, left, right }, ty)
    }

    /// A static method of a class of the library by its name and types.
    fn library_call(
        &mut self,
        class: Option<ClassId>,
        name: &str,
        arguments: Vec<ExprId>,
        types: &[Ty],
    ) -> ExprId {
        let found = class.and_then(|class| {
            let methods = self.program.member_methods(class, name);
            methods.iter().copied().find(|&m| {
                let m = &self.program.methods[m];
                m.is_static()
                    && m.unsupported.is_none()
                    && m.parameters.iter().map(|p| p.ty).eq(types.iter().copied())
            })
        });
        let Some(method) = found else {
            let span = self.program.methods[self.body.method].span;
            self.unsupported(span, format!("record without {name} in the library"));
            return self.synthetic_expr(ExprKind::Null, Ty::Unknown);
        };
        let call = Call { method, dispatch: Dispatch::Static, receiver: None, arguments };
        let ty = self.program.methods[method].return_type;
        self.synthetic_expr(ExprKind::Call(Box::new(call)), ty)
    }

    fn objects(&self) -> Option<ClassId> {
        self.program.class_named("java.util.Objects")
    }

    /// `if (this == o) return true; if (!(o instanceof R r)) return false; return …;`
    fn record_equals(&mut self) -> Vec<StmtId> {
        let object = self.program.object();
        let own = Ty::Class(self.class);
        let other = LocalId::new(0);
        let this = self.synthetic_expr(ExprKind::This, own);
        let this = self.convert(this, object);
        let read = self.synthetic_expr(ExprKind::Local(other), object);
        let is_same = self.combine(BinaryOperator::Eq, this, read, Ty::BOOLEAN);
        let first = self.return_if(is_same, true);
        let read = self.synthetic_expr(ExprKind::Local(other), object);
        let kind = ExprKind::InstanceOf { operand: read, ty: own, binding: None };
        let is_one = self.synthetic_expr(kind, Ty::BOOLEAN);
        let truth = self.boolean(false);
        let is_none = self.combine(BinaryOperator::Eq, is_one, truth, Ty::BOOLEAN);
        let second = self.return_if(is_none, false);
        let read = self.synthetic_expr(ExprKind::Local(other), object);
        let cast = self.conversion(read, Conversion::CheckedCast, own, None);
        let it = self.push_local(&"$it".into(), own, true, LocalOrigin::Declarator(Id::new(0), 0));
        let third = self.synthetic(StmtKind::Locals(vec![(it, Some(cast))]));
        let mut list = vec![first, second, third];
        for field in self.components() {
            let mine = self.own_component(field);
            let its = self.synthetic_expr(ExprKind::Local(it), own);
            let its = self.component(its, field);
            let differs = self.components_differ(mine, its);
            list.push(self.return_if(differs, false));
        }
        let value = self.boolean(true);
        list.push(self.synthetic(StmtKind::Return(Some(value))));
        list
    }

    pub(super) fn boolean(&mut self, value: bool) -> ExprId {
        self.synthetic_constant(Constant::Primitive(Primitive::Boolean(value)), Ty::BOOLEAN)
    }

    fn return_if(&mut self, condition: ExprId, value: bool) -> StmtId {
        let value = self.boolean(value);
        let then = self.synthetic(StmtKind::Return(Some(value)));
        self.synthetic(StmtKind::If { condition, then, otherwise: None })
    }

    fn components_differ(&mut self, mine: ExprId, its: ExprId) -> ExprId {
        match self.ty(mine) {
            ty @ Ty::Primitive(floating @ (PrimitiveType::Float | PrimitiveType::Double)) => {
                let class = self.program.wrapper(floating);
                let compared = self.library_call(Some(class), "compare", vec![mine, its], &[ty, ty]);
                let zero = self.int(0);
                self.combine(BinaryOperator::Ne, compared, zero, Ty::BOOLEAN)
            }
            Ty::Primitive(small) => {
                let (left, right) = match small {
                    PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char => {
                        (self.convert(mine, Ty::INT), self.convert(its, Ty::INT))
                    }
                    _ => (mine, its),
                };
                self.combine(BinaryOperator::Ne, left, right, Ty::BOOLEAN)
            }
            _ => {
                let object = self.program.object();
                let arguments = vec![self.convert(mine, object), self.convert(its, object)];
                let equal = self.library_call(self.objects(), "equals", arguments, &[object, object]);
                let truth = self.boolean(false);
                self.combine(BinaryOperator::Eq, equal, truth, Ty::BOOLEAN)
            }
        }
    }

    fn record_hash(&mut self) -> Option<StmtId> {
        let mut hash = self.int(0);
        for field in self.components() {
            let mine = self.own_component(field);
            let own = match self.ty(mine) {
                ty @ Ty::Primitive(primitive) => {
                    let class = self.program.wrapper(primitive);
                    self.library_call(Some(class), "hashCode", vec![mine], &[ty])
                }
                _ => {
                    let object = self.program.object();
                    let argument = self.convert(mine, object);
                    self.library_call(self.objects(), "hashCode", vec![argument], &[object])
                }
            };
            let factor = self.int(31);
            let scaled = self.combine(BinaryOperator::Mul, factor, hash, Ty::INT);
            hash = self.combine(BinaryOperator::Add, scaled, own, Ty::INT);
        }
        Some(self.synthetic(StmtKind::Return(Some(hash))))
    }

    fn text(&mut self, text: &str) -> ExprId {
        let constant = Constant::String(JavaString::from(text));
        self.synthetic_constant(constant, self.program.string())
    }

    fn record_text(&mut self) -> StmtId {
        let string = self.program.string();
        let mut separator = format!("{}[", self.program.simple_class_name(self.class));
        let mut whole: Option<ExprId> = None;
        let join = |this: &mut Self, left: Option<ExprId>, right: ExprId| match left {
            Some(left) => this.synthetic_expr(ExprKind::Concat { left, right }, string),
            None => right,
        };
        for field in self.components() {
            let label = format!("{separator}{}=", self.program.fields[field].name);
            let label = self.text(&label);
            let value = self.own_component(field);
            let labelled = join(self, whole, label);
            whole = Some(join(self, Some(labelled), value));
            separator = ", ".to_owned();
        }
        let end = if whole.is_some() { "]".to_owned() } else { format!("{separator}]") };
        let end = self.text(&end);
        let whole = join(self, whole, end);
        self.synthetic(StmtKind::Return(Some(whole)))
    }
}
