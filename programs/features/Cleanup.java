/**
 * What finally does to the other ways out: nested blocks, break and continue through them, an
 * exception replaced by another.
 */
public class Cleanup {

    public static String nested(int fault) {
        String log = "";
        try {
            try {
                log += "a";
                if (fault == 1) {
                    throw new IllegalStateException("inner");
                }
                log += 10 / (fault - 2);
            } catch (IllegalStateException e) {
                log += "b";
                throw new IllegalArgumentException(e.getMessage() + " again");
            } finally {
                log += "c";
                if (fault == 3) {
                    throw new UnsupportedOperationException();
                }
            }
        } catch (UnsupportedOperationException e) {
            log += "d";
        } catch (IllegalArgumentException e) {
            log += e.getMessage();
        } catch (RuntimeException e) {
            log += "e";
        }
        return log;
    }

    /** Leaves a loop from inside of try, with the finally block on the way. */
    public static int loop(int[] a) {
        int cleaned = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int v : a) {
                try {
                    if (v == 0) {
                        continue outer;
                    }
                    if (v < 0) {
                        break outer;
                    }
                    cleaned += 100 / v;
                } finally {
                    cleaned++;
                }
            }
        }
        return cleaned;
    }

    /** A return in finally hides what happened before it. */
    @SuppressWarnings("finally")
    public static int hidden(int[] a, int i) {
        try {
            return a[i] / i;
        } finally {
            if (i < 2) {
                return -1;
            }
        }
    }

    /** Which standard exception an operation throws. */
    public static String thrown(int operation, Object value) {
        try {
            switch (operation) {
                case 0:
                    return value.toString();
                case 1:
                    return ((String) value).substring(1);
                case 2:
                    return "" + new int[value.hashCode() % 2 - 1].length;
                case 3:
                    throw (RuntimeException) value;
                default:
                    return "none";
            }
        } catch (NullPointerException e) {
            return "null";
        } catch (ClassCastException e) {
            return "cast";
        } catch (StringIndexOutOfBoundsException e) {
            return "bounds";
        } catch (NegativeArraySizeException e) {
            return "size";
        }
    }
}
