package java.io;

/** What is closed once it is no longer used. */
public interface Closeable extends AutoCloseable {
    void close() throws IOException;
}
