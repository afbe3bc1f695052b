//! Each row of what the analyses know of static library methods, held against runs of the methods on boundary values.

use std::fmt::Write as _;

use jatpg::cfg::library::{self, Model};
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::vm::Vm;
use jatpg::jvm::text::primitive_to_text;
use jatpg::jvm::value::Primitive;
use jatpg::sema::program::{MethodId, Program};
use jatpg::sema::types::Ty;
use jatpg::syntax::tree::Modifiers;
use jatpg::term::{TermId, TermKind, Terms};

use crate::exec::{driver, program};

/// Everything that the rows speak of is loaded.
const EMPTY: &str = "class A { static Object[] all = { Math.PI, StrictMath.PI, Character.MIN_VALUE, Boolean.TRUE, Byte.MAX_VALUE, Short.MAX_VALUE, 1, 1L, 1f, 1d }; }";

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

/// All rows of values for these types.
fn arguments(types: &[&str]) -> Vec<Vec<&'static str>> {
    types.iter().fold(vec![Vec::new()], |rows, ty| {
        let longer = |row: &Vec<&'static str>| {
            let row = row.clone();
            values(ty).iter().map(move |&value| [row.clone(), vec![value]].concat()).collect::<Vec<_>>()
        };
        rows.iter().flat_map(longer).collect()
    })
}

/// What a call gives: its text, or the exception's class.
fn runs(code: &ProgramCode, name: &str, rows: &[Vec<&str>]) -> Vec<String> {
    let mut results = Vec::new();
    // A driver of all calls would be too long for one run.
    for rows in rows.chunks(64) {
        let mut text = String::new();
        for row in rows {
            let call = format!("{name}({})", row.join(", "));
            write!(text, "try {{ System.out.println({call}); }} catch (RuntimeException e) {{ System.out.println(e.getClass().getName()); }} ").expect("a string takes all");
        }
        let run = Vm::new(code, Limits::default()).run_original(&driver(code, &text, 0));
        let outcome = run.outcome().unwrap_or_else(|| panic!("{name}: {:?}", run.end));
        let out = format!("{}", outcome.out.to_string_lossy());
        let lines: Vec<String> = out.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), rows.len(), "{name}");
        results.extend(lines);
    }
    results
}

fn row_of(key: &str) -> (&str, Vec<&str>) {
    let (name, rest) = key.split_once('(').expect("a key has parameters");
    let types = rest.trim_end_matches(')');
    (name, types.split(',').filter(|ty| !ty.is_empty()).collect())
}

fn method_of(program: &Program, key: &str) -> Option<MethodId> {
    program.methods.ids().find(|&method| library::key(program, method) == key)
}

fn is_thrown(result: &str) -> bool {
    result.starts_with("java.lang.") && result.ends_with("Exception")
}

#[test]
fn each_row_is_a_method_and_none_has_two() {
    let program = program(EMPTY);
    for (i, (key, _)) in library::ROWS.iter().enumerate() {
        assert!(method_of(&program, key).is_some(), "no method {key}");
        assert!(library::ROWS[..i].iter().all(|(other, _)| other != key), "two rows for {key}");
    }
}

/// Calls of methods that code outside of the library may name; the others are called by these.
#[test]
fn each_row_says_what_the_method_throws_and_computes() {
    let program = program(EMPTY);
    let code = ProgramCode::build(&program, &[]);
    let mut checked = 0;
    for (key, model) in library::ROWS {
        let method = method_of(&program, key).expect("a method");
        if program.methods[method].modifiers.has(Modifiers::PRIVATE) || !is_open(key) {
            continue;
        }
        let (name, types) = row_of(key);
        let rows = arguments(&types);
        let results = runs(&code, name, &rows);
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
                Model::Quotient(_) if row[1].starts_with('0') => {
                    assert_eq!(result, "java.lang.ArithmeticException", "{call}");
                    continue;
                }
                Model::Value => None,
                Model::Exact(exact) | Model::Quotient(exact) => {
                    computed(&code, &program, method, *exact, row, &types)
                }
            };
            assert!(!is_thrown(result), "{call}");
            assert!(expected.as_ref().is_none_or(|text| text == result), "{call}, not {expected:?}");
        }
        // A row that is not needed hides what a call computes.
        if matches!(model, Model::Partial { .. }) {
            assert!(results.iter().any(|result| is_thrown(result)), "{key} never throws");
        }
        checked += 1;
    }
    assert!(checked > 250, "{checked}");
}

