/**
 * The Collatz walk: halve an even number, triple an odd one and add one, until 1 is reached.
 */
public class Collatz {

    /** The number of steps to 1; an ArithmeticException where the walk leaves the longs. */
    public static int steps(long n) {
        requirePositive(n);
        int steps = 0;
        while (n != 1) {
            n = next(n);
            steps++;
        }
        return steps;
    }

    /** The largest number on the way to 1. */
    public static long peak(long n) {
        requirePositive(n);
        long peak = n;
        while (n != 1) {
            n = next(n);
            peak = Math.max(peak, n);
        }
        return peak;
    }

    private static long next(long n) {
        return n % 2 == 0 ? n / 2 : Math.addExact(Math.multiplyExact(3L, n), 1L);
    }

    private static void requirePositive(long n) {
        if (n < 1) {
            throw new IllegalArgumentException("not positive: " + n);
        }
    }
}
