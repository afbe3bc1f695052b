import java.util.Arrays;

/**
 * Mean, median and variance of a sample; the sample is not changed.
 */
public class ComputeStats {

    public static double mean(int[] sample) {
        requireElements(sample);
        long sum = 0;
        for (int v : sample) {
            sum += v;
        }
        return (double) sum / sample.length;
    }

    public static double median(int[] sample) {
        requireElements(sample);
        int[] sorted = Arrays.copyOf(sample, sample.length);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length % 2 == 1) {
            return sorted[middle];
        }
        return ((double) sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The variance of the sample as an estimate: divided by one less than its size. */
    public static double variance(int[] sample) {
        double mean = mean(sample);
        if (sample.length == 1) {
            return 0;
        }
        double squares = 0;
        for (int v : sample) {
            squares += (v - mean) * (v - mean);
        }
        return squares / (sample.length - 1);
    }

    private static void requireElements(int[] sample) {
        if (sample.length == 0) {
            throw new IllegalArgumentException("empty sample");
        }
    }
}
