//! Files, types and their members.

use std::sync::Arc;

use crate::index::IndexVec;
use crate::syntax::error::Problem;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{
    Code, CompilationUnit, EnumConstant, FieldDecl, Ident, Import, Initializer, Member, MethodDecl,
    Modifiers, Root, Span, TypeDecl, TypeDeclId, TypeKind, TypeParameter, TypeRef,
};

use super::code::CodeBuilder;
use super::types::{TypePlace, expect, is_restricted, refuse_void, with_dimensions};
use super::{Builder, Node, Result, Rule};

type Types = IndexVec<TypeDeclId, TypeDecl>;

/// The parts of a member that stand in front of what it declares.
struct Head {
    modifiers: Modifiers,
    type_parameters: Vec<TypeParameter>,
    span: Span,
}

impl<'s> Builder<'s> {
    pub fn compilation_unit(&mut self, file: &Arc<SourceFile>, node: Node<'s>) -> Result<CompilationUnit> {
        let mut package = Vec::new();
        let mut imports = Vec::new();
        let mut types = Types::new();
        let mut is_module = false;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::package_declaration => {
                    let name = child.into_inner().find(|part| part.as_rule() == Rule::qualified_name);
                    package = self.qualified_name(expect(name, "a package's name")?);
                }
                Rule::import_declaration => imports.push(self.import(child)?),
                Rule::top_level_type => {
                    self.top_level_type(child, &mut types)?;
                }
                Rule::module_declaration => is_module = true,
                _ => {}
            }
        }
        let is_package_info =
            types.is_empty() && file.path.file_name().is_some_and(|n| n == "package-info.java");
        Ok(CompilationUnit {
            source: file.clone(),
            package,
            imports,
            types,
            is_module: is_module || is_package_info,
        })
    }

    fn qualified_name(&mut self, node: Node<'s>) -> Vec<Ident> {
        node.into_inner().map(|part| self.ident(&part)).collect()
    }

    fn import(&mut self, node: Node<'s>) -> Result<Import> {
        let span = self.span(&node);
        let mut import = Import { path: Vec::new(), is_static: false, on_demand: false, span };
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::k_static => import.is_static = true,
                Rule::qualified_name => import.path = self.qualified_name(child),
                Rule::on_demand => import.on_demand = true,
                _ => {}
            }
        }
        if import.path.len() == 1 && !import.on_demand {
            return Err(Problem::new(span, "an import names a package and a class: 'import a.B;'"));
        }
        Ok(import)
    }

    fn top_level_type(&mut self, node: Node<'s>, types: &mut Types) -> Result<()> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let modifiers = self.modifiers(expect(parts.next(), "modifiers")?)?;
        self.type_declaration(expect(parts.next(), "a type")?, modifiers, None, span, types)?;
        Ok(())
    }

    fn type_declaration(
        &mut self,
        node: Node<'s>,
        modifiers: Modifiers,
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
        types.push(empty_type(kind, name, modifiers, outer, span));
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
                Rule::permits_clause => types[id].permits = self.clause(part)?,
                Rule::formal_parameters => types[id].components = self.parameters(part)?,
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
                _ => self.member(part, id, types, &mut members)?,
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
                Rule::arguments => arguments = Some(self.argument_code(part)?),
                Rule::class_body => {
                    let place = self.span(&part);
                    let name: Ident = expect(name.clone(), "a constant's name")?;
                    let modifiers = Modifiers { bits: 0, span: Span::new(place.start, place.start) };
                    let id = types.push(empty_type(TypeKind::Class, name, modifiers, Some(outer), place));
                    types[id].members = self.members(part, id, types)?;
                    body = Some(id);
                }
                _ => {}
            }
        }
        let none =
            || Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Arguments(Vec::new()) };
        let arguments = Arc::new(arguments.unwrap_or_else(none));
        Ok(EnumConstant { name: expect(name, "a constant's name")?, arguments, body, span })
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
            self.member(part, id, types, &mut members)?;
        }
        Ok(members)
    }

    fn member(
        &mut self,
        node: Node<'s>,
        outer: TypeDeclId,
        types: &mut Types,
        members: &mut Vec<Member>,
    ) -> Result<()> {
        let span = self.span(&node);
        let mut head = Head { modifiers: Modifiers::default(), type_parameters: Vec::new(), span };
        let mut ty = None;
        for part in node.into_inner() {
            let member = match part.as_rule() {
                Rule::modifiers => {
                    head.modifiers = self.modifiers(part)?;
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
                Rule::block => self.initializer(part, &head, &types[outer])?,
                Rule::constructor => self.constructor(part, &mut head, &types[outer])?,
                Rule::method => self.method(part, &mut head, expect(ty.take(), "a type")?)?,
                Rule::variable => {
                    require_static_in_record(&head, &types[outer], self.span(&part))?;
                    self.field(part, &head, expect(ty.clone(), "a type")?)?
                }
                _ => Member::Type(self.type_declaration(part, head.modifiers, Some(outer), span, types)?),
            };
            members.push(member);
        }
        Ok(())
    }

    fn initializer(&mut self, node: Node<'s>, head: &Head, class: &TypeDecl) -> Result<Member> {
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
                Rule::dimension => extra_dims += 1,
                _ => init = Some(Arc::new(self.initializer_code(part)?)),
            }
        }
        let ty = with_dimensions(ty, extra_dims)?;
        let name = expect(name, "a field's name")?;
        Ok(Member::Field(FieldDecl { modifiers: head.modifiers, ty, name, init, span }))
    }

    fn initializer_code(&mut self, node: Node<'s>) -> Result<Code> {
        let mut code = CodeBuilder::new(self);
        let root = code.variable_initializer(node)?;
        Ok(code.finish_expression(root))
    }

    fn method(&mut self, node: Node<'s>, head: &mut Head, result: TypeRef) -> Result<Member> {
        let mut name = None;
        let mut parameters = Vec::new();
        let mut throws = Vec::new();
        let mut body = None;
        let mut extra_dims = 0;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier => name = Some(self.ident(&part)),
                Rule::formal_parameters => parameters = self.parameters(part)?,
                Rule::dimension => extra_dims += 1,
                Rule::throws_clause => throws = self.clause(part)?,
                Rule::block => body = Some(Arc::new(self.block_code(part)?)),
                _ => {}
            }
        }
        Ok(Member::Method(MethodDecl {
            modifiers: head.modifiers,
            type_parameters: std::mem::take(&mut head.type_parameters),
            return_type: Some(with_dimensions(result, extra_dims)?),
            name: expect(name, "a method's name")?,
            parameters,
            throws,
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
        if is_compact && class.kind != TypeKind::Record {
            return Err(Problem::new(name.span, "a constructor needs '(' and ')' behind its name"));
        }
        Ok(Member::Method(MethodDecl {
            modifiers: head.modifiers,
            type_parameters: std::mem::take(&mut head.type_parameters),
            return_type: None,
            name,
            parameters: parameters.unwrap_or_default(),
            throws,
            body,
            is_compact,
            span: head.span,
        }))
    }
}

/// The fields of a record are its components.
fn require_static_in_record(head: &Head, class: &TypeDecl, place: Span) -> Result<()> {
    if class.kind == TypeKind::Record && !head.modifiers.has(Modifiers::STATIC) {
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

fn empty_type(
    kind: TypeKind,
    name: Ident,
    modifiers: Modifiers,
    outer: Option<TypeDeclId>,
    span: Span,
) -> TypeDecl {
    TypeDecl {
        kind,
        name,
        modifiers,
        type_parameters: Vec::new(),
        extends: None,
        implements: Vec::new(),
        permits: Vec::new(),
        components: Vec::new(),
        constants: Vec::new(),
        members: Vec::new(),
        outer,
        span,
    }
}
