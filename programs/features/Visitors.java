/**
 * Interfaces that extend each other, an enum that implements one, and calls dispatched twice.
 */
public class Visitors {

    /** Has a price in cents. */
    public interface Priced {
        int cents();
    }

    /** Can be taxed: a default built on what another interface asks for. */
    public interface Taxed extends Priced {
        int percent();

        default int gross() {
            return cents() + cents() * percent() / 100;
        }
    }

    /** Called back once for each kind of thing. */
    @FunctionalInterface
    public interface Visitor {
        int visit(Taxed thing, int depth);
    }

    public enum Fruit implements Taxed {
        APPLE(40),
        MELON(250);

        private final int cents;

        Fruit(int cents) {
            this.cents = cents;
        }

        @Override
        public int cents() {
            return cents;
        }

        @Override
        public int percent() {
            return 7;
        }
    }

    public static class Crate implements Taxed {
        final Taxed[] things;

        public Crate(Taxed... things) {
            this.things = things;
        }

        @Override
        public int cents() {
            int sum = 20;
            for (Priced thing : things) {
                sum += thing.cents();
            }
            return sum;
        }

        @Override
        public int percent() {
            return 19;
        }

        int accept(Visitor visitor, int depth) {
            int result = visitor.visit(this, depth);
            for (Taxed thing : things) {
                if (thing instanceof Crate) {
                    result += ((Crate) thing).accept(visitor, depth + 1);
                } else {
                    result += visitor.visit(thing, depth + 1);
                }
            }
            return result;
        }
    }

    /** Counts the things down to a depth. */
    public static class Counter implements Visitor {
        private final int deepest;

        public Counter(int deepest) {
            this.deepest = deepest;
        }

        @Override
        public int visit(Taxed thing, int depth) {
            return depth <= deepest ? 1 : 0;
        }
    }

    /** Sums what costs more than a limit. */
    public static class Dear implements Visitor {
        private final int limit;

        public Dear(int limit) {
            this.limit = limit;
        }

        @Override
        public int visit(Taxed thing, int depth) {
            int gross = thing.gross();
            return gross > limit ? gross : 0;
        }
    }

    public static int measure(int apples, boolean count, int limit) {
        Taxed[] fruit = new Taxed[apples < 0 ? 0 : apples > 4 ? 4 : apples];
        for (int i = 0; i < fruit.length; i++) {
            fruit[i] = Fruit.APPLE;
        }
        Crate crate = new Crate(new Crate(fruit), Fruit.MELON);
        Visitor visitor = count ? new Counter(limit) : new Dear(limit);
        return crate.accept(visitor, 0);
    }
}
