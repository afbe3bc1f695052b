//! Anonymous and local classes become types of their file.
//!
//! What of the code around a class captures is told from names alone, block by block as JLS 6.3 scopes them: a simple name in
//! the class that nothing in it declares, and that is a local where the class stands, is captured. (Where the class
//! inherits a field of that name, attribution finds the field first, and what is captured is not used.)
//!
//! A class that names a local one in scope captures what that one captures, since it may make objects of it.
//!
//! One that names a type variable of the method around it gets the method's variables as its own, behind those that it declares:
//! where code names it, they stand for themselves.
//!
//! Not lifted, and so refused, is a class whose type arguments are inferred or that captures a local of an inferred type, where
//! that type has no name ([`inferred`](super::inferred)), a class that stands beside a pattern's variable of a name that it uses, and one that
//! names a class that is not lifted.

mod constant;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use constant::LocalConstant;

use super::inferred::FileTypes;
use super::{captured_field, key};
use crate::index::Id as _;
use crate::sema::queries::words;
use crate::syntax::Child;
use crate::syntax::tree::{
    BaseType, Code, CompilationUnit, ExprId, ExprKind, Ident, LambdaParameters, LocalTypes, Member,
    Modifiers, Name, Pattern, Resource, Root, StmtId, StmtKind, SwitchBody, SwitchLabel, TypeArgument,
    TypeDecl, TypeDeclId, TypeKind, TypeParameter, TypeRef,
};

/// A class in code.
pub(in crate::sema) struct LiftedClass {
    pub key: usize,
    /// Its place among the types.
    pub decl: TypeDeclId,
    /// The local classes that have names where it stands, itself included, the innermost last.
    pub visible: Vec<(Name, TypeDeclId)>,
    /// How many of its type variables are those of the method around.
    pub hidden: usize,
    /// Of the captured locals that are constant variables if their initialisers are constant: these.
    pub constants: Vec<(Name, Arc<Code>)>,
}

/// The classes in the code of a file.
#[derive(Default)]
pub(in crate::sema) struct Lifted {
    pub classes: Vec<LiftedClass>,
    /// Whether one is refused for want of a type that no source writes.
    pub is_wanting: bool,
}

/// Code is nested so deep in classes.
const MAX_DEPTH: usize = 20;

/// Adds the anonymous classes in the code of a file to its types, and gives the bodies of enum constants their numbers.
///
/// `types` are those that no source writes, of locals and of what classes extend, as far as they are known.
pub(in crate::sema) fn lift(tree: &mut CompilationUnit, types: Option<&FileTypes>) -> Lifted {
    let mut lifted = Lifted::default();
    let mut next = 0;
    // Those that are added are looked at, too.
    while next < tree.types.len() {
        let id = TypeDeclId::new(next);
        next += 1;
        if depth(tree, id) < MAX_DEPTH {
            lift_of(tree, id, types, &mut lifted);
        }
    }
    lifted
}

fn depth(tree: &CompilationUnit, id: TypeDeclId) -> usize {
    std::iter::successors(Some(id), |&id| tree.types[id].outer).take(MAX_DEPTH + 1).count()
}

/// A piece of code of a class, with what its method says of it.
struct Piece {
    code: Arc<Code>,
    is_static: bool,
    scope: Vec<Local>,
    type_variables: Vec<TypeParameter>,
    /// The type of the variable to which its value goes.
    expected: Option<TypeRef>,
    /// What `return` gives.
    result: Option<TypeRef>,
}

#[derive(Clone)]
struct Local {
    name: Name,
    /// None where it is not written.
    ty: Option<TypeRef>,
    constant: LocalConstant,
}

/// A class that stands in code.
struct ClassInCode {
    types: Arc<LocalTypes>,
    /// What an anonymous class is made of; none for a local one, which has a name.
    class: Option<TypeRef>,
    scope: Vec<Local>,
    /// The local classes in scope.
    beside: Vec<Arc<LocalTypes>>,
    is_static: bool,
    is_refused: bool,
}

/// What is known of the local classes of a piece of code.
#[derive(Default)]
struct Beside {
    /// Those that are lifted, by the places of their trees, with what they capture.
    lifted: HashMap<usize, LiftedBeside>,
}

struct LiftedBeside {
    decl: TypeDeclId,
    captured: BTreeSet<Name>,
    is_generic: bool,
}

/// Numbers for the classes of a class's code: javac counts those of each name.
#[derive(Default)]
struct Numbers(HashMap<Name, usize>);

