import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles all sources of a folder at once and prints, for each class and input, what its run(k) printed. Each run
 * has classes of its own, so that it also shows when they are initialised.
 */
public class Runner {
    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.ROOT);
        int inputs = Integer.parseInt(args[1]);
        File[] files = new File(args[0]).listFiles((dir, name) -> name.endsWith(".java"));
        Arrays.sort(files);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintWriter log = new PrintWriter(System.err, true);
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("-nowarn", "-Xmaxerrs", "1000", "-Xlint:none", "-proc:none", "-g:none");
            boolean compiled = compiler
                .getTask(log, new Memory(manager, classes), null, options, null, manager.getJavaFileObjects(files)).call();
            if (!compiled) {
                System.exit(3);
            }
        }
        PrintStream real = System.out;
        for (File file : files) {
            String name = file.getName().replace(".java", "");
            for (int k = 0; k < inputs; k++) {
                Printed printed = new Printed();
                String end = "";
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                try {
                    new Loader(classes).loadClass(name).getMethod("run", int.class).invoke(null, k);
                } catch (InvocationTargetException e) {
                    end = "!" + e.getCause().getClass().getName();
                }
                StringBuilder lines = new StringBuilder();
                lines.append(name).append(' ').append(k).append(' ');
                String text = printed.toString(StandardCharsets.UTF_8) + end;
                text.chars().forEach(unit -> lines.append(HexFormat.of().toHexDigits((char) unit)));
                real.println(lines);
            }
        }
        real.flush();
    }

    /** Keeps compiled classes. */
    static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes;

        Memory(JavaFileManager manager, Map<String, ByteArrayOutputStream> classes) {
            super(manager);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location at, String name, JavaFileObject.Kind kind, FileObject from) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }

    static final class Loader extends ClassLoader {
        final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }

    /** What a run prints. One that prints so much is past the interpreter's limit, and not compared. */
    static final class Printed extends ByteArrayOutputStream {
        @Override
        public void write(byte[] bytes, int from, int length) {
            if (size() + length > 20_000_000) {
                throw new OutOfMemoryError();
            }
            super.write(bytes, from, length);
        }
    }
}
