/** A growing set of small non-negative ints, a bit for each. */
public class BitArray {
    private long[] words;

    public BitArray(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException("capacity < 0: " + capacity);
        }
        words = new long[(capacity + 63) >> 6];
    }

    private void grow(int wordIndex) {
        if (wordIndex >= words.length) {
            long[] larger = new long[Math.max(2 * words.length, wordIndex + 1)];
            System.arraycopy(words, 0, larger, 0, words.length);
            words = larger;
        }
    }

    /** Adds a number; tells whether it was new. */
    public boolean set(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException("index < 0: " + index);
        }
        int word = index >> 6;
        grow(word);
        long bit = 1L << index;
        boolean isNew = (words[word] & bit) == 0;
        words[word] |= bit;
        return isNew;
    }

    public void clear(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException("index < 0: " + index);
        }
        int word = index >> 6;
        if (word < words.length) {
            words[word] &= ~(1L << index);
        }
    }

    public boolean get(int index) {
        int word = index >> 6;
        return index >= 0 && word < words.length && (words[word] & (1L << index)) != 0;
    }

    public int cardinality() {
        int sum = 0;
        for (long word : words) {
            sum += Long.bitCount(word);
        }
        return sum;
    }

    /** The first number from an index on that is in the set, or -1. */
    public int nextSetBit(int from) {
        int word = from >> 6;
        if (word >= words.length) {
            return -1;
        }
        long rest = words[word] & (-1L << from);
        while (true) {
            if (rest != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(rest);
            }
            if (++word == words.length) {
                return -1;
            }
            rest = words[word];
        }
    }

    public void and(BitArray other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= i < other.words.length ? other.words[i] : 0L;
        }
    }

    public void or(BitArray other) {
        if (other.words.length > 0) {
            grow(other.words.length - 1);
        }
        for (int i = 0; i < other.words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int i = nextSetBit(0); i >= 0; i = nextSetBit(i + 1)) {
            if (text.length() > 1) {
                text.append(", ");
            }
            text.append(i);
        }
        return text.append('}').toString();
    }
}
