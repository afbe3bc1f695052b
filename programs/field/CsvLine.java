/** Reads and writes one line of a CSV file. */
public final class CsvLine {
    private final char separator;

    public CsvLine(char separator) {
        if (separator == '"' || separator == '\n' || separator == '\r') {
            throw new IllegalArgumentException("not a separator");
        }
        this.separator = separator;
    }

    /** Counts the fields of a line, or returns -1 if its quotes do not match. */
    public int countFields(String line) {
        int fields = 1;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                fields++;
            }
        }
        return quoted ? -1 : fields;
    }

    /**
     * Splits a line.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    public String[] split(String line) {
        int count = countFields(line);
        if (count < 0) {
            throw new IllegalArgumentException("unclosed quote");
        }
        String[] fields = new String[count];
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        int next = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted) {
                if (c != '"') {
                    field.append(c);
                } else if (i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    field.append('"');
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == separator) {
                fields[next++] = field.toString();
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields[next] = field.toString();
        return fields;
    }

    /** Joins fields, quoting those that need it. */
    public String join(String[] fields) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            if (i > 0) {
                line.append(separator);
            }
            String field = fields[i] == null ? "" : fields[i];
            if (needsQuotes(field)) {
                line.append('"').append(field.replace("\"", "\"\"")).append('"');
            } else {
                line.append(field);
            }
        }
        return line.toString();
    }

    private boolean needsQuotes(String field) {
        return field.indexOf(separator) >= 0 || field.indexOf('"') >= 0 || field.indexOf('\n') >= 0
            || !field.equals(field.trim());
    }
}
