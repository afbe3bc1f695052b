/**
 * Arithmetic on chars: hexadecimal digits, rot13, the Vigenere cipher, letter counts.
 */
public class Letters {

    public static String rot13(String text) {
        char[] out = text.toCharArray();
        for (int i = 0; i < out.length; i++) {
            char c = out[i];
            if (c >= 'a' && c <= 'z') {
                out[i] = (char) ((c - 'a' + 13) % 26 + 'a');
            } else if (c >= 'A' && c <= 'Z') {
                out[i] = (char) ((c - 'A' + 13) % 26 + 'A');
            }
        }
        return new String(out);
    }

    public static String hex(int n) {
        char[] digits = new char[8];
        for (int i = digits.length - 1; i >= 0; i--) {
            int d = n & 0xf;
            digits[i] = (char) (d < 10 ? '0' + d : 'a' - 10 + d);
            n >>>= 4;
        }
        return String.valueOf(digits);
    }

    public static int hexDigit(char c) {
        if (Character.isDigit(c)) {
            return Character.getNumericValue(c);
        }
        c |= 0x20;
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    public static String vigenere(String text, String key) {
        String out = "";
        for (int i = 0, k = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isUpperCase(c)) {
                c += key.charAt(k++ % key.length()) - 'A';
                if (c > 'Z') {
                    c -= 26;
                }
            }
            out += c;
        }
        return out;
    }

    /** The most frequent small letter, the first of them in the alphabet; a blank if there is none. */
    public static char mostFrequent(String text) {
        int[] counts = new int['z' - 'a' + 1];
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ('a' <= c && c <= 'z') {
                counts[c - 'a']++;
            }
        }
        char best = ' ';
        int most = 0;
        for (char c = 'a'; c <= 'z'; c++) {
            if (counts[c - 'a'] > most) {
                most = counts[c - 'a'];
                best = c;
            }
        }
        return best;
    }
}
