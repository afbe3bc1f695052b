//! Random Java programs over the whole language: typed, ending by construction, without a compile error.
//!
//! A program is one class with nested classes, an enum, statics and helpers. Its `run(int k)` calls the method under
//! test with the k-th inputs and *prints* all that can be seen: value or exception, arrays, objects, statics. So both
//! sides are compared by the text they print, and the printing itself is Java under test.
//!
//! Ending: every loop counts a guard of its own, recursion counts down, and a method of the class family calls only
//! those of a lower rank. No compile error: locals have a value before they are read, jumps stand only behind an
//! `if`, what may narrow is cast.

mod expressions;
mod family;
mod flow;
mod library;
mod literals;
mod statements;
mod templates;
mod types;

use jatpg::jvm::value::PrimitiveType::{Double, Int, Long};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use types::Ty;

/// How many inputs each program is run on.
pub(super) const INPUTS: usize = 10;

const INT: Ty = Ty::Primitive(Int);
const GRID: Ty = Ty::Nested(Int, 2);

struct Variable {
    name: String,
    ty: Ty,
    assignable: bool,
}

/// What kind of code statements are made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A method with a result, or without.
    Method(Option<Ty>),
    /// An initialiser: no `return`.
    Initializer,
}

struct Generator {
    rng: ChaCha8Rng,
    scope: Vec<Variable>,
    names: usize,
    loops: usize,
    /// In a method that may recurse: the parameter that counts down.
    recursion: Option<&'static str>,
    place: Place,
    /// Inside the class family: which of its methods may be called. `None` outside of it: all.
    rank: Option<usize>,
    /// Labels of enclosing loops, and whether one may `continue` them.
    labels: Vec<(String, bool)>,
    in_loop: bool,
    in_switch: bool,
    /// The type of the enclosing switch expression.
    yields: Option<Ty>,
    /// Whether `try` may stand here. javac fails on one in a switch expression that is an operand of another.
    may_try: bool,
    indent: usize,
}

/// The source of the program with this number; its class is `P` and the number.
pub(super) fn program(seed: u64, number: u64) -> String {
    let mut generator = Generator {
        rng: ChaCha8Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number),
        scope: Vec::new(),
        names: 0,
        loops: 0,
        recursion: None,
        place: Place::Initializer,
        rank: None,
        labels: Vec::new(),
        in_loop: false,
        in_switch: false,
        yields: None,
        may_try: true,
        indent: 1,
    };
    generator.class(&format!("P{number}"))
}

impl Generator {
    fn class(&mut self, name: &str) -> String {
        let mut text = "import java.util.Arrays;\nimport java.util.Objects;\n\n".to_owned();
        text += &format!("public class {name} {{\n");
        text += include_str!("prelude.java");
        text += &self.family();
        self.rank = None;
        let helper_type = self.value_type();
        let parameters = [("n", INT), ("x", INT), ("s", Ty::Text)];
        text += &self.method("static", "helper", Some(helper_type), &parameters, Some("n"));
        let parameters = self.parameters();
        let result = self.value_type();
        text += &self.method("static", "test", Some(result), &parameters, None);
        text += &self.go(&parameters, result);
        text += &self.run(&parameters);
        text + "}\n"
    }

    fn value_type(&mut self) -> Ty {
        if self.chance(25) {
            Ty::Text
        } else {
            Ty::Primitive(*self.pick(&jatpg::jvm::value::PrimitiveType::ALL))
        }
    }

    fn parameters(&mut self) -> Vec<(&'static str, Ty)> {
        let others = [
            INT,
            Ty::Array(Int),
            Ty::Array(Int),
            Ty::Array(Double),
            Ty::Texts,
            GRID,
            Ty::Nested(Long, 3),
            Ty::Boxed(Int),
            Ty::Boxed(Long),
            Ty::Objects,
            Ty::Shape,
            Ty::Object,
        ];
        let count = self.rng.random_range(1..=4);
        let ty = |this: &mut Self| if this.chance(50) { this.value_type() } else { *this.pick(&others) };
        ["a", "b", "c", "d"].into_iter().take(count).map(|name| (name, ty(self))).collect()
    }

