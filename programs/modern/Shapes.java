import java.util.List;

/** A visitor by patterns. */
public final class Shapes {
    private Shapes() {
    }

    /** A shape. */
    public sealed interface Shape permits Circle, Box, Group {
    }

    /** Round. */
    public record Circle(int radius) implements Shape {
    }

    /** With corners. */
    public record Box(int width, int height) implements Shape {
    }

    /** Several. */
    public record Group(List<Shape> parts) implements Shape {
    }

    public static int area(Shape shape) {
        return switch (shape) {
            case Circle(int radius) -> 3 * radius * radius;
            case Box(int width, int height) -> width * height;
            case Group(List<Shape> parts) -> parts.stream().mapToInt(Shapes::area).sum();
        };
    }

    public static String kind(Object thing) {
        return switch (thing) {
            case null -> "nothing";
            case Circle(int radius) when radius == 0 -> "point";
            case Circle ignored -> "circle";
            case Box(int width, int height) when width == height -> "square";
            case Box ignored -> "box";
            case String text when text.isBlank() -> "blank";
            default -> "thing";
        };
    }
}
