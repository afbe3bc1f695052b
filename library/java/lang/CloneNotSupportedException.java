package java.lang;

/** A clone of an object whose class is not Cloneable. */
public class CloneNotSupportedException extends Exception {
    public CloneNotSupportedException() {
    }

    public CloneNotSupportedException(String message) {
        super(message);
    }
}
