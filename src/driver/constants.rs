//! The unit's own constants: the values at which its decisions turn.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::driver::matching::{self, Taken};
use crate::driver::names::imported;
use crate::driver::read_texts::read_by;
use crate::driver::{date_patterns, literals};
use crate::exec::native::Effect;
use crate::exec::natives;
use crate::index::IndexVec;
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{BodyState, ClassId, MethodId, MethodSource, Program, Unit, UnitId};
use crate::sema::typed_tree::{Body, Constant, Expr, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::Name;

/// All constants in the code of one file's classes, in order of value.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    pub integers: Vec<i64>,
    /// As bits, so that they have an order and -0.0 is not 0.0.
    pub doubles: Vec<f64>,
    /// Some of them are what is left of another one behind or before a third.
    pub strings: Vec<JavaString>,
    /// What the regular expressions of the code match, or nearly ([`matching`]), and what its patterns of dates say ([`date_patterns`]).
    pub matching: Vec<JavaString>,
    /// What strings are made of, between the characters that are no letters and no digits.
    pub words: Vec<JavaString>,
    /// Whether objects are compared by identity, with other than `null`.
    pub compares_identity: bool,
    /// Whether the code ends lines as the system does, so that each ends its own.
    pub ends_lines: bool,
    /// Whether code takes functions of `Math` whose last digits are open.
    pub has_open_digits: bool,
    /// Characters of `char` and string constants.
    pub characters: Vec<u16>,
    /// Those that may well stand between the parts of a text: of `char` constants, and of very short strings.
    pub marks: Vec<u16>,
    /// Integers that may well be what the length of a string is compared with.
    pub lengths: Vec<usize>,
    /// Objects of the JDK's classes of values that the code makes of constants: the class, and how it is made.
    pub objects: Vec<(Name, String)>,
}

/// The longest string that is made for the sake of its length.
const LONGEST: i64 = 40;
/// A longer string is no mark.
const LONGEST_MARK: usize = 2;
/// Of more strings than these no rests are made, nor more words.
const MOST_STRINGS: usize = 64;
/// Of more patterns than these no texts are made: each gives a dozen, and each text is to have its turn.
const MOST_PATTERNS: usize = 32;

const ENDING_LINES: [(&str, &str); 3] = [
    ("java.lang.System", "lineSeparator"),
    ("java.io.BufferedWriter", "newLine"),
    ("java.io.PrintWriter", "println"),
];

/// The constants of each file's code, gathered when drivers first call it.
pub(super) struct ConstantsOfFiles<'p> {
    program: &'p Program,
    files: IndexVec<UnitId, OnceLock<Constants>>,
}

impl<'p> ConstantsOfFiles<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, files: program.units.ids().map(|_| OnceLock::new()).collect() }
    }

    /// Of the file of a class that is read from its source.
    pub(super) fn of(&self, class: ClassId) -> &Constants {
        self.files[self.program.classes[class].unit].get_or_init(|| Constants::of(self.program, class))
    }

    /// From now on each of these classes' files has the constants of all of them.
    pub(super) fn share(&mut self, classes: &[ClassId]) {
        let mut all = Constants::default();
        classes.iter().for_each(|&class| all.add(self.of(class)));
        for &class in classes {
            self.files[self.program.classes[class].unit] = OnceLock::from(all.clone());
        }
    }
}

