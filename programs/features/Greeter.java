/**
 * An interface with abstract, default, static and private methods and a constant, and two classes
 * that implement it.
 */
public interface Greeter {

    int LONGEST = 12;

    String word();

    default String greet(String name) {
        return word() + ", " + shorten(name) + mark();
    }

    default char mark() {
        return '.';
    }

    static Greeter of(boolean loud) {
        return loud ? new Loud("Hey") : new Polite();
    }

    private String shorten(String name) {
        return name.length() <= LONGEST ? name : name.substring(0, LONGEST - 1) + "~";
    }

    /** Says good day and leaves the rest as it is. */
    final class Polite implements Greeter {
        @Override
        public String word() {
            return "Good day";
        }
    }

    /** Shouts: overrides a default and calls another through super. */
    class Loud implements Greeter {
        private final String word;

        public Loud(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }

        @Override
        public char mark() {
            return '!';
        }

        @Override
        public String greet(String name) {
            return Greeter.super.greet(name).toUpperCase();
        }
    }
}
