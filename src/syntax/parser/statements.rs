//! Statements and the bodies of `switch`.

use std::sync::Arc;

use crate::syntax::error::Problem;
use crate::syntax::tree::{
    BaseType, Catch, ConstructorTarget, Declarator, ExprId, ExprKind, ForEachVariable, GroupBody, Ident,
    Literal, LocalDecl, Modifiers, OuterConstructorCall, Resource, ResourceVariable, Span, StmtId, StmtKind,
    StmtList, SwitchBody, SwitchGroup, SwitchLabel, TryStmt, TypeRef, UNNAMED,
};

use super::code::CodeBuilder;
use super::types::{TypePlace, VAR_WITH_DIMENSIONS, dimensions, expect};
use super::{Node, Nodes, Result, Rule};

impl<'s> CodeBuilder<'_, 's> {
    /// The block of the statements among `nodes`.
    pub(super) fn block_of(&mut self, nodes: Nodes<'s>, span: Span) -> Result<StmtId> {
        let statements = self.statements(nodes)?;
        Ok(self.push_stmt(StmtKind::Block(statements), span))
    }

    pub(super) fn block(&mut self, node: Node<'s>) -> Result<StmtId> {
        let span = self.builder.span(&node);
        self.block_of(node.into_inner(), span)
    }

    fn statements(&mut self, nodes: Nodes<'s>) -> Result<StmtList> {
        nodes.filter(|node| node.as_rule() != Rule::EOI).map(|node| self.statement(node)).collect()
    }

    fn statement(&mut self, node: Node<'s>) -> Result<StmtId> {
        let span = self.builder.span(&node);
        let kind = match node.as_rule() {
            Rule::block => return self.block(node),
            Rule::local_declaration => {
                let (kind, below) = self.local_declaration(node, span)?;
                return Ok(self.push_stmt_above(kind, span, below));
            }
            Rule::expression_statement => {
                return self.expression_statement(expect(node.into_inner().next(), "an expression")?, span);
            }
            Rule::empty_statement => StmtKind::Empty,
            Rule::if_statement => self.if_statement(node)?,
            Rule::while_statement => {
                let (condition, body) = self.condition_and_body(node)?;
                StmtKind::While { condition, body }
            }
            Rule::do_statement => self.do_statement(node)?,
            Rule::for_statement => self.for_statement(node)?,
            Rule::labeled_statement => self.labeled_statement(node)?,
            Rule::switch_statement => {
                let (selector, body) = self.switch_parts(node, false)?;
                StmtKind::Switch { selector, body: Box::new(body) }
            }
            Rule::break_statement => StmtKind::Break(self.label(node)),
            Rule::continue_statement => StmtKind::Continue(self.label(node)),
            Rule::yield_statement => StmtKind::Yield(self.only_expression(node)?),
            Rule::throw_statement => StmtKind::Throw(self.only_expression(node)?),
            Rule::return_statement => {
                let value = node.into_inner().find(is_expression);
                StmtKind::Return(value.map(|value| self.expression(value)).transpose()?)
            }
            Rule::assert_statement => {
                let mut parts = node.into_inner().filter(is_expression);
                let condition = self.expression(expect(parts.next(), "a condition")?)?;
                let message = parts.next().map(|message| self.expression(message)).transpose()?;
                StmtKind::Assert { condition, message }
            }
            Rule::try_statement => return self.try_statement(node, span),
            Rule::constructor_call => return self.constructor_call(node, span),
            Rule::synchronized_statement => {
                let (lock, body) = self.condition_and_body(node)?;
                StmtKind::Synchronized { lock, body }
            }
            _ => return Err(Problem::new(span, "expected a statement")),
        };
        Ok(self.push_stmt(kind, span))
    }

    fn only_expression(&mut self, node: Node<'s>) -> Result<ExprId> {
        let expression = node.into_inner().find(is_expression);
        self.expression(expect(expression, "an expression")?)
    }

    /// `node` is the expression.
    fn expression_statement(&mut self, node: Node<'s>, span: Span) -> Result<StmtId> {
        let expr = self.expression(node)?;
        let built = &self.exprs[expr];
        if built.is_parenthesized() || !may_stand_alone(&built.kind) {
            return Err(Problem::new(built.outer, "this is an expression and no statement")
                .with_help("only an assignment, '++', '--', a call and 'new' stand alone"));
        }
        Ok(self.push_stmt(StmtKind::Expr(expr), span))
    }

    /// Variables or a class, with the height of the code in the latter.
    fn local_declaration(&mut self, node: Node<'s>, span: Span) -> Result<(StmtKind, u32)> {
        let mut modifiers = Modifiers::default();
        let mut annotations = Vec::new();
        let mut ty = None;
        let mut declarators = Vec::new();
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::modifiers => (modifiers, annotations) = self.builder.modifiers(child)?,
                Rule::type_ref => ty = Some(self.builder.type_ref(child, TypePlace::Local)?),
                Rule::variable => declarators.push(self.declarator(child)?),
                Rule::class_declaration
                | Rule::interface_declaration
                | Rule::enum_declaration
                | Rule::record_declaration => {
                    let (types, below) = self.builder.local_type(child, modifiers, annotations, span)?;
                    return Ok((StmtKind::LocalType(Arc::new(types)), below));
                }
                _ => return Err(Problem::new(span, "an annotation type cannot be declared here")),
            }
        }
        if modifiers.bits & !(Modifiers::FINAL | Modifiers::OVERRIDE) != 0 {
            return Err(Problem::new(modifiers.span, "a local variable can have no modifier but 'final'"));
        }
        let ty = expect(ty, "a type")?;
        self.check_var(&ty, &declarators)?;
        let is_final = modifiers.has(Modifiers::FINAL);
        Ok((StmtKind::Local(LocalDecl { is_final, annotations, ty, declarators }), 0))
    }

    /// `var` needs one variable with an initial value to infer its type from.
    fn check_var(&self, ty: &TypeRef, declarators: &[Declarator]) -> Result<()> {
        if ty.base != BaseType::Var {
            return Ok(());
        }
        for (i, declarator) in declarators.iter().enumerate() {
            let message = match declarator.init {
                _ if i > 0 => "'var' declares one variable at a time",
                _ if declarator.extra_dims > 0 => VAR_WITH_DIMENSIONS,
                None => "a variable declared with 'var' needs an initial value",
                Some(init) if matches!(self.exprs[init].kind, ExprKind::ArrayInitializer(_)) => {
                    "the type of '{…}' cannot be inferred; write 'new' and the type in front of it"
                }
                Some(_) => continue,
            };
            return Err(Problem::new(declarator.name.span, message));
        }
        Ok(())
    }

    fn declarator(&mut self, node: Node<'s>) -> Result<Declarator> {
        let span = self.builder.span(&node);
        let mut name = None;
        let mut extra_dims = 0;
        let mut init = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::identifier | Rule::unnamed => name = Some(self.builder.ident(&child)),
                Rule::dimension => extra_dims += 1,
                _ => init = Some(self.variable_initializer(child)?),
            }
        }
        let name: Ident = expect(name, "a variable's name")?;
        check_unnamed(&name, extra_dims)?;
        if init.is_none() && *name.name == *UNNAMED {
            return Err(Problem::new(name.span, "a variable without a name needs an initial value"));
        }
        Ok(Declarator { name, extra_dims: dimensions(extra_dims, span)?, init, span })
    }

    fn if_statement(&mut self, node: Node<'s>) -> Result<StmtKind> {
        let mut parts = node.into_inner().filter(|part| !matches!(part.as_rule(), Rule::k_if | Rule::k_else));
        let condition = self.expression(expect(parts.next(), "a condition")?)?;
        let then = self.statement(expect(parts.next(), "a statement")?)?;
        let otherwise = parts.next().map(|part| self.statement(part)).transpose()?;
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn condition_and_body(&mut self, node: Node<'s>) -> Result<(ExprId, StmtId)> {
        let mut parts = node.into_inner().skip_while(|part| !is_expression(part));
        let condition = self.expression(expect(parts.next(), "a condition")?)?;
        let body = self.statement(expect(parts.next(), "a statement")?)?;
        Ok((condition, body))
    }

    fn do_statement(&mut self, node: Node<'s>) -> Result<StmtKind> {
        let mut parts =
            node.into_inner().filter(|part| !matches!(part.as_rule(), Rule::k_do | Rule::k_while));
        let body = self.statement(expect(parts.next(), "a statement")?)?;
        let condition = self.expression(expect(parts.next(), "a condition")?)?;
        Ok(StmtKind::Do { body, condition })
    }

    fn labeled_statement(&mut self, node: Node<'s>) -> Result<StmtKind> {
        let mut parts = node.into_inner();
        let label = self.builder.ident(&expect(parts.next(), "a label")?);
        let body = self.statement(expect(parts.next(), "a statement")?)?;
        Ok(StmtKind::Labeled { label, body })
    }

    fn label(&mut self, node: Node<'s>) -> Option<Ident> {
        let label = node.into_inner().find(|part| part.as_rule() == Rule::identifier)?;
        Some(self.builder.ident(&label))
    }

    fn for_statement(&mut self, node: Node<'s>) -> Result<StmtKind> {
        let mut is_final = false;
        let mut annotations = Vec::new();
        let mut ty: Option<TypeRef> = None;
        let mut declarators = Vec::new();
        let mut init = StmtList::new();
        let mut condition = None;
        let mut update = StmtList::new();
        let mut each = None;
        let mut body = None;
        let mut is_behind_condition = false;
        let mut declaration = Span::default();
        for part in node.into_inner() {
            let span = self.builder.span(&part);
            match part.as_rule() {
                Rule::k_for => {}
                Rule::variable_modifiers => {
                    (is_final, annotations) = self.builder.variable_modifiers(part)?;
                    declaration = span;
                }
                Rule::type_ref => {
                    ty = Some(self.builder.type_ref(part, TypePlace::Local)?);
                    declaration =
                        if declaration.start == declaration.end { span } else { declaration.to(span) };
                }
                Rule::variable => {
                    declarators.push(self.declarator(part)?);
                    declaration = declaration.to(span);
                }
                Rule::for_each => each = Some(self.for_each(part)?),
                Rule::for_list if is_behind_condition => update = self.expression_statements(part)?,
                Rule::for_list => init = self.expression_statements(part)?,
                Rule::for_condition => {
                    is_behind_condition = true;
                    condition = part.into_inner().next().map(|part| self.expression(part)).transpose()?;
                }
                _ => body = Some(part),
            }
            if is_behind_condition && !declarators.is_empty() {
                let declarators = std::mem::take(&mut declarators);
                let ty = expect(ty.take(), "a type")?;
                self.check_var(&ty, &declarators)?;
                let annotations = std::mem::take(&mut annotations);
                let local = LocalDecl { is_final, annotations, ty, declarators };
                init.push(self.push_stmt(StmtKind::Local(local), declaration));
            }
        }
        let body = self.statement(expect(body, "a statement")?)?;
        let Some((name, extra_dims, iterable)) = each else {
            return Ok(StmtKind::For { init, condition, update, body });
        };
        let ty = super::types::with_dimensions(expect(ty, "a type")?, extra_dims)?;
        let variable = Box::new(ForEachVariable { is_final, annotations, ty, name });
        Ok(StmtKind::ForEach { variable, iterable, body })
    }

    fn for_each(&mut self, node: Node<'s>) -> Result<(Ident, usize, ExprId)> {
        let mut name = None;
        let mut dims = 0;
        let mut iterable = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::identifier | Rule::unnamed => name = Some(self.builder.ident(&part)),
                Rule::dimension => dims += 1,
                _ => iterable = Some(self.expression(part)?),
            }
        }
        let name = expect(name, "a name")?;
        check_unnamed(&name, dims)?;
        Ok((name, dims, expect(iterable, "an expression")?))
    }

    fn expression_statements(&mut self, node: Node<'s>) -> Result<StmtList> {
        node.into_inner()
            .map(|part| {
                let span = self.builder.span(&part);
                self.expression_statement(part, span)
            })
            .collect()
    }

    fn try_statement(&mut self, node: Node<'s>, span: Span) -> Result<StmtId> {
        let mut resources = Vec::new();
        let mut body = None;
        let mut catches = Vec::new();
        let mut finally = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::resources => {
                    let list: Result<Vec<_>> = part.into_inner().map(|part| self.resource(part)).collect();
                    resources = list?;
                }
                Rule::block => body = Some(self.block(part)?),
                Rule::catch_clause => catches.push(self.catch_clause(part)?),
                Rule::finally_clause => {
                    let block = part.into_inner().find(|part| part.as_rule() == Rule::block);
                    finally = Some(self.block(expect(block, "a block")?)?);
                }
                _ => {}
            }
        }
        if resources.is_empty() && catches.is_empty() && finally.is_none() {
            return Err(Problem::new(
                Span::new(span.start, span.start + 3),
                "'try' needs a 'catch' or a 'finally'",
            ));
        }
        let parts = TryStmt { resources, body: expect(body, "a block")?, catches, finally };
        Ok(self.push_stmt(StmtKind::Try(Box::new(parts)), span))
    }

    fn resource(&mut self, node: Node<'s>) -> Result<Resource> {
        let span = self.builder.span(&node);
        let mut nodes = node.into_inner().peekable();
        if nodes.peek().is_none_or(|first| first.as_rule() != Rule::variable_modifiers) {
            let expr = self.operand(&mut nodes)?;
            if !matches!(self.exprs[expr].kind, ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::This) {
                return Err(Problem::new(
                    span,
                    "what 'try' closes is a variable, or one that is declared here",
                ));
            }
            return Ok(Resource::Expr(expr));
        }
        let (is_final, annotations) = self.builder.variable_modifiers(expect(nodes.next(), "modifiers")?)?;
        let ty = self.builder.type_ref(expect(nodes.next(), "a type")?, TypePlace::Local)?;
        let name = self.builder.ident(&expect(nodes.next(), "a name")?);
        let init = self.expression(expect(nodes.next(), "an expression")?)?;
        Ok(Resource::Declared(Box::new(ResourceVariable { is_final, annotations, ty, name, init })))
    }

    fn catch_clause(&mut self, node: Node<'s>) -> Result<Catch> {
        let span = self.builder.span(&node);
        let mut modifiers = (false, Vec::new());
        let mut types = Vec::new();
        let mut name = None;
        let mut body = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::variable_modifiers => modifiers = self.builder.variable_modifiers(part)?,
                Rule::type_ref => types.push(self.builder.type_ref(part, TypePlace::Other)?),
                Rule::identifier | Rule::unnamed => name = Some(self.builder.ident(&part)),
                Rule::block => body = Some(self.block(part)?),
                _ => {}
            }
        }
        let (is_final, annotations) = modifiers;
        let (name, body) = (expect(name, "a name")?, expect(body, "a block")?);
        Ok(Catch { is_final, annotations, types, name, body, span })
    }

    fn constructor_call(&mut self, node: Node<'s>, span: Span) -> Result<StmtId> {
        let mut target = ConstructorTarget::This;
        let mut type_arguments = None;
        let mut arguments = None;
        let mut end = span.end;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_arguments => type_arguments = Some(self.builder.type_arguments(part)?),
                Rule::k_super => target = ConstructorTarget::Super,
                Rule::arguments => {
                    end = self.builder.span(&part).end;
                    arguments = Some(self.arguments(part)?);
                }
                _ => {}
            }
        }
        let arguments = expect(arguments, "arguments")?;
        if let Some(type_arguments) = type_arguments {
            let call = OuterConstructorCall { outer: None, type_arguments, target, arguments };
            let kind = ExprKind::ConstructorCall(Box::new(call));
            let call = self.push_expr(kind, Span::new(span.start, end));
            return Ok(self.push_stmt(StmtKind::Expr(call), span));
        }
        Ok(self.push_stmt(StmtKind::ConstructorCall { target, arguments }, span))
    }

    /// The selector and the body of a `switch`, statement or expression.
    pub(super) fn switch_parts(
        &mut self,
        node: Node<'s>,
        is_expression_switch: bool,
    ) -> Result<(ExprId, SwitchBody)> {
        let mut parts = node.into_inner().skip_while(|part| !is_expression(part));
        let selector = self.expression(expect(parts.next(), "a selector")?)?;
        let body = self.switch_body(expect(parts.next(), "a switch body")?, is_expression_switch)?;
        Ok((selector, body))
    }

    fn switch_body(&mut self, node: Node<'s>, is_expression_switch: bool) -> Result<SwitchBody> {
        let span = self.builder.span(&node);
        let mut groups: Vec<SwitchGroup> = Vec::new();
        let mut arrows = None;
        let mut nodes = node.into_inner().peekable();
        while let Some(label) = nodes.next() {
            let start = self.builder.span(&label).start;
            let labels = self.switch_labels(label)?;
            let separator = expect(nodes.next(), "':' or '->'")?;
            let mut end = self.builder.span(&separator).end;
            let is_arrow = separator.as_rule() == Rule::arrow;
            if *arrows.get_or_insert(is_arrow) != is_arrow {
                let place = self.builder.span(&separator);
                return Err(Problem::new(place, "one 'switch' cannot have both ':' and '->'"));
            }
            let body = if is_arrow {
                let body = expect(nodes.next(), "a statement")?;
                end = self.builder.span(&body).end;
                self.arrow_body(body, is_expression_switch)?
            } else {
                let mut statements = StmtList::new();
                while let Some(statement) = nodes.next_if(|node| node.as_rule() != Rule::switch_label) {
                    end = self.builder.span(&statement).end;
                    statements.push(self.statement(statement)?);
                }
                GroupBody::Colon(statements)
            };
            match groups.last_mut() {
                // `case 1: case 2: …` is one group.
                Some(last) if matches!(&last.body, GroupBody::Colon(statements) if statements.is_empty()) => {
                    last.labels.extend(labels);
                    last.body = body;
                    last.span.end = end;
                }
                _ => groups.push(SwitchGroup { labels, body, span: Span::new(start, end) }),
            }
        }
        let groups = groups.into_iter().map(Arc::new).collect();
        Ok(SwitchBody { groups, arrows: arrows.unwrap_or(false), span })
    }

    fn switch_labels(&mut self, node: Node<'s>) -> Result<Vec<SwitchLabel>> {
        let mut labels = Vec::new();
        let mut is_case = false;
        for part in node.into_inner() {
            let span = self.builder.span(&part);
            match part.as_rule() {
                Rule::k_case => is_case = true,
                Rule::case_constant => labels.push(SwitchLabel::Case(self.expression(part)?)),
                Rule::pattern => {
                    let pattern = self.pattern(part, TypePlace::Other)?;
                    labels.push(SwitchLabel::Pattern(Box::new(pattern)));
                }
                Rule::guard => {
                    if !matches!(labels.last(), Some(SwitchLabel::Pattern(_))) {
                        return Err(Problem::new(span, "only a pattern has a guard"));
                    }
                    let guard = part.into_inner().find(|part| part.as_rule() == Rule::case_constant);
                    labels.push(SwitchLabel::When(self.expression(expect(guard, "a condition")?)?));
                }
                Rule::k_default => {
                    if is_case && !self.is_null(&labels) {
                        return Err(Problem::new(span, "'default' stands behind 'case null,' or alone"));
                    }
                    labels.push(SwitchLabel::Default);
                }
                _ => {}
            }
        }
        Ok(labels)
    }

    /// Whether the one label so far is `null`.
    fn is_null(&self, labels: &[SwitchLabel]) -> bool {
        let [SwitchLabel::Case(only)] = labels else { return false };
        matches!(self.exprs[*only].kind, ExprKind::Literal(Literal::Null))
    }

    fn arrow_body(&mut self, node: Node<'s>, is_expression_switch: bool) -> Result<GroupBody> {
        if is_expression_switch && node.as_rule() == Rule::expression_statement {
            return Ok(GroupBody::ArrowExpr(self.only_expression(node)?));
        }
        Ok(GroupBody::Arrow(self.statement(node)?))
    }
}

/// A variable without a name is no array by brackets behind it.
fn check_unnamed(name: &Ident, dims: usize) -> Result<()> {
    if dims > 0 && *name.name == *UNNAMED {
        return Err(Problem::new(name.span, "'[]' cannot follow '_'"));
    }
    Ok(())
}

/// Assignments, changes by one, calls and creations.
fn may_stand_alone(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Assign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::GenericCall(_)
            | ExprKind::New { .. }
            | ExprKind::Creation(_)
            | ExprKind::ConstructorCall(_)
            | ExprKind::Unsupported(_)
    )
}

fn is_expression(node: &Node<'_>) -> bool {
    node.as_rule() == Rule::expression
}
