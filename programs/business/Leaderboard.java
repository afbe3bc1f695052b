import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The best result of each player. */
public final class Leaderboard {
    private final Map<String, Integer> best = new TreeMap<>();

    public boolean submit(String player, int points) {
        Integer before = best.get(player);
        if (before != null && before >= points) {
            return false;
        }
        best.put(player, points);
        return true;
    }

    public List<String> top(int count) {
        List<String> players = new ArrayList<>(best.keySet());
        players.sort(Comparator.comparingInt((String player) -> best.get(player)).reversed());
        return players.subList(0, Math.max(0, Math.min(count, players.size())));
    }

    public int rank(String player) {
        Integer own = best.get(player);
        if (own == null) {
            return 0;
        }
        int rank = 1;
        for (int points : best.values()) {
            if (points > own) {
                rank++;
            }
        }
        return rank;
    }
}
