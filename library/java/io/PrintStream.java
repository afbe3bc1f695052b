package java.io;

import java.util.Formatter$;
import java.util.Locale;

/** Writes text to one of the two standard streams. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    /** 1 for out, 2 for err. */
    private final int number;

    private PrintStream(int number) {
        this.number = number;
    }

    /** The standard stream with a number. */
    public static PrintStream stream$(int number) {
        return new PrintStream(number);
    }

    /** Appends text to what the run has written to a stream. */
    private static native void write(int stream, String text);

    /** Appends what ends a line. */
    private static native void endLine(int stream);

    /** Ends the run: what is written to a closed standard stream is lost, to the tests behind this one too. */
    private static native void refuseClosing();

    /** Ends the run: what bytes beyond ASCII are as text hangs on those around them. */
    private static native void refuseByte();

    public void write(int b) {
        if ((byte) b < 0) {
            refuseByte();
        }
        write(number, String.valueOf((char) (byte) b));
    }

    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    public void write(byte[] bytes, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, bytes.length);
        for (int i = 0; i < length; i++) {
            write(bytes[offset + i]);
        }
    }

    public void close() {
        refuseClosing();
    }

    public void flush() {
    }

    public boolean checkError() {
        return false;
    }

    public void print(boolean b) {
        write(number, String.valueOf(b));
    }

    public void print(char c) {
        write(number, String.valueOf(c));
    }

    public void print(int i) {
        write(number, String.valueOf(i));
    }

    public void print(long l) {
        write(number, String.valueOf(l));
    }

    public void print(float f) {
        write(number, String.valueOf(f));
    }

    public void print(double d) {
        write(number, String.valueOf(d));
    }

    public void print(char[] units) {
        write(number, String.valueOf(units));
    }

    public void print(String text) {
        write(number, String.valueOf(text));
    }

    public void print(Object object) {
        write(number, String.valueOf(object));
    }

    public void println() {
        endLine(number);
    }

    public void println(boolean b) {
        print(b);
        println();
    }

    public void println(char c) {
        print(c);
        println();
    }

    public void println(int i) {
        print(i);
        println();
    }

    public void println(long l) {
        print(l);
        println();
    }

    public void println(float f) {
        print(f);
        println();
    }

    public void println(double d) {
        print(d);
        println();
    }

    public void println(char[] units) {
        print(units);
        println();
    }

    public void println(String text) {
        print(text);
        println();
    }

    public void println(Object object) {
        print(String.valueOf(object));
        println();
    }

    public PrintStream printf(String format, Object... args) {
        Formatter$.print(number, format, args);
        return this;
    }

    public PrintStream printf(Locale locale, String format, Object... args) {
        if (locale != null) {
            locale.hashCode$();
        }
        return printf(format, args);
    }

    public PrintStream format(String format, Object... args) {
        return printf(format, args);
    }

    public PrintStream format(Locale locale, String format, Object... args) {
        if (locale != null) {
            locale.hashCode$();
        }
        return printf(format, args);
    }

    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    public PrintStream append(CharSequence text, int start, int end) {
        CharSequence units = text == null ? "null" : text;
        return append(units.subSequence(start, end));
    }

    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
