package jatpg;

/**
 * What a label plants: a run of its version that comes here with the condition true ends, in an end of its own that no
 * handler and no finally part sees. In the initialiser of a class it does nothing.
 */
public final class Trap {
    private Trap() {
    }

    /** Where a condition has the wanted value; gives the condition. */
    public static native boolean on(boolean condition, boolean wanted);

    /** Where the condition beside a value holds; gives the value. */
    public static native boolean seen(boolean value, boolean condition);

    public static native int seen(int value, boolean condition);

    public static native long seen(long value, boolean condition);

    public static native float seen(float value, boolean condition);

    public static native double seen(double value, boolean condition);

    /** Gives the value, which is evaluated behind what springs. */
    public static native boolean after(boolean asked, boolean value);

    public static native int after(boolean asked, int value);

    public static native long after(boolean asked, long value);

    public static native float after(boolean asked, float value);

    public static native double after(boolean asked, double value);

    /** Where a value is the other; gives the value. */
    public static native int equal(int value, int other);

    public static native long equal(long value, long other);

    public static native float equal(float value, float other);

    public static native double equal(double value, double other);

    /** Where a value is below the bound; gives the value. */
    public static native int below(int value, int bound);

    /** Where a value is not below the bound; gives the value. */
    public static native int above(int value, int bound);

    public static native void when(boolean condition);

    public static native void now();
}
