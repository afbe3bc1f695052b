//! What reflection says of classes of sources, of class files and of the JDK, as the JVM says it.

use super::{compare, compare_sources, jdks, sources_give_the_same};

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
                case 5: return members(Simple.class) + members(Mark.class) + members(Made.class);
                case 6: return show(HashMap.class) + show(Map.Entry.class) + show(Comparable.class) + show(Enum.class);
                case 7: return fields(HashMap.class) + fields(AbstractMap.SimpleEntry.class) + members(AbstractMap.SimpleEntry.class);
                case 8: return show(Class.forName("java.util.Collections$UnmodifiableMap")) + fields(Class.forName("java.util.Collections$UnmodifiableMap"));
                case 9: return members(Comparable.class) + members(Iterator.class) + members(Enumeration.class);
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

const BROAD: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class Broad {
    interface All { int K = 3; void a(); default int b() { return 1; } static int c() { return 2; } private int d() { return 3; } }
    public interface Two extends All, Comparator<int[]> {}
    @interface Anno { int value() default 1; String[] names(); }
    static abstract class Abs { protected Abs() {} protected abstract void x(int[][] k, Map.Entry<String, ?> e); static synchronized void y() {} final void z() {} }
    private static class Hidden { private Hidden(int... a) {} private static final long serialVersionUID = 1; volatile transient int v; }
    protected static final class Prot<T extends Object & Comparable<? super T>, U extends T> { protected T t; List<? super T>[] l; Map<T, ? extends U> m; <X extends U> Prot(X x, T... ts) {} }
    class In { class Deep {} int in; }
    enum Bodied { A { int f() { return 1; } }, B; int f() { return 0; } }
    enum Open { A { int f() { return 1; } }; abstract int f(); }
    enum Fielded { X(1), Y(2); final int v; private static int count; Fielded(int v) { this.v = v; } static Fielded one() { return X; } }
    record V(String... names) { static int seen; V { Objects.requireNonNull(names); } }
    record G<T extends Comparable<T>>(T first, List<T> all, int[] raw) { int extra() { return 1; } public int[] raw() { return raw; } }
    private record P() {}
    @Deprecated static class Old { @Deprecated int k; @Override public String toString() { return "o"; } @SuppressWarnings("x") int l; }
    static class Throws { void u() throws IOException, IllegalStateException {} <X extends Exception> void t() throws X {} Throws() throws IOException {} }
    static class Lam { Runnable r = () -> {}; int q(int k) { return k; } int q(long k) { return 2; } }
    static class Cov implements Supplier<String> { public String get() { return "c"; } }
    static class Asserts { int a; void m(int k) { assert k > 0; } }
    static class None {}
    static int top;

    static String names(Class<?> c) {
        return c.getName() + "|" + c.getSimpleName() + "|" + c.getCanonicalName() + "|" + c.getTypeName() + "|" + c + "|" + Modifier.toString(c.getModifiers()) + "|" + c.getModifiers() + "|" + c.isInterface()
            + c.isEnum() + c.isRecord() + c.isAnnotation() + c.isSynthetic() + c.isAnonymousClass() + c.isLocalClass() + c.isMemberClass() + c.isArray() + c.isPrimitive() + "|" + c.getEnclosingClass() + c.getDeclaringClass()
            + c.getSuperclass() + c.getGenericSuperclass() + Arrays.toString(c.getInterfaces()) + Arrays.toString(c.getGenericInterfaces()) + Arrays.toString(c.getTypeParameters()) + c.getComponentType() + "\n";
    }

    static String fields(Class<?> c) {
        StringBuilder b = new StringBuilder();
        for (Field f : c.getDeclaredFields()) b.append(f).append(f.toGenericString()).append(f.getModifiers()).append(f.isSynthetic()).append(f.isEnumConstant()).append(f.getGenericType()).append(f.getDeclaringClass()).append(';');
        return b.toString();
    }

    static String methods(Class<?> c) {
        Set<String> all = new TreeSet<>();
        for (Method m : c.getDeclaredMethods()) all.add(m + m.toGenericString() + m.getModifiers() + m.isVarArgs() + m.isSynthetic() + m.isBridge() + m.isDefault() + m.getParameterCount() + Arrays.toString(m.getExceptionTypes()) + Arrays.toString(m.getGenericParameterTypes()) + m.getGenericReturnType());
        return all.toString();
    }

    static String constructors(Class<?> c) {
        Set<String> all = new TreeSet<>();
        for (Constructor<?> m : c.getDeclaredConstructors()) all.add(m + m.toGenericString() + m.getModifiers() + m.isVarArgs() + m.isSynthetic() + m.getName() + Arrays.toString(m.getGenericExceptionTypes()));
        return all.toString();
    }

    static String components(Class<?> c) {
        StringBuilder b = new StringBuilder();
        for (RecordComponent r : c.getRecordComponents()) b.append(r).append(r.getGenericType()).append(r.getAccessor()).append(r.getDeclaringRecord()).append(r.getGenericSignature()).append(';');
        return b.toString();
    }

    static String one(int k) throws Exception {
        switch (k) {
            case 0: return names(All.class) + names(Two.class) + names(Anno.class) + names(Abs.class) + names(Hidden.class) + names(Prot.class) + names(Broad.class);
            case 1: return names(In.class) + names(In.Deep.class) + names(Fielded.class) + names(V.class) + names(G.class) + names(P.class) + names(Old.class);
            case 2: return names(Bodied.class) + names(Bodied.B.getClass()) + names(Bodied.A.getDeclaringClass());
            case 3: return names(Open.class);
            case 4: return names(Bodied.A.getClass());
            case 5: return names(In[].class) + names(Hidden[][].class) + names(long[].class) + names(double.class) + names(void.class) + names(Fielded[].class);
            case 6: { record R(int a) {} enum E { Q } interface I {} class C { class D {} } return names(R.class) + names(E.class) + names(I.class) + names(C.class) + names(C.D.class) + fields(E.class) + fields(R.class); }
            case 7: { int n = k; Object o = new Object() { int m = n; }; return names(o.getClass()) + names(new In[0].getClass()); }
            case 8: return fields(All.class) + fields(Hidden.class) + fields(Prot.class) + fields(Fielded.class) + fields(V.class) + fields(G.class) + fields(P.class) + fields(Old.class) + fields(Broad.class) + fields(Bodied.class) + fields(None.class) + fields(int[].class);
            case 9: return methods(All.class) + methods(Two.class) + methods(Abs.class);
            case 10: return methods(Hidden.class) + methods(Prot.class) + methods(Fielded.class) + methods(None.class) + methods(Anno.class).length();
            case 11: return methods(V.class) + methods(P.class);
            case 12: return methods(G.class) + components(G.class) + components(V.class) + components(P.class).length();
            case 13: return constructors(Abs.class) + constructors(Hidden.class) + constructors(Prot.class) + constructors(V.class) + constructors(G.class) + constructors(P.class) + constructors(None.class) + constructors(All.class);
            case 14: return constructors(Throws.class) + Throws.class.getDeclaredMethod("u") + Throws.class.getDeclaredMethod("u").toGenericString();
            case 15: return methods(Throws.class);
            case 16: return constructors(In.class);
            case 17: return constructors(Fielded.class);
            case 18: return fields(In.class);
            case 19: return fields(Asserts.class);
            case 20: return "" + Asserts.class.getDeclaredField("a") + Asserts.class.getDeclaredMethod("m", int.class) + Lam.class.getDeclaredMethod("q", long.class) + Lam.class.getDeclaredField("r").getGenericType();
            case 21: return methods(Lam.class);
            case 22: return "" + Cov.class.getDeclaredMethod("get");
            case 23: return "" + methods(Cov.class);
            case 24: return "" + Old.class.isAnnotationPresent(Deprecated.class);
            case 25: return "" + None.class.isAnnotationPresent(Deprecated.class) + None.class.getDeclaredAnnotations().length + Fielded.class.getField("X").isAnnotationPresent(Deprecated.class) + Hidden.class.getDeclaredConstructors()[0].getParameterAnnotations()[0].length;
            case 26: return "" + Anno.class.getDeclaredMethod("value").getDefaultValue();
            case 27: return "" + Lam.class.getDeclaredMethod("q", long.class).getParameters()[0];
            case 28: return "" + Throws.class.getDeclaredMethod("nothing");
            case 29: return "" + Lam.class.getDeclaredMethod("q", int.class, null);
            case 30: return "" + Number.class.isAssignableFrom(Integer.class) + All.class.isAssignableFrom(Two.class) + Two.class.isAssignableFrom(All.class) + Object.class.isAssignableFrom(int.class) + Object[].class.isAssignableFrom(In[].class) + int.class.isAssignableFrom(int.class) + Comparator.class.isAssignableFrom(Two.class) + Record.class.isAssignableFrom(V.class);
            case 31: { Method a = Lam.class.getDeclaredMethod("q", int.class), b = Lam.class.getDeclaredMethod("q", int.class); return "" + a.equals(b) + (a == b) + (a.hashCode() == b.hashCode()) + a.equals(Lam.class.getDeclaredMethod("q", long.class)) + a.getName() + a.getReturnType() + Arrays.toString(a.getParameterTypes()); }
            case 32: return "" + Two.class.getMethod("compare", Object.class, Object.class) + ArrayList.class.getMethod("size") + String.class.getMethod("valueOf", char[].class) + Fielded.class.getMethod("valueOf", String.class) + None.class.getMethod("hashCode");
            case 33: { Set<String> all = new TreeSet<>(); for (Method m : P.class.getMethods()) all.add(m.toString()); return all.toString(); }
            case 34: { int n = 0; for (Method m : Abs.class.getDeclaredMethods()) { if (m.getName().equals("y")) n++; } return "" + n; }
            case 35: { for (Method m : Abs.class.getDeclaredMethods()) { return "" + m.getName().equals("y"); } return ""; }
            case 36: return Broad.class.getDeclaredClasses().length + "";
            case 37: return All.class.getDeclaredClasses().length + Arrays.toString(In.class.getDeclaredClasses()) + Arrays.toString(Map.class.getDeclaredClasses());
            case 38: return Modifier.toString(Hidden.class.getDeclaredField("v").getModifiers()) + Hidden.class.getDeclaredField("v").get(new Hidden());
            case 39: { Field f = Hidden.class.getDeclaredField("v"); f.setAccessible(true); Hidden h = new Hidden(); f.set(h, (short) 4); Object got = f.get(h); f.set(h, 'c'); return got + "," + h.v; }
            case 40: { Field f = Hidden.class.getDeclaredField("v"); f.setAccessible(true); f.set(new Hidden(), null); return ""; }
            case 41: { Field f = Hidden.class.getDeclaredField("v"); f.setAccessible(true); f.set(new Hidden(), 4L); return ""; }
            case 42: { Field f = Hidden.class.getDeclaredField("v"); f.setAccessible(true); f.set(null, 4); return ""; }
            case 43: { Field f = Fielded.class.getDeclaredField("v"); f.setAccessible(true); f.set(Fielded.X, 4); return "" + Fielded.X.v; }
            case 44: { Field f = Broad.class.getDeclaredField("top"); f.setAccessible(true); f.set(null, 4); return "" + top; }
            case 45: { Field f = String.class.getDeclaredField("value"); f.setAccessible(true); return "" + f.get("x"); }
            case 46: return "" + Map.Entry.class.getSimpleName() + Class.forName("java.util.Collections$UnmodifiableMap").getSimpleName() + Class.forName("java.util.Collections$UnmodifiableMap").getCanonicalName();
            case 47: return names(HashMap.class) + names(AbstractMap.SimpleEntry.class) + names(Thread.State.class) + names(Override.class) + names(Function.class) + names(Serializable[].class);
            case 48: return methods(Runnable.class) + methods(Supplier.class) + methods(AbstractMap.SimpleEntry.class) + constructors(AbstractMap.SimpleEntry.class) + constructors(Random.class);
            case 49: return fields(LinkedHashMap.class) + fields(Integer.class) + fields(Thread.State.class);
            case 50: return Class.class.getDeclaredFields().length + "";
            case 51: { Type t = Prot.class.getDeclaredField("m").getGenericType(); ParameterizedType p = (ParameterizedType) t; WildcardType w = (WildcardType) p.getActualTypeArguments()[1]; return t + "" + p.getRawType() + p.getOwnerType() + Arrays.toString(w.getUpperBounds()) + Arrays.toString(w.getLowerBounds()) + p.getActualTypeArguments()[0].equals(Prot.class.getTypeParameters()[0]); }
            case 52: { GenericArrayType a = (GenericArrayType) Prot.class.getDeclaredField("l").getGenericType(); return a + "" + a.getGenericComponentType() + Arrays.toString(Prot.class.getTypeParameters()[0].getBounds()) + Arrays.toString(Prot.class.getTypeParameters()[1].getBounds()); }
            default: return Made.one(k - 53);
        }
    }

    public static Object run(int k) {
        try {
            return one(k);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "!" + e.getClass().getName() + (e.getCause() == null ? "" : e.getCause().getClass().getName());
        } catch (Exception e) {
            return "?" + e.getClass().getName();
        }
    }

    /** Calls. */
    static class Made implements Comparable<Made> {
        private int held = 1;
        public Made() {}
        private Made(int k, String... names) { held = k + names.length; }
        Made(String s) throws IOException { throw new IOException(s); }
        public long wide(long a, double b, Object c) { return a + (long) b + (c == null ? 0 : 1); }
        private int hidden(char c) { return c + held; }
        static String named(String s, int... ks) { return s + ks.length; }
        void nothing() { held += 10; }
        Object fails(int k) { if (k > 0) throw new IllegalStateException("k" + k); return 1 / k; }
        void checked() throws Exception { throw new Exception("c"); }
        public int compareTo(Made o) { return held - o.held; }
        public boolean flag(boolean b) { return !b; }
        public byte small(byte b, short s, float f) { return (byte) (b + s + f); }

        static Object call(Object on, String name, Class<?>[] types, Object... given) throws Exception {
            Method m = Made.class.getDeclaredMethod(name, types);
            m.setAccessible(true);
            return m.invoke(on, given);
        }

        static Class<?>[] of(Class<?>... types) { return types; }

        static String one(int k) throws Exception {
            Made m = new Made();
            switch (k) {
                case 0: return "" + call(m, "wide", of(long.class, double.class, Object.class), 3, 4.5f, "x") + call(m, "wide", of(long.class, double.class, Object.class), 'a', 2L, null).getClass();
                case 1: return "" + call(m, "hidden", of(char.class), 'a') + call(null, "named", of(String.class, int[].class), "s", new int[3]);
                case 2: return "" + call(m, "nothing", of()) + call(m, "nothing", null, (Object[]) null) + m.held;
                case 3: return "" + call(m, "fails", of(int.class), 3);
                case 4: return "" + call(m, "fails", of(int.class), 0);
                case 5: return "" + call(m, "fails", of(int.class), -1);
                case 6: try { return "" + call(m, "checked", of()); } catch (InvocationTargetException e) { return e.getCause().getMessage() + e.getTargetException().getClass() + e.getMessage(); }
                case 7: return "" + call(null, "nothing", of());
                case 8: return "" + call("s", "nothing", of());
                case 9: return "" + call(m, "nothing", of(), 1);
                case 10: return "" + call(m, "fails", of(int.class), 1L).toString();
                case 11: return "" + call(m, "fails", of(int.class), (Object) null);
                case 12: return "" + call(null, "named", of(String.class, int[].class), "s");
                case 13: return "" + call(m, "flag", of(boolean.class), true) + call(m, "small", of(byte.class, short.class, float.class), (byte) 1, (byte) 2, 'c');
                case 14: { Method c = Comparable.class.getMethod("compareTo", Object.class); return "" + c.invoke("a", "b") + c.invoke(4, 3) + c.invoke(m, m); }
                case 15: { Method c = Comparable.class.getMethod("compareTo", Object.class); return "" + c.invoke(m, "s"); }
                case 16: { List<String> l = new ArrayList<>(); Method a = List.class.getMethod("add", Object.class); return "" + a.invoke(l, "x") + List.class.getMethod("size").invoke(l) + String.class.getMethod("substring", int.class).invoke("hello", 2) + Integer.class.getMethod("parseInt", String.class).invoke(null, "12"); }
                case 17: return "" + Integer.class.getMethod("parseInt", String.class).invoke(null, "x");
                case 18: { Constructor<Made> c = Made.class.getDeclaredConstructor(int.class, String[].class); c.setAccessible(true); return "" + c.newInstance(4, new String[2]).held + c; }
                case 19: { Constructor<Made> c = Made.class.getDeclaredConstructor(String.class); c.setAccessible(true); return "" + c.newInstance("boo"); }
                case 20: { Constructor<Made> c = Made.class.getDeclaredConstructor(int.class, String[].class); c.setAccessible(true); return "" + c.newInstance("x", null); }
                case 21: return "" + ArrayList.class.getConstructor(Collection.class).newInstance(List.of(1, 2)) + Object.class.getDeclaredConstructor().newInstance().getClass() + StringBuilder.class.getConstructor(String.class).newInstance("q") + String.class.getConstructor(char[].class).newInstance(new char[] { 'a' });
                case 22: return "" + ArrayList.class.getConstructor(int.class).newInstance(-1);
                case 23: return "" + AbstractList.class.getDeclaredConstructor().newInstance();
                case 24: return "" + Made.class.getDeclaredMethod("hidden", char.class).invoke(m, 'c');
                case 25: { Method v = Fielded.class.getDeclaredMethod("valueOf", String.class); v.setAccessible(true); return "" + v.invoke(null, "Y"); }
                case 26: { Constructor<?> c = V.class.getDeclaredConstructors()[0]; c.setAccessible(true); Object v = c.newInstance((Object) new String[] { "a", "b" }); Method names = V.class.getRecordComponents()[0].getAccessor(); names.setAccessible(true); return ((String[]) names.invoke(v)).length + ""; }
                case 27: { Method l = Lam.class.getDeclaredMethod("q", int.class); l.setAccessible(true); return "" + l.invoke(new Lam(), (short) 7); }
                case 28: { Method y = Abs.class.getDeclaredMethod("y"); y.setAccessible(true); return "" + y.invoke("ignored"); }
                case 29: { Method g = Supplier.class.getMethod("get"); return "" + g.invoke(new Cov()) + g.invoke((Supplier<Integer>) () -> 5); }
                case 30: try { call(m, "fails", of(int.class), 3); return ""; } catch (InvocationTargetException e) { return e + "" + e.getCause(); }
                case 31: { Constructor<Fielded> c = Fielded.class.getDeclaredConstructor(String.class, int.class, int.class); c.setAccessible(true); return "" + c.newInstance("Z", 2, 3); }
                case 32: return "" + All.class.toGenericString() + Two.class.toGenericString() + Anno.class.toGenericString() + Prot.class.toGenericString() + V.class.toGenericString() + Fielded.class.toGenericString() + In[].class.toGenericString() + int.class.toGenericString() + HashMap.class.toGenericString() + P.class.isSealed();
                default: return "";
            }
        }
    }
}
"#;

