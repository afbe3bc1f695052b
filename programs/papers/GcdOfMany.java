/** The greatest common divisor of several numbers as a sum of their multiples: the steps of Euclid's algorithm are kept, and undone from the last. */
class GcdOfMany {
    /**
     * The result z has z[0] * a[0] + ... + z[n - 1] * a[n - 1] = z[n], where n = a.length and z[n] is the greatest common divisor. It is not negative, and
     * 0 where all numbers are.
     */
    static int[] gcd(int[] a) {
        int n = a.length;
        int[] z = new int[n + 1];
        int first = 0;
        while (first < n && a[first] == 0) {
            first++;
        }
        if (first == n) {
            return z;
        }
        int divisor = a[first];
        int sign = 1;
        if (divisor < 0) {
            divisor = -divisor;
            sign = -1;
        }
        int[] kept = new int[n];
        int last = first;
        int at = first + 1;
        while (at < n && divisor != 1) {
            int c1 = divisor;
            int c2 = a[at];
            if (c2 < 0) {
                c2 = -c2;
            }
            int y1 = 1;
            int y2 = 0;
            while (c2 != 0) {
                int q = c1 / c2;
                int rest = c1 - q * c2;
                int y = y1 - q * y2;
                c1 = c2;
                c2 = rest;
                y1 = y2;
                y2 = y;
            }
            kept[at] = y1;
            if (a[at] != 0) {
                z[at] = (c1 - y1 * divisor) / a[at];
            }
            divisor = c1;
            last = at;
            at++;
        }
        int factor = 1;
        int i = last;
        while (i > first) {
            z[i] = z[i] * factor;
            factor = factor * kept[i];
            i--;
        }
        z[first] = sign * factor;
        z[n] = divisor;
        return z;
    }
}
