/**
 * A point of space as a value: equals, hashCode and toString belong together.
 */
public class Point3 {

    public static final Point3 ORIGIN = new Point3(0, 0, 0f);

    final int x;
    final long y;
    final float z;

    public Point3(int x, long y, float z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    public Point3 plus(Point3 other) {
        return new Point3(x + other.x, y + other.y, z + other.z);
    }

    @Override
    public boolean equals(Object object) {
        if (object == this) {
            return true;
        }
        if (object == null || object.getClass() != getClass()) {
            return false;
        }
        Point3 other = (Point3) object;
        return x == other.x && y == other.y && Float.compare(z, other.z) == 0;
    }

    @Override
    public int hashCode() {
        int hash = 17;
        hash = 31 * hash + x;
        hash = 31 * hash + (int) (y ^ (y >>> 32));
        hash = 31 * hash + Float.floatToIntBits(z);
        return hash;
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ", " + (long) z + ")";
    }

    /** How many different points there are in an array. */
    public static int distinct(Point3[] points) {
        int distinct = 0;
        for (int i = 0; i < points.length; i++) {
            int j = 0;
            while (j < i && !points[j].equals(points[i])) {
                j++;
            }
            if (j == i) {
                distinct++;
            }
        }
        return distinct;
    }

    public static boolean agree(int x, long y, float z) {
        Point3 a = new Point3(x, y, z);
        Point3 b = ORIGIN.plus(a);
        return a.equals(b) && a.hashCode() == b.hashCode();
    }
}
