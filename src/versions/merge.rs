//! The two files as one program. The new file's top-level classes get names that occur in neither file, and the old
//! file's package; inside the file every use of the names follows. A method that bears its class's name in both files gets the old
//! one's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::sema::load::LoadOptions;
use crate::sema::program::{ClassId, MethodId, Program, Role, UnitId};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::lexer::{Lexer, TokenKind};
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{ExprKind, Ident, Member};

/// Both versions in one program.
pub struct Merged {
    pub program: Program,
    pub old: UnitId,
    pub new: UnitId,
    /// The new file's top-level classes: by the name they have now, the name they are declared with.
    pub declared: BTreeMap<String, String>,
    /// The files are of different packages.
    pub is_moved: bool,
}

impl Merged {
    /// Whether a method is the old file's.
    pub fn is_old(&self, method: MethodId) -> bool {
        self.program.classes[self.program.methods[method].class].unit == self.old
    }
}

/// `old` and `new`: the programs of each file alone. Says why the files cannot stand beside each other.
pub fn merge(old: &Program, new: &Program, source_path: Option<&PathBuf>) -> Result<Merged, String> {
    let (old_package, new_package) = (package(old), package(new));
    if old_package != new_package {
        let of_package = |c: ClassId| new.role(c) == Role::SourcePath && new.package_name(c) == new_package;
        if let Some(class) = new.classes.ids().find(|&c| of_package(c)) {
            let name = &new.classes[class].name;
            return Err(format!(
                "the new version uses {name} of its own package, which the old one is not in"
            ));
        }
    }
    let (old_source, new_source) = (given(old)?, given(new)?);
    let names = top_level_names(new);
    let taken = words(&old_source.text)?.into_iter().chain(words(&new_source.text)?).collect();
    let renamed: BTreeMap<String, String> =
        names.into_iter().map(|name| (name.clone(), fresh(&name, &taken))).collect();
    let members = Members {
        places: members_named_as_classes(new, &renamed),
        name: named_as_class(old).filter(|_| named_as_class(new).is_some()),
    };
    let text = rewritten(&new_source.text, &old_package, &renamed, &members)?;
    let sources = vec![
        SourceFile::new(old_source.path.clone(), old_source.text.clone()),
        SourceFile::new(new_source.path.clone().with_extension("new.java"), text),
    ];
    let options = LoadOptions {
        source_path: source_path.cloned(),
        class_files: old.class_files.clone(),
        assertions: old.assertions,
    };
    let told = |errors: &[Diagnostic]| {
        let first = errors.first().map(|e| e.message.clone()).unwrap_or_default();
        format!("the versions cannot be read side by side: {first}")
    };
    let program = Program::load(sources, &options).map_err(|errors| told(&errors))?;
    let errors = program.check();
    if !errors.is_empty() {
        return Err(told(&errors));
    }
    let units: Vec<UnitId> = program.units.ids().filter(|&u| program.units[u].role == Role::Given).collect();
    let [old, new] = units[..] else { return Err("the versions are not one file each".to_owned()) };
    let declared = renamed.into_iter().map(|(name, fresh)| (fresh, name)).collect();
    Ok(Merged { program, old, new, declared, is_moved: old_package != new_package })
}

/// Methods that bear a class's name.
#[derive(Default)]
struct Members {
    /// Where the text names them.
    places: BTreeSet<usize>,
    /// What they are called from now on; `None`: as they are.
    name: Option<String>,
}

/// The name of the only top-level class, where a method of it bears that, too.
fn named_as_class(program: &Program) -> Option<String> {
    let mut tops = program.given_classes().filter(|&c| program.classes[c].outer.is_none());
    let (class, None) = (tops.next()?, tops.next()) else { return None };
    let class = &program.classes[class];
    let is_so = |&m: &MethodId| {
        let method = &program.methods[m];
        !method.is_constructor() && method.name == class.name
    };
    class.methods.iter().any(is_so).then(|| class.name.to_string())
}

