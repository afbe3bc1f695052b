//! Which overload a call means. Each overload has a result type of its own, so `R1 r = f(…);` compiles exactly
//! where the call means the second: javac says which it is, and whether the call is ambiguous.

use super::judge;

const TYPES: &[&str] = &[
    "boolean",
    "byte",
    "short",
    "char",
    "int",
    "long",
    "float",
    "double",
    "Boolean",
    "Character",
    "Integer",
    "Long",
    "Double",
    "Object",
    "String",
    "CharSequence",
    "Number",
    "int[]",
    "long[]",
    "Object[]",
    "String[]",
    "P",
    "Q",
    "I",
    "P[]",
    "int...",
    "long...",
    "Object...",
    "String...",
    "Integer...",
    "char...",
    "P...",
    "Q...",
];

const ARGUMENTS: &[&str] = &[
    "true",
    "(byte) 1",
    "(short) 1",
    "'c'",
    "1",
    "1L",
    "1f",
    "1.0",
    "boolean1",
    "integer",
    "lng",
    "character",
    "\"s\"",
    "null",
    "object",
    "sequence",
    "number",
    "new int[1]",
    "new String[1]",
    "new Object[1]",
    "p",
    "q",
    "i",
    "new Q[1]",
    "1 + 'c'",
    "true ? 1 : 'c'",
    "flag ? integer : 'c'",
    "flag ? null : 1",
    "flag ? p : q",
    "flag ? \"s\" : null",
];

const FIELDS: &str = "static boolean flag; static Boolean boolean1; static Integer integer; static Long lng; \
    static Character character; static Object object; static CharSequence sequence; static Number number; \
    static P p; static Q q; static I i; \
    static class P { } static class Q extends P implements I { } interface I { } \
    static class R0 { } static class R1 { } static class R2 { } static class R3 { }";

/// A plain generator of numbers: the cases are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn overloads(random: &mut Random, count: usize) -> String {
    let mut methods = String::new();
    for n in 0..count {
        let length = 1 + random.below(2);
        let mut parameters = Vec::new();
        for position in 0..length {
            let mut ty = random.pick(TYPES);
            while ty.ends_with("...") && position + 1 < length {
                ty = random.pick(TYPES);
            }
            parameters.push(format!("{ty} a{position}"));
        }
        methods += &format!("static R{n} f({}) {{ return null; }} ", parameters.join(", "));
    }
    methods
}

