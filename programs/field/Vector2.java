/** A point or vector of the plane. */
public final class Vector2 {
    public static final Vector2 ZERO = new Vector2(0, 0);

    public final double x;
    public final double y;

    public Vector2(double x, double y) {
        this.x = x;
        this.y = y;
    }

    public Vector2 plus(Vector2 other) {
        return new Vector2(x + other.x, y + other.y);
    }

    public Vector2 minus(Vector2 other) {
        return new Vector2(x - other.x, y - other.y);
    }

    public Vector2 times(double factor) {
        return new Vector2(x * factor, y * factor);
    }

    public double dot(Vector2 other) {
        return x * other.x + y * other.y;
    }

    public double cross(Vector2 other) {
        return x * other.y - y * other.x;
    }

    public double length() {
        return Math.sqrt(dot(this));
    }

    /** The vector of length one in the same direction. */
    public Vector2 normalized() {
        double length = length();
        if (length == 0) {
            throw new ArithmeticException("the zero vector has no direction");
        }
        return new Vector2(x / length, y / length);
    }

    /** Above 0 if a, b, c turn left, below 0 if they turn right, 0 if they lie on a line. */
    public static int orientation(Vector2 a, Vector2 b, Vector2 c) {
        double area = b.minus(a).cross(c.minus(a));
        if (Math.abs(area) < 1e-9) {
            return 0;
        }
        return area > 0 ? 1 : -1;
    }

    /** The distance of a point from the segment from a to b. */
    public double distanceToSegment(Vector2 a, Vector2 b) {
        Vector2 direction = b.minus(a);
        double square = direction.dot(direction);
        if (square == 0) {
            return minus(a).length();
        }
        double t = minus(a).dot(direction) / square;
        if (t < 0) {
            t = 0;
        } else if (t > 1) {
            t = 1;
        }
        return minus(a.plus(direction.times(t))).length();
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof Vector2)) {
            return false;
        }
        Vector2 other = (Vector2) object;
        return Double.compare(x, other.x) == 0 && Double.compare(y, other.y) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Double.hashCode(x) + Double.hashCode(y);
    }
}
