/**
 * Hoare's FIND: rearranges an array so that position {@code f} holds the element that sorting would
 * put there, with no larger element before it and no smaller one behind it.
 */
public class Find {

    public static void find(int[] a, int f) {
        int low = 0;
        int high = a.length - 1;
        while (low < high) {
            int pivot = a[f];
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (pivot < a[j]) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i] = a[j];
                    a[j] = t;
                    i++;
                    j--;
                }
            }
            if (f <= j) {
                high = j;
            } else if (i <= f) {
                low = i;
            } else {
                return;
            }
        }
    }
}
