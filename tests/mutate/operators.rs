//! Each row of OPERATORS.md as a truth table: what stands in a method, and what the operator makes of it.

use jatpg::mutate::generate::{Fate, judge_all, with_context};
use jatpg::mutate::operator::OperatorSet;
use jatpg::mutate::text::least_replacement;

use super::{is_accepted, load, method};

/// What `operator` makes of the statements, of which each value that javac accepts is `original => replacement`.
fn of(operator: &str, statements: &str) -> Vec<String> {
    of_method(
        operator,
        &format!(
            "static void f(int a, int b, int c, long l, double d, char ch, boolean p, boolean q, String s, int[] x, Integer boxed) {{ {statements} }}"
        ),
    )
}

fn of_method(operator: &str, method_text: &str) -> Vec<String> {
    let program = load(
        "T.java",
        &format!(
            "class T {{ int field; static int counter; final int fixed = 3; static final int K = 4; boolean flag; \
             static int g(int i) {{ return i; }} static void h(boolean b) {{ }} {method_text} }}"
        ),
    );
    let operators = OperatorSet::parse(operator).unwrap();
    with_context(&program, method(&program, "f"), |context| {
        judge_all(context, &operators)
            .iter()
            .filter(|judged| is_accepted(judged))
            .map(|judged| {
                let replacement = least_replacement(context, &judged.candidate);
                format!("{} => {}", context.source.slice(replacement.span), replacement.text)
            })
            .collect()
    })
    .expect("a supported method")
}

const NONE: [&str; 0] = [];

#[test]
fn aorb_visits_children_first_and_takes_only_primitive_numbers() {
    assert_eq!(
        of("AORB", "a = b + c * 2;"),
        [
            "c * 2 => c / 2",
            "c * 2 => c % 2",
            "c * 2 => (c + 2)",
            "c * 2 => (c - 2)",
            "b + c * 2 => b * (c * 2)",
            "b + c * 2 => b / (c * 2)",
            "b + c * 2 => b % (c * 2)",
            "b + c * 2 => b - c * 2",
        ]
    );
    assert_eq!(of("AORB", "d = l % d;").len(), 4);
    assert_eq!(of("AORB", "s = s + a;"), NONE);
    // The result of + on wrappers is a primitive.
    assert_eq!(of("AORB", "a = boxed + boxed;").len(), 4);
}

#[test]
fn aors_puts_one_opposite_where_flag_f_is_true_and_three_others_where_it_is_false() {
    assert_eq!(of("AORS", "a++;"), ["a++ => a--"]);
    assert_eq!(of("AORS", "--a;"), ["--a => a++"]);
    assert_eq!(of("AORS", "b = a++;"), ["a++ => a--", "a++ => --a", "a++ => ++a"]);
    assert_eq!(of("AORS", "b = c * --a;"), ["--a => a--", "--a => a++", "--a => ++a"]);
    // Neither an assignment's left side nor what is below a unary.
    assert_eq!(of("AORS", "x[a++] = -b++;"), NONE);
    assert_eq!(of("AORS", "for (int i = 0; i < a; i++) { }"), ["i++ => i--"]);
}

#[test]
fn aodu_goes_down_left_operands_of_sums_and_enters_no_unary() {
    assert_eq!(of("AODU", "a = -b;"), ["-b => b"]);
    assert_eq!(of("AODU", "a = -b + -c;"), ["-b => b"]);
    assert_eq!(of("AODU", "a = -b * c;"), NONE);
    assert_eq!(of("AODU", "a = -(-b);"), ["-(-b) => -b"]);
    assert_eq!(of("AODU", "x[-a] = +b;"), ["+b => b"]);
    assert_eq!(of("AODU", "a = ~(-b);"), NONE);
    assert_eq!(of("AODU", "p = -a < b;"), NONE);
}

#[test]
fn aods_is_valid_only_where_the_value_is_used() {
    assert_eq!(of("AODS", "a++;"), NONE);
    assert_eq!(of("AODS", "b = a++ + --c;"), ["a++ => a", "--c => c"]);
    assert_eq!(of("AODS", "b = -a++;"), NONE);
    assert_eq!(of("AODS", "for (int i = a++; i < b--; i++) { c = i--; }"), ["i-- => i"]);
}

