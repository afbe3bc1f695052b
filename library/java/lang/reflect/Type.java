package java.lang.reflect;

/** A type of the language. */
public interface Type {
    default String getTypeName() {
        return toString();
    }
}
