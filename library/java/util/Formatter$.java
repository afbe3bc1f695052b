package java.util;

/**
 * What String.format and printf do. The virtual machine lays the text out; the texts of objects are asked for
 * here, one at a time and in order, since they may be the program's code.
 */
public final class Formatter$ {
    private Formatter$() {
    }

    public static String format(String format, Object[] args) {
        return run(0, format, args);
    }

    /** Writes to a standard stream, piece by piece. */
    public static void print(int stream, String format, Object[] args) {
        run(stream, format, args);
    }

    private static String run(int stream, String format, Object[] args) {
        int count = args == null ? 0 : args.length;
        String[] texts = new String[2 * count];
        int[] progress = new int[2];
        String text = layOut(stream, format, args, texts, progress);
        while (text == null) {
            int index = progress[0];
            String part = index < count ? args[index].toString()
                    : Integer.toString(args[index - count].hashCode());
            if (part == null) {
                throw Raise$.disagreement();
            }
            texts[index] = part;
            text = layOut(stream, format, args, texts, progress);
        }
        return text;
    }

    /**
     * The text, or null where it needs the text of an argument ({@code progress[0]} is its index) or the hash
     * code (its index behind those of the texts). What is laid out so far is written to the stream, if there
     * is one; {@code progress[1]} is how much of it already was.
     */
    private static native String layOut(int stream, String format, Object[] args, String[] texts, int[] progress)
            throws DuplicateFormatFlagsException, FormatFlagsConversionMismatchException,
            IllegalFormatArgumentIndexException, IllegalFormatCodePointException,
            IllegalFormatConversionException, IllegalFormatFlagsException, IllegalFormatPrecisionException,
            IllegalFormatWidthException, MissingFormatArgumentException, MissingFormatWidthException,
            UnknownFormatConversionException;
}
