/**
 * How many elements of an array are zero.
 */
public class NumZero {

    public static int numZero(int[] x) {
        int count = 0;
        int i = 0;
        while (i < x.length) {
            if (x[i] == 0) {
                count++;
            }
            i++;
        }
        return count;
    }
}
