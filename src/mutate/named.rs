//! The names by which a user means methods: on the command line and in files of labels.

use crate::sema::program::{MethodId, Program};

/// What may name a method: `total`, `Cart.total(int, String[])`, `shop.Cart.<init>(java.util.List)`.
pub fn pattern(text: &str) -> Result<String, String> {
    let what = "a method is `name` or `name(int,String)`, a constructor `<init>`, with the class before it where that is needed: \
                `Cart.total(int)`; types have no type arguments and no names of parameters";
    let is_word =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
    let is_name = |name: &str| name.split('.').all(|part| is_word(part.trim()));
    let is_method = |name: &str| match name.trim().strip_suffix("<init>") {
        Some("") => true,
        Some(class) => class.trim_end().strip_suffix('.').is_some_and(is_name),
        None => is_name(name),
    };
    let is_type = |ty: &str| {
        let mut ty = ty.trim();
        ty = ty.strip_suffix("...").unwrap_or(ty).trim_end();
        while let Some(element) = ty.strip_suffix(']').and_then(|ty| ty.trim_end().strip_suffix('[')) {
            ty = element.trim_end();
        }
        is_name(ty)
    };
    let is_pattern = match text.split_once('(') {
        None => is_method(text),
        Some((name, types)) => types.trim_end().strip_suffix(')').is_some_and(|types| {
            is_method(name) && (types.trim().is_empty() || types.split(',').all(is_type))
        }),
    };
    if is_pattern { Ok(text.to_owned()) } else { Err(what.to_owned()) }
}

/// `name`, `name(int,int)`, or with its class before it, and its package before that.
pub fn is_named(program: &Program, method: MethodId, wanted: &str) -> bool {
    let wanted: String = wanted.chars().filter(|c| !c.is_whitespace()).collect();
    let wanted = [with_simple_types(&wanted), wanted];
    let names = [program.method_name(method), program.qualified_method_name(method)];
    names.iter().any(|full| {
        let open = full.find('(').unwrap_or(full.len());
        wanted.iter().any(|wanted| is_ending(full, wanted) || is_ending(&full[..open], wanted))
    })
}

/// `f(java.lang.String,int...)` → `f(String,int[])`, as methods are named.
fn with_simple_types(wanted: &str) -> String {
    let Some((head, arguments)) = wanted.split_once('(') else { return wanted.to_owned() };
    let simple = |ty: &str| {
        let ty = ty.replace("...", "[]");
        // `Outer.Inner` is a simple name here; packages are in lower case.
        let is_package = |part: &&str| part.chars().next().is_some_and(char::is_lowercase);
        let parts: Vec<&str> = ty.split('.').collect();
        let packages = parts.iter().take(parts.len() - 1).take_while(|part| is_package(part)).count();
        parts[packages..].join(".")
    };
    let types: Vec<String> = arguments.trim_end_matches(')').split(',').map(simple).collect();
    format!("{head}({})", types.join(","))
}

/// Whether a name is this one, or ends with it behind a dot.
fn is_ending(name: &str, ending: &str) -> bool {
    name.strip_suffix(ending).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}
