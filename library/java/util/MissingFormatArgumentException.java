package java.util;

/** An argument that is not there. */
public class MissingFormatArgumentException extends IllegalFormatException {
    private final String specifier;

    public MissingFormatArgumentException(String specifier) {
        super("Format specifier '" + specifier + "'");
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
