//! What javac makes of code, expression by expression: the erasure of each type, and the method of each call, are ours.
//!
//! With `JATPG_JUDGE=FOLDER` (and `JATPG_JUDGE_CLASS_PATH`) the sources in a folder are judged, such as those of a library: all methods
//! that are processed are compared, and their share is printed, with the reasons for the others, ranked: how many methods lack this,
//! how many nothing else. `JATPG_JUDGE_ONLY` keeps to files whose path contains it. The judge is the newest JDK whose javac accepts the
//! sources.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::index::Id as _;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, ClassId, MethodSource, Program, Role, Unsupported};
use jatpg::sema::typed_tree::{Body, Call, Conversion, ExprId, ExprKind};
use jatpg::sema::types::Ty;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{self as syntax, Code, Modifiers, Span};

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
    /// Why methods are not processed: how many lack this, how many lack nothing else, and where the first is.
    reasons: HashMap<String, (usize, usize, String)>,
}

impl Judged {
    fn count(&mut self, lacks: &[Unsupported], file: &Path, program: &Program) {
        let mut names: Vec<(&str, Span)> = lacks.iter().map(|lacked| (&*lacked.what, lacked.span)).collect();
        names.sort_by_key(|&(what, span)| (what, span.start));
        names.dedup_by_key(|&mut (what, _)| what);
        for &(what, span) in &names {
            let position = program.units.iter().find(|unit| unit.tree.source.path == file);
            let line = position.map_or(0, |unit| unit.tree.source.position(span.start).line);
            let place = || (0, 0, format!("{}:{line}", file.display()));
            let count = self.reasons.entry(what.to_owned()).or_insert_with(place);
            count.0 += 1;
            count.1 += usize::from(names.len() == 1);
        }
    }

    fn print_reasons(&self) {
        let mut ranked: Vec<_> = self.reasons.iter().collect();
        ranked.sort_by_key(|&(what, &(methods, alone, _))| (std::cmp::Reverse((methods, alone)), what));
        for (what, (methods, alone, place)) in ranked.into_iter().take(60) {
            println!("{methods:>6} {alone:>6}  {what}  ({place})");
        }
    }
}

