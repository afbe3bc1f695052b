/**
 * Scans attributes such as {@code name="value"} out of the characters of a markup tag. The name may
 * have blanks around it and is put into lower case. The value stands in double quotes, in single
 * quotes, or bare up to a blank or {@code >}; between quotes a backslash takes the next character
 * literally.
 */
public class GetTag {

    /** The tag ended before another attribute. */
    public static final int END = -1;
    /** Not an attribute: no name, no value, or an open quote. */
    public static final int MALFORMED = -2;
    /** The attribute does not fit the buffer. */
    public static final int TOO_LONG = -3;

    /**
     * Scans one attribute from position {@code from} on, and writes its name, a {@code =} and its
     * value to {@code out}, with a 0 behind them. Answers the position after the attribute, or one of
     * the negative constants.
     */
    public static int getTag(char[] in, int from, char[] out) {
        int i = skipBlanks(in, from);
        if (i >= in.length || in[i] == '>') {
            return END;
        }

        int length = 0;
        while (i < in.length && isNameChar(in[i])) {
            if (length >= out.length) {
                return TOO_LONG;
            }
            out[length++] = toLower(in[i++]);
        }
        if (length == 0) {
            return MALFORMED;
        }

        i = skipBlanks(in, i);
        if (i >= in.length || in[i] != '=') {
            return MALFORMED;
        }
        if (length >= out.length) {
            return TOO_LONG;
        }
        out[length++] = '=';
        i = skipBlanks(in, i + 1);
        if (i >= in.length || in[i] == '>') {
            return MALFORMED;
        }

        if (in[i] == '"' || in[i] == '\'') {
            return quotedValue(in, i, out, length);
        }
        return bareValue(in, i, out, length);
    }

    private static int quotedValue(char[] in, int from, char[] out, int length) {
        char quote = in[from];
        int i = from + 1;
        while (i < in.length && in[i] != quote) {
            if (in[i] == '\\' && i + 1 < in.length) {
                i++;
            }
            if (length >= out.length) {
                return TOO_LONG;
            }
            out[length++] = in[i++];
        }
        if (i >= in.length) {
            return MALFORMED;
        }
        return terminate(out, length, i + 1);
    }

    private static int bareValue(char[] in, int from, char[] out, int length) {
        int i = from;
        while (i < in.length && !isBlank(in[i]) && in[i] != '>') {
            if (length >= out.length) {
                return TOO_LONG;
            }
            out[length++] = in[i++];
        }
        return terminate(out, length, i);
    }

    private static int terminate(char[] out, int length, int position) {
        if (length >= out.length) {
            return TOO_LONG;
        }
        out[length] = '\0';
        return position;
    }

    private static int skipBlanks(char[] in, int from) {
        int i = from;
        while (i < in.length && isBlank(in[i])) {
            i++;
        }
        return i;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isNameChar(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-';
    }

    private static char toLower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
    }
}
