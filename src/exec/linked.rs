//! The code of a whole program, its mutants inside: built once, shared by all threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::exec::code::{MethodCode, MutantIndex, Pc, Site, SiteId};
use crate::exec::compiled::Compiled;
use crate::exec::driver::DriverCode;
pub use crate::exec::excerpt::MutantVersion;
use crate::exec::ground::Ground;
use crate::exec::image::{Image, Images};
use crate::exec::layout::Layouts;
use crate::exec::lower::{self, MutatedBody, Surroundings};
use crate::exec::memories;
use crate::exec::native::{Flags, Native};
use crate::exec::pool::StringPool;
use crate::exec::slot::RuntimeType;
use crate::index::IndexVec;
use crate::jvm::value::Primitive;
use crate::mutate::correspondence::Difference;
use crate::sema::calls::called;
use crate::sema::parts;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, MethodKind, MethodSource, Program, Role};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtId};
use crate::sema::types::Ty;
use crate::sema::unprocessed::UnprocessedCode;
use crate::syntax::tree::Modifiers;
use crate::syntax::with_stack;

/// What a call of a method runs.
#[derive(Debug)]
pub(super) enum Callee {
    Code(Box<MethodCode>),
    Native(&'static Native),
    /// Why the method cannot be run.
    Missing(String),
}

/// Whether one version has other classes in code than the other where they differ.
fn renumbers(program: &Program, original: &Body, version: &MutatedBody<'_>) -> bool {
    let of_original = |exprs, stmts| classes_in_code(program, original, (exprs, stmts));
    let of_mutant = |exprs, stmts| classes_in_code(program, version.body, (exprs, stmts));
    match version.difference {
        Difference::None => false,
        Difference::Expr { original, mutant } => {
            of_original(vec![original], Vec::new()) != of_mutant(vec![mutant], Vec::new())
        }
        Difference::Stmt { original, mutant } => {
            of_original(Vec::new(), vec![original]) != of_mutant(Vec::new(), mutant.into_iter().collect())
        }
        Difference::Before { mutant, .. } => !of_mutant(Vec::new(), vec![mutant]).is_empty(),
    }
}

/// The classes in code of which a part of a body makes objects; lambdas among them, for there may be classes in theirs.
fn classes_in_code(
    program: &Program,
    body: &Body,
    (mut exprs, mut stmts): (Vec<ExprId>, Vec<StmtId>),
) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    loop {
        let (more_exprs, more_stmts) = if let Some(expr) = exprs.pop() {
            if let ExprKind::New { class, .. } = body.exprs[expr].kind
                && (program.is_local_class(class) || program.role(class) == Role::Lambda)
            {
                found.insert(class);
            }
            parts::of_expression(&body.exprs[expr].kind)
        } else if let Some(stmt) = stmts.pop() {
            parts::of_statement(&body.stmts[stmt].kind)
        } else {
            return found;
        };
        exprs.extend(more_exprs);
        stmts.extend(more_stmts);
    }
}

/// Where a mutant lives in the code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    pub site: SiteId,
    pub section: Pc,
}

/// What a static variable holds at first, where code can write it down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    Null,
    Value(Primitive),
}

/// How the library's methods run that have a body in Java and an accelerator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibraryCode {
    Accelerated,
    /// By their bodies, which analyses read: a run that the accelerators are compared with.
    AsWritten,
}

