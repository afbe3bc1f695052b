//! Expressions: always parenthesised where a context could tear them apart.

use jatpg::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Double, Float, Int, Long, Short};
use rand::Rng;
use rand::seq::IndexedRandom;

use super::types::{INTEGRAL, NUMERIC, Ty, up_to, wrapper};
use super::{Generator, INT, Variable, library, templates};

impl Generator {
    pub(super) fn expr(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.chance(18) {
            return self.leaf(ty);
        }
        if self.chance(8)
            && let Some(calls) = library::expressions(ty)
        {
            let call = self.pick(calls);
            return self.fill(call, depth - 1);
        }
        let (templates, family) = match ty {
            Ty::Primitive(ty) => return self.primitive_expr(ty, depth),
            Ty::Boxed(of) => return self.boxed_expr(of, depth),
            Ty::Array(of) => return self.array_expr(of, depth),
            Ty::Text => (templates::TEXT, templates::FAMILY_TEXT),
            Ty::Texts if self.chance(20) => {
                return self.fill("(new String[][] {{String[]}, {String[]}, null})[{small} % 3]", depth - 1);
            }
            Ty::Texts => return self.leaf_or_conditional(ty, depth),
            Ty::Nested(of, dimensions) => return self.nested_expr(of, dimensions, depth),
            Ty::Sequence => {
                let ty = *self.pick(&[Ty::Text, Ty::Builder, Ty::Buffer]);
                return self.expr(ty, depth - 1);
            }
            Ty::Builder => (templates::BUILDER, &[][..]),
            Ty::Buffer | Ty::Shape => return self.leaf_or_conditional(ty, depth),
            Ty::Object => (templates::OBJECT, &[][..]),
            Ty::Objects => {
                let ty = if self.chance(50) { Ty::Texts } else { Ty::Objects };
                return self.leaf(ty);
            }
            Ty::Color => (templates::COLOR, &[][..]),
        };
        match self.rng.random_range(0..10) {
            0 => self.conditional(ty, depth),
            1 => self.switch_expression(ty, depth),
            2 => match self.target(&[ty]) {
                Some((target, _)) => format!("({target} = {})", self.expr(ty, depth - 1)),
                None => self.leaf(ty),
            },
            _ => self.one_of_templates(templates, family, depth),
        }
    }

    fn leaf_or_conditional(&mut self, ty: Ty, depth: usize) -> String {
        match self.rng.random_range(0..4) {
            0 => self.conditional(ty, depth),
            1 => self.switch_expression(ty, depth),
            _ => self.leaf(ty),
        }
    }

