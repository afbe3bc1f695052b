package java.lang;

/** An int as an object, and what is done with ints. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final Class<Integer> TYPE = int.class;
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final int value;

    @Deprecated
    public Integer(int value) {
        this.value = value;
    }

    @Deprecated
    public Integer(String text) throws NumberFormatException {
        this(parseInt(text, 10));
    }

    public static Integer valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseInt(text, radix));
    }

    public static Integer valueOf(String text) throws NumberFormatException {
        return valueOf(parseInt(text, 10));
    }

    public static Integer decode(String text) throws NumberFormatException {
        if (text.isEmpty()) {
            throw Raise$.numberFormat();
        }
        boolean negative = text.charAt(0) == '-';
        int from = negative || text.charAt(0) == '+' ? 1 : 0;
        int radix = 10;
        if (text.startsWith("0x", from) || text.startsWith("0X", from)) {
            from += 2;
            radix = 16;
        } else if (text.startsWith("#", from)) {
            from++;
            radix = 16;
        } else if (text.startsWith("0", from) && text.length() > from + 1) {
            from++;
            radix = 8;
        }
        int length = text.length();
        if (from == length || text.charAt(from) == '-' || text.charAt(from) == '+') {
            throw Raise$.numberFormat();
        }
        return valueOf(read(text, from, length, radix, negative, false));
    }

    public static int parseInt(String text) throws NumberFormatException {
        return parseInt(text, 10);
    }

    public static int parseInt(String text, int radix) throws NumberFormatException {
        if (text == null) {
            throw Raise$.numberFormat("Cannot parse null string");
        }
        checkRadix(radix);
        int length = text.length();
        if (length == 0) {
            throw Raise$.input(text, radix);
        }
        char first = text.charAt(0);
        int from = first == '-' || first == '+' ? 1 : 0;
        if (from == length) {
            throw Raise$.input(text, radix);
        }
        return read(text, from, length, radix, first == '-', true);
    }

    public static int parseInt(CharSequence text, int beginIndex, int endIndex, int radix)
            throws NumberFormatException {
        if (text == null) {
            throw Raise$.nullPointer();
        }
        if (beginIndex < 0 || beginIndex > endIndex || endIndex > text.length()) {
            throw Raise$.index();
        }
        checkRadix(radix);
        if (beginIndex == endIndex) {
            throw Raise$.numberFormat();
        }
        char first = text.charAt(beginIndex);
        int from = first == '-' || first == '+' ? beginIndex + 1 : beginIndex;
        if (from == endIndex) {
            throw Raise$.numberFormat();
        }
        return read(text, from, endIndex, radix, first == '-', false);
    }

    private static void checkRadix(int radix) {
        if (radix < Character.MIN_RADIX) {
            throw Raise$.numberFormat("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > Character.MAX_RADIX) {
            throw Raise$.numberFormat("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }

    /** The number of the digits in a range that is not empty, built from below since MIN_VALUE has no opposite. */
    private static int read(CharSequence text, int from, int to, int radix, boolean negative, boolean whole) {
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int least = limit / radix;
        int result = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || result < least || result * radix < limit + digit) {
                throw whole ? Raise$.input(text.toString(), radix) : Raise$.numberFormat();
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    public static int parseUnsignedInt(String text, int radix) throws NumberFormatException {
        if (text == null) {
            throw Raise$.numberFormat("Cannot parse null string");
        }
        if (text.isEmpty()) {
            throw Raise$.input(text, radix);
        }
        if (text.charAt(0) == '-') {
            throw Raise$.numberFormat();
        }
        long value = readUnsigned(text, radix);
        if (value >>> 32 != 0) {
            throw Raise$.numberFormat();
        }
        return (int) value;
    }

    private static long readUnsigned(String text, int radix) {
        if (text.length() <= 5 || radix == 10 && text.length() <= 9) {
            return parseInt(text, radix);
        }
        return Long.parseLong(text, radix);
    }

    public static int parseUnsignedInt(CharSequence text, int beginIndex, int endIndex, int radix)
            throws NumberFormatException {
        if (text == null) {
            throw Raise$.nullPointer();
        }
        if (beginIndex < 0 || beginIndex > endIndex || endIndex > text.length()) {
            throw Raise$.index();
        }
        if (beginIndex == endIndex || text.charAt(beginIndex) == '-') {
            throw Raise$.numberFormat();
        }
        long value = Long.parseLong(text, beginIndex, endIndex, radix);
        if (value >>> 32 != 0) {
            throw Raise$.numberFormat();
        }
        return (int) value;
    }

    public static int parseUnsignedInt(String text) throws NumberFormatException {
        return parseUnsignedInt(text, 10);
    }

    public static String toUnsignedString(int value, int radix) {
        return Long.toString(toUnsignedLong(value), radix);
    }

    public static String toUnsignedString(int value) {
        return Long.toString(toUnsignedLong(value));
    }

    public static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    public static int compareUnsigned(int a, int b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    public static String toString(int value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        char[] units = new char[33];
        int at = units.length;
        int rest = value < 0 ? value : -value;
        do {
            units[--at] = Character.forDigit(-(rest % base), base);
            rest /= base;
        } while (rest != 0);
        if (value < 0) {
            units[--at] = '-';
        }
        return String.vague(String.of(units, at, units.length - at));
    }

    public static String toString(int value) {
        return toString(value, 10);
    }

    /** The digits of {@code shift} bits each, without leading zeros. */
    private static String inBits(int value, int shift) {
        char[] units = new char[32];
        int at = units.length;
        int rest = value;
        do {
            units[--at] = Character.forDigit((rest & (1 << shift) - 1), 16);
            rest >>>= shift;
        } while (rest != 0);
        return String.vague(String.of(units, at, units.length - at));
    }

    public static String toHexString(int value) {
        return inBits(value, 4);
    }

    public static String toOctalString(int value) {
        return inBits(value, 3);
    }

    public static String toBinaryString(int value) {
        return inBits(value, 1);
    }

    public static int highestOneBit(int value) {
        return value & MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static int lowestOneBit(int value) {
        return value & -value;
    }

    public static int numberOfLeadingZeros(int value) {
        if (value <= 0) {
            return value == 0 ? 32 : 0;
        }
        int zeros = 0;
        int rest = value;
        for (int width = 16; width > 0; width >>= 1) {
            if (rest >>> 32 - width == 0) {
                zeros += width;
                rest <<= width;
            }
        }
        return zeros;
    }

    public static int numberOfTrailingZeros(int value) {
        return value == 0 ? 32 : 31 - numberOfLeadingZeros(value & -value);
    }

    public static int bitCount(int value) {
        int pairs = value - (value >>> 1 & 0x55555555);
        int nibbles = (pairs & 0x33333333) + (pairs >>> 2 & 0x33333333);
        int bytes = nibbles + (nibbles >>> 4) & 0x0f0f0f0f;
        return bytes * 0x01010101 >>> 24;
    }

    public static int rotateLeft(int value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static int rotateRight(int value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static int reverse(int value) {
        int bits = (value & 0x55555555) << 1 | value >>> 1 & 0x55555555;
        bits = (bits & 0x33333333) << 2 | bits >>> 2 & 0x33333333;
        bits = (bits & 0x0f0f0f0f) << 4 | bits >>> 4 & 0x0f0f0f0f;
        return reverseBytes(bits);
    }

    public static int reverseBytes(int value) {
        return value << 24 | (value & 0xff00) << 8 | value >>> 8 & 0xff00 | value >>> 24;
    }

    public static int signum(int value) {
        return value >> 31 | -value >>> 31;
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return Math.max(a, b);
    }

    public static int min(int a, int b) {
        return Math.min(a, b);
    }

    public static native Integer valueOf(int value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(int value) {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Integer && value == ((Integer) other).value;
    }

    public static int compare(int a, int b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
