//! The text of a question as gates: constants, definitions and assertions of [`crate::symbolic::encode`].

use rustc_hash::FxHashMap;

use crate::symbolic::circuit::gates::{Circuit, Wire};
use crate::symbolic::circuit::words::{Shift, Word, Words, inverted, literal, resized};
use crate::symbolic::encode::{Script, Shape};

/// A question as gates.
#[derive(Debug)]
pub(super) struct Read {
    pub circuit: Circuit,
    /// Of each constant of the script; one wire for a boolean.
    pub constants: Vec<Word>,
    /// What has to hold together.
    pub asserted: Vec<Wire>,
}

#[derive(Clone, Debug)]
enum Value {
    Bool(Wire),
    Word(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadError {
    /// The text is none that the encoder writes of bits alone.
    Malformed,
    TooLarge,
}

/// A question of at most about so many gates.
pub(super) fn read(script: &Script, most_gates: u64) -> Result<Read, ReadError> {
    let mut words = Words::new();
    let mut names = FxHashMap::default();
    let mut constants = Vec::with_capacity(script.constants.len());
    for (name, shape) in &script.constants {
        let width = match shape {
            Shape::Bool => 1,
            Shape::Bits(width) => *width as usize,
            Shape::Float | Shape::Double => return Err(ReadError::Malformed),
        };
        let word = words.input(width);
        let value = if *shape == Shape::Bool { Value::Bool(word[0]) } else { Value::Word(word.clone()) };
        names.insert(name.as_str(), value);
        constants.push(word);
    }
    for definition in &script.definitions {
        let value = Reader { words: &mut words, names: &names, rest: &definition.text }.value();
        names.insert(&definition.name, value.ok_or(ReadError::Malformed)?);
        if words.circuit.len() as u64 > most_gates {
            return Err(ReadError::TooLarge);
        }
    }
    let mut asserted = Vec::with_capacity(script.assertions.len());
    for assertion in &script.assertions {
        let value = Reader { words: &mut words, names: &names, rest: assertion }.value();
        asserted.push(value.and_then(|value| value.wire()).ok_or(ReadError::Malformed)?);
    }
    asserted.append(&mut words.constraints);
    Ok(Read { circuit: words.circuit, constants, asserted })
}

impl Value {
    fn wire(&self) -> Option<Wire> {
        if let Self::Bool(wire) = self { Some(*wire) } else { None }
    }

    fn word(&self) -> Option<&Word> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }
}

/// Reads one expression, whose nesting is what the encoder writes for one term.
struct Reader<'a> {
    words: &'a mut Words,
    names: &'a FxHashMap<&'a str, Value>,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// A parenthesis, or all up to the next one or space.
    fn token(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let end = match text.find(['(', ')', ' ', '\n'])? {
            0 => 1,
            end => end,
        };
        let (token, rest) = text.split_at(end);
        self.rest = rest;
        Some(token)
    }

    fn is_at(&self, token: char) -> bool {
        self.rest.trim_start().starts_with(token)
    }

    fn value(&mut self) -> Option<Value> {
        if !self.is_at('(') {
            return self.name();
        }
        self.token()?;
        if self.is_at('(') {
            return self.indexed();
        }
        let operator = self.token()?;
        let mut operands = Vec::with_capacity(3);
        while !self.is_at(')') {
            operands.push(self.value()?);
        }
        self.token()?;
        self.apply(operator, &operands)
    }

