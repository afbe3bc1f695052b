//! Ordinary classes of today's Java: javac accepts them, and the test inputs reach most of what they do.

use std::path::Path;

use jatpg::engine::subject::Subject;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::values::{survivors, tested};
use super::{candidates, judge};
use crate::support::corpus::{business, modern};
use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// Of these classes no object is made but by what this folder is about: so many mutants may survive.
const REACHED: [(&str, usize); 3] = [("Mail", 10), ("OrderService", 20), ("LruCache", 16)];

#[test]
fn javac_accepts_the_business_programs() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("javac_accepts_the_business_programs", "JDK");
    };
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let programs: Vec<_> = business()
        .iter()
        .map(|path| vec![(path.file_name().expect("a file").to_string_lossy().into_owned(), read(path))])
        .collect();
    let refused: Vec<String> = compile(&jdk, &programs).into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn javac_accepts_the_modern_programs() {
    let Some(jdk) = Jdk::newer() else {
        return jdk::skipped("javac_accepts_the_modern_programs", "JDK 21");
    };
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let programs: Vec<_> = modern()
        .iter()
        .map(|path| vec![(path.file_name().expect("a file").to_string_lossy().into_owned(), read(path))])
        .collect();
    let refused: Vec<String> = compile(&jdk, &programs).into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn services_builders_and_caches_get_the_objects_that_they_need() {
    let test = "services_builders_and_caches_get_the_objects_that_they_need";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let options = jdk.load_options();
    for (name, most) in REACHED {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/business/{name}.java"));
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let source = SourceFile::new(path, text);
        let program = Program::load_with_implementers(vec![source], &options).expect("a valid program");
        let alive = survivors(&tested(program, "ROR,SDL,AORB,COI,ODL"));
        assert!(alive.len() <= most, "{name}: {} survive: {alive:?}", alive.len());
    }
}

#[test]
fn no_candidate_names_a_constant_of_which_the_name_alone_is_known() {
    let test = "no_candidate_names_a_constant_of_which_the_name_alone_is_known";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "class Unit { static int is(java.util.Locale locale) { return locale == null ? 1 : 2; } }";
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &jdk.load_options()).expect("valid");
    let subject = Subject::new(program, &[], &OperatorSet::parse("ROR").expect("an operator"));
    let candidates = candidates(&subject, 0..64);
    assert!(candidates.iter().any(|driver| driver.text().contains("Locale.")));
    for driver in candidates {
        assert!(judge(&subject, &driver).is_ok(), "{}", driver.text());
    }
}

#[test]
fn what_is_written_to_a_writer_shows_and_readers_have_a_text() {
    let test = "what_is_written_to_a_writer_shows_and_readers_have_a_text";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "import java.io.*;
    class Unit {
        static void put(Writer out, int n) throws IOException { out.write(n > 3 ? \"many\" : \"few\"); }
        static int first(Reader in) throws IOException { return in.read() == 'a' ? 1 : in.read(); }
        static int next(InputStream in) throws IOException { in.read(); return in.read(); }
    }";
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &jdk.load_options()).expect("valid");
    assert_eq!(survivors(&tested(program, "COI,SDL,ROR")), ["n > 3 -> n >= 3"; 0]);
}

/// That all mutants of a class that sees the JDK's are killed.
fn all_killed_beside(jdk: &Jdk, text: &str, operators: &str) {
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &jdk.load_options()).expect("valid");
    assert_eq!(survivors(&tested(program, operators)), [""; 0]);
}

#[test]
fn what_the_jdk_reads_from_texts_and_makes_by_factories_is_given() {
    let test = "what_the_jdk_reads_from_texts_and_makes_by_factories_is_given";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "class Unit {
        static int port(java.net.URL url) { return url.getPort() == 8443 ? 1 : 2; }
        static int first(java.nio.ByteBuffer bytes) { return bytes.remaining() > 1 ? bytes.get() : 7; }
        static int size(java.security.MessageDigest digest) { return digest.getDigestLength() > 16 ? 1 : 2; }
        static int year(String text) { return java.time.LocalDate.parse(text).getYear() < 2000 ? 1 : 2; }
    }";
    all_killed_beside(&jdk, text, "COI,COD");
}

#[test]
fn a_table_by_classes_and_constants_that_an_initialiser_fills_is_read() {
    let test = "a_table_by_classes_and_constants_that_an_initialiser_fills_is_read";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "import java.util.*;
    class Unit {
        enum Side { LEFT, RIGHT }
        private static final Map<Class<?>, Integer> SIZES = new HashMap<>();
        private static final Map<Side, String> NAMES = new HashMap<>();
        static {
            SIZES.put(Byte.class, half(16));
            SIZES.put(Long.class, half(128));
            NAMES.put(Side.LEFT, \"l\");
            NAMES.put(Side.RIGHT, \"r\");
        }
        private static int half(int n) { return n / 2; }
        static int size(Number number) { return number == null ? -1 : SIZES.getOrDefault(number.getClass(), 0); }
        static String name(Side side, boolean upper) { return upper ? NAMES.get(side).toUpperCase() : NAMES.get(side); }
    }";
    all_killed_beside(&jdk, text, "AORB,COI,SDL");
}

#[test]
fn a_type_is_a_class_or_what_the_program_gives_as_one() {
    let test = "a_type_is_a_class_or_what_the_program_gives_as_one";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "import java.lang.reflect.*;
    class Unit {
        static int kind(Type type) {
            if (type instanceof Class) { return ((Class<?>) type).isPrimitive() ? 1 : 2; }
            if (type instanceof ParameterizedType) { return ((ParameterizedType) type).getRawType() == null ? 3 : 4; }
            return 5;
        }
        static ParameterizedType of(Type raw, Type... arguments) { return new Impl(raw, arguments); }
        private static final class Impl implements ParameterizedType {
            private final Type raw;
            private final Type[] arguments;
            private Impl(Type raw, Type[] arguments) { this.raw = raw; this.arguments = arguments; }
            public Type getRawType() { return raw; }
            public Type getOwnerType() { return null; }
            public Type[] getActualTypeArguments() { return arguments; }
        }
    }";
    all_killed_beside(&jdk, text, "COI");
}

#[test]
fn a_constant_of_a_private_enum_is_called_by_its_interface() {
    let test = "a_constant_of_a_private_enum_is_called_by_its_interface";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "class Unit {
        static final java.util.function.IntUnaryOperator TWICE = Own.DOUBLED;
        private enum Own implements java.util.function.IntUnaryOperator {
            DOUBLED;
            public int applyAsInt(int n) { return n > 3 ? n * 2 : n; }
        }
    }";
    all_killed_beside(&jdk, text, "AORB,COI");
}
