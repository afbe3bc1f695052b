//! Which method a call means (JLS 15.12.2): by strict conversions, then with boxing, then with variable
//! arguments; of those that apply, the most specific.
//!
//! A candidate whose parameters lie outside our world *may* apply. Where that leaves the choice open the
//! answer is [`CallError::Unsupported`], never a guess.

use smallvec::SmallVec;

use crate::jvm::convert::widens;
use crate::jvm::value::PrimitiveType;
use crate::sema::error::CallError;
use crate::sema::names::{Loaded, World as _};
use crate::sema::program::{ClassId, MethodId, Parameter, Program, Role};
use crate::sema::tables::{Imported, Overloads};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;

/// The type of an argument.
#[derive(Clone, Debug)]
pub enum Argument {
    Plain(Ty),
    /// Of a reference conditional or a switch expression: it converts where each of these does (15.12.2.2).
    Branches(Vec<Ty>),
}

impl Argument {
    fn types(&self) -> &[Ty] {
        match self {
            Self::Plain(ty) => std::slice::from_ref(ty),
            Self::Branches(types) => types,
        }
    }
}

/// A call as far as it matters for which method it means.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'a> {
    /// The class that is searched: the static type of the object, or the class that is named.
    pub class: ClassId,
    /// `<init>` for a constructor.
    pub name: &'a str,
    pub arguments: &'a [Argument],
    /// The class in which the call stands.
    pub from: ClassId,
    /// `super.f(…)` and `super(…)`: protected members are within reach whatever the package.
    pub is_super: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    pub method: MethodId,
    /// Arguments from the last parameter on are to be packed into an array.
    pub varargs_call: bool,
}

/// A method that a call without an object means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopedResolution {
    pub resolution: Resolution,
    /// The class that was searched: the one that `this` must be of, for an instance method. `None` for
    /// a static import.
    pub scope: Option<ClassId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Strict,
    Loose,
    VariableArity,
}

