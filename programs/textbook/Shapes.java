/**
 * Plane shapes with whole-numbered measures: areas and perimeters by virtual calls.
 */
public class Shapes {

    /** Something that can be compared by how much room it takes. */
    public interface Sized {
        int area();

        default boolean largerThan(Sized other) {
            return area() > other.area();
        }
    }

    /** What all shapes share. */
    public abstract static class Shape implements Sized {
        protected final String name;

        protected Shape(String name) {
            this.name = name;
        }

        abstract int perimeter();

        String describe() {
            return name + " of area " + area() + " and perimeter " + perimeter();
        }
    }

    public static class Rectangle extends Shape {
        protected final int width;
        protected final int height;

        public Rectangle(int width, int height) {
            this("rectangle", width, height);
        }

        protected Rectangle(String name, int width, int height) {
            super(name);
            if (width < 0 || height < 0) {
                throw new IllegalArgumentException("negative side");
            }
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }

        @Override
        int perimeter() {
            return 2 * (width + height);
        }
    }

    public static class Square extends Rectangle {
        public Square(int side) {
            super("square", side, side);
        }

        @Override
        String describe() {
            return super.describe() + ", side " + width;
        }
    }

    /** A triangle with a right angle between its two legs. */
    public static class RightTriangle extends Shape {
        private final int a;
        private final int b;

        public RightTriangle(int a, int b) {
            super("triangle");
            this.a = a;
            this.b = b;
        }

        @Override
        public int area() {
            return a * b / 2;
        }

        @Override
        int perimeter() {
            return a + b + (int) Math.sqrt((double) a * a + (double) b * b);
        }

        @Override
        public boolean largerThan(Sized other) {
            return other instanceof RightTriangle
                    ? a * b > ((RightTriangle) other).a * ((RightTriangle) other).b
                    : super.largerThan(other);
        }
    }

    /** The area of all shapes that are there. */
    public static int totalArea(Shape[] shapes) {
        int total = 0;
        for (Shape shape : shapes) {
            if (shape != null) {
                total += shape.area();
            }
        }
        return total;
    }

    /** The first of the largest shapes, or null. */
    public static Shape largest(Shape[] shapes) {
        Shape largest = null;
        for (Shape shape : shapes) {
            if (largest == null || shape.largerThan(largest)) {
                largest = shape;
            }
        }
        return largest;
    }

    public static String compare(int width, int height, int side) {
        Shape rectangle = new Rectangle(width, height);
        Shape square = new Square(side);
        if (rectangle.largerThan(square)) {
            return rectangle.describe();
        }
        return square.describe();
    }
}
