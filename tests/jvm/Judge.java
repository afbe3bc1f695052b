import java.io.*;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.*;

/**
 * Answers, from standard input to standard output, what the JVM computes.
 *
 * A batch is: the name of a method, of this class or of the JDK ("java.lang.StrictMath.sin"); its
 * signature, a letter for each parameter and one for the result (z b s c i j f d, t for text, o for a boxed
 * argument, p for a list of them); the number of calls; then the arguments of each. Numbers travel as
 * 64 bits (floating point as its raw bits, -1.. for NaN made canonical), text as its length and units.
 * A thrown exception is a length of -1 and its class and message; results that are no text are preceded by a
 * 0 or 1 for it.
 */
public class Judge {
    static DataInputStream in;
    static DataOutputStream out;

    public static void main(String[] args) throws Throwable {
        in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
        out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        Locale.setDefault(Locale.ROOT);
        while (true) {
            String name;
            try {
                name = in.readUTF();
            } catch (EOFException end) {
                break;
            }
            batch(name, in.readUTF(), in.readInt());
        }
        out.flush();
    }

    static void batch(String name, String signature, int calls) throws Throwable {
        int parameters = signature.length() - 1;
        Class<?>[] types = new Class<?>[parameters];
        for (int i = 0; i < parameters; i++) types[i] = type(signature.charAt(i));
        int dot = name.lastIndexOf('.');
        Class<?> owner = dot < 0 ? Judge.class : Class.forName(name.substring(0, dot));
        Method method = owner.getDeclaredMethod(name.substring(dot + 1), types);
        MethodHandle handle = MethodHandles.lookup().unreflect(method).asFixedArity()
            .asSpreader(Object[].class, parameters);
        char result = signature.charAt(parameters);
        Object[] arguments = new Object[parameters];
        for (int call = 0; call < calls; call++) {
            for (int i = 0; i < parameters; i++) arguments[i] = read(signature.charAt(i));
            Object value;
            try {
                value = handle.invoke(arguments);
            } catch (Exception thrown) {
                out.writeByte(1);
                writeText(thrown.getClass().getName());
                writeText(thrown.getMessage());
                continue;
            }
            out.writeByte(0);
            if (result == 't') writeText((String) value);
            else out.writeLong(bits(value));
        }
    }

    static Class<?> type(char letter) {
        switch (letter) {
            case 'z': return boolean.class;
            case 'b': return byte.class;
            case 's': return short.class;
            case 'c': return char.class;
            case 'i': return int.class;
            case 'j': return long.class;
            case 'f': return float.class;
            case 'd': return double.class;
            case 't': return String.class;
            case 'o': return Object.class;
            case 'p': return Object[].class;
            default: throw new IllegalArgumentException("letter " + letter);
        }
    }

    static Object read(char letter) throws IOException {
        switch (letter) {
            case 't': return readText();
            case 'o': return readBoxed();
            case 'p': {
                Object[] all = new Object[in.readInt()];
                for (int i = 0; i < all.length; i++) all[i] = readBoxed();
                return all;
            }
            default: return primitive(letter, in.readLong());
        }
    }

    static Object readBoxed() throws IOException {
        char letter = (char) in.readByte();
        if (letter == 'n') return null;
        return read(letter);
    }

    static Object primitive(char letter, long bits) {
        switch (letter) {
            case 'z': return bits != 0;
            case 'b': return (byte) bits;
            case 's': return (short) bits;
            case 'c': return (char) bits;
            case 'i': return (int) bits;
            case 'j': return bits;
            case 'f': return Float.intBitsToFloat((int) bits);
            case 'd': return Double.longBitsToDouble(bits);
            default: throw new IllegalArgumentException("letter " + letter);
        }
    }

    /** As jatpg holds a value in 64 bits, with one NaN. */
    static long bits(Object value) {
        if (value instanceof Boolean) return ((Boolean) value) ? 1 : 0;
        if (value instanceof Character) return (Character) value;
        if (value instanceof Float) return Float.floatToIntBits((Float) value) & 0xffffffffL;
        if (value instanceof Double) return Double.doubleToLongBits((Double) value);
        return ((Number) value).longValue();
    }

    static String readText() throws IOException {
        int length = in.readInt();
        if (length < 0) return null;
        char[] units = new char[length];
        for (int i = 0; i < length; i++) units[i] = in.readChar();
        return new String(units);
    }

    static void writeText(String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        out.writeInt(text.length());
        out.writeChars(text);
    }

    // Operators and methods of values, as static methods.

