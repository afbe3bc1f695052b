//! What any engine proves no input shows, and no other engine's test; what any engine kills or covers some input does. The judge is all
//! inputs of a method.

use std::collections::BTreeMap;

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::engine::subject::{GoalIndex, Subject};
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
        self.labels += subject.mutants().iter().filter(|goal| goal.label.is_some()).count();
        self.mutants += subject.mutants().iter().filter(|goal| goal.label.is_none()).count();
        let (mut proven, mut reached) = (Vec::new(), Vec::new());
        for engine in ENGINES {
            let settings = Settings { random_tests: 16, effort, ..Settings::default() };
            let report = with_stack(|| system::generate(subject, engine, &settings, &Unwatched));
            let report = report.expect("no failure");
            let verdicts = verdicts(&report);
            for goal in subject.indices() {
                let Some(verdict) = verdicts.get(&*subject.mutant(goal).id) else { continue };
                match verdict.verdict {
                    VerdictKind::Equivalent => proven.push((goal, engine)),
                    VerdictKind::Killed if verdict.kill.is_some_and(KillKind::counts) => {
                        reached.push((goal, engine));
                    }
                    _ => {}
                }
            }
        }
        for (engines, of) in [(&mut self.proven, &proven), (&mut self.reached, &reached)] {
            of.iter().for_each(|(_, engine)| *engines.entry(engine.name()).or_default() += 1);
        }
        let mut shown = exhaustible.run(subject.runnable());
        let by_some: MutantSet = shown.kills.iter().map(|&(goal, ..)| goal).collect();
        // Arrays may be longer than those enumerated; an original may end on an input that is left out; and tests may call a second
        // method that is not private with arguments of their own.
        let is_alone = method.matches("static ").count() == 1 + method.matches("private static ").count();
        if is_alone && !method.contains("[]") && shown.endless == 0 {
            self.tell(
                method,
                "reached",
                reached.iter().filter(|(goal, _)| !by_some.contains(*goal)),
                subject,
            );
        }
        // Only what is in dispute is run on each input alone: that takes longer than all else.
        exhaustible.look_again(&mut shown, &proven.iter().map(|&(goal, _)| goal).collect());
        let surely = |kind: KillKind| !matches!(kind, KillKind::StepLimit | KillKind::Resource);
        let by_some_surely: MutantSet =
            shown.kills.iter().filter(|kill| surely(kill.1)).map(|&(goal, ..)| goal).collect();
        self.tell(
            method,
            "proven",
            proven.iter().filter(|(goal, _)| by_some_surely.contains(*goal)),
            subject,
        );
    }

    fn tell<'a>(
        &mut self,
        method: &str,
        what: &str,
        wrong: impl Iterator<Item = &'a (GoalIndex, EngineName)>,
        subject: &Subject,
    ) {
        let text = |&(goal, engine): &(GoalIndex, EngineName)| {
            format!("{method}\n  {} is {what} by {}", subject.mutant(goal).id, engine.name())
        };
        self.wrong.extend(wrong.map(text));
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
                found.look_at(&method, 20_000_000);
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
