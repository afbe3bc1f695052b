/**
 * In how many bits two ints differ.
 */
public class HammingDistance {

    public static int distance(int x, int y) {
        int difference = x ^ y;
        int count = 0;
        while (difference != 0) {
            difference &= difference - 1;
            count++;
        }
        return count;
    }
}
