//! Classes that are known from class files: what javac accepts of a program that names them, and which methods are typed.

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodSource, Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// With the image of the standard JDK.
pub(super) fn options(test: &str) -> Option<LoadOptions> {
    let Some(jdk) = Jdk::standard() else {
        jdk::skipped(test, "JDK");
        return None;
    };
    Some(jdk.load_options())
}

const IMPORTS: &str = "import java.io.*;
    import java.math.*;
    import java.lang.invoke.*;
    import java.time.LocalDate;
    import java.util.*;
    import java.util.function.*;
    import java.util.regex.*;
    import static java.math.RoundingMode.*;
";

/// Members of a class that javac accepts. Methods whose names begin with `in` are typed, those with `out` are not.
const ACCEPTED: &[&str] = &[
    "int in(VarHandle h) { h.set(this, 'a', null); for (;; h.getAndAdd(this, 1L)) { return (int) h.get(this) + (byte) h.getVolatile(); } }",
    "int in(VarHandle h, Object[] all) { Object o = h.get(all); boolean b = h.compareAndSet(o, b = true, all); return b ? 1 : (Integer) h.getAcquire(); }",
    "String in(MethodHandle h, int[] n) throws Throwable { h.invokeExact(); Object o = h.invoke(n); return (String) h.invoke(o, n.length, o == null ? \"\" : o); }",
    "static native int out(String s); int in(int n) { return out(\"a\" + n) + 1; }",
    "static class G<T> { class I { T t; I(T t) { this.t = t; } T in() { return t; } } I i; }
     static class H<K> extends G<List<K>> { List<K> own; K in(I i) { i = new I(i.t); return i.in().get(0); } class J extends I { J() { super(null); } K in(int n) { return t.get(n); } } }
     int in(G<String>.I i, H<Long> h) { return i.in().length() + h.i.t.get(0).intValue() + h.new I(null).t.size(); }",
    "BigDecimal in(BigDecimal d) { return d.add(BigDecimal.ONE).setScale(2, RoundingMode.HALF_UP).negate(); }",
    "BigDecimal in(String s) { return new BigDecimal(s).multiply(new BigDecimal(3)).max(BigDecimal.valueOf(7L)); }",
    "int in(RoundingMode m) { switch (m) { case HALF_UP: return 1; case DOWN: return m.ordinal(); default: return 0; } }",
    "RoundingMode in(int n) { return n > 0 ? HALF_EVEN : RoundingMode.valueOf(\"UP\"); }",
    "int in(LocalDate d) { return LocalDate.of(2024, 1, 31).plusDays(1).isBefore(d) ? d.getYear() : d.lengthOfMonth(); }",
    "int in(String s) { StringTokenizer t = new StringTokenizer(s, \",\"); int n = 0; while (t.hasMoreTokens()) { n += t.nextToken().length(); } return n; }",
    "int in() { BitSet b = new BitSet(8); b.set(1, 3); b.or(new BitSet()); return b.nextSetBit(0) + b.cardinality(); }",
    "boolean in(String s) { Matcher m = Pattern.compile(\"a*\", Pattern.DOTALL).matcher(s); return m.find() && m.group(1).isEmpty(); }",
    "int in(Object o) { return o instanceof BigDecimal ? ((BigDecimal) o).scale() : o instanceof BigInteger b ? b.bitLength() : 0; }",
    "void in(File f) throws IOException { if (f.exists()) throw new IOException(\"there: \" + f.getName()); }",
    "int in(Reader r) { try { return r.read(); } catch (FileNotFoundException e) { return 1; } catch (IOException e) { return e.getMessage().length(); } }",
    "int in(IntBinaryOperator op, int n) { return op.applyAsInt(n, n + 1); }",
    "static class Adds implements IntBinaryOperator, Runnable { int n; public int applyAsInt(int a, int b) { return a + b; } public void run() { n++; } }
     int in() { IntBinaryOperator op = new Adds(); Runnable r = new Adds(); r.run(); return op.applyAsInt(1, 2); }",
    "static class Gone extends IOException { final int n; Gone(int n) { super(\"gone\"); this.n = n; } }
     int in(int n) { try { throw new Gone(n); } catch (Gone e) { return e.n; } }",
    "int in(int n) { switch (n) { case java.util.zip.ZipEntry.DEFLATED: return 1; case Character.MAX_RADIX: return 2; default: return Calendar.JULY; } }",
    "final int in = Pattern.DOTALL | Pattern.COMMENTS; byte in() { final byte b = (byte) java.util.zip.ZipEntry.DEFLATED; return b; }",
    "String in(BigInteger a, BigInteger[] b) { b[0] = a; BigInteger[][] c = {b}; return \"\" + c[0][0] + b.length + a.compareTo(b[0]); }",
    "java.text.Normalizer.Form in() { return java.text.Normalizer.Form.NFC; }",
    "Locale in(Locale.Category c) { return Locale.getDefault(c == Locale.Category.FORMAT ? Locale.Category.DISPLAY : c); }",
    "boolean in(char c) { Character.Subset s = Character.UnicodeBlock.of(c); return s == Character.UnicodeBlock.BASIC_LATIN; }",
    "boolean in(Number n) { n = BigDecimal.TEN; return n.intValue() > 3 && n.equals(BigInteger.ONE) && n.hashCode() == 0; }",
    "void in() throws InterruptedException { Thread.sleep(1L); Thread t = new Thread(); t.setName(\"x\"); }",
    "int in(List<String> l) { int n = l.size(); for (String s : l) n += s.length(); return n + l.get(0).length(); }",
    "int in(BigDecimal d) { return new StringJoiner(\",\").length() + Arrays.asList(d).size(); }",
    "Object in(String s) { List<String> l = new ArrayList<>(); l.add(s); l.add(Collections.max(l)); return l; }",
];

