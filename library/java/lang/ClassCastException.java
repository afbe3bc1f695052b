package java.lang;

/** A cast to a class of which the object is no instance. */
public class ClassCastException extends RuntimeException {
    public ClassCastException() {
    }

    public ClassCastException(String message) {
        super(message);
    }
}
