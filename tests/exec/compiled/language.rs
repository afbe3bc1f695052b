//! Every instruction, by code that javac makes of it.

use super::{compare, jdks};
use crate::support::jdk::{Jdk, skipped};

const NUMBERS: &str = r#"
public class Numbers {
    static int count;
    static final long BIG = 1L << 40;
    int field = 3;
    static long[] longs = {1, 2, 3};

    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static String shapes(int k) {
        StringBuilder b = new StringBuilder();
        long l = k * 1_000_000_007L;
        float f = k / 3f;
        double d = k * 0.1;
        b.append(l % 7).append(' ').append(l >> 3).append(' ').append(l >>> 60).append(' ').append(-l);
        b.append(' ').append((int) f).append(' ').append((long) d).append(' ').append((byte) (k * 77)).append((short) (k * 7777));
        b.append(' ').append((char) ('a' + k % 26)).append(f < d).append(f > d).append(f == d).append(l > k).append(l <= BIG);
        double nan = 0.0 / 0.0;
        b.append(nan < d).append(nan > d).append(nan <= d).append(nan >= d).append(nan == nan).append(nan != nan);
        int i = 0;
        while (true) {
            if (i++ > k) break;
            if (i % 2 == 0) continue;
            b.append(i);
        }
        do { i--; } while (i > 3);
        b.append('/').append(i).append(i++ + ++i).append(~i).append(i ^ 5).append(i | 8).append(i & 6).append(i << 3);
        int[][] grid = new int[3][k + 1];
        grid[1][k] += 5;
        grid[2][0]++;
        b.append(grid[1][k]).append(grid[2][0]).append(grid.length);
        long[] copy = longs.clone();
        copy[0] += k;
        b.append(copy[0]).append(longs[0]);
        byte[] bytes = {1, (byte) 200};
        char[] chars = {'x'};
        short[] shorts = {(short) 70000};
        boolean[] flags = {true, false};
        float[] floats = {1.5f};
        double[] doubles = {2.5};
        bytes[0] += k;
        chars[0]++;
        b.append(bytes[0]).append(bytes[1]).append(chars[0]).append(shorts[0]).append(flags[1]).append(floats[0] * 2).append(doubles[0] / 2);
        return b.toString();
    }

    static String switches(int k) {
        String s;
        switch (k) { case 0: s = "zero"; break; case 1: case 2: s = "few"; break; case 1000: s = "many"; break; default: s = "some"; }
        switch (k % 3) { case 0: s += "a"; case 1: s += "b"; break; default: s += "c"; }
        String t = switch (s) { case "zeroab" -> "Z"; case "fewb" -> "F"; default -> "?"; };
        return s + t;
    }

    static int guarded(int k) {
        int r = 0;
        try {
            try {
                r = 10 / (k - 2);
                if (k == 3) throw new IllegalStateException("x" + k);
                int[] a = new int[k];
                a[4] = 1;
            } catch (ArithmeticException e) {
                r = -1;
            } finally {
                r += 100;
            }
        } catch (IllegalStateException | ArrayIndexOutOfBoundsException e) {
            r += e instanceof IllegalStateException ? 1000 : 2000;
        }
        return r;
    }

    static int stack(int[] a, int i) { return a[i++] += a[i] * 2; }

    public static Object run(int k) {
        k += count;
        Numbers n = new Numbers();
        n.field += k;
        n.field++;
        int[] a = {1, 2, 3};
        long x = n.field--;
        return fib(k) + shapes(k) + switches(k) + guarded(k) + stack(a, 1) + a[1] + n.field + x + Long.compare(x, k);
    }
}
"#;

const OBJECTS: &str = r#"
public class Objects1 {
    interface Shape { double area(); default String name() { return "shape " + area(); } }
    static abstract class Base implements Shape, Comparable<Base> {
        private final int id;
        static int made;
        Base(int id) { this.id = id; made(); }
        private static void made() { }
        int id() { return id; }
        public int compareTo(Base o) { return Integer.compare(id, o.id); }
        @Override public boolean equals(Object o) { return o instanceof Base && ((Base) o).id == id; }
        @Override public int hashCode() { return id * 31; }
    }
    static class Circle extends Base {
        final double r;
        Circle(int id, double r) { super(id); this.r = r; }
        public double area() { return 3 * r * r; }
        @Override public String toString() { return "Circle" + r + super.id(); }
    }
    static class Square extends Base {
        int side;
        { side = 2; }
        Square(int id) { super(id); }
        Square() { this(7); side *= 2; }
        public double area() { return side * side; }
        @Override public String name() { return "square" + super.name(); }
    }
    enum Color { RED, GREEN { @Override int code() { return 20; } }; int code() { return ordinal(); } }
    class Inner { int twice() { return 2 * outerField; } }
    int outerField = 21;
    static class Node<T> { T value; Node<T> next; Node(T v, Node<T> n) { value = v; next = n; } }
    static <T extends Comparable<T>> T max(Node<T> n) {
        T best = n.value;
        for (; n != null; n = n.next) if (n.value.compareTo(best) > 0) best = n.value;
        return best;
    }
    static class Bad extends RuntimeException { final int code; Bad(int c) { super("bad " + c); code = c; } }

