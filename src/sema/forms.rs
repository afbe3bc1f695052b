//! What drivers write for parameters of the JDK's own types, and so has to be known where some method under test has one:
//! `new ArrayList<>(List.of(1, 2))` for a `Collection`. No code of the program need name these classes.

use std::collections::BTreeSet;

use crate::sema::load::{Loader, MemberState, Task};
use crate::sema::program::{ClassId, MethodId};
use crate::syntax::parser::parse_block_statements;
use crate::syntax::tree::{BaseType, Modifiers, Name, TypeRef};

/// By package, or by class: code that names what drivers name.
const FORMS: [(&str, &str); 19] = [
    (
        "java.io",
        "new java.io.StringWriter().toString(); new java.io.StringReader(\"\");
        new java.io.ByteArrayInputStream(new byte[0]); new java.io.ByteArrayOutputStream();",
    ),
    ("java.io.OutputStream", BYTES),
    ("java.io.ByteArrayOutputStream", BYTES),
    ("java.io.BufferedReader", "new java.io.BufferedReader(new java.io.StringReader(\"\"));"),
    ("java.io.DataInput", DATA),
    ("java.io.DataInputStream", DATA),
    ("java.io.DataOutput", DATA),
    ("java.io.DataOutputStream", DATA),
    ("java.io.PrintWriter", LINES),
    ("java.io.Writer", LINES),
    ("java.lang.Appendable", LINES),
    ("java.lang.String", "\"\".replace(System.lineSeparator(), \"\");"),
    (
        "java.util",
        "java.util.List.of(); java.util.Set.of(); java.util.Map.of(); java.util.Arrays.asList();
        java.util.Collections.singletonList(null); java.util.Optional.of(null); java.util.Optional.empty();
        java.util.OptionalInt.empty(); java.util.OptionalLong.empty(); java.util.OptionalDouble.empty();
        new java.util.ArrayList().iterator(); new java.util.ArrayList().listIterator(); new java.util.LinkedList(); new java.util.ArrayDeque(); new java.util.HashSet();
        new java.util.LinkedHashSet(); new java.util.TreeSet(); new java.util.HashMap(); new java.util.LinkedHashMap();
        new java.util.TreeMap().put(null, null);",
    ),
    ("java.util.stream", "new java.util.ArrayList(java.util.List.of()).stream();"),
    ("java.util.Date", "new java.util.Date(1L);"),
    ("java.util.Calendar", CALENDARS),
    ("java.util.GregorianCalendar", CALENDARS),
    ("java.math", "java.math.BigInteger.valueOf(1); new java.math.BigDecimal(\"1\");"),
    (
        "java.time",
        "java.time.LocalDate.of(1, 1, 1); java.time.LocalTime.of(1, 1); java.time.LocalDateTime.of(1, 1, 1, 1, 1);
        java.time.Duration.ofMinutes(1); java.time.Instant.ofEpochSecond(1);
        java.time.LocalDate.of(1, 1, 1).plusDays(1).minusDays(1);
        java.time.Instant.ofEpochSecond(1).plusSeconds(1).minusSeconds(1);",
    ),
];

const BYTES: &str = "new java.io.ByteArrayOutputStream().toByteArray();";

const LINES: &str = "new java.io.PrintWriter(new java.io.CharArrayWriter());
    new java.io.CharArrayWriter().toString().replace(System.lineSeparator(), \"\");";

const DATA: &str = "new java.io.DataInputStream(new java.io.ByteArrayInputStream(new byte[0]));
    new java.io.DataOutputStream(new java.io.ByteArrayOutputStream()); new java.io.ByteArrayOutputStream().toByteArray();";

const CALENDARS: &str =
    "new java.util.GregorianCalendar(1, 1, 1); new java.util.GregorianCalendar(1, 1, 1, 1, 1, 1);
    new java.util.Calendar.Builder().setInstant(1L).build();";

impl Loader {
    /// The classes in the parameters and the result of a method, type arguments included, where those are of class files.
    pub(super) fn written_beside_compiled(&mut self, method: MethodId) -> Vec<ClassId> {
        let m = &self.program.methods[method];
        let (class, parameters, returned) = (m.class, m.parameters.iter().map(|p| p.ty), m.return_type);
        let Some(decl) = self.program.method_decl(method) else { return Vec::new() };
        let written = decl.parameters.iter().map(|p| Some(&p.ty)).chain([decl.return_type.as_ref()]);
        let types: Vec<TypeRef> = parameters
            .chain([returned])
            .zip(written)
            .filter(|(ty, _)| ty.class().is_some_and(|class| self.has_forms(class)))
            .filter_map(|(_, written)| written.cloned())
            .collect();
        let variables = decl.type_parameters.clone();
        let mut classes: Vec<ClassId> = Vec::new();
        for ty in types {
            classes.extend(self.read_arguments(class, &variables, &ty));
        }
        classes
    }

    /// Whether drivers write something for objects of the class by what class files have.
    fn has_forms(&self, class: ClassId) -> bool {
        let name = &*self.program.classes[class].qualified_name;
        self.program.role(class).is_compiled() || FORMS.iter().any(|&(of, _)| of == name)
    }

    /// Makes what gives objects of a class known: its constructors, static methods and constants.
    fn load_makers(&mut self, class: ClassId) {
        let c = &self.program.classes[class];
        let (methods, fields) = (c.methods.clone(), c.fields.clone());
        let is_it = |base: &BaseType| match base {
            BaseType::Named(segments) => segments.last().is_some_and(|segment| segment.name.name == c.name),
            _ => false,
        };
        // The types of a method that nothing has named yet are known by what is written alone.
        let gives_one = |method: MethodId| {
            let returned = self.program.method_decl(method).and_then(|decl| decl.return_type.as_ref());
            returned.is_some_and(|ty| ty.dims == 0 && is_it(&ty.base))
        };
        let makes = |&method: &MethodId| {
            let m = &self.program.methods[method];
            let is_public = m.modifiers.has(Modifiers::PUBLIC);
            is_public && (m.is_constructor() || m.is_static() && gives_one(method))
        };
        let makers: BTreeSet<Name> = methods
            .iter()
            .copied()
            .filter(makes)
            .map(|method| self.program.methods[method].name.clone())
            .collect();
        // With all that have the same name, for a call may mean any of them.
        for method in methods.into_iter().filter(|&m| makers.contains(&self.program.methods[m].name)) {
            self.tasks.push_back(Task::Method(method, MemberState::Complete));
        }
        self.tasks
            .extend(fields.into_iter().filter(|&f| self.program.fields[f].is_static()).map(Task::Field));
    }

    /// Makes what drivers write for an object of a class known.
    pub(super) fn load_forms(&mut self, class: ClassId) {
        if !self.has_forms(class) {
            return;
        }
        if self.program.role(class).is_compiled() {
            self.load_makers(class);
        }
        let package = match self.program.package_name(class) {
            // `Iterable`
            "java.lang" => "java.util".to_owned(),
            package => package.to_owned(),
        };
        let host =
            self.program.tables.drivers.values().min().map(|&driver| self.program.methods[driver].class);
        let Some(host) = host else { return };
        let class = self.program.classes[class].qualified_name.clone();
        for (of, code) in FORMS.iter().filter(|(of, _)| *of == package || *of == &*class) {
            if self.forms.insert(of)
                && let Ok(code) = parse_block_statements(code)
            {
                self.scan(host, &code);
            }
        }
    }
}
