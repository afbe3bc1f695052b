package java.lang;

import java.io.Serializable;

/** A char as an object, and what is known of characters. */
public final class Character implements Serializable, Comparable<Character> {
    public static final Class<Character> TYPE = char.class;
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final byte UNASSIGNED = 0;
    public static final byte UPPERCASE_LETTER = 1;
    public static final byte LOWERCASE_LETTER = 2;
    public static final byte TITLECASE_LETTER = 3;
    public static final byte MODIFIER_LETTER = 4;
    public static final byte OTHER_LETTER = 5;
    public static final byte NON_SPACING_MARK = 6;
    public static final byte ENCLOSING_MARK = 7;
    public static final byte COMBINING_SPACING_MARK = 8;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte LETTER_NUMBER = 10;
    public static final byte OTHER_NUMBER = 11;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte LINE_SEPARATOR = 13;
    public static final byte PARAGRAPH_SEPARATOR = 14;
    public static final byte CONTROL = 15;
    public static final byte FORMAT = 16;
    public static final byte PRIVATE_USE = 18;
    public static final byte SURROGATE = 19;
    public static final byte DASH_PUNCTUATION = 20;
    public static final byte START_PUNCTUATION = 21;
    public static final byte END_PUNCTUATION = 22;
    public static final byte CONNECTOR_PUNCTUATION = 23;
    public static final byte OTHER_PUNCTUATION = 24;
    public static final byte MATH_SYMBOL = 25;
    public static final byte CURRENCY_SYMBOL = 26;
    public static final byte MODIFIER_SYMBOL = 27;
    public static final byte OTHER_SYMBOL = 28;
    public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
    public static final byte FINAL_QUOTE_PUNCTUATION = 30;
    public static final char MIN_HIGH_SURROGATE = '\ud800';
    public static final char MAX_HIGH_SURROGATE = '\udbff';
    public static final char MIN_LOW_SURROGATE = '\udc00';
    public static final char MAX_LOW_SURROGATE = '\udfff';
    public static final char MIN_SURROGATE = '\ud800';
    public static final char MAX_SURROGATE = '\udfff';
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    public static final int MIN_CODE_POINT = 0;
    public static final int MAX_CODE_POINT = 0x10ffff;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private final char value;

    @Deprecated
    public Character(char value) {
        this.value = value;
    }

    public char charValue() {
        return value;
    }

    public static String toString(char c) {
        char[] units = {c};
        return String.vague(String.of(units, 0, 1));
    }

    public static String toString(int codePoint) {
        char[] units = toChars(codePoint);
        return String.vague(String.of(units, 0, units.length));
    }

    public static boolean isValidCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isBmpCodePoint(int codePoint) {
        return codePoint >>> 16 == 0;
    }

    public static boolean isSupplementaryCodePoint(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
    }

    public static boolean isHighSurrogate(char c) {
        return c >= MIN_HIGH_SURROGATE && c <= MAX_HIGH_SURROGATE;
    }

    public static boolean isLowSurrogate(char c) {
        return c >= MIN_LOW_SURROGATE && c <= MAX_LOW_SURROGATE;
    }

    public static boolean isSurrogate(char c) {
        return c >= MIN_SURROGATE && c <= MAX_SURROGATE;
    }

    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    public static int charCount(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return (high - MIN_HIGH_SURROGATE << 10) + (low - MIN_LOW_SURROGATE) + MIN_SUPPLEMENTARY_CODE_POINT;
    }

    public static char highSurrogate(int codePoint) {
        return (char) ((codePoint >>> 10) + (MIN_HIGH_SURROGATE - (MIN_SUPPLEMENTARY_CODE_POINT >>> 10)));
    }

    public static char lowSurrogate(int codePoint) {
        return (char) ((codePoint & 0x3ff) + MIN_LOW_SURROGATE);
    }

    public static int codePointAt(CharSequence sequence, int index) {
        char high = sequence.charAt(index);
        if (isHighSurrogate(high) && index + 1 < sequence.length()) {
            char low = sequence.charAt(index + 1);
            if (isLowSurrogate(low)) {
                return toCodePoint(high, low);
            }
        }
        return high;
    }

    public static int codePointAt(char[] units, int index) {
        return unitsAt(units, index, units.length);
    }

    public static int codePointAt(char[] units, int index, int limit) {
        if (units == null && index < 0 && limit >= 0) {
            throw Raise$.disagreement();
        }
        if (index >= limit || limit < 0 || limit > units.length) {
            throw Raise$.index();
        }
        if (index < 0) {
            throw Raise$.disagreement();
        }
        return unitsAt(units, index, limit);
    }

