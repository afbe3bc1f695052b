/** Temperatures in three scales. */
public final class Temperature implements Comparable<Temperature> {
    /** A scale with its zero and its step in kelvins. */
    public enum Scale {
        KELVIN('K', 0.0, 1.0),
        CELSIUS('C', 273.15, 1.0),
        FAHRENHEIT('F', 459.67 * 5 / 9, 5.0 / 9);

        private final char symbol;
        private final double zero;
        private final double step;

        Scale(char symbol, double zero, double step) {
            this.symbol = symbol;
            this.zero = zero;
            this.step = step;
        }

        static Scale ofSymbol(char symbol) {
            for (Scale scale : values()) {
                if (scale.symbol == Character.toUpperCase(symbol)) {
                    return scale;
                }
            }
            throw new IllegalArgumentException("no scale " + symbol);
        }
    }

    private final double kelvins;

    private Temperature(double kelvins) {
        this.kelvins = kelvins;
    }

    public static Temperature of(double degrees, Scale scale) {
        double kelvins = scale.zero + degrees * scale.step;
        if (kelvins < 0) {
            throw new IllegalArgumentException("below absolute zero");
        }
        return new Temperature(kelvins);
    }

    /** Reads texts such as {@code 21.5C}. */
    public static Temperature parse(String text) {
        String trimmed = text.trim();
        if (trimmed.length() < 2) {
            throw new IllegalArgumentException("too short: '" + text + "'");
        }
        int last = trimmed.length() - 1;
        Scale scale = Scale.ofSymbol(trimmed.charAt(last));
        return of(Double.parseDouble(trimmed.substring(0, last)), scale);
    }

    public double in(Scale scale) {
        return (kelvins - scale.zero) / scale.step;
    }

    /** Rounded to whole degrees. */
    public long rounded(Scale scale) {
        return Math.round(in(scale));
    }

    public boolean isFreezing() {
        return kelvins <= 273.15;
    }

    @Override
    public int compareTo(Temperature other) {
        return Double.compare(kelvins, other.kelvins);
    }

    public static Temperature warmest(Temperature... all) {
        Temperature best = null;
        for (Temperature t : all) {
            if (best == null || t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }
}
