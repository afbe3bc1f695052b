//! Drivers of one form: they differ in constants alone, and then so do their bodies. The first of a form is attributed; for
//! each other the constants are exchanged in what that gave, and what is folded from them is folded again.
//!
//! Invariant: what [`Forms::attribute`] gives is lowered to the code that [`Driver::attribute`] leads to, whatever was
//! attributed before. (A `-1` may stand there as a literal.) Javac lets the value of a constant decide one thing in such
//! code, whether it narrows to the type that its context wants (JLS 5.2); a driver in which one does not is attributed
//! anew, and so is every driver with operators between operands. A lambda is known by its text, so what stands in one belongs to the
//! form.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::driver::Driver;
use crate::index::Id as _;
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::attribute::literals;
use crate::sema::constant::{fold_cast, fold_unary};
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{Body, Constant, Conversion, Expr, ExprId, ExprKind, LocalId};
use crate::sema::types::Ty;
use crate::syntax::reader::{PlacedValue, Reader, Shape};
use crate::syntax::tree::{Code, Name, Span};

/// The shapes that are remembered together may be so long.
const MOST_TEXT: usize = 1 << 16;

/// Where so many more drivers of a method begin a form than have one that is known, forms are not worth their while.
const VARIETY: i32 = 24;

/// A driver's variables.
pub type Variables = BTreeMap<LocalId, (Name, Ty)>;

/// A driver as code of its package.
pub struct Attributed {
    pub body: Body,
    pub variables: Arc<Variables>,
}

/// Attributes drivers; one for each thread.
#[derive(Default)]
pub struct Forms {
    pub reader: Reader,
    /// By form; `None` where constants are not all that its drivers differ in.
    known: FxHashMap<String, Option<Form>>,
    /// The length of their names.
    text: usize,
    /// By method: how many more drivers began a form than had one that was known.
    variety: FxHashMap<MethodId, i32>,
    /// Constants of classes that were met in drivers of a method: `Integer.MAX_VALUE`. Another package's may differ.
    members: FxHashMap<(MethodId, Name, Name), Constant>,
    /// The last driver that was attributed anew, where it is no form's.
    other: Option<Attributed>,
}

struct Form {
    attributed: Attributed,
    /// The nodes of the constants, in the order of the text.
    slots: SmallVec<[ExprId; 8]>,
    /// What is folded from them; operands before what is folded from these.
    folded: Vec<ExprId>,
}

/// The constants of a driver, in the order of its text; `None` for what is no constant, or not known to be one.
type Values = SmallVec<[Option<Constant>; 8]>;

impl Forms {
    /// Why not, where the driver does not compile.
    pub fn attribute(&mut self, program: &Program, driver: &Driver) -> Result<&Attributed, String> {
        if self.variety.get(&driver.method).is_some_and(|&variety| variety >= VARIETY) {
            return self.anew(program, driver);
        }
        let text = driver.text();
        let Some(mut shape) = Shape::of(&text) else { return self.anew(program, driver) };
        let lambdas = without_lambdas(&mut shape, &text);
        let values = self.values(driver.method, &shape);
        let name = name(driver, &shape, &values) + &lambdas;
        let is_filled = self.known.get_mut(&name).map(|known| match known {
            Some(known) => known.fill(values),
            None => false,
        });
        *self.variety.entry(driver.method).or_default() += if is_filled.is_some() { -1 } else { 1 };
        match is_filled {
            Some(true) => {}
            Some(false) => return self.anew(program, driver),
            None => self.begin(program, driver, &shape, name.clone())?,
        }
        let known = self.known.get(&name).and_then(Option::as_ref).map(|form| &form.attributed);
        // What is no form's was attributed just now.
        known.or(self.other.as_ref()).ok_or_else(String::new)
    }

    fn anew(&mut self, program: &Program, driver: &Driver) -> Result<&Attributed, String> {
        let (_, body) = driver.attribute(program, &mut self.reader)?;
        Ok(self.other.insert(attributed(body)))
    }

    /// Attributes the first driver of a form.
    fn begin(
        &mut self,
        program: &Program,
        driver: &Driver,
        shape: &Shape,
        name: String,
    ) -> Result<(), String> {
        let (code, body) = driver.attribute(program, &mut self.reader)?;
        self.text += name.len();
        if self.text > MOST_TEXT {
            self.known.clear();
            self.text = name.len();
        }
        for (value, span) in &shape.slots {
            let constant = node(&code, &body, *span).and_then(|node| body.exprs[node].constant.clone());
            if let (PlacedValue::Constant(class, member), Some(constant)) = (value, constant) {
                self.members.insert((driver.method, class.clone(), member.clone()), constant);
            }
        }
        let values = self.values(driver.method, shape);
        let form = match Form::of(&code, attributed(body), shape, &values) {
            Ok(form) => Some(form),
            Err(other) => {
                self.other = Some(other);
                None
            }
        };
        self.known.insert(name, form);
        Ok(())
    }

    fn values(&self, method: MethodId, shape: &Shape) -> Values {
        shape.slots.iter().map(|(value, _)| self.value(method, value)).collect()
    }

    fn value(&self, method: MethodId, value: &PlacedValue) -> Option<Constant> {
        match value {
            PlacedValue::Literal(literal) => literals::constant(literal, false).ok()?,
            PlacedValue::Negative(literal) => {
                let operand = literals::constant(literal, true).ok()??;
                fold_unary(UnaryOperator::Minus, &operand)
            }
            PlacedValue::Constant(class, member) => {
                self.members.get(&(method, class.clone(), member.clone())).cloned()
            }
        }
    }
}

