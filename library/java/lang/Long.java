package java.lang;

/** A long as an object, and what is done with longs. */
public final class Long extends Number implements Comparable<Long> {
    public static final Class<Long> TYPE = long.class;
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final long value;

    @Deprecated
    public Long(long value) {
        this.value = value;
    }

    @Deprecated
    public Long(String text) throws NumberFormatException {
        this(parseLong(text, 10));
    }

    public static Long valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseLong(text, radix));
    }

    public static Long valueOf(String text) throws NumberFormatException {
        return valueOf(parseLong(text, 10));
    }

    public static Long decode(String text) throws NumberFormatException {
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

    public static long parseLong(String text) throws NumberFormatException {
        return parseLong(text, 10);
    }

    public static long parseLong(String text, int radix) throws NumberFormatException {
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

    public static long parseLong(CharSequence text, int beginIndex, int endIndex, int radix)
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
    private static long read(CharSequence text, int from, int to, int radix, boolean negative, boolean whole) {
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long least = limit / radix;
        long result = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || result < least || result * radix < limit + digit) {
                throw whole ? Raise$.input(text.toString(), radix) : Raise$.numberFormat();
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    public static long parseUnsignedLong(String text, int radix) throws NumberFormatException {
        if (text == null) {
            throw Raise$.numberFormat("Cannot parse null string");
        }
        if (text.isEmpty()) {
            throw Raise$.input(text, radix);
        }
        if (text.charAt(0) == '-') {
            throw Raise$.numberFormat();
        }
        return readUnsigned(text, 0, text.length(), radix, true);
    }

    public static long parseUnsignedLong(CharSequence text, int beginIndex, int endIndex, int radix)
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
        return readUnsigned(text, beginIndex, endIndex, radix, false);
    }

    public static long parseUnsignedLong(String text) throws NumberFormatException {
        return parseUnsignedLong(text, 10);
    }

    /** All but the last digit fit a signed number, or the value is too large. */
    private static long readUnsigned(CharSequence text, int begin, int end, int radix, boolean whole) {
        checkRadix(radix);
        int from = text.charAt(begin) == '+' ? begin + 1 : begin;
        if (from == end) {
            throw whole ? Raise$.input(text.toString(), radix) : Raise$.numberFormat();
        }
        long result = 0;
        for (int i = from; i < end; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                throw Raise$.numberFormat();
            }
            long most = divideUnsigned(-1L - digit, radix);
            if (compareUnsigned(result, most) > 0) {
                throw Raise$.numberFormat();
            }
            result = result * radix + digit;
        }
        return result;
    }

    public static String toUnsignedString(long value, int radix) {
        if (value >= 0) {
            return toString(value, radix);
        }
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        long quotient = divideUnsigned(value, base);
        return String.vague(toString(quotient, base) + Character.forDigit((int) (value - quotient * base), base));
    }

    public static String toUnsignedString(long value) {
        return toUnsignedString(value, 10);
    }

    public static long divideUnsigned(long dividend, long divisor) {
        if (divisor < 0) {
            return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
        }
        if (dividend >= 0) {
            return dividend / divisor;
        }
        long quotient = (dividend >>> 1) / divisor << 1;
        long rest = dividend - quotient * divisor;
        return compareUnsigned(rest, divisor) < 0 ? quotient : quotient + 1;
    }

    public static long remainderUnsigned(long dividend, long divisor) {
        return dividend - divideUnsigned(dividend, divisor) * divisor;
    }

    public static int compareUnsigned(long a, long b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    public static String toString(long value, int radix) {
        int base = radix < Character.MIN_RADIX || radix > Character.MAX_RADIX ? 10 : radix;
        char[] units = new char[65];
        int at = units.length;
        long rest = value < 0 ? value : -value;
        do {
            units[--at] = Character.forDigit((int) -(rest % base), base);
            rest /= base;
        } while (rest != 0);
        if (value < 0) {
            units[--at] = '-';
        }
        return String.vague(String.of(units, at, units.length - at));
    }

    public static String toString(long value) {
        return toString(value, 10);
    }

    /** The digits of {@code shift} bits each, without leading zeros. */
    private static String inBits(long value, int shift) {
        char[] units = new char[64];
        int at = units.length;
        long rest = value;
        do {
            units[--at] = Character.forDigit((int) (rest & (1 << shift) - 1), 16);
            rest >>>= shift;
        } while (rest != 0);
        return String.vague(String.of(units, at, units.length - at));
    }

    public static String toHexString(long value) {
        return inBits(value, 4);
    }

    public static String toOctalString(long value) {
        return inBits(value, 3);
    }

    public static String toBinaryString(long value) {
        return inBits(value, 1);
    }

    public static long highestOneBit(long value) {
        return value & MIN_VALUE >>> numberOfLeadingZeros(value);
    }

    public static long lowestOneBit(long value) {
        return value & -value;
    }

    public static int numberOfLeadingZeros(long value) {
        int high = (int) (value >>> 32);
        return high == 0 ? 32 + Integer.numberOfLeadingZeros((int) value) : Integer.numberOfLeadingZeros(high);
    }

    public static int numberOfTrailingZeros(long value) {
        return value == 0 ? 64 : 63 - numberOfLeadingZeros(value & -value);
    }

    public static int bitCount(long value) {
        return Integer.bitCount((int) value) + Integer.bitCount((int) (value >>> 32));
    }

    public static long rotateLeft(long value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static long rotateRight(long value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static long reverse(long value) {
        long low = Integer.reverse((int) value) & 0xffffffffL;
        long high = Integer.reverse((int) (value >>> 32)) & 0xffffffffL;
        return low << 32 | high;
    }

    public static long reverseBytes(long value) {
        long low = Integer.reverseBytes((int) value) & 0xffffffffL;
        long high = Integer.reverseBytes((int) (value >>> 32)) & 0xffffffffL;
        return low << 32 | high;
    }

    public static int signum(long value) {
        return (int) (value >> 63 | -value >>> 63);
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    public static native Long valueOf(long value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Long && value == ((Long) other).value;
    }

    public static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
