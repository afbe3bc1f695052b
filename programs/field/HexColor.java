/** Colours as used in style sheets. */
public final class HexColor {
    private final int rgb;

    private HexColor(int rgb) {
        this.rgb = rgb & 0xffffff;
    }

    public static HexColor of(int red, int green, int blue) {
        check(red);
        check(green);
        check(blue);
        return new HexColor(red << 16 | green << 8 | blue);
    }

    private static void check(int component) {
        if (component < 0 || component > 255) {
            throw new IllegalArgumentException("component " + component);
        }
    }

    /** Parses {@code #abc}, {@code #aabbcc}, or one of a few names. */
    public static HexColor parse(String text) {
        switch (text) {
            case "black":
                return new HexColor(0);
            case "white":
                return new HexColor(0xffffff);
            case "red":
                return new HexColor(0xff0000);
            default:
                break;
        }
        if (text.isEmpty() || text.charAt(0) != '#') {
            throw new IllegalArgumentException("unknown colour " + text);
        }
        int digits = text.length() - 1;
        if (digits != 3 && digits != 6) {
            throw new IllegalArgumentException("three or six digits expected");
        }
        int value = 0;
        for (int i = 1; i <= digits; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit == -1) {
                throw new IllegalArgumentException("not hexadecimal: " + text.charAt(i));
            }
            value = value << 4 | digit;
            if (digits == 3) {
                value = value << 4 | digit;
            }
        }
        return new HexColor(value);
    }

    public int red() {
        return rgb >> 16;
    }

    public int green() {
        return rgb >> 8 & 0xff;
    }

    public int blue() {
        return rgb & 0xff;
    }

    /** Perceived brightness from 0 to 255. */
    public int luma() {
        return (299 * red() + 587 * green() + 114 * blue()) / 1000;
    }

    public boolean isDark() {
        return luma() < 128;
    }

    /** A mix with another colour; weight is the other's share in percent. */
    public HexColor mix(HexColor other, int weight) {
        int w = Math.max(0, Math.min(100, weight));
        return of(blend(red(), other.red(), w), blend(green(), other.green(), w), blend(blue(), other.blue(), w));
    }

    private static int blend(int a, int b, int weight) {
        return (a * (100 - weight) + b * weight + 50) / 100;
    }

    @Override
    public String toString() {
        String hex = Integer.toHexString(rgb);
        return "#" + "000000".substring(hex.length()) + hex;
    }
}
