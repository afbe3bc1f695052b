/**
 * Three checksums over bytes: the internet checksum, Adler-32, and CRC-8 bit by bit.
 */
public class Checksum {

    /** One's complement sum of big-endian 16-bit words, inverted; an odd last byte is a high one. */
    public static int internet(byte[] data) {
        int sum = 0;
        for (int i = 0; i < data.length; i += 2) {
            int word = (data[i] & 0xFF) << 8;
            if (i + 1 < data.length) {
                word |= data[i + 1] & 0xFF;
            }
            sum += word;
            sum = (sum & 0xFFFF) + (sum >>> 16);
        }
        return ~sum & 0xFFFF;
    }

    public static int adler32(byte[] data) {
        int a = 1;
        int b = 0;
        for (byte d : data) {
            a = (a + (d & 0xFF)) % 65521;
            b = (b + a) % 65521;
        }
        return b << 16 | a;
    }

    public static byte crc8(byte[] data) {
        int crc = 0;
        for (byte d : data) {
            crc ^= d & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                if ((crc & 0x80) != 0) {
                    crc = (crc << 1) ^ 0x07;
                } else {
                    crc <<= 1;
                }
                crc &= 0xFF;
            }
        }
        return (byte) crc;
    }
}
