package java.util;

/** What is done with arrays. */
public final class Arrays {
    private Arrays() {
    }

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw Raise$.illegalArgument();
        }
        if (from < 0 || to > length) {
            throw Raise$.arrayIndex();
        }
    }

    public static void sort(byte[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(byte[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            byte moved = a[i];
            int j = i;
            while (j > fromIndex && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(byte[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(byte[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(short[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(short[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            short moved = a[i];
            int j = i;
            while (j > fromIndex && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(short[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(short[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(char[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(char[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            char moved = a[i];
            int j = i;
            while (j > fromIndex && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(char[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(char[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(int[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(int[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            int moved = a[i];
            int j = i;
            while (j > fromIndex && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(int[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(int[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(long[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(long[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            long moved = a[i];
            int j = i;
            while (j > fromIndex && a[j - 1] > moved) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(long[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(long[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(float[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(float[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            float moved = a[i];
            int j = i;
            while (j > fromIndex && Float.compare(a[j - 1], moved) > 0) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(float[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(float[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(double[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(double[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex + 1; i < toIndex; i++) {
            double moved = a[i];
            int j = i;
            while (j > fromIndex && Double.compare(a[j - 1], moved) > 0) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = moved;
        }
    }

    public static void parallelSort(double[] a) {
        sort(a, 0, a.length);
    }

    public static void parallelSort(double[] a, int fromIndex, int toIndex) {
        sort(a, fromIndex, toIndex);
    }

    public static void sort(Object[] a) {
        sort(a, 0, a.length);
    }

    public static void sort(Object[] a, int fromIndex, int toIndex) {
        checkRange(a.length, fromIndex, toIndex);
        int length = toIndex - fromIndex;
        if (length < 2) {
            return;
        }
        if (length < 32) {
            insert(a, fromIndex, toIndex);
            return;
        }
        Object[] copy = new Object[length];
        System.arraycopy(a, fromIndex, copy, 0, length);
        merge(copy, a, fromIndex, 0, length);
    }

    /** Sorts by binary insertion behind the run at the beginning, which is turned where it falls. */
    private static void insert(Object[] a, int from, int to) {
        int end = from + 2;
        if (((Comparable) a[from + 1]).compareTo(a[from]) < 0) {
            while (end < to && ((Comparable) a[end]).compareTo(a[end - 1]) < 0) {
                end++;
            }
            for (int i = from, j = end - 1; i < j; i++, j--) {
                Object swapped = a[i];
                a[i] = a[j];
                a[j] = swapped;
            }
        } else {
            while (end < to && ((Comparable) a[end]).compareTo(a[end - 1]) >= 0) {
                end++;
            }
        }
        for (int i = end; i < to; i++) {
            Comparable pivot = (Comparable) a[i];
            int low = from;
            int high = i;
            while (low < high) {
                int middle = low + high >>> 1;
                if (pivot.compareTo(a[middle]) < 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            System.arraycopy(a, low, a, low + 1, i - low);
            a[low] = pivot;
        }
    }

    /** Sorts a range of {@code source} into the same range, moved by {@code offset}, of {@code target}. */
    private static void merge(Object[] source, Object[] target, int offset, int from, int to) {
        if (to - from < 32) {
            insert(target, offset + from, offset + to);
            return;
        }
        int middle = from + to >>> 1;
        merge(source, target, offset, from, middle);
        merge(source, target, offset, middle, to);
        System.arraycopy(target, offset + from, source, from, to - from);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right >= to || left < middle && ((Comparable) source[left]).compareTo(source[right]) <= 0) {
                target[offset + i] = source[left++];
            } else {
                target[offset + i] = source[right++];
            }
        }
    }

    public static int binarySearch(byte[] a, byte key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(byte[] a, int fromIndex, int toIndex, byte key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(byte[] a, int from, int to, byte key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(short[] a, short key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(short[] a, int fromIndex, int toIndex, short key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(short[] a, int from, int to, short key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(char[] a, char key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(char[] a, int fromIndex, int toIndex, char key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(char[] a, int from, int to, char key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(int[] a, int key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(int[] a, int fromIndex, int toIndex, int key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(int[] a, int from, int to, int key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(long[] a, long key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(long[] a, int fromIndex, int toIndex, long key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(long[] a, int from, int to, long key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(float[] a, float key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(float[] a, int fromIndex, int toIndex, float key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(float[] a, int from, int to, float key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Float.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(double[] a, double key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(double[] a, int fromIndex, int toIndex, double key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(double[] a, int from, int to, double key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Double.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static int binarySearch(Object[] a, Object key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(Object[] a, int fromIndex, int toIndex, Object key) {
        checkRange(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static int search(Object[] a, int from, int to, Object key) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = ((Comparable) a[middle]).compareTo(key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(boolean[] a, boolean[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(boolean[] a, boolean[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Boolean.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(boolean[] a, boolean value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(boolean[] a, int fromIndex, int toIndex, boolean value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static boolean[] copyOf(boolean[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        boolean[] copy = new boolean[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        boolean[] copy = new boolean[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(boolean[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Boolean.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(boolean[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(byte[] a, byte[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(byte[] a, byte[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Byte.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static int compareUnsigned(byte[] a, byte[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int compareUnsigned(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Byte.compareUnsigned(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(byte[] a, byte value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(byte[] a, int fromIndex, int toIndex, byte value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static byte[] copyOf(byte[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        byte[] copy = new byte[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static byte[] copyOfRange(byte[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        byte[] copy = new byte[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(byte[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Byte.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(byte[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(short[] a, short[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(short[] a, short[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(short[] a, short[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Short.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static int compareUnsigned(short[] a, short[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int compareUnsigned(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Short.compareUnsigned(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(short[] a, short value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(short[] a, int fromIndex, int toIndex, short value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static short[] copyOf(short[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        short[] copy = new short[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static short[] copyOfRange(short[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        short[] copy = new short[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(short[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Short.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(short[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(char[] a, char[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(char[] a, char[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(char[] a, char[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Character.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(char[] a, char value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(char[] a, int fromIndex, int toIndex, char value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static char[] copyOf(char[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        char[] copy = new char[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static char[] copyOfRange(char[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        char[] copy = new char[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(char[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Character.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(char[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(int[] a, int[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(int[] a, int[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(int[] a, int[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Integer.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static int compareUnsigned(int[] a, int[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int compareUnsigned(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Integer.compareUnsigned(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(int[] a, int fromIndex, int toIndex, int value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static int[] copyOf(int[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        int[] copy = new int[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static int[] copyOfRange(int[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        int[] copy = new int[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(int[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Integer.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(int[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(long[] a, long[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (a[aFromIndex + i] != b[bFromIndex + i]) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(long[] a, long[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Long.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static int compareUnsigned(long[] a, long[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compareUnsigned(a, 0, a.length, b, 0, b.length);
    }

    public static int compareUnsigned(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Long.compareUnsigned(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(long[] a, long value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(long[] a, int fromIndex, int toIndex, long value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static long[] copyOf(long[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        long[] copy = new long[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static long[] copyOfRange(long[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        long[] copy = new long[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(long[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Long.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(long[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(float[] a, float[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(float[] a, float[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (Float.compare(a[aFromIndex + i], b[bFromIndex + i]) != 0) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(float[] a, float[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Float.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(float[] a, float value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(float[] a, int fromIndex, int toIndex, float value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static float[] copyOf(float[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        float[] copy = new float[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static float[] copyOfRange(float[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        float[] copy = new float[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(float[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Float.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(float[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(double[] a, double[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(double[] a, double[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (Double.compare(a[aFromIndex + i], b[bFromIndex + i]) != 0) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static int compare(double[] a, double[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        return compare(a, 0, a.length, b, 0, b.length);
    }

    public static int compare(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        int at = mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex);
        if (at >= 0 && at < aToIndex - aFromIndex && at < bToIndex - bFromIndex) {
            return Double.compare(a[aFromIndex + at], b[bFromIndex + at]);
        }
        return aToIndex - aFromIndex - (bToIndex - bFromIndex);
    }

    public static void fill(double[] a, double value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(double[] a, int fromIndex, int toIndex, double value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static double[] copyOf(double[] original, int newLength) {
        if (original == null && newLength < 0) {
            throw Raise$.disagreement();
        }
        double[] copy = new double[newLength];
        System.arraycopy(original, 0, copy, 0, original.length < newLength ? original.length : newLength);
        return copy;
    }

    public static double[] copyOfRange(double[] original, int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw original == null ? Raise$.disagreement() : Raise$.illegalArgument();
        }
        int available = original.length;
        if (from < 0 || from > available) {
            throw Raise$.arrayIndex();
        }
        double[] copy = new double[length];
        int left = available - from;
        System.arraycopy(original, from, copy, 0, left < length ? left : length);
        return copy;
    }

    public static int hashCode(double[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Double.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(double[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        return a != null && b != null && a.length == b.length && mismatch(a, b) < 0;
    }

    public static boolean equals(Object[] a, int aFromIndex, int aToIndex, Object[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        return aToIndex - aFromIndex == bToIndex - bFromIndex
                && mismatch(a, aFromIndex, aToIndex, b, bFromIndex, bToIndex) < 0;
    }

    public static int mismatch(Object[] a, Object[] b) {
        return mismatch(a, 0, a.length, b, 0, b.length);
    }

    public static int mismatch(Object[] a, int aFromIndex, int aToIndex, Object[] b, int bFromIndex, int bToIndex) {
        checkRange(a.length, aFromIndex, aToIndex);
        checkRange(b.length, bFromIndex, bToIndex);
        int aLength = aToIndex - aFromIndex;
        int bLength = bToIndex - bFromIndex;
        int length = aLength < bLength ? aLength : bLength;
        for (int i = 0; i < length; i++) {
            if (!Objects.equals(a[aFromIndex + i], b[bFromIndex + i])) {
                return i;
            }
        }
        return aLength == bLength ? -1 : length;
    }

    public static void fill(Object[] a, Object value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(Object[] a, int fromIndex, int toIndex, Object value) {
        checkRange(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = value;
        }
    }

    public static int hashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Objects.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(Object[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(String.valueOf(a[i]));
        }
        return text.append(']').toString();
    }

    public static int deepHashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + deepHash(a[i]);
        }
        return hash;
    }

    private static int deepHash(Object a) {
        if (a instanceof Object[]) {
            return deepHashCode((Object[]) a);
        }
        if (a instanceof boolean[]) {
            return hashCode((boolean[]) a);
        } else if (a instanceof byte[]) {
            return hashCode((byte[]) a);
        } else if (a instanceof short[]) {
            return hashCode((short[]) a);
        } else if (a instanceof char[]) {
            return hashCode((char[]) a);
        } else if (a instanceof int[]) {
            return hashCode((int[]) a);
        } else if (a instanceof long[]) {
            return hashCode((long[]) a);
        } else if (a instanceof float[]) {
            return hashCode((float[]) a);
        } else if (a instanceof double[]) {
            return hashCode((double[]) a);
        }
        return Objects.hashCode(a);
    }

    public static boolean deepEquals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i] && (a[i] == null || !same(a[i], b[i]))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(Object a, Object b) {
        if (a instanceof Object[] && b instanceof Object[]) {
            return deepEquals((Object[]) a, (Object[]) b);
        }
        if (a instanceof boolean[] && b instanceof boolean[]) {
            return equals((boolean[]) a, (boolean[]) b);
        } else if (a instanceof byte[] && b instanceof byte[]) {
            return equals((byte[]) a, (byte[]) b);
        } else if (a instanceof short[] && b instanceof short[]) {
            return equals((short[]) a, (short[]) b);
        } else if (a instanceof char[] && b instanceof char[]) {
            return equals((char[]) a, (char[]) b);
        } else if (a instanceof int[] && b instanceof int[]) {
            return equals((int[]) a, (int[]) b);
        } else if (a instanceof long[] && b instanceof long[]) {
            return equals((long[]) a, (long[]) b);
        } else if (a instanceof float[] && b instanceof float[]) {
            return equals((float[]) a, (float[]) b);
        } else if (a instanceof double[] && b instanceof double[]) {
            return equals((double[]) a, (double[]) b);
        }
        return a.equals(b);
    }

    public static String deepToString(Object[] a) {
        if (a == null) {
            return String.valueOf((Object) null);
        }
        StringBuilder text = new StringBuilder();
        describe(a, text, new Object[4], 0);
        return text.toString();
    }

    /** Appends the text of an array that lies within {@code depth} other ones. */
    private static void describe(Object[] a, StringBuilder text, Object[] around, int depth) {
        Object[] outer = around;
        if (depth == outer.length) {
            outer = new Object[2 * depth];
            System.arraycopy(around, 0, outer, 0, depth);
        }
        outer[depth] = a;
        text.append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            Object cell = a[i];
            if (!(cell instanceof Object[])) {
                text.append(leaf(cell));
            } else if (isAmong(cell, outer, depth + 1)) {
                text.append("[...]");
            } else {
                describe((Object[]) cell, text, outer, depth + 1);
            }
        }
        text.append(']');
    }

    private static boolean isAmong(Object object, Object[] objects, int count) {
        for (int i = 0; i < count; i++) {
            if (objects[i] == object) {
                return true;
            }
        }
        return false;
    }

    private static String leaf(Object a) {
        if (a instanceof boolean[]) {
            return toString((boolean[]) a);
        } else if (a instanceof byte[]) {
            return toString((byte[]) a);
        } else if (a instanceof short[]) {
            return toString((short[]) a);
        } else if (a instanceof char[]) {
            return toString((char[]) a);
        } else if (a instanceof int[]) {
            return toString((int[]) a);
        } else if (a instanceof long[]) {
            return toString((long[]) a);
        } else if (a instanceof float[]) {
            return toString((float[]) a);
        } else if (a instanceof double[]) {
            return toString((double[]) a);
        }
        return String.valueOf(a);
    }
}
