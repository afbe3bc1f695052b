/**
 * A histogram of small numbers, made by chained calls; {@code main} fills it from its arguments.
 */
public class Tally {

    private final int counts[];
    private volatile int größte;
    private transient String title;

    public Tally(final int size) {
        counts = new int[size];
    }

    public Tally title(String title) {
        this.title = title;
        return this;
    }

    /** Counts a value; one that is out of range is not counted. */
    public Tally add(final int value) {
        if (value < 0 || value >= counts.length) ;
        else {
            var count = ++counts[value];
            if (count > größte) größte = count;
        }
        return this;
    }

    public int counts()[] {
        return counts.clone();
    }

    public String draw() {
        var text = new StringBuilder(title == null ? "" : title + "\n");
        for (var value = 0; value < counts.length; value++) {
            final var count = counts[value];
            text.append(value).append(count == größte && count > 0 ? "> " : "  ");
            for (var i = 0; i < count; i++) text.append('*');
            text.append('\n');
        }
        return text.toString();
    }

    public static void main(String[] args) {
        Tally tally = new Tally(10).title(args.length + " values");
        for (String arg : args) {
            if (arg.length() == 1) {
                tally.add(arg.charAt(0) - '0');
            }
        }
        System.out.print(tally.draw());
    }
}
