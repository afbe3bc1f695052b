package org.example.util;

/**
 * Helpers on numbers that several packages share.
 */
public final class Numbers {

    /** How far {@link #clamp(int, int, int)} may be asked to go. */
    public static final int LIMIT = 1_000_000;

    private Numbers() {}

    /**
     * Keeps a value within limits.
     *
     * @param value what to keep
     * @param low the least value
     * @param high the greatest value, at least {@code low}
     * @return the value, or the limit that it passed
     */
    public static int clamp(int value, int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException("limits: " + low + " > " + high);
        }
        return value < low ? low : value > high ? high : value;
    }

    /** Division that rounds half away from zero. */
    public static long divideRounded(long a, long b) {
        long quotient = a / b;
        long rest = Math.abs(a % b);
        if (rest >= Math.abs(b) - rest) {
            quotient += (a < 0) == (b < 0) ? 1 : -1;
        }
        return quotient;
    }
}
