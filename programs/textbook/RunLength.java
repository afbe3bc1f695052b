/**
 * Run-length coding of texts without digits: {@code aaab} is {@code 3ab}.
 */
public class RunLength {

    private static final int LONGEST = 9999;

    public static String encode(String text) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = i + 1;
            while (end < text.length() && text.charAt(end) == c) {
                end++;
            }
            if (end - i > 1) {
                out.append(end - i);
            }
            out.append(c);
            i = end;
        }
        return out.toString();
    }

    public static String decode(String code) {
        StringBuilder out = new StringBuilder();
        int count = 0;
        for (int i = 0; i < code.length(); i++) {
            char c = code.charAt(i);
            if (c >= '0' && c <= '9') {
                count = count * 10 + (c - '0');
                if (count > LONGEST) {
                    throw new IllegalArgumentException("run too long at " + i);
                }
            } else {
                int times = count == 0 ? 1 : count;
                for (int k = 0; k < times; k++) {
                    out.append(c);
                }
                count = 0;
            }
        }
        if (count != 0) {
            throw new IllegalArgumentException("count without a character");
        }
        return out.toString();
    }
}
