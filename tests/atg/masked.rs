//! What goes on from where a candidate infects a mutant of which nothing shows.

use jatpg::driver::Driver;
use jatpg::engine::Engine;
use jatpg::engine::pass::PassKind;
use jatpg::engine::semu::masked::Masked;
use jatpg::engine::session::Session;
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::engine::verdict::Verdict;
use jatpg::exec::limits::DEFAULT_STEPS;
use jatpg::syntax::with_stack;

use super::{Unwatched, subject};

/// A difference in `n` is masked unless it is at the edge of the range that is asked for; a second guard hides whatever is behind it.
const MASKING: &str = "class Unit {
    static int f(int x, int y) {
        if (y == 77) { return x * 3; }
        int n = x + 1;
        return n > 1000 ? 1 : 0;
    }
}";

fn goal(subject: &Subject, replacement: &str) -> GoalIndex {
    let is_it = |&goal: &GoalIndex| subject.mutant(goal).replacement.contains(replacement);
    subject.indices().find(is_it).unwrap_or_else(|| panic!("no {replacement}"))
}

fn offered<'s>(subject: &'s Subject, act: &str) -> Session<'s> {
    let mut session = Session::new(subject, &Unwatched);
    let program = subject.program();
    let method = program.methods.ids().find(|&m| program.method_name(m).starts_with("Unit.f(")).expect("f");
    let driver = Driver { method, arrange: Vec::new(), act: act.to_owned(), then: Vec::new() };
    session.begin_pass(PassKind::Random);
    session.offer(method, vec![driver], DEFAULT_STEPS);
    session.begin_pass(PassKind::Masked);
    session
}

fn kills(session: &Session<'_>, goal: GoalIndex) -> bool {
    matches!(&session.verdicts()[goal as usize], Verdict::Killed(killed) if killed.pass() == PassKind::Masked)
}

#[test]
fn what_is_infected_and_masked_is_shown_by_going_on_from_there() {
    let subject = subject(MASKING);
    let mutant = goal(&subject, "x - 1");
    let mut session = offered(&subject, "int result = Unit.f(5, 0);");
    assert!(session.is_open(mutant) && session.infecting(mutant).is_some());
    with_stack(|| Masked::new(1).run(&mut session)).expect("no failure");
    assert!(kills(&session, mutant));
}

/// The way to it is that of the candidate, and there is none: nothing is looked for.
#[test]
fn what_no_candidate_infects_is_left_to_others() {
    let subject = subject(MASKING);
    let mutant = goal(&subject, "x - 1");
    let mut session = offered(&subject, "int result = Unit.f(5, 77);");
    assert!(session.is_open(mutant) && session.infecting(mutant).is_none());
    with_stack(|| Masked::new(1).run(&mut session)).expect("no failure");
    assert!(session.is_open(mutant) && session.tests().iter().all(|test| !test.driver.act.contains("1000")));
}
