//! Proofs against exhaustion: each method is run on *all* its inputs (arrays: all up to length 3 over a few values,
//! null and the same array twice included), the original against each mutant that is called equivalent. An input on
//! which the original does not end binds nobody.

use jatpg::driver::Driver;
use jatpg::engine::subject::{GoalIndex, NoTest, Subject};
use jatpg::engine::verdict::KillKind;
use jatpg::exec::mutant_set::MutantSet;
use jatpg::goal::Goals;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::callers::Callers;
use jatpg::roa::local::Extent;
use jatpg::roa::original::KnownOriginals;
use jatpg::roa::proof::{Checked, ProofKind};
use jatpg::roa::workbench::Workbench;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodId, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

use super::random_methods;
use crate::support::soak;

/// `static … f(…)`: loops, arrays, exceptions that are caught, early returns, recursion, runs that do not end.
pub(crate) const METHODS: &[&str] = &[
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
    "static int f(byte a, byte b) { int i = a; int n = 0; while (i != b) { if (i == 7 && b == 3) { i = 0; continue; } i++; n += i & 1; if (i > 40) { return n; } } return -n; }",
    // What differs here does not matter in the end.
    "static int f(byte a, byte b) { int m = a; int n = b; while (n != 0) { int r = m % n; m = n; n = r; } return m < 0 ? -m : m; }",
    "static int f(short a) { int rest = a; do { int s = 0; do { int d = rest % 10; s += d < 0 ? -d : d; rest /= 10; } while (rest != 0); rest = s; } while (rest > 9); return rest; }",
    "static int f(byte[] a) { int c = 1; for (byte x : a) { c ^= x & 0xff; for (int i = 0; i < 3; i++) { if ((c & 0x80) != 0) { c = (c << 1) ^ 7; } else { c <<= 1; } c &= 0xff; } } return (byte) c; }",
    // Counters that wrap around.
    "static int f(byte n) { int s = 0; for (byte i = 0; i < n; i++) { if (i < n) { s += i; } } return s; }",
    "static int f(byte n, byte m) { int s = 0; byte i = m; do { if (i > n) { s += i; } i--; } while (i > n); return s; }",
    "static int f(byte n, boolean b) { byte i = 0; while (true) { if (i >= n) { throw new IllegalStateException(); } if (b && i == 100) { return 1; } i++; } }",
    "static int f(byte n) { int s = 0; for (byte i = 0; i < n; i++) { for (int j = i; j < n && j < 9; j++) { s++; } } return s; }",
    "static int f(byte[] a) { for (byte i = 0; i < a.length - 1; i++) { for (byte j = 0; j < a.length - 1 - i; j++) { if (a[j] > a[j + 1]) { byte t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } } return a.length; }",
    // What the private methods do for other arguments than `f` passes binds nobody.
    "static int f(byte a, byte b) { if (a <= 0) { return -1; } return g(a, b); } private static int g(int x, int y) { if (x <= y) { return x == 0 ? 7 : x + y; } return x > 0 ? x - y : y; }",
    "static int f(byte a) { if (a < 3 || a > 9) { return a; } return g(a) + g(a + 1); } private static int g(int n) { if (n <= 0) { return 1; } return n + g(n - 2); }",
    "static int f(byte a, byte b) { return h(a & 7) - h(b | 1); } private static int h(int n) { return g(n * 2) / 2; } private static int g(int n) { return n >= 0 ? n : -n; }",
    "static int f(byte[] a) { if (a.length == 0) { return 0; } g(a, 0); return a[0]; } private static void g(byte[] a, int i) { if (i >= 0 && i < a.length) { a[i]++; } }",
    "static int f(byte a) { int r = 0; for (int i = 0; i < 3; i++) { r += g(a & 3, i); } return r; } private static int g(int x, int i) { if (i > 2) { return x; } return x < i ? 4 : x - i; }",
];

/// How many values an enumerated parameter has, and the n-th of them.
fn values(ty: &str, longest: u32) -> (usize, &'static str) {
    match ty {
        "boolean" => (2, "k == 1"),
        "byte" => (256, "(byte) (k - 128)"),
        "short" => (65_536, "(short) (k - 32768)"),
        "byte[]" => (arrays_over(6, longest), "bytes(k)"),
        "short[]" => (arrays_over(6, longest), "shorts(k)"),
        "boolean[]" => (arrays_over(2, longest), "booleans(k)"),
        other => panic!("no enumeration of {other}"),
    }
}

