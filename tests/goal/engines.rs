//! What any engine proves no input shows, and no other engine's test; what any engine kills or covers some input does. The judge is all
//! inputs of a method.

use std::collections::BTreeMap;

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::engine::verdict::KillKind;
use jatpg::exec::mutant_set::MutantSet;
use jatpg::report::json::{self, Report, VerdictKind};
use jatpg::syntax::with_stack;

use super::{Unwatched, goals};
use crate::roa::exhaustion::{Exhaustible, METHODS};
use crate::roa::random_methods;
use crate::support::soak;

const GOALS: &str = "mutation,ic,dc,cc,mcc,gacc,idc,rte,limit";
const ENGINES: [EngineName; 9] = [
    EngineName::Atg,
    EngineName::D,
    EngineName::TwoPass,
    EngineName::Symbmc,
    EngineName::SimplifiedBmc,
    EngineName::Dse,
    EngineName::Cbt,
    EngineName::Semu,
    EngineName::Infection,
];

/// Of primitive types alone, so that the engines that know no others take part; without loops that do not end.
const PLAIN: [&str; 2] = [
    "static int f(byte a) { int x = a; if (x >= 5 && x != 7) { if (x <= 5) { return 1; } return x / (x - 9); } if (x > 5) { return 3; } return 4; }",
    "static int f(byte a, boolean b) { int n = 0; for (int i = 0; i < 3; i++) { if (i > a || b && i < 0) { n++; } } return n > 2 ? g(n, a) : -n; } private static int g(int x, int y) { if (x <= y) { return x == 0 ? 7 : x + y; } return x > 0 ? x - y : y; }",
];

#[derive(Default)]
struct FoundGoals {
    mutants: usize,
    labels: usize,
    proven: BTreeMap<&'static str, usize>,
    reached: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

/// By goal, in the order of the subject's: its id, and what is said of it.
fn verdicts(report: &Report) -> BTreeMap<&str, &json::VerdictReport> {
    let mutants = report.mutants.iter().filter_map(|m| Some((&*m.id, m.verdict.as_ref()?)));
    let labels = report.labels.iter().filter_map(|l| Some((&*l.id, l.verdict.as_ref()?)));
    mutants.chain(labels).collect()
}

impl FoundGoals {
    fn look_at(&mut self, method: &str, effort: u64) {
        let Some(exhaustible) = Exhaustible::of_goals(method, goals(GOALS)) else { return };
        let subject = &exhaustible.subject;
        let mut shown = exhaustible.run(subject.runnable());
        // What ran to a limit there is not looked at on every input alone, and may be told by one of those left out.
        let mut by_some: MutantSet = shown.kills.iter().map(|&(goal, ..)| goal).collect();
        exhaustible.look_again(&mut shown, &subject.runnable());
        shown.kills.iter().for_each(|&(goal, ..)| by_some.insert(goal));
        let surely = |kind: KillKind| !matches!(kind, KillKind::StepLimit | KillKind::Resource);
        let by_some_surely: MutantSet =
            shown.kills.iter().filter(|kill| surely(kill.1)).map(|&(goal, ..)| goal).collect();
        self.labels += subject.mutants().iter().filter(|goal| goal.label.is_some()).count();
        self.mutants += subject.mutants().iter().filter(|goal| goal.label.is_none()).count();
        for engine in ENGINES {
            let settings = Settings { random_tests: 16, effort, ..Settings::default() };
            let report = with_stack(|| system::generate(subject, engine, &settings, &Unwatched));
            let report = report.expect("no failure");
            let verdicts = verdicts(&report);
            for goal in subject.indices() {
                let id = &subject.mutant(goal).id;
                let Some(verdict) = verdicts.get(&**id) else { continue };
                match verdict.verdict {
                    VerdictKind::Equivalent => {
                        *self.proven.entry(engine.name()).or_default() += 1;
                        if by_some_surely.contains(goal) {
                            self.wrong.push(format!("{method}\n  {id} is proven by {}", engine.name()));
                        }
                    }
                    VerdictKind::Killed if verdict.kill.is_some_and(KillKind::counts) => {
                        *self.reached.entry(engine.name()).or_default() += 1;
                        // Arrays may be longer than those enumerated; an original may end on an input that is left out; and tests
                        // may call a second method that is not private with arguments of their own.
                        let is_alone = method.matches("static ").count()
                            == 1 + method.matches("private static ").count();
                        let is_all = is_alone && !method.contains("[]") && shown.endless == 0;
                        if is_all && !by_some.contains(goal) {
                            self.wrong.push(format!("{method}\n  {id} is reached by {}", engine.name()));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// `JATPG_ENGINES` asks for so many random methods beside all of the lists, and `JATPG_FIRST` for those from a number on. Nine engines take their time,
/// so without these it is a part of long runs alone.
#[test]
fn no_input_shows_what_an_engine_proves_and_some_input_what_it_reaches() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (more, first) = (number("JATPG_ENGINES"), number("JATPG_FIRST").unwrap_or(0));
    if more.is_none() && !soak::is_on() {
        return;
    }
    let mut found = FoundGoals::default();
    match more {
        None => found.look_at(PLAIN[0], 20_000_000),
        Some(more) => {
            let lists = if first == 0 { METHODS } else { &[] };
            let random = (first..first + more).map(random_methods::method);
            let all = PLAIN.iter().chain(lists).map(|&method| method.to_owned()).chain(random);
            for (at, method) in all.enumerate() {
                found.look_at(&method, 200_000_000);
                let FoundGoals { mutants, labels, wrong, .. } = &found;
                println!("{at}: {mutants} mutants, {labels} labels, {} wrong", wrong.len());
                wrong.iter().for_each(|wrong| println!("{wrong}"));
            }
        }
    }
    println!(
        "{} mutants, {} labels; proven {:?}; reached {:?}",
        found.mutants, found.labels, found.proven, found.reached
    );
    assert!(found.wrong.is_empty(), "{}", found.wrong.join("\n"));
    for engine in ["atg", "d", "symbmc", "simplified-bmc"] {
        assert!(found.proven.get(engine).is_some_and(|&n| n > 3), "{engine}: {:?}", found.proven);
    }
    for engine in ENGINES {
        assert!(found.reached.get(engine.name()).is_some_and(|&n| n > 10), "{}", engine.name());
    }
}
