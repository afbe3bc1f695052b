/** Each method puts many calls of StringBuilder's or StringBuffer's methods into one text. */
class BuilderCases {
    private static void failed(StringBuilder out, RuntimeException exception) {
        out.append(exception.getClass().getName());
    }

    private static void step(StringBuilder b, int kind, int x, int y) {
        switch (kind) {
            case 0 -> b.append("text").append((String) null).append('c').append(x).append(1L).append(2.5f).append(-0.0);
            case 1 -> b.append(true).append((Object) null).append((Object) "o").append(new char[] {'p', 'q'});
            case 2 -> b.append("sequence", x, y);
            case 3 -> b.append(new char[] {'1', '2', '3'}, x, y);
            case 4 -> b.insert(x, "IN").insert(y, 'c').insert(x, 7).insert(y, false);
            case 5 -> b.insert(x, new char[] {'u', 'v', 'w'}, y, 2);
            case 6 -> b.insert(x, "sequence", y, y + 2);
            case 7 -> b.delete(x, y);
            case 8 -> b.deleteCharAt(x);
            case 9 -> b.replace(x, y, "RE");
            case 10 -> b.setLength(x);
            case 11 -> b.setCharAt(x, 'S');
            case 12 -> b.reverse();
            case 13 -> b.appendCodePoint(0x10400 + x).appendCodePoint(y);
            case 14 -> b.append(b.substring(x)).append(b.substring(x, y)).append(b.subSequence(x, y));
            case 15 -> b.append(b.indexOf("e", x)).append(b.lastIndexOf("e", y)).append(b.indexOf("zz")).append(b.length());
            case 16 -> b.append(b.codePointAt(x)).append(b.codePointBefore(y)).append(b.codePointCount(x, y));
            case 17 -> b.append(b.charAt(x)).append(b.offsetByCodePoints(x, y));
            case 18 -> b.append((CharSequence) null).append(new StringBuffer("buf")).append((StringBuffer) null);
            case 19 -> b.insert(x, (String) null).insert(0, (Object) null).insert(x, 2.5).insert(y, 1.5f).insert(x, 9L);
            case 20 -> b.append((CharSequence) new StringBuilder("inner")).append(new StringBuilder("part"), x, y);
            default -> b.append(b.compareTo(new StringBuilder("text"))).append(b.isEmpty());
        }
    }

    static String steps() {
        StringBuilder out = new StringBuilder();
        for (int kind = 0; kind < 22; kind++) {
            for (int x = -1; x < 5; x++) {
                for (int y = -1; y < 6; y += 2) {
                    StringBuilder b = new StringBuilder("seed");
                    try {
                        step(b, kind, x, y);
                    } catch (RuntimeException e) {
                        failed(out, e);
                    }
                    out.append(b).append(';');
                }
            }
        }
        return out.toString();
    }

    static String growing() {
        StringBuilder b = new StringBuilder(2);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            try {
                step(b, i * 5 % 22, i % 3, i % 5);
            } catch (RuntimeException e) {
                failed(out, e);
            }
            if (b.length() > 500) {
                b.setLength(20);
            }
            out.append(b).append('\n');
        }
        return out.toString();
    }

    static String buffers() {
        StringBuffer b = new StringBuffer("buffer");
        b.append(1).append("x").append('c').append(2L).append(true).append(1.5).insert(2, "in").reverse();
        b.deleteCharAt(0).delete(1, 3).replace(0, 1, "rr").setCharAt(1, 'z');
        b.append(b.charAt(1)).append(b.indexOf("e")).append(b.lastIndexOf("e")).append(b.length());
        b.setLength(b.length() - 1);
        return b.append(b.substring(2)).append(b.compareTo(new StringBuffer("b"))).toString();
    }

    static String surrogates() {
        StringBuilder b = new StringBuilder("a\ud801\udc00b\ud801c\udc00d");
        String reversed = b.reverse().toString();
        return reversed + b.reverse() + b.codePointCount(0, b.length());
    }

    static String creation() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            try {
                out.append(switch (i) {
                    case 0 -> new StringBuilder(-1);
                    case 1 -> new StringBuilder((String) null);
                    case 2 -> new StringBuilder((CharSequence) "sequence");
                    default -> new StringBuilder();
                });
            } catch (RuntimeException e) {
                failed(out, e);
            }
        }
        return out.toString();
    }
}
