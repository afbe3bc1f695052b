//! Terms as a question to a solver: bit-vectors and IEEE floats alone, as flat SMT-LIB definitions. The text that
//! is printed as a certificate and the one that is asked come from here, so they are one question.
//!
//! - `int`, `byte`, `short`, `char`: 32 bits; `long`: 64; references: 32, as [`crate::term::domain`] numbers them.
//! - Floats are IEEE with one NaN; a float that is free is the bits of it, so that a model gives them back.
//! - Reads of maps and applications are constants, with the instances of congruence between those of one map or
//!   function (Ackermann). Maps and other values that are only compared are 32 bits that mean nothing.
//! - What has no exact encoding (`%` on floats) is an application: `unsat` stays a proof (SEMANTICS §6).

mod operations;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::symbolic::encode::operations::{binary, bits, conversion, gates};
use crate::term::domain::{Domain, FIRST_NEW_TEXT, FIRST_TEXT, MAX_ALLOCATED};
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// The sort of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    Bool,
    /// Bits: 32 or 64.
    Bits(u32),
    Float,
    Double,
}

impl Shape {
    pub const fn of(sort: Sort) -> Self {
        match sort {
            Sort::Value(ValueSort::Boolean) => Self::Bool,
            Sort::Value(ValueSort::Long) => Self::Bits(64),
            Sort::Value(ValueSort::Float) => Self::Float,
            Sort::Value(ValueSort::Double) => Self::Double,
            _ => Self::Bits(32),
        }
    }

    pub const fn of_type(ty: PrimitiveType) -> Self {
        Self::of(Sort::Value(ValueSort::of_primitive(ty)))
    }

    pub fn smtlib(self) -> String {
        match self {
            Self::Bool => "Bool".to_owned(),
            Self::Bits(width) => format!("(_ BitVec {width})"),
            Self::Float => "(_ FloatingPoint 8 24)".to_owned(),
            Self::Double => "(_ FloatingPoint 11 53)".to_owned(),
        }
    }

    /// As a constant that a model gives a value: the bits of a float.
    const fn declared(self) -> Self {
        match self {
            Self::Float => Self::Bits(32),
            Self::Double => Self::Bits(64),
            other => other,
        }
    }

    const fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Bits(width) => width,
            Self::Float => 32,
            Self::Double => 64,
        }
    }

    /// `(_ to_fp …)`.
    fn to_fp(self) -> &'static str {
        if self == Self::Double { "(_ to_fp 11 53)" } else { "(_ to_fp 8 24)" }
    }

    pub const fn is_floating(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }
}

#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub shape: Shape,
    pub text: String,
    /// One more than the highest of what it names.
    pub level: u32,
}

/// A question: are all assertions together satisfiable?
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Booleans and bits.
    pub constants: Vec<(String, Shape)>,
    pub definitions: Vec<Definition>,
    pub assertions: Vec<String>,
    /// The constants of variables, and of reads and applications.
    pub variables: BTreeMap<VarId, usize>,
    pub leaves: BTreeMap<TermId, usize>,
    pub has_floats: bool,
    pub size: Size,
}

/// How large a question is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub terms: usize,
    pub depth: u32,
    /// About how many gates it is as a circuit.
    pub gates: u64,
    /// Terms that are products.
    pub products: usize,
}

/// Up to where questions are asked at all: a solver's own limits bound neither its time nor its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    pub terms: usize,
    pub depth: u32,
    pub gates: u64,
    /// Instances of congruence.
    pub instances: usize,
}

/// Of so many pairs of reads one may give an instance of congruence: each takes a look, and where code has hundreds of texts nearly
/// none does.
const PAIRS_OF_INSTANCE: usize = 100;

