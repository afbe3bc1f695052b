//! Objects that no driver can make: those of anonymous, local and private classes, of the bodies of enum constants, and of
//! classes all of whose constructors are private. A method gives them as something above their class, or a static holds
//! them so; what is called on these runs their code, and may give further ones. What an object makes and keeps in a field, a
//! method that reads the field gives: nothing but the run tells whether it is one of that class.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::access::Access;
use crate::index::IndexVec;
use crate::sema::program::{
    BodyState, ClassId, FieldId, Method, MethodId, MethodKind, MethodSource, Program, Role,
};
use crate::sema::typed_tree::{Expr, ExprKind};

/// How many calls lie between what gives an object and its constructor at the most: a public method that goes through
/// private ones.
const LEVELS: usize = 3;

/// What gives an object of such a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Call(Giver),
    Static(FieldId),
}

/// A method that gives one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Giver {
    pub method: MethodId,
    /// The declaration by which a driver calls it.
    pub declared: MethodId,
    /// What its receiver is of: the class, or one below it. It may be one whose objects are only given, too.
    pub on: ClassId,
}

/// A method that can be called on such an object, and the declaration by which a driver calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub method: MethodId,
    pub declared: MethodId,
}

/// How drivers come by objects of one such class.
#[derive(Clone, Debug)]
pub(super) struct Yielded {
    /// The type of which they are to a driver.
    pub seen_as: ClassId,
    /// Never empty.
    pub ways: Vec<Way>,
    /// Never empty.
    pub methods: Vec<Seen>,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Yields {
    classes: BTreeMap<ClassId, Yielded>,
    by_method: BTreeMap<MethodId, Vec<ClassId>>,
}

impl Yields {
    /// `access`: of a class's package, where that has drivers; `callers`: by method.
    pub(super) fn compute<'p>(
        program: &'p Program,
        access: impl Fn(ClassId) -> Option<Access<'p>>,
        callers: &IndexVec<MethodId, Vec<MethodId>>,
    ) -> Self {
        let mut yields = Self::default();
        let held = held_in_statics(program);
        let is_read = |class: &ClassId| matches!(program.role(*class), Role::Given | Role::SourcePath);
        let mut left: Vec<(ClassId, Access<'p>)> = program
            .classes
            .ids()
            .filter(is_read)
            .filter_map(|class| Some((class, access(class)?)))
            .filter(|(class, access)| is_out_of_reach(access, *class))
            .collect();
        let shown = |yields: &Self, access: &Access<'p>, class: ClassId| {
            let held = held.get(&class).into_iter().flatten().copied();
            let given = yields.given(access, callers, class);
            held.map(Way::Static).chain(given.into_iter().map(Way::Call)).collect()
        };
        let kept = |_: &Self, access: &Access<'p>, class: ClassId| kept_around(access, class);
        // Each that is found may give others. The code shows that a call gives one, and of a field only that it may hold one.
        while yields.find(&mut left, shown) || yields.find(&mut left, kept) {}
        yields
    }

