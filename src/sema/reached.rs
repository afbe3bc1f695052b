//! Which methods the given code comes to: what its methods call, with all that overrides it, the initialisers and lambdas on the
//! way, what code of others may call back, and what is looked up by name. Loading reads more than that: of two methods of one name
//! it reads both.

use std::collections::{BTreeSet, HashMap};

use fixedbitset::FixedBitSet;

use crate::index::Id as _;
use crate::reading;
use crate::sema::calls::{called, calls};
use crate::sema::program::{BodyState, ClassId, MethodId, MethodSource, Parameter, Program, Role};
use crate::sema::queries::{may_name, words};
use crate::sema::typed_tree::{Body, Constant, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{Modifiers, Name, Span};

impl Program {
    /// The methods that are not of others, as far as given code may come to them.
    pub(super) fn reached(&self) -> FixedBitSet {
        let mut reach = Reach::new(self);
        for method in self.methods.ids().filter(|&method| self.is_where_code_begins(method)) {
            reach.come_to(method);
        }
        reach.go_on();
        reach.seen
    }

    /// Whether code of the program may run a method that it does not name: it finds it by a text, or as a member of its class.
    pub fn may_look_up(&self, method: MethodId) -> bool {
        self.looked_up().holds(self, method)
    }

    /// Whether code may look at private fields that it does not name. Code of the class path may, whatever it is given.
    pub fn may_look_at_fields(&self) -> bool {
        self.looked_up().fields
    }

    /// The same of code of the package of a class and of the files given, whether it is read or not: it may be given objects whose
    /// classes it does not name.
    pub fn others_may_look_at_fields(&self, class: ClassId) -> bool {
        if self.tables.beside_look_at_fields {
            return true;
        }
        let package = self.unit_of(class).tree.package_name();
        let mut files = self.files_of_package(&package);
        files.any(|path| reading::text(&path).map_or(true, |text| looks_at_fields(&text)))
    }

    fn looked_up(&self) -> &LookedUp {
        self.tables.looked_up.get_or_init(|| {
            let mut found = LookedUp::default();
            let own = |m: &MethodId| !self.role(self.methods[*m].class).is_foreign();
            self.methods.ids().filter(own).for_each(|method| found.add(self, method));
            found
        })
    }

    /// Whether nobody need call a method for it to run: it is given, or a class is initialised by it, or code of others calls it.
    fn is_where_code_begins(&self, method: MethodId) -> bool {
        let m = &self.methods[method];
        let initializes = || self.classes[m.class].static_initializer == Some(method);
        match self.role(m.class) {
            Role::Given => true,
            // Its code is part of the one around it.
            Role::Lambda => false,
            role if role.is_foreign() => false,
            _ if self.tables.unreached.contains(method.index()) => false,
            _ => initializes() || self.overrides_foreign(method),
        }
    }

    /// Whether code of others may know a method by the name of what it overrides there.
    pub(super) fn overrides_foreign(&self, method: MethodId) -> bool {
        let m = &self.methods[method];
        if m.is_static() || m.is_constructor() || m.modifiers.has(Modifiers::PRIVATE) {
            return false;
        }
        let mut above = vec![m.class];
        let mut seen: BTreeSet<ClassId> = above.iter().copied().collect();
        while let Some(class) = above.pop() {
            let declared = &self.classes[class];
            let names_it = |&other: &MethodId| self.methods[other].name == m.name;
            if self.role(class).is_foreign() && declared.methods.iter().any(names_it) {
                return true;
            }
            above.extend(declared.supertypes().filter(|&class| seen.insert(class)));
        }
        false
    }
}

struct Reach<'p> {
    program: &'p Program,
    seen: FixedBitSet,
    pending: Vec<MethodId>,
    /// The methods with code that are not of others, by name.
    named: HashMap<&'p Name, Vec<MethodId>>,
    /// The methods of lambdas, by the method in whose code they stand.
    lambdas: HashMap<MethodId, Vec<MethodId>>,
    looked_up: LookedUp,
}