impl Default for SizeLimits {
    fn default() -> Self {
        Self { terms: 4_000, depth: 400, gates: 400_000, instances: 20_000 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the question is larger than those that are asked ({0})")]
pub struct TooLarge(pub &'static str);

/// Strings longer than that tell the solver their length alone.
const MAX_TEXT_ROWS: usize = 64;

/// The question whether some terms can be true together.
pub fn encode(terms: &Terms, roots: &[TermId], limits: &SizeLimits) -> Result<Script, TooLarge> {
    let closure = terms.closure(roots);
    if closure.len() > limits.terms {
        return Err(TooLarge("terms"));
    }
    let mut encoder = Encoder {
        terms,
        limits,
        script: Script::default(),
        atoms: FxHashMap::default(),
        groups: IndexMap::new(),
        texts: Vec::new(),
        allocated: None,
        instances: 0,
    };
    encoder.script.size.terms = closure.len();
    encoder.script.size.products = closure.iter().filter(|&&term| encoder.terms.is_product(term)).count();
    encoder.declare_allocated(&closure);
    for term in closure {
        encoder.term(term);
        if encoder.script.size.depth > limits.depth {
            return Err(TooLarge("depth"));
        }
        if encoder.script.size.gates > limits.gates {
            return Err(TooLarge("gates"));
        }
    }
    encoder.congruence()?;
    for root in roots {
        let root = encoder.atoms[root].text.clone();
        encoder.script.assertions.push(root);
    }
    Ok(encoder.script)
}

/// A name or a literal, with what is known of it.
#[derive(Clone, Debug)]
struct Atom {
    text: String,
    shape: Shape,
    level: u32,
}

/// What one map or function gives at some arguments.
struct Row {
    arguments: SmallVec<[Atom; 4]>,
    result: Atom,
}

/// Of one group are the reads whose values hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Group {
    Map(VarId),
    /// Reads of maps that are no variables; the map is an argument.
    Unnamed(Sort, usize),
    /// Stores, as maps that are only compared.
    Written(Sort, usize),
    Function(Function),
    Remainder(Shape),
}

struct Encoder<'t> {
    terms: &'t Terms,
    limits: &'t SizeLimits,
    script: Script,
    atoms: FxHashMap<TermId, Atom>,
    groups: IndexMap<Group, Vec<Row>>,
    texts: Vec<(Atom, JavaString)>,
    allocated: Option<Atom>,
    instances: usize,
}

impl Encoder<'_> {
    /// What the domains of references are measured by.
    fn declare_allocated(&mut self, closure: &[TermId]) {
        let matters = closure.iter().any(|&term| {
            matches!(self.terms.kind(term), TermKind::Fresh(_))
                || self.terms.domain(term) == Domain::OldReference
        });
        if matters && let Some(var) = self.terms.find_variable(Variable::Allocated) {
            self.allocated = Some(self.declare_variable(var));
        }
    }

    fn declare_variable(&mut self, var: VarId) -> Atom {
        let shape = Shape::of(self.terms.info(var).sort);
        if self.terms.info(var).variable == Variable::Allocated
            && let Some(atom) = &self.allocated
        {
            return atom.clone();
        }
        self.script.variables.insert(var, self.script.constants.len());
        let domain = match self.terms.info(var).sort {
            Sort::Value(_) => self.terms.domain_of_variable(var),
            _ => Domain::Opaque,
        };
        self.declare(format!("{var}"), shape, domain)
    }

    /// A constant within its domain.
    fn declare(&mut self, name: String, shape: Shape, domain: Domain) -> Atom {
        if shape.is_floating() {
            self.script.has_floats = true;
            let bits = format!("{name}_bits");
            self.script.constants.push((bits.clone(), shape.declared()));
            let text = format!("({} {bits})", shape.to_fp());
            return self.define(name, shape, text, 0);
        }
        self.script.constants.push((name.clone(), shape));
        let atom = Atom { text: name, shape, level: 0 };
        self.bound(&atom, domain);
        atom
    }

    fn bound(&mut self, atom: &Atom, domain: Domain) {
        let name = &atom.text;
        let mut add = |text: String| self.script.assertions.push(text);
        match domain {
            Domain::Integer { low, high } => {
                let width = atom.shape.width();
                let (least, most) =
                    if width == 64 { (i64::MIN, i64::MAX) } else { (i32::MIN.into(), i32::MAX.into()) };
                if low > least {
                    add(format!("(bvsle {} {name})", bits(low as u64, width)));
                }
                if high < most {
                    add(format!("(bvsle {name} {})", bits(high as u64, width)));
                }
            }
            Domain::Allocated => {
                add(format!("(bvule {} {name})", bits(1, 32)));
                add(format!("(bvule {name} {})", bits(MAX_ALLOCATED.into(), 32)));
            }
            Domain::OldReference => {
                if let Some(allocated) = &self.allocated {
                    let text = bits(FIRST_TEXT.into(), 32);
                    add(format!("(or (bvult {name} {}) (bvule {text} {name}))", allocated.text));
                }
            }
            Domain::NewText => add(format!("(bvule {} {name})", bits(FIRST_NEW_TEXT.into(), 32))),
            Domain::Boolean | Domain::Float | Domain::Double | Domain::Reference | Domain::Opaque => {}
        }
    }

    fn define(&mut self, name: String, shape: Shape, text: String, level: u32) -> Atom {
        self.script.has_floats |= shape.is_floating();
        self.script.size.depth = self.script.size.depth.max(level + 1);
        self.script.definitions.push(Definition { name: name.clone(), shape, text, level });
        Atom { text: name, shape, level: level + 1 }
    }

    fn atom(&self, term: TermId) -> &Atom {
        &self.atoms[&term]
    }

    fn term(&mut self, term: TermId) {
        let shape = Shape::of(self.terms.sort(term));
        let atom = match self.terms.kind(term).clone() {
            TermKind::Constant(value) => self.literal(value),
            TermKind::Null => Atom { text: bits(0, 32), shape, level: 0 },
            TermKind::Text(text) => {
                let atom = Atom { text: bits(Terms::text_reference(term).into(), 32), shape, level: 0 };
                self.texts.push((atom.clone(), text));
                atom
            }
            TermKind::Var(var) => self.declare_variable(var),
            TermKind::Fresh(number) => self.fresh(number),
            TermKind::Select { map, object } => self.read(term, map, &[object]),
            TermKind::SelectCell { map, array, index } => self.read(term, map, &[array, index]),
            TermKind::Store { map, object, value } | TermKind::Fill { map, array: object, value } => {
                let group = Group::Written(self.terms.sort(term), 3);
                self.leaf(term, group, &[map, object, value])
            }
            TermKind::StoreCell { map, array, index, value } => {
                let group = Group::Written(self.terms.sort(term), 4);
                self.leaf(term, group, &[map, array, index, value])
            }
            TermKind::Apply { function, arguments } => self.leaf(term, Group::Function(function), &arguments),
            TermKind::Binary { op: BinaryOperator::Rem, ty, left, right } if ty.is_floating() => {
                self.leaf(term, Group::Remainder(Shape::of_type(ty)), &[left, right])
            }
            kind => self.operation(term, &kind, shape),
        };
        self.atoms.insert(term, atom);
    }

    fn literal(&mut self, value: Primitive) -> Atom {
        let shape = Shape::of_type(value.ty());
        let text = match value {
            Primitive::Boolean(value) => value.to_string(),
            Primitive::Float(value) if value.is_nan() => "(_ NaN 8 24)".to_owned(),
            Primitive::Double(value) if value.is_nan() => "(_ NaN 11 53)".to_owned(),
            Primitive::Float(_) | Primitive::Double(_) => {
                format!("({} {})", shape.to_fp(), bits(value.to_bits(), shape.width()))
            }
            _ => bits(value.to_bits(), shape.width()),
        };
        self.script.has_floats |= shape.is_floating();
        Atom { text, shape, level: 0 }
    }

    /// The reference is the number, which the rules of allocation bound.
    fn fresh(&mut self, number: TermId) -> Atom {
        let atom = self.atom(number).clone();
        let least = self.allocated.as_ref().map_or_else(|| bits(1, 32), |a| a.text.clone());
        self.script.assertions.push(format!("(bvule {least} {})", atom.text));
        self.script.assertions.push(format!("(bvule {} {})", bits(1, 32), atom.text));
        self.script.assertions.push(format!("(bvult {} {})", atom.text, bits(FIRST_TEXT.into(), 32)));
        atom
    }

    fn read(&mut self, term: TermId, map: TermId, at: &[TermId]) -> Atom {
        match *self.terms.kind(map) {
            TermKind::Var(var) => self.leaf(term, Group::Map(var), at),
            _ => {
                let arguments: Vec<TermId> = [map].iter().chain(at).copied().collect();
                self.leaf(term, Group::Unnamed(self.terms.sort(term), at.len()), &arguments)
            }
        }
    }

    /// A constant that is a function of its arguments.
    fn leaf(&mut self, term: TermId, group: Group, arguments: &[TermId]) -> Atom {
        let arguments: SmallVec<[Atom; 4]> = arguments.iter().map(|&a| self.atom(a).clone()).collect();
        let level = arguments.iter().map(|a| a.level).max().unwrap_or(0);
        self.script.leaves.insert(term, self.script.constants.len());
        let shape = Shape::of(self.terms.sort(term));
        let result = self.declare(format!("r{}", number(term)), shape, self.terms.domain(term));
        self.groups.entry(group).or_default().push(Row { arguments, result: result.clone() });
        // Nothing has to stand before the constant, but a term over it counts as deeper than its arguments.
        Atom { level: result.level.max(level), ..result }
    }

    fn operation(&mut self, term: TermId, kind: &TermKind, shape: Shape) -> Atom {
        let mut level = 0;
        self.terms.each_child(term, |child| level = level.max(self.atoms[&child].level));
        let text = |t: &TermId| self.atoms[t].text.as_str();
        let width = u64::from(shape.width());
        let (body, gates) = match kind {
            TermKind::Unary { op, operand } => {
                let op = match (op, shape.is_floating()) {
                    (UnaryOperator::Minus, true) => "fp.neg",
                    (UnaryOperator::Minus, false) => "bvneg",
                    (UnaryOperator::BitNot, _) => "bvnot",
                    (UnaryOperator::Not, _) => "not",
                    // The constructor leaves none.
                    (UnaryOperator::Plus, _) => "+",
                };
                (format!("({op} {})", text(operand)), width)
            }
            TermKind::Binary { op, ty, left, right } => {
                let operand = Shape::of_type(*ty);
                let constant = [left, right].iter().any(|&&t| self.terms.constant(t).is_some());
                let right_shape = self.atoms[right].shape;
                (binary(*op, operand, text(left), text(right), right_shape), gates(*op, operand, constant))
            }
            TermKind::Convert { from, to, operand } => {
                let floating = from.is_floating() || to.is_floating();
                let both = from.is_floating() && to.is_floating();
                let cost = if both {
                    500
                } else if floating {
                    8_000
                } else {
                    0
                };
                (conversion(*from, *to, text(operand)), cost)
            }
            TermKind::SameFloat { left, right } | TermKind::SameReference { left, right } => {
                (format!("(= {} {})", text(left), text(right)), 64)
            }
            TermKind::Choose { condition, then, otherwise } => {
                (format!("(ite {} {} {})", text(condition), text(then), text(otherwise)), width)
            }
            // All others are leaves.
            _ => unreachable!("`term` handles the other kinds"),
        };
        self.script.size.gates += gates;
        self.define(format!("t{}", number(term)), shape, body, level)
    }

    /// Equal arguments, equal values; and what is known of strings.
    fn congruence(&mut self) -> Result<(), TooLarge> {
        if self.pairs() > self.limits.instances * PAIRS_OF_INSTANCE {
            return Err(TooLarge("pairs of reads of maps and functions"));
        }
        self.rows_of_texts();
        let groups = std::mem::take(&mut self.groups);
        for rows in groups.values() {
            for (i, a) in rows.iter().enumerate() {
                for b in &rows[..i] {
                    self.instance(a, b)?;
                }
            }
        }
        self.same_texts(&groups);
        Ok(())
    }

    /// How many pairs of rows there are, with those that the question's texts will add.
    fn pairs(&self) -> usize {
        let texts = self.texts.len();
        let of_texts = |group: &Group| match group {
            Group::Function(Function::StringLength) => texts,
            Group::Function(Function::StringUnit) => {
                self.texts.iter().map(|(_, text)| text.len().min(MAX_TEXT_ROWS)).sum()
            }
            Group::Function(Function::SameText) => texts * texts,
            _ => 0,
        };
        let pairs = self.groups.iter().map(|(group, rows)| {
            let rows = rows.len() + of_texts(group);
            rows.saturating_mul(rows) / 2
        });
        pairs.fold(0, usize::saturating_add)
    }

    fn instance(&mut self, a: &Row, b: &Row) -> Result<(), TooLarge> {
        if a.result.text == b.result.text || a.arguments.len() != b.arguments.len() {
            return Ok(());
        }
        let mut same = String::new();
        let mut parts = 0;
        for (x, y) in a.arguments.iter().zip(&b.arguments) {
            if x.text == y.text {
                continue;
            }
            if x.shape != y.shape || (is_literal(&x.text) && is_literal(&y.text) && !x.shape.is_floating()) {
                return Ok(());
            }
            _ = write!(same, " (= {} {})", x.text, y.text);
            parts += 1;
        }
        self.instances += 1;
        if self.instances > self.limits.instances {
            return Err(TooLarge("reads of maps and functions"));
        }
        let equal = format!("(= {} {})", a.result.text, b.result.text);
        let text = match parts {
            0 => equal,
            1 => format!("(=>{same} {equal})"),
            _ => format!("(=> (and{same}) {equal})"),
        };
        self.script.assertions.push(text);
        Ok(())
    }

    /// What the functions are on the strings that stand in the question.
    fn rows_of_texts(&mut self) {
        let texts = std::mem::take(&mut self.texts);
        let int = |value: u64| Atom { text: bits(value, 32), shape: Shape::Bits(32), level: 0 };
        if let Some(rows) = self.groups.get_mut(&Group::Function(Function::StringLength)) {
            for (atom, text) in &texts {
                let arguments = [atom.clone()].into_iter().collect();
                rows.push(Row { arguments, result: int(text.len() as u64) });
            }
        }
        if let Some(rows) = self.groups.get_mut(&Group::Function(Function::StringUnit)) {
            for (atom, text) in &texts {
                for (i, &unit) in text.units().iter().take(MAX_TEXT_ROWS).enumerate() {
                    let arguments = [atom.clone(), int(i as u64)].into_iter().collect();
                    rows.push(Row { arguments, result: int(unit.into()) });
                }
            }
        }
        if let Some(rows) = self.groups.get_mut(&Group::Function(Function::SameText)) {
            for (a, text_a) in &texts {
                for (b, text_b) in texts.iter().filter(|(b, _)| b.text != a.text) {
                    let arguments = [a.clone(), b.clone()].into_iter().collect();
                    let text = (text_a == text_b).to_string();
                    rows.push(Row { arguments, result: Atom { text, shape: Shape::Bool, level: 0 } });
                }
            }
        }
    }

    /// A string has its own text; strings of one text have one length.
    fn same_texts(&mut self, groups: &IndexMap<Group, Vec<Row>>) {
        let none = Vec::new();
        let of = |function| groups.get(&Group::Function(function)).unwrap_or(&none);
        let length =
            |text: &Atom| of(Function::StringLength).iter().find(|row| row.arguments[0].text == text.text);
        for row in of(Function::SameText) {
            let (a, b) = (&row.arguments[0], &row.arguments[1]);
            let same = &row.result.text;
            self.script.assertions.push(format!("(=> (= {} {}) {same})", a.text, b.text));
            if let (Some(a), Some(b)) = (length(a), length(b)) {
                let equal = format!("(= {} {})", a.result.text, b.result.text);
                self.script.assertions.push(format!("(=> {same} {equal})"));
            }
        }
    }
}

fn number(term: TermId) -> usize {
    use crate::index::Id as _;
    term.index()
}

fn is_literal(text: &str) -> bool {
    text.starts_with('#') || text == "true" || text == "false"
}
