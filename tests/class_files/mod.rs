//! Class files as they are read: every one of the JDK's image without an error, and their headers as reflection has them.
//! `JATPG_CLASSES=1 cargo test --release --test main class_files::` looks at all classes of all modules of the JDKs at hand,
//! otherwise it is a sample.

mod broken;
mod places;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::header::{Access, ClassKind, MethodHeader};
use jatpg::class_files::java_home::JavaHome;
use jatpg::class_files::signature::{ClassTypeSignature, TypeArgument, TypeParameter, TypeSignature};
use jatpg::class_files::{ClassFile, ClassFiles};

use crate::support::jdk::{self, Jdk};

/// The image of a JDK.
fn image(jdk: &Jdk) -> ClassFiles {
    let home = JavaHome::at(jdk.home()).expect("a JDK");
    ClassFiles::open(&ClassPath::default(), Some(&home)).expect("an image")
}

fn jdks(test: &str) -> Vec<Jdk> {
    let found: Vec<Jdk> = [Jdk::standard(), Jdk::newer()].into_iter().flatten().collect();
    if found.is_empty() {
        jdk::skipped(test, "JDK");
    }
    found
}

/// Every n-th class of `java.base`, or all where `JATPG_CLASSES` is set: then of all modules.
fn sample(files: &ClassFiles, n: usize) -> Vec<String> {
    let names = files.all_names();
    if std::env::var_os("JATPG_CLASSES").is_some() {
        return names;
    }
    let of_base = |name: &&String| name.starts_with("java/") && !name.starts_with("java/awt");
    names.iter().filter(of_base).step_by(n).cloned().collect()
}

#[test]
fn the_classes_of_a_jdk_are_read_without_an_error() {
    for jdk in jdks("the_classes_of_a_jdk_are_read_without_an_error") {
        let files = image(&jdk);
        let names = sample(&files, 5);
        assert!(names.len() > 400, "{} classes", names.len());
        for name in names {
            let found = files.find(&name).unwrap_or_else(|e| panic!("{e}"));
            assert!(found.is_some_and(|found| found.is_of_jdk), "{name} is not found");
        }
    }
}

#[test]
fn headers_are_what_reflection_says() {
    // One JVM is enough where only a sample is looked at.
    let count = if std::env::var_os("JATPG_CLASSES").is_some() { 2 } else { 1 };
    for jdk in jdks("headers_are_what_reflection_says").into_iter().take(count) {
        let files = image(&jdk);
        let names: Vec<String> = sample(&files, 21).into_iter().filter(|n| !is_hidden(n)).collect();
        let said = reflection(&jdk, &names);
        let (mut compared, mut methods) = (0, 0);
        for (name, said) in names.iter().zip(said) {
            if said == ["missing"] {
                continue;
            }
            let found = files.find(name).expect("readable").expect("there");
            methods += found.class.methods.len();
            assert_same(name, &describe(&found.class), &said);
            compared += 1;
        }
        assert!(compared > 80 && methods > 700, "{compared} classes, {methods} methods");
    }
}

/// Of these, reflection does not show all members, or those of a class that the JVM makes or changes as it starts.
fn is_hidden(name: &str) -> bool {
    let prefixes = [
        "java/lang/Class",
        "java/lang/Module",
        "java/lang/System",
        "java/lang/invoke/MethodHandles$Lookup",
        "java/lang/reflect/",
        "jdk/internal/",
        "jdk/jfr/",
    ];
    prefixes.iter().any(|prefix| name.starts_with(prefix)) || name.ends_with("$Holder")
}

fn assert_same(name: &str, ours: &[String], said: &[String]) {
    let only = |a: &[String], b: &[String]| -> Vec<String> {
        let count = |all: &[String], line| all.iter().filter(|&l| l == line).count();
        a.iter().filter(|&line| count(a, line) > count(b, line)).cloned().collect()
    };
    assert!(ours == said, "{name}: read {:#?}, said {:#?}", only(ours, said), only(said, ours));
}

/// The lines that `Headers.java` prints, a list a class.
fn reflection(jdk: &Jdk, names: &[String]) -> Vec<Vec<String>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/class_files/Headers.java");
    let mut child = jdk
        .java()
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", source])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the JVM starts");
    let mut input = child.stdin.take().expect("a piped input");
    let text = names.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).expect("the JVM reads"));
    let output = child.wait_with_output().expect("the JVM ends");
    writer.join().expect("all is written");
    assert!(output.status.success(), "the JVM failed");
    let mut classes: Vec<Vec<String>> = Vec::new();
    for line in String::from_utf8(output.stdout).expect("text").lines() {
        match line.strip_prefix("  ") {
            Some(line) => classes.last_mut().expect("a class").push(line.to_owned()),
            None => classes.push(Vec::new()),
        }
    }
    assert_eq!(classes.len(), names.len());
    classes.iter_mut().for_each(|lines| lines.sort());
    classes
}

