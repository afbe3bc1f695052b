//! Objects of the program's generic classes: `Cache<Integer, String> cache = new Cache<>(5, loader)`.
//!
//! A type variable stands for one type in all of a driver ([`Chosen`](crate::driver::containers::Chosen)), so that the receiver, what
//! it is given and what it gives fit. Where a type is written with arguments, its variables stand for these as long as its object is
//! made. A class whose variables nothing is known to stand for is used raw.

use crate::driver::containers::written_type;
use crate::driver::recipes::Arrangement;
use crate::sema::functions::stand_ins;
use crate::sema::generic::signature::{Owner, Signature, SignatureArgument, Variable};
use crate::sema::generic::source;
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::types::Ty;

const fn variable(class: ClassId, index: usize) -> Variable {
    Variable { owner: Owner::Class(class), index: index as u32 }
}

impl Arrangement<'_, '_> {
    /// What the type variables of a class of the program stand for, those of its supertypes too; `None` where it is used raw.
    pub(super) fn type_arguments(&mut self, class: ClassId) -> Option<Vec<Signature>> {
        let program = self.access.program;
        let count = program.decl(class).type_parameters.len();
        let mut arguments = Vec::with_capacity(count);
        for index in 0..count {
            let variable = variable(class, index);
            if program.outer_instance(class).is_some() || stand_ins(program, variable).is_empty() {
                return None;
            }
            arguments.push(self.choice(variable));
        }
        self.bind_supertypes(class, &arguments);
        Some(arguments)
    }

    fn bind_supertypes(&mut self, class: ClassId, arguments: &[Signature]) {
        let program = self.access.program;
        let mut next = vec![(class, arguments.to_vec())];
        while let Some((class, arguments)) = next.pop() {
            let Ok(signature) = source::class_signature(program, class) else { continue };
            for above in signature.supertypes {
                let Some(Signature::Class(above, given)) = above.seen_with(class, &arguments) else {
                    continue;
                };
                if program.role(above).is_foreign() {
                    continue;
                }
                let given: Option<Vec<Signature>> = given.into_iter().map(exact).collect();
                for (index, ty) in given.iter().flatten().enumerate() {
                    self.chosen.insert(variable(above, index), ty.clone());
                }
                next.extend(given.map(|given| (above, given)));
            }
        }
    }

    /// The variables of the class stand for these from here on.
    pub(super) fn bind(&mut self, class: ClassId, arguments: &[Signature]) {
        for (index, ty) in arguments.iter().enumerate() {
            self.chosen.insert(variable(class, index), ty.clone());
        }
        self.bind_supertypes(class, arguments);
    }

    /// The type of a variable as the statement that declares it has it, and what the type variables of its class stand for
    /// there; they do so in all of the driver then. `None` where it is raw, or where they stand for something else already.
    pub(super) fn written_arguments(
        &mut self,
        class: ClassId,
        name: &str,
    ) -> Option<(String, Vec<Signature>)> {
        let program = self.access.program;
        let declares = format!(" {name} = ");
        let (written, _) = self.statements.iter().find_map(|statement| statement.split_once(&declares))?;
        let (_, list) = written.strip_suffix('>')?.split_once('<')?;
        let mut arguments = Vec::new();
        for (index, text) in list.split(", ").enumerate() {
            let options = stand_ins(program, variable(class, index));
            let is_it = |ty: &Signature| written_type(self.access, ty).as_deref() == Some(text);
            arguments.push(options.into_iter().find(is_it)?);
        }
        let stands_for =
            |(index, ty)| self.chosen.get(&variable(class, index)).is_none_or(|known| known == ty);
        if arguments.len() != program.decl(class).type_parameters.len()
            || !arguments.iter().enumerate().all(stands_for)
        {
            return None;
        }
        let written = written.to_owned();
        self.bind(class, &arguments);
        Some((written, arguments))
    }

    /// An object of a class of the program that is written with type arguments.
    pub(super) fn generic_object(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let Signature::Class(class, arguments) = ty else { return None };
        let program = self.access.program;
        if arguments.is_empty() || program.role(*class).is_foreign() || depth > super::recipes::DEPTH {
            return None;
        }
        let concrete = self.concrete(ty);
        let Signature::Class(_, arguments) = &concrete else { return None };
        let arguments: Vec<Signature> = arguments.iter().cloned().map(exact).collect::<Option<_>>()?;
        let written = written_type(self.access, &concrete)?;
        if self.values.one_in(16) {
            return Some(self.typed_null(Ty::Class(*class)));
        }
        if let Some(alias) = self.written_alias(&written) {
            return Some(alias);
        }
        let mut candidates = self.access.candidates(*class).to_vec();
        candidates.retain(|&candidate| {
            program.role(candidate) != Role::Stub
                && program.classes[candidate].constants.is_empty()
                && self.arguments_below(candidate, *class, &arguments).is_some()
        });
        let candidate = *candidates.get(self.values.below(candidates.len()))?;
        let own = self.arguments_below(candidate, *class, &arguments)?;
        let before = self.chosen.clone();
        self.bind(candidate, &own);
        let made = self.made_object(candidate, name, depth);
        self.chosen = before;
        made
    }

