//! Calls of the library: each public method whose parameters and result have types of the generator, as a template.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jatpg::syntax::tree::{BaseType, CompilationUnit, Member, MethodDecl, Modifiers, Parameter, TypeRef};

use crate::library::source::trees;

use super::types::Ty;

const CLASSES: [&str; 16] = [
    "Math",
    "StrictMath",
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
    "String",
    "CharSequence",
    "StringBuilder",
    "StringBuffer",
    "Arrays",
    "Objects",
];

/// What may be another number on each JVM: the last bit of these, and what an object's identity hashes to.
const OPEN: [&str; 24] = [
    "Math.sin",
    "Math.cos",
    "Math.tan",
    "Math.asin",
    "Math.acos",
    "Math.atan",
    "Math.atan2",
    "Math.exp",
    "Math.expm1",
    "Math.log",
    "Math.log10",
    "Math.log1p",
    "Math.cbrt",
    "Math.sinh",
    "Math.cosh",
    "Math.tanh",
    "Math.pow",
    "Math.hypot",
    "Objects.hash",
    "Objects.hashCode",
    "Arrays.deepHashCode",
    "StringBuilder.hashCode",
    "StringBuffer.hashCode",
    "CharSequence.hashCode",
];

#[derive(Default)]
struct Templates {
    /// By the name of the result's type.
    expressions: BTreeMap<String, Vec<String>>,
    statements: Vec<String>,
}

/// Those that have this type.
pub(super) fn expressions(ty: Ty) -> Option<&'static [String]> {
    templates().expressions.get(&ty.name()).map(Vec::as_slice)
}

pub(super) fn statements() -> &'static [String] {
    &templates().statements
}

fn templates() -> &'static Templates {
    static TEMPLATES: OnceLock<Templates> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let mut templates = Templates::default();
        trees().iter().for_each(|tree| collect(tree, &mut templates));
        templates
    })
}

fn collect(tree: &CompilationUnit, templates: &mut Templates) {
    for class in tree.types.iter().filter(|class| CLASSES.contains(&&*class.name.name)) {
        for member in &class.members {
            let Member::Method(method) = member else { continue };
            let in_interface = &*class.name.name == "CharSequence";
            if !(method.modifiers.has(Modifiers::PUBLIC) || in_interface)
                || !method.type_parameters.is_empty()
            {
                continue;
            }
            let Some(result) = &method.return_type else { continue };
            let Some(call) = call(&class.name.name, method) else { continue };
            match written(result) {
                Some(ty) if Ty::named(&ty).is_some() => {
                    templates.expressions.entry(ty).or_default().push(call);
                }
                _ if matches!(result.base, BaseType::Void) => templates.statements.push(call + ";"),
                _ => {}
            }
        }
    }
}

/// `Math.max({int}, {int})`, `({String}).charAt({small})`
fn call(class: &str, method: &MethodDecl) -> Option<String> {
    let name = &*method.name.name;
    // A source cannot call the method that a generic interface has after erasure.
    let is_bridge =
        name == "compareTo" && method.parameters.iter().all(|p| written(&p.ty).as_deref() == Some("Object"));
    if is_bridge || OPEN.contains(&&*format!("{class}.{name}")) {
        return None;
    }
    let target = if method.modifiers.has(Modifiers::STATIC) {
        class.to_owned()
    } else {
        format!("({{{}}})", Ty::named(class)?.name())
    };
    let arguments: Option<Vec<String>> = method.parameters.iter().map(|p| argument(class, p)).collect();
    Some(format!("{target}.{name}({})", arguments?.join(", ")))
}

/// Numbers that say a place or a length are small.
fn argument(class: &str, parameter: &Parameter) -> Option<String> {
    let ty = written(&parameter.ty)?;
    let is_place = ["String", "CharSequence", "StringBuilder", "StringBuffer", "Arrays"].contains(&class);
    Some(match (&*ty, &*parameter.name.name) {
        ("int", "codePoint") => "({int} & 0x3ff)".to_owned(),
        ("int", "radix") => "({index} * 11 + 2)".to_owned(),
        ("int", _) if is_place => "{small}".to_owned(),
        _ => format!("{{{}}}", Ty::named(&ty)?.name()),
    })
}

fn written(ty: &TypeRef) -> Option<String> {
    let base = match &ty.base {
        BaseType::Primitive(primitive) => primitive.name().to_owned(),
        BaseType::Named(segments) => segments.last()?.name.name.to_string(),
        BaseType::Void | BaseType::Var => return None,
    };
    Some(base + &"[]".repeat(ty.dims.into()))
}
