/**
 * Shifts and bitwise operators on ints and longs, and logical ones without short circuit.
 */
public class BitTricks {

    public static boolean isPowerOfTwo(long n) {
        return n > 0 & (n & n - 1) == 0;
    }

    public static int popCount(int n) {
        n = n - (n >>> 1 & 0x55555555);
        n = (n & 0x33333333) + (n >>> 2 & 0x33333333);
        n = n + (n >>> 4) & 0x0f0f0f0f;
        return n * 0x01010101 >>> 24;
    }

    public static long pack(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    public static int high(long packed) {
        return (int) (packed >> 32);
    }

    /** The distance of a shift counts in its lowest bits only. */
    public static long shifts(int n, long wide, int by) {
        return (n << by) + (n >> by) + (n >>> by) + (wide << by) - (wide >>> by);
    }

    public static int abs(int n) {
        int mask = n >> 31;
        return (n ^ mask) - mask;
    }

    /** Both calls are made, whatever the first one says. */
    public static int bothSides(int[] calls, boolean a, boolean b) {
        boolean and = touch(calls, a) & touch(calls, b);
        boolean or = touch(calls, a) | touch(calls, b);
        boolean xor = a ^ b;
        return (and ? 4 : 0) | (or ? 2 : 0) | (xor ? 1 : 0);
    }

    private static boolean touch(int[] calls, boolean value) {
        calls[0]++;
        return value;
    }

    public static int gray(int n) {
        return n ^ n >>> 1;
    }

    public static int ungray(int g) {
        int n = g;
        for (int shift = 1; shift < 32; shift <<= 1) {
            n ^= n >>> shift;
        }
        return n;
    }
}
