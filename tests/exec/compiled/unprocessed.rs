//! Methods that are not processed run from the class files of their sources, and the rest of their class from the source.

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::stack::with_stack;

use super::{assert_all_followed, compare_sources, jdks};

/// What the front end lacks here are qualified creations of inner objects whose arguments may have effects: each method that has one
/// is not processed.
const ALL_KINDS: &str = r#"
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

class Mixed {
    static class Base<T> {
        class Cell {
            T value;
            Cell(T value) { this.value = value; }
            T get() { return value; }
        }
    }

    enum Kind { SMALL, LARGE; Kind other() { return this == SMALL ? LARGE : SMALL; } }

    record Pair(int left, String right) { }

    static class Prices extends Base<Integer> {
        private int calls = 3;
        private static int all = 40;
        private final List<String> log = new ArrayList<>();

        int first(List<Integer> given, int least) {
            IntUnaryOperator more = x -> x + least + calls;
            Cell cell = this.new Cell(given.isEmpty() ? least : given.get(0));
            Object o = new Object() {
                int times = 2;
                @Override public String toString() { return "sum " + more.applyAsInt(times + least); }
            };
            calls++;
            all += own(cell.get());
            log.add(o.toString());
            return more.applyAsInt(cell.get());
        }

        private int own(int k) { return k * 7 + calls; }

        String kind(Kind kind, int k) {
            Cell cell = this.new Cell(k + 0);
            String name = switch (kind) {
                case SMALL -> "s" + cell.get();
                case LARGE -> { Supplier<Kind> s = kind::other; yield "l" + s.get(); }
            };
            Pair pair = new Pair(cell.get(), name);
            return pair + " " + pair.equals(new Pair(k, name)) + " " + (pair.hashCode() == new Pair(k, name).hashCode());
        }

        static String fails(Prices prices, int k) {
            try {
                Cell2 cell = prices.new Cell2(k + 0);
                return "none" + cell.half();
            } catch (ArithmeticException e) {
                return e.getMessage();
            } finally {
                all--;
            }
        }

        class Cell2 extends Cell {
            Cell2(Integer k) { super(k); }
            int half() { return 100 / (get() - 3); }
        }
    }

    public static Object run(int k) {
        Prices.all = 40;
        Prices prices = new Prices();
        List<Integer> given = new ArrayList<>();
        for (int i = 0; i < k; i++) {
            given.add(i * k + 1);
        }
        String text = prices.first(given, k) + "," + prices.first(given, -k) + "," + prices.log + prices.calls;
        text += prices.kind(Kind.values()[k % 2], k) + Prices.fails(prices, k) + Prices.all;
        return text;
    }
}
"#;

fn not_processed(options: &LoadOptions) -> Vec<String> {
    with_stack(|| {
        let file = SourceFile::new("Mixed.java".into(), ALL_KINDS.to_owned());
        let program = Program::load(vec![file], options).expect("a program");
        let given = program.given_classes().flat_map(|class| program.classes[class].methods.clone());
        let is_one = |&m: &_| matches!(program.body(m), BodyState::Unsupported(_));
        given.filter(is_one).map(|m| program.methods[m].name.to_string()).collect()
    })
}

#[test]
fn what_is_not_processed_runs_from_the_class_file_of_its_source() {
    for jdk in jdks("exec::compiled::unprocessed") {
        let options = jdk.load_options();
        let left_out = not_processed(&options);
        for name in ["first", "kind", "fails"] {
            assert!(left_out.iter().any(|found| found == name), "{name} is processed: {left_out:?}");
        }
        assert!(!left_out.iter().any(|found| found == "own" || found == "run"), "{left_out:?}");
        let ran = compare_sources(&jdk, &[("Mixed", ALL_KINDS)], 6);
        assert_all_followed(&jdk, &ran);
    }
}
