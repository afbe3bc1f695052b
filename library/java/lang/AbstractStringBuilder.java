package java.lang;

/**
 * What StringBuilder and StringBuffer share: units in an array that grows.
 * There is no {@code capacity()}: its value is not the same in every JDK.
 */
abstract class AbstractStringBuilder implements CharSequence {
    private char[] value;
    private int count;

    AbstractStringBuilder(int capacity) {
        value = new char[capacity];
    }

    public int length() {
        return count;
    }

    public void ensureCapacity(int minimumCapacity) {
        if (minimumCapacity > value.length) {
            grow(minimumCapacity);
        }
    }

    private void grow(int needed) {
        int doubled = 2 * value.length + 2;
        char[] larger = new char[doubled < 0 || doubled > 2147483639 || doubled < needed ? needed : doubled];
        System.arraycopy(value, 0, larger, 0, count);
        value = larger;
    }

    /** Makes room for units behind those that are there. */
    private void reserve(int units) {
        int needed = count + units;
        if (needed < 0) {
            throw Raise$.outOfMemory();
        }
        if (needed > value.length) {
            grow(needed);
        }
    }

    public void trimToSize() {
        if (count < value.length) {
            char[] smaller = new char[count];
            System.arraycopy(value, 0, smaller, 0, count);
            value = smaller;
        }
    }

