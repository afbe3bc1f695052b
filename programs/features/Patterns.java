/**
 * Values of any type told apart by instanceof, with and without a pattern.
 */
public class Patterns {

    /** A cell of a small table. */
    public static class Cell {
        final Object content;

        public Cell(Object content) {
            this.content = content;
        }
    }

    public static String describe(Object value) {
        if (value instanceof Integer i && i > 100) {
            return "big " + i;
        }
        if (value instanceof Integer i) {
            return "int " + (i + 1);
        }
        if (value instanceof String s) {
            return s.isEmpty() ? "empty" : "text of " + s.length();
        }
        if (!(value instanceof Cell cell)) {
            return value == null ? "nothing" : "other";
        }
        return "cell with " + describe(cell.content);
    }

    public static boolean sameKind(Object a, Object b) {
        return a instanceof String && b instanceof String
                || a instanceof Character && b instanceof Character
                || a instanceof int[] && b instanceof int[];
    }

    public static int total(Object[] values) {
        int total = 0;
        for (Object value : values) {
            if (value instanceof int[] row) {
                for (int v : row) {
                    total += v;
                }
            } else if (value instanceof Boolean flag && flag) {
                total++;
            } else if (value instanceof Long) {
                total += (int) (long) (Long) value;
            }
        }
        return total;
    }

    /** Calls with one of each kind, by number. */
    public static String sample(int kind, int n) {
        Object value = switch (kind) {
            case 0 -> n;
            case 1 -> "x".repeat(Math.floorMod(n, 5));
            case 2 -> new Cell(n);
            case 3 -> 'c';
            default -> null;
        };
        return describe(value);
    }

    /** A cast that fails where the value is of another kind. */
    public static int unwrap(Object value) {
        Cell cell = (Cell) value;
        return (Integer) cell.content;
    }
}