/// What javac rejects too, and what is refused here, though by another name: of generic types not all rules are known.
const REFUSED: &[&str] = &[
    "void f(VarHandle h) { h.set(this, () -> 1); }",
    "static class G<T> { class I { T t; } } static class H extends G<String> { Integer f(I i) { return i.t; } }",
    "static class G<T> { class I { T t; I(T t) { } } } static class H extends G<String> { I f() { return new I(1); } }",
    "static class G<T> { class I { T t; } } Integer f(G<String>.I i) { return i.t; }",
    "static class G<T> { class I { T t; } } static class H extends G<String> { void f(G<Long>.I i) { I own = i; } }",
];

const REJECTED: &[&str] = &[
    "int f(VarHandle h) { return h.get(this); }",
    "int f(VarHandle h) { return (int) (Object) h.set(this, 1); }",
    "void f(VarHandle h) { h.get(this).hashCode(); int n = (int) h.compareAndSet(this, 1, 2); }",
    "void f(VarHandle h) { h.set(this, h.setVolatile(this, 1)); }",
    "Object f(MethodHandle h) { return h.invoke(1); }",
    "String f(MethodHandle h) throws Throwable { String s = h.invokeExact(1); return s; }",
    "String f(MethodHandle h) throws Throwable { return (String) h.invokeWithArguments(1).trim(); }",
    "String f(MethodHandle h) throws Throwable { return (String) (int) h.invoke(); }",
    "int f() { return BigDecimal.ONE; }",
    "BigDecimal f() { return new BigDecimal(true); }",
    "LocalDate f() { return LocalDate.of(1, 2); }",
    "BigDecimal f(BigDecimal d) { return d.add(3); }",
    "int f(java.text.NumberFormat n) { return n.parse(\"1\").intValue(); }",
    "int f(Reader r) { return r.read(); }",
    "int f(String s) { try { return s.length(); } catch (IOException e) { return 1; } }",
    "int f(Reader r) { try { return r.read(); } catch (IOException e) { return 1; } catch (FileNotFoundException e) { return 2; } }",
    "static class C implements IntBinaryOperator { public int applyAsInt(int a) { return a; } }",
    "static class C implements IntBinaryOperator { int applyAsInt(int a, int b) { return a; } }",
    "static class C implements IntBinaryOperator { public long applyAsInt(int a, int b) { return a; } }",
    "static class C extends Thread { public final int getPriority() { return 1; } }",
    "static class C extends MathContext { C() { super(1); } }",
    "void f() { BigDecimal.ONE = null; }",
    "RoundingMode f() { return new RoundingMode(); }",
    "Locale.Category f() { return new Locale.Category(); }",
    "Character.Subset f() { return new Character.Subset(\"a\"); }",
    "Locale.Categories f() { return null; }",
    "boolean f(BigDecimal d) { return d instanceof BigDecimal && d == 1; }",
    "String f(BigInteger b) { return (String) b; }",
    "int f(RoundingMode m) { switch (m) { case HALF_UP: return 1; case HALF_UP: return 2; default: return 3; } }",
    "IntBinaryOperator f() { return new IntBinaryOperator(); }",
    "void f() throws InterruptedException { new BitSet().set(\"1\"); }",
];

