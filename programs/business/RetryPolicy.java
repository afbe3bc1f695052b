import java.util.function.IntPredicate;

/** How often and how long one waits between attempts; each change is a new policy. */
public final class RetryPolicy {
    private final int attempts;
    private final int delay;

    private RetryPolicy(int attempts, int delay) {
        this.attempts = attempts;
        this.delay = delay;
    }

    public static RetryPolicy never() {
        return new RetryPolicy(1, 0);
    }

    public RetryPolicy withAttempts(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("at least one attempt");
        }
        return new RetryPolicy(wanted, delay);
    }

    public RetryPolicy withDelay(int millis) {
        return new RetryPolicy(attempts, Math.max(0, millis));
    }

    public int delayBefore(int attempt) {
        if (attempt <= 1) {
            return 0;
        }
        return Math.min(delay << Math.min(attempt - 2, 4), 1000);
    }

    /** The attempt that worked, or 0. */
    public int run(IntPredicate task) {
        for (int attempt = 1; attempt <= attempts; attempt++) {
            if (task.test(attempt)) {
                return attempt;
            }
        }
        return 0;
    }
}