/// A program, ready to run.
#[derive(Debug)]
pub struct ProgramCode {
    program: Arc<Program>,
    library: LibraryCode,
    pub(super) layouts: Layouts,
    /// Where the program names compiled classes.
    pub(super) compiled: Option<Compiled>,
    pub(super) pool: StringPool,
    /// Whether using the class may run an initialiser.
    initialized: IndexVec<ClassId, bool>,
    /// By variable (a static that is not final): whether anything but initialisers assigns it, a method or a driver.
    pub(super) is_mutable: Vec<bool>,
    /// By variable: whether the initialiser of another class assigns it. When that happens depends on what was used before, in the same test
    /// or in an earlier one: so no run that reads it can be followed, and nothing else depends on it.
    pub(super) is_set_by_others: Vec<bool>,
    /// By variable: whether it is a memory.
    pub(super) is_memory: Vec<bool>,
    /// Whether the program gives some exception a cause: else it has nothing to do with causes.
    pub(super) gives_causes: bool,
    callees: IndexVec<MethodId, OnceLock<Callee>>,
    /// What [`ProgramCode::implementation`] has found: class files are searched by name.
    implementations: Mutex<FxHashMap<(ClassId, MethodId), MethodId>>,
    /// By site: the method it is in.
    site_methods: Vec<MethodId>,
    /// By mutant: whether it has not the classes in code that the original has, so that those behind them get other numbers as names.
    renumbering: Vec<bool>,
    /// By mutant; `None` for one that is the original.
    pub(super) homes: Vec<Option<Home>>,
    ground: OnceLock<Ground>,
    images: OnceLock<Images>,
    /// By mutant: whether its site is reached while classes are initialised, and the image it then has.
    pub(super) early: OnceLock<Vec<bool>>,
    mutant_images: Vec<OnceLock<Images>>,
    /// So many of them are kept for other settings than the first.
    kept_images: AtomicUsize,
}

impl ProgramCode {
    /// Lowers what the mutants change, and initialises all classes. A mutant's index is its place in `mutants`.
    pub fn build(program: &Arc<Program>, mutants: &[MutantVersion]) -> ProgramCode {
        Self::build_with(program, mutants, LibraryCode::Accelerated)
    }

    pub fn build_with(
        program: &Arc<Program>,
        mutants: &[MutantVersion],
        library: LibraryCode,
    ) -> ProgramCode {
        with_stack(|| {
            let mut code = Self::link(program, mutants, library);
            code.is_set_by_others = set_by_others(program, &code.layouts);
            code.is_mutable = mutable_variables(program, &code.layouts, code.is_set_by_others.clone());
            code.is_memory = memories::variables(program, &code.layouts, &code.is_set_by_others);
            code.initialize_classes();
            code
        })
    }

    fn link(program: &Arc<Program>, mutants: &[MutantVersion], library: LibraryCode) -> ProgramCode {
        let layouts = Layouts::new(program);
        let compiled = Compiled::new(program, &layouts);
        let mut code = ProgramCode {
            initialized: initialized_classes(program),
            is_mutable: Vec::new(),
            is_set_by_others: Vec::new(),
            is_memory: Vec::new(),
            gives_causes: gives_causes(program),
            layouts,
            compiled,
            pool: StringPool::default(),
            callees: program.methods.ids().map(|_| OnceLock::new()).collect(),
            implementations: Mutex::default(),
            site_methods: Vec::new(),
            renumbering: vec![false; mutants.len()],
            homes: vec![None; mutants.len()],
            ground: OnceLock::new(),
            images: OnceLock::new(),
            early: OnceLock::new(),
            mutant_images: mutants.iter().map(|_| OnceLock::new()).collect(),
            kept_images: AtomicUsize::new(0),
            program: Arc::clone(program),
            library,
        };
        let mut methods: Vec<MethodId> = mutants.iter().map(|m| m.method).collect();
        methods.sort_unstable();
        methods.dedup();
        for method in methods {
            code.link_mutated(method, mutants);
        }
        code
    }

