/**
 * Switch expressions and statements with arrows, on ints, chars and strings.
 */
public class SwitchArrows {

    public static int daysIn(int month, boolean leap) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> leap ? 29 : 28;
            case 1, 3, 5, 7, 8, 10, 12 -> 31;
            default -> throw new IllegalArgumentException("month " + month);
        };
    }

    public static int scrabble(String word) {
        int score = 0;
        for (int i = 0; i < word.length(); i++) {
            score += switch (word.charAt(i)) {
                case 'a', 'e', 'i', 'o', 'u', 'l', 'n', 's', 't', 'r' -> 1;
                case 'd', 'g' -> 2;
                case 'b', 'c', 'm', 'p' -> 3;
                case 'f', 'h', 'v', 'w', 'y' -> 4;
                case 'k' -> 5;
                case 'j', 'x' -> 8;
                case 'q', 'z' -> 10;
                default -> 0;
            };
        }
        return score;
    }

    public static int calculate(int a, String op, int b) {
        return switch (op) {
            case "add" -> a + b;
            case "sub" -> a - b;
            case "pow" -> {
                int result = 1;
                for (int i = 0; i < b && i < 31; i++) {
                    result *= a;
                }
                yield result;
            }
            case "div", "mod" -> {
                if (b == 0) {
                    yield 0;
                }
                int quotient = a / b;
                yield op.equals("div") ? quotient : a - quotient * b;
            }
            default -> -1;
        };
    }

    /** An old-style switch as an expression: groups with colons that yield. */
    public static char vowelMark(char c) {
        char mark = switch (c) {
            case 'a':
            case 'e':
            case 'i':
            case 'o':
            case 'u':
                yield '*';
            case 'y':
                yield '?';
            default:
                yield c;
        };
        return mark;
    }

    /** Arrows in a statement need no break, and need not cover everything. */
    public static int weight(String animal) {
        int kilos = 1;
        switch (animal) {
            case "cat" -> kilos = 4;
            case "dog" -> {
                kilos = 10;
                kilos += 5;
            }
            case "elephant" -> kilos *= 5000;
        }
        return kilos;
    }
}
