//! Candidate drivers for a method, by number: the first ones hold values that a person can read, later ones
//! everything. The n-th candidate of a method depends on the seed, the method's name and n alone.

mod grown;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::driver::access::{Access, FoundWays};
use crate::driver::asked::Asked;
use crate::driver::changers::changers;
use crate::driver::constants::{Constants, ConstantsOfFiles};
use crate::driver::containers::{Changing, Chosen, written_type};
use crate::driver::cube::{self, Cube, InputId, InputType};
use crate::driver::open_fields::open_fields;
use crate::driver::overloads::Overloads;
use crate::driver::recipes::{Arrangement, is_expressible};
use crate::driver::statics::{Setting, StaticUse, initial_value};
use crate::driver::values::Values;
use crate::driver::yields::Yields;
use crate::driver::{Driver, RESETS, literals};
use crate::exec::linked::Start;
use crate::jvm::value::PrimitiveType;
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::program::{BodyState, ClassId, FieldId, Method, MethodId, MethodKind, Program, Role};
use crate::sema::typed_tree::Constant;
use crate::sema::types::Ty;
use crate::syntax::tree::{Modifiers, TypeKind};

pub use grown::Seed;

/// How many candidates of each method keep to readable values.
const READABLE_CANDIDATES: u64 = 40;
/// Tells the draws for rich candidates from those for others.
const RICH: u64 = 1 << 61;
const OF_PARTS: u64 = 1 << 59;
/// The most integers of a candidate that are fixed in turn.
const SWEPT: usize = 3;
/// The most inputs that are drawn anew for a driver near another one.
const CHANGED: usize = 3;
/// Tells the draws for such drivers from those for candidates.
const NEAR: u64 = 1 << 62;
/// The most following calls of a driver.
const FOLLOWING: usize = 3;
/// The most calls on an iterator.
const STEPS: usize = 4;
/// The most of a thorough one.
const READERS: usize = 8;

/// An integer of a candidate, by the order in which they are drawn, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixed {
    at: usize,
    value: i64,
}

/// Makes drivers for the methods of the given files.
pub struct Generator<'p> {
    program: &'p Program,
    seed: u64,
    constants: ConstantsOfFiles<'p>,
    statics: StaticUse,
    asked: Asked,
    changing: Changing,
    /// The methods that may change an object.
    changers: BTreeSet<MethodId>,
    /// The fields that users of an object write to.
    open_fields: BTreeSet<FieldId>,
    overloads: Overloads,
    yields: Arc<Yields>,
    /// By the class in which drivers stand.
    found: BTreeMap<ClassId, Arc<FoundWays>>,
}

impl Fixed {
    pub const fn new(at: usize, value: i64) -> Self {
        Self { at, value }
    }
}

impl<'p> Generator<'p> {
    /// `setting`: how a driver sets a static field, and so has to where it is read.
    pub fn new(program: &'p Program, seed: u64, setting: impl Fn(FieldId) -> Setting) -> Self {
        let constants = ConstantsOfFiles::new(program);
        let methods: Vec<MethodId> = program
            .methods
            .iter_enumerated()
            .filter(|(_, m)| !program.role(m.class).is_foreign())
            .map(|(id, _)| id)
            .collect();
        let statics = StaticUse::compute(program, &methods, setting);
        let asked = Asked::compute(program, &methods, statics.callers());
        let changing = Changing::compute(program, &methods, statics.callers());
        let hosts = program.given_classes().filter_map(|class| host_of(program, class));
        let found: BTreeMap<ClassId, Arc<FoundWays>> = hosts.map(|host| (host, Arc::default())).collect();
        let changers = changers(program, &methods, &statics);
        let open_fields = open_fields(program, &methods);
        let access = |class| {
            let host = host_of(program, class)?;
            Some(Access { program, host, yields: Arc::default(), found: found.get(&host).cloned()? })
        };
        let yields = Arc::new(Yields::compute(program, access, statics.callers()));
        let overloads = Overloads::of(program);
        Self {
            program,
            seed,
            constants,
            statics,
            asked,
            changing,
            changers,
            open_fields,
            overloads,
            yields,
            found,
        }
    }

    /// Draws for each file from the constants of all: two files are versions of one another.
    #[must_use]
    pub fn sharing_constants(mut self) -> Self {
        self.constants.share(&self.program.given_classes().collect::<Vec<_>>());
        self
    }

