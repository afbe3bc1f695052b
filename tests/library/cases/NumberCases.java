/** Each method puts many calls of the wrapper classes' methods into one text. */
class NumberCases {
    private static final int[] INTS = {0, 1, -1, 7, -8, 100, 127, 128, -128, -129, 65535, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 99, 1L << 31, -1L << 32, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] DOUBLES = {0.0, -0.0, 1, -1.5, 0.1, 1e7, 1e-4, 123456789.125, Double.MIN_VALUE, Double.MAX_VALUE,
        Double.MIN_NORMAL, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 100.0, 2.5e-9};
    private static final String[] TEXTS = {"", "0", "-0", "+7", "12", "-2147483648", "2147483647", "2147483648", "x", "7f", "-", "+", " 1",
        "1 ", "1.5", "1e3", "NaN", "-Infinity", "0x1p3", "1_0", "\u0664", "9223372036854775807", "9223372036854775808", "true", "TRUE",
        ".5", "5.", "1d", "2f", "1e999", "-1e-999", "#f", "0x1F", "010", "-0x8", "127", "128", "32768", "4294967295", "18446744073709551615"};

    private static void failed(StringBuilder out, RuntimeException exception) {
        out.append(exception.getClass().getName());
    }

    static String ints() {
        StringBuilder out = new StringBuilder();
        for (int i : INTS) {
            out.append(Integer.toString(i)).append(Integer.toHexString(i)).append(Integer.toOctalString(i)).append(Integer.toBinaryString(i));
            out.append(Integer.bitCount(i)).append(Integer.reverse(i)).append(Integer.reverseBytes(i)).append(Integer.signum(i));
            out.append(Integer.highestOneBit(i)).append(Integer.lowestOneBit(i)).append(Integer.numberOfLeadingZeros(i));
            out.append(Integer.numberOfTrailingZeros(i)).append(Integer.rotateLeft(i, 5)).append(Integer.rotateRight(i, -3));
            out.append(Integer.hashCode(i)).append(Integer.toUnsignedString(i)).append(Integer.toUnsignedLong(i));
            out.append(Integer.toString(i, 7)).append(Integer.toString(i, 36)).append(Integer.toString(i, 99)).append(Integer.toUnsignedString(i, 3));
            for (int j : INTS) {
                out.append(Integer.compare(i, j)).append(Integer.compareUnsigned(i, j)).append(Integer.max(i, j)).append(Integer.min(i, j)).append(Integer.sum(i, j));
                if (j != 0) {
                    out.append(Integer.divideUnsigned(i, j)).append(Integer.remainderUnsigned(i, j));
                }
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String longs() {
        StringBuilder out = new StringBuilder();
        for (long i : LONGS) {
            out.append(Long.toString(i)).append(Long.toHexString(i)).append(Long.toOctalString(i)).append(Long.toBinaryString(i));
            out.append(Long.bitCount(i)).append(Long.reverse(i)).append(Long.reverseBytes(i)).append(Long.signum(i));
            out.append(Long.highestOneBit(i)).append(Long.lowestOneBit(i)).append(Long.numberOfLeadingZeros(i));
            out.append(Long.numberOfTrailingZeros(i)).append(Long.rotateLeft(i, 5)).append(Long.rotateRight(i, -3));
            out.append(Long.hashCode(i)).append(Long.toUnsignedString(i)).append(Long.toString(i, 7)).append(Long.toUnsignedString(i, 36));
            for (long j : LONGS) {
                out.append(Long.compare(i, j)).append(Long.compareUnsigned(i, j)).append(Long.max(i, j)).append(Long.min(i, j)).append(Long.sum(i, j));
                if (j != 0) {
                    out.append(Long.divideUnsigned(i, j)).append(Long.remainderUnsigned(i, j));
                }
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String doubles() {
        StringBuilder out = new StringBuilder();
        for (double d : DOUBLES) {
            float f = (float) d;
            out.append(Double.toString(d)).append(Float.toString(f)).append(Double.toHexString(d)).append(Float.toHexString(f));
            out.append(Double.doubleToLongBits(d)).append(Float.floatToIntBits(f)).append(Double.hashCode(d)).append(Float.hashCode(f));
            out.append(Double.isNaN(d)).append(Double.isInfinite(d)).append(Double.isFinite(d)).append(Float.isFinite(f));
            out.append(Double.longBitsToDouble(Double.doubleToRawLongBits(d))).append(Float.intBitsToFloat(Float.floatToRawIntBits(f)));
            for (double e : DOUBLES) {
                out.append(Double.compare(d, e)).append(Float.compare(f, (float) e)).append(Double.max(d, e)).append(Float.min(f, (float) e));
                out.append(Double.valueOf(d).equals(e)).append(Double.valueOf(d).compareTo(e));
            }
            out.append(Double.valueOf(d).intValue()).append(Double.valueOf(d).longValue()).append(Float.valueOf(f).byteValue()).append('\n');
        }
        return out.toString();
    }

    private static String parsed(int kind, String text) {
        return switch (kind) {
            case 0 -> "" + Integer.parseInt(text);
            case 1 -> "" + Integer.parseInt(text, 16);
            case 2 -> "" + Long.parseLong(text);
            case 3 -> "" + Long.parseLong(text, 36);
            case 4 -> "" + Short.parseShort(text);
            case 5 -> "" + Byte.parseByte(text);
            case 6 -> "" + Double.parseDouble(text);
            case 7 -> "" + Float.parseFloat(text);
            case 8 -> "" + Boolean.parseBoolean(text);
            case 9 -> "" + Integer.decode(text);
            case 10 -> "" + Long.decode(text);
            case 11 -> "" + Integer.parseUnsignedInt(text);
            case 12 -> "" + Long.parseUnsignedLong(text);
            case 13 -> "" + Integer.valueOf(text) + Long.valueOf(text) + Double.valueOf(text) + Float.valueOf(text);
            case 14 -> "" + Byte.decode(text) + Short.decode(text);
            case 15 -> "" + Integer.parseInt(text, 1);
            case 16 -> "" + Integer.parseInt(text, 1, text.length(), 10);
            default -> "" + Boolean.valueOf(text) + Byte.valueOf(text) + Short.valueOf(text, 8);
        };
    }

    static String parsing() {
        StringBuilder out = new StringBuilder();
        for (int kind = 0; kind < 18; kind++) {
            for (String text : TEXTS) {
                try {
                    out.append(parsed(kind, text));
                } catch (RuntimeException e) {
                    failed(out, e);
                }
                out.append(';');
            }
            try {
                out.append(parsed(kind, null));
            } catch (RuntimeException e) {
                failed(out, e);
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String boxes() {
        StringBuilder out = new StringBuilder();
        for (int i : INTS) {
            Integer a = i;
            Integer b = Integer.valueOf(i);
            Long c = (long) i;
            Short d = (short) i;
            Byte e = (byte) i;
            Character f = (char) i;
            out.append(a.equals(b)).append(a.equals(c)).append(c.equals((long) i)).append(a.compareTo(b)).append(a.hashCode());
            out.append(d).append(e).append((int) f).append(d.hashCode()).append(e.equals(d)).append(f.compareTo('c'));
            out.append(a.byteValue()).append(a.shortValue()).append(a.longValue()).append(a.floatValue()).append(a.doubleValue());
            if (i >= -128 && i < 128) {
                Long again = (long) i;
                out.append(a == b).append(c == again);
            }
            Number number = a;
            out.append(number.intValue()).append(number).append(';');
        }
        Boolean yes = true;
        out.append(yes == Boolean.TRUE).append(yes.equals(false)).append(yes.compareTo(false)).append(Boolean.hashCode(true));
        out.append(Boolean.logicalXor(true, false)).append(Boolean.toString(false));
        return out.toString();
    }

    static String smallTypes() {
        StringBuilder out = new StringBuilder();
        for (int i : INTS) {
            byte b = (byte) i;
            short s = (short) i;
            out.append(Byte.toString(b)).append(Byte.toUnsignedInt(b)).append(Byte.compare(b, (byte) 3)).append(Byte.compareUnsigned(b, (byte) 3));
            out.append(Short.toString(s)).append(Short.toUnsignedInt(s)).append(Short.reverseBytes(s)).append(Short.compareUnsigned(s, (short) 3));
            out.append(Short.hashCode(s)).append(Byte.hashCode(b)).append(Byte.toUnsignedLong(b)).append(Short.toUnsignedLong(s)).append(';');
        }
        return out.append(Byte.MAX_VALUE).append(Short.MIN_VALUE).append(Character.MAX_RADIX).append(Float.MIN_NORMAL).append(Double.MAX_EXPONENT)
                .append(Float.MAX_VALUE).append(Double.MIN_VALUE).append(Long.BYTES).append(Double.SIZE).toString();
    }
}
