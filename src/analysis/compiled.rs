//! The effects of methods of class files, from their bytecode and that of all that it leads to (DESIGN §14).
//!
//! **Which method.** A call is followed where it is certain what runs: a static, private or final method, a constructor, a method of
//! a final class, `super.m()`. Any other virtual call may run code of the program's, and so may do everything; so may a
//! native method, but for those of [`HARMLESS`], and whatever names a class of the program's sources. A call of a method of
//! `library/` is handed back: its effects come from its graph.
//!
//! **Hidden state** ([`Footprint`]) has a variable: the history of unknown calls, [`Variable::History`](crate::term::variable::Variable).
//! A method that may change it adds itself to the history with all that it was given; one that may look at it reads the
//! history. So what hidden state holds is a function of the history, two calls in equal states give equal results, and since
//! the history is an output, no two versions are proven equivalent that may leave different things there.
//!
//! **Initialisers.** A class of the class path is initialised where its code first needs it, so its initialiser counts wherever that
//! may be. Those of the JDK's classes are trusted so far: each ends without an exception, and leaves nothing that a program
//! can tell but the constants of its class, which are the same whenever it runs; but where its code leads to what may do
//! everything, it may. So a `static final` field is a constant, and any other static is hidden state.
//!
//! **Fields that a source names** have variables of their own, beside what is hidden: code of a source may have set what a method
//! reads, and may read what it sets.
//!
//! What a method throws is an object with a class and the fields that all throwables have.

mod names;

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::bytecode::{self, Access as Use, Footprint, Instructions, Invocation, all_cells};
use crate::cfg::library;
use crate::cfg::lower::variables;
use crate::class_files::code::Member;
use crate::class_files::header::{Access, ClassFile, MethodHeader, Name};
use crate::sema::program::{ClassId, FieldId, MethodId, MethodKind, MethodSource, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::term::Terms;
use crate::term::variable::{CellType, VarId};
pub(super) use names::Codes;
use names::{Named, Names, Target, dotted, number_of};

/// The most methods that are read for the effects of one; beyond, it may do everything. What is simple leads to a dozen, and what leads
/// to a hundred has long met a virtual call.
const MAX_METHODS: usize = 100;

/// Natives, and what is made of natives, that do nothing but this: by class and name.
const HARMLESS: [(&str, &str, Harmless); 8] = [
    // Assertions are on or off as the JVM was started.
    ("java/lang/Class", "desiredAssertionStatus", Harmless::Nothing),
    ("java/lang/Object", "getClass", Harmless::AsksForClass),
    ("java/lang/System", "arraycopy", Harmless::CopiesCells),
    ("java/lang/Float", "floatToRawIntBits", Harmless::Nothing),
    ("java/lang/Float", "intBitsToFloat", Harmless::Nothing),
    ("java/lang/Double", "doubleToRawLongBits", Harmless::Nothing),
    ("java/lang/Double", "longBitsToDouble", Harmless::Nothing),
    ("jdk/internal/misc/CDS", "initializeFromArchive", Harmless::Nothing),
];

/// The JDK's initialisers that lead to natives, and do what one of the JDK's is trusted to do nevertheless.
const TRUSTED: [&str; 1] = [
    // The salt of its hashes is a constant of the run.
    "java/util/ImmutableCollections",
];

#[derive(Clone, Copy, Debug)]
enum Harmless {
    Nothing,
    AsksForClass,
    CopiesCells,
}

/// What one method of a class file may do, with all that it leads to.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) footprint: Footprint,
    /// The methods of `library/` that it may call.
    pub(super) called: Vec<MethodId>,
    /// The program's classes that it may initialise.
    initialized: Vec<ClassId>,
    /// The fields of class files that the program knows, and that it may read; and those that it may write.
    read: BTreeSet<FieldId>,
    written: BTreeSet<FieldId>,
}

