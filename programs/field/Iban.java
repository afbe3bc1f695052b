/** An International Bank Account Number. */
public final class Iban {
    private static final String[] COUNTRIES = {"AT", "BE", "CH", "DE", "FR", "GB", "NL", "NO"};
    private static final int[] LENGTHS = {20, 16, 21, 22, 27, 22, 18, 15};

    private final String value;

    private Iban(String value) {
        this.value = value;
    }

    /**
     * Parses an IBAN.
     *
     * @return the account number, or null if the text is none
     */
    public static Iban parse(String text) {
        if (text == null) {
            return null;
        }
        String compact = text.replace(" ", "").toUpperCase();
        if (compact.length() < 5) {
            return null;
        }
        int expected = lengthFor(compact.substring(0, 2));
        if (expected < 0 || compact.length() != expected) {
            return null;
        }
        return remainder(compact.substring(4) + compact.substring(0, 4)) == 1 ? new Iban(compact) : null;
    }

    /** The length of a country's numbers, or -1 if the country does not take part. */
    static int lengthFor(String country) {
        for (int i = 0; i < COUNTRIES.length; i++) {
            if (COUNTRIES[i].equals(country)) {
                return LENGTHS[i];
            }
        }
        return -1;
    }

    /** The text as a number modulo 97, letters counting from 10 on; -1 if it has other characters. */
    static int remainder(String text) {
        int result = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                result = (result * 10 + (c - '0')) % 97;
            } else if (c >= 'A' && c <= 'Z') {
                result = (result * 100 + (c - 'A' + 10)) % 97;
            } else {
                return -1;
            }
        }
        return result;
    }

    public String country() {
        return value.substring(0, 2);
    }

    /** The number in groups of four. */
    @Override
    public String toString() {
        StringBuilder grouped = new StringBuilder();
        for (int i = 0; i < value.length(); i += 4) {
            if (i > 0) {
                grouped.append(' ');
            }
            grouped.append(value, i, Math.min(i + 4, value.length()));
        }
        return grouped.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Iban && ((Iban) other).value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }
}
