//! Texts that classes of the JDK read: what a URL, a pattern or a date looks like. Nobody comes by one by drawing letters, and code
//! that is given a text and hands it on says by what it calls which kind it wants.

use crate::sema::program::{MethodId, Program};
use crate::sema::types::Ty;

/// By class: short ones that its constructors and static methods take.
const READ: [(&str, &[&str]); 27] = [
    ("java.net.URI", &["http://example.org/a/b?c=d#e", "mailto:a@example.org", "a/b"]),
    ("java.net.URL", &["http://example.org/a/b?c=d#e", "https://example.org:8443/", "http://example.org"]),
    ("java.nio.charset.Charset", &["UTF-8", "US-ASCII", "ISO-8859-1"]),
    ("java.security.MessageDigest", &["MD5", "SHA-256"]),
    ("java.text.DecimalFormat", &["0.00", "#,##0.##"]),
    ("java.text.MessageFormat", &["{0}", "{1} of {0}"]),
    ("java.text.SimpleDateFormat", &["yyyy-MM-dd", "HH:mm:ss"]),
    ("java.time.Duration", &["PT1H30M", "PT2S"]),
    ("java.time.Instant", &["2024-02-29T12:30:00Z", "1999-12-31T23:59:59Z"]),
    ("java.time.LocalDate", &["2024-02-29", "1999-12-31"]),
    ("java.time.LocalDateTime", &["2024-02-29T12:30", "1999-12-31T23:59:59"]),
    ("java.time.LocalTime", &["12:30", "23:59:59"]),
    ("java.time.MonthDay", &["--02-29", "--12-31"]),
    ("java.time.OffsetDateTime", &["2024-02-29T12:30+02:00"]),
    ("java.time.Period", &["P1Y2M3D", "P4W"]),
    ("java.time.Year", &["2024", "1999"]),
    ("java.time.YearMonth", &["2024-02", "1999-12"]),
    ("java.time.ZoneId", &["UTC", "+02:00"]),
    ("java.time.ZoneOffset", &["+02:00", "Z"]),
    ("java.time.ZonedDateTime", &["2024-02-29T12:30+02:00"]),
    ("java.time.format.DateTimeFormatter", &["yyyy-MM-dd", "HH:mm"]),
    ("java.util.Currency", &["EUR", "USD"]),
    ("java.util.Locale", &["en", "de", "en-US"]),
    ("java.util.TimeZone", &["UTC", "GMT+02:00"]),
    ("java.util.UUID", &["00000000-0000-0001-0000-000000000002"]),
    ("java.util.regex.Pattern", &["[a-z]+", "(a)(b)?", ","]),
    ("java.lang.Class", &["java.lang.String", "java.util.ArrayList"]),
];

/// The texts that a method reads; none where it takes no text, or several, or is none of those that read one.
pub(super) fn read_by(program: &Program, method: MethodId) -> &'static [&'static str] {
    let known = &program.well_known;
    let m = &program.methods[method];
    let is_text = |ty: Ty| ty == Ty::Class(known.string) || ty == Ty::Class(known.char_sequence);
    let texts = m.parameters.iter().filter(|p| is_text(p.ty)).count();
    let reads = (m.is_constructor() || m.is_static()) && texts == 1;
    if !reads {
        return &[];
    }
    let class = &*program.classes[m.class].qualified_name;
    READ.iter().find(|(name, _)| *name == class).map_or(&[], |(_, texts)| texts)
}
