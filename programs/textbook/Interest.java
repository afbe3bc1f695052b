/**
 * Compound interest in whole cents: each month's interest is rounded half up before it is added.
 */
public class Interest {

    private static final long BASIS_POINTS_TIMES_MONTHS = 120_000L;
    private static final int MOST_MONTHS = 600;

    /** The balance after some months at a yearly rate in hundredths of a percent. */
    public static long balance(long cents, int basisPoints, int months) {
        if (cents < 0 || basisPoints < 0 || months < 0 || months > MOST_MONTHS) {
            throw new IllegalArgumentException("bad terms");
        }
        long balance = cents;
        for (int m = 0; m < months; m++) {
            balance = Math.addExact(balance, monthly(balance, basisPoints));
        }
        return balance;
    }

    static long monthly(long cents, int basisPoints) {
        long product = Math.multiplyExact(cents, (long) basisPoints);
        long interest = product / BASIS_POINTS_TIMES_MONTHS;
        long rest = product % BASIS_POINTS_TIMES_MONTHS;
        return rest * 2 >= BASIS_POINTS_TIMES_MONTHS ? interest + 1 : interest;
    }
}
