//! Typed bodies on demand, and all errors of the given files.

use std::sync::{Arc, OnceLock};

use crate::sema::attribute::{self, BodyError};
use crate::sema::flow::{self, Place};
use crate::sema::functions::Function;
use crate::sema::generic::functional::function_method;
use crate::sema::implementers::Stub;
use crate::sema::lambda::lift::lift;
use crate::sema::program::{
    Assertions, BodyState, CheckedBody, ClassId, FieldId, LeftOut, Method, MethodId, MethodSource, Program,
    Role, Unsupported,
};
use crate::sema::typed_tree::{Body, LambdaKey, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Code, ExprId, Modifiers, Span};
use crate::syntax::with_stack;

/// A longer method is not processed: each of its mutants costs its whole length. (javac refuses more than 64 KB of
/// bytecode, and a node seldom takes less than a byte.)
const MAX_NODES: usize = 65_536;

/// How the reason begins for which a run that reads a field cannot be followed.
const INITIAL_VALUE: &str = "the initial value of";

impl Program {
    /// What attribution makes of a method's code: at first use, and then remembered. A body with errors is
    /// [`BodyState::Unsupported`] here; [`Program::check`] says what is wrong with it.
    pub fn body(&self, method: MethodId) -> &BodyState {
        &self.checked_body(method).state
    }

    fn checked_body(&self, method: MethodId) -> &CheckedBody {
        self.bodies[method].get_or_init(|| with_stack(|| self.attribute(method)))
    }

    fn attribute(&self, method: MethodId) -> CheckedBody {
        let m = &self.methods[method];
        if let Some(why) = &m.unsupported {
            let state = BodyState::Unsupported(Arc::from([why.clone()]));
            return CheckedBody::new(state, Vec::new());
        }
        if let MethodSource::Lambda { owner, .. } = m.source {
            return CheckedBody::new(self.lambda_body(method, owner), Vec::new());
        }
        // Code may call it; what it does stands elsewhere.
        if m.modifiers.has(Modifiers::NATIVE) && matches!(m.source, MethodSource::Abstract) {
            let what = "native method".to_owned();
            let state = BodyState::Unsupported(Arc::from([Unsupported { what, span: m.span }]));
            return CheckedBody::new(state, Vec::new());
        }
        if matches!(m.source, MethodSource::ClassFile) {
            let what = "its code is in a class file, which is not run yet".to_owned();
            let state = BodyState::Unsupported(Arc::from([Unsupported { what, span: m.span }]));
            return CheckedBody::new(state, Vec::new());
        }
        if method_code(m).is_some_and(|code| code.exprs.len() + code.stmts.len() > MAX_NODES) {
            let what = format!("method of more than {MAX_NODES} expressions and statements");
            let state = BodyState::Unsupported(Arc::from([Unsupported { what, span: m.span }]));
            return CheckedBody::new(state, Vec::new());
        }
        // The flow rules of a constructor look at the instance initialiser that it runs.
        if m.is_constructor()
            && let Some(initializer) = self.classes[m.class].instance_initializer
        {
            self.checked_body(initializer);
        }
        let mut left_out = LeftOut::default();
        let attributed = attribute::method(self, method, &mut left_out).and_then(|body| match body {
            Some(body) => {
                let body = self.flow_checked(body, method_code(m))?;
                self.lifted(body).map(Some)
            }
            None => Ok(None),
        });
        match attributed {
            Ok(Some(body)) => {
                CheckedBody { state: BodyState::Typed(Arc::new(body)), errors: Vec::new(), left_out }
            }
            Ok(None) => CheckedBody::new(BodyState::None, Vec::new()),
            Err(BodyError { errors, mut unsupported }) => {
                let invalid = errors.iter().map(|e| Unsupported { what: e.message.clone(), span: e.span });
                unsupported.extend(invalid);
                CheckedBody::new(BodyState::Unsupported(unsupported.into()), errors)
            }
        }
    }

    /// The method that has the body of a lambda in the code of another one.
    pub fn lambda_method(&self, owner: MethodId, at: ExprId) -> Option<MethodId> {
        let key = LambdaKey { piece: 0, expr: at };
        self.tables.lambdas.get(&(owner, key)).map(|class| class.method)
    }

    /// Whether a lambda of which nothing is known may implement an interface.
    pub fn may_have_unknown_lambdas(&self, interface: ClassId) -> bool {
        self.tables.has_unknown_lambdas && function_method(self, interface).is_some()
    }

    /// Cuts the lambdas out of a body that is attributed.
    fn lifted(&self, body: Body) -> Result<Body, BodyError> {
        lift(self, body).map_err(|unsupported| BodyError { errors: Vec::new(), unsupported })
    }

