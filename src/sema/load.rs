//! Loading a program: the given files, and of the source path and the library what they can reach.
//!
//! A worklist drives it. Code that may run is *scanned* for the names in it: classes that it names are read
//! and *touched* (their initialisers may run), and member names are *demanded*. A member of a class that is
//! not given gets its types when its name is demanded, and its code is scanned when moreover its class is
//! touched. So a mention costs a header, and only what can be called costs more. Scanning over-approximates
//! (it looks at names, not at types), hence everything that attribution of any body, mutants and drivers
//! included, asks for is there when loading ends.
//!
//! No code need name what test drivers do to the objects that they make for a given method. So the classes of the source
//! path in its signature are *driven*: all their members are there, as if their files were given; and the classes in the
//! signatures of these, as deep as drivers make objects for objects.

mod entered;
mod world;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::class_files::ClassFiles;
use crate::index::{Id as _, IndexVec};
use crate::sema::beside::Beside;
use crate::sema::declare::position;
use crate::sema::generic::functional::function_method;
use crate::sema::generic::remembered::Signatures;
use crate::sema::imports::ON_DEMAND;
use crate::sema::inner::inferred::{InferredTypes, load_with_types};
use crate::sema::library;
use crate::sema::names::World;
use crate::sema::program::{Assertions, ClassId, FieldId, MethodId, Program, Role, UnitId, WellKnown};
use crate::sema::source_path::SourcePath;
use crate::sema::tables::{PackageId, Tables};
use crate::sema::types::{ArrayTy, ElementTy, Ty};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::parser::parse;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{CompilationUnit, Modifiers, Name, Span};
use crate::syntax::with_stack;

/// Where else to look for classes.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Holds classes in package folders. Default: what holds the package folders of the first file.
    pub source_path: Option<PathBuf>,
    /// The class path and the JDK: what they have is asked for last.
    pub class_files: Option<Arc<ClassFiles>>,
    pub assertions: Assertions,
}

impl Program {
    /// Loads the given files and what they need. `Err` holds the errors of the given files: of syntax, or of
    /// declarations. (Those in bodies: [`Program::check`].)
    pub fn load(files: Vec<SourceFile>, options: &LoadOptions) -> Result<Program, Vec<Diagnostic>> {
        load_files(files, options, false)
    }

    /// The same with objects for the abstract types that drivers make objects of: where no class that is loaded
    /// implements one, its package in the source path is searched, or a stub is added.
    pub fn load_with_implementers(
        files: Vec<SourceFile>,
        options: &LoadOptions,
    ) -> Result<Program, Vec<Diagnostic>> {
        load_files(files, options, true)
    }

    /// Loads one file of a call, and what it needs of the others, with implementers.
    pub fn load_one(
        beside: &Arc<Beside>,
        at: usize,
        options: &LoadOptions,
    ) -> Result<Program, Vec<Diagnostic>> {
        with_stack(|| load_with_types(|types| Loader::new(options).with_types(types).load_one(beside, at)))
    }
}

fn load_files(
    files: Vec<SourceFile>,
    options: &LoadOptions,
    with_implementers: bool,
) -> Result<Program, Vec<Diagnostic>> {
    with_stack(|| {
        let trees = parse_all(files)?;
        load_with_types(|types| Loader::new(options).with_types(types).load(trees.clone(), with_implementers))
    })
}

fn parse_all(files: Vec<SourceFile>) -> Result<Vec<CompilationUnit>, Vec<Diagnostic>> {
    let (mut trees, mut errors) = (Vec::new(), Vec::new());
    for file in files {
        match parse(file) {
            Ok(tree) => trees.push(tree),
            Err(error) => errors.push(error.diagnostic()),
        }
    }
    if errors.is_empty() { Ok(trees) } else { Err(sorted(errors)) }
}

fn sorted(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    errors.sort_by(Diagnostic::order);
    errors.dedup_by(|a, b| a.span == b.span && a.message == b.message && Arc::ptr_eq(&a.source, &b.source));
    errors
}

/// How much of a member is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MemberState {
    /// Its name.
    Declared,
    /// Its types.
    Complete,
    /// What its code names is loaded too.
    Scanned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderState {
    Waiting,
    Running,
    Done,
}

/// A step of the worklist.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// A class that has just been declared.
    Enter(ClassId),
    /// Code may use it: its initialisers, and those of its members whose names are demanded.
    Touch(ClassId),
    /// The signatures of all its methods, and of its supertypes: what the rules for a given subclass look at.
    Inherit(ClassId),
    Method(MethodId, MemberState),
    Field(FieldId),
    /// Drivers make objects of the classes in its signature, so many levels below a given method.
    Signature(MethodId, usize),
}

/// The two kinds of members that a name may demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum MemberKind {
    Field,
    Method,
}

