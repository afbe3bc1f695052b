/**
 * Keeps a byte within two limits; limits in the wrong order are exchanged.
 */
public class Clamp {

    public static byte clamp(byte value, byte low, byte high) {
        if (low > high) {
            byte t = low;
            low = high;
            high = t;
        }
        if (value < low) {
            return low;
        }
        if (value > high) {
            return high;
        }
        return value;
    }
}
