import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Runs emitted tests against a program and its mutants in this JVM. Everything is compiled in memory; the plan comes
 * on standard input (see harness.rs), one line for each event goes to standard output.
 *
 * <p>Each run of a test has a class loader of its own, so that no static state goes from one to the next. A test that
 * outlives its limit is stopped where the JVM still can stop a thread; where it cannot, this process ends itself
 * and is started again for the rest of the plan.
 */
public final class Harness {
    /**
     * Threads that may go on running beside the tests before this process gives up. None may where tests redirect the
     * standard streams: what an abandoned one writes would land in a later one's text.
     */
    private static final int ABANDONED_THREADS = 3;
    private static final long COMPILER_STACK = 256L << 20;
    private static final long TEST_STACK = 1L << 20;
    /** Mutants that are compiled ahead. */
    private static final int AHEAD = 4;
    /** A module's description, as javac names it: the program and its tests are compiled without modules. */
    private static final String MODULE = "module-info";

    /** The process's own standard output, which no program can reach. */
    private static final PrintStream EVENTS =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
    /** What javac is told beside the files: the release that the program is compiled for. */
    private List<String> release = List.of();
    private final Map<String, byte[]> junit = new LinkedHashMap<>();
    private final Map<String, byte[]> program = new LinkedHashMap<>();
    private final Map<String, byte[]> tests = new LinkedHashMap<>();
    private ClassLoader junitLoader;
    private Libraries libraries;
    private final Properties properties = (Properties) System.getProperties().clone();
    private Runner runner = new Runner();
    private int abandoned;

    public static void main(String[] arguments) throws Exception {
        // The tests' own streams: nothing that a program writes may look like an event.
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        Locale.setDefault(Locale.ROOT);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        DataInputStream plan = new DataInputStream(new ByteArrayInputStream(System.in.readAllBytes()));
        // javac recurses as deeply as its input nests.
        new Thread(null, () -> runAndHalt(plan), "plan", COMPILER_STACK).start();
    }

    private static void runAndHalt(DataInputStream plan) {
        int status = 3;
        try {
            new Harness().run(plan);
            status = 0;
        } catch (Rejected rejected) {
            event("ERROR", rejected.stage, rejected.getMessage());
            status = 0;
        } catch (Throwable failure) {
            // Abandoned threads, or a test that left no memory: another process goes on from here.
            EVENTS.flush();
        }
        Runtime.getRuntime().halt(status);
    }

    private void run(DataInputStream plan) throws Exception {
        int limit = plan.readInt();
        int shortLimit = plan.readInt();
        int number = plan.readInt();
        List<java.io.File> sourcePath = paths(text(plan));
        List<java.io.File> classPath = withoutLinks(paths(text(plan)));
        List<java.io.File> resources = paths(text(plan));
        files.setLocation(StandardLocation.CLASS_PATH, List.of());
        files.setLocation(StandardLocation.SOURCE_PATH, List.of());
        compileAll("junit", sources(plan), junit, List.of());
        libraries = new Libraries(new FileLoader(urls(classPath), ClassLoader.getPlatformClassLoader()));
        junitLoader = new MemoryLoader(new FileLoader(urls(resources), libraries.files), List.of(junit), null);
        release = number == 0 ? List.of() : List.of("--release", Integer.toString(number));
        files.setLocation(StandardLocation.SOURCE_PATH, sourcePath);
        files.setLocation(StandardLocation.CLASS_PATH, classPath);
        List<Source> sources = sources(plan);
        List<Source> compiled = new ArrayList<>(sources);
        compiled.removeIf(source -> source.getName().endsWith(MODULE + ".java"));
        compileAll("program", compiled, program, List.of(junit));
        compileAll("tests", sources(plan), tests, List.of(junit, program));
        files.setLocation(StandardLocation.SOURCE_PATH, List.of());

        List<Test> all = new ArrayList<>();
        for (int i = plan.readInt(); i > 0; i--) {
            all.add(new Test(plan.readInt(), text(plan), text(plan)));
        }
        if (plan.readBoolean()) {
            originals(all, limit);
        }
        mutants(plan, sources, all, limit, shortLimit);
        event("DONE");
    }

