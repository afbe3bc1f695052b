//! What a run asks of the machine: what does not depend on the answer is as on the JVM, and what does ends the run by name.

use crate::exec::compiled::initializers::ended;

/// Fields of dates, of a time zone, of a thread, of the system's properties and of environment variables.
const FOLLOWED: &[&str] = &[
    "System.currentTimeMillis() > 1_700_000_000_000L",
    "System.nanoTime() - System.nanoTime() <= 0",
    "new java.util.Date().getTime() > 0",
    "java.time.Instant.now().isAfter(java.time.Instant.EPOCH)",
    "java.time.LocalDate.now().getYear() > 2000",
    "java.time.LocalDate.of(2020, 2, 29).isBefore(java.time.LocalDate.now())",
    "java.time.Clock.systemUTC().millis() > 0",
    "new java.util.GregorianCalendar(2020, 1, 29).getTimeInMillis()",
    "new java.util.GregorianCalendar(2024, 0, 31, 23, 59, 58).get(java.util.Calendar.DAY_OF_YEAR)",
    "at(0).get(java.util.Calendar.DAY_OF_WEEK) + \" \" + at(86_400_000L * 400).get(java.util.Calendar.WEEK_OF_YEAR)",
    "at(951_782_400_000L).getActualMaximum(java.util.Calendar.DAY_OF_MONTH)",
    "java.util.Calendar.getInstance().getFirstDayOfWeek()",
    "java.util.TimeZone.getDefault().getID() + java.util.TimeZone.getDefault().getRawOffset()",
    "java.util.TimeZone.getTimeZone(\"GMT+02:30\").getRawOffset()",
    "java.util.TimeZone.getTimeZone(\"GMT-7\").getID()",
    "java.util.TimeZone.getTimeZone(\"no such zone\").getID()",
    "java.time.ZoneId.systemDefault().getId()",
    "kept(3) + kept(4)",
    "held(\"a\") + held(\"b\")",
    "System.getProperty(\"of.nobody\") == null",
    "System.getProperty(\"of.nobody\", \"else\")",
    "set(\"own.one\", \"1\") + set(\"own.one\", \"2\") + System.getProperty(\"own.two\", \"none\")",
    "System.getProperty(\"\")",
    "System.getProperty(null)",
    "System.getProperty(\"java.version\").isEmpty()",
    "System.getProperty(\"os.name\", \"none\").equals(\"none\")",
    "System.getProperty(\"file.separator\").length() + System.getProperty(\"path.separator\").length()",
    "Double.parseDouble(System.getProperty(\"java.class.version\")) >= 52",
    "System.getProperty(\"java.version\").startsWith(System.getProperty(\"java.specification.version\"))",
    "System.getenv(\"\") == null",
    "System.getenv(null)",
    "System.getenv(\"no variable\") == null",
    "System.getenv(\"PATH\").isEmpty()",
    "System.getenv().get(\"PATH\").isEmpty()",
    "System.getenv().containsKey(\"PATH\") && System.getenv() == System.getenv()",
    "System.getenv().getOrDefault(\"no variable\", \"none\")",
    "System.getenv().get(null)",
    "System.getenv().put(\"a\", \"b\")",
    "named(\"java.util.ArrayList\")",
    "named(\"Followed\")",
    "named(\"of.Nobody\")",
    "java.util.Locale.getDefault().toString().length()",
    "new java.util.Random() == null",
    "reseeded(9) + \" \" + new java.util.Random(-7).nextGaussian() + new java.util.Random(7).nextLong()",
    "new java.text.SimpleDateFormat(\"yyyy-MM-dd HH:mm:ss.SSS Z EEE MMM a\").format(new java.util.Date(951_782_400_001L))",
    "new java.text.SimpleDateFormat(\"EEEE, d MMMM yyyy\", java.util.Locale.US).format(new java.util.Date(0))",
    "parsed(\"dd.MM.yyyy HH:mm\", \"29.02.2024 07:05\") + parsed(\"yyyy-MM-dd\", \"x\")",
    "java.text.NumberFormat.getIntegerInstance().format(12345.5) + java.text.NumberFormat.getIntegerInstance().isParseIntegerOnly()",
    "String.join(\",\", new java.text.DateFormatSymbols(java.util.Locale.ENGLISH).getShortWeekdays())",
    "url(\"http://a@example.org:80/x/y.z?q=1#r\") + url(\"HTTPS://example.org\") + url(\"ftp://example.org/b c\")",
    "url(\"mailto:a@example.org\") + url(\"jar:http://example.org/b.jar!/c\") + url(\"none://example.org\") + url(\"a/b\")",
    "relative(\"http://example.org/a/b/c?d\", \"../e\") + relative(\"https://example.org/a\", \"?f#g\")",
    "digest(\"MD5\", \"abc\") + digest(\"md2\", \"\") + digest(\"SHA\", \"abc\") + digest(\"SHA-1\", \"a b\")",
    "digest(\"SHA-224\", \"abc\") + digest(\"SHA-256\", \"x\".repeat(130)) + digest(\"SHA-384\", \"\") + digest(\"sha-512\", \"abc\")",
    "digest(\"SHA-512/224\", \"\") + digest(\"SHA-512/256\", \"abc\") + digest(\"SHA3-256\", \"abc\") + digest(\"SHA3-512\", \"\")",
    "made(StringBuilder.class) + made(java.util.ArrayList.class) + made(java.util.Properties.class)",
    "new Thread(\"a\").getName() + new Thread(() -> { }, \"b\").getName() + new Thread(null, null, \"c\", 9).getName()",
    "new Thread((String) null).getName()",
    "new Thread(() -> { }, null).getName()",
    "renamed(\"d\") + new Lane(5).told()",
    "new Thread(\"e\").getState() + \" \" + new Thread(() -> { }).isInterrupted()",
    "locked()",
    "Thread.currentThread() == Thread.currentThread()",
    "Thread.currentThread().getContextClassLoader() == Followed.class.getClassLoader()",
    "java.nio.charset.Charset.forName(\"SJIS\").name() + java.nio.charset.Charset.forName(\"GB2312\").canEncode()",
    "new java.util.Date(86_400_000L * 365).after(new java.util.Date(5)) + \" \" + new java.util.Date(124, 1, 29).getTime()",
];

