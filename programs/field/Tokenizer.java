/** Splits source text into tokens. */
public class Tokenizer {
    /** The kinds of tokens. */
    public enum Kind {
        NAME, NUMBER, STRING, OPERATOR, END
    }

    private final String source;
    private int position;
    private Kind kind;
    private String text;

    public Tokenizer(String source) {
        this.source = source == null ? "" : source;
    }

    public Kind getKind() {
        return kind;
    }

    public String getText() {
        return text;
    }

    /** Goes to the next token; false at the end. */
    public boolean next() {
        while (position < source.length() && source.charAt(position) <= ' ') {
            position++;
        }
        if (position >= source.length()) {
            kind = Kind.END;
            text = "";
            return false;
        }
        int start = position;
        char c = source.charAt(position++);
        if (isNameStart(c)) {
            while (position < source.length() && isNamePart(source.charAt(position))) {
                position++;
            }
            kind = Kind.NAME;
        } else if (isDigit(c)) {
            boolean dot = false;
            while (position < source.length()) {
                char d = source.charAt(position);
                if (d == '.' && !dot) {
                    dot = true;
                } else if (!isDigit(d)) {
                    break;
                }
                position++;
            }
            kind = Kind.NUMBER;
        } else if (c == '"') {
            int end = source.indexOf('"', position);
            if (end == -1) {
                throw new IllegalStateException("string not closed at " + start);
            }
            position = end + 1;
            kind = Kind.STRING;
        } else {
            if (position < source.length() && source.charAt(position) == '=' && "<>=!".indexOf(c) >= 0) {
                position++;
            }
            kind = Kind.OPERATOR;
        }
        text = source.substring(start, position);
        return true;
    }

    private static boolean isDigit(char c) {
        return '0' <= c && c <= '9';
    }

    private static boolean isNameStart(char c) {
        return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || isDigit(c);
    }

    /** How many tokens of a kind a text has. */
    public static int count(String source, Kind kind) {
        Tokenizer tokenizer = new Tokenizer(source);
        int n = 0;
        while (tokenizer.next()) {
            if (tokenizer.kind == kind) {
                n++;
            }
        }
        return n;
    }
}
