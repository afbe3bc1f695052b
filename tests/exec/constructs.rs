//! Constructs that the front end translates to simpler ones, run from their sources: it must give what the JVM gives.

use super::compiled::{jdks, sources_give_the_same};

const RESOURCES: &str = r#"
public class Resources {
    static StringBuilder LOG;
    static class R implements AutoCloseable {
        final int id; final int mode;
        R(int id, int mode) {
            LOG.append('o').append(id);
            if (mode == 3) throw new IllegalArgumentException("open" + id);
            this.id = id;
            this.mode = mode;
        }
        @Override public void close() {
            LOG.append('c').append(id);
            if (mode == 1) throw new IllegalStateException("close" + id);
        }
    }
    static class Checked<E extends R> implements java.io.Closeable {
        E inner;
        Checked(E inner) { this.inner = inner; }
        @Override public void close() throws java.io.IOException {
            if (inner.mode == 2) throw new java.io.IOException("io");
            inner.close();
        }
    }
    final R kept = new R(9, 0);

    static int nested(int k) throws Exception {
        try (R a = new R(1, k % 4); var b = k == 5 ? null : new R(2, k / 4); Checked<R> c = new Checked<>(new R(3, k % 3))) {
            LOG.append(a.id);
            if (k == 6) return b.id;
            if (k > 7) throw new Exception("body");
        }
        return -1;
    }
    static <T extends AutoCloseable> void variable(T t) throws Exception { try (t) { LOG.append('v'); } }
    int field(int k) {
        int n = 0;
        for (int i = 0; i < k; i++) {
            try (this.kept; R own = new R(i, 0)) {
                if (i == 1) continue;
                if (i == 3) break;
                n += own.id + 1;
            } finally {
                LOG.append('f');
            }
        }
        return n;
    }
    static void show(Throwable t) {
        LOG.append(t.getMessage());
        for (Throwable s : t.getSuppressed()) { LOG.append('('); show(s); LOG.append(')'); }
    }
    public static Object run(int k) {
        LOG = new StringBuilder();
        try {
            LOG.append(nested(k));
        } catch (Exception e) {
            show(e);
        }
        try {
            variable(new R(7, k % 2));
        } catch (Exception e) {
            show(e);
        }
        return LOG.append(new Resources().field(k)).toString();
    }
}
"#;

const RECORDS: &str = r#"
public class Records {
    interface Shape { int area(); default String named() { return getClass().getSimpleName() + area(); } }
    record Square(int side) implements Shape {
        static int made;
        Square {
            if (side < 0) throw new IllegalArgumentException("side " + side);
            side++;
            made++;
        }
        public int area() { return side * side; }
    }
    record Rect(int w, int h) implements Shape, Comparable<Rect> {
        Rect(int w) { this(w, w + 1); }
        Rect(int w, int h) { this.w = w * 2; this.h = h; }
        public int area() { return w() * h; }
        public int w() { return w + 1; }
        public int compareTo(Rect other) { return Integer.compare(w, other.w); }
        @Override public String toString() { return "Rect" + w; }
    }
    record Pair<A, B extends Comparable<B>>(A first, B second) {
        <C> Pair<C, B> with(C c) { return new Pair<>(c, second); }
        boolean before(B other) { return second.compareTo(other) < 0; }
    }
    record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, int... rest) { }
    private record None() { static final None IT = new None(); }
    record Odd(Object it) {
        public boolean equals(Object other) { return other instanceof Odd odd && odd.it == it; }
        public int hashCode() { return 5; }
    }

    static All all(int k) {
        return new All((byte) k, (short) (k * 999), (char) ('a' + k), k * 7, k * 1_000_000_007L, k / 4f, k == 3 ? Double.NaN : -0.0, k % 2 == 0, k == 4 ? null : "t" + k);
    }
    public static Object run(int k) {
        Square.made = 0;
        StringBuilder b = new StringBuilder();
        Shape[] shapes = {new Square(k), new Rect(k), new Rect(k, 3)};
        for (Shape s : shapes) b.append(s.area()).append(s.named()).append(s).append(s.hashCode()).append(s.equals(shapes[1])).append(';');
        b.append(Square.made > 0).append(((Rect) shapes[1]).compareTo((Rect) shapes[2]));
        Pair<String, Integer> p = new Pair<>("a" + k, k);
        Pair<Long, Integer> q = p.with(k + 1L);
        long first = q.first();
        b.append(p).append(q).append(first).append(p.before(3)).append(p.equals(new Pair<>("a2", 2))).append(p.hashCode()).append(q.second());
        All one = all(k), two = all(3);
        b.append(one.equals(two)).append(one.equals(null)).append(one.d() == 0).append(one.rest().length).append(one.t());
        b.append(new All((byte) 1, (short) 2, 'c', 4, 5, 1.5f, 2.5, true, null, (int[]) null));
        b.append(new All((byte) 1, (short) 2, 'c', 4, 5, k, 0.1, true, "x", (int[]) null).hashCode());
        b.append(None.IT).append(None.IT.hashCode()).append(new None().equals(None.IT)).append(new Odd(p).equals(new Odd(p))).append(new Odd(1).hashCode());
        b.append(one instanceof Record);
        try { b.append(new Square(k - 3)); } catch (IllegalArgumentException e) { b.append(e.getMessage()); }
        return b.toString();
    }
}
"#;