pub(super) struct Loader {
    pub program: Program,
    source_path: Option<SourcePath>,
    /// The types of locals that classes in code capture and no source writes.
    pub(super) inferred_types: Arc<InferredTypes>,
    pub(super) beside: Arc<Beside>,
    /// By file beside: whether it has been read.
    pub(super) taken: Vec<bool>,
    pub errors: Vec<Diagnostic>,
    pub headers: Vec<HeaderState>,
    pub header_depth: usize,
    pub field_states: IndexVec<FieldId, MemberState>,
    pub method_states: IndexVec<MethodId, MemberState>,
    pub(super) touched: Vec<bool>,
    /// Of compiled classes: whether code may have objects of it, so that their members may be named.
    pub(super) reached: Vec<bool>,
    inherited: Vec<bool>,
    /// The files of the source path whose classes are driven, and the level of each.
    driven: FxHashMap<UnitId, usize>,
    /// The abstract types, of the program itself, of which drivers make objects.
    pub wanted: BTreeSet<ClassId>,
    /// Abstract types of the library's that drivers give methods objects of: those that implement them in files beside are read.
    pub taken_of_library: BTreeSet<ClassId>,
    /// Classes that no file has.
    absent: FxHashSet<(PackageId, Name)>,
    pub(super) demanded: FxHashSet<(MemberKind, Name)>,
    /// The declared classes that have a member of a name: whom a new demand concerns.
    declarers: FxHashMap<(MemberKind, Name), Vec<ClassId>>,
    /// The packages whose forms drivers can write.
    pub(super) forms: BTreeSet<&'static str>,
    /// Type names that were looked up already, by the class in which they stand.
    pub looked_up: FxHashSet<(ClassId, Name)>,
    pub(super) tasks: VecDeque<Task>,
    /// Whether code has lambdas or method references, so that functional interfaces are implemented without a name.
    has_functions: bool,
}

/// Methods that the language or the runtime calls without a name in the code.
const IMPLICITLY_CALLED: &[&str] = &[
    "<init>",
    "charAt",
    "compareTo",
    "equals",
    "getCause",
    "getMessage",
    "hashCode",
    "length",
    "name",
    "ordinal",
    "toString",
    "valueOf",
];

/// Drivers make objects for a parameter, and objects for these: so many levels.
pub const DRIVEN_LEVELS: usize = 4;

/// Classes of `java.lang` that the runtime makes though no code names them.
const IMPLICITLY_USED: &[&str] = &[
    "Class",
    "ExceptionInInitializerError",
    "NoClassDefFoundError",
    "OutOfMemoryError",
    "StackOverflowError",
];

/// The class and the method that a mutation operator (ABS) names where the code does not.
const NAMED_BY_MUTANTS: (&str, &str) = ("Math", "abs");

/// The package and the name of the class whose methods labels call.
pub const TRAP: (&str, &str) = ("jatpg", "Trap");

impl Loader {
    fn new(options: &LoadOptions) -> Self {
        let none = ClassId::new(0);
        let program = Program {
            assertions: options.assertions,
            class_files: options.class_files.clone(),
            units: IndexVec::new(),
            classes: IndexVec::new(),
            fields: IndexVec::new(),
            methods: IndexVec::new(),
            well_known: WellKnown::all(none),
            tables: Tables::default(),
            bodies: IndexVec::new(),
            type_numbers: OnceLock::new(),
            tried: BTreeMap::new(),
        };
        Self {
            program,
            source_path: options.source_path.clone().map(SourcePath::new),
            inferred_types: Arc::default(),
            beside: Arc::default(),
            taken: Vec::new(),
            errors: Vec::new(),
            headers: Vec::new(),
            header_depth: 0,
            field_states: IndexVec::new(),
            method_states: IndexVec::new(),
            touched: Vec::new(),
            reached: Vec::new(),
            inherited: Vec::new(),
            driven: FxHashMap::default(),
            wanted: BTreeSet::new(),
            taken_of_library: BTreeSet::new(),
            absent: FxHashSet::default(),
            demanded: FxHashSet::default(),
            declarers: FxHashMap::default(),
            forms: BTreeSet::new(),
            looked_up: FxHashSet::default(),
            tasks: VecDeque::new(),
            has_functions: false,
        }
    }

    fn with_types(mut self, types: &Arc<InferredTypes>) -> Self {
        self.inferred_types = Arc::clone(types);
        self
    }

    fn load(
        mut self,
        trees: Vec<CompilationUnit>,
        with_implementers: bool,
    ) -> Result<Program, Vec<Diagnostic>> {
        for tree in trees {
            self.declare(tree, Role::Given);
        }
        if !self.errors.is_empty() {
            return Err(sorted(self.errors));
        }
        self.load_what_is_needed(with_implementers)
    }

