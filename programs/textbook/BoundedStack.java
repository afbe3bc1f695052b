/**
 * A stack of ints with a fixed capacity.
 */
public class BoundedStack {

    /** Thrown by a push on a full stack. */
    public static class OverflowException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OverflowException(int capacity) {
            super("stack is full at " + capacity);
        }
    }

    /** Thrown where an empty stack is asked for its top. */
    public static class UnderflowException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final int[] elements;
    private int size;

    public BoundedStack(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity: " + capacity);
        }
        elements = new int[capacity];
    }

    public void push(int value) {
        if (size == elements.length) {
            throw new OverflowException(elements.length);
        }
        elements[size++] = value;
    }

    public int pop() {
        int value = peek();
        size--;
        return value;
    }

    public int peek() {
        if (isEmpty()) {
            throw new UnderflowException();
        }
        return elements[size - 1];
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean isFull() {
        return size == elements.length;
    }

    public int size() {
        return size;
    }

    @Override
    public String toString() {
        StringBuilder s = new StringBuilder("[");
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                s.append(", ");
            }
            s.append(elements[i]);
        }
        return s.append(']').toString();
    }
}
