//! Drivers that differ in constants alone are attributed together, and each as it is alone. (That the code is the same, too,
//! every run of a debug build checks.)

use jatpg::driver::Driver;
use jatpg::engine::subject::Subject;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

const CLASS: &str = "
    class Unit {
        static int f(int a, byte b, char c, long d, Object e, String s) { return a; }
    }";

/// Constants of one statement, those that fit what they are for and those that do not.
const STATEMENTS: [(&str, &[&str]); 7] = [
    (
        "int a = ?;",
        &["5", "-5", "2147483647", "2147483648", "-2147483648", "Integer.MIN_VALUE", "'x'", "5L", "true"],
    ),
    (
        "byte b = ?;",
        &["5", "127", "128", "-128", "-129", "Byte.MAX_VALUE", "Integer.MAX_VALUE", "'x'", "'\\u1234'"],
    ),
    ("char c = ?;", &["'a'", "97", "-1", "65536", "Character.MAX_VALUE", "Character.MISSING"]),
    ("Short w = ?;", &["7", "-7", "40000", "null", "7L"]),
    ("byte[] m = {1, ?};", &["2", "-2", "200"]),
    ("Object e = ?;", &["1", "2", "\"x\"", "\"y\"", "null", "2.5", "false"]),
    ("int q = 10 / ?;", &["5", "0", "3"]),
];

/// A driver with such a statement.
fn driver(subject: &Subject, statement: &str) -> Driver {
    let program = subject.program();
    let mut methods = program.given_classes().flat_map(|class| program.classes[class].methods.clone());
    let method = methods.find(|&m| program.method_name(m).contains(".f(")).expect("the method");
    let act = "int result = Unit.f(1, (byte) 2, 'c', 4L, \"o\", \"s\");".to_owned();
    Driver { method, arrange: vec![statement.to_owned()], act, then: Vec::new() }
}

#[test]
fn a_driver_of_a_known_form_compiles_if_it_does_alone() {
    let source = SourceFile::new("Unit.java".into(), CLASS.into());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let subject = Subject::new(program, &[], &OperatorSet::parse("mujava").expect("a group"));
    let mut shared = subject.runner();
    let (mut valid, mut invalid) = (0, 0);
    for (statement, constants) in STATEMENTS {
        // Each follows each.
        for first in constants {
            for second in constants {
                for constant in [first, second] {
                    let driver = driver(&subject, &statement.replace('?', constant));
                    let (together, alone) = (shared.check(&driver), lonely(&subject, &driver));
                    assert_eq!(together, alone, "{}", driver.arrange[0]);
                    valid += usize::from(alone.is_ok());
                    invalid += usize::from(alone.is_err());
                }
            }
        }
    }
    assert!(valid > 200 && invalid > 100, "{valid} {invalid}");
}

/// A printed test resets a private static by reflection, and can say no more of it.
#[test]
fn a_private_static_is_named_by_its_reset_alone() {
    let text = "public class Unit { private static int n; public static int f(int x) { return n += x; } }";
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let subject = Subject::new(program, &[], &OperatorSet::parse("mujava").expect("a group"));
    let with = |first: &str| {
        let act = "int result = Unit.f(1);".to_owned();
        lonely(&subject, &Driver { act, ..driver(&subject, first) })
    };
    assert_eq!(with("/* private */ Unit.n = 0;"), Ok(()));
    for wrong in
        ["Unit.n = 0;", "int k = Unit.n;", "/* private */ Unit.n = Unit.n;", "/* private */ int k = Unit.n;"]
    {
        assert!(with(wrong).is_err_and(|why| why.contains("is private")), "{wrong}");
    }
}

/// What the driver comes to where no other was attributed before.
fn lonely(subject: &Subject, driver: &Driver) -> Result<(), String> {
    let mut reader = jatpg::syntax::reader::Reader::default();
    driver.attribute(subject.program(), &mut reader).map(|_| ())
}
