package java.lang;

import java.io.Serializable;

/** A string that can be changed. */
public final class StringBuilder extends AbstractStringBuilder implements Appendable, Serializable, Comparable<StringBuilder> {
    public StringBuilder() {
        super(16);
    }

    public StringBuilder(int capacity) {
        super(capacity);
    }

    public StringBuilder(String text) {
        super(text.length() + 16);
        put(text);
    }

    public StringBuilder(CharSequence text) {
        super(text.length() + 16);
        put(text);
    }

    public int compareTo(StringBuilder other) {
        return order(other);
    }

    public StringBuilder append(Object object) {
        put(String.valueOf(object));
        return this;
    }

    public StringBuilder append(String text) {
        put(text);
        return this;
    }

    public StringBuilder append(StringBuffer text) {
        put(text);
        return this;
    }

    public StringBuilder append(CharSequence text) {
        put(text);
        return this;
    }

    public StringBuilder append(CharSequence text, int start, int end) {
        put(text, start, end);
        return this;
    }

    public StringBuilder append(char[] units) {
        put(units, 0, units.length);
        return this;
    }

    public StringBuilder append(char[] units, int offset, int length) {
        put(units, offset, length);
        return this;
    }

    public StringBuilder append(boolean b) {
        put(b ? "true" : "false");
        return this;
    }

    public StringBuilder append(char c) {
        put(c);
        return this;
    }

    public StringBuilder append(int i) {
        put(Integer.toString(i));
        return this;
    }

    public StringBuilder append(long l) {
        put(Long.toString(l));
        return this;
    }

    public StringBuilder append(float f) {
        put(Float.toString(f));
        return this;
    }

    public StringBuilder append(double d) {
        put(Double.toString(d));
        return this;
    }

    public StringBuilder appendCodePoint(int codePoint) {
        putCodePoint(codePoint);
        return this;
    }

    public StringBuilder delete(int start, int end) {
        remove(start, end);
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        removeAt(index);
        return this;
    }

    public StringBuilder replace(int start, int end, String text) {
        substitute(start, end, text);
        return this;
    }

    public StringBuilder insert(int index, char[] units, int offset, int length) {
        putAt(index, units, offset, length);
        return this;
    }

    public StringBuilder insert(int offset, Object object) {
        putAt(offset, String.valueOf(object));
        return this;
    }

    public StringBuilder insert(int offset, String text) {
        putAt(offset, text);
        return this;
    }

    public StringBuilder insert(int offset, char[] units) {
        putAt(offset, units, 0, units.length);
        return this;
    }

    public StringBuilder insert(int offset, CharSequence text) {
        putAt(offset, text);
        return this;
    }

    public StringBuilder insert(int offset, CharSequence text, int start, int end) {
        putAt(offset, text, start, end);
        return this;
    }

    public StringBuilder insert(int offset, boolean b) {
        putAt(offset, b ? "true" : "false");
        return this;
    }

    public StringBuilder insert(int offset, char c) {
        putAt(offset, c);
        return this;
    }

    public StringBuilder insert(int offset, int i) {
        putAt(offset, Integer.toString(i));
        return this;
    }

    public StringBuilder insert(int offset, long l) {
        putAt(offset, Long.toString(l));
        return this;
    }

    public StringBuilder insert(int offset, float f) {
        putAt(offset, Float.toString(f));
        return this;
    }

    public StringBuilder insert(int offset, double d) {
        putAt(offset, Double.toString(d));
        return this;
    }

    public StringBuilder reverse() {
        turnAround();
        return this;
    }
}
