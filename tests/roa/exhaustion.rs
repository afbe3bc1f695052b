//! Proofs against exhaustion: each method is run on *all* its inputs (arrays: all up to length 3 over a few values,
//! null and the same array twice included), the original against each mutant that is called equivalent.

use jatpg::driver::Driver;
use jatpg::engine::subject::Subject;
use jatpg::exec::mutant_set::MutantSet;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::{Checker, Extent};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

/// `static … f(…)`: loops, arrays, exceptions that are caught, early returns, recursion, runs that do not end.
const METHODS: &[&str] = &[
    "static int f(byte a, byte b) { if (a > b) { return a; } if (a == b) { return 0; } return b; }",
    "static int f(byte a, byte b) { int m = a; if (b >= m) { m = b; } if (m < -100) { m = -100; } return m; }",
    "static byte f(byte a, byte b) { byte c = (byte) (a + b); if (c < 0) { c = (byte) -c; } return c; }",
    "static int f(byte a, byte b) { int n = 0; for (int i = a; i < b; i++) { n++; if (n > 20) { break; } } return n; }",
    "static int f(byte a, boolean b) { int s = 0; int i = 0; while (i < 5) { if (b) { s += a; } else { s -= i; } i++; } return s; }",
    "static int f(byte a, byte b) { try { return a / b; } catch (ArithmeticException e) { return a % 7; } finally { a = 0; } }",
    "static int f(byte a, byte b) { int z = 0; try { z = 10 / a; z = z / b; } catch (ArithmeticException e) { z = z + 1; } return z; }",
    "static boolean f(boolean a, boolean b, boolean c) { return (a || b) && (b || c) && (a || c) || a && b; }",
    "static int f(boolean a, boolean b, byte c) { if (a && b) { return c; } if (a || b) { return -c; } return a ^ b ? 1 : 2; }",
    "static int f(byte a, byte b) { return g(a, 6) + g(b, 3); } static int g(int n, int k) { if (n <= 0 || k <= 0) { return k; } return g(n - 40, k - 1) + 1; }",
    "static int f(byte a) { int x = a; if (x >= 5) { if (x <= 5) { return 1; } return 2; } if (x > 5) { return 3; } return 4; }",
    "static int f(byte a) { int i = 0; int s = 0; do { s += i; i += 2; } while (i < a && i < 10); return s; }",
    "static int f(short a) { int x = a & 0xff; int y = a >> 8; if (x > 255) { return -1; } return x ^ y; }",
    "static int f(short a) { int n = 0; for (int x = a & 0xffff; x != 0; x >>>= 1) { n += x & 1; } return n; }",
    "static int f(byte a) { switch (a & 3) { case 0: return 1; case 1: a++; case 2: return a; default: a = 0; } return a + 5; }",
    "static int f(byte[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }",
    "static int f(byte[] a) { if (a == null || a.length == 0) { return -1; } int m = a[0]; for (int i = 1; i < a.length; i++) { if (a[i] > m) { m = a[i]; } } return m; }",
    "static int f(byte[] a) { int n = 0; for (byte x : a) { if (x < 0) { continue; } if (x == 2) { break; } n++; } return n; }",
    "static int f(byte[] a, byte[] b) { if (a.length > 0 && b.length > 0) { a[0] = 1; b[0] = 2; return a[0]; } return 0; }",
    "static int f(byte[] a, byte[] b) { int i = 0; try { while (true) { b[i] = a[i]; i++; } } catch (ArrayIndexOutOfBoundsException e) { return i; } }",
    "static int f(byte[] a) { for (int i = 0; i < a.length; i++) { for (int j = i + 1; j < a.length; j++) { if (a[j] < a[i]) { byte t = a[i]; a[i] = a[j]; a[j] = t; } } } return a.length; }",
    "static int f(byte[] a, byte k) { int lo = 0; int hi = a.length - 1; while (lo <= hi) { int mid = (lo + hi) >>> 1; if (a[mid] == k) { return mid; } if (a[mid] < k) { lo = mid + 1; } else { hi = mid - 1; } } return -1; }",
    "static int f(byte a, byte b) { int x = a; int y = b; int n = 0; while (x != y) { if (x > y) { x -= y; } else { y -= x; } n++; if (n > 30) { return -1; } } return x; }",
    "static int f(byte a) { int x = a; int unused = x * 2; x = x + 0; unused++; return x; }",
    "static int f(byte a, byte b) { int r = 0; outer: for (int i = 0; i < 4; i++) { for (int j = 0; j < 4; j++) { if (i * j == a) { r = i; break outer; } if (j > b) { continue outer; } r++; } } return r; }",
];

