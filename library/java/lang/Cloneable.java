package java.lang;

/** Marks the classes whose objects may be cloned. */
public interface Cloneable {
}
