package java.util;

/** A conversion that does not exist. */
public class UnknownFormatConversionException extends IllegalFormatException {
    private final String conversion;

    public UnknownFormatConversionException(String conversion) {
        super("Conversion = '" + conversion + "'");
        if (conversion == null) {
            throw new NullPointerException();
        }
        this.conversion = conversion;
    }

    public String getConversion() {
        requireParts();
        return conversion;
    }
}