impl Numbers {
    fn next(&mut self, name: &Name) -> usize {
        let number = self.0.entry(name.clone()).or_default();
        *number += 1;
        *number
    }
}

#[expect(clippy::too_many_lines, reason = "the steps of one class, each with what the one before it made")]
fn lift_of(tree: &mut CompilationUnit, id: TypeDeclId, inferred: Option<&FileTypes>, lifted: &mut Lifted) {
    let mut numbers = Numbers::default();
    let anonymous: Name = "".into();
    let bodies: Vec<TypeDeclId> = tree.types[id].constants.iter().filter_map(|c| c.body).collect();
    let mut name = tree.types[id].name.clone();
    // As code names a local one.
    name.name = name.name.trim_start_matches(|c: char| c.is_ascii_digit()).into();
    for body in bodies {
        let number = numbers.next(&anonymous);
        let decl = &mut tree.types[body];
        decl.name.name = number.to_string().into();
        decl.modifiers.bits |= Modifiers::STATIC | Modifiers::FINAL;
        decl.extends = Some(named(&name));
    }
    for piece in pieces(&tree.types[id]) {
        let mut walk = Walk::new(&piece.code, piece.scope, piece.is_static);
        walk.inferred = inferred;
        walk.expected = piece.expected;
        walk.result = piece.result;
        walk.root();
        let found = std::mem::take(&mut walk.found);
        let bindings = walk.bindings;
        let mut beside = Beside::default();
        for found in found {
            let Some(own) = found.types.types.iter().next() else { continue };
            // javac numbers it all the same.
            let number = numbers.next(&own.name.name);
            let mut texts = vec![tree.source.slice(own.span)];
            texts.extend(found.class.iter().map(|class| tree.source.slice(class.span)));
            let is_named = |name: &Name| texts.iter().any(|text| has_word(text, name));
            let mut is_generic = piece.type_variables.iter().any(|variable| is_named(&variable.name.name));
            let takes_locals = found.class.is_some() || own.kind == TypeKind::Class;
            let mut free = if takes_locals { free_names(&found.types) } else { BTreeSet::new() };
            let named: Vec<&Arc<LocalTypes>> =
                found.beside.iter().filter(|types| name_of(types).is_some_and(is_named)).collect();
            let is_constant_body =
                |id| tree.types.iter().any(|other| other.constants.iter().any(|c| c.body == Some(id)));
            let is_a_member = |name: &Name| {
                let mut types = tree.types.iter_enumerated();
                types.any(|(id, other)| other.name.name == *name && !is_constant_body(id))
            };
            // In the header of a class, javac finds a member first that has the name of a local class in a block around.
            let is_beside_refused = named.iter().any(|types| {
                !beside.lifted.contains_key(&key(types)) || name_of(types).is_some_and(is_a_member)
            });
            if takes_locals {
                for own in named.iter().filter_map(|types| beside.lifted.get(&key(types))) {
                    free.extend(own.captured.iter().cloned());
                    is_generic |= own.is_generic;
                }
            }
            let captured: Vec<&Local> = innermost(&found.scope, &free);
            is_generic |= piece.type_variables.iter().any(|variable| {
                let types = captured.iter().filter_map(|local| local.ty.as_ref());
                types.chain(&found.class).any(|ty| mentions(ty, &variable.name.name))
            });
            let hidden = if is_generic { piece.type_variables.len() } else { 0 };
            let is_open = found.class.as_ref().is_some_and(is_diamond);
            let is_wanting = is_open || captured.iter().any(|local| local.ty.is_none());
            lifted.is_wanting |= is_wanting;
            let is_refused = found.is_refused
                || is_beside_refused
                || is_wanting
                || free.iter().any(|name| bindings.contains(name));
            if is_refused {
                continue;
            }
            let names: BTreeSet<Name> = captured.iter().map(|local| local.name.clone()).collect();
            let constants = captured.iter().filter_map(|local| match &local.constant {
                LocalConstant::OfCode(code) | LocalConstant::Doubtful(code) => {
                    Some((local.name.clone(), code.clone()))
                }
                LocalConstant::None | LocalConstant::Unknown => None,
            });
            let constants = constants.collect();
            let captured: Vec<Member> = captured
                .into_iter()
                .filter_map(|local| {
                    let is_open =
                        matches!(local.constant, LocalConstant::Doubtful(_) | LocalConstant::Unknown);
                    Some(captured_field(&local.name, local.ty.as_ref()?, is_open, own.name.span))
                })
                .collect();
            let first = tree.types.len();
            let decl = TypeDeclId::new(first);
            if found.class.is_none() {
                let own = LiftedBeside { decl, captured: names, is_generic };
                beside.lifted.insert(key(&found.types), own);
            }
            let own = found.class.is_none().then_some(&found.types);
            let visible =
                found.beside.iter().chain(own).filter_map(|types| {
                    Some((name_of(types)?.clone(), beside.lifted.get(&key(types))?.decl))
                });
            lifted.classes.push(LiftedClass {
                key: key(&found.types),
                decl,
                visible: visible.collect(),
                hidden,
                constants,
            });
            for (n, decl) in found.types.types.iter().enumerate() {
                let mut decl = decl.clone();
                decl.outer = match decl.outer {
                    Some(outer) => Some(TypeDeclId::new(first + outer.index())),
                    None => Some(id),
                };
                for member in &mut decl.members {
                    if let Member::Type(nested) = member {
                        *nested = TypeDeclId::new(first + nested.index());
                    }
                }
                for constant in &mut decl.constants {
                    constant.body = constant.body.map(|body| TypeDeclId::new(first + body.index()));
                }
                if n == 0 {
                    name_class(&mut decl, number);
                    if found.is_static {
                        decl.modifiers.bits |= Modifiers::STATIC;
                    }
                    if let Some(class) = &found.class {
                        decl.modifiers.bits |= Modifiers::FINAL;
                        decl.extends = Some(class.clone());
                    }
                    decl.members.splice(0..0, captured.iter().cloned());
                    decl.type_parameters.extend(piece.type_variables.iter().take(hidden).cloned());
                }
                tree.types.push(decl);
            }
        }
    }
}

