/** Run-length coding of text. */
public final class RunCoding {
    private RunCoding() {
    }

    /** {@code aaab} becomes {@code 3ab}; digits are escaped by a backslash. */
    public static String encode(String text) {
        if (text == null) {
            throw new IllegalArgumentException("text is null");
        }
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int run = 1;
            while (i + run < text.length() && text.charAt(i + run) == c) {
                run++;
            }
            if (run > 1) {
                out.append(run);
            }
            if (isDigit(c) || c == '\\') {
                out.append('\\');
            }
            out.append(c);
            i += run;
        }
        return out.toString();
    }

    /** The inverse of {@link #encode}. */
    public static String decode(String code) {
        StringBuilder out = new StringBuilder();
        int run = 0;
        boolean escaped = false;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (!escaped && isDigit(c)) {
                run = run * 10 + (c - '0');
                if (run > 9999) {
                    throw new IllegalArgumentException("run too long at " + i);
                }
            } else if (!escaped && c == '\\') {
                escaped = true;
            } else {
                for (int k = Math.max(run, 1); k > 0; k--) {
                    out.append(c);
                }
                run = 0;
                escaped = false;
            }
        }
        if (run != 0 || escaped) {
            throw new IllegalArgumentException("unexpected end");
        }
        return out.toString();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Whether coding pays. */
    public static boolean isShorter(String text) {
        return encode(text).length() < text.length();
    }
}
