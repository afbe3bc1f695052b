/** Where an order stands, and what may follow. */
public enum OrderStatus {
    NEW, PAID, SHIPPED, DELIVERED, CANCELLED;

    public boolean mayBecome(OrderStatus next) {
        return switch (this) {
            case NEW -> next == PAID || next == CANCELLED;
            case PAID -> next == SHIPPED || next == CANCELLED;
            case SHIPPED -> next == DELIVERED;
            case DELIVERED, CANCELLED -> false;
        };
    }

    public boolean isFinal() {
        return this == DELIVERED || this == CANCELLED;
    }

    public static OrderStatus parse(String text) {
        String name = text == null ? "" : text.strip().toUpperCase();
        return name.isEmpty() ? NEW : valueOf(name);
    }

    public int stepsTo(OrderStatus other) {
        return Math.abs(other.ordinal() - ordinal());
    }
}
