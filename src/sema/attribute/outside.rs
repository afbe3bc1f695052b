//! What is known of classes of the JDK that the library lacks, as far as leaving out an initialiser needs it: who keeps code
//! without running it, and who fails on some constants.

use crate::jvm::value::JavaString;
use crate::syntax::tree::{Code, ExprId, ExprKind, Literal};

/// Methods (constructors: `<init>`) that keep the code which they are given, and do not run it.
const KEEPERS: &[(&str, &[&str])] = &[
    ("java.lang.Thread", &["<init>"]),
    ("java.lang.ThreadLocal", &["withInitial"]),
    ("java.util.Arrays", &["asList"]),
    (
        "java.util.Collections",
        &[
            "reverseOrder",
            "singletonList",
            "singletonMap",
            "synchronizedList",
            "synchronizedMap",
            "unmodifiableCollection",
            "unmodifiableList",
            "unmodifiableMap",
            "unmodifiableSet",
        ],
    ),
    (
        "java.util.Comparator",
        &["comparing", "comparingDouble", "comparingInt", "comparingLong", "nullsFirst", "nullsLast"],
    ),
    ("java.util.List", &["of"]),
    ("java.util.Map", &["entry", "of", "ofEntries"]),
    ("java.util.Optional", &["of"]),
    ("java.util.PriorityQueue", &["<init>"]),
    ("java.util.TreeMap", &["<init>"]),
    ("java.util.TreeSet", &["<init>"]),
    ("java.util.concurrent.ConcurrentSkipListMap", &["<init>"]),
    ("java.util.concurrent.ConcurrentSkipListSet", &["<init>"]),
    ("java.util.concurrent.FutureTask", &["<init>"]),
    ("java.util.concurrent.PriorityBlockingQueue", &["<init>"]),
];

pub(super) fn keeps_code(class: &str, method: &str) -> bool {
    KEEPERS.iter().any(|(name, methods)| *name == class && methods.contains(&method))
}

/// Interfaces, and classes whose constructors call nothing that a subclass may override.
const QUIET_ABOVE: &[&str] = &[
    "java.lang.Comparable",
    "java.lang.InheritableThreadLocal",
    "java.lang.Iterable",
    "java.lang.Runnable",
    "java.lang.Thread",
    "java.lang.ThreadLocal",
    "java.util.AbstractCollection",
    "java.util.AbstractList",
    "java.util.AbstractMap",
    "java.util.AbstractSet",
    "java.util.ArrayList",
    "java.util.Comparator",
    "java.util.Enumeration",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.Iterator",
    "java.util.LinkedHashMap",
    "java.util.TimerTask",
    "java.util.concurrent.Callable",
    "java.util.concurrent.ThreadFactory",
];

pub(super) fn is_quiet_above(class: &str) -> bool {
    QUIET_ABOVE.contains(&class) || class.starts_with("java.util.function.")
}

/// Methods of `System` that change nothing and give what no run can know.
pub(super) fn is_plain_of_system(method: &str) -> bool {
    ["currentTimeMillis", "getenv", "getProperty", "lineSeparator", "nanoTime"].contains(&method)
}

