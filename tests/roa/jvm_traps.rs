//! Traps whose difference only the JVM shows, since the interpreter takes no stand on it: initialisers that fail, and the
//! identity of strings. None of them may be proven; and the JVM runs both versions, so that a trap cannot turn into a
//! harmless change unseen.

use std::fmt::Write as _;
use std::fs;

use super::{check, versions};
use crate::support::jdk::{Jdk, skipped};

/// A name, the members of a class with a change, and a call that tells the versions apart, on a JVM that has just started.
type Trap = (&'static str, &'static str, &'static str);

const BAD: &str = "static class Bad { static int z = 1 / 0; static int w() { return 0; } } ";

const TRAPS: &[Trap] = &[
    (
        "what an initialiser throws comes in an error",
        "static int f() { try { Bad.w(); } catch (ExceptionInInitializerError e) { return «1¦0»; } return 3; }",
        "f()",
    ),
    (
        "the handler of what the initialiser itself threw is passed over",
        "static int f() { try { try { Bad.w(); return 1; } catch (RuntimeException e) { return 2; } } catch (Throwable e) { return «3¦0»; } }",
        "f()",
    ),
    (
        "a class whose initialiser has thrown cannot be used",
        "static int f() { try { Bad.w(); } catch (Throwable e) { } try { Bad.w(); return 1; } catch (Throwable e) { return «2¦0»; } }",
        "f()",
    ),
    (
        "the first use of a class is the one that gets the error",
        "static int f() { try { «Bad.w();¦» } catch (Throwable e) { } try { Bad.w(); return 1; } catch (ExceptionInInitializerError e) { return 2; } catch (Error e) { return 3; } }",
        "f()",
    ),
    (
        "writing a field of a class initialises it",
        "static int f() { try { Bad.z = 3; } catch (LinkageError e) { return «1¦0»; } return 3; }",
        "f()",
    ),
    (
        "an interface with a default method is initialised with the class",
        "static int log; static int bump() { log += 7; return log; } interface I { int X = A.bump(); default void m() { } } static class E implements I { } static int f() { int before = log; new E(); return «log - before¦0»; }",
        "f()",
    ),
    (
        "an interface without one is initialised by its field",
        "static int log; static int bump() { log += 7; return log; } interface I { int X = A.bump(); } static class E implements I { int g() { int before = log; int x = X; return «log - before¦0»; } } static int f() { return new E().g(); }",
        "f()",
    ),
    (
        "the handler of a stack that is too small",
        "static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); } static int f() { try { return down(1 << 30); } catch (StackOverflowError e) { return «1¦0»; } }",
        "f()",
    ),
    (
        "the handler of a heap that is too small",
        "static int f(int n) { int[] a; try { a = new int[n]; } catch (ArithmeticException | OutOfMemoryError e) { return «1¦0»; } return 2; }",
        "f(Integer.MAX_VALUE)",
    ),
    (
        "a string that is made anew",
        "static boolean f(String s) { return («s + \"\"¦s») == \"ab\"; }",
        "f(\"ab\")",
    ),
    (
        "a string that is made anew elsewhere",
        "static String g(String s) { if (s == null) { return \"\"; } return «s + \"\"¦s»; } static boolean f(String s) { return g(s) != s; }",
        "f(\"ab\")",
    ),
    (
        "a decision between two strings of one text",
        "static boolean f(String s, int n) { String t = s + \"\"; if (n «>¦>=» 0) { t = s; } return t == s; }",
        "f(\"ab\", 0)",
    ),
    (
        "a call that makes a string of its own each time",
        "static String g(String s) { return s + \"!\"; } static boolean f(String s) { String a = g(s); String b = a; «b = g(s);¦» return a == b; }",
        "f(\"ab\")",
    ),
    (
        "the strings of two calls that are followed",
        "static String g(String s) { return s + \"!\"; } static boolean f(String s) { String a = g(s); String b = g(s); return «a == b¦true»; }",
        "f(\"ab\")",
    ),
    (
        "a call that stores a string of its own each time",
        "static String k; static void m(String s) { k = s + \"!\"; } static boolean f(String s) { m(s); String t = k; «m(s);¦» return t == k; }",
        "f(\"ab\")",
    ),
    (
        "the strings of one place in two rounds",
        "static boolean f(String s) { String p = null; for (int i = 0; i < 2; i++) { String q = s + \"x\"; if (i == 1) { return «p == q¦true»; } p = q; } return true; }",
        "f(\"ab\")",
    ),
    (
        "the strings of one place in rounds without a bound",
        "static boolean f(String s, int n) { String a = s; String b = s; for (int i = 0; i < n; i++) { b = a; a = s + \"x\"; } if (n < 2) { return true; } return «a == b¦true»; }",
        "f(\"ab\", 3)",
    ),
    (
        "boxes of a large number",
        "static boolean f(int x) { Integer a = x; Integer b = x; return «a == b¦true»; }",
        "f(1000)",
    ),
    (
        "the strings of one place in two rounds of two loops, one in the other",
        "static boolean f(String s) { String p = null; for (int i = 0; i < 2; i++) { for (int j = 0; j < 2; j++) { String q = s + \"x\"; if (i == 1 && j == 0) { return «p == q¦true»; } p = q; } } return true; }",
        "f(\"ab\")",
    ),
    (
        "the strings of one place in two rounds, with a way back of its own",
        "static boolean f(String s) { String p = null; int i = 0; while (i < 3) { i++; String q = s + \"x\"; if (p == null) { p = q; continue; } if (i == 3) { break; } if («p == q¦true») { return true; } } return false; }",
        "f(\"ab\")",
    ),
    (
        "the strings of one place in two frames of one method",
        "static String g(String s, int n) { if (n > 0) { String t = g(s, n - 1); String u = s + \"x\"; if («t == u¦true») { return null; } return u; } return s + \"x\"; } static boolean f(String s) { return g(s, 1) == null; }",
        "f(\"ab\")",
    ),
    (
        "the strings of a recursion that are stored",
        "static String k; static void g(String s, int n) { k = s + \"x\"; if (n > 0) { String t = k; g(s, n - 1); if («t == k¦true») { k = null; } } } static boolean f(String s) { k = null; g(s, 1); return k == null; }",
        "f(\"ab\")",
    ),
    (
        "strings that implementations of an interface make",
        "interface M { String m(String s); } static class X implements M { public String m(String s) { return s + \"x\"; } } static class Y implements M { public String m(String s) { return s; } } static boolean f(M m, String s) { String a = m.m(s); String b = m.m(s); return «a == b¦true»; }",
        "f(new X(), \"ab\")",
    ),
    (
        "strings that a lambda makes",
        "interface M { String m(String s); } static boolean g(M m, String s) { String a = m.m(s); String b = m.m(s); return «a == b¦true»; } static boolean f(String s) { M m = t -> t + \"x\"; return g(m, s); }",
        "f(\"ab\")",
    ),
    (
        "strings that constructors and initialisers make",
        "static class N { String t = \"\"; N(String s) { t += s; } } static boolean f(String s) { N a = new N(s); N b = new N(s); return «a.t == b.t¦true»; }",
        "f(\"ab\")",
    ),
    (
        "a string that a private method makes anew",
        "private static String g(String s) { return «s + \"\"¦s»; } static boolean f(String s) { String a = s; String b = g(s); return s != null && a == b; }",
        "f(\"ab\")",
    ),
    (
        "strings of one place in a handler's two copies",
        "static boolean f(String s, int n) { String p = null; for (int i = 0; i < 2; i++) { String q = null; try { if (n < 0) { throw new RuntimeException(); } } finally { q = s + \"x\"; } if (i == 1) { return «p == q¦true»; } p = q; } return false; }",
        "f(\"ab\", 1)",
    ),
    (
        "boxes of large numbers in two rounds",
        "static boolean f(int x) { Integer p = null; for (int i = 0; i < 2; i++) { Integer q = x; if (i == 1) { return «p == q¦true»; } p = q; } return false; }",
        "f(1000)",
    ),
    (
        "strings that were copied from one array into another",
        "static boolean f(String s) { String[] a = {s + \"x\", s + \"x\"}; String[] b = new String[2]; System.arraycopy(a, 0, b, 1, 1); return «a[1] == b[1]¦true»; }",
        "f(\"ab\")",
    ),
    (
        "an array that takes some cells before it refuses one",
        "static boolean f(Object[] a, Object[] b) { try { System.arraycopy(a, 0, b, 1, 2); } catch (ArrayStoreException e) { return «b[1] == null¦true»; } return false; }",
        "f(new Object[] {\"x\", 1}, new String[3])",
    ),
    (
        "an array that is copied into itself",
        "static boolean f(Object[] a) { if (a.length < 3) { return false; } Object o = a[0]; System.arraycopy(a, 0, a, 1, 2); return «a[2] == o¦true»; }",
        "f(new Object[] {1, 2, 3})",
    ),
    (
        "a method of the library that returns its argument",
        "static boolean f(String s) { String a = s + \"x\"; String b = s + \"x\"; String c = a; «c = b;¦» String d = c.trim(); return d == a; }",
        "f(\"q\")",
    ),
    (
        "which string is the one of its text",
        "static boolean f(char c) { String t = \"\" + c + c + \"q7\"; String u = \"\" + c + c + \"q7\"; «t.intern();¦» return u.intern() == t; }",
        "f('z')",
    ),
];

#[test]
fn no_trap_of_the_jvm_is_proven_and_the_jvm_tells_each_apart() {
    let mut wrong = Vec::new();
    let trap = |members: &str| {
        versions(&if members.contains("Bad") { format!("{BAD}{members}") } else { members.into() })
    };
    for (name, members, _) in TRAPS {
        let (original, mutant) = trap(members);
        if let Some(proof) = check(&original, &mutant).proof {
            wrong.push(format!("{name}: proven at {:?}", proof.depth));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), TRAPS.len(), wrong.join("\n"));
    let Some(jdk) = Jdk::standard() else { return skipped("jvm_traps", "JDK") };
    let outcomes = run(&jdk, |i| trap(TRAPS[i].1));
    for ((name, ..), (original, mutant)) in TRAPS.iter().zip(outcomes) {
        assert_ne!(original, mutant, "{name}");
    }
}

/// What the calls give in each version, all of them on one JVM, in classes of their own.
fn run(jdk: &Jdk, files: impl Fn(usize) -> (String, String)) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut main = "public class Main { public static void main(String[] a) {\n".to_owned();
    let mut paths = vec![folder.path().join("Main.java")];
    for (i, (_, _, call)) in TRAPS.iter().enumerate() {
        let (original, mutant) = files(i);
        for (version, text) in [("o", original), ("m", mutant)] {
            let package = format!("{version}{i}");
            let end = text.rfind('}').expect("the end of the class");
            let own = format!(
                "package {package};\npublic {}\npublic static String call() {{ try {{ return \"\" + {call}; }} catch (Throwable e) {{ return e.toString(); }} }}\n}}\n",
                &text[..end]
            );
            let path = folder.path().join(&package);
            fs::create_dir(&path).expect("a folder");
            fs::write(path.join("A.java"), own).expect("a file");
            paths.push(path.join("A.java"));
            writeln!(main, "System.out.println({package}.A.call());").expect("a string takes all");
        }
    }
    fs::write(&paths[0], main + "} }\n").expect("a file");
    let compiled = jdk.javac().arg("-d").arg(folder.path()).args(&paths).output().expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let out = jdk.java().arg("-cp").arg(folder.path()).arg("Main").output().expect("java runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let lines: Vec<String> = String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2 * TRAPS.len());
    lines.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}