    public void setLength(int newLength) {
        if (newLength < 0) {
            throw Raise$.stringIndex();
        }
        if (newLength > value.length) {
            grow(newLength);
        }
        for (int i = count; i < newLength; i++) {
            value[i] = '\0';
        }
        count = newLength;
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= count) {
            throw Raise$.stringIndex();
        }
    }

    private void checkOffset(int offset) {
        if (offset < 0 || offset > count) {
            throw Raise$.stringIndex();
        }
    }

    private static void checkRange(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw Raise$.index();
        }
    }

    private void checkOwnRange(int start, int end) {
        if (start < 0 || start > end || end > count) {
            throw Raise$.stringIndex();
        }
    }

    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    public int codePointAt(int index) {
        checkIndex(index);
        return Character.codePointAt(value, index, count);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > count) {
            throw Raise$.stringIndex();
        }
        return Character.codePointBefore(value, index, 0);
    }

    public int codePointCount(int beginIndex, int endIndex) {
        checkRange(beginIndex, endIndex, count);
        return Character.codePointCount(value, beginIndex, endIndex - beginIndex);
    }

    public int offsetByCodePoints(int index, int codePointOffset) {
        return Character.offsetByCodePoints(this, index, codePointOffset);
    }

    public void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin) {
        checkOwnRange(srcBegin, srcEnd);
        int length = srcEnd - srcBegin;
        if (dstBegin < 0 || dstBegin > dst.length - length) {
            throw Raise$.index();
        }
        System.arraycopy(value, srcBegin, dst, dstBegin, length);
    }

    public void setCharAt(int index, char ch) {
        checkIndex(index);
        value[index] = ch;
    }

    /** Opens a gap of some length at an offset within the text. */
    private void open(int offset, int length) {
        reserve(length);
        System.arraycopy(value, offset, value, offset + length, count - offset);
        count += length;
    }

    void put(char c) {
        reserve(1);
        value[count++] = c;
    }

    void put(String text) {
        String units = text == null ? "null" : text;
        int length = units.length();
        reserve(length);
        units.copyUnits(0, length, value, count);
        count += length;
    }

    void put(CharSequence text) {
        if (text == null || text instanceof String) {
            put((String) text);
        } else if (text instanceof AbstractStringBuilder) {
            put((AbstractStringBuilder) text);
        } else {
            put(text, 0, text.length());
        }
    }

    void put(AbstractStringBuilder text) {
        if (text == null) {
            put("null");
            return;
        }
        int length = text.count;
        reserve(length);
        System.arraycopy(text.value, 0, value, count, length);
        count += length;
    }

    void put(CharSequence text, int start, int end) {
        CharSequence units = text == null ? "null" : text;
        checkRange(start, end, units.length());
        reserve(end - start);
        for (int i = start; i < end; i++) {
            value[count++] = units.charAt(i);
        }
    }

    void put(char[] units, int offset, int length) {
        int available = units.length;
        if (offset < 0 || length < 0 || offset > available - length) {
            throw Raise$.index();
        }
        reserve(length);
        System.arraycopy(units, offset, value, count, length);
        count += length;
    }

    void putCodePoint(int codePoint) {
        if (Character.isBmpCodePoint(codePoint)) {
            put((char) codePoint);
        } else if (Character.isValidCodePoint(codePoint)) {
            put(Character.highSurrogate(codePoint));
            put(Character.lowSurrogate(codePoint));
        } else {
            throw Raise$.illegalArgument();
        }
    }

    void remove(int start, int end) {
        int last = end > count ? count : end;
        if (start < 0 || start > last) {
            throw Raise$.stringIndex();
        }
        if (start < last) {
            System.arraycopy(value, last, value, start, count - last);
            count -= last - start;
        }
    }

    void removeAt(int index) {
        checkIndex(index);
        System.arraycopy(value, index + 1, value, index, count - index - 1);
        count--;
    }

    void substitute(int start, int end, String text) {
        int last = end > count ? count : end;
        if (start < 0 || start > last) {
            throw Raise$.stringIndex();
        }
        int length = text.length();
        int grown = count - (last - start) + length;
        if (grown < 0) {
            throw Raise$.outOfMemory();
        }
        if (grown > value.length) {
            grow(grown);
        }
        System.arraycopy(value, last, value, start + length, count - last);
        text.copyUnits(0, length, value, start);
        count = grown;
    }

    void putAt(int offset, char c) {
        checkOffset(offset);
        open(offset, 1);
        value[offset] = c;
    }

    void putAt(int offset, String text) {
        checkOffset(offset);
        String units = text == null ? "null" : text;
        int length = units.length();
        open(offset, length);
        units.copyUnits(0, length, value, offset);
    }

    void putAt(int offset, char[] units, int from, int length) {
        checkOffset(offset);
        int available = units.length;
        if (from < 0 || length < 0 || from > available - length) {
            throw Raise$.stringIndex();
        }
        open(offset, length);
        System.arraycopy(units, from, value, offset, length);
    }

    void putAt(int offset, CharSequence text) {
        if (text == null || text instanceof String) {
            putAt(offset, (String) text);
        } else {
            putAt(offset, text, 0, text.length());
        }
    }

    void putAt(int offset, CharSequence text, int start, int end) {
        CharSequence units = text == null ? "null" : text;
        checkOffset(offset);
        checkRange(start, end, units.length());
        int length = end - start;
        open(offset, length);
        for (int i = 0; i < length; i++) {
            value[offset + i] = units.charAt(start + i);
        }
    }

    void turnAround() {
        boolean surrogates = false;
        for (int i = 0, j = count - 1; i <= j; i++, j--) {
            char left = value[i];
            char right = value[j];
            value[i] = right;
            value[j] = left;
            surrogates = surrogates || Character.isSurrogate(left) || Character.isSurrogate(right);
        }
        if (surrogates) {
            for (int i = 0; i < count - 1; i++) {
                char first = value[i];
                char second = value[i + 1];
                if (Character.isSurrogatePair(second, first)) {
                    value[i++] = second;
                    value[i] = first;
                }
            }
        }
    }

    public int indexOf(String str) {
        return indexOf(str, 0);
    }

    public int indexOf(String str, int fromIndex) {
        int last = count - str.length();
        int start = fromIndex < 0 ? 0 : fromIndex;
        if (str.isEmpty() && start > last) {
            return last;
        }
        for (int i = start; i <= last; i++) {
            if (matches(str, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String str) {
        return lastIndexOf(str, count);
    }

    public int lastIndexOf(String str, int fromIndex) {
        int last = count - str.length();
        for (int i = fromIndex < last ? fromIndex : last; i >= 0; i--) {
            if (matches(str, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean matches(String str, int at) {
        for (int i = 0; i < str.length(); i++) {
            if (value[at + i] != str.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    int order(AbstractStringBuilder other) {
        for (int i = 0; i < count && i < other.count; i++) {
            if (value[i] != other.value[i]) {
                return value[i] - other.value[i];
            }
        }
        return count - other.count;
    }

    public String substring(int start) {
        return substring(start, count);
    }

    public String substring(int start, int end) {
        checkOwnRange(start, end);
        return String.of(value, start, end - start);
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String toString() {
        return String.of(value, 0, count);
    }
}
