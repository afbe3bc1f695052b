package java.util;

/** A width that a flag asks for is not there. */
public class MissingFormatWidthException extends IllegalFormatException {
    private final String specifier;

    public MissingFormatWidthException(String specifier) {
        if (specifier == null) {
            throw new NullPointerException();
        }
        this.specifier = specifier;
    }

    public String getFormatSpecifier() {
        return specifier;
    }

    @Override
    public String getMessage() {
        return specifier;
    }
}
