    static int count = 1;
    static long total = 2L;
    static String note = "n";
    static double ratio = 0.5;
    static boolean flag;
    static byte tiny = 1;
    static short small = 2;
    static char sign = 'c';
    static float part = 0.25f;
    static Integer box = 5;
    static Long wide = 6L;
    static Character letter = 'q';
    static final int LIMIT = 7;
    static final String NAME = "name" + LIMIT;
    static int[] TABLE = new int[8];
    static final long START;
    static { long n = 1; for (int i = 0; i < 8; i++) { n = n * 31 + i; } START = n; }

    /** A test sets all statics that it depends on. */
    static void reset() {
        count = 1; total = 2L; note = "n"; ratio = 0.5; flag = false; tiny = 1; small = 2; sign = 'c'; part = 0.25f;
        box = 5; wide = 6L; letter = 'q'; Lazy.value = 3; Shape.made = 4;
        TABLE = new int[8];
        for (int i = 0; i < 8; i++) { TABLE[i] = i * i - LIMIT; }
    }

    enum Color implements Sized {
        RED(3), GREEN(-1), BLUE(40);
        static final int SUM;
        static { int s = 0; for (Color c : values()) { s += c.weight; } SUM = s; }
        final int weight;
        Color(int weight) { this.weight = weight; }
        public int size() { return weight / 2; }
        Color next() { return values()[(ordinal() + 1) % values().length]; }
    }
    interface Sized {
        int FLOOR = trace("Sized", -2);
        int size();
        private int half() { return size() / 2; }
        default int halved() { return half() + FLOOR; }
        default int twice() { return size() * 2; }
        static int clamp(int v) { return v < 0 ? 0 : v > 50 ? 50 : v; }
    }
    interface Named extends Sized {
        default String named() { return "<" + size() + ">"; }
        @Override default int twice() { return Sized.super.twice() + 1; }
    }
    static class Oops extends RuntimeException {
        final int code;
        Oops(String message, int code) { super(message); this.code = code; }
    }
    static class Worse extends Oops {
        Worse(int code) { super("worse" + code, code * 2); }
        @Override public String getMessage() { return "[" + super.getMessage() + "]"; }
    }
    static class Checked extends Exception {
        Checked(String message, Throwable cause) { super(message, cause); }
    }
    static class Lazy {
        static final int CONSTANT = 9;
        static final Integer BOXED = trace("Lazy", 4);
        static int value = trace("lazy value", CONSTANT + 1);
        static void touch() { value++; }
    }
    static class Lazier extends Lazy {
        static final int OTHER = trace("Lazier", BOXED * 2);
        static final int MORE = BOXED + later();
        static final Integer LAST = 3;
        static int later() { return LAST == null ? 100 : LAST; }
    }
    static int trace(String what, int value) {
        return value + what.length();
    }
    static int sum(int... all) { int s = 0; for (int v : all) { s += v; } return s; }
    static String join(String by, Object... all) {
        StringBuilder b = new StringBuilder();
        for (Object o : all) { b.append(o).append(by); }
        return b.toString();
    }
    interface IntFn {
        int of(int x);
        default IntFn then(IntFn next) { return x -> next.of(of(x)); }
    }
    interface Turn<A, B> { B turn(A a); }
    interface Marked { default int mark() { return LIMIT; } }
    record Point<T>(int x, T tag) {
        Point { x = x % 100; }
        Point(T tag) { this(count, tag); }
        <R> Point<R> with(Turn<? super T, ? extends R> f) { return new Point<>(x + 1, f.turn(tag)); }
    }
    static class Cell<T extends Comparable<T>> {
        final T held;
        final Cell<T> next;
        Cell(T held, Cell<T> next) { this.held = held; this.next = next; }
        <R extends Comparable<R>> Cell<R> map(Turn<? super T, ? extends R> f) {
            Cell<R> rest = next == null ? null : next.map(f);
            return new Cell<R>(f.turn(held), rest);
        }
        T most() {
            if (next == null) { return held; }
            T other = next.most();
            return held.compareTo(other) >= 0 ? held : other;
        }
        int size() { return next == null ? 1 : 1 + next.size(); }
    }
    static class Host {
        int base;
        Host(int base) { this.base = base; }
        class Inner {
            int k;
            Inner(int k) { this.k = k; base += k; }
            int sum() { return base * 2 + k; }
        }
        int inner(int k) { return new Inner(k).sum() + new Inner(k + 1).sum(); }
        IntFn adder(int k) {
            class Adder implements IntFn {
                @Override public int of(int x) { return x + k + base++; }
            }
            return new Adder();
        }
        IntFn scaler(final int k) {
            return new IntFn() {
                int calls = k;
                @Override public int of(int x) { return x * calls++ + base; }
            };
        }
    }
    static <T> T same(T value) { return value; }
    static <T> T chosen(boolean first, T a, T b) { return first ? a : b; }
    @SafeVarargs static <T> int counted(T... all) { return all.length; }
    static String kind(Object o) {
        if (o instanceof Integer i) { return "int" + (i + 1); }
        if (o instanceof String s && s.length() > 1) { return s.substring(1); }
        if (!(o instanceof Number n)) { return o == null ? "nil" : "other"; }
        return "number" + n.intValue();
    }
    static int risky(int x) throws Checked {
        if (x % 3 == 0) { throw new Checked("risky" + x, x % 2 == 0 ? null : new Oops("inner", x)); }
        return x * 2;
    }
    static char over(int v) { return 'i'; }
    static char over(long v) { return 'j'; }
    static char over(double v) { return 'd'; }
    static char over(Integer v) { return 'I'; }
    static char over(String v) { return 'S'; }
    static char over(Object v) { return 'O'; }
    static char over(int... v) { return 'v'; }
    static char over(short a, int b) { return 's'; }
    static char over(int a, long b) { return 'l'; }
