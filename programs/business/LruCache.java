import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Keeps what was asked for last, and loads what it lacks. */
public final class LruCache<K, V> {
    private final Map<K, V> kept = new LinkedHashMap<>();
    private final int capacity;
    private final Function<K, V> loader;
    private int hits;
    private int misses;

    public LruCache(int capacity, Function<K, V> loader) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        this.capacity = capacity;
        this.loader = loader;
    }

    public V get(K key) {
        V value = kept.remove(key);
        if (value == null) {
            misses++;
            value = loader.apply(key);
            if (value == null) {
                return null;
            }
            if (kept.size() >= capacity) {
                K oldest = kept.keySet().iterator().next();
                kept.remove(oldest);
            }
        } else {
            hits++;
        }
        kept.put(key, value);
        return value;
    }

    public boolean holds(K key) {
        return kept.containsKey(key);
    }

    public int size() {
        return kept.size();
    }

    public int hitRate() {
        int asked = hits + misses;
        return asked == 0 ? 0 : 100 * hits / asked;
    }
}
