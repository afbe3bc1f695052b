//! Classes of class files, as runs need them (DESIGN §14): linked when code that runs names them, their methods lowered to
//! register code at their first call.
//!
//! **Ids.** Classes of the program keep their ids. A class that no source names gets the next free one when a class or a
//! method that is linked names it; so do all methods of class files. Which thread comes first decides the number, so a number
//! never shows: no order, hash, digest, report or random choice looks at one. A name is entered once, so it has one class in
//! all threads, and the order of places is the loader's: the program (sources, then `library/`), the class path, the JDK.
//!
//! **Where `library/` and the JDK meet.** An object of a class of `library/` is the library's, and JDK code calls the library's
//! method. What the library's class lacks runs from the JDK's class file of the same name ([`Compiled::file_of`]), on the
//! library's object: where that code asks for a field that the library's class has not, the run ends there, by name.
//!
//! **State.** What compiled classes keep in statics is in the state of the run, and so is which of them are initialised
//! ([`Statics`]): in the JVM's order, at first use.

mod declared;
mod dispatch;
mod invoke;
mod lambda;
mod lower;
mod of_sources;
mod resolve;
mod statics;
mod untold;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::class_files::code::ClassCode;
use crate::class_files::header::{Access, ConstantValue, Name};
use crate::class_files::signature::TypeSignature;
use crate::class_files::{ClassFiles, FoundClass};
use crate::exec::grown::Grown;
use crate::exec::layout::{ClassLayout, FieldSlot, Layouts};
use crate::exec::linked::{Callee, ProgramCode};
use crate::index::{Id as _, IndexVec};
use crate::sema::logging;
use crate::sema::program::{ClassId, FieldId, MethodId, Program, Role};

pub(super) use declared::{Around, Declared};
pub(super) use statics::Statics;
pub(super) use untold::THREAD;

/// The place among the statics of the thread that runs.
pub(super) const CURRENT_THREAD: u32 = 0;
/// That of the system properties which the program has set.
pub(super) const PROPERTIES: u32 = 1;
/// That of what the JDK's code keeps in objects of class `Class`.
pub(super) const CACHES: u32 = 2;
/// That of the standard input.
pub(super) const STANDARD_INPUT: u32 = 3;
/// That of the loader of all classes that are not the JDK's.
pub(super) const LOADER: u32 = 4;
/// How many there are of these.
const RESERVED: u32 = 5;

/// The tables of compiled classes. They grow while runs read them.
#[derive(Debug)]
pub(super) struct Compiled {
    files: Arc<ClassFiles>,
    program: Arc<Program>,
    /// The classes of the program by binary name (`java/util/Map$Entry`).
    names: FxHashMap<Name, ClassId>,
    growing: Mutex<Growing>,
    /// The class files of classes of the program: of compiled ones, and of those of the library.
    of_program: IndexVec<ClassId, OnceLock<Option<Box<RunClass>>>>,
    /// The class files of classes with a source, for methods that are not processed ([`of_sources`]).
    of_sources: IndexVec<ClassId, OnceLock<Option<Box<RunClass>>>>,
    /// Those of other classes, behind the program's.
    later: Grown<RunClass>,
    /// Behind the program's.
    methods: Grown<RunMethod>,
    /// By place among the statics, whether it holds references.
    static_kinds: Grown<bool>,
    /// By place among them: whose it is.
    static_owners: Grown<ClassId>,
    /// By number of a class: its statics.
    numbered: Grown<(u32, u32)>,
    may_print_errors: bool,
    /// Those that were asked for, by name.
    resources: Mutex<FxHashMap<String, Resource>>,
    /// Classes that were asked for and not found, by name: whether they are absent.
    absent: Mutex<FxHashMap<String, bool>>,
}

type Resource = Result<Option<Arc<[u8]>>, String>;

/// What only one thread at a time adds to.
#[derive(Debug, Default)]
struct Growing {
    names: FxHashMap<Name, Option<ClassId>>,
    /// By method: what reflection calls in its place.
    invokers: FxHashMap<MethodId, MethodId>,
    classes: usize,
    methods: usize,
    statics: usize,
    linked: usize,
}

