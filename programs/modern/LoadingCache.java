import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Keeps what a loader gives, as long as it is valid. */
public final class LoadingCache<K extends Comparable<K>, V> {
    /** A value with the time at which it is no longer valid. */
    record Entry<V>(V value, long expires) {
    }

    private final Map<K, Entry<V>> entries = new HashMap<>();
    private final Function<? super K, ? extends V> loader;
    private final long lifetime;
    private int loads;

    public LoadingCache(Function<? super K, ? extends V> loader, long lifetime) {
        if (lifetime <= 0) {
            throw new IllegalArgumentException("lifetime must be positive");
        }
        this.loader = loader;
        this.lifetime = lifetime;
    }

    public V get(K key, long now) {
        Entry<V> entry = entries.get(key);
        if (entry == null || entry.expires() <= now) {
            loads++;
            entry = new Entry<>(loader.apply(key), now + lifetime);
            entries.put(key, entry);
        }
        return entry.value();
    }

    public Optional<V> peek(K key) {
        Entry<V> entry = entries.get(key);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.value());
    }

    /** Forgets what lies before a key. */
    public int dropBefore(K first) {
        int before = entries.size();
        entries.keySet().removeIf(key -> key.compareTo(first) < 0);
        return before - entries.size();
    }

    public int loads() {
        return loads;
    }
}
