/** An exact fraction, always in lowest terms and with a positive denominator. */
public final class Fraction {
    private final int numerator;
    private final int denominator;

    public Fraction(int numerator, int denominator) {
        if (denominator == 0) {
            throw new ArithmeticException("denominator is zero");
        }
        int gcd = gcd(Math.abs(numerator), Math.abs(denominator));
        int sign = denominator < 0 ? -1 : 1;
        this.numerator = sign * numerator / gcd;
        this.denominator = sign * denominator / gcd;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    /** Parses {@code 3}, {@code -3/4} or {@code 1 3/4}. */
    public static Fraction parse(String text) {
        String s = text.trim();
        int whole = 0;
        int blank = s.indexOf(' ');
        if (blank >= 0) {
            whole = Integer.parseInt(s.substring(0, blank));
            s = s.substring(blank + 1).trim();
        }
        int slash = s.indexOf('/');
        if (slash < 0) {
            if (blank >= 0) {
                throw new NumberFormatException("fraction expected after " + whole);
            }
            return new Fraction(Integer.parseInt(s), 1);
        }
        int n = Integer.parseInt(s.substring(0, slash));
        int d = Integer.parseInt(s.substring(slash + 1));
        if (whole < 0) {
            n = -n;
        }
        return new Fraction(whole * d + n, d);
    }

    public Fraction plus(Fraction o) {
        return new Fraction(numerator * o.denominator + o.numerator * denominator, denominator * o.denominator);
    }

    public Fraction times(Fraction o) {
        return new Fraction(numerator * o.numerator, denominator * o.denominator);
    }

    public Fraction inverse() {
        return new Fraction(denominator, numerator);
    }

    public int compareTo(Fraction o) {
        return Long.compare((long) numerator * o.denominator, (long) o.numerator * denominator);
    }

    public int getNumerator() {
        return numerator;
    }

    public int getDenominator() {
        return denominator;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Fraction)) {
            return false;
        }
        Fraction f = (Fraction) other;
        return numerator == f.numerator && denominator == f.denominator;
    }

    @Override
    public int hashCode() {
        return 37 * numerator + denominator;
    }

    @Override
    public String toString() {
        if (denominator == 1) {
            return Integer.toString(numerator);
        }
        if (Math.abs(numerator) > denominator) {
            return numerator / denominator + " " + Math.abs(numerator % denominator) + "/" + denominator;
        }
        return numerator + "/" + denominator;
    }
}
