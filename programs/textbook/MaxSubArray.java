/**
 * The largest sum of a non-empty run of neighbouring elements.
 */
public class MaxSubArray {

    public static int maxSubArray(int[] a) {
        if (a == null || a.length == 0) {
            throw new IllegalArgumentException("no elements");
        }
        int best = a[0];
        int ending = a[0];
        for (int i = 1; i < a.length; i++) {
            ending = Math.max(ending + a[i], a[i]);
            best = Math.max(best, ending);
        }
        return best;
    }
}
