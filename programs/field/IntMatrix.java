/** A matrix of ints. */
public class IntMatrix {
    private final int rows;
    private final int columns;
    private final int[] cells;

    public IntMatrix(int rows, int columns) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(rows + " x " + columns);
        }
        this.rows = rows;
        this.columns = columns;
        this.cells = new int[rows * columns];
    }

    public static IntMatrix of(int[][] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no rows");
        }
        IntMatrix result = new IntMatrix(values.length, values[0].length);
        for (int r = 0; r < values.length; r++) {
            if (values[r].length != result.columns) {
                throw new IllegalArgumentException("row " + r + " has another length");
            }
            System.arraycopy(values[r], 0, result.cells, r * result.columns, result.columns);
        }
        return result;
    }

    public static IntMatrix identity(int size) {
        IntMatrix result = new IntMatrix(size, size);
        for (int i = 0; i < size; i++) {
            result.set(i, i, 1);
        }
        return result;
    }

    public int get(int row, int column) {
        checkIndex(row, column);
        return cells[row * columns + column];
    }

    public void set(int row, int column, int value) {
        checkIndex(row, column);
        cells[row * columns + column] = value;
    }

    private void checkIndex(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IndexOutOfBoundsException("(" + row + ", " + column + ")");
        }
    }

    public IntMatrix multiply(IntMatrix other) {
        if (columns != other.rows) {
            throw new IllegalArgumentException("sizes do not fit");
        }
        IntMatrix product = new IntMatrix(rows, other.columns);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < other.columns; c++) {
                int sum = 0;
                for (int k = 0; k < columns; k++) {
                    sum += get(r, k) * other.get(k, c);
                }
                product.set(r, c, sum);
            }
        }
        return product;
    }

    public IntMatrix transpose() {
        IntMatrix result = new IntMatrix(columns, rows);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                result.set(c, r, get(r, c));
            }
        }
        return result;
    }

    public boolean isSymmetric() {
        if (rows != columns) {
            return false;
        }
        for (int r = 1; r < rows; r++) {
            for (int c = 0; c < r; c++) {
                if (get(r, c) != get(c, r)) {
                    return false;
                }
            }
        }
        return true;
    }

    public int trace() {
        int sum = 0;
        for (int i = 0; i < Math.min(rows, columns); i++) {
            sum += get(i, i);
        }
        return sum;
    }
}