    fn link_mutated(&mut self, method: MethodId, mutants: &[MutantVersion]) {
        let program = Arc::clone(&self.program);
        let BodyState::Typed(body) = program.body(method) else { return };
        let versions: Vec<MutatedBody<'_>> = mutants
            .iter()
            .enumerate()
            .filter(|(_, m)| m.method == method)
            .map(|(index, m)| MutatedBody {
                mutant: index as MutantIndex,
                body: m.body.as_deref().unwrap_or(body),
                difference: m.difference,
            })
            .collect();
        for version in &versions {
            self.renumbering[version.mutant as usize] = renumbers(&program, body, version);
        }
        let first_site = self.site_methods.len() as SiteId;
        let lowered = lower::lower_method(self.surroundings(), body, &versions, first_site);
        for (index, site) in lowered.sites.iter().enumerate() {
            self.site_methods.push(method);
            for section in &site.sections {
                let home = Home { site: first_site + index as SiteId, section: section.start };
                self.homes[section.mutant as usize] = Some(home);
            }
        }
        self.callees[method] = OnceLock::from(Callee::Code(Box::new(lowered)));
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the mutant has code of its own; where it has none, the original runs in its place.
    pub fn is_placed(&self, mutant: MutantIndex) -> bool {
        self.homes[mutant as usize].is_some()
    }

    /// Whether classes in code may have other names in the mutant than in the original.
    pub(super) fn renumbers(&self, mutant: MutantIndex) -> bool {
        self.renumbering[mutant as usize]
    }

    /// Whether methods or drivers may change a static: then a test must set it before it reads it, and only such
    /// statics may a driver set.
    pub fn is_mutable_static(&self, field: FieldId) -> bool {
        let declared = &self.program.fields[field];
        // A run that changes a static of a compiled class ends there.
        let is_ours = !self.program.role(declared.class).is_compiled();
        let is_mutable = || self.is_mutable[self.layouts.slot(field) as usize];
        declared.is_static() && !declared.is_final() && is_ours && is_mutable()
    }

    /// Whether methods keep in a static what they have made, to have it at hand the next time.
    pub fn is_memory(&self, field: FieldId) -> bool {
        self.is_mutable_static(field) && self.is_memory[self.layouts.slot(field) as usize]
    }

    /// What a static holds when its own class has been initialised: `None` for an object, where the class cannot be used,
    /// and where no test may set it.
    pub fn start_value(&self, field: FieldId) -> Option<Start> {
        let declared = &self.program.fields[field];
        let image = self.image();
        let is_open =
            image.trouble[declared.class].is_some() || image.asked[declared.class] != Flags::default();
        if !declared.is_static() || declared.is_final() || is_open {
            return None;
        }
        let slot = self.layouts.slot(field) as usize;
        let value = *image.starts.get(slot)?;
        if image.remembered[slot] {
            return None;
        }
        match declared.ty {
            Ty::Primitive(ty) => Some(Start::Value(Primitive::from_bits(ty, value.0))),
            Ty::Class(_) | Ty::Array(_) if value.0 == 0 => Some(Start::Null),
            _ => None,
        }
    }

    /// Lowers a test driver: the first `arranging` top-level statements of `body` make the inputs.
    pub fn driver(&self, body: &Body, arranging: usize) -> DriverCode {
        with_stack(|| DriverCode::new(self, body, lower::lower_driver(self.surroundings(), body, arranging)))
    }

    pub(super) fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            program: &self.program,
            layouts: &self.layouts,
            pool: &self.pool,
            initialized: &self.initialized,
            library: self.library,
            compiled: self.compiled.as_ref(),
        }
    }

    #[inline]
    pub(super) fn callee(&self, method: MethodId) -> &Callee {
        let Some(callee) = self.callees.get(method) else { return self.compiled_callee(method) };
        callee.get().unwrap_or_else(|| callee.get_or_init(|| with_stack(|| self.lower(method))))
    }

    fn compiled_callee(&self, method: MethodId) -> &Callee {
        static NONE: Callee = Callee::Missing(String::new());
        self.compiled.as_ref().and_then(|compiled| compiled.callee(self, method)).unwrap_or(&NONE)
    }

    /// The method that runs on an object of this class when `method` is called.
    pub(super) fn implementation(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let Some(compiled) = &self.compiled else { return self.program.implementation(class, method) };
        let known = || self.implementations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&found) = known().get(&(class, method)) {
            return Some(found);
        }
        let found = compiled.implementation(&self.layouts, class, method)?;
        known().insert((class, method), found);
        Some(found)
    }

    /// Whether an object of the type is one that a lambda or method reference has made.
    pub(super) fn is_of_lambda(&self, ty: RuntimeType) -> bool {
        let Some(class) = ty.as_class() else { return false };
        match self.program.classes.get(class) {
            Some(_) => self.program.role(class) == Role::Lambda,
            None => self.compiled.as_ref().is_some_and(|compiled| compiled.is_lambda(class)),
        }
    }

    /// Whether using the class may run an initialiser of a source.
    pub(super) fn is_initialized(&self, class: ClassId) -> bool {
        self.initialized.get(class).copied().unwrap_or_default()
    }

    pub(super) const fn library(&self) -> LibraryCode {
        self.library
    }

    /// A method's name for people.
    pub(super) fn method_name(&self, method: MethodId) -> String {
        let compiled = || self.compiled.as_ref();
        match compiled().and_then(|compiled| compiled.method(method)) {
            Some(run) => compiled().map_or(String::new(), |compiled| compiled.method_name(run)),
            None => self.program.method_name(method),
        }
    }

    /// The role of the class whose code a method is.
    pub(super) fn is_of_platform(&self, method: MethodId) -> bool {
        match &self.compiled {
            Some(compiled) => compiled.is_of_platform(method),
            None => self.program.role(self.program.methods[method].class) == Role::Library,
        }
    }

    fn lower(&self, method: MethodId) -> Callee {
        if let Some(native) = lower::native_of(&self.program, method, self.library) {
            return Callee::Native(native);
        }
        let name = || self.program.method_name(method);
        match self.program.body(method) {
            BodyState::Typed(body) => {
                Callee::Code(Box::new(lower::lower_method(self.surroundings(), body, &[], 0)))
            }
            BodyState::Unsupported(reasons) => {
                let compiled = self.compiled.as_ref();
                let why = match compiled.and_then(|compiled| compiled.unprocessed_callee(self, method)) {
                    Some(Ok(from_class_file)) => return from_class_file,
                    Some(Err(why)) => format!("; {why}"),
                    None => String::new(),
                };
                let what: Vec<&str> = reasons.iter().map(|reason| reason.what.as_str()).collect();
                let source = self.program.source_of(method);
                let line = reasons.first().map_or(1, |reason| source.position(reason.span.start).line);
                let place = format!("{}:{line}", source.path.display());
                Callee::Missing(format!("{} is not read ({place}: {}{why})", name(), what.join(", ")))
            }
            BodyState::None => match lower::lower_synthetic(self.surroundings(), method) {
                Some(code) => Callee::Code(Box::new(code)),
                None if matches!(self.program.methods[method].source, MethodSource::Native(_)) => {
                    Callee::Missing(format!("the native method {}", name()))
                }
                None => Callee::Missing(format!("call of the abstract method {}", name())),
            },
        }
    }

    /// The code of a frame: only methods with code have frames.
    #[inline]
    pub(super) fn code_of(&self, method: MethodId) -> &MethodCode {
        static EMPTY: MethodCode = MethodCode::EMPTY;
        match self.callee(method) {
            Callee::Code(code) => code,
            Callee::Native(_) | Callee::Missing(_) => &EMPTY,
        }
    }

    pub(super) fn site_count(&self) -> usize {
        self.site_methods.len()
    }

    pub(super) fn site(&self, site: SiteId) -> &Site {
        let code = self.code_of(self.site_methods[site as usize]);
        &code.sites[(site - code.first_site) as usize]
    }

    pub(super) fn field_name(&self, field: FieldId) -> String {
        let declared = &self.program.fields[field];
        format!("{}.{}", self.program.classes[declared.class].name, declared.name)
    }

    fn initialize_classes(&mut self) {
        let (images, early_sites) = Images::new(self, None);
        let mut early = vec![false; self.homes.len()];
        for (mutant, home) in self.homes.iter().enumerate() {
            early[mutant] = home.is_some_and(|home| early_sites[home.site as usize]);
        }
        self.images = OnceLock::from(images);
        self.early = OnceLock::from(early);
    }

    /// What the compiled classes make that the program names.
    pub(super) fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::new(self))
    }

    /// What class initialisation makes.
    pub(super) fn images(&self) -> &Images {
        self.images.get_or_init(|| Images::new(self, None).0)
    }

    /// What it makes in the first setting.
    pub(super) fn image(&self) -> &Image {
        &self.images().first
    }

    /// Whether one image more may be kept, up to this many; it counts from now on. Which ones are shows in no result.
    pub(super) fn keeps_one_image_more(&self, most: usize) -> bool {
        self.kept_images.fetch_add(1, Ordering::Relaxed) < most
    }

    /// Whether the mutant is reached while classes are initialised, so that its runs start elsewhere.
    pub(super) fn is_early(&self, mutant: MutantIndex) -> bool {
        self.early.get().is_some_and(|early| early[mutant as usize])
    }

    /// What class initialisation makes when the mutant is active.
    pub(super) fn mutant_images(&self, mutant: MutantIndex) -> &Images {
        if !self.is_early(mutant) {
            return self.images();
        }
        let images = &self.mutant_images[mutant as usize];
        images.get_or_init(|| with_stack(|| Images::new(self, self.homes[mutant as usize]).0))
    }
}

