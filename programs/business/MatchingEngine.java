import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** Matches buyers with sellers, the best price and then the oldest order first. */
public final class MatchingEngine {
    private final TreeMap<Integer, Deque<int[]>> asks = new TreeMap<>();
    private int sold;

    public void sell(int price, int quantity) {
        if (price <= 0 || quantity <= 0) {
            throw new IllegalArgumentException("price and quantity must be positive");
        }
        asks.computeIfAbsent(price, key -> new ArrayDeque<>()).addLast(new int[] {quantity});
    }

    /** What the buyer pays for what is to be had at this price or less. */
    public long buy(int limit, int quantity) {
        long paid = 0;
        int open = quantity;
        while (open > 0 && !asks.isEmpty() && asks.firstKey() <= limit) {
            Map.Entry<Integer, Deque<int[]>> best = asks.firstEntry();
            int[] order = best.getValue().peekFirst();
            int taken = Math.min(open, order[0]);
            order[0] -= taken;
            open -= taken;
            sold += taken;
            paid += (long) taken * best.getKey();
            if (order[0] == 0) {
                best.getValue().removeFirst();
                if (best.getValue().isEmpty()) {
                    asks.remove(best.getKey());
                }
            }
        }
        return paid;
    }

    public int sold() {
        return sold;
    }

    public int bestAsk() {
        return asks.isEmpty() ? -1 : asks.firstKey();
    }
}