    /// A variable of just this type, now and then.
    fn written_alias(&mut self, written: &str) -> Option<String> {
        let same: Vec<usize> = (0..self.variables.len())
            .filter(|&at| self.variables[at].written.as_deref() == Some(written))
            .collect();
        if same.is_empty() || !self.values.one_in(5) {
            return None;
        }
        Some(self.variables[same[self.values.below(same.len())]].name.clone())
    }

    /// What the variables of a class below `class` stand for, so that its objects are of `class` with these arguments.
    fn arguments_below(
        &self,
        below: ClassId,
        class: ClassId,
        arguments: &[Signature],
    ) -> Option<Vec<Signature>> {
        if below == class {
            return Some(arguments.to_vec());
        }
        let program = self.access.program;
        let count = program.decl(below).type_parameters.len();
        let own: Vec<Signature> =
            (0..count).map(|index| Signature::Variable(variable(below, index))).collect();
        let mut found: Vec<Option<Signature>> = vec![None; count];
        let mut next = vec![(below, own)];
        while let Some((at, own)) = next.pop() {
            for above in source::class_signature(program, at).ok()?.supertypes {
                let Some(Signature::Class(above, given)) = above.seen_with(at, &own) else { continue };
                let given: Option<Vec<Signature>> = given.into_iter().map(exact).collect();
                let Some(given) = given.filter(|_| program.is_subclass(above, class)) else { continue };
                if above != class {
                    next.push((above, given));
                    continue;
                }
                for (given, wanted) in given.iter().zip(arguments) {
                    match given {
                        Signature::Variable(Variable { owner: Owner::Class(of), index }) if *of == below => {
                            *found.get_mut(*index as usize)? = Some(wanted.clone());
                        }
                        given if given == wanted => {}
                        _ => return None,
                    }
                }
                return found.into_iter().collect();
            }
        }
        None
    }

    /// A static method that gives an object of a generic class gives one with the arguments that are wanted.
    pub(super) fn bind_factory(&mut self, maker: MethodId, class: ClassId) {
        let program = self.access.program;
        if !program.methods[maker].is_static() || program.decl(class).type_parameters.is_empty() {
            return;
        }
        let Ok(signature) = source::method_signature(program, maker) else { return };
        let (Signature::Class(of, given), Some(arguments)) = (signature.result, self.type_arguments(class))
        else {
            return;
        };
        for (given, wanted) in given.into_iter().filter_map(exact).zip(arguments).filter(|_| of == class) {
            if let Signature::Variable(variable) = given {
                self.chosen.insert(variable, wanted);
            }
        }
    }

    /// Whether the type of what a static method gives has wildcards for arguments.
    pub(super) fn gives_wildcards(&self, maker: MethodId) -> bool {
        let program = self.access.program;
        let result = program.methods[maker].is_static().then(|| source::method_signature(program, maker));
        let is_wildcard = |argument: &SignatureArgument| !matches!(argument, SignatureArgument::Exact(_));
        match result {
            Some(Ok(signature)) => {
                matches!(signature.result, Signature::Class(_, given) if given.iter().any(is_wildcard))
            }
            _ => false,
        }
    }

    /// A type with what its variables stand for, its wildcards as they are.
    pub(super) fn seen(&mut self, ty: &Signature) -> Signature {
        match ty {
            Signature::Variable(variable) => self.choice(*variable),
            Signature::Array(cell) => Signature::Array(Box::new(self.seen(cell))),
            Signature::Class(class, arguments) => {
                let mut seen = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    seen.push(match argument {
                        SignatureArgument::Exact(ty) => SignatureArgument::Exact(self.seen(ty)),
                        SignatureArgument::Extends(ty) => SignatureArgument::Extends(self.seen(ty)),
                        SignatureArgument::Super(ty) => SignatureArgument::Super(self.seen(ty)),
                        SignatureArgument::Unbounded => SignatureArgument::Unbounded,
                    });
                }
                Signature::Class(*class, seen)
            }
            other => other.clone(),
        }
    }

    /// What the call under test gives, as it is written; `None` where its erasure says all that is known.
    pub(super) fn result(&mut self, method: MethodId) -> Option<Signature> {
        let program = self.access.program;
        let m = &program.methods[method];
        if m.is_constructor() {
            let arguments = self.type_arguments(m.class).filter(|arguments| !arguments.is_empty())?;
            let arguments = arguments.into_iter().map(SignatureArgument::Exact).collect();
            return Some(Signature::Class(m.class, arguments));
        }
        if !m.is_static() && self.type_arguments(m.class).is_none() {
            return None;
        }
        let result = source::method_signature(program, method).ok()?.result;
        let says_more = match &result {
            Signature::Variable(_) => true,
            Signature::Class(class, arguments) => !arguments.is_empty() || program.role(*class).is_compiled(),
            _ => false,
        };
        says_more.then(|| self.seen(&result))
    }
}

fn exact(argument: SignatureArgument) -> Option<Signature> {
    match argument {
        SignatureArgument::Exact(ty) => Some(ty),
        _ => None,
    }
}