#[test]
fn aoiu_enters_products_whole_unless_both_operands_are_plain() {
    assert_eq!(of("AOIU", "a = b;"), ["b => -b"]);
    assert_eq!(of("AOIU", "a = b + c;"), ["b => -b"]);
    assert_eq!(of("AOIU", "a = b * c;"), ["b => -b"]);
    assert_eq!(of("AOIU", "a = b * (c - 1);"), ["b => -b", "c => -c"]);
    assert_eq!(of("AOIU", "p = a < b;"), ["a => -a", "b => -b"]);
    assert_eq!(of("AOIU", "p = a < b && q; a = b & c; a = b << c; a = -b;"), NONE);
    assert_eq!(of("AOIU", "x[a] = x[b]; l = x.length;"), ["b => -b", "x.length => -x.length"]);
    assert_eq!(of("AOIU", "d = d; a = boxed; h(p); g(a);"), ["d => -d", "a => -a"]);
    // -ch is an int.
    assert_eq!(of("AOIU", "ch = ch;"), NONE);
}

#[test]
fn aois_follows_flag_f_and_never_writes_to_finals_or_lengths() {
    assert_eq!(of("AOIS", "a = b;"), ["b => ++b", "b => --b", "b => b++", "b => b--"]);
    assert_eq!(of("AOIS", "g(a);"), ["a => a++", "a => a--"]);
    assert_eq!(
        of("AOIS", "a = b * c + counter;"),
        [
            "b => ++b",
            "b => --b",
            "b => b++",
            "b => b--",
            "c => ++c",
            "c => --c",
            "c => c++",
            "c => c--",
            "counter => counter++",
            "counter => counter--",
        ]
    );
    assert_eq!(of("AOIS", "g(x.length); g(K); g(new T().fixed); g(-a); x[a] = 1;"), NONE);
    assert_eq!(of("AOIS", "g(new T().field); ch = ch;").len(), 6);
}

#[test]
fn ror_on_numbers_has_seven_replacements_and_on_others_one() {
    assert_eq!(
        of("ROR", "h(a < b);"),
        [
            "a < b => a > b",
            "a < b => a >= b",
            "a < b => a <= b",
            "a < b => a == b",
            "a < b => a != b",
            "a < b => true",
            "a < b => false",
        ]
    );
    assert_eq!(of("ROR", "h(p == q); h(s != null);"), ["p == q => p != q", "s != null => s == null"]);
    assert_eq!(of("ROR", "h(boxed == null); h(boxed < a);"), ["boxed == null => boxed != null"]);
    assert_eq!(of("ROR", "while (a < b) { a++; }").len(), 5 + 1);
}

#[test]
fn cor_has_two_replacements_for_each_operator_on_booleans() {
    assert_eq!(of("COR", "h(p && q);"), ["p && q => p || q", "p && q => p ^ q"]);
    assert_eq!(of("COR", "h(p || q);"), ["p || q => p && q", "p || q => p ^ q"]);
    assert_eq!(of("COR", "h(p & q);"), ["p & q => p || q", "p & q => p ^ q"]);
    assert_eq!(of("COR", "h(p | q);"), ["p | q => p && q", "p | q => p ^ q"]);
    assert_eq!(of("COR", "h(p ^ q);"), ["p ^ q => p && q", "p ^ q => p || q"]);
    assert_eq!(of("COR", "a = b & c; h(a < b);"), NONE);
    assert_eq!(
        of("COR", "h(p && q || !p);")[2..],
        ["p && q || !p => p && q && !p", "p && q || !p => (p && q) ^ !p"]
    );
}

#[test]
fn cod_and_lod_do_not_enter_what_they_delete() {
    assert_eq!(of("COD", "h(!p); h(!(p && !q));"), ["!p => p", "!(p && !q) => p && !q"]);
    assert_eq!(of("LOD", "a = ~b; a = ~(c + ~b);"), ["~b => b", "~(c + ~b) => c + ~b"]);
}

#[test]
fn coi_negates_variables_and_binaries_but_nothing_below_a_unary() {
    assert_eq!(of("COI", "h(p && a < b);"), ["p => !p", "a < b => !(a < b)", "p && a < b => !(p && a < b)"]);
    assert_eq!(
        of("COI", "h(!p); p = q; a = b + c; h(new T().flag);"),
        ["q => !q", "new T().flag => !new T().flag"]
    );
}

