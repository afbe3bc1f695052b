/** Each method puts many calls of one method of String into one text. */
class StringCases {
    private static final String[] TEXTS = {
        "", "a", "abc", "abcabc", "  ab \t", "aAbB", "\u00e9t\u00c9", "\ud801\udc00x", "\ud801\udc28x", "\ud800",
        "a\nb\r\nc\r", "\u00df", "\u01c5", "\u2003x\u3000", "x\0", "\u0130i", "true", "-12", " \n  a\n b", "aXa"
    };
    private static final int[] NUMBERS = {-2, -1, 0, 1, 2, 3, 5, 99, 0x10400, 0xd801, 0x110000, 'a', 'x', '\n'};

    private static void failed(StringBuilder out, RuntimeException exception) {
        out.append(exception.getClass().getName());
    }

    static String charAt() {
        StringBuilder out = new StringBuilder();
        for (String text : TEXTS) {
            for (int i : NUMBERS) {
                try {
                    out.append((int) text.charAt(i));
                } catch (StringIndexOutOfBoundsException e) {
                    failed(out, e);
                }
                out.append(';');
            }
        }
        return out.toString();
    }

    static String codePoints() {
        StringBuilder out = new StringBuilder();
        for (String text : TEXTS) {
            for (int i : NUMBERS) {
                try {
                    out.append(text.codePointAt(i)).append(',').append(text.codePointBefore(i + 1));
                    out.append(text.codePointCount(0, i)).append(text.offsetByCodePoints(0, i));
                } catch (IndexOutOfBoundsException e) {
                    failed(out, e);
                }
                out.append(';');
            }
        }
        return out.toString();
    }

    static String slices() {
        StringBuilder out = new StringBuilder();
        for (String text : TEXTS) {
            for (int i : NUMBERS) {
                try {
                    out.append(text.substring(i)).append('|');
                    out.append(text.substring(0, i)).append('|').append(text.substring(1, i + 1));
                    out.append(text.subSequence(i, text.length()));
                } catch (StringIndexOutOfBoundsException e) {
                    failed(out, e);
                }
                out.append(';');
            }
        }
        return out.toString();
    }

    static String comparison() {
        StringBuilder out = new StringBuilder();
        for (String a : TEXTS) {
            for (String b : TEXTS) {
                out.append(a.compareTo(b)).append(',').append(a.compareToIgnoreCase(b)).append(',');
                out.append(a.equals(b)).append(a.equalsIgnoreCase(b)).append(a.contentEquals(b));
                out.append(a.contentEquals(new StringBuffer(b))).append(CharSequence.compare(a, b)).append(';');
            }
            out.append(a.hashCode()).append(a.equals(null)).append(a.equalsIgnoreCase(null)).append('\n');
        }
        return out.toString();
    }

    static String search() {
        StringBuilder out = new StringBuilder();
        for (String a : TEXTS) {
            for (String b : TEXTS) {
                out.append(a.indexOf(b)).append(a.lastIndexOf(b)).append(a.startsWith(b)).append(a.endsWith(b));
                out.append(a.contains(b));
                for (int i = -1; i < 4; i++) {
                    out.append(a.indexOf(b, i)).append(a.lastIndexOf(b, i)).append(a.startsWith(b, i));
                }
            }
            for (int c : NUMBERS) {
                out.append(a.indexOf(c)).append(a.lastIndexOf(c)).append(a.indexOf(c, 1)).append(a.lastIndexOf(c, 1));
            }
        }
        return out.toString();
    }

    static String regions() {
        StringBuilder out = new StringBuilder();
        for (String a : TEXTS) {
            for (String b : TEXTS) {
                for (int i = -1; i < 3; i++) {
                    out.append(a.regionMatches(i, b, 1, 1)).append(a.regionMatches(true, 0, b, i, 2));
                    out.append(a.regionMatches(false, i, b, i, i));
                }
            }
        }
        return out.toString();
    }

    static String cutting() {
        StringBuilder out = new StringBuilder();
        for (String a : TEXTS) {
            out.append('[').append(a.trim()).append('|').append(a.strip()).append('|').append(a.stripLeading());
            out.append('|').append(a.stripTrailing()).append('|').append(a.isBlank()).append(a.isEmpty());
            out.append(a.stripIndent()).append('|').append(a.indent(2)).append('|').append(a.indent(-1));
            out.append(a.indent(0)).append(']');
        }
        return out.toString();
    }