/// None where javac rejects the sources.
fn judgement(jdk: &Jdk, class_path: &str, folder: &Path) -> Option<HashMap<Place, Vec<Said>>> {
    let judge = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sema/Judge.java");
    let output = jdk.java().arg("-XX:+UseSerialGC").arg(judge).arg(class_path).arg(folder).output();
    let output = output.expect("the JVM runs");
    if !output.status.success() {
        eprintln!("JDK {} rejects them: {}", jdk.feature(), String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut said: HashMap<Place, Vec<Said>> = HashMap::new();
    for line in text.lines() {
        let mut parts = line.splitn(5, ' ');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let (file, start, end, ty, method) = (next(), next(), next(), next(), next());
        if let (Ok(start), Ok(end)) = (start.parse(), end.parse()) {
            said.entry((file, start, end)).or_default().push(Said { ty, method });
        }
    }
    Some(said)
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
        ExprKind::Call(call) if program.methods[call.method].is_signature_polymorphic() => {
            (passed(program, body, call), None)
        }
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
    let parameters: Vec<String> = rest.trim_end_matches(')').split(',').map(by_simple_name).collect();
    let method = if rest.is_empty() {
        method.clone()
    } else {
        format!("{}({})", by_simple_name(class), parameters.join(","))
    };
    (by_simple_name(&program.type_name(ty)), method, declared == Some(ty))
}

/// A method whose signature is the call's own: with the types of the arguments, of which `null` has that of no object.
fn passed(program: &Program, body: &Body, call: &Call) -> String {
    let name = program.qualified_method_name(call.method);
    let (head, _) = name.split_once('(').expect("a method's name has its parameters");
    let types = call.arguments.iter().map(|&argument| match body.exprs[argument].ty {
        Ty::Null => "java.lang.Void".to_owned(),
        ty => program.type_name(ty),
    });
    format!("{head}({})", types.collect::<Vec<_>>().join(","))
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

/// Whether a type has two abstract methods from types that have nothing to do with each other, none of them below the other, and
/// javac has chosen the other one: which, the language leaves open (15.12.2.5).
fn is_as_good(program: &Program, ours: &str, theirs: &str) -> bool {
    let parts = |method: &str| -> Option<(ClassId, String)> {
        let (head, parameters) = method.split_once('(')?;
        let (class, name) = head.rsplit_once('.')?;
        Some((program.class_named(class)?, format!("{name}({parameters}")))
    };
    let (Some((our_class, our_name)), Some((their_class, their_name))) = (parts(ours), parts(theirs)) else {
        return false;
    };
    let is_abstract = |class: ClassId| {
        program.classes[class].methods.iter().any(|&m| {
            program.methods[m].modifiers.has(Modifiers::ABSTRACT)
                && program.qualified_method_name(m).ends_with(&format!(".{our_name}"))
        })
    };
    our_name == their_name
        && !program.is_subclass(our_class, their_class)
        && !program.is_subclass(their_class, our_class)
        && is_abstract(our_class)
        && is_abstract(their_class)
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
        match program.body(id) {
            BodyState::Typed(body) => {
                judged.processed += 1;
                compare_body(&program, file, (code, body), &units, said, judged);
                for lambda in &body.lambdas {
                    compare_body(&program, file, (code, lambda), &units, said, judged);
                }
            }
            BodyState::Unsupported(lacks) => judged.count(lacks, file, &program),
            BodyState::None => {}
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
            let cell = said.ty.trim_end_matches("[]");
            let dims = (said.ty.len() - cell.len()) / 2;
            let class = program.class_named(cell).map(Ty::Class);
            let ty = class.and_then(|class| (0..dims).try_fold(class, |ty, _| ty.array_of().map(Ty::Array)));
            is_cast && ty.is_some_and(|ty| program.is_subtype(ty, body.exprs[typed].ty))
        };
        judged.compared += 1;
        let agrees = |said: &Said| {
            said.ty.starts_with("<anonymous")
                || said.method.starts_with("<anonymous")
                || (said.ty == ty || is_declared || is_below(said) || said.ty == "<nulltype>")
                    && (method.is_empty()
                        || said.method.is_empty()
                        || is_same_method(&method, &said.method)
                        || is_as_good(program, &method, &said.method))
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
    let said = judgement(jdk, class_path, folder)?;
    let mut paths = Vec::new();
    java_files(folder, &mut paths);
    paths.sort();
    if let Ok(only) = std::env::var("JATPG_JUDGE_ONLY") {
        paths.retain(|path| path.display().to_string().contains(&only));
    }
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
    let jdks = if is_named {
        Jdk::newer().into_iter().chain(Jdk::standard()).collect()
    } else {
        Vec::from_iter(Jdk::standard())
    };
    let Some((jdk, judged)) = jdks.iter().find_map(|jdk| Some((jdk, judge(jdk, &folder, &class_path)?)))
    else {
        return skipped("sema::judge", "JDK that accepts the sources");
    };
    println!("judged by JDK {}", jdk.feature());
    agree(&judged, is_named);
}

#[test]
fn the_types_around_patterns_are_those_of_javac() {
    let newer = Jdk::newer().filter(|jdk| jdk.feature() >= 22);
    let judged = newer.and_then(|jdk| judge(&jdk, &fixtures("patterns"), ""));
    let Some(judged) = judged else { return skipped("sema::judge", "JDK of version 22 or later") };
    agree(&judged, false);
}

#[test]
fn the_types_before_the_call_of_another_constructor_are_those_of_javac() {
    let newer = Jdk::newer().filter(|jdk| jdk.feature() >= 25);
    let judged = newer.and_then(|jdk| judge(&jdk, &fixtures("prologues"), ""));
    let Some(judged) = judged else { return skipped("sema::judge", "JDK of version 25 or later") };
    assert_eq!((judged.processed, judged.differences), (judged.methods, Vec::new()));
}

fn fixtures(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn agree(judged: &Judged, is_named: bool) {
    println!(
        "{} of {} methods processed, {} expressions compared",
        judged.processed, judged.methods, judged.compared
    );
    judged.print_reasons();
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