#[test]
fn sor_visits_left_node_right() {
    assert_eq!(
        of("SOR", "a = (b >> 1) << (c >>> 2);"),
        [
            "b >> 1 => b << 1",
            "b >> 1 => b >>> 1",
            "(b >> 1) << (c >>> 2) => (b >> 1) >> (c >>> 2)",
            "(b >> 1) << (c >>> 2) => (b >> 1) >>> (c >>> 2)",
            "c >>> 2 => c << 2",
            "c >>> 2 => c >> 2",
        ]
    );
}

#[test]
fn lor_takes_integers_and_leaves_booleans_to_cor() {
    assert_eq!(
        of("LOR", "a = b & c; l = l ^ a;"),
        ["b & c => b | c", "b & c => b ^ c", "l ^ a => l & a", "l ^ a => l | a"]
    );
    assert_eq!(of("LOR", "h(p & q);"), NONE);
}

#[test]
fn loi_goes_below_unaries_and_into_indices_but_not_to_targets() {
    assert_eq!(
        of("LOI", "x[a] = -b; c++; d = d; a = x.length;"),
        ["a => ~a", "b => ~b", "x.length => ~x.length"]
    );
}

#[test]
fn asrs_stays_within_the_group_of_the_operator() {
    assert_eq!(
        of("ASRS", "a += b;"),
        ["a += b => a /= b", "a += b => a *= b", "a += b => a -= b", "a += b => a %= b"]
    );
    assert_eq!(of("ASRS", "a |= b;"), ["a |= b => a &= b", "a |= b => a ^= b"]);
    assert_eq!(of("ASRS", "a >>= b;"), ["a >>= b => a <<= b", "a >>= b => a >>>= b"]);
    assert_eq!(of("ASRS", "s += a; a = b;"), NONE);
}

#[test]
fn sdl_deletes_from_every_list_then_conditions_then_inner_lists() {
    assert_eq!(
        of("SDL", "while (p) { a++; if (q) b++; else { c++; } }"),
        [
            "while (p) { a++; if (q) b++; else { c++; } } => ",
            "a++; => ",
            "if (q) b++; else { c++; } => ",
            "p => true",
            "b++; => ;",
            "q => true",
            "c++; => ",
        ]
    );
    assert_eq!(
        of("SDL", "for (int i = 0, j = 9; i < j; i++, j--) ;"),
        ["for (int i = 0, j = 9; i < j; i++, j--) ; => ", "i < j => ", "i++, j-- => "]
    );
    assert_eq!(of("SDL", "for (int i : x) g(i);"), ["for (int i : x) g(i); => ", "g(i); => ;"]);
    assert_eq!(of("SDL", "do g(a); while (p); L: g(b); { g(c); }").len(), 3 + 3);
    assert_eq!(
        of("SDL", "switch (a) { case 1: b = 1; case 2: g(b); break; default: }")[1..],
        [
            "b = 1; => ",
            "g(b); => ",
            "break; => ",
            "case 1: b = 1; => ",
            "case 2: g(b); break; => ",
            "default: => ",
        ]
    );
    assert_eq!(
        of("SDL", "switch (a) { case 1 -> g(b); default -> { g(c); } }")[1..],
        ["g(b); => {}", "g(c); => ", "case 1 -> g(b); => ", "default -> { g(c); } => "]
    );
    assert_eq!(
        of("SDL", "try { g(a); } catch (RuntimeException e) { g(b); } finally { g(c); } int i = 0; ;"),
        ["g(a); => ", "g(b); => ", "g(c); => "]
    );
    assert_eq!(of("SDL", "assert p; throw null;"), ["assert p; => ", "throw null; => "]);
}

#[test]
fn sdl_returns_constants_of_the_method_s_type() {
    let of_type =
        |ty: &str, value: &str| of_method("SDL", &format!("static {ty} f({ty} v) {{ return {value}; }}"));
    for ty in ["byte", "short", "char", "int", "long", "float", "double"] {
        assert_eq!(of_type(ty, "v"), ["v => 0"], "{ty}");
    }
    assert_eq!(of_type("int", "0"), NONE);
    assert_eq!(of_type("boolean", "v"), ["v => true", "v => false"]);
    assert_eq!(of_type("boolean", "true"), ["true => false"]);
    assert_eq!(of_type("String", "v"), ["v => \"\""]);
    assert_eq!(of_type("Integer", "v"), NONE);
    assert_eq!(of_type("int[]", "v"), NONE);
}