    /// Calls the method under test and prints all there is to see.
    fn go(&mut self, parameters: &[(&str, Ty)], result: Ty) -> String {
        let list: Vec<String> = parameters.iter().map(|(n, t)| format!("{} {n}", t.name())).collect();
        let names: Vec<&str> = parameters.iter().map(|(n, _)| *n).collect();
        let call =
            format!("{} r = test({}); System.out.println(\"=\" + r);", result.name(), names.join(", "));
        let mut text = format!("    static void go({}) {{\n        try {{\n", list.join(", "));
        text += &format!("            {call}\n        }} catch (Oops e) {{\n");
        text += "            System.out.println(\"oops \" + e.getMessage() + e.code);\n";
        // What is not caught leaves the run.
        if self.chance(80) {
            text += "        } catch (RuntimeException e) {\n";
            text += "            System.out.println(\"threw \" + e.getClass().getName());\n";
        }
        text += "        } finally {\n";
        for (name, ty) in parameters {
            let shown = match ty {
                Ty::Array(_) | Ty::Texts => format!("Arrays.toString({name})"),
                Ty::Nested(..) => format!("Arrays.deepToString({name})"),
                Ty::Objects => format!("{name} == null ? \"-\" : join(\" \", {name})"),
                _ => (*name).to_owned(),
            };
            text += &format!("            System.out.println({shown});\n");
        }
        text += "            System.out.println(count + \" \" + total + \" \" + note + \" \" + ratio + flag + tiny + small);\n";
        text += "            System.out.println(sign + \" \" + part + box + wide + letter + Arrays.toString(TABLE));\n";
        text + "        }\n    }\n\n"
    }

    fn run(&mut self, parameters: &[(&str, Ty)]) -> String {
        let mut text =
            "    public static void run(int k) {\n        reset();\n        switch (k) {\n".to_owned();
        for k in 0..INPUTS {
            let arguments: Vec<String> = parameters.iter().map(|&(_, ty)| self.input(ty)).collect();
            text += &format!("            case {k}: go({}); break;\n", arguments.join(", "));
        }
        text + "            default: break;\n        }\n    }\n"
    }

    /// A method with a body of its own; the caller has said what it may call.
    fn method(
        &mut self,
        modifiers: &str,
        name: &str,
        result: Option<Ty>,
        parameters: &[(&str, Ty)],
        recursion: Option<&'static str>,
    ) -> String {
        self.scope.retain(|variable| variable.name.starts_with("this."));
        self.declare_parameters(parameters, recursion);
        self.recursion = recursion;
        self.place = Place::Method(result);
        let list: Vec<String> = parameters.iter().map(|(n, t)| format!("{} {n}", t.name())).collect();
        let result_name = result.map_or("void".into(), Ty::name);
        let mut text = format!("    {modifiers} {result_name} {name}({}) {{\n", list.join(", "));
        if let (Some(counter), Some(result)) = (recursion, result) {
            let base = self.literal(result);
            text += &format!("        if ({counter} <= 0 || {counter} > 4) {{ return {base}; }}\n");
        }
        let count =
            if self.rank.is_some() { self.rng.random_range(0..=2) } else { self.rng.random_range(4..=9) };
        text += &self.body(count);
        if let Some(result) = result {
            text += &self.ending(result);
        }
        text + "    }\n\n"
    }

    fn declare_parameters(&mut self, parameters: &[(&str, Ty)], fixed: Option<&str>) {
        let variables = parameters.iter().map(|&(name, ty)| Variable {
            name: name.to_owned(),
            ty,
            assignable: Some(name) != fixed,
        });
        self.scope.extend(variables);
    }

    /// The statements of a body.
    fn body(&mut self, count: usize) -> String {
        self.labels.clear();
        self.in_loop = false;
        self.in_switch = false;
        self.yields = None;
        self.may_try = true;
        self.indent = 2;
        let depth = if self.rank.is_some() { 1 } else { 3 };
        self.statements(count, depth)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        from.choose(&mut self.rng).expect("the lists of this generator are not empty")
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn line(&self, text: impl AsRef<str>) -> String {
        format!("{}{}\n", "    ".repeat(self.indent), text.as_ref())
    }
}
