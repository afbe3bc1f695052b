//! All labels of a file in one text, for other tools (Bardin, Kosmatov, Cheynier, §§IV and V): where a label's own version has its trap, the
//! instrumented text calls a method of the label's own, in which one branch is the label.
//!
//! A version is a text in the place of another one. Those that put something in front, behind or around can stand in one text together, since what they
//! stand around are nodes of one tree; of those that write their place anew there could be one at a place, so they are left out and named.

use std::fmt::Write as _;

use crate::mutate::mutant::Mutant;
use crate::sema::load::TRAP;

/// What a label's method does (§§IV-A, V-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Instrumentation {
    /// P': a branch on the label's condition.
    Direct,
    /// P*: a choice; where it is taken, the condition is asserted and the run ends.
    Tight,
}

/// The class of the labels' methods, in the package of the trap's.
pub const CLASS: &str = "Labels";

/// A text with its labels.
pub struct Instrumented {
    pub text: String,
    pub planted: Vec<Planted>,
    /// The ids of labels that have no call in it, and why.
    pub left_out: Vec<(String, String)>,
}

/// A label that has a call in the text.
pub struct Planted {
    pub id: String,
    /// Of its methods.
    number: usize,
    /// The trap's methods that its version calls.
    methods: Vec<String>,
}

/// What a version puts around a part of the text, or at one place of it.
struct Around {
    start: usize,
    end: usize,
    before: String,
    behind: String,
    /// The trap's methods that are called.
    methods: Vec<String>,
}

/// The text with the labels of these versions, which are numbered from `first` on.
pub fn instrument(text: &str, versions: &[&Mutant], first: usize) -> Instrumented {
    let mut all: Vec<Around> = Vec::new();
    let (mut planted, mut left_out) = (Vec::new(), Vec::new());
    for (at, version) in versions.iter().enumerate() {
        let number = first + at;
        let around = match &version.unsupported {
            Some(why) => Err(why.clone()),
            None => around(version, number).ok_or_else(|| "its version writes its place anew".to_owned()),
        };
        match around {
            Ok(around) if all.iter().any(|other| crosses(&around, other)) => {
                left_out.push((version.id.clone(), "its place overlaps with another's".to_owned()));
            }
            Ok(around) => {
                planted.push(Planted { id: version.id.clone(), number, methods: around.methods.clone() });
                all.push(around);
            }
            Err(why) => left_out.push((version.id.clone(), why)),
        }
    }
    Instrumented { text: put(text, all), planted, left_out }
}

/// What stands around the original text in a version, with calls of the label's method in the place of the trap's.
fn around(version: &Mutant, number: usize) -> Option<Around> {
    let (start, end) = (version.span.start as usize, version.span.end as usize);
    let (own, text) = (&*version.original, &*version.replacement);
    let call = format!("{}.{}.", TRAP.0, TRAP.1);
    // Behind the call's parenthesis, behind the statement of a block, at its beginning, behind a question.
    let inside = match text.strip_prefix(&call) {
        _ if own.is_empty() => text.len(),
        Some(rest) if rest.starts_with("after(") => text.len().checked_sub(own.len() + 1)?,
        Some(rest) => call.len() + rest.find('(')? + 1,
        None if text.starts_with(&format!("{{ {call}")) => {
            let inside = text.find("; ")? + 2;
            inside + if text[inside..].starts_with(own) { 0 } else { "yield ".len() }
        }
        None if text.starts_with("{ ") => 2,
        None if text.starts_with(&format!("({call}")) => text.rfind(" ? ")? + 3,
        None => return None,
    };
    let behind = text.get(inside..)?.strip_prefix(own)?;
    let mut methods = Vec::new();
    let mut named = |part: &str| {
        let mut calls = part.split(&call);
        let mut text = calls.next().unwrap_or_default().to_owned();
        for rest in calls {
            let (method, rest) = rest.split_once('(').unwrap_or((rest, ""));
            text += &format!("{}.{CLASS}.{method}_{number}({rest}", TRAP.0);
            methods.push(method.to_owned());
        }
        text
    };
    let (before, behind) = (named(&text[..inside]), named(behind));
    Some(Around { start, end, before, behind, methods })
}

/// Whether one begins inside the other and ends behind it.
const fn crosses(a: &Around, b: &Around) -> bool {
    (a.start < b.start && b.start < a.end && a.end < b.end)
        || (b.start < a.start && a.start < b.end && b.end < a.end)
}

/// By place: what closes there before what opens, what has a length behind what has none; closing from the inside out, opening from the outside in.
type Order = (usize, bool, bool, usize, usize);

