//! Bridges (JLS 8.4.8.3, 15.12.4.5): a method that overrides one whose parameters have other types once both are erased does so
//! by a second one, which has those types, casts what it gets, and calls the first. They are members of a class that no name
//! leads to, and run like any other.

use crate::sema::load::{Loader, MemberState};
use crate::sema::program::{ClassId, Method, MethodId, MethodKind, MethodSource, Program};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;

/// A method of a class, and what it overrides there by a bridge.
struct Bridge {
    class: ClassId,
    target: MethodId,
    under: MethodId,
}

impl Loader {
    pub(super) fn add_bridges(&mut self) {
        for class in self.program.classes.ids() {
            if self.program.role(class).is_compiled() {
                continue;
            }
            for bridge in needed(&self.program, class) {
                self.add_bridge(&bridge);
            }
        }
    }

    fn add_bridge(&mut self, bridge: &Bridge) {
        let (target, under) = (&self.program.methods[bridge.target], &self.program.methods[bridge.under]);
        let access = Modifiers::PUBLIC | Modifiers::PROTECTED;
        let modifiers = Modifiers { bits: target.modifiers.bits & access, span: target.modifiers.span };
        let method = Method {
            class: bridge.class,
            name: under.name.clone(),
            kind: MethodKind::Method,
            modifiers,
            parameters: under.parameters.clone(),
            return_type: under.return_type,
            varargs: false,
            throws: target.throws.clone(),
            source: MethodSource::Bridge(bridge.target),
            span: target.span,
            unsupported: None,
            is_generic: false,
            throws_variable: false,
        };
        let name = method.name.clone();
        let id = self.program.methods.push(method);
        self.program.tables.method_members.push(None);
        self.method_states.push(MemberState::Scanned);
        self.program.tables.classes[bridge.class].bridges.entry(name).or_default().push(id);
    }
}

fn needed(program: &Program, class: ClassId) -> Vec<Bridge> {
    let mut bridges: Vec<Bridge> = Vec::new();
    for &ancestor in program.tables.classes[class].ancestors.iter().filter(|&&ancestor| ancestor != class) {
        for &under in &program.classes[ancestor].methods {
            let u = &program.methods[under];
            let is_plain = u.kind == MethodKind::Method
                && !u.is_static()
                && !u.modifiers.has(Modifiers::PRIVATE)
                && u.parameters.iter().all(|p| p.ty != Ty::Unknown);
            if !is_plain {
                continue;
            }
            let is_taken = |&known: &MethodId| program.same_signature(known, under);
            let own = program.tables.classes[class].methods.get(&u.name).into_iter().flatten();
            if own.clone().any(is_taken) || bridges.iter().any(|bridge| is_taken(&bridge.under)) {
                continue;
            }
            // A method of a class that knows what it overrides has the types of one without variables itself.
            let declared = own.copied().find(|&over| u.is_generic && overrides(program, class, over, under));
            let target = declared.or_else(|| inherited(program, class, ancestor, under));
            bridges.extend(target.map(|target| Bridge { class, target, under }));
        }
    }
    bridges
}

fn overrides(program: &Program, class: ClassId, over: MethodId, under: MethodId) -> bool {
    let m = &program.methods[over];
    !m.is_static()
        && !m.modifiers.has(Modifiers::PRIVATE)
        && m.parameters.iter().all(|p| p.ty != Ty::Unknown)
        && program.is_override_equivalent(class, over, under)
}

/// What a superclass has for a method of an interface that implements it only in this class: the superclass does not implement the
/// interface, or there its type variables stand for other types than here. Of a class file the bridges are not read: there the
/// superclass may implement the interface, too.
fn inherited(program: &Program, class: ClassId, interface: ClassId, under: MethodId) -> Option<MethodId> {
    let above = program.classes[class].superclass;
    let mut scope = above;
    if !program.classes[interface].is_interface() {
        return None;
    }
    // Where it does so in the superclass already, that or one above it has the bridge.
    let is_bridged = |over: MethodId| {
        above.is_some_and(|above| {
            program.is_subclass(above, interface)
                && !program.role(above).is_compiled()
                && overrides(program, above, over, under)
        })
    };
    while let Some(current) = scope {
        let name = &program.methods[under].name;
        let mut declared = program.tables.classes[current].methods.get(name).into_iter().flatten().copied();
        if declared.clone().any(|over| program.same_signature(over, under)) {
            return None;
        }
        let found = declared
            .find(|&over| !program.methods[over].is_abstract() && overrides(program, class, over, under));
        if found.is_some() {
            return found.filter(|&over| !is_bridged(over));
        }
        scope = program.classes[current].superclass;
    }
    None
}
