//! Each row of what the analyses know of static library methods, held against runs of the methods on boundary values.

use std::fmt::Write as _;

use jatpg::cfg::library::{self, Model};
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::vm::Vm;
use jatpg::jvm::text::primitive_to_text;
use jatpg::jvm::value::{Primitive, PrimitiveType};
use jatpg::syntax::tree::{MethodDecl, Modifiers};
use jatpg::term::{TermId, TermKind, Terms};

use super::natives::{declared, written};
use super::source::trees;
use crate::exec::{driver, program};

/// Java literals of a type: the ends, what is near them, and what is special in the middle.
fn values(ty: &str) -> &'static [&'static str] {
    match ty {
        "boolean" => &["false", "true"],
        "byte" => &["(byte) -128", "(byte) -1", "(byte) 0", "(byte) 7", "(byte) 127"],
        "char" => &["(char) 0", "'0'", "'a'", "'Z'", "(char) 0xd800", "(char) 0xdfff", "(char) 0xffff"],
        "short" => &["(short) -32768", "(short) -1", "(short) 0", "(short) 300", "(short) 32767"],
        "int" => &[
            "-2147483648",
            "-2147483647",
            "-37",
            "-1",
            "0",
            "1",
            "2",
            "10",
            "36",
            "37",
            "1114112",
            "2147483647",
        ],
        "long" => &[
            "-9223372036854775808L",
            "-2147483649L",
            "-1L",
            "0L",
            "1L",
            "63L",
            "4294967296L",
            "9223372036854775807L",
        ],
        "float" => &[
            "-1.0f / 0.0f",
            "-3.5f",
            "-0.0f",
            "0.0f",
            "1.0e-45f",
            "1.0f",
            "1.6777216e7f",
            "3.4028235e38f",
            "0.0f / 0.0f",
        ],
        "double" => &[
            "-1.0 / 0.0",
            "-2.5",
            "-0.0",
            "0.0",
            "4.9e-324",
            "1.0",
            "9.007199254740993e15",
            "1.7976931348623157e308",
            "0.0 / 0.0",
        ],
        "String" => &[
            "null",
            "\"\"",
            "\"-\"",
            "\"0\"",
            "\"-12\"",
            "\"7fffffff\"",
            "\"99999999999999999999\"",
            "\"true\"",
            "\"1e3\"",
            "\" 4 \"",
        ],
        other => panic!("a row over {other}"),
    }
}

/// Of three arguments, all combinations of the first ones.
const MOST_ROWS: usize = 100;

/// All rows of values for these types.
fn arguments(types: &[&str]) -> Rows {
    types.iter().fold(vec![Vec::new()], |rows, ty| {
        let longer = |row: &Vec<&'static str>| {
            let row = row.clone();
            values(ty).iter().map(move |&value| [row.clone(), vec![value]].concat()).collect::<Vec<_>>()
        };
        rows.iter().flat_map(longer).take(MOST_ROWS).collect()
    })
}

/// Rows of arguments, as source.
type Rows = Vec<Vec<&'static str>>;

/// What calls give, each its text or the exception's class; by what is called, and with which arguments.
struct Results(Vec<(String, Rows, Vec<String>)>);

/// Calls of one method of the class that holds them.
const AT_ONCE: usize = 64;

impl Results {
    /// Of each of these on all rows of values for its types.
    fn of(called: impl Iterator<Item = (String, Rows)>) -> Self {
        let called: Vec<_> = called.collect();
        let mut source = "class R {\n".to_owned();
        for (i, (name, rows)) in called.iter().enumerate() {
            for (part, rows) in rows.chunks(AT_ONCE).enumerate() {
                writeln!(source, "static void t{i}_{part}() {{").expect("a string takes all");
                for row in rows {
                    let call = format!("{name}({})", row.join(", "));
                    writeln!(source, "try {{ System.out.println({call}); }} catch (RuntimeException e) {{ System.out.println(e.getClass().getName()); }}").expect("a string takes all");
                }
                source.push_str("}\n");
            }
        }
        let program = program(&(source + "}\n"));
        let code = ProgramCode::build(&program, &[]);
        let run = |i: usize, name: &str, rows: &[Vec<&str>]| {
            let mut results = Vec::new();
            for part in 0..rows.len().div_ceil(AT_ONCE) {
                let mut vm = Vm::new(&code, Limits::default());
                vm.be_lenient();
                let run = vm.run_original(&driver(&code, &format!("R.t{i}_{part}();"), 0));
                let outcome = run.outcome().unwrap_or_else(|| panic!("{name}: {:?}", run.end));
                results.extend(outcome.printed().to_string_lossy().lines().map(str::to_owned));
            }
            assert_eq!(results.len(), rows.len(), "{name}");
            results
        };
        let results = called.into_iter().enumerate().map(|(i, (name, rows))| {
            let results = run(i, &name, &rows);
            (name, rows, results)
        });
        Self(results.collect())
    }
}

