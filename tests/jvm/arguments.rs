//! Arguments that find mistakes: boundaries, their neighbours, values people write, and random bits.

use jatpg::jvm::value::{JavaString, Primitive, PrimitiveType};

use super::judge::Value;

/// SplitMix64: the same sequence in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(super) fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// From 0 to below 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

const DOUBLES: [f64; 48] = [
    0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    2.0,
    3.0,
    10.0,
    100.0,
    f64::INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
    f64::MAX,
    5e-324,
    std::f64::consts::PI,
    std::f64::consts::FRAC_PI_2,
    std::f64::consts::FRAC_PI_4,
    2.356_194_490_192_345,
    std::f64::consts::E,
    std::f64::consts::LN_2,
    std::f64::consts::SQRT_2,
    0.346_573_590_279_972_65,
    1.039_720_770_839_918,
    2_147_483_647.0,
    2_147_483_648.0,
    4_503_599_627_370_496.0,
    9_007_199_254_740_992.0,
    9_223_372_036_854_775_807.0,
    1e-3,
    1e7,
    1e22,
    1e23,
    2e23,
    709.782_712_893_384,
    745.133_219_101_941_1,
    22.0,
    56.0,
    0.4375,
    0.6875,
    1.1875,
    2.4375,
    0.674_34,
    0.49999999999999994,
    4_503_599_627_370_497.5,
    1e-8,
    3.725_290_298_461_914e-9,
    2.220_446_049_250_313e-16,
    1e300,
];

/// A `double` from one of eight families.
pub(super) fn double(random: &mut Random) -> f64 {
    let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
    sign * match random.below(9) {
        0 => f64::from_bits(random.next()),
        1 => (random.next() >> 52) as f64,
        2 => random.unit() * 2.0,
        3 => random.choose(&DOUBLES),
        4 => {
            let near = random.choose(&DOUBLES).to_bits() as i64 + random.below(9) as i64 - 4;
            f64::from_bits(near as u64)
        }
        5 => random.unit() * 1000.0,
        6 => (random.next() >> 40) as f64 / 100.0,
        7 => f64::from_bits((1023 - 70 + random.next() % 140) << 52 | (random.next() & 15) << 48),
        _ => 10_f64.powi(random.below(40) as i32 - 20) * random.below(1000) as f64,
    }
}

pub(super) fn float(random: &mut Random) -> f32 {
    match random.below(6) {
        0 => f32::from_bits(random.next() as u32),
        1 => random.choose(&[f32::MAX, f32::MIN_POSITIVE, 1e-45, 16_777_216.0, 2e10, 8.5e9, 3.4e38, 1e-38]),
        2 => f32::from_bits((127 - 40 + random.next() as u32 % 80) << 23 | (random.next() as u32 & 7) << 20),
        _ => double(random) as f32,
    }
}

pub(super) fn int(random: &mut Random) -> i32 {
    match random.below(4) {
        0 => random.next() as i32,
        1 => random.below(40) as i32 - 20,
        2 => 1_i32.wrapping_shl(random.next() as u32).wrapping_add(random.below(3) as i32 - 1),
        _ => random.choose(&[0, 1, -1, i32::MAX, i32::MIN, i32::MAX - 1, i32::MIN + 1, 255, 65535, 46341]),
    }
}

pub(super) fn long(random: &mut Random) -> i64 {
    match random.below(5) {
        0 => random.next() as i64,
        1 => random.below(40) as i64 - 20,
        2 => 1_i64.wrapping_shl(random.next() as u32).wrapping_add(random.below(3) as i64 - 1),
        3 => i64::from(int(random)),
        _ => random.choose(&[0, 1, -1, i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1, 3_037_000_500]),
    }
}

/// A value of the type that the letter of a signature stands for.
pub(super) fn primitive(letter: u8, random: &mut Random) -> Primitive {
    match letter {
        b'f' => Primitive::Float(float(random)),
        b'd' => Primitive::Double(double(random)),
        b'i' => Primitive::Int(int(random)),
        b'j' => Primitive::Long(long(random)),
        b'z' => Primitive::from_bits(PrimitiveType::Boolean, random.next()),
        b'b' => Primitive::from_bits(PrimitiveType::Byte, random.next()),
        b's' => Primitive::from_bits(PrimitiveType::Short, random.next()),
        b'c' => Primitive::from_bits(PrimitiveType::Char, random.next()),
        other => panic!("no primitive type has the letter {}", char::from(other)),
    }
}

/// `count` calls with primitive arguments of the signature's parameters.
pub(super) fn calls(signature: &str, count: usize, random: &mut Random) -> Vec<Vec<Value>> {
    let parameters = &signature.as_bytes()[..signature.len() - 1];
    let call = |random: &mut Random| {
        parameters.iter().map(|&letter| Value::Primitive(primitive(letter, random))).collect()
    };
    (0..count).map(|_| call(random)).collect()
}

/// Text over the given alphabet, shorter than `length`.
pub(super) fn text(alphabet: &[u16], length: usize, random: &mut Random) -> JavaString {
    (0..random.below(length)).map(|_| random.choose(alphabet)).collect::<Vec<u16>>().into()
}
