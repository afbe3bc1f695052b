//! Which static fields a method's outcome depends on: those that a driver has to set.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::literals;
use crate::exec::linked::Start;
use crate::index::{Id, IndexVec};
use crate::sema::program::{BodyState, FieldId, MethodId, MethodKind, Program};
use crate::sema::typed_tree::{Body, Dispatch, ExprId, ExprKind, StmtKind};
use crate::sema::unprocessed::UnprocessedCode;

/// How tests that depend on a static field set it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// Nothing but the initialiser of its class changes it: there is nothing to set.
    Steady,
    /// By an assignment, where the driver's package may; else by a call of a method that sets it.
    Assigned,
    /// As a private one, whatever the tests before have left in it: by reflection, to what it held at first. No other value
    /// is given: no run of the program might come to it.
    Reset(Start),
    /// As seldom: the program keeps there what it has made, and a test begins with whatever is there.
    Memory(Option<Start>),
}

/// Static fields read and written by each method and whatever it calls.
pub(super) struct StaticUse {
    reads: IndexVec<MethodId, BTreeSet<FieldId>>,
    writes: IndexVec<MethodId, BTreeSet<FieldId>>,
    /// The variables that are read and that neither a driver nor a method sets: none but a mutant changes them.
    steady: IndexVec<MethodId, BTreeSet<FieldId>>,
    /// All that some method writes.
    changed: BTreeSet<FieldId>,
    callers: IndexVec<MethodId, Vec<MethodId>>,
    settings: IndexVec<FieldId, Setting>,
}

impl StaticUse {
    /// `methods`: those whose bodies take part (of given and source-path files), instance initialisers included.
    pub(super) fn compute(
        program: &Program,
        methods: &[MethodId],
        setting: impl Fn(FieldId) -> Setting,
    ) -> Self {
        let settings: IndexVec<FieldId, Setting> = program.fields.ids().map(setting).collect();
        let mut this = Self {
            reads: IndexVec::from_elem(BTreeSet::new(), program.methods.len()),
            writes: IndexVec::from_elem(BTreeSet::new(), program.methods.len()),
            steady: IndexVec::from_elem(BTreeSet::new(), program.methods.len()),
            changed: BTreeSet::new(),
            callers: IndexVec::new(),
            settings: IndexVec::new(),
        };
        let mut callers: IndexVec<MethodId, Vec<MethodId>> =
            IndexVec::from_elem(Vec::new(), program.methods.len());
        let unprocessed: BTreeMap<MethodId, UnprocessedCode<'_>> =
            program.unprocessed().map(|code| (code.method, code)).collect();
        for &method in methods {
            let mut called = implied_callees(program, method);
            if let BodyState::Typed(body) = program.body(method) {
                this.own_accesses(program, method, body, &settings);
                called.extend(callees(program, body));
            }
            if let Some(code) = unprocessed.get(&method) {
                let is_named = |&callee: &MethodId| code.may_name(name_in_calls(program, callee));
                called.extend(methods.iter().copied().filter(is_named));
                let fields = program.fields.ids().filter(|&field| is_named_static(program, code, field));
                this.accesses_of_unprocessed(program, method, fields, &settings);
            }
            for callee in called {
                callers[callee].push(method);
            }
        }
        let mut work: Vec<MethodId> = methods.to_vec();
        while let Some(callee) = work.pop() {
            for &caller in &callers[callee] {
                if caller == callee {
                    continue;
                }
                let before = this.size(caller);
                for used in [&mut this.reads, &mut this.writes, &mut this.steady] {
                    let own = used[callee].clone();
                    used[caller].extend(own);
                }
                if this.size(caller) > before {
                    work.push(caller);
                }
            }
        }
        this.callers = callers;
        this.settings = settings;
        this
    }

    /// What is not processed may read and write whatever it names.
    fn accesses_of_unprocessed(
        &mut self,
        program: &Program,
        method: MethodId,
        fields: impl Iterator<Item = FieldId>,
        settings: &IndexVec<FieldId, Setting>,
    ) {
        let initializes = program.methods[method].kind == MethodKind::StaticInitializer;
        for field in fields.filter(|&field| !program.fields[field].is_final()) {
            self.writes[method].insert(field);
            if !initializes {
                self.changed.insert(field);
            }
            if settings[field] != Setting::Steady {
                self.reads[method].insert(field);
            } else if !initializes {
                self.steady[method].insert(field);
            }
        }
    }

    fn own_accesses(
        &mut self,
        program: &Program,
        method: MethodId,
        body: &Body,
        settings: &IndexVec<FieldId, Setting>,
    ) {
        let initializes = program.methods[method].kind == MethodKind::StaticInitializer;
        for expr in body.exprs.iter() {
            let written = match expr.kind {
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => Some(target),
                _ => None,
            };
            if let Some(target) = written
                && let ExprKind::StaticField(field) = body.exprs[target].kind
            {
                self.writes[method].insert(field);
                if !initializes {
                    self.changed.insert(field);
                }
            }
            // The target of a plain assignment counts as read too: setting one field too many does no harm.
            if let ExprKind::StaticField(field) = expr.kind {
                if settings[field] != Setting::Steady {
                    self.reads[method].insert(field);
                } else if !program.fields[field].is_final() && !initializes {
                    self.steady[method].insert(field);
                }
            }
        }
    }

