//! What javac makes of code, expression by expression: the erasure of each type, and the method of each call, are ours.
//!
//! With `JATPG_JUDGE=FOLDER` (and `JATPG_JUDGE_CLASS_PATH`) the sources in a folder are judged, such as those of a library: all methods
//! that are processed are compared, and their share is printed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::index::Id as _;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodSource, Program, Role};
use jatpg::sema::typed_tree::{Body, Conversion, ExprId, ExprKind};
use jatpg::sema::types::Ty;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{self as syntax, Code};

use crate::support::corpus::java_files;
use crate::support::jdk::{Jdk, skipped};

/// Where an expression stands: the file, its begin and its end, in UTF-16 units.
type Place = (String, usize, usize);

/// What javac says of an expression: the erasure of its type, and for a call the method.
struct Said {
    ty: String,
    method: String,
}

#[derive(Default)]
struct Judged {
    methods: usize,
    processed: usize,
    compared: usize,
    differences: Vec<String>,
}

fn judgement(jdk: &Jdk, class_path: &str, folder: &Path) -> HashMap<Place, Vec<Said>> {
    let judge = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sema/Judge.java");
    let output = jdk.java().arg("-XX:+UseSerialGC").arg(judge).arg(class_path).arg(folder).output();
    let text = String::from_utf8(output.expect("the JVM runs").stdout).expect("UTF-8");
    let mut said: HashMap<Place, Vec<Said>> = HashMap::new();
    for line in text.lines() {
        let mut parts = line.splitn(5, ' ');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let (file, start, end, ty, method) = (next(), next(), next(), next(), next());
        if let (Ok(start), Ok(end)) = (start.parse(), end.parse()) {
            said.entry((file, start, end)).or_default().push(Said { ty, method });
        }
    }
    said
}

/// The type of an expression and the method of a call, and whether the type is as good as its declaration's.
fn ours(program: &Program, body: &Body, id: ExprId, written: &syntax::ExprKind) -> (String, String, bool) {
    let mut inner = id;
    if let ExprKind::Convert { conversion: Conversion::CheckedCast, operand } = body.exprs[id].kind
        && !matches!(written, syntax::ExprKind::Cast { .. })
    {
        inner = operand;
    }
    let ty = body.exprs[id].ty;
    let (method, declared) = match &body.exprs[inner].kind {
        ExprKind::Call(call) => {
            let declared = program.methods[call.method].return_type;
            (program.qualified_method_name(call.method), Some(declared))
        }
        ExprKind::New { constructor, .. } => (program.qualified_method_name(*constructor), None),
        ExprKind::Field { field, .. } | ExprKind::StaticField(field) => {
            (String::new(), Some(program.fields[*field].ty))
        }
        _ => (String::new(), None),
    };
    // A context that asks for nothing gets no cast.
    let (class, rest) = method.split_once('(').unwrap_or((&method, ""));
    let method = if rest.is_empty() { method.clone() } else { format!("{}({rest}", by_simple_name(class)) };
    (by_simple_name(&program.type_name(ty)), method, declared == Some(ty))
}

/// A local class is called by its simple name.
fn by_simple_name(name: &str) -> String {
    let numbered = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
    let parts: Vec<&str> = name.split('.').collect();
    match parts.iter().rposition(|part| numbered(part)) {
        Some(n) => parts[n..].join(".").trim_start_matches(|c: char| c.is_ascii_digit()).to_owned(),
        None => name.to_owned(),
    }
}

/// A method that is the same under two names: the library keeps one in a class of its own, and a method of `Object` that an
/// interface declares again is that of either.
fn is_same_method(ours: &str, theirs: &str) -> bool {
    let name = |method: &str| {
        method
            .rsplit_once('(')
            .map(|(head, rest)| (head.rsplit('.').next().map(str::to_owned), rest.to_owned()))
    };
    let of_object = ["equals", "hashCode", "toString", "clone", "getClass"];
    ours == theirs
        || name(ours) == name(theirs)
            && (ours.starts_with("java.lang.AbstractStringBuilder.")
                || name(ours).and_then(|(name, _)| name).is_some_and(|name| of_object.contains(&&*name)))
}

fn compare(file: &Path, options: &LoadOptions, said: &HashMap<Place, Vec<Said>>, judged: &mut Judged) {
    let Ok(text) = std::fs::read_to_string(file) else { return };
    let source = SourceFile::new(file.to_owned(), text.clone());
    let program = match Program::load(vec![source], options) {
        Ok(program) => program,
        Err(errors) => return judged.differences.push(format!("{}: {}", file.display(), errors[0])),
    };
    judged.differences.extend(program.check().iter().map(ToString::to_string));
    let units: Vec<usize> = units_before(&text);
    for (id, method) in program.methods.iter_enumerated() {
        let MethodSource::Code(code) = &method.source else { continue };
        if program.role(method.class) != Role::Given {
            continue;
        }
        judged.methods += 1;
        if let BodyState::Typed(body) = program.body(id) {
            judged.processed += 1;
            compare_body(&program, file, (code, body), &units, said, judged);
            for lambda in &body.lambdas {
                compare_body(&program, file, (code, lambda), &units, said, judged);
            }
        }
    }
}

