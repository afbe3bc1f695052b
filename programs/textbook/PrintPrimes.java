/**
 * Prints the first primes, one a line.
 */
public class PrintPrimes {

    private static final int MOST = 100;

    public static void printPrimes(int n) {
        if (n > MOST) {
            throw new IllegalArgumentException("at most " + MOST + " primes");
        }
        int[] primes = new int[MOST];
        int count = 0;
        int candidate = 2;
        while (count < n) {
            if (isPrime(candidate, primes, count)) {
                primes[count] = candidate;
                count++;
            }
            candidate++;
        }
        for (int i = 0; i < count; i++) {
            System.out.println("Prime: " + primes[i]);
        }
    }

    private static boolean isPrime(int candidate, int[] primes, int count) {
        for (int i = 0; i < count; i++) {
            if (candidate % primes[i] == 0) {
                return false;
            }
        }
        return true;
    }
}
