/** Check sums over bytes. */
public final class ByteChecksums {
    private static final int[] TABLE = new int[256];

    static {
        for (int n = 0; n < TABLE.length; n++) {
            int c = n;
            for (int k = 0; k < 8; k++) {
                c = (c & 1) != 0 ? c >>> 1 ^ 0xedb88320 : c >>> 1;
            }
            TABLE[n] = c;
        }
    }

    private ByteChecksums() {
    }

    public static int crc32(byte[] data, int offset, int length) {
        if (offset < 0 || length < 0 || offset > data.length - length) {
            throw new ArrayIndexOutOfBoundsException("offset " + offset + ", length " + length);
        }
        int crc = ~0;
        for (int i = offset; i < offset + length; i++) {
            crc = TABLE[(crc ^ data[i]) & 0xff] ^ crc >>> 8;
        }
        return ~crc;
    }

    public static int adler32(byte[] data) {
        final int mod = 65521;
        int a = 1;
        int b = 0;
        for (byte value : data) {
            a = (a + (value & 0xff)) % mod;
            b = (b + a) % mod;
        }
        return b << 16 | a;
    }

    /** The one's complement sum of the Internet protocols. */
    public static int internet(byte[] data) {
        int sum = 0;
        for (int i = 0; i < data.length; i += 2) {
            int high = data[i] & 0xff;
            int low = i + 1 < data.length ? data[i + 1] & 0xff : 0;
            sum += high << 8 | low;
            if (sum > 0xffff) {
                sum = (sum & 0xffff) + 1;
            }
        }
        return ~sum & 0xffff;
    }

    public static long fnv1a(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash ^= text.charAt(i);
            hash *= 0x100000001b3L;
        }
        return hash;
    }
}
