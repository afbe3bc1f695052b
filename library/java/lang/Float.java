package java.lang;

/** A float as an object, and what is done with floats. */
public final class Float extends Number implements Comparable<Float> {
    public static final Class<Float> TYPE = float.class;
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    @Deprecated
    public Float(float value) {
        this.value = value;
    }

    @Deprecated
    public Float(double value) {
        this.value = (float) value;
    }

    @Deprecated
    public Float(String text) throws NumberFormatException {
        this(parseFloat(text));
    }

    public static native String toString(float value);

    public static native String toHexString(float value);

    public static native float parseFloat(String text) throws NumberFormatException;

    public static Float valueOf(String text) throws NumberFormatException {
        return valueOf(parseFloat(text));
    }

    public static int floatToRawIntBits(float value) {
        return value != value ? bitsOfNaN(value) : bits(value);
    }

    /** The bits of a number. */
    static native int bits(float value);

    /** The bits of the NaN that Java writes; marks the run, for the machine may have another one. */
    private static native int bitsOfNaN(float value);

    public static native float intBitsToFloat(int bits);

    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : bits(value);
    }

    public static boolean isNaN(float value) {
        return value != value;
    }

    public static boolean isInfinite(float value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float value) {
        return value >= -MAX_VALUE && value <= MAX_VALUE;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    public static native Float valueOf(float value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Float && floatToIntBits(value) == floatToIntBits(((Float) other).value);
    }

    public static int compare(float a, float b) {
        return a < b ? -1 : a > b ? 1 : Integer.compare(floatToIntBits(a), floatToIntBits(b));
    }

    public int compareTo(Float other) {
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
        return (long) value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
