/**
 * Whether a number comes to 1 when it is replaced again and again by the sum of the squares of its
 * digits. A slow and a fast walker meet in every cycle.
 */
public class HappyNumber {

    public static boolean isHappy(int n) {
        if (n <= 0) {
            return false;
        }
        int slow = n;
        int fast = n;
        do {
            slow = squares(slow);
            fast = squares(squares(fast));
        } while (slow != fast);
        return slow == 1;
    }

    static int squares(int n) {
        int sum = 0;
        for (; n > 0; n /= 10) {
            int digit = n % 10;
            sum += digit * digit;
        }
        return sum;
    }
}
