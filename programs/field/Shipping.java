/** Postage of parcels. */
public final class Shipping {
    /** Where a parcel goes. */
    public enum Zone {
        DOMESTIC(390, 45), EUROPE(890, 120), WORLD(1590, 310);

        private final int base;
        private final int perKilo;

        Zone(int base, int perKilo) {
            this.base = base;
            this.perKilo = perKilo;
        }

        int price(int kilos) {
            return base + perKilo * kilos;
        }

        boolean allowsExpress() {
            return this != WORLD;
        }
    }

    /** Thrown for parcels that the carrier does not take. */
    public static class NotShippableException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int code;

        NotShippableException(String message, int code) {
            super(message);
            this.code = code;
        }

        public int getCode() {
            return code;
        }
    }

    private static final int MAX_GRAMS = 31_500;
    private static final int MAX_GIRTH = 300;

    private Shipping() {
    }

    /**
     * Postage in cents.
     *
     * @param grams the weight
     * @param a a side in centimetres
     * @param b another side
     * @param c the third side
     */
    public static int postage(Zone zone, int grams, int a, int b, int c, boolean express)
            throws NotShippableException {
        if (grams <= 0 || a <= 0 || b <= 0 || c <= 0) {
            throw new IllegalArgumentException("sizes must be positive");
        }
        if (grams > MAX_GRAMS) {
            throw new NotShippableException("too heavy", 1);
        }
        int longest = Math.max(a, Math.max(b, c));
        int girth = longest + 2 * (a + b + c - longest);
        if (girth > MAX_GIRTH) {
            throw new NotShippableException("too large", 2);
        }
        if (express && !zone.allowsExpress()) {
            throw new NotShippableException("no express to " + zone, 3);
        }
        int volumetric = a * b * c / 5;
        int billed = Math.max(grams, volumetric);
        int price = zone.price((billed + 999) / 1000);
        if (longest > 120) {
            price += 500;
        }
        return express ? price * 3 / 2 : price;
    }
}