/// The name of the one that is declared.
fn name_of(types: &LocalTypes) -> Option<&Name> {
    types.types.iter().next().map(|decl| &decl.name.name)
}

/// The name that the class file has behind that of the class around, also in front of constructors.
fn name_class(decl: &mut TypeDecl, number: usize) {
    let name: Name = format!("{number}{}", decl.name.name).into();
    for member in &mut decl.members {
        if let Member::Method(constructor) = member
            && constructor.return_type.is_none()
            && constructor.name.name == decl.name.name
        {
            constructor.name.name = name.clone();
        }
    }
    decl.name.name = name;
}

fn named(name: &Ident) -> TypeRef {
    let segment = crate::syntax::tree::TypeSegment { name: name.clone(), arguments: None };
    TypeRef { base: BaseType::Named(vec![segment]), dims: 0, span: name.span, annotations: None }
}

fn is_diamond(ty: &TypeRef) -> bool {
    let BaseType::Named(segments) = &ty.base else { return false };
    segments.iter().any(|segment| segment.arguments.as_ref().is_some_and(Vec::is_empty))
}

/// `A<>` with the type arguments of a variable's type, where that is `A<B>`.
fn of_variable(class: &TypeRef, expected: &TypeRef) -> Option<TypeRef> {
    let (BaseType::Named(own), BaseType::Named(wanted)) = (&class.base, &expected.base) else { return None };
    let given = wanted.last()?;
    let is_exact = |argument: &TypeArgument| matches!(argument, TypeArgument::Type(_));
    let mut segments = own.clone();
    let last = segments.last_mut()?;
    let fits = expected.dims == 0
        && last.name.name == given.name.name
        && given.arguments.as_ref().is_some_and(|all| !all.is_empty() && all.iter().all(is_exact));
    last.arguments.clone_from(&given.arguments);
    fits.then_some(TypeRef { base: BaseType::Named(segments), ..class.clone() })
}

/// Whether a variable of a type may be a constant one: of a primitive type or `String` (JLS 4.12.4).
fn may_have_constants(ty: &TypeRef) -> bool {
    let is_one = match &ty.base {
        BaseType::Named(segments) => segments.last().is_some_and(|last| &*last.name.name == "String"),
        _ => true,
    };
    is_one && ty.dims == 0
}

/// Whether a type as written has a name in it.
fn mentions(ty: &TypeRef, name: &Name) -> bool {
    let BaseType::Named(segments) = &ty.base else { return false };
    segments.iter().any(|segment| {
        segment.name.name == *name
            || segment.arguments.iter().flatten().any(|argument| argument_mentions(argument, name))
    })
}