#[test]
fn vdl_deletes_variables_and_array_accesses() {
    assert_eq!(
        of("VDL", "a = b - c * x[0];"),
        ["c * x[0] => x[0]", "c * x[0] => c", "b - c * x[0] => c * x[0]"]
    );
    // A unary goes with its variable only where it is a whole statement or update.
    assert_eq!(
        of("VDL", "a++; x[b]--; c = -b; for (;; a++, b--) { } "),
        ["a++; => ", "x[b]--; => ", "a++,  => ", ", b-- => "]
    );
    assert_eq!(of("VDL", "if (p) a++;"), ["a++; => ;"]);
    assert_eq!(of("VDL", "a = x.length + 1;"), NONE);
}

#[test]
fn odl_keeps_each_operand_and_leaves_types_to_javac() {
    assert_eq!(
        of("ODL", "a = -b + c * 2;"),
        ["-b => b", "c * 2 => c", "c * 2 => 2", "-b + c * 2 => -b", "-b + c * 2 => c * 2"]
    );
    assert_eq!(of("ODL", "a += b++;"), ["b++ => b", "a += b++ => a = b++"]);
    assert_eq!(of("ODL", "p = a < b;"), NONE);
    assert_eq!(of("ODL", "s = s + a;"), ["s + a => s"]);
    assert_eq!(of("ODL", "h(p && (q || !p));").len(), 5);
}

#[test]
fn cdl_deletes_literals() {
    assert_eq!(of("CDL", "a = b * 2 + 1;"), ["b * 2 => b", "b * 2 + 1 => b * 2"]);
    assert_eq!(of("CDL", "a = 1 - b; a = -1; h(s == null);"), ["1 - b => b"]);
}

#[test]
fn abs_takes_arithmetic_expressions_but_literals_and_targets() {
    assert_eq!(
        of("ABS", "a = b + 1;"),
        [
            "b => Math.abs(b)",
            "b => -Math.abs(b)",
            "b + 1 => Math.abs(b + 1)",
            "b + 1 => -Math.abs(b + 1)",
            "a = b + 1 => Math.abs(a = b + 1)",
        ]
    );
    assert_eq!(of("ABS", "h(p); s = s;"), NONE);
}

#[test]
fn uoi_joins_the_insertions() {
    let together: Vec<_> =
        ["AOIU", "AOIS", "LOI", "COI"].iter().flat_map(|op| of(op, "h(p || a < g(b));")).collect();
    assert_eq!(of("UOI", "h(p || a < g(b));"), together);
}

#[test]
fn case_labels_are_sites_that_stay_constant_and_distinct() {
    assert_eq!(of("LOI", "switch (1) { case K: g(1); case 5: }"), ["K => ~K"]);
    assert_eq!(
        of("AORB", "switch (b) { case K + 1: case 3: case 8: }"),
        ["K + 1 => K * 1", "K + 1 => K / 1", "K + 1 => K % 1"]
    );
}

#[test]
fn constructors_are_methods_and_their_calls_of_others_stay() {
    let made =
        of_method("SDL,AORB", "T() { this(1 + 2); field = 3; } T(int i) { field = i; } static void f() { }");
    assert_eq!(made, NONE);
    let program =
        load("C.java", "class C { int v; C() { this(1 + 2); v = 3; } C(int i) { v = i; } { v = 4 + 5; } }");
    let all = jatpg::mutate::generate::mutants(&program, &OperatorSet::parse("SDL,AORB").unwrap());
    let ids: Vec<_> = all.iter().map(|mutant| &*mutant.id).collect();
    assert_eq!(
        ids,
        [
            "C.<init>()/AORB_1",
            "C.<init>()/AORB_2",
            "C.<init>()/AORB_3",
            "C.<init>()/AORB_4",
            "C.<init>()/SDL_1",
            "C.<init>(int)/SDL_1"
        ]
    );
}

#[test]
fn nothing_inside_an_assert_is_mutated() {
    assert_eq!(of("AORB,ROR,LOI,ODL", "assert a + b < c : a - b;"), NONE);
}

#[test]
fn svr_puts_scalars_for_each_other_where_they_are_read_and_where_they_are_written() {
    assert_eq!(
        of_method("SVR", "static int f(int a, int b, boolean p) { int c = a; c = b; return p ? c : 1; }"),
        ["a => b", "c => a", "c => b", "b => a", "b => c", "c => a", "c => b"]
    );
    // A field that the method does not name is no symbol of it.
    assert_eq!(of_method("SVR", "static int f(int a) { return a; }"), NONE);
    assert_eq!(
        of_method("SVR", "static int f(int a) { return a + counter; }"),
        ["a => counter", "counter => a"]
    );
}

