import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** Bookings of a room that do not overlap. */
public final class Booking {
    /** The shortest booking. */
    private static final Duration SHORTEST = Duration.ofMinutes(30);
    /** The longest one. */
    private static final Duration LONGEST = Duration.ofHours(4);

    /** A part of a day. */
    public record Slot(LocalDateTime from, LocalDateTime to) {
        public Slot {
            if (!from.isBefore(to)) {
                throw new IllegalArgumentException("a slot ends after it begins");
            }
        }

        boolean overlaps(Slot other) {
            return from.isBefore(other.to) && other.from.isBefore(to);
        }

        Duration length() {
            return Duration.between(from, to);
        }
    }

    private final List<Slot> slots = new ArrayList<>();

    /** Whether the slot is booked now. */
    public boolean book(Slot slot) {
        Duration length = slot.length();
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            return false;
        }
        if (slots.stream().anyMatch(slot::overlaps)) {
            return false;
        }
        return slots.add(slot);
    }

    public static long price(Duration length) {
        if (length.compareTo(LONGEST) >= 0) {
            return 100;
        }
        return length.toMinutes() / 30 * 15;
    }

    public int count() {
        return slots.size();
    }
}
