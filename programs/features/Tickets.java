/**
 * Numbers handed out in turn: state in static fields that calls read and change.
 */
public class Tickets {

    static int next = 1;
    static boolean closed;
    private static int served;

    public static int draw() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        return next++;
    }

    /** Serves the next in line, or nobody. */
    public static int serve() {
        return served + 1 < next ? ++served : 0;
    }

    public static int waiting() {
        return next - 1 - served;
    }

    public static void close() {
        closed = true;
    }

    public static void reset() {
        next = 1;
        served = 0;
        closed = false;
    }
}