/// The longest arrays.
const LONGEST: u32 = 3;

/// null, and all lengths up to the longest over so many values.
fn arrays_over(values: usize, longest: u32) -> usize {
    1 + (0..=longest).map(|length| values.pow(length)).sum::<usize>()
}

/// The functions that make the k-th array.
const MAKERS: &str = "static final int[] CELLS = {0, 1, -1, 2, 127, -128};
static int length(int k, int size) { int length = 0; int n = 1; while (k >= n) { k -= n; n *= size; length++; } return length; }
static int rank(int k, int size) { int n = 1; while (k >= n) { k -= n; n *= size; } return k; }
static byte[] bytes(int k) { if (k == 0) { return null; } byte[] a = new byte[length(k - 1, 6)]; int r = rank(k - 1, 6); for (int i = 0; i < a.length; i++) { a[i] = (byte) CELLS[r % 6]; r /= 6; } return a; }
static short[] shorts(int k) { if (k == 0) { return null; } short[] a = new short[length(k - 1, 6)]; int r = rank(k - 1, 6); for (int i = 0; i < a.length; i++) { a[i] = (short) (CELLS[r % 6] * 129); r /= 6; } return a; }
static boolean[] booleans(int k) { if (k == 0) { return null; } boolean[] a = new boolean[length(k - 1, 2)]; int r = rank(k - 1, 2); for (int i = 0; i < a.length; i++) { a[i] = r % 2 == 1; r /= 2; } return a; }
static long sum(byte[] a) { long s = 7; if (a != null) { for (byte x : a) { s = s * 31 + x; } } return s; }
static long sum(short[] a) { long s = 7; if (a != null) { for (short x : a) { s = s * 31 + x; } } return s; }
static long sum(boolean[] a) { long s = 7; if (a != null) { for (boolean x : a) { s = s * 31 + (x ? 1 : 2); } } return s; }
";

/// A method with the enumeration of its inputs.
pub(crate) struct Enumerated {
    pub text: String,
    /// The number of its inputs.
    pub inputs: usize,
}

/// The enumeration, as Java: `all(from, to)` runs `f` on its inputs with these numbers and sums up what it does.
pub(crate) fn enumerated(method: &str, longest: u32) -> Enumerated {
    let parameters = &method[method.find('(').expect("parameters") + 1..method.find(')').expect("their end")];
    let types: Vec<&str> = parameters.split(", ").map(|p| p.split(' ').next().expect("a type")).collect();
    let names: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let mut inputs = 1;
    let mut arrange = String::new();
    for (name, ty) in names.iter().zip(&types) {
        let (count, value) = values(ty, longest);
        arrange += &format!("k = n % {count}; n /= {count}; {ty} {name} = {value}; ");
        inputs *= count;
    }
    let arrays: Vec<&String> =
        names.iter().zip(&types).filter(|(_, ty)| ty.ends_with("[]")).map(|(n, _)| n).collect();
    // Behind all others, those with one array twice.
    if let [first, second] = arrays[..] {
        arrange += &format!("if (n > 0) {{ {second} = {first}; }} ");
        inputs += inputs;
    }
    let has_static = method.contains("static int s;");
    let (reset, state) = if has_static { ("s = 0; ", "h = 31 * h + s; ") } else { ("", "") };
    let after: String = arrays.iter().map(|n| format!("h = 31 * h + sum({n}); ")).collect();
    let text = format!(
        "class A {{ {method}\n\
         static long all(int from, int to) {{ long h = 0; for (int i = from; i < to; i++) {{ h = 31 * h + one(i); }} return h; }}\n\
         static long one(int n) {{ long h = 0; int k; {reset}{arrange}\n\
         try {{ h = (\"\" + f({})).hashCode(); }} catch (RuntimeException e) {{ h = e.getClass().getName().hashCode(); }} \
         {after}{state}return h; }}\n{MAKERS} }}\n",
        names.join(", ")
    );
    Enumerated { text, inputs }
}

/// What the exhaustion of some methods came to.
#[derive(Debug, Default)]
struct FoundByChecker {
    methods: usize,
    mutants: usize,
    proven: usize,
    /// Inputs of the originals that were run, and those left out since the original does not end on them.
    inputs: usize,
    endless: usize,
    wrong: Vec<String>,
}

