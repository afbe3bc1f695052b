//! Operators and casts.

use jatpg::jvm::convert::cast;
use jatpg::jvm::fold::binary;
use jatpg::jvm::operator::{BinaryOperator, accepts};
use jatpg::jvm::value::{Primitive, PrimitiveType};

use super::arguments::{self, Random};
use super::judge::{Answer, Batch, Value, compare};
use super::scaled;
use crate::support::jdk::{self, Jdk};

const TYPES: [(PrimitiveType, &str, &str); 4] = [
    (PrimitiveType::Int, "intBinary", "iiii"),
    (PrimitiveType::Long, "longBinary", "ijjj"),
    (PrimitiveType::Float, "floatBinary", "ifff"),
    (PrimitiveType::Double, "doubleBinary", "iddd"),
];

#[test]
fn every_binary_operator_computes_what_the_jvm_computes() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("every_binary_operator_computes_what_the_jvm_computes", "JDK");
    };
    let mut random = Random::new(1);
    let batches = TYPES.map(|(ty, method, signature)| {
        let mut calls = arguments::calls(signature, scaled(40_000), &mut random);
        for call in &mut calls {
            let op = loop {
                let index = random.below(BinaryOperator::ALL.len());
                if accepts(BinaryOperator::ALL[index], ty, ty) {
                    break index;
                }
            };
            call[0] = Value::Primitive(Primitive::Int(op as i32));
        }
        Batch { method, signature, calls }
    });
    compare(&jdk, &batches, |_, call| {
        let [Value::Primitive(Primitive::Int(op)), Value::Primitive(a), Value::Primitive(b)] = *call else {
            panic!("three numbers were asked with");
        };
        match binary(BinaryOperator::ALL[op as usize], a, b) {
            Ok(Primitive::Boolean(holds)) => Answer::of(cast(Primitive::Int(holds.into()), a.ty())),
            Ok(value) => Answer::of(value),
            Err(error) => Answer::Thrown {
                class: "java.lang.ArithmeticException".to_owned(),
                message: Some(error.to_string().as_str().into()),
            },
        }
    });
}

#[test]
fn every_cast_computes_what_the_jvm_computes() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("every_cast_computes_what_the_jvm_computes", "JDK");
    };
    let mut random = Random::new(2);
    let batches =
        [("fromDouble", "idj"), ("fromFloat", "ifj"), ("fromLong", "ijj")].map(|(method, signature)| {
            let mut calls = arguments::calls(signature, scaled(40_000), &mut random);
            for call in &mut calls {
                call[0] = Value::Primitive(Primitive::Int(1 + random.below(7) as i32));
            }
            Batch { method, signature, calls }
        });
    compare(&jdk, &batches, |_, call| {
        let [Value::Primitive(Primitive::Int(ty)), Value::Primitive(value)] = *call else {
            panic!("two numbers were asked with");
        };
        Answer::of(cast(value, PrimitiveType::ALL[ty as usize]))
    });
}
