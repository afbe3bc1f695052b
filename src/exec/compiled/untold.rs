//! Fields of the JDK's classes that a started JVM fills and a run here does not, because an object stands in for the JVM's own, or
//! because an initialiser is skipped. Where they are zero or null, nobody knows what they hold: the read ends the run.

/// The class of threads.
pub(in crate::exec) const THREAD: &str = "java/lang/Thread";

/// Fields of a class.
enum Fields {
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

const UNTOLD: [(&str, Fields); 20] = [
    // Nobody has interrupted the thread that runs, what it holds is kept in it (`natives::environment`), and others are new.
    (THREAD, Fields::AllBut(&["interrupted", "threadLocals", "threadStatus"])),
    ("java/lang/Thread$FieldHolder", Fields::AllBut(&["threadStatus"])),
    ("java/lang/System", Fields::Only(&["out", "err", "initialIn", "props", "bootLayer", "lineSeparator"])),
    // Objects that nothing is behind.
    ("java/io/FileInputStream", Fields::AllBut(&[])),
    ("java/io/UnixFileSystem", Fields::AllBut(&["slash", "colon"])),
    ("java/net/ProxySelector", Fields::AllBut(&[])),
    ("java/security/SecureRandom", Fields::AllBut(&[])),
    ("java/util/Timer", Fields::AllBut(&[])),
    // What shuts a pool down when nobody has it any more is a thread.
    ("java/util/concurrent/Executors$AutoShutdownDelegatedExecutorService", Fields::AllBut(&[])),
    ("java/util/concurrent/Executors$DefaultThreadFactory", Fields::AllBut(&[])),
    ("jdk/internal/net/http/HttpClientFacade", Fields::AllBut(&[])),
    ("java/lang/ClassLoader", Fields::AllBut(&[])),
    ("java/security/SecureClassLoader", Fields::AllBut(&[])),
    ("jdk/internal/loader/BuiltinClassLoader", Fields::AllBut(&[])),
    ("java/lang/ref/Reference", Fields::Only(&["processPendingLock", "processPendingActive"])),
    ("java/lang/ref/Finalizer", Fields::Only(&["lock", "queue", "unfinalized"])),
    ("jdk/internal/access/SharedSecrets", Fields::Only(&["javaLangAccess", "javaLangRefAccess"])),
    ("jdk/internal/misc/VM", Fields::Only(&["initLevel", "javaLangInvokeInited", "savedProps"])),
    (
        "sun/util/calendar/ZoneInfoFile",
        Fields::Only(&["aliases", "indices", "oldMappings", "regions", "ruleArray", "versionId", "zones"]),
    ),
    (
        "sun/util/locale/provider/JRELocaleProviderAdapter",
        Fields::Only(&["langtagSets", "localeResourcesMap"]),
    ),
];

/// Whether a class that declares a field leaves it open where it is zero or null.
pub(super) fn is_untold(class: &str, field: &str) -> bool {
    let fields = UNTOLD.iter().find(|(of, _)| *of == class).map(|(_, fields)| fields);
    fields.is_some_and(|fields| match fields {
        Fields::Only(names) => names.contains(&field),
        Fields::AllBut(names) => !names.contains(&field),
    })
}