#[test]
fn scr_csr_and_src_exchange_constants_and_scalars() {
    let method = "static int f(int a) { int b = K; return a + b - 1; }";
    assert_eq!(of_method("SCR", method), ["K => a", "1 => a", "1 => b"]);
    assert_eq!(of_method("CSR", method), ["a => K", "a => 1", "b => K", "b => 1"]);
    assert_eq!(of_method("SRC", method), ["K => 1", "1 => K"]);
    assert_eq!(of_method("SRC", "static int f() { return 1 + -1 + 1; }").len(), 3);
}

#[test]
fn crp_takes_the_integers_beside_a_constant_and_a_tenth_of_others() {
    assert_eq!(
        of("CRP", "a = 0; a = -1; l = 7L; ch = 'z'; d = 2.0; a = 2147483647;"),
        [
            "0 => 1",
            "0 => -1",
            "-1 => 0",
            "-1 => -2",
            "7L => 8L",
            "7L => 6L",
            "'z' => '{'",
            "'z' => 'y'",
            "2.0 => 2.2",
            "2.0 => 1.8",
            "2147483647 => 2147483646",
        ]
    );
}

#[test]
fn references_to_arrays_are_put_for_each_other_for_scalars_and_for_constants() {
    let method = "static int f(int[] x, int[] y, int i) { return x[i] + y[0]; }";
    assert_eq!(of_method("AAR", method), ["x[i] => y[0]", "y[0] => x[i]"]);
    assert_eq!(of_method("CNR", method), ["x => y", "y => x"]);
    assert_eq!(of_method("SAR", method), ["x[i] => i", "y[0] => i"]);
    assert_eq!(of_method("CAR", method), ["x[i] => 0", "y[0] => 0"]);
    assert_eq!(of_method("ASR", method), ["i => x[i]", "i => y[0]"]);
    assert_eq!(of_method("ACR", method), ["0 => x[i]", "0 => y[0]"]);
}

#[test]
fn aor_adds_the_operands_and_mror_has_no_constants() {
    assert_eq!(
        of("AOR", "a = b + c;"),
        ["b + c => b * c", "b + c => b / c", "b + c => b % c", "b + c => b - c", "b + c => b", "b + c => c"]
    );
    assert_eq!(of("AOR", "a -= b;").len(), 5);
    assert_eq!(of("MROR", "h(a < b); h(p == q);").len(), 5);
    assert_eq!(
        of("LCR", "h(p && q);"),
        [
            "p && q => p || q",
            "p && q => p == q",
            "p && q => p != q",
            "p && q => p",
            "p && q => q",
            "p && q => true",
            "p && q => false"
        ]
    );
    assert_eq!(of("MUOI", "a = b; p = q; a++; g(a);"), ["b => -b", "q => !q", "a => -a"]);
    assert_eq!(
        of("MABS", "a = b;"),
        ["b => Math.abs(b)", "b => -Math.abs(b)", "b => jatpg.Trap.equal(b, 0)"]
    );
}

#[test]
fn symbmc_s_operators_are_on_integers() {
    assert_eq!(
        of("IAOR", "a = b + c; d = d + a; a = boxed + a;"),
        [
            "b + c => b * c",
            "b + c => b / c",
            "b + c => b % c",
            "b + c => b - c",
            "boxed + a => boxed * a",
            "boxed + a => boxed / a",
            "boxed + a => boxed % a",
            "boxed + a => boxed - a",
        ]
    );
    assert_eq!(
        of("BOR", "l = l << a; p = p & q;"),
        ["l << a => l & a", "l << a => l | a", "l << a => l ^ a", "l << a => l >>> a", "l << a => l >> a"]
    );
    // What javac takes: a shift of an int by a long is an int, and the others are longs.
    assert_eq!(of("BOR", "a = b << l;"), ["b << l => b >>> l", "b << l => b >> l"]);
    assert_eq!(of("symbmc", "h(a < b);").len(), 5);
}

