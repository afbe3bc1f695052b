import java.util.Iterator;
import java.util.NoSuchElementException;

/** A ring of numbers, oldest first. */
public final class Ring implements Iterable<Integer> {
    private final int[] cells;
    private int head;
    private int size;

    public Ring(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity");
        }
        cells = new int[capacity];
    }

    public boolean add(int value) {
        boolean full = size == cells.length;
        cells[(head + size) % cells.length] = value;
        if (full) {
            head = (head + 1) % cells.length;
        } else {
            size++;
        }
        return !full;
    }

    public int size() {
        return size;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Cursor();
    }

    private final class Cursor implements Iterator<Integer> {
        private int seen;

        @Override
        public boolean hasNext() {
            return seen < size;
        }

        @Override
        public Integer next() {
            if (seen >= size) {
                throw new NoSuchElementException();
            }
            return cells[(head + seen++) % cells.length];
        }
    }
}