    /// The methods that a driver can call directly, in source order: supported, accessible in their package, of a
    /// class whose objects can be made.
    pub fn methods_under_test(&self) -> Vec<MethodId> {
        let program = self.program;
        let mut methods = Vec::new();
        for class in program.given_classes() {
            let Some(access) = self.access(class) else { continue };
            methods.extend(
                program.classes[class].methods.iter().copied().filter(|&m| self.is_testable(&access, m)),
            );
        }
        methods
    }

    /// Whether a driver that calls one method may run another: what it calls leads there, or building its receiver does.
    pub fn leads_to(&self, tested: MethodId, wanted: MethodId) -> bool {
        self.any_leads_to(&[tested], wanted)
    }

    /// The same of some methods. A driver calls no private method beside them: who does so leads there.
    pub fn any_leads_to(&self, tested: &[MethodId], wanted: MethodId) -> bool {
        let leading = self.statics.leading_to(&[wanted]);
        let methods = &self.program.methods;
        let is_called = |m: &&MethodId| !methods[**m].modifiers.has(Modifiers::PRIVATE);
        tested.iter().any(|&tested| {
            let around = &self.program.classes[methods[tested].class].methods;
            leading.contains(&tested) || around.iter().filter(is_called).any(|m| leading.contains(m))
        })
    }

    /// The methods that may run this one: itself, and whatever calls it, directly or not.
    pub fn leading_to(&self, method: MethodId) -> BTreeSet<MethodId> {
        self.statics.leading_to(&[method])
    }

    /// The classes with methods whose drivers may run one of these ([`Self::leads_to`]).
    pub fn classes_leading_to(&self, methods: &[MethodId]) -> BTreeSet<ClassId> {
        let leading = self.statics.leading_to(methods).into_iter();
        leading.map(|method| self.program.methods[method].class).collect()
    }

    /// The methods whose drivers run a method: itself, or where no driver can call it those of its class that lead there;
    /// all of its class, where no code shows that any does.
    pub fn entries_to(&self, method: MethodId) -> Vec<MethodId> {
        let class = self.program.methods[method].class;
        let Some(access) = self.access(class) else { return Vec::new() };
        if self.is_testable(&access, method) {
            return vec![method];
        }
        let siblings = self.program.classes[class].methods.iter().copied();
        let siblings: Vec<MethodId> = siblings.filter(|&m| self.is_testable(&access, m)).collect();
        let leading: Vec<MethodId> =
            siblings.iter().copied().filter(|&m| self.statics.leads_to(m, method)).collect();
        if leading.is_empty() { siblings } else { leading }
    }