/// Inputs that are run as one test at first.
const TOGETHER: usize = 256;
/// So many steps the original may take for those, and for a single one.
const STEPS: u64 = 1_000_000;
const STEPS_OF_ONE: u64 = 20_000;
/// A method that does not end on more inputs than these is not looked at further.
const MAX_ENDLESS: usize = 300;

/// A program with the enumeration of a method's inputs.
pub(crate) struct Exhaustible {
    pub subject: Subject,
    /// `f` and what it calls.
    pub methods: Vec<MethodId>,
    all: MethodId,
    inputs: usize,
}

/// What all inputs show.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub inputs: usize,
    /// Inputs on which the original does not end.
    pub endless: usize,
    /// Each with the inputs among which one tells it from the original.
    pub kills: Vec<(GoalIndex, KillKind, (usize, usize))>,
}

impl Exhaustible {
    /// `None` if the method lies outside the subset.
    pub(crate) fn new(method: &str) -> Option<Self> {
        Self::up_to(method, LONGEST)
    }

    /// With no array that is longer.
    fn up_to(method: &str, longest: u32) -> Option<Self> {
        Self::with(method, longest, &OperatorSet::parse(OPERATORS).expect("operators"))
    }

    /// With these goals in the place of mutants.
    pub(crate) fn of_goals(method: &str, goals: Goals) -> Option<Self> {
        Self::with(method, LONGEST, goals)
    }

    fn with(method: &str, longest: u32, goals: impl Into<Goals>) -> Option<Self> {
        let Enumerated { text, inputs } = enumerated(method, longest);
        let source = SourceFile::new("A.java".into(), text);
        let program = match Program::load(vec![source], &LoadOptions::default()) {
            Ok(program) => program,
            Err(errors) => panic!("{method}: {:?}", errors.first()),
        };
        let methods = methods_of(&program, method);
        if !matches!(program.body(methods[0]), BodyState::Typed(_)) {
            return None;
        }
        let all = named(&program, "all");
        let subject = Subject::new(program, &methods, goals);
        Some(Self { subject, methods, all, inputs })
    }

    /// Runs the original on all inputs, against these mutants until they differ.
    pub(crate) fn run(&self, live: MutantSet) -> Shown {
        self.run_by(TOGETHER, live)
    }

    /// Mutants that may go round two milliards of times and end nevertheless are run on each input alone where some
    /// inputs together were too long for them; what is again too long says nothing of them.
    pub(crate) fn look_again(&self, shown: &mut Shown, may_be_long: &MutantSet) {
        let is_cut =
            |kill: &(GoalIndex, KillKind, _)| kill.1 == KillKind::StepLimit && may_be_long.contains(kill.0);
        let cut: MutantSet = shown.kills.iter().filter(|kill| is_cut(kill)).map(|kill| kill.0).collect();
        if !cut.is_empty() {
            shown.kills.extend(self.run_by(1, cut).kills);
            shown.kills.retain(|kill| !is_cut(kill));
        }
    }

    /// So many inputs as one test at first. A mutant that such a test seemed to kill, and a whole run of it did not, may be one that a
    /// few of its inputs kill: it is run again on fewer of them.
    fn run_by(&self, together: usize, mut live: MutantSet) -> Shown {
        let mut runner = self.subject.runner();
        let mut shown = Shown::default();
        let mut pending: Vec<(usize, usize, Option<MutantSet>)> = (0..self.inputs)
            .step_by(together)
            .map(|from| (from, (from + together).min(self.inputs), None))
            .collect();
        while let Some((from, to, only)) = pending.pop() {
            runner.set_fuel(if to - from == 1 { STEPS_OF_ONE } else { STEPS });
            let act = format!("long result = A.all({from}, {to});");
            let driver = Driver { method: self.all, arrange: Vec::new(), act, then: Vec::new() };
            let middle = from + (to - from) / 2;
            let halves = |only: Option<MutantSet>| [(from, middle, only.clone()), (middle, to, only)];
            let wanted = match &only {
                Some(only) => only.iter().filter(|&mutant| live.contains(mutant)).collect(),
                None => live.clone(),
            };
            match runner.judge(driver, &wanted) {
                Ok(mut judged) => {
                    shown.inputs += if only.is_none() { to - from } else { 0 };
                    let guessed: MutantSet = judged.kills.iter().map(|kill| kill.0).collect();
                    runner.settle(&mut judged);
                    let held: MutantSet = judged.kills.iter().map(|kill| kill.0).collect();
                    let gone: MutantSet = guessed.iter().filter(|&mutant| !held.contains(mutant)).collect();
                    if to - from > 1 && !gone.is_empty() {
                        pending.extend(halves(Some(gone)));
                    }
                    for (mutant, kind) in judged.kills {
                        live.remove(mutant);
                        shown.kills.push((mutant, kind, (from, to)));
                    }
                }
                Err(_) if to - from > 1 => pending.extend(halves(only)),
                Err(NoTest::Limit) => shown.endless += 1,
                Err(why) => panic!("input {from}: {why:?}"),
            }
            if shown.endless > MAX_ENDLESS || live.is_empty() {
                break;
            }
        }
        shown
    }
}

