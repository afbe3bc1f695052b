/** A shopping cart whose total goes through rules. */
public class ShoppingCart {
    /** A line of the cart. */
    public static final class Line {
        final String product;
        final int price;
        int quantity;

        Line(String product, int price, int quantity) {
            this.product = product;
            this.price = price;
            this.quantity = quantity;
        }

        int total() {
            return price * quantity;
        }
    }

    /** Changes the price of a cart. */
    public abstract static class Rule {
        /** What is taken off, in cents. */
        abstract int discount(ShoppingCart cart);

        String describe() {
            return getClass() == ThreeForTwo.class ? "3 for 2" : "large order";
        }
    }

    /** Every third piece of a product is free. */
    public static class ThreeForTwo extends Rule {
        private final String product;

        public ThreeForTwo(String product) {
            this.product = product;
        }

        @Override
        int discount(ShoppingCart cart) {
            Line line = cart.line(product);
            return line == null ? 0 : line.quantity / 3 * line.price;
        }
    }

    /** Ten percent from an amount on. */
    public static class LargeOrder extends Rule {
        private final int threshold;

        public LargeOrder(int threshold) {
            this.threshold = threshold;
        }

        @Override
        int discount(ShoppingCart cart) {
            int subtotal = cart.subtotal();
            return subtotal >= threshold ? subtotal / 10 : 0;
        }
    }

    private Line[] lines = new Line[2];
    private int size;

    public void add(String product, int price, int quantity) {
        if (product == null || price < 0 || quantity < 1) {
            throw new IllegalArgumentException("bad line");
        }
        Line existing = line(product);
        if (existing != null) {
            if (existing.price != price) {
                throw new IllegalStateException("price of " + product + " changed");
            }
            existing.quantity += quantity;
            return;
        }
        if (size == lines.length) {
            Line[] more = new Line[size + size / 2];
            System.arraycopy(lines, 0, more, 0, size);
            lines = more;
        }
        lines[size++] = new Line(product, price, quantity);
    }

    public boolean remove(String product) {
        for (int i = 0; i < size; i++) {
            if (lines[i].product.equals(product)) {
                size--;
                lines[i] = lines[size];
                lines[size] = null;
                return true;
            }
        }
        return false;
    }

    Line line(String product) {
        for (int i = 0; i < size; i++) {
            if (lines[i].product.equals(product)) {
                return lines[i];
            }
        }
        return null;
    }

    public int subtotal() {
        int sum = 0;
        for (int i = 0; i < size; i++) {
            sum += lines[i].total();
        }
        return sum;
    }

    /** The total after the best of the rules. */
    public int total(Rule[] rules) {
        int best = 0;
        for (Rule rule : rules) {
            best = Math.max(best, rule.discount(this));
        }
        return subtotal() - best;
    }
}