/// Says of candidates with type variables or type arguments, or for arguments whose types are not known yet, what erased types
/// do not say.
pub trait Judge {
    /// Whether this candidate is one that it has to be asked about.
    fn judges(&self, program: &Program, method: MethodId) -> bool;
    /// Whether a candidate that takes so many arguments takes these.
    fn applies(&mut self, method: MethodId, phase: Phase) -> bool;
    /// Whether `m` may stand wherever `n` does (15.12.2.5).
    fn is_more_specific(&mut self, m: MethodId, n: MethodId, positions: usize, phase: Phase) -> bool;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Applies {
    No,
    /// It hangs on a type outside our world.
    Perhaps,
    Yes,
}

pub fn resolve(program: &Program, site: &CallSite, judge: &mut dyn Judge) -> Result<Resolution, CallError> {
    let is_constructor = site.name == "<init>";
    if is_constructor {
        if let Some(unsupported) = &program.classes[site.class].unsupported {
            let name = &program.classes[site.class].qualified_name;
            return Err(CallError::Unsupported(format!("type {name} ({})", unsupported.what)));
        }
        return choose(program, site, program.constructors(site.class), judge);
    }
    let Some(hidden) = program.tables.hidden_member(site.class, site.name) else {
        return choose(program, site, program.member_methods(site.class, site.name), judge);
    };
    let vague = || CallError::Unsupported(format!("method {}, perhaps of {}", site.name, hidden.what));
    let members = program.member_methods(site.class, site.name);
    let found = choose(program, site, members, judge).map_err(|_| vague())?;
    // What takes any number of arguments comes last anyway.
    let stands = !found.varargs_call && (is_exact(program, site, found) || !may_take_hidden(program, site));
    if stands { Ok(found) } else { Err(vague()) }
}

/// Whether the parameters' types are the arguments': then no method of another signature is more specific, and one of
/// the same signature in a supertype is overridden, or hidden (15.12.2.5).
fn is_exact(program: &Program, site: &CallSite, found: Resolution) -> bool {
    let parameters = &program.methods[found.method].parameters;
    let is_same = |(argument, parameter): (&Argument, &Parameter)| argument.types() == [parameter.ty];
    site.arguments.iter().zip(parameters).all(is_same)
}

/// Whether the arguments may fit a method of a supertype outside our world that the class does not declare itself.
fn may_take_hidden(program: &Program, site: &CallSite) -> bool {
    let is_concrete = !program.classes[site.class].is_abstract();
    let opaque = program.tables.classes[site.class].opaque.iter().filter(|o| o.may_have(site.name));
    opaque.map(|o| o.known).any(|known| match known {
        Some(interface) => {
            interface.methods().filter(|m| m.name == site.name && !(m.is_abstract && is_concrete)).any(|m| {
                let fits = |(argument, ty): (&Argument, &str)| {
                    argument.types().iter().all(|&a| may_pass(program, a, ty))
                };
                site.arguments.len() == m.parameters().count()
                    && site.arguments.iter().zip(m.parameters()).all(fits)
            })
        }
        None => true,
    })
}

/// Whether a value may be passed for a type of this name.
fn may_pass(program: &Program, argument: Ty, name: &str) -> bool {
    let primitive = |name: &str| PrimitiveType::ALL.into_iter().find(|p| p.name() == name);
    match (primitive(name), argument) {
        (Some(wanted), _) => match program.unboxed(argument) {
            Some(given) => given == wanted || widens(given, wanted),
            None => argument == Ty::Unknown,
        },
        // What a box is, too.
        (None, Ty::Primitive(_)) => {
            let is_wide = ["Object", "Number", "Comparable", "Boolean", "Character", "Byte", "Short"];
            let is_wide = is_wide.iter().chain(&["Integer", "Long", "Float", "Double"]);
            name == "java.io.Serializable" || is_wide.into_iter().any(|n| name == format!("java.lang.{n}"))
        }
        _ => true,
    }
}

/// A call `name(…)` (15.12.1): of the innermost class around that has methods of this name, or else of the
/// static imports.
pub fn resolve_unqualified(
    program: &Program,
    from: ClassId,
    name: &str,
    arguments: &[Argument],
    judge: &mut dyn Judge,
) -> Result<ScopedResolution, CallError> {
    let mut scope = Some(from);
    while let Some(class) = scope {
        let site = CallSite { class, name, arguments, from, is_super: false };
        let has = !program.member_methods(class, name).is_empty();
        if has || program.tables.hidden_member(class, name).is_some() {
            let resolution = resolve(program, &site, judge)?;
            return Ok(ScopedResolution { resolution, scope });
        }
        scope = program.classes[class].outer;
    }
    imported(program, from, name, arguments, judge)
        .map(|resolution| ScopedResolution { resolution, scope: None })
}

fn imported(
    program: &Program,
    from: ClassId,
    name: &str,
    arguments: &[Argument],
    judge: &mut dyn Judge,
) -> Result<Resolution, CallError> {
    let unit = program.classes[from].unit;
    let single = Loaded(program, &[]).static_imports(unit, name);
    for imports in [&single[..], &program.tables.units[unit].static_on_demand[..]] {
        let mut candidates = Overloads::new();
        let mut site = CallSite { class: from, name, arguments, from, is_super: false };
        for import in imports {
            let Imported::Class(class) = import else {
                return Err(CallError::Unsupported(format!("method {name}, perhaps from a static import")));
            };
            if let Some(hidden) = program.tables.hidden_member(*class, name) {
                return Err(CallError::Unsupported(format!("method {name}, perhaps of {}", hidden.what)));
            }
            for &method in program.member_methods(*class, name) {
                if program.methods[method].is_static() && !candidates.contains(&method) {
                    candidates.push(method);
                    site.class = *class;
                }
            }
            if candidates.is_empty() && program.lacks_method(*class, name, None) {
                site.class = *class;
            }
        }
        if !candidates.is_empty() || site.class != from {
            return choose(program, &site, &candidates, judge);
        }
    }
    Err(missing(program, &CallSite { class: from, name, arguments, from, is_super: false }))
}

/// The method among `candidates`, all of one name.
fn choose(
    program: &Program,
    site: &CallSite,
    candidates: &[MethodId],
    judge: &mut dyn Judge,
) -> Result<Resolution, CallError> {
    let is_there = |&method: &MethodId| program.is_in_release(program.methods[method].modifiers, site.from);
    let candidates: Overloads = candidates.iter().copied().filter(is_there).collect();
    if candidates.is_empty() {
        return Err(missing(program, site));
    }
    if site.arguments.iter().any(|a| a.types().contains(&Ty::Unknown)) {
        return Err(CallError::Unsupported(format!("call of {} with an unsupported argument", site.name)));
    }
    for phase in [Phase::Strict, Phase::Loose, Phase::VariableArity] {
        let mut applicable = Overloads::new();
        let mut perhaps = None;
        for &method in &candidates {
            match applies(program, site, method, phase, judge) {
                Applies::No => {}
                _ if !is_accessible(program, site, method) => {}
                Applies::Perhaps => perhaps = Some(method),
                Applies::Yes => applicable.push(method),
            }
        }
        if let Some(method) = perhaps {
            return Err(CallError::Unsupported(format!("method {}", describe(program, method))));
        }
        if !applicable.is_empty() {
            let method = most_specific(program, site, &applicable, phase, judge)?;
            return Ok(Resolution { method, varargs_call: phase == Phase::VariableArity });
        }
    }
    Err(not_applicable(program, site, &candidates))
}

fn is_accessible(program: &Program, site: &CallSite, method: MethodId) -> bool {
    let m = &program.methods[method];
    if site.is_super {
        // Of an anonymous class's superclass the code around calls it in that class's name.
        let is_inherited = m.is_constructor() && m.modifiers.has(Modifiers::PROTECTED);
        return is_inherited || program.may_access(m.modifiers, m.class, site.from);
    }
    if m.is_constructor() && m.modifiers.has(Modifiers::PROTECTED) {
        // `new C()` of another package's class reaches no protected constructor (6.6.2.2).
        return program.same_package(m.class, site.from);
    }
    // An array's methods are those of Object, but public.
    program.may_access_through(m.modifiers, m.class, site.class, site.from)
}

fn applies(
    program: &Program,
    site: &CallSite,
    method: MethodId,
    phase: Phase,
    judge: &mut dyn Judge,
) -> Applies {
    let m = &program.methods[method];
    let count = site.arguments.len();
    let fits = match phase {
        Phase::VariableArity => m.varargs && count + 1 >= m.parameters.len(),
        _ => count == m.parameters.len(),
    };
    if !fits {
        return Applies::No;
    }
    if judge.judges(program, method) && m.parameters.iter().all(|p| p.ty != Ty::Unknown) {
        return if judge.applies(method, phase) { Applies::Yes } else { Applies::No };
    }
    let mut result = Applies::Yes;
    for (i, argument) in site.arguments.iter().enumerate() {
        let parameter = parameter_type(program, method, i, phase);
        for &ty in argument.types() {
            let one = match parameter {
                Ty::Unknown => may_convert(program, ty, method, i, phase),
                known => converts(program, ty, known, phase),
            };
            result = result.min(one);
        }
        if result == Applies::No {
            break;
        }
    }
    result
}

/// The type that the i-th argument must convert to.
fn parameter_type(program: &Program, method: MethodId, index: usize, phase: Phase) -> Ty {
    let parameters = &program.methods[method].parameters;
    let last = parameters.len() - 1;
    if phase == Phase::VariableArity && index >= last {
        parameters[last].ty.array().map_or(Ty::Unknown, |a| a.cell())
    } else {
        parameters[index].ty
    }
}

fn converts(program: &Program, argument: Ty, parameter: Ty, phase: Phase) -> Applies {
    let yes = match phase {
        Phase::Strict => program.strictly_converts(argument, parameter),
        _ => program.loosely_converts(argument, parameter),
    };
    match yes {
        true => Applies::Yes,
        false if program.may_be_subtype(argument, parameter) => Applies::Perhaps,
        false => Applies::No,
    }
}

/// [`converts`] for a parameter whose type lies outside our world.
fn may_convert(program: &Program, argument: Ty, method: MethodId, index: usize, phase: Phase) -> Applies {
    let last = program.methods[method].parameters.len() - 1;
    let Some(outside) = program.tables.outside_parameters.get(&(method, index.min(last))) else {
        return Applies::Perhaps;
    };
    // Types outside our world are reference types: nothing primitive is one without boxing.
    let argument = match argument {
        Ty::Primitive(p) if phase != Phase::Strict => Ty::Class(program.wrapper(p)),
        other => other,
    };
    let may = if phase == Phase::VariableArity && index >= last {
        outside.cell().may_take(program, argument)
    } else {
        outside.may_take(program, argument)
    };
    if may { Applies::Perhaps } else { Applies::No }
}

/// JLS 15.12.2.5.
fn most_specific(
    program: &Program,
    site: &CallSite,
    applicable: &[MethodId],
    phase: Phase,
    judge: &mut dyn Judge,
) -> Result<MethodId, CallError> {
    if let [only] = applicable {
        return Ok(*only);
    }
    let count = site.arguments.len();
    let mut maximal: SmallVec<[MethodId; 4]> = SmallVec::new();
    for &m in applicable {
        if applicable.iter().all(|&n| n == m || is_more_specific(program, m, n, count, phase, judge)) {
            maximal.push(m);
        }
    }
    match maximal[..] {
        [] => Err(ambiguous(program, site, applicable[0], applicable[1])),
        [only] => Ok(only),
        [first, second, ..] => {
            // Each as specific as the other: the same signature, inherited in several ways.
            if maximal.iter().any(|&m| m != first && !program.is_override_equivalent(site.class, m, first)) {
                return Err(ambiguous(program, site, first, second));
            }
            let mut concrete = maximal.iter().copied().filter(|&m| !program.methods[m].is_abstract());
            match (concrete.next(), concrete.next()) {
                (Some(only), None) => Ok(only),
                (Some(one), Some(other)) => Err(ambiguous(program, site, one, other)),
                (None, _) => Ok(narrowest_return(program, &maximal)),
            }
        }
    }
}

/// Whether `m` may stand wherever `n` does, for this number of arguments.
fn is_more_specific(
    program: &Program,
    m: MethodId,
    n: MethodId,
    count: usize,
    phase: Phase,
    judge: &mut dyn Judge,
) -> bool {
    let mut positions = count;
    if phase == Phase::VariableArity {
        // One position more compares what both would take next.
        let longest = program.methods[m].parameters.len().max(program.methods[n].parameters.len());
        positions = positions.max(longest);
    }
    if judge.judges(program, m) || judge.judges(program, n) {
        return judge.is_more_specific(m, n, positions, phase);
    }
    (0..positions).all(|i| {
        let (s, t) = (parameter_type(program, m, i, phase), parameter_type(program, n, i, phase));
        program.is_subtype(s, t)
    })
}

/// Of abstract methods with one signature, the one whose result is a subtype of the others'.
fn narrowest_return(program: &Program, methods: &[MethodId]) -> MethodId {
    let narrowest = methods.iter().copied().find(|&m| {
        let result = program.methods[m].return_type;
        methods.iter().all(|&n| {
            result == program.methods[n].return_type
                || program.is_subtype(result, program.methods[n].return_type)
        })
    });
    narrowest.unwrap_or(methods[0])
}

fn describe(program: &Program, method: MethodId) -> String {
    program.method_name(method)
}

fn call_text(program: &Program, site: &CallSite) -> String {
    let name = if site.name == "<init>" { &program.classes[site.class].name } else { site.name };
    let arguments: Vec<String> = site.arguments.iter().map(|a| argument_text(program, a)).collect();
    format!("{name}({})", arguments.join(","))
}

fn argument_text(program: &Program, argument: &Argument) -> String {
    let types: Vec<String> = argument.types().iter().map(|&t| program.simple_type_name(t)).collect();
    types.join("|")
}

#[cold]
fn ambiguous(program: &Program, site: &CallSite, first: MethodId, second: MethodId) -> CallError {
    CallError::Ambiguous {
        call: call_text(program, site),
        first: describe(program, first),
        second: describe(program, second),
    }
}

/// Whether the class may well have such a method in the JDK, or where we do not see it.
fn may_exist(program: &Program, site: &CallSite, count: Option<usize>) -> bool {
    // Private methods of a compiled class are not read, and another version may have more.
    let is_compiled = program.role(site.class).is_compiled() && count.is_none();
    is_compiled
        || program.classes[site.class].unsupported.is_some()
        || program.lacks_method(site.class, site.name, count)
}

/// No method of the name at all.
#[cold]
fn missing(program: &Program, site: &CallSite) -> CallError {
    let call = call_text(program, site);
    if may_exist(program, site, None) {
        CallError::Unsupported(format!("method {}.{call}", program.classes[site.class].qualified_name))
    } else {
        no_such_method(program, site, call)
    }
}

/// Whether another version of the JDK may have more of the class: all but `Object`.
fn has_later_members(program: &Program, class: ClassId) -> bool {
    program.role(class) == Role::Library && class != program.well_known.object
}

fn no_such_method(program: &Program, site: &CallSite, call: String) -> CallError {
    let class = &program.classes[site.class];
    if has_later_members(program, site.class) {
        CallError::NotInLibrary { class: class.qualified_name.clone(), call }
    } else {
        CallError::NoSuchMethod(call)
    }
}

/// Methods of the name, but none for these arguments.
#[cold]
fn not_applicable(program: &Program, site: &CallSite, candidates: &[MethodId]) -> CallError {
    let call = call_text(program, site);
    if may_exist(program, site, Some(site.arguments.len())) {
        return CallError::Unsupported(format!(
            "method {}.{call}",
            program.classes[site.class].qualified_name
        ));
    }
    let takes_as_many = |&m: &MethodId| {
        let m = &program.methods[m];
        m.varargs || m.parameters.len() == site.arguments.len()
    };
    if has_later_members(program, site.class) && !candidates.iter().any(takes_as_many) {
        return no_such_method(program, site, call);
    }
    match candidates {
        [only] if !is_accessible(program, site, *only) => CallError::Inaccessible(describe(program, *only)),
        [only] => {
            let reason = Some(format!("{} does not take these arguments", describe(program, *only)));
            CallError::NotApplicable { call, reason }
        }
        _ => CallError::NotApplicable { call, reason: None },
    }
}