    fn load_one(mut self, beside: &Arc<Beside>, at: usize) -> Result<Program, Vec<Diagnostic>> {
        self.taken = vec![false; beside.len()];
        self.taken[at] = true;
        self.beside = beside.clone();
        self.declare(beside.file(at).clone(), Role::Given);
        self.load_what_is_needed(true)
    }

    /// What the given classes need.
    fn load_what_is_needed(mut self, with_implementers: bool) -> Result<Program, Vec<Diagnostic>> {
        if self.source_path.is_none() {
            self.source_path = SourcePath::around(self.program.units.iter().map(|unit| &unit.tree));
        }
        self.program.tables.source_root = self.source_path.as_ref().map(|path| path.root().to_owned());
        self.program.tables.beside_look_at_fields = self.beside.look_at_fields();
        self.load_well_known();
        for name in IMPLICITLY_CALLED.iter().chain([&NAMED_BY_MUTANTS.1]) {
            self.demand(MemberKind::Method, name);
        }
        self.declare_drivers();
        self.run_tasks();
        self.load_library_for_class_files();
        self.read_derived();
        if with_implementers && self.errors.is_empty() {
            self.find_implementers();
        }
        self.load_trap();
        self.finish();
        if !self.errors.is_empty() {
            return Err(sorted(self.errors));
        }
        Ok(self.into_program())
    }

    /// What labels name and no code does: last, so that no other class has another number for it.
    fn load_trap(&mut self) {
        let package = self.intern_package(TRAP.0);
        let Some(class) = self.top_level(package, TRAP.1) else { return };
        if self.program.role(class) != Role::Library {
            return;
        }
        self.touch(class);
        for method in self.program.classes[class].methods.clone() {
            self.tasks.push_back(Task::Method(method, MemberState::Complete));
        }
        self.run_tasks();
    }

    /// What class files name of the library nobody knows before they run, so where they may run all of it is there.
    fn load_library_for_class_files(&mut self) {
        if !self.program.tables.runs_class_files {
            return;
        }
        self.load_whole_library();
        self.run_tasks();
    }

    fn load_whole_library(&mut self) {
        for (package, name) in library::all_classes() {
            let package = self.intern_package(&package);
            // A class of the program's own may have its place.
            let Some(class) = self.top_level(package, &name) else { continue };
            if self.program.role(class) != Role::Library {
                continue;
            }
            self.touch(class);
            for method in self.program.classes[class].methods.clone() {
                // What only the JDK has is known by its file.
                if !self.program.methods[method].modifiers.has(Modifiers::COMPILED) {
                    self.tasks.push_back(Task::Method(method, MemberState::Scanned));
                }
            }
        }
    }

    fn into_program(self) -> Program {
        let mut program = self.program;
        program.bodies = program.methods.ids().map(|_| OnceLock::new()).collect();
        program.tables.signatures = Signatures::of(&program);
        program
    }

    fn load_well_known(&mut self) {
        let package = self.intern_package("java.lang");
        let mut find = |name: &str| {
            let class = self.top_level(package, name);
            class.unwrap_or_else(|| panic!("the library has no java.lang.{name}"))
        };
        let known = WellKnown::find(&mut find);
        let used: Vec<ClassId> = IMPLICITLY_USED.iter().map(|name| find(name)).collect();
        let named_by_mutants = find(NAMED_BY_MUTANTS.0);
        self.program.well_known = known;
        // Boxing names no class either.
        for class in self.program.well_known.wrappers {
            self.touch(class);
        }
        // Their objects come from where no code names the class: `getClass()`, or the runtime itself.
        for class in used {
            self.touch(class);
        }
        self.touch(named_by_mutants);
    }

    /// One class for each package of the given files, in which test drivers are compiled.
    fn declare_drivers(&mut self) {
        let mut packages: Vec<Name> = Vec::new();
        for unit in self.program.units.iter().filter(|u| u.role == Role::Given) {
            let name: Name = super::declare::dotted(&unit.tree.package).into();
            if !packages.contains(&name) {
                packages.push(name);
            }
        }
        for package in packages {
            let header = if package.is_empty() { String::new() } else { format!("package {package};\n") };
            let text = format!(
                "{header}{ON_DEMAND}final class $Driver {{\n    static void test() throws Throwable {{\n    }}\n}}\n"
            );
            let Ok(tree) = parse(SourceFile::new(PathBuf::from("$Driver.java"), text)) else { continue };
            let unit = self.declare(tree, Role::Driver);
            let class = self.program.classes.ids().rev().find(|&c| self.program.classes[c].unit == unit);
            let method =
                class.and_then(|c| self.program.tables.classes[c].methods.get("test")?.first().copied());
            if let Some(method) = method {
                self.program.tables.drivers.insert(package, method);
            }
        }
    }