const INNER: &str = r#"
import java.util.*;
public class Inner {
    private int count = 10;
    static int made;
    private int next() { return ++count; }
    static class Base {
        String log = "";
        Base() { log += named(); }
        Base(int a, long... more) { log += named() + a + more.length; }
        String named() { return "base"; }
    }
    class Counter {
        int own = count;
        final int step;
        Counter(int step) { this.step = step; made++; }
        Counter() { this(2); }
        int count() { count += step; return count + next() + Inner.this.count; }
        class Deep {
            int own = 1;
            int all() { return own + Counter.this.own + count + next(); }
            Counter around() { return Counter.this; }
        }
        Deep deep() { return new Deep(); }
    }
    class Twice extends Counter {
        Twice() { super(4); }
        int count() { return super.count() + new Counter(1).count(); }
    }
    static class Apart extends Inner {
        int own() { return new Counter(7).count(); }
    }
    enum Op {
        ADD("+") { int apply(int a, int b) { return a + b; } },
        SUB("-") { int apply(int a, int b) { return a - b; } @Override public String toString() { return "minus"; } },
        ID { int apply(int a, int b) { return a; } };
        final String sign;
        Op(String sign) { this.sign = sign; }
        Op() { this("id"); }
        abstract int apply(int a, int b);
    }
    interface Visitor<T> { T visit(int n); default String name() { return "v" + visit(1); } }
    final Visitor<String> field = new Visitor<String>() {
        int calls;
        { calls = count; }
        public String visit(int n) { return "f" + n + calls++ + next(); }
    };
    static final Comparator<String> ORDER = new Comparator<String>() {
        @Override public int compare(String a, String b) { return b.compareTo(a); }
    };
    String anonymous(final int k, String[] names, List<String> list) {
        StringBuilder b = new StringBuilder();
        for (final String name : names) {
            String twice = name + name;
            Visitor<Integer> v = new Visitor<Integer>() {
                private int sum = k;
                @Override public Integer visit(int n) {
                    int count = n;
                    Visitor<String> inner = new Visitor<String>() {
                        public String visit(int n) { return twice + n + sum + Inner.this.count + list.size(); }
                    };
                    sum += count + name.length() + list.get(0).length();
                    return inner.visit(n).length() + sum;
                }
            };
            b.append(v.visit(k)).append(v.visit(2)).append(v.name()).append(v.getClass().getName()).append(v.getClass().getSimpleName()).append(';');
        }
        Base base = new Base(k, 1, 2) {
            int log = 5;
            @Override String named() { return "anon" + k + log + names.length + Inner.this.count; }
        };
        return b.append(base.log).append(new Base() { }.log).append(new Object() { int twice() { return k * 2; } }.twice()).toString();
    }
    int late(boolean flag) {
        int value;
        if (flag) value = 3; else value = count;
        Visitor<Integer> v = new Visitor<Integer>() { public Integer visit(int n) { return n; } };
        Visitor<Integer> w = new Visitor<Integer>() { public Integer visit(int n) { return value * n; } };
        return w.visit(4) + v.visit(1);
    }
    public static Object run(int k) {
        made = 0;
        StringBuilder b = new StringBuilder();
        Inner inner = new Inner();
        Inner.Counter counter = inner.new Counter(k);
        b.append(counter.count()).append(' ').append(inner.new Counter().count()).append(' ').append(inner.new Twice().count());
        b.append(' ').append(counter.deep().all()).append(' ').append(counter.new Deep().around() == counter).append(new Apart().own());
        for (Op op : Op.values()) b.append(op).append(op.apply(k, 3)).append(op.sign).append(op.getDeclaringClass() == Op.class).append(op.getClass().getName());
        switch (Op.valueOf(k % 2 == 0 ? "ADD" : "SUB")) { case ADD: b.append("a"); break; default: b.append("s"); }
        b.append(inner.field.visit(k)).append(inner.field.name()).append(ORDER.compare("a" + k, "a3"));
        List<String> list = new ArrayList<>();
        list.add("x" + k);
        b.append(inner.anonymous(k, new String[] {"p", "qq"}, list)).append(made);
        b.append(inner.late(k > 3)).append(counter.getClass().getName());
        try { Inner none = k > 5 ? inner : null; b.append(none.new Counter(k).step); } catch (NullPointerException e) { b.append("NPE"); }
        return b.toString();
    }
}
"#;

