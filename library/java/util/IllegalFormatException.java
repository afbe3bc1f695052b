package java.util;

/** A format, or an argument that does not fit it. */
public class IllegalFormatException extends IllegalArgumentException {
    IllegalFormatException() {
    }
}
