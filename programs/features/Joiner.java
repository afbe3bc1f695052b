/**
 * Varargs of several types, and how a call finds its method among overloads.
 */
public class Joiner {

    public static String join(String separator, String... parts) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            if (i != 0) {
                s.append(separator);
            }
            s.append(parts[i]);
        }
        return s.toString();
    }

    public static long sum(long... values) {
        long sum = 0L;
        for (long v : values) {
            sum += v;
        }
        return sum;
    }

    static String kind(int value) {
        return "int";
    }

    static String kind(long value) {
        return "long";
    }

    static String kind(double value) {
        return "double";
    }

    static String kind(Object value) {
        return "object";
    }

    static String kind(int... values) {
        return "ints " + values.length;
    }

    /** The overloads that calls with several types of argument choose. */
    public static String kinds(byte b, char c, long n, float f, Integer boxed) {
        return join(
                " ", kind(b), kind(c), kind(n), kind(f), kind(boxed), kind(), kind(b, c), kind("s"),
                kind(b + n), kind((int) n));
    }

    public static long mixed(int a, short b) {
        return sum() + sum(a) + sum(a, b) + sum(new long[] {a, b, 1});
    }
}
