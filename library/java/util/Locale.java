package java.util;

/** The conventions of a region: those that format as the root does, and some in which a class may be initialised. */
public final class Locale {
    public static final Locale ROOT = new Locale("", true);
    public static final Locale ENGLISH = new Locale("en", true);
    public static final Locale US = new Locale("en_US", true);
    public static final Locale UK = new Locale("en_GB", true);

    private final String name;

    private Locale(String name, boolean known) {
        this.name = name;
    }

    /** The locale in which Java was started. */
    private static Locale atStart(String name) {
        return name.isEmpty() ? ROOT : name.equals("en_US") ? US : new Locale(name, false);
    }

    public String toString() {
        // Another string than the literal, and nobody may ask which.
        return name.substring(0);
    }

    /** Texts are made as the root makes them: where the locale makes others, the run ends. A call of it fails on null. */
    public void hashCode$() {
        formatsAsRoot(name);
    }

    private static native boolean formatsAsRoot(String name);
}
