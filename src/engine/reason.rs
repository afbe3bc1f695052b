//! Why a mutant is undecided: what is in the way, as data. Text is made of it here and nowhere else; it says what to do
//! where there is something to do.

use std::fmt;

use crate::engine::global::Stop;
pub use crate::roa::proof::NoProof;

/// Why a mutant is undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing has been tried.
    NotTried,
    /// Tests that reach into its class do not kill it, and no engine came further.
    Survives(Box<Survives>),
    /// So many tests do not kill it, and all that one of them shows of it is the message of an exception of the JDK.
    OnlyMessage { tests: u64 },
    /// So many tests do not kill it: it lacks an assertion, which only runs with assertions on show.
    Assertion { tests: u64 },
    /// A class that the original uses cannot be initialised.
    Unusable(String),
    /// Its runs go to a limit of steps, stack or memory, and none of them is a kill.
    RunsToLimit,
    /// The mutant or its method uses what the subset lacks.
    Unsupported(String),
    /// The outcome rests on static state that no test can set.
    StaticState(String),
    /// On so many of the inputs that were tried the original takes too many steps, too much stack or memory: nothing else ends as
    /// many.
    Limit { inputs: u64, tried: u64 },
    /// The making of so many of the inputs that were tried throws: an object that they have cannot be made so. Nothing else ends as
    /// many.
    Throws { inputs: u64, tried: u64 },
    /// The effort was used up before a driver of the method was tried.
    NoEffort,
    /// No code of the package was found that can call the method: what is missing for that, where it is known.
    NoDriver(Option<Missing>),
}

/// What came of the engines that looked at a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survives {
    /// Tests that reach into its class.
    pub tests: u64,
    /// How far they came with it, where that is known.
    pub reached: Option<Reached>,
    /// What ends runs of a method that leads to it, where none of the tests comes to what it changes.
    pub ended: Option<Ended>,
    pub missing: Option<Missing>,
    pub proof: Option<NoProof>,
    pub search: Option<SearchEnd>,
    pub solver: Option<Stop>,
}

/// How far the tests came with a mutant that they do not kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// None comes to what it changes.
    Nowhere,
    /// Some come to it, and none is known to make another state there.
    Change,
    /// The state of some becomes another one, and nothing of that is seen.
    Infected,
}

/// Runs that are no tests, since something ends them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub method: String,
    pub why: Reason,
    /// Whether none of the methods that lead to the mutant has a test.
    pub is_all: bool,
}

/// What no driver has, since the program lacks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A class that implements an interface or completes an abstract class: a parameter's, or the method's own.
    Implementer { name: String },
    /// A way to an object of the method's own class.
    Constructor { name: String },
    /// The method is private, and what calls it is not read.
    Caller { name: String, file: String, line: u32, why: String },
    /// The method is private, and nothing calls it.
    Unused,
}

/// What the D-algorithm's search ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The searches for the method's other mutants have used up its effort.
    NotReached,
    Refuted,
    Backtracks,
    Solver,
    Tests,
    Effort,
}

impl Reason {
    /// The kind of what is in the way first, for those who count.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotTried => "not_tried",
            Self::Survives(survives) => survives.kind(),
            Self::OnlyMessage { .. } => "only_message",
            Self::Assertion { .. } => "assertion",
            Self::Unusable(_) => "unusable_class",
            Self::RunsToLimit => "runs_to_limit",
            Self::Unsupported(_) => "unsupported",
            Self::StaticState(_) => "static_state",
            Self::Limit { .. } => "original_limit",
            Self::Throws { .. } => "no_driver",
            Self::NoEffort => "no_effort",
            Self::NoDriver(missing) => missing.as_ref().map_or("no_driver", Missing::kind),
        }
    }
}

impl Survives {
    fn kind(&self) -> &'static str {
        if let Some(missing) = &self.missing {
            return missing.kind();
        }
        if let Some(Ended { why, is_all: true, .. }) = &self.ended {
            return why.kind();
        }
        match (&self.proof, self.search, &self.solver) {
            (Some(NoProof::Identity), ..) => "identity",
            (Some(NoProof::Hidden { .. }), ..) => "hidden_state",
            _ if self.reached == Some(Reached::Nowhere) => "not_reached",
            _ if self.reached == Some(Reached::Infected) => "not_seen",
            (_, Some(SearchEnd::NotReached | SearchEnd::Effort), _) => "search_effort",
            (_, Some(SearchEnd::Backtracks), _) => "backtracks",
            (_, Some(SearchEnd::Solver), _) => "solver_limit",
            (_, Some(SearchEnd::Tests), _) => "tests_in_vain",
            (_, _, Some(stop)) => solver_kind(stop),
            (Some(NoProof::MethodEffort | NoProof::Effort), ..) => "proof_effort",
            _ => "survives",
        }
    }
}

