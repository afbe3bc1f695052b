/** Permissions of files as in Unix. */
public final class Permission {
    private static final String LETTERS = "rwx";

    private int mode;

    public Permission(int mode) {
        if ((mode & ~0777) != 0) {
            throw new IllegalArgumentException("mode " + Integer.toOctalString(mode));
        }
        this.mode = mode;
    }

    /** Parses {@code rwxr-x---}. */
    public static Permission parse(String text) {
        if (text.length() != 9) {
            throw new IllegalArgumentException("nine characters expected");
        }
        int mode = 0;
        for (int i = 0; i < 9; i++) {
            char c = text.charAt(i);
            mode <<= 1;
            if (c == LETTERS.charAt(i % 3)) {
                mode |= 1;
            } else if (c != '-') {
                throw new IllegalArgumentException("unexpected " + c + " at " + i);
            }
        }
        return new Permission(mode);
    }

    /** Applies a change such as {@code u+x}, {@code go-w}, {@code a=r}. */
    public void change(String spec) {
        int who = 0;
        int i = 0;
        while (i < spec.length() && "ugoa".indexOf(spec.charAt(i)) >= 0) {
            switch (spec.charAt(i)) {
                case 'u':
                    who |= 0700;
                    break;
                case 'g':
                    who |= 0070;
                    break;
                case 'o':
                    who |= 0007;
                    break;
                default:
                    who = 0777;
            }
            i++;
        }
        if (who == 0) {
            who = 0777;
        }
        if (i == spec.length()) {
            throw new IllegalArgumentException("operator missing");
        }
        char operator = spec.charAt(i++);
        int bits = 0;
        for (; i < spec.length(); i++) {
            int letter = LETTERS.indexOf(spec.charAt(i));
            if (letter < 0) {
                throw new IllegalArgumentException("no permission " + spec.charAt(i));
            }
            bits |= 0444 >> letter;
        }
        if (operator == '+') {
            mode |= bits & who;
        } else if (operator == '-') {
            mode &= ~(bits & who);
        } else if (operator == '=') {
            mode = mode & ~who | bits & who;
        } else {
            throw new IllegalArgumentException("no operator " + operator);
        }
    }

    public boolean isWorldWritable() {
        return (mode & 2) != 0;
    }

    public int getMode() {
        return mode;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(9);
        for (int bit = 8; bit >= 0; bit--) {
            text.append((mode >> bit & 1) == 1 ? LETTERS.charAt((8 - bit) % 3) : '-');
        }
        return text.toString();
    }
}
