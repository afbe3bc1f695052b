//! Walking a graph is running the program: the methods of the corpus on random inputs, in drivers that print what can
//! be seen. The driver's graph is walked as it is, with its calls inlined, and unrolled; the interpreter is the judge.

use std::collections::BTreeMap;
use std::sync::Arc;

use jatpg::cfg::cache::Graphs;
use jatpg::cfg::graph::Graph;
use jatpg::cfg::lower::build;
use jatpg::cfg::verify::verify;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::outcome::Segment;
use jatpg::exec::vm::{End, Vm};
use jatpg::frames::inline::{InlineLimits, inline};
use jatpg::frames::unroll::{UnrollLimits, unroll};
use jatpg::mutate::generate::given_methods;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{ClassId, Method, MethodId, Program};
use jatpg::sema::types::Ty;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::Modifiers;
use jatpg::syntax::with_stack;
use jatpg::term::Terms;
use jatpg::term::variable::Variable;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::machine::{Exit, Machine, Stop, is_printable, tally};

/// What drivers use has to be loaded with the program.
const PRINTER: &str =
    "class DriverPrinter { void print(int i, String s) { System.out.println(i); System.out.println(s); } }";

/// Drivers of each method.
const DRIVERS: usize = 6;

/// What a run shows: what it printed, and the class of the exception that left it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    out: String,
    err: String,
    exception: Option<String>,
}

/// A random expression of a type.
fn value(program: &Program, random: &mut ChaCha8Rng, ty: Ty) -> Option<String> {
    let small = random.random_range(-4..9).to_string();
    Some(match program.type_name(ty).as_str() {
        "int" => match random.random_range(0..12) {
            0 => "Integer.MAX_VALUE".to_owned(),
            1 => "Integer.MIN_VALUE".to_owned(),
            2 => random.random_range(-3000..3000).to_string(),
            _ => small,
        },
        "long" => format!("{}L", small),
        "short" => format!("(short) {}", small),
        "byte" => format!("(byte) {}", random.random_range(-128..128)),
        "char" => format!("'{}'", random.random_range(b'a'..b'e') as char),
        "boolean" => random.random_bool(0.5).to_string(),
        "double" => format!("{}.5", small),
        "float" => format!("{}f", small),
        "java.lang.String" => match random.random_range(0..6) {
            0 => "null".to_owned(),
            1 => "\"12\"".to_owned(),
            2 => "\"(a)[]\"".to_owned(),
            _ => {
                let length = random.random_range(0..5);
                let text: String = (0..length).map(|_| random.random_range(b'a'..b'd') as char).collect();
                format!("\"{text}\"")
            }
        },
        _ => {
            let Ty::Array(array) = ty else { return None };
            if random.random_range(0..8) == 0 {
                return Some(format!("({}) null", source_name(program, ty)));
            }
            let length = random.random_range(0..5);
            let cells: Option<Vec<String>> =
                (0..length).map(|_| value(program, random, array.cell())).collect();
            format!("new {} {{{}}}", source_name(program, ty), cells?.join(", "))
        }
    })
}

fn source_name(program: &Program, ty: Ty) -> String {
    program.type_name(ty).replace("java.lang.", "")
}

/// Declarations of arguments, and their names.
fn arguments(
    program: &Program,
    random: &mut ChaCha8Rng,
    method: &Method,
    prefix: &str,
) -> Option<(String, String)> {
    let mut declared = String::new();
    let mut names = Vec::new();
    for (i, parameter) in method.parameters.iter().enumerate() {
        let name = format!("{prefix}{i}");
        let value = value(program, random, parameter.ty)?;
        declared += &format!("{} {name} = {value};\n", source_name(program, parameter.ty));
        names.push(name);
    }
    Some((declared, names.join(", ")))
}

/// The arrays of primitives and strings among the arguments, printed.
fn print_arrays(program: &Program, method: &Method) -> String {
    let mut text = String::new();
    for (i, parameter) in method.parameters.iter().enumerate() {
        if let Ty::Array(array) = parameter.ty
            && is_printable(program, array.cell())
        {
            text += &format!("for (int i = 0; i < p{i}.length; i++) {{ System.out.println(p{i}[i]); }}\n");
        }
    }
    text
}

fn driver(program: &Program, random: &mut ChaCha8Rng, class: ClassId, id: MethodId) -> Option<String> {
    let method = &program.methods[id];
    let hidden = Modifiers::PRIVATE | Modifiers::ABSTRACT;
    if method.modifiers.has(hidden) || program.classes[class].modifiers.has(hidden) {
        return None;
    }
    let owner = program.nested_name(class);
    let (mut text, names) = arguments(program, random, method, "p")?;
    if method.is_constructor() {
        return Some(format!("{text}{owner} o = new {owner}({names});\n{}", observe(program, class)));
    }
    let receiver = if method.is_static() {
        owner.clone()
    } else {
        let mut constructors = program.classes[class].methods.iter().map(|&m| &program.methods[m]);
        let constructor =
            constructors.find(|m| m.is_constructor() && !m.modifiers.has(Modifiers::PRIVATE))?;
        let (made, names) = arguments(program, random, constructor, "c")?;
        text += &format!("{made}{owner} o = new {owner}({names});\n");
        "o".to_owned()
    };
    let call = format!("{receiver}.{}({names})", method.name);
    text += &if is_printable(program, method.return_type) {
        format!("System.out.println({call});\n")
    } else {
        format!("{call};\n")
    };
    text += &print_arrays(program, method);
    if !method.is_static() {
        text += &observe(program, class);
    }
    Some(text)
}

