package org.junit.jupiter.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/** What emitted tests use of JUnit 5, with its overloads: floating point compares by bits. */
public final class Assertions {
    private Assertions() {}

    public static void assertEquals(byte expected, byte actual) {
        equal(expected, actual);
    }

    public static void assertEquals(byte expected, Byte actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Byte expected, byte actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Byte expected, Byte actual) {
        equal(expected, actual);
    }

    public static void assertEquals(short expected, short actual) {
        equal(expected, actual);
    }

    public static void assertEquals(short expected, Short actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Short expected, short actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Short expected, Short actual) {
        equal(expected, actual);
    }

    public static void assertEquals(char expected, char actual) {
        equal(expected, actual);
    }

    public static void assertEquals(char expected, Character actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Character expected, char actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Character expected, Character actual) {
        equal(expected, actual);
    }

    public static void assertEquals(int expected, int actual) {
        equal(expected, actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Integer expected, int actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Integer expected, Integer actual) {
        equal(expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        equal(expected, actual);
    }

    public static void assertEquals(long expected, Long actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Long expected, long actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Long expected, Long actual) {
        equal(expected, actual);
    }

    public static void assertEquals(float expected, float actual) {
        equal(expected, actual);
    }

    public static void assertEquals(float expected, Float actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Float expected, float actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Float expected, Float actual) {
        equal(expected, actual);
    }

    public static void assertEquals(double expected, double actual) {
        equal(expected, actual);
    }

    public static void assertEquals(double expected, Double actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Double expected, double actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Double expected, Double actual) {
        equal(expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        equal(expected, actual);
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

    public static void assertArrayEquals(float[] expected, float[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return expected.cast(thrown);
            }
            throw new AssertionError("expected: <" + expected.getName() + "> but was: <" + thrown.getClass().getName() + ">", thrown);
        }
        throw new AssertionError("expected: <" + expected.getName() + "> but nothing was thrown");
    }

    public static <T extends Throwable> T assertThrowsExactly(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            if (thrown.getClass() == expected) {
                return expected.cast(thrown);
            }
            throw new AssertionError("expected: <" + expected.getName() + "> but was: <" + thrown.getClass().getName() + ">", thrown);
        }
        throw new AssertionError("expected: <" + expected.getName() + "> but nothing was thrown");
    }

    /** The harness has a limit of its own, so that the test needs no thread of its own. */
    public static void assertTimeoutPreemptively(Duration timeout, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            Assertions.<RuntimeException>rethrow(thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
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
