//! What is solved holds where the test runs: on methods without loops each test comes to the place of its mutant, with a state in which what the
//! mutant exchanges differs. The judge is a probe in the source, which is run, and no term.

use super::*;
use crate::goal::Goals;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::sema::load::LoadOptions;
use crate::sema::program::Program;
use crate::syntax::source::SourceFile;

/// Those that put an expression in the place of another one, and neither has an effect.
const OPERATORS: &str = "AORB,ROR,COR,COD,COI,LOR,LOI,SOR,AOIU,IVI";

/// A call of it has the value of the first argument, and a label where the other differs.
const PROBES: &str = "
    static int probe(int own, int other) { if (own != other) { return own; } return own; }
    static long probe(long own, long other) { if (own != other) { return own; } return own; }
    static boolean probe(boolean own, boolean other) { if (own != other) { return own; } return own; }
}";

const METHODS: [&str; 3] = [
    "class A { static int f(int a, int b, boolean p) { int c = a + b; if (c > 10 && (p || a < b)) { c = c - 2 * a; } else { if (a == 7) { return b; } } return p ? c : -c; } }",
    "class A { static long f(long a, int b) { long c = a; if (b > 3) { c = (a & 15L) + b; } if (c == 9L || b == -1) { return c << 2; } return a ^ c; } }",
    "class A { static int f(int k, int i) { int r = 0; if (g(k, i) >= 40) { r = k; } if (i + k >= 3 * r) { r++; } return r; } static int g(int x, int y) { if (x < y) { return x * 3; } return y + 4; } }",
];

fn load(text: &str) -> Program {
    let source = SourceFile::new("A.java".into(), text.into());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a program");
    assert!(program.check().is_empty(), "{text}");
    program
}

fn methods(program: &Program) -> Vec<MethodId> {
    program.given_classes().flat_map(|class| program.classes[class].methods.clone()).collect()
}

/// The tests that satisfy the constraints of each mutant.
fn generated(subject: &Subject, constraints: Constraints) -> Vec<(GoalIndex, Vec<Driver>)> {
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let settings = Settings { constraints, ..Settings::default() };
    let mut found = Vec::new();
    for method in methods(subject.program()) {
        let mut pending: Vec<GoalIndex> =
            subject.indices().filter(|&mutant| subject.mutant(mutant).method == method).collect();
        pending.reverse();
        let mut group = Group { subject, method, pending, skeletons: None, bench: None };
        while let Some((mutant, of_mutant)) = group.next(&generator, settings, 1) {
            found.push((mutant, of_mutant.drivers));
        }
    }
    found
}

/// Where a probe is put.
#[derive(Clone, Copy)]
enum At {
    /// In front of the statement: what a constraint is about is its state.
    Statement,
    /// In the place of what the mutant replaces: a short circuit may leave it out.
    Expression,
}

/// The program with a probe of what the mutant replaces, which has no effect.
fn with_probe(text: &str, mutant: &Mutant, at: At) -> Subject {
    let (start, end) = (mutant.span.start as usize, mutant.span.end as usize);
    let probe = format!("probe({}, {})", mutant.original, mutant.replacement);
    let body = text.strip_suffix('}').expect("the end of the class");
    let probed = match at {
        At::Expression => format!("{}{probe}{}", &body[..start], &body[end..]),
        At::Statement => {
            let before = body[..start].rfind([';', '{', '}']).expect("a statement before, or a block") + 1;
            format!("{} {probe};{}", &body[..before], &body[before..])
        }
    };
    let program = load(&format!("{probed}{PROBES}"));
    let methods = methods(&program);
    Subject::new(program, &methods, Goals::parse("cc", &OperatorSet::default()).expect("a criterion"))
}

/// Whether a run of the test comes to the probe with values that differ.
fn differs(probed: &Subject, of: &Subject, driver: &Driver) -> bool {
    let program = probed.program();
    let name = of.program().method_name(driver.method);
    let method = program.methods.ids().find(|&m| program.method_name(m) == name).expect("the method");
    let labels: MutantSet = probed
        .indices()
        .filter(|&label| {
            probed.mutant(label).label.as_ref().is_some_and(|label| label.predicate == "own != other")
        })
        .collect();
    let judged = probed.runner().judge(Driver { method, ..driver.clone() }, &labels).expect("a test");
    !judged.kills.is_empty()
}

#[test]
fn every_test_meets_the_necessity_constraint_of_its_mutant_where_it_runs() {
    let (mut solved, mut mutants) = (0, 0);
    for text in METHODS {
        let program = load(text);
        let operators = OperatorSet::parse(OPERATORS).expect("operators");
        let mut own = Subject::seed(&program, &methods(&program), &operators);
        // A replacement that throws satisfies the constraint as well, and no probe is come to.
        own.retain(|mutant| mutant.label.is_none() && !mutant.replacement.contains(['/', '%']));
        let subject = Subject::of_mutants(program, own);
        // By mutant: what a probe is to be shown of, and the tests that are to show it.
        let mut tests: BTreeMap<GoalIndex, [Vec<Driver>; 2]> = BTreeMap::new();
        for constraints in [Constraints::Necessity, Constraints::Predicate, Constraints::Expression] {
            for (mutant, drivers) in with_stack(|| generated(&subject, constraints)) {
                if necessity::template(subject.mutant(mutant).operator) == Template::Differs {
                    let [of_statement, of_expression] = tests.entry(mutant).or_default();
                    // That the whole value differs says that the part is evaluated.
                    if constraints == Constraints::Expression {
                        of_expression.extend(drivers.iter().cloned());
                    }
                    of_statement.extend(drivers);
                }
            }
        }
        for (mutant, tests) in tests {
            let mutant = subject.mutant(mutant);
            mutants += 1;
            solved += tests[0].len();
            for (at, drivers) in [At::Statement, At::Expression].into_iter().zip(tests) {
                if drivers.is_empty() {
                    continue;
                }
                let probed = with_probe(text, mutant, at);
                for driver in &drivers {
                    assert!(
                        differs(&probed, &subject, driver),
                        "{}: {} to {} is not met by {}",
                        mutant.id,
                        mutant.original,
                        mutant.replacement,
                        driver.act
                    );
                }
            }
        }
    }
    println!("{mutants} mutants, {solved} tests");
    assert!(mutants > 100 && solved >= mutants, "{mutants} mutants, {solved} tests");
}
