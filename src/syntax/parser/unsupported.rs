//! What lies outside the subset, as people call it: the names that diagnostics and rankings show.

pub const LOCAL_CLASS: &str = "local class";
pub const LOCAL_INTERFACE: &str = "local interface";
pub const LOCAL_ENUM: &str = "local enum";
pub const LOCAL_RECORD: &str = "local record";
/// What declares a type inside a method.
pub const LOCAL_TYPES: [&str; 4] = [LOCAL_CLASS, LOCAL_INTERFACE, LOCAL_ENUM, LOCAL_RECORD];
pub const SYNCHRONIZED: &str = "synchronized statement";
pub const TRY_WITH_RESOURCES: &str = "try-with-resources";
pub const GENERIC_CONSTRUCTOR_CALL: &str = "constructor call with explicit type arguments";
pub const LAMBDA: &str = "lambda expression";
pub const METHOD_REFERENCE: &str = "method reference";
pub const QUALIFIED_THIS: &str = "qualified this";
pub const INTERSECTION_CAST: &str = "cast to an intersection type";
pub const ANONYMOUS_CLASS: &str = "anonymous class";
pub const GENERIC_CALL: &str = "call with explicit type arguments";
pub const INNER_CREATION: &str = "creation of an inner class's object";
pub const OUTER_CONSTRUCTOR_CALL: &str = "constructor call with an outer instance";
pub const TOO_DEEP: &str = "code nested deeper than 4,000 levels";
