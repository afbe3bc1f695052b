package java.util;

/** A precision where there can be none. */
public class IllegalFormatPrecisionException extends IllegalFormatException {
    private final int precision;

    public IllegalFormatPrecisionException(int precision) {
        this.precision = precision;
    }

    public int getPrecision() {
        return precision;
    }

    @Override
    public String getMessage() {
        return Integer.toString(precision);
    }
}