    static int intBinary(int op, int a, int b) {
        switch (op) {
            case 0: return a * b;
            case 1: return a / b;
            case 2: return a % b;
            case 3: return a + b;
            case 4: return a - b;
            case 5: return a << b;
            case 6: return a >> b;
            case 7: return a >>> b;
            case 8: return a & b;
            case 9: return a | b;
            case 10: return a ^ b;
            case 11: return a < b ? 1 : 0;
            case 12: return a <= b ? 1 : 0;
            case 13: return a > b ? 1 : 0;
            case 14: return a >= b ? 1 : 0;
            case 15: return a == b ? 1 : 0;
            default: return a != b ? 1 : 0;
        }
    }

    static long longBinary(int op, long a, long b) {
        switch (op) {
            case 0: return a * b;
            case 1: return a / b;
            case 2: return a % b;
            case 3: return a + b;
            case 4: return a - b;
            case 5: return a << b;
            case 6: return a >> b;
            case 7: return a >>> b;
            case 8: return a & b;
            case 9: return a | b;
            case 10: return a ^ b;
            case 11: return a < b ? 1 : 0;
            case 12: return a <= b ? 1 : 0;
            case 13: return a > b ? 1 : 0;
            case 14: return a >= b ? 1 : 0;
            case 15: return a == b ? 1 : 0;
            default: return a != b ? 1 : 0;
        }
    }

    static float floatBinary(int op, float a, float b) {
        switch (op) {
            case 0: return a * b;
            case 1: return a / b;
            case 2: return a % b;
            case 3: return a + b;
            case 4: return a - b;
            case 11: return a < b ? 1 : 0;
            case 12: return a <= b ? 1 : 0;
            case 13: return a > b ? 1 : 0;
            case 14: return a >= b ? 1 : 0;
            case 15: return a == b ? 1 : 0;
            default: return a != b ? 1 : 0;
        }
    }

    static double doubleBinary(int op, double a, double b) {
        switch (op) {
            case 0: return a * b;
            case 1: return a / b;
            case 2: return a % b;
            case 3: return a + b;
            case 4: return a - b;
            case 11: return a < b ? 1 : 0;
            case 12: return a <= b ? 1 : 0;
            case 13: return a > b ? 1 : 0;
            case 14: return a >= b ? 1 : 0;
            case 15: return a == b ? 1 : 0;
            default: return a != b ? 1 : 0;
        }
    }

    static long fromDouble(int type, double v) {
        switch (type) {
            case 1: return (byte) v;
            case 2: return (short) v;
            case 3: return (char) v;
            case 4: return (int) v;
            case 5: return (long) v;
            case 6: return bits((float) v);
            default: return bits(v);
        }
    }

    static long fromFloat(int type, float v) {
        switch (type) {
            case 1: return (byte) v;
            case 2: return (short) v;
            case 3: return (char) v;
            case 4: return (int) v;
            case 5: return (long) v;
            case 6: return bits(v);
            default: return bits((double) v);
        }
    }

    static long fromLong(int type, long v) {
        switch (type) {
            case 1: return (byte) v;
            case 2: return (short) v;
            case 3: return (char) v;
            case 4: return (int) v;
            case 5: return v;
            case 6: return bits((float) v);
            default: return bits((double) v);
        }
    }

    static String valueOf(Object boxed) {
        return String.valueOf(boxed);
    }

    /** All that src/jvm/character says of a code point, one bit or number after the other. */
    static String character(int c) {
        boolean[] is = {
            Character.isDigit(c), Character.isAlphabetic(c), Character.isUpperCase(c), Character.isLowerCase(c),
            Character.isWhitespace(c), Character.isSpaceChar(c), Character.isISOControl(c), Character.isIdeographic(c), Character.isMirrored(c),
            Character.isJavaIdentifierStart(c), Character.isJavaIdentifierPart(c), Character.isIdentifierIgnorable(c),
            Character.isUnicodeIdentifierStart(c), Character.isUnicodeIdentifierPart(c)
        };
        StringBuilder all = new StringBuilder();
        for (boolean b : is) all.append(b ? '1' : '0');
        int[] numbers = {
            Character.getType(c), Character.toUpperCase(c), Character.toLowerCase(c), Character.toTitleCase(c),
            Character.getNumericValue(c), Character.digit(c, 10), Character.digit(c, 16), Character.digit(c, 36),
            Character.digit(c, 2), Character.digit(c, 37), Character.forDigit(c, 36), Character.forDigit(c, 7)
        };
        for (int n : numbers) all.append(' ').append(n);
        return all.toString();
    }

    static int hashCode(Object boxed) {
        return boxed.hashCode();
    }

    static String toUpperCase(String s) {
        return s.toUpperCase(Locale.ROOT);
    }

    static String toLowerCase(String s) {
        return s.toLowerCase(Locale.ROOT);
    }

    static String trim(String s) {
        return s.trim();
    }

    static boolean equalsIgnoreCase(String a, String b) {
        return a.equalsIgnoreCase(b);
    }

    static int compareToIgnoreCase(String a, String b) {
        return a.compareToIgnoreCase(b);
    }

    static String format(String format, Object[] arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
