//! Lambdas of drivers: creations of the classes that do the same are put in their place.

use super::{FunctionKind, PARAMETERS};
use crate::jvm::operator::UnaryOperator;
use crate::sema::generic::signature::Signature;
use crate::sema::program::Program;
use crate::syntax::tree::{
    BaseType, Code, ExprId, ExprKind, Ident, Lambda, LambdaBody, LambdaParameters, Literal, Name, Span,
    StmtKind, TypeRef, TypeSegment,
};

/// Puts creations in the place of a driver's lambdas. `text`: that the code was read from.
pub fn put_in_place(program: &Program, package: &str, code: &mut Code, text: &str) {
    let declares = |name: &str| {
        code.stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::Local(local) => local.declarators.iter().any(|declared| *declared.name.name == *name),
            _ => false,
        })
    };
    // A lambda's parameter must not have the name of a variable around it.
    if PARAMETERS.into_iter().any(declares) {
        return;
    }
    let mut made: Vec<(ExprId, ExprKind)> = Vec::new();
    for stmt in code.stmts.iter() {
        let StmtKind::Local(local) = &stmt.kind else { continue };
        let [declarator] = &local.declarators[..] else { continue };
        let Some(init) = declarator.init else { continue };
        if !matches!(code.exprs[init].kind, ExprKind::Lambda(_) | ExprKind::MethodReference(_)) {
            continue;
        }
        let of = |span: Span| text.get(span.start as usize..span.end as usize);
        let (Some(ty), Some(lambda)) = (of(local.ty.span), of(code.exprs[init].span)) else { continue };
        made.extend(creation(program, package, (ty, lambda), code, init).map(|kind| (init, kind)));
    }
    for (init, kind) in made {
        code.exprs[init].kind = kind;
    }
}

/// `new` of the class that is written so, for a variable of this type.
fn creation(
    program: &Program,
    package: &str,
    (ty, lambda): (&str, &str),
    code: &Code,
    init: ExprId,
) -> Option<ExprKind> {
    let span = code.exprs[init].span;
    let own = program.functions().iter().filter(|function| &*function.package == package);
    for function in own {
        let name = &program.classes[function.class].name;
        match &function.kind {
            FunctionKind::Computed { written, lambda: known, .. } if written == ty && known == lambda => {
                return Some(new(name, false, span, None));
            }
            FunctionKind::Constant { written, parameters, result, .. }
                if ty.split('<').next() == Some(&**written) =>
            {
                let ExprKind::Lambda(lambda) = &code.exprs[init].kind else { continue };
                if let Some(answer) = constant(code, lambda, *parameters, result) {
                    return Some(new(name, ty.contains('<'), span, Some(answer)));
                }
            }
            _ => {}
        }
    }
    None
}

pub(super) fn new(name: &Name, is_generic: bool, span: Span, argument: Option<ExprId>) -> ExprKind {
    let segment =
        TypeSegment { name: Ident { name: name.clone(), span }, arguments: is_generic.then(Vec::new) };
    let class = TypeRef { base: BaseType::Named(vec![segment]), dims: 0, span, annotations: None };
    ExprKind::New { class: Box::new(class), arguments: argument.into_iter().collect() }
}

/// What a lambda always gives.
pub(super) fn constant(
    code: &Code,
    lambda: &Lambda,
    parameters: usize,
    result: &Signature,
) -> Option<ExprId> {
    let LambdaParameters::Inferred(names) = &lambda.parameters else { return None };
    let LambdaBody::Expr(answer) = lambda.body else { return None };
    let is_own = |name: &Name| names.iter().any(|own| own.name == *name);
    let is_primitive = matches!(result, Signature::Primitive(_));
    let is_steady = match &code.exprs[answer].kind {
        ExprKind::Literal(literal) => is_primitive || is_boxed_once(literal),
        ExprKind::Unary { op: UnaryOperator::Minus, operand } => match &code.exprs[*operand].kind {
            ExprKind::Literal(literal) => is_primitive || is_boxed_once(literal),
            _ => false,
        },
        ExprKind::Name(name) => !is_own(name),
        _ => false,
    };
    (names.len() == parameters && is_steady).then_some(answer)
}

/// Whether evaluating it again, and boxing what that gives, leads to the same object.
fn is_boxed_once(literal: &Literal) -> bool {
    match literal {
        Literal::Null | Literal::Boolean(_) | Literal::String(_) => true,
        Literal::Int(text) => text.parse::<u8>().is_ok_and(|value| value <= 127),
        _ => false,
    }
}
