//! A tree as an s-expression, without spans: what tests compare, and what two parses of differently laid out
//! text have in common.
//!
//! `a + f(1)` is `(+ a (f 1))`, `if (x) y = 2;` is `(if x (= y 2))`.

use std::fmt::Write;

use super::tree::*;
use crate::index::IndexVec;

/// The declarations of a file and the code in them.
pub fn unit(unit: &CompilationUnit) -> String {
    let mut parts = Vec::new();
    if !unit.package.is_empty() {
        parts.push(format!("(package {}{})", annotations(&unit.annotations), path(&unit.package)));
    }
    for import in &unit.imports {
        let star = if import.on_demand { ".*" } else { "" };
        let kind = match (import.is_static, import.is_module) {
            (true, _) => "import-static",
            (_, true) => "import-module",
            _ => "import",
        };
        parts.push(format!("({kind} {}{star})", path(&import.path)));
    }
    if let Some(module) = &unit.module {
        parts.push(self::module(module));
    }
    if unit.compact.is_empty() {
        let top_level = unit.types.iter().filter(|ty| ty.outer.is_none());
        parts.extend(top_level.map(|ty| type_decl(&unit.types, ty)));
    } else {
        let members: String =
            unit.compact.iter().map(|member| format!(" {}", self::member(&unit.types, member))).collect();
        parts.push(format!("(compact-file{members})"));
    }
    parts.join(" ")
}

fn module(module: &ModuleDecl) -> String {
    let open = if module.is_open { "open " } else { "" };
    let mut text = format!("(module {}{open}{}", annotations(&module.annotations), path(&module.name));
    for directive in &module.directives {
        let kind = match directive.kind {
            DirectiveKind::Requires { is_transitive, is_static } => {
                let transitive = if is_transitive { " transitive" } else { "" };
                format!("requires{transitive}{}", if is_static { " static" } else { "" })
            }
            DirectiveKind::Exports => "exports".to_owned(),
            DirectiveKind::Opens => "opens".to_owned(),
            DirectiveKind::Uses => "uses".to_owned(),
            DirectiveKind::Provides => "provides".to_owned(),
        };
        let targets: String = directive.targets.iter().map(|target| format!(" {}", path(target))).collect();
        let _ = write!(text, " ({kind} {}{targets})", path(&directive.name));
    }
    text + ")"
}

/// Each with a space behind it.
fn annotations(annotations: &[Annotation]) -> String {
    annotations.iter().map(|each| format!("{} ", annotation(each))).collect()
}

fn annotation(annotation: &Annotation) -> String {
    let mut text = format!("@{}", path(&annotation.name));
    for (i, argument) in annotation.arguments.iter().enumerate() {
        text += if i == 0 { "(" } else { ", " };
        // A value that stands alone is that of `value`.
        let name = argument.name.as_ref().map_or("value", |name| &*name.name);
        let _ = write!(text, "{name}={}", annotation_value(&argument.value));
    }
    text + if annotation.arguments.is_empty() { "" } else { ")" }
}

fn annotation_value(value: &AnnotationValue) -> String {
    match value {
        AnnotationValue::Expr(value) => code(value),
        AnnotationValue::Annotation(inner) => annotation(inner),
        AnnotationValue::Array(values) => {
            format!("{{{}}}", values.iter().map(annotation_value).collect::<Vec<_>>().join(" "))
        }
    }
}

type Types = IndexVec<TypeDeclId, TypeDecl>;

/// The root of a piece of code.
pub fn code(code: &Code) -> String {
    let dump = Dump { code };
    match &code.root {
        Root::Block(block) => dump.stmt(*block),
        Root::Expr(root) => dump.expr(*root),
        Root::Arguments(arguments) => dump.list("arguments", arguments),
    }
}

fn path(idents: &[Ident]) -> String {
    idents.iter().map(|ident| &*ident.name).collect::<Vec<_>>().join(".")
}

