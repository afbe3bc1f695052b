import java.util.Arrays;

/**
 * The same object under two names: results that depend on who is who.
 */
public class Aliases {

    /** A cell that can be shared. */
    public static class Box {
        int value;
        Box next;

        public Box(int value) {
            this.value = value;
        }
    }

    /** Adds one array to another, element by element; given twice, an array is doubled. */
    public static void addTo(int[] target, int[] source) {
        for (int i = 0; i < target.length && i < source.length; i++) {
            target[i] += source[i];
        }
    }

    /** Moves all of one box's value to the other, and answers what the first is left with. */
    public static int pour(Box from, Box to) {
        int amount = from.value;
        from.value = 0;
        to.value += amount;
        return from.value;
    }

    public static boolean isCyclic(Box start) {
        Box slow = start;
        Box fast = start;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return true;
            }
        }
        return false;
    }

    public static Box link(Box first, Box second) {
        first.next = second;
        return second == null ? first : second;
    }

    /** The array itself where nothing has to be changed, a copy otherwise. */
    public static int[] withoutNegatives(int[] a) {
        int[] result = a;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                if (result == a) {
                    result = Arrays.copyOf(a, a.length);
                }
                result[i] = 0;
            }
        }
        return result;
    }

    /** An array of strings seen as one of objects keeps its own element type. */
    public static boolean store(boolean text) {
        Object[] objects = new String[1];
        try {
            objects[0] = text ? (Object) "text" : Integer.valueOf(1);
            return true;
        } catch (ArrayStoreException e) {
            return false;
        }
    }
}
