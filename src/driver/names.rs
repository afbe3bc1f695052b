//! Types as driver and test code of a package writes them: by their simple names where these mean the same there,
//! qualified elsewhere.

use crate::sema::program::{ClassId, Program, Role};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// The name of a type for code in the package of `from`.
pub fn type_name(program: &Program, from: ClassId, ty: Ty) -> String {
    match ty {
        Ty::Class(class) => class_name(program, from, class),
        Ty::Array(ArrayTy { element: ElementTy::Class(class), dims }) => {
            class_name(program, from, class) + &"[]".repeat(dims.into())
        }
        other => program.type_name(other),
    }
}

/// The name of a class for code in the package of `from`.
pub fn class_name(program: &Program, from: ClassId, class: ClassId) -> String {
    if program.role(class) == Role::Jdk && program.classes[class].outer.is_none() {
        return imported(program, &program.type_name(Ty::Class(class)));
    }
    let is_imported = program.package_name(class) == "java.lang" && !is_hidden(program, class);
    if program.same_package(class, from) || is_imported {
        program.nested_name(class)
    } else {
        program.type_name(Ty::Class(class))
    }
}

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

/// The packages of these classes.
pub fn imported_packages() -> impl Iterator<Item = &'static str> {
    IMPORTED.iter().map(|(package, _)| *package)
}

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
    let package = imported_packages().find(|package| is_imported(program, package, simple))?;
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

/// The name that `Class.getName` gives: `org.example.Outer$Nested`, `[I`.
pub fn binary_name(program: &Program, ty: Ty) -> String {
    let class_name = |class: ClassId| {
        let nested = program.nested_name(class).replace('.', "$");
        match program.package_name(class) {
            "" => nested,
            package => format!("{package}.{nested}"),
        }
    };
    match ty {
        Ty::Class(class) => class_name(class),
        Ty::Array(ArrayTy { element, dims }) => {
            let element = match element {
                ElementTy::Class(class) => format!("L{};", class_name(class)),
                ElementTy::Primitive(primitive) => DESCRIPTORS[primitive as usize].to_owned(),
            };
            "[".repeat(dims.into()) + &element
        }
        other => program.type_name(other),
    }
}

/// In the order of `PrimitiveType::ALL`.
const DESCRIPTORS: [&str; 8] = ["Z", "B", "S", "C", "I", "J", "F", "D"];

/// Whether the program has a top-level class of the same simple name as one that is imported everywhere.
fn is_hidden(program: &Program, class: ClassId) -> bool {
    let name = &program.classes[program.outermost(class)].name;
    program.classes.iter_enumerated().any(|(id, c)| {
        c.outer.is_none() && c.name == *name && !matches!(program.role(id), Role::Library | Role::Jdk)
    })
}
