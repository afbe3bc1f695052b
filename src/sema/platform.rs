//! What we know of the JDK beyond the library's sources: names alone. They keep "no such class" apart from
//! "a class that we do not have", and say which members a supertype outside our world brings along.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The public classes of `java.lang` in JDK 17, and what later ones added, sorted.
const JAVA_LANG: &[&str] = &[
    "AbstractMethodError",
    "Appendable",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "AssertionError",
    "AutoCloseable",
    "Boolean",
    "BootstrapMethodError",
    "Byte",
    "CharSequence",
    "Character",
    "Class",
    "ClassCastException",
    "ClassCircularityError",
    "ClassFormatError",
    "ClassLoader",
    "ClassNotFoundException",
    "ClassValue",
    "CloneNotSupportedException",
    "Cloneable",
    "Comparable",
    "Compiler",
    "Deprecated",
    "Double",
    "Enum",
    "EnumConstantNotPresentException",
    "Error",
    "Exception",
    "ExceptionInInitializerError",
    "Float",
    "FunctionalInterface",
    "IO",
    "IllegalAccessError",
    "IllegalAccessException",
    "IllegalArgumentException",
    "IllegalCallerException",
    "IllegalMonitorStateException",
    "IllegalStateException",
    "IllegalThreadStateException",
    "IncompatibleClassChangeError",
    "IndexOutOfBoundsException",
    "InheritableThreadLocal",
    "InstantiationError",
    "InstantiationException",
    "Integer",
    "InternalError",
    "InterruptedException",
    "Iterable",
    "LayerInstantiationException",
    "LinkageError",
    "Long",
    "MatchException",
    "Math",
    "Module",
    "ModuleLayer",
    "NegativeArraySizeException",
    "NoClassDefFoundError",
    "NoSuchFieldError",
    "NoSuchFieldException",
    "NoSuchMethodError",
    "NoSuchMethodException",
    "NullPointerException",
    "Number",
    "NumberFormatException",
    "Object",
    "OutOfMemoryError",
    "Override",
    "Package",
    "Process",
    "ProcessBuilder",
    "ProcessHandle",
    "Readable",
    "Record",
    "ReflectiveOperationException",
    "Runnable",
    "Runtime",
    "RuntimeException",
    "RuntimePermission",
    "SafeVarargs",
    "ScopedValue",
    "SecurityException",
    "SecurityManager",
    "Short",
    "StackOverflowError",
    "StackTraceElement",
    "StackWalker",
    "StrictMath",
    "String",
    "StringBuffer",
    "StringBuilder",
    "StringIndexOutOfBoundsException",
    "SuppressWarnings",
    "System",
    "Thread",
    "ThreadDeath",
    "ThreadGroup",
    "ThreadLocal",
    "Throwable",
    "TypeNotPresentException",
    "UnknownError",
    "UnsatisfiedLinkError",
    "UnsupportedClassVersionError",
    "UnsupportedOperationException",
    "VerifyError",
    "VirtualMachineError",
    "Void",
    "WrongThreadException",
];

pub(super) fn is_java_lang_class(name: &str) -> bool {
    JAVA_LANG.binary_search(&name).is_ok()
}

/// What the interfaces of the JDK hand down, one a line, as `tests/sema/Interfaces.java` prints it: a later JDK's, since
/// these add methods and take none away.
const INTERFACES: &str = include_str!("interfaces.txt");

/// What an interface of the JDK hands down to what implements it, inherited members included.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownInterface(&'static str);

/// A method as far as its parameters go.
pub(super) struct KnownMethod {
    pub name: &'static str,
    pub is_abstract: bool,
    /// The erasures of its parameters' types, with commas.
    parameters: &'static str,
}

pub(super) fn known_interface(qualified_name: &str) -> Option<KnownInterface> {
    static LINES: LazyLock<Lines> = LazyLock::new(|| by_class(INTERFACES));
    LINES.get(qualified_name).copied().map(KnownInterface)
}

/// The lines of a table by the classes that they begin with.
type Lines = FxHashMap<&'static str, &'static str>;

fn by_class(table: &'static str) -> Lines {
    let mut lines = Lines::default();
    for line in table.lines() {
        let class = line.split(' ').next().unwrap_or_default();
        lines.entry(class).or_insert(line);
    }
    lines
}

impl KnownInterface {
    fn members(self) -> impl Iterator<Item = &'static str> {
        self.0.split(' ').skip(1)
    }

    /// All methods that objects have through it, but for those of `Object`.
    pub(super) fn methods(self) -> impl Iterator<Item = KnownMethod> {
        self.members().filter_map(|member| {
            let is_abstract = member.starts_with('-');
            let (name, parameters) = member.strip_prefix(['-', '+'])?.split_once('(')?;
            Some(KnownMethod { name, is_abstract, parameters: parameters.trim_end_matches(')') })
        })
    }

    /// The names of its fields and nested types.
    pub(super) fn others(self) -> impl Iterator<Item = &'static str> {
        let others = self.members().filter(|member| !member.starts_with(['-', '+']));
        others.map(|member| member.trim_start_matches('.'))
    }
}