    private static int unitsAt(char[] units, int index, int limit) {
        char high = units[index];
        return index + 1 < limit && isSurrogatePair(high, units[index + 1])
                ? toCodePoint(high, units[index + 1]) : high;
    }

    public static int codePointBefore(CharSequence sequence, int index) {
        char low = sequence.charAt(index - 1);
        if (isLowSurrogate(low) && index >= 2) {
            char high = sequence.charAt(index - 2);
            if (isHighSurrogate(high)) {
                return toCodePoint(high, low);
            }
        }
        return low;
    }

    public static int codePointBefore(char[] units, int index) {
        return unitsBefore(units, index, 0);
    }

    public static int codePointBefore(char[] units, int index, int start) {
        if (index <= start || start < 0 || start >= units.length) {
            throw Raise$.index();
        }
        if (index > units.length) {
            throw Raise$.disagreement();
        }
        return unitsBefore(units, index, start);
    }

    private static int unitsBefore(char[] units, int index, int start) {
        char low = units[index - 1];
        return index - 2 >= start && isSurrogatePair(units[index - 2], low)
                ? toCodePoint(units[index - 2], low) : low;
    }

    public static int toChars(int codePoint, char[] units, int index) {
        if (isBmpCodePoint(codePoint)) {
            units[index] = (char) codePoint;
            return 1;
        }
        if (!isValidCodePoint(codePoint)) {
            throw Raise$.illegalArgument();
        }
        units[index + 1] = lowSurrogate(codePoint);
        units[index] = highSurrogate(codePoint);
        return 2;
    }

    public static char[] toChars(int codePoint) {
        if (!isValidCodePoint(codePoint)) {
            throw Raise$.illegalArgument();
        }
        char[] units = new char[charCount(codePoint)];
        toChars(codePoint, units, 0);
        return units;
    }

    public static int codePointCount(CharSequence sequence, int beginIndex, int endIndex) {
        int length = sequence.length();
        if (beginIndex < 0 || beginIndex > endIndex || endIndex > length) {
            throw Raise$.index();
        }
        int count = 0;
        for (int i = beginIndex; i < endIndex; count++) {
            if (isHighSurrogate(sequence.charAt(i++)) && i < endIndex && isLowSurrogate(sequence.charAt(i))) {
                i++;
            }
        }
        return count;
    }

    public static int codePointCount(char[] units, int offset, int count) {
        if (count > units.length - offset || offset < 0 || count < 0) {
            throw Raise$.index();
        }
        int end = offset + count;
        int points = 0;
        for (int i = offset; i < end; points++) {
            if (isHighSurrogate(units[i++]) && i < end && isLowSurrogate(units[i])) {
                i++;
            }
        }
        return points;
    }

    public static int offsetByCodePoints(CharSequence sequence, int index, int codePointOffset) {
        int length = sequence.length();
        if (index < 0 || index > length) {
            throw Raise$.index();
        }
        int at = index;
        for (int left = codePointOffset; left > 0; left--) {
            if (at >= length) {
                throw Raise$.index();
            }
            if (isHighSurrogate(sequence.charAt(at++)) && at < length && isLowSurrogate(sequence.charAt(at))) {
                at++;
            }
        }
        for (int left = codePointOffset; left < 0; left++) {
            if (at <= 0) {
                throw Raise$.index();
            }
            if (isLowSurrogate(sequence.charAt(--at)) && at > 0 && isHighSurrogate(sequence.charAt(at - 1))) {
                at--;
            }
        }
        return at;
    }

    public static int offsetByCodePoints(char[] units, int start, int count, int index, int codePointOffset) {
        if (count > units.length - start || start < 0 || count < 0 || index < start || index > start + count) {
            throw Raise$.index();
        }
        int end = start + count;
        int at = index;
        for (int left = codePointOffset; left > 0; left--) {
            if (at >= end) {
                throw Raise$.index();
            }
            if (isHighSurrogate(units[at++]) && at < end && isLowSurrogate(units[at])) {
                at++;
            }
        }
        for (int left = codePointOffset; left < 0; left++) {
            if (at <= start) {
                throw Raise$.index();
            }
            if (isLowSurrogate(units[--at]) && at > start && isHighSurrogate(units[at - 1])) {
                at--;
            }
        }
        return at;
    }

    private static boolean isAscii(int codePoint) {
        return codePoint >>> 7 == 0;
    }

