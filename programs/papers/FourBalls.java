/**
 * Four balls, one of which may differ in weight: which one, and is it heavier? The answer is the
 * ball's number (1 to 4) if it is heavier, minus its number if it is lighter, and 0 if all weigh the
 * same or more than one differs.
 */
public class FourBalls {

    public static int oddBall(int w1, int w2, int w3, int w4) {
        if (w1 == w2) {
            if (w3 == w4) {
                return 0;
            }
            if (w1 == w3) {
                return sign(w4, w1) * 4;
            }
            if (w1 == w4) {
                return sign(w3, w1) * 3;
            }
            return 0;
        }
        if (w3 != w4) {
            return 0;
        }
        if (w1 == w3) {
            return sign(w2, w1) * 2;
        }
        if (w2 == w3) {
            return sign(w1, w2);
        }
        return 0;
    }

    private static int sign(int weight, int other) {
        return weight > other ? 1 : -1;
    }
}