    /** Other characters have bytes by the machine's charset. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }

    static String changing() {
        StringBuilder out = new StringBuilder();
        for (String a : TEXTS) {
            out.append(a.toUpperCase()).append(a.toLowerCase()).append(a.replace('a', 'z')).append(a.repeat(2));
            out.append(a.replace("a", "yy")).append(a.replace("", "-")).append(a.replace("abc", ""));
            out.append(a.replace(new StringBuilder("aX"), "<>")).append(a.replace("", "")).append(a.repeat(0));
            out.append(a.concat("q")).append(String.join("+", a, null, "b")).append(new String(a.toCharArray()));
            out.append(isAscii(a) ? new String(a.getBytes()) + a.getBytes().length : "").append(a.intern()).append('\n');
        }
        return out.toString();
    }

    static String escapes() {
        StringBuilder out = new StringBuilder();
        String[] texts = {"a\\tb", "\\n\\r\\b\\f\\s\\'\\\"\\\\", "\\0\\12\\377\\400\\8", "\\7x\\q", "\\", "\\\nx\\\r\ny"};
        for (String text : texts) {
            try {
                out.append(text.translateEscapes());
            } catch (IllegalArgumentException e) {
                failed(out, e);
            }
            out.append(';');
        }
        return out.toString();
    }

    static String arrays() {
        StringBuilder out = new StringBuilder();
        char[] target = {'-', '-', '-', '-', '-'};
        int[] points = {'a', 0x10400, 0xd800, 0x110000};
        byte[] bytes = {65, 97, 10, 127, 66, 0, 48, 49, 50, 67};
        for (int i = -1; i < 5; i++) {
            for (int j = -1; j < 5; j++) {
                try {
                    "abc".getChars(i, j, target, j);
                } catch (RuntimeException e) {
                    failed(out, e);
                }
                try {
                    out.append(new String(target, i, j)).append(String.valueOf(target, j, i));
                } catch (RuntimeException e) {
                    failed(out, e);
                }
                try {
                    out.append(new String(points, i, j));
                } catch (RuntimeException e) {
                    failed(out, e);
                }
                try {
                    out.append(new String(bytes, i, j + i));
                } catch (RuntimeException e) {
                    failed(out, e);
                }
                out.append(target).append(';');
            }
        }
        return out.append(new String(bytes)).append(String.copyValueOf(target)).toString();
    }

    static String nulls() {
        StringBuilder out = new StringBuilder();
        String none = null;
        for (int i = 0; i < 15; i++) {
            try {
                switch (i) {
                    case 0 -> out.append("a".compareTo(none));
                    case 1 -> out.append("a".concat(none));
                    case 2 -> out.append("a".contains(none));
                    case 3 -> out.append("a".indexOf(none));
                    case 4 -> out.append("a".startsWith(none, -1));
                    case 5 -> out.append("a".startsWith(none, 0));
                    case 6 -> out.append("a".replace(none, "b"));
                    case 7 -> out.append(String.join(none, "a"));
                    case 8 -> out.append(new String(none));
                    case 9 -> out.append(String.valueOf((char[]) null));
                    case 10 -> out.append("a" + none + String.valueOf((Object) null));
                    case 11 -> out.append("a".replace("b", none));
                    case 12 -> out.append("a".replace("b", new Silent()));
                    case 13 -> out.append("a".replace(new Silent(), "b"));
                    default -> out.append(none.length());
                }
            } catch (NullPointerException e) {
                failed(out, e);
            }
            out.append(';');
        }
        return out.toString();
    }

    static String repeats() {
        StringBuilder out = new StringBuilder();
        for (int n : NUMBERS) {
            try {
                out.append("".repeat(n)).append("\u00e9".repeat(n < 100 ? n : 4)).append("ab".repeat(-n));
            } catch (IllegalArgumentException e) {
                failed(out, e);
            }
            out.append(';');
        }
        return out.toString();
    }

    static String values() {
        return String.valueOf(true) + String.valueOf('c') + String.valueOf(-5) + String.valueOf(1L << 40)
                + String.valueOf(1.5f) + String.valueOf(-0.0) + String.valueOf((Object) "x") + 'c' + 1 + 2L + 3f + 4.0;
    }

    static String identity() {
        String text = "abc";
        return "" + (text.toString() == text) + (text.replace('x', 'y') == text) + (text.concat("") == text)
                + (text.trim() == text) + (new String("abc") == text) + (new String("abc").intern() == text)
                + ("ab" + "c" == text);
    }

    /** A sequence without a text. */
    private static class Silent implements CharSequence {
        public int length() {
            return 0;
        }

        public char charAt(int index) {
            return ' ';
        }

        public CharSequence subSequence(int start, int end) {
            return this;
        }

        public String toString() {
            return null;
        }
    }
}
