import java.util.function.Function;
import java.util.function.Supplier;

/** A value or an error. */
public sealed interface Result<T> {
    /** It worked. */
    record Ok<T>(T value) implements Result<T> {
    }

    /** It did not. */
    record Failed<T>(String reason) implements Result<T> {
    }

    static <T> Result<T> of(Supplier<T> supplier) {
        try {
            T value = supplier.get();
            return value == null ? new Failed<>("nothing") : new Ok<>(value);
        } catch (IllegalStateException e) {
            return new Failed<>(e.getMessage());
        }
    }

    default <R> Result<R> map(Function<T, R> function) {
        return switch (this) {
            case Ok<T>(T value) -> new Ok<>(function.apply(value));
            case Failed<T>(String reason) -> new Failed<>(reason);
        };
    }

    default T orElse(T other) {
        return this instanceof Ok<T>(T value) ? value : other;
    }
}