fn type_decl(all: &Types, decl: &TypeDecl) -> String {
    let kind = match decl.kind {
        TypeKind::Class => "class",
        TypeKind::Interface => "interface",
        TypeKind::Enum => "enum",
        TypeKind::Record => "record",
        TypeKind::Annotation => "@interface",
    };
    let mut text = format!("({kind} {}{}", modifiers(decl.modifiers, &decl.annotations), decl.name.name);
    text += &type_parameters(&decl.type_parameters);
    if let Some(extended) = &decl.extends {
        let _ = write!(text, " (extends {})", ty(extended));
    }
    for (clause, types) in [("implements", &decl.implements), ("permits", &decl.permits)] {
        if !types.is_empty() {
            let _ = write!(text, " ({clause} {})", types.iter().map(ty).collect::<Vec<_>>().join(" "));
        }
    }
    if decl.kind == TypeKind::Record {
        text += &parameters(&decl.components);
    }
    for constant in &decl.constants {
        let _ = write!(text, " (constant {}{}", annotations(&constant.annotations), constant.name.name);
        if !matches!(&constant.arguments.root, Root::Arguments(arguments) if arguments.is_empty()) {
            let _ = write!(text, " {}", code(&constant.arguments));
        }
        if let Some(body) = constant.body {
            let _ = write!(text, " {}", type_decl(all, &all[body]));
        }
        text.push(')');
    }
    for member in &decl.members {
        let _ = write!(text, " {}", self::member(all, member));
    }
    text + ")"
}

fn member(types: &Types, member: &Member) -> String {
    match member {
        Member::Field(field) => {
            let init = field.init.as_ref().map_or(String::new(), |init| format!(" {}", code(init)));
            let modifiers = modifiers(field.modifiers, &field.annotations);
            format!("(field {modifiers}{} {}{init})", ty(&field.ty), field.name.name)
        }
        Member::Method(method) => {
            let kind = if method.is_compact { "compact" } else { "method" };
            let mut text = format!("({kind} {}", modifiers(method.modifiers, &method.annotations));
            if let Some(result) = &method.return_type {
                let _ = write!(text, "{} ", ty(result));
            }
            text += &method.name.name;
            text += &type_parameters(&method.type_parameters);
            if let Some(receiver) = &method.receiver {
                let _ = write!(text, " (this {})", ty(receiver));
            }
            text += &parameters(&method.parameters);
            if !method.throws.is_empty() {
                let _ =
                    write!(text, " (throws {})", method.throws.iter().map(ty).collect::<Vec<_>>().join(" "));
            }
            if let Some(default) = &method.default {
                let _ = write!(text, " (default {})", annotation_value(default));
            }
            if let Some(body) = &method.body {
                let _ = write!(text, " {}", code(body));
            }
            text + ")"
        }
        Member::Initializer(initializer) => {
            let kind = if initializer.is_static { "static-init" } else { "init" };
            format!("({kind} {})", code(&initializer.body))
        }
        Member::Type(id) => type_decl(types, &types[*id]),
    }
}

fn modifiers(modifiers: Modifiers, own: &[Annotation]) -> String {
    const NAMES: [&str; 14] = [
        "public",
        "protected",
        "private",
        "static",
        "final",
        "abstract",
        "native",
        "synchronized",
        "transient",
        "volatile",
        "strictfp",
        "default",
        "sealed",
        "non-sealed",
    ];
    let present = NAMES.iter().enumerate().filter(|(bit, _)| modifiers.has(1 << bit));
    present.map(|(_, name)| format!("{name} ")).collect::<String>() + &annotations(own)
}

