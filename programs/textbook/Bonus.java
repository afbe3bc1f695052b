/**
 * A yearly bonus and the tax on it: the bonus grows with rank and years of service, the tax by
 * brackets of which each takes its own share.
 */
public class Bonus {

    public static double bonus(double salary, int years, boolean manager) {
        if (salary <= 0 || years < 0) {
            return 0.0;
        }
        double rate = manager ? 0.10 : 0.05;
        if (years >= 10) {
            rate += 0.03;
        } else if (years >= 5) {
            rate += 0.01;
        }
        double bonus = salary * rate;
        return bonus > 20000.0 ? 20000.0 : bonus;
    }

    public static double tax(double income) {
        double tax = 0.0;
        if (income > 50000.0) {
            tax += (income - 50000.0) * 0.42;
            income = 50000.0;
        }
        if (income > 20000.0) {
            tax += (income - 20000.0) * 0.25;
            income = 20000.0;
        }
        if (income > 8000.0) {
            tax += (income - 8000.0) * 0.125;
        }
        return tax;
    }

    public static double net(double salary, int years, boolean manager) {
        double gross = salary + bonus(salary, years, manager);
        return gross - tax(gross);
    }
}
