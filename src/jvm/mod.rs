//! What Java's operations *mean*, once (DESIGN §2): constant folding, the interpreter, the term
//! simplifier and the term evaluator all call these functions and have no arithmetic of their own.
//!
//! A leaf: nothing here knows of any stage. Every function is total (what throws in Java is an
//! `Err`), depends on its arguments alone, and is compared with a real JVM by `tests/jvm/`.
//!
//! | looking for | file |
//! | --- | --- |
//! | primitive values and strings | `value` |
//! | operators, their types, their results | `operator`, `fold`, `arithmetic` |
//! | conversions | `convert` |
//! | `StrictMath` and `Math` | `math` |
//! | characters, hash codes | `character`, `hash` |
//! | text to numbers, numbers to text | `parse`, `text`, `digits`, `before_19`, `natural` |
//! | `String.format` | `format` |
//! | numeric literals | `literal` |

pub mod arithmetic;
mod before_19;
pub mod character;
pub mod convert;
mod digits;
pub mod fold;
pub mod format;
pub mod hash;
pub mod literal;
pub mod math;
mod natural;
pub mod operator;
pub mod parse;
pub mod text;
pub mod value;
