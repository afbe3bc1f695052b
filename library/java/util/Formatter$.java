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
        String[] answers = new String[4];
        int[] progress = new int[3];
        String text = layOut(stream, format, args, answers, progress);
        while (text == null) {
            Object asked = args[progress[0]];
            String answer = progress[1] == 0 ? asked.toString() : Integer.toString(asked.hashCode());
            if (answer == null) {
                throw Raise$.disagreement();
            }
            int count = 0;
            while (count < answers.length && answers[count] != null) {
                count++;
            }
            if (count == answers.length) {
                String[] larger = new String[2 * count];
                System.arraycopy(answers, 0, larger, 0, count);
                answers = larger;
            }
            answers[count] = answer;
            text = layOut(stream, format, args, answers, progress);
        }
        return text;
    }

    /**
     * The text, or null where it needs the text of an argument ({@code progress[0]} is its index), or the hash
     * code ({@code progress[1]} is then 1); the answers are those given so far. What is laid out is written to
     * the stream, if there is one; {@code progress[2]} is how much of it already was.
     */
    private static native String layOut(int stream, String format, Object[] args, String[] answers, int[] progress)
            throws DuplicateFormatFlagsException, FormatFlagsConversionMismatchException,
            IllegalFormatArgumentIndexException, IllegalFormatCodePointException,
            IllegalFormatConversionException, IllegalFormatFlagsException, IllegalFormatPrecisionException,
            IllegalFormatWidthException, MissingFormatArgumentException, MissingFormatWidthException,
            UnknownFormatConversionException;
}