impl<'p> Reach<'p> {
    fn new(program: &'p Program) -> Self {
        let mut named: HashMap<&Name, Vec<MethodId>> = HashMap::new();
        let mut lambdas: HashMap<MethodId, Vec<MethodId>> = HashMap::new();
        for (id, method) in program.methods.iter_enumerated() {
            if let MethodSource::Lambda { owner, .. } = method.source {
                lambdas.entry(owner).or_default().push(id);
            }
            if !program.role(method.class).is_foreign() && !matches!(method.source, MethodSource::Abstract) {
                named.entry(&method.name).or_default().push(id);
            }
        }
        let seen = FixedBitSet::with_capacity(program.methods.len());
        Reach { program, seen, pending: Vec::new(), named, lambdas, looked_up: LookedUp::default() }
    }

    fn come_to(&mut self, method: MethodId) {
        if !self.seen.put(method.index()) {
            self.pending.push(method);
        }
    }

    /// Follows all that is pending, and what it looks up, to the end.
    fn go_on(&mut self) {
        loop {
            while let Some(method) = self.pending.pop() {
                self.follow(method);
            }
            let program = self.program;
            let own = self.named.values().flatten();
            let found: Vec<MethodId> = own.copied().filter(|&m| self.looked_up.holds(program, m)).collect();
            found.into_iter().for_each(|method| self.come_to(method));
            if self.pending.is_empty() {
                return;
            }
        }
    }

    fn follow(&mut self, method: MethodId) {
        let program = self.program;
        let m = &program.methods[method];
        if !m.is_static() && !m.is_constructor() {
            let named = self.named.get(&m.name).cloned().unwrap_or_default();
            let overriding = named.into_iter().filter(|&other| program.overrides(other, method));
            overriding.for_each(|other| self.come_to(other));
        }
        if program.role(m.class).is_foreign() {
            return;
        }
        self.initialize(m.class);
        let lambdas = self.lambdas.get(&method).cloned().unwrap_or_default();
        lambdas.into_iter().for_each(|lambda| self.come_to(lambda));
        if m.is_constructor() {
            program.classes[m.class].instance_initializer.into_iter().for_each(|i| self.come_to(i));
        }
        match m.source {
            MethodSource::Bridge(other) | MethodSource::Forwarding(other) => self.come_to(other),
            MethodSource::DefaultConstructor => {
                let above = program.classes[m.class].superclass.into_iter();
                let methods = above.flat_map(|class| &program.classes[class].methods);
                let makers = methods.filter(|&&method| program.methods[method].is_constructor());
                makers.for_each(|&maker| self.come_to(maker));
            }
            _ => {}
        }
        if let BodyState::Typed(body) = program.body(method) {
            self.follow_code(body);
        }
        self.looked_up.add(program, method);
    }

    fn follow_code(&mut self, body: &Body) {
        called(body).into_iter().for_each(|method| self.come_to(method));
        for expr in body.exprs.iter() {
            if let ExprKind::StaticField(field) = expr.kind {
                self.initialize(self.program.fields[field].class);
            }
        }
    }

    fn initialize(&mut self, class: ClassId) {
        let program = self.program;
        for &class in program.initialized_with(class) {
            if !program.role(class).is_foreign() {
                program.classes[class].static_initializer.into_iter().for_each(|i| self.come_to(i));
            }
        }
    }
}

/// The methods that code may run without naming them: it finds them by a text, or as members of a class.
#[derive(Default, Debug)]
pub(super) struct LookedUp {
    any: bool,
    constructors: bool,
    named: BTreeSet<Box<str>>,
    /// Whether it may look at fields, too.
    fields: bool,
}

/// Words in code that is not followed which may look up methods and fields.
const WORDS: [&str; 6] = [
    "getMethod",
    "getMethods",
    "getDeclaredMethod",
    "getDeclaredMethods",
    "getDeclaredField",
    "getDeclaredFields",
];

