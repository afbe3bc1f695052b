/** The way of a request for leave through a company. */
public class LeaveRequest {
    /** Where the request is. */
    public enum Status {
        DRAFT, SUBMITTED, APPROVED, REJECTED, CANCELLED;

        boolean isFinal() {
            return this == REJECTED || this == CANCELLED;
        }
    }

    /** Who decides. */
    public interface Approver {
        boolean approves(int days, int remaining);

        String name();
    }

    /** Approves short leaves. */
    public static class TeamLead implements Approver {
        @Override
        public boolean approves(int days, int remaining) {
            return days <= 5 && days <= remaining;
        }

        @Override
        public String name() {
            return "lead";
        }
    }

    /** Approves more, even a few days in advance of the next year. */
    public static class Manager implements Approver {
        private final int advance;

        public Manager(int advance) {
            this.advance = advance;
        }

        @Override
        public boolean approves(int days, int remaining) {
            return days <= remaining + advance && days <= 25;
        }

        @Override
        public String name() {
            return "manager";
        }
    }

    private final int days;
    private Status status = Status.DRAFT;
    private String decidedBy;

    public LeaveRequest(int firstDay, int lastDay) {
        if (lastDay < firstDay) {
            throw new IllegalArgumentException("ends before it begins");
        }
        this.days = workdays(firstDay, lastDay);
        if (days == 0) {
            throw new IllegalArgumentException("no workdays");
        }
    }

    /** Workdays from one day to another, both included; day 0 is a Monday. */
    static int workdays(int first, int last) {
        int count = 0;
        for (int day = first; day <= last; day++) {
            if (Math.floorMod(day, 7) < 5) {
                count++;
            }
        }
        return count;
    }

    public void submit() {
        if (status != Status.DRAFT) {
            throw new IllegalStateException("already " + status);
        }
        status = Status.SUBMITTED;
    }

    /** Asks the approvers in turn; the first that agrees decides. */
    public boolean decide(Approver[] approvers, int remaining) {
        if (status != Status.SUBMITTED) {
            throw new IllegalStateException("not submitted");
        }
        for (Approver approver : approvers) {
            if (approver.approves(days, remaining)) {
                status = Status.APPROVED;
                decidedBy = approver.name();
                return true;
            }
        }
        status = Status.REJECTED;
        return false;
    }

    public void cancel() {
        if (status.isFinal()) {
            throw new IllegalStateException("request is " + status.name().toLowerCase());
        }
        status = Status.CANCELLED;
    }

    public Status getStatus() {
        return status;
    }

    public String getDecidedBy() {
        return decidedBy;
    }
}