    /// The body of a lambda's method, which the body of the method around has.
    fn lambda_body(&self, method: MethodId, owner: MethodId) -> BodyState {
        match self.body(owner) {
            BodyState::Typed(body) => match body.lambdas.iter().find(|lambda| lambda.method == method) {
                Some(lambda) => BodyState::Typed(Arc::clone(lambda)),
                // It stands in an initialiser that is left out.
                None => {
                    let what = "lambda that is left out".to_owned();
                    BodyState::Unsupported(Arc::from([Unsupported { what, span: self.methods[method].span }]))
                }
            },
            state => state.clone(),
        }
    }

    /// The fields that a static or instance initialiser does not set, though their declarations or a static block do: what is
    /// left out ([`attribute::foreign`]). Their values are not known.
    pub fn left_out(&self, initializer: MethodId) -> &[FieldId] {
        &self.checked_body(initializer).left_out.fields
    }

    /// Where the static blocks stand that are left out.
    pub fn left_out_blocks(&self, initializer: MethodId) -> impl Iterator<Item = Span> + '_ {
        self.checked_body(initializer).left_out.blocks.iter().map(|block| block.span)
    }

    /// Whether nothing is known of the field's value, though its type is: its initialiser is left out, or it is one that the library's
    /// class has from the JDK's. No run may read it.
    pub fn is_unread(&self, field: FieldId) -> bool {
        let f = &self.fields[field];
        if f.constant.is_some() || f.ty == Ty::Unknown {
            return false;
        }
        if self.role(f.class) == Role::Library {
            return f.modifiers.has(Modifiers::COMPILED);
        }
        let class = &self.classes[f.class];
        let initializer = if f.is_static() { class.static_initializer } else { class.instance_initializer };
        initializer.is_some_and(|initializer| self.left_out(initializer).contains(&field))
    }

    /// Whether it is a constant that the library's class has from the JDK's, whose class file makes it: a run gets it there. (What
    /// `System` holds the virtual machine puts there.)
    pub fn is_constant_of_file(&self, field: FieldId) -> bool {
        let f = &self.fields[field];
        self.role(f.class) == Role::Library
            && [Modifiers::COMPILED, Modifiers::STATIC, Modifiers::FINAL]
                .into_iter()
                .all(|bit| f.modifiers.has(bit))
            && &*self.classes[f.class].qualified_name != "java.lang.System"
    }

    /// Whether some code may do one thing with assertions on, and another with them off.
    pub fn has_both_worlds(&self) -> bool {
        let asserts = |body: &Body| body.stmts.iter().any(|s| matches!(s.kind, StmtKind::Assert { .. }));
        let ours = |&m: &MethodId| self.role(self.methods[m].class) != Role::Library;
        self.assertions == Assertions::OnOrOff
            && self
                .methods
                .ids()
                .filter(ours)
                .any(|m| matches!(self.body(m), BodyState::Typed(body) if asserts(body)))
    }

    /// Why a run that reads such a field cannot be followed.
    pub fn unread_field(&self, field: FieldId) -> String {
        let f = &self.fields[field];
        let value = format!("{INITIAL_VALUE} {}.{}", self.classes[f.class].name, f.name);
        match self.why_left_out(field) {
            // What it is made of is named by its own reason.
            Some(what) if what.starts_with(INITIAL_VALUE) => what.to_owned(),
            Some(what) => format!("{value} (where it is made: {what})"),
            None => value,
        }
    }

    /// The same without the flow rules: for code that means what code does that keeps them.
    pub fn attributed_body(&self, method: MethodId, code: &Code) -> Result<Body, BodyError> {
        self.lifted(self.unlifted_body(method, code)?)
    }

    /// As [`Program::typed_body`], but for constructors that call one another.
    pub fn flow_checked_body(&self, method: MethodId, code: &Code) -> Result<Body, BodyError> {
        let body = attribute::body(self, method, code)?;
        let body = self.flow_checked(body, Some(code))?;
        self.lifted(body)
    }

    fn unlifted_body(&self, method: MethodId, code: &Code) -> Result<Body, BodyError> {
        let m = &self.methods[method];
        if let Some(why) = &m.unsupported {
            return Err(BodyError { errors: Vec::new(), unsupported: vec![why.clone()] });
        }
        if m.is_constructor()
            && let Some(initializer) = self.classes[m.class].instance_initializer
        {
            self.checked_body(initializer);
        }
        with_stack(|| attribute::body(self, method, code))
    }

    /// Attributes other code in the place of a method's own, a mutant's or a test driver's, and applies the
    /// flow rules to it: what javac would say of it.
    pub fn typed_body(&self, method: MethodId, code: &Code) -> Result<Body, BodyError> {
        let body = self.unlifted_body(method, code)?;
        let body = self.flow_checked(body, Some(code))?;
        let body = self.lifted(body)?;
        match self.recursive_constructor(&body) {
            Some(error) => Err(BodyError { errors: vec![error], unsupported: Vec::new() }),
            None => Ok(body),
        }
    }

    /// Makes a method one of another class, with this body: a method that another version of the class has. Code
    /// reaches it by its id alone; it overrides nothing.
    pub fn adopt(&mut self, method: MethodId, class: ClassId, body: Body) {
        self.methods[method].class = class;
        let checked = CheckedBody::new(BodyState::Typed(Arc::new(body)), Vec::new());
        self.bodies[method] = OnceLock::from(checked);
        self.tables.compared_by_identity = OnceLock::new();
        self.tables.makers = OnceLock::new();
        self.tables.looked_up = OnceLock::new();
        self.tables.signatures.forget_method(method);
    }

    /// Says that two versions of a method are compared in this program.
    pub const fn hold_two_versions(&mut self) {
        self.tables.two_versions = true;
    }

    pub const fn holds_two_versions(&self) -> bool {
        self.tables.two_versions
    }

    /// The error of a constructor that calls itself through `this(…)` (JLS 8.8.7).
    fn recursive_constructor(&self, body: &Body) -> Option<Diagnostic> {
        let mut visited = vec![body.method];
        let mut next = called_constructor(body)?;
        while !visited.contains(&next) {
            visited.push(next);
            let BodyState::Typed(called) = self.body(next) else { return None };
            next = called_constructor(called)?;
        }
        let m = &self.methods[body.method];
        (next == body.method).then(|| self.error_in(m.class, m.span, "recursive constructor invocation"))
    }

    fn flow_checked(&self, body: Body, code: Option<&Code>) -> Result<Body, BodyError> {
        let broken = flow::check(self, &body);
        if broken.is_empty() {
            return Ok(body);
        }
        let class = self.methods[body.method].class;
        let errors = broken.into_iter().map(|error| {
            let span = self.flow_span(&body, code, error.place);
            self.error_in(class, span, error.message)
        });
        Err(BodyError { errors: errors.collect(), unsupported: Vec::new() })
    }

    fn flow_span(&self, body: &Body, code: Option<&Code>, place: Place) -> Span {
        let whole = self.methods[body.method].span;
        let origin = match (place, code) {
            (Place::Expr(id), Some(code)) => body.exprs[id].origin.map(|e| code.exprs[e].span),
            (Place::Stmt(id), Some(code)) => body.stmts[id].origin.map(|s| code.stmts[s].span),
            (Place::End, _) => Some(Span::new(whole.end.saturating_sub(1), whole.end)),
            (_, None) => None,
        };
        origin.unwrap_or(whole)
    }

    /// The errors in the bodies of the given files, in order. Where there are none, javac accepts what of
    /// the files lies within the subset.
    pub fn check(&self) -> Vec<Diagnostic> {
        with_stack(|| {
            let mut errors = Vec::new();
            for (id, method) in self.methods.iter_enumerated() {
                if self.role(method.class) == Role::Given {
                    let checked = self.checked_body(id);
                    errors.extend(checked.errors.iter().cloned());
                    if let BodyState::Typed(body) = &checked.state {
                        errors.extend(self.recursive_constructor(body));
                    }
                }
            }
            errors.sort_by(Diagnostic::order);
            errors
        })
    }

    /// The static method of a class of `package` as which the code of a test driver is attributed. There is
    /// one for each package of the given files.
    pub fn driver_method(&self, package: &str) -> Option<MethodId> {
        self.tables.drivers.get(package).copied()
    }

    /// The classes that stand in for implementers in test drivers.
    pub fn stubs(&self) -> &[Stub] {
        &self.tables.stubs
    }

    /// What drivers may write as lambdas.
    pub fn functions(&self) -> &[Function] {
        &self.tables.functions
    }
}

/// The constructor of the same class that a constructor calls.
fn called_constructor(body: &Body) -> Option<MethodId> {
    let StmtKind::Block(stmts) = &body.stmts[body.root].kind else { return None };
    stmts.iter().find_map(|&stmt| match body.stmts[stmt].kind {
        StmtKind::ConstructorCall { constructor, is_super: false, .. } => Some(constructor),
        _ => None,
    })
}

fn method_code(method: &Method) -> Option<&Code> {
    match &method.source {
        MethodSource::Code(code) => Some(code),
        _ => None,
    }
}
