import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;

/** What throwables say of themselves; the messages are such as all JDKs share. */
class ThrowableCases {
    static class Own extends RuntimeException {
        Own(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return "own " + super.getMessage();
        }
    }

    static String texts() {
        StringBuilder out = new StringBuilder();
        Throwable[] all = {
            new Throwable(), new Exception("m"), new RuntimeException("m", null), new Error(new Own("o")), new IllegalArgumentException((String) null),
            new IllegalStateException("s", new Exception()), new UnsupportedOperationException(new Own("u")), new Own(null),
            new IndexOutOfBoundsException(5), new ArrayIndexOutOfBoundsException(-1), new StringIndexOutOfBoundsException(7), new IndexOutOfBoundsException(9L),
            new AssertionError(), new AssertionError("a"), new AssertionError('c'), new AssertionError(1), new AssertionError(2L), new AssertionError(1.5),
            new AssertionError(1.5f), new AssertionError(true), new AssertionError(new Own("cause")), new AssertionError("m", new Own("c")),
            new NoSuchElementException("n"), new UncheckedIOException("u", new IOException("io")), new UncheckedIOException(new IOException("io")),
            new NumberFormatException("x"), new ArithmeticException(), new ClassNotFoundException("c"), new CloneNotSupportedException(),
            new ExceptionInInitializerError("e"), new StackOverflowError("s"), new InterruptedException()
        };
        for (Throwable t : all) {
            out.append(t).append('|').append(t.getMessage()).append('|').append(t.getCause()).append('|').append(t.getLocalizedMessage()).append('\n');
        }
        return out.toString();
    }

    static String causes() {
        StringBuilder out = new StringBuilder();
        Exception first = new Exception("first");
        Exception second = new Exception("second");
        out.append(first.initCause(second) == first).append(first.getCause() == second);
        Throwable[] targets = {first, second, new Exception("none", null)};
        for (Throwable target : targets) {
            try {
                target.initCause(second);
            } catch (IllegalArgumentException | IllegalStateException e) {
                out.append(e.getClass().getName());
            }
        }
        for (int i = 0; i < 7; i++) {
            first.addSuppressed(new Own("s" + i));
        }
        for (Throwable suppressed : first.getSuppressed()) {
            out.append(suppressed);
        }
        for (Throwable suppressed : new Throwable[] {null, first}) {
            try {
                first.addSuppressed(suppressed);
            } catch (IllegalArgumentException | NullPointerException e) {
                out.append(e.getClass().getName());
            }
        }
        return out.append(second.getSuppressed().length).append(first.fillInStackTrace() == first).toString();
    }

    /** Texts of exceptions that the JVM and the library throw, where all JDKs agree. */
    static String shared() {
        StringBuilder out = new StringBuilder();
        int zero = 0;
        for (int i = 0; i < 16; i++) {
            try {
                switch (i) {
                    case 0 -> out.append(1 / zero);
                    case 1 -> out.append(1L % zero);
                    case 2 -> out.append(new int[3][5].length / Math.floorMod(1, zero));
                    case 3 -> out.append((new int[3])[zero + 5]);
                    case 4 -> out.append(Integer.parseInt("x"));
                    case 5 -> out.append(Integer.parseInt("z", 16));
                    case 6 -> out.append(Integer.parseInt(null));
                    case 7 -> out.append(Long.parseLong(""));
                    case 8 -> out.append(Double.parseDouble(""));
                    case 9 -> out.append(Double.parseDouble("x.y"));
                    case 10 -> out.append(Byte.parseByte("400"));
                    case 11 -> out.append(Short.parseShort("99999", 11));
                    case 12 -> out.append(Integer.parseInt("1", 99));
                    case 13 -> out.append(Math.toIntExact(1L << 40));
                    case 14 -> out.append(Float.parseFloat("1.2.3"));
                    default -> out.append(new RuntimeException(new ArithmeticException("inner")).getMessage());
                }
            } catch (ArithmeticException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                out.append(e.getMessage());
            }
            out.append('\n');
        }
        return out.toString();
    }
}
