/**
 * Checks with assert, which hold for every input that the method lets through.
 */
public class Assertions {

    public static int isqrt(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        int root = (int) Math.sqrt(n);
        assert (long) root * root <= n : "root too large: " + root;
        assert (root + 1L) * (root + 1L) > n;
        return root;
    }

    public static int middle(int low, int high) {
        if (low > high) {
            return middle(high, low);
        }
        int middle = (int) (((long) low + high) >> 1);
        assert low <= middle && middle <= high;
        return middle;
    }
}
