import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** What an order costs. */
public final class Pricing {
    private static final BigDecimal FREE_FROM = new BigDecimal("100.00");
    private static final BigDecimal SHIPPING = new BigDecimal("4.90");

    /** How good a customer is. */
    public enum Tier { BASIC, SILVER, GOLD }

    /** A line of an order. */
    public record Line(String sku, int quantity, BigDecimal price) {
        BigDecimal total() {
            return price.multiply(BigDecimal.valueOf(quantity));
        }
    }

    /** Taxes by country. */
    public interface Taxes {
        int percent(String country);
    }

    private final Taxes taxes;

    public Pricing(Taxes taxes) {
        this.taxes = taxes;
    }

    public BigDecimal total(List<Line> lines, Tier tier, String country) {
        BigDecimal sum = lines.stream().map(Line::total).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal net = sum.subtract(percent(sum, discount(tier)));
        if (net.compareTo(FREE_FROM) < 0) {
            net = net.add(SHIPPING);
        }
        return net.add(percent(net, taxes.percent(country))).setScale(2, RoundingMode.HALF_UP);
    }

    static int discount(Tier tier) {
        return switch (tier) {
            case BASIC -> 0;
            case SILVER -> 5;
            case GOLD -> 10;
        };
    }

    private static BigDecimal percent(BigDecimal of, int percent) {
        return of.multiply(BigDecimal.valueOf(percent, 2));
    }
}
