import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Rates of currencies, in hundredths of the base. */
public final class CurrencyTable {
    private final Map<String, Integer> rates = new HashMap<>();

    public CurrencyTable with(String currency, int rate) {
        if (rate <= 0) {
            throw new IllegalArgumentException("rate of " + currency);
        }
        rates.put(currency, rate);
        return this;
    }

    public Optional<Integer> rate(String currency) {
        return Optional.ofNullable(rates.get(currency));
    }

    public long convert(long amount, String from, String to) {
        int source = rate(from).orElseThrow(() -> new IllegalArgumentException("unknown " + from));
        int target = rate(to).orElse(100);
        long scaled = amount * source;
        return (scaled + target / 2) / target;
    }
}
