//! The part of JUnit that emitted tests use, as sources: enough to run them where JUnit's jars are not at hand. With it the
//! class that labels name.
//!
//! The overloads are JUnit's own, so that javac chooses the same ones; the real JUnit runs in the Maven test.

/// The sources, by the path that javac expects of their package.
pub const SOURCES: [(&str, &str); 13] = [
    ("jatpg/Trap.java", include_str!("stand_in/jatpg/Trap.java")),
    ("org/junit/jupiter/api/Test.java", include_str!("stand_in/jupiter/Test.java")),
    ("org/junit/jupiter/api/BeforeEach.java", include_str!("stand_in/jupiter/BeforeEach.java")),
    ("org/junit/jupiter/api/AfterEach.java", include_str!("stand_in/jupiter/AfterEach.java")),
    ("org/junit/jupiter/api/Assertions.java", include_str!("stand_in/jupiter/Assertions.java")),
    ("org/junit/jupiter/api/function/Executable.java", include_str!("stand_in/jupiter/Executable.java")),
    ("org/junit/jupiter/api/DisplayName.java", include_str!("stand_in/jupiter/DisplayName.java")),
    ("org/junit/jupiter/api/Tag.java", include_str!("stand_in/jupiter/Tag.java")),
    ("org/junit/jupiter/api/Timeout.java", include_str!("stand_in/jupiter/Timeout.java")),
    ("org/junit/Test.java", include_str!("stand_in/junit4/Test.java")),
    ("org/junit/Before.java", include_str!("stand_in/junit4/Before.java")),
    ("org/junit/After.java", include_str!("stand_in/junit4/After.java")),
    ("org/junit/Assert.java", include_str!("stand_in/junit4/Assert.java")),
];
