//! Random Java programs over the whole language: typed, ending by construction, without a compile error.
//!
//! A program is one class with nested classes, an enum, statics and helpers. Its `run(int k)` calls the method under
//! test with the k-th inputs and *prints* all that can be seen: value or exception, arrays, statics. So both sides
//! are compared by the text they print, and the printing itself is Java under test.
//!
//! Ending: every loop counts a guard of its own, recursion counts down. No compile error: locals have a value where
//! they are declared, jumps stand only behind an `if`, what may narrow is cast.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many inputs each program is run on.
pub const INPUTS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
    Ints,
    Longs,
    Grid,
    Texts,
    Boxed,
    Shape,
    Color,
    Builder,
}

const VALUE_TYPES: [Ty; 9] =
    [Ty::Boolean, Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Text];
const INTEGRAL: [Ty; 5] = [Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Long];
const NUMERIC: [Ty; 7] = [Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Long, Ty::Float, Ty::Double];
const LOCAL_TYPES: [Ty; 17] = [
    Ty::Boolean,
    Ty::Byte,
    Ty::Short,
    Ty::Char,
    Ty::Int,
    Ty::Long,
    Ty::Float,
    Ty::Double,
    Ty::Text,
    Ty::Ints,
    Ty::Longs,
    Ty::Grid,
    Ty::Texts,
    Ty::Boxed,
    Ty::Shape,
    Ty::Color,
    Ty::Builder,
];

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Text => "String",
            Ty::Ints => "int[]",
            Ty::Longs => "long[]",
            Ty::Grid => "int[][]",
            Ty::Texts => "String[]",
            Ty::Boxed => "Integer",
            Ty::Shape => "Shape",
            Ty::Color => "Color",
            Ty::Builder => "StringBuilder",
        }
    }
}

struct Variable {
    name: String,
    ty: Ty,
    assignable: bool,
}

struct Generator {
    rng: ChaCha8Rng,
    scope: Vec<Variable>,
    names: usize,
    loops: usize,
    /// In a method that may recurse: the parameter that counts down.
    recursion: Option<&'static str>,
    /// Labels of enclosing loops.
    labels: Vec<String>,
    in_loop: bool,
    in_switch_expression: bool,
    indent: usize,
    result: Ty,
}

/// The source of the program with this number; its class is `P` and the number.
pub fn program(seed: u64, number: u64) -> String {
    let mut generator = Generator {
        rng: ChaCha8Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number),
        scope: Vec::new(),
        names: 0,
        loops: 0,
        recursion: None,
        labels: Vec::new(),
        in_loop: false,
        in_switch_expression: false,
        indent: 1,
        result: Ty::Int,
    };
    generator.class(&format!("P{number}"))
}

const FIXED: &str = r#"
    enum Color {
        RED(3), GREEN(-1), BLUE(40);
        final int weight;
        Color(int weight) { this.weight = weight; }
        Color next() { return values()[(ordinal() + 1) % values().length]; }
    }
    interface Sized {
        int size();
        default int twice() { return size() * 2; }
        static int clamp(int v) { return v < 0 ? 0 : v > 50 ? 50 : v; }
    }
    static abstract class Shape implements Sized {
        protected int side;
        Shape(int side) { this.side = side; grow(1); }
        abstract long area();
        void grow(int by) { side += by; }
        public int size() { return side; }
        @Override public String toString() { return "Shape:" + side + "/" + area(); }
    }
    static class Square extends Shape {
        int grown;
        Square(int side) { super(side); }
        long area() { return (long) side * side; }
        @Override void grow(int by) { super.grow(by * 2); grown++; }
        @Override public boolean equals(Object o) { return o instanceof Square s && s.side == side; }
        @Override public int hashCode() { return 31 * side; }
    }
    static final class Strip extends Shape {
        private final int width;
        { side = 4; }
        Strip(int side, int width) { super(side); this.width = width; }
        Strip(int side) { this(side, 3); }
        long area() { return side * width; }
        @Override public int twice() { return super.size() - width; }
    }
    static class Oops extends RuntimeException {
        final int code;
        Oops(String message, int code) { super(message); this.code = code; }
    }
    static int sum(int... all) { int s = 0; for (int v : all) { s += v; } return s; }
    static String kind(Object o) {
        if (o instanceof Integer i) { return "int" + (i + 1); }
        if (o instanceof String s && s.length() > 1) { return s.substring(1); }
        return o == null ? "nil" : "other";
    }
"#;

