/**
 * Two predicates, the second of which uses the outcome of the first.
 */
public class TwoPred {

    public static String twoPred(int x, int y) {
        boolean z;
        if (x < y) {
            z = true;
        } else {
            z = false;
        }
        if (z && x + y == 10) {
            return "A";
        } else {
            return "B";
        }
    }
}
