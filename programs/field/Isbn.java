/** Validates and converts International Standard Book Numbers. */
public final class Isbn {
    private static final int LENGTH_10 = 10;
    private static final int LENGTH_13 = 13;
    private static final String PREFIX = "978";

    private Isbn() {
    }

    /**
     * Tells whether the text is a valid ISBN of either length. Hyphens and spaces are ignored.
     *
     * @param text the number as printed on the book, may be null
     * @return true if length and check digit are right
     */
    public static boolean isValid(String text) {
        if (text == null) {
            return false;
        }
        String digits = strip(text);
        if (digits.length() == LENGTH_10) {
            return isValid10(digits);
        }
        return digits.length() == LENGTH_13 && isValid13(digits);
    }

    static boolean isValid10(String digits) {
        int sum = 0;
        for (int i = 0; i < LENGTH_10; i++) {
            char c = digits.charAt(i);
            int value;
            if (c == 'X' && i == LENGTH_10 - 1) {
                value = 10;
            } else if (c >= '0' && c <= '9') {
                value = c - '0';
            } else {
                return false;
            }
            sum += value * (LENGTH_10 - i);
        }
        return sum % 11 == 0;
    }

    static boolean isValid13(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return false;
            }
        }
        return checkDigit13(digits) == digits.charAt(LENGTH_13 - 1) - '0';
    }

    /** The check digit over the first twelve digits. */
    static int checkDigit13(String digits) {
        int sum = 0;
        for (int i = 0; i < LENGTH_13 - 1; i++) {
            int digit = digits.charAt(i) - '0';
            sum += i % 2 == 0 ? digit : 3 * digit;
        }
        return (10 - sum % 10) % 10;
    }

    /**
     * Converts a number of ten digits to one of thirteen.
     *
     * @throws IllegalArgumentException if it is not a valid ISBN-10
     */
    public static String to13(String isbn10) {
        if (isbn10 == null) {
            throw new IllegalArgumentException("no ISBN");
        }
        String digits = strip(isbn10);
        if (digits.length() != LENGTH_10 || !isValid10(digits)) {
            throw new IllegalArgumentException("not an ISBN-10: " + isbn10);
        }
        String body = PREFIX + digits.substring(0, LENGTH_10 - 1);
        return body + checkDigit13(body + "0");
    }

    private static String strip(String text) {
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-' && c != ' ') {
                kept.append(c == 'x' ? 'X' : c);
            }
        }
        return kept.toString();
    }
}
