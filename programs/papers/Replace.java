/**
 * Finds a pattern in a text and replaces what it matches. In the pattern {@code ?} stands for any one
 * character, {@code *} for any run of them (the shortest that fits), and a backslash takes the
 * character after it literally. In the replacement {@code &} stands for the matched text, and the
 * backslash works alike. Matches are taken from left to right and do not overlap; an empty match
 * replaces nothing.
 */
public class Replace {

    private static final char ANY = '?';
    private static final char RUN = '*';
    private static final char DITTO = '&';
    private static final char ESCAPE = '\\';

    /** The text with every match replaced. */
    public static String replace(String text, String pattern, String replacement) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = matchEnd(text, at, pattern);
            if (end > at) {
                appendReplacement(out, text.substring(at, end), replacement);
                at = end;
            } else {
                out.append(text.charAt(at));
                at++;
            }
        }
        return out.toString();
    }

    /** Where the first match starts, or -1. */
    public static int find(String text, String pattern) {
        for (int at = 0; at <= text.length(); at++) {
            if (matchEnd(text, at, pattern) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /**
     * The end of the shortest match that starts at {@code start}, or -1. Only the last run has to be
     * grown on a mismatch: whatever an earlier run leaves over, the later one can take.
     */
    static int matchEnd(String text, int start, String pattern) {
        int t = start;
        int p = 0;
        int afterRun = -1;
        int runEnd = start;
        while (p < pattern.length()) {
            char wanted = pattern.charAt(p);
            if (wanted == RUN) {
                p++;
                afterRun = p;
                runEnd = t;
                continue;
            }
            if (t >= text.length()) {
                return -1;
            }
            if (matchesOne(text.charAt(t), pattern, p)) {
                t++;
                p = nextItem(pattern, p);
            } else if (afterRun >= 0) {
                runEnd++;
                t = runEnd;
                p = afterRun;
            } else {
                return -1;
            }
        }
        return t;
    }

    /** Whether one character fits the item of the pattern at {@code p}, which is no run. */
    private static boolean matchesOne(char c, String pattern, int p) {
        char wanted = pattern.charAt(p);
        if (wanted == ANY) {
            return true;
        }
        if (isEscaped(pattern, p)) {
            return c == pattern.charAt(p + 1);
        }
        return c == wanted;
    }

    private static int nextItem(String pattern, int p) {
        return isEscaped(pattern, p) ? p + 2 : p + 1;
    }

    /** A backslash at the very end stands for itself. */
    private static boolean isEscaped(String s, int p) {
        return s.charAt(p) == ESCAPE && p + 1 < s.length();
    }

    private static void appendReplacement(StringBuilder out, String matched, String replacement) {
        int i = 0;
        while (i < replacement.length()) {
            char c = replacement.charAt(i);
            if (c == DITTO) {
                out.append(matched);
                i++;
            } else if (isEscaped(replacement, i)) {
                out.append(replacement.charAt(i + 1));
                i += 2;
            } else {
                out.append(c);
                i++;
            }
        }
    }
}
