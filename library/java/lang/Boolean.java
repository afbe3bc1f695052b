package java.lang;

import java.io.Serializable;

/** A boolean as an object. */
public final class Boolean implements Serializable, Comparable<Boolean> {
    public static final Class<Boolean> TYPE = boolean.class;
    public static final Boolean TRUE = valueOf(true);
    public static final Boolean FALSE = valueOf(false);

    private final boolean value;

    @Deprecated
    public Boolean(boolean value) {
        this.value = value;
    }

    @Deprecated
    public Boolean(String text) {
        this(parseBoolean(text));
    }

    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    public boolean booleanValue() {
        return value;
    }

    public static Boolean valueOf(String text) {
        return valueOf(parseBoolean(text));
    }

    public static String toString(boolean value) {
        return String.valueOf(value);
    }

    public static boolean logicalAnd(boolean a, boolean b) {
        return a & b;
    }

    public static boolean logicalOr(boolean a, boolean b) {
        return a | b;
    }

    public static boolean logicalXor(boolean a, boolean b) {
        return a ^ b;
    }

    public static native Boolean valueOf(boolean value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Boolean && value == ((Boolean) other).value;
    }

    public static int compare(boolean a, boolean b) {
        return a == b ? 0 : a ? 1 : -1;
    }

    public int compareTo(Boolean other) {
        return compare(value, other.value);
    }
}
