import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Prints what each interface of the JDK that people implement hands down to a class, an interface a line: {@code -} before
 * an abstract method, {@code +} before one with a body, {@code .} before a nested type; the rest are fields.
 */
class Interfaces {
    static final String PACKAGES = "java\\.(awt\\.event|beans|io|lang|lang\\.constant|lang\\.invoke|lang\\.reflect|math|net|net\\..*|nio|nio\\..*|security"
        + "|sql|text|time|time\\..*|util|util\\..*)|javax\\.swing\\.event";

    public static void main(String[] arguments) throws Exception {
        TreeMap<String, String> lines = new TreeMap<>();
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
            String name = module.descriptor().name();
            if (!name.startsWith("java.")) {
                continue;
            }
            TreeSet<String> exported = new TreeSet<>();
            module.descriptor().exports().stream().filter(e -> !e.isQualified() && e.source().matches(PACKAGES))
                .forEach(e -> exported.add(e.source()));
            try (var reader = module.open()) {
                for (String path : reader.list().filter(p -> p.endsWith(".class")).toList()) {
                    String binary = path.substring(0, path.length() - 6).replace('/', '.');
                    if (binary.contains(".") && exported.contains(binary.substring(0, binary.lastIndexOf('.')))) {
                        add(lines, Class.forName(binary, false, ClassLoader.getPlatformClassLoader()));
                    }
                }
            }
        }
        lines.values().forEach(System.out::println);
    }

    static void add(TreeMap<String, String> lines, Class<?> type) {
        String name = type.getCanonicalName();
        if (!type.isInterface() || type.isAnnotation() || name == null || !isPublic(type)) {
            return;
        }
        TreeSet<String> members = new TreeSet<>();
        for (Method method : type.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                String types = Arrays.stream(method.getParameterTypes()).map(Class::getCanonicalName)
                    .collect(Collectors.joining(","));
                members.add((method.isDefault() ? "+" : "-") + method.getName() + "(" + types + ")");
            }
        }
        Arrays.stream(type.getFields()).forEach(field -> members.add(field.getName()));
        Arrays.stream(type.getClasses()).forEach(nested -> members.add("." + nested.getSimpleName()));
        lines.put(name, (name + " " + String.join(" ", members)).trim());
    }

    static boolean isPublic(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getDeclaringClass()) {
            if (!Modifier.isPublic(c.getModifiers())) {
                return false;
            }
        }
        return true;
    }
}
