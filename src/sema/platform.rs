//! What we know of the JDK beyond the library's sources: names alone. They keep "no such class" apart from
//! "a class that we do not have", and say which members a supertype outside our world brings along.

/// The public classes of `java.lang` in JDK 17, sorted.
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
];

pub(super) fn is_java_lang_class(name: &str) -> bool {
    JAVA_LANG.binary_search(&name).is_ok()
}

/// What an interface of the JDK hands down: the methods that a concrete class must implement, and all else.
pub(super) struct KnownInterface {
    pub name: &'static str,
    pub abstract_methods: &'static [&'static str],
    pub others: &'static [&'static str],
}

/// Interfaces that real classes implement without being any less ordinary for it.
const INTERFACES: &[KnownInterface] = &[
    KnownInterface { name: "java.io.Closeable", abstract_methods: &["close"], others: &[] },
    KnownInterface { name: "java.io.Flushable", abstract_methods: &["flush"], others: &[] },
    KnownInterface { name: "java.io.Serializable", abstract_methods: &[], others: &[] },
    KnownInterface { name: "java.lang.Appendable", abstract_methods: &["append"], others: &[] },
    KnownInterface { name: "java.lang.AutoCloseable", abstract_methods: &["close"], others: &[] },
    KnownInterface { name: "java.lang.Cloneable", abstract_methods: &[], others: &[] },
    KnownInterface { name: "java.lang.Comparable", abstract_methods: &["compareTo"], others: &[] },
    KnownInterface {
        name: "java.lang.Iterable",
        abstract_methods: &["iterator"],
        others: &["forEach", "spliterator"],
    },
    KnownInterface { name: "java.lang.Readable", abstract_methods: &["read"], others: &[] },
    KnownInterface { name: "java.lang.Runnable", abstract_methods: &["run"], others: &[] },
    KnownInterface {
        name: "java.util.Comparator",
        abstract_methods: &["compare"],
        others: &[
            "comparing",
            "comparingDouble",
            "comparingInt",
            "comparingLong",
            "naturalOrder",
            "nullsFirst",
            "nullsLast",
            "reverseOrder",
            "reversed",
            "thenComparing",
            "thenComparingDouble",
            "thenComparingInt",
            "thenComparingLong",
        ],
    },
    KnownInterface {
        name: "java.util.Iterator",
        abstract_methods: &["hasNext", "next"],
        others: &["forEachRemaining", "remove"],
    },
    KnownInterface { name: "java.util.RandomAccess", abstract_methods: &[], others: &[] },
    KnownInterface { name: "java.util.concurrent.Callable", abstract_methods: &["call"], others: &[] },
    KnownInterface {
        name: "java.util.function.BooleanSupplier",
        abstract_methods: &["getAsBoolean"],
        others: &[],
    },
    KnownInterface {
        name: "java.util.function.Consumer",
        abstract_methods: &["accept"],
        others: &["andThen"],
    },
    KnownInterface {
        name: "java.util.function.Function",
        abstract_methods: &["apply"],
        others: &["andThen", "compose", "identity"],
    },
    KnownInterface { name: "java.util.function.IntSupplier", abstract_methods: &["getAsInt"], others: &[] },
    KnownInterface {
        name: "java.util.function.Predicate",
        abstract_methods: &["test"],
        others: &["and", "isEqual", "negate", "not", "or"],
    },
    KnownInterface { name: "java.util.function.Supplier", abstract_methods: &["get"], others: &[] },
];

pub(super) fn known_interface(qualified_name: &str) -> Option<&'static KnownInterface> {
    let found = INTERFACES.binary_search_by(|i| i.name.cmp(qualified_name));
    found.ok().map(|n| &INTERFACES[n])
}

/// Interfaces that are generic in the JDK and not in the library: no code but the library's may name them.
pub(super) fn is_generic(qualified_name: &str) -> bool {
    matches!(qualified_name, "java.lang.Comparable" | "java.lang.Iterable" | "java.util.Iterator")
}

/// The final methods of `java.lang.Object`, with how many parameters each.
pub(super) const FINAL_OBJECT_METHODS: &[(&str, usize)] = &[("notify", 0), ("notifyAll", 0), ("wait", 0)];

/// What the JDK's classes have and the library's lack, a class a line, as `tests/sema/Missing.java` prints it.
const MISSING_MEMBERS: &str = include_str!("missing_members.txt");

/// The members of a class that the library lacks.
fn missing_members(qualified_name: &str) -> impl Iterator<Item = &'static str> {
    let line = MISSING_MEMBERS.lines().find(|l| l.split(' ').next() == Some(qualified_name));
    line.unwrap_or_default().split(' ').skip(1)
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
        assert!(INTERFACES.is_sorted_by_key(|i| i.name));
    }
}
