import java.util.ArrayList;
import java.util.List;

/** Reads lists of numbers and words: {@code [1, a, [2]]}. */
public final class Json {
    /** What was read. */
    public sealed interface Node {
    }

    /** A number. */
    public record Int(int value) implements Node {
    }

    /** A word. */
    public record Word(String text) implements Node {
    }

    /** A list. */
    public record Items(List<Node> nodes) implements Node {
    }

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    public static Node read(String text) {
        Json reader = new Json(text);
        Node node = reader.node();
        if (reader.at < text.length()) {
            throw new IllegalArgumentException("more at " + reader.at);
        }
        return node;
    }

    private Node node() {
        if (peek() == '[') {
            return items();
        }
        int start = at;
        while (Character.isLetterOrDigit(peek())) {
            at++;
        }
        if (start == at) {
            throw new IllegalArgumentException("nothing at " + at);
        }
        String word = text.substring(start, at);
        return Character.isDigit(word.charAt(0)) ? new Int(Integer.parseInt(word)) : new Word(word);
    }

    private Node items() {
        List<Node> nodes = new ArrayList<>();
        at++;
        while (peek() != ']') {
            if (!nodes.isEmpty()) {
                if (peek() != ',') {
                    throw new IllegalArgumentException("comma at " + at);
                }
                at++;
            }
            nodes.add(node());
        }
        at++;
        return new Items(nodes);
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }
}
