package java.lang;

/** A use of null where an object is needed. */
public class NullPointerException extends RuntimeException {
    public NullPointerException() {
    }

    public NullPointerException(String message) {
        super(message);
    }
}
