/**
 * Shifts the letters of a text around the alphabet; case is kept, and other characters too.
 */
public class CaesarCipher {

    private static final int LETTERS = 26;

    public static String encrypt(String text, int shift) {
        StringBuilder out = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            out.append(rotate(c, shift));
        }
        return out.toString();
    }

    public static String decrypt(String text, int shift) {
        return encrypt(text, -(shift % LETTERS));
    }

    private static char rotate(char c, int shift) {
        char base;
        if (c >= 'a' && c <= 'z') {
            base = 'a';
        } else if (c >= 'A' && c <= 'Z') {
            base = 'A';
        } else {
            return c;
        }
        return (char) (base + Math.floorMod(c - base + shift % LETTERS, LETTERS));
    }
}
