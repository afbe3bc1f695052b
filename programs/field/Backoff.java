/** How long to wait before the next try of something that failed. */
public class Backoff {
    /** How waiting times grow. */
    public enum Strategy {
        FIXED, LINEAR, EXPONENTIAL;

        long delay(long base, int attempt) {
            switch (this) {
                case LINEAR:
                    return base * attempt;
                case EXPONENTIAL:
                    return base << Math.min(attempt - 1, 30);
                default:
                    return base;
            }
        }
    }

    private final Strategy strategy;
    private final long base;
    private final long limit;
    private final int maxAttempts;
    private int attempts;
    private long waited;

    public Backoff(Strategy strategy, long base, long limit, int maxAttempts) {
        if (base <= 0 || limit < base) {
            throw new IllegalArgumentException("base " + base + ", limit " + limit);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("maxAttempts " + maxAttempts);
        }
        this.strategy = strategy;
        this.base = base;
        this.limit = limit;
        this.maxAttempts = maxAttempts;
    }

    /** The time to wait now, or -1 to give up. */
    public long next() {
        if (attempts >= maxAttempts) {
            return -1;
        }
        attempts++;
        long wait = Math.min(strategy.delay(base, attempts), limit);
        waited += wait;
        return wait;
    }

    /** Whether an error may go away by itself. */
    public static boolean isRetryable(int status) {
        return status == 408 || status == 429 || status >= 500 && status != 501 && status < 600;
    }

    public void reset() {
        attempts = 0;
        waited = 0;
    }

    public long totalWaited() {
        return waited;
    }

    public int remaining() {
        return maxAttempts - attempts;
    }
}