    fn name(&mut self) -> Option<Value> {
        let text = self.rest.trim_start();
        let end = text.find(['(', ')', ' ', '\n']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        self.rest = rest;
        if let Some(digits) = name.strip_prefix("#x") {
            return Some(Value::Word(literal(u64::from_str_radix(digits, 16).ok()?, digits.len() * 4)));
        }
        match name {
            "true" => Some(Value::Bool(Wire::TRUE)),
            "false" => Some(Value::Bool(Wire::FALSE)),
            _ => self.names.get(name).cloned(),
        }
    }

    /// `((_ operator number …) operand)`, behind its first parenthesis.
    fn indexed(&mut self) -> Option<Value> {
        let [_, _, operator] = [self.token()?, self.token()?, self.token()?];
        let mut numbers = [0; 2];
        for number in &mut numbers {
            if !self.is_at(')') {
                *number = self.token()?.parse().ok()?;
            }
        }
        self.token()?;
        let operand = self.value()?;
        self.token()?;
        let word = operand.word()?;
        let wider = word.len() + numbers[0];
        Some(Value::Word(match operator {
            "extract" => word.get(numbers[1]..=numbers[0])?.to_vec(),
            "zero_extend" => resized(word, wider, Wire::FALSE),
            "sign_extend" => resized(word, wider, *word.last()?),
            _ => return None,
        }))
    }

    fn apply(&mut self, operator: &str, operands: &[Value]) -> Option<Value> {
        match (operator, operands) {
            ("and", _) => self.fold(operands, Wire::TRUE, Circuit::and),
            ("or", _) => self.fold(operands, Wire::FALSE, Circuit::or),
            ("ite", [condition, then, otherwise]) => self.choice(condition.wire()?, then, otherwise),
            ("=", [Value::Word(a), Value::Word(b)]) => Some(Value::Bool(self.words.same(a, b))),
            (_, [Value::Bool(a)]) => (operator == "not").then_some(Value::Bool(!*a)),
            (_, [Value::Bool(a), Value::Bool(b)]) => self.of_booleans(operator, *a, *b),
            (_, [Value::Word(a)]) => self.of_word(operator, a),
            (_, [Value::Word(a), Value::Word(b)]) if a.len() == b.len() => self.of_words(operator, a, b),
            _ => None,
        }
    }

    fn fold(
        &mut self,
        operands: &[Value],
        first: Wire,
        of: fn(&mut Circuit, Wire, Wire) -> Wire,
    ) -> Option<Value> {
        let circuit = &mut self.words.circuit;
        let all = operands.iter().try_fold(first, |all, operand| Some(of(circuit, all, operand.wire()?)));
        all.map(Value::Bool)
    }

    fn choice(&mut self, condition: Wire, then: &Value, otherwise: &Value) -> Option<Value> {
        match (then, otherwise) {
            (Value::Bool(a), Value::Bool(b)) => {
                Some(Value::Bool(self.words.circuit.choice(condition, *a, *b)))
            }
            (Value::Word(a), Value::Word(b)) if a.len() == b.len() => {
                Some(Value::Word(self.words.choice(condition, a, b)))
            }
            _ => None,
        }
    }

    fn of_booleans(&mut self, operator: &str, a: Wire, b: Wire) -> Option<Value> {
        let circuit = &mut self.words.circuit;
        Some(Value::Bool(match operator {
            "=" => circuit.same(a, b),
            "xor" => circuit.xor(a, b),
            "=>" => circuit.or(!a, b),
            _ => return None,
        }))
    }

    fn of_word(&mut self, operator: &str, a: &[Wire]) -> Option<Value> {
        Some(Value::Word(match operator {
            "bvneg" => self.words.neg(a),
            "bvnot" => inverted(a),
            _ => return None,
        }))
    }

    fn of_words(&mut self, operator: &str, a: &[Wire], b: &[Wire]) -> Option<Value> {
        let words = &mut *self.words;
        Some(match operator {
            "bvadd" => Value::Word(words.add(a, b)),
            "bvsub" => Value::Word(words.sub(a, b)),
            "bvmul" => Value::Word(words.mul(a, b)),
            "bvsdiv" => Value::Word(words.div(a, b)),
            "bvsrem" => Value::Word(words.rem(a, b)),
            "bvand" => Value::Word(words.each(a, b, Circuit::and)),
            "bvor" => Value::Word(words.each(a, b, Circuit::or)),
            "bvxor" => Value::Word(words.each(a, b, Circuit::xor)),
            "bvshl" => Value::Word(words.shift(a, b, Shift::Left)),
            "bvlshr" => Value::Word(words.shift(a, b, Shift::Right)),
            "bvashr" => Value::Word(words.shift(a, b, Shift::Arithmetic)),
            "bvslt" => Value::Bool(words.is_less(a, b)),
            "bvsgt" => Value::Bool(words.is_less(b, a)),
            "bvsle" => Value::Bool(!words.is_less(b, a)),
            "bvsge" => Value::Bool(!words.is_less(a, b)),
            "bvult" => Value::Bool(words.is_below(a, b)),
            "bvule" => Value::Bool(!words.is_below(b, a)),
            _ => return None,
        })
    }
}
