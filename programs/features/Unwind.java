/**
 * Exceptions declared here, checked and not, thrown, caught, wrapped, and cleaned up after.
 */
public class Unwind {

    /** A step that could not be done; callers have to deal with it. */
    public static class StepException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int step;

        public StepException(String message, int step) {
            super(message + " at step " + step);
            this.step = step;
        }

        public int step() {
            return step;
        }
    }

    /** A step that cannot be done at all. */
    public static class FatalStepException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public FatalStepException(Throwable cause) {
            super("fatal", cause);
        }
    }

    private int open;
    private StringBuilder log = new StringBuilder();

    public int open() {
        return open;
    }

    public String log() {
        return log.toString();
    }

    /** One step: 0 is fine, 1 fails, 2 divides by zero, 3 reads past an array, others are illegal. */
    int step(int kind, int number) throws StepException {
        open++;
        try {
            log.append('s').append(number);
            if (kind == 1) {
                throw new StepException("failed", number);
            } else if (kind == 2) {
                return number / (kind - 2);
            } else if (kind == 3) {
                int[] cells = new int[number];
                return cells[number];
            } else if (kind != 0) {
                throw new IllegalArgumentException("kind " + kind);
            }
            return number;
        } finally {
            open--;
            log.append('f');
        }
    }

    /** Runs the steps in turn; what they throw becomes a code. */
    public int run(int[] kinds) {
        int sum = 0;
        for (int i = 0; i < kinds.length; i++) {
            try {
                sum += step(kinds[i], i);
            } catch (StepException e) {
                log.append('c').append(e.step());
                sum += 10;
            } catch (ArithmeticException | IndexOutOfBoundsException e) {
                log.append(e instanceof ArithmeticException ? 'a' : 'x');
                sum += 100;
                continue;
            } finally {
                log.append(';');
            }
            sum++;
        }
        return sum;
    }

    /** Like a step, but a checked failure is wrapped. */
    public int runOne(int kind) {
        try {
            return step(kind, 7);
        } catch (StepException e) {
            throw new FatalStepException(e);
        }
    }

    /** What is returned is computed before the finally block runs. */
    public static int returnedBefore(int n) {
        int result = n;
        try {
            return result * 2;
        } finally {
            result = -1;
        }
    }

    /** The message of the failure below the one that is seen, if there is any. */
    public static String rootMessage(int kind) {
        try {
            return "value " + new Unwind().runOne(kind);
        } catch (FatalStepException e) {
            return e.getMessage() + ": " + e.getCause().getMessage();
        } catch (RuntimeException e) {
            if (kind > 10) {
                throw e;
            }
            return "runtime";
        }
    }
}