/// What a call of a method may do; `None` where it is not known which code runs.
pub(super) fn footprint(program: &Program, codes: &Codes, method: MethodId) -> Option<Found> {
    let files = program.class_files.as_deref().filter(|_| program.runs_class_files())?;
    let declared = &program.methods[method];
    let is_initializer = declared.kind == MethodKind::StaticInitializer;
    let is_read = matches!(declared.source, MethodSource::ClassFile) && is_exact(program, method);
    if !is_initializer && !is_read {
        return None;
    }
    let class: Name = program.internal_name(declared.class).into();
    let (name, descriptor) = match is_initializer {
        true if program.role(declared.class).is_compiled() => ("<clinit>".into(), "()V".into()),
        true => return None,
        false => (declared.name.clone(), program.compiled_descriptor(method)?.clone()),
    };
    let mut walk = Walk::new(Names { program, files, codes });
    let is_trusted = is_initializer && program.role(declared.class) == Role::Jdk;
    // Its class is initialised before, by a call of its own.
    walk.initialized = walk.names.superclasses(&class);
    walk.enter(Key { class, name, descriptor, is_trusted });
    Some(walk.run())
}

/// Whether a call that names the method runs this very one.
fn is_exact(program: &Program, method: MethodId) -> bool {
    let declared = &program.methods[method];
    let is_final = |modifiers: Modifiers| modifiers.has(Modifiers::FINAL);
    declared.is_static()
        || declared.is_constructor()
        || declared.modifiers.has(Modifiers::PRIVATE)
        || is_final(declared.modifiers)
        || is_final(program.classes[declared.class].modifiers)
}

/// A method of a class file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    class: Name,
    name: Name,
    descriptor: Name,
    /// Part of an initialiser of the JDK's: all that counts is whether it may do everything.
    is_trusted: bool,
}

struct Walk<'p> {
    names: Names<'p>,
    footprint: Footprint,
    /// What each method that was entered calls.
    calls: BTreeMap<Key, BTreeSet<Key>>,
    pending: Vec<Key>,
    called: BTreeSet<MethodId>,
    read: BTreeSet<FieldId>,
    written: BTreeSet<FieldId>,
    /// Which classes need no initialiser any more.
    initialized: BTreeSet<Name>,
    /// The classes of the class path whose initialisers are entered.
    begun: BTreeSet<Name>,
}

impl<'p> Walk<'p> {
    fn new(names: Names<'p>) -> Self {
        Self {
            names,
            footprint: Footprint::default(),
            calls: BTreeMap::new(),
            pending: Vec::new(),
            called: BTreeSet::new(),
            read: BTreeSet::new(),
            written: BTreeSet::new(),
            initialized: BTreeSet::new(),
            begun: BTreeSet::new(),
        }
    }

    fn enter(&mut self, key: Key) {
        if !self.calls.contains_key(&key) {
            self.calls.insert(key.clone(), BTreeSet::new());
            self.pending.push(key);
        }
    }

    fn run(mut self) -> Found {
        while let Some(key) = self.pending.pop() {
            if self.calls.len() > MAX_METHODS {
                self.footprint.everything = true;
            }
            if self.footprint.everything {
                break;
            }
            let own = self.method(&key);
            if key.is_trusted {
                self.footprint.everything |= own.everything;
            } else {
                self.footprint.join(&own);
            }
        }
        self.footprint.may_not_end |= self.is_recursive();
        let named = |name: &Name| self.names.program.class_named(&dotted(name));
        let initialized = self.begun.iter().filter_map(named).collect();
        let Self { footprint, called, read, written, .. } = self;
        Found { footprint, called: called.into_iter().collect(), initialized, read, written }
    }

    /// What a method does by its own code; what that calls is entered.
    fn method(&mut self, key: &Key) -> Footprint {
        let Some(found) = self.names.codes.of(self.names.files, &key.class) else {
            return Footprint::of_everything();
        };
        let number = number_of(&found.file.class, &key.name, &key.descriptor);
        let body = number.and_then(|number| found.code.method(number));
        let Some(Ok(read)) = body.map(|body| bytecode::instructions(&found.code, body)) else {
            return Footprint::of_everything();
        };
        let Instructions { mut own, calls, fields, made } = read;
        for class in &made {
            self.made(&mut own, key, class);
        }
        for (access, member) in &fields {
            self.field(&mut own, key, *access, member);
        }
        for (invocation, member) in &calls {
            self.call(&mut own, key, *invocation, member);
        }
        own
    }

