/**
 * Finds words that a writer has put twice in a row.
 */
public class Stutter {

    /** Each such word with the number of its line, as {@code 1:the 3:of}; empty if there is none. */
    public static String stutter(String text) {
        StringBuilder report = new StringBuilder();
        String previous = "";
        int line = 1;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i < text.length() && !isDelimiter(text.charAt(i))) {
                continue;
            }
            if (i > start) {
                String word = text.substring(start, i);
                if (word.equals(previous)) {
                    if (report.length() > 0) {
                        report.append(' ');
                    }
                    report.append(line).append(':').append(word);
                }
                previous = word;
            }
            if (i < text.length() && text.charAt(i) == '\n') {
                line++;
            }
            start = i + 1;
        }
        return report.toString();
    }

    private static boolean isDelimiter(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == ',' || c == '.' || c == ';' || c == '!';
    }
}