    public static Object run(int k) {
        Shape[] shapes = {new Circle(k, k / 2.0), new Square(), new Square(k)};
        StringBuilder b = new StringBuilder();
        for (Shape s : shapes) b.append(s.area()).append(s.name()).append(';');
        b.append(shapes[0]).append(((Base) shapes[0]).compareTo((Base) shapes[1])).append(shapes[0].equals(shapes[2]));
        for (Color c : Color.values()) b.append(c).append(c.code());
        b.append(Color.valueOf(k % 2 == 0 ? "RED" : "GREEN").name());
        switch (Color.values()[k % 2]) { case RED: b.append("r"); break; case GREEN: b.append("g"); }
        b.append(new Objects1().new Inner().twice());
        Node<Integer> list = new Node<>(k, new Node<>(300, new Node<>(5, null)));
        b.append(max(list)).append(max(new Node<>("b" + k, new Node<>("a", null))));
        Object o = new int[0];
        try { o = (String) o; } catch (ClassCastException e) { b.append("CCE"); }
        Object[] strings = new String[1];
        try { strings[0] = 1; } catch (ArrayStoreException e) { b.append("ASE"); }
        try { throw new Bad(k); } catch (Bad e) { b.append(e.getMessage()).append(e.code); }
        synchronized (o) { b.append(o instanceof int[]).append(o instanceof Object[]); }
        if (k == 5) throw new Bad(1);
        if (k == 6) { Object n = null; n.hashCode(); }
        return b.toString();
    }
}
"#;

const LABELS: &str = r#"
public class Labels {
    sealed interface Kind permits Plain, Counted {}
    enum Plain implements Kind { A, B { @Override int code() { return 7; } }, C; int code() { return ordinal(); } }
    enum Other { A, B }
    record Counted(int n, String name) implements Kind {}

    static int of(Kind kind) {
        return switch (kind) {
            case Plain.A -> 1;
            case Plain.B -> 2;
            case Plain.C -> 3;
            case Counted counted when counted.n() > 2 -> 4;
            case Counted(int n, String name) -> n + name.length();
        };
    }

    static String some(Kind kind) {
        return switch (kind) { case null -> "null"; case Plain.C -> "C"; case Plain plain -> "plain" + plain.code(); default -> "other"; };
    }

    static int again(Plain plain) { return switch (plain) { case A -> 1; case Plain p when p.code() == 7 -> 2; case Plain p -> 3; }; }

    static String any(Object object) {
        return switch (object) {
            case Other other -> "other" + other;
            case Plain plain -> "plain" + again(plain);
            case Integer n when n > 100 -> "many";
            case String s -> s;
            default -> "none";
        };
    }

    public static Object run(int k) {
        Kind[] all = {Plain.A, Plain.B, Plain.C, new Counted(1, "a"), new Counted(5, "b"), null};
        Object[] others = {Other.A, Plain.B, 1000, "text", 1L, Plain.A};
        Kind kind = all[k % all.length];
        return some(kind) + any(others[k % others.length]) + of(kind);
    }
}
"#;

#[test]
fn a_switch_over_patterns_takes_constants_of_enums() {
    let name = "a_switch_over_patterns_takes_constants_of_enums";
    let Some(jdk) = Jdk::newer() else { return skipped(name, "newer JDK") };
    let compared = compare(&jdk, &[("Labels".to_owned(), LABELS.to_owned())], 6);
    assert_eq!(compared.ended, Vec::<String>::new());
    assert_eq!(compared.same, 6);
}

#[test]
fn compiled_code_does_what_it_does_on_the_jvm() {
    for jdk in jdks("compiled_code_does_what_it_does_on_the_jvm") {
        let sources =
            [("Numbers".to_owned(), NUMBERS.to_owned()), ("Objects1".to_owned(), OBJECTS.to_owned())];
        let compared = compare(&jdk, &sources, 8);
        assert_eq!(compared.ended, Vec::<String>::new());
        assert_eq!(compared.same, 16);
    }
}
