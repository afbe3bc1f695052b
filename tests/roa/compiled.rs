//! Proofs through calls of class files, and those that such a call forbids.

use jatpg::roa::local::Extent;

use super::{versions, with_check_in};
use crate::support::jdk::{self, Jdk};

const TOOLS: &str = "package lib;
public class Tools {
    static int calls;
    static int[] kept;
    public static int level;
    public int size;
    public static int mix(int a, int b) { return (a ^ b << 3) + b; }
    public static int divide(int a, int b) { return a / b; }
    public static int count(int n) { calls += n; return calls; }
    public static int[] keep(int[] cells) { int[] old = kept; kept = cells; return old; }
    public static void change(int n) { if (kept != null) { kept[0] = n; } }
    public static int peek(int[] cells) { return cells[0]; }
    public static void poke(int[] cells) { cells[0] = 1; }
    public static Integer box(int n) { return n; }
    public static Object fresh() { return new Object(); }
    public static int order(Comparable<Object> a) { return a.compareTo(null); }
    public static void add(StringBuilder text) { text.append('x'); }
    public static int level() { return level; }
    public static void raise() { level++; }
    public static int size(Tools t) { return t.size; }
    public static void grow(Tools t) { t.size++; }
    public static int odd(int n) { while (n < 0) { n = n % 2; } return n; }
}";

/// Each with whether it is proven.
fn check_all(test: &str, members: &[(&str, bool)]) {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let folder = tempfile::tempdir().expect("a folder");
    let options = jdk.load_options_of(folder.path(), ("Tools.java", TOOLS));
    let mut wrong = Vec::new();
    for (members, is_equivalent) in members {
        let (original, mutant) = versions(&members.replace("Tools", "lib.Tools"));
        let is_proven = with_check_in(&options, Extent::UntilProven, &original, &mutant, |explanation| {
            explanation.checked.proof.is_some()
        });
        if is_proven != *is_equivalent {
            wrong.push(members);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_call_that_touches_nothing_of_the_program_hinders_no_proof() {
    let proven = [
        // A store before it that nobody reads, what is known before it, and a call whose value nobody uses.
        "static int v; static int f(int a) { «v = a + 1;¦» int m = Tools.mix(a, a); v = m; return m; }",
        "static int v; static int f(int a) { v = 5; int m = Tools.mix(a, a); if (v «>¦!=» 4) { m = 2; } return m; }",
        "static int f(int a, int b) { int x = Tools.mix(a «+¦-» 1, b); x = a; return x; }",
        // What a class file keeps for itself is not the program's.
        "static int v; static int f(int a) { «v = a + 1;¦» int m = Tools.count(a); v = m; return m; }",
        "static int v; static int f(int a) { «v = a + 1;¦» int m = 0; try { m = Tools.divide(1, a); } catch (Throwable e) { m = 1; } \
         v = m; return m; }",
        // The cells of another array.
        "static int f(long[] c, int[] d) { if (c == null || c.length == 0) { return 0; } c[0] = 5; Tools.poke(d); \
         return c[0] «>¦!=» 4 ? 1 : 2; }",
    ];
    let rows = proven.map(|members| (members, true));
    check_all("a_call_that_touches_nothing_of_the_program_hinders_no_proof", &rows);
}

#[test]
fn what_a_call_may_see_or_change_is_proven_by_nobody() {
    let open = [
        // An array that it reads or writes, or that it got before.
        "static int f(int[] c, int a) { if (c == null || c.length == 0) { return 0; } int m = 0; «c[0] = a;¦» \
         try { m = Tools.peek(c); } catch (Throwable e) { m = 1; } c[0] = 1; return m; }",
        "static int f(int[] c) { if (c == null || c.length == 0) { return 0; } c[0] = 5; Tools.poke(c); return c[0] «>¦!=» 4 ? 1 : 2; }",
        "static int f(int[] c) { if (c == null || c.length == 0) { return 0; } Tools.keep(c); c[0] = 5; Tools.change(3); \
         return c[0] «>¦!=» 4 ? 1 : 2; }",
        // What it keeps for itself is seen later.
        "static int f(int a) { int x = Tools.count(a «+¦-» 1); x = a; return x; }",
        "static int f(int a) { int x = Tools.count(1); int y = Tools.count(1); return «x == y¦true» ? a : 1; }",
        // A field that both may name.
        "static int f(int a) { int old = Tools.level; Tools.level = a «+¦-» 1; int r = Tools.level(); Tools.level = old; return r; }",
        "static boolean f() { int old = Tools.level; Tools.raise(); boolean r = «Tools.level == old¦true»; Tools.level = old; return r; }",
        "static int f(Tools t, int a) { if (t == null) { return 0; } int old = t.size; t.size = a «+¦-» 1; int r = 0; \
         try { r = Tools.size(t); } catch (Throwable e) { r = 1; } t.size = old; return r; }",
        "static boolean f(Tools t) { if (t == null) { return true; } int old = t.size; \
         try { Tools.grow(t); } catch (Throwable e) { return true; } boolean r = «t.size == old¦true»; t.size = old; return r; }",
        // A handle that takes a char may refuse the same number as an int.
        "static int f(java.lang.invoke.MethodHandle h, char c) throws Throwable { return (int) h.invoke(«c¦Math.abs(c)»); }",
        // It may throw, or not end.
        "static int v; static int f(int a) { «v = a + 1;¦» int m = Tools.divide(1, a); v = m; return m; }",
        "static int f(int a) { int x = Tools.divide(1, a «+¦-» 1); x = a; return x; }",
        "static int f(int a) { int x = Tools.odd(a «+¦-» 1); x = a; return x; }",
        // It calls back.
        "static int v; static class C implements Comparable<Object> { public int compareTo(Object o) { return v; } } \
         static int f(C c, int a) { «v = a + 1;¦» int m = 0; try { m = Tools.order(c); } catch (Throwable e) { m = 1; } \
         v = m; return m; }",
        // A builder is the program's.
        "static boolean f(StringBuilder b) { if (b == null) { return true; } int n = b.length(); Tools.add(b); return «b.length() == n¦true»; }",
        // Each call gives an object of its own.
        "static boolean f(int n) { Integer a = Tools.box(n); Integer b = Tools.box(n); return «a == b¦true»; }",
        "static boolean f(int n) { Object a = Tools.fresh(); Object b = Tools.fresh(); return «a == b¦true»; }",
    ];
    let rows = open.map(|members| (members, false));
    check_all("what_a_call_may_see_or_change_is_proven_by_nobody", &rows);
}
