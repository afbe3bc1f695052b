/** A token bucket. */
public class RateLimiter {
    private final long capacity;
    private final long perSecond;
    private long tokens;
    private long lastMillis;
    private int rejected;

    public RateLimiter(long capacity, long perSecond, long startMillis) {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        if (perSecond <= 0) {
            throw new IllegalArgumentException("perSecond must be positive");
        }
        this.capacity = capacity;
        this.perSecond = perSecond;
        this.tokens = capacity;
        this.lastMillis = startMillis;
    }

    /** Takes tokens if there are enough at this time. */
    public boolean tryAcquire(int wanted, long nowMillis) {
        if (wanted < 1) {
            throw new IllegalArgumentException("wanted: " + wanted);
        }
        refill(nowMillis);
        if (wanted > tokens) {
            rejected++;
            return false;
        }
        tokens -= wanted;
        return true;
    }

    private void refill(long nowMillis) {
        if (nowMillis <= lastMillis) {
            return;
        }
        long fresh = (nowMillis - lastMillis) * perSecond / 1000;
        if (fresh > 0) {
            tokens = Math.min(capacity, tokens + fresh);
            lastMillis += fresh * 1000 / perSecond;
        }
    }

    /** How long to wait until so many tokens are there; -1 if that never happens. */
    public long millisUntil(int wanted) {
        if (wanted > capacity) {
            return -1;
        }
        long missing = wanted - tokens;
        if (missing <= 0) {
            return 0;
        }
        return (missing * 1000 + perSecond - 1) / perSecond;
    }

    public int getRejected() {
        return rejected;
    }
}
