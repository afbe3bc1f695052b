/** An account with an overdraft limit and a daily limit for cash. */
public class BankAccount {
    /** Thrown where there is not enough money. */
    public static class InsufficientFundsException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final long missing;

        InsufficientFundsException(long missing) {
            super("missing " + missing);
            this.missing = missing;
        }

        public long getMissing() {
            return missing;
        }
    }

    /** Thrown when an account may not be used. */
    public static class AccountLockedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AccountLockedException() {
            super("account is locked");
        }
    }

    private static final long DAILY_LIMIT = 1_000_00;
    private static final int MAX_ATTEMPTS = 3;

    private final int pin;
    private final long overdraft;
    private long balance;
    private long withdrawnToday;
    private int failedAttempts;

    public BankAccount(int pin, long overdraft) {
        if (pin < 0 || pin > 9999) {
            throw new IllegalArgumentException("a PIN has four digits");
        }
        if (overdraft < 0) {
            throw new IllegalArgumentException("overdraft must not be negative");
        }
        this.pin = pin;
        this.overdraft = overdraft;
    }

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive: " + amount);
        }
        balance += amount;
    }

    /** Takes money out. Three wrong PINs in a row lock the account. */
    public void withdraw(int enteredPin, long amount) {
        authenticate(enteredPin);
        if (amount <= 0 || amount % 5_00 != 0) {
            throw new IllegalArgumentException("not a multiple of five: " + amount);
        }
        if (withdrawnToday + amount > DAILY_LIMIT) {
            throw new IllegalStateException("daily limit");
        }
        debit(amount);
        withdrawnToday += amount;
    }

    public void transferTo(BankAccount target, int enteredPin, long amount) {
        if (target == this) {
            throw new IllegalArgumentException("same account");
        }
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive: " + amount);
        }
        authenticate(enteredPin);
        debit(amount);
        target.balance += amount;
    }

    private void authenticate(int enteredPin) {
        if (isLocked()) {
            throw new AccountLockedException();
        }
        if (enteredPin != pin) {
            failedAttempts++;
            throw new SecurityException("wrong PIN");
        }
        failedAttempts = 0;
    }

    private void debit(long amount) {
        long available = balance + overdraft;
        if (amount > available) {
            throw new InsufficientFundsException(amount - available);
        }
        balance -= amount;
    }

    public void newDay() {
        withdrawnToday = 0;
        if (balance < 0) {
            balance += balance * 12 / 36_500;
        }
    }

    public boolean isLocked() {
        return failedAttempts >= MAX_ATTEMPTS;
    }

    public long getBalance() {
        return balance;
    }
}
