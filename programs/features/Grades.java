/**
 * Chains of the conditional operator, and the types that its results take.
 */
public class Grades {

    public static char grade(int points) {
        return points > 100 || points < 0 ? '?'
                : points >= 90 ? 'A'
                : points >= 80 ? 'B'
                : points >= 65 ? 'C'
                : points >= 50 ? 'D'
                : 'F';
    }

    public static int sign(long n) {
        return n < 0 ? -1 : n > 0 ? 1 : 0;
    }

    public static int median(int a, int b, int c) {
        return a < b
                ? b < c ? b : a < c ? c : a
                : a < c ? a : b < c ? c : b;
    }

    /** A char with a constant stays a char; with an int variable it is a number. */
    public static String types(boolean first, char c, int i, long n) {
        return "" + (first ? c : 0) + (first ? c : i) + (first ? i : n) + (first ? 1 : 2.0);
    }

    /** Only one of the two sides is evaluated. */
    public static int oneSide(int[] counter, boolean up) {
        return up ? ++counter[0] : --counter[0];
    }
}