/// A class file that takes part in runs.
#[derive(Debug)]
pub(super) struct RunClass {
    pub id: ClassId,
    /// Its place among all that may be initialised.
    pub number: u32,
    pub file: Option<Arc<FoundClass>>,
    pub name: Name,
    pub is_interface: bool,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    pub methods: FxHashMap<(Name, Name), MethodId>,
    pub fields: FxHashMap<Name, RunField>,
    /// Constants that stand in the file.
    pub constants: Vec<(u32, ConstantValue)>,
    /// Its statics: from which place on, how many.
    pub statics: (u32, u32),
    pub initializer: Option<MethodId>,
    code: OnceLock<Result<ClassCode, String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunField {
    pub place: FieldPlace,
    pub is_reference: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FieldPlace {
    /// Of an object.
    Slot(u32),
    /// Among the statics of compiled classes.
    Static(u32),
}

/// A method of a class file, or one that stands for a call site of `invokedynamic` or a call by reflection.
#[derive(Debug)]
pub(super) struct RunMethod {
    pub class: ClassId,
    pub name: Name,
    pub descriptor: Name,
    pub access: Access,
    /// Its number in the class file.
    pub number: usize,
    /// Whether it is the JDK's own code: what it does is not the program's.
    pub is_of_jdk: bool,
    /// Whether its class has a source, in which it is not processed.
    pub is_of_source: bool,
    /// Of an invoker: what it calls, with the descriptor.
    invokes: Option<(MethodId, Name)>,
    callee: OnceLock<Callee>,
}

impl RunMethod {
    pub(super) fn is_initializer(&self) -> bool {
        &*self.name == "<clinit>"
    }
}

impl Compiled {
    /// For a program that names compiled classes; lays out those, and all classes below them.
    pub(super) fn new(program: &Arc<Program>, layouts: &Layouts) -> Option<Compiled> {
        let files = program.class_files.clone()?;
        if !program.runs_class_files() {
            return None;
        }
        let names = program.classes.ids().map(|class| {
            let name = program.internal_name(class);
            (Name::from(name), class)
        });
        let compiled = Compiled {
            files,
            names: names.collect(),
            growing: Mutex::default(),
            of_program: program.classes.ids().map(|_| OnceLock::new()).collect(),
            of_sources: program.classes.ids().map(|_| OnceLock::new()).collect(),
            later: Grown::default(),
            methods: Grown::default(),
            static_kinds: Grown::default(),
            static_owners: Grown::default(),
            numbered: Grown::default(),
            may_print_errors: logging::may_print_errors(program),
            resources: Mutex::default(),
            absent: Mutex::default(),
            program: Arc::clone(program),
        };
        let mut growing = compiled.lock();
        growing.statics = RESERVED as usize;
        for place in 0..growing.statics {
            compiled.static_kinds.set(place, true);
        }
        for class in program.classes.ids() {
            compiled.lay_out(&mut growing, layouts, class, 0);
        }
        drop(growing);
        Some(compiled)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Growing> {
        self.growing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The content of a resource, as [`Program::find_resource`] has it.
    pub(super) fn resource(&self, name: &str) -> Resource {
        let mut known = self.resources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return known.clone();
        }
        let found = self.program.find_resource(name);
        let found: Resource = found.map(|content| content.map(Arc::from));
        known.insert(name.to_owned(), found.clone());
        found
    }

    /// [`Program::lacks_class`], which may read files.
    pub(super) fn lacks(&self, name: &str) -> bool {
        let mut known = self.absent.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(name.to_owned()).or_insert_with(|| self.program.lacks_class(name))
    }

    pub(super) fn is_of_program(&self, class: ClassId) -> bool {
        class.index() < self.program.classes.len()
    }

    /// The class of a binary name, if there is one.
    pub(super) fn class(&self, layouts: &Layouts, name: &str) -> Option<ClassId> {
        if let Some(&class) = self.names.get(name) {
            return Some(class);
        }
        self.enter(&mut self.lock(), layouts, name, 0)
    }

    /// A class that is known by its class file.
    #[inline]
    pub(super) fn run_class(&self, class: ClassId) -> Option<&RunClass> {
        match self.of_program.get(class) {
            Some(known) => known.get()?.as_deref(),
            None => self.later.get(class.index() - self.of_program.len()),
        }
    }

    /// Whether it is the class of a lambda in a class file's code.
    pub(super) fn is_lambda(&self, class: ClassId) -> bool {
        self.run_class(class).is_some_and(|class| &*class.name == lambda::NAME)
    }

    /// Whether tests may look at what comes out on `System.err`.
    pub(super) const fn may_print_errors(&self) -> bool {
        self.may_print_errors
    }

    /// The class file of a class of the library or of the JDK.
    pub(super) fn file_of(&self, layouts: &Layouts, class: ClassId) -> Option<&RunClass> {
        if let Some(place) = self.of_program.get(class)
            && place.get().is_none()
            && self.program.role(class) == Role::Library
        {
            let mut growing = self.lock();
            if place.get().is_none() {
                let found = self.link(&mut growing, layouts, class, &self.name_of(class), 0);
                _ = place.set(found.filter(|c| c.file.as_ref().is_some_and(|f| f.is_of_jdk)).map(Box::new));
            }
        }
        self.run_class(class)
    }

    /// The binary name of a class: `java/util/Map$Entry`.
    pub(super) fn name_of(&self, class: ClassId) -> Name {
        match self.run_class(class) {
            Some(known) => known.name.clone(),
            None if self.is_of_program(class) => self.program.internal_name(class).into(),
            None => "?".into(),
        }
    }

    pub(super) fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        let (a, b) = (self.name_of(a), self.name_of(b));
        let package = |name: &str| name.rfind('/').map_or(0, |end| end);
        a[..package(&a)] == b[..package(&b)]
    }

    /// Whether a method is code of the JDK's.
    pub(super) fn has_of_jdk(&self, method: MethodId) -> bool {
        self.method(method).is_some_and(|method| method.is_of_jdk)
    }

    #[inline]
    pub(super) fn method(&self, method: MethodId) -> Option<&RunMethod> {
        self.methods.get(method.index().checked_sub(self.program.methods.len())?)
    }

    /// What a call of a method that is not the program's runs.
    #[inline]
    pub(super) fn callee<'a>(&'a self, code: &ProgramCode, id: MethodId) -> Option<&'a Callee> {
        let method = self.method(id)?;
        Some(method.callee.get().unwrap_or_else(|| {
            method.callee.get_or_init(|| crate::syntax::with_stack(|| lower::lower(code, self, method)))
        }))
    }

