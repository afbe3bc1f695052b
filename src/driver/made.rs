//! How an object of a class is made: by its constructors and factories, by constants of the JDK's classes, or as one was made before;
//! and the calls that bring it into another state.

use crate::driver::recipes::{Arrangement, CALLS, CALLS_ON_PART, DEPTH, SETTERS, is_expressible, is_null};
use crate::driver::{containers, literals};
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::generic::source;
use crate::sema::program::{ClassId, FieldId, MethodId, Role};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::Modifiers;

impl Arrangement<'_, '_> {
    /// An object of just this class.
    pub(super) fn made_object(&mut self, chosen: ClassId, name: &str, depth: usize) -> Option<String> {
        if let Some(constant) = self.constant(chosen, name, depth) {
            return Some(constant);
        }
        self.type_arguments(chosen);
        let (maker, arguments, is_like) = match self.made_before(chosen, depth) {
            Some((maker, arguments)) => (maker, arguments, true),
            None => self.made_anew(chosen, depth).map(|(maker, arguments)| (maker, arguments, false))?,
        };
        let variable = self.declare_made(chosen, name, (maker, arguments), depth)?;
        // There may be none to call anything on; and what was the same, but for one part, stays so now and then.
        if !(is_null(&variable) || is_like && self.values.is_rich && self.values.one_in(2)) {
            self.bring_into_a_state(chosen, &variable, depth);
        }
        Some(variable)
    }

    pub(super) fn declare_made(
        &mut self,
        class: ClassId,
        name: &str,
        (maker, arguments): (MethodId, Vec<String>),
        depth: usize,
    ) -> Option<String> {
        let program = self.access.program;
        let method = &program.methods[maker];
        let is_typed = method.is_constructor() || method.is_static();
        let around = program.classes[class].outer.filter(|_| program.outer_instance(class).is_some());
        let has_variables = |class: ClassId| !program.decl(class).type_parameters.is_empty();
        // A type has all type arguments, those of the class around, too, or none.
        let is_raw = has_variables(class) && around.is_some_and(has_variables);
        let types = self.type_arguments(class).unwrap_or_default();
        let diamond = if types.is_empty() { "" } else { "<>" };
        let list = arguments.join(", ");
        let mut made_by = if let (true, Some(outer)) = (method.is_constructor(), around) {
            let name = &program.classes[class].name;
            let object = self.program_object(outer, "outer", (depth + 1).min(DEPTH));
            let object = object.unwrap_or_else(|| self.typed_null(Ty::Class(outer)));
            match is_null(&object) {
                true => format!("({object}).new {name}({list})"),
                false if is_raw => {
                    format!("(({}) {object}).new {name}({list})", self.access.type_name(Ty::Class(outer)))
                }
                false => format!("{object}.new {name}({list})"),
            }
        } else if is_typed {
            self.written_maker(maker, diamond, &list)
        } else {
            let giver = self.giver(method.class, depth)?;
            if is_null(&giver) {
                return Some(self.typed_null(Ty::Class(class)));
            }
            format!("{giver}.{}({list})", method.name)
        };
        let types = if is_typed { types } else { Vec::new() };
        // The types of a diamond in a row are not those of the variable.
        if is_typed && types.is_empty() && around.is_none() && program.role(class) != Role::Stub {
            made_by.push_str(&self.row(class, depth)?);
        }
        let exact: Vec<SignatureArgument> = types.iter().cloned().map(SignatureArgument::Exact).collect();
        let written = containers::written_type(self.access, &Signature::Class(class, exact));
        let variable = match written.filter(|_| !types.is_empty()) {
            // What gives an object with any arguments gives one with these for all that code sees.
            Some(written) if self.gives_wildcards(maker) => {
                let made_by = format!("({written}) {made_by}");
                self.declare_written(Ty::Class(class), written, name, &made_by)
            }
            Some(written) => self.declare_written(Ty::Class(class), written, name, &made_by),
            None => self.declare(Ty::Class(class), Some(class), name, made_by),
        };
        if let Some(declared) = self.variables.last_mut() {
            (declared.class, declared.arguments) = (Some(class), types);
            declared.maker = Some((maker, arguments));
        }
        Some(variable)
    }

