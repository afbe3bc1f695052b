//! Test cubes: a driver of which the literals are inputs (DESIGN §8). What is left when they are taken out is its
//! *skeleton*: which objects, arrays and aliases there are, how long the arrays and strings are, which calls are made.
//!
//! An input is a maximal constant expression of a primitive type or of type `String`, wherever a value is given: an
//! argument, a cell of an array, a field that is set. The lengths and indices of arrays and `null`s belong to the
//! skeleton. Inputs are numbered in the order of the text.
//!
//! Invariants
//! - [`Cube::fill`] replaces the text of inputs and nothing else, each by a literal of its input's type. A cube that
//!   is filled with its own values is a driver with the same outcome.
//! - An input without a value is an X: the literal stays that stood there.

use std::ops::Range;

use crate::define_id;
use crate::driver::{Driver, RESETS, literals};
use crate::index::IndexVec;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::Program;
use crate::sema::typed_tree::{Body, Constant, ExprId, ExprKind, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::reader::Reader;
use crate::syntax::tree::Code;

define_id!(/// An input of a [`Cube`].
    InputId, "i");

/// Values for inputs; `None` is X.
pub type Values = IndexVec<InputId, Option<Constant>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputType {
    Primitive(PrimitiveType),
    /// Never null.
    String,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub ty: InputType,
    /// What stands there.
    pub value: Constant,
    /// In the typed body.
    pub expr: ExprId,
    /// The part of the driver that holds it, in the order of its text, and where it stands in there.
    pub statement: usize,
    pub span: Range<usize>,
    /// The context does not give the type: a cast does.
    cast: bool,
}

#[derive(Clone, Debug)]
pub struct Cube {
    driver: Driver,
    body: Body,
    inputs: IndexVec<InputId, Input>,
}

impl Cube {
    /// Why not, where the driver does not compile.
    pub fn new(program: &Program, driver: Driver, reader: &mut Reader) -> Result<Self, String> {
        let (code, body) = driver.attribute(program, reader)?;
        let inputs = Finder { program, driver: &driver, code: &code, body: &body }.inputs();
        Ok(Self { driver, body, inputs })
    }

    /// The driver that the cube was made of.
    pub const fn driver(&self) -> &Driver {
        &self.driver
    }

    /// The driver attributed: the inputs are constants in it.
    pub const fn body(&self) -> &Body {
        &self.body
    }

    pub const fn inputs(&self) -> &IndexVec<InputId, Input> {
        &self.inputs
    }

    /// No value for any input.
    pub fn unknown(&self) -> Values {
        IndexVec::from_elem(None, self.inputs.len())
    }

    /// The driver with these values in place. One of another type than its input's is left out.
    pub fn fill(&self, values: &Values) -> Driver {
        let mut parts: Vec<String> = self.driver.parts().map(str::to_owned).collect();
        // From the end, so that spans stay what they are.
        for (id, input) in self.inputs.iter_enumerated().rev() {
            let Some(value) = values.get(id).and_then(Option::as_ref) else { continue };
            let Some(mut literal) = input.literal(value) else { continue };
            let part = &mut parts[input.statement];
            let before = part[..input.span.start].chars().next_back();
            if literal.starts_with('-') && matches!(before, Some('-' | '+')) {
                literal = format!("({literal})");
            }
            part.replace_range(input.span.clone(), &literal);
        }
        let then = parts.split_off(self.driver.arrange.len() + 1);
        let act = parts.pop().unwrap_or_default();
        Driver { method: self.driver.method, arrange: parts, act, then }
    }

    /// What is the same in all drivers of one skeleton, and differs between skeletons.
    pub fn skeleton(&self) -> String {
        self.with_inputs(|input| match &input.value {
            Constant::String(text) => Some(format!("\"{}\"", "?".repeat(text.units().len()))),
            Constant::Primitive(_) => Some("?".to_owned()),
        })
    }

    /// The same for strings of any length.
    pub fn skeleton_of_any_text(&self) -> String {
        self.with_inputs(|_| Some("?".to_owned()))
    }

    /// The same with the strings as they are.
    pub fn skeleton_with_texts(&self) -> String {
        self.with_inputs(|input| (input.ty != InputType::String).then(|| "?".to_owned()))
    }

    /// The driver's text with others in the place of its inputs.
    fn with_inputs(&self, shown: impl Fn(&Input) -> Option<String>) -> String {
        let mut parts: Vec<String> = self.driver.parts().map(str::to_owned).collect();
        for input in self.inputs.iter().rev() {
            if let Some(shown) = shown(input) {
                parts[input.statement].replace_range(input.span.clone(), &shown);
            }
        }
        parts.join("\n")
    }
}

impl Input {
    fn literal(&self, value: &Constant) -> Option<String> {
        match (value, self.ty) {
            (Constant::Primitive(value), InputType::Primitive(ty)) if value.ty() == ty => {
                Some(if self.cast { literals::typed(*value) } else { literals::plain(*value) })
            }
            (Constant::String(text), InputType::String) => Some(literals::string(text.units())),
            _ => None,
        }
    }
}

struct Finder<'a> {
    program: &'a Program,
    driver: &'a Driver,
    code: &'a Code,
    body: &'a Body,
}