/// Classes of the packages that people import as a whole, so that such an import tells where a name comes from.
const KNOWN: &[&str] = &[
    "java.io.BufferedReader",
    "java.io.File",
    "java.io.InputStreamReader",
    "java.math.BigDecimal",
    "java.math.BigInteger",
    "java.math.MathContext",
    "java.math.RoundingMode",
    "java.nio.charset.Charset",
    "java.nio.charset.StandardCharsets",
    "java.text.DecimalFormat",
    "java.text.NumberFormat",
    "java.text.SimpleDateFormat",
    "java.time.Clock",
    "java.time.Duration",
    "java.time.Instant",
    "java.time.LocalDate",
    "java.time.LocalDateTime",
    "java.time.LocalTime",
    "java.time.ZoneId",
    "java.time.ZoneOffset",
    "java.util.ArrayDeque",
    "java.util.ArrayList",
    "java.util.Arrays",
    "java.util.BitSet",
    "java.util.Calendar",
    "java.util.Collection",
    "java.util.Collections",
    "java.util.Comparator",
    "java.util.Date",
    "java.util.Deque",
    "java.util.EnumMap",
    "java.util.EnumSet",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.Hashtable",
    "java.util.IdentityHashMap",
    "java.util.Iterator",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet",
    "java.util.LinkedList",
    "java.util.List",
    "java.util.Map",
    "java.util.Optional",
    "java.util.PriorityQueue",
    "java.util.Properties",
    "java.util.Queue",
    "java.util.Random",
    "java.util.Scanner",
    "java.util.Set",
    "java.util.SortedMap",
    "java.util.SortedSet",
    "java.util.Stack",
    "java.util.StringJoiner",
    "java.util.Timer",
    "java.util.TimerTask",
    "java.util.TreeMap",
    "java.util.TreeSet",
    "java.util.UUID",
    "java.util.Vector",
    "java.util.WeakHashMap",
    "java.util.concurrent.Callable",
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentLinkedQueue",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.CountDownLatch",
    "java.util.concurrent.ExecutorService",
    "java.util.concurrent.Executors",
    "java.util.concurrent.LinkedBlockingQueue",
    "java.util.concurrent.Semaphore",
    "java.util.concurrent.ThreadLocalRandom",
    "java.util.concurrent.TimeUnit",
    "java.util.concurrent.atomic.AtomicBoolean",
    "java.util.concurrent.atomic.AtomicInteger",
    "java.util.concurrent.atomic.AtomicLong",
    "java.util.concurrent.atomic.AtomicReference",
    "java.util.concurrent.locks.Lock",
    "java.util.concurrent.locks.ReentrantLock",
    "java.util.logging.Level",
    "java.util.logging.Logger",
    "java.util.regex.Matcher",
    "java.util.regex.Pattern",
    "java.util.stream.Collectors",
    "java.util.stream.DoubleStream",
    "java.util.stream.IntStream",
    "java.util.stream.LongStream",
    "java.util.stream.Stream",
];

pub(super) fn is_known(class: &str) -> bool {
    KNOWN.contains(&class) || is_quiet_above(class) || KEEPERS.iter().any(|(name, _)| *name == class)
}

/// Whether the class keeps what it is given by its identity, its hash code or its order.
pub(super) fn is_collection(class: &str) -> bool {
    const NAMES: [&str; 8] =
        ["Arrays", "Collections", "EnumMap", "EnumSet", "List", "Map", "Optional", "Set"];
    class.strip_prefix("java.util.").is_some_and(|name| NAMES.contains(&name))
}

/// Whether its objects are made of `System.in` without reading from it.
pub(super) fn is_stream(class: &str) -> bool {
    [
        "java.io.BufferedInputStream",
        "java.io.BufferedReader",
        "java.io.DataInputStream",
        "java.io.InputStreamReader",
        "java.util.Scanner",
    ]
    .contains(&class)
}

/// Whether a call fails on these arguments, or may, as far as their text tells.
pub(super) fn may_fail(code: &Code, class: &str, method: &str, arguments: &[ExprId]) -> bool {
    let kind = |&a: &ExprId| &code.exprs[a].kind;
    let is_null = |a: &ExprId| matches!(kind(a), ExprKind::Literal(Literal::Null));
    let text = match arguments.first().map(kind) {
        Some(ExprKind::Literal(Literal::String(text))) => Some(text),
        _ => None,
    };
    match (class, method) {
        ("java.util.Set", "of") => arguments.iter().any(is_null) || !are_distinct(code, arguments.iter()),
        ("java.util.Map", "of") => {
            arguments.iter().any(is_null) || !are_distinct(code, arguments.iter().step_by(2))
        }
        ("java.util.Map", "ofEntries") => true,
        (_, "of" | "copyOf" | "entry" | "requireNonNull") => arguments.iter().any(is_null),
        ("java.util.regex.Pattern", "compile" | "matches") => {
            text.is_some_and(|text| !is_regular_expression(text))
        }
        ("java.math.BigInteger" | "java.math.BigDecimal", "<init>") => !text.is_none_or(is_decimal),
        // A capacity, a size.
        (_, "<init>") if is_sized(class) => {
            arguments.iter().any(|a| matches!(kind(a), ExprKind::Unary { .. }))
        }
        _ => false,
    }
}