/// The classes whose use runs an initialiser, their own or a superclass's.
fn initialized_classes(program: &Program) -> IndexVec<ClassId, bool> {
    let own = |class_id: ClassId| {
        let class = &program.classes[class_id];
        class.static_initializer.is_some() && !program.role(class_id).is_compiled()
    };
    let chain = |class: ClassId| {
        std::iter::successors(Some(class), |&c| program.classes[c].superclass).take(program.classes.len())
    };
    program.classes.ids().map(|class| chain(class).any(own)).collect()
}

/// Whether the initialiser of another class assigns each variable.
fn set_by_others(program: &Program, layouts: &Layouts) -> Vec<bool> {
    let mut set = vec![false; layouts.variables.len()];
    let initializers = program.classes.iter().filter_map(|class| class.static_initializer);
    for initializer in initializers.filter(|&m| !program.role(program.methods[m].class).is_foreign()) {
        let BodyState::Typed(body) = program.body(initializer) else { continue };
        for field in assigned_statics(body) {
            let declared = &program.fields[field];
            let is_other = declared.class != program.methods[initializer].class;
            if is_other && !declared.is_final() && !program.role(declared.class).is_compiled() {
                set[layouts.slot(field) as usize] = true;
            }
        }
    }
    for code in program.unprocessed() {
        let own = &program.methods[code.method];
        if own.kind == MethodKind::StaticInitializer {
            let is_other = |field: FieldId| program.fields[field].class != own.class;
            mark_named(program, layouts, &code, &mut set, is_other);
        }
    }
    set
}

