package java.lang;

/** A class that cannot be instantiated. */
public class InstantiationException extends ReflectiveOperationException {
    public InstantiationException() {
    }

    public InstantiationException(String message) {
        super(message);
    }
}
