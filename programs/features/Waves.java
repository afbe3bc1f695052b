/**
 * Functions of analysis: exact ones, strict ones, and ones whose last bit is left to the machine.
 */
public class Waves {

    public static double hypotenuse(double a, double b) {
        double x = Math.abs(a);
        double y = Math.abs(b);
        return Math.sqrt(x * x + y * y);
    }

    public static double strictSine(double degrees) {
        return StrictMath.sin(degrees / 180 * StrictMath.PI);
    }

    public static double growth(double rate, int years) {
        return years < 0 ? 1 : StrictMath.pow(1 + rate, years);
    }

    /** Only the side on which the sine lies is asked for, not its last bit. */
    public static boolean isUp(double phase) {
        return Math.sin(phase) > 0.5;
    }

    public static int magnitude(double d) {
        if (d == 0 || Double.isNaN(d) || Double.isInfinite(d)) {
            return 0;
        }
        int digits = 0;
        double rest = Math.abs(d);
        while (rest >= 10) {
            rest /= 10;
            digits++;
        }
        while (rest < 1) {
            rest *= 10;
            digits--;
        }
        return digits;
    }

    public static double signed(double size, double sign) {
        return Math.copySign(size, sign) + Math.signum(sign) * Math.rint(size);
    }

    public static int exact(int a, int b) {
        try {
            return Math.multiplyExact(Math.subtractExact(a, b), Math.incrementExact(b));
        } catch (ArithmeticException e) {
            return Math.floorMod(a, 7) + Math.floorDiv(b, 7);
        }
    }
}
