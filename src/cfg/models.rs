//! What the static methods of the library compute, one row a method: those whose call is a term.
//!
//! Each row is a promise about the method's body under `library/`: that it neither reads nor writes anything but its
//! arguments, what it returns, and whether it throws. A test (`tests/library/models.rs`) holds each row against a run of the
//! method on boundary values. A method without a row is a call, whose Java code may be followed.

use smallvec::smallvec;

use crate::cfg::library::Model;
use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType as P};
use crate::term::{Function, TermId, Terms};

/// For what is no number.
const NUMBER: Model = Model::Partial { exception: "java.lang.NumberFormatException", null_throws: false };
/// The same, and null is no text at all.
const NUMBER_OR_NULL: Model =
    Model::Partial { exception: "java.lang.NumberFormatException", null_throws: true };

/// The key of a method, and what it does.
pub const ROWS: &[(&str, Model)] = &[
    ("java.lang.Math.sin(double)", Model::Value),
    ("java.lang.Math.cos(double)", Model::Value),
    ("java.lang.Math.tan(double)", Model::Value),
    ("java.lang.Math.asin(double)", Model::Value),
    ("java.lang.Math.acos(double)", Model::Value),
    ("java.lang.Math.atan(double)", Model::Value),
    ("java.lang.Math.exp(double)", Model::Value),
    ("java.lang.Math.log(double)", Model::Value),
    ("java.lang.Math.log10(double)", Model::Value),
    ("java.lang.Math.cbrt(double)", Model::Value),
    ("java.lang.Math.sinh(double)", Model::Value),
    ("java.lang.Math.cosh(double)", Model::Value),
    ("java.lang.Math.tanh(double)", Model::Value),
    ("java.lang.Math.expm1(double)", Model::Value),
    ("java.lang.Math.log1p(double)", Model::Value),
    ("java.lang.Math.atan2(double,double)", Model::Value),
    ("java.lang.Math.pow(double,double)", Model::Value),
    ("java.lang.Math.hypot(double,double)", Model::Value),
    ("java.lang.Math.sqrt(double)", Model::Value),
    ("java.lang.Math.ceil(double)", Model::Value),
    ("java.lang.Math.floor(double)", Model::Value),
    ("java.lang.Math.rint(double)", Model::Value),
    ("java.lang.Math.IEEEremainder(double,double)", Model::Value),
    ("java.lang.Math.fma(double,double,double)", Model::Value),
    ("java.lang.Math.fma(float,float,float)", Model::Value),
    ("java.lang.Math.scalb(double,int)", Model::Value),
    ("java.lang.Math.scalb(float,int)", Model::Value),
    ("java.lang.Math.toRadians(double)", Model::Value),
    ("java.lang.Math.toDegrees(double)", Model::Value),
    ("java.lang.Math.round(float)", Model::Value),
    ("java.lang.Math.round(double)", Model::Value),
    ("java.lang.Math.multiplyFull(int,int)", Model::Value),
    ("java.lang.Math.multiplyHigh(long,long)", Model::Value),
    ("java.lang.Math.floorDiv(int,int)", Model::Quotient(|t, a| floor_div(t, a, P::Int))),
    ("java.lang.Math.floorDiv(long,long)", Model::Quotient(|t, a| floor_div(t, a, P::Long))),
    ("java.lang.Math.floorMod(int,int)", Model::Quotient(|t, a| floor_mod(t, a, P::Int))),
    ("java.lang.Math.floorMod(long,long)", Model::Quotient(|t, a| floor_mod(t, a, P::Long))),
    ("java.lang.Math.abs(int)", Model::Exact(|t, a| absolute(t, a, P::Int))),
    ("java.lang.Math.abs(long)", Model::Exact(|t, a| absolute(t, a, P::Long))),
    ("java.lang.Math.abs(float)", Model::Value),
    ("java.lang.Math.abs(double)", Model::Value),
    ("java.lang.Math.max(int,int)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Int))),
    ("java.lang.Math.min(int,int)", Model::Exact(|t, a| either(t, a, Op::Le, P::Int))),
    ("java.lang.Math.max(long,long)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Long))),
    ("java.lang.Math.min(long,long)", Model::Exact(|t, a| either(t, a, Op::Le, P::Long))),
    ("java.lang.Math.max(float,float)", Model::Value),
    ("java.lang.Math.min(float,float)", Model::Value),
    ("java.lang.Math.max(double,double)", Model::Value),
    ("java.lang.Math.min(double,double)", Model::Value),
    ("java.lang.Math.ulp(float)", Model::Value),
    ("java.lang.Math.signum(float)", Model::Value),
    ("java.lang.Math.copySign(float,float)", Model::Value),
    ("java.lang.Math.getExponent(float)", Model::Value),
    ("java.lang.Math.nextUp(float)", Model::Value),
    ("java.lang.Math.nextDown(float)", Model::Value),
    ("java.lang.Math.nextAfter(float,double)", Model::Value),
    ("java.lang.Math.ulp(double)", Model::Value),
    ("java.lang.Math.signum(double)", Model::Value),
    ("java.lang.Math.copySign(double,double)", Model::Value),
    ("java.lang.Math.getExponent(double)", Model::Value),
    ("java.lang.Math.nextUp(double)", Model::Value),
    ("java.lang.Math.nextDown(double)", Model::Value),
    ("java.lang.Math.nextAfter(double,double)", Model::Value),
    ("java.lang.StrictMath.sin(double)", Model::Value),
    ("java.lang.StrictMath.cos(double)", Model::Value),
    ("java.lang.StrictMath.tan(double)", Model::Value),
    ("java.lang.StrictMath.asin(double)", Model::Value),
    ("java.lang.StrictMath.acos(double)", Model::Value),
    ("java.lang.StrictMath.atan(double)", Model::Value),
    ("java.lang.StrictMath.exp(double)", Model::Value),
    ("java.lang.StrictMath.log(double)", Model::Value),
    ("java.lang.StrictMath.log10(double)", Model::Value),
    ("java.lang.StrictMath.cbrt(double)", Model::Value),
    ("java.lang.StrictMath.sinh(double)", Model::Value),
    ("java.lang.StrictMath.cosh(double)", Model::Value),
    ("java.lang.StrictMath.tanh(double)", Model::Value),
    ("java.lang.StrictMath.expm1(double)", Model::Value),
    ("java.lang.StrictMath.log1p(double)", Model::Value),
    ("java.lang.StrictMath.atan2(double,double)", Model::Value),
    ("java.lang.StrictMath.pow(double,double)", Model::Value),
    ("java.lang.StrictMath.hypot(double,double)", Model::Value),
    ("java.lang.StrictMath.sqrt(double)", Model::Value),
    ("java.lang.StrictMath.ceil(double)", Model::Value),
    ("java.lang.StrictMath.floor(double)", Model::Value),
    ("java.lang.StrictMath.rint(double)", Model::Value),
    ("java.lang.StrictMath.IEEEremainder(double,double)", Model::Value),
    ("java.lang.StrictMath.fma(double,double,double)", Model::Value),
    ("java.lang.StrictMath.fma(float,float,float)", Model::Value),
    ("java.lang.StrictMath.scalb(double,int)", Model::Value),
    ("java.lang.StrictMath.scalb(float,int)", Model::Value),
    ("java.lang.StrictMath.toRadians(double)", Model::Value),
    ("java.lang.StrictMath.toDegrees(double)", Model::Value),
    ("java.lang.StrictMath.round(float)", Model::Value),
    ("java.lang.StrictMath.round(double)", Model::Value),
    ("java.lang.StrictMath.multiplyFull(int,int)", Model::Value),
    ("java.lang.StrictMath.multiplyHigh(long,long)", Model::Value),
    ("java.lang.StrictMath.abs(int)", Model::Exact(|t, a| absolute(t, a, P::Int))),
    ("java.lang.StrictMath.abs(long)", Model::Exact(|t, a| absolute(t, a, P::Long))),
    ("java.lang.StrictMath.abs(float)", Model::Value),
    ("java.lang.StrictMath.abs(double)", Model::Value),
    ("java.lang.StrictMath.max(int,int)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Int))),
    ("java.lang.StrictMath.min(int,int)", Model::Exact(|t, a| either(t, a, Op::Le, P::Int))),
    ("java.lang.StrictMath.max(long,long)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Long))),
    ("java.lang.StrictMath.min(long,long)", Model::Exact(|t, a| either(t, a, Op::Le, P::Long))),
    ("java.lang.StrictMath.max(float,float)", Model::Value),
    ("java.lang.StrictMath.min(float,float)", Model::Value),
    ("java.lang.StrictMath.max(double,double)", Model::Value),
    ("java.lang.StrictMath.min(double,double)", Model::Value),
    ("java.lang.StrictMath.ulp(float)", Model::Value),
    ("java.lang.StrictMath.signum(float)", Model::Value),
    ("java.lang.StrictMath.copySign(float,float)", Model::Value),
    ("java.lang.StrictMath.getExponent(float)", Model::Value),
    ("java.lang.StrictMath.nextUp(float)", Model::Value),
    ("java.lang.StrictMath.nextDown(float)", Model::Value),
    ("java.lang.StrictMath.nextAfter(float,double)", Model::Value),
    ("java.lang.StrictMath.ulp(double)", Model::Value),
    ("java.lang.StrictMath.signum(double)", Model::Value),
    ("java.lang.StrictMath.copySign(double,double)", Model::Value),
    ("java.lang.StrictMath.getExponent(double)", Model::Value),
    ("java.lang.StrictMath.nextUp(double)", Model::Value),
    ("java.lang.StrictMath.nextDown(double)", Model::Value),
    ("java.lang.StrictMath.nextAfter(double,double)", Model::Value),
    ("java.lang.Character.toString(char)", Model::Exact(|t, a| text(t, a, P::Char))),
    ("java.lang.Character.isValidCodePoint(int)", Model::Value),
    ("java.lang.Character.isBmpCodePoint(int)", Model::Value),
    ("java.lang.Character.isSupplementaryCodePoint(int)", Model::Value),
    ("java.lang.Character.isHighSurrogate(char)", Model::Value),
    ("java.lang.Character.isLowSurrogate(char)", Model::Value),
    ("java.lang.Character.isSurrogate(char)", Model::Value),
    ("java.lang.Character.isSurrogatePair(char,char)", Model::Value),
    ("java.lang.Character.charCount(int)", Model::Value),
    ("java.lang.Character.toCodePoint(char,char)", Model::Value),
    ("java.lang.Character.highSurrogate(int)", Model::Value),
    ("java.lang.Character.lowSurrogate(int)", Model::Value),
    ("java.lang.Character.isAscii(int)", Model::Value),
    ("java.lang.Character.isAsciiUpper(int)", Model::Value),
    ("java.lang.Character.isAsciiLower(int)", Model::Value),
    ("java.lang.Character.isAsciiDigit(int)", Model::Value),
    ("java.lang.Character.getType(int)", Model::Value),
    ("java.lang.Character.isLowerBeyondAscii(int)", Model::Value),
    ("java.lang.Character.isUpperBeyondAscii(int)", Model::Value),
    ("java.lang.Character.isAlphabeticBeyondAscii(int)", Model::Value),
    ("java.lang.Character.toLowerBeyondAscii(int)", Model::Value),
    ("java.lang.Character.toUpperBeyondAscii(int)", Model::Value),
    ("java.lang.Character.toTitleBeyondAscii(int)", Model::Value),
    ("java.lang.Character.digitBeyondAscii(int,int)", Model::Value),
    ("java.lang.Character.numberBeyondAscii(int)", Model::Value),
    ("java.lang.Character.isUnicodeStartBeyondAscii(int)", Model::Value),
    ("java.lang.Character.isUnicodePartBeyondAscii(int)", Model::Value),
    ("java.lang.Character.isIdeographic(int)", Model::Value),
    ("java.lang.Character.isMirrored(int)", Model::Value),
    ("java.lang.Character.isLowerCase(int)", Model::Value),
    ("java.lang.Character.isUpperCase(int)", Model::Value),
    ("java.lang.Character.isTitleCase(int)", Model::Value),
    ("java.lang.Character.isDigit(int)", Model::Value),
    ("java.lang.Character.isDefined(int)", Model::Value),
    ("java.lang.Character.isLetter(int)", Model::Value),
    ("java.lang.Character.isLetterOrDigit(int)", Model::Value),
    ("java.lang.Character.isAlphabetic(int)", Model::Value),
    ("java.lang.Character.isJavaIdentifierStart(int)", Model::Value),
    ("java.lang.Character.isJavaIdentifierPart(int)", Model::Value),
    ("java.lang.Character.isUnicodeIdentifierStart(int)", Model::Value),
    ("java.lang.Character.isUnicodeIdentifierPart(int)", Model::Value),
    ("java.lang.Character.isIdentifierIgnorable(int)", Model::Value),
    ("java.lang.Character.isSpaceChar(int)", Model::Value),
    ("java.lang.Character.isWhitespace(int)", Model::Value),
    ("java.lang.Character.isISOControl(int)", Model::Value),
    ("java.lang.Character.toLowerCase(int)", Model::Value),
    ("java.lang.Character.toUpperCase(int)", Model::Value),
    ("java.lang.Character.toTitleCase(int)", Model::Value),
    ("java.lang.Character.digit(int,int)", Model::Value),
    ("java.lang.Character.asciiNumber(int)", Model::Value),
    ("java.lang.Character.getNumericValue(int)", Model::Value),
    ("java.lang.Character.forDigit(int,int)", Model::Value),
    ("java.lang.Character.reverseBytes(char)", Model::Value),
    ("java.lang.Character.isJavaLetter(char)", Model::Value),
    ("java.lang.Character.isJavaLetterOrDigit(char)", Model::Value),
    ("java.lang.Character.isSpace(char)", Model::Value),
    ("java.lang.Character.isLowerCase(char)", Model::Value),
    ("java.lang.Character.isUpperCase(char)", Model::Value),
    ("java.lang.Character.isTitleCase(char)", Model::Value),
    ("java.lang.Character.isDigit(char)", Model::Value),
    ("java.lang.Character.isDefined(char)", Model::Value),
    ("java.lang.Character.isLetter(char)", Model::Value),
    ("java.lang.Character.isLetterOrDigit(char)", Model::Value),
    ("java.lang.Character.isJavaIdentifierStart(char)", Model::Value),
    ("java.lang.Character.isJavaIdentifierPart(char)", Model::Value),
    ("java.lang.Character.isUnicodeIdentifierStart(char)", Model::Value),
    ("java.lang.Character.isUnicodeIdentifierPart(char)", Model::Value),
    ("java.lang.Character.isIdentifierIgnorable(char)", Model::Value),
    ("java.lang.Character.isSpaceChar(char)", Model::Value),
    ("java.lang.Character.isWhitespace(char)", Model::Value),
    ("java.lang.Character.isISOControl(char)", Model::Value),
    ("java.lang.Character.isMirrored(char)", Model::Value),
    ("java.lang.Character.toLowerCase(char)", Model::Value),
    ("java.lang.Character.toUpperCase(char)", Model::Value),
    ("java.lang.Character.toTitleCase(char)", Model::Value),
    ("java.lang.Character.digit(char,int)", Model::Value),
    ("java.lang.Character.getNumericValue(char)", Model::Value),
    ("java.lang.Character.getType(char)", Model::Value),
    ("java.lang.Character.valueOf(char)", Model::Exact(|t, a| boxed(t, a, P::Char))),
    ("java.lang.Character.hashCode(char)", Model::Exact(|_, a| a[0])),
    ("java.lang.Character.compare(char,char)", Model::Exact(|t, a| t.binary(Op::Sub, P::Int, a[0], a[1]))),
    ("java.lang.Boolean.parseBoolean(String)", Model::Value),
    ("java.lang.Boolean.toString(boolean)", Model::Exact(|t, a| text(t, a, P::Boolean))),
    ("java.lang.Boolean.logicalAnd(boolean,boolean)", Model::Exact(|t, a| t.and(a[0], a[1]))),
    ("java.lang.Boolean.logicalOr(boolean,boolean)", Model::Exact(|t, a| t.or(a[0], a[1]))),
    (
        "java.lang.Boolean.logicalXor(boolean,boolean)",
        Model::Exact(|t, a| t.binary(Op::Xor, P::Boolean, a[0], a[1])),
    ),
    ("java.lang.Boolean.valueOf(boolean)", Model::Exact(|t, a| boxed(t, a, P::Boolean))),
    ("java.lang.Boolean.hashCode(boolean)", Model::Exact(hash_of_boolean)),
    ("java.lang.Boolean.compare(boolean,boolean)", Model::Value),
    ("java.lang.Byte.parseByte(String,int)", NUMBER),
    ("java.lang.Byte.parseByte(String)", NUMBER),
    ("java.lang.Byte.toString(byte)", Model::Exact(|t, a| text(t, a, P::Int))),
    ("java.lang.Byte.toUnsignedInt(byte)", Model::Value),
    ("java.lang.Byte.toUnsignedLong(byte)", Model::Value),
    ("java.lang.Byte.valueOf(byte)", Model::Exact(|t, a| boxed(t, a, P::Byte))),
    ("java.lang.Byte.hashCode(byte)", Model::Exact(|_, a| a[0])),
    ("java.lang.Byte.compare(byte,byte)", Model::Exact(|t, a| t.binary(Op::Sub, P::Int, a[0], a[1]))),
    ("java.lang.Short.parseShort(String,int)", NUMBER),
    ("java.lang.Short.parseShort(String)", NUMBER),
    ("java.lang.Short.toString(short)", Model::Exact(|t, a| text(t, a, P::Int))),
    ("java.lang.Short.toUnsignedInt(short)", Model::Value),
    ("java.lang.Short.toUnsignedLong(short)", Model::Value),
    ("java.lang.Short.reverseBytes(short)", Model::Value),
    ("java.lang.Short.valueOf(short)", Model::Exact(|t, a| boxed(t, a, P::Short))),
    ("java.lang.Short.hashCode(short)", Model::Exact(|_, a| a[0])),
    ("java.lang.Short.compare(short,short)", Model::Exact(|t, a| t.binary(Op::Sub, P::Int, a[0], a[1]))),
    ("java.lang.Integer.parseInt(String)", NUMBER),
    ("java.lang.Integer.parseInt(String,int)", NUMBER),
    ("java.lang.Integer.parseUnsignedInt(String,int)", NUMBER),
    ("java.lang.Integer.parseUnsignedInt(String)", NUMBER),
    ("java.lang.Integer.toUnsignedString(int,int)", Model::Value),
    ("java.lang.Integer.toUnsignedString(int)", Model::Value),
    ("java.lang.Integer.toUnsignedLong(int)", Model::Exact(unsigned_long)),
    ("java.lang.Integer.toString(int,int)", Model::Value),
    ("java.lang.Integer.toString(int)", Model::Exact(|t, a| text(t, a, P::Int))),
    ("java.lang.Integer.inBits(int,int)", Model::Value),
    ("java.lang.Integer.toHexString(int)", Model::Value),
    ("java.lang.Integer.toOctalString(int)", Model::Value),
    ("java.lang.Integer.toBinaryString(int)", Model::Value),
    ("java.lang.Integer.highestOneBit(int)", Model::Value),
    ("java.lang.Integer.lowestOneBit(int)", Model::Value),
    ("java.lang.Integer.numberOfLeadingZeros(int)", Model::Value),
    ("java.lang.Integer.numberOfTrailingZeros(int)", Model::Value),
    ("java.lang.Integer.bitCount(int)", Model::Value),
    ("java.lang.Integer.rotateLeft(int,int)", Model::Value),
    ("java.lang.Integer.rotateRight(int,int)", Model::Value),
    ("java.lang.Integer.reverse(int)", Model::Value),
    ("java.lang.Integer.reverseBytes(int)", Model::Value),
    ("java.lang.Integer.signum(int)", Model::Exact(|t, a| sign(t, a, P::Int))),
    ("java.lang.Integer.sum(int,int)", Model::Exact(|t, a| t.binary(Op::Add, P::Int, a[0], a[1]))),
    ("java.lang.Integer.max(int,int)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Int))),
    ("java.lang.Integer.min(int,int)", Model::Exact(|t, a| either(t, a, Op::Le, P::Int))),
    ("java.lang.Integer.valueOf(int)", Model::Exact(|t, a| boxed(t, a, P::Int))),
    ("java.lang.Integer.hashCode(int)", Model::Exact(|_, a| a[0])),
    ("java.lang.Integer.compare(int,int)", Model::Exact(|t, a| order(t, a, P::Int))),
    ("java.lang.Long.parseLong(String)", NUMBER),
    ("java.lang.Long.parseLong(String,int)", NUMBER),
    ("java.lang.Long.parseUnsignedLong(String,int)", NUMBER),
    ("java.lang.Long.parseUnsignedLong(String)", NUMBER),
    ("java.lang.Long.toUnsignedString(long,int)", Model::Value),
    ("java.lang.Long.toUnsignedString(long)", Model::Value),
    ("java.lang.Long.toString(long,int)", Model::Value),
    ("java.lang.Long.toString(long)", Model::Exact(|t, a| text(t, a, P::Long))),
    ("java.lang.Long.inBits(long,int)", Model::Value),
    ("java.lang.Long.toHexString(long)", Model::Value),
    ("java.lang.Long.toOctalString(long)", Model::Value),
    ("java.lang.Long.toBinaryString(long)", Model::Value),
    ("java.lang.Long.highestOneBit(long)", Model::Value),
    ("java.lang.Long.lowestOneBit(long)", Model::Value),
    ("java.lang.Long.numberOfLeadingZeros(long)", Model::Value),
    ("java.lang.Long.numberOfTrailingZeros(long)", Model::Value),
    ("java.lang.Long.bitCount(long)", Model::Value),
    ("java.lang.Long.rotateLeft(long,int)", Model::Value),
    ("java.lang.Long.rotateRight(long,int)", Model::Value),
    ("java.lang.Long.reverse(long)", Model::Value),
    ("java.lang.Long.reverseBytes(long)", Model::Value),
    ("java.lang.Long.signum(long)", Model::Exact(|t, a| sign(t, a, P::Long))),
    ("java.lang.Long.sum(long,long)", Model::Exact(|t, a| t.binary(Op::Add, P::Long, a[0], a[1]))),
    ("java.lang.Long.max(long,long)", Model::Exact(|t, a| either(t, a, Op::Ge, P::Long))),
    ("java.lang.Long.min(long,long)", Model::Exact(|t, a| either(t, a, Op::Le, P::Long))),
    ("java.lang.Long.valueOf(long)", Model::Exact(|t, a| boxed(t, a, P::Long))),
    ("java.lang.Long.hashCode(long)", Model::Value),
    ("java.lang.Long.compare(long,long)", Model::Exact(|t, a| order(t, a, P::Long))),
    ("java.lang.Float.toString(float)", Model::Exact(|t, a| text(t, a, P::Float))),
    ("java.lang.Float.toHexString(float)", Model::Value),
    ("java.lang.Float.parseFloat(String)", NUMBER_OR_NULL),
    ("java.lang.Float.floatToRawIntBits(float)", Model::Value),
    ("java.lang.Float.bits(float)", Model::Value),
    ("java.lang.Float.bitsOfNaN(float)", Model::Value),
    ("java.lang.Float.intBitsToFloat(int)", Model::Value),
    ("java.lang.Float.floatToIntBits(float)", Model::Value),
    ("java.lang.Float.isNaN(float)", Model::Exact(|t, a| t.binary(Op::Ne, P::Float, a[0], a[0]))),
    ("java.lang.Float.isInfinite(float)", Model::Value),
    ("java.lang.Float.isFinite(float)", Model::Value),
    ("java.lang.Float.sum(float,float)", Model::Value),
    ("java.lang.Float.max(float,float)", Model::Value),
    ("java.lang.Float.min(float,float)", Model::Value),
    ("java.lang.Float.valueOf(float)", Model::Exact(|t, a| boxed(t, a, P::Float))),
    ("java.lang.Float.hashCode(float)", Model::Value),
    ("java.lang.Float.compare(float,float)", Model::Value),
    ("java.lang.Double.toString(double)", Model::Exact(|t, a| text(t, a, P::Double))),
    ("java.lang.Double.toHexString(double)", Model::Value),
    ("java.lang.Double.parseDouble(String)", NUMBER_OR_NULL),
    ("java.lang.Double.doubleToRawLongBits(double)", Model::Value),
    ("java.lang.Double.bits(double)", Model::Value),
    ("java.lang.Double.bitsOfNaN(double)", Model::Value),
    ("java.lang.Double.longBitsToDouble(long)", Model::Value),
    ("java.lang.Double.doubleToLongBits(double)", Model::Value),
    ("java.lang.Double.isNaN(double)", Model::Exact(|t, a| t.binary(Op::Ne, P::Double, a[0], a[0]))),
    ("java.lang.Double.isInfinite(double)", Model::Value),
    ("java.lang.Double.isFinite(double)", Model::Value),
    ("java.lang.Double.sum(double,double)", Model::Value),
    ("java.lang.Double.max(double,double)", Model::Value),
    ("java.lang.Double.min(double,double)", Model::Value),
    ("java.lang.Double.valueOf(double)", Model::Exact(|t, a| boxed(t, a, P::Double))),
    ("java.lang.Double.hashCode(double)", Model::Value),
    ("java.lang.Double.compare(double,double)", Model::Value),
    ("java.util.Locale.formatsAsRoot(String)", Model::Value),
    ("java.lang.String.here(String,String)", Model::Exact(|_, a| a[0])),
    ("java.lang.String.vague(String)", Model::Exact(|_, a| a[0])),
    ("java.lang.String.valueOf(boolean)", Model::Exact(|t, a| text(t, a, P::Boolean))),
    ("java.lang.String.valueOf(char)", Model::Exact(|t, a| text(t, a, P::Char))),
    ("java.lang.String.valueOf(int)", Model::Exact(|t, a| text(t, a, P::Int))),
    ("java.lang.String.valueOf(long)", Model::Exact(|t, a| text(t, a, P::Long))),
    ("java.lang.String.valueOf(float)", Model::Exact(|t, a| text(t, a, P::Float))),
    ("java.lang.String.valueOf(double)", Model::Exact(|t, a| text(t, a, P::Double))),
];

fn sign(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let zero = zero(terms, ty);
    order(terms, &[arguments[0], zero], ty)
}

fn hash_of_boolean(terms: &mut Terms, arguments: &[TermId]) -> TermId {
    let (yes, no) = (terms.int(1231), terms.int(1237));
    terms.choose(arguments[0], yes, no)
}

fn unsigned_long(terms: &mut Terms, arguments: &[TermId]) -> TermId {
    let wide = terms.convert(P::Int, P::Long, arguments[0]);
    let mask = terms.primitive(Primitive::Long(0xffff_ffff));
    terms.binary(Op::And, P::Long, wide, mask)
}

fn text(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    terms.apply(Function::TextOf(ty), smallvec![arguments[0]])
}

fn boxed(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    terms.apply(Function::Box(ty), smallvec![arguments[0]])
}

fn zero(terms: &mut Terms, ty: P) -> TermId {
    terms.primitive(Primitive::from_bits(ty, 0))
}

fn absolute(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let zero = zero(terms, ty);
    let is_negative = terms.binary(Op::Lt, ty, arguments[0], zero);
    let negated = terms.unary(UnaryOperator::Minus, arguments[0]);
    terms.choose(is_negative, negated, arguments[0])
}

/// `a op b ? a : b`
fn either(terms: &mut Terms, arguments: &[TermId], op: Op, ty: P) -> TermId {
    let first = terms.binary(op, ty, arguments[0], arguments[1]);
    terms.choose(first, arguments[0], arguments[1])
}

/// `a < b ? -1 : a == b ? 0 : 1`
pub fn order(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let less = terms.binary(Op::Lt, ty, arguments[0], arguments[1]);
    let same = terms.binary(Op::Eq, ty, arguments[0], arguments[1]);
    let (below, none, above) = (terms.int(-1), terms.int(0), terms.int(1));
    let rest = terms.choose(same, none, above);
    terms.choose(less, below, rest)
}

/// Whether the quotient of a division that leaves a rest is rounded up by `/`.
fn is_rounded_up(terms: &mut Terms, arguments: &[TermId], ty: P) -> (TermId, TermId) {
    let zero = zero(terms, ty);
    let rest = terms.binary(Op::Rem, ty, arguments[0], arguments[1]);
    let signs = terms.binary(Op::Xor, ty, rest, arguments[1]);
    let differ = terms.binary(Op::Lt, ty, signs, zero);
    let is_rest = terms.binary(Op::Ne, ty, rest, zero);
    (terms.and(differ, is_rest), rest)
}

fn floor_mod(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let (up, rest) = is_rounded_up(terms, arguments, ty);
    let other = terms.binary(Op::Add, ty, rest, arguments[1]);
    terms.choose(up, other, rest)
}

fn floor_div(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let (up, _) = is_rounded_up(terms, arguments, ty);
    let quotient = terms.binary(Op::Div, ty, arguments[0], arguments[1]);
    let one = terms.primitive(crate::jvm::convert::cast(Primitive::Int(1), ty));
    let lower = terms.binary(Op::Sub, ty, quotient, one);
    terms.choose(up, lower, quotient)
}
