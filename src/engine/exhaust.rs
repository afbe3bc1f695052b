//! All inputs of a method, where these are few: running both versions on each is the proof, and what shows is a kill.
//!
//! **Why that is a proof.** Claim: from whatever state the method is called in, both versions do the same. The inputs
//! ([`Inputs`]) are all values of its parameters: primitives of few values, their wrapper objects, constants of enums (with
//! `null`). A run depends on nothing else where [`matters_alone`] holds of all code that either version may reach, which is
//! looked at by its text:
//! - *State*: it reads no static but constants and `final` ones that hold a value, and no field but `final` ones with
//!   a value of an enum's constants; it writes none of these, since they are `final`, and no others. Such a field is set once, in the initialiser of its
//!   class. Code that an initialiser may call could see it before: so no initialiser leads to the method where one is read.
//! - *Objects*: it makes none but the library's (which have no state beside their own), so no object of the program is there but
//!   constants of enums (whose bodies have no fields) and the receiver, of which no field is read and which goes nowhere; so any
//!   receiver will do. What it
//!   calls has one body: nothing overrides it.
//! - *The outcome*: it gives back nothing, a primitive, a text, a wrapper object or a constant, or throws an exception of the
//!   library: a whole run of both versions gives outcomes that are the same as a whole, not only in what a test asserts. Where
//!   the program asks which texts are one object, equal ones are not the same, and none is given back.
//! - *`assert`* is in none of that code: one world is both. Nor is a handler of what the JVM throws when its stack or its heap is
//!   too small, which no input tells.
//!
//! Each run counts: where one ends by a limit, meets what is not supported, or may do otherwise on another JVM, in either
//! version, nothing is proven. A mutant that is never infected on any input takes the original's steps.
//!
//! A private method is run through what calls it ([`Routes`]): where each of these has few inputs and does the same on all, so
//! does every run of the program.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::driver::names::{class_name, type_name};
use crate::driver::{Driver, literals};
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Judged, Runner, Subject};
use crate::engine::verdict::Verdict;
use crate::exec::limits::DEFAULT_STEPS;
use crate::exec::mutant_set::MutantSet;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::mutate::bench::Bench;
use crate::roa::callers::{Routes, is_hidden};
use crate::sema::calls::called;
use crate::sema::identity;
use crate::sema::program::{
    BodyState, Class, ClassId, FieldId, MethodId, MethodKind, MethodSource, Program, Role,
};
use crate::sema::typed_tree::{Body, Dispatch, ExprId, ExprKind, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;

/// The most inputs that are all run.
pub const MOST: u64 = 65_536;
/// What the inputs of a method may take, in the effort of runs.
const EFFORT: u64 = 600_000_000;
/// Inputs that a thread takes at once, and how many such parts are run before it is seen what is left.
const AT_ONCE: u64 = 128;
const PARTS: u64 = 8;

/// All inputs of a method.
pub struct Inputs {
    method: MethodId,
    /// The declaration of the result, up to its value.
    result: String,
    /// `None`: the first of the arguments.
    receiver: Option<String>,
    name: String,
    /// By argument.
    domains: Vec<Vec<String>>,
    inputs: u64,
}

impl Inputs {
    /// `None` where they are too many, or no code of the package can give them.
    pub fn of(program: &Program, method: MethodId) -> Option<Self> {
        let m = &program.methods[method];
        if m.kind != MethodKind::Method
            || is_hidden(program, method)
            || !gives_a_value(program, m.return_type)
        {
            return None;
        }
        let host = program.methods[program.driver_method(program.package_name(m.class))?].class;
        let mut domains: Vec<Vec<String>> = Vec::new();
        let receiver = if m.is_static() {
            Some(type_name(program, host, Ty::Class(m.class)))
        } else if program.classes[m.class].is_enum() {
            domains.push(constants(program, host, m.class)?);
            None
        } else {
            Some(fresh_receiver(program, host, m.class)?)
        };
        let mut inputs = domains.iter().map(|domain| domain.len() as u64).product::<u64>();
        for parameter in &m.parameters {
            let values = values(program, host, parameter.ty)?;
            inputs = inputs.saturating_mul(values.len() as u64);
            domains.push(values);
        }
        if inputs > MOST {
            return None;
        }
        let result = match m.return_type {
            Ty::Void => String::new(),
            ty @ Ty::Primitive(_) => format!("{} {} = ", type_name(program, host, ty), Driver::RESULT),
            _ => format!("var {} = ", Driver::RESULT),
        };
        Some(Self { method, result, receiver, name: m.name.to_string(), domains, inputs })
    }

    pub const fn len(&self) -> u64 {
        self.inputs
    }

    pub const fn is_empty(&self) -> bool {
        self.inputs == 0
    }

    /// The input of a number below [`Inputs::len`].
    pub fn driver(&self, mut number: u64) -> Driver {
        let mut arguments = Vec::new();
        for domain in &self.domains {
            let size = domain.len() as u64;
            arguments.push(domain[(number % size) as usize].as_str());
            number /= size;
        }
        let receiver = self.receiver.as_deref().unwrap_or_else(|| arguments.remove(0));
        let act = format!("{}{receiver}.{}({});", self.result, self.name, arguments.join(", "));
        Driver { method: self.method, arrange: Vec::new(), act, then: Vec::new() }
    }
}

fn values(program: &Program, host: ClassId, ty: Ty) -> Option<Vec<String>> {
    match ty {
        Ty::Primitive(ty) => primitives(ty),
        Ty::Class(class) => {
            let known = &program.well_known;
            let wrapped = PrimitiveType::ALL.into_iter().zip(known.wrappers).find(|&(_, own)| own == class);
            let name = class_name(program, host, class);
            let mut values = match wrapped {
                Some((ty, _)) => {
                    primitives(ty)?.into_iter().map(|value| format!("{name}.valueOf({value})")).collect()
                }
                None => constants(program, host, class)?,
            };
            values.push(format!("({name}) null"));
            Some(values)
        }
        _ => None,
    }
}

fn primitives(ty: PrimitiveType) -> Option<Vec<String>> {
    let range = match ty {
        PrimitiveType::Boolean => 0..=1,
        PrimitiveType::Byte => -128..=127,
        PrimitiveType::Short => -32_768..=32_767,
        PrimitiveType::Char => 0..=65_535,
        _ => return None,
    };
    Some(range.map(|v: i64| literals::typed(Primitive::from_bits(ty, v as u64))).collect())
}

fn constants(program: &Program, host: ClassId, class: ClassId) -> Option<Vec<String>> {
    let name = class_name(program, host, class);
    let constant = |&field: &FieldId| format!("{name}.{}", program.fields[field].name);
    is_plain_enum(program, class)
        .then(|| program.classes[class].constants.iter().map(constant).collect())
        .filter(|constants: &Vec<String>| !constants.is_empty())
}

/// Whether the objects of a class are its constants, whose bodies have no state, and nothing but its own type and those above
/// every enum stands for it.
fn is_plain_enum(program: &Program, class: ClassId) -> bool {
    let is_plain = |class: &Class| class.interfaces.is_empty() && class.unsupported.is_none();
    let mut bodies = program.classes.iter().filter(|other| other.superclass == Some(class));
    let c = &program.classes[class];
    c.is_enum()
        && !program.role(class).is_foreign()
        && is_plain(c)
        && bodies.all(|body| is_plain(body) && body.fields.is_empty())
}

fn gives_a_value(program: &Program, ty: Ty) -> bool {
    match ty {
        Ty::Void => true,
        ty => is_value(program, ty) || ty.class().is_some_and(|class| is_plain_enum(program, class)),
    }
}

/// A primitive, a text or a wrapper object.
fn is_value(program: &Program, ty: Ty) -> bool {
    match ty {
        Ty::Primitive(_) => true,
        Ty::Class(class) => {
            class == program.well_known.string || program.well_known.wrappers.contains(&class)
        }
        _ => false,
    }
}

/// One object of a class that is no enum's.
fn fresh_receiver(program: &Program, host: ClassId, id: ClassId) -> Option<String> {
    let c = &program.classes[id];
    let is_plain = c.superclass == Some(program.well_known.object)
        && !c.modifiers.has(Modifiers::ABSTRACT)
        && c.unsupported.is_none()
        && (c.outer.is_none() || c.modifiers.has(Modifiers::STATIC));
    let is_made = c.methods.iter().any(|&m| {
        let m = &program.methods[m];
        m.is_constructor() && m.parameters.is_empty() && !m.modifiers.has(Modifiers::PRIVATE)
    });
    (is_plain && is_made).then(|| format!("new {}()", type_name(program, host, Ty::Class(id))))
}

/// What a proof by all inputs rests on beside the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// It rests on which classes the program has.
    pub closed_world: bool,
}

