package java.io;

/** An IOException wrapped so that it need not be declared. */
public class UncheckedIOException extends RuntimeException {
    public UncheckedIOException(String message, IOException cause) {
        super(message, Raise$.nonNull(cause));
    }

    public UncheckedIOException(IOException cause) {
        super(Raise$.nonNull(cause));
    }

    @Override
    public IOException getCause() {
        return (IOException) super.getCause();
    }
}
