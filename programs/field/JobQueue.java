/** A queue of jobs by priority; jobs of one priority leave in the order in which they came. */
public class JobQueue {
    /** Something to be done. */
    public static final class Job {
        private final String name;
        private final int priority;
        private long sequence;

        public Job(String name, int priority) {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("a job needs a name");
            }
            if (priority < 1 || priority > 5) {
                throw new IllegalArgumentException("priority " + priority + " is not in 1 to 5");
            }
            this.name = name;
            this.priority = priority;
        }

        public String getName() {
            return name;
        }

        boolean isBefore(Job other) {
            if (priority != other.priority) {
                return priority > other.priority;
            }
            return sequence < other.sequence;
        }
    }

    private Job[] heap = new Job[4];
    private int count;
    private long nextSequence;

    public void submit(Job job) {
        if (job == null) {
            throw new NullPointerException("job");
        }
        if (count == heap.length) {
            Job[] larger = new Job[count * 2];
            System.arraycopy(heap, 0, larger, 0, count);
            heap = larger;
        }
        job.sequence = nextSequence++;
        heap[count] = job;
        siftUp(count);
        count++;
    }

    /** Takes the next job, or null if there is none. */
    public Job poll() {
        if (count == 0) {
            return null;
        }
        Job result = heap[0];
        count--;
        heap[0] = heap[count];
        heap[count] = null;
        if (count > 1) {
            siftDown(0);
        }
        return result;
    }

    public Job peek() {
        return count == 0 ? null : heap[0];
    }

    public boolean isEmpty() {
        return count == 0;
    }

    private void siftUp(int start) {
        int child = start;
        while (child > 0) {
            int parent = (child - 1) / 2;
            if (!heap[child].isBefore(heap[parent])) {
                return;
            }
            swap(child, parent);
            child = parent;
        }
    }

    private void siftDown(int start) {
        int parent = start;
        while (2 * parent + 1 < count) {
            int child = 2 * parent + 1;
            if (child + 1 < count && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(heap[parent])) {
                return;
            }
            swap(child, parent);
            parent = child;
        }
    }

    private void swap(int i, int j) {
        Job job = heap[i];
        heap[i] = heap[j];
        heap[j] = job;
    }
}