    /// The call of a constructor or of a static method.
    pub(super) fn written_maker(&self, maker: MethodId, diamond: &str, arguments: &str) -> String {
        let method = &self.access.program.methods[maker];
        let class = self.access.type_name(Ty::Class(method.class));
        match method.is_constructor() {
            true => format!("new {class}{diamond}({arguments})"),
            false => format!("{class}.{}({arguments})", method.name),
        }
    }

    /// An object of a class of the library, the JDK or the class path: one of its constants, or made as it says.
    pub(super) fn library_object(&mut self, class: ClassId, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        if !program.role(class).is_foreign() || !self.access.may_name(class) {
            return None;
        }
        let type_name = self.access.type_name(Ty::Class(class));
        let is_constant = |field: &&FieldId| {
            let f = &program.fields[**field];
            let is_one = f.is_static() && f.ty == Ty::Class(class) && f.modifiers.has(Modifiers::PUBLIC);
            // What only the JDK's own class has is known by name alone.
            is_one && f.unsupported.is_none() && !program.is_unread(**field)
        };
        let constants: Vec<FieldId> =
            program.classes[class].fields.iter().filter(is_constant).copied().collect();
        if let Some(&constant) = constants.get(self.values.below(constants.len())) {
            return Some(format!("{type_name}.{}", program.fields[constant].name));
        }
        let below = self.access.compiled_candidates(class);
        if !below.is_empty() {
            let chosen = below[self.values.below(below.len())];
            return self.enum_constant(chosen).or_else(|| self.library_object(chosen, name, depth));
        }
        let (maker, arguments) = match program.role(class) {
            Role::Library => self.made_anew(class, depth)?,
            _ => self.made_of_values(class, depth)?,
        };
        self.declare_made(class, name, (maker, arguments), depth)
    }

    /// The same of a class that is known by its class file: by what takes numbers and texts, or as the program gives one.
    fn made_of_values(&mut self, class: ClassId, depth: usize) -> Option<(MethodId, Vec<String>)> {
        let (program, known) = (self.access.program, &self.access.program.well_known);
        let is_value = |ty: Ty| match ty {
            Ty::Primitive(_) => true,
            Ty::Class(class) => class == known.string || class == known.char_sequence,
            Ty::Array(array) => array.dims == 1 && matches!(array.element, ElementTy::Primitive(_)),
            Ty::Void | Ty::Null | Ty::Unknown => false,
        };
        let mut makers = self.access.makers(class).to_vec();
        makers.retain(|&maker| {
            let m = &program.methods[maker];
            !self.is_compiled(m.class) || m.parameters.iter().all(|p| is_value(p.ty))
        });
        let maker = *makers.get(self.values.below(makers.len()))?;
        Some((maker, self.argument_list(maker, depth + 1)?))
    }

    pub(super) fn enum_constant(&mut self, class: ClassId) -> Option<String> {
        let program = self.access.program;
        let constants = &program.classes[class].constants;
        if constants.is_empty() {
            return None;
        }
        let constant = constants[self.values.below(constants.len())];
        Some(format!("{}.{}", self.access.type_name(Ty::Class(class)), program.fields[constant].name))
    }

    /// As an object of the class was made: equal and not the same. Or but for one of the parts.
    fn made_before(&mut self, class: ClassId, depth: usize) -> Option<(MethodId, Vec<String>)> {
        let is_again = if self.values.is_rich { !self.values.one_in(3) } else { self.values.one_in(3) };
        if !is_again {
            return None;
        }
        let types = self.type_arguments(class).unwrap_or_default();
        let known = self.variables.iter().find(|v| v.class == Some(class) && v.arguments == types)?;
        let (maker, mut arguments) = known.maker.clone()?;
        if self.values.is_rich && !arguments.is_empty() && !self.values.one_in(3) {
            let at = self.values.below(arguments.len());
            let ty = self.access.program.methods[maker].parameters[at].ty;
            arguments[at] = self.part(maker, at, ty, depth)?;
            self.resolve(maker, &mut arguments);
        }
        Some((maker, arguments))
    }

