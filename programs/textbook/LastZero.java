/**
 * The last position of a zero in an array, or -1, searched from the front.
 */
public class LastZero {

    public static int lastZero(int[] x) {
        int last = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] == 0) {
                last = i;
            }
        }
        return last;
    }
}
