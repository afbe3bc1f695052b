package java.lang;

import java.io.Serializable;
import java.util.Formatter$;
import java.util.Locale;

/**
 * A sequence of UTF-16 units. The units are the virtual machine's: a constructor fills them with {@code init}.
 * A result whose identity Java does not promise goes through {@code vague}.
 */
public final class String implements Serializable, Comparable<String>, CharSequence {
    public String() {
    }

    public String(String original) {
        init(original);
    }

    public String(char[] value) {
        init(value, 0, value.length);
    }

    public String(char[] value, int offset, int count) {
        checkOffsetCount(offset, count, value.length);
        init(value, offset, count);
    }

    public String(int[] codePoints, int offset, int count) {
        checkOffsetCount(offset, count, codePoints.length);
        StringBuilder text = new StringBuilder(count);
        for (int i = offset; i < offset + count; i++) {
            text.appendCodePoint(codePoints[i]);
        }
        init(text.toString());
    }

    public String(byte[] bytes) {
        init(bytes, 0, bytes.length);
    }

    public String(byte[] bytes, int offset, int length) {
        checkOffsetCount(offset, length, bytes.length);
        init(bytes, offset, length);
    }

    @Deprecated
    public String(byte[] ascii, int hibyte) {
        this(ascii, hibyte, 0, ascii.length);
    }

    @Deprecated
    public String(byte[] ascii, int hibyte, int offset, int count) {
        checkOffsetCount(offset, count, ascii.length);
        char[] units = new char[count];
        for (int i = 0; i < count; i++) {
            units[i] = (char) (hibyte << 8 | ascii[offset + i] & 0xff);
        }
        init(units, 0, count);
    }

    public String(StringBuffer buffer) {
        init(buffer.toString());
    }

    public String(StringBuilder builder) {
        init(builder.toString());
    }

    /** Gives this new string its units. */
    private native void init(String original);

    /** Gives this new string its units. */
    private native void init(char[] value, int offset, int count);

    /** Gives this new string the units that text in the machine's charset stands for. */
    private native void init(byte[] value, int offset, int count);

    /** The units of a range within the array, as {@code vague} has them. */
    static native String of(char[] value, int offset, int count);

    /** An equal string of which nobody may ask whether it is the same object as another. */
    static native String vague(String text);

    /** The unit at an index within the string. */
    private native char unit(int index);

    /** The units of a range within the string, as {@code vague} has them. */
    private native String slice(int begin, int end);

