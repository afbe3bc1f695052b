package java.lang;

import java.io.Serializable;

/** The superclass of all enums. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public String toString() {
        return name;
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    public final int hashCode() {
        return super.hashCode();
    }

    protected final Object clone() throws CloneNotSupportedException {
        throw Raise$.cloneNotSupported();
    }

    public final int compareTo(E other) {
        Enum that = (Enum) other;
        if (getDeclaringClass() != that.getDeclaringClass()) {
            throw Raise$.classCast();
        }
        return ordinal - that.ordinal;
    }

    public final native Class<E> getDeclaringClass();
}
