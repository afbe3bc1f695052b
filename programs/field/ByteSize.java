/** Sizes of files for people. */
public final class ByteSize {
    private static final String UNITS = "KMGTPE";

    private ByteSize() {
    }

    /** Formats a size with one decimal, such as {@code 1.5 KiB}; sizes under 1024 in bytes. */
    public static String format(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
        if (bytes < 1024) {
            return bytes + " B";
        }
        int exponent = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
        long unit = 1L << (exponent * 10);
        long tenths = bytes / unit * 10 + bytes % unit * 10 / unit;
        return tenths / 10 + "." + tenths % 10 + " " + UNITS.charAt(exponent - 1) + "iB";
    }

    /**
     * Reads sizes such as {@code 10}, {@code 10 KB}, {@code 4MiB}, {@code 2g}.
     *
     * @return the number of bytes, -1 if the text is none
     */
    public static long parse(String text) {
        String rest = text.trim().toUpperCase();
        int end = 0;
        while (end < rest.length() && rest.charAt(end) >= '0' && rest.charAt(end) <= '9') {
            end++;
        }
        if (end == 0 || end > 15) {
            return -1;
        }
        long number = Long.parseLong(rest.substring(0, end));
        String unit = rest.substring(end).trim();
        if (unit.isEmpty() || unit.equals("B")) {
            return number;
        }
        int power = UNITS.indexOf(unit.charAt(0)) + 1;
        if (power == 0) {
            return -1;
        }
        String suffix = unit.substring(1);
        long base;
        if (suffix.isEmpty() || suffix.equals("IB")) {
            base = 1024;
        } else if (suffix.equals("B")) {
            base = 1000;
        } else {
            return -1;
        }
        for (int i = 0; i < power; i++) {
            if (number > Long.MAX_VALUE / base) {
                return -1;
            }
            number *= base;
        }
        return number;
    }
}
