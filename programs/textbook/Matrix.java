/**
 * Matrices of ints as arrays of rows.
 */
public class Matrix {

    public static int[][] transpose(int[][] m) {
        int rows = m.length;
        int columns = columns(m);
        int[][] result = new int[columns][rows];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[j][i] = m[i][j];
            }
        }
        return result;
    }

    public static int[][] multiply(int[][] a, int[][] b) {
        int inner = columns(a);
        if (inner != b.length) {
            throw new IllegalArgumentException("sizes differ: " + inner + " and " + b.length);
        }
        int columns = columns(b);
        int[][] result = new int[a.length][columns];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < columns; j++) {
                int sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a[i][k] * b[k][j];
                }
                result[i][j] = sum;
            }
        }
        return result;
    }

    /** The common length of the rows. */
    private static int columns(int[][] m) {
        int columns = m.length == 0 ? 0 : m[0].length;
        for (int[] row : m) {
            if (row.length != columns) {
                throw new IllegalArgumentException("ragged matrix");
            }
        }
        return columns;
    }
}
