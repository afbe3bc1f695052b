import java.time.LocalDate;

/** A subscription that is renewed month by month. */
public final class Subscription {
    private final Plan plan;
    private LocalDate paidUntil;
    private boolean cancelled;

    public Subscription(Plan plan, LocalDate start) {
        this.plan = plan;
        this.paidUntil = start;
    }

    public static Subscription of(String plan, LocalDate start) {
        return new Subscription(Plan.valueOf(plan.toUpperCase()), start);
    }

    public int renew(int months) {
        if (cancelled) {
            throw new IllegalStateException("it is cancelled");
        }
        paidUntil = paidUntil.plusMonths(months);
        int price = plan.cents() * months;
        return months >= 12 ? price - price / 6 : price;
    }

    public void cancel() {
        cancelled = true;
    }

    public boolean isActive(LocalDate day) {
        return !day.isAfter(paidUntil);
    }

    /** What is paid for. */
    public enum Plan {
        FREE(0), TEAM(900), COMPANY(4900);

        private final int cents;

        Plan(int cents) {
            this.cents = cents;
        }

        int cents() {
            return cents;
        }
    }
}
