/**
 * Checks byte sequences for well-formed UTF-8: no stray or missing continuation byte, no overlong
 * form, no surrogate, nothing above U+10FFFF.
 */
public class Utf8 {

    /** The number of code points, or minus one more than the offset of the first ill-formed sequence. */
    public static int check(byte[] s) {
        int count = 0;
        int i = 0;
        while (i < s.length) {
            int lead = s[i] & 0xFF;
            int length = sequenceLength(lead);
            if (length == 0 || i + length > s.length) {
                return -(i + 1);
            }
            if (length > 1) {
                int second = s[i + 1] & 0xFF;
                if (!isSecond(lead, second)) {
                    return -(i + 1);
                }
                for (int k = 2; k < length; k++) {
                    if ((s[i + k] & 0xC0) != 0x80) {
                        return -(i + 1);
                    }
                }
            }
            i += length;
            count++;
        }
        return count;
    }

    /** How many bytes a sequence with this first byte has; 0 if none starts so. */
    static int sequenceLength(int lead) {
        if (lead < 0x80) {
            return 1;
        }
        if (lead < 0xC2) {
            return 0;
        }
        if (lead < 0xE0) {
            return 2;
        }
        if (lead < 0xF0) {
            return 3;
        }
        if (lead < 0xF5) {
            return 4;
        }
        return 0;
    }

    /** Whether the second byte keeps the sequence shortest, off the surrogates and in range. */
    static boolean isSecond(int lead, int second) {
        int low = 0x80;
        int high = 0xBF;
        switch (lead) {
            case 0xE0:
                low = 0xA0;
                break;
            case 0xED:
                high = 0x9F;
                break;
            case 0xF0:
                low = 0x90;
                break;
            case 0xF4:
                high = 0x8F;
                break;
            default:
                break;
        }
        return low <= second && second <= high;
    }
}
