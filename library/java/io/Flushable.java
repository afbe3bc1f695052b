package java.io;

/** What keeps output back until it is flushed. */
public interface Flushable {
    void flush() throws IOException;
}
