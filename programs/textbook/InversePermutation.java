/**
 * The inverse of a permutation of 0 to n-1.
 */
public class InversePermutation {

    public static int[] inverse(int[] p) {
        int n = p.length;
        int[] inverse = new int[n];
        boolean[] seen = new boolean[n];
        for (int i = 0; i < n; i++) {
            int image = p[i];
            if (image < 0 || image >= n) {
                throw new IllegalArgumentException("out of range: " + image);
            }
            if (seen[image]) {
                throw new IllegalArgumentException("twice: " + image);
            }
            seen[image] = true;
            inverse[image] = i;
        }
        return inverse;
    }
}
