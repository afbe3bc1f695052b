/**
 * Square root by Newton's iteration, to a relative tolerance.
 */
public class NewtonSqrt {

    private static final double TOLERANCE = 1e-12;

    public static double sqrt(double x) {
        if (Double.isNaN(x) || x < 0) {
            return Double.NaN;
        }
        if (x == 0 || Double.isInfinite(x)) {
            return x;
        }
        // From above the iterates fall until rounding stops them, so the loop ends in any case.
        double guess = x < 1 ? 1 : x;
        while (true) {
            double next = (guess + x / guess) / 2;
            if (next >= guess || guess - next <= TOLERANCE * next) {
                return next;
            }
            guess = next;
        }
    }
}