    fn made(&mut self, own: &mut Footprint, from: &Key, class: &Name) {
        match self.names.named(class) {
            Named::OfFile(_) => self.initialize(own, from, class),
            Named::OfLibrary(..) => {}
            Named::Unknown => own.everything = true,
        }
    }

    /// Field access (JVMS 5.4.3.2).
    fn field(&mut self, own: &mut Footprint, from: &Key, access: Use, member: &Member) {
        let Some(unit) = self.names.owner_of_field(member) else {
            own.everything = true;
            return;
        };
        let class = &unit.file.class;
        let is_final = class
            .fields
            .iter()
            .filter(|field| field.name == member.name)
            .all(|field| field.access.has(Access::FINAL));
        match access {
            Use::GetStatic => own.reads_hidden |= !is_final,
            Use::GetField => own.reads_hidden = true,
            Use::PutStatic | Use::PutField => {
                own.reads_hidden = true;
                own.writes_hidden = true;
            }
        }
        if let Some(field) = self.names.known_field(&class.name, &member.name) {
            match access {
                // A constant, once its class is initialised.
                Use::GetStatic if is_final => false,
                Use::GetStatic | Use::GetField => self.read.insert(field),
                Use::PutStatic | Use::PutField => self.written.insert(field),
            };
        }
        if matches!(access, Use::GetStatic | Use::PutStatic) {
            self.initialize(own, from, &class.name);
        }
    }

    fn call(&mut self, own: &mut Footprint, from: &Key, invocation: Invocation, member: &Member) {
        let is_same = |row: &&(&str, &str, Harmless)| row.0 == &*member.class && row.1 == &*member.name;
        if let Some((_, _, harmless)) = HARMLESS.iter().find(is_same) {
            own.add(*harmless);
            return;
        }
        // Arrays have no method of their own but this.
        if member.class.starts_with('[') && &*member.name == "clone" {
            own.add(Harmless::CopiesCells);
            own.makes_arrays = true;
            return;
        }
        let above = if invocation == Invocation::Special {
            self.names.named_above(&from.class, member)
        } else {
            None
        };
        match self.names.target(above.as_ref().unwrap_or(member)) {
            Target::OfFile(unit, number) if runs_itself(&unit.file.class, number, invocation) => {
                let header = &unit.file.class.methods[number];
                if invocation == Invocation::Static {
                    self.initialize(own, from, &unit.file.class.name);
                }
                self.follow(from, &unit.file.class.name, header, from.is_trusted);
            }
            Target::OfLibrary(method)
                if invocation != Invocation::Virtual || is_exact(self.names.program, method) =>
            {
                own.may_throw = true;
                // A string or a wrapper object is a value.
                if !library::is_pure(self.names.program, method) {
                    self.called.insert(method);
                }
            }
            _ => own.everything = true,
        }
    }

    fn follow(&mut self, from: &Key, class: &Name, method: &MethodHeader, is_trusted: bool) {
        let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
        let key = Key { class: class.clone(), name, descriptor, is_trusted };
        self.calls.entry(from.clone()).or_default().insert(key.clone());
        self.enter(key);
    }

    /// Enters the initialisers that the use of a class may run.
    fn initialize(&mut self, own: &mut Footprint, from: &Key, class: &Name) {
        if self.initialized.contains(class) {
            return;
        }
        for class in self.names.above(class) {
            let Named::OfFile(unit) = self.names.named(&class) else { continue };
            let initializer = unit.file.class.methods.iter().find(|m| &*m.name == "<clinit>");
            if !self.initialized.insert(class.clone()) {
                continue;
            }
            let is_known = unit.file.is_of_jdk && TRUSTED.contains(&&*class);
            let Some(initializer) = initializer.filter(|_| !is_known) else { continue };
            let is_trusted = from.is_trusted || unit.file.is_of_jdk;
            if !is_trusted {
                // Whether it has run is hidden, and it may fail.
                (own.reads_hidden, own.writes_hidden, own.may_throw) = (true, true, true);
                self.begun.insert(class.clone());
            }
            let class = unit.file.class.name.clone();
            self.follow(from, &class, initializer, is_trusted);
        }
    }