    /// `None` for a class that is not of the given files: only their packages have drivers.
    fn access(&self, class: ClassId) -> Option<Access<'p>> {
        let host = host_of(self.program, class)?;
        let found = self.found.get(&host).cloned()?;
        Some(Access { program: self.program, host, yields: Arc::clone(&self.yields), found })
    }

    fn is_testable(&self, access: &Access<'_>, method: MethodId) -> bool {
        let program = self.program;
        let m = &program.methods[method];
        let class = &program.classes[m.class];
        let is_constructor_of_abstract =
            m.is_constructor() && (class.modifiers.has(Modifiers::ABSTRACT) || class.kind == TypeKind::Enum);
        matches!(m.kind, MethodKind::Method | MethodKind::Constructor)
            && !is_constructor_of_abstract
            && (m.is_static() || class.unsupported.is_none())
            && (access.may_call(method)
                || access.may_call_inherited(method)
                || !access.yields.with(method).is_empty())
            && matches!(program.body(method), BodyState::Typed(_))
            && m.parameters.iter().all(|p| is_expressible(access, p.ty))
    }

    /// The `number`-th candidate; `None` where the draw led to no driver (an object that nothing makes).
    pub fn candidate(&self, method: MethodId, number: u64) -> Option<Driver> {
        let values = self.values(method, number, number < READABLE_CANDIDATES)?;
        self.driver(method, values, None)
    }

    /// The `number`-th candidate with values that seldom tell anything, and then nothing else does; every other one has texts of
    /// parts instead.
    pub fn rich(&self, method: MethodId, number: u64) -> Option<Driver> {
        let (number, is_of_parts) = (number / 2, number % 2 == 1);
        let values = if is_of_parts {
            self.values(method, OF_PARTS | number, false)?.of_parts()?
        } else {
            self.values(method, RICH | number, false)?.rich(number)
        };
        self.driver(method, values, None)
    }

    /// A driver that makes every call that can change the objects at hand, so many times over, and reads all that the
    /// methods without parameters tell; `None` as for a candidate.
    pub fn thorough(&self, method: MethodId, rounds: usize) -> Option<Driver> {
        let values = self.values(method, 0, true)?;
        self.driver(method, values, Some(rounds))
    }

    /// The integers of a method's own code with which each of its integer parameters, but a few, is to be called: one of
    /// the first integers of a candidate has the value. In a long row of guards no draw meets them all.
    pub fn sweep(&self, method: MethodId) -> Vec<Fixed> {
        let positions = self.integer_positions(method);
        let values = self.integers(method);
        (0..positions).flat_map(|at| values.iter().map(move |&value| Fixed { at, value })).collect()
    }

    /// How many integers of a candidate can be fixed.
    pub fn integer_positions(&self, method: MethodId) -> usize {
        let is_integer =
            |ty: Ty| matches!(ty, Ty::Primitive(p) if !p.is_floating() && p != PrimitiveType::Boolean);
        let parameters = &self.program.methods[method].parameters;
        parameters.iter().filter(|p| is_integer(p.ty)).count().min(SWEPT)
    }

    /// The integers of a method's own code.
    pub fn integers(&self, method: MethodId) -> Vec<i64> {
        Constants::of_method(self.program, method).integers
    }

    /// The `number`-th candidate in which an integer is fixed.
    pub fn fixed(&self, method: MethodId, number: u64, Fixed { at, value }: Fixed) -> Option<Driver> {
        let values = self.values(method, !number, true)?;
        self.driver(method, values.with_fixed(at, value), None)
    }

    fn values(&self, method: MethodId, number: u64, readable: bool) -> Option<Values<'_>> {
        let class = self.program.methods[method].class;
        let is_given = self.program.role(class) == Role::Given;
        is_given.then(|| Values::new(self.rng(method, number), self.constants.of(class), readable))
    }

    fn driver(&self, method: MethodId, values: Values<'_>, rounds: Option<usize>) -> Option<Driver> {
        let program = self.program;
        let access = self.access(program.methods[method].class)?;
        let mut arrangement = self.arrangement(&access, method, values, rounds);
        self.set_statics(&mut arrangement, self.statics.reads(method));
        let target = self.target(&mut arrangement, method)?;
        let arguments = arrangement.arguments(method, 0)?;
        let act = self.act(&mut arrangement, method, &format!("{target}({arguments})"));
        let mut then = self.following(&mut arrangement, method);
        then.extend(self.again(&mut arrangement, method, then.len()));
        self.set_remaining_statics(&mut arrangement, method);
        Some(Driver { method, arrange: arrangement.statements, act, then })
    }

    /// One without any statement.
    fn arrangement<'a>(
        &'a self,
        access: &'a Access<'p>,
        method: MethodId,
        values: Values<'a>,
        rounds: Option<usize>,
    ) -> Arrangement<'a, 'p> {
        Arrangement {
            access,
            values,
            statements: Vec::new(),
            variables: Vec::new(),
            subject: self.program.methods[method].class,
            asked: &self.asked,
            changing: &self.changing,
            changers: &self.changers,
            open_fields: &self.open_fields,
            chosen: Chosen::new(),
            overloads: &self.overloads,
            constants: &self.constants,
            callee: None,
            declared: None,
            called: Vec::new(),
            recorded: Vec::new(),
            written: Vec::new(),
            lists: Vec::new(),
            taken: Vec::new(),
            making: 0,
            has_lambdas: !self.program.functions().is_empty(),
            rounds: rounds.map(|rounds| (rounds, method)),
        }
    }

    /// The `number`-th filling of a cube: the values that are known, and one drawn for each X.
    pub fn filled(&self, cube: &Cube, known: &cube::Values, number: u64) -> cube::Values {
        match self.values(cube.driver().method, number, true) {
            Some(values) => fill(cube, known.clone(), values),
            None => known.clone(),
        }
    }

    /// The `number`-th driver near that of a cube: some of its inputs, few or one, are drawn anew, each perhaps as another
    /// one is.
    pub fn near(&self, cube: &Cube, number: u64) -> Option<Driver> {
        let mut values = self.values(cube.driver().method, NEAR | number, number.is_multiple_of(2))?;
        let mut known: cube::Values = cube.inputs().iter().map(|input| Some(input.value.clone())).collect();
        let ids: Vec<InputId> = known.ids().collect();
        for _ in 0..=values.below(CHANGED) {
            known[*ids.get(values.below(ids.len()))?] = None;
        }
        known.iter().flatten().for_each(|value| values.sees(value));
        Some(cube.fill(&fill(cube, known, values)))
    }

    fn rng(&self, method: MethodId, number: u64) -> ChaCha8Rng {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        seed[16..24].copy_from_slice(&fnv1a(&self.program.method_name(method)).to_le_bytes());
        ChaCha8Rng::from_seed(seed)
    }

    /// Sets, before everything else, what the calls around the call under test read beside it.
    fn set_remaining_statics(&self, arrangement: &mut Arrangement<'_, '_>, method: MethodId) {
        let mut set = self.statics.reads(method).clone();
        // Setting one may take calls that read more.
        loop {
            let read = arrangement.called.iter().flat_map(|&called| self.statics.reads(called));
            let remaining: BTreeSet<FieldId> = read.copied().filter(|field| !set.contains(field)).collect();
            if remaining.is_empty() {
                return;
            }
            let behind = std::mem::take(&mut arrangement.statements);
            let variables = std::mem::take(&mut arrangement.variables);
            arrangement.taken.extend(variables.iter().map(|v| v.name.clone()));
            self.set_statics(arrangement, &remaining);
            arrangement.statements.extend(behind);
            arrangement.variables = variables;
            set.extend(remaining);
        }
    }

    /// Sets statics that are read, and calls what writes those that no driver can set; perhaps sets again what that wrote
    /// beside them.
    fn set_statics(&self, arrangement: &mut Arrangement<'_, '_>, fields: &BTreeSet<FieldId>) {
        let (program, host) = (self.program, arrangement.access.host);
        let may_name = |field: FieldId| {
            let class = program.fields[field].class;
            !program.role(class).is_foreign() && arrangement.access.may_name(class)
        };
        let (settable, hidden): (Vec<FieldId>, Vec<FieldId>) =
            fields.iter().copied().filter(|&field| may_name(field)).partition(|&field| {
                let f = &program.fields[field];
                program.may_access(f.modifiers, f.class, host)
            });
        settable.iter().for_each(|&field| self.set_static(arrangement, field));
        let (memories, mut hidden): (Vec<FieldId>, Vec<FieldId>) =
            hidden.into_iter().partition(|&field| self.statics.is_memory(field));
        if !memories.is_empty() && arrangement.values.one_in(8) {
            hidden.extend(memories);
        }
        let mut written: BTreeSet<FieldId> = BTreeSet::new();
        let mut reset: Vec<FieldId> =
            hidden.iter().copied().filter(|&field| self.statics.start(field).is_some()).collect();
        // Without, what calls leave in them may do: no test of a setter should need what no code of the package could write.
        if reset.is_empty() || arrangement.values.one_in(8) {
            reset.clear();
        }
        reset.iter().for_each(|&field| self.reset(arrangement, field));
        let changed = (!reset.is_empty()).then(|| arrangement.values.below(2 * reset.len()));
        for field in hidden {
            let is_called = match reset.iter().position(|&other| other == field) {
                Some(at) => Some(at) == changed,
                None => !arrangement.values.one_in(4),
            };
            if is_called && let Some(setter) = self.call_a_setter(arrangement, field) {
                written.extend(self.statics.writes(setter));
            }
        }
        for field in settable {
            if written.contains(&field) && arrangement.values.one_in(2) {
                self.set_static(arrangement, field);
            }
        }
    }

    /// Gives a private static what it held at first.
    fn reset(&self, arrangement: &mut Arrangement<'_, '_>, field: FieldId) {
        let Some(start) = self.statics.start(field) else { return };
        let f = &self.program.fields[field];
        let class = arrangement.access.type_name(Ty::Class(f.class));
        let value = match start {
            Start::Null => "null".to_owned(),
            Start::Value(value) => literals::typed(value),
        };
        arrangement.statements.push(format!("{RESETS}{class}.{} = {value};", f.name));
    }

    fn set_static(&self, arrangement: &mut Arrangement<'_, '_>, field: FieldId) {
        let f = &self.program.fields[field];
        let class = arrangement.access.type_name(Ty::Class(f.class));
        let is_changed = self.statics.is_changed(field);
        let initial = (!is_changed).then(|| initial_value(self.program, field)).flatten();
        arrangement.set_static(f.ty, &format!("{class}.{}", f.name), initial);
    }

    /// The method that was called.
    fn call_a_setter(&self, arrangement: &mut Arrangement<'_, '_>, field: FieldId) -> Option<MethodId> {
        let program = self.program;
        let class = program.fields[field].class;
        let access = arrangement.access;
        let setters: Vec<MethodId> = program.classes[class]
            .methods
            .iter()
            .copied()
            .filter(|&m| program.methods[m].is_static() && self.statics.writes(m).contains(&field))
            .filter(|&m| access.may_call(m))
            .collect();
        let setter = *setters.get(arrangement.values.below(setters.len().max(1)))?;
        let arguments = arrangement.arguments(setter, 1)?;
        let class = access.type_name(Ty::Class(class));
        arrangement.statements.push(format!("{class}.{}({arguments});", program.methods[setter].name));
        Some(setter)
    }

    /// What stands before the argument list: `Gcd.gcd`, `stack.push`, `new Money`.
    fn target(&self, arrangement: &mut Arrangement<'_, '_>, method: MethodId) -> Option<String> {
        let program = self.program;
        let m = &program.methods[method];
        let class = arrangement.access.type_name(Ty::Class(m.class));
        if m.is_constructor()
            && program.outer_instance(m.class).is_some()
            && let Some(outer) = program.classes[m.class].outer
        {
            let object = arrangement.receiver(outer, "outer")?;
            return Some(format!("{object}.new {}", program.classes[m.class].name));
        }
        if m.is_constructor() {
            let is_generic = arrangement.type_arguments(m.class).is_some_and(|types| !types.is_empty());
            return Some(format!("new {class}{}", if is_generic { "<>" } else { "" }));
        }
        if m.is_static() {
            return Some(format!("{class}.{}", m.name));
        }
        let name = variable_name(&program.classes[m.class].name);
        let receiver = arrangement.receiver(m.class, &name).or_else(|| arrangement.given_receiver(method))?;
        Some(format!("{receiver}.{}", m.name))
    }

    fn act(&self, arrangement: &mut Arrangement<'_, '_>, method: MethodId, call: &str) -> String {
        let (program, access) = (self.program, arrangement.access);
        let method = arrangement.declared.unwrap_or(method);
        let m = &program.methods[method];
        let ty = if m.is_constructor() { Ty::Class(m.class) } else { m.return_type };
        let (given, call) = arrangement.given(ty, call.to_owned());
        let written = arrangement.result(method).and_then(|result| written_type(access, &result));
        if let Some(written) = written.filter(|_| given == ty) {
            return format!("{written} {} = {call};", Driver::RESULT);
        }
        match given {
            Ty::Void => format!("{call};"),
            _ if is_expressible(access, given) => {
                format!("{} {} = {call};", access.type_name(given), Driver::RESULT)
            }
            _ => format!("var {} = {call};", Driver::RESULT),
        }
    }

    /// Whether one assertion sees all of a value: a primitive, string, wrapper, enum constant, or an array of these.
    fn is_readable_at_once(&self, access: &Access<'_>, ty: Ty) -> bool {
        let program = self.program;
        let simple = |class: ClassId| {
            class == program.well_known.string
                || program.well_known.wrappers.contains(&class)
                || is_container(program, class)
                || !program.classes[class].constants.is_empty() && access.may_name(class)
        };
        match ty {
            Ty::Primitive(_) => true,
            Ty::Class(class) => simple(class),
            Ty::Array(array) => match array.cell() {
                Ty::Primitive(_) => true,
                Ty::Class(class) => simple(class),
                _ => false,
            },
            Ty::Void | Ty::Null | Ty::Unknown => false,
        }
    }

    /// In some drivers, a static call that reads what the method reads of variables that only a mutant changes, or that no test
    /// can read: a change by one call shows in the next.
    fn again(
        &self,
        arrangement: &mut Arrangement<'_, '_>,
        method: MethodId,
        following: usize,
    ) -> Option<String> {
        let (program, access) = (self.program, arrangement.access);
        let is_hidden = |&field: &FieldId| {
            let f = &program.fields[field];
            !program.may_access(f.modifiers, f.class, access.host)
        };
        let mut unseen = self.statics.steady(method).clone();
        unseen.extend(self.statics.reads(method).iter().copied().filter(is_hidden));
        if unseen.is_empty() || following >= FOLLOWING || !arrangement.values.one_in(2) {
            return None;
        }
        let siblings = program.classes[program.methods[method].class].methods.iter().copied();
        let readers: Vec<MethodId> = siblings
            .filter(|&m| program.methods[m].is_static() && access.may_call(m))
            .filter(|&m| self.is_readable_at_once(access, program.methods[m].return_type))
            .filter(|&m| {
                let (steady, read) = (self.statics.steady(m), self.statics.reads(m));
                !steady.is_disjoint(&unseen) || !read.is_disjoint(&unseen)
            })
            .collect();
        let reader = *readers.get(arrangement.values.below(readers.len().max(1)))?;
        let arguments = arrangement.arguments(reader, 1)?;
        let class = access.type_name(Ty::Class(program.methods[reader].class));
        Some(format!("{class}.{}({arguments})", program.methods[reader].name))
    }

    /// Calls that go through what an iterator gives. Its class may be a private one.
    fn steps(&self, arrangement: &mut Arrangement<'_, '_>, class: ClassId) -> Vec<String> {
        if &*self.program.classes[class].qualified_name != "java.util.Iterator" {
            return Vec::new();
        }
        let step = |is_next: bool| if is_next { "next()" } else { "hasNext()" };
        let steps = 0..=arrangement.values.below(STEPS);
        steps.map(|_| format!("{}.{}", Driver::RESULT, step(!arrangement.values.one_in(3)))).collect()
    }

    /// What the type variables of each object's class stand for.
    fn types_of_objects(
        &self,
        arrangement: &mut Arrangement<'_, '_>,
        method: MethodId,
    ) -> BTreeMap<String, Vec<Signature>> {
        let typed = arrangement.variables.iter().filter(|variable| !variable.arguments.is_empty());
        let mut types: BTreeMap<String, Vec<Signature>> =
            typed.map(|variable| (variable.name.clone(), variable.arguments.clone())).collect();
        if let Some(Signature::Class(_, arguments)) = arrangement.result(method) {
            let exact = arguments.into_iter().map(|argument| match argument {
                SignatureArgument::Exact(ty) => Some(ty),
                _ => None,
            });
            types.extend(exact.collect::<Option<_>>().map(|exact| (Driver::RESULT.to_owned(), exact)));
        }
        types
    }

    /// Calls that read the state of the objects at hand, where fields alone do not show it.
    fn following(&self, arrangement: &mut Arrangement<'_, '_>, method: MethodId) -> Vec<String> {
        let program = self.program;
        let m = &program.methods[method];
        let mut objects: Vec<(String, ClassId)> =
            arrangement.variables.iter().filter_map(|v| Some((v.name.clone(), v.class?))).collect();
        let types: BTreeMap<String, Vec<Signature>> = self.types_of_objects(arrangement, method);
        let result_class = if m.is_constructor() { Some(m.class) } else { m.return_type.class() };
        if let Some(class) = result_class
            && !program.role(class).is_foreign()
            && program.classes[class].constants.is_empty()
        {
            objects.insert(0, (Driver::RESULT.to_owned(), class));
        }
        // What a collaborator was given is looked at first now and then: the result may have much to tell.
        if !arrangement.recorded.is_empty() && arrangement.values.one_in(2) {
            objects.splice(0..0, arrangement.recorded.iter().cloned());
        }
        let mut calls = arrangement.written.clone();
        calls.extend(result_class.into_iter().flat_map(|class| self.steps(arrangement, class)));
        for (name, class) in objects {
            if let Some(arguments) = types.get(&name) {
                arrangement.bind(class, arguments);
            }
            let readers: Vec<MethodId> = arrangement
                .access
                .readers(class)
                .into_iter()
                .filter(|&r| self.is_readable_at_once(arrangement.access, program.methods[r].return_type))
                .collect();
            if readers.is_empty() {
                continue;
            }
            if arrangement.rounds.is_some() {
                let telling = readers.into_iter().filter(|&r| program.methods[r].parameters.is_empty());
                for r in telling.take(READERS.saturating_sub(calls.len())) {
                    let Method { name: called, return_type, .. } = &program.methods[r];
                    calls.push(arrangement.given(*return_type, format!("{name}.{called}()")).1);
                }
                continue;
            }
            for _ in 0..FOLLOWING {
                if calls.len() >= FOLLOWING {
                    return calls;
                }
                let reader = readers[arrangement.values.below(readers.len())];
                // Objects that it takes are made before the call under test.
                let Some(arguments) = arrangement.arguments(reader, 1) else { continue };
                let Method { name: called, return_type, .. } = &program.methods[reader];
                let (_, call) = arrangement.given(*return_type, format!("{name}.{called}({arguments})"));
                if !calls.contains(&call) {
                    calls.push(call);
                }
            }
        }
        calls
    }
}

