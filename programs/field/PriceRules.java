/** Discounts of a shop: by quantity, by customer, by coupon. */
public class PriceRules {
    /** What a coupon takes off. */
    interface Coupon {
        /** The price that is left, in cents. */
        long apply(long price);

        boolean isExpired(int today);
    }

    /** A share of the price. */
    static final class PercentCoupon implements Coupon {
        private final int percent;
        private final int lastDay;

        PercentCoupon(int percent, int lastDay) {
            if (percent <= 0 || percent > 75) {
                throw new IllegalArgumentException("percent");
            }
            this.percent = percent;
            this.lastDay = lastDay;
        }

        @Override
        public long apply(long price) {
            return price - price * percent / 100;
        }

        @Override
        public boolean isExpired(int today) {
            return today > lastDay;
        }
    }

    /** A fixed amount, from a least price on. */
    static final class AmountCoupon implements Coupon {
        private final long amount;
        private final long minimum;

        AmountCoupon(long amount, long minimum) {
            this.amount = amount;
            this.minimum = minimum;
        }

        @Override
        public long apply(long price) {
            return price >= minimum ? Math.max(0, price - amount) : price;
        }

        @Override
        public boolean isExpired(int today) {
            return false;
        }
    }

    private final int today;
    private boolean member;
    private int orders;

    public PriceRules(int today) {
        this.today = today;
    }

    public void join() {
        member = true;
    }

    public void orderPlaced() {
        orders++;
    }

    /**
     * The price of an order line.
     *
     * @param unit the price of a piece in cents
     * @param quantity how many pieces
     * @param coupon a coupon, or null
     */
    public long total(long unit, int quantity, Coupon coupon) {
        if (unit < 0 || quantity < 1) {
            throw new IllegalArgumentException("unit " + unit + ", quantity " + quantity);
        }
        long price = unit * quantity;
        if (quantity >= 100) {
            price = price * 85 / 100;
        } else if (quantity >= 20) {
            price = price * 92 / 100;
        }
        if (member) {
            price -= price * loyalty() / 100;
        }
        if (coupon != null && !coupon.isExpired(today)) {
            price = coupon.apply(price);
        }
        return price;
    }

    int loyalty() {
        if (orders > 50) {
            return 10;
        }
        return orders > 10 ? 5 : 2;
    }
}
