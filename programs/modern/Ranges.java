import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Numbers from one to another, one by one and merged. */
public record Ranges(int from, int to) implements Iterable<Integer> {
    public Ranges {
        if (to < from) {
            throw new IllegalArgumentException("from " + from + " to " + to);
        }
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Iterator<>() {
            private int next = from;

            @Override
            public boolean hasNext() {
                return next < to;
            }

            @Override
            public Integer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return next++;
            }
        };
    }

    public int sum() {
        int sum = 0;
        for (int number : this) {
            sum += number;
        }
        return sum;
    }

    public static List<Ranges> merged(List<Ranges> ranges) {
        List<Ranges> merged = new ArrayList<>();
        for (Ranges next : ranges.stream().sorted(Comparator.comparingInt(Ranges::from)).toList()) {
            Ranges last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && next.from() <= last.to()) {
                merged.set(merged.size() - 1, new Ranges(last.from(), Math.max(last.to(), next.to())));
            } else {
                merged.add(next);
            }
        }
        return merged;
    }
}
