//! Each covered label on the JVM: its trap springs under the emitted test.

use jatpg::class_files::java_home::JavaHome;
use jatpg::confirm::{Given, Judgement, run};
use jatpg::report::json::{Report, VerdictKind};
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

/// Values that may throw, of labels that are to ask for that and to throw nothing themselves.
const THROWING: &str = "class A {
    A next; int size;
    static int index(int[] a, int i, int n) { if (i < n && a[i] > a[i + 1] % n) return a[a[i] + n]; return i / n; }
    static boolean texts(String s, int i) { return s.length() > i + 2 ? s.charAt(i) == s.charAt(i + 1) : s.charAt(i - 1) == 'a'; }
    static int objects(A a, boolean b) { int r = b || a.size > 3 ? a.next.size - 1 : a.size * 2; return r; }
    static int caught(int[] a, int i) { try { int x = a[i] - i; return x; } catch (ArrayIndexOutOfBoundsException e) { return i < 0 ? -1 : -2; } }
    static double mean(double[] a, int i) { double m = (a[i] - a[0]) / i * 0.5; return m; }
    static float half(float x) { return -x * 0.5f; }
    static long twice(int[][] a, int i, long m) { long x = a[i + 1][i * 2] / m + i; return x; }
}";

#[test]
fn each_covered_label_springs_its_trap_on_the_jvm() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("each_covered_label_springs_its_trap_on_the_jvm", "JDK");
    };
    let report = confirmed(&jdk, TEXT, "fc,ic,dc,cc,dcc,mcc,gacc,gicc,wm,idc,rte,limit,user");
    for (criterion, of) in
        report.coverage.iter().filter(|(name, _)| ["fc", "ic", "dc", "cc", "mcc", "user"].contains(&&***name))
    {
        assert_eq!(of.covered, of.labels - of.excluded, "{criterion}");
    }
    let report = confirmed(&jdk, THROWING, "wm,limit");
    let asked = report.labels.iter().filter(|label| label.version.replacement.contains(".after("));
    assert!(asked.filter(|label| label.is(VerdictKind::Killed)).count() > 20);
    let left_out: Vec<_> = report.labels.iter().filter(|label| label.excluded.is_some()).collect();
    assert!(left_out.is_empty(), "{left_out:#?}");
}

/// The report of a run, of which the JVM upholds each claim.
fn confirmed(jdk: &Jdk, text: &str, criteria: &str) -> Report {
    let report = generate(&subject(text, criteria), 200, 300_000_000);
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("A.java");
    std::fs::write(&source, text).unwrap();
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
    report
}