impl Generator {
    fn class(&mut self, name: &str) -> String {
        let mut text = format!("import java.util.Arrays;\n\npublic class {name} {{\n");
        text.push_str(FIXED);
        for (n, ty) in [("count", Ty::Int), ("total", Ty::Long), ("note", Ty::Text), ("ratio", Ty::Double)] {
            let init = self.literal(ty);
            text.push_str(&format!("    static {} {n} = {init};\n", ty.name()));
        }
        text.push_str("    static final int LIMIT = 7;\n    static final int[] TABLE = new int[8];\n");
        text.push_str("    static { for (int i = 0; i < 8; i++) { TABLE[i] = i * i - LIMIT; } }\n\n");
        let helper_type = *self.pick(&VALUE_TYPES);
        text.push_str(&self.method(
            "helper",
            helper_type,
            &[("n", Ty::Int), ("x", Ty::Int), ("s", Ty::Text)],
            Some("n"),
        ));
        let types = self.parameter_types();
        let parameters: Vec<(&str, Ty)> = ["a", "b", "c", "d"].into_iter().zip(types).collect();
        let result = *self.pick(&VALUE_TYPES);
        text.push_str(&self.method("test", result, &parameters, None));
        text.push_str(&self.go(&parameters, result));
        text.push_str(&self.run(&parameters));
        text.push_str("}\n");
        text.replace("HELPER", &format!("({}) helper", helper_type.name()))
    }

    fn parameter_types(&mut self) -> Vec<Ty> {
        let count = self.rng.random_range(1..=4);
        let all =
            [VALUE_TYPES.as_slice(), &[Ty::Int, Ty::Int, Ty::Ints, Ty::Ints, Ty::Texts, Ty::Grid, Ty::Boxed]]
                .concat();
        (0..count).map(|_| *self.pick(&all)).collect()
    }

    /// Calls the method under test and prints all there is to see.
    fn go(&mut self, parameters: &[(&str, Ty)], result: Ty) -> String {
        let list: Vec<String> = parameters.iter().map(|(n, t)| format!("{} {n}", t.name())).collect();
        let names: Vec<&str> = parameters.iter().map(|(n, _)| *n).collect();
        let mut text = format!("    static void go({}) {{\n", list.join(", "));
        text.push_str("        count = 1; total = 2L; note = \"n\"; ratio = 0.5;\n        try {\n");
        text.push_str(&format!("            {} r = test({});\n", result.name(), names.join(", ")));
        text.push_str("            System.out.println(\"=\" + r);\n        } catch (Oops e) {\n");
        text.push_str("            System.out.println(\"oops \" + e.getMessage() + e.code);\n");
        text.push_str("        } catch (RuntimeException e) {\n");
        text.push_str("            System.out.println(\"threw \" + e.getClass().getName());\n        }\n");
        text.push_str("        System.out.println(count + \" \" + total + \" \" + note + \" \" + ratio);\n");
        for (name, ty) in parameters {
            match ty {
                Ty::Ints | Ty::Texts => text.push_str(&format!("        System.out.println(Arrays.toString({name}));\n")),
                Ty::Grid => text.push_str(&format!(
                    "        if ({name} != null) {{ for (int[] row : {name}) {{ System.out.print(Arrays.toString(row)); }} }}\n"
                )),
                _ => {}
            }
        }
        text.push_str("    }\n\n");
        text
    }

