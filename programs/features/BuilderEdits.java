/**
 * Edits of texts in place: insert, delete, replace, reverse and set in a StringBuilder.
 */
public class BuilderEdits {

    /** Thousands separators put into a number from its end. */
    public static String grouped(long n) {
        StringBuilder s = new StringBuilder().append(n);
        int first = n < 0 ? 1 : 0;
        for (int i = s.length() - 3; i > first; i -= 3) {
            s.insert(i, ',');
        }
        return s.toString();
    }

    /** Removes every second of two equal neighbours. */
    public static String unstutter(String text) {
        StringBuilder s = new StringBuilder(text);
        int i = 1;
        while (i < s.length()) {
            if (s.charAt(i) == s.charAt(i - 1)) {
                s.deleteCharAt(i);
            } else {
                i++;
            }
        }
        return s.toString();
    }

    public static boolean isPalindrome(String text) {
        StringBuilder letters = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (Character.isLetterOrDigit(c)) {
                letters.append(Character.toLowerCase(c));
            }
        }
        String forwards = letters.toString();
        return forwards.contentEquals(letters.reverse());
    }

    /** Swaps the first and the last character of a builder that the caller gives. */
    public static void swapEnds(StringBuilder s) {
        if (s.length() < 2) {
            return;
        }
        int last = s.length() - 1;
        char c = s.charAt(0);
        s.setCharAt(0, s.charAt(last));
        s.setCharAt(last, c);
    }

    public static String mask(String card, int keep) {
        StringBuffer s = new StringBuffer(card);
        for (int i = 0; i < s.length() - keep; i++) {
            if (s.charAt(i) != ' ') {
                s.setCharAt(i, '*');
            }
        }
        return s.insert(0, '<').append('>').toString();
    }

    /** Cuts a text to a width, with dots where something was lost. */
    public static String abbreviate(String text, int width) {
        StringBuilder s = new StringBuilder(text.trim());
        if (s.length() > width) {
            s.setLength(width);
            if (width >= 3) {
                s.delete(width - 3, width).append("...");
            }
        }
        return s.toString();
    }
}
