import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * Prints what `run(k)` of each class gives for each k, or what its `main` prints: a line with the units of the text in hexadecimal.
 */
public class Launch {
    public static void main(String[] args) throws Exception {
        java.util.Locale.setDefault(java.util.Locale.ROOT);
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("UTC"));
        PrintStream real = System.out;
        int inputs = Integer.parseInt(args[0]);
        for (int a = 1; a < args.length; a++) {
            for (int k = 0; k < inputs; k++) {
                ByteArrayOutputStream printed = new ByteArrayOutputStream();
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                String text;
                try {
                    text = given(Class.forName(args[a]), k);
                } catch (InvocationTargetException e) {
                    text = "!" + e.getCause().getClass().getName();
                }
                StringBuilder line = new StringBuilder();
                for (char unit : (printed.toString(StandardCharsets.UTF_8) + text).toCharArray()) {
                    String digits = Integer.toHexString(unit);
                    line.append("0".repeat(4 - digits.length())).append(digits);
                }
                real.println(line);
            }
        }
    }

    private static String given(Class<?> type, int k) throws Exception {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("run")) {
                return String.valueOf(method.invoke(null, k));
            }
        }
        type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        return "";
    }
}