/// Marks the variables that code may name which is not processed.
fn mark_named(
    program: &Program,
    layouts: &Layouts,
    code: &UnprocessedCode<'_>,
    marks: &mut [bool],
    is_wanted: impl Fn(FieldId) -> bool,
) {
    for (mark, &field) in marks.iter_mut().zip(&layouts.variables) {
        let declared = &program.fields[field];
        let is_ours = !program.role(declared.class).is_foreign();
        *mark |= is_ours && is_wanted(field) && code.may_name(&declared.name);
    }
}

/// Whether anything but the initialisers of its class may assign each variable: methods, the drivers of all
/// packages under test, and the other initialisers that do.
fn mutable_variables(program: &Program, layouts: &Layouts, set_by_others: Vec<bool>) -> Vec<bool> {
    let hosts = driver_classes(program);
    let is_settable = |&field: &FieldId| {
        !program.role(program.fields[field].class).is_foreign()
            && hosts.iter().any(|&host| readable(program, field, host))
    };
    let mut mutable = set_by_others;
    mutable.iter_mut().zip(&layouts.variables).for_each(|(mutable, field)| *mutable |= is_settable(field));
    let ours = |&field: &FieldId| !program.role(program.fields[field].class).is_foreign();
    if !layouts.variables.iter().any(ours) {
        return mutable;
    }
    for (method, declared) in program.methods.iter_enumerated() {
        let own = declared.kind == MethodKind::StaticInitializer;
        let is_code = matches!(declared.source, MethodSource::Code(_) | MethodSource::Initializers);
        // The library's own variables are its business.
        if own || !is_code || program.role(declared.class).is_foreign() {
            continue;
        }
        if let BodyState::Typed(body) = program.body(method) {
            for field in assigned_statics(body) {
                let is_ours = !program.role(program.fields[field].class).is_compiled();
                if is_ours && !program.fields[field].is_final() {
                    mutable[layouts.slot(field) as usize] = true;
                }
            }
        }
    }
    for code in program.unprocessed() {
        let own = &program.methods[code.method];
        let is_open = |field: FieldId| {
            own.kind != MethodKind::StaticInitializer || program.fields[field].class != own.class
        };
        mark_named(program, layouts, &code, &mut mutable, is_open);
    }
    mutable
}