/// Prints what can be asked of an object without arguments.
fn observe(program: &Program, class: ClassId) -> String {
    let methods = program.classes[class].methods.iter().map(|&m| &program.methods[m]);
    let hidden = Modifiers::PRIVATE | Modifiers::ABSTRACT | Modifiers::STATIC;
    methods
        .filter(|m| !m.is_constructor() && !m.modifiers.has(hidden) && m.parameters.is_empty())
        .filter(|m| is_printable(program, m.return_type))
        .take(4)
        .map(|m| format!("System.out.println(o.{}());\n", m.name))
        .collect()
}

fn name(program: &Program, class: ClassId) -> String {
    program.classes[class].qualified_name.to_string()
}

/// What the interpreter sees.
fn interpreted(program: &Program, vm: &mut Vm<'_>, driver: &jatpg::exec::driver::DriverCode) -> Option<Seen> {
    let run = vm.run_original(driver);
    let End::Completed(outcome) = run.end else { return None };
    let exception = outcome.segments.iter().find(|s| matches!(s, Segment::Exception(_)));
    let exception =
        exception.map(|s| outcome.exception_class(s).map_or_else(String::new, |c| name(program, c)));
    Some(Seen { out: outcome.out.to_string_lossy(), err: outcome.err.to_string_lossy(), exception })
}

/// What a walk sees; `None` where it comes to the cut.
fn walked<'p>(
    program: &'p Program,
    terms: &mut Terms,
    graphs: &mut Graphs<'p>,
    graph: &Graph,
    compared: &mut usize,
) -> Result<Option<Seen>, Stop> {
    let mut machine = Machine::new(program, terms, graphs);
    let exit = machine.run(graph);
    *compared += machine.compared;
    let exception = match exit? {
        Exit::Cut => return Ok(None),
        Exit::Return => None,
        Exit::Throw => Some(name(program, machine.exception_class()?)),
    };
    let text = |variable| machine.text_written(variable).to_string_lossy();
    Ok(Some(Seen { out: text(Variable::Out), err: text(Variable::Err), exception }))
}

#[derive(Default)]
struct Count {
    runs: usize,
    exceptions: usize,
    inlined: usize,
    unrolled: usize,
    compared: usize,
    wrong: Vec<String>,
    unsupported: BTreeMap<String, usize>,
}

impl Count {
    fn and(mut self, other: Self) -> Self {
        self.runs += other.runs;
        self.exceptions += other.exceptions;
        self.inlined += other.inlined;
        self.unrolled += other.unrolled;
        self.compared += other.compared;
        self.wrong.extend(other.wrong);
        for (what, count) in other.unsupported {
            *self.unsupported.entry(what).or_default() += count;
        }
        self
    }
}

struct Walks<'a> {
    program: &'a Program,
    code: &'a ProgramCode,
    holder: MethodId,
}

impl Walks<'_> {
    fn check(&self, text: &str, count: &mut Count) {
        let program = self.program;
        // One statement: what throws ends all of it.
        let Ok(statements) = parse_block_statements(&format!("{{ {text} }}")) else { panic!("{text}") };
        let body = match program.typed_body(self.holder, &statements) {
            Ok(body) => body,
            Err(error) => {
                *count.unsupported.entry(format!("{text}: {error:?}")).or_default() += 1;
                return;
            }
        };
        let driver = self.code.driver(&body, 0);
        let mut vm = Vm::new(self.code, Limits { steps: 20_000, ..Limits::default() });
        let Some(expected) = interpreted(program, &mut vm, &driver) else {
            *count.unsupported.entry("by the interpreter".to_owned()).or_default() += 1;
            return;
        };
        let mut terms = Terms::new();
        let mut graphs = Graphs::of_program(program);
        let graph = build(program, &body, &mut terms);
        let mut compared = 0;
        match walked(program, &mut terms, &mut graphs, &graph, &mut compared) {
            Ok(seen) if seen.as_ref() == Some(&expected) => count.runs += 1,
            Ok(seen) => count.wrong.push(format!("{text}: {seen:?}, not {expected:?}")),
            Err(Stop::Unsupported(what)) => {
                *count.unsupported.entry(what).or_default() += 1;
                return;
            }
            Err(stop) => count.wrong.push(format!("{text}: {stop}, not {expected:?}")),
        }
        count.exceptions += usize::from(expected.exception.is_some());
        let limits = InlineLimits { depth: 4, recursion: 2, nodes: 3000 };
        let inlined = inline(&mut terms, &mut graphs, None, &graph, limits).graph;
        verify(&inlined, &terms).unwrap_or_else(|e| panic!("{text}: {e}"));
        match walked(program, &mut terms, &mut graphs, &inlined, &mut compared) {
            Ok(Some(seen)) if seen == expected => count.inlined += 1,
            other => count.wrong.push(format!("inlined {text}: {other:?}, not {expected:?}")),
        }
        let limits = UnrollLimits { iterations: 3, nodes: 20_000 };
        if let Ok(unrolled) = unroll(&mut terms, &inlined, limits) {
            verify(&unrolled.graph, &terms).unwrap_or_else(|e| panic!("{text}: {e}"));
            match walked(program, &mut terms, &mut graphs, &unrolled.graph, &mut compared) {
                Ok(None) => {}
                Ok(Some(seen)) if seen == expected => count.unrolled += 1,
                other => count.wrong.push(format!("unrolled {text}: {other:?}, not {expected:?}")),
            }
        }
        count.compared += compared;
    }
}

