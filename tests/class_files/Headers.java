import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints what reflection says of the classes whose names stand on the lines of its input: a block each, its members unsorted. */
class Headers {
    public static void main(String[] args) throws Exception {
        BufferedReader names = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String name = names.readLine(); name != null; name = names.readLine()) {
            List<String> lines = new ArrayList<>();
            try {
                describe(Class.forName(name.replace('/', '.'), false, Headers.class.getClassLoader()), lines);
            } catch (LinkageError | ClassNotFoundException | TypeNotPresentException missing) {
                lines = List.of("missing");
            }
            out.println("class " + name);
            lines.forEach(line -> out.println("  " + line));
        }
        out.flush();
    }

    static void describe(Class<?> c, List<String> lines) throws LinkageError {
        String kind = c.isAnnotation() ? "annotation" : c.isInterface() ? "interface"
                : c.isEnum() ? "enum" : c.isRecord() ? "record" : "class";
        String permits = c.isSealed() ? " permits" + Stream.of(c.getPermittedSubclasses()).map(p -> " " + p.getName())
                .collect(Collectors.joining()) : "";
        boolean functional = c.isAnnotationPresent(FunctionalInterface.class);
        lines.add(kind + " " + c.getModifiers() + variables(c.getTypeParameters())
                + " extends " + (c.getGenericSuperclass() == null ? "nothing" : text(c.getGenericSuperclass()))
                + " implements " + list(c.getGenericInterfaces()) + permits + (functional ? " functional" : "")
                + (c.isLocalClass() || c.isAnonymousClass() ? " local" : ""));
        if (c.isRecord()) {
            for (RecordComponent component : c.getRecordComponents()) {
                lines.add("component " + component.getName() + " " + text(component.getGenericType()));
            }
        }
        List<String> members = new ArrayList<>();
        for (Field f : c.getDeclaredFields()) {
            members.add("field " + f.getModifiers() + " " + f.getName() + " " + f.getType().descriptorString() + " "
                    + text(f.getGenericType()));
        }
        for (Constructor<?> m : c.getDeclaredConstructors()) {
            members.add("method <init>" + executable(m, void.class, void.class));
        }
        for (Method m : c.getDeclaredMethods()) {
            members.add("method " + m.getName() + executable(m, m.getReturnType(), m.getGenericReturnType()));
        }
        lines.addAll(members);
    }

    static String executable(Executable m, Class<?> result, Type genericResult) {
        String descriptor = Stream.of(m.getParameterTypes()).map(Class::descriptorString).collect(Collectors.joining());
        return "(" + descriptor + ")" + result.descriptorString() + " " + m.getModifiers()
                + variables(m.getTypeParameters()) + " " + list(parameters(m)) + " " + text(genericResult)
                + " throws " + list(m.getExceptionTypes());
    }

    /** The generic types, unless they leave out parameters that the compiler added. */
    static Type[] parameters(Executable m) {
        Type[] generic = m.getGenericParameterTypes();
        return generic.length == m.getParameterCount() ? generic : m.getParameterTypes();
    }

    static String variables(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables).map(v -> v.getName() + bounds(v)).collect(Collectors.joining(",", "<", ">"));
    }

    static String bounds(TypeVariable<?> variable) {
        return Arrays.stream(variable.getBounds()).map(Headers::text).collect(Collectors.joining("&", ":", ""));
    }

    static String list(Type[] types) {
        return Arrays.stream(types).map(Headers::text).collect(Collectors.joining(",", "[", "]"));
    }

    static String text(Type type) {
        if (type instanceof Class<?> c) {
            return c.isArray() ? text(c.getComponentType()) + "[]" : c.getName();
        } else if (type instanceof ParameterizedType p) {
            Type[] arguments = p.getActualTypeArguments();
            String list = Arrays.stream(arguments).map(Headers::text).collect(Collectors.joining(",", "<", ">"));
            return text(p.getRawType()) + (arguments.length == 0 ? "" : list);
        } else if (type instanceof GenericArrayType a) {
            return text(a.getGenericComponentType()) + "[]";
        } else if (type instanceof WildcardType w) {
            if (w.getLowerBounds().length > 0) {
                return "? super " + text(w.getLowerBounds()[0]);
            }
            return w.getUpperBounds()[0] == Object.class ? "?" : "? extends " + text(w.getUpperBounds()[0]);
        }
        return type.getTypeName();
    }
}
