/** EAN-8 and EAN-13 bar codes. */
public class Barcode {
    private final String digits;

    public Barcode(String digits) {
        if (digits == null) {
            throw new IllegalArgumentException("digits is null");
        }
        if (digits.length() != 8 && digits.length() != 13) {
            throw new IllegalArgumentException("length " + digits.length());
        }
        for (char c : digits.toCharArray()) {
            if (c < '0' || c > '9') {
                throw new IllegalArgumentException("not a digit: " + c);
            }
        }
        if (checkDigit(digits, digits.length() - 1) != digits.charAt(digits.length() - 1) - '0') {
            throw new IllegalArgumentException("check digit");
        }
        this.digits = digits;
    }

    /** Appends the check digit. */
    public static Barcode complete(String body) {
        return new Barcode(body + checkDigit(body, body.length()));
    }

    static int checkDigit(String text, int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            int weight = (length - i) % 2 == 1 ? 3 : 1;
            sum += weight * (text.charAt(i) - '0');
        }
        int rest = sum % 10;
        return rest == 0 ? 0 : 10 - rest;
    }

    public boolean isBook() {
        return digits.startsWith("978") || digits.startsWith("979");
    }

    /** The region that gave out the number. */
    public String region() {
        if (digits.length() == 8) {
            return "internal";
        }
        int prefix = Integer.parseInt(digits.substring(0, 3));
        if (prefix <= 139) {
            return "US";
        } else if (prefix >= 300 && prefix <= 379) {
            return "FR";
        } else if (prefix >= 400 && prefix <= 440) {
            return "DE";
        } else if (prefix >= 500 && prefix < 510) {
            return "GB";
        }
        return isBook() ? "book" : "other";
    }
}
