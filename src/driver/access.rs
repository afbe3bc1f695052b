//! What a driver of one package may use: which members it may call and classes it may name, and what there makes objects.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::driver::names;
use crate::driver::yields::Yields;
use crate::index::IndexVec;
use crate::sema::program::{ClassId, FieldId, Method, MethodId, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::{Modifiers, TypeKind};

/// What a driver of one package may use.
pub(super) struct Access<'p> {
    pub program: &'p Program,
    /// The class in which drivers stand.
    pub host: ClassId,
    pub yields: Arc<Yields>,
    pub found: Arc<FoundWays>,
}

/// The ways to objects of each class that drivers of one package have. All classes are looked through for them, so that is done
/// once, when somebody asks.
#[derive(Debug, Default)]
pub(super) struct FoundWays(OnceLock<IndexVec<ClassId, Ways>>);

#[derive(Debug, Default)]
struct Ways {
    candidates: OnceLock<Vec<ClassId>>,
    makers: OnceLock<Vec<MethodId>>,
    builders: OnceLock<Vec<MethodId>>,
    instance_methods: OnceLock<Vec<MethodId>>,
}

impl<'p> Access<'p> {
    /// Without a way to objects that drivers cannot make.
    pub(super) fn new(program: &'p Program, host: ClassId) -> Self {
        Self { program, host, yields: Arc::default(), found: Arc::default() }
    }

    fn ways(&self, class: ClassId) -> &Ways {
        let ways = || self.program.classes.ids().map(|_| Ways::default()).collect();
        &self.found.0.get_or_init(ways)[class]
    }

    pub(super) fn may_call(&self, method: MethodId) -> bool {
        self.is_open(method) && self.may_name(self.program.methods[method].class)
    }

    /// Whether drivers may call the method where they have a type that they can name and that has it.
    fn is_open(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        m.unsupported.is_none() && self.program.may_access(m.modifiers, m.class, self.host)
    }

    /// Whether drivers call a method of a class that they cannot name on objects of one below it, which has inherited it.
    pub(super) fn may_call_inherited(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        let inherits = |&below: &ClassId| self.program.implementation(below, method) == Some(method);
        !m.is_static()
            && !m.is_constructor()
            && self.is_open(method)
            && self.candidates(m.class).iter().any(inherits)
    }

    pub(super) fn type_name(&self, ty: Ty) -> String {
        names::type_name(self.program, self.host, ty)
    }

    /// Whether driver code can write the name of the class.
    pub(super) fn may_name(&self, class: ClassId) -> bool {
        let c = &self.program.classes[class];
        self.program.may_access(c.modifiers, class, self.host)
            && !self.program.is_local_class(class)
            && c.outer.is_none_or(|outer| self.may_name(outer))
    }

    pub(super) fn is_concrete(&self, class: ClassId) -> bool {
        let c = &self.program.classes[class];
        matches!(c.kind, TypeKind::Class | TypeKind::Record)
            && !c.modifiers.has(Modifiers::ABSTRACT)
            && c.unsupported.is_none()
    }

    /// The classes whose objects can be made for a variable of type `class`.
    pub(super) fn candidates(&self, class: ClassId) -> &[ClassId] {
        self.ways(class).candidates.get_or_init(|| self.find_candidates(class))
    }

    fn find_candidates(&self, class: ClassId) -> Vec<ClassId> {
        let program = self.program;
        program
            .classes
            .ids()
            .filter(|&c| !program.role(c).is_foreign() && program.is_subclass(c, class) && self.may_name(c))
            .filter(|&c| !program.is_function(c))
            .filter(|&c| {
                let is_enum = !program.classes[c].constants.is_empty();
                is_enum || !self.makers(c).is_empty() || !self.constants(c).is_empty()
            })
            .collect()
    }

    /// The classes of the class path whose objects may stand for an abstract type of it: those that are known, as what a sealed
    /// type permits is.
    pub(super) fn compiled_candidates(&self, class: ClassId) -> Vec<ClassId> {
        let program = self.program;
        let of_class_path = |c: ClassId| program.role(c) == Role::ClassPath;
        let declared = &program.classes[class];
        if !of_class_path(class) || !(declared.is_interface() || declared.is_abstract()) {
            return Vec::new();
        }
        let has_objects = |c: ClassId| self.is_concrete(c) || program.classes[c].kind == TypeKind::Enum;
        let below = program.classes.ids().filter(|&c| of_class_path(c) && program.is_subclass(c, class));
        below.filter(|&c| has_objects(c) && self.may_name(c)).collect()
    }

    /// Constructors; where there is none to call, static methods that give an object of the class, its own or another
    /// class's; where there is none of these either, methods of other objects that give one, such as `build()`.
    pub(super) fn makers(&self, class: ClassId) -> &[MethodId] {
        self.ways(class).makers.get_or_init(|| self.find_makers(class))
    }

    fn find_makers(&self, class: ClassId) -> Vec<MethodId> {
        let makers = self.direct_makers(class);
        if !makers.is_empty() {
            return makers;
        }
        let makers = self.givers(class, Method::is_static);
        if !makers.is_empty() {
            return makers;
        }
        let mut givers = self.givers(class, |m| !m.is_static() && !m.is_constructor());
        givers.retain(|&m| self.is_makeable_at_once(self.program.methods[m].class));
        givers
    }