const fn solver_kind(stop: &Stop) -> &'static str {
    match stop {
        Stop::NoSkeleton => "no_skeleton",
        Stop::NoDifference => "no_difference",
        Stop::NotSeen => "not_seen",
        Stop::Unsupported(_) => "unsupported",
        Stop::Bound(_) => "bound",
        Stop::Size(_) => "size_limit",
        Stop::Inexact => "no_exact_encoding",
        Stop::Solver => "solver_limit",
        Stop::Effort | Stop::NotReached => "solver_effort",
        Stop::Cbt(_) => "constraints",
    }
}

impl Missing {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Implementer { .. } => "no_implementer",
            Self::Constructor { .. } => "no_constructor",
            Self::Caller { .. } => "caller_not_read",
            Self::Unused => "no_caller",
        }
    }
}

fn inputs(tried: u64) -> String {
    if tried == 1 { "1 input".to_owned() } else { format!("{tried} inputs") }
}

fn part(number: u64, all: u64) -> String {
    if number == all { format!("all {all}") } else { format!("{number} of the {all}") }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTried => f.write_str("not tried"),
            Self::Survives(survives) => survives.fmt(f),
            Self::OnlyMessage { tests } => write!(
                f,
                "survives: {} tried without a kill; all that was seen to differ is the message of an exception of the JDK, \
                 which tests do not compare",
                inputs(*tests)
            ),
            Self::Assertion { tests } => write!(
                f,
                "survives: {} tried without a kill; it lacks an assertion, and tests hold with assertions on and off \
                 (--assertions on takes assertions as code like any other)",
                inputs(*tests)
            ),
            Self::Unusable(what) => f.write_str(what),
            Self::RunsToLimit => f.write_str("limit: it runs to a limit that the program could catch"),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::StaticState(what) => write!(f, "static state: {what}"),
            Self::Throws { inputs, tried } => write!(
                f,
                "no driver: what makes its objects throws in {} drivers that were tried",
                part(*inputs, *tried)
            ),
            Self::Limit { inputs, tried } => write!(
                f,
                "limit: the original takes too many steps, too much stack or memory on {} inputs tried",
                part(*inputs, *tried)
            ),
            Self::NoEffort => f.write_str(
                "limit: the methods before it have used up the effort of the random pass (--effort gives all passes more)",
            ),
            Self::NoDriver(Some(missing)) => write!(f, "no driver: {missing}"),
            Self::NoDriver(None) => f.write_str("no driver: no code of the package was found to call it"),
        }
    }
}

impl fmt::Display for Survives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = inputs(self.tests);
        match self.reached {
            Some(Reached::Nowhere) => {
                write!(f, "survives: {tried} tried, and none comes to what it changes")?;
            }
            Some(Reached::Change) => {
                write!(
                    f,
                    "survives: {tried} tried; some come to what it changes, and none was seen to make a difference there"
                )?;
            }
            Some(Reached::Infected) => {
                write!(f, "survives: {tried} tried, and no test sees what it makes different")?;
            }
            None => write!(f, "survives: {tried} tried without a kill")?,
        }
        if let Some(Ended { method, why, is_all }) = &self.ended {
            let runs = if *is_all { "each run" } else { "some runs" };
            write!(f, "; {runs} of {method} ended early: {why}")?;
            // No effort of a search leads past that.
            if *is_all {
                return Ok(());
            }
        }
        if let Some(missing) = &self.missing {
            write!(f, "; {missing}")?;
        }
        if let Some(proof) = &self.proof {
            write!(f, "; no proof: {proof}")?;
        }
        match (self.search, &self.solver) {
            (Some(search), Some(solver)) => write!(f, "; no test found: {search}; {solver}"),
            (Some(search), None) => write!(f, "; no test found: {search}"),
            (None, Some(solver)) => write!(f, "; no test found: {solver}"),
            (None, None) => Ok(()),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Implementer { name } => {
                write!(
                    f,
                    "no class of the files implements {name} (give one, or a --source-path that has one)"
                )
            }
            Self::Constructor { name } => {
                write!(f, "no code of its package can make a {name}: each constructor is private")
            }
            Self::Caller { name, file, line, why } => {
                write!(f, "it is private, and {name}, which calls it, is not read ({file}:{line}: {why})")
            }
            Self::Unused => f.write_str("it is private, and nothing calls it"),
        }
    }
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity => f.write_str(
                "it compares strings or wrapper objects by identity where the original does not, or makes some where that makes none",
            ),
            Self::MethodEffort => {
                f.write_str("the local checks of the method's other mutants have used up its effort")
            }
            Self::Effort => f.write_str("effort limit of the local check"),
            Self::Hidden { field } => write!(
                f,
                "it may leave another value in {field}, which tests do not see themselves and no other method was found to show"
            ),
            Self::Region(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for SearchEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotReached => {
                "the searches for the method's other mutants have used up its effort (--d-effort)"
            }
            Self::Refuted => "none in the frames that were looked at",
            Self::Backtracks => "backtrack limit (--backtracks)",
            Self::Solver => "solver limit of the search",
            Self::Tests => "limit of tests in vain",
            Self::Effort => "effort limit of the search (--d-effort)",
        })
    }
}
