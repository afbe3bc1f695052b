/** Reservations of a room for a day, in minutes since midnight. */
public class MeetingRoom {
    private static final int OPENS = 8 * 60;
    private static final int CLOSES = 18 * 60;

    private final int[] starts = new int[20];
    private final int[] ends = new int[20];
    private int count;

    /**
     * Reserves a span of time.
     *
     * @return false if the room is taken then
     */
    public boolean reserve(int start, int end) {
        if (start >= end) {
            throw new IllegalArgumentException("ends before it starts");
        }
        if (start < OPENS || end > CLOSES) {
            throw new IllegalArgumentException("closed");
        }
        if (count == starts.length) {
            throw new IllegalStateException("too many reservations");
        }
        int at = 0;
        while (at < count && starts[at] < start) {
            at++;
        }
        if (at > 0 && ends[at - 1] > start || at < count && starts[at] < end) {
            return false;
        }
        for (int i = count; i > at; i--) {
            starts[i] = starts[i - 1];
            ends[i] = ends[i - 1];
        }
        starts[at] = start;
        ends[at] = end;
        count++;
        return true;
    }

    public boolean cancel(int start) {
        for (int i = 0; i < count; i++) {
            if (starts[i] == start) {
                count--;
                for (int j = i; j < count; j++) {
                    starts[j] = starts[j + 1];
                    ends[j] = ends[j + 1];
                }
                return true;
            }
        }
        return false;
    }

    /** The first time at which so many minutes are free, or -1. */
    public int firstFree(int minutes) {
        int from = OPENS;
        for (int i = 0; i < count; i++) {
            if (starts[i] - from >= minutes) {
                return from;
            }
            from = ends[i];
        }
        return CLOSES - from >= minutes ? from : -1;
    }

    /** Used time in percent. */
    public int utilization() {
        int used = 0;
        for (int i = 0; i < count; i++) {
            used += ends[i] - starts[i];
        }
        return used * 100 / (CLOSES - OPENS);
    }
}
