package java.util;

/**
 * What String.format and printf do. The virtual machine lays the text out; the texts of objects are asked for
 * here, one at a time and in order, since they may be the program's code.
 */
public final class Formatter$ {
    private Formatter$() {
    }

    public static String format(String format, Object[] args) {
        int count = args == null ? 0 : args.length;
        String[] texts = new String[2 * count];
        int[] wanted = new int[1];
        String text = layOut(format, args, texts, wanted);
        while (text == null) {
            int index = wanted[0];
            String part = index < count ? args[index].toString()
                    : Integer.toHexString(args[index - count].hashCode());
            if (part == null) {
                throw Raise$.nullPointer();
            }
            texts[index] = part;
            text = layOut(format, args, texts, wanted);
        }
        return text;
    }

    /**
     * The text, or null where it needs the text ({@code wanted[0]} is the index) or the hash code (the index
     * plus the number of arguments) of an argument.
     */
    private static native String layOut(String format, Object[] args, String[] texts, int[] wanted);
}