    /// What a private static field held at first, where tests can give it that.
    pub(super) fn start(&self, field: FieldId) -> Option<Start> {
        match self.settings[field] {
            Setting::Reset(start) => Some(start),
            Setting::Memory(start) => start,
            Setting::Steady | Setting::Assigned => None,
        }
    }

    /// Whether a test may begin with whatever is in a static.
    pub(super) fn is_memory(&self, field: FieldId) -> bool {
        matches!(self.settings[field], Setting::Memory(_))
    }

    fn size(&self, method: MethodId) -> usize {
        self.reads[method].len() + self.writes[method].len() + self.steady[method].len()
    }

    /// Whether running one method may run another.
    pub(super) fn leads_to(&self, from: MethodId, to: MethodId) -> bool {
        self.leading_to(&[to]).contains(&from)
    }

    /// The methods that may run one of these: they themselves, and whatever calls them, directly or not.
    pub(super) fn leading_to(&self, methods: &[MethodId]) -> BTreeSet<MethodId> {
        let mut seen: BTreeSet<MethodId> = methods.iter().copied().collect();
        let mut pending = methods.to_vec();
        while let Some(method) = pending.pop() {
            pending.extend(self.callers[method].iter().copied().filter(|&caller| seen.insert(caller)));
        }
        seen
    }

    /// The methods that may call each method.
    pub(super) const fn callers(&self) -> &IndexVec<MethodId, Vec<MethodId>> {
        &self.callers
    }

    /// Whether a method changes the static; only initialisers give it a value otherwise.
    pub(super) fn is_changed(&self, field: FieldId) -> bool {
        self.changed.contains(&field)
    }

    pub(super) fn reads(&self, method: MethodId) -> &BTreeSet<FieldId> {
        &self.reads[method]
    }

    pub(super) fn steady(&self, method: MethodId) -> &BTreeSet<FieldId> {
        &self.steady[method]
    }

    pub(super) fn writes(&self, method: MethodId) -> &BTreeSet<FieldId> {
        &self.writes[method]
    }
}

/// What the initialiser of its class assigns a static, where that is constant: a Java expression.
pub(super) fn initial_value(program: &Program, field: FieldId) -> Option<String> {
    let initializer = program.classes[program.fields[field].class].static_initializer?;
    let BodyState::Typed(body) = program.body(initializer) else { return None };
    let mut assigned = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Assign { target, value } if body.exprs[target].kind == ExprKind::StaticField(field) => {
            Some(value)
        }
        _ => None,
    });
    let value = assigned.next().filter(|_| assigned.next().is_none())?;
    let ExprKind::ArrayLiteral { ty, elements } = &body.exprs[value].kind else {
        return literals::constant(body.exprs[value].constant.as_ref()?, program.fields[field].ty);
    };
    let cell = |&element: &ExprId| literals::constant(body.exprs[element].constant.as_ref()?, ty.cell());
    let cells: Vec<String> = elements.iter().map(cell).collect::<Option<_>>()?;
    Some(format!("{{{}}}", cells.join(", ")))
}

/// How code names a method where it calls it.
fn name_in_calls(program: &Program, method: MethodId) -> &str {
    let m = &program.methods[method];
    match m.is_constructor() {
        true => program.simple_class_name(m.class),
        false => &m.name,
    }
}

fn is_named_static(program: &Program, code: &UnprocessedCode<'_>, field: FieldId) -> bool {
    let declared = &program.fields[field];
    declared.is_static() && !program.role(declared.class).is_foreign() && code.may_name(&declared.name)
}

/// All methods that a body may call: of a virtual call, every override.
fn callees(program: &Program, body: &Body) -> BTreeSet<MethodId> {
    let mut callees = BTreeSet::new();
    for expr in body.exprs.iter() {
        match &expr.kind {
            ExprKind::Call(call) => {
                callees.insert(call.method);
                if call.dispatch == Dispatch::Virtual {
                    callees.extend(overrides(program, call.method));
                }
            }
            ExprKind::New { constructor, .. } => {
                callees.insert(*constructor);
            }
            _ => {}
        }
    }
    for stmt in body.stmts.iter() {
        if let StmtKind::ConstructorCall { constructor, .. } = stmt.kind {
            callees.insert(constructor);
        }
    }
    callees
}

/// What a constructor runs without naming it: the initialisers of its class, and a constructor without parameters of
/// the superclass.
fn implied_callees(program: &Program, method: MethodId) -> BTreeSet<MethodId> {
    let m = &program.methods[method];
    if !m.is_constructor() {
        return BTreeSet::new();
    }
    let class = &program.classes[m.class];
    let above = class.superclass.into_iter().flat_map(|superclass| &program.classes[superclass].methods);
    let constructors = above
        .copied()
        .filter(|&c| program.methods[c].is_constructor() && program.methods[c].parameters.is_empty());
    class.instance_initializer.into_iter().chain(constructors).collect()
}

fn overrides(program: &Program, method: MethodId) -> impl Iterator<Item = MethodId> + '_ {
    let owner = program.methods[method].class;
    program
        .classes
        .ids()
        .filter(move |&class| class.index() != owner.index() && program.is_subclass(class, owner))
        .filter_map(move |class| program.implementation(class, method))
}