fn check(program: Program, seed: u64) -> Count {
    let program = Arc::new(program);
    let code = ProgramCode::build(&program, &[]);
    let mut count = Count::default();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for method in given_methods(&program).collect::<Vec<_>>() {
        let class = program.methods[method].class;
        let package = program.package_name(class).to_owned();
        let holder = program.driver_method(&package).expect("the driver of the package");
        let one = Walks { program: &program, code: &code, holder };
        for _ in 0..DRIVERS {
            if let Some(text) = driver(&program, &mut random, class, method) {
                one.check(&text, &mut count);
            }
        }
    }
    count
}

#[test]
fn walking_a_graph_is_running_the_program() {
    let programs = super::corpus_with(|text| {
        let package = text.lines().find(|line| line.starts_with("package ")).unwrap_or_default();
        vec![SourceFile::new("DriverPrinter.java".into(), format!("{package} {PRINTER}"))]
    });
    let count = programs
        .into_par_iter()
        .enumerate()
        .map(|(i, (_, program))| with_stack(|| check(program, i as u64)))
        .reduce(Count::default, Count::and);
    let Count { runs, exceptions, inlined, unrolled, compared, .. } = count;
    println!(
        "{runs} runs, {exceptions} by exception, {inlined} inlined, {unrolled} unrolled, {compared} values; not followed:\n{}",
        tally(&count.unsupported)
    );
    assert!(count.wrong.is_empty(), "{} wrong: {}", count.wrong.len(), count.wrong.join("\n"));
    assert!(runs > 2000 && exceptions > 300 && inlined == runs && unrolled > 1500 && compared > 100_000);
}

/// Overlapping parts, arguments that read what is written, parts that are none, nulls; builders that are cut, and that grow.
const COPIES: &str = "class Copies {
    static int[] shift(int[] a, int from, int to, int n) { System.arraycopy(a, from, a, to, n); return a; }
    static int[] across(int[] a, int[] b, int n) { System.arraycopy(a, 1, b, 0, n); return b; }
    static int[] placed(int[] a, int n) { System.arraycopy(a, a[0], a, a[1], a[2] & 3); return a; }
    static int[] filled(int[] a) { java.util.Arrays.fill(a, a[0] + 1); return a; }
    static boolean[] set(boolean[] a) { java.util.Arrays.fill(a, true); return a; }
    static String part(char[] c, int from, int n) { return new String(c, from, n); }
    static String whole(char[] c) { return String.valueOf(c) + new String(c); }
    static String cut(StringBuilder s, int n) { int before = s.length(); s.setLength(n & 7); return before + s.toString(); }
    static int edge(StringBuilder s, int n) { s.setLength(s.length() + n); s.setLength(0); return s.length(); }
    static String back(String s) { char[] c = s.toCharArray(); c[0] = 'x'; return new String(c); }
}";

#[test]
fn library_methods_that_go_through_arrays_are_loops_of_a_graph() {
    let load = || {
        let file = |name: &str, text: &str| SourceFile::new(name.into(), text.to_owned());
        let files = vec![file("Copies.java", COPIES), file("DriverPrinter.java", PRINTER)];
        Program::load(files, &LoadOptions::default()).expect("a program")
    };
    let count = (0..60).map(|seed| with_stack(|| check(load(), seed))).fold(Count::default(), Count::and);
    assert!(count.wrong.is_empty(), "{} wrong: {}", count.wrong.len(), count.wrong.join("\n"));
    assert!(count.unsupported.is_empty(), "not followed:\n{}", tally(&count.unsupported));
    assert!(count.runs > 2000 && count.exceptions > 500 && count.unrolled > 1000, "{} runs", count.runs);
}
