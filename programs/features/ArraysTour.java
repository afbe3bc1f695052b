import java.util.Arrays;

/**
 * The library's help with arrays: copies, comparison, filling, sorting, text.
 */
public class ArraysTour {

    /** Moves the elements to the left, round the end. */
    public static void rotate(int[] a, int by) {
        if (a.length == 0) {
            return;
        }
        int shift = Math.floorMod(by, a.length);
        int[] head = Arrays.copyOf(a, shift);
        System.arraycopy(a, shift, a, 0, a.length - shift);
        System.arraycopy(head, 0, a, a.length - shift, shift);
    }

    /** Puts a value into a new array at a position; the rest moves up. */
    public static int[] insert(int[] a, int position, int value) {
        int[] result = new int[a.length + 1];
        System.arraycopy(a, 0, result, 0, position);
        result[position] = value;
        System.arraycopy(a, position, result, position + 1, a.length - position);
        return result;
    }

    public static boolean areAnagrams(String s, String t) {
        char[] a = s.toCharArray();
        char[] b = t.toCharArray();
        Arrays.sort(a);
        Arrays.sort(b);
        return Arrays.equals(a, b);
    }

    /** The sieve of Eratosthenes below a limit of at most 200, as text. */
    public static String sieve(int limit) {
        boolean[] prime = new boolean[Math.max(0, Math.min(limit, 200))];
        Arrays.fill(prime, true);
        int[] found = new int[prime.length];
        int count = 0;
        for (int n = 2; n < prime.length; n++) {
            if (prime[n]) {
                found[count++] = n;
                for (int m = n * n; m < prime.length; m += n) {
                    prime[m] = false;
                }
            }
        }
        return Arrays.toString(Arrays.copyOf(found, count));
    }

    /** The middle part, sorted; the array itself stays as it is. */
    public static int[] sortedMiddle(int[] a, int from, int to) {
        int[] middle = Arrays.copyOfRange(a, from, to);
        Arrays.sort(middle);
        return middle;
    }

    public static int hash(int[] a) {
        return Arrays.hashCode(a);
    }
}
