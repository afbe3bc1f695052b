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
//! | what may carry a mutation effect | `effects` | §3.3.3 |
//! | the D-frontier, the X-path check | `d_frontier` | §3.3.3, §3.4.3 |
//! | strings as inputs | `texts` | |
//! | MEE subtasks, initialisation, test templates | `attack` | §3.4.2, §3.4.5, §4.3.5.1 |
//! | what holds where a region is entered | `entry_facts` | |
//! | a subtask's question | `question` | §3.4, §4.3.2 |
//! | EC assist, value assist | `assist` | §4.3.1 |
//! | JUST subtasks, the UEL, DU-pair justification | `justification` | §3.4.4, §4.3.3 |
//! | MEP subtasks, PME | `propagation` | §3.4.3, §4.2 |
//! | possible concrete values and their history | `possible_values` | §4.3.2, §4.3.4 |
//! | which solution is asked for | `solving` | §4.3.5.4 |
//! | the decision tree, backtrack limits | `search` | §3.4.6, §3.5, §4.3.5.3 |
//! | the switches and the limits | `switches` | ch. 4 |
//! | what a search proves that finds no test | `refutation` | |
//! | the search told as a tree | `story`, `telling` | Fig. 3.10 |
//!
//! A test kills when it was run, and not before; a search that finds none proves what `refutation` says, which is mostly
//! nothing.

pub mod assist;
pub mod attack;
mod contraction;
pub mod d_frontier;
pub mod effects;
pub mod entry_facts;
mod evaluation;
pub mod implication;
mod justification;
pub mod network;
mod possible_values;
mod propagation;
pub mod question;
pub mod refutation;
pub mod search;
mod solving;
pub mod state;
pub mod story;
pub mod switches;
mod telling;
pub mod texts;
pub mod unit;
pub mod value;
