//! Statements: each in a scope of its own where Java has one.

use jatpg::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Int, Long, Short};
use rand::Rng;
use rand::seq::IndexedRandom;

use super::types::{INTEGRAL, NUMERIC, Ty};
use super::{Generator, INT, Place, library, templates};

const BOOLEAN: Ty = Ty::Primitive(Boolean);

/// In an order in which none hides a later one.
const CATCHES: [&str; 9] = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException | NullPointerException",
    "IndexOutOfBoundsException",
    "Worse",
    "Oops",
    "NumberFormatException",
    "ClassCastException | ArrayStoreException",
    "RuntimeException",
    "Throwable",
];

impl Generator {
    /// Statements in a scope of their own.
    pub(super) fn block(&mut self, count: usize, depth: usize) -> String {
        let mark = self.scope.len();
        self.indent += 1;
        let text = self.statements(count, depth);
        self.indent -= 1;
        self.scope.truncate(mark);
        text
    }

    pub(super) fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.rng.random_range(0..if depth == 0 { 52 } else { 104 }) {
            0..14 => self.declaration(),
            14..32 => self.assignment(),
            32..36 => self.inc_dec(),
            36..40 => self.jump(),
            40..52 => self.effect(),
            52..64 => self.if_statement(depth),
            64..80 => self.loop_statement(depth),
            80..88 => self.switch_statement(depth),
            88..98 => self.try_statement(depth),
            98..101 => self.labeled_block(depth),
            _ => {
                let inner = self.block(2, depth - 1);
                self.line("{") + &inner + &self.line("}")
            }
        }
    }

    fn declaration(&mut self) -> String {
        let all: Vec<Ty> = Ty::all().collect();
        let ty = match self.rng.random_range(0..20) {
            0..7 => self.value_type(),
            7..10 => Ty::Nested(*self.pick(&PrimitiveType::ALL), self.rng.random_range(2..=3)),
            _ => *self.pick(&all),
        };
        if self.chance(8) {
            return self.late_declaration(ty);
        }
        let name = self.fresh();
        let is_final = self.chance(10);
        // `var` would take the class of the initialiser, which may be narrower.
        let is_exact = matches!(ty, Ty::Primitive(_) | Ty::Boxed(_) | Ty::Array(_) | Ty::Text | Ty::Color);
        let declared = if is_exact && self.chance(10) { "var".into() } else { ty.name() };
        let value = match (self.narrow_constant(ty), &*declared) {
            (Some(constant), declared) if declared != "var" && self.chance(15) => constant,
            (_, declared) if declared != "var" && self.yields.is_none() && self.chance(10) => {
                self.switch_expression_alone(ty, 3)
            }
            _ => self.expr(ty, 3),
        };
        // javac loses the type of `var` over a switch in which an array initialiser stands.
        let declared = if value.contains("switch") { ty.name() } else { declared };
        let text = self.line(format!("{}{declared} {name} = {value};", if is_final { "final " } else { "" }));
        self.push(name, ty, !is_final);
        text
    }

    /// A constant of type `int` that fits, which an assignment narrows or boxes by itself.
    fn narrow_constant(&mut self, ty: Ty) -> Option<String> {
        match ty {
            Ty::Primitive(Byte | Short | Char) | Ty::Boxed(Byte | Short | Char) => {
                Some(self.pick(&["LIMIT", "65", "'b'", "3 + LIMIT", "(int) 9L"]).to_string())
            }
            Ty::Primitive(ty) if ty != Boolean => {
                Some(self.pick(&["'c'", "LIMIT", "tiny", "(short) 4"]).to_string())
            }
            Ty::Array(Int) => Some("{4, 'd', LIMIT}".into()),
            Ty::Array(Long) => Some("{4, 5L, tiny}".into()),
            _ => None,
        }
    }

    fn assignment(&mut self) -> String {
        let all: Vec<Ty> = Ty::all().collect();
        let types: Vec<Ty> = if self.chance(50) { all } else { vec![self.value_type()] };
        let Some((target, ty)) = self.target(&types) else { return self.declaration() };
        match ty {
            Ty::Primitive(of) if of.is_numeric() && self.chance(60) => {
                let (op, other) = self.compound_operator(of.is_integral());
                let value = self.expr(Ty::Primitive(other), 2);
                self.line(format!("{target} {op} {value};"))
            }
            Ty::Text if self.chance(40) => {
                let other = self.value_type();
                let value = self.expr(other, 2);
                self.line(format!("{target} += {value};"))
            }
            BOOLEAN if self.chance(50) => {
                let op = *self.pick(&["&=", "|=", "^="]);
                let value = self.expr(BOOLEAN, 2);
                self.line(format!("{target} {op} {value};"))
            }
            _ => {
                let value = self.expr(ty, 3);
                self.line(format!("{target} = {value};"))
            }
        }
    }

    fn compound_operator(&mut self, integral: bool) -> (&'static str, PrimitiveType) {
        if integral && self.chance(60) {
            let op = *self.pick(&["&=", "|=", "^=", "<<=", ">>=", ">>>="]);
            return (op, *self.pick(&INTEGRAL));
        }
        (*self.pick(&["+=", "-=", "*=", "/=", "%="]), *self.pick(&NUMERIC))
    }

    fn inc_dec(&mut self) -> String {
        let types: Vec<Ty> = NUMERIC.iter().flat_map(|&ty| [Ty::Primitive(ty), Ty::Boxed(ty)]).collect();
        let ty = *self.pick(&types);
        let Some((target, _)) = self.target(&[ty]) else { return self.assignment() };
        let op = *self.pick(&["++", "--"]);
        let text = if self.chance(50) { format!("{target}{op};") } else { format!("{op}{target};") };
        self.line(text)
    }

    /// A jump always stands behind an `if`, so that what follows is reachable.
    fn jump(&mut self) -> String {
        let condition = self.expr(BOOLEAN, 2);
        let label = self.labels.choose(&mut self.rng).cloned();
        let jump = match (self.rng.random_range(0..7), label) {
            (0, _) if self.in_loop || self.in_switch => "break;".to_owned(),
            (1, _) if self.in_loop => "continue;".to_owned(),
            (2, Some((label, _))) => format!("break {label};"),
            (3, Some((label, true))) => format!("continue {label};"),
            (4, _) => {
                let (message, code) = (self.expr(Ty::Text, 1), self.expr(INT, 1));
                if self.chance(20) {
                    format!("throw new Worse({code});")
                } else {
                    format!("throw new Oops({message}, {code});")
                }
            }
            _ => self.leave(),
        };
        if self.chance(12) {
            return self.pattern_guard();
        }
        self.line(format!("if ({condition}) {{ {jump} }}"))
    }

    /// Leaves the method, or the switch expression.
    fn leave(&mut self) -> String {
        match (self.yields, self.place) {
            (Some(ty), _) => self.yield_statement(ty, 1),
            (None, Place::Method(Some(ty))) => format!("return {};", self.expr(ty, 2)),
            (None, Place::Method(None)) => "return;".to_owned(),
            (None, Place::Initializer) => "throw new Oops(\"init\", 1);".to_owned(),
        }
    }

    /// A value behind `yield` must not begin with a parenthesis: javac would read a call.
    pub(super) fn yield_statement(&mut self, ty: Ty, depth: usize) -> String {
        let value = self.expr(ty, depth);
        if !value.starts_with('(') {
            return format!("yield {value};");
        }
        let name = self.fresh();
        format!("{} {name} = {value}; yield {name};", ty.name())
    }

    /// A pattern whose variable is in scope behind the statement.
    fn pattern_guard(&mut self) -> String {
        let (value, name, leave) = (self.expr(Ty::Object, 1), self.fresh(), self.leave());
        let (class, ty) = *self.pick(&[("Integer", Ty::Boxed(Int)), ("String", Ty::Text)]);
        let text = self.line(format!("if (!((Object) ({value}) instanceof {class} {name})) {{ {leave} }}"));
        self.push(name, ty, true);
        text
    }

    fn effect(&mut self) -> String {
        let all = if self.rank.is_none() {
            [templates::STATEMENTS, templates::FAMILY_STATEMENTS].concat()
        } else {
            templates::STATEMENTS.to_vec()
        };
        let template = if self.chance(20) { self.pick(library::statements()) } else { *self.pick(&all) };
        if template.starts_with("try") && !self.may_try {
            return self.inc_dec();
        }
        let text = self.fill(template, 2);
        self.line(text)
    }

    fn if_statement(&mut self, depth: usize) -> String {
        let condition = self.expr(BOOLEAN, 3);
        if self.chance(15) {
            // Without braces.
            let (a, b) = (self.effect_of_int(), self.effect_of_int());
            return self.line(format!("if ({condition}) {a} else {b}"));
        }
        let mut text = self.line(format!("if ({condition}) {{"));
        text += &self.block(2, depth - 1);
        if self.chance(50) {
            text += &self.line("} else {");
            text += &self.block(2, depth - 1);
        }
        text + &self.line("}")
    }

    fn effect_of_int(&mut self) -> String {
        self.fill("{=int} += {number};", 1)
    }

    fn labeled_block(&mut self, depth: usize) -> String {
        let label = format!("l{}", self.fresh());
        self.labels.push((label.clone(), false));
        let inner = self.block(3, depth - 1);
        self.labels.pop();
        self.line(format!("{label}: {{")) + &inner + &self.line("}")
    }

    fn loop_statement(&mut self, depth: usize) -> String {
        if self.loops >= if self.rank.is_some() { 1 } else { 3 } {
            return self.if_statement(depth);
        }
        self.loops += 1;
        let was = (std::mem::replace(&mut self.in_loop, true), std::mem::replace(&mut self.in_switch, false));
        let guard = self.fresh();
        let label = self.chance(40).then(|| format!("l{guard}"));
        self.labels.extend(label.clone().map(|label| (label, true)));
        let head = label.as_ref().map(|l| format!("{l}: ")).unwrap_or_default();
        let mark = self.scope.len();
        let limit = self.rng.random_range(1..=6);
        let text = match self.rng.random_range(0..7) {
            0 => self.while_loop(depth, &head, &guard, limit),
            1 => self.do_loop(depth, &head, &guard, limit),
            2 | 3 => self.for_each(depth, &head, &guard),
            4 => self.endless_loop(depth, &head, &guard, limit),
            5 if self.chance(30) => self.for_of_expressions(depth, &head, &guard, limit),
            _ => self.for_loop(depth, &head, &guard, limit),
        };
        self.scope.truncate(mark);
        if label.is_some() {
            self.labels.pop();
        }
        (self.in_loop, self.in_switch) = was;
        self.loops -= 1;
        text
    }

    fn while_loop(&mut self, depth: usize, head: &str, guard: &str, limit: i32) -> String {
        let condition = self.expr(BOOLEAN, 2);
        self.line(format!("int {guard} = 0;"))
            + &self.line(format!("{head}while ({guard}++ < {limit} && {condition}) {{"))
            + &self.block(2, depth - 1)
            + &self.line("}")
    }

    fn do_loop(&mut self, depth: usize, head: &str, guard: &str, limit: i32) -> String {
        let body = self.block(2, depth - 1);
        let condition = self.expr(BOOLEAN, 2);
        self.line(format!("int {guard} = 0;"))
            + &self.line(format!("{head}do {{"))
            + &body
            + &self.line(format!("}} while (++{guard} < {limit} && {condition});"))
    }

    /// Over arrays; some elements are converted on the way.
    fn for_each(&mut self, depth: usize, head: &str, variable: &str) -> String {
        let (array, element) = match self.rng.random_range(0..8) {
            0 => (Ty::Texts, Ty::Text),
            1 => (Ty::Array(Char), Ty::Primitive(Int)),
            2 => (Ty::Array(Int), Ty::Primitive(Long)),
            3 => (Ty::Array(Int), Ty::Boxed(Int)),
            4 => {
                let of = *self.pick(&PrimitiveType::ALL);
                (Ty::Nested(of, 2), Ty::Array(of))
            }
            5 => (Ty::Objects, Ty::Object),
            _ => (Ty::Array(Int), INT),
        };
        let over = self.expr(array, 1);
        self.push(variable.to_owned(), element, true);
        let is_exact = matches!((array, element), (Ty::Texts | Ty::Nested(..), _) | (Ty::Array(Int), INT));
        let declared = if is_exact && self.chance(25) { "var".into() } else { element.name() };
        self.line(format!("{head}for ({declared} {variable} : {over}) {{"))
            + &self.block(2, depth - 1)
            + &self.line("}")
    }

    /// Left by a `break` alone.
    fn endless_loop(&mut self, depth: usize, head: &str, guard: &str, limit: i32) -> String {
        let form = *self.pick(&["for (;;)", "while (true)", "for (; true; )"]);
        self.line(format!("int {guard} = 0;"))
            + &self.line(format!("{head}{form} {{"))
            + &self.line(format!("    if (++{guard} > {limit}) {{ break; }}"))
            + &self.block(2, depth - 1)
            + &self.line("}")
    }

    /// The counter belongs to the method; an empty body and a loop over expressions alone.
    fn for_of_expressions(&mut self, depth: usize, head: &str, guard: &str, limit: i32) -> String {
        let condition = self.expr(BOOLEAN, 1);
        self.line(format!("int {guard};"))
            + &self.line(format!("for ({guard} = 0; {guard} < {limit} && {condition}; ++{guard});"))
            + &self.line(format!("{head}for ({guard} = -1, count--; ++{guard} < {limit};) {{"))
            + &self.block(2, depth - 1)
            + &self.line("}")
    }

    fn for_loop(&mut self, depth: usize, head: &str, guard: &str, limit: i32) -> String {
        self.push(guard.to_owned(), INT, false);
        let (init, update) = match self.rng.random_range(0..4) {
            0 => (format!("int {guard} = 0, {guard}b = 9"), format!("{guard}++, {guard}b--")),
            1 => (format!("int {guard} = 0"), format!("count++, {guard} += 1")),
            _ => (format!("int {guard} = 0"), format!("{guard}++")),
        };
        self.line(format!("{head}for ({init}; {guard} < {limit}; {update}) {{"))
            + &self.block(2, depth - 1)
            + &self.line("}")
    }

    fn switch_statement(&mut self, depth: usize) -> String {
        let was_in_switch = std::mem::replace(&mut self.in_switch, true);
        let arrows = self.chance(40);
        let (selector, labels, _) = self.selector(2);
        let mut text = self.line(format!("switch ({selector}) {{"));
        self.indent += 1;
        let default_at = if self.chance(60) { self.rng.random_range(0..=labels.len()) } else { usize::MAX };
        for n in 0..=labels.len() {
            if n == default_at {
                text += &self.switch_group("default", arrows, depth);
            }
            if let Some(label) = labels.get(n) {
                text += &self.switch_group(&format!("case {label}"), arrows, depth);
            }
        }
        self.indent -= 1;
        self.in_switch = was_in_switch;
        text + &self.line("}")
    }

    fn switch_group(&mut self, label: &str, arrows: bool, depth: usize) -> String {
        if arrows {
            return match self.rng.random_range(0..8) {
                // Were it every rule, what follows would be unreachable.
                0 if label != "default" => self.line(format!("{label} -> throw new Oops(\"arrow\", 3);")),
                1 => {
                    let effect = self.effect_of_int();
                    self.line(format!("{label} -> {effect}"))
                }
                _ => self.line(format!("{label} -> {{")) + &self.block(1, depth - 1) + &self.line("}"),
            };
        }
        // A group's locals are in scope of the next, without a value: keep them in a block.
        let mut text =
            self.line(format!("{label}:")) + &self.line("{") + &self.block(1, depth - 1) + &self.line("}");
        if self.chance(60) {
            text += &self.line("break;");
        }
        text
    }

    fn try_statement(&mut self, depth: usize) -> String {
        let mut text = self.line("try {");
        text += &self.block(2, depth - 1);
        let is_checked = self.chance(25);
        if is_checked {
            let n = self.expr(INT, 1);
            text += &self.line(format!("    count += risky({n});"));
        }
        let caught: Vec<&str> = CATCHES.into_iter().filter(|_| self.chance(22)).collect();
        if is_checked {
            let name = self.fresh();
            text += &self.line(format!("}} catch (Checked {name}) {{"));
            text += &self.line(format!("    note = {name}.getMessage() + {name}.getCause();"));
            text += &self.block(1, depth - 1);
        }
        for class in &caught {
            text += &self.catch(class, depth);
        }
        if (caught.is_empty() && !is_checked) || self.chance(40) {
            text += &self.line("} finally {");
            text += &self.block(1, depth - 1);
        }
        text + &self.line("}")
    }

    fn catch(&mut self, class: &str, depth: usize) -> String {
        let name = self.fresh();
        let mut text = self.line(format!("}} catch ({class} {name}) {{"));
        if matches!(class, "Oops" | "Worse") {
            text += &self.line(format!("    count += {name}.code; note = {name}.getMessage();"));
        }
        text += &self.block(1, depth - 1);
        if class != "Throwable" && self.chance(15) {
            let condition = self.expr(BOOLEAN, 1);
            text += &self.line(format!("    if ({condition}) {{ throw {name}; }}"));
        }
        if self.chance(20) {
            text += &self.line(format!("    System.out.println({name}.getClass().getName());"));
        }
        text
    }
}
