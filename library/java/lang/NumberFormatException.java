package java.lang;

/** Text that is no number of the wanted kind. */
public class NumberFormatException extends IllegalArgumentException {
    public NumberFormatException() {
    }

    public NumberFormatException(String message) {
        super(message);
    }
}