impl Constants {
    /// Of all classes in the file of `class`.
    pub(super) fn of(program: &Program, class: ClassId) -> Self {
        let unit = program.classes[class].unit;
        let mut sets = Sets::default();
        for member in program.classes.iter().filter(|member| member.unit == unit) {
            for &field in &member.fields {
                program.fields[field].constant.iter().for_each(|c| sets.add(c));
            }
            let initializers = member.static_initializer.iter().chain(&member.instance_initializer);
            for &method in member.methods.iter().chain(initializers) {
                if let BodyState::Typed(body) = program.body(method) {
                    body.exprs.iter().filter_map(|e| e.constant.as_ref()).for_each(|c| sets.add(c));
                    body.exprs.iter().for_each(|e| sets.add_names(program, &e.kind));
                    body.exprs.iter().for_each(|e| sets.add_read(program, &e.kind));
                    body.exprs.iter().for_each(|e| sets.add_pattern(program, body, &e.kind));
                    sets.compares_identity |= compares_identity(body);
                    sets.has_open_digits |= body.exprs.iter().any(|expr| has_open_digits(program, expr));
                    sets.ends_lines |= body.exprs.iter().any(|expr| ends_line(program, expr));
                    sets.objects.extend(body.exprs.ids().filter_map(|expr| object(program, body, expr)));
                }
            }
        }
        sets.add_words_of_resources(program, class);
        sets.guess_patterns();
        sets.finish()
    }

    /// With those of another file.
    pub(super) fn add(&mut self, other: &Self) {
        self.ends_lines |= other.ends_lines;
        self.has_open_digits |= other.has_open_digits;
        self.integers.extend(&other.integers);
        self.integers.sort_unstable();
        self.integers.dedup();
        self.doubles.extend(&other.doubles);
        self.doubles.sort_unstable_by_key(|v| v.to_bits());
        self.doubles.dedup_by_key(|v| v.to_bits());
        self.strings.extend(other.strings.iter().cloned());
        self.strings.sort_unstable();
        self.strings.dedup();
        self.matching.extend(other.matching.iter().cloned());
        self.matching.sort_unstable();
        self.matching.dedup();
        self.characters.extend(&other.characters);
        self.characters.sort_unstable();
        self.characters.dedup();
        self.marks.extend(&other.marks);
        self.marks.sort_unstable();
        self.marks.dedup();
        self.lengths.extend(&other.lengths);
        self.lengths.sort_unstable();
        self.lengths.dedup();
        self.objects.extend(other.objects.iter().cloned());
        self.objects.sort_unstable();
        self.objects.dedup();
    }

    /// Of one method.
    pub(super) fn of_method(program: &Program, method: MethodId) -> Self {
        let mut sets = Sets::default();
        if let BodyState::Typed(body) = program.body(method) {
            body.exprs.iter().filter_map(|e| e.constant.as_ref()).for_each(|c| sets.add(c));
        }
        sets.finish()
    }
}

/// `Duration.ofHours(2)`: what a static method of a class of values makes of constants.
fn object(program: &Program, body: &Body, expr: ExprId) -> Option<(Name, String)> {
    let ExprKind::Call(call) = &body.exprs[expr].kind else { return None };
    let method = &program.methods[call.method];
    let class = &program.classes[method.class].qualified_name;
    let is_of_values = class.starts_with("java.time.") || class.starts_with("java.math.");
    if !is_of_values || !method.is_static() || method.return_type != Ty::Class(method.class) {
        return None;
    }
    let arguments: Vec<String> =
        call.arguments.iter().map(|&argument| written(program, body, argument)).collect::<Option<_>>()?;
    let made = format!("{}.{}({})", imported(program, class), method.name, arguments.join(", "));
    (!arguments.is_empty()).then(|| (class.clone(), made))
}

/// A constant, or one of the JDK's enums.
fn written(program: &Program, body: &Body, expr: ExprId) -> Option<String> {
    let node = &body.exprs[expr];
    match (&node.kind, &node.constant) {
        (ExprKind::Convert { operand, .. }, _) => written(program, body, *operand),
        (_, Some(Constant::Primitive(value))) => Some(literals::typed(*value)),
        (_, Some(Constant::String(text))) => Some(literals::string(text.units())),
        (ExprKind::StaticField(field), None) => {
            let field = &program.fields[*field];
            let class = &program.classes[field.class].qualified_name;
            let is_constant = field.ty == Ty::Class(field.class) && class.starts_with("java.time.");
            is_constant.then(|| format!("{}.{}", imported(program, class), field.name))
        }
        _ => None,
    }
}

