//! Values that can be written down: literals in all their forms, new arrays and objects.

use jatpg::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Double, Float, Int, Long, Short};
use rand::Rng;

use super::types::Ty;
use super::{GRID, Generator};

impl Generator {
    /// An argument of the method under test.
    pub(super) fn input(&mut self, ty: Ty) -> String {
        let may_be_null = !matches!(ty, Ty::Primitive(_) | Ty::Shape);
        if may_be_null && self.chance(6) {
            return format!("({}) null", ty.name());
        }
        match ty {
            GRID => "new int[][] {{1, 2}, {3}, null, {}}".into(),
            Ty::Objects if self.chance(50) => "new String[] {\"s\", null}".into(),
            _ => self.literal(ty),
        }
    }

    pub(super) fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Primitive(ty) => self.primitive(ty),
            Ty::Boxed(ty) => self.boxed(ty),
            Ty::Array(ty) => format!("new {}[] {{{}}}", ty.name(), self.list(Ty::Primitive(ty), 5)),
            Ty::Text => self.quoted(),
            Ty::Texts => format!("new String[] {{{}}}", self.list(Ty::Text, 4)),
            Ty::Nested(of, dimensions) => format!("new {} {}", ty.name(), self.braces(of, dimensions)),
            Ty::Sequence => self.quoted(),
            Ty::Builder => "new StringBuilder(\"sb\")".into(),
            Ty::Buffer => "new StringBuffer(\"buffer\")".into(),
            Ty::Object => match self.rng.random_range(0..3) {
                0 => format!("(Object) {}", self.quoted()),
                1 => format!("(Object) {}", self.boxed(Int)),
                _ => "(Object) Color.GREEN".into(),
            },
            Ty::Objects => match self.rng.random_range(0..3) {
                0 => format!("new Object[] {{{}}}", self.list(Ty::Object, 4)),
                1 => format!("new Integer[] {{{}}}", self.list(Ty::Boxed(Int), 4)),
                _ => format!("new String[] {{{}}}", self.list(Ty::Text, 4)),
            },
            Ty::Color => self.pick(&["Color.RED", "Color.GREEN", "Color.BLUE"]).to_string(),
            Ty::Shape => self.new_shape(),
        }
    }

    /// `{{1, 2}, {}}`
    fn braces(&mut self, of: PrimitiveType, dimensions: u8) -> String {
        if dimensions == 1 {
            return format!("{{{}}}", self.list(Ty::Primitive(of), 3));
        }
        let len = self.rng.random_range(1..=2);
        let rows: Vec<String> = (0..len).map(|_| self.braces(of, dimensions - 1)).collect();
        format!("{{{}}}", rows.join(", "))
    }

    fn list(&mut self, ty: Ty, longest: usize) -> String {
        let len = self.rng.random_range(0..=longest);
        (0..len).map(|_| self.literal(ty)).collect::<Vec<_>>().join(", ")
    }

    fn primitive(&mut self, ty: PrimitiveType) -> String {
        match ty {
            Boolean => self.chance(50).to_string(),
            Byte => format!("(byte) {}", self.rng.random_range(-128..=127)),
            Short => format!("(short) {}", self.rng.random_range(-40..=32_767)),
            Char => {
                let all = [
                    "'a'",
                    "'Z'",
                    "'0'",
                    "' '",
                    "'\\n'",
                    "'\\''",
                    "'\\u00e9'",
                    "(char) 65535",
                    "'\\7'",
                    "'z'",
                ];
                self.pick(&all).to_string()
            }
            Int => match self.rng.random_range(0..10) {
                0 => {
                    let all =
                        ["Integer.MAX_VALUE", "Integer.MIN_VALUE", "0x7fff_ffff", "-0b101", "017", "1_000"];
                    self.pick(&all).to_string()
                }
                1 => self.rng.random_range(0..i32::MAX).to_string(),
                _ => self.rng.random_range(-5..=12).to_string(),
            },
            Long => match self.rng.random_range(0..6) {
                0 => {
                    let all = ["Long.MAX_VALUE", "Long.MIN_VALUE", "0xFFFF_FFFF_FFL", "-1L", "07L", "0b11L"];
                    self.pick(&all).to_string()
                }
                _ => format!("{}L", self.rng.random_range(-1_000_000..=1_000_000)),
            },
            Float => {
                let all = [
                    "1.5f",
                    "-0.0f",
                    "3e10f",
                    "Float.NaN",
                    "0.1f",
                    "1e-40f",
                    "16777217f",
                    "0x1.8p3f",
                    "Float.MAX_VALUE",
                    "(1 / 0f)",
                    "2f",
                    "-7.75F",
                ];
                self.pick(&all).to_string()
            }
            Double => match self.rng.random_range(0..3) {
                0 => {
                    let all = [
                        "-0.0",
                        "Double.NaN",
                        "Double.POSITIVE_INFINITY",
                        "1e300",
                        "4.9e-324",
                        "0.1",
                        "1e21",
                        "1e-5",
                        "0x1p-3",
                        "9.007199254740993e15",
                        "2d",
                        ".5",
                    ];
                    self.pick(&all).to_string()
                }
                _ => format!("{:?}", f64::from(self.rng.random_range(-1000..=1000)) / 8.0),
            },
        }
    }

    /// Mostly in the range in which boxes are shared, so that their identity is certain.
    fn boxed(&mut self, ty: PrimitiveType) -> String {
        match ty {
            Int => format!("Integer.valueOf({})", self.rng.random_range(-150..=127)),
            Long => format!("Long.valueOf({})", self.rng.random_range(-128..=127)),
            _ => format!("{}.valueOf({})", super::types::wrapper(ty), self.primitive(ty)),
        }
    }

    fn quoted(&mut self) -> String {
        let all = [
            "\"\"",
            "\"a\"",
            "\"Hello\"",
            "\"x=1\\t\"",
            "\" pad \"",
            "\"\\u00fc\\\"q\\\"\"",
            "\"-42\"",
            "\"17\"",
            "\"abcabc\"",
            "\"\\ud83d\\ude00\"",
            "NAME",
            "\"\"\"\n            text\n             block\"\"\"",
        ];
        self.pick(&all).to_string()
    }

    fn new_shape(&mut self) -> String {
        if self.rank.is_some() {
            // A constructor that makes another object would not end.
            return self.variable(Ty::Shape).unwrap_or_else(|| "(Shape) null".into());
        }
        let n = self.rng.random_range(-3..=9);
        match self.rng.random_range(0..5) {
            0 => format!("new Square({n})"),
            1 => format!("new Strip({n})"),
            2 => format!("new Strip({n}, \"w{n}\")"),
            3 => format!("new Cube({n})"),
            _ => format!("new Cube(\"cube{n}\")"),
        }
    }
}
