/**
 * Accounts that build on each other: super constructors and calls, protected state, hidden fields,
 * final methods, and Object's methods overridden.
 */
public class Accounts {

    /** An account that may not go below its limit. */
    public static class Account {
        protected long balance;
        protected int fee = 0;
        private final String owner;

        public Account(String owner) {
            this(owner, 0);
        }

        public Account(String owner, long balance) {
            this.owner = owner;
            this.balance = balance;
            opened();
        }

        protected void opened() {
            balance += 1;
        }

        protected long limit() {
            return 0;
        }

        public boolean withdraw(long cents) {
            if (cents <= 0 || balance - cents < limit()) {
                return false;
            }
            balance -= cents;
            return true;
        }

        public final long balance() {
            return balance;
        }

        static String kind() {
            return "plain";
        }

        @Override
        public String toString() {
            return owner + ": " + balance;
        }
    }

    /** Each withdrawal costs a fee. */
    public static class FeeAccount extends Account {
        protected int fee;

        public FeeAccount(String owner, long balance, int fee) {
            super(owner, balance);
            this.fee = fee;
            super.fee = 1;
        }

        @Override
        public boolean withdraw(long cents) {
            return cents > 0 && super.withdraw(cents + fee);
        }

        int fees() {
            return fee * 10 + super.fee + ((Account) this).fee;
        }

        static String kind() {
            return "fee";
        }
    }

    /** May go below zero as far as its credit. */
    public static class CreditAccount extends FeeAccount {
        private long credit = 500;

        public CreditAccount(String owner, int fee) {
            super(owner, 0, fee);
        }

        /** Runs before the credit is set: called by the constructor of the superclass. */
        @Override
        protected void opened() {
            super.opened();
            balance -= credit;
        }

        @Override
        protected long limit() {
            return -credit;
        }

        @Override
        public String toString() {
            return super.toString() + " (" + limit() + ")";
        }
    }

    public static Account open(String kind, long amount) {
        switch (kind) {
            case "fee":
                return new FeeAccount("Fee", amount, 2);
            case "credit":
                return new CreditAccount("Credit", 5);
            default:
                return new Account("Plain", amount);
        }
    }

    public static String drain(String kind, long amount, long each) {
        Account account = open(kind, amount);
        int times = 0;
        while (times < 20 && account.withdraw(each)) {
            times++;
        }
        return times + " " + account;
    }

    public static String kinds() {
        return Account.kind() + " " + FeeAccount.kind() + " " + CreditAccount.kind();
    }
}
