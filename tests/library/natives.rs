//! The table of native methods against the library's sources.

use std::collections::{BTreeMap, BTreeSet};

use jatpg::exec::natives;
use jatpg::syntax::tree::{BaseType, CompilationUnit, Member, MethodDecl, Modifiers, TypeRef};

use super::source::trees;

/// Every method of the library by its key, and whether it is native.
fn methods(trees: &[CompilationUnit]) -> BTreeMap<String, bool> {
    let is_native = |method: &MethodDecl| method.modifiers.has(Modifiers::NATIVE);
    declared(trees).into_iter().map(|(key, method)| (key, is_native(method))).collect()
}

/// Every method of the library by its key.
pub(super) fn declared(trees: &[CompilationUnit]) -> BTreeMap<String, &MethodDecl> {
    let mut methods = BTreeMap::new();
    for tree in trees {
        let package: Vec<&str> = tree.package.iter().map(|part| &*part.name).collect();
        for class in tree.types.iter() {
            for member in &class.members {
                if let Member::Method(method) = member {
                    let key = format!("{}.{}.{}", package.join("."), class.name.name, signature(method));
                    methods.insert(key, method);
                }
            }
        }
    }
    methods
}

fn signature(method: &MethodDecl) -> String {
    let parameters: Vec<String> = method.parameters.iter().map(|p| written(&p.ty)).collect();
    format!("{}({})", method.name.name, parameters.join(","))
}

pub(super) fn written(ty: &TypeRef) -> String {
    let base = match &ty.base {
        BaseType::Primitive(primitive) => primitive.name().to_owned(),
        BaseType::Named(segments) => {
            segments.iter().map(|s| s.name.name.to_string()).collect::<Vec<_>>().join(".")
        }
        BaseType::Void | BaseType::Var => "void".to_owned(),
    };
    base + &"[]".repeat(ty.dims.into())
}

#[test]
fn each_native_method_has_an_entry_and_each_entry_a_method() {
    let methods = methods(&trees());
    let entries: BTreeSet<&str> = natives::all().map(|native| native.key).collect();
    assert_eq!(entries.len(), natives::all().count(), "a key has two entries");
    let native = methods.iter().filter(|(_, is_native)| **is_native).map(|(key, _)| key.as_str());
    let missing: Vec<&str> = native.filter(|key| !entries.contains(key)).collect();
    assert!(missing.is_empty(), "without an entry: {missing:#?}");
    let unknown: Vec<&&str> = entries.iter().filter(|key| !methods.contains_key(**key)).collect();
    assert!(unknown.is_empty(), "without a method: {unknown:#?}");
}
