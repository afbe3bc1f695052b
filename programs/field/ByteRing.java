/** A ring buffer of bytes with a fixed capacity. */
public class ByteRing {
    private final byte[] buffer;
    private int head;
    private int size;
    private final boolean overwrites;

    /**
     * Creates an empty buffer.
     *
     * @param overwrites whether a full buffer drops its oldest byte for a new one
     */
    public ByteRing(int capacity, boolean overwrites) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity);
        }
        this.buffer = new byte[capacity];
        this.overwrites = overwrites;
    }

    public int size() {
        return size;
    }

    public boolean isFull() {
        return size == buffer.length;
    }

    /** Appends a byte; false if there is no room. */
    public boolean put(byte value) {
        if (isFull()) {
            if (!overwrites) {
                return false;
            }
            head = (head + 1) % buffer.length;
            size--;
        }
        buffer[(head + size) % buffer.length] = value;
        size++;
        return true;
    }

    /** Appends what there is room for; returns how much that was. */
    public int putAll(byte[] values, int from, int to) {
        if (from < 0 || to > values.length || from > to) {
            throw new IndexOutOfBoundsException("[" + from + ", " + to + ")");
        }
        int count = 0;
        for (int i = from; i < to; i++) {
            if (!put(values[i])) {
                break;
            }
            count++;
        }
        return count;
    }

    /** The oldest byte from 0 to 255, or -1 if there is none, as streams do it. */
    public int take() {
        if (size == 0) {
            return -1;
        }
        byte value = buffer[head];
        head++;
        if (head == buffer.length) {
            head = 0;
        }
        size--;
        return value & 0xff;
    }

    /** Looks for a byte; its distance from the oldest one, or -1. */
    public int indexOf(byte value) {
        for (int i = 0; i < size; i++) {
            int at = head + i;
            if (at >= buffer.length) {
                at -= buffer.length;
            }
            if (buffer[at] == value) {
                return i;
            }
        }
        return -1;
    }

    public byte[] toArray() {
        byte[] copy = new byte[size];
        int tail = Math.min(size, buffer.length - head);
        System.arraycopy(buffer, head, copy, 0, tail);
        System.arraycopy(buffer, 0, copy, tail, size - tail);
        return copy;
    }
}
