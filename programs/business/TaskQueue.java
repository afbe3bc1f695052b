import java.util.Comparator;
import java.util.PriorityQueue;

/** Tasks by urgency; of equally urgent ones the older is first. */
public final class TaskQueue {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingInt(Task::urgency).reversed().thenComparingInt(Task::number));
    private int added;

    public int add(String name, int urgency) {
        if (urgency < 0 || urgency > 10) {
            throw new IllegalArgumentException("urgency from 0 to 10");
        }
        added++;
        tasks.add(new Task(name, urgency, added));
        return tasks.size();
    }

    public String next() {
        Task task = tasks.poll();
        return task == null ? "idle" : task.name();
    }

    public int open() {
        return tasks.size();
    }

    public boolean isUrgent() {
        Task task = tasks.peek();
        return task != null && task.urgency() >= 8;
    }

    private record Task(String name, int urgency, int number) {
    }
}
