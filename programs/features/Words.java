/**
 * The methods of String at work.
 */
public class Words {

    public static String title(String text) {
        String trimmed = text.trim();
        if (trimmed.isEmpty()) {
            return trimmed;
        }
        return trimmed.substring(0, 1).toUpperCase().concat(trimmed.substring(1).toLowerCase());
    }

    /** The name of a file in a path, without its last extension. */
    public static String baseName(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf(".");
        return dot > 0 ? name.substring(0, dot) : name;
    }

    public static int occurrences(String text, String part) {
        if (part.length() == 0) {
            return 0;
        }
        int count = 0;
        int at = text.indexOf(part);
        while (at != -1) {
            count++;
            at = text.indexOf(part, at + part.length());
        }
        return count;
    }

    public static boolean isUrl(String s) {
        return (s.startsWith("http://") || s.startsWith("https://"))
                && !s.endsWith("/")
                && s.contains(".")
                && !s.equalsIgnoreCase("HTTP://x.y");
    }

    /** Which of two words comes first, without regard to case, and as they are where that decides nothing. */
    public static String first(String a, String b) {
        int order = a.compareToIgnoreCase(b);
        if (order == 0) {
            order = a.compareTo(b);
        }
        return order <= 0 ? a : b;
    }

    public static String pigLatin(String word) {
        String vowels = "aeiou";
        for (int i = 0; i < word.length(); i++) {
            if (vowels.indexOf(word.charAt(i)) >= 0) {
                return word.substring(i) + word.substring(0, i) + "ay";
            }
        }
        return word + "ay";
    }

    public static String swap(String pair) {
        int at = pair.indexOf('=');
        if (at < 0) {
            throw new IllegalArgumentException("no = in " + pair);
        }
        return String.join("=", pair.substring(at + 1), pair.substring(0, at)).replace('_', '-');
    }

    public static int hash(String s) {
        int h = 0;
        for (char c : s.toCharArray()) {
            h = 31 * h + c;
        }
        return h == s.hashCode() ? h : 0;
    }
}
