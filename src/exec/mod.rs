//! Concrete runs, exactly as on the JVM, and mutant simulation (DESIGN §§3, 5, 9).

pub mod heap;
pub mod layout;
pub mod limits;
pub mod native;
pub mod natives;
pub mod pool;
pub mod slot;