impl KnownMethod {
    pub(super) fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.parameters.split(',').filter(|ty| !ty.is_empty())
    }
}

/// The final methods of `java.lang.Object`, with how many parameters each.
pub(super) const FINAL_OBJECT_METHODS: &[(&str, usize)] = &[("notify", 0), ("notifyAll", 0), ("wait", 0)];

/// What the JDK's classes have and the library's lack, a class a line, as `tests/sema/Missing.java` prints it.
const MISSING_MEMBERS: &str = include_str!("missing_members.txt");

/// The members of a class that the library lacks.
fn missing_members(qualified_name: &str) -> impl Iterator<Item = &'static str> {
    static LINES: LazyLock<Lines> = LazyLock::new(|| by_class(MISSING_MEMBERS));
    LINES.get(qualified_name).copied().unwrap_or_default().split(' ').skip(1)
}

/// Whether the JDK's class has a method of this name, for this number of arguments, that the library lacks.
pub(super) fn lacks_method(qualified_name: &str, name: &str, count: Option<usize>) -> bool {
    missing_members(qualified_name).any(|member| match (member.split_once('/'), count) {
        (Some((n, _)), None) => n == name,
        (Some((n, arity)), Some(count)) => n == name && takes(arity, count),
        (None, _) => false,
    })
}

/// Whether a method with so many parameters (`2`, or `1+`) takes so many arguments.
fn takes(arity: &str, count: usize) -> bool {
    match arity.strip_suffix('+') {
        Some(least) => least.parse().is_ok_and(|least: usize| count >= least),
        None => arity.parse() == Ok(count),
    }
}

/// Whether the JDK's class has a nested type of this name that the library lacks.
pub(super) fn lacks_type(qualified_name: &str, name: &str) -> bool {
    missing_members(qualified_name).any(|member| member.strip_prefix('.') == Some(name))
}

/// Whether the JDK's class has a supertype of this name that the library lacks.
pub(super) fn lacks_supertype(qualified_name: &str, name: &str) -> bool {
    missing_members(qualified_name).any(|member| member.strip_prefix('<') == Some(name))
}

/// Unchecked exceptions of the JDK that methods of a package, and of those below it, throw without declaring them: where code
/// has objects of its classes, tests may have to name these. Those of `library/` are known anyway.
const THROWN: &[(&str, &[&str])] = &[
    (
        "java.time",
        &[
            "java.time.DateTimeException",
            "java.time.format.DateTimeParseException",
            "java.time.temporal.UnsupportedTemporalTypeException",
            "java.time.zone.ZoneRulesException",
        ],
    ),
    (
        "java.util.concurrent",
        &[
            "java.util.concurrent.CancellationException",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.RejectedExecutionException",
        ],
    ),
    ("java.util.regex", &["java.util.regex.PatternSyntaxException"]),
    (
        "java.nio",
        &[
            "java.nio.BufferOverflowException",
            "java.nio.BufferUnderflowException",
            "java.nio.ReadOnlyBufferException",
            "java.nio.charset.IllegalCharsetNameException",
            "java.nio.charset.UnsupportedCharsetException",
            "java.nio.file.InvalidPathException",
        ],
    ),
];

/// What methods of the package's classes throw without declaring it.
pub(super) fn thrown_in(package: &str) -> impl Iterator<Item = &'static str> {
    let is_in = |above: &str| {
        package.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    THROWN.iter().filter(move |(above, _)| is_in(above)).flat_map(|(_, classes)| classes.iter().copied())
}

/// Whether some class of the library lacks this supertype, which the JDK's has.
pub(super) fn is_lacked_supertype(qualified_name: &str) -> bool {
    let members = MISSING_MEMBERS.lines().flat_map(|line| line.split(' ').skip(1));
    members.filter_map(|member| member.strip_prefix('<')).any(|name| name == qualified_name)
}

/// Whether the JDK's class has a field of this name that the library lacks.
pub(super) fn lacks_field(qualified_name: &str, name: &str) -> bool {
    missing_members(qualified_name).any(|member| member == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_as_their_search_needs() {
        assert!(JAVA_LANG.is_sorted());
        let update = known_interface("java.util.zip.Checksum").into_iter().flat_map(KnownInterface::methods);
        let update = update.filter(|m| m.name == "update" && !m.is_abstract);
        assert_eq!(update.map(|m| m.parameters).collect::<Vec<_>>(), ["byte[]", "java.nio.ByteBuffer"]);
    }
}