    /** Assertions off and on; on alone where the JVM was started so ({@code -ea}). */
    private static final boolean[] WORLDS =
            Harness.class.desiredAssertionStatus() ? new boolean[] {true} : new boolean[] {false, true};

    /** The original passes every test: each alone, and all in one loader in both orders, in each world. */
    private void originals(List<Test> all, int limit) throws Exception {
        List<Map<String, byte[]>> classes = List.of(program, tests);
        for (Test test : all) {
            original(test, "alone", loader(classes, WORLDS[0]), limit);
        }
        List<Test> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        for (boolean assertions : WORLDS) {
            String suffix = assertions ? ", assertions on" : "";
            ClassLoader forward = loader(classes, assertions);
            for (Test test : all) {
                original(test, "in order" + suffix, forward, limit);
            }
            ClassLoader backward = loader(classes, assertions);
            for (Test test : reversed) {
                original(test, "in reverse" + suffix, backward, limit);
            }
        }
    }

    private void original(Test test, String how, ClassLoader loader, int limit) throws Exception {
        event("START", "-", test.index);
        Result result = execute(test, loader, limit);
        if (result.kind != Kind.PASSED) {
            event("ORIGINAL", test.index, how, result.kind, result.millis, result.message);
        }
        settle(test, result);
    }

    /** New classes find the properties of a new JVM: what another version has set is gone. */
    private ClassLoader loader(List<Map<String, byte[]>> classes, boolean assertions) {
        System.setProperties((Properties) properties.clone());
        MemoryLoader loader = new MemoryLoader(junitLoader, classes, libraries);
        loader.setDefaultAssertionStatus(assertions);
        return loader;
    }

    /** Mutants are compiled by one thread while the tests run on another. */
    private void mutants(DataInputStream plan, List<Source> sources, List<Test> all, int limit, int shortLimit)
            throws Exception {
        BlockingQueue<Mutant> compiled = new ArrayBlockingQueue<>(AHEAD);
        int count = plan.readInt();
        Thread compiling = new Thread(null, () -> {
            try {
                for (int i = 0; i < count; i++) {
                    compiled.put(compile(Mutant.read(plan, sources)));
                }
            } catch (Throwable failure) {
                // Not a word of the mutant: memory may be short because of another one's test.
                compiled.clear();
                compiled.offer(Mutant.NONE);
            }
        }, "compile", COMPILER_STACK);
        compiling.setDaemon(true);
        compiling.start();
        Map<Integer, Test> byIndex = new HashMap<>();
        all.forEach(test -> byIndex.put(test.index, test));
        for (int i = 0; i < count; i++) {
            Mutant mutant = compiled.take();
            if (mutant == Mutant.NONE) {
                throw new Exhausted();
            }
            if (mutant.rejected != null) {
                event("REJECTED", mutant.index, mutant.rejected);
                continue;
            }
            List<Map<String, byte[]>> classes = List.of(mutant.classes, program, tests);
            for (int[] claim : mutant.claims) {
                claim(mutant, classes, byIndex.get(claim[0]), claim[1] != 0, claim[1] != 0 ? shortLimit : limit);
            }
        }
    }

    /** A kill holds in each world; what does not end is waited for only once. */
    private void claim(Mutant mutant, List<Map<String, byte[]>> classes, Test test, boolean hangs, int limit)
            throws Exception {
        event("START", mutant.index, test.index);
        Result result = watched(test, loader(classes, WORLDS[0]), limit);
        if (!hangs && (result.kind == Kind.FAILED || result.kind == Kind.SPRUNG) && WORLDS.length > 1) {
            settle(test, result);
            Result second = watched(test, loader(classes, true), limit);
            result = second.kind == result.kind ? result : second.with("assertions on: " + second.message);
        }
        event("CLAIM", mutant.index, test.index, result.kind, result.millis, result.message);
        settle(test, result);
    }

