//! The class family of a program: an abstract class over interfaces, subclasses that override, hide and call `super`,
//! constructors that call each other, and initialisers whose order can be seen.
//!
//! A method of the family has a rank and calls only those below it, and no code of the family makes an object of it:
//! so every call ends.

use jatpg::jvm::value::PrimitiveType::{Double, Int};
use rand::Rng;

use super::types::Ty;
use super::{Generator, INT, Place};

/// What every object of the family has; a template's `{Shape}` may use them.
const FIELDS: [(&str, Ty); 5] = [
    ("this.load", INT),
    ("this.tag", Ty::Text),
    ("this.weight", Ty::Primitive(Double)),
    ("this.box", Ty::Boxed(Int)),
    ("this.items", Ty::Array(Int)),
];

const SHAPE_FIXED: &str = r#"
        public int size() { return load; }
        static int kindOf() { return 1; }
        @Override public boolean equals(Object o) { return o instanceof Shape s && s.load == load; }
        @Override public int hashCode() { return 31 * load + tag.length(); }
        @Override public String toString() { return getClass().getSimpleName() + load + tag + weight + box + Arrays.toString(items); }
"#;

impl Generator {
    pub(super) fn family(&mut self) -> String {
        let mut text = self.shape() + &self.square() + &self.cube() + &self.strip();
        self.scope.clear();
        text.push('\n');
        text
    }

    fn shape(&mut self) -> String {
        let mut text = "    static abstract class Shape implements Named {\n".to_owned();
        text += &format!("        static int made = trace(\"Shape\", {});\n", self.constant());
        text += &format!("        protected int load = {};\n", self.constant());
        text += "        String tag = \"t\";\n        protected double weight = 1.5;\n        Integer box = load;\n";
        text += "        final int[] items = {3, -1, 4};\n";
        text += &self.initializer();
        text += &self.constructor("Shape(int x)", INT, None, "        hook(x);\n");
        text +=
            &self.constructor("Shape(String s)", Ty::Text, Some("this(s.length());"), "        tag = s;\n");
        text += "        abstract int alpha(int x);\n";
        text += &self.instance_method("", "beta", 2);
        text += &self.instance_method("", "hook", 1);
        text + SHAPE_FIXED + "    }\n"
    }

    fn square(&mut self) -> String {
        let mut text = "    static class Square extends Shape {\n".to_owned();
        text += &format!("        static final int SIDE = trace(\"Square\", {});\n", self.constant());
        text += &format!("        private int side = SIDE + {};\n", self.constant());
        text += &self.initializer();
        text += &self.constructor("Square(int x)", INT, Some("super(x);"), "        side += load;\n");
        text += &self.constructor("Square(String s)", Ty::Text, Some("super(s);"), "");
        text += &self.instance_method("", "alpha", 1);
        if self.chance(60) {
            text += &self.instance_method("@Override", "beta", 2);
        }
        text += "        static int kindOf() { return 4; }\n";
        text += "        static int made(int x) { return made += x; }\n";
        text += "        @Override public String named() { return super.named() + side; }\n    }\n";
        text
    }

    /// A class with implied and with chained constructors, which hides a field.
    fn cube(&mut self) -> String {
        let mut text = "    static class Cube extends Square {\n".to_owned();
        text += &format!("        int load = {};\n        static final int CUBES;\n", self.constant());
        text += "        static { CUBES = trace(\"Cube\", SIDE); }\n";
        text += &self.constructor("Cube(int x)", INT, Some("super(x + 1);"), "        load += super.load;\n");
        text += &self.constructor("Cube(String s)", Ty::Text, Some("this(s.length() * 2);"), "");
        if self.chance(60) {
            text += &self.instance_method("@Override", "alpha", 1);
        }
        text += &self.instance_method("@Override", "hook", 1);
        text + "        @Override public int twice() { return super.twice() + load; }\n    }\n"
    }

    fn strip(&mut self) -> String {
        let mut text = "    static final class Strip extends Shape {\n".to_owned();
        text += "        private final String width;\n        private int early = 5;\n        { load += early; }\n";
        text += "        Strip(int x, String width) { super(x); this.width = width; }\n";
        text += "        Strip(int x) { this(x, \"w\" + x); }\n";
        text += &self.instance_method("", "alpha", 1);
        // Called by the constructor above, before the fields here have values.
        text += "        @Override void hook(int x) { super.hook(x + early); tag += width; }\n";
        text + "        @Override public int size() { return super.size() - early; }\n    }\n\n"
    }

    fn constant(&mut self) -> i32 {
        self.rng.random_range(-3..=9)
    }

    fn enter(&mut self, place: Place, rank: usize) {
        self.scope.clear();
        for (name, ty) in FIELDS {
            self.push(name.to_owned(), ty, name != "this.items");
        }
        self.place = place;
        self.rank = Some(rank);
        self.recursion = None;
    }

    fn initializer(&mut self) -> String {
        self.enter(Place::Initializer, 1);
        let count = self.rng.random_range(0..=2);
        let body = self.body(count);
        format!("    {{\n{body}    }}\n")
    }

    fn constructor(&mut self, head: &str, parameter: Ty, call: Option<&str>, end: &str) -> String {
        self.enter(Place::Method(None), 3);
        let name = if parameter == INT { "x" } else { "s" };
        self.declare_parameters(&[(name, parameter)], None);
        let count = self.rng.random_range(0..=1);
        let body = self.body(count);
        let call = call.map(|call| format!("        {call}\n")).unwrap_or_default();
        format!("    {head} {{\n{call}{body}{end}    }}\n")
    }

    fn instance_method(&mut self, modifiers: &str, name: &str, rank: usize) -> String {
        let result = if name == "hook" { None } else { Some(INT) };
        self.enter(Place::Method(result), rank);
        self.method(modifiers, name, result, &[("x", INT)], None)
    }

    /// A call of a method of a lower rank, on the same object.
    pub(super) fn family_call(&mut self) -> String {
        let has_object = self.scope.iter().any(|variable| variable.name == "this.load");
        if !has_object {
            return self.leaf(INT);
        }
        let below: &[&'static str] = match self.rank {
            Some(0 | 1) => &["size()"],
            Some(2) => &["alpha({int})", "this.alpha(this.load)", "size()", "twice()"],
            _ => &["beta({small})", "alpha({int})", "named().length()", "twice()"],
        };
        let template = *self.pick(below);
        self.fill(template, 1)
    }
}
