package java.lang;

/**
 * Arithmetic beyond the operators. The functions whose last bit the specification leaves open are computed as
 * StrictMath does, and mark the run: where they reach an output it is no test.
 */
public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    private Math() {
    }

    public static native double sin(double a);

    public static native double cos(double a);

    public static native double tan(double a);

    public static native double asin(double a);

    public static native double acos(double a);

    public static native double atan(double a);

    public static native double exp(double a);

    public static native double log(double a);

    public static native double log10(double a);

    public static native double cbrt(double a);

    public static native double sinh(double a);

    public static native double cosh(double a);

    public static native double tanh(double a);

    public static native double expm1(double a);

    public static native double log1p(double a);

    public static native double atan2(double a, double b);

    public static native double pow(double a, double b);

    public static native double hypot(double a, double b);

    public static native double sqrt(double a);

    public static native double ceil(double a);

    public static native double floor(double a);

    public static native double rint(double a);

    public static native double IEEEremainder(double a, double b);

    public static native double fma(double a, double b, double c);

    public static native float fma(float a, float b, float c);

    public static native double scalb(double value, int exponent);

    public static native float scalb(float value, int exponent);

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static int round(float a) {
        double floor = floor(a);
        return (int) (a - floor >= 0.5 ? floor + 1 : floor);
    }

    public static long round(double a) {
        double floor = floor(a);
        return (long) (a - floor >= 0.5 ? floor + 1 : floor);
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw Raise$.arithmetic("integer overflow");
        }
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw Raise$.arithmetic("integer overflow");
        }
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) {
            throw Raise$.arithmetic("integer overflow");
        }
        return (int) product;
    }

    public static int incrementExact(int a) {
        if (a == Integer.MAX_VALUE) {
            throw Raise$.arithmetic("integer overflow");
        }
        return a + 1;
    }

    public static int decrementExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw Raise$.arithmetic("integer overflow");
        }
        return a - 1;
    }

    public static int negateExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw Raise$.arithmetic("integer overflow");
        }
        return -a;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw Raise$.arithmetic("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw Raise$.arithmetic("long overflow");
        }
        return sum;
    }

    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw Raise$.arithmetic("long overflow");
        }
        return difference;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static long multiplyExact(long a, long b) {
        long product = a * b;
        if (multiplyHigh(a, b) != product >> 63) {
            throw Raise$.arithmetic("long overflow");
        }
        return product;
    }

    public static long incrementExact(long a) {
        if (a == Long.MAX_VALUE) {
            throw Raise$.arithmetic("long overflow");
        }
        return a + 1;
    }

    public static long decrementExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw Raise$.arithmetic("long overflow");
        }
        return a - 1;
    }

    public static long negateExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw Raise$.arithmetic("long overflow");
        }
        return -a;
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw Raise$.arithmetic("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    public static int toIntExact(long value) {
        if ((int) value != value) {
            throw Raise$.arithmetic("integer overflow");
        }
        return (int) value;
    }

    public static long multiplyFull(int a, int b) {
        return (long) a * b;
    }

    public static long multiplyHigh(long a, long b) {
        long highA = a >> 32;
        long lowA = a & 0xffffffffL;
        long highB = b >> 32;
        long lowB = b & 0xffffffffL;
        long middle = highA * lowB + (lowA * lowB >>> 32);
        long carry = (middle & 0xffffffffL) + lowA * highB;
        return highA * highB + (middle >> 32) + (carry >> 32);
    }

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorDiv(long a, int b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        int rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    public static long floorMod(long a, long b) {
        long rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static float abs(float a) {
        return Float.intBitsToFloat(Float.bits(a) & 0x7fffffff);
    }

    public static double abs(double a) {
        return Double.longBitsToDouble(Double.bits(a) & 0x7fffffffffffffffL);
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0.0f && b == 0.0f) {
            return Float.bits(a) < 0 ? b : a;
        }
        return a >= b ? a : b;
    }

    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0.0f && b == 0.0f) {
            return Float.bits(a) < 0 ? a : b;
        }
        return a <= b ? a : b;
    }

    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0.0 && b == 0.0) {
            return Double.bits(a) < 0 ? b : a;
        }
        return a >= b ? a : b;
    }

    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0.0 && b == 0.0) {
            return Double.bits(a) < 0 ? a : b;
        }
        return a <= b ? a : b;
    }

    public static float ulp(float value) {
        int exponent = getExponent(value);
        if (exponent > Float.MAX_EXPONENT) {
            return abs(value);
        }
        int unit = exponent - 23;
        if (unit >= Float.MIN_EXPONENT) {
            return Float.intBitsToFloat((unit + 127) << 23);
        }
        return exponent < Float.MIN_EXPONENT ? Float.MIN_VALUE : Float.intBitsToFloat(1 << unit + 149);
    }

    public static float signum(float value) {
        return value > 0 ? 1.0f : value < 0 ? -1.0f : value;
    }

    public static float copySign(float magnitude, float sign) {
        return Float.intBitsToFloat(Float.bits(magnitude) & 0x7fffffff | Float.floatToRawIntBits(sign) & 0x80000000);
    }

    public static int getExponent(float value) {
        return (Float.bits(value) >>> 23 & 0xff) - 127;
    }

    public static float nextUp(float value) {
        if (!(value < Float.POSITIVE_INFINITY)) {
            return value;
        }
        if (value == 0) {
            return Float.MIN_VALUE;
        }
        int bits = Float.bits(value);
        return Float.intBitsToFloat(value > 0 ? bits + 1 : bits - 1);
    }

    public static float nextDown(float value) {
        return -nextUp(-value);
    }

    public static float nextAfter(float start, double direction) {
        if (start != start || direction != direction) {
            return start + (float) direction;
        }
        if (start == direction) {
            return (float) direction;
        }
        return start < direction ? nextUp(start) : nextDown(start);
    }

    public static double ulp(double value) {
        int exponent = getExponent(value);
        if (exponent > Double.MAX_EXPONENT) {
            return abs(value);
        }
        int unit = exponent - 52;
        if (unit >= Double.MIN_EXPONENT) {
            return Double.longBitsToDouble((long) (unit + 1023) << 52);
        }
        return exponent < Double.MIN_EXPONENT ? Double.MIN_VALUE : Double.longBitsToDouble(1L << unit + 1074);
    }

    public static double signum(double value) {
        return value > 0 ? 1.0 : value < 0 ? -1.0 : value;
    }

    public static double copySign(double magnitude, double sign) {
        return Double.longBitsToDouble(Double.bits(magnitude) & 0x7fffffffffffffffL | Double.doubleToRawLongBits(sign) & 0x8000000000000000L);
    }

    public static int getExponent(double value) {
        return ((int) (Double.bits(value) >>> 52) & 0x7ff) - 1023;
    }

    public static double nextUp(double value) {
        if (!(value < Double.POSITIVE_INFINITY)) {
            return value;
        }
        if (value == 0) {
            return Double.MIN_VALUE;
        }
        long bits = Double.bits(value);
        return Double.longBitsToDouble(value > 0 ? bits + 1 : bits - 1);
    }

    public static double nextDown(double value) {
        return -nextUp(-value);
    }

    public static double nextAfter(double start, double direction) {
        if (start != start || direction != direction) {
            return start + direction;
        }
        if (start == direction) {
            return direction;
        }
        return start < direction ? nextUp(start) : nextDown(start);
    }
}
