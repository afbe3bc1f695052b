/**
 * Methods that call themselves and each other.
 */
public class Recursion {

    public static boolean isEven(int n) {
        return n == 0 || isOdd(Math.abs(n) - 1);
    }

    public static boolean isOdd(int n) {
        return n != 0 && isEven(Math.abs(n) - 1);
    }

    /** Ackermann's function, for small arguments only. */
    public static int ackermann(int m, int n) {
        if (m < 0 || m > 2 || n < 0 || n > 5) {
            throw new IllegalArgumentException("too large or negative");
        }
        return ack(m, n);
    }

    private static int ack(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }

    /** Sorts by merging halves, in place. */
    public static void mergeSort(int[] a) {
        sort(a, new int[a.length], 0, a.length);
    }

    private static void sort(int[] a, int[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) / 2;
        sort(a, spare, from, middle);
        sort(a, spare, middle, to);
        int left = from;
        int right = middle;
        for (int k = from; k < to; k++) {
            if (right >= to || left < middle && a[left] <= a[right]) {
                spare[k] = a[left++];
            } else {
                spare[k] = a[right++];
            }
        }
        System.arraycopy(spare, from, a, from, to - from);
    }

    /** Moves for the towers of Hanoi, as text; at most five discs. */
    public static String hanoi(int discs) {
        return discs > 5 ? "" : hanoi(discs, 'A', 'B', 'C');
    }

    private static String hanoi(int discs, char from, char over, char to) {
        if (discs <= 0) {
            return "";
        }
        return hanoi(discs - 1, from, to, over) + from + to + ' ' + hanoi(discs - 1, over, from, to);
    }
}
