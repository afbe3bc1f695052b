import java.util.function.LongSupplier;

/** Lets through so many calls in a window of time. */
public final class Throttle {
    private final LongSupplier clock;
    private final int most;
    private final long window;
    private long begun;
    private int used;

    public Throttle(LongSupplier clock, int most, long window) {
        if (most < 1 || window < 1) {
            throw new IllegalArgumentException("limits must be positive");
        }
        this.clock = clock;
        this.most = most;
        this.window = window;
        this.begun = clock.getAsLong();
    }

    public boolean tryPass() {
        long now = clock.getAsLong();
        if (now - begun >= window) {
            begun = now;
            used = 0;
        }
        if (used >= most) {
            return false;
        }
        used++;
        return true;
    }

    public int left() {
        return most - used;
    }
}
