/** An amount of money in cents, with its currency. */
public final class MoneyAmount {
    private final long cents;
    private final String currency;

    /** Creates an amount; the currency is a code of three capital letters. */
    public MoneyAmount(long cents, String currency) {
        if (currency == null || currency.length() != 3) {
            throw new IllegalArgumentException("bad currency: " + currency);
        }
        this.cents = cents;
        this.currency = currency;
    }

    /** Parses texts such as {@code "12.30 EUR"} and {@code "-7 USD"}. */
    public static MoneyAmount parse(String text) {
        int blank = text.indexOf(' ');
        if (blank < 0) {
            throw new IllegalArgumentException("currency missing: " + text);
        }
        String amount = text.substring(0, blank);
        String code = text.substring(blank + 1).trim();
        boolean negative = amount.startsWith("-");
        if (negative) {
            amount = amount.substring(1);
        }
        int dot = amount.indexOf('.');
        long units;
        long fraction = 0;
        if (dot < 0) {
            units = Long.parseLong(amount);
        } else {
            units = Long.parseLong(amount.substring(0, dot));
            String decimals = amount.substring(dot + 1);
            if (decimals.length() != 2) {
                throw new IllegalArgumentException("two decimals expected: " + text);
            }
            fraction = Long.parseLong(decimals);
        }
        long total = Math.addExact(Math.multiplyExact(units, 100L), fraction);
        return new MoneyAmount(negative ? -total : total, code);
    }

    public MoneyAmount plus(MoneyAmount other) {
        requireSameCurrency(other);
        return new MoneyAmount(Math.addExact(cents, other.cents), currency);
    }

    public MoneyAmount minus(MoneyAmount other) {
        requireSameCurrency(other);
        return new MoneyAmount(Math.subtractExact(cents, other.cents), currency);
    }

    /** Takes a share of this amount, rounded half up. */
    public MoneyAmount percent(int percent) {
        long product = cents * percent;
        long rounded = product >= 0 ? (product + 50) / 100 : (product - 50) / 100;
        return new MoneyAmount(rounded, currency);
    }

    /**
     * Splits the amount into parts that differ by a cent at most and add up to it.
     *
     * @param parts how many, at least one
     */
    public MoneyAmount[] split(int parts) {
        if (parts <= 0) {
            throw new IllegalArgumentException("parts: " + parts);
        }
        MoneyAmount[] result = new MoneyAmount[parts];
        long base = cents / parts;
        long left = cents % parts;
        for (int i = 0; i < parts; i++) {
            long extra = 0;
            if (i < Math.abs(left)) {
                extra = left > 0 ? 1 : -1;
            }
            result[i] = new MoneyAmount(base + extra, currency);
        }
        return result;
    }

    public boolean isNegative() {
        return cents < 0;
    }

    private void requireSameCurrency(MoneyAmount other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(currency + " and " + other.currency);
        }
    }

    @Override
    public String toString() {
        long absolute = Math.abs(cents);
        String padding = absolute % 100 < 10 ? "0" : "";
        return (cents < 0 ? "-" : "") + absolute / 100 + "." + padding + absolute % 100 + " " + currency;
    }
}
