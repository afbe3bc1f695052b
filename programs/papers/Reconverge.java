/**
 * Counts agreements among three values on one variable: one for each adjacent pair that agrees, and
 * one more for the outer pair, or two where it differs.
 */
public class Reconverge {

    public static int count(int a, int b, int c) {
        int x = 0;
        if (a == b) {
            x = x + 1;
        }
        if (b == c) {
            x = x + 1;
        }
        if (a == c) {
            x = x + 1;
        } else {
            x = x + 2;
        }
        return x;
    }
}