    private static boolean isAsciiUpper(int codePoint) {
        return codePoint >= 'A' && codePoint <= 'Z';
    }

    private static boolean isAsciiLower(int codePoint) {
        return codePoint >= 'a' && codePoint <= 'z';
    }

    private static boolean isAsciiDigit(int codePoint) {
        return codePoint >= '0' && codePoint <= '9';
    }

    public static native int getType(int codePoint);

    private static native boolean isLowerBeyondAscii(int codePoint);

    private static native boolean isUpperBeyondAscii(int codePoint);

    private static native boolean isAlphabeticBeyondAscii(int codePoint);

    private static native int toLowerBeyondAscii(int codePoint);

    private static native int toUpperBeyondAscii(int codePoint);

    private static native int toTitleBeyondAscii(int codePoint);

    private static native int digitBeyondAscii(int codePoint, int radix);

    private static native int numberBeyondAscii(int codePoint);

    private static native boolean isUnicodeStartBeyondAscii(int codePoint);

    private static native boolean isUnicodePartBeyondAscii(int codePoint);

    public static native boolean isIdeographic(int codePoint);

    public static native boolean isMirrored(int codePoint);

    public static boolean isLowerCase(int codePoint) {
        return isAscii(codePoint) ? isAsciiLower(codePoint) : isLowerBeyondAscii(codePoint);
    }

    public static boolean isUpperCase(int codePoint) {
        return isAscii(codePoint) ? isAsciiUpper(codePoint) : isUpperBeyondAscii(codePoint);
    }

    public static boolean isTitleCase(int codePoint) {
        return !isAscii(codePoint) && getType(codePoint) == TITLECASE_LETTER;
    }

    public static boolean isDigit(int codePoint) {
        return isAscii(codePoint) ? isAsciiDigit(codePoint) : getType(codePoint) == DECIMAL_DIGIT_NUMBER;
    }

    public static boolean isDefined(int codePoint) {
        return isAscii(codePoint) || getType(codePoint) != UNASSIGNED;
    }

    public static boolean isLetter(int codePoint) {
        if (isAscii(codePoint)) {
            return isAsciiLower(codePoint) || isAsciiUpper(codePoint);
        }
        int type = getType(codePoint);
        return type >= UPPERCASE_LETTER && type <= OTHER_LETTER;
    }

    public static boolean isLetterOrDigit(int codePoint) {
        return isLetter(codePoint) || isDigit(codePoint);
    }

    public static boolean isAlphabetic(int codePoint) {
        return isAscii(codePoint) ? isLetter(codePoint) : isAlphabeticBeyondAscii(codePoint);
    }

    public static boolean isJavaIdentifierStart(int codePoint) {
        if (isAscii(codePoint)) {
            return isLetter(codePoint) || codePoint == '$' || codePoint == '_';
        }
        int type = getType(codePoint);
        return type >= UPPERCASE_LETTER && type <= OTHER_LETTER || type == LETTER_NUMBER
                || type == CURRENCY_SYMBOL || type == CONNECTOR_PUNCTUATION;
    }

    public static boolean isJavaIdentifierPart(int codePoint) {
        if (isJavaIdentifierStart(codePoint) || isDigit(codePoint) || isIdentifierIgnorable(codePoint)) {
            return true;
        }
        int type = isAscii(codePoint) ? UNASSIGNED : getType(codePoint);
        return type == COMBINING_SPACING_MARK || type == NON_SPACING_MARK;
    }

    public static boolean isUnicodeIdentifierStart(int codePoint) {
        return isAscii(codePoint) ? isLetter(codePoint) : isUnicodeStartBeyondAscii(codePoint);
    }

    public static boolean isUnicodeIdentifierPart(int codePoint) {
        if (isAscii(codePoint)) {
            return isLetterOrDigit(codePoint) || codePoint == '_' || isIdentifierIgnorable(codePoint);
        }
        return isUnicodePartBeyondAscii(codePoint);
    }

    public static boolean isIdentifierIgnorable(int codePoint) {
        if (isISOControl(codePoint)) {
            return codePoint <= 0x8 || codePoint >= 0xe && codePoint <= 0x1b || codePoint >= 0x7f;
        }
        return !isAscii(codePoint) && getType(codePoint) == FORMAT;
    }

    public static boolean isSpaceChar(int codePoint) {
        if (isAscii(codePoint)) {
            return codePoint == ' ';
        }
        int type = getType(codePoint);
        return type == SPACE_SEPARATOR || type == LINE_SEPARATOR || type == PARAGRAPH_SEPARATOR;
    }

