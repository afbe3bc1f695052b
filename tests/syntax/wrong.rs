//! Small programs that are no Java: javac's parser refuses each, and so does ours; and their neighbours, which are Java.
//! What javac refuses in a later phase only, and our parser at once, is not among them.

use std::path::PathBuf;

use jatpg::syntax::parser;
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::skipped;

use super::javac::{ask_javac, of_this_language};

/// In a file.
const FILES: &[&str] = &[
    "import module a.b.*; class A { }",
    "import module a; class A { }",
    "import module; class A { }",
    "import static module a; class A { }",
    "package a; void f() { }",
    "void f() { } class A { }",
    "int x = 1; void main() { }",
    "class A { } { }",
    "static { } void main() { }",
    "main() { }",
    "int _ = 1; void main() { }",
    "class _ { }",
    "class A { int _; }",
    "class A { void _() { } }",
    "class A { void f(int _) { } }",
    "class A<_> { }",
    "enum E { _ }",
    "record R(int _) { }",
    "record R(R this) { }",
    "record R(int a) { int b; }",
    "record R { }",
    "class A { A { } }",
    "class when { }",
    "class sealed { }",
    "class permits { }",
    "class var { }",
    "class yield { }",
    "class record { }",
    "class module { }",
    "class A permits B { }",
    "@interface A { int f() default; }",
    "@interface A { int f() default {1, @B, {2}}; }",
    "@A(,) class B { }",
    "class A { @Override }",
    "class A { void f(int a, A this) { } }",
    "class A { void f(A this, int... a, int b) { } }",
    "class A { int f()[] { } int g(int... a[]) { } }",
    "module a { requires b }",
    "module a { exports b to; }",
    "module a { requires transitive static b; requires static transitive c; }",
    "module a { requires static static b; }",
    "open open module a { }",
    "module a { provides b; }",
    "class A extends B, C { }",
    "interface A implements B { }",
    "enum E extends A { }",
    "class A<T super B> { }",
    "class A<? extends B> { }",
];

/// In a method.
const STATEMENTS: &[&str] = &[
    "int _ = 1;",
    "int _;",
    "int _[] = {};",
    "_ = 1;",
    "f(_);",
    "_ -> 1;",
    "f(_ -> _);",
    "f((_, int x) -> 1);",
    "f((var x, int y) -> 1);",
    "f((var x, y) -> 1);",
    "f((var[] x) -> 1);",
    "f((var x[]) -> 1);",
    "f((int x, int _) -> 1);",
    "f(A this -> 1);",
    "for (int _ : a) { }",
    "for (int _ = 1; ; ) { }",
    "for (int _; ; ) { }",
    "try (var _ = f()) { }",
    "try (f()) { }",
    "try (a.b; c) { }",
    "try (this.a) { }",
    "try (a[0]) { }",
    "try (int x) { }",
    "try () { }",
    "try { }",
    "try { } catch (A | B _) { }",
    "try { } catch (A a, B b) { }",
    "a = b instanceof C(int x);",
    "a = b instanceof C(int x) d;",
    "a = b instanceof C(x);",
    "a = b instanceof C(_);",
    "a = b instanceof C(_, var _);",
    "a = b instanceof _;",
    "a = b instanceof var x;",
    "a = b instanceof final C(int x);",
    "a = b instanceof C<D>(int x) && x;",
    "a = b instanceof C(int x, );",
    "a = b instanceof C[](int x);",
    "switch (a) { case _: }",
    "switch (a) { case B _: }",
    "switch (a) { case B b when c: }",
    "switch (a) { case 1 when c: }",
    "switch (a) { case B b when: }",
    "switch (a) { case B b, C c -> { } }",
    "switch (a) { case null, default -> { } }",
    "switch (a) { case default -> { } }",
    "switch (a) { case default, null -> { } }",
    "switch (a) { case 1, default -> { } }",
    "switch (a) { case null, 1 -> { } }",
    "switch (a) { case var x -> { } }",
    "switch (a) { case int x -> { } }",
    "switch (a) { case B(var x, _) when x -> y -> { } }",
    "switch (a) { case 1 -> return; }",
    "switch (a) { default when b -> { } }",
    "int x = switch (a) { };",
    "int when = 1; when = 2; when(3);",
    "yield(1);",
    "yield = 1;",
    "int yield = 1;",
    "record R(int a) { }",
    "sealed class A { }",
    "static class A { }",
    "private class A { }",
    "interface I { }",
    "enum E { }",
    "static int x = 1;",
    "a.new B[1];",
    "new <T> B[1];",
    "new B[];",
    "new B[1] { };",
    "new B<>[1];",
    "new int();",
    "a.<T>b;",
    "<T>b();",
    "a = int::f;",
    "a = int[]::new;",
    "a = B<C>;",
    "a = B[];",
    "a = B<C>::new;",
    "a = B::<C>new;",
    "a = B::new();",
    "a = (B & C) d;",
    "a = (int & C) d;",
    "a = (B &) d;",
    "a = (@A B & @C D) e;",
    "a = \"\"\"x\"\"\";",
    "a = \"\"\"\n x\"\"\";",
    "a = \"\\s\\z\";",
    "if (a) int x = 1;",
    "if (a) class B { }",
    "this;",
    "a.super(1);",
    "assert a : ;",
    "synchronized a { }",
    "synchronized (a) b();",
    "int[] a[] = b, c = d;",
    "var a = 1, b = 2;",
    "var a[] = b;",
    "var[] a = b;",
    "List<var> a;",
    "List<int[]> a;",
    "List<?, ? extends @A B> a;",
];

#[test]
fn what_javacs_parser_refuses_is_refused() {
    let Some(jdk) = of_this_language() else { return skipped("syntax::wrong", "JDK 25") };
    let in_method = STATEMENTS.iter().map(|text| format!("class A {{ void f() {{ {text} }} }}"));
    let programs: Vec<String> = FILES.iter().map(|text| text.to_string()).chain(in_method).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let paths: Vec<PathBuf> = (0..programs.len())
        .map(|i| {
            let file = if programs[i].contains("module a {") { "module-info.java" } else { "A.java" };
            let path = folder.path().join(i.to_string()).join(file);
            std::fs::create_dir(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, &programs[i]).expect("a file");
            path
        })
        .collect();
    let judged = ask_javac(&jdk, &paths);
    let mut wrong = Vec::new();
    for ((path, program), judged) in paths.iter().zip(&programs).zip(&judged) {
        let ours = parser::parse(SourceFile::read(path).expect("a file"));
        match (ours, judged.tree.strip_prefix("ERROR")) {
            (Ok(_), Some(error)) => wrong.push(format!("accepted: {program}\n    javac:{error}")),
            (Err(error), None) => wrong.push(format!("refused: {program}\n    {error}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