/// Whether a method's inputs are all that a run of it depends on, and its outcome all that it does, in the program as it is and with
/// `patched` in the place of the body of its method. The method has a public name: it is `patched`'s, or leads to it.
pub fn matters_alone(program: &Program, method: MethodId, patched: &Body) -> Option<Alone> {
    let returned = program.methods[method].return_type;
    if !matches!(returned, Ty::Void | Ty::Primitive(_))
        && (program.compares_identity() || identity::is_compared_in(program, patched))
        && is_value(program, returned)
    {
        return None;
    }
    let mut alone = Alone { closed_world: false };
    let mut reads = false;
    let mut seen = BTreeSet::new();
    let mut pending = vec![method];
    // What is joined to a text, or given to the library, may be asked for its own.
    let is_enum = |class: ClassId| program.classes[class].is_enum();
    let is_of_enum =
        |class: ClassId| is_enum(class) || program.classes[class].superclass.is_some_and(is_enum);
    let texts = program.methods.iter_enumerated().filter(|(_, m)| {
        &*m.name == "toString" && !program.role(m.class).is_foreign() && is_of_enum(m.class)
    });
    pending.extend(texts.map(|(id, _)| id));
    while let Some(next) = pending.pop() {
        let m = &program.methods[next];
        // The library's texts and numbers have no state; what has, as a clock, is not run.
        let is_library =
            program.role(m.class) == Role::Library && !matches!(m.source, MethodSource::ClassFile);
        if !seen.insert(next) || is_library {
            continue;
        }
        if m.is_abstract() || program.methods.ids().any(|other| program.overrides(other, next)) {
            return None;
        }
        let BodyState::Typed(body) = program.body(next) else { return None };
        let versions = [Some(&**body), Some(patched).filter(|patched| patched.method == next)];
        for body in versions.into_iter().flatten() {
            let looked = look(program, body)?;
            reads |= looked.reads;
            alone.closed_world |= looked.closed_world;
            pending.extend(called(body));
        }
    }
    (!reads || is_never_early(program, method)).then_some(alone)
}

