/**
 * Writes to the standard streams: print, println and printf with the common formats.
 */
public class Report {

    private int lines;

    /** A line of a bill: name, count, price in cents. */
    public void item(String name, int count, long cents) {
        lines++;
        System.out.printf("%2d %-10s %5d x %d.%02d%n", lines, name, count, cents / 100, cents % 100);
        if (count < 0) {
            System.err.println("negative count in line " + lines);
        }
    }

    public static void row(boolean flag, char c, double d, int n) {
        System.out.printf("%b|%c|%.2f|%08.3f|%x|%05d|%+d|%s%%\n", flag, c, d, d, n, n, n, "100");
    }

    public static void kinds(int n, long w, char c, boolean b, String s) {
        System.out.print(n);
        System.out.print(' ');
        System.out.print(w);
        System.out.print(c);
        System.out.println();
        System.out.println(b);
        System.out.println(s);
        System.out.println((Object) null);
        System.out.println(new char[] {c, c});
    }

    public static String bar(int value, int width) {
        String text = String.format("[%-5s]", "#".repeat(Math.max(0, Math.min(value, 5))));
        return width > 7 ? String.format("%" + Math.min(width, 40) + "s", text) : text;
    }

    public static int countdown(int from) {
        int printed = 0;
        for (int i = Math.min(from, 10); i > 0; i--) {
            System.out.print(i + (i > 1 ? ", " : "!\n"));
            printed++;
        }
        return printed;
    }
}
