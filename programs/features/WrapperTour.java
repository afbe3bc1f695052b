/**
 * The statics of the wrapper classes: constants, conversions from and to text, comparison, bits.
 */
public class WrapperTour {

    /** A number in decimal, or in hexadecimal after 0x; a fallback where it is neither. */
    public static int parse(String text, int fallback) {
        try {
            if (text.startsWith("0x")) {
                return Integer.parseInt(text.substring(2), 16);
            }
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    public static String bases(int n) {
        return Integer.toBinaryString(n) + " " + Integer.toOctalString(n) + " "
                + Integer.toHexString(n) + " " + Integer.toString(n, 36);
    }

    public static int saturatingAdd(int a, int b) {
        long sum = (long) a + b;
        if (sum > Integer.MAX_VALUE) {
            return Integer.MAX_VALUE;
        }
        return sum < Integer.MIN_VALUE ? Integer.MIN_VALUE : (int) sum;
    }

    public static int bits(int n, long w) {
        return Integer.bitCount(n) + Integer.numberOfLeadingZeros(n) + Long.numberOfTrailingZeros(w)
                + (int) Long.highestOneBit(w) + Integer.reverse(n) + Integer.rotateRight(n, 3);
    }

    public static int order(int a, int b, char c, char d, boolean e, boolean f) {
        int order = Integer.compare(a, b);
        if (order == 0) {
            order = Integer.signum(Character.compare(c, d));
        }
        return order == 0 ? Boolean.compare(e, f) : order;
    }

    public static int unsigned(byte b, short s, int n) {
        return Byte.toUnsignedInt(b) + Short.toUnsignedInt(s) + Integer.compareUnsigned(n, 100);
    }

    public static String classify(char c) {
        if (Character.isLetter(c)) {
            return Character.isUpperCase(c) ? "upper" : "lower";
        }
        if (Character.isDigit(c)) {
            return "digit";
        }
        return Character.isWhitespace(c) ? "blank" : "other";
    }

    public static boolean isFinite(double d) {
        return !Double.isNaN(d) && d != Double.POSITIVE_INFINITY && d != Double.NEGATIVE_INFINITY;
    }

    public static boolean flag(String text) {
        return Boolean.parseBoolean(text) || Boolean.TRUE.toString().startsWith(text);
    }

    public static long parseLong(String text) {
        return Long.parseLong(text) % Short.MAX_VALUE - Byte.MIN_VALUE;
    }
}