fn row_of(key: &str) -> (&str, Vec<&str>) {
    let (name, rest) = key.split_once('(').expect("a key has parameters");
    let types = rest.trim_end_matches(')');
    (name, types.split(',').filter(|ty| !ty.is_empty()).collect())
}

/// Whether code outside of the library may call a method.
fn is_open(method: &MethodDecl) -> bool {
    !method.modifiers.has(Modifiers::PRIVATE)
}

fn returned(method: &MethodDecl) -> String {
    method.return_type.as_ref().map(written).unwrap_or_default()
}

fn is_primitive(ty: &str) -> bool {
    PrimitiveType::ALL.iter().any(|primitive| primitive.name() == ty)
}

fn is_thrown(result: &str) -> bool {
    result.starts_with("java.lang.") && result.ends_with("Exception")
}

#[test]
fn each_row_is_a_method_and_none_has_two() {
    let trees = trees();
    let methods = declared(&trees);
    for (i, (key, _)) in library::ROWS.iter().enumerate() {
        assert!(methods.contains_key(*key), "no method {key}");
        assert!(library::ROWS[..i].iter().all(|(other, _)| other != key), "two rows for {key}");
    }
}

/// Calls of methods that code outside of the library may name; the others are called by these.
#[test]
fn each_row_says_what_the_method_throws_and_computes() {
    let trees = trees();
    let methods = declared(&trees);
    let open: Vec<&(&str, Model)> = library::ROWS
        .iter()
        .filter(|(key, _)| is_open(methods[*key]) && !FOR_THE_LIBRARY.contains(key))
        .collect();
    let results = Results::of(open.iter().map(|(key, _)| calls_of(key)));
    assert!(open.len() > 250, "{}", open.len());
    for ((key, model), (name, rows, results)) in open.into_iter().zip(results.0) {
        let returned = returned(methods[*key]);
        for (row, result) in rows.iter().zip(&results) {
            let call = format!("{name}({}) gives {result}", row.join(", "));
            let expected = match model {
                Model::Partial { exception, null_throws } => {
                    let is_null = row[0] == "null";
                    let allowed =
                        if is_null && *null_throws { "java.lang.NullPointerException" } else { exception };
                    assert!(!is_thrown(result) || result == allowed, "{call}");
                    assert!(!(is_null && *null_throws) || is_thrown(result), "{call}");
                    continue;
                }
                Model::Quotient(_) if ["0", "0L"].contains(&row[1]) => {
                    assert_eq!(result, "java.lang.ArithmeticException", "{call}");
                    continue;
                }
                Model::Value => None,
                Model::Exact(exact) | Model::Quotient(exact) => computed(&returned, *exact, row),
            };
            assert!(!is_thrown(result), "{call}");
            // Half a pair of units is printed as a question mark.
            let is_half = |text: &String| text.contains('\u{fffd}');
            let is_right = expected.as_ref().is_none_or(|text| text == result || is_half(text));
            assert!(is_right, "{call}, not {expected:?}");
        }
        let throws = results.iter().any(|result| is_thrown(result));
        assert!(throws || !matches!(model, Model::Partial { .. }), "{key} never throws");
    }
}

/// What has no row over primitive values throws for some of them.
#[test]
fn methods_over_primitives_without_a_row_throw() {
    const CLASSES: [&str; 10] =
        ["Math", "StrictMath", "Character", "Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double"];
    let trees = trees();
    let has_no_row = |(key, method): &(String, &MethodDecl)| {
        let (name, types) = row_of(key);
        let is_meant = CLASSES.iter().any(|class| name.starts_with(&format!("java.lang.{class}.")));
        let over_primitives =
            !types.is_empty() && types.iter().all(|ty| is_primitive(ty)) && is_primitive(&returned(method));
        let is_static = method.modifiers.has(Modifiers::STATIC);
        let has_row = library::ROWS.iter().any(|(row, _)| row == key);
        is_meant && is_static && is_open(method) && over_primitives && !has_row
    };
    let keys: Vec<String> = declared(&trees).into_iter().filter(has_no_row).map(|(key, _)| key).collect();
    assert!(keys.len() > 30, "{keys:?}");
    let keys = keys.into_iter();
    for (name, _, results) in Results::of(keys.map(|key| calls_of(&key))).0 {
        // These compare or divide as if there were no sign, and are looked into.
        let is_looked_into = name.ends_with("Unsigned");
        assert!(is_looked_into || results.iter().any(|result| is_thrown(result)), "{name} could have a row");
    }
}