    /// What runs in the place of a method of the user's that is not processed, or why nothing does; `None` where there is nothing
    /// to say.
    pub(in crate::exec) fn unprocessed_callee(
        &self,
        code: &ProgramCode,
        method: MethodId,
    ) -> Option<Result<Callee, String>> {
        let run = self.unprocessed(&code.layouts, method)?;
        Some(run.map(|run| lower::lower(code, self, run)))
    }

    /// `java.util.ArrayList.add(Object)`, for people and for the table of natives.
    pub(super) fn method_name(&self, method: &RunMethod) -> String {
        let class = self.name_of(method.class).replace(['/', '$'], ".");
        let types = resolve::parameters(&method.descriptor).map(simple_name).collect::<Vec<_>>();
        format!("{class}.{}({})", method.name, types.join(","))
    }

    /// Where a compiled enum keeps its constants, with the number of its class.
    pub(super) fn enum_values(&self, class: ClassId) -> Option<(u32, u32)> {
        let run = self.initialized_file(class)?;
        let values = run.fields.get("$VALUES")?;
        match values.place {
            FieldPlace::Static(place) => Some((run.number, place)),
            FieldPlace::Slot(_) => None,
        }
    }

    /// Where a static of a class of the library lies that the JDK's class alone has, with the class that makes it and its number.
    pub(super) fn static_of_file(&self, layouts: &Layouts, field: FieldId) -> Option<(ClassId, u32, u32)> {
        let declared = &self.program.fields[field];
        let run = self.file_of(layouts, declared.class)?;
        match run.fields.get(&*declared.name)?.place {
            FieldPlace::Static(place) => Some((run.id, run.number, place)),
            FieldPlace::Slot(_) => None,
        }
    }

    /// The place of a static of a compiled class.
    pub(super) fn static_named(&self, class: ClassId, name: &str) -> Option<u32> {
        match self.run_class(class)?.fields.get(name)?.place {
            FieldPlace::Static(place) => Some(place),
            FieldPlace::Slot(_) => None,
        }
    }

