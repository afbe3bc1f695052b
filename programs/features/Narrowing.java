/**
 * Compound assignments with their hidden casts, increments of small types, and explicit casts.
 */
@SuppressWarnings("lossy-conversions")
public class Narrowing {

    public static byte addByte(byte b, int n) {
        b += n;
        return b;
    }

    public static short scale(short s, double factor) {
        s *= factor;
        return s;
    }

    public static char shiftChar(char c, int by) {
        c += by;
        c++;
        return c;
    }

    public static int fade(int n, float share) {
        n -= n * share;
        return n;
    }

    public static byte bits(byte b, int by) {
        b <<= by;
        b >>>= 1;
        b ^= 0x55;
        b |= 0x80;
        b &= ~1;
        return b;
    }

    public static int wrap(byte b) {
        b++;
        ++b;
        int before = b--;
        return before * 1000 + b;
    }

    /** Casts down and back up again. */
    public static long casts(double d) {
        int i = (int) d;
        long n = (long) d;
        byte b = (byte) d;
        char c = (char) d;
        short s = (short) (float) d;
        return i ^ n ^ b ^ c ^ s;
    }

    /** Assignments are values, and the left side is evaluated once, first. */
    public static int chained(int[] a, int i) {
        int x = a[i] = i + 1;
        a[i++] += x *= 2;
        a[i % a.length] -= i;
        return x + i;
    }
}
