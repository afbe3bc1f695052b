/**
 * How many elements of an array are odd or positive (or both).
 */
public class OddOrPos {

    public static int oddOrPos(int[] x) {
        int count = 0;
        for (int v : x) {
            if (v % 2 != 0 || v > 0) {
                count++;
            }
        }
        return count;
    }
}