    fn run(&mut self, parameters: &[(&str, Ty)]) -> String {
        let mut text = "    public static void run(int k) {\n        switch (k) {\n".to_owned();
        for k in 0..INPUTS {
            let arguments: Vec<String> = parameters.iter().map(|&(_, ty)| self.input(ty)).collect();
            text.push_str(&format!("            case {k}: go({}); break;\n", arguments.join(", ")));
        }
        text.push_str("            default: break;\n        }\n    }\n");
        text
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        from.choose(&mut self.rng).expect("the lists of this generator are not empty")
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn input(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Ints if self.chance(8) => "(int[]) null".into(),
            Ty::Texts if self.chance(8) => "(String[]) null".into(),
            Ty::Boxed if self.chance(20) => "(Integer) null".into(),
            Ty::Text if self.chance(8) => "(String) null".into(),
            Ty::Grid => "new int[][] {{1, 2}, {3}, null, {}}".into(),
            _ => self.literal(ty),
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Boolean => self.chance(50).to_string(),
            Ty::Byte => format!("(byte) {}", self.rng.random_range(-128..=127)),
            Ty::Short => format!("(short) {}", self.rng.random_range(-40..=32_767)),
            Ty::Char => self
                .pick(&["'a'", "'Z'", "'0'", "' '", "'\\n'", "'\\''", "'\\u00e9'", "(char) 65535"])
                .to_string(),
            Ty::Int => match self.rng.random_range(0..10) {
                0 => self
                    .pick(&["Integer.MAX_VALUE", "Integer.MIN_VALUE", "0x7fff_ffff", "-0b101", "017"])
                    .to_string(),
                1 => self.rng.random::<i32>().wrapping_abs().to_string().replace('-', "0x"),
                _ => self.rng.random_range(-5..=12).to_string(),
            },
            Ty::Long => match self.rng.random_range(0..6) {
                0 => self.pick(&["Long.MAX_VALUE", "Long.MIN_VALUE", "0xFFFF_FFFF_FFL", "-1L"]).to_string(),
                _ => format!("{}L", self.rng.random_range(-1_000_000..=1_000_000)),
            },
            Ty::Float => {
                self.pick(&["1.5f", "-0.0f", "3e10f", "Float.NaN", "0.1f", "1e-40f", "16777217f"]).to_string()
            }
            Ty::Double => match self.rng.random_range(0..3) {
                0 => self
                    .pick(&[
                        "-0.0",
                        "Double.NaN",
                        "Double.POSITIVE_INFINITY",
                        "1e300",
                        "4.9e-324",
                        "0.1",
                        "1e21",
                    ])
                    .to_string(),
                _ => format!("{:?}", f64::from(self.rng.random_range(-1000..=1000)) / 8.0),
            },
            Ty::Text => self
                .pick(&[
                    "\"\"",
                    "\"a\"",
                    "\"Hello\"",
                    "\"x=1\\t\"",
                    "\" pad \"",
                    "\"\\u00fc\\\"q\\\"\"",
                    "\"-42\"",
                    "\"abcabc\"",
                ])
                .to_string(),
            Ty::Ints => format!("new int[] {{{}}}", self.list(Ty::Int, 5)),
            Ty::Longs => format!("new long[] {{{}}}", self.list(Ty::Int, 4)),
            Ty::Grid => {
                format!("new int[][] {{{{{}}}, {{{}}}}}", self.list(Ty::Int, 3), self.list(Ty::Int, 3))
            }
            Ty::Texts => format!("new String[] {{{}}}", self.list(Ty::Text, 4)),
            Ty::Boxed => format!("Integer.valueOf({})", self.rng.random_range(-200..=200)),
            Ty::Shape => match self.rng.random_range(0..3) {
                0 => format!("new Square({})", self.rng.random_range(-3..=9)),
                1 => format!("new Strip({})", self.rng.random_range(-3..=9)),
                _ => format!("new Strip({}, {})", self.rng.random_range(0..=9), self.rng.random_range(0..=9)),
            },
            Ty::Color => self.pick(&["Color.RED", "Color.GREEN", "Color.BLUE"]).to_string(),
            Ty::Builder => "new StringBuilder(\"sb\")".into(),
        }
    }

    fn list(&mut self, ty: Ty, longest: usize) -> String {
        let len = self.rng.random_range(0..=longest);
        (0..len).map(|_| self.literal(ty)).collect::<Vec<_>>().join(", ")
    }

    // ---- methods and statements ----

    fn method(
        &mut self,
        name: &str,
        result: Ty,
        parameters: &[(&str, Ty)],
        recursion: Option<&'static str>,
    ) -> String {
        self.scope = parameters
            .iter()
            .map(|&(n, ty)| Variable { name: n.to_owned(), ty, assignable: Some(n) != recursion })
            .collect();
        self.recursion = recursion;
        self.result = result;
        self.labels.clear();
        self.in_loop = false;
        let list: Vec<String> = parameters.iter().map(|(n, t)| format!("{} {n}", t.name())).collect();
        let mut text = format!("    static {} {name}({}) {{\n", result.name(), list.join(", "));
        if let Some(counter) = recursion {
            text.push_str(&format!(
                "        if ({counter} <= 0 || {counter} > 6) {{ return {}; }}\n",
                self.literal(result)
            ));
        }
        self.indent = 2;
        let count = self.rng.random_range(4..=9);
        text.push_str(&self.statements(count, 3));
        let value = self.expr(result, 3);
        text.push_str(&format!("        return {value};\n    }}\n\n"));
        text
    }

    fn line(&self, text: impl AsRef<str>) -> String {
        format!("{}{}\n", "    ".repeat(self.indent), text.as_ref())
    }

    /// Statements in a scope of their own.
    fn block(&mut self, count: usize, depth: usize) -> String {
        let mark = self.scope.len();
        self.indent += 1;
        let text = self.statements(count, depth);
        self.indent -= 1;
        self.scope.truncate(mark);
        text
    }

    fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.rng.random_range(0..if depth == 0 { 52 } else { 100 }) {
            0..16 => self.declaration(),
            16..34 => self.assignment(),
            34..40 => self.inc_dec(),
            40..44 => {
                let e = self.expr(Ty::Text, 2);
                self.line(format!("System.out.println({e});"))
            }
            44..47 => self.jump(),
            47..52 => self.effect(),
            52..66 => self.if_statement(depth),
            66..80 => self.loop_statement(depth),
            80..88 => self.switch_statement(depth),
            88..96 => self.try_statement(depth),
            _ => {
                let inner = self.block(2, depth - 1);
                self.line("{") + &inner + &self.line("}")
            }
        }
    }

    fn declaration(&mut self) -> String {
        let ty = *self.pick(&LOCAL_TYPES);
        let value = self.expr(ty, 3);
        let name = self.fresh();
        let is_final = self.chance(10);
        // `var` would take the class of the initialiser, which is narrower than `Shape`.
        let declared = if ty != Ty::Shape && self.chance(10) { "var" } else { ty.name() };
        let text = self.line(format!("{}{declared} {name} = {value};", if is_final { "final " } else { "" }));
        self.scope.push(Variable { name, ty, assignable: !is_final });
        text
    }

    fn target(&mut self, types: &[Ty]) -> Option<(String, Ty)> {
        let fields = [("count", Ty::Int), ("total", Ty::Long), ("note", Ty::Text), ("ratio", Ty::Double)];
        let mut targets: Vec<(String, Ty)> = self
            .scope
            .iter()
            .filter(|v| v.assignable && types.contains(&v.ty))
            .map(|v| (v.name.clone(), v.ty))
            .chain(fields.iter().filter(|(_, t)| types.contains(t)).map(|&(n, t)| (n.to_owned(), t)))
            .collect();
        if types.contains(&Ty::Int) {
            let arrays: Vec<String> =
                self.scope.iter().filter(|v| v.ty == Ty::Ints).map(|v| v.name.clone()).collect();
            for array in arrays {
                let index = self.index(&array);
                targets.push((format!("{array}[{index}]"), Ty::Int));
            }
        }
        if targets.is_empty() {
            return None;
        }
        let at = self.rng.random_range(0..targets.len());
        Some(targets.swap_remove(at))
    }

    /// Mostly inside the array.
    fn index(&mut self, array: &str) -> String {
        let e = self.expr(Ty::Int, 1);
        if self.chance(80) { format!("({e} & 0x7fffffff) % ({array}.length + 1)") } else { e }
    }

    fn assignment(&mut self) -> String {
        let Some((target, ty)) = self.target(&LOCAL_TYPES) else { return self.declaration() };
        if NUMERIC.contains(&ty) && self.chance(50) {
            let integral = INTEGRAL.contains(&ty);
            let op = if integral && self.chance(60) {
                *self.pick(&["&=", "|=", "^=", "<<=", ">>=", ">>>=", "%="])
            } else {
                *self.pick(&["+=", "-=", "*=", "/="])
            };
            let other = if integral && !op.starts_with(['+', '-', '*', '/', '%']) {
                *self.pick(&INTEGRAL)
            } else {
                *self.pick(&NUMERIC)
            };
            let value = self.expr(other, 2);
            return self.line(format!("{target} {op} {value};"));
        }
        if ty == Ty::Text && self.chance(40) {
            let other = *self.pick(&VALUE_TYPES);
            let value = self.expr(other, 2);
            return self.line(format!("{target} += {value};"));
        }
        if ty == Ty::Boolean && self.chance(40) {
            let op = *self.pick(&["&=", "|=", "^="]);
            let value = self.expr(Ty::Boolean, 2);
            return self.line(format!("{target} {op} {value};"));
        }
        let value = self.expr(ty, 3);
        self.line(format!("{target} = {value};"))
    }

    fn inc_dec(&mut self) -> String {
        let Some((target, _)) = self.target(&[NUMERIC.as_slice(), &[Ty::Boxed]].concat()) else {
            return self.assignment();
        };
        let op = *self.pick(&["++", "--"]);
        if self.chance(50) {
            self.line(format!("{target}{op};"))
        } else {
            self.line(format!("{op}{target};"))
        }
    }

    /// A jump always stands behind an `if`, so that what follows is reachable.
    fn jump(&mut self) -> String {
        let condition = self.expr(Ty::Boolean, 2);
        if self.in_switch_expression {
            return self.inc_dec();
        }
        let label = self.labels.last().cloned();
        let jump = match self.rng.random_range(0..6) {
            0 if self.in_loop => "break;".to_owned(),
            1 if self.in_loop => "continue;".to_owned(),
            2 if label.is_some() => format!("break {};", label.unwrap_or_default()),
            3 if label.is_some() => format!("continue {};", label.unwrap_or_default()),
            4 => {
                let message = self.expr(Ty::Text, 1);
                let code = self.expr(Ty::Int, 1);
                format!("throw new Oops({message}, {code});")
            }
            _ => {
                let result = self.result;
                let value = self.expr(result, 2);
                format!("return {value};")
            }
        };
        self.line(format!("if ({condition}) {{ {jump} }}"))
    }

    fn effect(&mut self) -> String {
        let shape = self.variable(Ty::Shape);
        let builder = self.variable(Ty::Builder);
        let ints = self.variable(Ty::Ints);
        let n = self.expr(Ty::Int, 1);
        let text = match (self.rng.random_range(0..5), shape, builder, ints) {
            (0 | 1, Some(shape), ..) => format!("{shape}.grow({n});"),
            (2 | 3, _, Some(builder), _) => {
                let ty = *self.pick(&VALUE_TYPES);
                let e = self.expr(ty, 1);
                match self.rng.random_range(0..4) {
                    0 => format!("{builder}.insert(0, {e});"),
                    1 => format!("{builder}.reverse();"),
                    2 => format!(
                        "if ({builder}.length() > 2) {{ {builder}.deleteCharAt(1).setCharAt(0, 'k'); }}"
                    ),
                    _ => format!("{builder}.append({e}).append('.');"),
                }
            }
            (_, _, _, Some(ints)) => match self.rng.random_range(0..3) {
                0 => format!("Arrays.sort({ints});"),
                1 => format!("Arrays.fill({ints}, {n});"),
                _ => format!("System.arraycopy({ints}, 0, {ints}, {ints}.length / 2, {ints}.length / 2);"),
            },
            _ => {
                let e = self.expr(Ty::Double, 1);
                format!("System.out.printf(\"%d|%5.2f|%s%n\", {n}, {e}, note);")
            }
        };
        self.line(text)
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<String> = self.scope.iter().filter(|v| v.ty == ty).map(|v| v.name.clone()).collect();
        known.choose(&mut self.rng).cloned()
    }

    fn if_statement(&mut self, depth: usize) -> String {
        let condition = self.expr(Ty::Boolean, 3);
        let mut text = self.line(format!("if ({condition}) {{"));
        text.push_str(&self.block(2, depth - 1));
        if self.chance(50) {
            text.push_str(&self.line("} else {"));
            text.push_str(&self.block(2, depth - 1));
        }
        text + &self.line("}")
    }

    fn loop_statement(&mut self, depth: usize) -> String {
        if self.loops >= 3 {
            return self.if_statement(depth);
        }
        self.loops += 1;
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        let guard = self.fresh();
        let label = self.chance(30).then(|| format!("l{guard}"));
        self.labels.extend(label.clone());
        let head = label.as_ref().map(|l| format!("{l}: ")).unwrap_or_default();
        let mark = self.scope.len();
        let limit = self.rng.random_range(1..=6);
        let mut text = String::new();
        match self.rng.random_range(0..5) {
            0 => {
                let condition = self.expr(Ty::Boolean, 2);
                text.push_str(&self.line(format!("int {guard} = 0;")));
                text.push_str(&self.line(format!("{head}while ({guard}++ < {limit} && {condition}) {{")));
                text.push_str(&self.block(2, depth - 1));
                text.push_str(&self.line("}"));
            }
            1 => {
                text.push_str(&self.line(format!("int {guard} = 0;")));
                text.push_str(&self.line(format!("{head}do {{")));
                text.push_str(&self.block(2, depth - 1));
                let condition = self.expr(Ty::Boolean, 2);
                text.push_str(&self.line(format!("}} while (++{guard} < {limit} && {condition});")));
            }
            2 => {
                let array = self.expr(Ty::Ints, 1);
                self.scope.push(Variable { name: guard.clone(), ty: Ty::Int, assignable: true });
                text.push_str(&self.line(format!("{head}for (int {guard} : {array}) {{")));
                text.push_str(&self.block(2, depth - 1));
                text.push_str(&self.line("}"));
            }
            _ => {
                self.scope.push(Variable { name: guard.clone(), ty: Ty::Int, assignable: false });
                text.push_str(
                    &self.line(format!("{head}for (int {guard} = 0; {guard} < {limit}; {guard}++) {{")),
                );
                text.push_str(&self.block(2, depth - 1));
                text.push_str(&self.line("}"));
            }
        }
        self.scope.truncate(mark);
        if label.is_some() {
            self.labels.pop();
        }
        self.in_loop = was_in_loop;
        self.loops -= 1;
        text
    }

    fn switch_statement(&mut self, depth: usize) -> String {
        let was_in_loop = std::mem::replace(&mut self.in_loop, false);
        let arrows = self.chance(40);
        let (selector, labels): (String, &[&str]) = match self.rng.random_range(0..4) {
            0 => (self.expr(Ty::Text, 2), &["\"a\"", "\"Hello\"", "\"\"", "\"x\" + 1"]),
            1 => (self.expr(Ty::Char, 2), &["'a'", "'0'", "66", "'\\n'"]),
            2 => (self.expr(Ty::Color, 1), &["RED", "GREEN", "BLUE"]),
            _ => (format!("{} % 5", self.expr(Ty::Int, 2)), &["0", "1", "LIMIT - 5", "-3"]),
        };
        let mut text = self.line(format!("switch ({selector}) {{"));
        self.indent += 1;
        for label in labels.iter().take(3) {
            if arrows {
                text.push_str(&self.line(format!("case {label} -> {{")));
                text.push_str(&self.block(1, depth - 1));
                text.push_str(&self.line("}"));
            } else {
                text.push_str(&self.line(format!("case {label}:")));
                // A group's locals are in scope of the next, without a value: keep them in a block.
                text.push_str(&self.line("{"));
                text.push_str(&self.block(1, depth - 1));
                text.push_str(&self.line("}"));
                if self.chance(60) {
                    text.push_str(&self.line("break;"));
                }
            }
        }
        if self.chance(50) {
            text.push_str(&self.line(if arrows { "default -> {" } else { "default: {" }));
            text.push_str(&self.block(1, depth - 1));
            text.push_str(&self.line("}"));
        }
        self.indent -= 1;
        self.in_loop = was_in_loop;
        text + &self.line("}")
    }

    fn try_statement(&mut self, depth: usize) -> String {
        let mut text = self.line("try {");
        text.push_str(&self.block(2, depth - 1));
        let caught = self.chance(80);
        if caught {
            let class = *self.pick(&[
                "ArithmeticException",
                "ArrayIndexOutOfBoundsException | NullPointerException",
                "RuntimeException",
                "Oops",
                "IndexOutOfBoundsException",
            ]);
            let name = self.fresh();
            text.push_str(&self.line(format!("}} catch ({class} {name}) {{")));
            if class == "Oops" {
                self.indent += 1;
                text.push_str(&self.line(format!("count += {name}.code;")));
                self.indent -= 1;
            }
            text.push_str(&self.block(1, depth - 1));
        }
        if !caught || self.chance(40) {
            text.push_str(&self.line("} finally {"));
            text.push_str(&self.block(1, depth - 1));
        }
        text + &self.line("}")
    }

    // ---- expressions: always parenthesised where a context could tear them apart ----

    fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.chance(18) {
            return self.leaf(ty);
        }
        match ty {
            Ty::Boolean => self.boolean(depth),
            Ty::Int => self.int(depth),
            Ty::Long | Ty::Float | Ty::Double => self.wide(ty, depth),
            Ty::Byte | Ty::Short | Ty::Char => {
                let from = *self.pick(&NUMERIC);
                format!("({}) ({})", ty.name(), self.expr(from, depth - 1))
            }
            Ty::Text => self.text(depth),
            Ty::Ints => match self.rng.random_range(0..4) {
                0 => format!(
                    "Arrays.copyOf({}, {})",
                    self.expr(Ty::Ints, depth - 1),
                    self.rng.random_range(0..6)
                ),
                1 => format!("{}.clone()", self.leaf(Ty::Ints)),
                2 => format!("new int[{}]", self.rng.random_range(0..5)),
                _ => self.conditional(ty, depth),
            },
            Ty::Longs => format!("new long[{}]", self.rng.random_range(0..4)),
            Ty::Grid => match self.rng.random_range(0..3) {
                0 => format!("new int[{}][{}]", self.rng.random_range(0..4), self.rng.random_range(0..4)),
                1 => format!("new int[{}][]", self.rng.random_range(0..3)),
                _ => self.leaf(ty),
            },
            Ty::Texts | Ty::Builder => self.leaf(ty),
            Ty::Boxed => match self.rng.random_range(0..3) {
                0 => format!("Integer.valueOf({})", self.expr(Ty::Int, depth - 1)),
                1 => format!("(Integer) ({})", self.expr(Ty::Int, depth - 1)),
                _ => self.conditional(ty, depth),
            },
            Ty::Shape => self.conditional(ty, depth),
            Ty::Color => match self.rng.random_range(0..3) {
                0 => format!("{}.next()", self.leaf(ty)),
                1 => format!("Color.values()[({} & 0x7fffffff) % 3]", self.expr(Ty::Int, 1)),
                _ => self.leaf(ty),
            },
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.chance(75)
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        match ty {
            Ty::Int if self.chance(40) => self.pick(&["count", "LIMIT", "TABLE.length"]).to_string(),
            Ty::Long if self.chance(40) => "total".into(),
            Ty::Text if self.chance(40) => "note".into(),
            Ty::Double if self.chance(40) => "ratio".into(),
            _ => self.literal(ty),
        }
    }

    fn conditional(&mut self, ty: Ty, depth: usize) -> String {
        let c = self.expr(Ty::Boolean, depth - 1);
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        format!("({c} ? {a} : {b})")
    }

    fn boolean(&mut self, depth: usize) -> String {
        let d = depth - 1;
        match self.rng.random_range(0..12) {
            0..4 => {
                let (s, t) = (*self.pick(&NUMERIC), *self.pick(&NUMERIC));
                let op = *self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.expr(s, d), self.expr(t, d))
            }
            4 | 5 => {
                let op = *self.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!("({} {op} {})", self.expr(Ty::Boolean, d), self.expr(Ty::Boolean, d))
            }
            6 => format!("!({})", self.expr(Ty::Boolean, d)),
            7 => format!("({}).equals({})", self.expr(Ty::Text, d), self.expr(Ty::Text, d)),
            8 => format!("({} {} null)", self.leaf(Ty::Ints), self.pick(&["==", "!="])),
            9 => match self.variable(Ty::Shape) {
                Some(shape) => format!("({shape} instanceof Square)"),
                None => format!("({} == {})", self.leaf(Ty::Color), self.leaf(Ty::Color)),
            },
            10 => format!("Character.isDigit({})", self.leaf(Ty::Char)),
            _ => format!(
                "({}).{}({})",
                self.expr(Ty::Text, d),
                self.pick(&["startsWith", "contains", "endsWith"]),
                self.expr(Ty::Text, d)
            ),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        let d = depth - 1;
        match self.rng.random_range(0..24) {
            0..7 => {
                let op = *self.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                let (s, t) = (
                    *self.pick(&[Ty::Int, Ty::Int, Ty::Short, Ty::Byte, Ty::Char]),
                    *self.pick(&[Ty::Int, Ty::Int, Ty::Byte]),
                );
                format!("({} {op} {})", self.expr(s, d), self.expr(t, d))
            }
            7 | 8 => {
                let op = *self.pick(&["<<", ">>", ">>>"]);
                let t = *self.pick(&[Ty::Int, Ty::Long, Ty::Byte]);
                format!("({} {op} {})", self.expr(Ty::Int, d), self.expr(t, d))
            }
            9 => format!("{}({})", self.pick(&["-", "~", "+"]), self.expr(Ty::Int, d)),
            10 => {
                let from = *self.pick(&NUMERIC);
                format!("(int) ({})", self.expr(from, d))
            }
            11 => format!("({}).length()", self.expr(Ty::Text, d)),
            12 => {
                let array = self.leaf_name(Ty::Ints).unwrap_or_else(|| "TABLE".into());
                let index = self.index(&array);
                format!("{array}[{index}]")
            }
            13 => format!(
                "Math.{}({}, {})",
                self.pick(&["max", "min", "floorMod", "floorDiv", "addExact"]),
                self.expr(Ty::Int, d),
                self.expr(Ty::Int, d)
            ),
            14 => format!("Math.abs({})", self.expr(Ty::Int, d)),
            15 => format!(
                "sum({}, {}, {})",
                self.expr(Ty::Int, d),
                self.expr(Ty::Byte, d),
                self.expr(Ty::Char, d)
            ),
            16 => self.switch_expression(d),
            17 => format!("({}).{}", self.leaf(Ty::Color), self.pick(&["weight", "ordinal()"])),
            18 => match self.variable(Ty::Shape) {
                Some(shape) => {
                    format!("{shape}.{}", self.pick(&["size()", "twice()", "side", "hashCode() * 0"]))
                }
                None => format!("({}).hashCode()", self.expr(Ty::Text, d)),
            },
            19 => match self.target(&[Ty::Int]) {
                Some((target, _)) => match self.rng.random_range(0..4) {
                    0 => format!("{target}++"),
                    1 => format!("--{target}"),
                    2 => format!("({target} = {})", self.expr(Ty::Int, d)),
                    _ => format!("({target} += {})", self.expr(Ty::Double, d)),
                },
                None => self.leaf(Ty::Int),
            },
            20 => match self.variable(Ty::Boxed) {
                Some(boxed) => format!("({boxed} + {})", self.leaf(Ty::Int)),
                None => format!(
                    "Integer.{}({})",
                    self.pick(&["bitCount", "reverse", "highestOneBit", "signum"]),
                    self.expr(Ty::Int, d)
                ),
            },
            21 => format!("Sized.clamp({})", self.expr(Ty::Int, d)),
            22 => format!("({}).indexOf({})", self.expr(Ty::Text, d), self.expr(Ty::Text, d)),
            _ => self.conditional(Ty::Int, depth),
        }
    }

    fn leaf_name(&mut self, ty: Ty) -> Option<String> {
        self.variable(ty)
    }

    fn switch_expression(&mut self, d: usize) -> String {
        let was = std::mem::replace(&mut self.in_switch_expression, true);
        let color = self.leaf(Ty::Color);
        let (a, b, c) = (self.expr(Ty::Int, d), self.expr(Ty::Int, d), self.expr(Ty::Int, d));
        self.in_switch_expression = was;
        match self.rng.random_range(0..2) {
            0 => format!(
                "(switch ({color}) {{ case RED -> {a}; case GREEN, BLUE -> {{ count++; yield 0 + {b}; }} }})"
            ),
            _ => format!(
                "(switch ({a}) {{ case 1: case 2: yield 0 + {b}; case 3: count += 2; default: yield 0 + {c}; }})"
            ),
        }
    }

    fn wide(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        let name = ty.name();
        match self.rng.random_range(0..8) {
            0..3 => {
                let op = *self.pick(&["+", "-", "*", "/", "%"]);
                let narrower: &[Ty] = match ty {
                    Ty::Long => &[Ty::Int, Ty::Long, Ty::Char],
                    Ty::Float => &[Ty::Int, Ty::Float, Ty::Long],
                    _ => &[Ty::Int, Ty::Float, Ty::Double, Ty::Long],
                };
                let other = *self.pick(narrower);
                format!("({} {op} {})", self.expr(ty, d), self.expr(other, d))
            }
            3 => {
                let from = *self.pick(&NUMERIC);
                format!("({name}) ({})", self.expr(from, d))
            }
            4 if ty == Ty::Long => format!(
                "({} {} {})",
                self.expr(ty, d),
                self.pick(&["<<", ">>>", "&", "^", ">>"]),
                self.expr(Ty::Int, d)
            ),
            5 if ty == Ty::Double => format!(
                "Math.{}({})",
                self.pick(&["sqrt", "floor", "ceil", "rint", "abs", "signum"]),
                self.expr(Ty::Double, d)
            ),
            4 | 5 if ty == Ty::Long => format!("Math.round({})", self.expr(Ty::Double, d)),
            6 => format!("Math.{}({}, {})", self.pick(&["max", "min"]), self.expr(ty, d), self.expr(ty, d)),
            7 => format!("-({})", self.expr(ty, d)),
            _ => self.conditional(ty, depth),
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let d = depth - 1;
        match self.rng.random_range(0..14) {
            0..5 => {
                let other = *self.pick(&VALUE_TYPES);
                let (s, o) = (self.expr(Ty::Text, d), self.expr(other, d));
                if self.chance(50) { format!("({s} + {o})") } else { format!("({o} + {s})") }
            }
            5 => format!(
                "({}).{}",
                self.expr(Ty::Text, d),
                self.pick(&[
                    "trim()",
                    "toUpperCase()",
                    "concat(note)",
                    "replace('a', 'b')",
                    "substring(1)",
                    "repeat(2)",
                    "strip()"
                ])
            ),
            6 => {
                let ty = *self.pick(&[Ty::Int, Ty::Long, Ty::Double, Ty::Boolean, Ty::Char, Ty::Float]);
                format!("String.valueOf({})", self.expr(ty, d))
            }
            7 => {
                let ty = *self.pick(&[Ty::Int, Ty::Text, Ty::Boxed, Ty::Color]);
                format!("kind({})", self.expr(ty, d))
            }
            8 => format!("Arrays.toString({})", self.expr(Ty::Ints, d)),
            9 => match self.variable(Ty::Shape) {
                Some(shape) => format!("(\"\" + {shape})"),
                None => format!("({}).name()", self.leaf(Ty::Color)),
            },
            10 => match self.variable(Ty::Builder) {
                Some(builder) => format!("{builder}.toString()"),
                None => format!("Integer.toHexString({})", self.expr(Ty::Int, d)),
            },
            11 => match self.recursion {
                Some(counter) => format!("(\"\" + helper({counter} - 1, {}, note))", self.leaf(Ty::Int)),
                None => format!(
                    "(\"\" + helper({}, {}, {}))",
                    self.rng.random_range(0..4),
                    self.leaf(Ty::Int),
                    self.leaf(Ty::Text)
                ),
            },
            12 => format!(
                "String.format(\"%x %c %08.3f\", {}, {}, {})",
                self.expr(Ty::Int, d),
                self.leaf(Ty::Char),
                self.expr(Ty::Double, d)
            ),
            _ => self.conditional(Ty::Text, depth),
        }
    }
}
