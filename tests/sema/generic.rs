//! Static types against javac's own: erasure, subtypes, supertypes and the types of members, each with each.

use std::path::PathBuf;

use jatpg::sema::generic::types::{Kind, TypeId, Types};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{ClassId, Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::{Jdk, skipped};

const TEXT: &str = "
interface Order<T> { int order(T other); }
interface Shape<T extends Number> extends Order<Shape<T>> { T area(); T[] areas(); }
class Money implements Order<Money> { public int order(Money other) { return 0; } }
class Coin extends Money { Coin next; }
class Box<T> { T value; Box<? extends T> inner; Box<? super T>[] around; T get() { return value; } void set(T v, Box<T> b) { } }
class Strings extends Box<String> { }
class Raw extends Box { }
class Node<T extends Order<T>> { T value; Node<T> next; Node<? extends T> some; T pick(Node<? super T> a, T b) { return b; } }
class Pair<A, B extends Box<? super A>> { A first; B second; Pair<? extends A, ? extends B> both; static int count; }
class Square implements Shape<Integer> {
    public Integer area() { return 1; } public Integer[] areas() { return null; } public int order(Shape<Integer> s) { return 0; }
}
enum Suit implements Order<Suit> { A; public int order(Suit other) { return 0; } }
class Cases<T, N extends Number & Order<N>, M extends Box<? extends T>, O extends Order<? super O>> {
    int a0; long a1; int[] a2; long[] a3; Object a4; String a5; Integer a6; Number a7; Object[] a8; int[][] a9;
    T b0; N b1; M b2; T[] b3; N[] b4; O b5; Order<T> b6; Order<N> b7; Order<? super N> b8; Order<? super O> b9;
    Box<T> c0; Box<? extends T> c1; Box<? super T> c2; Box<?> c3; Box c4; Box<M> c5; Box<? extends Box<? extends T>> c6;
    Box<String> d0; Box<? extends Object> d1; Box<Box<?>> d2; Box<? extends Box<?>> d3; Box<? super String> d4; Box<String[]> d5;
    Strings e0; Raw e1; Money e2; Coin e3; Square e4; Suit e5; Order<Money> e6; Order<? super Coin> e7; Order<? extends Money> e8;
    Node<Money> f0; Node<?> f1; Node<? extends Money> f2; Node f3; Node<Suit> f4; Order<?> f5; Order f6;
    Shape<Integer> g0; Shape<?> g1; Shape<? extends Integer> g2; Order<Shape<Integer>> g3; Order<? extends Shape<?>> g4; Shape g5;
    Pair<String, Box<Object>> h0; Pair<?, ?> h1; Pair<? extends String, ? extends Box<? super String>> h2; Pair h3;
    Box<Integer>[] i0; Box<? extends Number>[] i1; Box[] i2; Box<?>[][] i3; Cases<T, N, M, O> i4; Cases<?, ?, ?, ?> i5;
    Box<? extends N> i6; Box<Box<? super Integer>> i7; Box<? extends Box<? super Number>> i8; Box<? super Box<Integer>> i9;
}
";

fn class(program: &Program, name: &str) -> ClassId {
    let found = program
        .classes
        .iter_enumerated()
        .find(|(id, class)| program.role(*id) == Role::Given && &*class.name == name);
    found.expect("a class of the file").0
}

/// What the judge prints, by our own types.
fn ours(program: &Program) -> Vec<String> {
    let mut types = Types::new(program);
    let fields: Vec<_> = program.classes[class(program, "Cases")].fields.clone();
    let all: Vec<TypeId> = fields.iter().map(|&f| types.of_field(f).expect("a type")).collect();
    let erased = |types: &mut Types<'_>, id: TypeId| {
        let erased = types.erased(id);
        types.show(erased)
    };
    let mut lines = vec![all.iter().map(|&id| erased(&mut types, id)).collect::<Vec<_>>().join(" ")];
    for (&field, &sub) in fields.iter().zip(&all) {
        let row: String = all.iter().map(|&sup| if types.is_subtype(sub, sup) { '1' } else { '0' }).collect();
        lines.push(format!("{} {row}", program.fields[field].name));
    }
    for (&field, &id) in fields.iter().zip(&all) {
        let name = &program.fields[field].name;
        let Kind::Class(own, _) = *types.kind(id) else { continue };
        if program.role(own) != Role::Given {
            continue;
        }
        if types.capture(id) == id && !program.classes[own].is_enum() {
            let mut above = types.direct_supertypes(id);
            // javac counts Object among the supertypes of every interface.
            if program.classes[own].is_interface() && !above.contains(&types.object()) {
                above.insert(0, types.object());
            }
            if !program.classes[own].is_interface() && program.classes[own].superclass.is_none() {
                above.insert(0, types.object());
            }
            let shown: Vec<String> = above.into_iter().map(|id| types.show(id)).collect();
            lines.push(format!("{name} < {}", shown.join(" ")));
        }
        for &member in program.classes[own].fields.iter().filter(|&&f| !program.fields[f].is_static()) {
            let seen = types.field_in(id, member).expect("a type");
            lines.push(format!("{name}.{} {}", program.fields[member].name, erased(&mut types, seen)));
        }
        for &member in &program.classes[own].methods {
            let m = &program.methods[member];
            if m.is_static() || m.is_constructor() {
                continue;
            }
            let seen = types.method_in(id, member).expect("types");
            let parameters: Vec<String> =
                seen.parameters.iter().map(|&parameter| erased(&mut types, parameter)).collect();
            let result = erased(&mut types, seen.result);
            lines.push(format!("{name}.{} {result}({})", m.name, parameters.join(",")));
        }
    }
    lines
}

#[test]
fn types_are_related_as_javac_relates_them() {
    let Some(jdk) = Jdk::standard() else { return skipped("sema::generic", "JDK") };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Cases.java");
    std::fs::write(&path, TEXT).expect("a file");
    let judge = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sema/Generic.java");
    let output = jdk.java().arg("-XX:+UseSerialGC").arg(judge).arg(&path).output().expect("the JVM runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let theirs = String::from_utf8(output.stdout).expect("UTF-8");
    let file = SourceFile::new(PathBuf::from("Cases.java"), TEXT.to_owned());
    let program = Program::load(vec![file], &LoadOptions::default()).expect("valid declarations");
    let mut ours = ours(&program);
    let mut theirs: Vec<String> = theirs.lines().map(str::to_owned).collect();
    assert!(theirs.len() > 200, "the judge says something: {}", theirs.len());
    // Fields first in one list, in the order of the text in the other.
    ours.sort();
    theirs.sort();
    let differ: Vec<_> = ours
        .iter()
        .filter(|line| !theirs.contains(line))
        .map(|line| format!("ours   {line}"))
        .chain(theirs.iter().filter(|line| !ours.contains(line)).map(|line| format!("theirs {line}")))
        .collect();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}
