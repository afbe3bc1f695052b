//! Files, types and their members.

use std::sync::Arc;

use crate::index::IndexVec;
use crate::syntax::error::Problem;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{
    Annotation, Code, CompilationUnit, DirectiveKind, EnumConstant, FieldDecl, Ident, Import, Initializer,
    LocalTypes, Member, MethodDecl, Modifiers, ModuleDecl, ModuleDirective, Name, Root, Span, TypeDecl,
    TypeDeclId, TypeKind, TypeParameter, TypeRef,
};

use super::code::CodeBuilder;
use super::types::{TypePlace, UNNAMED_PLACE, expect, is_restricted, refuse_void, with_dimensions};
use super::{Builder, Node, Result, Rule};

type Types = IndexVec<TypeDeclId, TypeDecl>;

/// The parts of a member that stand in front of what it declares.
#[derive(Default)]
struct Head {
    modifiers: Modifiers,
    annotations: Vec<Annotation>,
    type_parameters: Vec<TypeParameter>,
    span: Span,
}

impl<'s> Builder<'s> {
    pub(super) fn compilation_unit(
        &mut self,
        file: &Arc<SourceFile>,
        node: Node<'s>,
    ) -> Result<CompilationUnit> {
        let mut package = Vec::new();
        let mut annotations = Vec::new();
        let mut imports = Vec::new();
        let mut types = Types::new();
        let mut members = Vec::new();
        let mut module = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::package_declaration => {
                    annotations = self.annotations_in(child.clone())?;
                    let name = child.into_inner().find(|part| part.as_rule() == Rule::qualified_name);
                    package = self.qualified_name(expect(name, "a package's name")?);
                }
                Rule::import_declaration => imports.push(self.import(child)?),
                Rule::top_level_member => self.member(child, None, &mut types, &mut members)?,
                Rule::module_declaration => module = Some(self.module(child)?),
                _ => {}
            }
        }
        let is_package_info =
            types.is_empty() && file.path.file_name().is_some_and(|n| n == "package-info.java");
        let is_compact = members.iter().any(|member| !matches!(member, Member::Type(_)));
        if is_compact && let Some(first) = package.first() {
            return Err(Problem::new(first.span, "a file with methods outside a class has no package"));
        }
        Ok(CompilationUnit {
            source: file.clone(),
            package,
            annotations,
            imports,
            types,
            compact: if is_compact { members } else { Vec::new() },
            is_module: module.is_some() || is_package_info,
            module,
        })
    }

    fn module(&mut self, node: Node<'s>) -> Result<ModuleDecl> {
        let mut module =
            ModuleDecl { annotations: Vec::new(), is_open: false, name: Vec::new(), directives: Vec::new() };
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::annotation => module.annotations.push(self.annotation(part)?),
                Rule::k_open => module.is_open = true,
                Rule::qualified_name => module.name = self.qualified_name(part),
                Rule::module_directive => module.directives.push(self.module_directive(part)?),
                _ => {}
            }
        }
        Ok(module)
    }

    fn module_directive(&mut self, node: Node<'s>) -> Result<ModuleDirective> {
        let mut kind = DirectiveKind::Uses;
        let mut names = Vec::new();
        for part in node.into_inner() {
            match (part.as_rule(), &mut kind) {
                (Rule::k_requires, _) => {
                    kind = DirectiveKind::Requires { is_transitive: false, is_static: false }
                }
                (Rule::k_exports, _) => kind = DirectiveKind::Exports,
                (Rule::k_opens, _) => kind = DirectiveKind::Opens,
                (Rule::k_provides, _) => kind = DirectiveKind::Provides,
                (Rule::k_transitive, DirectiveKind::Requires { is_transitive: flag, .. })
                | (Rule::k_static, DirectiveKind::Requires { is_static: flag, .. }) => {
                    let is_repeated = std::mem::replace(flag, true);
                    self.refuse_repeated(is_repeated, &part)?;
                }
                (Rule::qualified_name, _) => names.push(self.qualified_name(part)),
                _ => {}
            }
        }
        let targets = names.split_off(names.len().min(1));
        Ok(ModuleDirective { kind, name: expect(names.pop(), "a name")?, targets })
    }

    fn refuse_repeated(&self, is_repeated: bool, modifier: &Node<'s>) -> Result<()> {
        if is_repeated {
            let message = format!("the modifier '{}' is repeated", modifier.as_str());
            return Err(Problem::new(self.span(modifier), message));
        }
        Ok(())
    }

    pub(super) fn qualified_name(&mut self, node: Node<'s>) -> Vec<Ident> {
        node.into_inner().map(|part| self.ident(&part)).collect()
    }

    fn import(&mut self, node: Node<'s>) -> Result<Import> {
        let span = self.span(&node);
        let mut import =
            Import { path: Vec::new(), is_static: false, on_demand: false, is_module: false, span };
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::k_static => import.is_static = true,
                Rule::module_import => import.is_module = true,
                Rule::qualified_name => import.path = self.qualified_name(child),
                Rule::on_demand => import.on_demand = true,
                _ => {}
            }
        }
        if import.is_module {
            if import.on_demand {
                return Err(Problem::new(span, "a module is imported as a whole: 'import module a.b;'"));
            }
        } else if import.path.len() == 1 && !import.on_demand {
            return Err(Problem::new(span, "an import names a package and a class: 'import a.B;'"));
        }
        Ok(import)
    }

    /// A class that is declared in code; `node` is the declaration behind its modifiers.
    pub(super) fn local_type(
        &mut self,
        node: Node<'s>,
        modifiers: Modifiers,
        annotations: Vec<Annotation>,
        span: Span,
    ) -> Result<(LocalTypes, u32)> {
        self.types_in_code(|builder, types| {
            builder.type_declaration(node, (modifiers, annotations), None, span, types)
        })
    }

    /// Types that are declared in code, with the height of the highest tree in them.
    fn types_in_code(
        &mut self,
        declare: impl FnOnce(&mut Self, &mut Types) -> Result<TypeDeclId>,
    ) -> Result<(LocalTypes, u32)> {
        let around = std::mem::take(&mut self.highest);
        let mut types = Types::new();
        declare(self, &mut types)?;
        let height = self.highest;
        self.highest = around.max(height);
        Ok((LocalTypes { types }, height))
    }

    /// The class of a body behind `new`.
    pub(super) fn anonymous_class(&mut self, body: Node<'s>) -> Result<(LocalTypes, u32)> {
        let span = self.span(&body);
        let name = Ident { name: Name::from(""), span: Span::new(span.start, span.start) };
        self.types_in_code(|builder, types| builder.class_of_body(body, name, None, types))
    }

    /// A class that is a body only.
    fn class_of_body(
        &mut self,
        body: Node<'s>,
        name: Ident,
        outer: Option<TypeDeclId>,
        types: &mut Types,
    ) -> Result<TypeDeclId> {
        let span = self.span(&body);
        let modifiers = Modifiers { bits: 0, span: Span::new(span.start, span.start) };
        let id = types.push(TypeDecl { outer, ..TypeDecl::empty(TypeKind::Class, name, modifiers, span) });
        types[id].members = self.members(body, id, types)?;
        Ok(id)
    }

    fn type_declaration(
        &mut self,
        node: Node<'s>,
        modifiers: (Modifiers, Vec<Annotation>),
        outer: Option<TypeDeclId>,
        span: Span,
        types: &mut Types,
    ) -> Result<TypeDeclId> {
        let kind = type_kind(node.as_rule());
        // The outer type takes its id before those inside it.
        let id = types.next_id();
        let name = node.clone().into_inner().find(|part| part.as_rule() == Rule::identifier);
        let name = self.ident(&expect(name, "a type's name")?);
        if is_restricted(&name.name) {
            return Err(Problem::new(name.span, format!("'{}' cannot be a type's name", name.name)));
        }
        let (modifiers, annotations) = modifiers;
        types.push(TypeDecl { annotations, outer, ..TypeDecl::empty(kind, name, modifiers, span) });
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_parameters => types[id].type_parameters = self.type_parameters(part)?,
                Rule::extends_clause => {
                    let mut extended = self.clause(part)?;
                    if kind == TypeKind::Interface {
                        types[id].implements = extended;
                    } else if let [_, second, ..] = &extended[..] {
                        return Err(Problem::new(second.span, "a class extends one class only"));
                    } else {
                        types[id].extends = extended.pop();
                    }
                }
                Rule::implements_clause => types[id].implements = self.clause(part)?,
                Rule::permits_clause => {
                    if !types[id].modifiers.has(Modifiers::SEALED) {
                        return Err(Problem::new(self.span(&part), "only a sealed type has a 'permits'"));
                    }
                    types[id].permits = self.clause(part)?;
                }
                Rule::formal_parameters => {
                    let (receiver, components) = self.parameters(part)?;
                    if let Some(receiver) = receiver {
                        return Err(Problem::new(receiver.span, "a record has no component 'this'"));
                    }
                    types[id].components = components;
                }
                Rule::class_body => types[id].members = self.members(part, id, types)?,
                Rule::enum_body => self.enum_body(part, id, types)?,
                _ => {}
            }
        }
        Ok(id)
    }

    fn enum_body(&mut self, node: Node<'s>, id: TypeDeclId, types: &mut Types) -> Result<()> {
        let mut members = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::enum_constant => {
                    let constant = self.enum_constant(part, id, types)?;
                    types[id].constants.push(constant);
                }
                _ => self.member(part, Some(id), types, &mut members)?,
            }
        }
        types[id].members = members;
        Ok(())
    }

    fn enum_constant(
        &mut self,
        node: Node<'s>,
        outer: TypeDeclId,
        types: &mut Types,
    ) -> Result<EnumConstant> {
        let mut span = self.span(&node);
        let mut annotations = Vec::new();
        let mut name = None;
        let mut arguments = None;
        let mut body = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier => {
                    let ident = self.ident(&part);
                    span.start = ident.span.start;
                    name = Some(ident);
                }
                Rule::annotation => annotations.push(self.annotation(part)?),
                Rule::arguments => arguments = Some(self.argument_code(part)?),
                Rule::class_body => {
                    let name: Ident = expect(name.clone(), "a constant's name")?;
                    body = Some(self.class_of_body(part, name, Some(outer), types)?);
                }
                _ => {}
            }
        }
        let none =
            || Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Arguments(Vec::new()) };
        let arguments = Arc::new(arguments.unwrap_or_else(none));
        Ok(EnumConstant { annotations, name: expect(name, "a constant's name")?, arguments, body, span })
    }

    fn argument_code(&mut self, node: Node<'s>) -> Result<Code> {
        let span = self.span(&node);
        let mut code = CodeBuilder::new(self);
        let arguments = code.arguments(node)?.into_vec();
        Ok(code.finish_arguments(arguments, span))
    }

    fn members(&mut self, node: Node<'s>, id: TypeDeclId, types: &mut Types) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        for part in node.into_inner() {
            self.member(part, Some(id), types, &mut members)?;
        }
        Ok(members)
    }

    /// A member of a type, or what stands outside all types.
    fn member(
        &mut self,
        node: Node<'s>,
        outer: Option<TypeDeclId>,
        types: &mut Types,
        members: &mut Vec<Member>,
    ) -> Result<()> {
        let span = self.span(&node);
        let mut head = Head { span, ..Head::default() };
        let mut ty = None;
        for part in node.into_inner() {
            let member = match part.as_rule() {
                Rule::modifiers => {
                    (head.modifiers, head.annotations) = self.modifiers(part)?;
                    continue;
                }
                Rule::type_parameters => {
                    head.type_parameters = self.type_parameters(part)?;
                    continue;
                }
                Rule::type_ref => {
                    ty = Some(self.type_ref(part, TypePlace::Result)?);
                    continue;
                }
                Rule::block => self.initializer(part, &head, outer.map(|outer| &types[outer]))?,
                Rule::constructor => {
                    let outer = expect(outer, "a class around the constructor")?;
                    self.constructor(part, &mut head, &types[outer])?
                }
                Rule::method => self.method(part, &mut head, expect(ty.take(), "a type")?)?,
                Rule::variable => {
                    require_static_in_record(&head, outer.map(|outer| &types[outer]), self.span(&part))?;
                    self.field(part, &head, expect(ty.clone(), "a type")?)?
                }
                _ => {
                    let modifiers = (head.modifiers, std::mem::take(&mut head.annotations));
                    Member::Type(self.type_declaration(part, modifiers, outer, span, types)?)
                }
            };
            members.push(member);
        }
        Ok(())
    }

    fn initializer(&mut self, node: Node<'s>, head: &Head, class: Option<&TypeDecl>) -> Result<Member> {
        require_static_in_record(head, class, head.span)?;
        if head.modifiers.bits & !Modifiers::STATIC != 0 {
            return Err(Problem::new(
                head.modifiers.span,
                "an initialiser can have no modifier but 'static'",
            ));
        }
        let body = Arc::new(self.block_code(node)?);
        Ok(Member::Initializer(Initializer {
            is_static: head.modifiers.has(Modifiers::STATIC),
            body,
            span: head.span,
        }))
    }

    fn block_code(&mut self, node: Node<'s>) -> Result<Code> {
        let mut code = CodeBuilder::new(self);
        let block = code.block(node)?;
        Ok(code.finish_block(block))
    }

    fn field(&mut self, node: Node<'s>, head: &Head, ty: TypeRef) -> Result<Member> {
        let span = self.span(&node);
        if !head.type_parameters.is_empty() {
            return Err(Problem::new(span, "a field has no type parameters; expected a method"));
        }
        let ty = refuse_void(ty)?;
        let mut name = None;
        let mut extra_dims = 0;
        let mut init = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier => name = Some(self.ident(&part)),
                Rule::unnamed => return Err(Problem::new(self.span(&part), UNNAMED_PLACE)),
                Rule::dimension => extra_dims += 1,
                _ => init = Some(Arc::new(self.initializer_code(part)?)),
            }
        }
        let ty = with_dimensions(ty, extra_dims)?;
        let name = expect(name, "a field's name")?;
        let (modifiers, annotations) = (head.modifiers, head.annotations.clone());
        Ok(Member::Field(FieldDecl { modifiers, annotations, ty, name, init, span }))
    }

    fn initializer_code(&mut self, node: Node<'s>) -> Result<Code> {
        let mut code = CodeBuilder::new(self);
        let root = code.variable_initializer(node)?;
        Ok(code.finish_expression(root))
    }

    fn method(&mut self, node: Node<'s>, head: &mut Head, result: TypeRef) -> Result<Member> {
        let mut name = None;
        let mut receiver = None;
        let mut parameters = Vec::new();
        let mut throws = Vec::new();
        let mut default = None;
        let mut body = None;
        let mut extra_dims = 0;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier => name = Some(self.ident(&part)),
                Rule::formal_parameters => (receiver, parameters) = self.parameters(part)?,
                Rule::default_value => default = Some(self.default_value(part)?),
                Rule::dimension => extra_dims += 1,
                Rule::throws_clause => throws = self.clause(part)?,
                Rule::block => body = Some(Arc::new(self.block_code(part)?)),
                _ => {}
            }
        }
        Ok(Member::Method(MethodDecl {
            modifiers: head.modifiers,
            annotations: std::mem::take(&mut head.annotations),
            type_parameters: std::mem::take(&mut head.type_parameters),
            return_type: Some(with_dimensions(result, extra_dims)?),
            name: expect(name, "a method's name")?,
            receiver,
            parameters,
            throws,
            default,
            body,
            is_compact: false,
            span: head.span,
        }))
    }

    fn constructor(&mut self, node: Node<'s>, head: &mut Head, class: &TypeDecl) -> Result<Member> {
        let mut name = None;
        let mut parameters = None;
        let mut throws = Vec::new();
        let mut body = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier => name = Some(self.ident(&part)),
                Rule::formal_parameters => parameters = Some(self.parameters(part)?),
                Rule::throws_clause => throws = self.clause(part)?,
                Rule::block => body = Some(Arc::new(self.block_code(part)?)),
                _ => {}
            }
        }
        let name = expect(name, "a constructor's name")?;
        if name.name != class.name.name {
            return Err(Problem::new(name.span, "this method has no result type")
                .with_help(format!("a constructor would be called '{}'", class.name.name)));
        }
        let is_compact = parameters.is_none();
        let (receiver, parameters) = parameters.unwrap_or_default();
        if is_compact && class.kind != TypeKind::Record {
            return Err(Problem::new(name.span, "a constructor needs '(' and ')' behind its name"));
        }
        Ok(Member::Method(MethodDecl {
            modifiers: head.modifiers,
            annotations: std::mem::take(&mut head.annotations),
            type_parameters: std::mem::take(&mut head.type_parameters),
            return_type: None,
            name,
            receiver,
            parameters,
            throws,
            default: None,
            body,
            is_compact,
            span: head.span,
        }))
    }
}

/// The fields of a record are its components.
fn require_static_in_record(head: &Head, class: Option<&TypeDecl>, place: Span) -> Result<()> {
    if class.is_some_and(|class| class.kind == TypeKind::Record) && !head.modifiers.has(Modifiers::STATIC) {
        return Err(Problem::new(place, "fields and initialisers of a record must be 'static'"));
    }
    Ok(())
}

fn type_kind(rule: Rule) -> TypeKind {
    match rule {
        Rule::interface_declaration => TypeKind::Interface,
        Rule::enum_declaration => TypeKind::Enum,
        Rule::record_declaration => TypeKind::Record,
        Rule::annotation_declaration => TypeKind::Annotation,
        _ => TypeKind::Class,
    }
}