const MEMBERS: &str = "
    private static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> 1);
    static int reseeded(long seed) { java.util.Random random = new java.util.Random(); random.setSeed(seed); return random.nextInt(100); }
    static int kept(int n) { COUNT.set(COUNT.get() + n); int kept = COUNT.get(); COUNT.remove(); return kept + COUNT.get(); }
    static String held(String text) {
        ThreadLocal<String> one = new ThreadLocal<>(), other = new ThreadLocal<>();
        one.set(text); other.set(text + text); one.remove();
        return one.get() + other.get();
    }
    static java.util.Calendar at(long millis) {
        java.util.Calendar calendar = java.util.Calendar.getInstance();
        calendar.setTimeInMillis(millis);
        return calendar;
    }
    static String set(String key, String value) { System.setProperty(key, value); return System.getProperty(key); }
    static String parsed(String pattern, String text) {
        try { return \"\" + new java.text.SimpleDateFormat(pattern).parse(text).getTime(); }
        catch (java.text.ParseException e) { return \"at \" + e.getErrorOffset(); }
    }
    static String url(String spec) {
        try {
            java.net.URL url = new java.net.URL(spec);
            return url.getProtocol() + \" \" + url.getHost() + \" \" + url.getPort() + \" \" + url.getDefaultPort() + \" \"
                + url.getFile() + \" \" + url.getRef() + \" \" + url.getUserInfo() + \" \" + url;
        } catch (java.net.MalformedURLException e) { return \"none\"; }
    }
    static String relative(String context, String spec) {
        try { return new java.net.URL(new java.net.URL(context), spec).toExternalForm(); }
        catch (java.net.MalformedURLException e) { return \"none\"; }
    }
    static String digest(String algorithm, String text) {
        try {
            java.security.MessageDigest digest = java.security.MessageDigest.getInstance(algorithm);
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            digest.update(bytes);
            byte[] first = ((java.security.MessageDigest) digest.clone()).digest(new byte[] { 7 });
            byte[] second = digest.digest();
            digest.update((byte) 1);
            return digest.getAlgorithm() + digest.getDigestLength() + java.util.Arrays.toString(first)
                + java.util.Arrays.toString(second) + digest.digest()[0];
        } catch (java.security.NoSuchAlgorithmException | CloneNotSupportedException e) { return \"none\"; }
    }
    static String made(Class<?> of) {
        try { return of.newInstance().toString(); } catch (ReflectiveOperationException e) { return \"none\"; }
    }
    static String hidden() {
        try { return made(Class.forName(\"sun.security.provider.MD5\")); } catch (ClassNotFoundException e) { return \"none\"; }
    }
    static class Lane extends Thread {
        private final int number;
        private int twice;
        Lane(int number) { super(\"lane \" + number); this.number = number; }
        @Override public void run() { twice = 2 * number; }
        String told() { run(); return getName() + twice; }
    }
    static boolean renamed(Thread thread) { thread.setName(\"a\"); return true; }
    static String renamed(String name) { Thread thread = new Thread(); thread.setName(name); return thread.getName(); }
    static String locked() {
        java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
        lock.lock();
        boolean isHeld = lock.isHeldByCurrentThread();
        lock.unlock();
        var of_two = new java.util.concurrent.locks.ReentrantReadWriteLock();
        return \"\" + isHeld + lock.isLocked() + of_two.readLock().tryLock() + of_two.writeLock().tryLock();
    }
    static boolean cancelled(java.util.Timer timer) { timer.cancel(); return true; }
    static boolean executed(java.util.concurrent.ExecutorService executor) {
        executor.execute(() -> { });
        executor.shutdownNow();
        return true;
    }
    static String lines(String text) {
        java.io.StringWriter written = new java.io.StringWriter();
        new java.io.PrintWriter(written).println(text);
        return written.toString();
    }
    static boolean available() {
        try { return System.in.available() >= 0; } catch (java.io.IOException e) { return false; }
    }
    static boolean started(Thread thread) { thread.start(); return true; }
    static String named(String name) {
        try { return Class.forName(name).getSimpleName(); } catch (ClassNotFoundException e) { return \"none\"; }
    }";

#[test]
fn what_does_not_depend_on_the_time_and_the_machine_is_followed() {
    assert_eq!(ended("Followed", MEMBERS, FOLLOWED), Vec::<String>::new());
}

#[test]
fn a_thread_that_is_started_and_what_the_jvm_tells_of_threads_end_the_run() {
    let starts = [
        "started(new Thread(() -> { }))",
        "started(new Thread(null, () -> { }, \"a\"))",
        "started(new Lane(1))",
    ];
    let told = [
        "new Thread().getName()",
        "new Thread(() -> { }).toString()",
        "new Thread(\"a\").getPriority()",
        "new Thread(\"a\").isDaemon()",
        "new Thread(\"a\").getThreadGroup() == null",
        "new Thread(\"a\").getContextClassLoader() == null",
        "new Thread(\"a\").getUncaughtExceptionHandler() == null",
        "new Thread(\"a\").getId()",
        "new Thread(new ThreadGroup(\"a\"), \"b\").getName()",
        "new ThreadGroup(\"a\").getName()",
        "Thread.activeCount()",
        "Thread.currentThread().getName()",
        "renamed(Thread.currentThread())",
        "java.util.concurrent.Executors.defaultThreadFactory().newThread(() -> { }) == null",
    ];
    let of_starts = ended("Starts", MEMBERS, &starts);
    assert_eq!(of_starts.len() % starts.len(), 0, "{of_starts:?}");
    assert!(of_starts.iter().all(|why| why.contains("a thread that the program starts")), "{of_starts:?}");
    let of_told = ended("OfThreads", MEMBERS, &told);
    assert_eq!(of_told.len() % told.len(), 0, "{of_told:?}");
    assert!(of_told.iter().all(|why| why.contains("depends on the environment")), "{of_told:?}");
}

/// Where an initialiser is skipped, or something that only a started JVM makes is looked for.
#[test]
fn what_no_run_has_made_is_not_taken_for_null() {
    let unmade = [
        "java.util.TimeZone.getAvailableIDs().length > 3",
        "java.util.TimeZone.getAvailableIDs(0).length > 3",
        "new java.util.Random().nextInt(6) < 6",
        "java.nio.ByteBuffer.allocateDirect(100_000_000).capacity()",
    ];
    let why = ended("Unmade", MEMBERS, &unmade);
    assert_eq!(why.len() % unmade.len(), 0, "{why:?}");
    assert!(why.iter().all(|why| why.contains("depends on the environment")), "{why:?}");
}

/// What has threads, files, chance or the network behind it is made, and nothing else is asked of it.
const MADE: &[&str] = &[
    "new java.io.File(\"a\") == null",
    "new java.io.File(\"a\", \"b\") == null",
    "new java.io.File((String) null) == null",
    "new java.io.File(\"a.txt\").getName() + new java.io.File(\"a/b.txt\").getName() + new java.io.File(\"/a//b/\").getName()",
    "new java.io.File(new java.io.File(\"a/b\"), \"c/d.e\").getParentFile().getName()",
    "new java.io.File(\"a\").getParent() + new java.io.File(\"a.b-c_d\").getPath() + new java.io.File(\"a\").isAbsolute()",
    "new java.io.File(\"a/b\").equals(new java.io.File(\"a//b/\")) + \" \" + new java.io.File(\"a\").equals(new java.io.File(\"b\"))",
    "new java.io.File(\"ab_c\").hashCode() + \" \" + new java.io.File(\"a\").compareTo(new java.io.File(\"bc\"))",
    "java.net.http.HttpClient.newHttpClient() == null",
    "java.net.http.HttpClient.newBuilder().connectTimeout(java.time.Duration.ofSeconds(5)).build() == null",
    "new java.security.SecureRandom() == null",
    "new java.security.SecureRandom(new byte[] { 1 }) == null",
    "new java.util.Timer(true) == null",
    "new java.util.Timer(\"a\", true) == null",
    "new java.util.Timer((String) null) == null",
    "java.util.UUID.randomUUID().toString().length() + java.util.UUID.randomUUID().version()",
    "java.util.UUID.randomUUID().equals(java.util.UUID.randomUUID())",
    "java.util.concurrent.Executors.newCachedThreadPool().isShutdown()",
    "java.util.concurrent.Executors.newFixedThreadPool(2).isTerminated()",
    "java.util.concurrent.Executors.newFixedThreadPool(0) == null",
    "java.util.concurrent.Executors.newScheduledThreadPool(2).isShutdown()",
    "java.util.concurrent.Executors.newSingleThreadExecutor().isShutdown()",
    "java.util.concurrent.Executors.newSingleThreadScheduledExecutor().isShutdown()",
    "new java.util.concurrent.ScheduledThreadPoolExecutor(1).getCorePoolSize()",
    "new java.util.concurrent.ThreadPoolExecutor(1, 2, 3, java.util.concurrent.TimeUnit.SECONDS, new java.util.concurrent.LinkedBlockingQueue<>()).getMaximumPoolSize()",
    "System.in == System.in && System.in != null",
    "System.lineSeparator().isBlank() + String.format(\"%d%n\", 7).trim() + lines(\"a\").replace(System.lineSeparator(), \"|\")",
    "new java.util.Scanner(System.in) == null",
    "new java.io.BufferedReader(new java.io.InputStreamReader(System.in)) == null",
    "\"abc\".getBytes().length + new String(new byte[] { 97, 98 }) + \"\\u00e9\".getBytes().length / 3",
];

#[test]
fn what_has_the_machine_behind_it_is_made() {
    assert_eq!(ended("Made", MEMBERS, MADE), Vec::<String>::new());
}

#[test]
fn what_is_asked_of_the_machine_behind_it_ends_the_run() {
    let asking = [
        "new java.io.File(\"a/b\").getPath()",
        "new java.io.File(\"/a\").isAbsolute()",
        "new java.io.File(\"a\").equals(new java.io.File(\"A\"))",
        "new java.io.File(\"a/b\").hashCode()",
        "new java.io.File(\"a\").exists()",
        "new java.io.File(\"a\").getAbsolutePath()",
        "new java.io.File(\"a:b\").getName()",
        "java.io.File.separator",
        "java.net.http.HttpClient.newHttpClient().version()",
        "new java.security.SecureRandom().nextInt()",
        "new java.security.SecureRandom().nextInt(5)",
        "new java.security.SecureRandom().nextDouble()",
        "new java.security.SecureRandom().nextLong()",
        "new java.security.SecureRandom().getAlgorithm()",
        "cancelled(new java.util.Timer())",
        "java.util.UUID.randomUUID().toString()",
        "java.util.UUID.randomUUID().hashCode() % 7 == 0",
        "java.util.UUID.randomUUID().toString().contains(\"f\")",
        "executed(java.util.concurrent.Executors.newFixedThreadPool(2))",
        "executed(java.util.concurrent.Executors.newSingleThreadScheduledExecutor())",
        "available()",
        "\"\\u00e9\".getBytes().length",
        "new String(new byte[] { -61, -87 })",
        "new String(new byte[] { -61, -87 }, 0, 2).length()",
        "java.nio.charset.Charset.defaultCharset().name()",
        "System.lineSeparator()",
        "String.format(\"%d%n\", 7)",
        "lines(\"a\").length()",
        "\"\\u00e9\".getBytes(java.nio.charset.Charset.defaultCharset()).length",
    ];
    let why = ended("Asking", MEMBERS, &asking);
    assert_eq!(why.len() % asking.len(), 0, "{why:#?}");
}

#[test]
fn what_depends_on_the_time_and_the_machine_ends_the_run() {
    let time = [
        "java.time.LocalDate.now().getDayOfWeek() == java.time.DayOfWeek.SATURDAY",
        "java.time.LocalDate.now().isLeapYear()",
        "java.util.Calendar.getInstance().get(java.util.Calendar.HOUR_OF_DAY) == 0",
        "System.currentTimeMillis()",
        "java.time.LocalDate.now()",
        "System.nanoTime() % 10 == 7",
        "System.nanoTime() > 0",
    ];
    let machine = [
        "java.util.TimeZone.getTimeZone(\"Europe/Berlin\").getRawOffset()",
        "System.getProperty(\"user.dir\")",
        "System.getProperty(\"java.version\")",
        "System.getProperty(\"java.version\").indexOf('.') > 0",
        "System.getProperty(\"java.specification.version\").equals(\"13\")",
        "System.getProperty(\"os.name\").startsWith(\"Linux\") && System.getProperty(\"java.version\").startsWith(\"21\")",
        "System.getProperty(\"os.name\").equals(\"Windows 10\")",
        "System.getProperty(\"user.country\", \"none\")",
        "System.getProperty(\"java.awt.headless\") == null",
        "System.getenv(\"PATH\")",
        "System.getenv(\"HOME\") == null",
        "System.getenv().get(\"PATH\")",
        "System.getenv().containsKey(\"HOME\")",
        "System.getenv().getOrDefault(\"OF_NOBODY\", \"none\")",
        "System.getenv().isEmpty()",
        "System.getenv().keySet().contains(\"PATH\")",
        "new java.util.TreeMap<>(System.getenv()).firstKey()",
        "System.getenv().toString().length() > 9",
        "System.getenv(\"OF_NOBODY\") == null",
        "java.util.Objects.equals(System.getenv(\"TEMP\"), System.getenv(\"temp\"))",
        "System.setProperty(\"java.util.logging.manager\", \"x\")",
        "named(\"org.junit.Nobody\")",
        "url(\"file:/tmp/a\")",
        "digest(\"RIPEMD160\", \"\")",
        "hidden()",
        "named(\"java/util/ArrayList\")",
    ];
    let of_time = ended("OfTime", MEMBERS, &time);
    assert_eq!(of_time.len() % time.len(), 0, "{of_time:?}");
    assert!(of_time.iter().all(|why| why.contains("the time at which it runs shows")), "{of_time:?}");
    let of_machine = ended("OfMachine", MEMBERS, &machine);
    let is_named = |why: &String| {
        ["depends on the environment", "by its name", "the message digest", "by reflection"]
            .iter()
            .any(|said| why.contains(said))
    };
    assert_eq!(of_machine.len() % machine.len(), 0, "{of_machine:?}");
    assert!(of_machine.iter().all(is_named), "{of_machine:?}");
}
