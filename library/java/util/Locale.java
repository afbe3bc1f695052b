package java.util;

/** The conventions of a region; only those that format as the root does. */
public final class Locale {
    public static final Locale ROOT = new Locale("", true);
    public static final Locale ENGLISH = new Locale("en", true);
    public static final Locale US = new Locale("en_US", true);
    public static final Locale UK = new Locale("en_GB", true);

    private final String name;

    private Locale(String name, boolean known) {
        this.name = name;
    }

    public String toString() {
        // Another string than the literal, and nobody may ask which.
        return name.substring(0);
    }

    /** Nothing; a call of it fails on null. */
    public void hashCode$() {
    }
}