/// What has no row over primitive values throws for some of them.
#[test]
fn methods_over_primitives_without_a_row_throw() {
    let program = program(EMPTY);
    let code = ProgramCode::build(&program, &[]);
    let classes =
        ["Math", "StrictMath", "Character", "Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double"];
    for method in program.methods.ids() {
        let declared = &program.methods[method];
        let class = &program.classes[declared.class];
        let is_meant = classes.iter().any(|name| *class.qualified_name == format!("java.lang.{name}"));
        let is_plain = declared.is_static() && !declared.modifiers.has(Modifiers::PRIVATE);
        let over_primitives = declared.parameters.iter().all(|p| p.ty.primitive().is_some())
            && declared.return_type.primitive().is_some()
            && !declared.parameters.is_empty();
        let key = library::key(&program, method);
        if !is_meant || !is_plain || !over_primitives || library::static_model(&program, method).is_some() {
            continue;
        }
        let (name, types) = row_of(&key);
        let results = runs(&code, name, &arguments(&types));
        // These compare or divide as if there were no sign, and are looked into.
        let is_looked_into = name.ends_with("Unsigned");
        assert!(is_looked_into || results.iter().any(|result| is_thrown(result)), "{key} could have a row");
    }
}

/// Methods that real code cannot name are there for the library itself.
fn is_open(key: &str) -> bool {
    !["java.lang.String.vague(String)", "java.lang.Float.bits(float)", "java.lang.Double.bits(double)"]
        .contains(&key)
}

/// What the term says, where it is a constant.
fn computed(
    code: &ProgramCode,
    program: &Program,
    method: MethodId,
    exact: library::Exact,
    row: &[&str],
    types: &[&str],
) -> Option<String> {
    let mut terms = Terms::new();
    let constant = |(value, ty): (&&str, &&str)| {
        let text = runs(code, "String.valueOf", &[vec![*value]]).remove(0);
        constant_of(ty, value, &text)
    };
    let constants: Option<Vec<Primitive>> = row.iter().zip(types).map(constant).collect();
    let arguments: Vec<TermId> = constants?.into_iter().map(|value| terms.primitive(value)).collect();
    let result = exact(&mut terms, &arguments);
    let returned = program.methods[method].return_type;
    match terms.kind(result) {
        TermKind::Constant(value) => match returned {
            Ty::Primitive(ty) => Some(text_of(jatpg::jvm::convert::cast(*value, ty))),
            _ => None,
        },
        TermKind::Text(text) => Some(text.to_string_lossy()),
        _ => None,
    }
}

fn text_of(value: Primitive) -> String {
    primitive_to_text(value).to_string_lossy()
}

fn constant_of(ty: &str, literal: &str, text: &str) -> Option<Primitive> {
    Some(match ty {
        "boolean" => Primitive::Boolean(text == "true"),
        "byte" | "short" | "int" => Primitive::Int(text.parse().ok()?),
        "long" => Primitive::Long(text.parse().ok()?),
        "char" if literal.starts_with('\'') => Primitive::Int(literal.chars().nth(1)? as i32),
        "double" => Primitive::Double(text.replace("Infinity", "inf").parse().ok()?),
        "float" => Primitive::Float(text.replace("Infinity", "inf").parse().ok()?),
        _ => return None,
    })
}