/// For each package under test the class in which its drivers stand.
fn driver_classes(program: &Program) -> BTreeSet<ClassId> {
    let packages: BTreeSet<&str> = program.given_classes().map(|class| program.package_name(class)).collect();
    let drivers = packages.into_iter().filter_map(|package| program.driver_method(package));
    drivers.map(|driver| program.methods[driver].class).collect()
}

/// Whether code of the program may call `initCause`, or a constructor of the library that takes a cause.
fn gives_causes(program: &Program) -> bool {
    let throwable = program.well_known.throwable;
    let takes_cause = |method: MethodId| {
        let m = &program.methods[method];
        program.role(m.class) == Role::Library
            && program.is_subclass(m.class, throwable)
            && (m.is_constructor() || &*m.name == "initCause")
            && m.parameters.iter().any(|p| p.ty.class().is_some_and(|c| program.is_subclass(c, throwable)))
    };
    let gives = |body: &Body| called(body).into_iter().any(takes_cause);
    let ours = |&method: &MethodId| program.role(program.methods[method].class) != Role::Library;
    program
        .methods
        .ids()
        .filter(ours)
        .any(|method| matches!(program.body(method), BodyState::Typed(body) if gives(body)))
        || program.unprocessed().next().is_some()
}

fn assigned_statics(body: &Body) -> impl Iterator<Item = FieldId> {
    let target = |expr: ExprId| match body.exprs[expr].kind {
        ExprKind::StaticField(field) => Some(field),
        _ => None,
    };
    body.exprs.iter().filter_map(move |expr| match expr.kind {
        ExprKind::Assign { target: t, .. }
        | ExprKind::CompoundAssign { target: t, .. }
        | ExprKind::ConcatAssign { target: t, .. }
        | ExprKind::IncDec { target: t, .. } => target(t),
        _ => None,
    })
}

/// Whether a field may be read by code of the package of `from` that names it.
pub fn readable(program: &Program, field: FieldId, from: ClassId) -> bool {
    let declared = &program.fields[field];
    !declared.modifiers.has(Modifiers::PRIVATE)
        // Drivers write no name of its type.
        && declared.ty != Ty::Unknown
        && program.may_access(declared.modifiers, declared.class, from)
        && is_nameable(program, declared.class, from)
}

/// Whether code of the package of `from` may write the name of the class.
pub fn is_nameable(program: &Program, class: ClassId, from: ClassId) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let declared = &program.classes[class];
        let hidden = declared.modifiers.has(Modifiers::PRIVATE)
            || program.is_local_class(class)
            || !(declared.modifiers.has(Modifiers::PUBLIC) || program.same_package(class, from));
        if hidden {
            return false;
        }
        next = declared.outer;
    }
    true
}
