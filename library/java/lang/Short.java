package java.lang;

/** A short as an object, and what is done with shorts. */
public final class Short extends Number implements Comparable<Short> {
    public static final Class<Short> TYPE = short.class;
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private final short value;

    @Deprecated
    public Short(short value) {
        this.value = value;
    }

    @Deprecated
    public Short(String text) throws NumberFormatException {
        this(parseShort(text, 10));
    }

    public static short parseShort(String text, int radix) throws NumberFormatException {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw Raise$.numberFormat("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (short) value;
    }

    public static short parseShort(String text) throws NumberFormatException {
        return parseShort(text, 10);
    }

    public static Short valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseShort(text, radix));
    }

    public static Short valueOf(String text) throws NumberFormatException {
        return valueOf(parseShort(text, 10));
    }

    public static Short decode(String text) throws NumberFormatException {
        int value = Integer.decode(text);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw Raise$.numberFormat();
        }
        return valueOf((short) value);
    }

    public static String toString(short value) {
        return Integer.toString(value);
    }

    public static int toUnsignedInt(short value) {
        return value & 0xffff;
    }

    public static long toUnsignedLong(short value) {
        return value & 0xffffL;
    }

    public static int compareUnsigned(short a, short b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    public static short reverseBytes(short value) {
        return (short) (value << 8 | value >> 8 & 0xff);
    }

    public static native Short valueOf(short value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(short value) {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Short && value == ((Short) other).value;
    }

    public static int compare(short a, short b) {
        return a - b;
    }

    public int compareTo(Short other) {
        return compare(value, other.value);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return value;
    }

    public int intValue() {
        return (int) value;
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