/// What the code of a body does that is let through.
struct Looked {
    /// It reads what an initialiser sets.
    reads: bool,
    closed_world: bool,
}

/// `None` where it does what is not.
fn look(program: &Program, body: &Body) -> Option<Looked> {
    let mut looked = Looked { reads: false, closed_world: false };
    let mut receivers: BTreeSet<ExprId> = BTreeSet::new();
    for expr in body.exprs.iter() {
        match &expr.kind {
            ExprKind::StaticField(field) if expr.constant.is_none() => {
                let f = &program.fields[*field];
                if program.role(f.class) != Role::Library && f.constant.is_none() {
                    let is_plain = f.is_final()
                        && (is_value(program, f.ty)
                            || f.ty.class().is_some_and(|class| is_plain_enum(program, class)));
                    looked.reads = true;
                    is_plain.then_some(())?;
                }
            }
            ExprKind::Field { field, .. } => {
                let f = &program.fields[*field];
                let is_plain = is_plain_enum(program, f.class)
                    && f.is_final()
                    && (is_value(program, f.ty)
                        || f.ty.class().is_some_and(|class| is_plain_enum(program, class)));
                looked.reads = true;
                is_plain.then_some(())?;
            }
            // Objects of the program may keep what an outcome does not show.
            ExprKind::New { class, .. } if program.role(*class) != Role::Library => return None,
            ExprKind::ClassLiteral(_) => return None,
            ExprKind::Call(call) => {
                receivers.extend(call.receiver);
                let m = &program.methods[call.method];
                // It keeps what no outcome holds.
                if &*m.name == "addSuppressed" {
                    return None;
                }
                looked.closed_world |=
                    call.dispatch == Dispatch::Virtual && program.role(m.class) != Role::Library;
            }
            _ => {}
        }
    }
    let class = program.methods[body.method].class;
    let is_loose_receiver = body.exprs.iter_enumerated().any(|(id, expr)| {
        matches!(expr.kind, ExprKind::This) && !receivers.contains(&id) && !is_plain_enum(program, class)
    });
    let is_of_resources = |&class: &ClassId| program.is_of_resources(class);
    let is_let_through = body.stmts.iter().all(|stmt| match &stmt.kind {
        StmtKind::Assert { .. } => false,
        StmtKind::Try(statement) => {
            !statement.catches.iter().any(|catch| catch.classes.iter().any(is_of_resources))
        }
        _ => true,
    });
    (!is_loose_receiver && is_let_through && !identity::is_compared_in(program, body)).then_some(looked)
}