#[test]
fn ivi_puts_neighbours_and_zero_where_an_integer_is_used_alone() {
    assert_eq!(of("IVI", "a = b;"), ["b => b + 1", "b => b - 1", "b => 0"]);
    assert_eq!(of("IVI", "l = l;"), ["l => l + 1", "l => l - 1", "l => 0L"]);
    assert_eq!(of("IVI", "ch = ch;"), ["ch => (char) (ch + 1)", "ch => (char) (ch - 1)", "ch => (char) 0"]);
    assert_eq!(of("IVI", "int k = x[a]; g(counter);").len(), 6);
    assert_eq!(of("IVI", "x[a] = new T().field;").len(), 3);
    // Constants are replaced by constants: no copy of the original.
    assert_eq!(of("IVI", "a = 7; a = -1; a = 0;").len(), 3 + 2 + 2);
    assert_eq!(of("IVI", "a = -1;"), ["-1 => 0", "-1 => -2"]);
    assert_eq!(of("IVI", "ch = 'a';"), ["'a' => 'b'", "'a' => '`'", "'a' => '\\000'"]);
    assert_eq!(of("IVI", "int[] k = {5};"), ["5 => 6", "5 => 4", "5 => 0"]);
    // Neither what is an operand nor what has no whole numbers.
    assert_eq!(of("IVI", "a = b + c; a += b; d = d; p = q; h(a < b); x[a]++; a = boxed; s = s + a;"), NONE);
    let returned = "static long f(short a) { return a; }";
    assert_eq!(
        of_method("IVI", returned),
        ["a => (short) (a + 1)", "a => (short) (a - 1)", "a => (short) 0"]
    );
}

#[test]
fn mothra_s_statements_are_deleted_trapped_and_left() {
    let method = "static int f(int a) { int b = 1; if (a > 0) b = 2; return b; }";
    assert_eq!(of_method("MSDL", method), ["if (a > 0) b = 2; => ", "b = 2; => ;"]);
    assert_eq!(
        of_method("SAN", method),
        [
            " => jatpg.Trap.now(); ",
            " => jatpg.Trap.now(); ",
            "b = 2; => { jatpg.Trap.now(); b = 2; }",
            " => jatpg.Trap.now(); "
        ]
    );
    assert_eq!(
        of_method("RSR", method),
        [
            "if (a > 0) b = 2; => { if (true) return 0; }",
            "b = 2; => { if (true) return 0; }",
            "return b; => return 0;"
        ]
    );
    assert_eq!(
        of_method(
            "GLR",
            "static void f(int a) { L: for (;;) { M: while (a > 0) { if (a == 1) break; continue L; } } }"
        ),
        ["break; => break L;", "continue L; => continue M;", "continue L; => continue;"]
    );
}

#[test]
fn der_ends_a_counted_loop_earlier_and_runs_it_once() {
    assert_eq!(
        of_method(
            "DER",
            "static int f(int a) { int b = 0; for (int i = 0; i < a; i++) { b += i; b++; } return b; }"
        ),
        [
            "b++; } =>  } b++;",
            "for (int i = 0; i < a; i++) { b += i; b++; } => { int i = 0; do { { b += i; b++; } i++; } while (i < a); }",
        ]
    );
    assert_eq!(
        of_method(
            "DER",
            "static void f(int a) { for (int i = 0; i < a; i++) { if (i > 3) continue; g(i); } }"
        ),
        NONE
    );
}

/// A class in code has the value of a constant, and the mutant's method is all that a mutant changes.
#[test]
fn a_constant_that_a_class_in_code_has_captured_is_not_changed() {
    let reasons = |constant: &str| -> Vec<Option<String>> {
        let text = format!(
            "class T {{ interface F {{ int get(int x); }}
                static int f(int a) {{
                    {constant}
                    return new F() {{ public int get(int x) {{ return x + k; }} }}.get(a);
                }} }}"
        );
        let program = load("T.java", &text);
        let operators = OperatorSet::parse("AORB").unwrap();
        let judged = with_context(&program, method(&program, "f"), |context| judge_all(context, &operators));
        let fates = judged.expect("a supported method").into_iter().map(|judged| judged.fate);
        let reason = |fate| match fate {
            Fate::Mutant { unsupported } => unsupported,
            other => panic!("{other:?}"),
        };
        fates.map(reason).collect()
    };
    let changed = "change of a constant that a class in the code has captured";
    let is_told = |reason: &Option<String>| reason.as_deref().is_some_and(|why| why.contains(changed));
    let of_constant = reasons("final int k = 3 + 1;");
    assert!(of_constant.len() == 4 && of_constant.iter().all(is_told), "{of_constant:?}");
    // What is no constant variable is handed to the class.
    for other in ["int k = 3 + 1;", "final int k = a + 1;"] {
        assert_eq!(reasons(other), [None, None, None, None], "{other}");
    }
}
