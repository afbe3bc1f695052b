//! What no tree is made of, as people call it.

pub const TOO_DEEP: &str = "code nested deeper than 4,000 levels";