fn type_parameters(parameters: &[TypeParameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let shown = parameters.iter().map(|parameter| {
        let bounds: Vec<_> = parameter.bounds.iter().map(ty).collect();
        let bounds = if bounds.is_empty() { String::new() } else { format!(":{}", bounds.join("&")) };
        format!("{}{}{bounds}", annotations(&parameter.annotations), parameter.name.name)
    });
    format!("<{}>", shown.collect::<Vec<_>>().join(","))
}

fn parameters(parameters: &[Parameter]) -> String {
    let shown = parameters.iter().map(|parameter| {
        let dots = if parameter.varargs { "..." } else { "" };
        let modifiers = modifiers(parameter.modifiers, &parameter.annotations);
        format!("{modifiers}{}{dots} {}", ty(&parameter.ty), parameter.name.name)
    });
    format!(" [{}]", shown.collect::<Vec<_>>().join(", "))
}

/// A type as Java writes it, the annotations at each part in front of it.
pub fn ty(ty: &TypeRef) -> String {
    let at = |place: AnnotatedPart| {
        let own = ty.annotations.iter().flatten().filter(|annotated| annotated.place == place);
        own.map(|annotated| format!("{} ", annotation(&annotated.annotation))).collect::<String>()
    };
    let first = at(AnnotatedPart::Segment(0));
    let mut text = match &ty.base {
        BaseType::Void => "void".to_owned(),
        BaseType::Var => "var".to_owned(),
        BaseType::Primitive(primitive) => format!("{first}{}", primitive.name()),
        BaseType::Named(segments) => {
            let shown = segments.iter().enumerate();
            let shown = shown.map(|(i, own)| at(AnnotatedPart::Segment(i as u32)) + &segment(own));
            shown.collect::<Vec<_>>().join(".")
        }
    };
    for i in 0..u32::from(ty.dims) {
        text += &at(AnnotatedPart::Dimension(i));
        text += "[]";
    }
    text
}

fn type_argument(argument: &TypeArgument) -> String {
    match argument {
        TypeArgument::Type(argument) => ty(argument),
        TypeArgument::Wildcard => "?".to_owned(),
        TypeArgument::Extends(bound) => format!("? extends {}", ty(bound)),
        TypeArgument::Super(bound) => format!("? super {}", ty(bound)),
        TypeArgument::Annotated(own, argument) => annotations(own) + &type_argument(argument),
    }
}

fn type_arguments(arguments: &[TypeArgument]) -> String {
    if arguments.is_empty() {
        return String::new();
    }
    format!("<{}>", arguments.iter().map(type_argument).collect::<Vec<_>>().join(","))
}

fn segment(segment: &TypeSegment) -> String {
    let Some(arguments) = &segment.arguments else { return segment.name.name.to_string() };
    format!("{}<{}>", segment.name.name, arguments.iter().map(type_argument).collect::<Vec<_>>().join(","))
}

fn local_types(local: &LocalTypes) -> String {
    let declared = local.types.iter().next();
    declared.map_or_else(String::new, |declared| type_decl(&local.types, declared))
}

fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any(_) => "_".to_owned(),
        Pattern::Type(own) => {
            let modifier = if own.is_final { "final " } else { "" };
            format!("{modifier}{}{} {}", annotations(&own.annotations), ty(&own.ty), own.name.name)
        }
        Pattern::Record(own) => {
            let parts = own.parts.iter().map(self::pattern).collect::<Vec<_>>().join(", ");
            format!("{}({parts})", ty(&own.ty))
        }
    }
}

struct Dump<'a> {
    code: &'a Code,
}

