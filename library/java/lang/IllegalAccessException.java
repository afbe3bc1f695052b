package java.lang;

/** Reflective access to what is not accessible. */
public class IllegalAccessException extends ReflectiveOperationException {
    public IllegalAccessException() {
    }

    public IllegalAccessException(String message) {
        super(message);
    }
}
