/** Roman numerals from I to MMMCMXCIX. */
public final class RomanNumber {
    public static final int MIN = 1;
    public static final int MAX = 3999;

    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SYMBOLS = {
        "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
    };

    private RomanNumber() {
    }

    /**
     * Formats a number.
     *
     * @param number between {@link #MIN} and {@link #MAX}
     */
    public static String format(int number) {
        if (number < MIN || number > MAX) {
            throw new IllegalArgumentException("out of range: " + number);
        }
        StringBuilder roman = new StringBuilder();
        int rest = number;
        for (int i = 0; i < VALUES.length; i++) {
            while (rest >= VALUES[i]) {
                roman.append(SYMBOLS[i]);
                rest -= VALUES[i];
            }
        }
        return roman.toString();
    }

    /**
     * Parses a numeral, in upper or lower case.
     *
     * @throws NumberFormatException if the text is not the one way to write its number
     */
    public static int parse(String roman) {
        if (roman == null || roman.isEmpty()) {
            throw new NumberFormatException("empty");
        }
        String upper = roman.toUpperCase();
        int total = 0;
        int previous = 0;
        for (int i = upper.length() - 1; i >= 0; i--) {
            int value = valueOf(upper.charAt(i));
            if (value == 0) {
                throw new NumberFormatException("unexpected '" + roman.charAt(i) + "'");
            }
            if (value < previous) {
                total -= value;
            } else {
                total += value;
                previous = value;
            }
        }
        if (total < MIN || total > MAX || !format(total).equals(upper)) {
            throw new NumberFormatException("not a numeral: " + roman);
        }
        return total;
    }

    private static int valueOf(char symbol) {
        switch (symbol) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            case 'L':
                return 50;
            case 'C':
                return 100;
            case 'D':
                return 500;
            case 'M':
                return 1000;
            default:
                return 0;
        }
    }
}