    /// Whether a method leads to itself. Initialisers of the JDK's end.
    fn is_recursive(&self) -> bool {
        let mut open: BTreeMap<&Key, usize> = BTreeMap::new();
        let mut callers: BTreeMap<&Key, Vec<&Key>> = BTreeMap::new();
        let counted = |key: &&Key| !key.is_trusted;
        for (key, called) in self.calls.iter().filter(|(key, _)| counted(key)) {
            open.insert(key, called.iter().filter(counted).count());
            called.iter().filter(counted).for_each(|other| callers.entry(other).or_default().push(key));
        }
        let mut ready: Vec<&Key> = open.iter().filter(|&(_, &n)| n == 0).map(|(&key, _)| key).collect();
        while let Some(key) = ready.pop() {
            open.remove(key);
            for caller in callers.get(key).into_iter().flatten() {
                if let Some(left) = open.get_mut(caller) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push(caller);
                    }
                }
            }
        }
        !open.is_empty()
    }
}

/// Whether a call that names a method of a class file runs this very one.
fn runs_itself(class: &ClassFile, number: usize, invocation: Invocation) -> bool {
    let method = &class.methods[number];
    let is_certain = invocation != Invocation::Virtual
        || method.access.has(Access::PRIVATE | Access::FINAL)
        || class.access.has(Access::FINAL) && !class.access.has(Access::INTERFACE);
    is_certain && method.has_code && !method.access.has(Access::NATIVE | Access::ABSTRACT)
}

impl Footprint {
    fn add(&mut self, harmless: Harmless) {
        match harmless {
            Harmless::Nothing => {}
            Harmless::AsksForClass => {
                self.reads_classes = true;
                self.may_throw = true;
            }
            Harmless::CopiesCells => {
                self.cells_read.extend(all_cells());
                self.cells_written.extend(all_cells());
                self.reads_lengths = true;
                self.reads_classes = true;
                self.may_throw = true;
            }
        }
    }
}

impl Found {
    /// The variables that are read, and those that are written.
    pub(super) fn variables(
        &self,
        program: &Program,
        terms: &mut Terms,
    ) -> (BTreeSet<VarId>, BTreeSet<VarId>) {
        let own = &self.footprint;
        let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
        let mut enter = |var: VarId, is_read: bool, is_written: bool| {
            reads.extend(is_read.then_some(var));
            writes.extend(is_written.then_some(var));
        };
        // What is thrown is a new object.
        let makes = own.makes_objects || own.makes_arrays || own.may_throw;
        enter(variables::history(terms), own.reads_hidden || own.writes_hidden, own.writes_hidden);
        enter(variables::allocated(terms), makes, makes);
        enter(variables::class(terms), makes || own.reads_classes, makes);
        enter(variables::length(terms), own.reads_lengths, own.makes_arrays);
        for &cell in own.cells_read.union(&own.cells_written) {
            let ty = match cell {
                CellType::Primitive(p) => Ty::Primitive(p),
                CellType::Reference => Ty::Class(program.well_known.object),
            };
            let var = variables::cells(terms, ty);
            enter(var, own.cells_read.contains(&cell), own.cells_written.contains(&cell));
        }
        // The classes of what the JVM throws by itself have no fields but these; others are set by code.
        let fields = &program.classes[program.well_known.throwable].fields;
        for &field in fields.iter().filter(|&&field| own.may_throw && !program.fields[field].is_static()) {
            enter(variables::field(program, terms, field), true, true);
        }
        for &field in self.read.union(&self.written) {
            let var = match program.fields[field].is_static() {
                true => variables::static_field(program, terms, field),
                false => variables::field(program, terms, field),
            };
            // What is written may be that of one object only.
            enter(var, true, self.written.contains(&field));
        }
        for &class in &self.initialized {
            enter(variables::initialized(program, terms, class), true, true);
            enter(variables::failed(program, terms, class), true, true);
        }
        (reads, writes)
    }
}