fn argument_mentions(argument: &TypeArgument, name: &Name) -> bool {
    match argument {
        TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => mentions(ty, name),
        TypeArgument::Wildcard => false,
        TypeArgument::Annotated(_, inner) => argument_mentions(inner, name),
    }
}

/// Whether a text has a name as a word of its own.
fn has_word(text: &str, word: &str) -> bool {
    words(text).any(|part| part == word)
}

/// Of the locals in scope the innermost of each of these names.
fn innermost<'l>(scope: &'l [Local], names: &BTreeSet<Name>) -> Vec<&'l Local> {
    let visible = |n: usize| !scope[n + 1..].iter().any(|later| later.name == scope[n].name);
    (0..scope.len()).filter(|&n| names.contains(&scope[n].name) && visible(n)).map(|n| &scope[n]).collect()
}

/// The code of a class's members, in order; types nested in it have their own.
fn pieces(decl: &TypeDecl) -> Vec<Piece> {
    let in_interface = matches!(decl.kind, TypeKind::Interface | TypeKind::Annotation);
    let piece = |code: &Arc<Code>, is_static| Piece {
        code: code.clone(),
        is_static,
        scope: Vec::new(),
        type_variables: Vec::new(),
        expected: None,
        result: None,
    };
    let mut pieces: Vec<Piece> = decl.constants.iter().map(|c| piece(&c.arguments, true)).collect();
    for member in &decl.members {
        match member {
            Member::Field(field) => {
                let is_static = in_interface || field.modifiers.has(Modifiers::STATIC);
                let expected = Some(field.ty.clone());
                pieces.extend(
                    field
                        .init
                        .iter()
                        .map(|code| Piece { expected: expected.clone(), ..piece(code, is_static) }),
                );
            }
            Member::Initializer(block) => pieces.push(piece(&block.body, block.is_static)),
            Member::Method(method) => {
                let Some(code) = &method.body else { continue };
                let scope = method
                    .parameters
                    .iter()
                    .map(|p| Local {
                        name: p.name.name.clone(),
                        ty: Some(p.ty.clone()),
                        constant: LocalConstant::None,
                    })
                    .collect();
                pieces.push(Piece {
                    code: code.clone(),
                    is_static: method.modifiers.has(Modifiers::STATIC),
                    scope,
                    type_variables: method.type_parameters.clone(),
                    expected: None,
                    result: method.return_type.clone(),
                });
            }
            Member::Type(_) => {}
        }
    }
    pieces
}

/// The simple names in a class in code that nothing in it declares as a local or a field.
fn free_names(types: &LocalTypes) -> BTreeSet<Name> {
    let mut free = BTreeSet::new();
    for decl in types.types.iter() {
        let mut of_class = BTreeSet::new();
        for piece in pieces(decl) {
            let mut walk = Walk::new(&piece.code, piece.scope, piece.is_static);
            walk.root();
            of_class.append(&mut walk.free);
        }
        for member in &decl.members {
            if let Member::Field(field) = member {
                of_class.remove(&field.name.name);
            }
        }
        free.append(&mut of_class);
    }
    free
}

/// Goes through a piece of code with the locals in scope.
struct Walk<'c> {
    code: &'c Code,
    inferred: Option<&'c FileTypes>,
    scope: Vec<Local>,
    /// The local classes in scope.
    types: Vec<Arc<LocalTypes>>,
    is_static: bool,
    in_lambda: bool,
    /// The type of the variable to which the expression goes.
    expected: Option<TypeRef>,
    result: Option<TypeRef>,
    free: BTreeSet<Name>,
    /// The names of pattern variables, whose scope is not followed.
    bindings: BTreeSet<Name>,
    found: Vec<ClassInCode>,
}

