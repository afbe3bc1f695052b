import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which nodes lead where. */
public final class Graph<N> {
    private final Map<N, Set<N>> edges = new LinkedHashMap<>();

    public Graph<N> connect(N from, N to) {
        edges.computeIfAbsent(from, node -> new LinkedHashSet<>()).add(to);
        edges.computeIfAbsent(to, node -> new LinkedHashSet<>());
        return this;
    }

    public boolean leads(N from, N to) {
        Deque<N> open = new ArrayDeque<>();
        Set<N> seen = new LinkedHashSet<>();
        open.push(from);
        while (!open.isEmpty()) {
            N node = open.pop();
            if (node.equals(to)) {
                return true;
            }
            if (seen.add(node)) {
                edges.getOrDefault(node, Set.of()).forEach(open::push);
            }
        }
        return false;
    }

    public int degree(N node) {
        return edges.getOrDefault(node, Set.of()).size();
    }

    public List<N> ends() {
        return edges.entrySet().stream().filter(e -> e.getValue().isEmpty()).map(Map.Entry::getKey).toList();
    }
}