    pub(super) fn run_tasks(&mut self) {
        while let Some(task) = self.tasks.pop_front() {
            match task {
                Task::Enter(class) => self.enter(class),
                Task::Touch(class) => self.touch_members(class),
                Task::Inherit(class) => self.complete_signatures(class),
                Task::Method(method, state) => self.advance_method(method, state),
                Task::Field(field) => self.advance_field(field),
                Task::Signature(method, level) => self.drive_signature(method, level),
            }
        }
    }

    /// Code has a lambda or method reference: the methods of functional interfaces get their types.
    pub(super) fn may_have_functions(&mut self) {
        if !std::mem::replace(&mut self.has_functions, true) {
            let known: Vec<ClassId> = self.program.classes.ids().collect();
            known.into_iter().for_each(|class| self.complete_function(class));
        }
    }

    fn complete_function(&mut self, class: ClassId) {
        let is_known = self.headers[position(class)] == HeaderState::Done;
        if !self.has_functions || !is_known {
            return;
        }
        if let Some(method) = function_method(&self.program, class) {
            self.tasks.push_back(Task::Method(method, MemberState::Complete));
        }
    }

    /// Makes room for a class in the tables by class.
    pub(super) fn class_added(&mut self) {
        self.headers.push(HeaderState::Waiting);
        self.touched.push(false);
        self.reached.push(false);
        self.inherited.push(false);
    }

    pub(super) fn schedule_scan(&mut self, method: MethodId) {
        self.tasks.push_back(Task::Method(method, MemberState::Scanned));
    }

    pub(super) fn schedule_class(&mut self, class: ClassId) {
        self.tasks.push_back(Task::Enter(class));
    }

    /// Code names a member so.
    pub(super) fn demand(&mut self, kind: MemberKind, name: &str) {
        let key = (kind, Name::from(name));
        if self.demanded.contains(&key) {
            return;
        }
        let declarers = self.declarers.get(&key).cloned().unwrap_or_default();
        self.demanded.insert(key);
        for class in declarers {
            let state =
                if self.touched[position(class)] { MemberState::Scanned } else { MemberState::Complete };
            let table = &self.program.tables.classes[class];
            match kind {
                MemberKind::Field => {
                    self.tasks.extend(table.fields.get(name).map(|&field| Task::Field(field)));
                }
                MemberKind::Method if name == "<init>" => {
                    self.tasks.extend(table.constructors.iter().map(|&m| Task::Method(m, state)));
                }
                MemberKind::Method => {
                    let methods = table.methods.get(name).into_iter().flatten();
                    self.tasks.extend(methods.map(|&m| Task::Method(m, state)));
                }
            }
        }
    }

    fn advance_method(&mut self, method: MethodId, wanted: MemberState) {
        let state = self.method_states[method];
        if state >= wanted {
            return;
        }
        self.method_states[method] = wanted;
        if state == MemberState::Declared {
            if self.program.methods[method].modifiers.has(Modifiers::COMPILED) {
                self.program.tables.runs_class_files = true;
            }
            self.complete_method(method);
            self.reach_results(method);
        }
        if wanted == MemberState::Scanned {
            self.scan_method(method);
        }
    }

    fn advance_field(&mut self, field: FieldId) {
        if self.field_states[field] == MemberState::Declared {
            self.field_states[field] = MemberState::Complete;
            self.complete_field(field);
            self.reach_type(self.program.fields[field].ty);
        }
    }

    /// An error of a given file; of others, what is wrong only makes things unsupported.
    pub(super) fn report(&mut self, class: ClassId, span: Span, message: impl Into<String>) {
        if self.program.role(class) == Role::Given {
            let source = self.program.unit_of(class).tree.source.clone();
            self.errors.push(Diagnostic::error(&source, span, message));
        }
    }

    pub(super) fn report_at(&mut self, source: &Arc<SourceFile>, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(source, span, message));
    }
}

/// The class of the objects that a value of the type is or holds.
pub(super) const fn class_in(ty: Ty) -> Option<ClassId> {
    match ty {
        Ty::Class(class) => Some(class),
        Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => Some(class),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sema::program::BodyState;

    /// The whole library as if it were given: every name in it is found, every body is typed.
    #[test]
    fn the_library_is_valid_java_within_the_subset() {
        let program = with_stack(|| {
            let mut loader = Loader::new(&LoadOptions::default());
            loader.load_well_known();
            for (package, name) in library::all_classes() {
                let package = loader.intern_package(&package);
                assert!(loader.top_level(package, &name).is_some(), "{name} is not read");
            }
            loader.load_whole_library();
            loader.run_tasks();
            loader.finish();
            loader.into_program()
        });
        for (id, method) in program.methods.iter_enumerated() {
            if let BodyState::Unsupported(reasons) = program.body(id) {
                panic!("{}.{}: {reasons:?}", program.classes[method.class].qualified_name, method.name);
            }
        }
    }
}
