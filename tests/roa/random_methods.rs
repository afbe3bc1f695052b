//! Small random methods for the exhaustion: over byte, boolean, short and arrays of them, with all that changes where a
//! run goes: loops of each kind (some of which do not end), labels, `switch`, exceptions that are caught, `finally`,
//! early returns, a recursive callee, a static field, aliases, and partial effects before an exception.
//!
//! Every local has a value when it is declared, and a jump stands only behind an `if`, so that nearly all of them compile.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Parameter lists whose inputs can all be tried.
const PARAMETERS: &[&str] = &[
    "byte a",
    "byte a, boolean c",
    "byte a, byte b",
    "byte a, byte b",
    "short a",
    "boolean a, boolean b, byte c",
    "byte[] p",
    "byte[] p, byte a",
    "byte[] p, boolean c",
    "byte[] p, byte[] q",
    "boolean[] p, byte a",
    "short[] p, boolean c",
];

const CONSTANTS: &[&str] = &[
    "0",
    "0",
    "1",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "10",
    "31",
    "100",
    "127",
    "(-1)",
    "(-128)",
    "2147483647",
    "(-2147483648)",
];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
const EXCEPTIONS: &[&str] = &[
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "IndexOutOfBoundsException",
    "NullPointerException",
    "RuntimeException",
    "IllegalStateException",
];

/// A method `static int f(…)`, with the members that it needs: a static field `s` and sometimes a callee `g`.
pub(crate) fn method(seed: u64) -> String {
    let mut maker = Maker {
        rng: ChaCha8Rng::seed_from_u64(seed),
        ints: Vec::new(),
        fixed: Vec::new(),
        booleans: Vec::new(),
        arrays: Vec::new(),
        cell: "byte",
        names: 0,
        labels: Vec::new(),
        in_loop: false,
        calls: false,
        room: 0,
    };
    maker.method()
}

struct Maker {
    rng: ChaCha8Rng,
    /// Variables of int and narrower types that may be assigned, with the cast that a value needs.
    ints: Vec<(String, &'static str)>,
    /// Counters of loops: assigned seldom.
    fixed: Vec<String>,
    booleans: Vec<String>,
    /// Numeric arrays alone.
    arrays: Vec<String>,
    cell: &'static str,
    names: usize,
    labels: Vec<String>,
    in_loop: bool,
    calls: bool,
    /// How many statements may still be made.
    room: usize,
}

impl Maker {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from.choose(&mut self.rng).copied().unwrap_or("0")
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn method(&mut self) -> String {
        let parameters = self.pick(PARAMETERS);
        let mut flags = None;
        for parameter in parameters.split(", ") {
            let (ty, name) = parameter.split_once(' ').unwrap_or(("byte", "a"));
            match ty {
                "byte" => self.ints.push((name.to_owned(), "(byte) ")),
                "short" => self.ints.push((name.to_owned(), "(short) ")),
                "boolean" => self.booleans.push(name.to_owned()),
                "boolean[]" => flags = Some(name.to_owned()),
                _ => {
                    self.cell = if ty == "short[]" { "short" } else { "byte" };
                    self.arrays.push(name.to_owned());
                }
            }
        }
        self.calls = self.chance(35);
        // Most are small; one in four is not.
        self.room = if self.chance(75) { self.rng.random_range(2..=4) } else { self.rng.random_range(5..=9) };
        let mut body = String::new();
        for name in ["x", "y"] {
            let value = self.int(1);
            body += &format!("int {name} = {value}; ");
            self.ints.push((name.to_owned(), ""));
        }
        self.ints.push(("s".to_owned(), ""));
        let first = flags.is_some() || self.chance(30);
        if first {
            let value = flags.map_or_else(|| self.boolean(1), |p| format!("{p}.length > 1 && {p}[1]"));
            body += &format!("boolean w = {value}; ");
            self.booleans.push("w".to_owned());
        }
        if !self.arrays.is_empty() && self.chance(25) {
            let (value, cell) = (self.array(), self.cell);
            body += &format!("{cell}[] t = {value}; ");
            self.arrays.push("t".to_owned());
        }
        while self.room > 0 {
            body += &self.statement(3);
        }
        let result = self.int(2);
        let callee = if self.calls { self.callee() } else { String::new() };
        format!("static int f({parameters}) {{ {body}return {result}; }} static int s; {callee}")
    }

