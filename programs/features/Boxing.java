/**
 * Wrapper objects: boxing, unboxing of null, equality by value and by identity, parsing.
 */
public class Boxing {

    private Integer best;

    /** Remembers the larger of all scores; answers whether this one is a new best. */
    public boolean record(int score) {
        if (best == null || score > best) {
            best = score;
            return true;
        }
        return false;
    }

    public Integer best() {
        return best;
    }

    public int bestOr(int fallback) {
        return best != null ? best : fallback;
    }

    /** Fails with a null pointer where nothing was recorded. */
    public int next() {
        best++;
        return best;
    }

    public static boolean sameValue(int n) {
        Integer a = n;
        Integer b = Integer.valueOf(n);
        return a.equals(b) && a.compareTo(b) == 0 && a.hashCode() == n;
    }

    /** Small values share one object: the language promises it from -128 to 127. */
    public static boolean cached(byte n) {
        Integer a = (int) n;
        Integer b = (int) n;
        return a == b;
    }

    /** A long and an int object are never equal, whatever their values. */
    public static boolean acrossTypes(int n) {
        Long wide = (long) n;
        Integer narrow = n;
        return wide.equals(narrow) || wide == (long) narrow;
    }

    public static int sum(Integer[] values) {
        int sum = 0;
        for (Integer v : values) {
            sum += v == null ? 0 : v;
        }
        return sum;
    }

    public static double average(String a, String b) {
        try {
            return (Integer.parseInt(a) + Double.valueOf(Integer.valueOf(b))) / 2;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    public static Character initial(String name) {
        return name.isEmpty() ? null : Character.valueOf(name.charAt(0));
    }
}
