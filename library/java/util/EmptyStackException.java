package java.util;

/** A pop from an empty stack. */
public class EmptyStackException extends RuntimeException {
    public EmptyStackException() {
    }
}
