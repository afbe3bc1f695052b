/**
 * The smallest of ten ints.
 */
public class FMin10 {

    public static int min(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {
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
        if (f < least) {
            least = f;
        }
        if (g < least) {
            least = g;
        }
        if (h < least) {
            least = h;
        }
        if (i < least) {
            least = i;
        }
        if (j < least) {
            least = j;
        }
        return least;
    }
}
