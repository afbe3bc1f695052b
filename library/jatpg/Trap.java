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

    public static native void when(boolean condition);

    public static native void now();
}
