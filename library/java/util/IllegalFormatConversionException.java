package java.util;

/** An argument of a class that a conversion does not take. */
public class IllegalFormatConversionException extends IllegalFormatException {
    private final char conversion;
    private final Class argumentClass;

    public IllegalFormatConversionException(char conversion, Class argumentClass) {
        super(conversion + " != " + argumentClass.getName());
        if (argumentClass == null) {
            throw new NullPointerException();
        }
        this.conversion = conversion;
        this.argumentClass = argumentClass;
    }

    public char getConversion() {
        requireParts();
        return conversion;
    }

    public Class getArgumentClass() {
        requireParts();
        return argumentClass;
    }
}
