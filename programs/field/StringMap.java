/** A hash map from strings to ints, with open addressing. */
public class StringMap {
    private static final int INITIAL = 8;

    private String[] keys = new String[INITIAL];
    private int[] values = new int[INITIAL];
    private int size;

    /** The slot of a key: where it is, or where it would be. */
    private int slot(String key) {
        int index = (key.hashCode() & 0x7fffffff) % keys.length;
        while (keys[index] != null && !keys[index].equals(key)) {
            index++;
            if (index == keys.length) {
                index = 0;
            }
        }
        return index;
    }

    /**
     * Puts a value.
     *
     * @return whether the key was new
     * @throws NullPointerException if the key is null
     */
    public boolean put(String key, int value) {
        if (key == null) {
            throw new NullPointerException("key");
        }
        if (4 * (size + 1) > 3 * keys.length) {
            resize();
        }
        int slot = slot(key);
        boolean isNew = keys[slot] == null;
        if (isNew) {
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
        return isNew;
    }

    public int getOrDefault(String key, int otherwise) {
        if (key == null) {
            return otherwise;
        }
        int slot = slot(key);
        return keys[slot] == null ? otherwise : values[slot];
    }

    /** Adds to the value of a key, which counts as 0 as long as it is not there. */
    public int increment(String key, int by) {
        int sum = getOrDefault(key, 0) + by;
        put(key, sum);
        return sum;
    }

    public boolean containsKey(String key) {
        return key != null && keys[slot(key)] != null;
    }

    public int size() {
        return size;
    }

    private void resize() {
        String[] oldKeys = keys;
        int[] oldValues = values;
        keys = new String[oldKeys.length * 2];
        values = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    /** The key with the largest value; of equal ones the first by the alphabet; null if the map is empty. */
    public String best() {
        String best = null;
        int most = 0;
        for (int i = 0; i < keys.length; i++) {
            String key = keys[i];
            if (key == null) {
                continue;
            }
            if (best == null || values[i] > most || values[i] == most && key.compareTo(best) < 0) {
                best = key;
                most = values[i];
            }
        }
        return best;
    }
}
