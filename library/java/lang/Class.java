package java.lang;

import java.io.Serializable;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Type;

/** What an object is an instance of; made by the virtual machine, one for each class or array type. */
public final class Class<T> implements Serializable, GenericDeclaration, Type {
    private Class() {
    }

    public native String getName();

    public native String getSimpleName();

    public native boolean isInstance(Object object);

    public native boolean isInterface();

    public native boolean isArray();

    public native boolean isPrimitive();

    public native boolean isEnum();

    public String toString() {
        return String.vague((isInterface() ? "interface " : isPrimitive() ? "" : "class ") + getName());
    }
}