fn class_with(members: &str) -> String {
    format!("{IMPORTS}\nclass A {{ {members} }}")
}

fn load(text: &str, options: &LoadOptions) -> Result<Program, Vec<String>> {
    let file = SourceFile::new("A.java".into(), text.to_owned());
    let told = |errors: Vec<jatpg::syntax::diagnostic::Diagnostic>| -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    };
    let program = Program::load(vec![file], options).map_err(told)?;
    match program.check() {
        errors if errors.is_empty() => Ok(program),
        errors => Err(told(errors)),
    }
}

#[test]
fn programs_that_name_classes_of_the_jdk_are_judged_as_javac_judges_them() {
    let name = "programs_that_name_classes_of_the_jdk_are_judged_as_javac_judges_them";
    for jdk in [Jdk::standard(), Jdk::newer()].into_iter().flatten() {
        let options = jdk.load_options();
        let mut wrong = Vec::new();
        for members in ACCEPTED {
            match load(&class_with(members), &options) {
                Err(errors) => wrong.push(format!("{members}: {errors:?}")),
                Ok(program) => wrong.extend(untyped(&program).map(|why| format!("{members}: {why}"))),
            }
        }
        let is_accepted = |members: &&&str| load(&class_with(members), &options).is_ok();
        wrong.extend(REJECTED.iter().filter(is_accepted).map(|members| format!("accepted: {members}")));
        let is_typed = |members: &&&str| {
            load(&class_with(members), &options).is_ok_and(|program| untyped(&program).is_none())
        };
        wrong.extend(REFUSED.iter().filter(is_typed).map(|members| format!("typed: {members}")));
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(name, "JDK") };
    let program = |members: &&str| vec![("A.java".to_owned(), class_with(members))];
    let programs: Vec<_> = ACCEPTED.iter().chain(REJECTED).chain(REFUSED).map(program).collect();
    let judged: Vec<bool> = compile(&jdk, &programs).iter().map(Result::is_ok).collect();
    let (accepted, rejected) = judged.split_at(ACCEPTED.len());
    assert!(accepted.iter().all(|&ok| ok), "{accepted:?}");
    assert!(rejected.iter().all(|&ok| !ok), "{rejected:?}");
}

/// What is wrong with the methods of the program.
fn untyped(program: &Program) -> Option<String> {
    for class in program.given_classes() {
        for &method in &program.classes[class].methods {
            let name = &*program.methods[method].name;
            let is_typed = match program.body(method) {
                BodyState::Typed(_) => true,
                BodyState::Unsupported(reasons) if !name.starts_with("out") => {
                    return Some(format!("{name}: {reasons:?}"));
                }
                _ => false,
            };
            if is_typed && name.starts_with("out") {
                return Some(format!("{name} is typed"));
            }
        }
    }
    None
}

