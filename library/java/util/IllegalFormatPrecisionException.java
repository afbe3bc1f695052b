package java.util;

/** A precision where there can be none. */
public class IllegalFormatPrecisionException extends IllegalFormatException {
    private final int precision;

    public IllegalFormatPrecisionException(int precision) {
        super(Integer.toString(precision));
        this.precision = precision;
    }

    public int getPrecision() {
        requireParts();
        return precision;
    }
}