    /// Constructors and static methods of the class itself.
    fn direct_makers(&self, class: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let methods = program.classes[class].methods.iter().copied().filter(|&m| self.may_call(m));
        let (constructors, others): (Vec<_>, Vec<_>) =
            methods.partition(|&m| program.methods[m].is_constructor());
        if !constructors.is_empty() && self.is_concrete(class) {
            return constructors;
        }
        let makes = |m: &Method| m.is_static() && m.return_type == Ty::Class(class);
        others.into_iter().filter(|&m| makes(&program.methods[m])).collect()
    }

    /// The methods by which objects of its nested classes build one: `Order.Builder.build()`.
    pub(super) fn builders(&self, class: ClassId) -> &[MethodId] {
        self.ways(class).builders.get_or_init(|| self.find_builders(class))
    }

    fn find_builders(&self, class: ClassId) -> Vec<MethodId> {
        let mut builders = self.givers(class, |m| !m.is_static() && !m.is_constructor());
        builders.retain(|&m| {
            let builder = self.program.methods[m].class;
            self.program.classes[builder].outer == Some(class) && self.is_makeable_at_once(builder)
        });
        builders
    }

    /// The static finals of the class that hold objects of it: `Money.ZERO`.
    pub(super) fn constants(&self, class: ClassId) -> Vec<FieldId> {
        let program = self.program;
        let is_constant = |&field: &FieldId| {
            let f = &program.fields[field];
            f.is_static()
                && f.modifiers.has(Modifiers::FINAL)
                && f.ty == Ty::Class(class)
                && program.may_access(f.modifiers, f.class, self.host)
        };
        let declared = &program.classes[class];
        let is_generic = !program.decl(class).type_parameters.is_empty();
        if !declared.constants.is_empty() || program.role(class).is_foreign() || is_generic {
            return Vec::new();
        }
        declared.fields.iter().copied().filter(is_constant).collect()
    }

    /// The methods of other classes of the program that give an object of just this class; of an abstract type of others, of it or
    /// of one below it: a `ParameterizedType` is a `Type`.
    fn givers(&self, class: ClassId, is_one: impl Fn(&Method) -> bool) -> Vec<MethodId> {
        let program = self.program;
        let is_read = |c: ClassId| matches!(program.role(c), Role::Given | Role::SourcePath);
        let others = program.classes.ids().filter(|&c| c != class && is_read(c));
        let methods = others.flat_map(|c| program.classes[c].methods.iter().copied());
        let is_open = |c: ClassId| {
            let declared = &program.classes[c];
            program.role(c).is_foreign() && (declared.is_interface() || declared.is_abstract())
        };
        let is_below = |given: ClassId| is_open(class) && is_open(given) && program.is_subclass(given, class);
        let gives = |m: &Method| {
            m.return_type.class().is_some_and(|given| given == class || is_below(given)) && is_one(m)
        };
        methods.filter(|&m| gives(&program.methods[m]) && self.may_call(m)).collect()
    }

    fn is_makeable_at_once(&self, class: ClassId) -> bool {
        !self.direct_makers(class).is_empty() || !self.givers(class, Method::is_static).is_empty()
    }

    /// The methods of a class that give an object of it and so stand in a row of calls: `to("x").subject("y")`.
    pub(super) fn fluent(&self, class: ClassId) -> Vec<MethodId> {
        let methods = &self.program.methods;
        let is_fluent = |&m: &MethodId| methods[m].return_type == Ty::Class(class);
        self.instance_methods(class).iter().copied().filter(is_fluent).collect()
    }

    /// The same, and of an abstract type the text that objects of its classes make of themselves: what a record holds, no
    /// method of the interface that it implements may show.
    pub(super) fn readers(&self, class: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let mut found = self.instance_methods(class).to_vec();
        let text = |m: &MethodId| {
            let method = &program.methods[*m];
            &*method.name == "toString" && method.parameters.is_empty()
        };
        let makes_text = |class: ClassId| self.instance_methods(class).iter().any(text);
        let declared = &program.classes[class];
        if (declared.is_interface() || declared.is_abstract())
            && !found.iter().any(text)
            && self.candidates(class).iter().copied().any(makes_text)
        {
            let of_object = program.classes[program.well_known.object].methods.iter();
            found.extend(of_object.copied().find(text));
        }
        found
    }

    /// The instance methods that driver code can call on an object of the class, inherited ones included, the
    /// nearest declaration first.
    pub(super) fn instance_methods(&self, class: ClassId) -> &[MethodId] {
        self.ways(class).instance_methods.get_or_init(|| self.find_instance_methods(class))
    }

    fn find_instance_methods(&self, class: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let mut found: Vec<MethodId> = Vec::new();
        let mut signatures: FxHashSet<(&str, Vec<Ty>)> = FxHashSet::default();
        let is_named = self.may_name(class);
        let may_call = |m: MethodId| if is_named { self.is_open(m) } else { self.may_call(m) };
        let mut next = Some(class);
        while let Some(c) = next {
            if program.role(c).is_foreign() {
                break;
            }
            next = program.classes[c].superclass;
            // What a stub does is no code under test.
            if program.role(c) == Role::Stub {
                continue;
            }
            for &m in &program.classes[c].methods {
                let method = &program.methods[m];
                if method.is_static() || method.is_constructor() || !may_call(m) {
                    continue;
                }
                if signatures.insert((&method.name, method.parameters.iter().map(|p| p.ty).collect())) {
                    found.push(m);
                }
            }
        }
        found
    }
}
