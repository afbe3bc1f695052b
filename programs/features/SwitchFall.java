/**
 * Switches with colons whose groups fall through, on ints and strings, with a default in the middle.
 */
public class SwitchFall {

    /** The days left in a working week after a day, counted by falling through. */
    @SuppressWarnings("fallthrough")
    public static int workdaysLeft(String day) {
        int left = 0;
        switch (day) {
            case "monday":
                left++;
            case "tuesday":
                left++;
            case "wednesday":
                left++;
            case "thursday":
                left++;
            default:
                break;
        }
        return left;
    }

    /** Mixes up to three trailing bytes into a hash, as a murmur-like tail does. */
    @SuppressWarnings("fallthrough")
    public static int tail(byte[] data, int from) {
        int k = 0;
        switch (data.length - from) {
            case 3:
                k ^= (data[from + 2] & 0xff) << 16;
            case 2:
                k ^= (data[from + 1] & 0xff) << 8;
            case 1:
                k ^= data[from] & 0xff;
                k *= 0xcc9e2d51;
                k = Integer.rotateLeft(k, 15);
                k *= 0x1b873593;
        }
        return k;
    }

    @SuppressWarnings("fallthrough")
    public static String size(int n) {
        String text = "";
        switch (n) {
            case 0:
                return "none";
            default:
                text = "many";
            case 1:
                text += "one";
                break;
            case 2:
                text = "two";
        }
        return text;
    }
}