/// How many inputs it tells apart, and of how many runs the ends are known: what lists hold that a compiler adds, annotations,
/// and what depends on the class that asks or on an order.
const BROAD_INPUTS: usize = 86;

#[test]
fn what_reflection_says_is_so_or_ends_the_run_by_name() {
    for jdk in jdks("what_reflection_says_is_so_or_ends_the_run_by_name") {
        let compared = compare_sources(&jdk, &[("Broad", BROAD)], BROAD_INPUTS);
        assert!(compared.same >= 61, "on JDK {}: {:#?}", jdk.feature(), compared.ended);
        let compared = compare(&jdk, &[("Broad".to_owned(), BROAD.to_owned())], BROAD_INPUTS);
        assert!(compared.same >= 61, "on JDK {}: {:#?}", jdk.feature(), compared.ended);
    }
}

const WITHIN: &str = r#"
import java.lang.reflect.*;

class Within {
    static int count;
    int held = 3;

    private Within() {}

    private static Object made() {
        try {
            return Class.forName("Kept").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return e;
        }
    }

    private int own(int k) { return k + held; }

    public static Object run(int k) {
        try {
            switch (k) {
                case 0: return made().toString();
                case 1: return "" + Kept.class.getDeclaredMethod("twice", int.class).invoke(made(), 4);
                case 2: { Field f = Kept.class.getDeclaredField("name"); Object kept = new Kept(7); f.set(kept, f.get(kept) + "x"); return "" + f.get(kept); }
                case 3: return "" + Within.class.getDeclaredMethod("own", int.class).invoke(Within.class.getDeclaredConstructor().newInstance(), 4);
                case 4: return Kept.class.getConstructor(int.class).newInstance(4).toString();
                default: return "" + Kept.class.getConstructor();
            }
        } catch (ReflectiveOperationException e) {
            return e.getClass().getName();
        }
    }
}

class Kept {
    String name = "kept";
    Kept() {}
    public Kept(int k) { name += k; }
    int twice(int k) { return 2 * k; }
    public String toString() { return name; }
}
"#;

#[test]
fn classes_of_a_package_use_each_other_by_reflection() {
    for jdk in jdks("classes_of_a_package_use_each_other_by_reflection") {
        sources_give_the_same(&jdk, &[("Within", WITHIN)], 6);
    }
}
