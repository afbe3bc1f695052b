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

    public static boolean seen(boolean value, boolean condition) {
        sprung |= condition;
        return value;
    }

    public static int seen(int value, boolean condition) {
        sprung |= condition;
        return value;
    }

    public static long seen(long value, boolean condition) {
        sprung |= condition;
        return value;
    }

    public static float seen(float value, boolean condition) {
        sprung |= condition;
        return value;
    }

    public static double seen(double value, boolean condition) {
        sprung |= condition;
        return value;
    }

    public static boolean after(boolean asked, boolean value) {
        return value;
    }

    public static int after(boolean asked, int value) {
        return value;
    }

    public static long after(boolean asked, long value) {
        return value;
    }

    public static float after(boolean asked, float value) {
        return value;
    }

    public static double after(boolean asked, double value) {
        return value;
    }

    public static int equal(int value, int other) {
        sprung |= value == other;
        return value;
    }

    public static long equal(long value, long other) {
        sprung |= value == other;
        return value;
    }

    public static float equal(float value, float other) {
        sprung |= value == other;
        return value;
    }

    public static double equal(double value, double other) {
        sprung |= value == other;
        return value;
    }

    public static int below(int value, int bound) {
        sprung |= value < bound;
        return value;
    }

    public static int above(int value, int bound) {
        sprung |= value >= bound;
        return value;
    }

    public static void when(boolean condition) {
        sprung |= condition;
    }

    public static void now() {
        sprung = true;
    }
}