/// Whether no initialiser of a class calls the method, be it on the way through others. One that is not read might.
fn is_never_early(program: &Program, method: MethodId) -> bool {
    // The JDK's know no method of the program; those of a class path may.
    let own =
        program.classes.ids().filter(|&class| !matches!(program.role(class), Role::Library | Role::Jdk));
    let mut initializers = own.filter_map(|class| program.classes[class].static_initializer);
    initializers.all(|initializer| {
        matches!(program.body(initializer), BodyState::Typed(_))
            && program.left_out(initializer).is_empty()
            && !program.leads_to(initializer, method)
    })
}

/// Evidence: on all inputs a mutant did the same.
#[derive(Clone, Debug)]
pub struct Exhausted {
    inputs: u64,
    closed_world: bool,
    callers: Option<Vec<MethodId>>,
}

impl Exhausted {
    pub const fn inputs(&self) -> u64 {
        self.inputs
    }

    pub const fn closed_world(&self) -> bool {
        self.closed_world
    }

    /// Of a private method: what calls it.
    pub fn callers(&self) -> Option<&[MethodId]> {
        self.callers.as_deref()
    }
}

/// Runs all inputs of the methods that have few, where mutants are left of which nothing is known.
pub fn decide(session: &mut Session<'_>) {
    let subject = session.subject();
    let mut by_method: Vec<(MethodId, Vec<GoalIndex>)> = Vec::new();
    for mutant in subject.indices().filter(|&m| subject.mutant(m).unsupported.is_none()) {
        if !matches!(session.verdicts()[mutant as usize], Verdict::Undecided(_) | Verdict::EquivalentUpTo(_))
        {
            continue;
        }
        let method = subject.mutant(mutant).method;
        match by_method.last_mut() {
            Some((last, list)) if *last == method => list.push(mutant),
            _ => by_method.push((method, vec![mutant])),
        }
    }
    for (method, mutants) in by_method {
        let Some(method) = Entries::of(subject.program(), method) else { continue };
        let candidates = method.candidates(subject, &mutants);
        if candidates.is_empty() {
            continue;
        }
        let open: MutantSet = candidates.iter().map(|&(mutant, _)| mutant).collect();
        let effort = EFFORT.min(session.effort.left());
        let ran = method.run(subject, open, effort);
        session.effort.spend(ran.effort);
        for driver in ran.killing {
            session.offer(driver.method, vec![driver], DEFAULT_STEPS);
        }
        for (mutant, alone) in candidates {
            if ran.same.contains(mutant) {
                let proof = Exhausted {
                    inputs: method.inputs(),
                    closed_world: alone.closed_world,
                    callers: method.callers.clone(),
                };
                session.prove_by_all_inputs(mutant, &proof);
            }
        }
    }
}

/// What tests call to run a method.
struct Entries {
    method: MethodId,
    inputs: Vec<Inputs>,
    callers: Option<Vec<MethodId>>,
}

/// What came of all inputs.
#[derive(Default)]
struct Ran {
    effort: u64,
    /// Each of them was run, and these mutants did the same on all.
    same: MutantSet,
    /// Inputs that kill.
    killing: Vec<Driver>,
}

impl Entries {
    fn of(program: &Program, method: MethodId) -> Option<Self> {
        let callers = if is_hidden(program, method) {
            Some(Routes::of(program, method).ok()?.roots).filter(|roots| !roots.is_empty()).map(Some)?
        } else {
            None
        };
        let entries = callers.clone().unwrap_or_else(|| vec![method]);
        let inputs: Option<Vec<Inputs>> = entries.iter().map(|&entry| Inputs::of(program, entry)).collect();
        let entries = Self { method, inputs: inputs?, callers };
        (entries.inputs() <= MOST).then_some(entries)
    }

