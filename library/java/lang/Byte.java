package java.lang;

/** A byte as an object, and what is done with bytes. */
public final class Byte extends Number implements Comparable<Byte> {
    public static final Class<Byte> TYPE = byte.class;
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    private final byte value;

    @Deprecated
    public Byte(byte value) {
        this.value = value;
    }

    @Deprecated
    public Byte(String text) throws NumberFormatException {
        this(parseByte(text, 10));
    }

    public static byte parseByte(String text, int radix) throws NumberFormatException {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw Raise$.numberFormat("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (byte) value;
    }

    public static byte parseByte(String text) throws NumberFormatException {
        return parseByte(text, 10);
    }

    public static Byte valueOf(String text, int radix) throws NumberFormatException {
        return valueOf(parseByte(text, radix));
    }

    public static Byte valueOf(String text) throws NumberFormatException {
        return valueOf(parseByte(text, 10));
    }

    public static Byte decode(String text) throws NumberFormatException {
        int value = Integer.decode(text);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw Raise$.numberFormat();
        }
        return valueOf((byte) value);
    }

    public static String toString(byte value) {
        return Integer.toString(value);
    }

    public static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    public static long toUnsignedLong(byte value) {
        return value & 0xffL;
    }

    public static int compareUnsigned(byte a, byte b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    public static native Byte valueOf(byte value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(byte value) {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Byte && value == ((Byte) other).value;
    }

    public static int compare(byte a, byte b) {
        return a - b;
    }

    public int compareTo(Byte other) {
        return compare(value, other.value);
    }

    public byte byteValue() {
        return value;
    }

    public short shortValue() {
        return (short) value;
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
