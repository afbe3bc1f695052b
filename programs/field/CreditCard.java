/** Checks credit card numbers by the Luhn formula and finds the brand. */
public class CreditCard {
    /** Who issued the card. */
    public enum Brand {
        VISA, MASTERCARD, AMEX, DISCOVER, UNKNOWN
    }

    private final String number;
    private final Brand brand;

    /**
     * Creates a card.
     *
     * @param number the digits, in groups if you like
     * @throws IllegalArgumentException if the number is malformed or its checksum is wrong
     */
    public CreditCard(String number) {
        if (number == null || number.isEmpty()) {
            throw new IllegalArgumentException("card number is required");
        }
        String compact = number.replace(" ", "");
        if (compact.length() < 12 || compact.length() > 19) {
            throw new IllegalArgumentException("card number has " + compact.length() + " digits");
        }
        if (!passesLuhn(compact)) {
            throw new IllegalArgumentException("checksum mismatch");
        }
        this.number = compact;
        this.brand = brandOf(compact);
    }

    public Brand getBrand() {
        return brand;
    }

    /** All but the last four digits hidden. */
    public String masked() {
        int visible = 4;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < number.length(); i++) {
            if (i > 0 && i % 4 == 0) {
                out.append(' ');
            }
            out.append(i < number.length() - visible ? '*' : number.charAt(i));
        }
        return out.toString();
    }

    static boolean passesLuhn(String digits) {
        int sum = 0;
        boolean doubled = false;
        for (int i = digits.length() - 1; i >= 0; i--) {
            int d = Character.digit(digits.charAt(i), 10);
            if (d < 0) {
                return false;
            }
            if (doubled) {
                d *= 2;
                if (d > 9) {
                    d -= 9;
                }
            }
            sum += d;
            doubled = !doubled;
        }
        return sum % 10 == 0;
    }

    static Brand brandOf(String digits) {
        if (digits.startsWith("4")) {
            return Brand.VISA;
        }
        int two = Integer.parseInt(digits.substring(0, 2));
        if (two >= 51 && two <= 55) {
            return Brand.MASTERCARD;
        }
        if (two == 34 || two == 37) {
            return digits.length() == 15 ? Brand.AMEX : Brand.UNKNOWN;
        }
        if (digits.startsWith("6011") || two == 65) {
            return Brand.DISCOVER;
        }
        return Brand.UNKNOWN;
    }
}
