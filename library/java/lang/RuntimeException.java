package java.lang;

/** An exception that need not be declared. */
public class RuntimeException extends Exception {
    public RuntimeException() {
    }

    public RuntimeException(String message) {
        super(message);
    }

    public RuntimeException(String message, Throwable cause) {
        super(message, cause);
    }

    public RuntimeException(Throwable cause) {
        super(cause);
    }

    protected RuntimeException(String message, Throwable cause, boolean suppression, boolean writableTrace) {
        super(message, cause, suppression, writableTrace);
    }
}
