package java.lang;

/** An arithmetic operation without a result. */
public class ArithmeticException extends RuntimeException {
    public ArithmeticException() {
    }

    public ArithmeticException(String message) {
        super(message);
    }
}
