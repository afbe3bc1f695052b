/**
 * Greatest common divisor by Euclid's algorithm; the sign of the arguments does not matter.
 */
public class Gcd {

    public static int gcd(int m, int n) {
        while (n != 0) {
            int r = m % n;
            m = n;
            n = r;
        }
        return m < 0 ? -m : m;
    }
}
