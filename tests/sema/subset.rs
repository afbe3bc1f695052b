//! How far what lies outside the subset reaches: a field or an overload that nobody can support costs the
//! methods that use it, not their neighbours.

use std::path::PathBuf;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodId, Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// Methods whose names begin with `in` lie in the subset, those with `out` do not. All initialisers of classes
/// `In…` do, one of each class `Out…` does not.
const FILES: [(&str, &str); 8] = [
    (
        "InInert.java",
        "import java.util.ArrayList;
        import java.util.List;
        import java.util.function.Supplier;
        import java.util.regex.Pattern;
        class InInert {
            static final String WORD = \"[a-z]+\";
            static final Pattern NAMES = Pattern.compile(WORD + \"(\" + WORD + \")*\", Pattern.DOTALL);
            static final Supplier<Object> CALLED_LATER = () -> new Counter();
            private final List<String> names = new ArrayList<>(16);
            private final java.util.Map<String, Integer> map = java.util.Collections.emptyMap();
            final int n;
            InInert(int n) { this.n = n; }
            int inNext() { return n + 1; }
            boolean outMatch(String s) { return NAMES.matcher(s).matches(); }
        }
        class Counter { static int made; Counter() { made++; } public int hashCode() { return made++; } }",
    ),
    (
        "OutRuns.java",
        "class OutRuns {
            static final java.util.List<Object> MADE = java.util.List.of(new Counter());
        }",
    ),
    (
        "OutCounts.java",
        "class OutCounts {
            static int k = 1;
            static final java.util.List<Integer> NEXT = java.util.List.of(k++);
        }",
    ),
    (
        "OutProperties.java",
        "class OutProperties {
            static final java.util.Properties OLD = System.getProperties();
        }",
    ),
    ("OutPrints.java", "class OutPrints { static final Appendable OUT = System.out.append(\"x\"); }"),
    (
        "OutOwn.java",
        "import java.util.function.Supplier;
        class OutOwn {
            static Supplier<String> named(Object key) { key.hashCode(); return null; }
            static final Supplier<String> NAMED = named(new Counter());
        }",
    ),
    (
        "Overloads.java",
        "import java.util.*;
        class Overloads {
            static int sum(int[] values) { return values.length; }
            static int sum(List<Integer> values) { return values.size(); }
            static int sum(Iterable<Integer>... values) { return values.length; }
            static int size(Object o) { return 1; }
            static int size(Comparable<?> o) { return 2; }
            static int size(java.lang.constant.Constable o) { return 3; }
            static int inArray(int[] values) { return sum(values); }
            static int inObject(Object o) { return size(o); }
            static int inBuffer(StringBuffer b) { return inObject(b) + (size(new int[1]) > 1 ? 1 : 0); }
            static int outNull() { return sum((List<Integer>) null); }
        }",
    ),
    (
        "Boxes.java",
        "import java.lang.constant.Constable;
        class Boxes {
            static int f(Object o) { return 1; }
            static int f(Constable o) { return 2; }
            static int outBox(int i) { return f(i); }
            static int outText(String s) { return f(s); }
            static int inArray(int[] a) { return f(a); }
            static int inObject(Object o) { return f(o); }
        }",
    ),
];

#[test]
fn what_is_unsupported_costs_no_method_that_does_not_use_it() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::subset", "JDK") };
    let files = FILES.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    assert_eq!(compile(&jdk, &[files]), [Ok(())]);

    let sources = FILES.map(|(name, text)| SourceFile::new(PathBuf::from(name), text.to_owned()));
    let program = Program::load(sources.into(), &LoadOptions::default()).expect("valid declarations");
    let supported = |id: MethodId| !matches!(program.body(id), BodyState::Unsupported(_));
    let mut verdicts = Vec::new();
    for (id, class) in program.classes.iter_enumerated().filter(|&(id, _)| program.role(id) == Role::Given) {
        let initializers = [class.static_initializer, class.instance_initializer];
        verdicts.push((class.name.to_lowercase(), initializers.into_iter().flatten().all(supported)));
        let methods = program.methods.iter_enumerated().filter(|(_, method)| method.class == id);
        verdicts.extend(methods.map(|(m, method)| (method.name.to_string(), supported(m))));
    }
    verdicts.retain(|(name, supported)| match supported {
        true => name.starts_with("out"),
        false => name.starts_with("in"),
    });
    assert_eq!(verdicts, []);
}