/// Of two that begin together the longer one stands outside, of equal ones the later; what has no length stands outside of all.
fn put(text: &str, all: Vec<Around>) -> String {
    let mut events: Vec<(Order, &str)> = Vec::new();
    for (at, around) in all.iter().enumerate() {
        let (length, is_point) = (around.end - around.start, around.end == around.start);
        let inwards = usize::MAX - length;
        events.push(((around.start, true, !is_point, inwards, usize::MAX - at), &around.before));
        if !is_point {
            events.push(((around.end, false, false, length, at), &around.behind));
        }
    }
    events.sort_unstable();
    let mut out = String::with_capacity(text.len() * 2);
    let mut done = 0;
    for ((place, ..), part) in events {
        out += &text[done..place];
        out += part;
        done = place;
    }
    out + &text[done..]
}

/// The class whose methods the instrumented texts call: labels with what is to be said of each.
pub fn class(labels: &[(Planted, String)], how: Instrumentation) -> String {
    let mut text = format!(
        "package {};\n\n/** A method `hit` for each label: where its argument is true, the label is covered. */\npublic final class {CLASS} {{\n",
        TRAP.0
    );
    text += match how {
        Instrumentation::Direct => "",
        Instrumentation::Tight => {
            "    /** The choice of a label: for the tool to make. Where it is never taken, the program is as it was. */\n    public static java.util.function.BooleanSupplier choice = () -> false;\n\n    /** A label was chosen, and the run ends there. */\n    public static final class Ended extends Error {\n        private static final long serialVersionUID = 1L;\n\n        Ended(String label) {\n            super(label);\n        }\n    }\n\n"
        }
    };
    let _ = writeln!(text, "    private {CLASS}() {{\n    }}");
    for (label, said) in labels {
        // A backslash might begin an escape, which is read in comments, too.
        let said = said.replace("*/", "* /").replace('\\', "\\\\");
        let _ = write!(text, "\n    /** {said} */\n");
        let is_called = |text: &str| label.methods.iter().any(|own| text.contains(&format!(" {own}_N(")));
        let methods = METHODS.split("\n\n").filter(|text| text.contains("void hit_N(") || is_called(text));
        for method in methods {
            let method =
                method.replace("HIT", &hit(&label.id, how)).replace("_N", &format!("_{}", label.number));
            let _ = writeln!(text, "{}", method.trim_end());
        }
    }
    text + "}\n"
}

fn hit(id: &str, how: Instrumentation) -> String {
    match how {
        Instrumentation::Direct => "if (covered) {\n        }".to_owned(),
        Instrumentation::Tight => format!(
            "if (choice.getAsBoolean()) {{\n            assert covered;\n            throw new Ended(\"{id}\");\n        }}"
        ),
    }
}

/// Those of one label. None but `hit` has a branch where numbers are not compared.
const METHODS: &str = "    static void hit_N(boolean covered) {
        HIT
    }

    public static void now_N() {
        hit_N(true);
    }

    public static void when_N(boolean condition) {
        hit_N(condition);
    }

    public static boolean on_N(boolean condition, boolean wanted) {
        hit_N(condition ^ wanted ^ true);
        return condition;
    }

    public static boolean seen_N(boolean value, boolean condition) {
        hit_N(condition);
        return value;
    }

    public static int seen_N(int value, boolean condition) {
        hit_N(condition);
        return value;
    }

    public static long seen_N(long value, boolean condition) {
        hit_N(condition);
        return value;
    }

    public static float seen_N(float value, boolean condition) {
        hit_N(condition);
        return value;
    }

    public static double seen_N(double value, boolean condition) {
        hit_N(condition);
        return value;
    }

    public static boolean after_N(boolean asked, boolean value) {
        return value;
    }

    public static int after_N(boolean asked, int value) {
        return value;
    }

    public static long after_N(boolean asked, long value) {
        return value;
    }

    public static float after_N(boolean asked, float value) {
        return value;
    }

    public static double after_N(boolean asked, double value) {
        return value;
    }

    public static int equal_N(int value, int other) {
        hit_N(value == other);
        return value;
    }

    public static long equal_N(long value, long other) {
        hit_N(value == other);
        return value;
    }

    public static float equal_N(float value, float other) {
        hit_N(value == other);
        return value;
    }

    public static double equal_N(double value, double other) {
        hit_N(value == other);
        return value;
    }

    public static int below_N(int value, int bound) {
        hit_N(value < bound);
        return value;
    }

    public static int above_N(int value, int bound) {
        hit_N(value >= bound);
        return value;
    }
";
