package org.junit;

import java.util.Arrays;
import java.util.Objects;

/** What emitted tests use of JUnit 4, with its overloads. */
public final class Assert {
    private Assert() {}

    public static void assertEquals(long expected, long actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        equal(expected, actual);
    }

    public static void assertTrue(String message, boolean condition) {
        check(condition, "true", message);
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertTrue(boolean condition) {
        check(condition, "true", "false");
    }

    public static void assertFalse(boolean condition) {
        check(!condition, "false", "true");
    }

    public static void assertNull(Object actual) {
        check(actual == null, "null", "an object");
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "an object", "null");
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, "the same object", "another");
    }

    public static void assertNotSame(Object unexpected, Object actual) {
        check(unexpected != actual, "another object", "the same");
    }

    private static void equal(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    private static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            throw new AssertionError("expected: <" + expected + "> but was: <" + actual + ">");
        }
    }
}
