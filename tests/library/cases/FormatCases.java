import java.util.IllegalFormatException;
import java.util.Locale;

/** What String.format makes of objects; of primitives other tests know. */
class FormatCases {
    static class Point {
        private final int x;
        private int asked;

        Point(int x) {
            this.x = x;
        }

        @Override
        public String toString() {
            asked++;
            return "P" + x;
        }

        @Override
        public int hashCode() {
            return 31 * x;
        }
    }

    enum Color { RED, GREEN }

    static String objects() {
        Point p = new Point(3);
        String text = String.format("%s|%5s|%-6s|%S|%.1s|%h|%2$s|%<s|%b", p, p, p, p, p, p, p);
        text += String.format("%s %s %h", Color.RED, new StringBuilder("b"), "hash");
        text += "%d-%s".formatted(5, p) + String.format(Locale.ROOT, "%,d %05.1f %x %c %b %n", 1234567, 2.25, 255, 'c', null)
            .replace(System.lineSeparator(), "|");
        return text + p.asked + String.format("%s %s", (Object[]) null) + String.format("no");
    }

    static String failures() {
        StringBuilder out = new StringBuilder();
        String[] formats = {"%d", "%s %s", "%q", "%-d", "%.2d", "%#d", "%--5s", "%-05d", "%5n", "%c", "%", "%0$s", "%3$s", "%<s", "%+s", "%.3c"};
        for (String format : formats) {
            try {
                out.append(String.format(format, new Point(1)));
            } catch (IllegalFormatException e) {
                out.append(e);
            }
            out.append('\n');
        }
        return out.toString();
    }
}
