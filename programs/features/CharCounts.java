/**
 * Works on any CharSequence: strings and builders alike.
 */
public class CharCounts {

    public static int count(CharSequence text, char wanted) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == wanted) {
                count++;
            }
        }
        return count;
    }

    public static boolean isBlank(CharSequence text) {
        int length;
        if (text == null || (length = text.length()) == 0) {
            return true;
        }
        for (int i = 0; i < length; i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    public static boolean sameText(CharSequence a, CharSequence b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length() != b.length()) {
            return false;
        }
        if (a instanceof String && b instanceof String) {
            return a.equals(b);
        }
        int i = 0;
        while (i < a.length() && a.charAt(i) == b.charAt(i)) {
            i++;
        }
        return i == a.length();
    }

    /** The part between two positions, whatever their order. */
    public static String between(CharSequence text, int from, int to) {
        return text.subSequence(Math.min(from, to), Math.max(from, to)).toString();
    }

    public static boolean doubled(String s) {
        return sameText(new StringBuilder(s).append(s).reverse(), s + s);
    }
}
