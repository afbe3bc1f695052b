//! What reflection says of classes of sources, of class files and of the JDK, as the JVM says it.

use super::{compare, jdks, sources_give_the_same};

const SHAPES: &str = r#"
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class Shapes<A, B extends Number & Comparable<B>> extends AbstractList<A> implements Serializable, Supplier<List<? extends A>> {
    public interface Visitor<R, X extends Exception> { R visit(List<? super R> all, Map<String, int[]>[] maps) throws X; }
    static abstract class Base<T> { protected T held; abstract T give(T t) throws IOException; }
    static final class Leaf extends Base<String> { public volatile int count = 4; transient long far; String give(String t) { return t; } }
    enum Plain { ONE, TWO }
    enum Rich implements IntUnaryOperator { UP { public int applyAsInt(int k) { return k + 1; } }; static int seen; }
    record Point<N extends Number>(N x, int y) implements Comparable<Point<N>> { public int compareTo(Point<N> o) { return y - o.y; } }
    @interface Mark {}
    class Inner { int depth; }
    static class Made { private int k = 5; public String name = "n"; Made() {} Made(int k, String... names) { this.k = k; } }
    static class Simple {
        private static final int LIMIT = 3; protected static String last;
        public static synchronized <T extends Comparable<? super T>> T most(Collection<? extends T> all, int... more) { return null; }
        final double half(int k) { return k / 2.0; }
        private native void none();
    }

    public A get(int k) { return null; }
    public int size() { return 0; }
    public List<? extends A> get() { return null; }

    static String show(Class<?> c) {
        StringBuilder b = new StringBuilder();
        b.append(Modifier.toString(c.getModifiers())).append(' ').append(c.getName()).append(c.isAnonymousClass()).append(c.isLocalClass()).append(c.isMemberClass());
        b.append(c.getEnclosingClass()).append(c.getDeclaringClass()).append(c.isSynthetic()).append(c.getCanonicalName()).append(c.getTypeName());
        for (TypeVariable<?> v : c.getTypeParameters()) b.append(v).append(Arrays.toString(v.getBounds())).append(v.getGenericDeclaration() == c);
        b.append(c.getGenericSuperclass()).append(Arrays.toString(c.getGenericInterfaces())).append(Arrays.toString(c.getInterfaces()));
        return b.toString();
    }

    static String fields(Class<?> c) {
        StringBuilder b = new StringBuilder();
        for (Field f : c.getDeclaredFields()) b.append(f.toGenericString()).append(f.isSynthetic()).append(f.isEnumConstant()).append(';');
        return b.toString();
    }

    static String members(Class<?> c) {
        List<String> all = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) all.add(m.toGenericString() + m.isVarArgs() + m.isSynthetic() + m.isBridge() + m.isDefault());
        for (Constructor<?> m : c.getDeclaredConstructors()) all.add(m.toGenericString() + m.isVarArgs());
        Collections.sort(all);
        return all.toString();
    }

    static String guarded(int k) throws Exception {
        switch (k) {
            case 12: return Leaf.class.getDeclaredField("nothing").toString();
            case 13: { Leaf l = new Leaf(); l.held = "x"; Field f = Base.class.getDeclaredField("held"); f.setAccessible(true); f.set(l, f.get(l) + "y"); return l.held; }
            case 14: { Made m = new Made(); Field f = Made.class.getDeclaredField("k"); f.setAccessible(true); Object before = f.get(m); f.set(m, 7); return before + "," + m.k; }
            case 15: { Field f = Leaf.class.getDeclaredField("count"); f.setAccessible(true); return f.get("other").toString(); }
            case 16: return Simple.class.getDeclaredMethod("half", int.class).toString();
            case 17: return Simple.class.getDeclaredMethod("half").toString();
            case 18: return Arrays.toString(Rich.values()) + Rich.UP.getDeclaringClass() + Plain.class.isEnum();
            case 19: return "" + Made.class.getDeclaredConstructor(int.class, String[].class);
            default: return "";
        }
    }

    public static Object run(int k) {
        try {
            switch (k) {
                case 0: return show(Shapes.class) + show(Visitor.class) + show(Base.class) + show(Leaf.class);
                case 1: return show(Plain.class) + show(Point.class) + show(Mark.class) + show(Shapes.Inner.class);
                case 2: { class Local<L> { L l; } return show(Local.class) + show(int[].class) + show(int.class) + show(Map.Entry[].class); }
                case 3: { Object o = new ArrayList<Map<String, Integer>>() {}; return show(o.getClass()) + show(new Comparator<int[]>() { public int compare(int[] a, int[] b) { return 0; } }.getClass()); }
                case 4: return fields(Plain.class) + fields(Point.class) + fields(Leaf.class) + fields(Simple.class) + fields(Made.class) + fields(Visitor.class);
                case 5: return members(Simple.class) + members(Visitor.class) + members(Made.class) + members(Plain.class).length();
                case 6: return show(HashMap.class) + show(Map.Entry.class) + show(Comparable.class) + show(Enum.class);
                case 7: return fields(HashMap.class) + fields(AbstractMap.SimpleEntry.class) + members(AbstractMap.SimpleEntry.class);
                case 8: return show(Class.forName("java.util.Collections$UnmodifiableMap")) + fields(Class.forName("java.util.Collections$UnmodifiableMap"));
                case 9: return members(Comparable.class) + members(Iterator.class) + members(Optional.class);
                case 10: { Type t = Leaf.class.getGenericSuperclass(); Type u = Leaf.class.getGenericSuperclass(); return "" + t.equals(u) + (t.hashCode() == u.hashCode()) + ((ParameterizedType) t).getOwnerType() + Arrays.toString(((ParameterizedType) t).getActualTypeArguments()); }
                case 11: return "" + (HashMap.class.getTypeParameters()[0] == HashMap.class.getTypeParameters()[0]) + HashMap.class.getTypeParameters()[0].equals(LinkedHashMap.class.getTypeParameters()[0]) + Leaf.class.getAnnotations().length + Leaf.class.getDeclaredField("far").getAnnotation(Deprecated.class);
                default: return guarded(k);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return "!" + e.getClass().getName();
        } catch (Exception e) {
            return "?" + e.getClass().getName();
        }
    }
}
"#;

/// How many inputs it tells apart.
const INPUTS: usize = 20;

#[test]
fn of_sources_it_is_what_javac_writes() {
    for jdk in jdks("of_sources_it_is_what_javac_writes") {
        sources_give_the_same(&jdk, &[("Shapes", SHAPES)], INPUTS);
    }
}

#[test]
fn of_class_files_it_is_what_stands_there() {
    for jdk in jdks("of_class_files_it_is_what_stands_there") {
        let compared = compare(&jdk, &[("Shapes".to_owned(), SHAPES.to_owned())], INPUTS);
        assert!(compared.ended.is_empty(), "{:#?}", compared.ended);
    }
}

const ORDER: &str = r#"
public class Order {
    static class Three { void one() {} void two() {} void three() {} }

    public static Object run(int k) {
        java.lang.reflect.Method[] all = Three.class.getDeclaredMethods();
        return k == 0 ? "" + all.length : all[0].getName();
    }
}
"#;

#[test]
fn what_depends_on_the_order_of_methods_is_not_followed() {
    for jdk in jdks("what_depends_on_the_order_of_methods_is_not_followed") {
        let compared = compare(&jdk, &[("Order".to_owned(), ORDER.to_owned())], 2);
        assert_eq!(compared.same, 1, "{:?}", compared.ended);
    }
}
