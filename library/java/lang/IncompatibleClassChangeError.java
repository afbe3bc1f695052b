package java.lang;

/** A class changed incompatibly with its users. */
public class IncompatibleClassChangeError extends LinkageError {
    public IncompatibleClassChangeError() {
    }

    public IncompatibleClassChangeError(String message) {
        super(message);
    }
}
