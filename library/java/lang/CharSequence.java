package java.lang;

import java.util.Objects;

/** A readable sequence of UTF-16 units. */
public interface CharSequence {
    int length();

    char charAt(int index);

    default boolean isEmpty() {
        return length() == 0;
    }

    CharSequence subSequence(int start, int end);

    String toString();

    static int compare(CharSequence a, CharSequence b) {
        if (Objects.requireNonNull(a) == Objects.requireNonNull(b)) {
            return 0;
        }
        if (a.getClass() == b.getClass() && a instanceof Comparable) {
            return ((Comparable<Object>) a).compareTo(b);
        }
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char unitA = a.charAt(i);
            char unitB = b.charAt(i);
            if (unitA != unitB) {
                return unitA - unitB;
            }
        }
        return a.length() - b.length();
    }
}