fn calls_of(key: &str) -> (String, Vec<Vec<&'static str>>) {
    let (name, types) = row_of(key);
    (name.to_owned(), arguments(&types))
}

/// Methods that real code cannot name, though they are not private here.
const FOR_THE_LIBRARY: [&str; 3] =
    ["java.lang.String.vague(String)", "java.lang.Float.bits(float)", "java.lang.Double.bits(double)"];

/// What the term says, where it is a constant.
fn computed(returned: &str, exact: library::Exact, row: &[&str]) -> Option<String> {
    let mut terms = Terms::new();
    let constants: Option<Vec<Primitive>> = row.iter().map(|literal| constant_of(literal)).collect();
    let arguments: Vec<TermId> = constants?.into_iter().map(|value| terms.primitive(value)).collect();
    let result = exact(&mut terms, &arguments);
    let ty = PrimitiveType::ALL.into_iter().find(|primitive| primitive.name() == returned);
    match (terms.kind(result), ty) {
        (TermKind::Constant(value), Some(ty)) => {
            Some(primitive_to_text(jatpg::jvm::convert::cast(*value, ty)).to_string_lossy())
        }
        (TermKind::Text(text), _) => Some(text.to_string_lossy()),
        _ => None,
    }
}

/// Of the literals above.
fn constant_of(literal: &str) -> Option<Primitive> {
    let bare = literal.rsplit(' ').next()?;
    if let "true" | "false" = literal {
        return Some(Primitive::Boolean(literal == "true"));
    }
    if let Some(unit) = literal.strip_prefix('\'') {
        return Some(Primitive::Int(unit.chars().next()? as i32));
    }
    if let Some(digits) = bare.strip_prefix("0x") {
        return Some(Primitive::Int(i32::from_str_radix(digits, 16).ok()?));
    }
    if let Some(digits) = bare.strip_suffix('L') {
        return Some(Primitive::Long(digits.parse().ok()?));
    }
    bare.parse().ok().map(Primitive::Int)
}

/// The methods of strings that are functions here (`cfg/lower/library.rs`): none throws but for a null and for what is
/// said of it there.
#[test]
fn methods_of_strings_throw_for_a_null_and_for_bad_indices_alone() {
    const FUNCTIONS: [&str; 22] = [
        "charAt",
        "substring",
        "repeat",
        "concat",
        "equalsIgnoreCase",
        "compareTo",
        "compareToIgnoreCase",
        "indexOf",
        "lastIndexOf",
        "startsWith",
        "endsWith",
        "replace",
        "trim",
        "strip",
        "stripLeading",
        "stripTrailing",
        "toUpperCase",
        "toLowerCase",
        "hashCode",
        "isBlank",
        "length",
        "isEmpty",
    ];
    let trees = trees();
    let is_value = |ty: &&str| is_primitive(ty) || **ty == *"String";
    let is_meant = |(key, method): &(String, &MethodDecl)| {
        let (name, types) = row_of(key);
        let short = name.strip_prefix("java.lang.String.");
        let is_plain = is_open(method) && !method.modifiers.has(Modifiers::STATIC);
        short.is_some_and(|name| FUNCTIONS.contains(&name)) && is_plain && types.iter().all(is_value)
    };
    let keys: Vec<String> = declared(&trees).into_iter().filter(is_meant).map(|(key, _)| key).collect();
    assert!(keys.len() >= 24, "{keys:?}");
    let calls = keys.iter().flat_map(|key| {
        let (name, mut rows) = calls_of(key);
        let name = name.rsplit('.').next().unwrap_or_default().to_owned();
        // A text of this length is no outcome.
        rows.retain(|row| name != "repeat" || row[0].len() < 4);
        ["\"\"", "\"aXb\"", "\" q \""].map(|receiver| (format!("{receiver}.{name}"), rows.clone()))
    });
    for (name, rows, results) in Results::of(calls).0 {
        for (row, result) in rows.iter().zip(&results).filter(|(_, result)| is_thrown(result)) {
            let allowed = match name.rsplit('.').next() {
                Some("charAt" | "substring") => "java.lang.StringIndexOutOfBoundsException",
                Some("repeat") => "java.lang.IllegalArgumentException",
                Some("equalsIgnoreCase") => "none",
                _ if row.contains(&"null") => "java.lang.NullPointerException",
                _ => "none",
            };
            assert_eq!(result, allowed, "{name}({})", row.join(", "));
        }
    }
}