    /// Recursive, with a write, an exception or no end for some arguments.
    fn callee(&mut self) -> String {
        let texts = [
            "static int g(int n, int k) { if (n <= 0 || n > 9) { return k; } return g(n - 1, k + n) + 1; }",
            "static int g(int n, int k) { s += n; if (k == 0) { throw new IllegalStateException(); } return n / k; }",
            "static int g(int n, int k) { int r = 0; for (int i = n & 3; i < k && r < 9; i++) { r += i; s++; } return r; }",
            "static int g(int n, int k) { if (k == 3) { return n; } while (n == 7) { s = 1; } return n > k ? n : k; }",
            "static int g(int n, int k) { if (n > 0) { return h(n - 2, k); } return k; } static int h(int n, int k) { if (n > 20) { return n; } return g(n - 1, ~k); }",
        ];
        self.pick(&texts).to_owned()
    }

    fn array(&mut self) -> String {
        let names: Vec<String> = self.arrays.clone();
        match self.rng.random_range(0..4) {
            0 => format!("new {}[{}]", self.cell, self.rng.random_range(0..4)),
            1 if !self.ints.is_empty() => {
                let length = self.any_int();
                format!("new {}[{length} & 3]", self.cell)
            }
            2 => "null".to_owned(),
            _ => names.choose(&mut self.rng).cloned().unwrap_or_else(|| "null".to_owned()),
        }
    }

    fn any_int(&mut self) -> String {
        let mut all: Vec<String> = self.ints.iter().map(|(n, _)| n.clone()).collect();
        all.extend(self.fixed.iter().cloned());
        all.extend(self.fixed.iter().cloned());
        all.choose(&mut self.rng).cloned().unwrap_or_else(|| "1".to_owned())
    }

