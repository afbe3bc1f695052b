/**
 * In how many ways a stair can be climbed by one or two steps at a time, with int overflow.
 */
public class ClimbStairs {

    public static int recursive(int n) {
        if (n < 0) {
            return 0;
        }
        if (n <= 1) {
            return 1;
        }
        return recursive(n - 1) + recursive(n - 2);
    }

    public static int iterative(int n) {
        if (n < 0) {
            return 0;
        }
        int previous = 0;
        int ways = 1;
        for (int i = 0; i < n; i++) {
            int next = previous + ways;
            previous = ways;
            ways = next;
        }
        return ways;
    }
}
