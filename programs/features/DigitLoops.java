/**
 * Loops that test at their end, and loops left from the middle.
 */
public class DigitLoops {

    public static int digits(int n) {
        int count = 0;
        do {
            count++;
            n /= 10;
        } while (n != 0);
        return count;
    }

    /** Sums digits until one is left; the sign does not matter. */
    public static int digitalRoot(int n) {
        int rest = n;
        do {
            int sum = 0;
            do {
                sum += Math.abs(rest % 10);
            } while ((rest /= 10) != 0);
            rest = sum;
        } while (rest > 9);
        return rest;
    }

    /** The value of the first repeated element, or a fallback. */
    public static int firstRepeat(int[] a, int fallback) {
        int i = 0;
        for (;;) {
            if (i >= a.length) {
                break;
            }
            int j = 0;
            while (true) {
                if (j == i) {
                    break;
                }
                if (a[j] == a[i]) {
                    return a[i];
                }
                j++;
            }
            i++;
        }
        return fallback;
    }

    /** Two counters in one loop. */
    public static boolean mirrored(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    /** A body once only, left early by break. */
    public static String once(int n) {
        String result = "small";
        do {
            if (n < 10) {
                break;
            }
            result = "big";
            if (n % 2 != 0) {
                continue;
            }
            result += " and even";
        } while (false);
        return result;
    }
}