    /// The slot of a field that a class declares.
    pub(super) fn slot_of(&self, layouts: &Layouts, class: ClassId, name: &str) -> Option<usize> {
        let own = self.run_class(class).filter(|_| !self.is_of_source(class));
        match own.and_then(|run| self.own_slot(layouts, run, name))?.place {
            FieldPlace::Slot(slot) => Some(slot as usize),
            FieldPlace::Static(_) => None,
        }
    }

    pub(super) fn static_is_reference(&self, place: usize) -> bool {
        self.static_kinds.get(place).copied().unwrap_or_default()
    }

    /// The code of a class file.
    pub(super) fn code<'a>(&self, class: &'a RunClass) -> Result<&'a ClassCode, String> {
        let read = || match &class.file {
            Some(file) => self.places_of(file).code(file).map_err(|error| error.to_string()),
            None => Err("a class without a file".to_owned()),
        };
        class.code.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The nearest class, of this one and those above it, whose use may run an initialiser of a class file.
    pub(super) fn initialized_first(&self, layouts: &Layouts, class: ClassId) -> Option<(ClassId, u32)> {
        let own = |c: ClassId| {
            self.initialized_file(c).filter(|run| run.initializer.is_some() || !run.constants.is_empty())
        };
        let order = self.initialized_with(layouts, class);
        order.iter().any(|&c| own(c).is_some()).then_some(())?;
        // The nearest one that has a number: whether it has begun says whether all above it have.
        let nearest = order.iter().rev().find_map(|&c| self.initialized_file(c))?;
        Some((nearest.id, nearest.number))
    }

    /// The classes that are initialised where this one is, as far as class files tell: superclasses, superinterfaces
    /// with methods that have a body, then the class itself (JVMS 5.5).
    pub(super) fn initialized_with(&self, layouts: &Layouts, class: ClassId) -> Vec<ClassId> {
        let mut order = Vec::new();
        if self.is_interface(class) {
            order.push(class);
            return order;
        }
        let chain: Vec<ClassId> = self.chain(class).collect();
        for &class in chain.iter().rev() {
            let has_bodies =
                |run: &RunClass| run.methods.values().any(|&m| !self.is_abstract(m) && !self.is_static(m));
            let ancestors = layouts.class(class).ancestors.iter();
            let mut above: Vec<&RunClass> = ancestors
                .filter(|above| !order.contains(above))
                .filter_map(|&above| self.initialized_file(above))
                .filter(|run| run.is_interface && run.initializer.is_some() && has_bodies(run))
                .collect();
            above.sort_by(|a, b| a.name.cmp(&b.name));
            order.extend(above.iter().map(|run| run.id));
            order.push(class);
        }
        order
    }

    /// The class file that a class is initialised by; a class with a source has none.
    pub(super) fn initialized_file(&self, class: ClassId) -> Option<&RunClass> {
        self.run_class(class).filter(|_| !self.is_of_source(class))
    }

    /// The class of a static.
    pub(super) fn owner_of_static(&self, place: u32) -> Option<ClassId> {
        self.static_owners.get(place as usize).copied()
    }

    /// The places of the statics of a class, by its number.
    pub(super) fn statics_of(&self, number: u32) -> std::ops::Range<u32> {
        let (first, count) = self.numbered.get(number as usize).copied().unwrap_or_default();
        first..first + count
    }

    fn enter(&self, growing: &mut Growing, layouts: &Layouts, name: &str, depth: usize) -> Option<ClassId> {
        if let Some(&class) = self.names.get(name) {
            return Some(class);
        }
        if let Some(&known) = growing.names.get(name) {
            return known;
        }
        // One that is its own supertype is none, and so is one that nothing has.
        growing.names.insert(name.into(), None);
        if depth > MAX_DEPTH {
            return None;
        }
        let id = ClassId::new(self.of_program.len() + growing.classes);
        // Its supertypes get the numbers behind it.
        growing.classes += 1;
        let linked = self.link(growing, layouts, id, name, depth)?;
        self.later.set(id.index() - self.of_program.len(), linked)?;
        self.lay_out(growing, layouts, id, depth);
        growing.names.insert(name.into(), Some(id));
        Some(id)
    }

    /// Makes what runs need of a class file.
    fn link(
        &self,
        growing: &mut Growing,
        layouts: &Layouts,
        id: ClassId,
        name: &str,
        depth: usize,
    ) -> Option<RunClass> {
        let file = self.files.find(name).ok().flatten();
        // A class in code that is not processed has a class file alone.
        let file = file.or_else(|| self.find_of_sources(name))?;
        self.link_file(growing, layouts, id, file, depth)
    }

    fn link_file(
        &self,
        growing: &mut Growing,
        layouts: &Layouts,
        id: ClassId,
        file: Arc<FoundClass>,
        depth: usize,
    ) -> Option<RunClass> {
        let header = &file.class;
        let superclass = match &header.superclass {
            Some(_) if header.access.has(Access::INTERFACE) => Some(self.program.well_known.object),
            Some(above) => Some(self.enter(growing, layouts, above, depth + 1)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for above in &header.interfaces {
            interfaces.push(self.enter(growing, layouts, above, depth + 1)?);
        }
        let mut class = RunClass {
            id,
            number: growing.linked as u32,
            name: header.name.clone(),
            is_interface: header.access.has(Access::INTERFACE),
            superclass,
            interfaces,
            methods: FxHashMap::default(),
            fields: FxHashMap::default(),
            constants: Vec::new(),
            statics: (growing.statics as u32, 0),
            initializer: None,
            code: OnceLock::new(),
            file: Some(Arc::clone(&file)),
        };
        growing.linked += 1;
        self.add_statics(growing, &mut class);
        self.add_methods(growing, &mut class)?;
        Some(class)
    }

    fn add_statics(&self, growing: &mut Growing, class: &mut RunClass) {
        let Some(file) = class.file.clone() else { return };
        for field in file.class.fields.iter().filter(|f| f.access.has(Access::STATIC)) {
            let place = growing.statics as u32;
            growing.statics += 1;
            let is_reference = is_reference(&field.ty);
            self.static_kinds.set(place as usize, is_reference);
            self.static_owners.set(place as usize, class.id);
            class
                .fields
                .insert(field.name.clone(), RunField { place: FieldPlace::Static(place), is_reference });
            class.constants.extend(field.constant.clone().map(|constant| (place, constant)));
        }
        class.statics.1 = growing.statics as u32 - class.statics.0;
        self.numbered.set(class.number as usize, class.statics);
    }

    fn add_methods(&self, growing: &mut Growing, class: &mut RunClass) -> Option<()> {
        let file = class.file.clone()?;
        for (number, method) in file.class.methods.iter().enumerate() {
            let run = RunMethod {
                class: class.id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                access: method.access,
                number,
                is_of_jdk: file.is_of_jdk,
                is_of_source: self.is_of_user(class.id),
                invokes: None,
                callee: OnceLock::new(),
            };
            let id = self.add_method(growing, run)?;
            if &*method.name == "<clinit>" {
                class.initializer = Some(id);
            }
            class.methods.insert((method.name.clone(), method.descriptor.clone()), id);
        }
        Some(())
    }

    fn add_method(&self, growing: &mut Growing, method: RunMethod) -> Option<MethodId> {
        let number = growing.methods;
        growing.methods += 1;
        self.methods.set(number, method)?;
        Some(MethodId::new(self.program.methods.len() + number))
    }

    /// Lays out a class behind those above it.
    fn lay_out(&self, growing: &mut Growing, layouts: &Layouts, class: ClassId, depth: usize) {
        if depth > MAX_DEPTH || self.is_final_layout(layouts, class) {
            return;
        }
        if self.is_of_program(class) && self.program.role(class).is_compiled() {
            let place = &self.of_program[class];
            if place.get().is_none() {
                let found = self.link(growing, layouts, class, &self.name_of(class), depth + 1);
                _ = place.set(found.map(Box::new));
            }
        }
        let (superclass, supertypes) = self.supertypes(growing, layouts, class, depth);
        for &above in &supertypes {
            self.lay_out(growing, layouts, above, depth + 1);
        }
        let mut ancestors: Vec<ClassId> =
            supertypes.iter().flat_map(|&above| layouts.class(above).ancestors.iter().copied()).collect();
        ancestors.extend([class, self.program.well_known.object]);
        ancestors.sort_unstable();
        ancestors.dedup();
        let slots = match self.run_class(class) {
            Some(run) if !self.is_of_source(class) => self.slots_of_file(layouts, run, superclass),
            _ if self.is_of_program(class) => layouts.slots_below(&self.program, class, superclass),
            _ => Vec::new(),
        };
        layouts.set(class, ClassLayout { slots, ancestors });
    }

    /// Whether nothing of class files belongs to the layout that a class has already.
    fn is_final_layout(&self, layouts: &Layouts, class: ClassId) -> bool {
        layouts.known(class).is_some()
    }

    fn is_of_source(&self, class: ClassId) -> bool {
        self.is_of_program(class) && !self.program.role(class).is_compiled()
    }

    fn supertypes(
        &self,
        growing: &mut Growing,
        layouts: &Layouts,
        class: ClassId,
        depth: usize,
    ) -> (Option<ClassId>, Vec<ClassId>) {
        if let Some(run) = self.run_class(class).filter(|_| !self.is_of_source(class)) {
            return (run.superclass, run.superclass.iter().chain(&run.interfaces).copied().collect());
        }
        if !self.is_of_program(class) {
            return (None, Vec::new());
        }
        let declared = &self.program.classes[class];
        let mut all: Vec<ClassId> = declared.supertypes().collect();
        // The library's classes lack some interfaces that the JDK's have.
        if self.program.role(class) == Role::Library
            && let Ok(Some(found)) = self.files.find(&self.name_of(class))
            && found.is_of_jdk
        {
            for above in &found.class.interfaces {
                all.extend(self.enter(growing, layouts, above, depth + 1));
            }
        }
        (declared.superclass, all)
    }

    /// The fields of a class file, private ones included, behind those of its superclass.
    fn slots_of_file(
        &self,
        layouts: &Layouts,
        class: &RunClass,
        superclass: Option<ClassId>,
    ) -> Vec<FieldSlot> {
        let mut slots = superclass.map_or(Vec::new(), |above| layouts.class(above).slots.clone());
        let Some(file) = &class.file else { return slots };
        let known = |name: &Name| {
            let fields = self.program.classes.get(class.id).map_or(&[][..], |c| &c.fields);
            fields.iter().copied().find(|&f| self.program.fields[f].name == *name)
        };
        for field in &file.class.fields {
            let of_program = known(&field.name);
            if field.access.has(Access::STATIC) {
                if let (Some(id), Some(found)) = (of_program, class.fields.get(&field.name))
                    && let FieldPlace::Static(place) = found.place
                {
                    layouts.set_slot(id, place);
                }
                continue;
            }
            if let Some(id) = of_program {
                layouts.set_slot(id, slots.len() as u32);
            }
            slots.push(FieldSlot { field: of_program, is_reference: is_reference(&field.ty) });
        }
        slots
    }

    /// The place of a field that a class file declares for its objects.
    fn own_slot(&self, layouts: &Layouts, class: &RunClass, name: &str) -> Option<RunField> {
        let file = class.file.as_ref()?;
        let own: Vec<_> = file.class.fields.iter().filter(|f| !f.access.has(Access::STATIC)).collect();
        let at = own.iter().position(|f| &*f.name == name)?;
        let first = layouts.class(class.id).slots.len().checked_sub(own.len())?;
        let place = FieldPlace::Slot((first + at) as u32);
        Some(RunField { place, is_reference: is_reference(&own[at].ty) })
    }
}

/// Supertypes above supertypes, and nested types; no program has more.
const MAX_DEPTH: usize = 200;

pub(super) fn is_reference(ty: &TypeSignature) -> bool {
    matches!(ty, TypeSignature::Class(_) | TypeSignature::Array(_) | TypeSignature::Variable(_))
}

/// The simple name of a type in a descriptor, as keys of natives have it.
fn simple_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element.chars().next() {
        Some('L') => {
            let name = element.trim_start_matches('L').trim_end_matches(';');
            name.rsplit('/').next().unwrap_or(name).replace('$', ".")
        }
        Some(letter) => resolve::primitive(letter).map_or("void", |p| p.name()).to_owned(),
        None => String::new(),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}