impl Finder<'_> {
    fn inputs(&self) -> IndexVec<InputId, Input> {
        let mut found = Vec::new();
        if let StmtKind::Block(statements) = &self.body.stmts[self.body.root].kind {
            for &stmt in statements {
                match &self.body.stmts[stmt].kind {
                    StmtKind::Expr(expr) => self.search(*expr, &mut found),
                    StmtKind::Locals(locals) => {
                        locals.iter().filter_map(|(_, init)| *init).for_each(|e| self.search(e, &mut found));
                    }
                    _ => {}
                }
            }
        }
        found.sort_by_key(|input| (input.statement, input.span.start));
        found.into_iter().collect()
    }

    fn search(&self, expr: ExprId, found: &mut Vec<Input>) {
        let node = &self.body.exprs[expr];
        if node.constant.is_some() {
            found.extend(self.input(expr));
            return;
        }
        match &node.kind {
            // How long an array is, and which cell is meant, is a matter of the skeleton.
            ExprKind::NewArray { .. } => {}
            ExprKind::Index { array, .. } => self.search(*array, found),
            ExprKind::Switch(_) => {}
            ExprKind::Call(call) if self.reads_lines(&call.arguments) => {
                call.receiver.iter().for_each(|&text| self.search(text, found));
            }
            _ => node.each_operand(|operand| self.search(operand, found)),
        }
    }

    /// What a line's end is read as ([`LINES_READ`](crate::driver::LINES_READ)) is no input.
    fn reads_lines(&self, arguments: &[ExprId]) -> bool {
        let is_end = |expr: ExprId| match &self.body.exprs[expr].kind {
            ExprKind::Call(call) => &*self.program.methods[call.method].name == "lineSeparator",
            _ => false,
        };
        let converted = |&expr: &ExprId| match &self.body.exprs[expr].kind {
            ExprKind::Convert { operand, .. } => *operand,
            _ => expr,
        };
        arguments.first().map(converted).is_some_and(is_end)
    }

    fn input(&self, expr: ExprId) -> Option<Input> {
        let node = &self.body.exprs[expr];
        let ty = match node.ty {
            Ty::Primitive(ty) => InputType::Primitive(ty),
            Ty::Class(class) if class == self.program.well_known.string => InputType::String,
            _ => return None,
        };
        let span = self.code.exprs[node.origin?].outer;
        let (statement, span) = self.place(span.start as usize..span.end as usize)?;
        let part = self.driver.parts().nth(statement)?;
        if part.starts_with(RESETS) {
            return None;
        }
        let text = part.get(span.clone())?;
        Some(Input { ty, value: node.constant.clone()?, expr, statement, cast: text.starts_with('('), span })
    }

    /// From a place in the driver's text to one in a part of it.
    fn place(&self, span: Range<usize>) -> Option<(usize, Range<usize>)> {
        let mut start = 0;
        for (number, part) in self.driver.parts().enumerate() {
            if span.start >= start && span.end <= start + part.len() {
                return Some((number, span.start - start..span.end - start));
            }
            start += part.len() + if number <= self.driver.arrange.len() { 1 } else { 2 };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Id as _;
    use crate::jvm::value::Primitive;
    use crate::sema::load::LoadOptions;
    use crate::syntax::source::SourceFile;

    fn cube(source: &str, arrange: &[&str], act: &str) -> (Program, Cube) {
        let file = SourceFile::new("A.java".into(), source.to_owned());
        let program = Program::load(vec![file], &LoadOptions::default()).expect("a program");
        let method = program.methods.ids().find(|&m| &*program.methods[m].name == "f").expect("f");
        let arrange = arrange.iter().map(|s| (*s).to_owned()).collect();
        let driver = Driver { method, arrange, act: act.to_owned(), then: Vec::new() };
        let cube = Cube::new(&program, driver, &mut Reader::default()).expect("a cube");
        (program, cube)
    }

    #[test]
    fn values_stand_where_literals_stood_and_lengths_stay() {
        let source = "class A { static int f(byte b, int[] a, String s, long l, double[] d) { return 0; } }";
        let arrange = ["int[] a = {1, -2};", "double[] d = new double[3];"];
        let act = "int result = A.f((byte) 3, a, \"x\" + 1, 2 + 3, d);";
        let (_, cube) = cube(source, &arrange, act);
        assert_eq!(
            cube.skeleton(),
            "int[] a = {?, ?};\ndouble[] d = new double[3];\nint result = A.f(?, a, \"??\", ?, d);"
        );
        assert_eq!(cube.fill(&cube.unknown()), *cube.driver());
        let mut values = cube.unknown();
        values[InputId::new(0)] = Some(Constant::Primitive(Primitive::Int(i32::MIN)));
        values[InputId::new(2)] = Some(Constant::Primitive(Primitive::Byte(-7)));
        values[InputId::new(3)] = Some(Constant::String("\"".into()));
        values[InputId::new(4)] = Some(Constant::Primitive(Primitive::Long(9)));
        let filled = cube.fill(&values);
        assert_eq!(filled.arrange[0], "int[] a = {Integer.MIN_VALUE, -2};");
        assert_eq!(filled.act, "int result = A.f((byte) -7, a, \"\\\"\", 9L, d);");
    }

    #[test]
    fn a_sign_is_kept_apart_from_the_operator_before_it() {
        let source = "class A { static int f(int a) { return 0; } }";
        let (_, cube) = cube(source, &["int x = 1;"], "A.f(x-3);");
        let mut values = cube.unknown();
        values[InputId::new(1)] = Some(Constant::Primitive(Primitive::Int(-4)));
        assert_eq!(cube.fill(&values).act, "A.f(x-(-4));");
    }
}
