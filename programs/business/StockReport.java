import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is in stock, by place. */
public final class StockReport {
    private StockReport() {
    }

    public static Map<String, Integer> byPlace(List<Item> items) {
        return items.stream().collect(
                Collectors.groupingBy(Item::place, TreeMap::new, Collectors.summingInt(Item::pieces)));
    }

    public static List<String> toOrder(List<Item> items, int least) {
        return items.stream().filter(item -> item.pieces() < least).map(Item::name).distinct().sorted().toList();
    }

    public static double average(List<Item> items) {
        return items.stream().mapToInt(Item::pieces).average().orElse(0);
    }

    public static String line(Item item) {
        String mark = item.pieces() == 0 ? " !" : "";
        return item.name() + ": " + item.pieces() + mark;
    }

    /** So many pieces at a place. */
    public record Item(String name, String place, int pieces) {
    }
}
