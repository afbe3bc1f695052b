/**
 * Text blocks, with their stripped indentation, escapes and joined lines.
 */
public class Banner {

    private static final String FRAME = """
            +----------------+
            | TITLE          |
            +----------------+
            """;

    private static final String LETTER = """
        Dear NAME,
          you owe us "COINS" \
        \u00a2 (in words: WORDS).\tPay.
        ""\"Yours\"""\s
        """;

    public static String frame(String title) {
        String cut = title.length() > 14 ? title.substring(0, 14) : title;
        String padded = cut + " ".repeat(14 - cut.length());
        return FRAME.replace("TITLE         ", padded);
    }

    public static String letter(String name, int coins) {
        String words = switch (Integer.signum(coins)) {
            case -1 -> "we owe you";
            case 0 -> "nothing";
            default -> coins < 10 ? "few" : "many";
        };
        return LETTER.replace("NAME", name)
                .replace("COINS", String.valueOf(coins))
                .replace("WORDS", words);
    }

    public static int lines(String text) {
        int lines = 0;
        for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
            lines++;
        }
        return lines;
    }

    public static int frameLines() {
        return lines(FRAME);
    }
}
