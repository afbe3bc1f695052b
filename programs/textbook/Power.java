/**
 * A base raised to an exponent by repeated multiplication, with int overflow.
 */
public class Power {

    public static int power(int base, int exponent) {
        if (exponent < 0) {
            throw new IllegalArgumentException("negative exponent: " + exponent);
        }
        int result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= base;
        }
        return result;
    }
}