    fn inputs(&self) -> u64 {
        self.inputs.iter().map(Inputs::len).sum()
    }

    fn driver(&self, mut number: u64) -> Option<Driver> {
        for inputs in &self.inputs {
            if number < inputs.len() {
                return Some(inputs.driver(number));
            }
            number -= inputs.len();
        }
        None
    }

    /// The mutants with which the inputs are all that matters.
    fn candidates(&self, subject: &Subject, mutants: &[GoalIndex]) -> Vec<(GoalIndex, Alone)> {
        let program = subject.program();
        let Some(mut bench) = Bench::new(program, self.method) else { return Vec::new() };
        let mut alone = |mutant: GoalIndex| {
            bench.with_body(&subject.mutant(mutant).patch, |body| {
                let each = self.inputs.iter().map(|inputs| matters_alone(program, inputs.method, body));
                let each: Option<Vec<Alone>> = each.collect();
                each.map(|each| Alone { closed_world: each.iter().any(|alone| alone.closed_world) })
            })
        };
        let is_placed = |&mutant: &GoalIndex| subject.is_placed(mutant);
        let placed = mutants.iter().copied().filter(is_placed);
        placed.filter_map(|mutant| Some((mutant, alone(mutant)??))).collect()
    }

    fn run(&self, subject: &Subject, mut open: MutantSet, limit: u64) -> Ran {
        let (all, mut ran) = (self.inputs(), Ran::default());
        let mut next = 0;
        while next < all && !open.is_empty() {
            let end = (next + AT_ONCE * PARTS).min(all);
            let starts: Vec<u64> = (next..end).step_by(AT_ONCE as usize).collect();
            let parts: Vec<PartOfInputs> = starts
                .into_par_iter()
                .map(|start| self.part(subject, &open, start..(start + AT_ONCE).min(end)))
                .collect();
            let mut is_whole = true;
            for part in parts {
                ran.effort += part.effort;
                is_whole &= part.is_whole;
                part.other.iter().for_each(|&mutant| open.remove(mutant));
                ran.killing.extend(part.killing);
            }
            next = end;
            // What was run so far says what the rest takes.
            let foreseen = ran.effort / next * all;
            if !is_whole || foreseen > limit {
                return ran;
            }
        }
        ran.same = open;
        ran
    }

    fn part(&self, subject: &Subject, open: &MutantSet, numbers: std::ops::Range<u64>) -> PartOfInputs {
        let mut runner = subject.runner();
        runner.set_fuel(DEFAULT_STEPS);
        let mut part = PartOfInputs { is_whole: true, ..PartOfInputs::default() };
        let mut open = open.clone();
        for number in numbers {
            let judged = self.driver(number).map(|driver| runner.judge(driver, &open));
            // In what other tests leave behind it may be otherwise.
            let Some(Ok(judged)) = judged.filter(|judged| !judged.as_ref().is_ok_and(|judged| judged.shared))
            else {
                part.is_whole = false;
                break;
            };
            let differ = differing(&mut runner, &judged);
            differ.iter().for_each(|&mutant| open.remove(mutant));
            part.other.extend(&differ);
            if judged.kills.iter().any(|(_, kind)| kind.counts()) {
                part.killing.push(judged.driver);
            }
        }
        part.effort = runner.take_effort();
        part
    }
}

#[derive(Default)]
struct PartOfInputs {
    effort: u64,
    is_whole: bool,
    /// Mutants that did not do the same on some input, or of which that is not known.
    other: Vec<GoalIndex>,
    killing: Vec<Driver>,
}

/// The mutants of which an input does not show that they do the same on it.
pub fn differing(runner: &mut Runner<'_>, judged: &Judged) -> Vec<GoalIndex> {
    let Judged { kills, lost, masked, messages, .. } = judged;
    let mut differ: Vec<GoalIndex> = kills.iter().map(|kill| kill.0).chain(lost.iter().copied()).collect();
    differ.extend(messages);
    let infected = masked.iter().copied().filter(|mutant| !messages.contains(mutant));
    differ.extend(infected.filter(|&mutant| !runner.does_the_same(&judged.code, mutant)));
    differ
}
