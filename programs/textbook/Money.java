/**
 * An amount in a currency, as a value: equality, order, text, and exact arithmetic.
 */
public final class Money {

    private final Long cents;
    private final String currency;

    public Money(long cents, String currency) {
        if (currency == null || currency.length() != 3) {
            throw new IllegalArgumentException("currency: " + currency);
        }
        this.cents = cents;
        this.currency = currency;
    }

    public long cents() {
        return cents;
    }

    public Money plus(Money other) {
        requireSame(other);
        return new Money(Math.addExact(cents, other.cents), currency);
    }

    public Money negate() {
        return new Money(Math.negateExact(cents), currency);
    }

    /** One of several shares as equal as can be; the first ones take a cent more. */
    public Money share(int index, int shares) {
        if (shares < 1 || index < 0 || index >= shares) {
            throw new IllegalArgumentException(index + " of " + shares);
        }
        long part = Math.floorDiv(cents, (long) shares);
        long rest = Math.floorMod(cents, (long) shares);
        return new Money(index < rest ? part + 1 : part, currency);
    }

    /** By currency, then by amount. */
    public int compareTo(Money other) {
        int byCurrency = currency.compareTo(other.currency);
        return byCurrency != 0 ? byCurrency : Long.compare(cents, other.cents);
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Money)) {
            return false;
        }
        Money money = (Money) other;
        return cents.equals(money.cents) && currency.equals(money.currency);
    }

    @Override
    public int hashCode() {
        return 31 * cents.hashCode() + currency.hashCode();
    }

    @Override
    public String toString() {
        long whole = Math.abs(cents / 100);
        long rest = Math.abs(cents % 100);
        return (cents < 0 ? "-" : "") + whole + (rest < 10 ? ".0" : ".") + rest + " " + currency;
    }

    private void requireSame(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(currency + " and " + other.currency);
        }
    }
}
