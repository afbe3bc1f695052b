/** A singly linked list of ints in ascending order. */
public class SortedIntList {
    private static final class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node first;
    private int size;

    public static SortedIntList of(int... values) {
        SortedIntList list = new SortedIntList();
        for (int value : values) {
            list.add(value);
        }
        return list;
    }

    public void add(int value) {
        size++;
        if (first == null || value <= first.value) {
            first = new Node(value, first);
            return;
        }
        Node before = first;
        while (before.next != null && before.next.value < value) {
            before = before.next;
        }
        before.next = new Node(value, before.next);
    }

    /** Removes one occurrence of a value. */
    public boolean remove(int value) {
        Node previous = null;
        for (Node node = first; node != null && node.value <= value; node = node.next) {
            if (node.value == value) {
                if (previous == null) {
                    first = node.next;
                } else {
                    previous.next = node.next;
                }
                size--;
                return true;
            }
            previous = node;
        }
        return false;
    }

    public int get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index " + index + ", size " + size);
        }
        Node node = first;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node.value;
    }

    public boolean contains(int value) {
        Node node = first;
        while (node != null && node.value < value) {
            node = node.next;
        }
        return node != null && node.value == value;
    }

    /** The median; of an even number of values the mean of the two in the middle. */
    public double median() {
        if (size == 0) {
            throw new IllegalStateException("no values");
        }
        int upper = get(size / 2);
        if (size % 2 == 1) {
            return upper;
        }
        return ((double) get(size / 2 - 1) + upper) / 2;
    }

    /** Drops what is there more than once; returns how many were dropped. */
    public int removeDuplicates() {
        int dropped = 0;
        Node node = first;
        while (node != null && node.next != null) {
            if (node.next.value == node.value) {
                node.next = node.next.next;
                dropped++;
            } else {
                node = node.next;
            }
        }
        size -= dropped;
        return dropped;
    }

    public int size() {
        return size;
    }
}
