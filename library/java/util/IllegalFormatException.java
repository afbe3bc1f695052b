package java.util;

/** A format, or an argument that does not fit it. */
public class IllegalFormatException extends IllegalArgumentException {
    /** Whether a constructor gave this exception the parts that its message is made of. */
    private final boolean hasParts;

    IllegalFormatException(String message) {
        super(message);
        hasParts = true;
    }

    /** Gives the run up if the virtual machine made this exception: it sets the message alone. */
    final void requireParts() {
        if (!hasParts) {
            throw Raise$.disagreement();
        }
    }
}
