/** How a shipment is priced; the carrier is a collaborator. */
public final class Shipment {
    private final Carrier carrier;

    public Shipment(Carrier carrier) {
        this.carrier = carrier;
    }

    public String book(String country, int grams, boolean express) {
        if (grams <= 0) {
            throw new IllegalArgumentException("weight");
        }
        Quote quote = carrier.quote(country, grams);
        if (quote == null) {
            return "no carrier for " + country;
        }
        int cents = express ? quote.cents() * 2 : quote.cents();
        int days = express ? Math.max(1, quote.days() / 2) : quote.days();
        carrier.book(new Quote(cents, days));
        return cents + " cents, " + days + (days == 1 ? " day" : " days");
    }

    /** Carries parcels. */
    public abstract static class Carrier {
        private final String name;

        protected Carrier(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }

        protected abstract Quote quote(String country, int grams);

        protected abstract void book(Quote quote);
    }

    /** A price and a time. */
    public record Quote(int cents, int days) {
    }
}
