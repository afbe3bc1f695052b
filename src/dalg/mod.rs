//! The software D-algorithm (dissertation ch. 3 and 4; DESIGN §8): tests by local reasoning. A mutation effect is
//! *excited* in the mutated region, *propagated* from use to use to an output, and what was assumed on the way is
//! *justified* back to the inputs; each of these subtasks is one small question about one region, and implication
//! carries what a solution means through the rest of the unit.
//!
//! | looking for | file | dissertation |
//! | --- | --- | --- |
//! | the unit in time frames, the copies of the mutated region | `unit` | §2.3.3 |
//! | definitions, DU paths, edge conditions of both versions as one network | `network` | §3.3.1, §3.3.2 |
//! | what is known of a value | `value` | §3.3.3 |
//! | EXS, values, the trail, the ITL | `state` | §3.3.4 to §3.3.8 |
//! | value implication and EXS implication | `implication`, `evaluation`, `contraction` | §3.4.1, §4.3.5.2 |
//! | whether what implication says follows, in debug builds | `checked` | |
//! | what may carry a mutation effect | `effects` | §3.3.3 |
//! | the D-frontier, the X-path check | `d_frontier` | §3.3.3, §3.4.3 |
//! | strings as inputs | `texts` | |
//! | the original of a unit, initialisation, test templates | `original` | §3.4.5, §3.5 i and ii, §4.3.5.1 |
//! | what initialisers find when a test begins | `starts` | |
//! | the search for one mutant, copy by copy | `attack` | §3.5 iii and iv |
//! | **the main loop**, the decision tree | `search` | §3.4.6, §3.5 iv to vii, Fig. 3.8 |
//! | subtasks, the subtask stack | `subtask` | §3.3.7 |
//! | what comes of a turn: killed, conflict, blocked, spent, … | `outcome` | §3.5 vi and vii |
//! | a subtask that was begun, the next branch, backtrack limits | `attempt`, `asking`, `alternatives` | §3.5 vi, §3.3.9 |
//! | a solution, what it implies, that it is not taken again | `solution` | §3.5 vi |
//! | MEE subtasks | `excitation` | §3.4.2 |
//! | what holds where a region is entered | `entry_facts` | |
//! | a subtask's question | `question` | §3.4, §4.3.2 |
//! | EC assist, value assist | `assist` | §4.3.1 |
//! | observability: passages where the effect was hidden | `passages` | §4.3.1.5 |
//! | MEP subtasks, PME | `propagation` | §3.4.3, §4.2 |
//! | JUST subtasks, the test | `justification` | §3.4.4, §4.3.5.3 |
//! | the UEL, DU-pair justification | `uel` | §3.3.6, §4.3.3 |
//! | possible concrete values and their history | `possible_values` | §4.3.2, §4.3.4 |
//! | which solution is asked for | `solving` | §4.3.5.4 |
//! | what a search is lent; what it counts, tells and learns | `problem`, `ledger` | |
//! | the switches and the limits | `switches` | ch. 4 |
//! | what a search proves that finds no test | `refutation` | |
//! | the search told as a tree | `story`, `telling` | Fig. 3.10 |
//!
//! A test kills when it was run, and not before; a search that finds none proves what `refutation` says, which is mostly
//! nothing.

mod alternatives;
mod asking;
pub mod assist;
pub mod attack;
mod attempt;
pub mod checked;
mod contraction;
pub mod d_frontier;
pub mod effects;
pub mod entry_facts;
mod evaluation;
mod excitation;
pub mod implication;
mod justification;
pub mod ledger;
pub mod network;
pub mod original;
pub mod outcome;
mod passages;
mod possible_values;
pub mod problem;
mod propagation;
pub mod question;
pub mod refutation;
pub mod search;
mod solution;
mod solving;
pub mod starts;
pub mod state;
pub mod story;
pub mod subtask;
pub mod switches;
mod telling;
pub mod texts;
mod uel;
pub mod unit;
pub mod value;