/// Takes the slots out that stand in lambdas; gives what stands in these.
fn without_lambdas(shape: &mut Shape, text: &str) -> String {
    let mut lambdas = String::new();
    shape.slots.retain(|(_, span)| {
        let (start, end) = (span.start as usize, span.end as usize);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        // An arrow in a text is taken for one, which costs no more than time.
        let is_in_lambda = text[line..start].contains("->");
        if is_in_lambda {
            lambdas.extend([" ", &text[start..end]]);
        }
        !is_in_lambda
    });
    lambdas
}

/// The same for drivers of one form, and for no others.
fn name(driver: &Driver, shape: &Shape, values: &Values) -> String {
    let mut name = shape.text.clone();
    for ((placed, _), value) in shape.slots.iter().zip(values) {
        match (value, placed) {
            (Some(Constant::Primitive(value)), _) => name.push_str(value.ty().name()),
            (Some(Constant::String(_)), _) => name.push('"'),
            (None, PlacedValue::Constant(class, member)) => name.extend(["(", &**class, ".", &**member, ")"]),
            // `null`, and what is no number.
            (None, _) => name.push('0'),
        }
    }
    // A `String` takes all that is written.
    let _ = write!(name, " {} {} {}", driver.method.index(), driver.arrange.len(), driver.then.len());
    name
}

fn attributed(body: Body) -> Attributed {
    let variables = body.locals.iter_enumerated().map(|(id, local)| (id, (local.name.clone(), local.ty)));
    Attributed { variables: Arc::new(variables.collect()), body }
}

impl Form {
    /// Gives the driver back where more than constants depends on the constants.
    #[expect(clippy::result_large_err, reason = "it is handed on, not reported")]
    fn of(code: &Code, attributed: Attributed, shape: &Shape, values: &Values) -> Result<Self, Attributed> {
        let body = &attributed.body;
        let constants = shape.slots.iter().zip(values).filter(|(_, value)| value.is_some());
        // A variable may have the name of a class.
        let slot = |((_, span), value): (&(_, Span), &_)| {
            node(code, body, *span).filter(|&node| body.exprs[node].constant == *value)
        };
        let slots: Option<SmallVec<_>> = constants.map(slot).collect();
        let parts = slots.and_then(|slots| Some((folded(body, &slots)?, slots)));
        match parts {
            Some((folded, slots)) => Ok(Self { attributed, slots, folded }),
            None => Err(attributed),
        }
    }

    /// Puts these constants in the place of others; whether that gives a driver that compiles as the others do.
    fn fill(&mut self, values: Values) -> bool {
        for (&slot, value) in self.slots.iter().zip(values.into_iter().flatten()) {
            self.attributed.body.exprs[slot].constant = Some(value);
        }
        for &id in &self.folded {
            let Some(constant) = fold(&self.attributed.body, id) else { return false };
            self.attributed.body.exprs[id].constant = Some(constant);
        }
        true
    }
}

/// The typed node of what stands in a slot.
fn node(code: &Code, body: &Body, span: Span) -> Option<ExprId> {
    let origin = code.exprs.ids().find(|&id| code.exprs[id].span == span)?;
    let id = body.typed_exprs.get(origin.index()).copied().flatten()?;
    (body.exprs[id].origin == Some(origin)).then_some(id)
}

/// What is folded from the constants in these slots; `None` where the form of the body may depend on their values.
fn folded(body: &Body, slots: &[ExprId]) -> Option<Vec<ExprId>> {
    let mut folded: Vec<ExprId> = Vec::new();
    for (id, expr) in body.exprs.iter_enumerated() {
        match expr.kind {
            ExprKind::Unary { operand, .. } | ExprKind::Convert { operand, .. } => {
                if operand >= id {
                    return None;
                }
                let depends = slots.contains(&operand) || folded.contains(&operand);
                if depends && expr.constant.is_some() && !slots.contains(&id) {
                    if fold(body, id) != expr.constant {
                        return None;
                    }
                    folded.push(id);
                }
            }
            ExprKind::Literal | ExprKind::StaticField(_) => {}
            ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Field { .. }
            | ExprKind::ArrayLength(_)
            | ExprKind::Index { .. }
            | ExprKind::Assign { .. }
            | ExprKind::Call(_)
            | ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::ArrayLiteral { .. }
            | ExprKind::ClassLiteral(_)
                if expr.constant.is_none() => {}
            _ => return None,
        }
    }
    Some(folded)
}

/// The constant that an operator or a conversion makes of its operand's; `None` where the value does not narrow, or where
/// there is none.
fn fold(body: &Body, id: ExprId) -> Option<Constant> {
    let expr = &body.exprs[id];
    match expr.kind {
        ExprKind::Unary { op, operand } => fold_unary(op, body.exprs[operand].constant.as_ref()?),
        ExprKind::Convert { conversion: Conversion::Primitive, operand } => {
            let Ty::Primitive(ty) = expr.ty else { return None };
            let operand = &body.exprs[operand];
            let value = operand.constant.as_ref()?;
            let constant = fold_cast(value, ty)?;
            (!is_narrowed(expr, operand) || fits(&constant, operand)).then_some(constant)
        }
        ExprKind::Convert { conversion: Conversion::Widen, operand } => body.exprs[operand].constant.clone(),
        _ => None,
    }
}

/// Whether the context narrows the operand, and not a cast: an implicit conversion bears the origin of what it converts.
fn is_narrowed(conversion: &Expr, operand: &Expr) -> bool {
    use PrimitiveType::{Byte, Char, Short};
    conversion.origin == operand.origin && matches!(conversion.ty, Ty::Primitive(Byte | Short | Char))
}

/// Whether the constant is the operand's value still.
fn fits(constant: &Constant, operand: &Expr) -> bool {
    let Ty::Primitive(ty) = operand.ty else { return false };
    fold_cast(constant, ty) == operand.constant
}
