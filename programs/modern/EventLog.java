import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What happened to an account, and what follows from it. */
public final class EventLog {
    /** Something that happened. */
    public sealed interface Event {
        long amount();
    }

    /** Money came in. */
    public record Deposited(long amount) implements Event {
    }

    /** Money went out. */
    public record Withdrawn(long amount, String purpose) implements Event {
    }

    /** The account was closed. */
    public record Closed() implements Event {
        @Override
        public long amount() {
            return 0;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private long balance;
    private boolean closed;

    public void append(Event event) {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        switch (event) {
            case Deposited deposited -> balance += deposited.amount();
            case Withdrawn withdrawn when withdrawn.amount() > balance ->
                throw new IllegalArgumentException("only " + balance + " left");
            case Withdrawn withdrawn -> balance -= withdrawn.amount();
            case Closed ignored -> closed = true;
        }
        events.add(event);
    }

    public long balance() {
        return balance;
    }

    public int count(Predicate<Event> wanted) {
        int count = 0;
        for (Event event : events) {
            if (wanted.test(event)) {
                count++;
            }
        }
        return count;
    }

    /** What was spent for something. */
    public long spent(String purpose) {
        long sum = 0;
        for (Event event : events) {
            if (event instanceof Withdrawn(long amount, String why) && why.equals(purpose)) {
                sum += amount;
            }
        }
        return sum;
    }
}
