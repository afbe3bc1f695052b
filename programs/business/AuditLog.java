import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Events with the time at which they came, by a clock that is given. */
public final class AuditLog {
    private final LongSupplier clock;
    private final List<Entry> entries = new ArrayList<>();

    public AuditLog(LongSupplier clock) {
        this.clock = clock;
    }

    public int record(Level level, String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("an event needs a text");
        }
        entries.add(new Entry(clock.getAsLong(), level, text.strip()));
        return entries.size();
    }

    public int count(Level least) {
        int count = 0;
        for (Entry entry : entries) {
            if (entry.level().compareTo(least) >= 0) {
                count++;
            }
        }
        return count;
    }

    public String last() {
        if (entries.isEmpty()) {
            return "nothing yet";
        }
        Entry entry = entries.get(entries.size() - 1);
        return entry.at() + " " + entry.level().name().toLowerCase() + ": " + entry.text();
    }

    /** How much an event matters. */
    public enum Level {
        DEBUG, INFO, WARNING
    }

    private record Entry(long at, Level level, String text) {
    }
}
