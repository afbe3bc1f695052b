/**
 * The smallest of three ints.
 */
public class FMin3 {

    public static int min(int a, int b, int c) {
        int least = a;
        if (b < least) {
            least = b;
        }
        if (c < least) {
            least = c;
        }
        return least;
    }
}
