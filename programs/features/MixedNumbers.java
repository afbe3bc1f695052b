/**
 * Longs, floats and doubles in one expression: promotion, overflow, rounding, NaN, both zeros.
 */
public class MixedNumbers {

    public static double mix(byte b, short s, int i, long n, float f, double d) {
        return b * s + i / 3 + n % 7 + f * i - d / (n == 0 ? 1 : n);
    }

    /** Int arithmetic overflows before it is widened; long arithmetic does not. */
    public static long product(int a, int b) {
        long narrow = a * b;
        long wide = (long) a * b;
        return wide - narrow;
    }

    public static float celsius(float fahrenheit) {
        return (fahrenheit - 32) * 5 / 9;
    }

    public static int compare(double a, double b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return a == b ? 0 : 2;
    }

    public static boolean isNegativeZero(double d) {
        return d == 0 && 1 / d < 0;
    }

    public static long round(double d, float f) {
        return Math.round(d) + Math.round(f) + (long) Math.floor(d) - (long) Math.ceil(f)
                + (long) Math.rint(d);
    }

    public static int remainder(int a, int b) {
        return b == 0 ? a : a % b * 10 + Math.floorMod(a, b);
    }

    public static float lost(int n) {
        float f = n;
        return n - (int) f;
    }

    /** An exact average where the sum would not fit. */
    public static double average(long[] values) {
        double sum = 0;
        for (long v : values) {
            sum += v;
        }
        return values.length == 0 ? Double.NaN : sum / values.length;
    }

    public static int exponent(float f) {
        return (Float.floatToIntBits(f) >>> 23 & 0xFF) - 127;
    }

    public static double clampUnit(double d) {
        return Math.max(0.0, Math.min(1.0, d));
    }
}
