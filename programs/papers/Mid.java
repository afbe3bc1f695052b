/**
 * The median of three ints.
 */
public class Mid {

    public static int mid(int a, int b, int c) {
        if (a < b) {
            if (b < c) {
                return b;
            } else if (a < c) {
                return c;
            } else {
                return a;
            }
        }
        if (a < c) {
            return a;
        } else if (b < c) {
            return c;
        }
        return b;
    }
}
