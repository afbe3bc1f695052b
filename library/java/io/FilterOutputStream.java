package java.io;

/** Hands bytes on to another stream. */
public class FilterOutputStream extends OutputStream {
    protected OutputStream out;
    private boolean closed;

    public FilterOutputStream(OutputStream out) {
        this.out = out;
    }

    /** Of a standard stream, which writes by itself: drivers of all programs contain how these are made, so it is short. */
    FilterOutputStream() {
    }

    public void write(int b) throws IOException {
        out.write(b);
    }

    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (offset < 0 || length < 0 || offset > bytes.length - length) {
            throw new IndexOutOfBoundsException();
        }
        for (int i = 0; i < length; i++) {
            write(bytes[offset + i]);
        }
    }

    public void flush() throws IOException {
        out.flush();
    }

    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            flush();
        } catch (Throwable failure) {
            closeAfter(failure);
            throw failure;
        }
        out.close();
    }

    /** Closes the stream behind after a failure, which a second one carries along. */
    private void closeAfter(Throwable first) throws IOException {
        try {
            out.close();
        } catch (Throwable second) {
            if (second != first) {
                second.addSuppressed(first);
            }
            throw second;
        }
    }
}
