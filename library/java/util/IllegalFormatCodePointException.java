package java.util;

/** An argument that is no code point. */
public class IllegalFormatCodePointException extends IllegalFormatException {
    private final int codePoint;

    public IllegalFormatCodePointException(int codePoint) {
        super("Code point = 0x" + Integer.toHexString(codePoint));
        this.codePoint = codePoint;
    }

    public int getCodePoint() {
        requireParts();
        return codePoint;
    }
}
