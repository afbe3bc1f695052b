package java.util;

/** Flags that exclude each other. */
public class IllegalFormatFlagsException extends IllegalFormatException {
    private final String flags;

    public IllegalFormatFlagsException(String flags) {
        super("Flags = '" + flags + "'");
        if (flags == null) {
            throw new NullPointerException();
        }
        this.flags = flags;
    }

    public String getFlags() {
        requireParts();
        return flags;
    }
}
