package java.lang;

/**
 * Makes the exceptions that the library itself throws. With a message: one that is the same in every supported
 * JDK (the tests compare them), as a string of its own or as one that others share. Without: one that may differ, so that a run which reads it is given up.
 */
public final class Raise$ {
    private Raise$() {
    }

    public static ArithmeticException arithmetic() {
        ArithmeticException exception = new ArithmeticException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static ArrayIndexOutOfBoundsException arrayIndex() {
        ArrayIndexOutOfBoundsException exception = new ArrayIndexOutOfBoundsException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static ClassCastException classCast() {
        ClassCastException exception = new ClassCastException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static IllegalArgumentException illegalArgument() {
        IllegalArgumentException exception = new IllegalArgumentException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static IllegalStateException illegalState() {
        IllegalStateException exception = new IllegalStateException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static IndexOutOfBoundsException index() {
        IndexOutOfBoundsException exception = new IndexOutOfBoundsException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static NullPointerException nullPointer() {
        NullPointerException exception = new NullPointerException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static NumberFormatException numberFormat() {
        NumberFormatException exception = new NumberFormatException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static OutOfMemoryError outOfMemory() {
        OutOfMemoryError error = new OutOfMemoryError();
        error.setOrigin(Throwable.UNSPECIFIED);
        return error;
    }

    public static StringIndexOutOfBoundsException stringIndex() {
        StringIndexOutOfBoundsException exception = new StringIndexOutOfBoundsException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    public static ArithmeticException arithmetic(String message) {
        ArithmeticException exception = new ArithmeticException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    public static ArrayIndexOutOfBoundsException arrayIndex(String message) {
        ArrayIndexOutOfBoundsException exception = new ArrayIndexOutOfBoundsException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    public static IllegalArgumentException illegalArgument(String message) {
        IllegalArgumentException exception = new IllegalArgumentException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    public static IndexOutOfBoundsException index(String message) {
        IndexOutOfBoundsException exception = new IndexOutOfBoundsException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    public static NumberFormatException numberFormat(String message) {
        NumberFormatException exception = new NumberFormatException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    public static StringIndexOutOfBoundsException stringIndex(String message) {
        StringIndexOutOfBoundsException exception = new StringIndexOutOfBoundsException(String.vague(message));
        exception.setOrigin(Throwable.LIBRARY);
        return exception;
    }

    /** Ends the run: JDKs throw exceptions of different classes here. */
    public static native RuntimeException disagreement();

    public static CloneNotSupportedException cloneNotSupported() {
        CloneNotSupportedException exception = new CloneNotSupportedException();
        exception.setOrigin(Throwable.UNSPECIFIED);
        return exception;
    }

    /** What every JDK says of text that is no integer. */
    static NumberFormatException input(String text, int radix) {
        String message = "For input string: \"" + text + "\"";
        return numberFormat(radix == 10 ? message : message + " under radix " + radix);
    }

    /** The throwable, or a NullPointerException that every JDK throws without a message. */
    public static Throwable nonNull(Throwable throwable) {
        if (throwable == null) {
            throw new NullPointerException();
        }
        return throwable;
    }
}
