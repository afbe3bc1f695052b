/** A log that keeps its newest entries and filters them. */
public class EventLog {
    /** How bad it is. */
    public enum Level {
        DEBUG, INFO, WARN, ERROR;

        boolean covers(Level other) {
            return other.ordinal() >= ordinal();
        }
    }

    private static final class Entry {
        final Level level;
        final String text;
        int repeats = 1;

        Entry(Level level, String text) {
            this.level = level;
            this.text = text;
        }
    }

    private final Entry[] entries;
    private Level threshold = Level.INFO;
    private int next;
    private int total;

    public EventLog(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity");
        }
        entries = new Entry[capacity];
    }

    public void setThreshold(Level level) {
        if (level == null) {
            throw new NullPointerException("level");
        }
        threshold = level;
    }

    /** Adds an entry unless it is below the threshold; equal ones in a row are counted. */
    public boolean log(Level level, String text) {
        if (!threshold.covers(level)) {
            return false;
        }
        Entry last = total == 0 ? null : entries[(next + entries.length - 1) % entries.length];
        if (last != null && last.level == level && last.text.equals(text)) {
            last.repeats++;
            return true;
        }
        entries[next] = new Entry(level, text);
        next = (next + 1) % entries.length;
        total++;
        return true;
    }

    public int dropped() {
        return Math.max(0, total - entries.length);
    }

    public int count(Level atLeast) {
        int n = 0;
        for (Entry entry : entries) {
            if (entry != null && atLeast.covers(entry.level)) {
                n += entry.repeats;
            }
        }
        return n;
    }

    /** All entries, oldest first. */
    public String dump() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < entries.length; i++) {
            Entry entry = entries[(next + i) % entries.length];
            if (entry == null) {
                continue;
            }
            out.append(entry.level).append(": ").append(entry.text);
            if (entry.repeats > 1) {
                out.append(" (").append(entry.repeats).append(" times)");
            }
            out.append('\n');
        }
        return out.toString();
    }
}
