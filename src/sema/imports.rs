//! The classes of the JDK that code of drivers, stubs and tests names by simple names.

use crate::sema::program::{ClassId, Program, Role};

/// What such code imports, so that these names mean them.
pub(super) const ON_DEMAND: &str =
    "import java.math.*;\nimport java.time.*;\nimport java.util.*;\nimport java.util.function.*;\n";

/// The classes of the JDK that driver and test code names by their simple names, where the program has no other class of
/// such a name.
const IMPORTED: [(&str, &[&str]); 4] = [
    ("java.math", &["BigDecimal", "BigInteger", "RoundingMode"]),
    ("java.time", &["Duration", "Instant", "LocalDate", "LocalDateTime", "LocalTime", "Period"]),
    (
        "java.util",
        &[
            "ArrayDeque",
            "ArrayList",
            "Arrays",
            "Collection",
            "Collections",
            "Comparator",
            "Deque",
            "EnumMap",
            "EnumSet",
            "HashMap",
            "HashSet",
            "Iterator",
            "LinkedHashMap",
            "LinkedHashSet",
            "LinkedList",
            "List",
            "Map",
            "NavigableMap",
            "NavigableSet",
            "Optional",
            "OptionalDouble",
            "OptionalInt",
            "OptionalLong",
            "Queue",
            "Set",
            "SortedMap",
            "SortedSet",
            "TreeMap",
            "TreeSet",
            "UUID",
        ],
    ),
    (
        "java.util.function",
        &[
            "BiConsumer",
            "BiFunction",
            "BiPredicate",
            "BinaryOperator",
            "Consumer",
            "Function",
            "IntBinaryOperator",
            "IntFunction",
            "IntPredicate",
            "IntUnaryOperator",
            "Predicate",
            "Supplier",
            "ToDoubleFunction",
            "ToIntFunction",
            "ToLongFunction",
            "UnaryOperator",
        ],
    ),
];

/// A top-level class of the JDK, as driver and test code names it: `List`, where the program has no other class of that
/// name.
pub fn imported(program: &Program, class: &str) -> String {
    match class.rsplit_once('.') {
        Some((package, simple)) if is_imported(program, package, simple) => simple.to_owned(),
        _ => class.to_owned(),
    }
}

/// The class that code means by a simple name which has to be imported.
pub fn import_of(program: &Program, simple: &str) -> Option<String> {
    let package =
        IMPORTED.iter().map(|(package, _)| *package).find(|package| is_imported(program, package, simple))?;
    Some(format!("{package}.{simple}"))
}

fn is_imported(program: &Program, package: &str, simple: &str) -> bool {
    let is_named = IMPORTED.iter().any(|(of, names)| *of == package && names.contains(&simple));
    is_named && !is_simple_name_taken(program, simple)
}

fn is_simple_name_taken(program: &Program, name: &str) -> bool {
    let is_ours = |class: ClassId| !program.role(class).is_compiled() && program.role(class) != Role::Library;
    program.classes.iter_enumerated().any(|(id, c)| *c.name == *name && is_ours(id))
}
