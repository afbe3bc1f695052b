import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** Calls each static method without parameters that gives a text, of each class named, and prints it in hex units. */
public class Run {
    public static void main(String[] classes) throws Exception {
        StringBuilder out = new StringBuilder();
        for (String name : classes) {
            Method[] methods = Class.forName(name).getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                boolean isCase = Modifier.isStatic(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers())
                        && method.getParameterCount() == 0 && method.getReturnType() == String.class;
                if (!isCase) {
                    continue;
                }
                method.setAccessible(true);
                out.append(name).append('.').append(method.getName()).append(' ');
                try {
                    for (char unit : ((String) method.invoke(null)).toCharArray()) {
                        out.append(String.format("%04x", (int) unit));
                    }
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(name + "." + method.getName(), e.getCause());
                }
                out.append('\n');
            }
        }
        System.out.write(out.toString().getBytes(StandardCharsets.US_ASCII));
        System.out.flush();
    }
}