/// Whether an object of the class is made for a number of elements.
fn is_sized(class: &str) -> bool {
    class.starts_with("java.util.") && class != "java.util.Random" && class != "java.util.Date"
}

/// Whether all are literals or names of constants, and no two the same.
fn are_distinct<'a>(code: &Code, arguments: impl Iterator<Item = &'a ExprId>) -> bool {
    let mut seen: Vec<&ExprKind> = Vec::new();
    for &argument in arguments {
        let kind = &code.exprs[argument].kind;
        let is_same = |other: &&ExprKind| match (kind, *other) {
            (ExprKind::Literal(a), ExprKind::Literal(b)) => is_same_literal(a, b),
            (ExprKind::Field { name: a, .. }, ExprKind::Field { name: b, .. }) => a.name == b.name,
            _ => false,
        };
        let is_known = matches!(kind, ExprKind::Literal(_) | ExprKind::Field { .. });
        if !is_known || seen.iter().any(is_same) {
            return false;
        }
        seen.push(kind);
    }
    true
}

/// Numbers of other spellings may be the same: then they count as such.
fn is_same_literal(a: &Literal, b: &Literal) -> bool {
    let digits =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    match (a, b) {
        (Literal::Int(a), Literal::Int(b)) | (Literal::Long(a), Literal::Long(b)) => {
            a == b || !digits(a) || !digits(b)
        }
        (Literal::Float(_), Literal::Float(_)) | (Literal::Double(_), Literal::Double(_)) => true,
        _ => a == b,
    }
}

/// Digits, perhaps with a sign and a point.
fn is_decimal(text: &JavaString) -> bool {
    let text = String::from_utf16_lossy(text.units());
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let point = digits.split_once('.').unwrap_or((digits, "0"));
    [point.0, point.1].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether nothing shows that the text is no regular expression: brackets in pairs, something before each quantifier,
/// something behind each backslash.
fn is_regular_expression(text: &JavaString) -> bool {
    let (mut groups, mut in_class) = (0_usize, 0_usize);
    let mut has_atom = false;
    let mut units = text.units().iter().map(|&u| char::from_u32(u.into()).unwrap_or('?')).peekable();
    while let Some(unit) = units.next() {
        match unit {
            '\\' => {
                let Some(escaped) = units.next() else { return false };
                if escaped == 'Q' {
                    return true;
                }
                // Other letters are reserved.
                if escaped.is_ascii_alphabetic() && !"tnrfaecdDhHsSvVwWbBAGZzRXpPkuNx".contains(escaped) {
                    return false;
                }
                has_atom = true;
            }
            '[' => in_class += 1,
            ']' if in_class > 0 => {
                in_class -= 1;
                has_atom = true;
            }
            _ if in_class > 0 => {}
            '(' => {
                groups += 1;
                has_atom = false;
                if units.peek() == Some(&'?') {
                    units.next();
                }
            }
            ')' if groups == 0 => return false,
            ')' => {
                groups -= 1;
                has_atom = true;
            }
            '*' | '+' | '?' | '{' if !has_atom => return false,
            '|' => has_atom = false,
            _ => has_atom = true,
        }
    }
    groups == 0 && in_class == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_regular_expression_is_told() {
        let is = |text: &str| is_regular_expression(&JavaString::from(text));
        assert!(
            ["a*", "[a-z]+", "^\\s*(\\d{2,3})?$", "(?i)x|y", "[^\\]]", "\\p{L}+", ""]
                .map(is)
                .iter()
                .all(|&r| r)
        );
        assert!(["(", ")", "*a", "a|+", "[a", "\\", "\\y"].map(is).iter().all(|&r| !r));
    }
}