/// Where the text names a method that bears a class's name: `int A() { return A(); }` of a class `A`.
fn members_named_as_classes(program: &Program, renamed: &BTreeMap<String, String>) -> BTreeSet<usize> {
    let Some(unit) = program.units.iter().find(|unit| unit.role == Role::Given) else {
        return BTreeSet::new();
    };
    let is_renamed = |name: &Ident| renamed.contains_key(&*name.name);
    let mut found = BTreeSet::new();
    let members = |of: &[Member]| {
        let mut found: Vec<usize> = Vec::new();
        for member in of {
            let code = match member {
                Member::Field(field) => field.init.as_ref(),
                Member::Initializer(initializer) => Some(&initializer.body),
                Member::Method(method) => {
                    if method.return_type.is_some() && is_renamed(&method.name) {
                        found.push(method.name.span.start as usize);
                    }
                    method.body.as_ref()
                }
                Member::Type(_) => None,
            };
            let calls = code.into_iter().flat_map(|code| code.exprs.iter());
            found.extend(calls.filter_map(|expr| match &expr.kind {
                ExprKind::Call { name, .. } if is_renamed(name) => Some(name.span.start as usize),
                _ => None,
            }));
        }
        found
    };
    for decl in unit.tree.types.iter() {
        found.extend(members(&decl.members));
        for expr in decl.constants.iter().flat_map(|constant| constant.arguments.exprs.iter()) {
            if let ExprKind::Call { name, .. } = &expr.kind
                && is_renamed(name)
            {
                found.insert(name.span.start as usize);
            }
        }
    }
    found
}

fn given(program: &Program) -> Result<&SourceFile, String> {
    let unit = program.units.iter().find(|unit| unit.role == Role::Given);
    unit.map(|unit| &*unit.tree.source).ok_or_else(|| "a version has no file".to_owned())
}

fn package(program: &Program) -> String {
    program.given_classes().next().map(|c| program.package_name(c).to_owned()).unwrap_or_default()
}

fn top_level_names(program: &Program) -> Vec<String> {
    let outermost = program.given_classes().filter(|&c| program.classes[c].outer.is_none());
    outermost.map(|c| program.classes[c].name.to_string()).collect()
}

fn words(text: &str) -> Result<BTreeSet<String>, String> {
    let mut words = BTreeSet::new();
    for token in Lexer::new(text) {
        let token = token.map_err(|e| e.problem.to_string())?;
        if token.kind == TokenKind::Word {
            words.insert(token.text.to_owned());
        }
    }
    Ok(words)
}

fn fresh(name: &str, taken: &BTreeSet<String>) -> String {
    let mut fresh = format!("{name}_new");
    while taken.contains(&fresh) {
        fresh.push('_');
    }
    fresh
}

/// The file in the package, with the new names of classes and `members`. Another name behind a dot is a member's.
fn rewritten(
    text: &str,
    package: &str,
    renamed: &BTreeMap<String, String>,
    members: &Members,
) -> Result<String, String> {
    let mut out = String::new();
    if !package.is_empty() {
        out.push_str(&format!("package {package}; "));
    }
    let mut copied = 0;
    let mut behind_dot = false;
    let mut in_package = false;
    for token in Lexer::new(text) {
        let token = token.map_err(|e| e.problem.to_string())?;
        if token.kind == TokenKind::Word && token.text == "package" && !in_package {
            out.push_str(&text[copied..token.start]);
            in_package = true;
        }
        if in_package {
            copied = token.end();
            in_package = token.text != ";";
            continue;
        }
        let fresh = match members.places.contains(&token.start) {
            true => members.name.as_ref(),
            false => renamed.get(token.text).filter(|_| token.kind == TokenKind::Word && !behind_dot),
        };
        if let Some(fresh) = fresh {
            out.push_str(&text[copied..token.start]);
            out.push_str(fresh);
            copied = token.end();
        }
        behind_dot = token.text == ".";
    }
    out.push_str(&text[copied..]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_package_are_renamed_and_texts_are_not() {
        let renamed = [("A".to_owned(), "A_new".to_owned())].into();
        let text = "/* A */ package q; class A { A a; String s = \"A\"; int f(A a) { return a.A; } }";
        let expected =
            "package p; /* A */  class A_new { A_new a; String s = \"A\"; int f(A_new a) { return a.A; } }";
        assert_eq!(rewritten(text, "p", &renamed, &Members::default()).expect("tokens"), expected);
    }
}
