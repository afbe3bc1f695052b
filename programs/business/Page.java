import java.util.List;
import java.util.function.Function;

/** A part of a longer list. */
public record Page<T>(List<T> items, int number, int total) {
    public Page {
        if (number < 0 || total < items.size()) {
            throw new IllegalArgumentException("no such page");
        }
        items = List.copyOf(items);
    }

    public static <T> Page<T> of(List<T> all, int number, int size) {
        int from = Math.min(number * size, all.size());
        int to = Math.min(from + size, all.size());
        return new Page<>(all.subList(from, to), number, all.size());
    }

    public boolean isLast(int size) {
        return (number + 1) * size >= total;
    }

    public <R> Page<R> map(Function<T, R> change) {
        return new Page<>(items.stream().map(change).toList(), number, total);
    }
}
