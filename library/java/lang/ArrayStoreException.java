package java.lang;

/** A store of the wrong type into an array of references. */
public class ArrayStoreException extends RuntimeException {
    public ArrayStoreException() {
    }

    public ArrayStoreException(String message) {
        super(message);
    }
}
