package java.text;

/** Text that could not be parsed. */
public class ParseException extends Exception {
    private final int errorOffset;

    public ParseException(String message, int errorOffset) {
        super(message);
        this.errorOffset = errorOffset;
    }

    public int getErrorOffset() {
        return errorOffset;
    }
}