/// The operators whose mutants are looked at.
pub(crate) const OPERATORS: &str = "mujava,ABS,UOI";

fn named(program: &Program, name: &str) -> MethodId {
    let start = format!("A.{name}(");
    let found = program.methods.ids().find(|&m| program.method_name(m).starts_with(&start));
    found.expect("the method is there")
}

/// `f` and what it calls.
pub(crate) fn methods_of(program: &Program, method: &str) -> Vec<MethodId> {
    let callees = ["g", "h"].into_iter().filter(|name| method.contains(&format!(" {name}(")));
    std::iter::once("f").chain(callees).map(|name| named(program, name)).collect()
}

impl FoundByChecker {
    /// Runs a method on all its inputs, against the mutants that are proven.
    fn exhaust(&mut self, method: &str, extent: Extent) {
        let Some(exhaustible) = Exhaustible::new(method) else { return };
        let subject = &exhaustible.subject;
        let (proven, idle) = with_stack(|| proven(subject, &exhaustible.methods, extent));
        self.methods += 1;
        self.mutants += subject.mutants().len();
        self.proven += subject.indices().filter(|&m| proven.contains(m)).count();
        let mut shown = exhaustible.run(proven);
        exhaustible.look_again(&mut shown, &idle);
        self.inputs += shown.inputs;
        self.endless += shown.endless;
        for (mutant, kind, (from, to)) in shown.kills {
            let m = subject.mutant(mutant);
            self.wrong.push(format!(
                "{method}\n  {}: {} → {}: {kind:?} within inputs {from} to {to}",
                m.id, m.original, m.replacement
            ));
        }
    }
}

/// The mutants that are proven, and those of them that have idle rounds.
fn proven(subject: &Subject, methods: &[MethodId], extent: Extent) -> (MutantSet, MutantSet) {
    let mut found = Vec::new();
    each_check(subject, methods, extent, |mutant, checked| {
        found.extend(checked.proof.as_ref().map(|proof| (mutant, proof.kind)));
    });
    let is_idle = |&&(_, kind): &&(GoalIndex, ProofKind)| kind == ProofKind::IdleRounds;
    let idle = found.iter().filter(is_idle).map(|&(mutant, _)| mutant).collect();
    (found.iter().map(|&(mutant, _)| mutant).collect(), idle)
}

fn each_check(
    subject: &Subject,
    methods: &[MethodId],
    extent: Extent,
    mut see: impl FnMut(GoalIndex, &Checked),
) {
    let program = subject.program();
    for &method in methods {
        let Some(mut bench) =
            Workbench::new(program, &KnownOriginals::default(), method, 3).expect("no failure")
        else {
            continue;
        };
        let mut callers = Callers::new(program, &KnownOriginals::default(), method);
        for m in subject.indices().filter(|&m| subject.mutant(m).method == method) {
            let Some(code) = subject.mutant(m).code(program) else { continue };
            let Ok(body) = program.typed_body(method, &code) else { continue };
            let mut checked = bench.check(&body, extent).expect("no failure");
            if let (Some(callers), true) = (&mut callers, extent != Extent::ShortArrays) {
                callers.add_to(&mut checked, &body).expect("no failure");
            }
            see(m, &checked);
        }
    }
}

