/**
 * Adds two numbers in binary notation.
 */
public class AddBinary {

    public static String addBinary(String a, String b) {
        StringBuilder sum = new StringBuilder();
        int i = a.length() - 1;
        int j = b.length() - 1;
        int carry = 0;
        while (i >= 0 || j >= 0 || carry > 0) {
            int bits = carry;
            if (i >= 0) {
                bits += bit(a, i--);
            }
            if (j >= 0) {
                bits += bit(b, j--);
            }
            sum.append((char) ('0' + bits % 2));
            carry = bits / 2;
        }
        return sum.reverse().toString();
    }

    private static int bit(String s, int i) {
        char c = s.charAt(i);
        if (c != '0' && c != '1') {
            throw new NumberFormatException("not a bit: " + c);
        }
        return c - '0';
    }
}
