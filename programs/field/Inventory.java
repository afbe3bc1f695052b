/** The stock of a small warehouse. */
public class Inventory {
    /** An article in stock. */
    static class Item {
        final String sku;
        final int unitPrice;
        int quantity;
        int reserved;

        Item(String sku, int unitPrice) {
            this.sku = sku;
            this.unitPrice = unitPrice;
        }

        int available() {
            return quantity - reserved;
        }
    }

    /** Thrown where an article is not known. */
    public static class UnknownItemException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownItemException(String sku) {
            super("unknown item " + sku);
        }
    }

    private final Item[] items;
    private final int reorderLevel;
    private int count;

    public Inventory(int capacity, int reorderLevel) {
        this.items = new Item[capacity];
        this.reorderLevel = reorderLevel;
    }

    public void register(String sku, int unitPrice) {
        if (sku == null || !isSku(sku)) {
            throw new IllegalArgumentException("bad sku: " + sku);
        }
        if (unitPrice <= 0) {
            throw new IllegalArgumentException("bad price: " + unitPrice);
        }
        if (find(sku) != null) {
            throw new IllegalStateException("registered twice: " + sku);
        }
        if (count == items.length) {
            throw new IllegalStateException("full");
        }
        items[count++] = new Item(sku, unitPrice);
    }

    /** Two capital letters, a dash, and digits. */
    static boolean isSku(String text) {
        if (text.length() < 4 || text.charAt(2) != '-') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean fits = i < 2 ? Character.isUpperCase(c) : i == 2 || Character.isDigit(c);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    public void receive(String sku, int pieces) {
        if (pieces < 1) {
            throw new IllegalArgumentException("pieces: " + pieces);
        }
        require(sku).quantity += pieces;
    }

    /** Reserves pieces if there are as many. */
    public boolean reserve(String sku, int pieces) {
        Item item = require(sku);
        if (pieces < 1 || item.available() < pieces) {
            return false;
        }
        item.reserved += pieces;
        return true;
    }

    /** Ships reserved pieces; tells whether the article has to be ordered again. */
    public boolean ship(String sku, int pieces) {
        Item item = require(sku);
        if (pieces > item.reserved) {
            throw new IllegalStateException("only " + item.reserved + " reserved");
        }
        item.reserved -= pieces;
        item.quantity -= pieces;
        return item.quantity <= reorderLevel;
    }

    public long value() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (long) items[i].quantity * items[i].unitPrice;
        }
        return sum;
    }

    private Item find(String sku) {
        for (int i = 0; i < count; i++) {
            if (items[i].sku.equals(sku)) {
                return items[i];
            }
        }
        return null;
    }

    private Item require(String sku) {
        Item item = find(sku);
        if (item == null) {
            throw new UnknownItemException(sku);
        }
        return item;
    }
}
