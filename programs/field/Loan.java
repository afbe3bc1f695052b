/** A loan with monthly payments. */
public class Loan {
    private long balance;
    private final int rateBasisPoints;
    private final long payment;
    private int months;
    private long interestPaid;

    /**
     * Takes out a loan.
     *
     * @param principal in cents
     * @param rateBasisPoints hundredths of a percent a year
     * @param payment what is paid each month, in cents
     */
    public Loan(long principal, int rateBasisPoints, long payment) {
        if (principal <= 0) {
            throw new IllegalArgumentException("principal must be positive");
        }
        if (rateBasisPoints < 0 || rateBasisPoints > 10_000) {
            throw new IllegalArgumentException("rate out of range");
        }
        this.balance = principal;
        this.rateBasisPoints = rateBasisPoints;
        this.payment = payment;
        if (payment <= interest()) {
            throw new IllegalArgumentException("the payment does not cover the interest");
        }
    }

    long interest() {
        return balance * rateBasisPoints / 120_000;
    }

    /** Pays for one month; returns what was really paid. */
    public long pay() {
        if (balance == 0) {
            return 0;
        }
        long due = interest();
        interestPaid += due;
        months++;
        long owed = balance + due;
        if (owed <= payment) {
            balance = 0;
            return owed;
        }
        balance = owed - payment;
        return payment;
    }

    /** Pays back more at once; half a percent is charged in the first year. */
    public void payExtra(long amount) {
        if (amount <= 0 || amount > balance) {
            throw new IllegalArgumentException("amount: " + amount);
        }
        long fee = months < 12 ? amount / 200 : 0;
        balance -= amount - fee;
    }

    /** How many months are left, with at most so many looked at. */
    public int monthsLeft(int atMost) {
        long rest = balance;
        int count = 0;
        while (rest > 0 && count < atMost) {
            rest += rest * rateBasisPoints / 120_000;
            rest -= Math.min(rest, payment);
            count++;
        }
        return count;
    }

    public long getBalance() {
        return balance;
    }

    public long getInterestPaid() {
        return interestPaid;
    }

    public boolean isPaidOff() {
        return balance == 0;
    }
}
