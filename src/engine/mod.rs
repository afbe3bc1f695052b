//! Engines decide mutants: they offer tests and proofs to a [`Session`], which believes neither without evidence.
//!
//! Nothing outside an engine knows which one it is; a pass of the plan (`atg::plan`) is an engine that says which it is ([`pass`]).
//!
//! | looking for | file |
//! | --- | --- |
//! | tests and proofs offered, believed, kept | `session` |
//! | the program under test with its mutants | `subject` |
//! | the tests kept | `suite` |
//! | verdicts and what they are made from | `verdict` |
//! | why a mutant is undecided | `reason` |
//! | which passes there are, and their names | `pass` |
//! | what a run may take | `effort` |
//! | random tests | `random`, `given` |
//! | values from what runs compare, and the pieces of texts | `comparisons`, `pieces` |
//! | local proofs | `local` |
//! | all inputs, where they are few | `exhaust` |
//! | the D-algorithm as a pass | `dalgorithm` |
//! | whole drivers with the solver | `global`, `whole` |
//! | paths of whole drivers, for labels and mutants | `explorer`, `dse` |
//! | other published systems | `bmc`, `cbt`, `semu` |
//! | guesses that wait for a whole run | `guesses` |
//! | random calls that tell conditions apart | `draws` |
//! | open inputs, filled late | `late_fill` |
//! | what a driver lacks | `missing` |
//! | who killed whom | `matrix` |
//! | how few tests there may be | `lower_bound`, `clique`, `cover` |
//! | goals that the same calls reach | `collapse` |
//! | whether tests pass beside one another | `company` |

pub mod bmc;
pub mod cbt;
mod clique;
pub mod collapse;
pub mod company;
mod comparisons;
mod cover;
pub mod dalgorithm;
mod draws;
pub mod dse;
pub mod effort;
pub mod exhaust;
pub mod explorer;
pub mod given;
pub mod global;
mod guesses;
pub mod late_fill;
pub mod local;
pub mod lower_bound;
pub mod matrix;
mod missing;
pub mod pass;
mod pieces;
pub mod random;
pub mod reason;
pub mod semu;
pub mod session;
pub mod subject;
pub mod suite;
pub mod verdict;
pub mod whole;

use pass::PassKind;
use session::Session;

use crate::symbolic::solver::SolverError;

/// Why an engine gives up altogether: a failure of ours or of Z3, never of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(
        "contradiction: {0} is killed by a test and was proven equivalent; nothing that this run found can be trusted"
    )]
    Contradiction(String),
    #[error("--skeleton: {0}")]
    Skeleton(String),
}

/// A way to decide mutants.
pub trait Engine {
    /// The pass that it is.
    fn pass(&self) -> PassKind;

    /// Works on the undecided mutants of the session until it has nothing more to offer. Effort is counted, never
    /// timed; the result must not depend on the number of threads.
    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError>;
}
