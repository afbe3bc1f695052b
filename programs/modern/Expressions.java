import java.util.Map;

/** Arithmetic terms: simplified and evaluated by patterns. */
public final class Expressions {
    private Expressions() {
    }

    /** A term. */
    public sealed interface Term permits Number, Name, Sum, Product {
    }

    /** A constant. */
    public record Number(int value) implements Term {
    }

    /** A variable. */
    public record Name(String text) implements Term {
    }

    /** An addition. */
    public record Sum(Term left, Term right) implements Term {
    }

    /** A multiplication. */
    public record Product(Term left, Term right) implements Term {
    }

    public static int value(Term term, Map<String, Integer> names) {
        return switch (term) {
            case Number number -> number.value();
            case Name name -> names.getOrDefault(name.text(), 0);
            case Sum sum -> value(sum.left(), names) + value(sum.right(), names);
            case Product product -> value(product.left(), names) * value(product.right(), names);
        };
    }

    /** Without additions of 0 and multiplications by 0 and 1. */
    public static Term simplified(Term term) {
        return switch (term) {
            case Sum(Number(int zero), Term right) when zero == 0 -> simplified(right);
            case Sum(Term left, Number(int zero)) when zero == 0 -> simplified(left);
            case Product(Number(int one), Term right) when one == 1 -> simplified(right);
            case Product(Number(int zero), Term ignored) when zero == 0 -> new Number(0);
            default -> term;
        };
    }

    public static int depth(Term term) {
        return switch (term) {
            case Number ignored -> 1;
            case Name ignored -> 1;
            case Sum(Term left, Term right) -> 1 + Math.max(depth(left), depth(right));
            case Product(Term left, Term right) -> 1 + Math.max(depth(left), depth(right));
        };
    }
}
