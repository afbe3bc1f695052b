//! Which objects a program's code tells apart by identity, as far as code of other files counts.

use std::fs;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::{self, Jdk};

/// Whether a program of one class, with another one beside it on the source path, asks which strings or boxes are one object.
fn asks(given: &str, beside: &str, options: LoadOptions) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str, members: &str| format!("package p; class {name} {{ {members} }}");
    fs::create_dir(folder.path().join("p")).expect("a folder for the package");
    fs::write(folder.path().join("p/B.java"), text("B", beside)).expect("a file");
    let source = SourceFile::new("A.java".into(), text("A", given));
    let options = LoadOptions { source_path: Some(folder.path().to_owned()), ..options };
    let program = Program::load(vec![source], &options).expect("the program loads");
    program.compares_identity()
}

#[test]
fn what_no_code_comes_to_compares_nothing() {
    let beside = "static int one() { return 1; } \
                  static boolean areOne(Object a, Object b) { return a == b; } \
                  static void unread(String a) { new no.such.Class(a); } \
                  static int both(String a) { unread(a); return one(); } \
                  static int direct(Object a) { return areOne(a, a) ? 1 : 2; } \
                  static class C implements AutoCloseable { Object a; public void close() { areOne(a, a); } } \
                  static AutoCloseable task() { return new C(); } \
                  static class D implements AutoCloseable { public void close() { one(); } } \
                  static AutoCloseable plain() { return new D(); }";
    for (given, expected) in [
        ("int f() { return 1; }", false),
        ("int f() { return B.one(); }", false),
        ("int f(String s) { return B.direct(s); }", true),
        ("boolean f(String s) { return B.areOne(s, s); }", true),
        ("int f(String s) { return B.both(s); }", true),
        ("void f(String s) { B.unread(s); }", true),
        ("B b = new B();", false),
        // Another method has that name.
        ("int f() { return areOne(1) ? B.one() : 2; } boolean areOne(int n) { return n == 1; }", false),
        // What others may call by what it overrides need not be named.
        ("AutoCloseable f() { return B.task(); }", true),
        ("AutoCloseable f() { return B.plain(); }", false),
    ] {
        assert_eq!(asks(given, beside, LoadOptions::default()), expected, "{given}");
    }
}

#[test]
fn what_is_called_by_name_may_be_anything() {
    let test = "what_is_called_by_name_may_be_anything";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let beside = "static class Other { boolean is; Other(Object a, Object b) { is = a == b; } } static int one() { return 1; } \
                  public static boolean areOne(Object a, Object b) { return a == b; }";
    for (named, expected) in [
        ("int g(java.lang.reflect.Method m) { return m.getParameterCount(); }", true),
        ("Object g(Class<?> c) throws Exception { return c.getMethod(\"areOne\").invoke(c); }", true),
        ("Object g(Class<?> c) throws Exception { return c.getMethod(\"one\").invoke(c); }", false),
        ("Object g(Class<?> c, String s) throws Exception { return c.getMethod(s).invoke(c); }", true),
        ("Object g(Class<?> c) throws Exception { return c.newInstance(); }", true),
        ("String g(Class<?> c) { return c.getSimpleName(); }", false),
    ] {
        let given = format!("int f() {{ return B.one(); }} {named}");
        assert_eq!(asks(&given, beside, jdk.load_options()), expected, "{named}");
    }
}

#[test]
fn of_the_jdk_few_methods_ask_which_object_it_is() {
    let test = "of_the_jdk_few_methods_ask_which_object_it_is";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let imports = "import java.lang.ref.*; import java.util.*; import java.util.concurrent.*; \
                   import java.util.concurrent.atomic.*;";
    for (given, expected) in [
        ("int f(String s) { return System.identityHashCode(s); }", true),
        ("Object f(String s) { return new WeakReference<>(s).get(); }", false),
        ("boolean f(Reference<String> r, String s) { return r.refersTo(s); }", true),
        ("boolean f(Reference<int[]> r, int[] a) { return r.refersTo(a); }", false),
        ("String f(ConcurrentMap<String, String> m, String s) { return m.put(s, s); }", false),
        ("boolean f(AtomicReference<String> r, String s) { return r.compareAndSet(s, s); }", true),
        ("String t; boolean f(AtomicReference<A> r) { return r.compareAndSet(null, this); }", false),
        (
            "Object f(String s) { Map<String, String> m = new IdentityHashMap<>(); m.put(s, s); return m; }",
            true,
        ),
        ("void f(IdentityHashMap<Object, Object> m, Map<Object, Object> o) { m.putAll(o); }", true),
        ("static class M extends IdentityHashMap<String, A> { } Object f() { return new M(); }", true),
        (
            "void f(java.io.ObjectOutputStream o, String s) throws java.io.IOException { o.writeObject(s); }",
            true,
        ),
    ] {
        let source = SourceFile::new("A.java".into(), format!("{imports} class A {{ {given} }}"));
        let program = Program::load(vec![source], &jdk.load_options()).expect("the program loads");
        assert_eq!(program.compares_identity(), expected, "{given}");
    }
}

/// Two calls of what may make strings give two objects, be it in code that is not read.
#[test]
fn what_makes_strings_and_what_calls_it_may_make_some() {
    let test = "what_makes_strings_and_what_calls_it_may_make_some";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "class A {
        interface Namer { String name(int n); }
        interface Size { int size(int n); }
        static class Numbers implements Namer { public String name(int n) { return \"n\" + n; } }
        static class Full implements Size { public int size(int n) { return n; } }
        static class Kept { String text; Kept(int n) { text = \"n\"; text += n; } }
        static boolean same(String a, String b) { return a == b; }
        static native void fill(String[] a);
        String held;
        static String madeOf(int n) { return \"n\" + n; }
        static String calling(int n) { return madeOf(n); }
        static String twice(int n) { return calling(n + 1); }
        static String implemented(Namer namer) { return namer.name(1); }
        static Kept constructed(int n) { return new Kept(n); }
        static String[] parts(String s) { return s.split(\",\"); }
        static void filled(String[] a) { fill(a); }
        static void unread(java.util.zip.CRC32 sum) { sum.update(1); }
        static String constant() { return \"a\" + 1; }
        String given() { return held; }
        static int sized(Size size) { return size.size(2); }
        static int length(String s) { return s.length(); }
    }";
    let source = SourceFile::new("A.java".into(), text.to_owned());
    let program = Program::load(vec![source], &jdk.load_options()).expect("the program loads");
    for (name, expected) in [
        ("madeOf", true),
        ("calling", true),
        ("twice", true),
        ("implemented", true),
        ("constructed", true),
        ("parts", true),
        ("fill", true),
        ("filled", true),
        ("unread", true),
        ("constant", false),
        ("given", false),
        ("sized", false),
        ("length", false),
    ] {
        let method = program.methods.ids().find(|&m| *program.methods[m].name == *name).expect("a method");
        assert_eq!(program.may_make_compared(method), expected, "{name}");
    }
}