    /** That a label's trap springs counts for more than how the test ends. */
    private Result watched(Test test, ClassLoader loader, int limit) throws Exception {
        java.lang.reflect.Field sprung = Class.forName("jatpg.Trap", true, junitLoader).getField("sprung");
        sprung.setBoolean(null, false);
        Result result = execute(test, loader, limit);
        boolean ended = result.kind == Kind.PASSED || result.kind == Kind.FAILED;
        return ended && sprung.getBoolean(null) ? new Result(Kind.SPRUNG, result.millis, result.message) : result;
    }

    private Result execute(Test test, ClassLoader loader, int limit) throws InterruptedException {
        return runner.execute(() -> {
            // As where JUnit runs it.
            Thread.currentThread().setContextClassLoader(loader);
            return test.run(loader);
        }, limit);
    }

    /** Gets rid of a thread that did not end. */
    private void settle(Test test, Result result) throws Exhausted, InterruptedException {
        if (result.kind != Kind.HUNG) {
            return;
        }
        if (!runner.stop() && (++abandoned > ABANDONED_THREADS || test.redirects)) {
            throw new Exhausted();
        }
        runner = new Runner();
        // The abandoned test does not restore these any more.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Locale.setDefault(Locale.ROOT);
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }

    // ---- compilation ----

    private void compileAll(String stage, List<Source> sources, Map<String, byte[]> into, List<Map<String, byte[]>> path)
            throws Rejected {
        Fault fault = compile(sources, into, path);
        if (fault != null) {
            throw new Rejected(fault.isElsewhere ? "sources" : stage, fault.message);
        }
    }

    /** A mutant's file alone: no other file sees what a method's body holds. */
    private Mutant compile(Mutant mutant) {
        Fault fault = compile(List.of(mutant.source), mutant.classes, List.of(junit, program));
        mutant.rejected = fault == null ? null : fault.message;
        return mutant;
    }

