//! The kinds of node that a Java program can have, by the names that the counters give them.

use jatpg::jvm::operator::{BinaryOperator, UnaryOperator};
use jatpg::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Int, Long, Short};

/// What Java has.
pub(super) fn kinds() -> Vec<String> {
    let mut kinds: Vec<String> = PLAIN.iter().map(|kind| (*kind).to_owned()).collect();
    for ty in PrimitiveType::ALL {
        for form in [
            "local",
            "static field",
            "element",
            "conditional",
            "assign",
            "concatenation with",
            "box",
            "unbox",
        ] {
            kinds.push(format!("{form} {}", ty.name()));
        }
    }
    conversions(&mut kinds);
    operators(&mut kinds);
    for what in ["switch statement", "switch expression"] {
        for form in ["->", ":"] {
            kinds.extend(["int", "String", "enum"].map(|on| format!("{what} {form} on {on}")));
        }
        kinds.extend(["with default", "without default"].map(|rest| format!("{what} {rest}")));
    }
    kinds
}

fn conversions(kinds: &mut Vec<String>) {
    let numeric = || PrimitiveType::ALL.into_iter().filter(|ty| ty.is_numeric());
    for from in numeric() {
        for to in numeric().filter(|to| *to != from) {
            kinds.push(format!("convert {} to {}", from.name(), to.name()));
        }
    }
}

fn operators(kinds: &mut Vec<String>) {
    let promoted = [Int, Long, PrimitiveType::Float, PrimitiveType::Double];
    for op in BinaryOperator::ALL {
        let symbol = op.symbol();
        let equality = matches!(op, BinaryOperator::Eq | BinaryOperator::Ne);
        let logical = matches!(op, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor);
        if op.is_shift() {
            for (left, right) in [(Int, Int), (Int, Long), (Long, Int), (Long, Long)] {
                kinds.push(format!("binary {} {symbol} by {}", left.name(), right.name()));
            }
        } else {
            let types = promoted.into_iter().filter(|ty| !logical || ty.is_integral());
            kinds.extend(types.map(|ty| format!("binary {symbol} {}", ty.name())));
        }
        if equality || logical {
            kinds.push(format!("binary {symbol} boolean"));
        }
        if equality {
            kinds.push(format!("binary {symbol} reference"));
        }
        if op.is_shift() || logical || op.is_arithmetic() {
            compound(op, kinds);
        }
    }
    for (op, types) in [
        (UnaryOperator::Plus, &promoted[..]),
        (UnaryOperator::Minus, &promoted[..]),
        (UnaryOperator::BitNot, &promoted[..2]),
        (UnaryOperator::Not, &[Boolean][..]),
    ] {
        kinds.extend(types.iter().map(|ty| format!("unary {} {}", op.symbol(), ty.name())));
    }
    for op in ["PreIncrement", "PreDecrement", "PostIncrement", "PostDecrement"] {
        let numeric = PrimitiveType::ALL.into_iter().filter(|ty| ty.is_numeric());
        kinds.extend(numeric.map(|ty| format!("{op} {}", ty.name())));
    }
}

fn compound(op: BinaryOperator, kinds: &mut Vec<String>) {
    let symbol = op.symbol();
    let arithmetic = op.is_arithmetic();
    for ty in PrimitiveType::ALL {
        let takes =
            if arithmetic { ty.is_numeric() } else { ty.is_integral() || (ty == Boolean && !op.is_shift()) };
        if takes {
            kinds.push(format!("compound {symbol} to {}", ty.name()));
            if !matches!(ty, Byte | Short | Char) {
                kinds.push(format!("compound {symbol} {}", ty.name()));
            }
        }
    }
}

const PLAIN: &[&str] = &[
    "literal decimal int",
    "literal hexadecimal int",
    "literal octal int",
    "literal binary int",
    "literal grouped int",
    "literal decimal long",
    "literal hexadecimal long",
    "literal octal long",
    "literal binary long",
    "literal decimal float",
    "literal exponential float",
    "literal hexadecimal float",
    "literal decimal double",
    "literal exponential double",
    "literal hexadecimal double",
    "literal char",
    "literal escaped char",
    "literal string",
    "literal escaped string",
    "literal text block",
    "literal true",
    "literal false",
    "literal null",
    "cast to a primitive type",
    "cast to a class",
    "var",
    "for each var",
    "final local",
    "library java.lang.Math.max(int,int)",
    "library java.lang.Integer.parseInt(String)",
    "library java.lang.String.charAt(int)",
    "library java.lang.StringBuilder.append(Object)",
    "library java.util.Arrays.sort(int[])",
    "library java.lang.System.arraycopy(Object,int,Object,int,int)",
    "library java.io.PrintStream.printf(String,Object[])",
    "null",
    "this",
    "field",
    "array length",
    "&&",
    "||",
    "local String",
    "local reference",
    "local array of primitives",
    "local array of references",
    "element String",
    "element reference",
    "element array of primitives",
    "conditional String",
    "conditional reference",
    "conditional array of primitives",
    "concatenation with String",
    "concatenation with reference",
    "concatenation with null",
    "widen a reference",
    "cast a reference",
    "instanceof class",
    "instanceof class with a variable",
    "instanceof array",
    "assign local",
    "assign static field",
    "assign field",
    "assign element",
    "assign String",
    "assign reference",
    "compound to local",
    "compound to static field",
    "compound to field",
    "compound to element",
    "compound + to java.lang.Integer",
    "concat-assign local",
    "concat-assign static field",
    "concat-assign field",
    "concat-assign element",
    "PostIncrement java.lang.Integer",
    "PreDecrement java.lang.Long",
    "PostIncrement java.lang.Character",
    "increment of a local",
    "increment of a static field",
    "increment of a field",
    "increment of a element",
    "call Static",
    "call Special with an object",
    "call Virtual with an object",
    "new object",
    "new array of 1 dimensions, all with a length",
    "new array of 2 dimensions, all with a length",
    "new array of 2 dimensions, some with a length",
    "array literal of 1 dimensions",
    "array literal of 2 dimensions",
    "array literal of 3 dimensions",
    "new array of 3 dimensions, all with a length",
    "new array of 3 dimensions, some with a length",
    "element array of references",
    "class literal",
    "block",
    "locals, one",
    "locals, several",
    "locals, blank",
    "locals, with a value",
    "empty statement",
    "expression statement",
    "if",
    "if else",
    "while",
    "do",
    "for (;;)",
    "for with several updates",
    "for",
    "for each int",
    "for each String",
    "for each array of primitives",
    "for each converted to int",
    "for each converted to long",
    "for each converted to java.lang.Integer",
    "label of a loop",
    "label of a block",
    "break of a loop",
    "break of a switch",
    "break of a labelled statement",
    "continue",
    "yield",
    "return",
    "return a value",
    "throw",
    "try with no catch and finally",
    "try with a catch",
    "try with a catch and finally",
    "try with catches",
    "try with catches and finally",
    "catch of several classes",
    "assert",
    "assert with a message",
    "super(…)",
    "this(…)",
    "switch statement with default before other labels",
];
