import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A shopping cart whose sums are streams over its lines. */
public final class Cart {
    private final List<Line> lines = new ArrayList<>();

    public void add(String sku, String category, int cents, int quantity) {
        if (cents < 0 || quantity < 1) {
            throw new IllegalArgumentException("price or quantity");
        }
        lines.add(new Line(sku, category, cents, quantity));
    }

    public boolean remove(String sku) {
        return lines.removeIf(line -> line.sku().equals(sku));
    }

    public int total() {
        return lines.stream().mapToInt(Line::cents).sum();
    }

    public int items() {
        return lines.stream().mapToInt(Line::quantity).sum();
    }

    public Optional<String> dearest() {
        return lines.stream().max(Comparator.comparingInt(Line::price)).map(Line::sku);
    }

    public List<String> skusOver(int cents) {
        return lines.stream().filter(line -> line.cents() > cents).map(Line::sku).sorted().toList();
    }

    public Map<String, Integer> totals() {
        return lines.stream().collect(
                Collectors.groupingBy(Line::category, LinkedHashMap::new, Collectors.summingInt(Line::cents)));
    }

    public int discounted() {
        int total = total();
        return items() >= 3 ? total - total / 10 : total;
    }

    /** A product, so many times. */
    public record Line(String sku, String category, int price, int quantity) {
        int cents() {
            return price * quantity;
        }
    }
}
