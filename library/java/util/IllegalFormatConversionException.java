package java.util;

/** An argument of a class that a conversion does not take. */
public class IllegalFormatConversionException extends IllegalFormatException {
    private final char conversion;
    private final Class argumentClass;

    public IllegalFormatConversionException(char conversion, Class argumentClass) {
        if (argumentClass == null) {
            throw new NullPointerException();
        }
        this.conversion = conversion;
        this.argumentClass = argumentClass;
    }

    public char getConversion() {
        return conversion;
    }

    public Class getArgumentClass() {
        return argumentClass;
    }

    @Override
    public String getMessage() {
        return conversion + " != " + argumentClass.getName();
    }
}
