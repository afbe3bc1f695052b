//! Libraries by which programs write logs. Where a log goes, and whether at all, is a setting of the machine: no test sees it, and no
//! proof may pass over it. So a logger is an object that takes what it is given and does nothing (`exec/natives/logging.rs`), while to
//! the analyses a call of it is that of any other method of a class file.

use crate::sema::program::{Program, Role};

/// One such library.
#[derive(Debug)]
pub struct LoggingApi {
    /// The class whose methods hand out loggers, and their names.
    pub factory: &'static str,
    pub makers: &'static [&'static str],
    /// The class of the loggers that stand in, as class files name it: one of the library's own.
    pub logger: &'static str,
    /// The classes whose methods such a logger runs.
    pub classes: &'static [&'static str],
    /// Whether what is logged may come out on `System.err` where nothing else is set up.
    pub prints: bool,
}

/// All that are known.
pub const LOGGING: [LoggingApi; 4] = [
    LoggingApi {
        factory: "java.util.logging.Logger",
        makers: &["getLogger", "getAnonymousLogger", "getGlobal"],
        logger: "java/util/logging/Logger",
        classes: &["java.util.logging.Logger"],
        prints: true,
    },
    LoggingApi {
        factory: "org.slf4j.LoggerFactory",
        makers: &["getLogger"],
        logger: "org/slf4j/helpers/NOPLogger",
        classes: &[
            "org.slf4j.helpers.NOPLogger",
            "org.slf4j.helpers.MarkerIgnoringBase",
            "org.slf4j.helpers.NamedLoggerBase",
        ],
        prints: false,
    },
    LoggingApi {
        factory: "org.apache.commons.logging.LogFactory",
        makers: &["getLog"],
        logger: "org/apache/commons/logging/impl/NoOpLog",
        classes: &["org.apache.commons.logging.impl.NoOpLog"],
        prints: false,
    },
    LoggingApi {
        factory: "org.apache.logging.log4j.LogManager",
        makers: &["getLogger", "getRootLogger", "getFormatterLogger"],
        logger: "org/apache/logging/log4j/simple/SimpleLogger",
        classes: &[
            "org.apache.logging.log4j.simple.SimpleLogger",
            "org.apache.logging.log4j.spi.AbstractLogger",
        ],
        prints: true,
    },
];

/// Types of fields that hold a logger.
const TYPES: [&str; 4] = [
    "java.util.logging.Logger",
    "org.slf4j.Logger",
    "org.apache.commons.logging.Log",
    "org.apache.logging.log4j.Logger",
];

/// Whether some source may print on `System.err`, or its text looks as if: then tests look at what comes out there, and logs may.
pub fn may_print_errors(program: &Program) -> bool {
    let own = program.units.iter().filter(|unit| matches!(unit.role, Role::Given | Role::SourcePath));
    let names_err = |behind: &str| {
        let member = behind.trim_start().strip_prefix('.').map(str::trim_start);
        member.is_some_and(|name| name.starts_with("err") || name.starts_with('*'))
    };
    own.map(|unit| &unit.tree.source.text).any(|text| text.split("System").skip(1).any(names_err))
}

/// Whether a class's code is only asked for loggers: an initialiser that does so runs to its end.
pub fn is_for_logging(qualified_name: &str) -> bool {
    TYPES.contains(&qualified_name) || LOGGING.iter().any(|api| api.factory == qualified_name)
}
