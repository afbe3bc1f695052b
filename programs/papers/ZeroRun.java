/**
 * Counts the zeros of a small constant array below an index. An index past its end counts them all; of a
 * negative one the answer is the next number.
 */
public class ZeroRun {

    public static int zeros(int x) {
        int n = 0;
        int[] arr = {0, 5, 0};
        if (x >= 0) {
            if (x > 3) {
                x = 3;
            }
            while (x > 0) {
                if (arr[x - 1] == 0) {
                    n++;
                }
                --x;
            }
        } else {
            n = x;
        }
        if (n < 0) {
            n++;
        }
        return n;
    }
}
