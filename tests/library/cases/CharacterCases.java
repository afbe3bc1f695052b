/** Each method puts what Character says of many characters into one text. */
class CharacterCases {
    private static final int[] POINTS = {-1, 0, 9, 10, 13, 28, 32, '!', '$', '0', '9', 'A', 'Z', '_', 'a', 'g', 'z', 127, 0x85, 0xa0, 0xaa, 0xad,
        0xb5, 0xdf, 0xe9, 0xff, 0x130, 0x131, 0x149, 0x1c5, 0x1f0, 0x37a, 0x3a3, 0x3c2, 0x660, 0x966, 0x10d0, 0x1e9e, 0x2003, 0x2007, 0x2028, 0x202f,
        0x2160, 0x2167, 0x24b6, 0x3000, 0x4e00, 0xd800, 0xdc00, 0xfb03, 0xff11, 0xffff, 0x10400, 0x10428, 0x1d7d8, 0x20000, 0x10ffff, 0x110000};

    static String kinds() {
        StringBuilder out = new StringBuilder();
        for (int p : POINTS) {
            out.append(p).append(':').append(Character.getType(p)).append(bit(Character.isLetter(p))).append(bit(Character.isDigit(p)));
            out.append(bit(Character.isLetterOrDigit(p))).append(bit(Character.isUpperCase(p))).append(bit(Character.isLowerCase(p)));
            out.append(bit(Character.isTitleCase(p))).append(bit(Character.isDefined(p))).append(bit(Character.isAlphabetic(p)));
            out.append(bit(Character.isIdeographic(p))).append(bit(Character.isJavaIdentifierStart(p))).append(bit(Character.isJavaIdentifierPart(p)));
            out.append(bit(Character.isUnicodeIdentifierStart(p))).append(bit(Character.isUnicodeIdentifierPart(p)));
            out.append(bit(Character.isIdentifierIgnorable(p))).append(bit(Character.isSpaceChar(p))).append(bit(Character.isWhitespace(p)));
            out.append(bit(Character.isISOControl(p))).append(bit(Character.isMirrored(p))).append(bit(Character.isValidCodePoint(p)));
            out.append(bit(Character.isBmpCodePoint(p))).append(bit(Character.isSupplementaryCodePoint(p))).append(Character.charCount(p));
            out.append(';');
        }
        return out.toString();
    }

    private static int bit(boolean b) {
        return b ? 1 : 0;
    }

    static String mappings() {
        StringBuilder out = new StringBuilder();
        for (int p : POINTS) {
            out.append(Character.toUpperCase(p)).append(',').append(Character.toLowerCase(p)).append(',').append(Character.toTitleCase(p));
            out.append(',').append(Character.digit(p, 10)).append(Character.digit(p, 36)).append(Character.digit(p, 1)).append(Character.getNumericValue(p));
            char c = (char) p;
            out.append((int) Character.toUpperCase(c)).append(bit(Character.isLetter(c))).append(bit(Character.isDigit(c))).append(bit(Character.isWhitespace(c)));
            out.append(bit(Character.isSurrogate(c))).append(bit(Character.isHighSurrogate(c))).append(bit(Character.isLowSurrogate(c)));
            out.append((int) Character.reverseBytes(c)).append(Character.hashCode(c)).append(Character.compare(c, 'a')).append(';');
        }
        for (int i = -1; i < 40; i++) {
            out.append((int) Character.forDigit(i, 36)).append((int) Character.forDigit(i, 10));
        }
        return out.toString();
    }

    static String pairs() {
        StringBuilder out = new StringBuilder();
        for (int p : POINTS) {
            try {
                out.append(Character.toChars(p)).append(Character.toString(p)).append((int) Character.highSurrogate(p));
                out.append((int) Character.lowSurrogate(p)).append(Character.toChars(p, new char[2], 0));
            } catch (IllegalArgumentException e) {
                out.append(e.getClass().getName());
            }
        }
        char[] units = {'a', '\ud801', '\udc00', '\udc01', '\ud801'};
        String text = new String(units);
        for (int i = -1; i < 7; i++) {
            try {
                out.append(Character.codePointAt(text, i)).append(Character.codePointAt(units, i)).append(Character.codePointBefore(text, i + 1));
                out.append(Character.codePointCount(units, 0, i)).append(Character.codePointCount(text, i, 5));
                out.append(Character.offsetByCodePoints(text, i, 1)).append(Character.offsetByCodePoints(units, 0, 5, i, -1));
            } catch (IndexOutOfBoundsException e) {
                out.append(e.getClass().getName());
            }
        }
        return out.append(Character.toCodePoint('\ud801', '\udc00')).append(Character.isSurrogatePair('\ud801', 'a')).toString();
    }
}
