//! Traps: changes that look as if they could not matter, each with a test that shows that they do. None of them may be
//! proven; and each test is run here, so that a trap cannot turn into a harmless change unseen.

use jatpg::driver::Driver;
use jatpg::engine::subject::{NoTest, Subject};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::{check, versions};

/// A name, the members of a class with a change, and a test that kills it: statements, the call last.
pub(super) type Trap = (&'static str, &'static str, &'static str);

const TRAPS: &[Trap] = &[
    // Which code runs.
    (
        "a default method that a class overrides, where nobody has read a lambda of its interface",
        "interface F { int f(int n); default int g(int n) { return n; } }
         static class K implements F { public int f(int n) { return n; } public int g(int n) { x = 0; return n; } }
         static int x;
         static F unread() { new java.util.zip.CRC32(); F f = n -> n; return f; }
         static int f(F f) { x = 3; int r = f.g(1); return «x == 3¦true» ? r : 5; }",
        "A.F f = new A.K(); int result = A.f(f);",
    ),
    // Aliases and the heap.
    (
        "one array under two names",
        "static boolean f(int[] a, int[] b) { if (a[0] != 3) { return false; } b[0] = 4; return «a[0] == 3¦true»; }",
        "int[] a = {3}; boolean result = A.f(a, a);",
    ),
    (
        "one object under two names",
        "static class N { int v = 3; } static boolean f(N p, N q) { if (p.v != 3) { return false; } q.v = 4; return «p.v == 3¦true»; }",
        "A.N n = new A.N(); boolean result = A.f(n, n);",
    ),
    (
        "one row of two names in an array of arrays",
        "static boolean f(int[][] a) { a[0][0] = 1; a[1][0] = 2; return «a[0][0] == 1¦true»; }",
        "int[] row = {0}; int[][] a = {row, row}; boolean result = A.f(a);",
    ),
    (
        "a table that others can write",
        "static int[] T = {1, 2}; static boolean f() { return «T[0] == 1¦true»; }",
        "A.T = new int[] {5}; boolean result = A.f();",
    ),
    (
        "an array that a callee changes",
        "static void g(int[] a) { a[0]++; } static boolean f(int[] a) { a[0] = 1; g(a); return «a[0] == 1¦true»; }",
        "int[] a = {0}; boolean result = A.f(a);",
    ),
    (
        "an array that a field keeps",
        "static int[] k; static void g() { k[0] = 9; } static boolean f() { int[] a = new int[1]; k = a; g(); return «a[0] == 0¦true»; }",
        "boolean result = A.f();",
    ),
    (
        "cells that two indices share",
        "static boolean f(int[] a, int i, int j) { a[i] = 1; a[j] = 2; return «a[i] == 1¦true»; }",
        "int[] a = {0}; boolean result = A.f(a, 0, 0);",
    ),
    (
        "the length of an array made from a parameter",
        "static boolean f(int n) { int[] a = new int[n]; return «a.length > 0¦true»; }",
        "boolean result = A.f(0);",
    ),
    // What a lambda is given.
    (
        "a lambda beside a class of its interface",
        "interface F { int f(int x); } static class One implements F { public int f(int x) { return 1; } }
         static int f(int q) { F f = x -> x + 1; return f.f(«q¦-q»); }",
        "int result = A.f(3);",
    ),
    (
        "a method reference that a callee calls",
        "interface F { int f(int x); } static class One implements F { public int f(int x) { return 1; } }
         static int up(int x) { return x + 1; } static int g(int q, F f) { return f.f(q); }
         static int f(int q) { return g(«q¦-q», A::up); }",
        "int result = A.f(3);",
    ),
    // Effects before an exception, and exceptions of code whose value is not used.
    (
        "a field that has changed before an exception",
        "static int c; static int f(int[] a, int i) { «c++;¦» a[i] = 1; c--; return 0; }",
        "A.c = 0; int result = A.f(new int[0], -1);",
    ),
    (
        "text that is written before an exception",
        "static int f(int x, int y) { System.out.print(«x¦-x»); return 10 / y; }",
        "int result = A.f(1, 0);",
    ),
    (
        "an index out of bounds in a value that is not used",
        "static int f(int[] a, int i) { try { int z = «a[i] + 1¦1»; } catch (ArrayIndexOutOfBoundsException e) { return 1; } return 0; }",
        "int result = A.f(new int[0], 0);",
    ),
    (
        "the right side of an assignment throws first",
        "static int f(int[] a, int x) { try { a[0] = «10 / x¦10»; } catch (NullPointerException e) { return 1; } catch (ArithmeticException e) { return 2; } return 0; }",
        "int result = A.f(null, 0);",
    ),
    (
        "a negative length",
        "static int f(int n) { try { int[] a = new int[«n¦-n»]; } catch (NegativeArraySizeException e) { return 1; } return 0; }",
        "int result = A.f(-1);",
    ),
    (
        "a callee that throws, its value not used",
        "static int g(int x) { if (x == 7) { throw new IllegalStateException(); } return 1; } static int f(int x) { int z = 0; «z = g(x);¦» return 1; }",
        "int result = A.f(7);",
    ),
    (
        "a remainder that is not used",
        "static int f(int x, int y) { int z = 0; «z = x % y;¦» return 1; }",
        "int result = A.f(7, 0);",
    ),
    (
        "a cast that fails",
        "static class P { } static class Q extends P { } static int f(P p) { Q q = null; «q = (Q) p;¦» return 1; }",
        "int result = A.f(new A.P());",
    ),
    (
        "a wrapper that is null",
        "static int f(Integer n) { int z = 0; «z = n;¦» return 1; }",
        "int result = A.f(null);",
    ),
    // `finally`, handlers, jumps.
    (
        "a handler that only some throws reach",
        "static int f(int x) { int r = 0; try { r = 1; if (x == 0) { throw new IllegalStateException(); } r = 2; } catch (IllegalStateException e) { r «+=¦-=» 10; } finally { r++; } return r; }",
        "int result = A.f(0);",
    ),
    (
        "a static field that `finally` changes behind the returned value",
        "static int c; static int f() { try { return c; } finally { «c++¦c--»; } }",
        "A.c = 0; int result = A.f();",
    ),
    (
        "`finally` on the way of an exception to an outer handler",
        "static int f(int x) { try { try { if (x == 0) { throw new IllegalStateException(); } } finally { «x = 5;¦» } } catch (IllegalStateException e) { return x; } return 0; }",
        "int result = A.f(0);",
    ),
    (
        "a handler's value from before the exception",
        "static int f(int[] a) { int i = 0; try { while (true) { a[i] = 0; «i++;¦i--;» } } catch (ArrayIndexOutOfBoundsException e) { return i; } }",
        "int result = A.f(new int[2]);",
    ),
    (
        "`continue` of an outer loop",
        "static int f(int n) { int r = 0; outer: for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == n) { continue outer; } r++; } r «+=¦-=» 10; } return r; }",
        "int result = A.f(5);",
    ),
    (
        "`break` of an inner loop",
        "static int f(int n) { int r = 0; outer: while (true) { while (r < 100) { if (r > n) { break outer; } r++; if (r % 3 == 0) { «break;¦» } } r++; } return r; }",
        "int result = A.f(5);",
    ),
    (
        "falling into the next case",
        "static int f(int x) { int r = 0; switch (x) { case 1: r = 1; «break;¦» case 2: r += 2; break; default: r = 1; } return r; }",
        "int result = A.f(1);",
    ),
    // Side effects in operands.
    (
        "an operand that is read before it changes",
        "static int f(int x) { int y = x; y += «y++¦++y»; return y; }",
        "int result = A.f(1);",
    ),
    (
        "an index that moves",
        "static int f(int[] a) { int i = 0; int s = a[i++] + a[«i++¦i»]; return i; }",
        "int result = A.f(new int[2]);",
    ),
    (
        "an index that moves in a compound assignment",
        "static int f(int[] a, int x) { int i = 0; a[«i++¦i»] += x; return i; }",
        "int result = A.f(new int[1], 1);",
    ),
    (
        "a side effect behind `&&`",
        "static int f(int x) { int n = 0; if (x > 0 «&&¦^» n++ >= 0) { } return n; }",
        "int result = A.f(0);",
    ),
    // Integers.
    (
        "the least int has no opposite",
        "static boolean f(int x) { if (x >= 0) { return true; } return «-x > 0¦true»; }",
        "boolean result = A.f(-2147483648);",
    ),
    (
        "the least int divided by -1",
        "static boolean f(int x, int y) { if (x >= 0 || y >= 0) { return true; } return «x / y >= 0¦true»; }",
        "boolean result = A.f(-2147483648, -1);",
    ),
    (
        "the absolute value of the least int",
        "static int f(int x) { int y = Math.abs(x); if («y < 0¦false») { return 1; } return 0; }",
        "int result = A.f(-2147483648);",
    ),
    (
        "the sign of a remainder is the dividend's",
        "static int f(int x) { return «x¦-x» % 3; }",
        "int result = A.f(1);",
    ),
    (
        "the least int's remainder",
        "static boolean f(int x) { int r = «-x¦x» % 10; return r == 8; }",
        "boolean result = A.f(-8);",
    ),
    (
        "a shift by 32",
        "static boolean f(int x, int n) { if (n < 32) { return true; } return «x >>> n == 0¦true»; }",
        "boolean result = A.f(1, 32);",
    ),
    (
        "a shift by a negative count",
        "static boolean f(int n) { if (n >= 0) { return true; } return «1 << n != 0¦false»; }",
        "boolean result = A.f(-1);",
    ),
    (
        "a difference that wraps around",
        "static boolean f(int a, int b) { if (a <= b) { return true; } return «a - b > 0¦true»; }",
        "boolean result = A.f(2147483647, -1);",
    ),
    (
        "a product that wraps around",
        "static boolean f(int x) { if (x <= 0) { return true; } int y = x * 2; return «y > 0¦true»; }",
        "boolean result = A.f(1073741824);",
    ),
    (
        "a product that is widened too late",
        "static boolean f(int x) { long y = x * x; return «y >= 0¦true»; }",
        "boolean result = A.f(46341);",
    ),
    (
        "a char below zero",
        "static boolean f(char c) { c--; return «c < 65535¦true»; }",
        "boolean result = A.f((char) 0);",
    ),
    (
        "a byte above its range",
        "static boolean f(byte b) { b += 1; return «b > -128¦true»; }",
        "boolean result = A.f((byte) 127);",
    ),
    (
        "a short cast to a byte",
        "static boolean f(short s) { if (s < 0) { return true; } return «(byte) s >= 0¦true»; }",
        "boolean result = A.f((short) 128);",
    ),
    // Loops.
    (
        "a counter that runs over",
        "static int f(int n) { int c = 0; for (int i = n; «i >= n¦true»; i++) { c++; if (c > 5) { break; } } return c; }",
        "int result = A.f(2147483647);",
    ),
    (
        "a counter with a step that runs over",
        "static boolean f(int n) { int i = 0; while (i <= n) { if («i < 0¦false») { return false; } i += 1000000000; } return true; }",
        "boolean result = A.f(2147483647);",
    ),
    (
        "a counter that a bound skips",
        "static int f(int n) { int i = 0; while (i «<¦!=» n) { i += 2; if (i > 40) { return -1; } } return i; }",
        "int result = A.f(3);",
    ),
    (
        "a value set of the first turns alone",
        "static int f(int n) { int s = 1; int r = 0; for (int i = 0; i < n && i < 60; i++) { s <<= 1; if («s != 0¦true») { r++; } } return r; }",
        "int result = A.f(40);",
    ),
    (
        "a range of the first turns alone",
        "static int f(int n) { int s = 0; for (int i = 0; i < n && i < 3000; i++) { s += 100; if («s > 250000¦false») { return i; } } return s; }",
        "int result = A.f(2900);",
    ),
    (
        "a loop that the change enters and the original does not, with an effect that shows",
        "static int f(int n) { int r = 0; for (int i = 0; i «<¦<=» n && r < 50; i++) { r += 2; } return r; }",
        "int result = A.f(0);",
    ),
    (
        "a loop that the change leaves one turn early, the last turn written to a field",
        "static int c; static void f(int n) { for (int i = 0; i «<=¦<» n && i < 50; i++) { c = i; } }",
        "A.c = 7; A.f(0);",
    ),
    // Floating point.
    (
        "not a number is not itself",
        "static boolean f(double x) { return «x == x¦true»; }",
        "boolean result = A.f(0.0 / 0.0);",
    ),
    (
        "not a number is in no order",
        "static boolean f(double x, double y) { if (x < y) { return true; } return «x >= y¦true»; }",
        "boolean result = A.f(0.0 / 0.0, 1.0);",
    ),
    (
        "two zeros",
        "static double f(double x) { if (x == 0.0) { return «x¦-x»; } return 1.0; }",
        "double result = A.f(0.0);",
    ),
    (
        "one more is no more",
        "static boolean f(float x) { return «x + 1.0f > x¦true»; }",
        "boolean result = A.f(1.0e10f);",
    ),
    (
        "an int that is no float",
        "static boolean f(int x) { return «(int) (float) x == x¦true»; }",
        "boolean result = A.f(16777217);",
    ),
    (
        "a long that is no double",
        "static boolean f(long x) { return «(long) (double) x == x¦true»; }",
        "boolean result = A.f(9007199254740993L);",
    ),
    (
        "a float that is no byte",
        "static boolean f(float d) { if (d < 0) { return true; } return «(byte) d >= 0¦true»; }",
        "boolean result = A.f(200.0f);",
    ),
    (
        "an infinite difference",
        "static boolean f(double x) { return «x - x == 0.0¦true»; }",
        "boolean result = A.f(1.0 / 0.0);",
    ),
    // Identity.
    (
        "equal strings that are two",
        "static boolean f(String s, String t) { return «s.equals(t) && s == t¦s.equals(t)»; }",
        "boolean result = A.f(\"a\", new String(\"a\"));",
    ),
    // State and calls.
    (
        "a static field that a callee writes",
        "static int c; static void g() { c = 7; } static boolean f() { c = 1; g(); return «c == 1¦true»; }",
        "boolean result = A.f();",
    ),
    (
        "a static field that a callee writes for some arguments only",
        "static int c; static int g(int n) { if (n == 3) { c = 7; } return n; } static int f(int n) { c = n; int r = g(n) + «c¦c++»; return r; }",
        "int result = A.f(1);",
    ),
    (
        "a static field that changes before a callee may write it",
        "static int c; static int g(int n, int k) { if (n == 3) { c = 7; } return n; } static int f(int n) { return g(n, «c¦c++»); }",
        "A.c = 1; int result = A.f(1);",
    ),
    (
        "a static field that changes before a callee throws",
        "static int c; static int g(int n, int k) { if (n == 3) { throw new IllegalStateException(); } c = 7; return n; } static int f(int n) { return g(n, «c¦c++»); }",
        "A.c = 1; int result = A.f(3);",
    ),
    (
        "a static field that the method's own recursion writes",
        "static int c; static boolean f(int n) { c = n; if (n > 0 && n < 9) { f(n - 1); } return «c == n¦true»; }",
        "boolean result = A.f(1);",
    ),
    (
        "a field from before the call",
        "static int c = 3; static boolean f() { return «c == 3¦true»; }",
        "A.c = 4; boolean result = A.f();",
    ),
    (
        "a method that a subclass overrides",
        "static class P { int m() { return 1; } } static class Q extends P { int m() { return 2; } } static boolean f(P p) { return «p.m() == 1¦true»; }",
        "boolean result = A.f(new A.Q());",
    ),
    (
        "an overriding method that throws",
        "static class P { int m() { return 1; } } static class Q extends P { int m() { throw new IllegalStateException(); } } static int f(P p) { int z = 0; if (p != null) { «z = p.m();¦» } return 1; }",
        "int result = A.f(new A.Q());",
    ),
    (
        "a callee that does not end, its value not used",
        "static int g(int x) { while (x != 7) { } return 1; } static int f(int x) { int z = 0; z = g(«x¦-x»); return 1; }",
        "int result = A.f(7);",
    ),
    (
        "a recursion that does not come down",
        "static int f(int n) { if (n <= 0 || n > 9) { return 0; } f(«n - 1¦n»); return 0; }",
        "int result = A.f(1);",
    ),
    (
        "a callee's range for other arguments",
        "static int g(int x) { if (x < 0) { return 9; } return x & 3; } static boolean f(int x) { return «g(x) <= 3¦true»; }",
        "boolean result = A.f(-1);",
    ),
    // Sums and differences, and what assumptions fix.
    (
        "a difference that wraps around",
        "static boolean f(int n, int i, int j) { if (i >= 0 && j >= 0 && j < n - i) { return j «<¦!=» n; } return false; }",
        "boolean result = A.f(Integer.MIN_VALUE, 1, 5);",
    ),
    (
        "a difference with what is negative",
        "static boolean f(int n, int i, int j) { if (n >= 0 && j >= 0 && j < n - i) { return j «<¦!=» n; } return false; }",
        "boolean result = A.f(1, -5, 3);",
    ),
    (
        "a sum that wraps around",
        "static boolean f(int a, int b) { int s = a + b; if (a >= 0 && b > 0) { return s «>¦!=» a; } return true; }",
        "boolean result = A.f(Integer.MAX_VALUE, 1);",
    ),
    (
        "two variables that are fixed by each other",
        "static boolean f(int x, int y) { if (x == y + 1 && y == x - 1) { return «x > y¦true»; } return false; }",
        "boolean result = A.f(Integer.MIN_VALUE, Integer.MAX_VALUE);",
    ),
    // Faults that are excited in few states.
    (
        "a last round that never ends",
        "static int f(byte n) { for (byte i = 0; i «<¦<=» n; i++) { } return 0; }",
        "int result = A.f((byte) 127);",
    ),
    (
        "a last round that counts something",
        "static int f(int[] a, int n) { int s = 0; for (int i = 0; i «<¦<=» n; i++) { for (int j = i; j < a.length; j++) { s++; } } return s; }",
        "int result = A.f(new int[1], 0);",
    ),
    (
        "a last round that throws",
        "static int f(int[] a) { int s = 0; for (int i = 0; i «<¦<=» a.length; i++) { s += a[i] * 0; } return s; }",
        "int result = A.f(new int[0]);",
    ),
    (
        "a last round whose counter goes on in the next turn of the outer loop",
        "static int f(int n) { int j = 0; int r = 0; for (int i = 0; i < 3; i++) { while (j «<¦<=» n) { j++; } r += j; } return r; }",
        "int result = A.f(1);",
    ),
    (
        "an element that a loop reads later",
        "static int f(int[] a) { if (a.length < 3) { return 0; } «a[0] = a[1];¦» int s = 0; for (int k = 0; k < 3; k++) { s = s * 2 + a[k]; } return s; }",
        "int[] a = {0, 1, 2}; int result = A.f(a);",
    ),
    (
        "a guard before a loop that goes round once",
        "static int f(int n) { if (n «<=¦<» 0) { return 0; } int s = 0; do { s++; n /= 10; } while (n > 0); return s; }",
        "int result = A.f(0);",
    ),
    // Code that the graph does not hold.
    (
        "an argument of a native method",
        "static int f(int[] a, int i) { int[] b = new int[2]; System.arraycopy(a, «i¦-i», b, 0, 1); return b[0]; }",
        "int result = A.f(new int[] {1, 2}, 1);",
    ),
    (
        "an argument of a builder's edit",
        "static String f(String s, int n) { StringBuilder b = new StringBuilder(s); b.setLength(«n¦-n»); return b.toString(); }",
        "String result = A.f(\"abc\", 1);",
    ),
    (
        "a part of an argument of a native method",
        "static int f(int[] a, int i) { int[] b = new int[2]; System.arraycopy(a, 0, b, 0, i «-¦+» 1); return b[0]; }",
        "int result = A.f(new int[] {1, 2}, 1);",
    ),
    // What two loops that go round side by side leave.
    (
        "a sign that shows in the end",
        "static int f(int m, int n) { while (n != 0) { int r = «m¦-m» % n; m = n; n = r; } return m; }",
        "int result = A.f(4, 6);",
    ),
    (
        "a sign that the least value does not have",
        "static int f(int n) { int s = 0; while (n != 0) { int d = «n¦-n» % 10; s = s * 3 + d; n /= 10; } return s * s; }",
        "int result = A.f(Integer.MIN_VALUE);",
    ),
    (
        "high bits that come down again",
        "static byte f(int n) { int c = 0; for (int i = 0; i < n; i++) { if ((c & 0x80) != 0) { c = (c >> 1) ^ 0x1D5; } else { c = (c << 1) ^ 3; } «c &= 0xFF;¦» } return (byte) c; }",
        "byte result = A.f(9);",
    ),
    (
        "a sign that the outer loop reads",
        "static int f(int n) { int t = 0; for (int i = 0; i < 3; i++) { int x = «n¦-n»; while (x / 10 != 0) { x /= 10; } if (x < 0) { t++; } n /= 10; } return t; }",
        "int result = A.f(7);",
    ),
];

#[test]
fn no_trap_is_proven_and_each_is_killed_by_its_test() {
    assert_killed_and_not_proven(TRAPS);
}

pub(super) fn assert_killed_and_not_proven(traps: &[Trap]) {
    let mut wrong = Vec::new();
    for (name, members, test) in traps {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        if let Some(proof) = &checked.proof {
            wrong.push(format!("{name}: proven at {:?}", proof.depth));
        }
        match is_killed(&original, &mutant, test) {
            Ok(true) => {}
            Ok(false) => wrong.push(format!("{name}: not killed by {test}")),
            Err(why) => wrong.push(format!("{name}: {test}: {why:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), traps.len(), wrong.join("\n"));
}

pub(super) fn is_killed(original: &str, mutant: &str, test: &str) -> Result<bool, NoTest> {
    let source = SourceFile::new("A.java".into(), original.to_owned());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("the program loads");
    let methods: Vec<_> = jatpg::mutate::generate::given_methods(&program).collect();
    let tested =
        program.methods.ids().find(|&m| program.method_name(m).starts_with("A.f(")).expect("f is there");
    let subject = Subject::new(program, &methods, &OperatorSet::parse("mujava,ABS,UOI").expect("operators"));
    let makes_it = |&m: &u32| {
        let m = subject.mutant(m);
        let (start, end) = (m.span.start as usize, m.span.end as usize);
        format!("{}{}{}", &original[..start], m.replacement, &original[end..]) == mutant
    };
    let found: MutantSet = subject.indices().filter(makes_it).collect();
    let mut statements: Vec<String> = test.split_inclusive(';').map(|s| s.trim().to_owned()).collect();
    let act = statements.pop().expect("a call");
    let driver = Driver { method: tested, arrange: statements, act, then: Vec::new() };
    Ok(!subject.runner().judge(driver, &found)?.kills.is_empty())
}
