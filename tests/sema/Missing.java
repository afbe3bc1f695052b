import static javax.lang.model.element.Modifier.PROTECTED;
import static javax.lang.model.element.Modifier.PUBLIC;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Prints what the JDK's classes have that their namesakes in a library of sources lack, a class a line:
 * `java.lang.Integer TYPE parseInt/4 ...`. Methods have their number of parameters (`/1+`: one, and any number
 * more), constructors are `<init>`, fields have a bare name, nested types a dot before it, supertypes a `<`.
 */
class Missing {
    /** Classes of the library that JDK 17 does not have, and that lack nothing. */
    private static final Set<String> OF_LATER_JDKS = Set.of("java.lang.MatchException");
    /** The members in the library, as `name` and `name(T,T)`, by class. */
    private static final Map<String, Set<String>> LIBRARY = new TreeMap<>();

    public static void main(String[] arguments) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        List<Path> paths;
        try (var walk = Files.walk(Path.of(arguments[0]))) {
            paths = walk.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        }
        var task = (JavacTask) compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(paths));
        for (CompilationUnitTree unit : task.parse()) {
            for (Tree type : unit.getTypeDecls()) {
                if (type instanceof ClassTree tree) {
                    read(unit.getPackageName() + ".", tree);
                }
            }
        }
        for (String name : LIBRARY.keySet()) {
            if (!name.contains("$") && name.startsWith("java.")) {
                print(name);
            }
        }
    }

    private static void read(String prefix, ClassTree type) {
        Set<String> members = new LinkedHashSet<>();
        boolean hasConstructor = false;
        boolean isInterface = type.getKind() == Tree.Kind.INTERFACE;
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method) {
                hasConstructor |= method.getName().contentEquals("<init>");
                var flags = method.getModifiers().getFlags();
                if (!isInterface && !flags.contains(PUBLIC) && !flags.contains(PROTECTED)) {
                    continue;
                }
                List<String> parameters = new ArrayList<>();
                for (VariableTree parameter : method.getParameters()) {
                    String written = parameter.getType().toString().replaceAll("<.*>|^.*\\.", "");
                    String erased = Stream.concat(method.getTypeParameters().stream(), type.getTypeParameters().stream())
                            .filter(variable -> variable.getName().contentEquals(written))
                            .map(variable -> variable.getBounds().isEmpty() ? "Object"
                                    : variable.getBounds().get(0).toString().replaceAll("<.*>", ""))
                            .findFirst().orElse(written);
                    parameters.add(erased);
                }
                members.add(method.getName() + "(" + String.join(",", parameters) + ")");
            } else if (member instanceof VariableTree field) {
                members.add(field.getName().toString());
            }
        }
        if (!hasConstructor) {
            members.add("<init>()");
        }
        LIBRARY.put(prefix + type.getSimpleName(), members);
    }

    private static void print(String name) throws Exception {
        if (OF_LATER_JDKS.contains(name)) {
            return;
        }
        Class<?> type = Class.forName(name);
        if (!Modifier.isPublic(type.getModifiers())) {
            return;
        }
        Set<String> missing = new TreeSet<>();
        for (Class<?> origin : unseen(type)) {
            for (Field field : origin.getDeclaredFields()) {
                if (inherited(field.getModifiers(), field.isSynthetic()) && !has(type, field.getName())) {
                    missing.add(field.getName());
                }
            }
            for (Class<?> nested : origin.getDeclaredClasses()) {
                if (inherited(nested.getModifiers(), nested.isSynthetic())) {
                    missing.add("." + nested.getSimpleName());
                }
            }
            for (Method method : origin.getDeclaredMethods()) {
                if (inherited(method.getModifiers(), method.isSynthetic()) && !has(type, method, method.getName())) {
                    missing.add(entry(method, method.getName()));
                }
            }
        }
        for (Class<?> supertype : supertypes(type)) {
            if (!LIBRARY.containsKey(supertype.getName())) {
                missing.add("<" + supertype.getCanonicalName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (inherited(constructor.getModifiers(), constructor.isSynthetic()) && !has(type, constructor, "<init>")) {
                missing.add(entry(constructor, "<init>"));
            }
        }
        if (!missing.isEmpty()) {
            System.out.println(name + " " + String.join(" ", missing));
        }
    }

    /** The class, and its supertypes that are not in the library or not public: its own line stands for them. */
    private static Set<Class<?>> unseen(Class<?> type) {
        Set<Class<?>> result = new LinkedHashSet<>();
        result.add(type);
        List<Class<?>> supertypes = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            supertypes.add(type.getSuperclass());
        }
        for (Class<?> supertype : supertypes) {
            if (!LIBRARY.containsKey(supertype.getName()) || !Modifier.isPublic(supertype.getModifiers())) {
                result.addAll(unseen(supertype));
            }
        }
        return result;
    }

    private static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> result = new LinkedHashSet<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            result.add(type.getSuperclass());
        }
        for (Class<?> supertype : List.copyOf(result)) {
            result.addAll(supertypes(supertype));
        }
        return result;
    }

    private static boolean inherited(int modifiers, boolean synthetic) {
        return !synthetic && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }

    /** Whether the library has the member, in the class or a supertype of it. */
    private static boolean has(Class<?> type, String member) {
        if (type == null) {
            return false;
        }
        if (LIBRARY.getOrDefault(type.getName(), Set.of()).contains(member) || has(type.getSuperclass(), member)) {
            return true;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (has(parent, member)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(Class<?> type, Executable member, String name) {
        if (name.equals("<init>")) {
            return LIBRARY.getOrDefault(type.getName(), Set.of()).stream().anyMatch(own -> isOf(member, name, own));
        }
        if (type == null) {
            return false;
        }
        if (LIBRARY.getOrDefault(type.getName(), Set.of()).stream().anyMatch(own -> isOf(member, name, own))) {
            return true;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (has(parent, member, name)) {
                return true;
            }
        }
        return has(type.getSuperclass(), member, name);
    }

    /** Whether a signature of the library is a member's: the library has `Object` in place of type variables. */
    private static boolean isOf(Executable member, String name, String signature) {
        if (!signature.startsWith(name + "(")) {
            return false;
        }
        String inside = signature.substring(name.length() + 1, signature.length() - 1).replace("...", "[]");
        String[] written = inside.isEmpty() ? new String[0] : inside.split(",");
        Class<?>[] erased = member.getParameterTypes();
        Type[] generic = member.getGenericParameterTypes();
        if (written.length != erased.length) {
            return false;
        }
        for (int i = 0; i < written.length; i++) {
            boolean variable = generic[i] instanceof TypeVariable<?> && written[i].equals("Object");
            if (!variable && !written[i].equals(erased[i].getSimpleName())) {
                return false;
            }
        }
        return true;
    }

    private static String entry(Executable member, String name) {
        int count = member.getParameterCount();
        return name + "/" + (member.isVarArgs() ? (count - 1) + "+" : "" + count);
    }
}
