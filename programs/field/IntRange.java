/** A closed range of ints; the empty range is one value. */
public final class IntRange {
    public static final IntRange EMPTY = new IntRange(1, 0);

    private final int low;
    private final int high;

    private IntRange(int low, int high) {
        this.low = low;
        this.high = high;
    }

    public static IntRange of(int low, int high) {
        return low > high ? EMPTY : new IntRange(low, high);
    }

    public boolean isEmpty() {
        return low > high;
    }

    public boolean contains(int value) {
        return low <= value && value <= high;
    }

    public boolean containsAll(IntRange other) {
        return other.isEmpty() || low <= other.low && other.high <= high;
    }

    public boolean overlaps(IntRange other) {
        return !isEmpty() && !other.isEmpty() && low <= other.high && other.low <= high;
    }

    public IntRange intersect(IntRange other) {
        return of(Math.max(low, other.low), Math.min(high, other.high));
    }

    /** The smallest range that holds both. */
    public IntRange span(IntRange other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        return of(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** How many values there are; as a long since there may be more than an int counts. */
    public long size() {
        return isEmpty() ? 0 : (long) high - low + 1;
    }

    public int clamp(int value) {
        if (isEmpty()) {
            throw new IllegalStateException("empty range");
        }
        return value < low ? low : value > high ? high : value;
    }

    /** Moves the range, stopping at the limits of int. */
    public IntRange shift(int by) {
        if (isEmpty() || by == 0) {
            return this;
        }
        long newLow = (long) low + by;
        long newHigh = (long) high + by;
        if (newLow < Integer.MIN_VALUE || newHigh > Integer.MAX_VALUE) {
            throw new ArithmeticException("range leaves int");
        }
        return new IntRange((int) newLow, (int) newHigh);
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (!(o instanceof IntRange)) {
            return false;
        }
        IntRange that = (IntRange) o;
        return low == that.low && high == that.high;
    }

    @Override
    public int hashCode() {
        return low * 31 + high;
    }

    @Override
    public String toString() {
        return isEmpty() ? "[]" : "[" + low + ".." + high + "]";
    }
}