    fn int(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(25) {
            return if self.chance(65) { self.any_int() } else { self.pick(CONSTANTS).to_owned() };
        }
        match self.rng.random_range(0..22) {
            0..=3 => format!("({} {} {})", self.int(depth - 1), self.pick(&["+", "-"]), self.int(depth - 1)),
            4 | 5 => {
                let op = self.pick(&["*", "/", "%", "/"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            6 => {
                let op = self.pick(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            7 | 8 => {
                let op = self.pick(&["&", "|", "^"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            9 => format!("{}({})", self.pick(&["-", "~"]), self.int(depth - 1)),
            10 => format!("({})({})", self.pick(&["byte", "short", "char"]), self.int(depth - 1)),
            11 => {
                format!("({} ? {} : {})", self.boolean(depth - 1), self.int(depth - 1), self.int(depth - 1))
            }
            12 if self.calls => format!("g({}, {})", self.int(depth - 1), self.int(depth - 1)),
            13 => {
                let name = self.ints.choose(&mut self.rng).map_or_else(|| "s".to_owned(), |(n, _)| n.clone());
                let op = self.pick(&["++", "--"]);
                if self.chance(50) { format!("{name}{op}") } else { format!("({op}{name})") }
            }
            14..=18 if !self.arrays.is_empty() => {
                let names = self.arrays.clone();
                let name = names.choose(&mut self.rng).cloned().unwrap_or_default();
                if self.chance(45) {
                    format!("{name}.length")
                } else {
                    format!("{name}[{}]", self.int(depth - 1))
                }
            }
            19 => format!("(int) ({}L * {})", self.pick(&["3", "65537", "4294967296"]), self.any_int()),
            _ => self.any_int(),
        }
    }

    fn boolean(&mut self, depth: u32) -> String {
        if !self.booleans.is_empty() && self.chance(20) {
            let names = self.booleans.clone();
            return names.choose(&mut self.rng).cloned().unwrap_or_default();
        }
        if depth == 0 || self.chance(65) {
            let op = self.pick(COMPARISONS);
            let left = if self.chance(70) { self.any_int() } else { self.int(1) };
            return format!("{left} {op} {}", self.int(depth.min(1)));
        }
        match self.rng.random_range(0..8) {
            0..=2 => format!("({} && {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            3 | 4 => format!("({} || {})", self.boolean(depth - 1), self.boolean(depth - 1)),
            5 => {
                let op = self.pick(&["^", "&", "|"]);
                format!("(({}) {op} ({}))", self.boolean(depth - 1), self.boolean(depth - 1))
            }
            6 if !self.arrays.is_empty() => {
                let names = self.arrays.clone();
                let name = names.choose(&mut self.rng).cloned().unwrap_or_default();
                format!("{name} {} null", self.pick(&["==", "!="]))
            }
            _ => format!("!({})", self.boolean(depth - 1)),
        }
    }

    fn block(&mut self, depth: u32) -> String {
        let scope = (self.ints.len(), self.fixed.len(), self.booleans.len());
        let count = self.rng.random_range(1..=2);
        let body: String = (0..count).map(|_| self.statement(depth)).collect();
        self.ints.truncate(scope.0);
        self.fixed.truncate(scope.1);
        self.booleans.truncate(scope.2);
        format!("{{ {body}}} ")
    }

    fn statement(&mut self, depth: u32) -> String {
        self.room = self.room.saturating_sub(1);
        if depth == 0 {
            return self.assignment();
        }
        match self.rng.random_range(0..20) {
            0..=5 => self.assignment(),
            6..=8 => {
                let condition = self.boolean(2);
                let then = self.block(depth - 1);
                let other =
                    if self.chance(45) { format!("else {}", self.block(depth - 1)) } else { String::new() };
                format!("if ({condition}) {then}{other}")
            }
            9..=12 => self.repeat(depth),
            13 => self.switch(depth),
            14 | 15 => self.attempt(depth),
            16 | 17 => self.jump(),
            18 => {
                let name = self.fresh("v");
                let value = self.int(2);
                self.ints.push((name.clone(), ""));
                format!("int {name} = {value}; ")
            }
            _ => {
                let (condition, value) = (self.boolean(1), self.int(1));
                format!("if ({condition}) {{ return {value}; }} ")
            }
        }
    }

    fn assignment(&mut self) -> String {
        if !self.arrays.is_empty() && self.chance(30) {
            let names = self.arrays.clone();
            let name = names.choose(&mut self.rng).cloned().unwrap_or_default();
            let (index, value, cell) = (self.int(1), self.int(1), self.cell);
            return match self.rng.random_range(0..5) {
                0 if name == "t" => format!("t = {}; ", self.array()),
                1 => format!("{name}[{index}] {}= {value}; ", self.pick(&["+", "-", "/", ">>", "^"])),
                2 => format!("{name}[{index}]++; "),
                _ => format!("{name}[{index}] = ({cell}) ({value}); "),
            };
        }
        if !self.booleans.is_empty() && self.chance(15) {
            let names = self.booleans.clone();
            let name = names.choose(&mut self.rng).cloned().unwrap_or_default();
            return format!("{name} {} {}; ", self.pick(&["=", "&=", "|=", "^="]), self.boolean(1));
        }
        if !self.fixed.is_empty() && self.chance(4) {
            let names = self.fixed.clone();
            let name = names.choose(&mut self.rng).cloned().unwrap_or_default();
            return format!("{name}++; ");
        }
        let (name, cast) = self.ints.choose(&mut self.rng).cloned().unwrap_or(("s".to_owned(), ""));
        match self.rng.random_range(0..10) {
            0 | 1 => format!("{name}{}; ", self.pick(&["++", "--"])),
            2..=4 => {
                let op = self.pick(&["+", "+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^"]);
                format!("{name} {op}= {}; ", self.int(1))
            }
            _ if cast.is_empty() => format!("{name} = {}; ", self.int(2)),
            _ => format!("{name} = {cast}({}); ", self.int(2)),
        }
    }

    /// A loop; most end soon.
    fn repeat(&mut self, depth: u32) -> String {
        let scope = self.fixed.len();
        let label = self.chance(30).then(|| self.fresh("L"));
        let before = std::mem::replace(&mut self.in_loop, true);
        self.labels.extend(label.clone());
        let name = self.fresh("i");
        let bound = if !self.arrays.is_empty() && self.chance(55) {
            let names = self.arrays.clone();
            format!("{}.length", names.choose(&mut self.rng).cloned().unwrap_or_default())
        } else if self.chance(60) {
            self.pick(&["2", "3", "4", "6"]).to_owned()
        } else {
            self.any_int()
        };
        let start = if self.chance(75) { "0".to_owned() } else { self.any_int() };
        let compare = self.pick(&["<", "<", "<", "<=", "!="]);
        let step = self.pick(&["++", "++", "++", " += 2", " += 3"]);
        let fuse = self.fresh("n");
        let guard = if self.chance(85) {
            format!("if ({fuse}++ {} 9) {{ break; }} ", self.pick(&[">", ">=", "=="]))
        } else {
            String::new()
        };
        self.fixed.push(name.clone());
        let head = label.as_ref().map_or_else(String::new, |l| format!("{l}: "));
        let text = match self.rng.random_range(0..6) {
            0..=2 => {
                let body = self.block(depth - 1);
                format!(
                    "{head}for (int {name} = {start}; {name} {compare} {bound}; {name}{step}) {{ {guard}{body}}} "
                )
            }
            3 => {
                let body = self.block(depth - 1);
                let down = format!("int {name} = {bound}; ");
                format!("{down}{head}while ({name} > 0) {{ {guard}{name}--; {body}}} ")
            }
            4 => {
                let condition = self.boolean(1);
                let body = self.block(depth - 1);
                format!("int {name} = {start}; {head}while ({condition}) {{ {guard}{body}{name}{step}; }} ")
            }
            _ => {
                let body = self.block(depth - 1);
                format!(
                    "int {name} = {start}; {head}do {{ {guard}{body}{name}{step}; }} while ({name} {compare} {bound}); "
                )
            }
        };
        self.fixed.truncate(scope);
        self.in_loop = before;
        if label.is_some() {
            self.labels.pop();
        }
        format!("{{ int {fuse} = 0; {text}}} ")
    }

    fn switch(&mut self, depth: u32) -> String {
        let on = format!("{} {} 3", self.any_int(), self.pick(&["&", "%"]));
        let mut text = format!("switch ({on}) {{ ");
        for label in ["0", "1", "-1"] {
            let body = self.block(depth - 1);
            let end = if self.chance(60) { "break; " } else { "" };
            text += &format!("case {label}: {body}{end}");
        }
        if self.chance(50) {
            text += &format!("default: {}", self.block(depth - 1));
        }
        text + "} "
    }

    fn attempt(&mut self, depth: u32) -> String {
        let name = self.fresh("e");
        let body = self.block(depth - 1);
        let exception = self.pick(EXCEPTIONS);
        let handler = self.block(depth - 1);
        match self.rng.random_range(0..4) {
            0 => format!("try {body}finally {handler}"),
            1 => {
                let last = self.assignment();
                format!("try {body}catch ({exception} {name}) {handler}finally {{ {last}}} ")
            }
            _ => format!("try {body}catch ({exception} {name}) {handler}"),
        }
    }

    /// A jump behind a condition.
    fn jump(&mut self) -> String {
        let condition = self.boolean(1);
        let labels = self.labels.clone();
        let target = labels.choose(&mut self.rng).cloned();
        let jump = match self.rng.random_range(0..8) {
            0..=2 if self.in_loop => "break;".to_owned(),
            3 | 4 if self.in_loop => "continue;".to_owned(),
            5 | 6 if target.is_some() => {
                format!("{} {};", self.pick(&["break", "continue"]), target.unwrap_or_default())
            }
            7 => "throw new IllegalStateException();".to_owned(),
            _ => format!("return {};", self.int(1)),
        };
        format!("if ({condition}) {{ {jump} }} ")
    }
}