    fn part(&mut self, maker: MethodId, at: usize, ty: Ty, depth: usize) -> Option<String> {
        let name = self.access.program.methods[maker].parameters[at].name.clone();
        let written = containers::written(self.access.program, maker);
        if let Some(made) = written.and_then(|all| self.written_object(&all[at], &name, depth + 1)) {
            return Some(made);
        }
        match ty {
            Ty::Class(class) => self.object(class, &name, depth + 1),
            ty => self.argument(ty, &name),
        }
    }

    pub(super) fn made_anew(&mut self, class: ClassId, depth: usize) -> Option<(MethodId, Vec<String>)> {
        let builders = self.access.builders(class);
        let is_built = !builders.is_empty() && self.values.one_in(3);
        let makers = if is_built { builders } else { self.access.makers(class) };
        let maker = *makers.get(self.values.below(makers.len()))?;
        self.bind_factory(maker, class);
        Some((maker, self.argument_list(maker, depth + 1)?))
    }

    /// Up to a few calls on a new object: a stack is pushed to before it is popped. What it is made of is empty at first, too, and is
    /// filled every other time; nothing below that is.
    fn bring_into_a_state(&mut self, class: ClassId, variable: &str, depth: usize) {
        let is_part = depth > 0;
        if depth > 1 || is_part && self.values.one_in(2) {
            return;
        }
        self.set_open_fields(class, variable, depth);
        let program = self.access.program;
        let changes = |m: &MethodId| {
            program.methods[*m].return_type == Ty::Void
                || !program.methods[*m].parameters.is_empty()
                || self.changers.contains(m)
        };
        let methods: Vec<MethodId> =
            self.access.instance_methods(class).iter().copied().filter(changes).collect();
        if methods.is_empty() {
            return;
        }
        if let Some((rounds, tested)) = self.rounds.filter(|_| !is_part) {
            let setters: Vec<MethodId> = methods.into_iter().filter(|&m| m != tested).collect();
            for round in 0..rounds {
                if round > 0 && self.access.instance_methods(class).contains(&tested) {
                    self.call_on(variable, tested, depth);
                }
                for &method in setters.iter().take(SETTERS) {
                    self.call_on(variable, method, depth);
                }
            }
            return;
        }
        if self.values.one_in(3) {
            return;
        }
        for _ in 0..=self.values.below(if is_part { CALLS_ON_PART } else { CALLS }) {
            let method = methods[self.values.below(methods.len())];
            self.call_on(variable, method, depth);
        }
    }

    /// Gives most of the fields a value that nobody gives one but those who use the object.
    fn set_open_fields(&mut self, class: ClassId, variable: &str, depth: usize) {
        let program = self.access.program;
        let mut of_class = Some(class);
        while let Some(owner) = of_class.filter(|&owner| !program.role(owner).is_foreign()) {
            for &field in &program.classes[owner].fields {
                let f = &program.fields[field];
                let is_settable = self.open_fields.contains(&field)
                    && program.may_access(f.modifiers, f.class, self.access.host)
                    && is_expressible(self.access, f.ty);
                if is_settable
                    && (self.rounds.is_some() || !self.values.one_in(4))
                    && let Some(value) = self.value_for(field, depth + 1)
                {
                    self.statements.push(format!("{variable}.{} = {value};", f.name));
                }
            }
            of_class = program.classes[owner].superclass;
        }
    }

    fn value_for(&mut self, field: FieldId, depth: usize) -> Option<String> {
        let program = self.access.program;
        match source::field_signature(program, field).ok()? {
            Signature::Primitive(ty) => Some(literals::plain(self.values.primitive(ty))),
            ty => self.written_object(&ty, &program.fields[field].name, depth),
        }
    }

    pub(super) fn call_on(&mut self, variable: &str, method: MethodId, depth: usize) {
        if let Some(arguments) = self.arguments(method, depth + 1) {
            let name = &self.access.program.methods[method].name;
            self.statements.push(format!("{variable}.{name}({arguments});"));
        }
    }
}
