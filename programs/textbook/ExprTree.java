/**
 * Arithmetic expressions as trees, evaluated and printed by virtual calls.
 */
public class ExprTree {

    public abstract static class Expr {
        /** The value where the variable is {@code x}. */
        abstract int eval(int x);

        abstract int depth();
    }

    public static final class Num extends Expr {
        private final int value;

        public Num(int value) {
            this.value = value;
        }

        @Override
        int eval(int x) {
            return value;
        }

        @Override
        int depth() {
            return 1;
        }

        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    public static final class Var extends Expr {
        @Override
        int eval(int x) {
            return x;
        }

        @Override
        int depth() {
            return 1;
        }

        @Override
        public String toString() {
            return "x";
        }
    }

    public static final class Bin extends Expr {
        private final char op;
        private final Expr left;
        private final Expr right;

        public Bin(char op, Expr left, Expr right) {
            this.op = op;
            this.left = left;
            this.right = right;
        }

        @Override
        int eval(int x) {
            int l = left.eval(x);
            int r = right.eval(x);
            switch (op) {
                case '+':
                    return l + r;
                case '-':
                    return l - r;
                case '*':
                    return l * r;
                case '/':
                    return l / r;
                default:
                    throw new IllegalStateException("operator " + op);
            }
        }

        @Override
        int depth() {
            return 1 + Math.max(left.depth(), right.depth());
        }

        @Override
        public String toString() {
            return "(" + left + " " + op + " " + right + ")";
        }
    }

    /** The polynomial a x² + b x + c at x, through its tree. */
    public static int quadratic(int a, int b, int c, int x) {
        Expr v = new Var();
        Expr square = new Bin('*', new Num(a), new Bin('*', v, v));
        Expr linear = new Bin('*', new Num(b), v);
        return new Bin('+', new Bin('+', square, linear), new Num(c)).eval(x);
    }

    /** The operators in a row, each applied to what is before it and to x, as text and value. */
    public static String chain(String operators, int first, int x) {
        Expr e = new Num(first);
        for (int i = 0; i < operators.length(); i++) {
            e = new Bin(operators.charAt(i), e, new Var());
        }
        return e + " = " + e.eval(x) + ", depth " + e.depth();
    }
}
