/** A date of the Gregorian calendar. */
public final class CivilDate {
    private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

    final int year;
    final int month;
    final int day;

    /** Creates a date, or throws if there is no such day. */
    public CivilDate(int year, int month, int day) {
        if (year < 1583 || year > 9999) {
            throw new IllegalArgumentException("year " + year);
        }
        if (month < 1 || month > 12) {
            throw new IllegalArgumentException("month " + month);
        }
        if (day < 1 || day > daysIn(year, month)) {
            throw new IllegalArgumentException("day " + day);
        }
        this.year = year;
        this.month = month;
        this.day = day;
    }

    public static boolean isLeapYear(int year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int daysIn(int year, int month) {
        switch (month) {
            case 2:
                return isLeapYear(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }

    public int dayOfYear() {
        int days = DAYS_BEFORE[month - 1] + day;
        return month > 2 && isLeapYear(year) ? days + 1 : days;
    }

    /** Monday is 1 and Sunday is 7 (Zeller). */
    public int dayOfWeek() {
        int m = month;
        int y = year;
        if (m < 3) {
            m += 12;
            y--;
        }
        int h = (day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400) % 7;
        return (h + 5) % 7 + 1;
    }

    public boolean isWeekend() {
        return dayOfWeek() >= 6;
    }

    /** The date a number of days later. */
    public CivilDate plusDays(int days) {
        if (days < 0) {
            throw new IllegalArgumentException("cannot go back");
        }
        int y = year;
        int m = month;
        int d = day + days;
        while (d > daysIn(y, m)) {
            d -= daysIn(y, m);
            m++;
            if (m > 12) {
                m = 1;
                y++;
            }
        }
        return new CivilDate(y, m, d);
    }

    public boolean isBefore(CivilDate other) {
        if (year != other.year) {
            return year < other.year;
        }
        return month < other.month || month == other.month && day < other.day;
    }

    @Override
    public String toString() {
        return year + "-" + (month < 10 ? "0" : "") + month + "-" + (day < 10 ? "0" : "") + day;
    }
}
