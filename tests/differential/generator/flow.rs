//! What javac's flow analysis must follow: variables that get their value later, and methods that end in other ways
//! than with a `return`.

use jatpg::jvm::value::PrimitiveType::Boolean;
use rand::Rng;

use super::types::Ty;
use super::{Generator, INT};

const BOOLEAN: Ty = Ty::Primitive(Boolean);

impl Generator {
    /// Declared first, assigned on every way.
    pub(super) fn late_declaration(&mut self, ty: Ty) -> String {
        let name = self.fresh();
        let (a, b) = (self.expr(ty, 2), self.expr(ty, 2));
        let form = self.rng.random_range(0..6);
        let is_final = form < 3 && self.chance(50);
        let assign = match form {
            0 => format!("if ({}) {{ {name} = {a}; }} else {{ {name} = {b}; }}", self.expr(BOOLEAN, 2)),
            1 => {
                let color = self.expr(Ty::Color, 1);
                format!("switch ({color}) {{ case RED: {name} = {a}; break; default: {name} = {b}; }}")
            }
            2 => {
                let color = self.expr(Ty::Color, 1);
                format!(
                    "switch ({color}) {{ case BLUE, GREEN -> {name} = {a}; default -> {{ {name} = {b}; }} }}"
                )
            }
            3 if self.may_try => {
                format!("try {{ {name} = {a}; }} catch (RuntimeException {name}e) {{ {name} = {b}; }}")
            }
            4 => {
                let stop = self.expr(BOOLEAN, 1);
                let head = format!("for (int {name}i = 0; ; {name}i++)");
                format!("{head} {{ {name} = {a}; if ({name}i > 1 || {stop}) {{ break; }} }}")
            }
            _ => format!("do {{ {name} = {a}; }} while (LIMIT != 7 && ({name} = {b}) == {name});"),
        };
        let modifier = if is_final { "final " } else { "" };
        let text = self.line(format!("{modifier}{} {name};", ty.name())) + &self.line(assign);
        self.push(name, ty, !is_final);
        text
    }

    /// The end of a method that gives a value.
    pub(super) fn ending(&mut self, result: Ty) -> String {
        let a = self.expr(result, 3);
        if self.chance(50) {
            return self.line(format!("return {a};"));
        }
        let (b, condition) = (self.expr(result, 2), self.expr(BOOLEAN, 2));
        let depth = usize::from(self.rank.is_none());
        let block = self.block(depth, depth);
        let guard = self.fresh();
        let lines = match self.rng.random_range(0..8) {
            0 => {
                vec![format!("if ({condition}) {{"), block, format!("return {a}; }} else {{ return {b}; }}")]
            }
            1 => {
                let inner = format!("if (++{guard} > 3 || {condition}) {{ return {a}; }}");
                vec![format!("int {guard} = 0;"), "for (;;) {".into(), inner, block, "}".into()]
            }
            2 => {
                let color = self.expr(Ty::Color, 1);
                vec![
                    format!("switch ({color}) {{ case RED: case BLUE: return {a}; default:"),
                    block,
                    format!("return {b}; }}"),
                ]
            }
            3 => {
                let n = self.expr(INT, 1);
                vec![
                    format!("switch ({n}) {{ case 1, 2 -> {{ return {a}; }} default -> {{"),
                    block,
                    format!("return {b}; }} }}"),
                ]
            }
            4 => vec![
                "try {".into(),
                block,
                format!("return {a}; }} catch (RuntimeException {guard}) {{ return {b}; }}"),
            ],
            5 => vec![format!("try {{ return {a}; }} finally {{"), block, "}".into()],
            6 => vec![
                format!("l{guard}: {{ if ({condition}) {{ break l{guard}; }} return {a}; }}"),
                block,
                "throw new Oops(\"end\", 4);".into(),
            ],
            _ => {
                // javac takes a switch expression in a condition that is never reached for a way out of the loop.
                let condition = self.leaf(BOOLEAN);
                vec!["do {".into(), block, format!("return {a}; }} while ({condition});")]
            }
        };
        lines.iter().map(|text| if text.ends_with('\n') { text.clone() } else { self.line(text) }).collect()
    }
}