    fn one_of_templates(
        &mut self,
        general: &[&'static str],
        family: &[&'static str],
        depth: usize,
    ) -> String {
        // What calls the family is for code outside of it.
        let all = if self.rank.is_none() { [general, family].concat() } else { general.to_vec() };
        let template = *self.pick(&all);
        self.fill(template, depth - 1)
    }

    fn primitive_expr(&mut self, ty: PrimitiveType, depth: usize) -> String {
        let own = Ty::Primitive(ty);
        match self.rng.random_range(0..20) {
            0 => self.conditional(own, depth),
            1 => self.switch_expression(own, depth),
            2 if ty != Boolean => {
                let from = Ty::Primitive(*self.pick(&NUMERIC));
                format!("({}) ({})", ty.name(), self.expr(from, depth - 1))
            }
            3 | 4 => self.assignment_expr(ty, depth),
            5 => {
                let array = self.leaf(Ty::Array(ty));
                let index = self.fill("{index}", 1);
                format!("({array})[{index}]")
            }
            6 => {
                let boxed = self.expr(Ty::Boxed(ty), depth - 1);
                self.unboxed(ty, &boxed)
            }
            7 => {
                let boxed = format!("({}) ((Object) ({}))", wrapper(ty), self.expr(Ty::Boxed(ty), depth - 1));
                self.unboxed(ty, &boxed)
            }
            8 => self.recursive_call(own),
            9 if self.rank.is_some_and(|rank| rank > 0) && ty == Int => self.family_call(),
            _ => {
                let (general, family) = match ty {
                    Boolean => (templates::BOOLEAN, &[][..]),
                    Byte => (templates::BYTE, &[][..]),
                    Short => (templates::SHORT, &[][..]),
                    Char => (templates::CHAR, &[][..]),
                    Int => (templates::INT, templates::FAMILY),
                    Long => (templates::LONG, &[][..]),
                    Float => (templates::FLOAT, &[][..]),
                    Double => (templates::DOUBLE, &[][..]),
                };
                self.one_of_templates(general, family, depth)
            }
        }
    }

    /// A value of the primitive type itself, which a cast may narrow.
    fn unboxed(&mut self, ty: PrimitiveType, boxed: &str) -> String {
        let (condition, other) = (self.leaf(Ty::Primitive(Boolean)), self.leaf(Ty::Primitive(ty)));
        format!("({condition} ? {boxed} : {other})")
    }

    /// `x++`, `x = e`, `x += e` as a value.
    fn assignment_expr(&mut self, ty: PrimitiveType, depth: usize) -> String {
        let Some((target, _)) = self.target(&[Ty::Primitive(ty), Ty::Boxed(ty)]) else {
            return self.leaf(Ty::Primitive(ty));
        };
        let is_boxed = self.scope.iter().any(|v| v.name == target && v.ty == Ty::Boxed(ty))
            || ["box", "wide", "letter"].contains(&&*target);
        let value = match self.rng.random_range(0..7) {
            0 if ty != Boolean => format!("{target}++"),
            1 if ty != Boolean => format!("++{target}"),
            2 if ty != Boolean => format!("{target}--"),
            3 if ty != Boolean => format!("--{target}"),
            4 if ty != Boolean && !is_boxed => {
                let value = self.fill("{number}", depth - 1);
                format!("({target} {} {value})", self.pick(&["+=", "-=", "*=", "/=", "%="]))
            }
            5 if ty == Boolean => {
                let value = self.expr(Ty::Primitive(ty), depth - 1);
                format!("({target} {} {value})", self.pick(&["&=", "|=", "^="]))
            }
            _ => format!("({target} = {})", self.expr(Ty::Primitive(ty), depth - 1)),
        };
        if is_boxed { self.unboxed(ty, &value) } else { value }
    }

    /// A call of the helper that recurses, as a value of the type.
    fn recursive_call(&mut self, ty: Ty) -> String {
        if self.rank.is_some() || self.loops > usize::from(self.recursion.is_none()) {
            return self.leaf(ty);
        }
        let (x, s) = (self.leaf(INT), self.leaf(Ty::Text));
        let n = match self.recursion {
            Some(counter) => format!("{counter} - 1"),
            None => self.rng.random_range(0..4).to_string(),
        };
        let call = format!("helper({n}, {x}, {s})");
        match ty {
            Ty::Primitive(Boolean) => format!("(\"\" + {call}).isEmpty()"),
            Ty::Primitive(Int) => format!("(\"\" + {call}).length()"),
            Ty::Primitive(other) => format!("({}) (\"\" + {call}).hashCode()", other.name()),
            _ => format!("(\"\" + {call})"),
        }
    }

    fn boxed_expr(&mut self, of: PrimitiveType, depth: usize) -> String {
        let name = wrapper(of);
        match self.rng.random_range(0..6) {
            0 => format!("{name}.valueOf({})", self.expr(Ty::Primitive(of), depth - 1)),
            1 => format!("({name}) ({})", self.expr(Ty::Primitive(of), depth - 1)),
            2 => self.conditional(Ty::Boxed(of), depth),
            3 => self.switch_expression(Ty::Boxed(of), depth),
            _ => self.leaf(Ty::Boxed(of)),
        }
    }

    fn array_expr(&mut self, of: PrimitiveType, depth: usize) -> String {
        let ty = Ty::Array(of);
        let name = of.name();
        match self.rng.random_range(0..7) {
            0 => format!("Arrays.copyOf({}, {})", self.expr(ty, depth - 1), self.rng.random_range(0..6)),
            1 => format!("({}).clone()", self.leaf(ty)),
            2 => format!("new {name}[{}]", self.rng.random_range(0..5)),
            3 => {
                let (a, b) =
                    (self.expr(Ty::Primitive(of), depth - 1), self.expr(Ty::Primitive(of), depth - 1));
                format!("new {name}[] {{{a}, {b}}}")
            }
            4 if of == Char => format!("({}).toCharArray()", self.expr(Ty::Text, depth - 1)),
            4 if self.chance(50) => {
                format!("({})[{}]", self.leaf(Ty::Nested(of, 2)), self.fill("{small}", 0))
            }
            4 => format!("Arrays.copyOfRange({}, 0, {})", self.leaf(ty), self.rng.random_range(0..4)),
            5 => self.conditional(ty, depth),
            _ => self.leaf(ty),
        }
    }

    fn nested_expr(&mut self, of: PrimitiveType, dimensions: u8, depth: usize) -> String {
        let ty = Ty::Nested(of, dimensions);
        let (name, rest) = (of.name(), "[]".repeat(usize::from(dimensions) - 1));
        match self.rng.random_range(0..8) {
            0 => format!("({}).clone()", self.leaf(ty)),
            1 => format!("new {name}[{}]{rest}", self.rng.random_range(0..4)),
            2 => {
                let lengths: Vec<String> =
                    (0..dimensions).map(|_| format!("[{}]", self.rng.random_range(0..4))).collect();
                format!("new {name}{}", lengths.concat())
            }
            3 if dimensions == 2 => {
                let (a, b) = (self.expr(Ty::Array(of), depth - 1), self.expr(Ty::Array(of), depth - 1));
                format!("new {name}[][] {{{a}, {b}, {a}}}")
            }
            4 | 7 if dimensions == 2 => {
                let deeper = self.leaf(Ty::Nested(of, 3));
                format!("({deeper})[{}]", self.fill("{small}", 0))
            }
            5 => self.conditional(ty, depth),
            6 => match self.target(&[ty]) {
                Some((target, _)) => format!("({target} = {})", self.expr(ty, depth - 1)),
                None => self.leaf(ty),
            },
            _ => self.leaf(ty),
        }
    }

    pub(super) fn leaf(&mut self, ty: Ty) -> String {
        if self.chance(75)
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        match ty {
            INT if self.chance(25) => self.pick(&["LIMIT", "TABLE.length", "Lazy.CONSTANT"]).to_string(),
            _ if self.chance(30) => match self.field(ty) {
                Some(field) => field.to_owned(),
                None => self.literal(ty),
            },
            Ty::Array(Int) if self.chance(20) => "TABLE".into(),
            _ => self.literal(ty),
        }
    }

    /// A static field of the program.
    pub(super) fn field(&mut self, ty: Ty) -> Option<&'static str> {
        Some(match ty {
            Ty::Primitive(Int) => "count",
            Ty::Primitive(Long) => "total",
            Ty::Primitive(Double) => "ratio",
            Ty::Primitive(Boolean) => "flag",
            Ty::Primitive(Byte) => "tiny",
            Ty::Primitive(Short) => "small",
            Ty::Primitive(Char) => "sign",
            Ty::Primitive(Float) => "part",
            Ty::Boxed(Int) => "box",
            Ty::Boxed(Long) => "wide",
            Ty::Boxed(Char) => "letter",
            Ty::Text => "note",
            _ => return None,
        })
    }

    pub(super) fn variable(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<String> = self.scope.iter().filter(|v| v.ty == ty).map(|v| v.name.clone()).collect();
        known.choose(&mut self.rng).cloned()
    }

    /// Something of one of the types that can be assigned: a local, a field, an element.
    pub(super) fn target(&mut self, types: &[Ty]) -> Option<(String, Ty)> {
        let assignable = self.scope.iter().filter(|v| v.assignable && types.contains(&v.ty));
        let mut targets: Vec<(String, Ty)> = assignable.map(|v| (v.name.clone(), v.ty)).collect();
        targets.extend(types.iter().filter_map(|&ty| Some((self.field(ty)?.to_owned(), ty))));
        let elements: Vec<(String, Ty)> = self
            .scope
            .iter()
            .filter_map(|v| match v.ty {
                Ty::Array(of) if types.contains(&Ty::Primitive(of)) => {
                    Some((v.name.clone(), Ty::Primitive(of)))
                }
                Ty::Texts if types.contains(&Ty::Text) => Some((v.name.clone(), Ty::Text)),
                Ty::Nested(of, 2) if types.contains(&Ty::Array(of)) => Some((v.name.clone(), Ty::Array(of))),
                Ty::Nested(of, 2) if types.contains(&Ty::Primitive(of)) => {
                    Some((format!("{}[0]", v.name), Ty::Primitive(of)))
                }
                Ty::Nested(of, 3) if types.contains(&Ty::Nested(of, 2)) => {
                    Some((v.name.clone(), Ty::Nested(of, 2)))
                }
                _ => None,
            })
            .collect();
        if !elements.is_empty() && (targets.is_empty() || self.chance(30)) {
            let (array, ty) = self.pick(&elements).clone();
            let index = self.index(&array);
            return Some((format!("{array}[{index}]"), ty));
        }
        targets.choose(&mut self.rng).cloned()
    }

    /// Mostly inside the array.
    fn index(&mut self, array: &str) -> String {
        let e = self.expr(INT, 1);
        if self.chance(80) { format!("({e} & 0x7fffffff) % ({array}.length + 1)") } else { e }
    }

    fn conditional(&mut self, ty: Ty, depth: usize) -> String {
        let condition = self.expr(Ty::Primitive(Boolean), depth - 1);
        let (a, b) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
        format!("({condition} ? {a} : {b})")
    }

    fn switch_expression(&mut self, ty: Ty, depth: usize) -> String {
        let could_try = std::mem::replace(&mut self.may_try, false);
        let text = self.switch_expression_alone(ty, depth);
        self.may_try = could_try;
        text
    }

    /// One that is the whole of an initialiser.
    pub(super) fn switch_expression_alone(&mut self, ty: Ty, depth: usize) -> String {
        let d = depth - 1;
        let (selector, labels, is_complete) = self.selector(d);
        let was = (self.yields.replace(ty), self.in_loop, self.in_switch, std::mem::take(&mut self.labels));
        (self.in_loop, self.in_switch) = (false, false);
        let arrows = self.chance(60);
        let mut text = format!("(switch ({selector}) {{\n");
        self.indent += 1;
        let cut = if is_complete { labels.len() } else { self.rng.random_range(1..=labels.len()) };
        for (n, label) in labels[..cut].iter().enumerate() {
            text += &self.switch_rule(&format!("case {label}"), ty, d, arrows, n > 0);
        }
        if !is_complete || self.chance(30) {
            text += &self.switch_rule("default", ty, d, arrows, true);
        }
        self.indent -= 1;
        (self.yields, self.in_loop, self.in_switch, self.labels) = was;
        text + self.line("})").trim_end()
    }

    fn switch_rule(&mut self, label: &str, ty: Ty, d: usize, arrows: bool, may_throw: bool) -> String {
        let plain = arrows && self.chance(60);
        if plain {
            // The first gives a value: one at least must.
            if may_throw && self.chance(8) {
                return self.line(format!("{label} -> throw new Oops(\"rule\", LIMIT);"));
            }
            let could_try = std::mem::replace(&mut self.may_try, false);
            let value = self.expr(ty, d);
            self.may_try = could_try;
            return self.line(format!("{label} -> {value};"));
        }
        let mut text = self.line(if arrows { format!("{label} -> {{") } else { format!("{label}: {{") });
        let count = if d > 0 && self.chance(60) { 1 } else { 0 };
        let inner_depth = usize::from(self.may_try && self.rank.is_none());
        text += &self.block(count, inner_depth);
        let value = self.yield_statement(ty, d);
        text += &self.line(format!("    {value}"));
        text + &self.line("}")
    }

    /// What a switch chooses by, its labels, and whether they are all there are.
    pub(super) fn selector(&mut self, d: usize) -> (String, Vec<&'static str>, bool) {
        match self.rng.random_range(0..11) {
            // Labels with one hash code.
            6 => (
                self.fill("({boolean} ? \"BB\" : {String})", d),
                vec!["\"Aa\"", "\"BB\"", "\"AaBB\", \"\""],
                false,
            ),
            7 => (self.expr(Ty::Primitive(Byte), d), vec!["-1, 3", "'\\n'", "LIMIT"], false),
            8 => (self.expr(Ty::Primitive(Short), d), vec!["2, 4", "32767", "(short) 65535"], false),
            9 => (self.expr(Ty::Boxed(Char), d), vec!["'q'", "'a', 98", "'\\u00e9'"], false),
            10 => (self.expr(Ty::Boxed(Byte), d), vec!["1", "2, 'c'", "-128"], false),
            0 => (self.expr(Ty::Text, d), vec!["\"a\"", "\"Hello\", \"17\"", "NAME", "\"x\" + 1"], false),
            1 => (self.expr(Ty::Primitive(Char), d), vec!["'a'", "'0', 'Z'", "66", "'\\n'"], false),
            2 | 3 => (self.expr(Ty::Color, d), vec!["RED", "GREEN", "BLUE"], true),
            4 => (self.expr(Ty::Boxed(Int), d), vec!["0", "1, 5", "127"], false),
            _ => (format!("{} % 5", self.expr(INT, d)), vec!["0, 3", "1", "LIMIT - 5", "-3"], false),
        }
    }

    /// A template with its holes filled.
    pub(super) fn fill(&mut self, template: &str, depth: usize) -> String {
        let mark = self.scope.len();
        let mut text = String::new();
        let mut rest = template;
        let mut new: Option<String> = None;
        while let Some(start) = rest.find('{') {
            let Some(length) = rest[start..].find('}') else { break };
            let hole = &rest[start + 1..start + length];
            text += &rest[..start];
            match self.hole(hole, depth, &mut new) {
                Some(filled) => text += &filled,
                None => {
                    // A brace of the program's own.
                    text.push('{');
                    rest = &rest[start + 1..];
                    continue;
                }
            }
            rest = &rest[start + length + 1..];
        }
        self.scope.truncate(mark);
        text + rest
    }

    fn hole(&mut self, hole: &str, depth: usize, new: &mut Option<String>) -> Option<String> {
        let of = |this: &mut Self, types: &[PrimitiveType]| {
            let ty = Ty::Primitive(*this.pick(types));
            this.expr(ty, depth)
        };
        Some(match hole {
            "new" => new.get_or_insert_with(|| self.fresh()).clone(),
            "small" => self.rng.random_range(0..5).to_string(),
            "index" => format!("({} & 3)", self.expr(INT, depth.min(1))),
            "value" => {
                let ty = self.value_type();
                self.expr(ty, depth)
            }
            "number" => of(self, &NUMERIC),
            "integral" => of(self, &INTEGRAL),
            "<int" => of(self, up_to(Int)),
            "<long" => of(self, up_to(Long)),
            "<float" => of(self, up_to(Float)),
            "<double" => of(self, up_to(Double)),
            _ => match hole.strip_prefix('=') {
                Some(name) => {
                    let ty = Ty::named(name)?;
                    match self.target(&[ty]) {
                        Some((target, _)) => target,
                        // An element of a new array can always be assigned.
                        None => format!("new {}[] {{{}}}[0]", ty.name(), self.literal(ty)),
                    }
                }
                None => {
                    let ty = Ty::named(hole)?;
                    self.expr(ty, depth)
                }
            },
        })
    }

    pub(super) fn push(&mut self, name: String, ty: Ty, assignable: bool) {
        self.scope.push(Variable { name, ty, assignable });
    }
}
