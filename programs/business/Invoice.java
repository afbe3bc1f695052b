import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** An invoice in exact amounts. */
public final class Invoice {
    private final List<BigDecimal> amounts = new ArrayList<>();
    private final int taxPercent;

    public Invoice(int taxPercent) {
        if (taxPercent < 0) {
            throw new IllegalArgumentException("tax");
        }
        this.taxPercent = taxPercent;
    }

    public Invoice add(BigDecimal price, int quantity) {
        amounts.add(price.multiply(BigDecimal.valueOf(quantity)));
        return this;
    }

    public BigDecimal net() {
        return amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    public BigDecimal tax() {
        return net().multiply(BigDecimal.valueOf(taxPercent)).divide(BigDecimal.valueOf(100), 2, RoundingMode.HALF_UP);
    }

    public boolean isFree() {
        return net().signum() <= 0;
    }
}
