package java.lang;

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
        int lengthA = a.length();
        int lengthB = b.length();
        for (int i = 0; i < lengthA && i < lengthB; i++) {
            char unitA = a.charAt(i);
            char unitB = b.charAt(i);
            if (unitA != unitB) {
                return unitA - unitB;
            }
        }
        return lengthA - lengthB;
    }
}