/// How many UTF-16 units stand before each byte.
fn units_before(text: &str) -> Vec<usize> {
    let mut units = vec![0; text.len() + 1];
    let mut count = 0;
    for (at, c) in text.char_indices() {
        units[at] = count;
        count += c.len_utf16();
    }
    units[text.len()] = count;
    units
}

fn compare_body(
    program: &Program,
    file: &Path,
    (code, body): (&Code, &Body),
    units: &[usize],
    said: &HashMap<Place, Vec<Said>>,
    judged: &mut Judged,
) {
    for (id, expr) in code.exprs.iter_enumerated() {
        let Some(typed) = body.typed_exprs.get(id.index()).copied().flatten() else { continue };
        let place = (expr.span.start as usize, expr.span.end as usize);
        let key = (file.display().to_string(), units[place.0], units[place.1]);
        let Some(theirs) = said.get(&key) else { continue };
        // What is made for a lambda is no type of javac's.
        let is_function =
            matches!(expr.kind, syntax::ExprKind::Lambda(_) | syntax::ExprKind::MethodReference(_));
        if is_function || matches!(body.exprs[typed].kind, ExprKind::Null) {
            continue;
        }
        let (ty, method, is_declared) = ours(program, body, typed, &expr.kind);
        // A cast is one to what the context asks for, which may be less than is known.
        let is_cast =
            matches!(body.exprs[typed].kind, ExprKind::Convert { conversion: Conversion::CheckedCast, .. });
        let is_below = |said: &Said| {
            let class = program.class_named(&said.ty).map(Ty::Class);
            is_cast && class.is_some_and(|class| program.is_subtype(class, body.exprs[typed].ty))
        };
        judged.compared += 1;
        let agrees = |said: &Said| {
            said.ty.starts_with("<anonymous")
                || said.method.starts_with("<anonymous")
                || (said.ty == ty || is_declared || is_below(said) || said.ty == "<nulltype>")
                    && (method.is_empty() || said.method.is_empty() || is_same_method(&method, &said.method))
        };
        if !theirs.iter().any(agrees) {
            let line = program.units.iter().find(|unit| unit.tree.source.path == file);
            let line = line.map_or(0, |unit| unit.tree.source.position(expr.span.start).line);
            let all: Vec<String> = theirs.iter().map(|said| format!("{} {}", said.ty, said.method)).collect();
            judged.differences.push(format!(
                "{}:{line}: ours {ty} {method}, javac {}",
                file.display(),
                all.join(" or ")
            ));
        }
    }
}

fn judge(jdk: &Jdk, folder: &Path, class_path: &str) -> Option<Judged> {
    let home = JavaHome::at(jdk.home())?;
    let class_files = ClassFiles::open(&ClassPath::parse(class_path).ok()?, Some(&home)).ok()?;
    let options = LoadOptions {
        source_path: Some(folder.to_owned()),
        class_files: Some(Arc::new(class_files)),
        ..Default::default()
    };
    let said = judgement(jdk, class_path, folder);
    let mut paths = Vec::new();
    java_files(folder, &mut paths);
    paths.sort();
    let mut judged = Judged::default();
    paths.iter().for_each(|path| compare(path, &options, &said, &mut judged));
    Some(judged)
}

#[test]
fn the_types_of_expressions_and_the_methods_of_calls_are_those_of_javac() {
    let named = std::env::var_os("JATPG_JUDGE").map(PathBuf::from);
    let class_path = std::env::var("JATPG_JUDGE_CLASS_PATH").unwrap_or_default();
    let is_named = named.is_some();
    let folder = named.unwrap_or_else(|| fixtures("generic"));
    let jdk = if is_named { Jdk::newer().or_else(Jdk::standard) } else { Jdk::standard() };
    let Some(judged) = jdk.and_then(|jdk| judge(&jdk, &folder, &class_path)) else {
        return skipped("sema::judge", "JDK");
    };
    agree(&judged, is_named);
}

#[test]
fn the_types_around_patterns_are_those_of_javac() {
    let newer = Jdk::newer().filter(|jdk| jdk.feature() >= 22);
    let judged = newer.and_then(|jdk| judge(&jdk, &fixtures("patterns"), ""));
    let Some(judged) = judged else { return skipped("sema::judge", "JDK of version 22 or later") };
    agree(&judged, false);
}

fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn agree(judged: &Judged, is_named: bool) {
    println!(
        "{} of {} methods processed, {} expressions compared",
        judged.processed, judged.methods, judged.compared
    );
    assert!(
        judged.differences.is_empty(),
        "{} differ:\n{}",
        judged.differences.len(),
        judged.differences.join("\n")
    );
    if !is_named {
        assert_eq!(judged.processed, judged.methods, "all of the fixtures is processed");
        assert!(judged.compared > 300, "{} compared", judged.compared);
    }
}