/// The same lines from what was read.
fn describe(class: &ClassFile) -> Vec<String> {
    let kind = match class.kind {
        ClassKind::Class => "class",
        ClassKind::Interface => "interface",
        ClassKind::Enum => "enum",
        ClassKind::Record => "record",
        ClassKind::Annotation => "annotation",
    };
    // The bit that a class has for the sake of old JVMs.
    let flags = class.access.0 & !0x0020;
    let mut head = format!("{kind} {flags}");
    head += &variables(class.signature.as_ref().map_or(&[][..], |s| &s.type_parameters));
    let is_interface = class.access.has(Access::INTERFACE);
    let superclass = match (&class.signature, &class.superclass) {
        (_, None) => "nothing".to_owned(),
        _ if is_interface => "nothing".to_owned(),
        (Some(signature), _) => class_text(&signature.superclass),
        (None, Some(name)) => name.replace('/', "."),
    };
    let interfaces: Vec<String> = match &class.signature {
        Some(signature) => signature.interfaces.iter().map(class_text).collect(),
        None => class.interfaces.iter().map(|name| name.replace('/', ".")).collect(),
    };
    let _ = write!(head, " extends {superclass} implements [{}]", interfaces.join(","));
    if let Some(permitted) = &class.permitted {
        head += " permits";
        permitted.iter().for_each(|name| head += &format!(" {}", name.replace('/', ".")));
    }
    head += if class.is_functional { " functional" } else { "" };
    head += if class.enclosing.is_some() { " local" } else { "" };
    let mut lines = vec![head];
    lines.extend(
        class
            .components
            .iter()
            .map(|c| format!("component {} {}", c.name, text(c.signature.as_ref().unwrap_or(&c.ty)))),
    );
    let mut members: Vec<String> = Vec::new();
    for f in &class.fields {
        let generic = text(f.signature.as_ref().unwrap_or(&f.ty));
        members.push(format!("field {} {} {} {generic}", f.access.0, f.name, descriptor(&f.ty)));
    }
    members.extend(class.methods.iter().filter(|m| &*m.name != "<clinit>").map(method_line));
    lines.extend(members);
    lines.sort();
    lines
}

fn method_line(m: &MethodHeader) -> String {
    let generic = m.signature.as_ref().unwrap_or(&m.erased);
    // A signature leaves out parameters that the compiler added.
    let is_whole = generic.parameters.len() == m.erased.parameters.len();
    let parameters = if is_whole { &generic.parameters } else { &m.erased.parameters };
    let parameters: Vec<String> = parameters.iter().map(text).collect();
    let erased: String = m.erased.parameters.iter().map(descriptor).collect();
    let exceptions: Vec<String> = m.exceptions.iter().map(|name| name.replace('/', ".")).collect();
    assert_eq!(*m.descriptor, format!("({erased}){}", descriptor(&m.erased.result)));
    format!(
        "method {}{} {}{} [{}] {} throws [{}]",
        m.name,
        m.descriptor,
        m.access.0,
        variables(&generic.type_parameters),
        parameters.join(","),
        text(&generic.result),
        exceptions.join(","),
    )
}

fn variables(parameters: &[TypeParameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let one = |p: &TypeParameter| {
        let bounds: Vec<String> = p.class_bound.iter().chain(&p.interface_bounds).map(text).collect();
        let bounds = if bounds.is_empty() { "java.lang.Object".to_owned() } else { bounds.join("&") };
        format!("{}:{bounds}", p.name)
    };
    format!("<{}>", parameters.iter().map(one).collect::<Vec<_>>().join(","))
}

fn text(ty: &TypeSignature) -> String {
    match ty {
        TypeSignature::Void => "void".to_owned(),
        TypeSignature::Primitive(p) => p.name().to_owned(),
        TypeSignature::Variable(name) => name.to_string(),
        TypeSignature::Array(cell) => text(cell) + "[]",
        TypeSignature::Class(class) => class_text(class),
    }
}

/// The name of the class that is meant: `java/util/Map$Entry`.
fn binary_name(class: &ClassTypeSignature) -> String {
    class.inner.iter().fold(class.name.to_string(), |name, segment| format!("{name}${}", segment.name))
}

fn class_text(class: &ClassTypeSignature) -> String {
    let arguments = class.inner.last().map_or(&class.arguments, |inner| &inner.arguments);
    let name = binary_name(class).replace('/', ".");
    if arguments.is_empty() {
        return name;
    }
    let one = |argument: &TypeArgument| match argument {
        TypeArgument::Any => "?".to_owned(),
        TypeArgument::Exact(ty) => text(ty),
        // Reflection does not tell the two apart.
        TypeArgument::Extends(ty) if text(ty) == "java.lang.Object" => "?".to_owned(),
        TypeArgument::Extends(ty) => format!("? extends {}", text(ty)),
        TypeArgument::Super(ty) => format!("? super {}", text(ty)),
    };
    format!("{name}<{}>", arguments.iter().map(one).collect::<Vec<_>>().join(","))
}

fn descriptor(ty: &TypeSignature) -> String {
    use jatpg::jvm::value::PrimitiveType as P;
    match ty {
        TypeSignature::Void => "V".to_owned(),
        TypeSignature::Primitive(p) => match p {
            P::Boolean => "Z",
            P::Byte => "B",
            P::Short => "S",
            P::Char => "C",
            P::Int => "I",
            P::Long => "J",
            P::Float => "F",
            P::Double => "D",
        }
        .to_owned(),
        TypeSignature::Array(cell) => format!("[{}", descriptor(cell)),
        TypeSignature::Class(class) => format!("L{};", binary_name(class)),
        TypeSignature::Variable(name) => panic!("{name} is not erased"),
    }
}
