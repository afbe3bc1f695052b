/**
 * Days of the Gregorian calendar: the number of a day in its year, and the days between two dates.
 */
public class Days {

    private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    /** The number of a day in its year, from 1; 0 for a date that does not exist. */
    public static int days(int day, int month, int year) {
        int before;
        int length = 31;
        switch (month) {
            case 1:
                before = 0;
                break;
            case 2:
                before = 31;
                length = isLeap(year) ? 29 : 28;
                break;
            case 3:
                before = 59;
                break;
            case 4:
                before = 90;
                length = 30;
                break;
            case 5:
                before = 120;
                break;
            case 6:
                before = 151;
                length = 30;
                break;
            case 7:
                before = 181;
                break;
            case 8:
                before = 212;
                break;
            case 9:
                before = 243;
                length = 30;
                break;
            case 10:
                before = 273;
                break;
            case 11:
                before = 304;
                length = 30;
                break;
            case 12:
                before = 334;
                break;
            default:
                return 0;
        }
        if (day < 1 || day > length) {
            return 0;
        }
        if (month > 2 && isLeap(year)) {
            before++;
        }
        return before + day;
    }

    /**
     * Days from the first date to the second, both in one year and in this order. The days are not
     * checked against the length of their month.
     */
    public static int between(int m1, int d1, int m2, int d2, int year) {
        if (m1 < 1 || m2 > 12 || m1 > m2) {
            throw new IllegalArgumentException("months out of order: " + m1 + ", " + m2);
        }
        if (m1 == m2) {
            return d2 - d1;
        }
        int count = d2 + (LENGTHS[m1 - 1] - d1);
        if (m1 == 2 && isLeap(year)) {
            count++;
        }
        for (int m = m1 + 1; m < m2; m++) {
            count += LENGTHS[m - 1];
            if (m == 2 && isLeap(year)) {
                count++;
            }
        }
        return count;
    }

    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }
}
