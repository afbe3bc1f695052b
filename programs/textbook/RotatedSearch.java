/**
 * The position of a target in an ascending array of distinct values that was rotated, or -1.
 */
public class RotatedSearch {

    public static int search(int[] a, int target) {
        int low = 0;
        int high = a.length - 1;
        while (low <= high) {
            int middle = low + (high - low) / 2;
            if (a[middle] == target) {
                return middle;
            }
            if (a[low] <= a[middle]) {
                if (a[low] <= target && target < a[middle]) {
                    high = middle - 1;
                } else {
                    low = middle + 1;
                }
            } else {
                if (a[middle] < target && target <= a[high]) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
        }
        return -1;
    }
}
