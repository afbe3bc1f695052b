//! What drivers write for parameters of the JDK's own types, and so has to be known where some method under test has one:
//! `new ArrayList<>(List.of(1, 2))` for a `Collection`. No code of the program need name these classes.

use crate::sema::load::Loader;
use crate::sema::program::{ClassId, MethodId};
use crate::syntax::parser::parse_block_statements;
use crate::syntax::tree::TypeRef;

/// By package: code that names what drivers name.
const FORMS: [(&str, &str); 4] = [
    (
        "java.io",
        "new java.io.StringWriter().toString(); new java.io.StringReader(\"\");
        new java.io.ByteArrayInputStream(new byte[0]); new java.io.ByteArrayOutputStream();",
    ),
    (
        "java.util",
        "java.util.List.of(); java.util.Set.of(); java.util.Map.of(); java.util.Arrays.asList();
        java.util.Collections.singletonList(null); java.util.Optional.of(null); java.util.Optional.empty();
        java.util.OptionalInt.empty(); java.util.OptionalLong.empty(); java.util.OptionalDouble.empty();
        new java.util.ArrayList(); new java.util.LinkedList(); new java.util.ArrayDeque(); new java.util.HashSet();
        new java.util.LinkedHashSet(); new java.util.TreeSet(); new java.util.HashMap(); new java.util.LinkedHashMap();
        new java.util.TreeMap().put(null, null);",
    ),
    ("java.math", "java.math.BigInteger.valueOf(1); new java.math.BigDecimal(\"1\");"),
    (
        "java.time",
        "java.time.LocalDate.of(1, 1, 1); java.time.LocalTime.of(1, 1); java.time.LocalDateTime.of(1, 1, 1, 1, 1);
        java.time.Duration.ofMinutes(1); java.time.Instant.ofEpochSecond(1);
        java.time.LocalDate.of(1, 1, 1).plusDays(1).minusDays(1);
        java.time.Instant.ofEpochSecond(1).plusSeconds(1).minusSeconds(1);",
    ),
];

impl Loader {
    /// The classes in the parameters and the result of a method, type arguments included, where those are of class files.
    pub(super) fn written_beside_compiled(&mut self, method: MethodId) -> Vec<ClassId> {
        let m = &self.program.methods[method];
        let (class, parameters, returned) = (m.class, m.parameters.iter().map(|p| p.ty), m.return_type);
        let Some(decl) = self.program.method_decl(method) else { return Vec::new() };
        let written = decl.parameters.iter().map(|p| Some(&p.ty)).chain([decl.return_type.as_ref()]);
        let is_compiled = |class: ClassId| self.program.role(class).is_compiled();
        let types: Vec<TypeRef> = parameters
            .chain([returned])
            .zip(written)
            .filter(|(ty, _)| ty.class().is_some_and(is_compiled))
            .filter_map(|(_, written)| written.cloned())
            .collect();
        let variables = decl.type_parameters.clone();
        let mut classes: Vec<ClassId> = Vec::new();
        for ty in types {
            classes.extend(self.read_arguments(class, &variables, &ty));
        }
        classes
    }

    /// Makes what drivers write for an object of a class known.
    pub(super) fn load_forms(&mut self, class: ClassId) {
        if !self.program.role(class).is_compiled() {
            return;
        }
        let package = match self.program.package_name(class) {
            // `Iterable`
            "java.lang" => "java.util",
            package => package,
        };
        let Some((package, code)) = FORMS.iter().find(|(of, _)| *of == package) else { return };
        let host =
            self.program.tables.drivers.values().min().map(|&driver| self.program.methods[driver].class);
        if let Some(host) = host
            && self.forms.insert(package)
            && let Ok(code) = parse_block_statements(code)
        {
            self.scan(host, &code);
        }
    }
}
