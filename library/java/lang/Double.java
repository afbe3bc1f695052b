package java.lang;

/** A double as an object, and what is done with doubles. */
public final class Double extends Number implements Comparable<Double> {
    public static final Class<Double> TYPE = double.class;
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0d / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    @Deprecated
    public Double(double value) {
        this.value = value;
    }

    @Deprecated
    public Double(String text) throws NumberFormatException {
        this(parseDouble(text));
    }

    public static native String toString(double value);

    public static native String toHexString(double value);

    public static native double parseDouble(String text) throws NumberFormatException;

    public static Double valueOf(String text) throws NumberFormatException {
        return valueOf(parseDouble(text));
    }

    public static long doubleToRawLongBits(double value) {
        return value != value ? bitsOfNaN(value) : bits(value);
    }

    /** The bits of a number. */
    static native long bits(double value);

    /** The bits of the NaN that Java writes; marks the run, for the machine may have another one. */
    private static native long bitsOfNaN(double value);

    public static native double longBitsToDouble(long bits);

    public static long doubleToLongBits(double value) {
        return value != value ? 0x7ff8000000000000L : bits(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public static boolean isInfinite(double value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(double value) {
        return value >= -MAX_VALUE && value <= MAX_VALUE;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    public static native Double valueOf(double value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Double && doubleToLongBits(value) == doubleToLongBits(((Double) other).value);
    }

    public static int compare(double a, double b) {
        return a < b ? -1 : a > b ? 1 : Long.compare(doubleToLongBits(a), doubleToLongBits(b));
    }

    public int compareTo(Double other) {
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
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }
}
