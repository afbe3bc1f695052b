import java.util.Arrays;
import java.util.Objects;

/** Each method puts many calls of Arrays' methods into one text. */
class ArrayCases {
    private static void failed(StringBuilder out, RuntimeException exception) {
        out.append(exception.getClass().getName());
    }

    static String ints() {
        StringBuilder out = new StringBuilder();
        int[][] arrays = {{}, {1}, {3, 1, 2}, {5, 5, -1, 7, 0}, {Integer.MIN_VALUE, Integer.MAX_VALUE, 0}, null};
        for (int[] array : arrays) {
            for (int[] other : arrays) {
                out.append(Arrays.equals(array, other)).append(Arrays.compare(array, other)).append(Arrays.compareUnsigned(array, other));
            }
            out.append(Arrays.toString(array)).append(Arrays.hashCode(array));
            for (int from = -1; from < 4; from++) {
                for (int to = -1; to < 5; to++) {
                    try {
                        int[] copy = Arrays.copyOf(array, 5);
                        Arrays.fill(copy, from, to, 9);
                        out.append(Arrays.toString(copy));
                        Arrays.sort(copy, from, to);
                        out.append(Arrays.toString(copy)).append(Arrays.binarySearch(copy, from, to, 3));
                        out.append(Arrays.toString(Arrays.copyOfRange(array, from, to)));
                        out.append(Arrays.mismatch(array, from, to, copy, 0, 1)).append(Arrays.equals(array, from, to, copy, from, to));
                    } catch (RuntimeException e) {
                        failed(out, e);
                    }
                }
            }
            out.append('\n');
        }
        return out.toString();
    }

    static String others() {
        byte[] bytes = {3, -1, 127, -128, 0};
        short[] shorts = {3, -1, 32767, -32768, 0};
        char[] chars = {'z', 'a', '\uffff', '\0', 'm'};
        long[] longs = {3, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0};
        float[] floats = {3, -0.0f, 0.0f, Float.NaN, -1};
        double[] doubles = {Double.NaN, 0.0, -0.0, Double.NEGATIVE_INFINITY, 1};
        boolean[] booleans = {true, false};
        Arrays.sort(bytes);
        Arrays.sort(shorts);
        Arrays.sort(chars);
        Arrays.sort(longs);
        Arrays.sort(floats);
        Arrays.sort(doubles);
        StringBuilder out = new StringBuilder();
        out.append(Arrays.toString(bytes)).append(Arrays.toString(shorts)).append(Arrays.toString(chars)).append(Arrays.toString(longs));
        out.append(Arrays.toString(floats)).append(Arrays.toString(doubles)).append(Arrays.toString(booleans));
        out.append(Arrays.hashCode(bytes)).append(Arrays.hashCode(shorts)).append(Arrays.hashCode(chars)).append(Arrays.hashCode(longs));
        out.append(Arrays.hashCode(floats)).append(Arrays.hashCode(doubles)).append(Arrays.hashCode(booleans));
        out.append(Arrays.binarySearch(bytes, (byte) 1)).append(Arrays.binarySearch(chars, 'm')).append(Arrays.binarySearch(doubles, 0.0));
        out.append(Arrays.binarySearch(floats, Float.NaN)).append(Arrays.binarySearch(longs, 4L)).append(Arrays.binarySearch(shorts, (short) 3));
        Arrays.fill(booleans, true);
        Arrays.fill(doubles, 1, 2, 7.5);
        out.append(Arrays.toString(booleans)).append(Arrays.toString(doubles)).append(Arrays.equals(floats, floats.clone()));
        out.append(Arrays.equals(new double[] {0.0, Double.NaN}, new double[] {-0.0, Double.NaN})).append(Arrays.compare(doubles, new double[] {1}));
        return out.append(Arrays.toString(Arrays.copyOf(chars, 2))).append(Arrays.toString(Arrays.copyOfRange(bytes, 3, 7))).toString();
    }

    static String objects() {
        StringBuilder out = new StringBuilder();
        Object[] mixed = {"a", 1, null, new int[] {1, 2}, new Object[] {"x", null}};
        Object[] self = {1, null};
        self[1] = self;
        out.append(Arrays.deepToString(mixed)).append(Arrays.deepToString(self)).append(Arrays.deepHashCode(mixed)).append(Arrays.deepToString(null));
        out.append(Arrays.deepEquals(mixed, mixed.clone())).append(Arrays.deepEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        out.append(Arrays.equals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        String[] texts = {"pear", "fig", "apple", "fig", "date"};
        out.append(Arrays.hashCode(texts)).append(Arrays.equals(texts, texts.clone()));
        Arrays.sort(texts);
        out.append(Arrays.toString(texts)).append(Arrays.binarySearch(texts, "date")).append(Arrays.binarySearch(texts, "zoo"));
        Integer[] numbers = new Integer[100];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 37 % 101;
        }
        Arrays.sort(numbers);
        out.append(Arrays.toString(numbers));
        Arrays.sort(numbers, 5, 20);
        Arrays.fill(numbers, 3, 5, null);
        out.append(Arrays.toString(numbers));
        for (Object[] array : new Object[][] {{1, "x"}, {null, "x"}, {"x"}, {}, texts}) {
            try {
                Arrays.sort(array);
                Arrays.fill(array, 1);
            } catch (RuntimeException e) {
                failed(out, e);
            }
        }
        return out.toString();
    }

    static String copying() {
        StringBuilder out = new StringBuilder();
        Object[] arrays = {new int[] {1, 2, 3, 4}, new long[] {5, 6, 7, 8}, new Object[] {"a", "b", 3, "c"}, new String[] {"p", "q", "r", "s"}, "text", null};
        for (Object source : arrays) {
            for (Object target : arrays) {
                for (int i = -1; i < 3; i++) {
                    try {
                        System.arraycopy(source, i, target, 1, 2 + i);
                    } catch (RuntimeException e) {
                        failed(out, e);
                    }
                }
            }
        }
        out.append(Arrays.toString((int[]) arrays[0])).append(Arrays.toString((Object[]) arrays[2])).append(Arrays.toString((Object[]) arrays[3]));
        return out.toString();
    }

    static String objectsClass() {
        StringBuilder out = new StringBuilder();
        out.append(Objects.equals(null, null)).append(Objects.equals("a", new String("a"))).append(Objects.hash(1, "b", null)).append(Objects.hash());
        out.append(Objects.hashCode(null)).append(Objects.toString(null)).append(Objects.toString(null, "none")).append(Objects.isNull("x"));
        out.append(Objects.nonNull("x")).append(Objects.deepEquals(new int[] {1}, new int[] {1})).append(Objects.checkIndex(1, 2));
        for (int i = 0; i < 4; i++) {
            try {
                switch (i) {
                    case 0 -> Objects.checkIndex(5, 3);
                    case 1 -> Objects.checkFromToIndex(2, 1, 3);
                    case 2 -> Objects.checkFromIndexSize(2, 2, 3);
                    default -> Objects.checkIndex(-1L, 3L);
                }
            } catch (IndexOutOfBoundsException e) {
                out.append(e.getMessage());
            }
        }
        return out.toString();
    }
}
