/**
 * The smallest of five ints.
 */
public class FMin5 {

    public static int min(int a, int b, int c, int d, int e) {
        int least = a;
        if (b < least) {
            least = b;
        }
        if (c < least) {
            least = c;
        }
        if (d < least) {
            least = d;
        }
        if (e < least) {
            least = e;
        }
        return least;
    }
}
