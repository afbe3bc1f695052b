/** A time of the day with minutes, and arithmetic that goes round at midnight. */
public class TimeOfDay {
    private static final int MINUTES_PER_DAY = 24 * 60;

    private final int minutes;

    private TimeOfDay(int minutes) {
        this.minutes = minutes;
    }

    public static TimeOfDay of(int hour, int minute) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            throw new IllegalArgumentException("no time: " + hour + ":" + minute);
        }
        return new TimeOfDay(hour * 60 + minute);
    }

    /**
     * Reads {@code 7:05}, {@code 19:05}, {@code 7:05 pm}.
     *
     * @return null if the text is no time
     */
    public static TimeOfDay parse(String text) {
        String rest = text.trim().toLowerCase();
        int offset = 0;
        boolean twelve = false;
        if (rest.endsWith("am") || rest.endsWith("pm")) {
            twelve = true;
            offset = rest.endsWith("pm") ? 12 : 0;
            rest = rest.substring(0, rest.length() - 2).trim();
        }
        int colon = rest.indexOf(':');
        if (colon < 1 || rest.length() - colon != 3) {
            return null;
        }
        try {
            int hour = Integer.parseInt(rest.substring(0, colon));
            int minute = Integer.parseInt(rest.substring(colon + 1));
            if (twelve) {
                if (hour < 1 || hour > 12) {
                    return null;
                }
                hour = hour % 12 + offset;
            }
            return of(hour, minute);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    public int hour() {
        return minutes / 60;
    }

    public int minute() {
        return minutes % 60;
    }

    public TimeOfDay plus(int more) {
        int sum = (minutes + more % MINUTES_PER_DAY) % MINUTES_PER_DAY;
        return new TimeOfDay(sum < 0 ? sum + MINUTES_PER_DAY : sum);
    }

    /** Minutes from this time to the next occurrence of the other one. */
    public int until(TimeOfDay other) {
        int difference = other.minutes - minutes;
        return difference >= 0 ? difference : difference + MINUTES_PER_DAY;
    }

    /** Whether this time lies in a span of time, which may go past midnight. */
    public boolean isWithin(TimeOfDay start, TimeOfDay end) {
        if (start.minutes <= end.minutes) {
            return minutes >= start.minutes && minutes < end.minutes;
        }
        return minutes >= start.minutes || minutes < end.minutes;
    }

    @Override
    public String toString() {
        int m = minute();
        return hour() + (m < 10 ? ":0" : ":") + m;
    }
}
