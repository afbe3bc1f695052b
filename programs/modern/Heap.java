import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;

/** A priority queue written by hand. */
public final class Heap<T> {
    private final List<T> items = new ArrayList<>();
    private final Comparator<? super T> order;

    public Heap(Comparator<? super T> order) {
        this.order = order;
    }

    public void add(T item) {
        items.add(item);
        int at = items.size() - 1;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (order.compare(items.get(at), items.get(parent)) >= 0) {
                return;
            }
            swap(at, parent);
            at = parent;
        }
    }

    public T remove() {
        if (items.isEmpty()) {
            throw new NoSuchElementException("empty");
        }
        T first = items.get(0);
        T last = items.remove(items.size() - 1);
        if (!items.isEmpty()) {
            items.set(0, last);
            sink();
        }
        return first;
    }

    public int size() {
        return items.size();
    }

    private void sink() {
        int at = 0;
        while (2 * at + 1 < items.size()) {
            int child = 2 * at + 1;
            if (child + 1 < items.size() && order.compare(items.get(child + 1), items.get(child)) < 0) {
                child++;
            }
            if (order.compare(items.get(at), items.get(child)) <= 0) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private void swap(int a, int b) {
        T item = items.get(a);
        items.set(a, items.get(b));
        items.set(b, item);
    }
}
