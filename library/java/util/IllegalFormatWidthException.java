package java.util;

/** A width where there can be none. */
public class IllegalFormatWidthException extends IllegalFormatException {
    private final int width;

    public IllegalFormatWidthException(int width) {
        this.width = width;
    }

    public int getWidth() {
        return width;
    }

    @Override
    public String getMessage() {
        return Integer.toString(width);
    }
}