impl<'c> Walk<'c> {
    fn new(code: &'c Code, scope: Vec<Local>, is_static: bool) -> Self {
        Self {
            code,
            inferred: None,
            scope,
            types: Vec::new(),
            is_static,
            in_lambda: false,
            expected: None,
            result: None,
            free: BTreeSet::new(),
            bindings: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    fn root(&mut self) {
        match &self.code.root {
            Root::Block(block) => self.stmt(*block),
            Root::Expr(expr) => {
                let expected = self.expected.take();
                self.value(*expr, expected.as_ref());
            }
            Root::Arguments(list) => list.iter().for_each(|&expr| self.expr(expr)),
        }
    }

    fn declare(&mut self, name: &Ident, ty: Option<&TypeRef>, dims: u8) {
        let ty = ty.filter(|ty| ty.base != BaseType::Var).cloned().map(|ty| {
            let dims = ty.dims.saturating_add(dims);
            TypeRef { dims, ..ty }
        });
        let ty = ty.or_else(|| self.inferred?.get(&name.span.start).cloned());
        self.scope.push(Local { name: name.name.clone(), ty, constant: LocalConstant::None });
    }

    fn scoped(&mut self, walk: impl FnOnce(&mut Self)) {
        let (depth, types) = (self.scope.len(), self.types.len());
        walk(self);
        self.scope.truncate(depth);
        self.types.truncate(types);
    }

    /// An expression that goes to a variable of a type: an object of a class without a name gets its type arguments there.
    fn value(&mut self, id: ExprId, expected: Option<&TypeRef>) {
        self.expected = match &self.code.exprs[id].kind {
            ExprKind::Creation(_) => expected.cloned(),
            _ => None,
        };
        self.expr(id);
        self.expected = None;
    }

    fn children(&mut self, children: crate::syntax::Children) {
        for child in children {
            match child {
                Child::Expr(id) => self.expr(id),
                Child::Stmt(id) => self.scoped(|walk| walk.stmt(id)),
            }
        }
    }

    /// Before the call of another constructor there is no object.
    fn block(&mut self, list: &[StmtId]) {
        let is_call = |&stmt: &StmtId| matches!(self.code.stmts[stmt].kind, StmtKind::ConstructorCall { .. });
        let prologue = list.iter().position(is_call).unwrap_or(0);
        let around = self.is_static;
        for (n, &stmt) in list.iter().enumerate() {
            self.is_static = around || n < prologue;
            self.stmt(stmt);
        }
        self.is_static = around;
    }

    /// What a statement declares stays in scope behind it.
    fn stmt(&mut self, id: StmtId) {
        let code = self.code;
        match &code.stmts[id].kind {
            StmtKind::Block(list) => self.scoped(|walk| walk.block(list)),
            StmtKind::Local(declaration) => {
                for declarator in &declaration.declarators {
                    let may_be_one = declaration.is_final && may_have_constants(&declaration.ty);
                    let constant = match declarator.init.filter(|_| may_be_one) {
                        Some(init) => constant::of_initializer(self, init),
                        None => LocalConstant::None,
                    };
                    self.declare(&declarator.name, Some(&declaration.ty), declarator.extra_dims);
                    if let Some(local) = self.scope.last_mut() {
                        local.constant = constant;
                    }
                    let expected = Some(&declaration.ty).filter(|_| declarator.extra_dims == 0);
                    declarator.init.into_iter().for_each(|init| self.value(init, expected));
                }
            }
            StmtKind::For { init, condition, update, body } => self.scoped(|walk| {
                init.iter().for_each(|&stmt| walk.stmt(stmt));
                condition.iter().for_each(|&expr| walk.expr(expr));
                walk.scoped(|walk| walk.stmt(*body));
                update.iter().for_each(|&stmt| walk.stmt(stmt));
            }),
            StmtKind::ForEach { variable, iterable, body } => {
                self.expr(*iterable);
                self.scoped(|walk| {
                    walk.declare(&variable.name, Some(&variable.ty), 0);
                    walk.stmt(*body);
                });
            }
            StmtKind::Try(parts) => {
                self.scoped(|walk| {
                    for resource in &parts.resources {
                        match resource {
                            Resource::Declared(variable) => {
                                walk.declare(&variable.name, Some(&variable.ty), 0);
                                walk.expr(variable.init);
                            }
                            Resource::Expr(expr) => walk.expr(*expr),
                        }
                    }
                    walk.stmt(parts.body);
                });
                for catch in &parts.catches {
                    self.scoped(|walk| {
                        let only = catch.types.first().filter(|_| catch.types.len() == 1);
                        walk.declare(&catch.name, only, 0);
                        walk.stmt(catch.body);
                    });
                }
                parts.finally.into_iter().for_each(|finally| self.stmt(finally));
            }
            StmtKind::Switch { body, .. } => self.scoped(|walk| {
                walk.switch_names(body);
                for child in code.stmts[id].kind.children() {
                    match child {
                        Child::Expr(expr) => walk.expr(expr),
                        // The groups of a switch are one block.
                        Child::Stmt(stmt) => walk.stmt(stmt),
                    }
                }
            }),
            StmtKind::ConstructorCall { arguments, .. } => {
                let around = std::mem::replace(&mut self.is_static, true);
                arguments.iter().for_each(|&expr| self.expr(expr));
                self.is_static = around;
            }
            StmtKind::LocalType(types) => {
                self.add_free(types);
                self.found.push(ClassInCode {
                    types: types.clone(),
                    class: None,
                    scope: self.scope.clone(),
                    beside: self.types.clone(),
                    is_static: self.is_static,
                    is_refused: false,
                });
                self.types.push(types.clone());
            }
            StmtKind::Return(Some(value)) if !self.in_lambda => {
                let result = self.result.take();
                self.value(*value, result.as_ref());
                self.result = result;
            }
            kind => self.children(kind.children()),
        }
    }

    /// The class of `new A<>() { … }` with the type arguments that were inferred, or that the variable of type `A<B>` has to
    /// which the object goes.
    fn with_arguments(&self, class: &TypeRef, expected: Option<&TypeRef>) -> TypeRef {
        if !is_diamond(class) {
            return class.clone();
        }
        let inferred = self.inferred.and_then(|types| types.get(&class.span.start));
        match inferred.cloned().or_else(|| of_variable(class, expected?)) {
            Some(with_arguments) => TypeRef { span: class.span, ..with_arguments },
            None => class.clone(),
        }
    }

    fn is_declared(&self, name: &Name) -> bool {
        self.scope.iter().any(|local| local.name == *name)
    }

    fn add_free(&mut self, types: &LocalTypes) {
        for name in free_names(types) {
            if !self.is_declared(&name) {
                self.free.insert(name);
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let code = self.code;
        match &code.exprs[id].kind {
            ExprKind::Name(name) => {
                if !self.is_declared(name) {
                    self.free.insert(name.clone());
                }
            }
            ExprKind::InstanceOf { operand, binding, .. } => {
                self.expr(*operand);
                self.bindings.extend(binding.iter().map(|binding| binding.name.name.clone()));
            }
            ExprKind::Matches { .. } | ExprKind::Switch { .. } => {
                self.pattern_names(id);
                self.children(code.exprs[id].kind.children());
            }
            ExprKind::Lambda(lambda) => {
                let around = std::mem::replace(&mut self.in_lambda, true);
                self.scoped(|walk| {
                    match &lambda.parameters {
                        LambdaParameters::Inferred(names) => {
                            names.iter().for_each(|name| walk.declare(name, None, 0));
                        }
                        LambdaParameters::Declared(list) => {
                            list.iter().for_each(|own| walk.declare(&own.name, Some(&own.ty), 0));
                        }
                    }
                    walk.children(code.exprs[id].kind.children());
                });
                self.in_lambda = around;
            }
            ExprKind::Creation(creation) => {
                let expected = self.expected.take();
                creation.outer.into_iter().for_each(|outer| self.expr(outer));
                creation.arguments.iter().for_each(|&argument| self.expr(argument));
                let Some(types) = &creation.body else { return };
                self.add_free(types);
                let class = self.with_arguments(&creation.class, expected.as_ref());
                self.found.push(ClassInCode {
                    types: types.clone(),
                    class: Some(class),
                    scope: self.scope.clone(),
                    beside: self.types.clone(),
                    is_static: self.is_static,
                    is_refused: creation.outer.is_some(),
                });
            }
            kind => self.children(kind.children()),
        }
    }

    /// The names that patterns below declare, as far as the text of their kinds says.
    fn pattern_names(&mut self, id: ExprId) {
        match &self.code.exprs[id].kind {
            ExprKind::Matches { pattern, .. } => names(pattern, &mut self.bindings),
            ExprKind::Switch { body, .. } => self.switch_names(body),
            _ => {}
        }
    }

    fn switch_names(&mut self, body: &SwitchBody) {
        for label in body.groups.iter().flat_map(|group| &group.labels) {
            if let SwitchLabel::Pattern(pattern) = label {
                names(pattern, &mut self.bindings);
            }
        }
    }
}

fn names(pattern: &Pattern, into: &mut BTreeSet<Name>) {
    match pattern {
        Pattern::Any(_) => {}
        Pattern::Type(ty) => drop(into.insert(ty.name.name.clone())),
        Pattern::Record(record) => record.parts.iter().for_each(|part| names(part, into)),
    }
}
