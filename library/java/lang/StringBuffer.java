package java.lang;

import java.io.Serializable;

/** A string that can be changed; its methods are synchronised, which one thread cannot see. */
public final class StringBuffer extends AbstractStringBuilder implements Appendable, Serializable, Comparable<StringBuffer> {
    public StringBuffer() {
        super(16);
    }

    public StringBuffer(int capacity) {
        super(capacity);
    }

    public StringBuffer(String text) {
        super(text.length() + 16);
        put(text);
    }

    public StringBuffer(CharSequence text) {
        super(text.length() + 16);
        put(text);
    }

    public int compareTo(StringBuffer other) {
        return order(other);
    }

    public StringBuffer append(Object object) {
        put(String.valueOf(object));
        return this;
    }

    public StringBuffer append(String text) {
        put(text);
        return this;
    }

    public StringBuffer append(StringBuffer text) {
        put(text);
        return this;
    }

    public StringBuffer append(CharSequence text) {
        put(text);
        return this;
    }

    public StringBuffer append(CharSequence text, int start, int end) {
        put(text, start, end);
        return this;
    }

    public StringBuffer append(char[] units) {
        put(units, 0, units.length);
        return this;
    }

    public StringBuffer append(char[] units, int offset, int length) {
        put(units, offset, length);
        return this;
    }

    public StringBuffer append(boolean b) {
        put(b ? "true" : "false");
        return this;
    }

    public StringBuffer append(char c) {
        put(c);
        return this;
    }

    public StringBuffer append(int i) {
        put(Integer.toString(i));
        return this;
    }

    public StringBuffer append(long l) {
        put(Long.toString(l));
        return this;
    }

    public StringBuffer append(float f) {
        put(Float.toString(f));
        return this;
    }

    public StringBuffer append(double d) {
        put(Double.toString(d));
        return this;
    }

    public StringBuffer appendCodePoint(int codePoint) {
        putCodePoint(codePoint);
        return this;
    }

    public StringBuffer delete(int start, int end) {
        remove(start, end);
        return this;
    }

    public StringBuffer deleteCharAt(int index) {
        removeAt(index);
        return this;
    }

    public StringBuffer replace(int start, int end, String text) {
        substitute(start, end, text);
        return this;
    }

    public StringBuffer insert(int index, char[] units, int offset, int length) {
        putAt(index, units, offset, length);
        return this;
    }

    public StringBuffer insert(int offset, Object object) {
        putAt(offset, String.valueOf(object));
        return this;
    }

    public StringBuffer insert(int offset, String text) {
        putAt(offset, text);
        return this;
    }

    public StringBuffer insert(int offset, char[] units) {
        putAt(offset, units, 0, units.length);
        return this;
    }

    public StringBuffer insert(int offset, CharSequence text) {
        putAt(offset, text);
        return this;
    }

    public StringBuffer insert(int offset, CharSequence text, int start, int end) {
        putAt(offset, text, start, end);
        return this;
    }

    public StringBuffer insert(int offset, boolean b) {
        putAt(offset, b ? "true" : "false");
        return this;
    }

    public StringBuffer insert(int offset, char c) {
        putAt(offset, c);
        return this;
    }

    public StringBuffer insert(int offset, int i) {
        putAt(offset, Integer.toString(i));
        return this;
    }

    public StringBuffer insert(int offset, long l) {
        putAt(offset, Long.toString(l));
        return this;
    }

    public StringBuffer insert(int offset, float f) {
        putAt(offset, Float.toString(f));
        return this;
    }

    public StringBuffer insert(int offset, double d) {
        putAt(offset, Double.toString(d));
        return this;
    }

    public StringBuffer reverse() {
        turnAround();
        return this;
    }
}
