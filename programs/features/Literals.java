/**
 * Literals in all their forms, and constants computed from them.
 */
public class Literals {

    static final int MASK = 0xFF_00 | 0b1010 | 017;
    static final long BIG = 0x7FFF_FFFF_FFFF_FFFFL - 1_000_000L;
    static final double TINY = 1e-3 + .5 + 2. + 0x1.8p1 + 3d;
    static final float HALF = 0.5f;
    static final String TEXT = "tab\tquote\"slash\\uni\u00e9oct\101\0" + 'c' + 1 + 2L + true + null;
    static final char LAST = '\uffff';

    public static int masked(int n) {
        return n & MASK | '\n' + '\'' + '\\';
    }

    public static long far(long n) {
        return BIG - n > 0 ? -9223372036854775808L : -2147483648;
    }

    public static double scaled(double d) {
        return d * TINY + HALF;
    }

    /** Constants are known to the compiler: equal ones are one string. */
    public static boolean same(boolean which) {
        final String a = "con" + "stant";
        String b = which ? "constant" : "con";
        return a == b;
    }

    public static int textAt(int i) {
        return i >= 0 && i < TEXT.length() ? TEXT.charAt(i) : LAST;
    }

    public static int kind(char c) {
        final char first = 'a';
        switch (c) {
            case first:
                return 1;
            case first + 1:
                return 2;
            case '\t':
                return 3;
            case 0x30:
                return 4;
            default:
                return 0;
        }
    }
}