    /** Returns javac's first error, or null. */
    private Fault compile(List<Source> sources, Map<String, byte[]> into, List<Map<String, byte[]>> path) {
        if (sources.isEmpty()) {
            return null;
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(List.of("-proc:none", "-nowarn", "-Xlint:none", "-Xprefer:source"));
        options.addAll(release);
        MemoryFiles manager = new MemoryFiles(files, into, path);
        try {
            if (compiler.getTask(null, manager, diagnostics, options, null, sources).call()) {
                return null;
            }
        } catch (RuntimeException | StackOverflowError failure) {
            return new Fault(failure.toString(), false);
        }
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                JavaFileObject file = diagnostic.getSource();
                String place = file == null ? "" : name(file) + ":" + diagnostic.getLineNumber() + ": ";
                return new Fault(place + diagnostic.getMessage(Locale.ROOT), file != null && !isOneOf(sources, file));
            }
        }
        return new Fault("javac failed without an error", false);
    }

    /** The file as the plan names it. */
    private static String name(JavaFileObject file) {
        return file instanceof Source ? ((Source) file).path : file.getName();
    }

    /** Whether javac was given the file; it finds others by itself. What it tells of one it has wrapped. */
    private static boolean isOneOf(List<Source> sources, JavaFileObject file) {
        return sources.stream().anyMatch(source -> source.toUri().equals(file.toUri()));
    }

    private static List<Source> sources(DataInputStream plan) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (int i = plan.readInt(); i > 0; i--) {
            sources.add(new Source(text(plan), plan.readNBytes(plan.readInt())));
        }
        return sources;
    }

    private static List<java.io.File> paths(String joined) {
        List<java.io.File> paths = new ArrayList<>();
        for (String path : joined.isEmpty() ? new String[0] : joined.split("\0")) {
            paths.add(new java.io.File(path));
        }
        return paths;
    }

    /** What a jar's manifest names beside it is told from the file itself, as on the JVM's own class path. */
    private static List<java.io.File> withoutLinks(List<java.io.File> paths) throws IOException {
        List<java.io.File> real = new ArrayList<>();
        for (java.io.File path : paths) {
            real.add(path.getCanonicalFile());
        }
        return real;
    }

    private static URL[] urls(List<java.io.File> entries) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (java.io.File entry : entries) {
            urls.add(entry.toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    private static String text(DataInputStream plan) throws IOException {
        return new String(plan.readNBytes(plan.readInt()), StandardCharsets.UTF_8);
    }

    private static void event(String kind, Object... fields) {
        StringBuilder line = new StringBuilder(kind);
        for (Object field : fields) {
            String text = String.valueOf(field);
            line.append('\t');
            text.substring(0, Math.min(text.length(), 300)).chars()
                    .forEach(c -> line.append(c < ' ' || c == 0x7f ? ' ' : (char) c));
        }
        EVENTS.print(line.append('\n'));
        EVENTS.flush();
    }

    // ---- data ----

    private enum Kind { PASSED, FAILED, SPRUNG, RESOURCE, HUNG, MISSING }

    private static final class Result {
        final Kind kind;
        final long millis;
        final String message;

        Result(Kind kind, long millis, String message) {
            this.kind = kind;
            this.millis = millis;
            this.message = message;
        }

        Result with(String message) {
            return new Result(kind, millis, message);
        }
    }

    private static final class Mutant {
        static final Mutant NONE = new Mutant(-1, null, new int[0][]);

        final int index;
        final Source source;
        /** Pairs: a test, and 1 where the mutant is not expected to end. */
        final int[][] claims;
        final Map<String, byte[]> classes = new LinkedHashMap<>();
        String rejected;

        private Mutant(int index, Source source, int[][] claims) {
            this.index = index;
            this.source = source;
            this.claims = claims;
        }

        static Mutant read(DataInputStream plan, List<Source> sources) throws IOException {
            int index = plan.readInt();
            Source source = sources.get(plan.readInt()).patched(plan.readInt(), plan.readInt(), text(plan));
            int[][] claims = new int[plan.readInt()][2];
            for (int[] claim : claims) {
                claim[0] = plan.readInt();
                claim[1] = plan.readInt();
            }
            return new Mutant(index, source, claims);
        }
    }

    /** One test method, run as JUnit runs it: a new object, what comes before, the test, what comes after. */
    private static final class Test {
        final int index;
        final String className;
        final String method;
        /** Whether the class has something to set up. */
        volatile boolean redirects;

        Test(int index, String className, String method) {
            this.index = index;
            this.className = className;
            this.method = method;
        }

        Result run(ClassLoader loader) throws Throwable {
            Class<?> type = Class.forName(className, true, loader);
            Method test = null;
            for (Method candidate : type.getDeclaredMethods()) {
                if (candidate.getName().equals(method) && has(candidate, "Test")) {
                    test = candidate;
                }
                redirects |= has(candidate, "BeforeEach", "Before");
            }
            if (test == null) {
                return new Result(Kind.MISSING, 0, className + " has no test " + method);
            }
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object instance = constructor.newInstance();
            call(type, instance, "BeforeEach", "Before");
            try {
                invoke(test, instance);
            } finally {
                call(type, instance, "AfterEach", "After");
            }
            return null;
        }

        private static void call(Class<?> type, Object instance, String... annotations) throws Throwable {
            for (Method method : type.getDeclaredMethods()) {
                if (has(method, annotations)) {
                    invoke(method, instance);
                }
            }
        }

        private static boolean has(Method method, String... names) {
            for (Annotation annotation : method.getDeclaredAnnotations()) {
                String name = annotation.annotationType().getName();
                for (String wanted : names) {
                    if (name.startsWith("org.junit.") && name.endsWith("." + wanted)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static void invoke(Method method, Object instance) throws Throwable {
            method.setAccessible(true);
            try {
                method.invoke(instance);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private interface Body {
        Result run() throws Throwable;
    }

    /** A thread that runs one test after another. */
    private static final class Runner {
        private final BlockingQueue<Body> bodies = new SynchronousQueue<>();
        private final BlockingQueue<Result> results = new ArrayBlockingQueue<>(1);
        private final Thread thread = new Thread(null, this::loop, "tests", TEST_STACK);

        Runner() {
            thread.setDaemon(true);
            thread.start();
        }

        private void loop() {
            try {
                while (true) {
                    Body body = bodies.take();
                    long start = System.nanoTime();
                    Result result = outcome(body);
                    results.put(new Result(result.kind, (System.nanoTime() - start) / 1_000_000, result.message));
                }
            } catch (InterruptedException e) {
                // This runner is not needed any more.
            }
        }

        /** How the messages of the JVM and of its class library begin, where its errors have one. */
        private static final List<String> WITHOUT_ROOM = List.of("Java heap space", "GC overhead limit exceeded",
                "Requested array size exceeds VM limit", "Required length exceeds implementation limit",
                "Metaspace", "Compressed class space", "Cannot reserve", "unable to create native thread",
                "Delayed StackOverflowError");

        private static Result outcome(Body body) {
            try {
                Result result = body.run();
                return result == null ? new Result(Kind.PASSED, 0, "") : result;
            } catch (ClassNotFoundException e) {
                return new Result(Kind.MISSING, 0, "no class " + e.getMessage());
            } catch (Throwable e) {
                Throwable first = e instanceof ExceptionInInitializerError ? e.getCause() : e;
                if (isOfTheMachine(first)) {
                    return new Result(Kind.RESOURCE, 0, first.getClass().getName());
                }
                // What the program overrides may fail too.
                String text;
                try {
                    text = e.toString();
                } catch (Throwable again) {
                    text = e.getClass().getName();
                }
                return new Result(Kind.FAILED, 0, text);
            }
        }

        /**
         * Whether the JVM may have come to an end of its stack or memory: programs, too, throw such an error without a
         * message. With another message, or of a class of their own, it is theirs.
         */
        private static boolean isOfTheMachine(Throwable e) {
            if (e.getClass() != OutOfMemoryError.class && e.getClass() != StackOverflowError.class) {
                return false;
            }
            String message = e.getMessage();
            return message == null || WITHOUT_ROOM.stream().anyMatch(message::startsWith);
        }

        Result execute(Body body, int limit) throws InterruptedException {
            bodies.put(body);
            Result result = results.poll(limit, TimeUnit.MILLISECONDS);
            return result == null ? new Result(Kind.HUNG, limit, "not at its end after " + limit + " ms") : result;
        }

        /** Whether the thread has ended. Threads cannot be stopped any more since JDK 20. */
        boolean stop() throws InterruptedException {
            thread.setPriority(Thread.MIN_PRIORITY);
            try {
                for (int i = 0; i < 3 && thread.isAlive(); i++) {
                    // A caught stop leaves the runner waiting for a next test, which the interrupt ends.
                    Thread.class.getMethod("stop").invoke(thread);
                    thread.join(100);
                    thread.interrupt();
                    thread.join(10);
                }
            } catch (ReflectiveOperationException e) {
                thread.interrupt();
            }
            return !thread.isAlive();
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String path;
        private final byte[] bytes;

        Source(String path, byte[] bytes) {
            super(URI.create("string:///" + encoded(path)), Kind.SOURCE);
            this.path = path;
            this.bytes = bytes;
        }

        /** With a replacement in place of the bytes from start to end. */
        Source patched(int start, int end, String replacement) {
            ByteArrayOutputStream patched = new ByteArrayOutputStream();
            patched.write(bytes, 0, start);
            patched.writeBytes(replacement.getBytes(StandardCharsets.UTF_8));
            patched.write(bytes, end, bytes.length - end);
            return new Source(path, patched.toByteArray());
        }

        private static String encoded(String path) {
            try {
                return new URI(null, null, path, null).getRawPath();
            } catch (java.net.URISyntaxException e) {
                return path;
            }
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** A class file in memory. */
    private static final class ClassFile extends SimpleJavaFileObject {
        final String name;
        private final Map<String, byte[]> classes;

        ClassFile(String name, Map<String, byte[]> classes) {
            super(URI.create("memory:///" + name.hashCode() + ".class"), Kind.CLASS);
            this.name = name;
            this.classes = classes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(classes.get(name));
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() {
                    classes.put(name, toByteArray());
                }
            };
        }
    }

    private static final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> into;
        private final List<Map<String, byte[]>> path;

        MemoryFiles(JavaFileManager platform, Map<String, byte[]> into, List<Map<String, byte[]>> path) {
            super(platform);
            this.into = into;
            this.path = path;
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String packageName, java.util.Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            List<JavaFileObject> found = new ArrayList<>();
            java.util.Set<String> ours = new java.util.HashSet<>();
            if (location == StandardLocation.CLASS_PATH && kinds.contains(JavaFileObject.Kind.CLASS)) {
                for (Map<String, byte[]> classes : path) {
                    for (String name : classes.keySet()) {
                        int dot = name.lastIndexOf('.');
                        if (packageName.equals(dot < 0 ? "" : name.substring(0, dot)) && ours.add(name)) {
                            found.add(new ClassFile(name, classes));
                        }
                    }
                }
            }
            for (JavaFileObject file : super.list(location, packageName, kinds, recurse)) {
                String name = super.inferBinaryName(location, file);
                // The class path may hold the program too, as it was built before.
                if (!ours.contains(name) && !MODULE.equals(name)) {
                    found.add(file);
                }
            }
            return found;
        }

        /** A module's description would make javac forget the class path. */
        @Override
        public JavaFileObject getJavaFileForInput(Location location, String name, JavaFileObject.Kind kind)
                throws IOException {
            return MODULE.equals(name) && location == StandardLocation.SOURCE_PATH
                    ? null
                    : super.getJavaFileForInput(location, name, kind);
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof ClassFile ? ((ClassFile) file).name : super.inferBinaryName(location, file);
        }

        @Override
        public boolean isSameFile(FileObject a, FileObject b) {
            return a == b || a.toUri().equals(b.toUri());
        }

        @Override
        public boolean hasLocation(Location location) {
            return location == StandardLocation.CLASS_PATH || super.hasLocation(location);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new ClassFile(name, into);
        }
    }

    /**
     * The class files of the class path. Each loader of a program makes classes of its own from them, as the one loader of a
     * JVM's class path does: they may name the program's classes, be in one package with them, and keep what a test leaves behind.
     */
    private static final class Libraries {
        private static final byte[] NONE = new byte[0];

        final FileLoader files;
        /** What was asked for, by name. */
        private final Map<String, byte[]> read = new ConcurrentHashMap<>();

        Libraries(FileLoader files) {
            this.files = files;
        }

        /** The class file of a class, or {@code null}. */
        byte[] classFile(String name) {
            byte[] bytes = read.computeIfAbsent(name, this::content);
            return bytes == NONE ? null : bytes;
        }

        private byte[] content(String name) {
            URL place = files.findResource(name.replace('.', '/') + ".class");
            if (place == null) {
                return NONE;
            }
            try (InputStream file = place.openStream()) {
                return file.readAllBytes();
            } catch (IOException unreadable) {
                return NONE;
            }
        }
    }

    /** Its own classes come first: the harness has none of a name that a program may use. Those of the class path come last. */
    private static final class MemoryLoader extends ClassLoader {
        private final List<Map<String, byte[]>> classes;
        /** {@code null}: none. */
        private final Libraries libraries;

        MemoryLoader(ClassLoader parent, List<Map<String, byte[]>> classes, Libraries libraries) {
            super(parent);
            this.classes = classes;
            this.libraries = libraries;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                for (Map<String, byte[]> map : classes) {
                    byte[] bytes = map.get(name);
                    if (bytes != null) {
                        return defineClass(name, bytes, 0, bytes.length);
                    }
                }
                return super.loadClass(name, resolve);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = libraries == null ? null : libraries.classFile(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Files of folders and jars: classes that stand there are made by the loaders of programs, or are not the program's at all. */
    private static final class FileLoader extends URLClassLoader {
        FileLoader(URL[] places, ClassLoader parent) {
            super(places, parent);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }
    }

    /** javac's first error. */
    private static final class Fault {
        final String message;
        /** Whether it is about a file that was not given, and is needed by one that was. */
        final boolean isElsewhere;

        Fault(String message, boolean isElsewhere) {
            this.message = message;
            this.isElsewhere = isElsewhere;
        }
    }

    private static final class Rejected extends Exception {
        private static final long serialVersionUID = 1;
        final String stage;

        Rejected(String stage, String message) {
            super(message);
            this.stage = stage;
        }
    }

    /** Too many threads that do not end. */
    private static final class Exhausted extends Exception {
        private static final long serialVersionUID = 1;
    }
}
