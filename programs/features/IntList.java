/**
 * A sorted linked list of ints over a static nested class of nodes.
 */
public class IntList {

    private static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;
    private int size;

    /** Adds a value, once; answers whether it was new. */
    public boolean add(int value) {
        Node before = null;
        Node at = head;
        while (at != null && at.value < value) {
            before = at;
            at = at.next;
        }
        if (at != null && at.value == value) {
            return false;
        }
        Node node = new Node(value, at);
        if (before == null) {
            head = node;
        } else {
            before.next = node;
        }
        size++;
        return true;
    }

    public boolean remove(int value) {
        if (head == null) {
            return false;
        }
        if (head.value == value) {
            head = head.next;
            size--;
            return true;
        }
        for (Node at = head; at.next != null; at = at.next) {
            if (at.next.value == value) {
                at.next = at.next.next;
                size--;
                return true;
            }
        }
        return false;
    }

    public boolean contains(int value) {
        Node at = head;
        while (at != null && at.value <= value) {
            if (at.value == value) {
                return true;
            }
            at = at.next;
        }
        return false;
    }

    public void reverse() {
        Node reversed = null;
        while (head != null) {
            Node next = head.next;
            head.next = reversed;
            reversed = head;
            head = next;
        }
        head = reversed;
    }

    public int size() {
        return size;
    }

    public int[] toArray() {
        int[] values = new int[size];
        int i = 0;
        for (Node at = head; at != null; at = at.next) {
            values[i++] = at.value;
        }
        return values;
    }
}