    /// Looks for ways to objects of the classes that are left; whether there are any.
    fn find<'p>(
        &mut self,
        left: &mut Vec<(ClassId, Access<'p>)>,
        ways: impl Fn(&Self, &Access<'p>, ClassId) -> Vec<Way>,
    ) -> bool {
        let mut found: Vec<(ClassId, Yielded)> = Vec::new();
        left.retain(|(class, access)| {
            let yielded = yielded(access, *class, &ways(self, access, *class));
            let is_left = yielded.is_none();
            found.extend(yielded.map(|yielded| (*class, yielded)));
            is_left
        });
        let is_any = !found.is_empty();
        for (class, yielded) in found {
            for seen in &yielded.methods {
                self.by_method.entry(seen.method).or_default().push(class);
            }
            self.classes.insert(class, yielded);
        }
        is_any
    }

    /// The nearest methods that a driver can call and that give an object of the class.
    fn given(
        &self,
        access: &Access<'_>,
        callers: &IndexVec<MethodId, Vec<MethodId>>,
        class: ClassId,
    ) -> Vec<Giver> {
        let methods = &access.program.methods;
        let constructors = access.program.classes[class].methods.iter().copied();
        let mut level: Vec<MethodId> = constructors.filter(|&m| methods[m].is_constructor()).collect();
        let mut seen: BTreeSet<MethodId> = level.iter().copied().collect();
        for _ in 0..LEVELS {
            level = level.iter().flat_map(|&m| &callers[m]).copied().filter(|&m| seen.insert(m)).collect();
            let calls = level.iter().flat_map(|&method| self.calls(access, method));
            let found: Vec<Giver> = calls.filter(|giver| gives(access, giver.declared, class)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// How a driver calls a method: by itself, or on objects that it is only given.
    fn calls(&self, access: &Access<'_>, method: MethodId) -> Vec<Giver> {
        let m = &access.program.methods[method];
        if m.kind != MethodKind::Method {
            return Vec::new();
        }
        if access.may_call(method) {
            return vec![Giver { method, declared: method, on: m.class }];
        }
        let on_given = |&on: &ClassId| {
            let seen = self.of(on)?.methods.iter().find(|seen| seen.method == method)?;
            Some(Giver { method, declared: seen.declared, on })
        };
        self.with(method).iter().filter_map(on_given).collect()
    }

    pub(super) fn of(&self, class: ClassId) -> Option<&Yielded> {
        self.classes.get(&class)
    }

    /// The classes through whose objects a driver can call a method.
    pub(super) fn with(&self, method: MethodId) -> &[ClassId] {
        self.by_method.get(&method).map_or(&[], Vec::as_slice)
    }
}

/// Whether there are objects of just this class, and a driver can make none.
fn is_out_of_reach(access: &Access<'_>, class: ClassId) -> bool {
    let is_enum = !access.program.classes[class].constants.is_empty();
    (access.is_concrete(class) || is_enum)
        && !access.program.is_function(class)
        && (!access.may_name(class) || !is_enum && access.makers(class).is_empty())
}

/// What the statics hold that are assigned new objects or constants of enums, by the objects' class.
fn held_in_statics(program: &Program) -> BTreeMap<ClassId, Vec<FieldId>> {
    let mut held: BTreeMap<ClassId, Vec<FieldId>> = BTreeMap::new();
    for initializer in program.classes.iter().filter_map(|class| class.static_initializer) {
        if program.role(program.methods[initializer].class).is_foreign() {
            continue;
        }
        let BodyState::Typed(body) = program.body(initializer) else { continue };
        for expr in body.exprs.iter() {
            let ExprKind::Assign { target, value } = expr.kind else { continue };
            let ExprKind::StaticField(field) = body.exprs[target].kind else { continue };
            let made = match body.exprs[value].kind {
                ExprKind::Convert { operand, .. } => operand,
                _ => value,
            };
            let is_of_enum = |constant: FieldId| {
                program.classes[program.fields[constant].class].constants.contains(&constant)
            };
            let class = match body.exprs[made].kind {
                ExprKind::New { constructor, .. } => program.methods[constructor].class,
                ExprKind::StaticField(constant) if is_of_enum(constant) => program.fields[constant].class,
                _ => continue,
            };
            held.entry(class).or_default().push(field);
        }
    }
    held
}

/// The methods of the classes around that give what they read from a field, and that may be an object of the class.
fn kept_around(access: &Access<'_>, class: ClassId) -> Vec<Way> {
    let program = access.program;
    let outer = |class: ClassId| program.classes[class].outer;
    let around = std::iter::successors(outer(class), |&class| outer(class));
    let ways = around.filter(|&on| access.may_name(on)).flat_map(|on| {
        let own = program.classes[on].methods.iter();
        let own = own.filter(|&&m| program.methods[m].is_static() && access.may_call(m));
        let methods = own.chain(access.instance_methods(on)).copied();
        methods
            .filter(|&method| gives(access, method, class) && reads_one(program, method, class))
            .map(move |method| Way::Call(Giver { method, declared: method, on }))
    });
    ways.collect()
}

/// Whether the method's own code reads a field that may hold an object of the class.
fn reads_one(program: &Program, method: MethodId, class: ClassId) -> bool {
    let may_hold = |field: FieldId| {
        let held = program.fields[field].ty.class();
        held.is_some_and(|held| held != program.well_known.object && program.is_subclass(class, held))
    };
    let reads = |expr: &Expr| match expr.kind {
        ExprKind::Field { field, .. } | ExprKind::StaticField(field) => may_hold(field),
        _ => false,
    };
    matches!(program.body(method), BodyState::Typed(body) if body.exprs.iter().any(reads))
}

/// Whether a method's type is one of which objects of the class are.
fn gives(access: &Access<'_>, method: MethodId, class: ClassId) -> bool {
    let m = &access.program.methods[method];
    m.kind == MethodKind::Method && m.return_type.class().is_some_and(|given| is_above(access, given, class))
}

fn is_above(access: &Access<'_>, above: ClassId, class: ClassId) -> bool {
    let program = access.program;
    above != program.well_known.object && program.is_subclass(class, above) && access.may_name(above)
}

/// The ways to objects that are seen as the class by which most of their methods can be called.
fn yielded(access: &Access<'_>, class: ClassId, ways: &[Way]) -> Option<Yielded> {
    let program = access.program;
    let seen_as = |way: &Way| match *way {
        Way::Call(giver) => program.methods[giver.declared].return_type.class(),
        Way::Static(field) => {
            let declared = &program.fields[field];
            let is_named = access.may_name(declared.class)
                && program.may_access(declared.modifiers, declared.class, access.host);
            let above = declared.ty.class().filter(|&above| is_above(access, above, class));
            above.filter(|_| is_named)
        }
    };
    let mut best: Option<Yielded> = None;
    for &way in ways {
        let Some(seen_as) = seen_as(&way) else { continue };
        match &mut best {
            Some(best) if best.seen_as == seen_as => best.ways.push(way),
            _ => {
                let methods = seen_methods(access, class, seen_as);
                if methods.len() > best.as_ref().map_or(0, |best| best.methods.len()) {
                    best = Some(Yielded { seen_as, ways: vec![way], methods });
                }
            }
        }
    }
    best
}

/// What of the program runs where a driver calls methods of `seen_as` on an object of the class.
fn seen_methods(access: &Access<'_>, class: ClassId, seen_as: ClassId) -> Vec<Seen> {
    let program = access.program;
    let mut above = vec![seen_as];
    let mut methods: Vec<Seen> = Vec::new();
    let mut at = 0;
    while let Some(&owner) = above.get(at) {
        at += 1;
        for &declared in &program.classes[owner].methods {
            let m: &Method = &program.methods[declared];
            let is_callable = m.kind == MethodKind::Method
                && !m.is_static()
                && m.unsupported.is_none()
                && program.may_access(m.modifiers, owner, access.host);
            let Some(method) = program.implementation(class, declared).filter(|_| is_callable) else {
                continue;
            };
            let method = match program.methods[method].source {
                MethodSource::Bridge(target) => target,
                _ => method,
            };
            let role = program.role(program.methods[method].class);
            let is_code = !role.is_foreign() && role != Role::Stub;
            if is_code && methods.iter().all(|seen| seen.method != method) {
                methods.push(Seen { method, declared });
            }
        }
        for supertype in program.classes[owner].supertypes() {
            if !above.contains(&supertype) {
                above.push(supertype);
            }
        }
    }
    methods
}
