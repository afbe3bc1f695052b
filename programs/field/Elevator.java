/** The control of a lift. */
public class Elevator {
    /** Where it goes. */
    enum Direction {
        UP(1), DOWN(-1), NONE(0);

        final int step;

        Direction(int step) {
            this.step = step;
        }

        Direction opposite() {
            switch (this) {
                case UP:
                    return DOWN;
                case DOWN:
                    return UP;
                default:
                    return NONE;
            }
        }
    }

    private final boolean[] calls;
    private int floor;
    private Direction direction = Direction.NONE;
    private boolean doorOpen;

    public Elevator(int floors) {
        if (floors < 2) {
            throw new IllegalArgumentException("a lift needs two floors");
        }
        calls = new boolean[floors];
    }

    public void call(int target) {
        if (target < 0 || target >= calls.length) {
            throw new IndexOutOfBoundsException("no floor " + target);
        }
        if (target == floor && direction == Direction.NONE) {
            doorOpen = true;
        } else {
            calls[target] = true;
        }
    }

    /** One step of time: close the door, turn, or go one floor. */
    public void step() {
        if (doorOpen) {
            doorOpen = false;
            return;
        }
        if (direction == Direction.NONE) {
            direction = anyCall(Direction.UP) ? Direction.UP : anyCall(Direction.DOWN) ? Direction.DOWN : Direction.NONE;
        } else if (!anyCall(direction)) {
            direction = anyCall(direction.opposite()) ? direction.opposite() : Direction.NONE;
        }
        floor += direction.step;
        if (calls[floor]) {
            calls[floor] = false;
            doorOpen = true;
            if (!anyCall(Direction.UP) && !anyCall(Direction.DOWN)) {
                direction = Direction.NONE;
            }
        }
    }

    private boolean anyCall(Direction towards) {
        for (int f = floor + towards.step; f >= 0 && f < calls.length; f += towards.step) {
            if (calls[f]) {
                return true;
            }
        }
        return false;
    }

    public int getFloor() {
        return floor;
    }

    public boolean isDoorOpen() {
        return doorOpen;
    }

    public int pending() {
        int n = 0;
        for (boolean call : calls) {
            if (call) {
                n++;
            }
        }
        return n;
    }
}