#[test]
fn a_call_means_the_overload_that_javac_takes() {
    let mut random = Random(17);
    let mut programs = Vec::new();
    for _ in 0..80 {
        let count = 2 + random.below(3);
        let methods = overloads(&mut random, count);
        for _ in 0..2 {
            let length = 1 + random.below(2);
            let arguments: Vec<&str> = (0..length).map(|_| random.pick(ARGUMENTS)).collect();
            for n in 0..count {
                let call = format!("static void g() {{ R{n} r = f({}); }}", arguments.join(", "));
                programs.push(format!("class A {{ {FIELDS} {methods} {call} }}"));
            }
        }
    }
    judge(&programs.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn inherited_hidden_and_outer_methods_are_found_as_by_javac() {
    let classes = "static class R0 { } static class R1 { } static class R2 { } ";
    let cases = [
        // An overload of the subclass stands beside the inherited one.
        "static class B { R0 f(int x) { return null; } } static class C extends B { R1 f(long x) { return null; } } static void g(C c) { R# r = c.f(1); }",
        "static class B { R0 f(long x) { return null; } } static class C extends B { R1 f(int x) { return null; } } static void g(B c) { R# r = c.f(1); }",
        // A private method is no member of the subclass.
        "static class B { private R0 f(int x) { return null; } } static class C extends B { R1 f(long x) { return null; } } static void g(C c) { R# r = c.f(1); }",
        // The innermost class with the name decides, though its methods do not fit.
        "static R0 f(int x) { return null; } static class B { R1 f(String x) { return null; } void g() { R# r = f(1); } }",
        "static R0 f(int x) { return null; } static class B { R1 f(long x) { return null; } void g() { R# r = f(1); } }",
        // Inherited comes before outer.
        "static R0 f(int x) { return null; } static class C { R1 f(long x) { return null; } } static class B extends C { void g() { R# r = f(1); } }",
        // Covariant results.
        "static class X extends R0 { } static class B { R0 f() { return null; } } static class C extends B { X f() { return null; } } static void g(C c) { X r = c.f(); R# s = c.f(); }",
        "interface I { R0 f(Object x); } interface J { R1 f(String x); } interface K extends I, J { } static void g(K k) { R# r = k.f(null); }",
        "interface I { R0 f(Object x); } interface J { R1 f(String x); } interface K extends I, J { } static void g(K k) { R# r = k.f(1); }",
        "interface I { R0 f(); } static class B { public R0 f() { return null; } } static class C extends B implements I { } static void g(C c) { R# r = c.f(); }",
        "interface I { default R0 f() { return null; } } interface J extends I { default R0 f() { return null; } } static class C implements J, I { } static void g(C c) { R# r = c.f(); }",
        "interface I { static R0 f() { return null; } } static class C implements I { } static void g(C c) { R# r = I.f(); }",
        "interface I { static R0 f() { return null; } } static class C implements I { } static void g(C c) { R# r = C.f(); }",
        "interface I { } static void g(I i) { int r = i.hashCode(); R# s = null; }",
        "static abstract class B { abstract R0 f(); } interface I { R0 f(); } static abstract class C extends B implements I { } static void g(C c) { R# r = c.f(); }",
        "static class B { R0 f(Object... x) { return null; } R1 f(Object x, Object... y) { return null; } } static void g(B b) { R# r = b.f(1, 2); }",
        "static class B { R0 f(int... x) { return null; } R1 f(long x, int... y) { return null; } } static void g(B b) { R# r = b.f(1, 2); }",
        "static class B { R0 f(int... x) { return null; } R1 f(Integer... x) { return null; } } static void g(B b) { R# r = b.f(1); }",
        "static class B { R0 f(int... x) { return null; } R1 f(double... x) { return null; } } static void g(B b) { R# r = b.f(); }",
        "static class B { R0 f(Object x) { return null; } R1 f(int... x) { return null; } } static void g(B b) { R# r = b.f(1); }",
        "static class B { R0 f(char[] x) { return null; } R1 f(Object x) { return null; } R2 f(String x) { return null; } } static void g(B b) { R# r = b.f(null); }",
        "static class B { R0 f(StringBuilder x) { return null; } R1 f(String x) { return null; } R2 f(Object x) { return null; } } static void g(B b) { R# r = b.f(null); }",
        "static class B { B(int x) { } B(Object x) { } private B(long x) { } } static void g() { R# r = null; new B(1L); new B(1); new B(null); }",
        "enum E { X; R0 f() { return null; } } static void g() { R# r = E.valueOf(\"X\").f(); E[] all = E.values(); int o = E.X.ordinal(); String n = E.X.name(); int c = E.X.compareTo(E.X); }",
        "enum E { X } static void g() { R# r = null; int c = E.X.compareTo(\"X\"); }",
        "static void g(int[] a) { R# r = null; int[] b = a.clone(); int n = a.length; boolean e = a.equals(b); }",
        "static void g(Object o) { R# r = null; o.clone(); }",
        "void g() throws Exception { R# r = null; clone(); this.clone(); super.clone(); }",
    ];
    let mut programs = Vec::new();
    for case in cases {
        for n in 0..3 {
            programs.push(format!("class A {{ {classes} {} }}", case.replace('#', &n.to_string())));
        }
    }
    judge(&programs.iter().map(String::as_str).collect::<Vec<_>>());
}