    public static boolean isWhitespace(int codePoint) {
        if (isAscii(codePoint)) {
            return codePoint >= 0x9 && codePoint <= 0xd || codePoint >= 0x1c && codePoint <= ' ';
        }
        return codePoint != 0xa0 && codePoint != 0x2007 && codePoint != 0x202f && isSpaceChar(codePoint);
    }

    public static boolean isISOControl(int codePoint) {
        return codePoint >= 0 && codePoint <= 0x1f || codePoint >= 0x7f && codePoint <= 0x9f;
    }

    public static int toLowerCase(int codePoint) {
        if (isAscii(codePoint)) {
            return isAsciiUpper(codePoint) ? codePoint + 32 : codePoint;
        }
        return toLowerBeyondAscii(codePoint);
    }

    public static int toUpperCase(int codePoint) {
        if (isAscii(codePoint)) {
            return isAsciiLower(codePoint) ? codePoint - 32 : codePoint;
        }
        return toUpperBeyondAscii(codePoint);
    }

    public static int toTitleCase(int codePoint) {
        return isAscii(codePoint) ? toUpperCase(codePoint) : toTitleBeyondAscii(codePoint);
    }

    public static int digit(int codePoint, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX) {
            return -1;
        }
        if (!isAscii(codePoint)) {
            return digitBeyondAscii(codePoint, radix);
        }
        int value = asciiNumber(codePoint);
        return value < radix ? value : -1;
    }

    private static int asciiNumber(int codePoint) {
        if (isAsciiDigit(codePoint)) {
            return codePoint - '0';
        }
        if (isAsciiLower(codePoint)) {
            return codePoint - 'a' + 10;
        }
        return isAsciiUpper(codePoint) ? codePoint - 'A' + 10 : -1;
    }

    public static int getNumericValue(int codePoint) {
        return isAscii(codePoint) ? asciiNumber(codePoint) : numberBeyondAscii(codePoint);
    }

    public static char forDigit(int digit, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static char reverseBytes(char c) {
        return (char) (c << 8 | c >> 8);
    }

    @Deprecated
    public static boolean isJavaLetter(char c) {
        return isJavaIdentifierStart(c);
    }

    @Deprecated
    public static boolean isJavaLetterOrDigit(char c) {
        return isJavaIdentifierPart(c);
    }

    @Deprecated
    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    public static boolean isLowerCase(char c) {
        return isLowerCase((int) c);
    }

    public static boolean isUpperCase(char c) {
        return isUpperCase((int) c);
    }

    public static boolean isTitleCase(char c) {
        return isTitleCase((int) c);
    }

    public static boolean isDigit(char c) {
        return isDigit((int) c);
    }

    public static boolean isDefined(char c) {
        return isDefined((int) c);
    }

    public static boolean isLetter(char c) {
        return isLetter((int) c);
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetterOrDigit((int) c);
    }

    public static boolean isJavaIdentifierStart(char c) {
        return isJavaIdentifierStart((int) c);
    }

    public static boolean isJavaIdentifierPart(char c) {
        return isJavaIdentifierPart((int) c);
    }

    public static boolean isUnicodeIdentifierStart(char c) {
        return isUnicodeIdentifierStart((int) c);
    }

    public static boolean isUnicodeIdentifierPart(char c) {
        return isUnicodeIdentifierPart((int) c);
    }

    public static boolean isIdentifierIgnorable(char c) {
        return isIdentifierIgnorable((int) c);
    }

    public static boolean isSpaceChar(char c) {
        return isSpaceChar((int) c);
    }

    public static boolean isWhitespace(char c) {
        return isWhitespace((int) c);
    }

    public static boolean isISOControl(char c) {
        return isISOControl((int) c);
    }

    public static boolean isMirrored(char c) {
        return isMirrored((int) c);
    }

    public static char toLowerCase(char c) {
        return (char) toLowerCase((int) c);
    }

    public static char toUpperCase(char c) {
        return (char) toUpperCase((int) c);
    }

    public static char toTitleCase(char c) {
        return (char) toTitleCase((int) c);
    }

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int getNumericValue(char c) {
        return getNumericValue((int) c);
    }

    public static int getType(char c) {
        return getType((int) c);
    }

    public static native Character valueOf(char value);

    public String toString() {
        return toString(value);
    }

    public static int hashCode(char value) {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Character && value == ((Character) other).value;
    }

    public static int compare(char a, char b) {
        return a - b;
    }

    public int compareTo(Character other) {
        return compare(value, other.value);
    }
}
