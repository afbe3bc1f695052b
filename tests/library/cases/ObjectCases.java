/** What objects of the program inherit: Object, enums, cloning, class names. */
class ObjectCases {
    static class Cell implements Cloneable {
        int[] values = {1, 2};
        Cell next;

        Cell copy() throws CloneNotSupportedException {
            return (Cell) super.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other != null && getClass() == other.getClass() && values == ((Cell) other).values;
        }

        @Override
        public int hashCode() {
            return 77;
        }
    }

    static class Bare {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    enum Level {
        LOW, HIGH;

        Level other() {
            return values()[1 - ordinal()];
        }
    }

    static String cloning() throws CloneNotSupportedException {
        Cell cell = new Cell();
        cell.next = cell;
        Cell copy = cell.copy();
        StringBuilder out = new StringBuilder();
        out.append(copy != cell).append(copy.values == cell.values).append(copy.next == cell).append(copy.equals(cell)).append(cell.equals("x"));
        int[][] grid = {{1}, {2, 3}};
        int[][] same = grid.clone();
        out.append(same != grid).append(same[1] == grid[1]).append(same.length);
        try {
            new Bare().copy();
        } catch (CloneNotSupportedException e) {
            out.append("refused");
        }
        return out.toString();
    }

    static String names() {
        Object[] objects = {"s", 1, new int[0], new String[0][0], new Cell(), Level.LOW, new boolean[1][][], new Cell[1], 'c', new StringBuilder()};
        StringBuilder out = new StringBuilder();
        for (Object object : objects) {
            out.append(object.getClass().getName()).append(' ').append(object.getClass().getSimpleName()).append(' ').append(object.getClass()).append('\n');
        }
        return out.append(new Cell()).toString();
    }

    static String enums() {
        StringBuilder out = new StringBuilder();
        for (Level level : Level.values()) {
            out.append(level).append(level.name()).append(level.ordinal()).append(level.other()).append(level.compareTo(Level.HIGH));
            out.append(level.equals(Level.LOW)).append(level.getClass().getName());
        }
        out.append(Level.valueOf("HIGH"));
        for (String name : new String[] {"high", "", null}) {
            try {
                out.append(Level.valueOf(name));
            } catch (IllegalArgumentException | NullPointerException e) {
                out.append(e.getClass().getName());
            }
        }
        return out.toString();
    }
}
