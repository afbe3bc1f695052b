/** Evaluates arithmetic expressions over ints: + - * / %, unary minus, parentheses. */
public class ExpressionParser {
    /** Thrown for texts that are no expression. */
    public static class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int position;

        public SyntaxException(String message, int position) {
            super(message + " at " + position);
            this.position = position;
        }

        public int getPosition() {
            return position;
        }
    }

    private final String input;
    private int position;

    private ExpressionParser(String input) {
        this.input = input;
    }

    /** The value of an expression. */
    public static int evaluate(String text) throws SyntaxException {
        ExpressionParser parser = new ExpressionParser(text);
        int value = parser.sum();
        parser.skipBlanks();
        if (parser.position < text.length()) {
            throw new SyntaxException("unexpected '" + text.charAt(parser.position) + "'", parser.position);
        }
        return value;
    }

    private int sum() throws SyntaxException {
        int value = product();
        while (true) {
            if (accept('+')) {
                value += product();
            } else if (accept('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private int product() throws SyntaxException {
        int value = factor();
        for (;;) {
            if (accept('*')) {
                value *= factor();
            } else if (accept('/')) {
                int at = position;
                int divisor = factor();
                if (divisor == 0) {
                    throw new SyntaxException("division by zero", at);
                }
                value /= divisor;
            } else if (accept('%')) {
                value %= factor();
            } else {
                return value;
            }
        }
    }

    private int factor() throws SyntaxException {
        if (accept('-')) {
            return -factor();
        }
        if (accept('(')) {
            int value = sum();
            if (!accept(')')) {
                throw new SyntaxException("missing )", position);
            }
            return value;
        }
        int start = position;
        int value = 0;
        while (position < input.length() && Character.isDigit(input.charAt(position))) {
            value = value * 10 + (input.charAt(position) - '0');
            position++;
        }
        if (start == position) {
            throw new SyntaxException("number expected", start);
        }
        return value;
    }

    private boolean accept(char wanted) {
        skipBlanks();
        if (position < input.length() && input.charAt(position) == wanted) {
            position++;
            skipBlanks();
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (position < input.length() && input.charAt(position) == ' ') {
            position++;
        }
    }
}