fn compares_identity(body: &Body) -> bool {
    let is_object = |expr| matches!(body.exprs[expr].ty, Ty::Class(_) | Ty::Array(_));
    body.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Binary { left, right, .. } => is_object(left) && is_object(right),
        _ => false,
    })
}

/// Whether it calls a function of `Math` whose last digits Java leaves open: of those in the table of natives all others do no more
/// than give a number.
fn has_open_digits(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Call(call) = &expr.kind else { return false };
    let method = &program.methods[call.method];
    let MethodSource::Native(key) = &method.source else { return false };
    &*program.classes[method.class].qualified_name == "java.lang.Math"
        && natives::lookup(key).is_some_and(|native| native.effect != Effect::Total)
}

/// What ends a line as the system does, but for what prints to a stream of bytes, which is standard output mostly.
fn ends_line(program: &Program, expr: &Expr) -> bool {
    if let Some(Constant::String(text)) = &expr.constant {
        let (format, name): (Vec<u16>, Vec<u16>) =
            ("%n".encode_utf16().collect(), "line.separator".encode_utf16().collect());
        return text.units() == name || text.units().windows(format.len()).any(|part| part == format);
    }
    let ExprKind::Call(call) = &expr.kind else { return false };
    let method = &program.methods[call.method];
    let class = &*program.classes[method.class].qualified_name;
    ENDING_LINES.contains(&(class, &method.name))
}

/// What is left of the strings that begin or end with another one.
fn rests(strings: &BTreeSet<JavaString>) -> BTreeSet<JavaString> {
    let mut rests = BTreeSet::new();
    for whole in strings {
        for part in strings.iter().filter(|part| !part.units().is_empty()) {
            let behind = whole.units().strip_prefix(part.units());
            let before = whole.units().strip_suffix(part.units());
            let all = behind.into_iter().chain(before).filter(|rest| !rest.is_empty());
            rests.extend(all.map(|rest| JavaString::from(rest.to_vec())));
        }
    }
    rests
}

fn words(strings: &BTreeSet<JavaString>) -> BTreeSet<JavaString> {
    let is_between = |unit: &u16| !u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphanumeric());
    let words = strings.iter().flat_map(|text| text.units().split(is_between));
    words.filter(|word| !word.is_empty()).map(|word| word.to_vec().into()).take(MOST_STRINGS).collect()
}

#[derive(Default)]
struct Sets {
    integers: BTreeSet<i64>,
    doubles: BTreeSet<u64>,
    strings: BTreeSet<JavaString>,
    /// What calls are given as patterns.
    patterns: BTreeSet<JavaString>,
    /// What calls are given as patterns of dates.
    date_patterns: BTreeSet<JavaString>,
    /// What only looks like patterns.
    guessed: BTreeSet<JavaString>,
    /// Whether something is taken as a pattern that is no constant where it is taken.
    awaits_patterns: bool,
    characters: BTreeSet<u16>,
    marks: BTreeSet<u16>,
    lengths: BTreeSet<usize>,
    objects: BTreeSet<(Name, String)>,
    compares_identity: bool,
    ends_lines: bool,
    has_open_digits: bool,
}

impl Sets {
    fn add(&mut self, constant: &Constant) {
        match constant {
            Constant::String(text) => {
                self.characters.extend(text.units());
                self.marks.extend(text.units().iter().filter(|_| text.units().len() <= LONGEST_MARK));
                self.strings.insert(text.clone());
            }
            Constant::Primitive(Primitive::Boolean(_)) => {}
            Constant::Primitive(Primitive::Char(unit)) => {
                self.characters.insert(*unit);
                self.marks.insert(*unit);
                self.integers.insert(i64::from(*unit));
            }
            Constant::Primitive(value) if value.ty().is_floating() => {
                if let Primitive::Double(v) = convert::cast(*value, PrimitiveType::Double) {
                    self.doubles.insert(v.to_bits());
                }
            }
            Constant::Primitive(value) => {
                if let Primitive::Long(v) = convert::cast(*value, PrimitiveType::Long) {
                    self.integers.insert(v);
                    self.lengths.extend((2..=LONGEST).contains(&v).then_some(v as usize));
                }
            }
        }
    }