impl Dump<'_> {
    fn list(&self, head: &str, items: &[ExprId]) -> String {
        let items: String = items.iter().map(|item| format!(" {}", self.expr(*item))).collect();
        format!("({head}{items})")
    }

    fn stmts(&self, head: &str, items: &[StmtId]) -> String {
        let items: String = items.iter().map(|item| format!(" {}", self.stmt(*item))).collect();
        format!("({head}{items})")
    }

    fn expr(&self, id: ExprId) -> String {
        match &self.code.exprs[id].kind {
            ExprKind::Literal(literal) => self::literal(literal),
            ExprKind::Name(name) => name.to_string(),
            ExprKind::Field { target, name } => format!("(. {} {})", self.expr(*target), name.name),
            ExprKind::This => "this".to_owned(),
            ExprKind::Super { qualifier: None } => "super".to_owned(),
            ExprKind::Super { qualifier: Some(class) } => format!("{}.super", ty(class)),
            ExprKind::Call { target: None, name, arguments } => self.list(&name.name, arguments),
            ExprKind::Call { target: Some(target), name, arguments } => {
                self.list(&format!(".{} {}", name.name, self.expr(*target)), arguments)
            }
            ExprKind::New { class, arguments } => self.list(&format!("new {}", ty(class)), arguments),
            ExprKind::NewArray { ty: array, lengths } => {
                self.list(&format!("new-array {}", ty(array)), lengths)
            }
            ExprKind::NewArrayOf { ty: array, init } => format!("(new {} {})", ty(array), self.expr(*init)),
            ExprKind::ArrayInitializer(elements) => {
                let shown: Vec<_> = elements.iter().map(|element| self.expr(*element)).collect();
                format!("{{{}}}", shown.join(" "))
            }
            ExprKind::Index { array, index } => format!("([] {} {})", self.expr(*array), self.expr(*index)),
            ExprKind::Unary { op, operand } => format!("({} {})", op.symbol(), self.expr(*operand)),
            ExprKind::IncDec { op, operand } if op.is_prefix() => {
                format!("({}_ {})", op.symbol(), self.expr(*operand))
            }
            ExprKind::IncDec { op, operand } => format!("(_{} {})", op.symbol(), self.expr(*operand)),
            ExprKind::Binary { op, left, right } => {
                format!("({} {} {})", op.symbol(), self.expr(*left), self.expr(*right))
            }
            ExprKind::Assign { target, op, value } => {
                let symbol = op.map_or("", |op| op.symbol());
                format!("({symbol}= {} {})", self.expr(*target), self.expr(*value))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.list("?:", &[*condition, *then, *otherwise])
            }
            ExprKind::Cast { ty: target, operand } => {
                format!("(cast {} {})", ty(target), self.expr(*operand))
            }
            ExprKind::InstanceOf { operand, ty: class, binding } => {
                let binding = binding.as_ref().map_or(String::new(), |binding| {
                    let modifier = if binding.is_final { "final " } else { "" };
                    format!(" {modifier}{}{}", annotations(&binding.annotations), binding.name.name)
                });
                format!("(instanceof {} {}{binding})", self.expr(*operand), ty(class))
            }
            ExprKind::Switch { selector, body } => self.switch("switch-expr", *selector, body),
            ExprKind::ClassLiteral(class) => format!("{}.class", ty(class)),
            ExprKind::Unsupported(unsupported) => format!("<{}>", unsupported.what),
            rare => self.rare(rare),
        }
    }

    /// The kinds that are in no long chain: the frames of [`Self::expr`] stay small.
    #[inline(never)]
    fn rare(&self, kind: &ExprKind) -> String {
        match kind {
            ExprKind::OuterThis(class) => format!("{}.this", ty(class)),
            ExprKind::GenericCall(call) => {
                let arguments = type_arguments(&call.type_arguments);
                let head = format!(".{}{arguments} {}", call.name.name, self.expr(call.target));
                self.list(&head, &call.arguments)
            }
            ExprKind::Creation(creation) => {
                let outer = creation.outer.map_or(String::new(), |outer| format!("{} . ", self.expr(outer)));
                let arguments = type_arguments(&creation.type_arguments);
                let head = format!("{outer}new {arguments}{}", ty(&creation.class));
                let made = self.list(&head, &creation.arguments);
                match &creation.body {
                    Some(body) => format!("(anonymous {made} {})", local_types(body)),
                    None => made,
                }
            }
            ExprKind::ConstructorCall(call) => {
                let outer = call.outer.map_or(String::new(), |outer| format!("{} . ", self.expr(outer)));
                let head = format!(
                    "{outer}{}{}",
                    type_arguments(&call.type_arguments),
                    if call.target == ConstructorTarget::This { "this-call" } else { "super-call" }
                );
                self.list(&head, &call.arguments)
            }
            ExprKind::IntersectionCast { types, operand } => {
                let types = types.iter().map(ty).collect::<Vec<_>>().join("&");
                format!("(cast {types} {})", self.expr(*operand))
            }
            ExprKind::Matches { operand, pattern } => {
                format!("(instanceof {} {})", self.expr(*operand), self::pattern(pattern))
            }
            ExprKind::Lambda(lambda) => {
                let parameters = match &lambda.parameters {
                    LambdaParameters::Inferred(names) => format!(" [{}]", path(names).replace('.', ", ")),
                    LambdaParameters::Declared(list) => parameters(list),
                };
                let body = match lambda.body {
                    LambdaBody::Expr(body) => self.expr(body),
                    LambdaBody::Block(body) => self.stmt(body),
                };
                format!("(lambda{parameters} {body})")
            }
            ExprKind::MethodReference(reference) => {
                let target = match &reference.target {
                    ReferenceTarget::Expr(target) => self.expr(*target),
                    ReferenceTarget::Type(target) => ty(target),
                };
                let name = reference.name.as_ref().map_or("new", |name| &*name.name);
                format!("(:: {target} {}{name})", type_arguments(&reference.type_arguments))
            }
            _ => unreachable!("the other kinds are shown by `expr`"),
        }
    }

    fn stmt(&self, id: StmtId) -> String {
        match &self.code.stmts[id].kind {
            StmtKind::Block(statements) => self.stmts("block", statements),
            StmtKind::Local(local) => self.local(local),
            StmtKind::Empty => "(empty)".to_owned(),
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::If { condition, then, otherwise } => {
                let otherwise = otherwise.map_or(String::new(), |id| format!(" {}", self.stmt(id)));
                format!("(if {} {}{otherwise})", self.expr(*condition), self.stmt(*then))
            }
            StmtKind::While { condition, body } => {
                format!("(while {} {})", self.expr(*condition), self.stmt(*body))
            }
            StmtKind::Do { body, condition } => {
                format!("(do {} {})", self.stmt(*body), self.expr(*condition))
            }
            StmtKind::For { init, condition, update, body } => format!(
                "(for {} {} {} {})",
                self.stmts("", init),
                condition.map_or("()".to_owned(), |condition| self.expr(condition)),
                self.stmts("", update),
                self.stmt(*body)
            ),
            StmtKind::ForEach { variable, iterable, body } => {
                let modifier = if variable.is_final { "final " } else { "" };
                let own = annotations(&variable.annotations);
                let variable = format!("{modifier}{own}{} {}", ty(&variable.ty), variable.name.name);
                format!("(for-each {variable} {} {})", self.expr(*iterable), self.stmt(*body))
            }
            StmtKind::Labeled { label, body } => format!("({}: {})", label.name, self.stmt(*body)),
            StmtKind::Switch { selector, body } => self.switch("switch", *selector, body),
            StmtKind::Break(label) => jump("break", label.as_ref()),
            StmtKind::Continue(label) => jump("continue", label.as_ref()),
            StmtKind::Yield(value) => format!("(yield {})", self.expr(*value)),
            StmtKind::Return(None) => "(return)".to_owned(),
            StmtKind::Return(Some(value)) => format!("(return {})", self.expr(*value)),
            StmtKind::Throw(value) => format!("(throw {})", self.expr(*value)),
            StmtKind::Try(parts) => {
                let mut text = "(try".to_owned();
                for resource in &parts.resources {
                    let _ = match resource {
                        Resource::Expr(expr) => write!(text, " (resource {})", self.expr(*expr)),
                        Resource::Declared(own) => write!(
                            text,
                            " (resource {}{}{} {}={})",
                            if own.is_final { "final " } else { "" },
                            annotations(&own.annotations),
                            ty(&own.ty),
                            own.name.name,
                            self.expr(own.init)
                        ),
                    };
                }
                let _ = write!(text, " {}", self.stmt(parts.body));
                for catch in &parts.catches {
                    let types: Vec<_> = catch.types.iter().map(ty).collect();
                    let _ = write!(
                        text,
                        " (catch {}{} {} {})",
                        annotations(&catch.annotations),
                        types.join("|"),
                        catch.name.name,
                        self.stmt(catch.body)
                    );
                }
                if let Some(finally) = parts.finally {
                    let _ = write!(text, " (finally {})", self.stmt(finally));
                }
                text + ")"
            }
            StmtKind::Assert { condition, message } => {
                let message = message.map_or(String::new(), |message| format!(" {}", self.expr(message)));
                format!("(assert {}{message})", self.expr(*condition))
            }
            StmtKind::ConstructorCall { target, arguments } => {
                let head = match target {
                    ConstructorTarget::This => "this-call",
                    ConstructorTarget::Super => "super-call",
                };
                self.list(head, arguments)
            }
            StmtKind::Unsupported(unsupported) => format!("<{}>", unsupported.what),
            StmtKind::Synchronized { lock, body } => {
                format!("(synchronized {} {})", self.expr(*lock), self.stmt(*body))
            }
            StmtKind::LocalType(types) => local_types(types),
        }
    }

    /// One node for each declarator, so that `int a, b[];` is what two declarations are.
    fn local(&self, local: &LocalDecl) -> String {
        let modifier = if local.is_final { "final " } else { "" };
        let own = annotations(&local.annotations);
        let declarators = local.declarators.iter().map(|declarator| {
            let brackets = "[]".repeat(usize::from(declarator.extra_dims));
            let init = declarator.init.map_or(String::new(), |init| format!("={}", self.expr(init)));
            format!("(local {modifier}{own}{}{brackets} {}{init})", ty(&local.ty), declarator.name.name)
        });
        declarators.collect::<Vec<_>>().join(" ")
    }

    fn switch(&self, head: &str, selector: ExprId, body: &SwitchBody) -> String {
        let mut text = format!("({head} {}", self.expr(selector));
        for group in &body.groups {
            let labels = group.labels.iter().map(|label| match label {
                SwitchLabel::Case(constant) => self.expr(*constant),
                SwitchLabel::Default => "default".to_owned(),
                SwitchLabel::Pattern(pattern) => self::pattern(pattern),
                SwitchLabel::When(guard) => format!("when {}", self.expr(*guard)),
            });
            let labels = labels.collect::<Vec<_>>().join(" ");
            let _ = match &group.body {
                GroupBody::Colon(statements) => {
                    write!(text, " {}", self.stmts(&format!("[{labels}] :"), statements))
                }
                GroupBody::Arrow(statement) => write!(text, " ([{labels}] -> {})", self.stmt(*statement)),
                GroupBody::ArrowExpr(value) => write!(text, " ([{labels}] => {})", self.expr(*value)),
            };
        }
        text + ")"
    }
}

fn jump(head: &str, label: Option<&Ident>) -> String {
    label.map_or_else(|| format!("({head})"), |label| format!("({head} {})", label.name))
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(digits) => digits.to_string(),
        Literal::Long(digits) => format!("{digits}L"),
        Literal::Float(digits) => format!("{digits}f"),
        Literal::Double(digits) => format!("{digits}d"),
        Literal::Char(unit) => format!("'{unit:04x}'"),
        Literal::String(text) => {
            let shown: String = text.units().iter().map(|&unit| unit_text(unit)).collect();
            format!("\"{shown}\"")
        }
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".to_owned(),
    }
}

fn unit_text(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(byte @ b' '..=b'~') if !matches!(byte, b'"' | b'\\') => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}
