/** Seats of a theatre. */
public class SeatMap {
    private static final char FREE = '.';
    private static final char TAKEN = '#';
    private static final char AISLE = '_';

    private final char[][] seats;

    /**
     * Builds a map.
     *
     * @param aisle the column of the aisle, or -1
     */
    public SeatMap(int rows, int columns, int aisle) {
        if (rows < 1 || rows > 26 || columns < 1) {
            throw new IllegalArgumentException("rows: " + rows + ", columns: " + columns);
        }
        seats = new char[rows][columns];
        for (char[] row : seats) {
            for (int c = 0; c < columns; c++) {
                row[c] = c == aisle ? AISLE : FREE;
            }
        }
    }

    /** Takes a seat by its label, such as C4. */
    public boolean take(String label) {
        if (label == null || label.length() < 2) {
            throw new IllegalArgumentException("bad label: " + label);
        }
        int row = Character.toUpperCase(label.charAt(0)) - 'A';
        int column = Integer.parseInt(label.substring(1)) - 1;
        if (row < 0 || row >= seats.length || column < 0 || column >= seats[row].length) {
            throw new IllegalArgumentException("no such seat: " + label);
        }
        if (seats[row][column] != FREE) {
            return false;
        }
        seats[row][column] = TAKEN;
        return true;
    }

    /** The label of the first seat of so many free ones side by side; null if there are none. */
    public String findTogether(int people) {
        if (people < 1) {
            throw new IllegalArgumentException("people: " + people);
        }
        for (int r = 0; r < seats.length; r++) {
            int run = 0;
            for (int c = 0; c < seats[r].length; c++) {
                run = seats[r][c] == FREE ? run + 1 : 0;
                if (run == people) {
                    return label(r, c - people + 1);
                }
            }
        }
        return null;
    }

    private static String label(int row, int column) {
        return (char) ('A' + row) + String.valueOf(column + 1);
    }

    public int free() {
        int count = 0;
        for (int r = 0; r < seats.length; r++) {
            for (int c = 0; c < seats[r].length; c++) {
                if (seats[r][c] == FREE) {
                    count++;
                }
            }
        }
        return count;
    }

    public String row(int index) {
        return new String(seats[index]);
    }
}
