//! Each covered label on the JVM: its trap springs under the emitted test.

use jatpg::class_files::java_home::JavaHome;
use jatpg::confirm::{Given, Judgement, run};
use jatpg::report::junit::{JUnitVersion, Options, emit};

use super::{generate, subject};
use crate::support::jdk::{self, Jdk};

pub(super) const TEXT: &str = "class A {
    private int balance;
    A(int start) { super(); balance = start; }
    int take(int amount) { if (amount > balance || amount < 0) throw new IllegalArgumentException(); balance -= amount; return balance; }
    static int group(int n) { int r = 0; switch (n) { case 1: r++; case 2: case 3: r += 2; break; default: r = 9; } switch (r) { case 9: return 1; } return r; }
    static String arrow(int n) { switch (n) { case 1 -> { return \"one\"; } case 2 -> throw new IllegalStateException(); default -> { } } return n > 5 ? \"many\" : \"few\"; }
    static int sum(int[] a, boolean odd) { int s = 0; for (int x : a)
        //@ label x > 3 && odd
        if (!odd || (x & 1) == 1) s += x; return s; }
    static int text(Object o, int n) { if (o instanceof String s && s.length() > n) return s.length(); do n--; while (n > 0 && n % 7 != 0); return n; }
    static int early(Object o, int n) { if (!(o instanceof String s) || s.isEmpty()) return n; return s.length() + n; }
    static int either(Object o, int n) { if (n > 0 && o instanceof String s && s.length() != n) return s.length(); return n; }
    static int rounds(Object o) { int n = 0; while (!(o instanceof String s)) { if (++n > 3) return n; if (n == 2 && o != null) o = \"ab\"; } return s.length(); }
    static int kept(int n) { try { if (n == 3) throw new RuntimeException(); return 1; } catch (RuntimeException e) { return 2; } finally { if (n == 4) n++; } }
}";

#[test]
fn each_covered_label_springs_its_trap_on_the_jvm() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("each_covered_label_springs_its_trap_on_the_jvm", "JDK");
    };
    let report = generate(&subject(TEXT, "fc,ic,dc,cc,dcc,mcc,gacc,wm,idc,rte,limit,user"), 200, 300_000_000);
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("A.java");
    std::fs::write(&source, TEXT).unwrap();
    for file in emit(&report, &Options::new(JUnitVersion::JUnit5)) {
        std::fs::write(folder.path().join(file.path), file.text).unwrap();
    }
    let path = folder.path().join("report.json");
    std::fs::write(&path, serde_json::to_string(&report).unwrap()).unwrap();
    let tried =
        run(JavaHome::at(jdk.home()).unwrap(), &Given::new(&[source], &path, &[]), &|_, _| ()).unwrap();
    assert!(tried.holds(), "{tried}");
    let covers: usize = report.tests.iter().map(|test| test.covers.len()).sum();
    assert_eq!(tried.count(Judgement::Held), covers, "{tried}");
    for (criterion, of) in
        report.coverage.iter().filter(|(name, _)| ["fc", "ic", "dc", "cc", "mcc", "user"].contains(&&***name))
    {
        assert_eq!(of.covered, of.labels - of.excluded, "{criterion}");
    }
}
