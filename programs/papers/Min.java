/**
 * The smaller of two ints.
 */
public class Min {

    public static int min(int a, int b) {
        int least = a;
        if (b < a) {
            least = b;
        }
        return least;
    }
}
