package java.lang;

/** The root of all classes. */
public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    public native int hashCode();

    public boolean equals(Object other) {
        return this == other;
    }

    protected native Object clone() throws CloneNotSupportedException;

    public String toString() {
        return String.vague(getClass().getName() + "@" + Integer.toHexString(hashCode()));
    }
}
