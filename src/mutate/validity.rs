//! Which candidates javac accepts (SEMANTICS §4): types, overloads, constants and flow rules are computed again
//! for the mutant's whole method, by the code that judged the original.

use super::bench::Bench;
use super::candidate::{Candidate, Edit};
use super::context::Context;
use super::correspondence::differs_only_in;
use crate::sema::attribute::BodyError;
use crate::sema::program::{MethodId, Program, Unsupported};
use crate::sema::typed_tree::Body;
use crate::syntax::digest::Parent;
use crate::syntax::parts::Nodes;
use crate::syntax::tree::{Code, ExprKind, StmtKind};

use super::patch::Patched;

/// What javac says to a candidate, as far as we can tell.
#[derive(Debug)]
pub enum Judgement {
    Valid,
    /// javac's verdict is not known, since the mutant uses what the subset lacks: kept, and undecided.
    Unsupported(Vec<Unsupported>),
    Rejected(String),
}

/// Judges a candidate: as a whole, where the bench cannot tell from what changes.
pub fn judge(context: &Context, candidate: &Candidate, bench: Option<&mut Bench<'_>>) -> Judgement {
    if let Some(reason) = not_grammatical(context, candidate) {
        return Judgement::Rejected(reason.to_owned());
    }
    let (program, method) = (context.program, context.method);
    let whole = match bench {
        Some(bench) => {
            if bench.accepts(&candidate.patch) {
                return Judgement::Valid;
            }
            bench.with_code(&candidate.patch, |code| checked_body(program, method, code))
        }
        None => checked_body(program, method, &candidate.patch.apply(context.code)),
    };
    match whole {
        Ok(body) if !differs_only_in(context.body, &body, context.home_of(&candidate.patch)) => {
            let what = "change of several lambdas at once".to_owned();
            Judgement::Unsupported(vec![Unsupported { what, span: program.methods[method].span }])
        }
        Ok(_) => Judgement::Valid,
        Err(Rejection::Unsupported(reasons)) => Judgement::Unsupported(reasons),
        Err(Rejection::Error(message)) => Judgement::Rejected(message),
    }
}

/// Why code has no typed body.
#[derive(Debug)]
pub enum Rejection {
    Unsupported(Vec<Unsupported>),
    Error(String),
}

/// The typed body of a method with other code, if javac accepts it.
pub fn checked_body(program: &Program, method: MethodId, code: &Code) -> Result<Body, Rejection> {
    program.flow_checked_body(method, code).map_err(|BodyError { errors, unsupported }| {
        match errors.first() {
            Some(error) => Rejection::Error(error.message.clone()),
            None => Rejection::Unsupported(unsupported),
        }
    })
}

/// Trees that the syntax has no text for: an expression statement that is only a value.
fn not_grammatical(context: &Context, candidate: &Candidate) -> Option<&'static str> {
    let Edit::Expr(place) = candidate.edit else { return None };
    let Parent::Stmt(statement) = context.digests.expr_parent(place) else { return None };
    let is_statement = matches!(context.code.stmts[statement].kind, StmtKind::Expr(_));
    let tree = Patched { code: context.code, patch: &candidate.patch };
    let can_be_statement = matches!(
        tree.expr(place).kind,
        ExprKind::Assign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::New { .. }
            | ExprKind::Unsupported(_)
    );
    (is_statement && !can_be_statement).then_some("not a statement")
}