/// The class in which the drivers of a class's package stand; `None` for a package without given files.
fn host_of(program: &Program, class: ClassId) -> Option<ClassId> {
    let driver = program.driver_method(program.package_name(class))?;
    Some(program.methods[driver].class)
}

/// Whether objects of this type of the JDK are compared by what they hold.
fn is_container(program: &Program, class: ClassId) -> bool {
    let class = &*program.classes[class].qualified_name;
    let is_one = |simple: &str| CONTAINERS.contains(&simple);
    class.strip_prefix("java.util.").is_some_and(is_one) || class.starts_with("java.math.Big")
}

const CONTAINERS: [&str; 14] = [
    "ArrayList",
    "Collection",
    "Deque",
    "HashMap",
    "HashSet",
    "LinkedList",
    "List",
    "Map",
    "Optional",
    "OptionalInt",
    "Queue",
    "Set",
    "SortedMap",
    "SortedSet",
];

/// A hash that is the same everywhere and for ever, so that a seed means the same tests.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// `BoundedStack` → `boundedStack`.
pub fn variable_name(class: &str) -> String {
    // `f13InterfaceMembers` of `F13_InterfaceMembers`: Java's variables have no underscores, unless they begin so.
    let is_left_out = |letter: char| letter == '_' && !class.starts_with('_');
    let letters: Vec<char> = class.chars().filter(|&letter| !is_left_out(letter)).collect();
    let is_capital = |at: usize| letters.get(at).is_some_and(|letter| letter.is_uppercase());
    let begins_word = |at: usize| at > 1 && letters.get(at + 1).is_some_and(|letter| letter.is_lowercase());
    // `urlParser` of `URLParser`, `btree` of `BTree`: abbreviations are words like others.
    let mut name = String::with_capacity(class.len());
    for (at, letter) in letters.iter().enumerate() {
        if at == 0 || is_capital(at - 1) && !begins_word(at) {
            name.extend(letter.to_lowercase());
        } else {
            name.push(*letter);
        }
    }
    // A class of one lower-case word may be a keyword in lower case (`Switch`).
    if KEYWORDS.contains(&name.as_str()) { format!("{name}1") } else { name }
}

const KEYWORDS: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// Draws a value for each X.
fn fill(cube: &Cube, mut known: cube::Values, mut values: Values<'_>) -> cube::Values {
    for (id, input) in cube.inputs().iter_enumerated() {
        if known[id].is_none() {
            known[id] = Some(match input.ty {
                InputType::Primitive(ty) => Constant::Primitive(values.primitive(ty)),
                InputType::String => Constant::String(values.string()),
            });
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::variable_name;

    #[test]
    fn variables_are_called_as_their_classes_without_abbreviations() {
        let names =
            ["BoundedStack", "URLParser", "BTree", "A", "TCAS", "Point3D", "Switch", "F13_Members", "_A_b"]
                .map(variable_name);
        assert_eq!(
            names,
            ["boundedStack", "urlParser", "btree", "a", "tcas", "point3D", "switch1", "f13Members", "_A_b"]
        );
    }
}
