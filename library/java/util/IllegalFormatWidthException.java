package java.util;

/** A width where there can be none. */
public class IllegalFormatWidthException extends IllegalFormatException {
    private final int width;

    public IllegalFormatWidthException(int width) {
        super(Integer.toString(width));
        this.width = width;
    }

    public int getWidth() {
        requireParts();
        return width;
    }
}
