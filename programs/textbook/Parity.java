/**
 * Parity of a byte: a bit that makes the number of ones even, or odd if asked.
 */
public class Parity {

    public static boolean parity(byte value, boolean odd) {
        boolean parity = odd;
        int bits = value & 0xFF;
        while (bits != 0) {
            parity ^= (bits & 1) == 1;
            bits >>= 1;
        }
        return parity;
    }
}
