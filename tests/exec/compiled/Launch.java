import java.nio.charset.StandardCharsets;

/** Prints what `run(k)` of each class gives for each k: a line with the units of the text in hexadecimal. */
public class Launch {
    public static void main(String[] args) throws Exception {
        java.util.Locale.setDefault(java.util.Locale.ROOT);
        int inputs = Integer.parseInt(args[0]);
        for (int a = 1; a < args.length; a++) {
            for (int k = 0; k < inputs; k++) {
                String text;
                try {
                    Object value = Class.forName(args[a]).getMethod("run", int.class).invoke(null, k);
                    text = String.valueOf(value);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    text = "!" + e.getCause().getClass().getName();
                }
                StringBuilder line = new StringBuilder();
                for (char unit : text.toCharArray()) {
                    line.append(String.format("%04x", (int) unit));
                }
                System.out.println(line);
            }
        }
    }
}
