package java.lang;

/** What a {@code try} closes. */
public interface AutoCloseable {
    void close() throws Exception;
}
