package java.util;

/** A width that a flag asks for is not there. */
public class MissingFormatWidthException extends IllegalFormatException {
    private final String specifier;

    public MissingFormatWidthException(String specifier) {
        super(specifier);
        if (specifier == null) {
            throw new NullPointerException();
        }
        this.specifier = specifier;
    }

    public String getFormatSpecifier() {
        requireParts();
        return specifier;
    }
}