    /// The names that `valueOf` of an enum takes.
    fn add_names(&mut self, program: &Program, expr: &ExprKind) {
        let ExprKind::Call(call) = expr else { return };
        let method = &program.methods[call.method];
        if matches!(method.source, MethodSource::EnumValueOf) {
            let constants = program.classes[method.class].constants.iter();
            self.strings.extend(constants.map(|&constant| JavaString::from(&*program.fields[constant].name)));
        }
    }

    /// The texts that the JDK's methods read which are called.
    fn add_read(&mut self, program: &Program, expr: &ExprKind) {
        let called = match expr {
            ExprKind::Call(call) => Some(call.method),
            ExprKind::New { constructor, .. } => Some(*constructor),
            _ => None,
        };
        let texts = called.map_or(&[][..], |method| read_by(program, method));
        self.strings.extend(texts.iter().map(|&text| JavaString::from(text)));
    }

    /// What a call takes as a pattern.
    fn add_pattern(&mut self, program: &Program, body: &Body, expr: &ExprKind) {
        self.date_patterns.extend(date_patterns::taken(program, body, expr));
        match matching::taken(program, body, expr) {
            Some(Taken::Constant(pattern)) => {
                self.patterns.insert(pattern);
            }
            Some(Taken::Other) => self.awaits_patterns = true,
            None => {}
        }
    }

    /// What the texts hold that the code reads as resources, when all constants are there: it looks them up by what it is given.
    fn add_words_of_resources(&mut self, program: &Program, class: ClassId) {
        // Most code reads none, and each name is looked for on the whole class path.
        let is_asking =
            |unit: &Unit| !unit.role.is_foreign() && unit.tree.source.text.contains("getResource");
        if !program.units.iter().any(is_asking) {
            return;
        }
        let package = program.package_name(class).replace('.', "/");
        let names = self.strings.iter().filter_map(|text| String::from_utf16(text.units()).ok());
        let is_of_file = |name: &String| name.contains('.') && !name.ends_with('.');
        let found: Vec<String> = names
            .filter(is_of_file)
            .take(MOST_STRINGS)
            .filter_map(|name| match name.strip_prefix('/') {
                Some(name) => program.resource(name),
                None => program.resource(&format!("{package}/{name}")).or_else(|| program.resource(&name)),
            })
            .filter_map(|content| String::from_utf8(content).ok())
            .collect();
        for text in found {
            let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
            let words = words.into_iter().filter(|word| !word.is_empty()).take(MOST_STRINGS);
            self.strings.extend(words.map(JavaString::from));
        }
    }

    /// The constants that may be patterns, when all are there.
    fn guess_patterns(&mut self) {
        let others = self.strings.difference(&self.patterns);
        let guessed = others.filter(|text| matching::looks_like_pattern(text, self.awaits_patterns));
        self.guessed = guessed.cloned().collect();
    }

    fn finish(mut self) -> Constants {
        let words = words(&self.strings);
        if self.strings.len() <= MOST_STRINGS {
            self.strings.append(&mut rests(&self.strings));
        }
        let patterns = self.patterns.iter().chain(&self.guessed).take(MOST_PATTERNS);
        let dates = self.date_patterns.iter().take(MOST_PATTERNS).flat_map(date_patterns::texts);
        let matching: BTreeSet<JavaString> = patterns.flat_map(matching::texts).chain(dates).collect();
        Constants {
            matching: matching.into_iter().collect(),
            words: words.into_iter().collect(),
            compares_identity: self.compares_identity,
            ends_lines: self.ends_lines,
            has_open_digits: self.has_open_digits,
            objects: self.objects.into_iter().collect(),
            lengths: self.lengths.into_iter().collect(),
            integers: self.integers.into_iter().collect(),
            doubles: self.doubles.into_iter().map(f64::from_bits).collect(),
            strings: self.strings.into_iter().collect(),
            characters: self.characters.into_iter().collect(),
            marks: self.marks.into_iter().collect(),
        }
    }
}
