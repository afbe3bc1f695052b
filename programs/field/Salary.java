/** The pay of the people of a company. */
public class Salary {
    /** Somebody who is paid. */
    public abstract static class Employee {
        private final String name;
        private final int yearsOfService;

        protected Employee(String name, int yearsOfService) {
            if (yearsOfService < 0) {
                throw new IllegalArgumentException("years: " + yearsOfService);
            }
            this.name = name;
            this.yearsOfService = yearsOfService;
        }

        public String getName() {
            return name;
        }

        protected abstract double basePay();

        /** Pay with the bonus for loyalty. */
        public double pay() {
            double bonus = yearsOfService >= 10 ? 0.1 : yearsOfService >= 5 ? 0.05 : 0.0;
            return basePay() * (1 + bonus);
        }
    }

    /** Paid by the hour, with overtime. */
    public static class HourlyEmployee extends Employee {
        private final double rate;
        private double hours;

        public HourlyEmployee(String name, int years, double rate) {
            super(name, years);
            this.rate = rate;
        }

        public void work(double more) {
            if (more <= 0 || hours + more > 300) {
                throw new IllegalArgumentException("hours: " + more);
            }
            hours += more;
        }

        @Override
        protected double basePay() {
            double overtime = Math.max(0, hours - 160);
            return rate * (hours + overtime / 2);
        }
    }

    /** Paid a base and a commission. */
    public static class Seller extends Employee {
        private final double base;
        private double sales;

        public Seller(String name, int years, double base) {
            super(name, years);
            this.base = base;
        }

        public void sell(double amount) {
            sales += amount;
        }

        @Override
        protected double basePay() {
            double commission = sales <= 10_000 ? sales * 0.02 : 200 + (sales - 10_000) * 0.05;
            return base + commission;
        }

        @Override
        public double pay() {
            return Math.max(super.pay(), 1_500);
        }
    }

    private Salary() {
    }

    public static double payroll(Employee[] staff) {
        double sum = 0;
        for (Employee employee : staff) {
            if (employee != null) {
                sum += employee.pay();
            }
        }
        return sum;
    }

    /** The name of whom is paid most. */
    public static String best(Employee[] staff) {
        Employee best = null;
        for (Employee employee : staff) {
            if (best == null || employee.pay() > best.pay()) {
                best = employee;
            }
        }
        return best == null ? null : best.getName();
    }
}
