/**
 * A traffic light: a nested enum, switches on it in both notations, and valueOf.
 */
public class TrafficLight {

    /** What the light shows. */
    public enum Phase {
        RED,
        RED_AMBER,
        GREEN,
        AMBER
    }

    private Phase phase;
    private int elapsed;

    public TrafficLight(Phase phase) {
        this.phase = phase;
    }

    public Phase phase() {
        return phase;
    }

    public static Phase after(Phase phase) {
        return switch (phase) {
            case RED -> Phase.RED_AMBER;
            case RED_AMBER -> Phase.GREEN;
            case GREEN -> Phase.AMBER;
            case AMBER -> Phase.RED;
        };
    }

    public static int seconds(Phase phase) {
        switch (phase) {
            case RED:
                return 30;
            case GREEN:
                return 25;
            case AMBER:
            case RED_AMBER:
                return 3;
            default:
                throw new IllegalStateException("phase " + phase);
        }
    }

    /** Lets time pass, for at most an hour; a light that is out of order stays as it is. */
    public void tick(int duration) {
        if (phase == null || duration < 0) {
            return;
        }
        elapsed += Math.min(duration, 3600);
        while (elapsed >= seconds(phase)) {
            elapsed -= seconds(phase);
            phase = after(phase);
        }
    }

    /** Whether a car may go by a light of this name. */
    public static boolean mayGo(String name) {
        Phase phase = Phase.valueOf(name.toUpperCase());
        return phase == Phase.GREEN;
    }
}
