/** Locks users out after failed attempts, for longer each time. */
public class LoginGuard {
    /** Where the time comes from. */
    public interface Clock {
        long seconds();
    }

    /** A clock that is set by hand. */
    public static class ManualClock implements Clock {
        private long now;

        @Override
        public long seconds() {
            return now;
        }

        public void advance(long by) {
            if (by < 0) {
                throw new IllegalArgumentException("time goes forward");
            }
            now += by;
        }
    }

    private static final int FREE_ATTEMPTS = 3;
    private static final long BASE_DELAY = 30;
    private static final long MAX_DELAY = 3600;

    private final Clock clock;
    private int failures;
    private long lockedUntil;

    public LoginGuard(Clock clock) {
        if (clock == null) {
            throw new IllegalArgumentException("clock");
        }
        this.clock = clock;
    }

    public boolean isLocked() {
        return clock.seconds() < lockedUntil;
    }

    /** Seconds until the next attempt is allowed. */
    public long remaining() {
        return Math.max(0, lockedUntil - clock.seconds());
    }

    /** Records an attempt; true if the user is let in. */
    public boolean attempt(boolean correct) {
        if (isLocked()) {
            return false;
        }
        if (correct) {
            failures = 0;
            return true;
        }
        failures++;
        if (failures >= FREE_ATTEMPTS) {
            lockedUntil = clock.seconds() + delay(failures - FREE_ATTEMPTS);
        }
        return false;
    }

    static long delay(int step) {
        if (step < 0) {
            return 0;
        }
        if (step > 20) {
            return MAX_DELAY;
        }
        return Math.min(BASE_DELAY << step, MAX_DELAY);
    }
}
