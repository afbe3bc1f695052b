/** An IPv4 address and its networks. */
public final class Ipv4 {
    private final int bits;

    public Ipv4(int bits) {
        this.bits = bits;
    }

    /** Parses dotted decimals; leading zeros are refused. */
    public static Ipv4 parse(String text) {
        if (text == null) {
            throw new IllegalArgumentException("null");
        }
        int result = 0;
        int octets = 0;
        int i = 0;
        while (i <= text.length()) {
            int start = i;
            int value = 0;
            while (i < text.length() && text.charAt(i) != '.') {
                char c = text.charAt(i);
                if (c < '0' || c > '9' || i - start == 3) {
                    throw new IllegalArgumentException("bad octet in " + text);
                }
                value = value * 10 + c - '0';
                i++;
            }
            boolean leadingZero = i - start > 1 && text.charAt(start) == '0';
            if (i == start || value > 255 || leadingZero) {
                throw new IllegalArgumentException("bad octet in " + text);
            }
            result = result << 8 | value;
            octets++;
            i++;
        }
        if (octets != 4) {
            throw new IllegalArgumentException(octets + " octets in " + text);
        }
        return new Ipv4(result);
    }

    private static int mask(int prefix) {
        if (prefix < 0 || prefix > 32) {
            throw new IllegalArgumentException("prefix " + prefix);
        }
        return prefix == 0 ? 0 : -1 << (32 - prefix);
    }

    public boolean isIn(Ipv4 network, int prefix) {
        int mask = mask(prefix);
        return (bits & mask) == (network.bits & mask);
    }

    public Ipv4 broadcast(int prefix) {
        return new Ipv4(bits | ~mask(prefix));
    }

    public boolean isPrivate() {
        int first = bits >>> 24;
        if (first == 10) {
            return true;
        }
        if (first == 172) {
            int second = bits >>> 16 & 0xff;
            return second >= 16 && second < 32;
        }
        return bits >>> 16 == (192 << 8 | 168);
    }

    public boolean isLoopback() {
        return bits >>> 24 == 127;
    }

    @Override
    public String toString() {
        return (bits >>> 24) + "." + (bits >>> 16 & 0xff) + "." + (bits >>> 8 & 0xff) + "." + (bits & 0xff);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Ipv4 && ((Ipv4) o).bits == bits;
    }

    @Override
    public int hashCode() {
        return bits;
    }
}
