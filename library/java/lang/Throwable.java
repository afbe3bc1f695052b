package java.lang;

import java.io.Serializable;

/** What can be thrown. */
public class Throwable implements Serializable {
    /** The message is the program's. */
    static final byte PROGRAM = 0;
    /** The message is the JVM's or the library's, and the same in every supported JDK. */
    static final byte LIBRARY = 1;
    /** The message is the JVM's or the library's and may differ between JDKs, so that no run may read it. */
    static final byte UNSPECIFIED = 2;
    /** The same, where an instruction of the program threw. */
    static final byte JVM = 3;

    private String message;
    /** This object itself until a cause is set. */
    private Throwable cause = this;
    private byte origin;
    /** How many throwables were suppressed; they are the first cells of the array. */
    private int suppressedCount;
    private Throwable[] suppressed;
    private boolean suppressing = true;

    public Throwable() {
    }

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        describe(cause);
        this.cause = cause;
    }

    protected Throwable(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        this.message = message;
        this.cause = cause;
        this.suppressing = enableSuppression;
    }

    /** Takes the text of a cause as the message. Where nobody may read that text, nobody may read this one. */
    private void describe(Throwable cause) {
        if (cause == null) {
            return;
        }
        if ((cause.origin == UNSPECIFIED || cause.origin == JVM) && cause.isOfLibrary()) {
            origin = UNSPECIFIED;
        } else {
            message = cause.toString();
        }
    }

    /** Whether the class of this object belongs to the library. */
    private native boolean isOfLibrary();

    /** Ends the run: it reads a text that is not the same in every JDK. */
    private static native void refuseMessage();

    /** Says who made the message. */
    final void setOrigin(byte origin) {
        this.origin = origin;
    }

    public String getMessage() {
        if (origin == UNSPECIFIED || origin == JVM) {
            refuseMessage();
        }
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause == this ? null : cause;
    }

    public Throwable initCause(Throwable cause) {
        if (this.cause != this) {
            throw Raise$.illegalState();
        }
        if (cause == this) {
            throw Raise$.illegalArgument();
        }
        this.cause = cause;
        return this;
    }

    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return String.vague(text != null ? name + ": " + text : name);
    }

    public Throwable fillInStackTrace() {
        return this;
    }

    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw Raise$.illegalArgument();
        }
        if (exception == null) {
            throw Raise$.nullPointer();
        }
        if (!suppressing) {
            return;
        }
        if (suppressed == null) {
            suppressed = new Throwable[4];
        } else if (suppressedCount == suppressed.length) {
            Throwable[] larger = new Throwable[2 * suppressedCount];
            System.arraycopy(suppressed, 0, larger, 0, suppressedCount);
            suppressed = larger;
        }
        suppressed[suppressedCount++] = exception;
    }

    public final Throwable[] getSuppressed() {
        Throwable[] copy = new Throwable[suppressedCount];
        if (suppressed != null) {
            System.arraycopy(suppressed, 0, copy, 0, suppressedCount);
        }
        return copy;
    }
}