/// What of the JDK runs code of a program that is found by texts from anywhere.
const FINDERS: [&str; 4] =
    ["java.io.ObjectInputStream", "java.lang.invoke.", "java.lang.reflect.Proxy", "java.util.ServiceLoader"];

/// What of the JDK looks at fields that are found by texts.
const OF_FIELDS: [&str; 5] = [
    "java.lang.invoke.",
    "java.util.concurrent.atomic.AtomicIntegerFieldUpdater",
    "java.util.concurrent.atomic.AtomicLongFieldUpdater",
    "java.util.concurrent.atomic.AtomicReferenceFieldUpdater",
    "sun.misc.Unsafe",
];

/// Whether a text may be code that looks at fields that are found by texts.
pub(super) fn looks_at_fields(text: &str) -> bool {
    let name = |class: &'static str| class.trim_end_matches('.').rsplit('.').next().unwrap_or(class);
    let finders = ["getDeclaredField", "getDeclaredFields"].into_iter().chain(OF_FIELDS.map(name));
    let finders: BTreeSet<&str> = finders.collect();
    // An escape may spell a letter of a name; most stand for what is none.
    let mut escaped = text.split("\\u").skip(1).map(|rest| rest.trim_start_matches('u'));
    let is_letter = |code: &str| code.starts_with("00") && code[2..].starts_with(['4', '5', '6', '7']);
    escaped.any(is_letter) || words(text).any(|word| finders.contains(word))
}

impl LookedUp {
    /// Adds what a method's code looks up.
    fn add(&mut self, program: &Program, method: MethodId) {
        let name_of = |class: ClassId| &*program.classes[class].qualified_name;
        let is_method =
            |p: &Parameter| matches!(p.ty, Ty::Class(c) if name_of(c) == "java.lang.reflect.Method");
        // Whoever calls it has looked it up.
        self.any |= program.methods[method].parameters.iter().any(is_method);
        let body = match program.body(method) {
            BodyState::Typed(body) => body,
            BodyState::Unsupported(_) => return self.add_text(program, method, program.methods[method].span),
            BodyState::None => return,
        };
        for &field in program.left_out(method) {
            self.add_text(program, method, program.fields[field].span);
        }
        for block in program.left_out_blocks(method) {
            self.add_text(program, method, block);
        }
        for call in calls(body) {
            let called = &program.methods[call.method];
            self.fields |= program.role(called.class) == Role::ClassPath;
            match (name_of(called.class), &*called.name) {
                ("java.lang.Class", "getDeclaredField" | "getDeclaredFields") => self.fields = true,
                ("java.lang.Class", "getMethod" | "getDeclaredMethod") => {
                    let text = call.arguments.first().and_then(|&name| body.exprs[name].constant.as_ref());
                    match text {
                        Some(Constant::String(text)) => {
                            self.named.insert(text.to_string_lossy().into());
                        }
                        _ => self.any = true,
                    }
                }
                ("java.lang.Class", "getMethods" | "getDeclaredMethods") => self.any = true,
                ("java.lang.Class" | "java.lang.reflect.Constructor", "newInstance") => {
                    self.constructors = true;
                }
                (class, _) => {
                    self.any |= FINDERS.iter().any(|finder| class.starts_with(finder));
                    self.fields |= OF_FIELDS.iter().any(|finder| class.starts_with(finder));
                }
            }
        }
    }

    /// Adds what code may look up that is not followed.
    fn add_text(&mut self, program: &Program, method: MethodId, span: Span) {
        let text = &program.unit_of(program.methods[method].class).tree.source.text;
        let text = text.get(span.start as usize..span.end as usize);
        let is_there = text.is_none_or(|text| WORDS.iter().any(|word| may_name(text, word)));
        (self.any, self.fields) = (self.any || is_there, self.fields || is_there);
    }

    fn holds(&self, program: &Program, method: MethodId) -> bool {
        let m = &program.methods[method];
        let makes = m.is_constructor() || program.classes[m.class].instance_initializer == Some(method);
        self.any || self.constructors && makes || self.named.contains(&*m.name)
    }
}