const SHAPES: &str = "package q; public sealed interface Shapes {
    record Dot(int x) implements Shapes {}
    record Named(String name, Shapes inner) implements Shapes {}
    record Own(int x) { public int x() { return x + 1; } }
}";

/// Which takes all values, and which does not as far as javac sees; one whose accessor is written is not taken apart: it may throw.
const SWITCHES: [(&str, bool); 7] = [
    ("int in(Shapes s) { return switch (s) { case Dot(int x) -> x + 1; case Named n -> 2; }; }", true),
    (
        "int in(Shapes s) { return switch (s) { case Dot d -> 1; case Named(String a, Dot(int x)) -> x; case Named(var a, Named b) -> 2; }; }",
        true,
    ),
    (
        "int in(Shapes s) { switch (s) { case Dot(var x): return x; case Named(var n, var i): return 2; } }",
        true,
    ),
    ("int in(Object o) { return o instanceof Dot(int x) ? x : 0; }", true),
    ("int in(Shapes s) { return switch (s) { case Dot d -> d.x(); case Named n -> 2; }; }", true),
    ("int out(Object o) { return o instanceof Own(int x) ? x : 0; }", true),
    ("int f(Shapes s) { return switch (s) { case Dot d -> d.x(); }; }", false),
];

#[test]
fn a_pattern_over_a_class_files_record_is_judged_as_javac_judges_it() {
    let name = "a_pattern_over_a_class_files_record_is_judged_as_javac_judges_it";
    let Some(jdk) = Jdk::newer() else { return jdk::skipped(name, "newer JDK") };
    let folder = tempfile::tempdir().expect("a folder");
    let javac = |file: &str, text: &str| {
        let path = folder.path().join(file);
        std::fs::write(&path, text).expect("a file");
        let mut javac = jdk.javac();
        javac.arg("-cp").arg(folder.path()).arg("-d").arg(folder.path()).arg(path);
        javac.output().expect("javac").status.success()
    };
    assert!(javac("Shapes.java", SHAPES));
    let options = jdk.load_options_with(&folder.path().display().to_string());
    for (members, is_valid) in SWITCHES {
        let text = format!(
            "import q.Shapes; import q.Shapes.*; class A {{ {members} int in(int n) {{ return n + 1; }} }}"
        );
        assert_eq!(javac("A.java", &text), is_valid, "{members}");
        match load(&text, &options) {
            Ok(program) => {
                assert!(is_valid, "accepted: {members}");
                assert_eq!(untyped(&program), None, "{members}");
            }
            Err(errors) => assert!(!is_valid, "{members}: {errors:?}"),
        }
    }
}

#[test]
fn no_body_of_a_class_file_is_one_and_few_are_loaded() {
    let Some(options) = options("no_body_of_a_class_file_is_one_and_few_are_loaded") else { return };
    let program = load(&class_with(&ACCEPTED[..1].join("\n")), &options).expect("valid");
    let mut classes = 0;
    for (class, declared) in program.classes.iter_enumerated() {
        if !program.role(class).is_compiled() {
            continue;
        }
        assert_eq!(program.role(class), Role::Jdk);
        classes += 1;
        let initializers = declared.static_initializer.into_iter().chain(declared.instance_initializer);
        for method in declared.methods.iter().copied().chain(initializers) {
            assert!(matches!(
                program.methods[method].source,
                MethodSource::ClassFile | MethodSource::Abstract
            ));
            assert!(!matches!(program.body(method), BodyState::Typed(_)));
        }
    }
    assert!((4..100).contains(&classes), "{classes} classes are loaded for one method");
}

#[test]
fn what_a_module_keeps_to_itself_is_outside() {
    let Some(options) = options("what_a_module_keeps_to_itself_is_outside") else { return };
    let text = "class A { int out() { return jdk.internal.math.FloatConsts.SIGNIFICAND_WIDTH; } int in() { return 1; } }";
    let program = load(text, &options).expect("what is not exported is no error here");
    assert_eq!(untyped(&program), None);
}
