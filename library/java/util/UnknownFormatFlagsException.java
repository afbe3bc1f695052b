package java.util;

/** A flag that does not exist. */
public class UnknownFormatFlagsException extends IllegalFormatException {
    private final String flags;

    public UnknownFormatFlagsException(String flags) {
        super("Flags = " + flags);
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
