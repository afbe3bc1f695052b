/** A game of noughts and crosses. */
public class TicTacToe {
    private static final int SIZE = 3;

    private final char[] board = new char[SIZE * SIZE];
    private int moves;

    /** Whose turn it is. */
    public char next() {
        return moves % 2 == 0 ? 'X' : 'O';
    }

    /** Plays in a cell. */
    public void play(int row, int column) {
        if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) {
            throw new IllegalArgumentException("no such cell");
        }
        if (winner() != 0) {
            throw new IllegalStateException("the game is over");
        }
        int cell = row * SIZE + column;
        if (board[cell] != 0) {
            throw new IllegalStateException("cell is taken");
        }
        board[cell] = next();
        moves++;
    }

    /** The winner, or the zero character as long as there is none. */
    public char winner() {
        for (int i = 0; i < SIZE; i++) {
            if (isLine(i * SIZE, 1)) {
                return board[i * SIZE];
            }
            if (isLine(i, SIZE)) {
                return board[i];
            }
        }
        if (isLine(0, SIZE + 1) || isLine(SIZE - 1, SIZE - 1)) {
            return board[SIZE * SIZE / 2];
        }
        return 0;
    }

    private boolean isLine(int start, int step) {
        char first = board[start];
        return first != 0 && board[start + step] == first && board[start + 2 * step] == first;
    }

    public boolean isDraw() {
        return moves == SIZE * SIZE && winner() == 0;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < board.length; i++) {
            text.append(board[i] == 0 ? '.' : board[i]);
            if (i % SIZE == SIZE - 1) {
                text.append('\n');
            }
        }
        return text.toString();
    }
}
