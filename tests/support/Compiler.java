import com.sun.source.util.JavacTask;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.Pattern;
import javax.tools.*;

/**
 * Asks javac, from standard input to standard output, whether it accepts programs: parsing, attribution and flow,
 * all in this one JVM.
 *
 * A question is the number of a program's files, then for each its path and its text, both as length and UTF-8
 * bytes. The answer is a length of -1 where javac accepts the program, else its first error,
 * "path:line:column: message", as length and UTF-8 bytes; in the order of the questions.
 *
 * Programs of one file without a package are compiled many at a time, each in a package of its own. Those with
 * errors leave the batch, and the rest is compiled again until there is none: errors of one never hide another's.
 */
public class Compiler {
    static final int BATCH = 100;
    static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s");

    static final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    static final ThreadLocal<StandardJavaFileManager> files =
            ThreadLocal.withInitial(() -> javac.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));

    public static void main(String[] args) throws Exception {
        var in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        var out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        int threads = Runtime.getRuntime().availableProcessors();
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        Deque<Future<List<Program>>> running = new ArrayDeque<>();
        List<Program> batch;
        do {
            batch = read(in);
            List<Program> programs = batch;
            running.add(workers.submit(() -> judge(programs)));
            if (running.size() > 2 * threads) answer(running.remove().get(), out);
        } while (!batch.isEmpty());
        while (!running.isEmpty()) answer(running.remove().get(), out);
        workers.shutdown();
        out.flush();
    }

    /** The next programs, empty at the end. */
    static List<Program> read(DataInputStream in) throws IOException {
        List<Program> batch = new ArrayList<>();
        while (batch.size() < BATCH) {
            int count;
            try {
                count = in.readInt();
            } catch (EOFException end) {
                break;
            }
            var program = new Program();
            for (int i = 0; i < count; i++) program.sources.add(new Source(text(in), text(in)));
            batch.add(program);
        }
        return batch;
    }

    static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static List<Program> judge(List<Program> programs) throws IOException {
        List<Program> together = new ArrayList<>();
        for (Program program : programs) {
            if (program.canMove()) {
                program.move(together.size());
                together.add(program);
            } else {
                compile(List.of(program));
            }
        }
        while (!together.isEmpty() && compile(together)) together.removeIf(program -> program.error != null);
        return programs;
    }

    static void answer(List<Program> programs, DataOutputStream out) throws IOException {
        for (Program program : programs) {
            if (program.error == null) {
                out.writeInt(-1);
            } else {
                byte[] bytes = program.error.getBytes(StandardCharsets.UTF_8);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }

    /** Compiles programs together; whether there was an error. */
    static boolean compile(List<Program> programs) throws IOException {
        Map<JavaFileObject, Program> owners = new IdentityHashMap<>();
        List<Source> sources = new ArrayList<>();
        for (Program program : programs) {
            for (Source source : program.sources) {
                owners.put(source, program);
                sources.add(source);
            }
        }
        boolean[] failed = new boolean[1];
        DiagnosticListener<JavaFileObject> listener = diagnostic -> {
            if (diagnostic.getKind() != Diagnostic.Kind.ERROR) return;
            failed[0] = true;
            JavaFileObject file = diagnostic.getSource();
            Program owner = file == null && programs.size() == 1 ? programs.get(0) : owners.get(file);
            if (owner == null) throw new IllegalStateException("an error without a file: " + diagnostic);
            if (owner.error == null) {
                owner.error = (file == null ? "" : ((Source) file).path) + ":" + diagnostic.getLineNumber() + ":"
                        + diagnostic.getColumnNumber() + ": " + diagnostic.getMessage(Locale.ROOT);
            }
        };
        List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn", "-Xmaxerrs", "1000000");
        var output = new PrintWriter(Writer.nullWriter());
        var task = (JavacTask) javac.getTask(output, files.get(), listener, options, null, sources);
        task.parse();
        if (!failed[0]) task.analyze();
        return failed[0];
    }

    static final class Program {
        final List<Source> sources = new ArrayList<>();
        String error;

        boolean canMove() {
            return sources.size() == 1 && !PACKAGE.matcher(sources.get(0).text).find();
        }

        /** Into a package of its own, on the first line, so that lines stay. */
        void move(int n) {
            Source source = sources.get(0);
            sources.set(0, new Source("p" + n + "/" + source.path, "package p" + n + "; " + source.text));
        }
    }

    static final class Source extends SimpleJavaFileObject {
        final String path;
        final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
