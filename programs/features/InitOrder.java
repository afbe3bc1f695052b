/**
 * Static and instance initialisers, in the order in which they run, and constructors that call
 * each other.
 */
public class InitOrder {

    private static final StringBuilder TRACE = new StringBuilder();
    private static final int[] SQUARES = new int[10];
    private static int made;
    static final String STARTED;

    static {
        for (int i = 0; i < SQUARES.length; i++) {
            SQUARES[i] = i * i;
        }
        TRACE.append("static ");
    }

    private final int id;
    private int weight = SQUARES[3];
    private String trace = "field ";

    {
        weight += 1;
        trace += "block ";
    }

    static {
        STARTED = TRACE.append("ready").toString();
    }

    public InitOrder(int weight) {
        this("int ");
        this.weight = weight > 0 ? weight : this.weight;
    }

    public InitOrder(String note) {
        trace += note;
        id = nextId();
    }

    {
        trace += "late ";
    }

    public InitOrder() {
        this(0);
        trace += "default ";
    }

    private static int nextId() {
        return made++ % 2;
    }

    public static int square(int n) {
        return n >= 0 && n < SQUARES.length ? SQUARES[n] : n * n;
    }

    public int weight() {
        return weight;
    }

    public String trace() {
        return trace + weight;
    }

    /** Two made one after the other never share an id. */
    public boolean differs(InitOrder other) {
        return id != other.id;
    }
}
