/** A progressive income tax with an allowance that shrinks for high incomes. */
public final class IncomeTax {
    /** How the household files. */
    public enum Status {
        SINGLE(1.0), MARRIED(2.0), PARENT(1.5);

        private final double factor;

        Status(double factor) {
            this.factor = factor;
        }

        double factor() {
            return factor;
        }
    }

    private static final double[] LIMITS = {10_000, 40_000, 90_000, 200_000};
    private static final double[] RATES = {0.10, 0.20, 0.32, 0.40, 0.45};
    private static final double ALLOWANCE = 9_600;
    private static final double TAPER_START = 100_000;

    private final Status status;
    private final int children;

    public IncomeTax(Status status, int children) {
        if (status == null) {
            throw new IllegalArgumentException("status is required");
        }
        if (children < 0) {
            throw new IllegalArgumentException("children: " + children);
        }
        this.status = status;
        this.children = children;
    }

    /** The part of an income that is free of tax. */
    public double allowance(double income) {
        double base = ALLOWANCE * status.factor();
        if (income > TAPER_START) {
            base -= (income - TAPER_START) / 2;
        }
        return Math.max(base, 0);
    }

    /**
     * The tax on an income, never below zero.
     *
     * @throws IllegalArgumentException for incomes that are negative or no number
     */
    public double taxOn(double income) {
        if (income < 0 || Double.isNaN(income)) {
            throw new IllegalArgumentException("income: " + income);
        }
        double taxable = Math.max(income - allowance(income), 0);
        double share = taxable / status.factor();
        double tax = 0;
        double lower = 0;
        for (int i = 0; i < LIMITS.length; i++) {
            if (share <= LIMITS[i]) {
                tax += (share - lower) * RATES[i];
                return credited(tax * status.factor());
            }
            tax += (LIMITS[i] - lower) * RATES[i];
            lower = LIMITS[i];
        }
        tax += (share - lower) * RATES[RATES.length - 1];
        return credited(tax * status.factor());
    }

    private double credited(double tax) {
        double credit = children > 3 ? 3 * 500 + (children - 3) * 250 : children * 500;
        return Math.max(tax - credit, 0);
    }
}
