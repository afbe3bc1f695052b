/** Running statistics of samples. */
public class Statistics {
    private int count;
    private double mean;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** Adds a sample; those that are no number are ignored. */
    public void add(double sample) {
        if (Double.isNaN(sample)) {
            return;
        }
        count++;
        double delta = sample - mean;
        mean += delta / count;
        squares += delta * (sample - mean);
        if (sample < min) {
            min = sample;
        }
        if (sample > max) {
            max = sample;
        }
    }

    public int getCount() {
        return count;
    }

    public double getMean() {
        return count == 0 ? Double.NaN : mean;
    }

    public double getVariance() {
        if (count < 2) {
            return 0;
        }
        return squares / (count - 1);
    }

    public double getDeviation() {
        return Math.sqrt(getVariance());
    }

    public double getRange() {
        if (count == 0) {
            throw new IllegalStateException("no samples");
        }
        return max - min;
    }

    /** Takes over the samples of another object. */
    public void merge(Statistics other) {
        if (other == null || other.count == 0) {
            return;
        }
        if (count == 0) {
            count = other.count;
            mean = other.mean;
            squares = other.squares;
        } else {
            int total = count + other.count;
            double delta = other.mean - mean;
            squares += other.squares + delta * delta * count * other.count / total;
            mean += delta * other.count / total;
            count = total;
        }
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    /** Buckets of equal width; values outside count in the outer ones. */
    public static int[] histogram(double[] values, double low, double high, int buckets) {
        if (buckets < 1 || !(low < high)) {
            throw new IllegalArgumentException("no buckets");
        }
        int[] counts = new int[buckets];
        double width = (high - low) / buckets;
        for (double value : values) {
            int index = (int) Math.floor((value - low) / width);
            counts[Math.max(0, Math.min(buckets - 1, index))]++;
        }
        return counts;
    }
}
