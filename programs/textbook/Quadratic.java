/**
 * The real roots of a quadratic polynomial a x² + b x + c, the smaller one first.
 */
public class Quadratic {

    /** No, one or two roots; a constant polynomial has none here, even where it is zero. */
    public static double[] roots(double a, double b, double c) {
        if (a == 0) {
            if (b == 0) {
                return new double[0];
            }
            return new double[] {-c / b};
        }
        double discriminant = b * b - 4 * a * c;
        if (discriminant < 0) {
            return new double[0];
        }
        if (discriminant == 0) {
            return new double[] {-b / (2 * a)};
        }
        double root = Math.sqrt(discriminant);
        double first = (-b - root) / (2 * a);
        double second = (-b + root) / (2 * a);
        if (first > second) {
            return new double[] {second, first};
        }
        return new double[] {first, second};
    }
}
