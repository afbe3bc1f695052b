import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Steps that are applied one after another. */
public final class Pipeline<T> {
    private final List<UnaryOperator<T>> steps = new ArrayList<>();
    private int skipped;

    public Pipeline<T> then(UnaryOperator<T> step) {
        steps.add(step);
        return this;
    }

    public Pipeline<T> thenIf(Predicate<T> condition, UnaryOperator<T> step) {
        steps.add(value -> {
            if (condition.test(value)) {
                return step.apply(value);
            }
            skipped++;
            return value;
        });
        return this;
    }

    public T run(T input) {
        T value = input;
        for (UnaryOperator<T> step : steps) {
            value = step.apply(value);
        }
        return value;
    }

    public <R> R run(T input, Function<T, R> finish, Supplier<R> otherwise) {
        T value = run(input);
        return value == null ? otherwise.get() : finish.apply(value);
    }

    public int skipped() {
        return skipped;
    }
}
