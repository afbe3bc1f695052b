/**
 * The value of a Roman numeral: a smaller letter before a greater one is subtracted.
 */
public class RomanToInt {

    public static int romanToInt(String s) {
        int total = 0;
        int previous = 0;
        for (int i = s.length() - 1; i >= 0; i--) {
            int value = valueOf(s.charAt(i));
            if (value < previous) {
                total -= value;
            } else {
                total += value;
                previous = value;
            }
        }
        return total;
    }

    private static int valueOf(char letter) {
        switch (letter) {
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
                throw new IllegalArgumentException("not a Roman digit: " + letter);
        }
    }
}
