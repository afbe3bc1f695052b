import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles all sources of a folder at once and prints, for each class and input, what its run(k) printed. */
public class Runner {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        File sources = new File(args[0]);
        int inputs = Integer.parseInt(args[1]);
        File classes = new File(sources, "classes");
        classes.mkdirs();
        File[] files = sources.listFiles((dir, name) -> name.endsWith(".java"));
        Arrays.sort(files);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintWriter log = new PrintWriter(System.err, true);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-d", classes.getPath(), "-nowarn", "-proc:none", "-g:none");
            boolean compiled = compiler
                .getTask(log, manager, null, options, null, manager.getJavaFileObjects(files)).call();
            if (!compiled) {
                System.exit(3);
            }
        }
        PrintStream real = System.out;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toURI().toURL()})) {
            for (File file : files) {
                String name = file.getName().replace(".java", "");
                for (int k = 0; k < inputs; k++) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
                    String end = "";
                    try {
                        Method run = loader.loadClass(name).getMethod("run", int.class);
                        run.invoke(null, k);
                    } catch (InvocationTargetException e) {
                        end = "!" + e.getCause().getClass().getName();
                    }
                    System.setOut(real);
                    bytes.write(end.getBytes(StandardCharsets.UTF_8));
                    real.println(name + " " + k + " " + HexFormat.of().formatHex(bytes.toByteArray()));
                }
            }
        }
    }
}