    private static void checkOffsetCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw Raise$.stringIndex();
        }
    }

    private static void checkRange(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw Raise$.stringIndex();
        }
    }

    public native int length();

    public boolean isEmpty() {
        return length() == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw Raise$.stringIndex();
        }
        return unit(index);
    }

    public int codePointAt(int index) {
        if (index < 0 || index >= length()) {
            throw Raise$.stringIndex();
        }
        char high = unit(index);
        if (Character.isHighSurrogate(high) && index + 1 < length()) {
            char low = unit(index + 1);
            if (Character.isLowSurrogate(low)) {
                return Character.toCodePoint(high, low);
            }
        }
        return high;
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > length()) {
            throw Raise$.stringIndex();
        }
        char low = unit(index - 1);
        if (Character.isLowSurrogate(low) && index >= 2) {
            char high = unit(index - 2);
            if (Character.isHighSurrogate(high)) {
                return Character.toCodePoint(high, low);
            }
        }
        return low;
    }

    public int codePointCount(int beginIndex, int endIndex) {
        if (beginIndex < 0 || beginIndex > endIndex || endIndex > length()) {
            throw Raise$.index();
        }
        return Character.codePointCount(this, beginIndex, endIndex);
    }

    public int offsetByCodePoints(int index, int codePointOffset) {
        return Character.offsetByCodePoints(this, index, codePointOffset);
    }

    public void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin) {
        checkRange(srcBegin, srcEnd, length());
        if (dstBegin < 0 || dstBegin > dst.length - (srcEnd - srcBegin)) {
            throw Raise$.stringIndex();
        }
        copyUnits(srcBegin, srcEnd, dst, dstBegin);
    }

    /** Copies the units of a range within the string to a place within the array. */
    native void copyUnits(int begin, int end, char[] target, int at);

    @Deprecated
    public void getBytes(int srcBegin, int srcEnd, byte[] dst, int dstBegin) {
        checkRange(srcBegin, srcEnd, length());
        if (dstBegin < 0 || dstBegin > dst.length - (srcEnd - srcBegin)) {
            throw Raise$.stringIndex();
        }
        for (int i = srcBegin; i < srcEnd; i++) {
            dst[dstBegin++] = (byte) unit(i);
        }
    }

    public native byte[] getBytes();

    public boolean equals(Object other) {
        if (!(other instanceof String)) {
            return false;
        }
        String that = (String) other;
        int length = length();
        if (length != that.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (unit(i) != that.unit(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean contentEquals(StringBuffer buffer) {
        return contentEquals((CharSequence) buffer);
    }

    public boolean contentEquals(CharSequence sequence) {
        int length = length();
        if (length != sequence.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (unit(i) != sequence.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && other.length() == length() && regionMatches(true, 0, other, 0, length());
    }

    public int compareTo(String other) {
        int length = length();
        int otherLength = other.length();
        for (int i = 0; i < length && i < otherLength; i++) {
            char a = unit(i);
            char b = other.unit(i);
            if (a != b) {
                return a - b;
            }
        }
        return length - otherLength;
    }

    public int compareToIgnoreCase(String other) {
        int length = length();
        int otherLength = other.length();
        int i = 0;
        int j = 0;
        while (i < length && j < otherLength) {
            // Units first, and the surrogate pairs around them only where those differ.
            int difference = orderWithoutCase(unit(i), other.unit(j));
            if (difference != 0) {
                // The JDK stores Latin-1 strings apart, and compares one of them with another kind by units.
                if (isLatin1() != other.isLatin1()) {
                    return difference;
                }
                difference = orderWithoutCase(codePointAround(i), other.codePointAround(j));
                if (difference != 0) {
                    return difference;
                }
                i += beginsPair(i) ? 1 : 0;
                j += other.beginsPair(j) ? 1 : 0;
            }
            i++;
            j++;
        }
        return length - otherLength;
    }

    private boolean isLatin1() {
        int length = length();
        for (int i = 0; i < length; i++) {
            if (unit(i) > 0xff) {
                return false;
            }
        }
        return true;
    }

    private boolean beginsPair(int index) {
        return index + 1 < length() && Character.isSurrogatePair(unit(index), unit(index + 1));
    }

    /** The code point of which the unit at an index is a part. */
    private int codePointAround(int index) {
        return index > 0 && beginsPair(index - 1) ? codePointAt(index - 1) : codePointAt(index);
    }

    private static int foldCase(int codePoint) {
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    private static int orderWithoutCase(int a, int b) {
        return a == b ? 0 : foldCase(a) - foldCase(b);
    }

    /** Without the other string one JDK fails, and another does not where the region lies outside this one. */
    private void checkOther(int toffset, String other, int ooffset, int len) {
        if (other == null && (ooffset < 0 || toffset < 0 || toffset > (long) length() - len)) {
            throw Raise$.disagreement();
        }
    }

    public boolean regionMatches(int toffset, String other, int ooffset, int len) {
        checkOther(toffset, other, ooffset, len);
        if (ooffset < 0 || toffset < 0 || toffset > (long) length() - len
                || ooffset > (long) other.length() - len) {
            return false;
        }
        for (int i = 0; i < len; i++) {
            if (unit(toffset + i) != other.unit(ooffset + i)) {
                return false;
            }
        }
        return true;
    }

    public boolean regionMatches(boolean ignoreCase, int toffset, String other, int ooffset, int len) {
        if (!ignoreCase) {
            return regionMatches(toffset, other, ooffset, len);
        }
        if (ooffset < 0 || toffset < 0 || toffset > (long) length() - len
                || ooffset > (long) other.length() - len) {
            return false;
        }
        for (int i = 0; i < len; i++) {
            char a = unit(toffset + i);
            char b = other.unit(ooffset + i);
            if (a == b) {
                continue;
            }
            int codePointA = a;
            int codePointB = b;
            if (i + 1 < len && Character.isSurrogatePair(a, unit(toffset + i + 1))
                    && Character.isSurrogatePair(b, other.unit(ooffset + i + 1))) {
                codePointA = codePointAt(toffset + i);
                codePointB = other.codePointAt(ooffset + i);
                i++;
            } else if (i > 0 && Character.isSurrogatePair(unit(toffset + i - 1), a)
                    && Character.isSurrogatePair(other.unit(ooffset + i - 1), b)) {
                codePointA = codePointAt(toffset + i - 1);
                codePointB = other.codePointAt(ooffset + i - 1);
            }
            if (foldCase(codePointA) != foldCase(codePointB)) {
                return false;
            }
        }
        return true;
    }

    public boolean startsWith(String prefix, int toffset) {
        if (toffset < 0) {
            return false;
        }
        int length = prefix.length();
        if (toffset > length() - length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (unit(toffset + i) != prefix.unit(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, length() - suffix.length());
    }

    public int hashCode() {
        int hash = 0;
        int length = length();
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + unit(i);
        }
        return hash;
    }

    public int indexOf(int ch) {
        return indexOf(ch, 0);
    }

    public int indexOf(int ch, int fromIndex) {
        int length = length();
        int start = fromIndex < 0 ? 0 : fromIndex;
        if (Character.isBmpCodePoint(ch)) {
            for (int i = start; i < length; i++) {
                if (unit(i) == ch) {
                    return i;
                }
            }
        } else if (Character.isValidCodePoint(ch)) {
            char high = Character.highSurrogate(ch);
            char low = Character.lowSurrogate(ch);
            for (int i = start; i < length - 1; i++) {
                if (unit(i) == high && unit(i + 1) == low) {
                    return i;
                }
            }
        }
        return -1;
    }

    public int lastIndexOf(int ch) {
        return lastIndexOf(ch, length() - 1);
    }

    public int lastIndexOf(int ch, int fromIndex) {
        int length = length();
        if (Character.isBmpCodePoint(ch)) {
            for (int i = fromIndex < length ? fromIndex : length - 1; i >= 0; i--) {
                if (unit(i) == ch) {
                    return i;
                }
            }
        } else if (Character.isValidCodePoint(ch)) {
            char high = Character.highSurrogate(ch);
            char low = Character.lowSurrogate(ch);
            for (int i = fromIndex < length - 1 ? fromIndex : length - 2; i >= 0; i--) {
                if (unit(i) == high && unit(i + 1) == low) {
                    return i;
                }
            }
        }
        return -1;
    }

    public int indexOf(String str) {
        return indexOf(str, 0);
    }

    public int indexOf(String str, int fromIndex) {
        int last = length() - str.length();
        int start = fromIndex < 0 ? 0 : fromIndex;
        if (str.isEmpty() && start > last) {
            return last;
        }
        for (int i = start; i <= last; i++) {
            if (startsWith(str, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String str) {
        return lastIndexOf(str, length());
    }

    public int lastIndexOf(String str, int fromIndex) {
        int last = length() - str.length();
        for (int i = fromIndex < last ? fromIndex : last; i >= 0; i--) {
            if (startsWith(str, i)) {
                return i;
            }
        }
        return -1;
    }

    public String substring(int beginIndex) {
        int length = length();
        checkRange(beginIndex, length, length);
        return slice(beginIndex, length);
    }

    public String substring(int beginIndex, int endIndex) {
        checkRange(beginIndex, endIndex, length());
        return slice(beginIndex, endIndex);
    }

    public CharSequence subSequence(int beginIndex, int endIndex) {
        return substring(beginIndex, endIndex);
    }

    public String concat(String str) {
        return str.isEmpty() ? this : vague(this + str);
    }

    public String replace(char oldChar, char newChar) {
        if (indexOf(oldChar) < 0) {
            return this;
        }
        char[] units = toCharArray();
        for (int i = 0; i < units.length; i++) {
            if (units[i] == oldChar) {
                units[i] = newChar;
            }
        }
        return vague(of(units, 0, units.length));
    }

    public String replace(CharSequence target, CharSequence replacement) {
        return replaced(target.toString(), replacement.toString());
    }

    private String replaced(String searched, String put) {
        int length = length();
        int step = searched.length();
        // Null fails, whether or not there is anything to replace.
        put.length();
        StringBuilder text = new StringBuilder();
        int from = 0;
        int at = indexOf(searched);
        while (at >= 0) {
            text.append(this, from, at).append(put);
            from = at;
            if (step == 0) {
                if (at == length) {
                    break;
                }
                at++;
            } else {
                from += step;
                at = indexOf(searched, from);
            }
        }
        return vague(text.append(this, from, length).toString());
    }

    public boolean contains(CharSequence sequence) {
        return indexOf(sequence.toString()) >= 0;
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) {
                text.append(between);
            }
            text.append(String.valueOf(elements[i]));
        }
        return vague(text.toString());
    }

    public native String toLowerCase();

    public String toLowerCase(Locale locale) {
        locale.hashCode$();
        return toLowerCase();
    }

    public native String toUpperCase();

    public String toUpperCase(Locale locale) {
        locale.hashCode$();
        return toUpperCase();
    }

    public String trim() {
        int begin = 0;
        int end = length();
        while (begin < end && unit(begin) <= ' ') {
            begin++;
        }
        while (begin < end && unit(end - 1) <= ' ') {
            end--;
        }
        return end - begin == length() ? this : slice(begin, end);
    }

    /** The index of the first code point that is no white space, or the length. */
    private int leadingSpace() {
        int length = length();
        int i = 0;
        while (i < length) {
            int codePoint = codePointAt(i);
            if (!Character.isWhitespace(codePoint)) {
                break;
            }
            i += Character.charCount(codePoint);
        }
        return i;
    }

    /** The index behind the last code point that is no white space, or 0. */
    private int trailingSpace() {
        int i = length();
        while (i > 0) {
            int codePoint = codePointBefore(i);
            if (!Character.isWhitespace(codePoint)) {
                break;
            }
            i -= Character.charCount(codePoint);
        }
        return i;
    }

    public String strip() {
        int begin = leadingSpace();
        return begin == length() ? vague("") : slice(begin, trailingSpace());
    }

    public String stripLeading() {
        return slice(leadingSpace(), length());
    }

    public String stripTrailing() {
        return slice(0, trailingSpace());
    }

    public boolean isBlank() {
        return leadingSpace() == length();
    }

    /** The index of the line terminator that ends the line that begins at an index, or the length. */
    private int lineEnd(int begin) {
        int length = length();
        int i = begin;
        while (i < length && unit(i) != '\n' && unit(i) != '\r') {
            i++;
        }
        return i;
    }

    /** The beginning of the line behind the line terminator at an index. */
    private int nextLine(int end) {
        int length = length();
        if (end + 1 < length && unit(end) == '\r' && unit(end + 1) == '\n') {
            return end + 2;
        }
        return end + 1;
    }

    public String indent(int n) {
        StringBuilder text = new StringBuilder();
        int begin = 0;
        while (begin < length()) {
            int end = lineEnd(begin);
            String line = slice(begin, end);
            if (n > 0) {
                text.append(" ".repeat(n)).append(line);
            } else {
                int space = line.leadingSpace();
                int dropped = n == Integer.MIN_VALUE || -n > space ? space : -n;
                text.append(line, dropped, line.length());
            }
            text.append('\n');
            begin = nextLine(end);
        }
        return vague(text.toString());
    }

    public String stripIndent() {
        int length = length();
        if (length == 0) {
            return vague("");
        }
        char last = unit(length - 1);
        boolean terminated = last == '\n' || last == '\r';
        int margin = terminated ? 0 : margin();
        StringBuilder text = new StringBuilder();
        int begin = 0;
        while (begin < length) {
            int end = lineEnd(begin);
            String line = slice(begin, end);
            int kept = line.trailingSpace();
            if (kept > 0) {
                text.append(line, margin < kept ? margin : kept, kept);
            }
            begin = nextLine(end);
            if (begin < length || terminated) {
                text.append('\n');
            }
        }
        return vague(text.toString());
    }

    /** The least indentation of the lines that are not blank and of the last line. */
    private int margin() {
        int length = length();
        int margin = Integer.MAX_VALUE;
        int begin = 0;
        while (begin < length) {
            int end = lineEnd(begin);
            String line = slice(begin, end);
            int space = line.leadingSpace();
            begin = nextLine(end);
            if ((space < line.length() || begin >= length) && space < margin) {
                margin = space;
            }
        }
        return margin;
    }

    public String translateEscapes() {
        int length = length();
        StringBuilder text = new StringBuilder(length);
        int i = 0;
        while (i < length) {
            char unit = unit(i++);
            if (unit != '\\') {
                text.append(unit);
                continue;
            }
            char escape = i < length ? unit(i++) : '\0';
            switch (escape) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 's' -> text.append(' ');
                case 't' -> text.append('\t');
                case '\'', '"', '\\' -> text.append(escape);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                    int most = escape <= '3' ? 2 : 1;
                    int code = escape - '0';
                    for (int digits = 0; digits < most && i < length; digits++) {
                        char digit = unit(i);
                        if (digit < '0' || digit > '7') {
                            break;
                        }
                        code = code << 3 | digit - '0';
                        i++;
                    }
                    text.append((char) code);
                }
                case '\n' -> {
                }
                case '\r' -> {
                    if (i < length && unit(i) == '\n') {
                        i++;
                    }
                }
                default -> throw Raise$.illegalArgument();
            }
        }
        return vague(text.toString());
    }

    public String toString() {
        return this;
    }

    public char[] toCharArray() {
        char[] units = new char[length()];
        copyUnits(0, units.length, units, 0);
        return units;
    }

    public static String format(String format, Object... args) {
        return here(Formatter$.format(format, args), format);
    }

    public static String format(Locale locale, String format, Object... args) {
        if (locale != null) {
            locale.hashCode$();
        }
        return Formatter$.format(format, args);
    }

    /** What a format has made of its arguments, as the default locale writes it. */
    private static native String here(String text, String format);

    public String formatted(Object... args) {
        return here(Formatter$.format(this, args), this);
    }

    public static String valueOf(Object object) {
        return object == null ? vague("null") : object.toString();
    }

    public static String valueOf(char[] data) {
        return vague(new String(data));
    }

    public static String valueOf(char[] data, int offset, int count) {
        return vague(new String(data, offset, count));
    }

    public static String copyValueOf(char[] data, int offset, int count) {
        return vague(new String(data, offset, count));
    }

    public static String copyValueOf(char[] data) {
        return vague(new String(data));
    }

    public static String valueOf(boolean b) {
        return vague(b ? "true" : "false");
    }

    public static String valueOf(char c) {
        return Character.toString(c);
    }

    public static String valueOf(int i) {
        return Integer.toString(i);
    }

    public static String valueOf(long l) {
        return Long.toString(l);
    }

    public static String valueOf(float f) {
        return Float.toString(f);
    }

    public static String valueOf(double d) {
        return Double.toString(d);
    }

    public native String intern();

    public String repeat(int count) {
        if (count < 0) {
            throw Raise$.illegalArgument();
        }
        int length = length();
        if (length > 0 && Integer.MAX_VALUE / length < count) {
            throw Raise$.outOfMemory();
        }
        StringBuilder text = new StringBuilder(length * count);
        for (int i = 0; i < count; i++) {
            text.append(this);
        }
        return vague(text.toString());
    }
}
