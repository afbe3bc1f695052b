package jatpg;

/** Where labels are planted: it notes that a trap has sprung, and goes on, so that nothing can catch it. */
public final class Trap {
    public static volatile boolean sprung;

    private Trap() {
    }

    public static boolean on(boolean condition, boolean wanted) {
        sprung |= condition == wanted;
        return condition;
    }

    public static void when(boolean condition) {
        sprung |= condition;
    }

    public static void now() {
        sprung = true;
    }
}
