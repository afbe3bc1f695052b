/**
 * The largest of any number of ints, and calls that pass none, some, or an array of them.
 */
public class MaxOf {

    public static int maxOf(int first, int... others) {
        int max = first;
        for (int v : others) {
            if (v > max) {
                max = v;
            }
        }
        return max;
    }

    public static int maxOf(String label, int... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException(label + ": no values");
        }
        return maxOf(values[0], values);
    }

    /** The spread of three values around a limit. */
    public static int spread(int a, int b, int c, int limit) {
        int high = maxOf(a, b, c);
        int low = -maxOf(-a, new int[] {-b, -c});
        return Math.min(maxOf(limit), maxOf("spread", high - low));
    }
}
