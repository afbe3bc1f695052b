package java.util;

/** A flag that a conversion does not know. */
public class FormatFlagsConversionMismatchException extends IllegalFormatException {
    private final String flags;
    private final char conversion;

    public FormatFlagsConversionMismatchException(String flags, char conversion) {
        super("Conversion = " + conversion + ", Flags = " + flags);
        if (flags == null) {
            throw new NullPointerException();
        }
        this.flags = flags;
        this.conversion = conversion;
    }

    public String getFlags() {
        requireParts();
        return flags;
    }

    public char getConversion() {
        requireParts();
        return conversion;
    }
}
