/** Breaks text into lines and aligns it. */
public final class WordWrap {
    /** How lines are aligned. */
    public enum Align {
        LEFT, RIGHT, CENTER
    }

    private final int width;
    private final Align align;

    public WordWrap(int width, Align align) {
        if (width < 1) {
            throw new IllegalArgumentException("width " + width);
        }
        this.width = width;
        this.align = align == null ? Align.LEFT : align;
    }

    /** Wraps at blanks; words that are longer than a line are cut. */
    public String wrap(String text) {
        StringBuilder out = new StringBuilder();
        StringBuilder line = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            if (text.charAt(i) == ' ') {
                i++;
                continue;
            }
            int end = text.indexOf(' ', i);
            if (end < 0) {
                end = text.length();
            }
            String word = text.substring(i, end);
            i = end;
            while (word.length() > width) {
                flush(line, out);
                line.append(word, 0, width);
                flush(line, out);
                word = word.substring(width);
            }
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                flush(line, out);
            }
            if (line.length() > 0 && !word.isEmpty()) {
                line.append(' ');
            }
            line.append(word);
        }
        flush(line, out);
        return out.toString();
    }

    private void flush(StringBuilder line, StringBuilder out) {
        if (line.length() == 0) {
            return;
        }
        if (out.length() > 0) {
            out.append('\n');
        }
        out.append(pad(line.toString()));
        line.setLength(0);
    }

    String pad(String line) {
        int missing = width - line.length();
        switch (align) {
            case RIGHT:
                return " ".repeat(missing) + line;
            case CENTER:
                return " ".repeat(missing / 2) + line;
            default:
                return line;
        }
    }
}
