import java.util.Map;
import java.util.TreeMap;

/** Counts the words of a text. */
public final class TextStatistics {
    private final Map<String, Integer> counts = new TreeMap<>();
    private int words;

    public TextStatistics(String text) {
        for (String word : text.split("[^A-Za-z]+")) {
            if (!word.isEmpty()) {
                counts.merge(word.toLowerCase(), 1, Integer::sum);
                words++;
            }
        }
    }

    public int words() {
        return words;
    }

    public int distinct() {
        return counts.size();
    }

    public int count(String word) {
        return counts.getOrDefault(word.toLowerCase(), 0);
    }

    public String mostFrequent() {
        String best = "";
        int most = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                most = entry.getValue();
                best = entry.getKey();
            }
        }
        return best;
    }
}