/// What short arrays show: the mutants that are proven for arrays up to each length, whatever the rounds.
fn proven_for_short_arrays(method: &str) -> Vec<(u32, MutantSet)> {
    let Some(Exhaustible { subject, methods, .. }) = Exhaustible::new(method) else { return Vec::new() };
    let mut found = Vec::new();
    with_stack(|| {
        each_check(&subject, &methods[..1], Extent::ShortArrays, |mutant, checked| {
            if let Some(proof) = checked.bounded.proof.as_ref().filter(|proof| !proof.on.loops) {
                assert!(proof.on.lengths, "{method}");
                found.push((proof.bound, mutant));
            }
        });
    });
    let up_to = |longest| {
        let proven = found.iter().filter(|&&(bound, _)| bound >= longest).map(|&(_, mutant)| mutant);
        (longest, proven.collect())
    };
    (0..=LONGEST).map(up_to).collect()
}

#[test]
fn no_short_array_tells_a_mutant_from_its_original_where_that_is_proven() {
    let (mut proven, mut kills, mut open) = (0, 0, 0);
    for method in methods_of_arrays() {
        for (longest, live) in proven_for_short_arrays(method) {
            let Some(exhaustible) = Exhaustible::up_to(method, longest) else { continue };
            let all: MutantSet = exhaustible.subject.indices().collect();
            proven += exhaustible.subject.indices().filter(|&mutant| live.contains(mutant)).count();
            let shown = exhaustible.run(all);
            for (mutant, kind, inputs) in shown.kills {
                let m = exhaustible.subject.mutant(mutant);
                kills += 1;
                assert!(
                    !live.contains(mutant),
                    "{method}\n  {}: {} → {}: {kind:?} within {inputs:?} of the arrays up to length {longest}",
                    m.id,
                    m.original,
                    m.replacement
                );
            }
            open += shown.endless;
        }
    }
    println!("{proven} proven up to a length, {kills} killed, {open} inputs left out");
    assert!(proven >= 150 && kills >= 500, "{proven} proven up to a length, {kills} killed");
}

/// Every so many of those that take arrays, and the ones below.
fn methods_of_arrays() -> impl Iterator<Item = &'static str> {
    let of_arrays = METHODS.iter().filter(|method| method.contains("[] a"));
    of_arrays.step_by(soak::one_in(4)).chain(OF_ARRAYS).copied()
}

/// More methods whose mutants part on long arrays first.
const OF_ARRAYS: &[&str] = &[
    "static int f(byte[] a) { int n = 0; for (int i = 0; i < a.length; i++) { if (i > 1) { n++; } } return n; }",
    "static int f(byte[] a) { int n = 0; for (int i = 2; i < a.length; i++) { n += a[i]; } return a.length > 2 ? n : 0; }",
    "static int f(byte[] a, byte[] b) { for (int i = 0; i < a.length && i < b.length; i++) { a[i] = b[b.length - 1 - i]; } return a.length; }",
    "static int f(byte[] a) { byte[] b = new byte[a.length * 3]; for (int i = 0; i < a.length; i++) { b[3 * i] = a[i]; } return b.length > 8 ? b[6] : b.length; }",
];

/// Methods that the random generator makes for the test below; `JATPG_EXHAUSTION` asks for more, and
/// `JATPG_FIRST` for those from a number on.
const RANDOM_METHODS: u64 = 3;

#[test]
fn no_input_tells_a_mutant_from_its_original_where_a_proof_says_so() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (more, first) = (number("JATPG_EXHAUSTION"), number("JATPG_FIRST").unwrap_or(0));
    let extent = if more.is_some() { Extent::EveryDepth } else { Extent::UntilProven };
    let mut found = FoundByChecker::default();
    let step = if more.is_some() { 1 } else { soak::one_in(4) };
    METHODS.iter().step_by(step).for_each(|method| found.exhaust(method, extent));
    for seed in first..first + more.unwrap_or(RANDOM_METHODS) {
        found.exhaust(&random_methods::method(seed), extent);
        if more.is_some() && seed % 50 == 49 {
            println!(
                "up to {seed}: {} methods, {} mutants, {} proven",
                found.methods, found.mutants, found.proven
            );
            found.wrong.iter().for_each(|wrong| println!("{wrong}"));
        }
    }
    let FoundByChecker { methods, mutants, proven, inputs, endless, wrong } = found;
    println!(
        "{methods} methods, {mutants} mutants, {proven} of them proven equivalent, {inputs} inputs ({endless} on which \
         an original does not end): {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} of {proven}:\n{}", wrong.len(), wrong.join("\n"));
    let least = if soak::is_on() { 2_000 } else { 500 };
    assert!(
        mutants >= least && proven >= 90,
        "{mutants} mutants, of which only {proven} were proven equivalent"
    );
}
