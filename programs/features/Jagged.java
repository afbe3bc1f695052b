/**
 * Jagged arrays of several dimensions: triangles, rows shared and missing, cubes.
 */
public class Jagged {

    private static final int MOST_ROWS = 20;

    /** Pascal's triangle. */
    public static int[][] pascal(int rows) {
        int[][] triangle = new int[Math.min(rows, MOST_ROWS)][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) {
                triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        return triangle;
    }

    /** The longest row, or null where there is none. */
    public static int[] longest(int[][] rows) {
        int[] longest = null;
        for (int[] row : rows) {
            if (row != null && (longest == null || row.length > longest.length)) {
                longest = row;
            }
        }
        return longest;
    }

    /** A copy in which no row is shared with the original; missing rows stay missing. */
    public static int[][] deepCopy(int[][] rows) {
        int[][] copy = rows.clone();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] != null) {
                copy[i] = copy[i].clone();
            }
        }
        return copy;
    }

    public static long diagonal(int n) {
        long[][][] cube = new long[4][4][4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                for (int k = 0; k < 4; k++) {
                    cube[i][j][k] = (long) i * n + j * k;
                }
            }
        }
        return cube[0][0][0] + cube[1][1][1] + cube[2][2][2] + cube[3][3][3];
    }

    /** A board with walls around it, drawn from a literal. */
    public static boolean wall(int x, int y) {
        final char[][] board = {{'#', '#', '#', '#'}, {'#', '.', '#'}, {'#', '#'}, {}};
        return y < 0 || y >= board.length || x < 0 || x >= board[y].length || board[y][x] == '#';
    }
}
