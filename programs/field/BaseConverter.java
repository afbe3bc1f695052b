/** Numbers in bases from 2 to 36. */
public final class BaseConverter {
    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

    private BaseConverter() {
    }

    public static String toBase(long number, int base) {
        checkBase(base);
        if (number == 0) {
            return "0";
        }
        char[] buffer = new char[65];
        int at = buffer.length;
        long rest = number;
        while (rest != 0) {
            int digit = (int) (rest % base);
            buffer[--at] = DIGITS.charAt(digit < 0 ? -digit : digit);
            rest /= base;
        }
        if (number < 0) {
            buffer[--at] = '-';
        }
        return new String(buffer, at, buffer.length - at);
    }

    /**
     * Reads a number. Underscores between digits are allowed.
     *
     * @throws NumberFormatException if the text is no number of the base or does not fit
     */
    public static long fromBase(String text, int base) {
        checkBase(base);
        boolean negative = text.startsWith("-");
        int start = negative ? 1 : 0;
        if (start == text.length()) {
            throw new NumberFormatException("no digits");
        }
        long result = 0;
        boolean afterDigit = false;
        for (int i = start; i < text.length(); i++) {
            char c = Character.toLowerCase(text.charAt(i));
            if (c == '_' && afterDigit && i < text.length() - 1) {
                afterDigit = false;
                continue;
            }
            int digit = DIGITS.indexOf(c);
            if (digit < 0 || digit >= base) {
                throw new NumberFormatException("bad digit '" + text.charAt(i) + "' at " + i);
            }
            if (result > (Long.MAX_VALUE - digit) / base) {
                throw new NumberFormatException("overflow");
            }
            result = result * base + digit;
            afterDigit = true;
        }
        return negative ? -result : result;
    }

    private static void checkBase(int base) {
        if (base < 2 || base > DIGITS.length()) {
            throw new IllegalArgumentException("base " + base);
        }
    }
}
