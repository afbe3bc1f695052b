/**
 * A decision that depends on a guard far before it: {@code x} and {@code y} are compared only where
 * {@code x} is above 10000, and much else is computed in between.
 */
public class FarGuard {

    public static int level(int x, int y, int z) {
        if (x <= 10000) {
            return 0;
        }
        int level = 1;
        if (z < 0) {
            z = -z;
        }
        if (z % 2 == 0) {
            level = level + 1;
        }
        if (z % 3 == 0) {
            level = level + 2;
        }
        int spare = z / 7;
        if (spare > level) {
            level = level + spare % 5;
        }
        if (x == y) {
            level = level + 10;
        }
        return level;
    }
}