/// Constant variables of methods, in classes and lambdas in their code.
const CONSTANTS: &str = r#"
public class Constants {
    static final int BASE = 10;
    static final String k9 = "field";
    interface F { Object get(int x); }

    static F numbers() {
        final int four = 3 + 1;
        final byte small = four * BASE;
        final long wide = small, other = 5_000_000_000L - wide;
        final char letter = (char) ('a' + four);
        final boolean is = four > 3 && !(small < 0);
        return new F() {
            final int twice = four * 2;
            @Override public Object get(int x) {
                byte narrowed = four;
                final int inner = four + twice;
                F nested = new F() {
                    @Override public Object get(int y) {
                        switch (y) {
                            case four: return "four" + small;
                            case four + 1: return "five" + wide + other;
                            case inner - 4: return "eight";
                            default: return inner + narrowed + (is ? letter : 'n');
                        }
                    }
                };
                while (is) {
                    if (x > 0) {
                        return nested.get(x) + "," + (char) (letter + x);
                    }
                    x += four;
                }
            }
        };
    }

    static F texts(Object o) {
        final String word = "a" + BASE;
        final String two = word + word;
        final var inferred = two + 'x';
        final String notConstant = o + word;
        class Local implements F {
            final boolean same = word == "a10";
            @Override public Object get(int x) {
                F lambda = y -> new Object() {
                    @Override public String toString() { return two + (two == "a10a10") + y + inferred + notConstant + k9; }
                };
                return lambda.get(x).toString() + same + (inferred == "a10a10x") + (notConstant == "1a10");
            }
        }
        final int k9 = 7;
        F shadowed = new F() { @Override public Object get(int x) { final int j = k9 + 1; return new F() {
            @Override public Object get(int y) { switch (y) { case j: return "j"; default: return j + k9; } } }.get(x); } };
        return x -> new Local().get(x) + "" + shadowed.get(x);
    }

    static class Base {
        final String said;
        Base(String said) { this.said = said; }
    }
    static String inConstructor(int x) {
        final int seven = 7;
        class Own extends Base {
            Own() { super("s" + seven); }
            Own(int x) { super(x == seven ? "is" : "not"); }
        }
        return new Own().said + new Own(x).said;
    }

    static Object pattern(Object o) {
        if (o instanceof Integer k9) {
            final int k = k9;
            return new F() { @Override public Object get(int x) { return x + k; } }.get(1);
        }
        return k9;
    }

    public static Object run(int k) {
        return numbers().get(k) + " " + texts(k).get(k) + " " + inConstructor(k) + pattern(k % 2 == 0 ? k : "x");
    }
}
"#;

#[test]
fn what_is_translated_does_what_it_does_on_the_jvm() {
    for jdk in jdks("what_is_translated_does_what_it_does_on_the_jvm") {
        let sources =
            [("Resources", RESOURCES), ("Records", RECORDS), ("Inner", INNER), ("Constants", CONSTANTS)];
        sources_give_the_same(&jdk, &sources, 10);
    }
}