/// The enumeration, as Java: `all(k)` runs `f` on the k-th part of its inputs and sums up what it does.
fn with_enumeration(method: &str) -> String {
    let parameters = &method[method.find('(').expect("parameters") + 1..method.find(')').expect("their end")];
    let types: Vec<&str> = parameters.split(", ").map(|p| p.split(' ').next().expect("a type")).collect();
    let mut body = String::new();
    let mut arguments = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        let (count, value) = match *ty {
            "boolean" => (2, format!("n{i} == 1")),
            "byte" => (256, format!("(byte) (n{i} - 128)")),
            "short" => (256, format!("(short) ((n{i} - 128) * 256 + low)")),
            "byte[]" => (41, format!("array(n{i})")),
            other => panic!("no enumeration of {other}"),
        };
        let range = if i == 0 {
            "int n0 = part; n0 <= part".to_owned()
        } else {
            format!("int n{i} = 0; n{i} < {count}")
        };
        body += &format!("for ({range}; n{i}++) ");
        arguments.push(value);
    }
    if types.contains(&"short") {
        body += "for (int low = 0; low < 256; low++) ";
    }
    let names: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let arrays: Vec<&String> =
        names.iter().zip(&types).filter(|(_, ty)| **ty == "byte[]").map(|(n, _)| n).collect();
    let declare: String =
        types.iter().zip(&names).zip(&arguments).map(|((ty, n), v)| format!("{ty} {n} = {v}; ")).collect();
    let after: String = arrays.iter().map(|n| format!("h = 31 * h + sum({n}); ")).collect();
    let one = |declare: &str| {
        format!(
            "{{ {declare}try {{ h = 31 * h + (\"\" + f({})).hashCode(); }} catch (RuntimeException e) {{ h = 31 * h + e.getClass().getName().hashCode(); }} {after}}}",
            names.join(", ")
        )
    };
    let alias = if arrays.len() == 2 { one(&format!("{declare}p1 = p0; ")) } else { String::new() };
    format!(
        "class A {{ {method}\n\
         static long all(int part) {{ long h = 0; {body}{{ {}{alias} }} return h; }}\n\
         static byte[] array(int n) {{ if (n == 0) {{ return null; }} n--; int length = 0; int size = 1; \
         while (n >= size) {{ n -= size; size *= 3; length++; }} byte[] a = new byte[length]; \
         for (int i = 0; i < length; i++) {{ a[i] = (byte) (n % 3 * 2 - 1); n /= 3; }} return a; }}\n\
         static long sum(byte[] a) {{ long s = 7; if (a != null) {{ for (byte x : a) {{ s = s * 31 + x; }} }} return s; }} }}\n",
        one(&declare)
    )
}

/// How many parts the enumeration has: the values of the first parameter.
fn parts(method: &str) -> usize {
    match &method[method.find('(').expect("parameters") + 1..] {
        p if p.starts_with("boolean") => 2,
        p if p.starts_with("byte[]") => 41,
        _ => 256,
    }
}

#[test]
fn no_input_tells_a_mutant_from_its_original_where_a_proof_says_so() {
    let mut proven = 0;
    let mut wrong = Vec::new();
    for method in METHODS {
        let source = SourceFile::new("A.java".into(), with_enumeration(method));
        let program = Program::load(vec![source], &LoadOptions::default()).expect("the program loads");
        let named = |name: &str| {
            program
                .methods
                .ids()
                .find(|&m| program.method_name(m).starts_with(name))
                .expect("the method is there")
        };
        let (f, all) = (named("A.f("), named("A.all("));
        let subject = Subject::new(program, &[f], &OperatorSet::parse("mujava,ABS,UOI").expect("operators"));
        let program = subject.program();
        let equivalent: MutantSet = with_stack(|| {
            let mut checker = Checker::new(program, f, 3).expect("no failure").expect("supported");
            let is_proven = |&m: &u32| {
                let code = subject.mutant(m).code(program).expect("code");
                let Ok(body) = program.typed_body(f, &code) else { return false };
                checker.check(&body, Extent::UntilProven).expect("no failure").proof.is_some()
            };
            subject.indices().filter(is_proven).collect()
        });
        proven += subject.indices().filter(|&m| equivalent.contains(m)).count();
        let mut runner = subject.runner();
        for part in 0..parts(method) {
            let act = format!("long result = A.all({part});");
            let driver = Driver { method: all, arrange: Vec::new(), act, then: Vec::new() };
            let judged = runner
                .judge(driver, &equivalent)
                .unwrap_or_else(|why| panic!("{method}: part {part}: {why:?}"));
            for (mutant, kind) in judged.kills {
                let m = subject.mutant(mutant);
                wrong.push(format!(
                    "{method}: {}: {} → {}: {kind:?} in part {part}",
                    m.id, m.original, m.replacement
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {proven}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(proven >= 150, "only {proven} mutants were proven equivalent");
}
