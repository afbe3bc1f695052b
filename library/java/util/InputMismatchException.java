package java.util;

/** Input of another kind than was asked for. */
public class InputMismatchException extends NoSuchElementException {
    public InputMismatchException() {
    }

    public InputMismatchException(String message) {
        super(message);
    }
}
