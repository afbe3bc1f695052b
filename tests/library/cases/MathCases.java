/** Each method puts many calls of Math's methods, of those that are exact, into one text. */
class MathCases {
    private static final int[] INTS = {0, 1, -1, 3, -7, 46341, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 5, -9, 3037000500L, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] DOUBLES = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e300, -1e-300,
        Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 2147483647.5, 9.223372036854775807e18};

    private static String exact(int kind, int a, int b) {
        return switch (kind) {
            case 0 -> "" + Math.addExact(a, b);
            case 1 -> "" + Math.subtractExact(a, b);
            case 2 -> "" + Math.multiplyExact(a, b);
            case 3 -> "" + Math.incrementExact(a) + Math.decrementExact(b);
            case 4 -> "" + Math.negateExact(a);
            case 5 -> "" + Math.absExact(a);
            case 6 -> "" + Math.floorDiv(a, b);
            case 7 -> "" + Math.floorMod(a, b);
            default -> "" + Math.max(a, b) + Math.min(a, b) + Math.abs(a) + Math.multiplyFull(a, b) + StrictMath.floorDiv(a, 3);
        };
    }

    private static String exact(int kind, long a, long b) {
        return switch (kind) {
            case 0 -> "" + Math.addExact(a, b);
            case 1 -> "" + Math.subtractExact(a, b);
            case 2 -> "" + Math.multiplyExact(a, b);
            case 3 -> "" + Math.incrementExact(a) + Math.decrementExact(b);
            case 4 -> "" + Math.negateExact(a);
            case 5 -> "" + Math.absExact(a);
            case 6 -> "" + Math.floorDiv(a, b) + Math.floorDiv(a, (int) b);
            case 7 -> "" + Math.floorMod(a, b) + Math.floorMod(a, (int) b);
            case 8 -> "" + Math.toIntExact(a);
            case 9 -> "" + Math.multiplyExact(a, (int) b);
            default -> "" + Math.max(a, b) + Math.min(a, b) + Math.abs(a) + Math.multiplyHigh(a, b);
        };
    }

    static String ints() {
        StringBuilder out = new StringBuilder();
        for (int kind = 0; kind < 9; kind++) {
            for (int a : INTS) {
                for (int b : INTS) {
                    try {
                        out.append(exact(kind, a, b));
                    } catch (ArithmeticException e) {
                        out.append(e.getMessage());
                    }
                }
            }
        }
        return out.toString();
    }

    static String longs() {
        StringBuilder out = new StringBuilder();
        for (int kind = 0; kind < 11; kind++) {
            for (long a : LONGS) {
                for (long b : LONGS) {
                    try {
                        out.append(exact(kind, a, b));
                    } catch (ArithmeticException e) {
                        out.append(e.getMessage());
                    }
                }
            }
        }
        return out.toString();
    }

    static String doubles() {
        StringBuilder out = new StringBuilder();
        for (double a : DOUBLES) {
            float f = (float) a;
            out.append(bits(Math.floor(a))).append(bits(Math.ceil(a))).append(bits(Math.rint(a))).append(Math.round(a)).append(Math.round(f));
            out.append(bits(Math.sqrt(a))).append(bits(Math.abs(a))).append(bits(Math.signum(a))).append(bits(Math.ulp(a))).append(bits(Math.nextUp(a)));
            out.append(bits(Math.nextDown(a))).append(Math.getExponent(a)).append(bits(Math.scalb(a, 3))).append(bits(Math.scalb(a, -1070)));
            out.append(bits(Math.toRadians(a))).append(bits(Math.toDegrees(a)));
            out.append(bits(Math.ulp(f))).append(bits(Math.nextUp(f))).append(Math.getExponent(f)).append(bits(Math.signum(f))).append(bits(Math.scalb(f, 2)));
            for (double b : DOUBLES) {
                out.append(bits(Math.max(a, b))).append(bits(Math.min(a, b))).append(bits(Math.copySign(a, b))).append(bits(Math.IEEEremainder(a, b)));
                out.append(bits(Math.nextAfter(a, b))).append(bits(Math.fma(a, b, 1.0))).append(bits(Math.max(f, (float) b))).append(bits(Math.nextAfter(f, b)));
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static long bits(double value) {
        return Double.doubleToLongBits(value);
    }

    static String strict() {
        StringBuilder out = new StringBuilder();
        for (double a : DOUBLES) {
            out.append(bits(StrictMath.sin(a))).append(bits(StrictMath.cos(a))).append(bits(StrictMath.tan(a))).append(bits(StrictMath.asin(a)));
            out.append(bits(StrictMath.acos(a))).append(bits(StrictMath.atan(a))).append(bits(StrictMath.exp(a))).append(bits(StrictMath.log(a)));
            out.append(bits(StrictMath.log10(a))).append(bits(StrictMath.cbrt(a))).append(bits(StrictMath.sinh(a))).append(bits(StrictMath.cosh(a)));
            out.append(bits(StrictMath.tanh(a))).append(bits(StrictMath.expm1(a))).append(bits(StrictMath.log1p(a)));
            for (double b : DOUBLES) {
                out.append(bits(StrictMath.pow(a, b))).append(bits(StrictMath.atan2(a, b))).append(bits(StrictMath.hypot(a, b)));
            }
        }
        return out.toString();
    }
}
