/**
 * Recognises decimal numbers such as {@code -12.5e+3} by a finite automaton: a switch in a loop.
 */
public class StateMachine {

    private static final int START = 0;
    private static final int SIGNED = 1;
    private static final int WHOLE = 2;
    private static final int POINT = 3;
    private static final int FRACTION = 4;
    private static final int EXPONENT = 5;
    private static final int EXPONENT_SIGNED = 6;
    private static final int EXPONENT_DIGITS = 7;
    private static final int ERROR = 8;

    public static boolean isNumber(String s) {
        int state = START;
        for (int i = 0; i < s.length() && state != ERROR; i++) {
            state = step(state, s.charAt(i));
        }
        return state == WHOLE || state == FRACTION || state == EXPONENT_DIGITS;
    }

    static int step(int state, char c) {
        boolean digit = c >= '0' && c <= '9';
        boolean sign = c == '+' || c == '-';
        boolean exponent = c == 'e' || c == 'E';
        switch (state) {
            case START:
                if (sign) {
                    return SIGNED;
                }
                return digit ? WHOLE : ERROR;
            case SIGNED:
                return digit ? WHOLE : ERROR;
            case WHOLE:
                if (c == '.') {
                    return POINT;
                }
                if (exponent) {
                    return EXPONENT;
                }
                return digit ? WHOLE : ERROR;
            case POINT:
                return digit ? FRACTION : ERROR;
            case FRACTION:
                if (exponent) {
                    return EXPONENT;
                }
                return digit ? FRACTION : ERROR;
            case EXPONENT:
                if (sign) {
                    return EXPONENT_SIGNED;
                }
                return digit ? EXPONENT_DIGITS : ERROR;
            case EXPONENT_SIGNED:
            case EXPONENT_DIGITS:
                return digit ? EXPONENT_DIGITS : ERROR;
            default:
                return ERROR;
        }
    }
}
