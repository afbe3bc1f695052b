/** Judges passwords. */
public class PasswordPolicy {
    /** What is wrong with a password, a bit each. */
    public static final int TOO_SHORT = 1;
    public static final int NO_DIGIT = 2;
    public static final int NO_UPPER = 4;
    public static final int NO_SYMBOL = 8;
    public static final int REPEATS = 16;
    public static final int CONTAINS_USER = 32;

    private static final String SYMBOLS = "!@#$%^&*-_+=?";

    private final int minimum;
    private final int maxRun;

    public PasswordPolicy(int minimum, int maxRun) {
        if (minimum < 4) {
            throw new IllegalArgumentException("minimum below 4");
        }
        if (maxRun < 1) {
            throw new IllegalArgumentException("maxRun below 1");
        }
        this.minimum = minimum;
        this.maxRun = maxRun;
    }

    /** All faults of a password as a mask; 0 if there are none. */
    public int faults(String password, String user) {
        int faults = 0;
        if (password.length() < minimum) {
            faults |= TOO_SHORT;
        }
        boolean digit = false;
        boolean upper = false;
        boolean symbol = false;
        int run = 1;
        int longest = password.isEmpty() ? 0 : 1;
        for (int i = 0; i < password.length(); i++) {
            char c = password.charAt(i);
            digit |= Character.isDigit(c);
            upper |= Character.isUpperCase(c);
            symbol |= SYMBOLS.indexOf(c) >= 0;
            if (i > 0) {
                run = c == password.charAt(i - 1) ? run + 1 : 1;
                longest = Math.max(longest, run);
            }
        }
        if (!digit) {
            faults |= NO_DIGIT;
        }
        if (!upper) {
            faults |= NO_UPPER;
        }
        if (!symbol) {
            faults |= NO_SYMBOL;
        }
        if (longest > maxRun) {
            faults |= REPEATS;
        }
        if (user != null && user.length() > 2 && password.toLowerCase().contains(user.toLowerCase())) {
            faults |= CONTAINS_USER;
        }
        return faults;
    }

    public boolean accepts(String password, String user) {
        return password != null && faults(password, user) == 0;
    }

    /** Strength from 0 to 4. */
    public int strength(String password) {
        int faults = faults(password, null);
        int missing = Integer.bitCount(faults);
        int score = 4 - missing;
        if (password.length() >= 2 * minimum) {
            score++;
        }
        return Math.max(0, Math.min(4, score));
    }
}
